//! The playground answers requests of its own page, within its limits, and rejects all others.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server process that ends with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(options: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_calipers"))
            .args(["serve", "--port", "0"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout)
            .read_line(&mut line)
            .expect("the address is printed");
        let address = line
            .trim()
            .trim_start_matches("http://")
            .trim_end_matches('/');
        Server {
            child,
            address: address.to_owned(),
        }
    }

    /// Sends a request verbatim; returns the status, the headers and the body of the answer.
    fn send(&self, request: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream
            .write_all(request.as_bytes())
            .expect("the request is taken");
        let mut answer = String::new();
        // A rejected client may find the connection closed: then there is no status.
        let _ = stream.read_to_string(&mut answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok());
        (status.unwrap_or(0), head.to_owned(), body.to_owned())
    }

    fn get(&self, path: &str) -> (u16, String, String) {
        let host = &self.address;
        self.send(&format!(
            "GET {path} HTTP/1.0\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        ))
    }

    fn post(&self, more: &str, body: &str) -> (u16, String) {
        let (host, length) = (&self.address, body.len());
        let request = format!(
            "POST /ask HTTP/1.0\r\nHost: {host}\r\nConnection: close\r\n{more}Content-Length: {length}\r\n\r\n{body}"
        );
        let (status, _, body) = self.send(&request);
        (status, body)
    }

    fn ask(&self, program: &str, questions: &str) -> Value {
        let request = json!({ "program": program, "questions": questions });
        let (status, body) = self.post("Content-Type: application/json\r\n", &request.to_string());
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).expect("the answer is JSON")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const PROGRAM: &str = "func.func @f(%x: index) {
  %c4 = arith.constant 4 : index
  %m = arith.remui %x, %c4 : index
  %y = affine.min affine_map<(d0) -> (d0, 9)>(%x)
  return
}";

/// What does not hold and what is not known do not look like what is proved.
#[test]
fn answers_have_kinds() {
    let server = Server::start(&[]);
    let program = "func.func @f(%x: index, %m: memref<4xi32>) {
  %c4 = arith.constant 4 : index
  %v = memref.load %m[%c4] : memref<4xi32>
  return
}";
    let questions = "prove %c4 == 4\nprove %c4 == 5\nprove %x < 5\nrange %x\nrange %c4\nub %x\nin-bounds\n\
                     in-bounds %v\nconflict %v %v\nfacts";
    let found = server.ask(program, questions);
    let answers = found["answers"].as_array().expect("there are answers");
    let kinds: Vec<&str> = answers
        .iter()
        .map(|it| it["kind"].as_str().unwrap_or("error"))
        .collect();
    let expected = [
        "known", "refuted", "unknown", "unknown", "known", "unknown", "refuted", "refuted",
        "known", "known",
    ];
    assert_eq!(kinds, expected, "{found}");
    // In the light and in the dark.
    let (_, _, style) = server.get("/page.css");
    for expected in [
        ".refuted { color: var(--bad); }",
        ".unknown { font-weight: 400; color: var(--quiet); }",
        "--bad: light-dark(",
        "--quiet: light-dark(",
    ] {
        assert!(style.contains(expected), "{expected}");
    }
}

/// The rules of the command line apply beside those of the page, also to what the page asks about rules.
#[test]
fn rules_of_files_apply() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve-rules");
    std::fs::create_dir_all(&folder).expect("a directory can be made");
    let path = |name: &str| folder.join(name).display().to_string();
    let program = "// calipers: --rules half.rules
