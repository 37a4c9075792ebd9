//! No input makes the parser panic, overflow its stack or hang.

use super::error;
use calipers::ir::{Module, ParseOptions};
use std::time::{Duration, Instant};

/// Parses a text on a small stack, as tools do on their worker threads.
fn survives(text: String) -> bool {
    std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(
            move || match Module::parse(&text, "x", ParseOptions::default()) {
                Ok(module) => {
                    let printed = module.to_string();
                    drop(module);
                    !printed.is_empty()
                }
                Err(error) => {
                    let _ = error.to_string();
                    false
                }
            },
        )
        .expect("a thread can be started")
        .join()
        .expect("no panic")
}

#[test]
fn deep_nesting() {
    let nest = |open: &str, middle: &str, close: &str, depth: usize| {
        format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
    };
    let kinds: &[(&str, &str, &str, &str, &str)] = &[
        ("", "module {", "", "}", ""),
        ("", "\"d.op\"() ({", "", "}) : () -> ()", ""),
        (
            "func.func @f(%a: i1, %i: index) {",
            "scf.if %a {",
            "",
            "}",
            "return }",
        ),
        (
            "func.func @f(%a: i1, %i: index) {",
            "scf.execute_region {",
            "scf.yield",
            "} scf.yield",
            "return }",
        ),
        ("\"d.op\"() {a = ", "[", "", "]", "} : () -> ()"),
        ("\"d.op\"() {a = ", "{b = ", "1", "}", "} : () -> ()"),
        ("\"d.op\"() : () -> ", "tuple<", "i32", ">", ""),
        ("\"d.op\"() : () -> ", "complex<", "f32", ">", ""),
        ("\"d.op\"() : () -> ", "tensor<4x", "f32", ">", ""),
        ("\"d.op\"() : () -> ", "(i32) -> (", "f32", ")", ""),
        ("\"d.op\"() : () -> !d<", "<", "", ">", ">"),
        ("\"d.op\"() {a = #d<", "(", "", ")", ">} : () -> ()"),
        (
            "\"d.op\"() {a = affine_map<(d0) -> (",
            "(",
            "d0",
            ")",
            ")>} : () -> ()",
        ),
        (
            "\"d.op\"() {a = affine_map<(d0) -> (",
            "-",
            "d0",
            "",
            ")>} : () -> ()",
        ),
        (
            "\"d.op\"() {a = affine_map<(d0) -> (",
            "d0 + ",
            "d0",
            "",
            ")>} : () -> ()",
        ),
        (
            "\"d.op\"() {a = affine_map<(d0)[s0] -> (",
            "(d0 + s0) mod 7 + ",
            "d0",
            "",
            ")>} : () -> ()",
        ),
        (
            "\"d.op\"() {a = dense<",
            "[",
            "1",
            "]",
            "> : tensor<1xi32>} : () -> ()",
        ),
        (
            "\"d.op\"() {a = loc(",
            "callsite(\"a\" at ",
            "unknown",
            ")",
            ")} : () -> ()",
        ),
        ("\"d.op\"() : () -> () loc(", "\"a\"(", "unknown", ")", ")"),
        (
            "\"d.op\"() {a = sparse<",
            "[",
            "",
            "]",
            "> : tensor<1xi32>} : () -> ()",
        ),
        (
            "func.func @f(%m: memref<4xf32>) { affine.load %m[",
            "(",
            "0",
            ")",
            "] : memref<4xf32> return }",
        ),
    ];
    for (before, open, middle, close, after) in kinds {
        for depth in [3, 120, 250, 300, 1200, 100_000] {
            let body = nest(open, middle, close, depth);
            let read = survives(format!("{before}{body}{after}"));
            assert!(
                depth < 300
                    || !read
                    || *open == "("
                    || *open == "<"
                    || *open == "["
                    || *open == "d0 + "
                    || open.contains("mod")
                    || *open == "-",
                "{open} {depth}"
            );
            survives(format!("{before}{}", open.repeat(depth)));
        }
    }
}

#[test]
fn nesting_up_to_a_depth_is_read() {
    let text = format!("{}{}", "module {".repeat(200), "}".repeat(200));
    assert!(survives(text));
    let text = format!(
        "{}{}",
        "\"d.op\"() ({".repeat(200),
        "}) : () -> ()".repeat(200)
    );
    assert!(survives(text));
}

const SAMPLES: &[&str] = &[
    include_str!("generic.mlir"),
    include_str!("affine.mlir"),
    include_str!("scf.mlir"),
    include_str!("linalg.mlir"),
    include_str!("gpu.mlir"),
    include_str!("memref_cf_bufferization.mlir"),
    include_str!("vector.mlir"),
    include_str!("builtin_func_arith.mlir"),
];

