//! Outline, names, completion, actions, tokens, and changes of a range.

use super::editor::Editor;
use serde_json::{Value, json};
use std::fmt::Write;

const PROGRAM: &str = "func.func @f(%n: index, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c8 {
    %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 8)>(%i)[%n]
    %more = arith.addi %size, %c8 : index
  }
  call @g(%n) : (index) -> ()
  return
}
func.func @g(%n: index) {
  %c2 = arith.constant 2 : index
  %four = arith.addi %c2, %c2 : index // always
  %open = \"my.op\"(%four) : (index) -> index
  return
}
";

/// The lines of the places in an answer, from 0.
fn lines(places: &Value) -> Vec<u64> {
    let places = places.as_array().cloned().unwrap_or_default();
    let line = |place: &Value| place["range"]["start"]["line"].as_u64();
    places.iter().filter_map(line).collect()
}

fn references(editor: &mut Editor, uri: &str, line: u32, character: u32) -> Vec<u64> {
    let params = json!({
        "textDocument": { "uri": uri },
        "position": { "line": line, "character": character },
        "context": { "includeDeclaration": true },
    });
    lines(&editor.ask("textDocument/references", params))
}

fn labels(items: &Value) -> Vec<String> {
    let items = items.as_array().cloned().unwrap_or_default();
    let label = |item: &Value| item["label"].as_str().map(str::to_owned);
    items.iter().filter_map(label).collect()
}

fn actions(editor: &mut Editor, uri: &str, line: u32) -> Vec<Value> {
    let place = json!({ "line": line, "character": 4 });
    let params = json!({
        "textDocument": { "uri": uri },
        "range": { "start": place, "end": place },
        "context": { "diagnostics": [] },
    });
    let found = editor.ask("textDocument/codeAction", params);
    found.as_array().cloned().unwrap_or_default()
}

#[test]
fn a_program_has_an_outline() {
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/outline.mlir";
    editor.show(uri, PROGRAM, 1);
    let document = json!({ "textDocument": { "uri": uri } });
    let symbols = editor.ask("textDocument/documentSymbol", document);
    let names = ["@f", "@g"].map(Value::from);
    assert_eq!(
        [&symbols[0]["name"], &symbols[1]["name"]],
        [&names[0], &names[1]]
    );
    assert_eq!(symbols[0]["range"]["end"]["line"], 10);
    assert_eq!(symbols[0]["children"][0]["name"], "scf.for");
    assert_eq!(symbols[1]["children"], Value::Null);
}

#[test]
fn values_and_symbols_have_definitions_and_references() {
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/names.mlir";
    editor.show(uri, PROGRAM, 1);
    // `%n` of `@f` is not `%n` of `@g`.
    assert_eq!(references(&mut editor, uri, 3, 23), [0, 3, 4, 7]);
    assert_eq!(references(&mut editor, uri, 10, 13), [10]);
    assert_eq!(references(&mut editor, uri, 12, 22), [11, 12, 12]);
    assert_eq!(references(&mut editor, uri, 4, 63), [3, 4]);
    assert_eq!(references(&mut editor, uri, 7, 8), [7, 10]);
    let defined = editor.at("definition", uri, 5, 24);
    assert_eq!(lines(&defined), [4]);
    assert_eq!(lines(&editor.at("definition", uri, 7, 8)), [10]);
    assert_eq!(lines(&editor.at("definition", uri, 4, 63)), [3]);
}

#[test]
fn arguments_of_a_block_are_known_at_its_label() {
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/while.mlir";
    let program = std::fs::read_to_string("tests/annotate/labels.mlir").unwrap();
    editor.show(uri, &program, 1);
    // Two blocks of a loop have an argument `%a`.
    assert_eq!(references(&mut editor, uri, 4, 18), [4, 5, 6]);
    assert_eq!(references(&mut editor, uri, 8, 8), [8, 9]);
    assert_eq!(lines(&editor.at("definition", uri, 9, 21)), [8]);
    let hover = editor.at("hover", uri, 8, 8).to_string();
    assert!(hover.contains("`%a in [0, %n - 1]`") && !hover.contains("`%a in [0, +inf]`"));
}