func.func @f(%n: index) {
  %c8 = arith.constant 8 : index
  %m = \"my.half\"(%c8) : (index) -> index
  return
}";
    let half = "(op my.half (x operand))\n(define my-half (value (my.half ?x)) (floordiv ?x 2))\n";
    for (name, text) in [("a.mlir", program), ("half.rules", half)] {
        std::fs::write(path(name), text).expect("a file can be written");
    }
    let told = |options: &[&str]| {
        let server = Server::start(options);
        let found = server.ask(program, "range %m");
        let want = json!({ "program": program, "want": { "why": 4 } });
        let (_, why) = server.post("Content-Type: application/json\r\n", &want.to_string());
        (found["answers"][0]["answer"].clone(), why)
    };
    // The page reads no file that a program names.
    assert_eq!(told(&[]).0, "[-inf, +inf]");
    for options in [
        &[path("a.mlir")][..],
        &["--rules".to_owned(), path("half.rules")],
    ] {
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let (answer, why) = told(&options);
        assert_eq!(answer, "[4, 4]", "{options:?}");
        assert!(why.contains("my-half"), "{options:?}: {why}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_calipers"))
        .args(["serve", "--port", "0", "--rules", &path("no.rules")])
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("no.rules` can't be read"), "{told}");
}

#[test]
fn questions_are_answered_with_proofs() {
    let server = Server::start(&[]);
    let found = server.ask(PROGRAM, "(range %c4) (ub %y)\n(prove (<= %y 9)) (prove");
    let answers = found["answers"].as_array().expect("there are answers");
    let told: Vec<&str> = answers
        .iter()
        .filter_map(|it| it["answer"].as_str())
        .collect();
    assert_eq!(told, ["[4, 4]", "9", "proved"], "{found}");
    assert!(
        answers[2]["why"]
            .as_str()
            .is_some_and(|why| why.contains("affine-min")),
        "{found}"
    );
    assert!(
        answers[3]["error"]
            .as_str()
            .is_some_and(|it| it.contains("questions:2:")),
        "{found}"
    );
    let notes = found["notes"].as_array().expect("there are notes");
    let of_line = |line: u64| notes.iter().find(|note| note["line"] == line);
    assert_eq!(of_line(2).expect("it is known")["text"], "%c4 = 4");
    let proof = of_line(4).and_then(|note| note["proof"].as_str());
    assert!(
        proof.is_some_and(|proof| proof.contains("affine-min")),
        "{found}"
    );

    // A line is what it is at the prompt.
    let program = "func.func @f(%t: tensor<4x?xf32>) {\n  return\n}\n";
    let lines = "dim %t 0\n(dim %t 1) >= 0\nprove (dim %t 0) <= 4\n(range (dim %t 0)) (ub\n  (dim %t 0))\n%nope\n%t\n";
    let found = server.ask(program, lines);
    let answers = found["answers"].as_array().expect("there are answers");
    let told: Vec<&str> = answers
        .iter()
        .map(|it| it["answer"].as_str().unwrap_or("error"))
        .collect();
    let expected = [
        "[4, 4]",
        "proved",
        "proved",
        "[4, 4]",
        "4",
        "error",
        "(4, dim(%t, 1))",
    ];
    assert_eq!(told, expected, "{found}");
    assert_eq!(answers[0]["question"], "dim %t 0");

    // Contradictory assumptions are reported when they are made, before the next answers.
    let found = server.ask(program, "assume (dim %t 0) > 4\nrange (dim %t 0)");
    let told = found["answers"][0]["error"].as_str().unwrap_or_default();
    assert!(told.starts_with("warning: no values"), "{found}");
    assert_eq!(found["answers"][1]["answer"], "unreachable", "{found}");

    let found = server.ask("func.func @f(", "");
    assert!(
        found["error"]
            .as_str()
            .is_some_and(|it| it.contains("program.mlir:1:")),
        "{found}"
    );
}

