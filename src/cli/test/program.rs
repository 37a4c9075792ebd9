//! Expected answers in programs: `// = ANSWER` at the end of a line.

use super::{Found, Wrong};
use crate::cli::answers::Told;
use crate::cli::semantics::Semantics;
use calipers::annotation::{Notes, Wanted, comments};
use calipers::diagnostic::Diagnostic;
use calipers::ir::{Module, ParseOptions, split_chunks};
use calipers::program::Program as _;
use calipers::source::warnings;
use calipers::threads::Threads;
use calipers::transform::questions;
use std::collections::BTreeMap;

/// The mark of an expected answer; alone, it asks for one.
const MARK: &str = "// =";

/// The text before the mark of an expected answer, and the answer. Blanks in and behind the mark may be left out.
fn marked(line: &str) -> Option<(&str, &str)> {
    line.rmatch_indices("//").find_map(|(at, slashes)| {
        let expected = line[at + slashes.len()..].trim_start().strip_prefix('=')?;
        // A line of `=` is an ornament.
        let is_mark = !expected.starts_with(['=', '>']);
        is_mark.then(|| (&line[..at], expected.trim()))
    })
}

/// Tests the chunks of a program file.
pub(super) fn test(semantics: &Semantics, name: &str, text: &str) -> Result<Found, Wrong> {
    let mut answers = Answers::default();
    for (first_line, chunk) in split_chunks(text) {
        answers.add(semantics, name, chunk, first_line)?;
    }
    let mut found = Found::default();
    let mut blessed = vec![];
    for (line, number) in text.lines().zip(1u32..) {
        blessed.push(check(line, number, &answers, &mut found));
    }
    let end = if text.ends_with('\n') { "\n" } else { "" };
    let blessed = blessed.join("\n") + end;
    found.report = answers.report;
    found.blessed = (blessed != text).then_some(blessed);
    Ok(found)
}

/// Compares the answer of a line with the expected one. The line with the right answer.
fn check(line: &str, number: u32, answers: &Answers, found: &mut Found) -> String {
    let asked = answers.questions.get(&number);
    let malformed = answers.malformed.get(&number).map(|message| Wrong {
        line: number,
        message: message.clone(),
    });
    let Some((before, expected)) = marked(line) else {
        let Some(asked) = asked else {
            return line.to_owned();
        };
        if let Some(malformed) = malformed {
            found.refused.push(number);
            found.wrong.push(malformed);
            return line.to_owned();
        }
        found.unexpected += 1;
        return format!("{} {MARK} {}", line.trim_end(), joined(asked, Told::detail));
    };
    found.count += 1;
    let mut reason = String::new();
    let (answer, is_right) = match asked {
        Some(asked) => {
            let detail = joined(asked, Told::detail);
            let is_right = detail == expected || joined(asked, Told::brief) == expected;
            let mut missing: Vec<&str> = vec![];
            for op in asked.iter().flat_map(|it| &it.missing) {
                if !missing.contains(&op.as_str()) {
                    missing.push(op);
                }
            }
            if !missing.is_empty() {
                reason = format!("no rule for `{}`", missing.join("`, `"));
            }
            (detail, is_right)
        }
        None => {
            let answer = answers.notes.get(&number).cloned().unwrap_or_default();
            let is_right = answer == expected;
            (answer, is_right)
        }
    };
    if is_right {
        return line.to_owned();
    }
    if let Some(malformed) = malformed {
        found.refused.push(number);
        found.wrong.push(malformed);
        return line.to_owned();
    }
    found
        .wrong
        .push(Wrong::answer(number, expected, &answer, &reason));
    match answer.is_empty() {
        true => before.trim_end().to_owned(),
        false => format!("{before}{MARK} {answer}"),
    }
}

fn joined(asked: &[Told], text: impl Fn(&Told) -> String) -> String {
    let texts: Vec<String> = asked.iter().map(text).collect();
    texts.join("; ")
}

/// The answers of a file by line.
#[derive(Default)]
struct Answers {
    questions: BTreeMap<u32, Vec<Told>>,
    /// What is wrong in questions that are none.
    malformed: BTreeMap<u32, String>,
    /// The comments of `annotate`, where they are expected.
    notes: BTreeMap<u32, String>,
    /// Errors in the rules.
    report: Vec<Diagnostic>,
}

impl Answers {
    fn add(
        &mut self,
        semantics: &Semantics,
        name: &str,
        chunk: &str,
        first_line: u32,
    ) -> Result<(), Wrong> {
        let options = ParseOptions {
            first_line,
            ..semantics.options.clone()
        };
        let module = Module::parse(chunk, name, options).map_err(|error| Wrong {
            line: error.line,
            message: error.message,
        })?;
        for op in module.walk(module.top()) {
            if let Some(Err(message)) = questions::read(&module, op) {
                let line = module.location(op).map_or(0, |place| place.line);
                let message = format!("'{}' op {message}", module.op_name(op));
                self.malformed.insert(line, message);
            }
        }
        let one = Threads::one();
        let mut report: Vec<Diagnostic> = warnings(&module).collect();
        let told = semantics
            .answerer
            .inside(&module, module.top(), &one, &mut report);
        for told in told {
            self.questions.entry(told.line()).or_default().push(told);
        }
        self.report.extend(report);
        let lines = chunk.lines().zip(first_line..);
        let expected = lines.filter(|(line, number)| {
            marked(line).is_some() && !self.questions.contains_key(number)
        });
        let expected: Vec<u32> = expected.map(|(_, number)| number).collect();
        if expected.is_empty() {
            return Ok(());
        }
        let wanted = Wanted {
            before: &|_, _| true,
            lines: None,
        };
        let notes = Notes::of(&module, &semantics.with_calls, &wanted, &one);
        for line in expected {
            self.notes.insert(line, comments(&notes, line).join("; "));
        }
        Ok(())
    }
}