#[test]
fn completion_knows_values_ops_and_fields() {
    let mut editor = Editor::start(&["--rules", "examples/dialect/frame.rules"]);
    let uri = "file:///tmp/complete.mlir";
    let broken = PROGRAM.replace("arith.addi %size, %c8 : index", "arith.addi %");
    assert_eq!(editor.show(uri, &broken, 1).len(), 1);
    let names = labels(&editor.at("completion", uri, 5, 24));
    assert!(names.contains(&"%size".to_owned()) && names.contains(&"%i".to_owned()));
    assert!(!names.contains(&"%more".to_owned()) && !names.contains(&"%four".to_owned()));
    let ops = labels(&editor.at("completion", uri, 5, 16));
    assert!(ops.contains(&"arith.addi".to_owned()) && ops.contains(&"frame.flatten".to_owned()));

    let uri = "file:///tmp/complete.rules";
    let text = "(op my.double (x operand))\n(fact f (frame.flatten ?\n";
    editor.show(uri, text, 1);
    let fields = labels(&editor.at("completion", uri, 1, 24));
    assert!(fields.contains(&"?source".to_owned()), "{fields:?}");
    let text =
        "(\n\n(fact f (frame.flatten ?x) (<= 0 (d\n\n(fact f (frame.flatten ?x) (<= 0 ?x) :\n";
    editor.show(uri, text, 2);
    let forms = labels(&editor.at("completion", uri, 0, 1));
    assert!(forms.contains(&"define".to_owned()), "{forms:?}");
    let functions = labels(&editor.at("completion", uri, 2, 35));
    assert!(functions.contains(&"dim".to_owned()) && functions.contains(&"min".to_owned()));
    let options = labels(&editor.at("completion", uri, 4, 38));
    assert!(options.contains(&":when".to_owned()), "{options:?}");
    // Positions beyond the end of the document are accepted.
    editor.at("completion", uri, 99, 99);
}

#[test]
fn a_constant_and_a_rule_are_offered() {
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/actions.mlir";
    editor.show(uri, PROGRAM, 1);
    let found = actions(&mut editor, uri, 12);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["title"], "Replace %four by the constant 4");
    let change = &found[0]["edit"]["documentChanges"][0];
    let edit = &change["edits"][0];
    assert_eq!(edit["newText"], "%four = arith.constant 4 : index");
    assert_eq!(
        edit["range"]["start"],
        json!({ "line": 12, "character": 2 })
    );
    assert_eq!(edit["range"]["end"], json!({ "line": 12, "character": 37 }));

    let found = actions(&mut editor, uri, 13);
    assert_eq!(found[0]["title"], "Begin a rule for `my.op` in my.rules");
    let changes = &found[0]["edit"]["documentChanges"];
    assert_eq!(changes[0]["uri"], "file:///tmp/my.rules");
    let text = changes[1]["edits"][0]["newText"]
        .as_str()
        .unwrap_or_default();
    assert!(text.contains("(op my.op (input operand))"), "{text}");
    // There is nothing to offer for a loop, and for a line without ops.
    assert_eq!(actions(&mut editor, uri, 3), Vec::<Value>::new());
    assert_eq!(actions(&mut editor, uri, 999), Vec::<Value>::new());
}

#[test]
fn a_condition_that_always_holds_is_offered() {
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/condition.mlir";
    let program = "func.func @f(%n: index) -> i1 {
  %c4 = arith.constant 4 : index
  %q = arith.remsi %n, %c4 : index
  %k = arith.cmpi slt, %q, %c4 : index
  return %k : i1
}
";
    editor.show(uri, program, 1);
    let found = actions(&mut editor, uri, 3);
    assert_eq!(found.len(), 1, "{found:?}");
    let edit = &found[0]["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!(edit["newText"], "%k = arith.constant true");
}