#[test]
fn proofs_are_derived_when_they_are_wanted() {
    let server = Server::start(&["examples/tiled_matmul.mlir"]);
    let (_, _, examples) = server.get("/examples");
    let examples: Value = serde_json::from_str(&examples).expect("they are JSON");
    assert_eq!(examples[0]["name"], "examples/tiled_matmul.mlir");
    let request = |want: Value| {
        let request =
            json!({ "program": examples[0]["program"], "questions": "(range 3)", "want": want });
        let (status, body) =
            server.post("Content-Type: application/json\r\n", &request.to_string());
        assert_eq!(status, 200, "{body}");
        serde_json::from_str::<Value>(&body).expect("the answer is JSON")
    };
    let found = request(json!("notes"));
    assert!(
        found["answers"].is_null() && found["ended"].is_null(),
        "{found}"
    );
    let notes = found["notes"].as_array().expect("there are notes");
    let note = notes.iter().find(|note| note["column"] == "%width");
    let note = note.expect("there are bounds of %width");
    assert_eq!(note["proof"], "");
    let proof = request(json!({ "line": note["line"], "column": "%width" }));
    let proof = proof["proof"].as_str().expect("there is a proof");
    assert!(
        proof.contains("claim: (== (mod %width 7) 2) holds"),
        "{proof}"
    );
    let none = request(json!({ "line": note["line"], "column": "%there_is_no_such" }));
    assert_eq!(none["error"], "there is no such bound");
    let answers = request(json!("answers"));
    assert!(answers["notes"].is_null());
    assert_eq!(answers["answers"][0]["answer"], "[3, 3]");
}

#[test]
fn rules_are_checked_and_explained() {
    let server = Server::start(&[]);
    let program = "func.func @f(%t: tensor<?xf32>) {
  %u = \"my.take\"(%t) {count = 4 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  %v = \"my.other\"(%u) : (tensor<?xf32>) -> tensor<?xf32>
  return
}";
    let ask = |rules: &str, want: Value| {
        let request = json!({ "program": program, "rules": rules, "want": want });
        let (status, body) =
            server.post("Content-Type: application/json\r\n", &request.to_string());
        assert_eq!(status, 200, "{body}");
        serde_json::from_str::<Value>(&body).expect("the answer is JSON")
    };
    let rules = "; the first elements\n(op my.take (source operand) (count attribute))
(define my-take-dim (dim (my.take ?t ?count) ?d) (min ?count (dim ?t ?d)) :when (same? ?d 0) (< 0 ?count))";
    let found = ask(rules, json!({ "why": 2 }));
    let why = found["why"].as_str().unwrap_or_default();
    assert!(
        why.contains("my-take-dim defines (own.rules:3): applies"),
        "{found}"
    );
    assert!(found["skeleton"].is_null(), "{found}");
    let found = ask(rules, json!({ "why": 3 }));
    let skeleton = found["skeleton"].as_str().unwrap_or_default();
    assert!(
        skeleton.contains("(op my.other (input operand))"),
        "{found}"
    );
    assert_eq!(
        ask(rules, json!({ "why": 4000 }))["why"],
        "no op begins in this line"
    );
    assert_eq!(ask(rules, json!("findings"))["findings"], json!([]));
    for wrong in [
        "(rewrite wrong (truncdiv ?x ?c) (floordiv ?x ?c) :when (< 1 ?c))",
        "(op my.take (source operand",
    ] {
        let found = ask(wrong, json!("findings"));
        let first = &found["findings"][0];
        assert!(
            first["line"] == 1 && first["message"].is_string(),
            "{found}"
        );
    }
}

/// Rules declare how an op is written, and an op that cannot be read is no obstacle.
#[test]
fn ops_of_unknown_dialects_are_read_or_kept() {
    let server = Server::start(&[]);
    let program = "func.func @f(%n: index) {
  %m = my.twice %n : index
  %s = arith.muli %m, %m : index
  return
}";
    let ask = |rules: &str| {
        let request = json!({ "program": program, "rules": rules, "questions": "(range %s)" });
        let (status, body) =
            server.post("Content-Type: application/json\r\n", &request.to_string());
        assert_eq!(status, 200, "{body}");
        serde_json::from_str::<Value>(&body).expect("the answer is JSON")
    };
    let kept = ask("");
    let warning = kept["warning"].as_str().unwrap_or_default();
    assert!(
        warning.starts_with("program.mlir:2:8: warning: 'my.twice' is kept as text"),
        "{kept}"
    );
    assert_eq!(kept["answers"][0]["answer"], "[0, +inf]", "{kept}");
    let read = ask(
        "(op my.twice (operand operand)) (define my-twice (value (my.twice ?x)) (* 2 ?x))
        (syntax my.twice \"$operand attr-dict `:` type($result)\")",
    );
    assert!(read["warning"].is_null(), "{read}");
    assert_eq!(read["answers"][0]["answer"], "[0, +inf] 4k+0", "{read}");
}

