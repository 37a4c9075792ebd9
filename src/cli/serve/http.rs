//! Requests: which are answered, and with which headers.

use super::limits::{Bucket, Limits};
use super::worker;
use serde_json::json;
use std::io::Read;
use std::net::SocketAddr;
use tiny_http::{Header, Method, Request, Response};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Programs to start from, with questions.
const EXAMPLES: [(&str, &str, &str); 4] = [
    (
        "A tiled matmul",
        include_str!("../../../examples/tiled_matmul.mlir"),
        include_str!("examples/tiled_matmul.lisp"),
    ),
    (
        "Slices: do they overlap?",
        include_str!("examples/slices.mlir"),
        include_str!("examples/slices.lisp"),
    ),
    (
        "What a loop carries",
        include_str!("examples/loop.mlir"),
        include_str!("examples/loop.lisp"),
    ),
    (
        "Arithmetic alone",
        "",
        include_str!("examples/arithmetic.lisp"),
    ),
];

/// Nothing from elsewhere, nothing in line, in no frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
     img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every response.
const HEADERS: [(&str, &str); 7] = [
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
];

/// What a request comes to: a status, a type and a text.
type Reply = (u16, &'static str, String);

const TEXT: &str = "text/plain; charset=utf-8";
const JSON: &str = "application/json; charset=utf-8";

/// Stands before every request.
pub struct Guard {
    hosts: Vec<String>,
    limits: Limits,
    bucket: Bucket,
}

impl Guard {
    /// For a server at an address.
    pub fn new(address: SocketAddr, limits: Limits, bucket: Bucket) -> Guard {
        let mut hosts = vec![address.to_string()];
        if address.ip().is_loopback() {
            hosts.push(format!("localhost:{}", address.port()));
        }
        Guard {
            hosts,
            limits,
            bucket,
        }
    }

    /// Answers a request.
    pub fn answer(&self, mut request: Request) {
        let (status, kind, text) = self.reply(&mut request);
        let mut response = Response::from_string(text).with_status_code(status);
        for (name, value) in HEADERS.iter().chain([&("Content-Type", kind)]) {
            if let Ok(header) = Header::from_bytes(*name, *value) {
                response.add_header(header);
            }
        }
        // Whoever asked may have left.
        let _ = request.respond(response);
    }

    fn reply(&self, request: &mut Request) -> Reply {
        // A page from elsewhere may have its name point here. It can't choose what its requests call us.
        let host = header(request, "Host").unwrap_or_default();
        if !self.hosts.contains(&host) {
            return refuse(421, "this server has another name");
        }
        let origin = header(request, "Origin");
        let is_own = |origin: &str| {
            let host = origin.strip_prefix("http://");
            host.is_some_and(|host| self.hosts.iter().any(|own| own == host))
        };
        if origin.is_some_and(|origin| !is_own(&origin)) {
            return refuse(403, "requests from other pages are not answered");
        }
        match (request.method(), request.url()) {
            (Method::Get, "/") => (200, "text/html; charset=utf-8", PAGE.to_owned()),
            (Method::Get, "/page.css") => (200, "text/css; charset=utf-8", STYLE.to_owned()),
            (Method::Get, "/page.js") => (200, "text/javascript; charset=utf-8", SCRIPT.to_owned()),
            (Method::Get, "/examples") => (200, JSON, examples()),
            (Method::Post, "/ask") => self.ask(request),
            (_, "/" | "/page.css" | "/page.js" | "/examples" | "/ask") => {
                refuse(405, "this is not how to ask for it")
            }
            _ => refuse(404, "there is nothing here"),
        }
    }

    fn ask(&self, request: &mut Request) -> Reply {
        // Other pages can't send this type without asking first, and are not let.
        let kind = header(request, "Content-Type").unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return refuse(415, "expected application/json");
        }
        if !self.bucket.take() {
            return refuse(429, "too many questions at once: wait a little");
        }
        let most = self.limits.bytes;
        if request.body_length().is_some_and(|length| length > most) {
            return refuse(413, &format!("this is more than {most} bytes"));
        }
        let mut body = vec![];
        let read = request
            .as_reader()
            .take(most as u64 + 1)
            .read_to_end(&mut body);
        let Some(text) = read.ok().and_then(|_| String::from_utf8(body).ok()) else {
            return refuse(400, "the request is no text");
        };
        if text.len() > most {
            return refuse(413, &format!("this is more than {most} bytes"));
        }
        match worker::ask(&text, self.limits) {
            Ok(answer) => (200, JSON, answer),
            Err(message) => (200, JSON, json!({ "error": message }).to_string()),
        }
    }
}

fn refuse(status: u16, message: &str) -> Reply {
    (status, TEXT, format!("{message}\n"))
}

fn header(request: &Request, name: &'static str) -> Option<String> {
    let mut headers = request.headers().iter();
    let found = headers.find(|header| header.field.equiv(name))?;
    Some(found.value.as_str().to_owned())
}

fn examples() -> String {
    let examples = EXAMPLES.iter().map(|(name, program, questions)| {
        json!({ "name": name, "program": program, "questions": questions })
    });
    serde_json::Value::from_iter(examples).to_string()
}
