//! `calipers rules new`: the beginning of a rule file for an op.

use super::super::input;
use super::ods;
use calipers::ir::{Module, ParseOptions};
use calipers::irdl;
use calipers::program::{OpId, Program, TypeView, ValueId};
use calipers::rules::{self, Fields, Rules, Source};
use calipers::source::Options;
use std::fmt::Write;
use std::path::Path;

/// The op that gets rules.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
With a program, the fields are the operands and the attributes of all such ops in it; with a description, those \
of the op that it describes: a dialect in IRDL (`irdl.dialect` in an `.mlir` file), or TableGen as in MLIR's ODS \
(`.td`). The definitions are comments: what they say is for you to decide, and a wrong definition makes answers wrong.

Examples:
  calipers rules new my.op > my.rules
  calipers rules new frame.sample examples/dialect/program.mlir > my.rules
  calipers rules new frame.sample examples/dialect/frame.td > my.rules")]
pub(super) struct New {
    /// The name of the op.
    #[arg(value_name = "OP")]
    op: String,
    /// A program with the op, or `-` for the standard input; or a description of the op.
    #[arg(value_name = "FILE")]
    program: Option<String>,
}

/// What the skeleton describes.
pub(super) struct Shape {
    pub(super) fields: Vec<Field>,
    /// Whether each result has dimensions.
    pub(super) results: Vec<bool>,
    /// Whether there is one result, of which only this is known: it is like one of `results`.
    pub(super) is_open: bool,
    pub(super) has_regions: bool,
    /// The classes that may state fields, but are not in the file.
    pub(super) unknown: Vec<String>,
}

/// A field of an op.
pub(super) struct Field {
    name: String,
    /// What it consists of, as rule files say it.
    kind: String,
    /// Whether it is a value with dimensions.
    is_shaped: bool,
}

impl Field {
    pub(super) fn new(name: impl Into<String>, kind: impl Into<String>) -> Field {
        Field {
            name: name.into(),
            kind: kind.into(),
            is_shaped: false,
        }
    }

    /// The attribute of that name.
    pub(super) fn attribute(name: &str) -> Field {
        Field::new(name.to_lowercase(), format!("attribute {name}"))
    }

    /// The field in a rule file.
    pub(super) fn text(&self) -> String {
        format!("({} {})", self.name, self.kind)
    }
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
        Some(name) => {
            let found = match Path::new(name).extension().is_some_and(|it| it == "td") {
                true => shape_in_tablegen(name, op)?,
                false => shape_in(name, op)?,
            };
            found.ok_or_else(|| format!("calipers: `{name}` has no op `{op}`"))?
        }
        None => Shape {
            fields: vec![Field::new("input", "operand")],
            results: vec![false, true],
            is_open: true,
            has_regions: false,
            unknown: vec![],
        },
    };
    Ok(text(op, &shape))
}

fn shape_in_tablegen(name: &str, op: &str) -> Result<Option<Shape>, String> {
    let text = super::super::rule_files::read(name)?;
    let (_, mnemonic) = op.split_once('.').unwrap_or_default();
    Ok(ods::shape(&text, mnemonic))
}

/// The shape of an op of a dialect that IRDL describes.
fn shape_in_irdl(name: &str, text: &str, op: &str) -> Result<Option<Shape>, String> {
    let mut rules = Rules::none();
    irdl::load(&mut rules, name, text).map_err(|error| error.rendered)?;
    let Some(known) = rules.op(op) else {
        return Ok(None);
    };
    let field = |field: &rules::Field| match &field.source {
        Source::Attribute(names) => Field::new(
            field.name.to_lowercase(),
            format!("attribute {}", names.join(" ")),
        ),
        Source::Operand => Field::new(&field.name, "operand"),
        Source::Optional => Field::new(&field.name, "optional"),
        _ => Field::new(&field.name, "operands"),
    };
    Ok(Some(Shape {
        fields: known.schema.fields.iter().map(field).collect(),
        // Whether a result has dimensions is not known.
        results: known.schema.results.iter().map(|_| false).collect(),
        is_open: false,
        has_regions: false,
        unknown: vec![],
    }))
}