#[test]
fn no_file_is_read() {
    let server = Server::start(&[]);
    for path in ["/etc/hosts", "Cargo.toml"] {
        let found = server.ask("", &format!("(load \"{path}\")"));
        let error = found["answers"][0]["error"].as_str().unwrap_or("");
        assert!(error.contains("there is no program"), "{found}");
    }
    assert_eq!(server.get("/../Cargo.toml").0, 404);
    assert_eq!(server.get("/etc/hosts").0, 404);
}

#[test]
fn pages_come_with_strict_headers() {
    let server = Server::start(&[]);
    for (path, kind) in [
        ("/", "text/html"),
        ("/page.css", "text/css"),
        ("/page.js", "text/javascript"),
        ("/highlight.js", "text/javascript"),
        ("/editor.js", "text/javascript"),
        ("/examples", "application/json"),
    ] {
        let (status, head, body) = server.get(path);
        assert_eq!(status, 200, "{path}");
        assert!(!body.is_empty(), "{path}");
        for header in [
            "Content-Security-Policy: default-src 'none'; script-src 'self';",
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            &format!("Content-Type: {kind}"),
        ] {
            assert!(head.contains(header), "{path}: no {header} in {head}");
        }
        // The page loads nothing from other origins. The bundle of an editor names some in messages.
        let names_none = !body.contains("https://") && !body.contains("src=\"//");
        assert!(names_none || path == "/editor.js", "{path}");
    }
    assert_eq!(server.get("/nothing").0, 404);
    let (host, close) = (&server.address, "Connection: close");
    let put = format!("PUT /ask HTTP/1.0\r\nHost: {host}\r\n{close}\r\nContent-Length: 0\r\n\r\n");
    assert_eq!(server.send(&put).0, 405);
}

#[test]
fn other_pages_are_not_answered() {
    let server = Server::start(&[]);
    // Host names that an attacker could resolve to this address.
    for host in ["evil.example", "evil.example:7345", ""] {
        let request = format!("GET / HTTP/1.0\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(server.send(&request).0, 421, "{host}");
    }
    let json = "Content-Type: application/json\r\n";
    assert_eq!(
        server
            .post(&format!("{json}Origin: http://evil.example\r\n"), "{}")
            .0,
        403
    );
    assert_eq!(server.post(&format!("{json}Origin: null\r\n"), "{}").0, 403);
    // Content types that a form of another page can send.
    assert_eq!(server.post("Content-Type: text/plain\r\n", "{}").0, 415);
    let own = format!("{json}Origin: http://{}\r\n", server.address);
    assert_eq!(server.post(&own, "{}").0, 200);
}

#[test]
fn what_is_too_large_or_too_often_is_refused() {
    let server = Server::start(&["--bytes", "1000", "--rate", "1"]);
    let json = "Content-Type: application/json\r\n";
    assert_eq!(server.post(json, &"x".repeat(1001)).0, 413);
    let statuses: Vec<u16> = (0..6).map(|_| server.post(json, "{}").0).collect();
    assert!(statuses.contains(&429), "{statuses:?}");
    // The server survives a malformed request.
    assert_ne!(server.send("GET\r\n\r\n").0, 200);
    assert_eq!(server.get("/").0, 200);
}

#[test]
fn headers_without_end_are_refused() {
    let server = Server::start(&[]);
    let mut stream = TcpStream::connect(&server.address).expect("it listens");
    let line = format!("X-Long: {}\r\n", "y".repeat(1000));
    let mut sent = 0;
    let _ = stream.write_all(b"GET / HTTP/1.1\r\n");
    // The server stops reading after 16 KiB, answers, and accepts little more.
    while sent < 64 << 20 && stream.write_all(line.as_bytes()).is_ok() {
        sent += line.len();
    }
    assert!(sent < 32 << 20, "{sent}");
    let request = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "y".repeat(20 << 10));
    assert_eq!(server.send(&request).0, 431);
    assert_eq!(server.get("/").0, 200);
}