fn read_and_print(text: &str) {
    if let Ok(module) = Module::parse(text, "x", ParseOptions::default()) {
        let printed = module.to_string();
        assert!(!printed.is_empty());
    }
}

#[test]
fn truncated_files() {
    for (number, sample) in SAMPLES.iter().enumerate() {
        // Mutate every byte of a few samples, and some bytes of the others.
        let step = if number < 3 { 1 } else { 7 };
        for end in (0..sample.len()).step_by(step) {
            if sample.is_char_boundary(end) {
                read_and_print(&sample[..end]);
            }
        }
    }
}

/// A small deterministic generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

#[test]
fn mutated_files() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let pieces: &[&str] = &[
        "",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "<",
        ">",
        ",",
        ":",
        "=",
        "->",
        "%a",
        "%0",
        "#map",
        "!t",
        "@f",
        "\"",
        "0",
        "-1",
        "99999999999999999999",
        "1.0",
        "index",
        "i32",
        "x",
        "?",
        "loc",
        "^bb0",
        "\u{20ac}",
        "dense",
        "array<i32: 9223372036854775807, 9223372036854775807>",
        "operandSegmentSizes",
    ];
    for _ in 0..2500 {
        let sample = SAMPLES[random.below(SAMPLES.len())];
        // Only a few lines, so that a mutation is likely to matter.
        let mut text = sample.as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len());
            let length = random.below(6).min(text.len() - at);
            let piece = pieces[random.below(pieces.len())];
            text.splice(at..at + length, piece.bytes());
        }
        read_and_print(&String::from_utf8_lossy(&text));
    }
}

#[test]
fn mutated_ops() {
    let mut random = Random(0x1234_5678_9abc_def1);
    // Swaps attributes and operands among generic ops, which gives ops of every kind with
    // wrong operands, attributes and regions.
    let generic: Vec<String> = SAMPLES
        .iter()
        .filter_map(|sample| Module::parse(sample, "x", ParseOptions::default()).ok())
        .map(|module| {
            module.print(calipers::ir::PrintOptions {
                generic: true,
                locations: false,
            })
        })
        .collect();
    let words = |text: &str| -> Vec<String> {
        text.split_inclusive([' ', ',', '(', ')', '<', '>', '=', '\n'])
            .map(str::to_owned)
            .collect()
    };
    let samples: Vec<Vec<String>> = generic.iter().map(|text| words(text)).collect();
    for _ in 0..1500 {
        let mut sample = samples[random.below(samples.len())].clone();
        for _ in 0..=random.below(3) {
            let from = random.below(sample.len());
            let to = random.below(sample.len());
            sample[to] = sample[from].clone();
        }
        read_and_print(&sample.concat());
    }
}

#[test]
fn many_flat_ops_are_read_fast() {
    let mut text = String::from("func.func @f(%a: index) {\n");
    for number in 0..1_000_000 {
        text.push_str(&format!("  %v{number} = arith.addi %a, %a : index\n"));
    }
    text.push_str("  return\n}\n");
    let start = Instant::now();
    let module = Module::parse(&text, "x", ParseOptions::default()).expect("it is right");
    assert_eq!(module.op_count(), 1_000_003);
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn long_lists_are_read_fast() {
    let start = Instant::now();
    let names: String = (0..50_000)
        .map(|number| format!("a{number} = {number}, "))
        .collect();
    survives(format!("\"d.op\"() {{{names}z}} : () -> ()"));
    let operands = vec!["%a"; 100_000].join(", ");
    let types = vec!["i32"; 100_000].join(", ");
    survives(format!(
        "%a = \"d.op\"() : () -> i32 \"d.use\"({operands}) : ({types}) -> ()"
    ));
    let names: Vec<String> = (0..20_000)
        .map(|number| format!("%a{number}: index"))
        .collect();
    let uses: Vec<String> = (0..20_000).map(|number| format!("%a{number}")).collect();
    survives(format!(
        "func.func @f(%m: memref<4xf32>, {}) {{ affine.load %m[{}] : memref<4xf32> return }}",
        names.join(", "),
        uses.join(", ")
    ));
    let blocks: String = (0..50_000)
        .map(|number| format!("^b{number}:\n  cf.br ^b{}\n", number + 1))
        .collect();
    survives(format!(
        "func.func @f() {{ cf.br ^b0\n{blocks}^b50000:\n return }}"
    ));
    survives(format!(
        "\"d.op\"() : () -> ({})",
        vec!["i32"; 100_000].join(", ")
    ));
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_long_line_is_shown_in_part() {
    let error = error(&format!("{} oops", "\"d.op\"() : () -> () ".repeat(10_000)));
    assert!(error.to_string().len() < 1000);
}
