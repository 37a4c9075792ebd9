//! The message format of editors: headers, an empty line, and a JSON body.

use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Read, Write};
use std::sync::{Mutex, PoisonError};

/// The maximum size of a body in bytes. A larger one is rejected before it is read.
const MAX_BODY: u64 = 64 << 20;
/// The maximum size of one header in bytes, including its line end.
const MAX_HEADER: u64 = 1 << 10;
/// The maximum number of headers of a message.
const MAX_HEADERS: usize = 16;

/// The error codes of JSON-RPC and of the protocol that are used here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorCode {
    Parse = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
    NotInitialized = -32002,
}

/// A message from the editor.
#[derive(Debug)]
pub enum Message {
    /// A request, with its id, which is a number or a string.
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    /// A notification, which has no response.
    Notification { method: String, params: Value },
    /// A response. The server needs none of them.
    Response,
    /// The body is not a message; the next one can still be read.
    Malformed {
        id: Value,
        code: ErrorCode,
        text: String,
    },
    /// The headers do not determine the start of the next message.
    Broken(String),
}

/// The next message; none at the end of the input.
pub fn receive(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let length = match read_length(input)? {
        Ok(Some(length)) => length,
        Ok(None) => return Ok(None),
        Err(text) => return Ok(Some(Message::Broken(text))),
    };
    // The buffer grows with the data that arrives, not with the announced length.
    let mut body = vec![];
    if input.take(length).read_to_end(&mut body)? as u64 != length {
        return Ok(None);
    }
    Ok(Some(parse(&body)))
}

/// The length of the body from the headers; none at the end of the input.
fn read_length(input: &mut impl BufRead) -> io::Result<Result<Option<u64>, String>> {
    let mut length = None;
    for _ in 0..MAX_HEADERS {
        let mut line = vec![];
        input.take(MAX_HEADER).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(Ok(None));
        }
        let text = String::from_utf8_lossy(&line);
        let Some(line) = text.strip_suffix('\n') else {
            return Ok(Err("a header has no end".to_owned()));
        };
        let line = line.trim_end_matches('\r');
        if line.is_empty() {
            return Ok(match length {
                None => Err("there is no Content-Length".to_owned()),
                length => Ok(length),
            });
        }
        let Some((name, value)) = line.split_once(':') else {
            return Ok(Err("a header has no colon".to_owned()));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            match value.trim().parse() {
                Ok(number) if number <= MAX_BODY => length = Some(number),
                _ => {
                    let text = format!("Content-Length is not a number up to {MAX_BODY}");
                    return Ok(Err(text));
                }
            }
        }
    }
    Ok(Err(format!("there are more than {MAX_HEADERS} headers")))
}

fn parse(body: &[u8]) -> Message {
    match serde_json::from_slice::<Value>(body) {
        Ok(Value::Object(message)) => of_object(message),
        Ok(_) => malformed(
            Value::Null,
            ErrorCode::InvalidRequest,
            "a message is an object",
        ),
        Err(error) => malformed(Value::Null, ErrorCode::Parse, &error.to_string()),
    }
}

fn of_object(mut message: Map<String, Value>) -> Message {
    let params = message.remove("params").unwrap_or_default();
    let id = message.remove("id");
    match (message.remove("method"), id) {
        (Some(Value::String(method)), None) => Message::Notification { method, params },
        (Some(Value::String(method)), Some(id @ (Value::Number(_) | Value::String(_)))) => {
            Message::Request { id, method, params }
        }
        (None, Some(_)) if message.contains_key("result") || message.contains_key("error") => {
            Message::Response
        }
        (_, id) => {
            let id = id.filter(|id| id.is_number() || id.is_string());
            let text = "a request has a method, and an id that is a number or a string";
            malformed(id.unwrap_or_default(), ErrorCode::InvalidRequest, text)
        }
    }
}

fn malformed(id: Value, code: ErrorCode, text: &str) -> Message {
    Message::Malformed {
        id,
        code,
        text: text.to_owned(),
    }
}

/// The response to a request.
pub fn answer(id: Value, result: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

/// An error response; the id is null if it is unknown.
pub fn error(id: Value, code: ErrorCode, text: &str) -> Value {
    let error = json!({ "code": code as i32, "message": text });
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}

/// A notification.
pub fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// The standard output, which threads share.
#[derive(Default)]
pub struct Output {
    /// The number of requests that were sent.
    requests: Mutex<u64>,
}

impl Output {
    /// Sends a message.
    pub fn send(&self, message: &Value) -> io::Result<()> {
        send(&mut io::stdout().lock(), message)
    }

    /// Sends a request without parameters, whose response is ignored.
    pub fn request(&self, method: &str) -> io::Result<()> {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests += 1;
        let id = format!("calipers-{requests}");
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method }))
    }
}

/// Sends a message.
fn send(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Option<Message> {
        receive(&mut &text[..]).expect("a slice can be read")
    }

    #[test]
    fn a_length_that_is_too_large_is_refused_unread() {
        for length in ["4000000000", "18446744073709551616", "-1", "many"] {
            let text = format!("Content-Length: {length}\r\n\r\n");
            let message = read(text.as_bytes());
            assert!(matches!(message, Some(Message::Broken(_))), "{message:?}");
        }
    }

    #[test]
    fn headers_have_limits() {
        let long = "x".repeat(5000);
        let many = "A: b\r\n".repeat(100);
        for text in [long.as_str(), &many, "no colon\r\n\r\n", "A: b\r\n\r\n"] {
            let message = read(text.as_bytes());
            assert!(matches!(message, Some(Message::Broken(_))), "{message:?}");
        }
    }

    #[test]
    fn what_ends_early_is_the_end() {
        assert!(read(b"").is_none());
        assert!(read(b"Content-Length: 9\r\n\r\n{}").is_none());
    }
}