#[test]
fn a_proved_access_is_offered_as_in_bounds() {
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/access.mlir";
    let program = "func.func @f(%m: memref<16xf32>, %p: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %m[%c0], %p : memref<16xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
";
    assert_eq!(editor.show(uri, program, 1), Vec::<Value>::new());
    let found = actions(&mut editor, uri, 2);
    assert_eq!(found.len(), 1, "{found:?}");
    let edit = &found[0]["edit"]["documentChanges"][0]["edits"][0];
    let text = edit["newText"].as_str().unwrap_or_default();
    assert!(text.contains("in_bounds = [true]"), "{text}");
}

#[test]
fn tokens_are_of_the_legend() {
    let mut editor = Editor::start(&[]);
    for (uri, text) in [
        ("file:///tmp/tokens.mlir", PROGRAM),
        ("file:///tmp/tokens.rules", "(op my.op (x operand)) ; my\n"),
    ] {
        editor.show(uri, text, 1);
        let document = json!({ "textDocument": { "uri": uri } });
        let tokens = editor.ask("textDocument/semanticTokens/full", document);
        let data = tokens["data"].as_array().cloned().unwrap_or_default();
        assert!(data.len() >= 5 * 5 && data.len() % 5 == 0, "{tokens}");
        let kinds = data.iter().skip(3).step_by(5);
        assert!(kinds.filter_map(Value::as_u64).all(|kind| kind < 9));
    }
}

#[test]
fn a_rule_file_has_an_outline_and_references() {
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/outline.rules";
    let text = "(op my.double (x operand))
(define double (value (my.double ?x)) (* 2 ?x))
(fact positive (my.double ?x) (<= 0 ?x))
";
    editor.show(uri, text, 1);
    let document = json!({ "textDocument": { "uri": uri } });
    let symbols = editor.ask("textDocument/documentSymbol", document);
    let symbols = symbols.as_array().cloned().unwrap_or_default();
    let names: Vec<_> = symbols.iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, ["my.double", "double", "positive"]);
    assert_eq!(references(&mut editor, uri, 0, 6), [0, 1, 2]);
    // A variable belongs to its rule.
    assert_eq!(references(&mut editor, uri, 1, 34), [1, 1]);
}

/// Changes a range of a document.
fn edit(editor: &mut Editor, uri: &str, from: (u32, u32), to: (u32, u32), text: &str) {
    let place = |(line, character)| json!({ "line": line, "character": character });
    let change = json!({ "range": { "start": place(from), "end": place(to) }, "text": text });
    let params =
        json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [change] });
    editor.tell("textDocument/didChange", params);
}

#[test]
fn hints_stay_while_the_text_is_broken() {
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/typing.mlir";
    editor.show(uri, PROGRAM, 1);
    let before = editor.hints(uri, 0, 99);
    // A line is begun before the last one of the loop.
    edit(&mut editor, uri, (5, 0), (5, 0), "    %new = arith.\n");
    let broken = editor.hints(uri, 0, 99);
    let moved = |(line, text): &(u64, String)| (line + u64::from(*line >= 5), text.clone());
    assert_eq!(broken, before.iter().map(moved).collect::<Vec<_>>());
    edit(&mut editor, uri, (5, 17), (5, 17), "constant 7 : index");
    let whole = editor.hints(uri, 0, 99);
    assert!(whole.contains(&(5, "%new = 7".to_owned())), "{whole:?}");
    assert_eq!(whole.len(), before.len() + 1);
    // An alias changes functions that stay as they are.
    edit(
        &mut editor,
        uri,
        (0, 0),
        (0, 0),
        "#map = affine_map<(d0) -> (d0 + 1)>\n",
    );
    edit(
        &mut editor,
        uri,
        (7, 4),
        (7, 41),
        "%more = affine.apply #map(%size)",
    );
    let hints = editor.hints(uri, 0, 99);
    assert!(
        hints.contains(&(7, "%more in [2, 9]".to_owned())),
        "{hints:?}"
    );
    edit(&mut editor, uri, (0, 32), (0, 33), "5");
    let hints = editor.hints(uri, 0, 99);
    assert!(
        hints.contains(&(7, "%more in [6, 13]".to_owned())),
        "{hints:?}"
    );
}

