//! Hostile inputs for the readers: random bytes, token soups, and mutated files of the corpus. The reader must accept
//! or reject each; it must not panic, and must terminate.

use calipers::analysis::{Analysis, Variable};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{Column, Program, TypeView, ValueId};
use calipers::rules::Rules;
use calipers::script::{ProgramArena, Session};
use calipers::solve::Config;
use proptest::prelude::*;
use std::path::Path;
use std::sync::OnceLock;

fn embedded() -> &'static Rules {
    static RULES: OnceLock<Rules> = OnceLock::new();
    RULES.get_or_init(Rules::embedded)
}

/// The texts of a folder's files with that suffix.
fn texts(folder: &str, end: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|it| it == end))
        .collect();
    files.sort();
    let read = |path| std::fs::read_to_string(path).expect("a file of the corpus is text");
    files.into_iter().map(read).collect()
}

/// Parses a program, and asks about the first of its values.
fn program(text: &str) {
    let options = ParseOptions {
        allow_unregistered: true,
        ..Default::default()
    };
    let Ok(module) = Module::parse(text, "adversarial.mlir", options) else {
        return;
    };
    let config = Config {
        max_engines: 2,
        max_cases: 4,
        ..Config::default()
    };
    let mut analysis = Analysis::with_config(&module, embedded(), config);
    for value in (0..module.value_count().min(12) as u32).map(ValueId) {
        match module.value_type(value) {
            TypeView::Index | TypeView::Integer { .. } => {
                analysis.range(Variable::value(value));
            }
            TypeView::Shaped(_) => {
                analysis.range(Variable::column(Column::Dim(value, 0)));
                analysis.range(Variable::column(Column::Stride(value, 0)));
            }
            _ => {}
        }
    }
    drop(module.to_string());
}

fn rules(text: &str) {
    let mut rules = Rules::none();
    if let Err(error) = rules.load("adversarial.rules", text) {
        drop(error.to_string());
    }
}

/// Runs the commands of a script, except those that read files.
fn script(text: &str) {
    let Ok(forms) = calipers::sexp::read(text) else {
        return;
    };
    let arena = ProgramArena::default();
    let mut session = Session::new(embedded(), &arena);
    for form in forms.iter().take(40) {
        let reads = form
            .as_call()
            .is_some_and(|(name, _)| name == "load" || name == "rules");
        if !reads {
            let _ = session.execute(form);
        }
    }
}

const TOKENS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    ",",
    ":",
    "->",
    "=",
    "==",
    "\"",
    "^bb0",
    "%a",
    "%a#1",
    "%0",
    "#map",
    "@f",
    "!t",
    "?",
    "*",
    "x",
    "-1",
    "0",
    "1",
    "99999999999999999999999999999999999",
    "0x7fffffffffffffff",
    "-9223372036854775808",
    "1e400",
    "i1",
    "i8",
    "i0",
    "i16777216",
    "index",
    "f32",
    "tensor<?x4xf32>",
    "memref<?xf32, strided<[?], offset: ?>>",
    "vector<[4]xi1>",
    "module",
    "func.func",
    "return",
    "arith.addi",
    "arith.constant",
    "scf.for",
    "scf.if",
    "scf.yield",
    "to",
    "step",
    "iter_args",
    "affine_map<(d0)[s0] -> (d0 floordiv s0)>",
    "affine.apply",
    "loc(unknown)",
    "dense<",
    "define",
    "fact",
    "op",
    "rewrite",
    "interface",
    "loop",
    "value",
    "dim",
    "result",
    "operand",
    "operands",
    ":when",
    ":given",
    ":in",
    "?x",
    "?d",
    "+",
    "floordiv",
    "mod",
    "select",
    "var",
    "assume",
    "prove",
    "range",
    "lb",
    "ub",
    "why",
    "push",
    "pop",
    ":min",
    ":max",
    ";",
    "\n",
    "\u{0}",
    "\u{202e}",
    "é",
];

fn soup() -> impl Strategy<Value = String> {
    let token = proptest::sample::select(TOKENS);
    proptest::collection::vec(token, 0..80).prop_map(|tokens| tokens.join(" "))
}

fn bytes() -> impl Strategy<Value = String> {
    let bytes = proptest::collection::vec(any::<u8>(), 0..300);
    bytes.prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Mutations of a text: parts deleted, duplicated or moved, tokens inserted.
fn changed(texts: Vec<String>) -> impl Strategy<Value = String> {
    let change = (
        any::<u16>(),
        any::<u16>(),
        0..4_u8,
        proptest::sample::select(TOKENS),
    );
    let changes = proptest::collection::vec(change, 1..6);
    let window = any::<u16>();
    (proptest::sample::select(texts), changes, window).prop_map(|(text, changes, window)| {
        let mut text: Vec<char> = text.chars().collect();
        // Mutate only a part of a long file.
        if text.len() > 3000 {
            let from = usize::from(window) % (text.len() - 2000);
            text = text[from..from + 2000].to_vec();
        }
        for (a, b, kind, token) in changes {
            let place = |n: u16, text: &[char]| usize::from(n) % (text.len() + 1);
            let from = place(a, &text);
            let to = (from + usize::from(b) % 40).min(text.len());
            match kind {
                0 => drop(text.drain(from..to)),
                1 => {
                    let part = text[from..to].to_vec();
                    let at = place(b, &text);
                    text.splice(at..at, part);
                }
                _ => drop(text.splice(from..from, token.chars()).collect::<Vec<_>>()),
            }
        }
        text.into_iter().collect()
    })
}

fn anything(folder: &str, end: &str) -> impl Strategy<Value = String> {
    prop_oneof![1 => bytes(), 2 => soup(), 5 => changed(texts(folder, end))]
}

fn on_a_small_stack(run: fn(&str), text: String) {
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    let thread = thread
        .spawn(move || run(&text))
        .expect("a thread can be started");
    thread.join().expect("no panic");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    })]

    #[test]
    fn programs_are_read_or_refused(text in anything("tests/rules", "mlir")) {
        on_a_small_stack(program, text);
    }

    #[test]
    fn rule_files_are_read_or_refused(text in anything("rules", "rules")) {
        on_a_small_stack(rules, text);
    }

    #[test]
    fn scripts_are_answered_or_refused(text in anything("tests/scripts", "cal")) {
        on_a_small_stack(script, text);
    }
}

