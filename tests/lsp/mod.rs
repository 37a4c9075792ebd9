//! Tests the language server with the requests of an editor.

mod editor;
mod features;

use editor::Editor;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::process::{Command, Stdio};

const PROGRAM: &str = "func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c8 {
    %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 8)>(%i)[%n] // 𝑥
    %more = arith.addi %size, %c8 : index
  }
  return
}
func.func @g(%n: index) {
  %size = \"other.op\"() : () -> index
  return
}
";

#[test]
fn a_program_gets_hints_hovers_and_rules() {
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/f.mlir";
    assert_eq!(editor.show(uri, PROGRAM, 1), Vec::<Value>::new());

    let hints = editor.hints(uri, 3, 5);
    let told: Vec<&str> = hints.iter().map(|(_, label)| label.as_str()).collect();
    assert_eq!(told.len(), 3, "{hints:?}");
    assert!(told[0].starts_with("%i"), "{hints:?}");
    assert_eq!(hints[1], (4, "%size in [1, 8]".to_owned()));
    assert_eq!(hints[2], (5, "%more in [9, 16]".to_owned()));

    // Hovering over a use shows its definition, with the proof.
    let hover = editor.at("hover", uri, 5, 25);
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(
        text.starts_with("`%size in [1, 8]`") && text.contains("affine-min"),
        "{text}"
    );
    // A value of the same name in another function is a different value.
    assert!(editor.at("hover", uri, 10, 4).is_null());
    let hover = editor.at("hover", uri, 5, 15);
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(
        text.contains("Rules of `arith.addi`") && text.contains("define `addi`"),
        "{text}"
    );
    let hover = editor.at("hover", uri, 10, 14);
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("no rules for `other.op`"), "{text}");

    let places = editor.at("definition", uri, 4, 14);
    let places = places.as_array().cloned().unwrap_or_default();
    assert!(!places.is_empty());
    for place in places {
        let path = place["uri"].as_str().unwrap_or_default();
        let path = path.strip_prefix("file://").unwrap_or_default();
        let text = std::fs::read_to_string(path).expect("the rules can be looked at");
        let line = place["range"]["start"]["line"].as_u64().unwrap_or_default();
        let line = text.lines().nth(line as usize).unwrap_or_default();
        assert!(line.starts_with('('), "{line}");
    }
    let answer = editor.request("textDocument/rename", json!({}));
    assert_eq!(answer["error"]["code"], -32601);
}

#[test]
fn an_open_condition_has_values_for_which_it_holds_and_fails() {
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/open.mlir";
    let program = "func.func @f(%i: index) {
  %c8 = arith.constant 8 : index
  %c = arith.cmpi slt, %i, %c8 : index
  return
}
";
    assert_eq!(editor.show(uri, program, 1), Vec::<Value>::new());
    let hover = editor.at("hover", uri, 2, 3);
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    let values: Vec<(&str, i64)> = ["true for %i = ", "false for %i = "]
        .into_iter()
        .filter_map(|start| {
            let line = text.lines().find_map(|line| line.strip_prefix(start))?;
            Some((start, line.parse().ok()?))
        })
        .collect();
    assert_eq!(values.len(), 2, "{text}");
    assert!(values[0].1 < 8 && values[1].1 >= 8, "{text}");
}

#[test]
fn mistakes_in_a_program_are_told_and_taken_back() {
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/broken.mlir";
    let broken = "func.func @f(%n: index) {\n  %x = arith.addi %n, %nothing : index\n  return\n}\n";
    let wrong = editor.show(uri, broken, 1);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert_eq!(
        wrong[0]["range"]["start"],
        json!({ "line": 1, "character": 22 })
    );
    assert_eq!(
        wrong[0]["range"]["end"],
        json!({ "line": 1, "character": 30 })
    );
    assert!(editor.hints(uri, 0, 9).is_empty());
    assert!(editor.at("hover", uri, 1, 3).is_null());
    assert!(editor.show(uri, PROGRAM, 2).is_empty());
    assert!(!editor.hints(uri, 0, 9).is_empty());
    // Positions beyond the end of the document are accepted.
    assert!(editor.at("hover", uri, 1000, 1000).is_null());
    assert_eq!(editor.at("definition", uri, 1000, 0), json!([]));
}

