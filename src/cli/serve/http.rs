//! Accepts HTTP requests and sends the response headers.

use super::limits::{Bucket, Gate, Limits};
use super::request::{Client, Request};
use super::worker;
use crate::cli::rule_files::RuleFiles;
use serde_json::json;
use std::fmt::Write;
use std::net::{SocketAddr, TcpStream};

/// The files of the page: path, content type and text.
const FILES: [(&str, &str, &str); 5] = [
    (
        "/",
        "text/html; charset=utf-8",
        include_str!("page/page.html"),
    ),
    (
        "/page.css",
        "text/css; charset=utf-8",
        include_str!("page/page.css"),
    ),
    ("/page.js", SCRIPT, include_str!("page/page.js")),
    ("/highlight.js", SCRIPT, include_str!("page/highlight.js")),
    ("/editor.js", SCRIPT, EDITOR),
];

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The bundle that `dist/build` makes of `editor/editor.js`; where Cargo alone builds, a text area.
#[cfg(calipers_editor)]
const EDITOR: &str = include_str!(env!("CALIPERS_EDITOR"));
#[cfg(not(calipers_editor))]
const EDITOR: &str = include_str!("page/plain.js");

/// Example programs with questions, and rules.
const EXAMPLES: [(&str, &str, &str, &str); 5] = [
    (
        "A tiled matmul",
        include_str!("../../../examples/tiled_matmul.mlir"),
        include_str!("examples/tiled_matmul.lisp"),
        "",
    ),
    (
        "Slices: do they overlap?",
        include_str!("examples/slices.mlir"),
        include_str!("examples/slices.lisp"),
        "",
    ),
    (
        "What a loop carries",
        include_str!("examples/loop.mlir"),
        include_str!("examples/loop.lisp"),
        "",
    ),
    (
        "Rules for an op of your own",
        include_str!("examples/dialect.mlir"),
        include_str!("examples/dialect.lisp"),
        include_str!("examples/dialect.rules"),
    ),
    (
        "Arithmetic alone",
        "",
        include_str!("examples/arithmetic.lisp"),
        "",
    ),
];

/// The page loads only its own resources, runs no inline code, and cannot be framed.
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

/// A response: a status, a content type and a body.
type Reply = (u16, &'static str, String);

const TEXT: &str = "text/plain; charset=utf-8";
const JSON: &str = "application/json; charset=utf-8";

const NOT_SO: &str = "this is not how to ask for it";

/// Checks every request before it is answered.
pub struct Guard {
    hosts: Vec<String>,
    limits: Limits,
    bucket: Bucket,
    gate: Gate,
    /// The example programs, as JSON.
    examples: String,
    /// The rules that apply beside those of the page.
    rules: RuleFiles,
}

impl Guard {
    /// A guard for a server at an address, which shows a program, with its name, before the examples, and has more rules.
    pub fn new(
        address: SocketAddr,
        limits: Limits,
        bucket: Bucket,
        program: Option<(String, String)>,
        rules: RuleFiles,
    ) -> Guard {
        let mut hosts = vec![address.to_string()];
        if address.ip().is_loopback() {
            hosts.push(format!("localhost:{}", address.port()));
        }
        Guard {
            hosts,
            limits,
            bucket,
            gate: Gate::new(limits.workers),
            examples: examples(program),
            rules,
        }
    }

    /// Reads a request and sends the response.
    pub fn serve(&self, stream: TcpStream) {
        let mut client = Client::new(stream, self.limits.client);
        let (status, kind, text) = match client.request() {
            Ok(mut request) => self.reply(&mut client, &mut request),
            Err((status, message)) => refuse(status, message),
        };
        // The client may have closed the connection.
        let _ = client.answer(
            &head(status, kind, &text),
            text.as_bytes(),
            self.limits.client,
        );
    }

    /// Rejects a client because there are too many.
    pub fn turn_away(&self, stream: TcpStream) {
        use std::io::Write;
        let (status, kind, text) = refuse(503, "too many connections at once");
        // The server does not wait for this client, so the response is limited by its buffer.
        let answer = head(status, kind, &text) + &text;
        let _ = stream.set_nonblocking(true);
        let _ = (&stream).write_all(answer.as_bytes());
    }

    fn reply(&self, client: &mut Client, request: &mut Request) -> Reply {
        // DNS rebinding: a foreign page may resolve its own name to this address, but cannot change the `Host`
        // header.
        let host = request.header("Host").unwrap_or_default();
        if !self.hosts.iter().any(|own| own == host) {
            return refuse(421, "this server has another name");
        }
        let origin = request.header("Origin");
        let is_own = |origin: &str| {
            let host = origin.strip_prefix("http://");
            host.is_some_and(|host| self.hosts.iter().any(|own| own == host))
        };
        if origin.is_some_and(|origin| !is_own(origin)) {
            return refuse(403, "requests from other pages are not answered");
        }
        let (method, path) = (request.method.as_str(), request.path.as_str());
        if let Some((_, kind, text)) = FILES.iter().find(|file| file.0 == path) {
            return match method {
                "GET" => (200, kind, (*text).to_owned()),
                _ => refuse(405, NOT_SO),
            };
        }
        match (method, path) {
            ("GET", "/examples") => (200, JSON, self.examples.clone()),
            ("POST", "/ask") => self.ask(client, request),
            (_, "/examples" | "/ask") => refuse(405, NOT_SO),
            _ => refuse(404, "there is nothing here"),
        }
    }

    fn ask(&self, client: &mut Client, request: &mut Request) -> Reply {
        // A foreign page cannot send this content type without a preflight request, which is rejected.
        let kind = request.header("Content-Type").unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return refuse(415, "expected application/json");
        }
        if !self.bucket.take() {
            return refuse(429, "too many questions at once: wait a little");
        }
        let most = self.limits.bytes;
        let body = match client.body(request, most) {
            Ok(body) => body,
            Err((413, _)) => return refuse(413, &format!("this is more than {most} bytes")),
            Err((status, message)) => return refuse(status, message),
        };
        let Ok(text) = String::from_utf8(body) else {
            return refuse(400, "the request is no text");
        };
        let _turn = self.gate.enter();
        match worker::ask(&text, self.limits, &self.rules) {
            Ok(answer) => (200, JSON, answer),
            Err(message) => (200, JSON, json!({ "error": message }).to_string()),
        }
    }
}

fn refuse(status: u16, message: &str) -> Reply {
    (status, TEXT, format!("{message}\n"))
}

/// The status line and the headers of a response.
fn head(status: u16, kind: &str, text: &str) -> String {
    let reason = match status {
        200 => "OK",
        _ => "Refused",
    };
    let mut head = format!("HTTP/1.1 {status} {reason}\r\n");
    let length = text.len().to_string();
    let own = [
        ("Content-Type", kind),
        ("Content-Length", &length),
        ("Connection", "close"),
    ];
    for (name, value) in HEADERS.iter().chain(&own) {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    head + "\r\n"
}

fn examples(first: Option<(String, String)>) -> String {
    let first =
        first.map(|(name, program)| json!({ "name": name, "program": program, "questions": "" }));
    let examples = EXAMPLES.iter().map(|(name, program, questions, rules)| {
        json!({ "name": name, "program": program, "questions": questions, "rules": rules })
    });
    serde_json::Value::from_iter(first.into_iter().chain(examples)).to_string()
}