#[test]
fn deep_expressions_are_answered_or_refused() {
    let deep = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(100_000), close.repeat(100_000))
    };
    for open in [
        "(",
        "(+ 1 ",
        "(not ",
        "(prove (not ",
        "(floordiv ",
        "(select ",
    ] {
        on_a_small_stack(script, deep(open, "x", ")"));
        on_a_small_stack(rules, deep(open, "?x", ")"));
    }
    on_a_small_stack(
        script,
        format!("(var x) (prove {})", deep("(+ x ", "1", ")")),
    );
    on_a_small_stack(
        rules,
        format!("(rewrite r {} ?x)", deep("(mod ?x ", "1", ")")),
    );
}

#[test]
fn wide_maps_are_read() {
    let list = |letter: &str, count: usize| -> String {
        let names: Vec<String> = (0..count).map(|n| format!("{letter}{n}")).collect();
        names.join(", ")
    };
    let operands = vec!["%a"; 10_000].join(", ");
    let map = format!(
        "affine_map<({}) -> ({})>",
        list("d", 10_000),
        list("d", 10_000).replace(", ", " + ")
    );
    on_a_small_stack(
        program,
        format!("func.func @f(%a: index) {{ %0 = affine.apply {map}({operands}) return }}"),
    );
    let nest = "affine_map<(d0) -> (".to_owned() + &"(d0 + 1) mod ".repeat(3_000) + "2)>";
    on_a_small_stack(
        program,
        format!("func.func @f(%a: index) {{ %0 = affine.apply {nest}(%a) return }}"),
    );
}

#[test]
fn what_refers_to_itself_is_refused_or_left_alone() {
    for text in [
        "func.func @f() { %a = arith.addi %a, %a : index return }",
        "func.func @f() { ^bb0: cf.br ^bb1 ^bb1: %a = arith.addi %b, %b : index %b = arith.addi %a, %a : index cf.br ^bb1 }",
        "\"t.graph\"() ({ %a = arith.addi %b, %a : index %b = arith.subi %a, %b : index }) : () -> ()",
        "#m = affine_map<(d0) -> (#m)>",
        "!t = tuple<!t>\nfunc.func @f(%a: !t) { return }",
        "func.func @f(%n: index) { %r = scf.for %i = %r to %n step %n iter_args(%x = %r) -> (index) { scf.yield %x : index } return }",
    ] {
        on_a_small_stack(program, text.to_owned());
    }
}

/// A chain of definitions that each use the one before it twice, written out, doubles with each step.
#[test]
fn long_chains_of_definitions_have_short_answers() {
    let steps = [
        "%v{next} = arith.muli %v{at}, %v{at} : index",
        "%q{at} = arith.remui %n, %v{at} : index\n%v{next} = arith.muli %v{at}, %q{at} : index",
        "%q{at} = arith.floordivsi %v{at}, %c3 : index\n%v{next} = arith.addi %v{at}, %q{at} : index",
        "%q{at} = arith.subi %c3, %v{at} : index\n%v{next} = arith.maxsi %v{at}, %q{at} : index",
    ];
    let questions = [
        "(eq %v40 :in %n)",
        "(ub %v40 :in %n)",
        "(range %v40)",
        "(prove (<= 1 %v24))",
        "(count %i)",
        "(footprint %m)",
        "(peak)",
        "(trips %i)",
    ];
    for step in steps {
        let mut text = "func.func @chain(%m: memref<?xf32>, %n: index, %x: f32) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c3 = arith.constant 3 : index
          %v0 = arith.addi %n, %c1 : index\n"
            .to_owned();
        for at in 0..40 {
            let step = step.replace("{at}", &at.to_string());
            text += &step.replace("{next}", &(at + 1).to_string());
            text.push('\n');
        }
        text += "scf.for %i = %c0 to %v40 step %c1 {
            %s = arith.muli %i, %v24 : index
            memref.store %x, %m[%s] : memref<?xf32>
          }
          %a = memref.alloc(%v40) : memref<?xf32>
          return
        }";
        let arena = ProgramArena::sealed([("chain.mlir".to_owned(), text)]);
        let mut session = Session::new(embedded(), &arena);
        for question in std::iter::once("(load \"chain.mlir\")").chain(questions) {
            let forms = calipers::sexp::read(question).expect("it is a command");
            let answer = session.execute(&forms[0]).expect("it is answered");
            assert!(
                format!("{answer:?}").len() < 20_000,
                "{question}: {answer:?}"
            );
        }
    }
}
