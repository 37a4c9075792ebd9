//! `calipers rules new`: the beginning of a rule file for an op.

use super::super::input;
use calipers::ir::{Module, ParseOptions};
use calipers::program::{OpId, Program, TypeView};
use calipers::source::Options;
use std::fmt::Write;

/// The op that gets rules.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
With a program, the fields are the operands and the attributes of the first such op in it. The definitions are \
comments: what they say is for you to decide, and a wrong definition makes answers wrong.

Examples:
  calipers rules new my.op > my.rules
  calipers rules new frame.sample examples/dialect/program.mlir > my.rules")]
pub(super) struct New {
    /// The name of the op.
    #[arg(value_name = "OP")]
    op: String,
    /// A program with the op, or `-` for the standard input.
    #[arg(value_name = "FILE")]
    program: Option<String>,
}

/// What the skeleton describes.
struct Shape {
    operands: usize,
    attributes: Vec<String>,
    /// Whether each result has dimensions.
    results: Vec<bool>,
}

/// The text of the file.
///
/// # Errors
/// The name is not that of an op, or the program cannot be read or has no such op.
pub(super) fn skeleton(new: &New) -> Result<String, String> {
    let op = &new.op;
    let is_name = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$'))
    };
    if !op
        .split_once('.')
        .is_some_and(|(dialect, name)| is_name(dialect) && is_name(name))
    {
        return Err(format!(
            "calipers: `{op}` is no op: expected a name such as `my.op`"
        ));
    }
    let shape = match &new.program {
        Some(program) => shape_in(program, op)?,
        None => Shape {
            operands: 1,
            attributes: vec![],
            results: vec![false, true],
        },
    };
    Ok(text(op, &shape))
}

fn shape_in(name: &str, op: &str) -> Result<Shape, String> {
    let options = ParseOptions {
        allow_unregistered: true,
        ..ParseOptions::default()
    };
    let reading = Options {
        parse: options.clone(),
        ..Options::default()
    };
    let source = input::read_program(name, reading)
        .map_err(|error| format!("calipers: `{name}` can't be read: {error}"))?;
    let module = Module::parse(&source, name, options).map_err(|error| error.to_string())?;
    let Some(&found) = module.ops_named(op).first() else {
        return Err(format!("calipers: `{name}` has no op `{op}`"));
    };
    Ok(shape(&module, found))
}

/// The text of a file for an op of a program.
pub(in crate::cli) fn of_op(module: &Module, op: OpId) -> String {
    text(module.op_name(op), &shape(module, op))
}

fn shape(module: &Module, op: OpId) -> Shape {
    let attributes = module.op_attributes(op).iter();
    let attributes = attributes.map(|attribute| module.name(attribute.name).to_owned());
    let is_shaped = |&value: &_| matches!(module.value_type(value), TypeView::Shaped(_));
    Shape {
        operands: module.operands(op).len(),
        attributes: attributes
            .filter(|name| !name.ends_with("SegmentSizes"))
            .collect(),
        results: module.results(op).iter().map(is_shaped).collect(),
    }
}

fn text(op: &str, shape: &Shape) -> String {
    let rule = op.replace(['.', '_', '$'], "-");
    let operands: Vec<String> = match shape.operands {
        1 => vec!["input".to_owned()],
        count => (0..count).map(|at| format!("input{at}")).collect(),
    };
    let fields = operands.iter().map(|name| format!(" ({name} operand)"));
    let attributes = shape
        .attributes
        .iter()
        .map(|name| format!(" ({} attribute {name})", name.to_lowercase()));
    let fields: String = fields.chain(attributes).collect();
    let names = operands
        .iter()
        .cloned()
        .chain(shape.attributes.iter().map(|it| it.to_lowercase()));
    let variables: String = names.map(|name| format!(" ?{name}")).collect();
    let mut text = format!(
        "; {op}: what it computes, and where its specification says so.\n\
         ; `calipers rules check FILE` checks this file, `calipers rules why PROGRAM {op} --rules FILE` says which\n\
         ; rule applies. Proofs and explanations refer to a rule by its name.\n\n\
         ; The operands in order, then the attributes. A list of operands is `operands`.\n\
         (op {op}{fields})\n"
    );
    let first = operands
        .first()
        .map_or("0".to_owned(), |name| format!("?{name}"));
    for (at, is_shaped) in shape.results.iter().enumerate() {
        let (about, number) = match shape.results.len() {
            0 | 1 => (format!("({op}{variables})"), String::new()),
            _ => (format!("(result ({op}{variables}) {at})"), format!("-{at}")),
        };
        let _ = match is_shaped {
            true => writeln!(
                text,
                "\n; Size ?d of a result, wherever the result exists:\n\
                 ; (define {rule}{number}-dim (dim {about} ?d) (dim {first} ?d))"
            ),
            false => writeln!(
                text,
                "\n; The integer that it returns, wherever the result exists; `:when` has guards on static information:\n\
                 ; (define {rule}{number} (value {about}) (+ {first} 1) :when (is-index? {first}))"
            ),
        };
    }
    let _ = writeln!(
        text,
        "\n; What holds after the op, because it has executed:\n; (fact {rule}-positive ({op}{variables}) (<= 0 {first}))"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use calipers::rules::Rules;

    #[test]
    fn a_skeleton_can_be_loaded() {
        let shape = Shape {
            operands: 2,
            attributes: vec!["axis".to_owned()],
            results: vec![true],
        };
        let text = text("my.op", &shape);
        assert!(
            text.contains("(op my.op (input0 operand) (input1 operand) (axis attribute axis))"),
            "{text}"
        );
        assert!(
            text.contains("(dim (my.op ?input0 ?input1 ?axis) ?d)"),
            "{text}"
        );
        let mut rules = Rules::embedded();
        if let Err(error) = rules.load("my.rules", &text) {
            panic!("{}", error.rendered);
        }
        assert!(rules.op("my.op").is_some());
        // The commented rules are of the rule language.
        let whole: String = text
            .lines()
            .map(|line| {
                line.strip_prefix("; (")
                    .map_or(line.to_owned(), |it| format!("({it}"))
                    + "\n"
            })
            .collect();
        let mut rules = Rules::embedded();
        if let Err(error) = rules.load("my.rules", &whole) {
            panic!("{}", error.rendered);
        }
    }
}
