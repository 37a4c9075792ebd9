//! `calipers annotate`: prints a program with the bounds of the values on each line.

mod html;
mod slices;

use super::{Outcome, rule_files};
use crate::cli::input::Dialects;
use crate::cli::json;
use crate::cli::progress::Progress;
use crate::cli::rule_files::RuleFiles;
use anstyle::{AnsiColor, Style};
use calipers::analysis::{columns_of, without_rules};
use calipers::annotation::{self, Notes, Proofs, Wanted};
use calipers::diagnostic::Diagnostic;
use calipers::ir::{Module, ParseOptions, split_chunks};
use calipers::program::Program;
use calipers::rules::Rules;
use calipers::source::{Options, warnings};
use calipers::threads::Threads;
use calipers::transform::questions;
use slices::Slices;
use std::io::{self, Write};
use std::num::NonZeroUsize;

/// The arguments of `annotate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
`%x in [2, 9] 7k+2`: from 2 to 9, and 2 modulo 7. `%y = wrap32(%x + 1)`: what %x + 1 wraps to, of 32 \
bits, as a signed integer. A bound without a constant is expressed in terms of arguments, if possible.

Examples:
  calipers annotate examples/tiled_matmul.mlir
  calipers annotate --format html examples/tiled_matmul.mlir > tiled_matmul.html
  calipers annotate --format html --proofs 20-30 examples/tiled_matmul.mlir > lines.html
  calipers annotate --format json - < examples/tiled_matmul.mlir")]
pub struct Arguments {
    /// The program, or `-` for the standard input.
    #[arg(value_name = "FILE")]
    program: String,
    #[command(flatten)]
    rules: RuleFiles,
    /// The output format: text, an HTML page with proofs, or JSON Lines with `line`, `column`, `range`,
    /// `lower`, `upper` and `equal`.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Short for `--format json`.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The proofs on an HTML page: `some`, as many as take little time, `all`, `none`, or those of the lines
    /// `FROM-TO`.
    #[arg(long, value_name = "WHICH", default_value = "some", value_parser = proofs)]
    proofs: Proofs,
    /// The number of threads; the number of processors if not given.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    dialects: Dialects,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    Text,
    Html,
    Json,
}

/// The size in bytes of the proofs on a page: a small part of the time of its rows.
const SOME_PROOFS: usize = 96 << 10;

/// Reads the option `--proofs`.
fn proofs(text: &str) -> Result<Proofs, String> {
    let lines = || {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        (1 <= from && from <= to).then_some(Proofs::Lines(from..=to))
    };
    let expected = || "expected `some`, `all`, `none`, or lines as in `20-30`".to_owned();
    match text {
        "some" => Ok(Proofs::Within(SOME_PROOFS)),
        "all" => Ok(Proofs::All),
        "none" => Ok(Proofs::None),
        _ => lines().ok_or_else(expected),
    }
}

/// Annotates a program.
pub fn run(arguments: &Arguments) -> Outcome {
    Outcome::reported(annotated(arguments).map(|()| Outcome::Done))
}

fn annotated(arguments: &Arguments) -> Result<(), String> {
    let name = &arguments.program;
    let rules = rule_files::load_with_calls(&arguments.rules.with_those_of(&arguments.program)?)?;
    let options = arguments.dialects.options(&rules);
    let reading = Options {
        parse: options.clone(),
        ..Options::default()
    };
    let source = crate::cli::input::read_program(name, reading)
        .map_err(|error| format!("calipers: `{name}` can't be read: {error}"))?;
    let format = match arguments.json {
        true => Format::Json,
        false => arguments.format,
    };
    let threads = arguments
        .threads
        .map_or_else(Threads::available, Threads::new);
    let chunks = match format {
        // A page is about one program.
        Format::Html => vec![(1, source.as_str())],
        Format::Text | Format::Json => split_chunks(&source),
    };
    let mut modules = vec![];
    for (first_line, text) in chunks {
        let options = ParseOptions {
            first_line,
            ..options.clone()
        };
        let module = Module::parse(text, name, options).map_err(|error| error.to_string())?;
        modules.push(module);
    }
    let mut notes = notes_of(&modules, &rules, &threads);
    if format == Format::Html {
        notes.prove(&modules[0], &rules, &arguments.proofs, &threads);
    }
    report(name, &source, &modules, &notes, &rules);
    let mut out = anstream::AutoStream::auto(io::stdout().lock());
    let written = match format {
        Format::Text => {
            let style = Style::new().fg_color(Some(AnsiColor::Green.into()));
            let style = [style.render().to_string(), style.render_reset().to_string()];
            annotation::write(
                &mut out,
                &source,
                &notes,
                style.each_ref().map(String::as_str),
            )
        }
        Format::Html => html::write(
            &mut out,
            name,
            &source,
            &notes,
            &Slices::of(&modules[0], &rules),
        ),
        Format::Json => write_json(&mut out, &notes),
    };
    match written.and_then(|()| out.flush()) {
        // The reader has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => {
            written.map_err(|error| format!("calipers: the answer can't be written: {error}"))
        }
    }
}

/// One JSON object for each note, each on a separate line.
fn write_json(out: &mut impl Write, notes: &Notes) -> io::Result<()> {
    for (line, note) in notes.by_line() {
        let object = serde_json::json!({
            "line": line,
            "column": note.column,
            "range": note.range.as_ref().map(ToString::to_string),
            "lower": note.ends[0],
            "upper": note.ends[1],
            "equal": note.number.as_ref().map_or_else(|| note.equal.clone().into(), json::integer),
        });
        writeln!(out, "{object}")?;
    }
    Ok(())
}

/// The notes of all programs of a file.
fn notes_of(modules: &[Module], rules: &Rules, threads: &Threads) -> Notes {
    let ops = modules.iter().map(|it| it.walk(it.top()).count()).sum();
    let progress = Progress::new(ops, "ops");
    let wanted = Wanted {
        before: &|_, _| {
            progress.add_one();
            true
        },
        lines: None,
    };
    let mut all = Notes::default();
    for module in modules {
        all.extend(Notes::of(module, rules, &wanted, threads));
    }
    progress.clear();
    all
}

/// A note for each name of an op without rules of whose results or sizes something is asked.
fn without_rules_in(module: &Module, rules: &Rules) -> Vec<Diagnostic> {
    let mut names = vec![];
    let mut found = vec![];
    for op in module.walk(module.top()) {
        let name = module.op_name(op);
        let is_kept = module.written_name(op) != name;
        let is_known = is_kept || rules.op(name).is_some() || questions::asks(module, op);
        let asked = |&value: &_| !columns_of(module, value).is_empty();
        if !is_known && !names.contains(&name) && module.results(op).iter().any(asked) {
            names.push(name);
            found.push(without_rules(module.written_name(op), module.location(op)));
        }
    }
    found
}

/// Prints the warnings, the errors in rules and the ops that have none.
fn report(name: &str, source: &str, modules: &[Module], notes: &Notes, rules: &Rules) {
    for line in &notes.used_up {
        let note = "the budget for a function is used up: after this line only ranges are printed";
        let _ = writeln!(io::stderr(), "{name}:{line}: note: {note}");
    }
    let warnings = modules.iter().flat_map(warnings);
    let missing = modules.iter().flat_map(|it| without_rules_in(it, rules));
    for diagnostic in warnings.chain(notes.report.iter().cloned()).chain(missing) {
        let line = diagnostic.location.as_ref().map(|place| place.line);
        let line = line.and_then(|line| source.lines().nth(line.checked_sub(1)? as usize));
        let _ = write!(io::stderr(), "{}", diagnostic.render(line));
    }
}
