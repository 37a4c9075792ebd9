//! `calipers export`: a question in the formats of other tools for e-graphs.

use super::input::Dialects;
use super::rule_files::RuleFiles;
use super::{Outcome, rule_files};
use calipers::export::{classes, program};
use calipers::script::{ProgramArena, Session};
use calipers::sexp::{Source, read};
use calipers_saturation::Classes;
use serde_json::{Map, json};
use std::io::{self, Write};

/// The arguments of `export`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The question is for the shortest form of the expression. `egglog` is a program of egglog with the expression, the \
facts about it and the identities that shorten answers; `egraph` is the e-graph of the expression after these were \
applied, as the JSON of egraph-serialize, which viewers of e-graphs open.

Examples:
  calipers export examples/tiled_matmul.mlir '(mod %width 9)' > width.egg
  calipers export examples/tiled_matmul.mlir %width --format egraph > width.json
  calipers export script.cal '(* 8 (ceildiv n 8))'")]
pub struct Arguments {
    /// The program, or a script (`.cal`) with declarations and assumptions.
    #[arg(value_name = "FILE")]
    file: String,
    /// A term, as in a script: `%x`, `(dim %t 0)`, `%n - %i`.
    #[arg(value_name = "EXPRESSION")]
    expression: String,
    /// The output format.
    #[arg(long, value_enum, default_value_t = Format::Egglog)]
    format: Format,
    #[command(flatten)]
    rules: RuleFiles,
    #[command(flatten)]
    dialects: Dialects,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    Egglog,
    Egraph,
}

/// Writes the question.
pub fn run(arguments: &Arguments) -> Outcome {
    let written = exported(arguments).and_then(|text| {
        writeln!(io::stdout().lock(), "{}", text.trim_end()).or_else(|error| match error.kind() {
            // The reader has closed the pipe.
            io::ErrorKind::BrokenPipe => Ok(()),
            _ => Err(format!("calipers: the question can't be written: {error}")),
        })
    });
    Outcome::reported(written.map(|()| Outcome::Done))
}

fn exported(arguments: &Arguments) -> Result<String, String> {
    let rules = rule_files::load_with_calls(&arguments.rules.with_those_of(&arguments.file)?)?;
    let is_script = arguments.file.ends_with(".cal");
    let mut arena = ProgramArena::reading(arguments.dialects.options(&rules));
    if is_script {
        arena = arena.beside(&arguments.file);
    }
    let mut session = Session::new(&rules, &arena);
    match is_script {
        true => execute(&mut session, &arguments.file)?,
        false => session
            .load_program(&arguments.file)
            .map_err(|error| format!("calipers: {error}"))?,
    }
    let source = Source::new("expression", &arguments.expression);
    let form = session.one_expression(&arguments.expression)?;
    let question = session.exported_question(&form);
    let question = question.map_err(|error| error.render(&source))?;
    match arguments.format {
        Format::Egglog => Ok(program(&question, &rules)),
        Format::Egraph => {
            let classes = classes(&question, &rules).ok_or(
                "calipers: the facts at the point of the expression contradict each other",
            )?;
            Ok(serialized(&classes))
        }
    }
}

/// Executes the forms of a script.
fn execute(session: &mut Session<'_>, file: &str) -> Result<(), String> {
    let text = calipers::utf8::read(file)
        .map_err(|error| format!("calipers: `{file}` can't be read: {error}"))?;
    let source = Source::new(file, &text);
    for form in read(&text).map_err(|error| error.render(&source))? {
        session
            .execute(&form)
            .map_err(|error| error.render(&source))?;
    }
    Ok(())
}

/// The JSON of an e-graph. The children of an e-node are classes, each by its first e-node. It is written here, since the
/// crate of that format makes `serde_json` keep the order of keys in the output of all commands.
fn serialized(classes: &Classes) -> String {
    let id = |class: usize, node: usize| format!("{class}.{node}");
    let (mut nodes, mut data) = (Map::new(), Map::new());
    for (number, class) in classes.all.iter().enumerate() {
        for (place, operation) in class.nodes.iter().enumerate() {
            let children = operation.children.iter().map(|&child| id(child, 0));
            let node = json!({
                "op": operation.name,
                "children": children.collect::<Vec<_>>(),
                "eclass": number.to_string(),
                // Leaves are free.
                "cost": if operation.children.is_empty() { 0.0 } else { 1.0 },
                "subsumed": false,
            });
            nodes.insert(id(number, place), node);
        }
        let range = class.range.to_string();
        data.insert(
            number.to_string(),
            json!({ "type": "integer", "range": range }),
        );
    }
    let root = classes.root.to_string();
    let graph = json!({ "nodes": nodes, "root_eclasses": [root], "class_data": data });
    format!("{graph:#}")
}