fn shape_in(name: &str, op: &str) -> Result<Option<Shape>, String> {
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
    if is_irdl(&source) {
        return shape_in_irdl(name, &source, op);
    }
    let module = Module::parse(&source, name, options).map_err(|error| error.to_string())?;
    let all = module.ops_named(op).into_iter();
    let all = all.map(|found| parts(&module, found)).collect();
    Ok(merged(all))
}

/// Whether a text begins with a dialect in IRDL, which may be in a module.
fn is_irdl(text: &str) -> bool {
    let code = text.lines().map(str::trim_start);
    let mut code = code.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let Some(first) = code.next() else {
        return false;
    };
    let inner = first.strip_prefix("module").map(str::trim_start);
    let inner = inner
        .and_then(|it| it.strip_prefix('{'))
        .map(str::trim_start);
    let start = match inner {
        Some("") => code.next().unwrap_or_default(),
        Some(inner) => inner,
        None => first,
    };
    start.starts_with("irdl.dialect")
}

/// The text of a file for an op of a program.
pub(in crate::cli) fn of_op(module: &Module, op: OpId) -> String {
    merged(vec![parts(module, op)])
        .map_or_else(String::new, |shape| text(module.op_name(op), &shape))
}

/// What one op of a program consists of.
struct Parts {
    /// The kind of each operand or group of operands, and whether its first value has dimensions.
    operands: Vec<(&'static str, bool)>,
    attributes: Vec<String>,
    results: Vec<bool>,
    has_regions: bool,
}

fn parts(module: &Module, op: OpId) -> Parts {
    let attributes = module.op_attributes(op).iter();
    let attributes = attributes.map(|attribute| module.name(attribute.name));
    let attributes = attributes.filter(|name| !name.ends_with("SegmentSizes"));
    let is_shaped = |&value: &ValueId| matches!(module.value_type(value), TypeView::Shaped(_));
    let operands = module.operands(op);
    let groups = match Fields::told_segments(module, op) {
        Some(sizes) => {
            let mut rest = operands.iter();
            let mut first = |&size: &i64| {
                let mut own = rest.by_ref().take(usize::try_from(size).unwrap_or(0));
                let first = own.next().is_some_and(is_shaped);
                own.for_each(drop);
                first
            };
            sizes.iter().map(|size| ("operands", first(size))).collect()
        }
        None => operands
            .iter()
            .map(|it| ("operand", is_shaped(it)))
            .collect(),
    };
    Parts {
        operands: groups,
        attributes: attributes.map(str::to_owned).collect(),
        results: module.results(op).iter().map(is_shaped).collect(),
        has_regions: !module.regions(op).is_empty(),
    }
}

/// What all ops of one name consist of; none if there are none.
fn merged(all: Vec<Parts>) -> Option<Shape> {
    let least = all.iter().map(|it| it.operands.len()).min()?;
    let most = all.iter().map(|it| it.operands.len()).max()?;
    let results = all.iter().map(|it| it.results.len()).max()?;
    // Operands that only some of the ops have are one field.
    let count = least + usize::from(most > least);
    let operands = (0..count).map(|at| {
        let mut these = all.iter().filter_map(|it| it.operands.get(at));
        let is_shaped = these.clone().any(|(_, is_shaped)| *is_shaped);
        let is_list = these.any(|(kind, _)| *kind == "operands");
        let kind = match at < least {
            _ if is_list => "operands",
            true => "operand",
            false if most == least + 1 => "optional",
            false => "operands",
        };
        let name = match count {
            1 => "input".to_owned(),
            _ => format!("input{at}"),
        };
        Field {
            is_shaped,
            ..Field::new(name, kind)
        }
    });
    let mut attributes: Vec<&str> = vec![];
    for name in all.iter().flat_map(|it| &it.attributes) {
        if !attributes.contains(&name.as_str()) {
            attributes.push(name);
        }
    }
    let attributes = attributes.into_iter().map(Field::attribute);
    let result = |at: usize| all.iter().any(|it| it.results.get(at) == Some(&true));
    Some(Shape {
        fields: operands.chain(attributes).collect(),
        results: (0..results).map(result).collect(),
        is_open: false,
        has_regions: all.iter().any(|it| it.has_regions),
        unknown: vec![],
    })
}

fn text(op: &str, shape: &Shape) -> String {
    let rule = op.replace(['.', '_', '$'], "-");
    let fields: String = shape
        .fields
        .iter()
        .map(|it| format!(" {}", it.text()))
        .collect();
    let variables: String = shape
        .fields
        .iter()
        .map(|it| format!(" ?{}", it.name))
        .collect();
    let unknown = match shape.unknown.as_slice() {
        [] => String::new(),
        names => format!(
            "; Not all fields are known: the file does not have {}, which may state operands, attributes and results.\n",
            names.join(", ")
        ),
    };
    let mut text = format!(
        "; {op}: what it computes, and where its specification says so.\n\
         ; `calipers rules check FILE` checks this file, `calipers rules why PROGRAM {op} --rules FILE` says which\n\
         ; rule applies. Proofs and explanations refer to a rule by its name.\n\n\
         ; The operands in order, then the attributes. A list of operands is `operands`.\n{unknown}\
         (op {op}{fields})\n"
    );
    let first = shape.fields.first();
    let value = match first {
        Some(field) if field.kind == "operand" => format!("?{}", field.name),
        Some(field) if field.kind == "operands" => format!("(at ?{} 0)", field.name),
        _ => "0".to_owned(),
    };
    let has_dims = first.is_some_and(|field| field.is_shaped);
    // What the first operand is like, as an integer.
    let (integer, guard) = match has_dims {
        true => (format!("(dim {value} 0)"), String::new()),
        false => (format!("(+ {value} 1)"), format!(" :when (index? {value})")),
    };
    for (at, is_shaped) in shape.results.iter().enumerate() {
        let (about, number) = match shape.results.len() {
            _ if shape.is_open => (format!("({op}{variables})"), String::new()),
            0 | 1 => (format!("({op}{variables})"), String::new()),
            _ => (format!("(result ({op}{variables}) {at})"), format!("-{at}")),
        };
        let _ = match is_shaped {
            true => writeln!(
                text,
                "\n; Size ?d of a result, wherever the result exists:\n\
                 ; (define {rule}{number}-dim (dim {about} ?d) (dim {value} ?d))"
            ),
            false => writeln!(
                text,
                "\n; The integer that it returns, wherever the result exists; `:when` has guards on static information:\n\
                 ; (define {rule}{number} (value {about}) {integer}{guard})"
            ),
        };
    }
    let positive = if has_dims { &integer } else { &value };
    let _ = writeln!(
        text,
        "\n; What holds after the op, because it has executed:\n; (fact {rule}-positive ({op}{variables}) (<= 0 {positive}))"
    );
    if shape.has_regions {
        let _ = writeln!(
            text,
            "\n; What holds in region 0, of its first argument:\n\
             ; (fact {rule}-region ({op}{variables}) (<= 0 (argument 0 0)) :in 0)\n\
             ; `loop` says that regions run repeatedly, `yield` reads what they return: rules/README.md."
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skeleton_can_be_loaded() {
        let shape = Shape {
            fields: vec![
                Field::new("input0", "operand"),
                Field::new("input1", "operand"),
                Field::attribute("axis"),
            ],
            results: vec![true],
            is_open: false,
            has_regions: true,
            unknown: vec![],
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
