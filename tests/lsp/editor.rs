//! A client of the language server.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A client of the server.
pub struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: i64,
    /// The diagnostics that were published and not yet read.
    diagnostics: Vec<Value>,
    /// Whether the server asked to request hints again.
    has_more_hints: bool,
}

impl Editor {
    pub fn start(options: &[&str]) -> Editor {
        Editor::start_with(options, &json!({}))
    }

    pub fn start_with(options: &[&str], capabilities: &Value) -> Editor {
        let mut server = Command::new(env!("CARGO_BIN_EXE_calipers"))
            .arg("lsp")
            .args(options)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut editor = Editor {
            input: server.stdin.take().expect("it is piped"),
            output: BufReader::new(server.stdout.take().expect("it is piped")),
            server,
            next: 0,
            diagnostics: vec![],
            has_more_hints: false,
        };
        let found = editor.ask("initialize", json!({ "capabilities": capabilities }));
        assert_eq!(found["capabilities"]["hoverProvider"], true, "{found}");
        editor.tell("initialized", json!({}));
        editor
    }

    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it listens");
        self.input.flush().expect("it listens");
    }

    pub fn send_raw(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).expect("it listens");
        self.input.flush().expect("it listens");
    }

    pub fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("it speaks");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("it is a number"),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        assert!(length > 0, "the server has ended");
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).expect("it speaks");
        serde_json::from_slice(&body).expect("it speaks JSON")
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
            self.keep(&message);
        }
    }

    /// Keeps a message that is not a response.
    fn keep(&mut self, message: &Value) {
        match message["method"].as_str() {
            Some("textDocument/publishDiagnostics") => {
                self.diagnostics.push(message["params"].clone());
            }
            Some("workspace/inlayHint/refresh") => {
                self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": null }));
                self.has_more_hints = true;
            }
            _ => {}
        }
    }

    /// Waits until the server asks to request hints again.
    pub fn wait_for_hints(&mut self) {
        while !std::mem::take(&mut self.has_more_hints) {
            let message = self.receive();
            self.keep(&message);
        }
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.request(method, params);
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].take()
    }

    pub fn at(&mut self, method: &str, uri: &str, line: u32, character: u32) -> Value {
        let position = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": { "uri": uri }, "position": position });
        self.ask(&format!("textDocument/{method}"), params)
    }

    pub fn hints(&mut self, uri: &str, first: u32, last: u32) -> Vec<(u64, String)> {
        let place = |line| json!({ "line": line, "character": 0 });
        let range = json!({ "start": place(first), "end": place(last) });
        let params = json!({ "textDocument": { "uri": uri }, "range": range });
        let found = self.ask("textDocument/inlayHint", params);
        let hints = found.as_array().cloned().unwrap_or_default().into_iter();
        let read = |hint: Value| {
            let label = hint["label"].as_str().unwrap_or_default().to_owned();
            (hint["position"]["line"].as_u64().unwrap_or_default(), label)
        };
        hints.map(read).collect()
    }

    /// Opens or changes a document, and returns its diagnostics.
    pub fn show(&mut self, uri: &str, text: &str, version: u32) -> Vec<Value> {
        let (method, params) = match version {
            1 => {
                let document =
                    json!({ "uri": uri, "languageId": "mlir", "version": 1, "text": text });
                ("textDocument/didOpen", json!({ "textDocument": document }))
            }
            version => {
                let document = json!({ "uri": uri, "version": version });
                let changes = json!([{ "text": text }]);
                let params = json!({ "textDocument": document, "contentChanges": changes });
                ("textDocument/didChange", params)
            }
        };
        self.tell(method, params);
        loop {
            let found = self.diagnostics.iter().position(|it| it["uri"] == uri);
            if let Some(at) = found {
                let diagnostics = self.diagnostics.remove(at);
                return diagnostics["diagnostics"]
                    .as_array()
                    .cloned()
                    .unwrap_or_default();
            }
            let message = self.receive();
            self.keep(&message);
        }
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.ask("shutdown", Value::Null);
            self.tell("exit", Value::Null);
            assert!(self.server.wait().expect("it ends").success());
        }
        let _ = self.server.kill();
    }
}