#[test]
fn a_change_in_a_long_program_keeps_the_hints_of_others() {
    let mut text = String::new();
    for number in 0..50 {
        let function = PROGRAM.replace("@f", &format!("@f{number}"));
        let function = function.replace("@g", &format!("@g{number}"));
        let _ = write!(text, "{}", function.replace("  call @g", "  // call @g"));
    }
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/long.mlir";
    editor.show(uri, &text, 1);
    let before = editor.hints(uri, 0, 10_000);
    edit(&mut editor, uri, (2, 24), (2, 25), "9");
    let after = editor.hints(uri, 0, 10_000);
    assert_eq!(after.len(), before.len());
    let changed = before.iter().zip(&after).filter(|(a, b)| a != b);
    let lines: Vec<u64> = changed.map(|(hint, _)| hint.0).collect();
    assert_eq!(lines, [2, 3, 5], "{after:?}");
}

#[test]
fn a_long_function_gets_the_hints_of_the_lines_in_sight() {
    let mut text = "func.func @f(%n: index, %i: index) {\n".to_owned();
    for k in 0..3000 {
        let map = format!("affine_map<(d0) -> (d0 mod {})>", k + 2);
        let _ = writeln!(text, "  %x{k} = affine.apply {map}(%i)");
    }
    text += "  return\n}\n";
    let mut editor = Editor::start(&[]);
    let uri = "file:///tmp/one.mlir";
    editor.show(uri, &text, 1);
    let expected = |lines: std::ops::RangeInclusive<u64>| {
        let hints = lines.map(|line| {
            (
                line,
                format!("%x{} = %i mod {} in [0, {line}]", line - 1, line + 1),
            )
        });
        hints.collect::<Vec<_>>()
    };
    // Across the end of a part, and at the end of the function.
    assert_eq!(editor.hints(uri, 190, 210), expected(190..=210));
    assert_eq!(editor.hints(uri, 2995, 3003), expected(2995..=3000));
    edit(&mut editor, uri, (205, 2), (205, 2), "broken ");
    let mut hints = expected(190..=210);
    hints.retain(|(line, _)| *line != 205);
    assert_eq!(editor.hints(uri, 190, 210), hints);
}

/// A chain of dependent ops, whose hints take longer than an editor waits.
#[test]
fn hints_that_take_long_come_later() {
    let mut program = "func.func @f(%n: index, %m: index, %v0: index) {\n".to_owned();
    program += "  %c1 = arith.constant 1 : index\n";
    for at in 1..150 {
        let op = ["addi", "minsi"][at % 2];
        let other = ["%c1", "%m"][at % 2];
        let _ = writeln!(
            program,
            "  %v{at} = arith.{op} %v{}, {other} : index",
            at - 1
        );
    }
    program += "  return\n}\n";
    let uri = "file:///tmp/chain.mlir";
    let mut patient = Editor::start(&[]);
    patient.show(uri, &program, 1);
    let all = patient.hints(uri, 0, 160);
    assert!(all.len() > 100, "{all:?}");

    let capabilities = json!({ "workspace": { "inlayHint": { "refreshSupport": true } } });
    let mut editor = Editor::start_with(&[], &capabilities);
    editor.show(uri, &program, 1);
    loop {
        let hints = editor.hints(uri, 0, 160);
        assert_eq!(hints, all[..hints.len()], "the first hints come first");
        if hints.len() == all.len() {
            break;
        }
        editor.wait_for_hints();
    }
    // A change while hints are computed.
    editor.show(
        uri,
        &program.replace("%v1 ", "%w1 ").replace("%v1,", "%w1,"),
        2,
    );
    editor.hints(uri, 0, 160);
    editor.show(uri, &program, 3);
    while editor.hints(uri, 0, 160) != all {
        editor.wait_for_hints();
    }
}
