//! `calipers rules`: lists, checks, explains, finds and begins rules.

mod gives;
mod mine;
mod ods;
pub(in crate::cli) mod skeleton;
pub(in crate::cli) mod why;

use super::rule_files::RuleFiles;
use super::{Outcome, counted};
use calipers::rules::{Rules, Where, check};
use serde_json::json;
use std::io::{self, Write};

/// The arguments of `rules`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  calipers rules table
  calipers rules table --json > rules.jsonl
  calipers rules check examples/dialect/frame.rules
  calipers rules check --json examples/dialect/frame.rules
  calipers rules why examples/tiled_matmul.mlir %width
  calipers rules mine --operators min,max
  calipers rules new my.op > my.rules")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print all rules, by op, as Markdown.
    Table(Files),
    /// Look for mistakes in rule files, without files in the rules of the library: what is likely not
    /// meant, and identities that do not hold on small integers.
    Check(Checked),
    /// Say for each rule of an op in a program whether it applies, and if not, what does not fit.
    Why(why::Why),
    /// Find identities by enumeration that do not follow from the known ones, and prove them.
    Mine(mine::Mine),
    /// Write a skeleton of the rules for an op.
    New(skeleton::New),
}

/// The rule files to be checked.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  calipers rules check
  calipers rules check examples/dialect/frame.rules
  calipers rules check --json examples/dialect/frame.rules")]
struct Checked {
    /// Rule files, in the order in which they are loaded.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Print the findings and a summary as JSON Lines.
    #[arg(long)]
    json: bool,
}

/// Rule files besides those that come with the library.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  calipers rules table > ops.md
  calipers rules table examples/dialect/frame.rules
  calipers rules table --json > rules.jsonl")]
struct Files {
    /// More rule files.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Print an object for each op and each identity, as JSON Lines.
    #[arg(long)]
    json: bool,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Table(files) => table(files),
        Command::Check(checked) => check(checked),
        Command::Why(why) => tell(why::explained(why)),
        Command::Mine(options) => tell(mine::mined(options)),
        Command::New(new) => tell(skeleton::skeleton(new)),
    }
}

/// Prints a text, or an error.
fn tell(text: Result<String, String>) -> Outcome {
    let written = match text {
        Ok(text) => write!(io::stdout().lock(), "{text}"),
        Err(message) => {
            let _ = writeln!(io::stderr(), "{message}");
            return Outcome::BadInput;
        }
    };
    match written {
        Ok(()) => Outcome::Done,
        Err(error) => unwritten(&error),
    }
}

fn table(files: &Files) -> Outcome {
    let rules = match super::rule_files::load(&RuleFiles::of(&files.files)) {
        Ok(rules) => rules,
        Err(message) => {
            let _ = writeln!(io::stderr(), "calipers: {message}");
            return Outcome::BadInput;
        }
    };
    let text = match files.json {
        true => table_as_json(&rules),
        false => rules.table(),
    };
    match write!(io::stdout().lock(), "{text}") {
        Ok(()) => Outcome::Done,
        Err(error) => unwritten(&error),
    }
}

/// As `docs/json.md` describes it.
fn table_as_json(rules: &Rules) -> String {
    let mut text = String::new();
    for summary in rules.summaries() {
        let told = summary.rules.iter().flat_map(|(about, names)| {
            names.iter().map(move |it| {
                let (region, regions) = match it.place {
                    Where::Results => (None, "none"),
                    Where::Region(region) => (Some(region), "one"),
                    Where::EachRegion => (None, "all"),
                };
                let name = Some(&it.name).filter(|name| !name.is_empty());
                json!({ "about": about, "name": name, "in": regions, "region": region })
            })
        });
        let told: Vec<serde_json::Value> = told.collect();
        let object = json!({ "kind": "op", "op": summary.op, "rules": told });
        text += &format!("{object}\n");
    }
    for name in rules.identities() {
        text += &format!("{}\n", json!({ "kind": "identity", "name": name }));
    }
    text
}

fn check(checked: &Checked) -> Outcome {
    let mut texts = vec![];
    for file in &checked.files {
        match calipers::utf8::read(file) {
            Ok(text) => texts.push((file.as_str(), text)),
            Err(error) => {
                let _ = writeln!(io::stderr(), "calipers: `{file}` can't be read: {error}");
                return Outcome::BadInput;
            }
        }
    }
    let files: Vec<(&str, &str)> = texts
        .iter()
        .map(|(file, text)| (*file, &text[..]))
        .collect();
    let report = match files.as_slice() {
        [] => check::check_embedded(),
        files => check::check(&Rules::embedded(), files),
    };
    let text = match checked.json {
        true => as_json(&report),
        false => as_text(&report),
    };
    let written = write!(io::stdout().lock(), "{text}");
    match (written, report.findings.as_slice()) {
        (Err(error), _) => unwritten(&error),
        (Ok(()), []) => Outcome::Done,
        (Ok(()), _) => Outcome::Failed,
    }
}

fn as_text(report: &check::Report) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        text.push_str(&finding.rendered);
        text.push_str("\n\n");
    }
    text + &format!(
        "{}, {} identities on {}: {}\n",
        counted(report.forms, "form"),
        report.identities,
        counted(report.cases, "case"),
        counted(report.findings.len(), "finding")
    )
}

/// As `docs/json.md` describes it.
fn as_json(report: &check::Report) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        let object = json!({
            "kind": "finding",
            "file": finding.file,
            "line": finding.line,
            "column": finding.column,
            "severity": finding.severity.to_string(),
            "message": finding.message,
            "help": finding.help,
        });
        text += &format!("{object}\n");
    }
    let summary = json!({
        "kind": "summary",
        "forms": report.forms,
        "identities": report.identities,
        "cases": report.cases,
        "findings": report.findings.len(),
    });
    text + &format!("{summary}\n")
}

fn unwritten(error: &io::Error) -> Outcome {
    // The reader has closed the pipe.
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Outcome::Done;
    }
    let _ = writeln!(
        io::stderr(),
        "calipers: the output can't be written: {error}"
    );
    Outcome::BadInput
}
