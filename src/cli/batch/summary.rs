//! The sums over all files of a batch.

use super::baseline::{Baseline, Change, about, is_known, told};
use super::survey::Status;
use super::{Report, micros};
use crate::cli::counted;
use crate::cli::junit::Case;
use calipers_support::order::Order;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

/// The number of answers among the slowest.
const SLOWEST: usize = 5;

/// The time of a slow answer in microseconds.
const NOTABLE: u64 = 1_000;

/// The number of ops without rules that are listed.
const OPS: usize = 20;

/// The number of answers and of files of the baseline without their like that are listed.
const UNCOMPARED: usize = 10;

/// The sums over all files.
pub(super) struct Summary {
    files: usize,
    failed: usize,
    pub(super) questions: usize,
    answered: usize,
    /// The number of surveyed columns by status.
    statuses: BTreeMap<Status, usize>,
    /// How many columns depend on an op without rules, by its name.
    missing: BTreeMap<String, usize>,
    /// The slowest answers, the slowest first, with their times in microseconds.
    slowest: Vec<(u64, Value)>,
    baseline: Option<Baseline>,
    slower: f64,
    changes: Vec<(Change, Value, Value)>,
    /// The earlier answers about files of this run that have no answer to the same question.
    uncompared: Vec<Value>,
    cases: Vec<Case>,
    /// Of all files together, on all threads.
    work: Duration,
}

impl Summary {
    pub(super) fn new(baseline: Option<Baseline>, slower: f64) -> Summary {
        Summary {
            files: 0,
            failed: 0,
            questions: 0,
            answered: 0,
            statuses: BTreeMap::new(),
            missing: BTreeMap::new(),
            slowest: vec![],
            baseline,
            slower,
            changes: vec![],
            uncompared: vec![],
            cases: vec![],
            work: Duration::ZERO,
        }
    }

    pub(super) fn add(&mut self, report: &Report, records: &[Value]) {
        let answered = report.answers.iter().filter(|it| it.is_answered());
        self.files += 1;
        self.failed += usize::from(!report.failures.is_empty());
        self.questions += report.answers.len();
        self.answered += answered.count();
        self.work += report.time;
        for surveyed in &report.surveyed {
            *self.statuses.entry(surveyed.status).or_default() += 1;
        }
        let questions = report.answers.iter().map(|it| &it.missing);
        let values = report.surveyed.iter().map(|it| &it.missing);
        for op in questions.chain(values).flatten() {
            *self.missing.entry(op.clone()).or_default() += 1;
        }
        for record in records {
            let time = record["us"].as_u64().unwrap_or(0);
            let is_slow = |(least, _): &(u64, Value)| time > *least;
            if self.slowest.len() < SLOWEST || self.slowest.last().is_some_and(is_slow) {
                self.slowest.push((time, record.clone()));
                self.slowest.order_by_key(|(time, _)| Reverse(*time));
                self.slowest.truncate(SLOWEST);
            }
        }
        let first = self.changes.len();
        self.compare(report, records);
        self.add_case(report, first);
    }

    fn compare(&mut self, report: &Report, records: &[Value]) {
        let Some(baseline) = &mut self.baseline else {
            return;
        };
        for record in records {
            if let Some((old, change)) = baseline.compare(record, self.slower) {
                self.changes.push((change, old, record.clone()));
            }
        }
        // A question that was removed is no regression; one of a program that can't be processed is.
        let rest = baseline.rest_of(&report.name);
        if report.failures.is_empty() {
            self.uncompared.extend(rest);
        } else {
            let lost = rest.into_iter().filter(is_known);
            let lost = lost.map(|old| (Change::Lost, old, Value::Null));
            self.changes.extend(lost);
        }
    }

