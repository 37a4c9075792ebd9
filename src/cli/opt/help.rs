//! The help of `calipers opt`, by topic.

use super::passes;

/// An option: its name, its value if there is one, and its help text.
pub type Entry = (&'static str, Option<&'static str>, &'static str);

/// The options of the driver, by topic.
const TOPICS: &[(&str, &[Entry])] = &[
    ("Input", INPUT),
    ("Output", OUTPUT),
    ("Questions and rules", QUESTIONS),
    ("Diagnostics and times", DIAGNOSTICS),
    ("Passes", PASSES),
];

const INPUT: &[Entry] = &[
    (
        "split-input-file",
        None,
        "process the chunks between `// -----` lines on their own; `=MARKER` for other lines",
    ),
    (
        "allow-unregistered-dialect",
        None,
        "accept ops of unknown dialects",
    ),
    (
        "lenient",
        None,
        "keep an op that cannot be read as text, with a warning; nothing is assumed about it",
    ),
];

const OUTPUT: &[Entry] = &[
    ("o", Some("FILE"), "where to print; `-` is standard output"),
    (
        "mlir-print-op-generic",
        None,
        "print ops in the generic form",
    ),
    (
        "mlir-print-debuginfo",
        None,
        "print the location of each op",
    ),
    (
        "mlir-print-local-scope",
        None,
        "print maps and sets in place, without aliases",
    ),
    (
        "output-split-marker",
        Some("TEXT"),
        "the line between the chunks of the output; `// -----` by default",
    ),
    (
        "emit-bytecode",
        None,
        "write MLIR bytecode instead of text, which needs `-o FILE` or a pipe",
    ),
    (
        "emit-bytecode-version",
        Some("N"),
        "the version of the bytecode, 0 to 6; 6 by default",
    ),
    ("f", None, "write bytecode even to a terminal"),
];

const QUESTIONS: &[Entry] = &[
    (
        "answers",
        None,
        "print the answer to each question instead of the program, whatever functions the pipeline \
         is anchored on",
    ),
    ("json", None, "print answers and diagnostics as JSON Lines"),
    ("rules", Some("FILE"), "load more rules; may be repeated"),
    (
        "without",
        Some("RULE"),
        "leave out a rule of the library; may be repeated",
    ),
    (
        "solver",
        Some("KIND"),
        "what solves linear programs: auto, tableau (exact), float (f64, with exact certificates) \
         or off",
    ),
    (
        "threads",
        Some("N"),
        "look at so many functions at once; the text that comes out is the same with any number \
         (-mlir-disable-threading is --threads=1)",
    ),
];

const DIAGNOSTICS: &[Entry] = &[
    (
        "verify-diagnostics",
        None,
        "compare what is emitted with `expected-error` etc. comments",
    ),
    (
        "mlir-print-ir-after-all",
        None,
        "print the program to standard error after each pass",
    ),
    (
        "timing",
        None,
        "print the time of each phase to standard error; also -mlir-timing",
    ),
];

const PASSES: &[Entry] = &[(
    "pass-pipeline",
    Some("TEXT"),
    "the passes: 'builtin.module(func.func(PASS{option=value}))'",
)];

/// Example command lines.
pub const EXAMPLES: &str = "\
Examples:
  calipers opt examples/tiled_matmul.mlir --answers --test-affine-reify-value-bounds
  calipers opt examples/tiled_matmul.mlir --canonicalize --cse
  calipers opt examples/tiled_matmul.mlir --arith-int-range-narrowing=\"int-bitwidths-supported=8,16,32\"
  calipers opt examples/tiled_matmul.mlir --cse --emit-bytecode -o tiled_matmul.mlirbc
  calipers opt examples/questions.mlir -split-input-file -verify-diagnostics \\
    -pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds))'
";

/// The column of the help texts.
const COLUMN: usize = 32;
const WIDTH: usize = 100 - COLUMN;

/// The options of the driver.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    TOPICS.iter().flat_map(|(_, entries)| *entries)
}

/// The output of `--help`.
pub fn help() -> String {
    let mut text = "\
Runs passes over MLIR programs, as mlir-opt does.

Usage: calipers opt [OPTIONS] [FILE]

FILE is a .mlir file, or MLIR bytecode; `-` or none is standard input. Options take one dash or two.
"
    .to_owned();
    for (topic, entries) in TOPICS {
        text += &format!("\n{topic}:\n");
        for (name, value, help) in *entries {
            let option = match value {
                Some(value) => format!("--{name}={value}"),
                None => format!("--{name}"),
            };
            text += &entry(&option, help);
        }
    }
    text += &entry(
        "--PASS, --PASS=\"OPTIONS\"",
        "a pass, on every op that it fits:",
    );
    for name in passes::names() {
        text += &format!("    {name}\n");
    }
    text + "\n" + EXAMPLES
}

/// An option with its help text in a column.
fn entry(option: &str, help: &str) -> String {
    let mut text = String::new();
    let mut line = format!("  {option:width$}", width = COLUMN - 2);
    let mut length = 0;
    for word in help.split_whitespace() {
        if length > 0 && length + word.len() >= WIDTH {
            text = text + line.trim_end() + "\n";
            line = " ".repeat(COLUMN);
            length = 0;
        }
        line = line + word + " ";
        length += word.len() + 1;
    }
    text + line.trim_end() + "\n"
}
