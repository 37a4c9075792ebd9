//! `calipers picture`: draws the e-graph of a value, or the loops around it.

use super::input::Dialects;
use super::rule_files::RuleFiles;
use super::{Outcome, rule_files};
use calipers::picture::{EGraph, Nest};
use calipers::script::{ProgramArena, ScriptError, Session};
use calipers::sexp::{Form, FormKind, Source, Span};
use serde_json::{Value, json};
use std::io::{self, Write};

/// The arguments of `picture`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The e-graph has a box for each class of equal terms, with the columns that have this value and all \
values that it can have; the classes that the bounds rest on stand out. It is laid out here: Graphviz \
is not needed.

Examples:
  calipers picture examples/tiled_matmul.mlir %width > width.svg
  calipers picture examples/tiled_matmul.mlir '(dim %product 1)' --format dot > dim.dot
  calipers picture examples/tiled_matmul.mlir %width --of nest > nest.svg
  calipers picture examples/tiled_matmul.mlir %width --json")]
pub struct Arguments {
    /// The program.
    #[arg(value_name = "FILE")]
    program: String,
    /// A term, as in a script: `%x`, `(dim %t 0)`, `%n - %i`.
    #[arg(value_name = "EXPRESSION")]
    expression: String,
    /// The function in which names are resolved; required if a name is ambiguous.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// What to draw.
    #[arg(long, value_enum, default_value_t = Subject::Egraph)]
    of: Subject,
    /// The output format; a nest cannot be printed as `dot`.
    #[arg(long, value_enum, default_value_t = Format::Svg)]
    format: Format,
    /// Short for `--format json`: an object a line for each class or interval.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    #[command(flatten)]
    rules: RuleFiles,
    #[command(flatten)]
    dialects: Dialects,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Subject {
    Egraph,
    Nest,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    Svg,
    Dot,
    Json,
}

/// Draws the picture.
pub fn run(arguments: &Arguments) -> Outcome {
    let written = drawn(arguments).and_then(|picture| {
        writeln!(io::stdout().lock(), "{picture}").or_else(|error| match error.kind() {
            // The reader has closed the pipe.
            io::ErrorKind::BrokenPipe => Ok(()),
            _ => Err(format!("calipers: the picture can't be written: {error}")),
        })
    });
    Outcome::reported(written.map(|()| Outcome::Done))
}

fn drawn(arguments: &Arguments) -> Result<String, String> {
    let rules = rule_files::load_with_calls(&arguments.rules.with_those_of(&arguments.program)?)?;
    let arena = ProgramArena::reading(arguments.dialects.options(&rules));
    let mut session = Session::new(&rules, &arena);
    let load = session.load_program(&arguments.program);
    load.map_err(|error| format!("calipers: {error}"))?;
    // If this fails, there is no way to report it.
    let _ = write!(io::stderr(), "{}", session.take_report_text());
    if let Some(name) = &arguments.function {
        let source = Source::new("--function", name);
        let span = Span::new(0, name.len());
        let form = Form {
            span,
            kind: FormKind::List(vec![word("func", span), word(name, span)]),
        };
        let chosen = session.execute(&form);
        chosen.map_err(|error| error.render(&source))?;
    }
    let source = Source::new("expression", &arguments.expression);
    let form = session.one_expression(&arguments.expression)?;
    let format = match arguments.json {
        true => Format::Json,
        false => arguments.format,
    };
    let told = |error: ScriptError| error.render(&source);
    let text = match (arguments.of, format) {
        (Subject::Egraph, format) => {
            let graph = session.e_graph(&form, Some(&form)).map_err(told)?;
            match format {
                Format::Svg => graph.svg(),
                Format::Dot => graph.dot(),
                Format::Json => json_of_classes(&graph),
            }
        }
        (Subject::Nest, Format::Svg) => session.intervals(&form).map_err(told)?.svg(),
        (Subject::Nest, Format::Json) => json_of_bars(&session.intervals(&form).map_err(told)?),
        (Subject::Nest, Format::Dot) => {
            return Err("calipers: a nest is drawn as svg, or told as json".to_owned());
        }
    };
    Ok(text.trim_end().to_owned())
}

/// The e-classes, as `docs/json.md` describes them.
fn json_of_classes(graph: &EGraph) -> String {
    let classes = graph.classes.iter().enumerate().map(|(number, class)| {
        let terms = class.terms.iter();
        let terms = terms.map(|term| json!({ "text": term.text, "children": term.children }));
        json!({
            "kind": "class",
            "class": number,
            "names": class.names,
            "range": class.range.to_string(),
            "terms": terms.collect::<Vec<_>>(),
            "used": class.is_used,
        })
    });
    lines(classes)
}

/// The intervals, as `docs/json.md` describes them.
fn json_of_bars(nest: &Nest) -> String {
    lines(nest.bars.iter().map(|bar| {
        json!({
            "kind": "interval",
            "column": bar.name,
            "range": bar.range.to_string(),
            "lower": bar.ends[0],
            "upper": bar.ends[1],
            "depth": bar.depth,
        })
    }))
}

fn lines(objects: impl Iterator<Item = Value>) -> String {
    let lines: Vec<String> = objects.map(|object| object.to_string()).collect();
    lines.join("\n")
}

fn word(word: &str, span: Span) -> Form {
    Form {
        span,
        kind: FormKind::Atom(word.to_owned()),
    }
}