    /// Each file is a test case: it fails with what could not be processed, or what is worse than before.
    fn add_case(&mut self, report: &Report, first_change: usize) {
        let failures = report.failures.iter().map(|failure| {
            let line = failure.diagnostic.location.as_ref().map_or(1, |it| it.line);
            (line, failure.diagnostic.message.clone())
        });
        let worse = self.changes[first_change..]
            .iter()
            .filter(|it| it.0.is_worse());
        let worse = worse.map(|(change, old, new)| {
            let place = if new.is_null() { old } else { new };
            let line = place["line"]
                .as_u64()
                .and_then(|line| u32::try_from(line).ok());
            (line.unwrap_or(1), change_text(*change, old, new))
        });
        self.cases.push(Case {
            file: report.name.clone(),
            name: report.name.clone(),
            failures: failures.chain(worse).collect(),
            time: report.time,
        });
    }

    pub(super) fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// Whether a file could not be processed, an answer is worse than before, or none could be compared.
    pub(super) fn is_failed(&self) -> bool {
        let is_worse = self.changes.iter().any(|(change, ..)| change.is_worse());
        self.failed > 0 || is_worse || self.is_unrelated()
    }

    /// Whether there are answers, and the baseline has none about the same.
    pub(super) fn is_unrelated(&self) -> bool {
        let is_apart = self.baseline.as_ref().is_some_and(|it| it.compared() == 0);
        is_apart && self.questions + self.statuses.len() > 0
    }

    fn count(&self, change: Change) -> usize {
        self.changes.iter().filter(|it| it.0 == change).count()
    }

    /// The ops without rules, the most frequent first.
    fn ops_without_rules(&self) -> Vec<(&str, usize)> {
        let ops = self.missing.iter().map(|(op, count)| (op.as_str(), *count));
        let mut ops: Vec<(&str, usize)> = ops.collect();
        ops.order_by_key(|&(op, count)| (Reverse(count), op));
        ops
    }

    pub(super) fn write_text(&self, out: &mut impl Write, wall: Duration) -> io::Result<()> {
        let Summary {
            files,
            failed,
            questions,
            answered,
            ..
        } = self;
        writeln!(
            out,
            "{} ({failed} failed), {}, {answered} answered, {:.3} s \
             ({:.3} s of work)",
            counted(*files, "file"),
            counted(*questions, "question"),
            wall.as_secs_f64(),
            self.work.as_secs_f64()
        )?;
        if !self.statuses.is_empty() {
            let total: usize = self.statuses.values().sum();
            let counts = self.statuses.iter();
            let counts: Vec<String> = counts
                .map(|(status, count)| format!("{count} {}", status.name()))
                .collect();
            writeln!(out, "{total} values: {}", counts.join(", "))?;
        }
        let ops = self.ops_without_rules();
        if !ops.is_empty() {
            let shown = ops
                .iter()
                .take(OPS)
                .map(|(op, count)| format!("{op} ({count})"));
            let mut shown: Vec<String> = shown.collect();
            if ops.len() > OPS {
                shown.push(format!("{} more", ops.len() - OPS));
            }
            writeln!(
                out,
                "ops without rules, with the questions that need one: {}",
                shown.join(", ")
            )?;
        }
        for (time, record) in self.slowest.iter().filter(|(time, _)| *time >= NOTABLE) {
            let milliseconds = *time as f64 / 1000.0;
            writeln!(out, "slow: {milliseconds:.1} ms for {}", place_text(record))?;
        }
        self.write_changes(out)
    }

    fn write_changes(&self, out: &mut impl Write) -> io::Result<()> {
        if self.baseline.is_none() {
            return Ok(());
        }
        for (change, old, new) in &self.changes {
            let place = if new.is_null() { old } else { new };
            let text = change_text(*change, old, new);
            writeln!(
                out,
                "{}:{}: {text}",
                place["file"].as_str().unwrap_or_default(),
                place["line"]
            )?;
        }
        self.write_uncompared(out)?;
        if self.has_nothing_to_compare() {
            return writeln!(out, "compared with the baseline: nothing");
        }
        let counts = Change::ALL.map(|change| format!("{} {}", self.count(change), change.name()));
        writeln!(out, "compared with the baseline: {}", counts.join(", "))
    }

    /// Whether no answer has one in the baseline, and none is lost with its program.
    fn has_nothing_to_compare(&self) -> bool {
        self.changes.is_empty() && self.baseline.as_ref().is_none_or(|it| it.compared() == 0)
    }