#[test]
fn bodies_are_as_long_as_they_say() {
    let server = Server::start(&[]);
    let host = &server.address;
    let ask = |length: &str| {
        server.send(&format!(
            "POST /ask HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n{length}\r\n{{}}"
        ))
    };
    assert_eq!(ask("").0, 411);
    assert_eq!(ask("Content-Length: -1\r\n").0, 400);
    assert_eq!(ask("Content-Length: 4000000000\r\n").0, 413);
    assert_eq!(ask("Content-Length: 2\r\n").0, 200);
}

#[test]
fn clients_that_stall_keep_nobody_out_for_long() {
    let server = Server::start(&[]);
    let connect = || TcpStream::connect(&server.address).expect("it listens");
    let stalled: Vec<TcpStream> = (0..40).map(|_| connect()).collect();
    for mut stream in &stalled {
        stream
            .write_all(b"GET / HTTP/1.1\r\nHo")
            .expect("it listens");
    }
    assert_eq!(server.get("/").0, 200);
    // More connections than threads: the server rejects some at once.
    let more: Vec<TcpStream> = (0..40).map(|_| connect()).collect();
    let mut answer = String::new();
    let last = more.last().expect("there are some");
    let _ = (&*last).read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    // Clients that send nothing get an error.
    let mut answer = String::new();
    let _ = (&stalled[0]).read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    drop((stalled, more));
    let served = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        server.get("/").0 == 200
    });
    assert!(served);
}

#[test]
fn what_takes_too_long_is_ended() {
    let server = Server::start(&["--seconds", "1", "--bytes", "10000000"]);
    let variables: String = (0..40).map(|n| format!("(var x{n})")).collect();
    let sum: Vec<String> = (0..40)
        .map(|n| format!("(floordiv (* x{n} x{}) (+ 3 (mod x{n} 7)))", (n + 1) % 40))
        .collect();
    let claim = |n| format!("(prove (== (mod (+ {}) 4001) {n}))", sum.join(" "));
    let questions = variables + &(0..4000).map(claim).collect::<String>();
    let start = std::time::Instant::now();
    let found = server.ask("", &questions);
    assert!(start.elapsed().as_secs() < 8, "{:?}", start.elapsed());
    if found["error"] != "the answer takes too long" {
        // A machine that is fast enough returns answers.
        assert!(found["answers"].is_array(), "{found}");
    }
    assert_eq!(server.get("/").0, 200);
}

/// The page in a browser, if one is installed: see `tests/serve/browser.js`.
#[test]
fn the_page_works_in_a_browser() {
    let browser = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok());
    let Some(browser) = browser else {
        eprintln!("no browser is here: the page is NOT tried");
        return;
    };
    let server = Server::start(&["--seconds", "60"]);
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/serve/browser.sh");
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/page-test");
    let output = Command::new("bash")
        .arg(script)
        .args([browser, &format!("http://{}/", server.address), folder])
        .output()
        .expect("bash runs");
    if output.status.code() == Some(77) {
        eprintln!("what drives the browser cannot be installed: the page is NOT tried");
        return;
    }
    let told = String::from_utf8_lossy(&output.stdout);
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}{wrong}");
}