#[test]
fn a_rule_file_is_checked_and_can_be_walked() {
    let mut editor = Editor::start(&["--rules", "examples/dialect/frame.rules"]);
    let uri = "file:///tmp/my.rules";
    let text = "(op my.double (x operand))\n(define my-double (value (my.double ?x)) (* 2 ?y))\n";
    let wrong = editor.show(uri, text, 1);
    assert!(!wrong.is_empty());
    let unbound = |it: &Value| {
        it["message"]
            .as_str()
            .is_some_and(|it| it.contains("'?y' is not bound"))
    };
    let unbound = wrong.iter().find(|it| unbound(it));
    assert_eq!(
        unbound.map(|it| &it["range"]["start"]),
        Some(&json!({ "line": 1, "character": 46 }))
    );
    let text = text.replace("?y", "?x");
    assert_eq!(editor.show(uri, &text, 2), Vec::<Value>::new());
    let found = editor.at("definition", uri, 1, 30);
    assert_eq!(found[0]["uri"], uri);
    assert_eq!(found[0]["range"]["start"]["line"], 0);
    let hover = editor.at("hover", uri, 0, 6);
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("define `my-double`"), "{text}");

    // The server uses the rules from its command line in programs.
    let program = "func.func @f(%t: tensor<?x4xf32>) {\n  %0 = \"frame.flatten\"(%t) : (tensor<?x4xf32>) -> tensor<?xf32>\n  return\n}\n";
    let uri = "file:///tmp/frame.mlir";
    assert!(editor.show(uri, program, 1).is_empty());
    let hints = editor.hints(uri, 0, 3);
    assert!(
        hints
            .iter()
            .any(|(line, label)| *line == 1 && label.contains("* 4")),
        "{hints:?}"
    );
    let places = editor.at("definition", uri, 1, 12);
    let file = places[0]["uri"].as_str().unwrap_or_default();
    assert!(file.ends_with("examples/dialect/frame.rules"), "{places}");
}

#[test]
fn the_rules_of_the_library_are_checked_as_what_they_are() {
    let mut editor = Editor::start(&[]);
    let text = include_str!("../../rules/scf.rules");
    let wrong = editor.show("file:///somewhere/rules/scf.rules", text, 1);
    assert_eq!(wrong, Vec::<Value>::new());
}

/// A message body with its `Content-Length` header.
fn framed(body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    bytes.extend(body);
    bytes
}

#[test]
fn one_bad_message_does_not_end_the_server() {
    let mut editor = Editor::start(&[]);
    let deep = "[".repeat(1_000_000);
    let not_utf8 = b"{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"\xff\xfe\"}";
    for (body, code, id) in [
        (deep.as_bytes(), -32700, Value::Null),
        (not_utf8.as_slice(), -32700, Value::Null),
        (b"{", -32700, Value::Null),
        (b"", -32700, Value::Null),
        (b"[1, 2]", -32600, Value::Null),
        (b"{\"id\": 5}", -32600, json!(5)),
        (
            b"{\"id\": {}, \"method\": \"shutdown\"}",
            -32600,
            Value::Null,
        ),
        (
            b"{\"id\": \"a\", \"method\": \"initialize\"}",
            -32601,
            json!("a"),
        ),
    ] {
        editor.send_raw(&framed(body));
        let answer = editor.receive();
        assert_eq!(answer["error"]["code"], code, "{answer}");
        assert_eq!(answer["id"], id, "{answer}");
    }
    // Parameters of the wrong type.
    for params in [Value::Null, json!(3), json!({ "textDocument": 1 })] {
        let answer = editor.request("textDocument/hover", params.clone());
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        for method in ["textDocument/didOpen", "textDocument/didChange"] {
            editor.tell(method, params.clone());
            let told = editor.receive();
            assert_eq!(told["method"], "window/logMessage", "{told}");
        }
    }
    assert!(editor.show("file:///tmp/f.mlir", PROGRAM, 1).is_empty());
    assert!(!editor.hints("file:///tmp/f.mlir", 3, 5).is_empty());
}