    /// Lists the answers of the baseline without a counterpart: no regression, but maybe a mistake.
    fn write_uncompared(&self, out: &mut impl Write) -> io::Result<()> {
        let files = self.baseline.as_ref().map(Baseline::other_files);
        let files = files.unwrap_or_default();
        for old in self.uncompared.iter().take(UNCOMPARED) {
            writeln!(
                out,
                "{}: not compared: it was {}",
                place_text(old),
                told(old)
            )?;
        }
        for (file, answers) in files.iter().take(UNCOMPARED) {
            let answers = counted(*answers, "answer");
            writeln!(
                out,
                "{file}: not compared: {answers} about a file that is not in this run"
            )?;
        }
        let in_files: usize = files.values().sum();
        let answers = self.uncompared.len() + in_files;
        if answers == 0 {
            return Ok(());
        }
        let other = match files.len() {
            0 => String::new(),
            number => format!(
                ", {in_files} of them about {} that this run lacks",
                counted(number, "file")
            ),
        };
        let answers = counted(answers, "answer");
        writeln!(out, "not compared: {answers} of the baseline{other}")
    }

    pub(super) fn write_json(&self, out: &mut impl Write, wall: Duration) -> io::Result<()> {
        for (change, old, new) in &self.changes {
            let place = if new.is_null() { old } else { new };
            let object = json!({
                "kind": "change",
                "change": change.name(),
                "file": place["file"],
                "line": place["line"],
                "about": about(place),
                "was": told(old),
                "is": if new.is_null() { "not processed".to_owned() } else { told(new) },
            });
            writeln!(out, "{object}")?;
        }
        for old in &self.uncompared {
            let object = json!({
                "kind": "uncompared",
                "file": old["file"],
                "line": old["line"],
                "about": about(old),
                "was": told(old),
            });
            writeln!(out, "{object}")?;
        }
        let statuses = Status::ALL.iter().filter_map(|status| {
            let count = self.statuses.get(status)?;
            Some((status.name().to_owned(), json!(count)))
        });
        let ops = self.ops_without_rules().into_iter();
        let slowest = self.slowest.iter().map(|(time, record)| {
            json!({ "us": time, "file": record["file"], "line": record["line"], "about": about(record) })
        });
        let mut object = json!({
            "kind": "summary",
            "files": self.files,
            "failed": self.failed,
            "questions": self.questions,
            "answered": self.answered,
            "values": statuses.collect::<serde_json::Map<_, _>>(),
            "without_rules": ops.map(|(op, count)| json!({ "op": op, "values": count })).collect::<Vec<_>>(),
            "slowest": slowest.collect::<Vec<_>>(),
            "wall_us": micros(wall),
            "work_us": micros(self.work),
        });
        if let Some(baseline) = &self.baseline {
            let counts = Change::ALL.map(|it| (it.name().to_owned(), json!(self.count(it))));
            object["changes"] = match self.has_nothing_to_compare() {
                true => Value::Null,
                false => Value::Object(counts.into_iter().collect()),
            };
            let files = baseline.other_files();
            let in_files: usize = files.values().sum();
            object["compared"] = json!(baseline.compared());
            object["not_compared"] = json!({
                "answers": self.uncompared.len() + in_files,
                "files": files.keys().collect::<Vec<_>>(),
            });
        }
        writeln!(out, "{object}")
    }
}

fn place_text(record: &Value) -> String {
    let file = record["file"].as_str().unwrap_or_default();
    format!("{file}:{}: {}", record["line"], about(record))
}

fn change_text(change: Change, old: &Value, new: &Value) -> String {
    let (name, about) = (change.name(), about(old));
    let milliseconds = |object: &Value| object["us"].as_f64().unwrap_or(0.0) / 1000.0;
    match change {
        Change::Slower => format!(
            "{name}: {about}: took {:.1} ms, takes {:.1} ms",
            milliseconds(old),
            milliseconds(new)
        ),
        _ if new.is_null() => format!(
            "{name}: {about}: was {}, and the program is not processed",
            told(old)
        ),
        _ => format!("{name}: {about}: was {}, is {}", told(old), told(new)),
    }
}
