//! `calipers export`: a question as an egglog program, and its e-graph as the JSON of `egraph-serialize`.

use serde_json::Value;
use std::process::{Command, Output};

fn export(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_calipers"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("export")
        .args(arguments)
        .output()
        .expect("the command starts")
}

fn text(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const PROGRAM: &str = "examples/tiled_matmul.mlir";

#[test]
fn an_egglog_program_has_the_question_its_facts_and_the_rules() {
    let text = text(&export(&[PROGRAM, "(mod %width 16)"]));
    let open = text.matches('(').count();
    assert_eq!(open, text.matches(')').count());
    assert!(text.contains("\n(let $question "), "{text}");
    assert!(text.contains("(extract $question)"));
    assert!(text.contains("; quotient-of-less\n(rewrite (FloorDiv ?x ?c) (Num (bigint 0)) :when "));
    assert!(text.contains("; mod-common-factor is left out"));
    assert!(text.contains("(set (lower (Var "), "{text}");
}

/// Every child is an e-node, and the term and its shortest form are in the e-class of the root.
#[test]
fn an_e_graph_is_closed() {
    let script = std::env::temp_dir().join(format!("calipers-export-{}.cal", std::process::id()));
    std::fs::write(&script, "(var n :min 0 :max 1000)\n").expect("the script can be written");
    let name = script.display().to_string();
    let text = text(&export(&[
        &name,
        "(+ n (mod (- n) 8))",
        "--format",
        "egraph",
    ]));
    std::fs::remove_file(&script).expect("the script can be removed");
    let graph: Value = serde_json::from_str(&text).expect("it is JSON");
    let nodes = graph["nodes"].as_object().expect("there are e-nodes");
    for node in nodes.values() {
        for child in node["children"].as_array().expect("a list of children") {
            assert!(
                nodes.contains_key(child.as_str().unwrap_or_default()),
                "{child}"
            );
        }
    }
    let root = &graph["root_eclasses"][0];
    let in_root = nodes.values().filter(|node| node["eclass"] == *root);
    let names: Vec<&str> = in_root.filter_map(|node| node["op"].as_str()).collect();
    assert!(
        names.contains(&"· + ·") && names.contains(&"8··"),
        "{names:?}"
    );
}

#[test]
fn errors_have_a_place() {
    let found = export(&[PROGRAM, "(mod %width"]);
    assert!(!found.status.success());
    let message = String::from_utf8_lossy(&found.stderr).into_owned();
    assert!(message.contains("expression:1:"), "{message}");
    let found = export(&["nowhere.cal", "n"]);
    let message = String::from_utf8_lossy(&found.stderr).into_owned();
    assert!(message.contains("`nowhere.cal` can't be read"), "{message}");
}