#[test]
fn a_length_that_is_too_large_ends_the_server_with_an_error() {
    for header in [
        "Content-Length: 4000000000\r\n\r\n".to_owned(),
        "x".repeat(10_000),
    ] {
        let mut server = Command::new(env!("CARGO_BIN_EXE_calipers"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary runs");
        let mut input = server.stdin.take().expect("it is piped");
        input.write_all(header.as_bytes()).expect("it listens");
        let mut told = String::new();
        let output = server.stdout.as_mut().expect("it is piped");
        // The input stays open: the server must not wait for the rest.
        output.read_to_string(&mut told).expect("it speaks");
        assert!(told.contains("-32600"), "{told}");
        assert_eq!(server.wait().expect("it ends").code(), Some(2));
        drop(input);
    }
}

#[test]
fn only_a_conversation_that_has_begun_is_answered() {
    let mut editor = Editor::start(&[]);
    let again = editor.request("initialize", json!({ "capabilities": {} }));
    assert_eq!(again["error"]["code"], -32601, "{again}");
}

/// An op that cannot be read costs a warning, not the hints of the others; rules may declare how it is written.
#[test]
fn an_op_of_an_unknown_dialect_is_no_obstacle() {
    let program = "func.func @f(%n: index) {
  %c4 = arith.constant 4 : index
  %m = my.twice %n : index
  %s = arith.muli %m, %c4 : index
  return
}
";
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/lenient.mlir";
    let told = editor.show(uri, program, 1);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["severity"], 2, "{told:?}");
    assert_eq!(
        told[0]["range"]["start"],
        json!({ "line": 2, "character": 7 })
    );
    let hints = editor.hints(uri, 0, 9);
    assert!(hints.contains(&(3, "%s in 4k".to_owned())), "{hints:?}");

    let rules = std::env::temp_dir().join(format!("calipers-twice-{}.rules", std::process::id()));
    let text = "(op my.twice (operand operand))
(define my-twice (value (my.twice ?x)) (* 2 ?x))
(syntax my.twice \"$operand attr-dict `:` type($result)\")
";
    std::fs::write(&rules, text).expect("it can be written");
    let mut editor = Editor::start(&["--rules", &rules.display().to_string()]);
    assert!(editor.show(uri, program, 1).is_empty());
    let hints = editor.hints(uri, 0, 9);
    assert!(
        hints.iter().any(|(_, hint)| hint == "%s = %n * 8"),
        "{hints:?}"
    );
    let _ = std::fs::remove_file(&rules);
}

/// Rule files that are broken at first, changed on the disk, and edited: each answer is by their present text.
#[test]
fn rules_are_those_of_the_present_text_of_their_files() {
    let folder = std::env::temp_dir().join(format!("calipers-present-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be made");
    let (schema, rules) = (folder.join("schema.rules"), folder.join("a.rules"));
    let write = |path, text: &str| std::fs::write(path, text).expect("it can be written");
    write(&schema, "(op my.a (src operand)");
    let of = |term: &str| format!("(define my-a (value (my.a ?src)) {term})\n");
    write(&rules, &of("(* 2 ?src)"));
    let options = [&schema, &rules].map(|path| ["--rules".to_owned(), path.display().to_string()]);
    let options = options.concat();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let mut editor = Editor::start(&options);

    let uri = "file:///tmp/present.mlir";
    let text = "func.func @f(%n: index) {
  %a = \"my.a\"(%n) : (index) -> index
  return
}
";
    assert_eq!(editor.show(uri, text, 1), Vec::<Value>::new());
    assert_eq!(editor.hints(uri, 0, 3), vec![]);
    // The file with the error has a finding.
    let address = |path: &std::path::Path| format!("file://{}", path.display());
    let found = editor.show(&address(&schema), "(op my.a (src operand)", 1);
    assert_eq!(found.len(), 1, "{found:?}");

    write(&schema, "(op my.a (src operand))");
    let found = editor.show(&address(&schema), "(op my.a (src operand))\n", 2);
    assert_eq!(found, Vec::<Value>::new());
    let told = |hints: Vec<(u64, String)>| hints.into_iter().map(|it| it.1).collect::<Vec<_>>();
    assert_eq!(told(editor.hints(uri, 0, 3)), ["%a = %n * 2"]);

    // Another program changes a file.
    write(&rules, &of("(+ 2 ?src)"));
    assert_eq!(told(editor.hints(uri, 0, 3)), ["%a = %n + 2"]);
    // A change in the editor, of a file that needs the schema in another one.
    let found = editor.show(&address(&rules), &of("(+ 3 ?src)"), 1);
    assert_eq!(found, Vec::<Value>::new());
    assert_eq!(told(editor.hints(uri, 0, 3)), ["%a = %n + 3"]);
    // The rules before it stay while it has an error.
    let found = editor.show(&address(&rules), &of("(+ 4 ?source)"), 2);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(told(editor.hints(uri, 0, 3)), ["%a = %n + 3"]);
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}
