//! Reads HTTP/1 requests, with limits of size and time for arbitrary input.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The maximum size in bytes of the request line and the headers together.
const MAX_HEAD: usize = 16 << 10;
/// The maximum number of bytes that are drained after the response.
const MAX_REST: u64 = 4 << 20;
/// The maximum time for that.
const REST_TIME: Duration = Duration::from_secs(1);

/// The reason for rejecting a request: a status and a message.
pub type Refusal = (u16, &'static str);

/// A client, with the deadline for sending its request or reading the response.
pub struct Client {
    stream: TcpStream,
    deadline: Instant,
}

/// A request whose body has not been read.
#[derive(Debug)]
pub struct Request {
    pub method: String,
    pub path: String,
    headers: Vec<(String, String)>,
    /// The part of the body that arrived with the headers.
    begun: Vec<u8>,
}

impl Request {
    /// The first header of that name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(other, _)| other.eq_ignore_ascii_case(name))?;
        Some(&found.1)
    }

    fn parse(head: &str, begun: Vec<u8>) -> Option<Request> {
        let mut lines = head.split("\r\n");
        let mut first = lines.next()?.split(' ');
        let (method, path, version) = (first.next()?, first.next()?, first.next()?);
        if !version.starts_with("HTTP/1.") || first.next().is_some() {
            return None;
        }
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
            is_name.then(|| (name.to_owned(), value.trim().to_owned()))
        };
        Some(Request {
            method: method.to_owned(),
            path: path.to_owned(),
            headers: lines.map(header).collect::<Option<_>>()?,
            begun,
        })
    }
}

impl Client {
    /// A client with a time limit for the request, and the same again for the response.
    pub fn new(stream: TcpStream, time: Duration) -> Client {
        let deadline = Instant::now() + time;
        Client { stream, deadline }
    }

    /// Reads up to the end of the headers.
    pub fn request(&mut self) -> Result<Request, Refusal> {
        const END: &[u8] = b"\r\n\r\n";
        let mut bytes = vec![];
        let mut searched = 0;
        loop {
            let found = bytes[searched..]
                .windows(END.len())
                .position(|it| it == END);
            if let Some(at) = found {
                let begun = bytes.split_off(searched + at + END.len());
                bytes.truncate(searched + at);
                let head = String::from_utf8(bytes).ok();
                let request = head.and_then(|head| Request::parse(&head, begun));
                return request.ok_or((400, "this is no request of HTTP/1"));
            }
            searched = bytes.len().saturating_sub(END.len() - 1);
            if bytes.len() >= MAX_HEAD {
                return Err((431, "the headers are too long"));
            }
            let mut part = [0; 4096];
            let room = part.len().min(MAX_HEAD - bytes.len());
            match self.read(&mut part[..room]) {
                Ok(0) => return Err((400, "the request has no end")),
                Ok(count) => bytes.extend(&part[..count]),
                Err(error) => return Err(of_error(&error)),
            }
        }
    }

    /// Reads the body of a request, up to `most` bytes.
    pub fn body(&mut self, request: &mut Request, most: usize) -> Result<Vec<u8>, Refusal> {
        let length = match request.header("Content-Length").map(str::parse::<usize>) {
            Some(Ok(length)) => length,
            Some(Err(_)) => return Err((400, "the length is no number")),
            None => return Err((411, "the length of the body is not given")),
        };
        if length > most {
            return Err((413, "the body is too long"));
        }
        let waits = request.header("Expect");
        if waits.is_some_and(|it| it.eq_ignore_ascii_case("100-continue")) {
            let go_on = self.write(b"HTTP/1.1 100 Continue\r\n\r\n");
            go_on.map_err(|error| of_error(&error))?;
        }
        let mut body = std::mem::take(&mut request.begun);
        body.truncate(length);
        let mut part = [0; 4096];
        while body.len() < length {
            let room = part.len().min(length - body.len());
            match self.read(&mut part[..room]) {
                Ok(0) => return Err((400, "the body is shorter than was announced")),
                Ok(count) => body.extend(&part[..count]),
                Err(error) => return Err(of_error(&error)),
            }
        }
        Ok(body)
    }

    /// Sends a response, and closes the connection.
    pub fn answer(mut self, head: &str, body: &[u8], time: Duration) -> io::Result<()> {
        self.deadline = Instant::now() + time;
        self.write(head.as_bytes())?;
        self.write(body)?;
        self.stream.shutdown(std::net::Shutdown::Write)?;
        // Unread input would reset the connection before the client has read the response.
        self.deadline = Instant::now() + REST_TIME;
        let (mut part, mut rest) = ([0; 4096], 0);
        while rest < MAX_REST {
            match self.read(&mut part)? {
                0 => break,
                count => rest += count as u64,
            }
        }
        Ok(())
    }

    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.left()?))?;
        self.stream.read(into)
    }

    fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            self.stream.set_write_timeout(Some(self.left()?))?;
            match self.stream.write(bytes)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                count => bytes = &bytes[count..],
            }
        }
        Ok(())
    }

    /// The remaining time, which is not zero.
    fn left(&self) -> io::Result<Duration> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        match left.is_zero() {
            true => Err(io::ErrorKind::TimedOut.into()),
            false => Ok(left),
        }
    }
}

fn of_error(error: &io::Error) -> Refusal {
    match error.kind() {
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => (408, "the request takes too long"),
        _ => (400, "the request cannot be read"),
    }
}

#[cfg(test)]
mod tests {
    use super::Request;

    #[test]
    fn heads_are_read_or_refused() {
        let read = |head: &str| Request::parse(head, vec![]);
        let request = read("GET /x HTTP/1.1\r\nHost: a:1\r\nEmpty:").expect("it is well-formed");
        assert_eq!(
            (request.method.as_str(), request.path.as_str()),
            ("GET", "/x")
        );
        assert_eq!(request.header("hOST"), Some("a:1"));
        assert_eq!(request.header("Empty"), Some(""));
        for head in [
            "",
            "GET",
            "GET /x",
            "GET /x HTTP/2",
            "GET /x y HTTP/1.1",
            "GET / HTTP/1.1\r\nno colon",
            "GET / HTTP/1.1\r\nA : b",
            "GET / HTTP/1.1\r\n: b",
        ] {
            assert!(read(head).is_none(), "{head}");
        }
    }
}
