//! `calipers picture`: the e-graph behind what is known of a value, or the nest of loops around it.

use super::{Outcome, rule_files};
use calipers::script::{Answer, Session, Shelf};
use calipers::sexp::{Form, FormKind, Source, Span, read};
use std::io::{self, Write};

/// What `picture` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The e-graph has a box for each class of equal terms, with the columns that have this value and all \
values that it can have; the classes that the bounds rest on stand out. It is laid out here: Graphviz \
is not needed.

Examples:
  calipers picture examples/tiled_matmul.mlir %width > width.svg
  calipers picture examples/tiled_matmul.mlir '(dim %product 1)' --format dot > dim.dot
  calipers picture examples/tiled_matmul.mlir %width --of nest > nest.svg")]
pub struct Arguments {
    /// The program.
    #[arg(value_name = "FILE")]
    program: String,
    /// What is asked about, as in a script: `%x`, `(dim %t 0)`, `(- %n %i)`.
    #[arg(value_name = "EXPRESSION")]
    expression: String,
    /// The function in which names are looked up; needed where a name is not the only one.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// What is drawn.
    #[arg(long, value_enum, default_value_t = Subject::Egraph)]
    of: Subject,
    /// In which language. A nest is SVG.
    #[arg(long, value_enum, default_value_t = Format::Svg)]
    format: Format,
    /// A file of more rules; may be repeated.
    #[arg(long, value_name = "FILE")]
    rules: Vec<String>,
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
}

/// Draws the picture.
pub fn run(arguments: &Arguments) -> Outcome {
    let written = drawn(arguments).and_then(|picture| {
        writeln!(io::stdout().lock(), "{picture}").or_else(|error| match error.kind() {
            // Whoever read it has seen enough.
            io::ErrorKind::BrokenPipe => Ok(()),
            _ => Err(format!("calipers: the picture can't be written: {error}")),
        })
    });
    match written {
        Ok(()) => Outcome::Done,
        Err(message) => {
            // There is nobody to tell if this fails too.
            let _ = writeln!(io::stderr(), "{message}");
            Outcome::BadInput
        }
    }
}

fn drawn(arguments: &Arguments) -> Result<String, String> {
    let rules = rule_files::load_with_calls(&arguments.rules)?;
    let shelf = Shelf::new();
    let mut session = Session::new(&rules, &shelf);
    let command = match (arguments.of, arguments.format) {
        (Subject::Egraph, Format::Svg) => "svg",
        (Subject::Egraph, Format::Dot) => "dot",
        (Subject::Nest, Format::Svg) => "nest",
        (Subject::Nest, Format::Dot) => return Err("calipers: a nest is drawn as svg".to_owned()),
    };
    let load = session.load_program(&arguments.program);
    load.map_err(|error| format!("calipers: {error}"))?;
    if let Some(name) = &arguments.function {
        let source = Source::new("--function", name);
        execute(
            &mut session,
            &source,
            "func",
            word(name, Span::new(0, name.len())),
        )?;
    }
    let source = Source::new("expression", &arguments.expression);
    let mut forms = read(&arguments.expression).map_err(|error| error.render(&source))?;
    match (forms.pop(), &forms[..]) {
        (Some(form), []) => execute(&mut session, &source, command, form),
        _ => Err(source.render_error(0, "expected one expression, such as `%x` or `(dim %t 0)`")),
    }
}

/// The answer to a command with one argument, which stands in `source`.
fn execute(
    session: &mut Session<'_>,
    source: &Source,
    command: &str,
    argument: Form,
) -> Result<String, String> {
    let span = argument.span;
    let form = Form {
        span,
        kind: FormKind::List(vec![word(command, span), argument]),
    };
    match session
        .execute(&form)
        .map_err(|error| error.render(source))?
    {
        Answer::Text(text) => Ok(text),
        _ => Ok(String::new()),
    }
}

fn word(word: &str, span: Span) -> Form {
    Form {
        span,
        kind: FormKind::Atom(word.to_owned()),
    }
}
