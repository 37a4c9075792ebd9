//! Proofs of the questions in scripts: every verdict has one.

use calipers::rules::Rules;
use calipers::script::{Answer, ProgramArena, Session};
use calipers::sexp::read;
use std::path::Path;
use std::process::Command;

/// The number of verdicts of a script, and the verdicts without a proof.
fn verdicts(script: &str) -> (usize, Vec<String>) {
    let (rules, arena) = (Rules::embedded(), ProgramArena::new());
    let mut session = Session::new(&rules, &arena);
    let proof = read("(proof)").expect("it is a form");
    let (mut count, mut without) = (0, vec![]);
    let Ok(forms) = read(script) else {
        return (0, vec![]);
    };
    for form in &forms {
        let Ok(Answer::Text(verdict)) = session.execute(form) else {
            continue;
        };
        if !["proved", "refuted", "unreachable"].contains(&verdict.as_str())
            || !form.to_string().starts_with("(prove")
        {
            continue;
        }
        count += 1;
        match session.execute(&proof[0]) {
            Ok(Answer::Text(text)) if text.starts_with("claim: ") => {}
            other => without.push(format!("{form}: {verdict}, {other:?}")),
        }
    }
    (count, without)
}

#[test]
fn the_verdicts_of_scripts_have_proofs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let (mut count, mut without) = (0, vec![]);
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|end| end == "cal") {
            let script = std::fs::read_to_string(&path).expect("a script is text");
            let (own, lacking) = verdicts(&script);
            count += own;
            without.extend(lacking);
        }
    }
    println!("{count} verdicts, {} without a proof", without.len());
    assert!(without.is_empty(), "{}", without.join("\n"));
    assert!(count > 80, "{count}");
}

/// Converts the yes-or-no facts of JSON Lines files to a script.
const AS_SCRIPT: &str = r#"
import json, sys
for path in sys.argv[1:]:
    for line in open(path):
        fact = json.loads(line) if line.strip() else {"kind": ""}
        if fact["kind"] not in ("equal", "prove"): continue
        print("(push)")
        for name, (low, high) in fact["vars"].items():
            low = "" if low is None else f" :min {low}"
            high = "" if high is None else f" :max {high}"
            print(f"(var {name}{low}{high})")
        for condition in fact["assume"]: print(f"(assume {condition})")
        equal = fact["kind"] == "equal"
        print(f"(prove (== {fact['lhs']} {fact['rhs']}))" if equal else f"(prove {fact['cond']})")
        print("(pop)")
"#;

/// The corpora beside the project, if present.
#[test]
fn the_shared_facts_have_proofs() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/tvm");
    let Ok(folder) = std::fs::read_dir(shared) else {
        return;
    };
    let files = folder.flatten().map(|entry| entry.path());
    let files = files.filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
    let output = Command::new("python3")
        .args(["-c", AS_SCRIPT])
        .args(files)
        .output();
    let Ok(output) = output else {
        return;
    };
    let (count, without) = verdicts(&String::from_utf8_lossy(&output.stdout));
    println!("{count} verdicts, {} without a proof", without.len());
    assert!(without.is_empty(), "{}", without.join("\n"));
}
