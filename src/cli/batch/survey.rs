//! The bounds of every integer, and of every dynamic size, stride and offset of a program.

use super::micros;
use crate::cli::json;
use crate::cli::stopwatch::Stopwatch;
use calipers::analysis::column_name;
use calipers::analysis::{Analysis, BoundKind, Effort, Known, Unknown, Variable, columns_of};
use calipers::annotation::{defined_at, equality_of, text_of};
use calipers::diagnostic::Diagnostic;
use calipers::ir::Module;
use calipers::program::{Column, Definition, Program, ValueId};
use calipers::rules::Rules;
use calipers::solve::Config;
use calipers::transform::pass::children;
use calipers::transform::questions;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

/// How much the analysis knows about a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Status {
    /// It is one number.
    Constant,
    /// It is an expression in arguments.
    Symbolic,
    /// It has a bound or a congruence that does not follow from its type.
    Bounded,
    /// It is an argument of a function or a region, without a bound.
    Argument,
    /// It depends on ops without rules.
    MissingRule,
    Unknown,
    Unreachable,
}

impl Status {
    pub(super) const ALL: [Status; 7] = [
        Status::Constant,
        Status::Symbolic,
        Status::Bounded,
        Status::Argument,
        Status::MissingRule,
        Status::Unknown,
        Status::Unreachable,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Status::Constant => "constant",
            Status::Symbolic => "symbolic",
            Status::Bounded => "bounded",
            Status::Argument => "argument",
            Status::MissingRule => "missing-rule",
            Status::Unknown => "unknown",
            Status::Unreachable => "unreachable",
        }
    }
}

/// The bounds of a column, as text.
pub(super) struct Surveyed {
    place: (u32, u32),
    name: String,
    pub(super) status: Status,
    known: Value,
    /// The names of the ops without rules on which it depends.
    pub(super) missing: Vec<String>,
    time: Duration,
}

/// The budget for one function; after that, columns have ranges only.
const MANY_PIVOTS: usize = 500_000;

/// The bounds of all columns of a program. Each function has an analysis of its own, as in `annotate`.
pub(super) fn of(
    module: &Module,
    rules: &Rules,
    config: &Config,
    report: &mut Vec<Diagnostic>,
) -> Vec<Surveyed> {
    let mut found = vec![];
    for function in children(module, module.top()) {
        let mut analysis = Analysis::with_config(module, rules, config.clone());
        let mut effort = Effort::pivots(MANY_PIVOTS);
        let mut watch = Stopwatch::start();
        // The result of a question has no rule.
        for op in module
            .walk(function)
            .filter(|&op| !questions::asks(module, op))
        {
            for (value, column) in defined_at(module, op).into_iter().flat_map(|it| {
                columns_of(module, it)
                    .into_iter()
                    .map(move |column| (it, column))
            }) {
                watch.restart();
                let mut surveyed = surveyed(module, value, column, &mut analysis, &mut effort);
                surveyed.time = watch.elapsed();
                found.push(surveyed);
            }
        }
        report.extend(analysis.clash_diagnostics());
    }
    found
}

fn surveyed(
    module: &Module,
    value: ValueId,
    column: Column,
    analysis: &mut Analysis<'_>,
    effort: &mut Effort,
) -> Surveyed {
    let known = analysis.survey_column(column, effort);
    let (status, missing) = status(module, &known, analysis);
    let text = |bound| text_of(module, bound);
    let congruence = known.range.congruence();
    let place = module.definition_location(value);
    Surveyed {
        place: place.map_or((0, 0), |place| (place.line, place.column)),
        name: column_name(column, module),
        status,
        known: json!({
            "min": known.range.lower().map(json::integer),
            "max": known.range.upper().map(json::integer),
            "modulus": json::integer(congruence.modulus()),
            "residue": json::integer(congruence.residue()),
            "equal": equality_of(module, &known),
            "lower": known.lower.as_ref().and_then(text),
            "upper": known.upper.as_ref().and_then(text),
        }),
        missing,
        time: Duration::ZERO,
    }
}

/// Whether a column is of an argument of a function or a region.
fn is_of_argument(module: &Module, column: Column) -> bool {
    let definition = column.value().map(|value| module.definition(value));
    matches!(definition, Some(Definition::Argument { .. }))
}

/// The status, and the names of the ops without rules.
fn status(module: &Module, known: &Known, analysis: &mut Analysis<'_>) -> (Status, Vec<String>) {
    let status = match known {
        _ if known.range.is_empty() => Status::Unreachable,
        _ if known.range.as_constant().is_some() => Status::Constant,
        _ if known.equal.is_some() || known.equal_term.is_some() => Status::Symbolic,
        _ if !known.is_nothing() => Status::Bounded,
        _ if is_of_argument(module, known.column) => Status::Argument,
        _ => Status::Unknown,
    };
    if status != Status::Unknown {
        return (status, vec![]);
    }
    let query = analysis.bound(BoundKind::Upper, Variable::column(known.column));
    let query = match known.point {
        Some(point) => query.at(point),
        None => query,
    };
    match query.compute() {
        Err(Unknown::MissingRule(ops)) => {
            let names: BTreeSet<&str> = ops.iter().map(|&op| module.written_name(op)).collect();
            let names = names.into_iter().map(str::to_owned).collect();
            (Status::MissingRule, names)
        }
        _ => (Status::Unknown, vec![]),
    }
}

impl Surveyed {
    /// As `docs/json.md` describes it.
    pub(super) fn to_json(&self, file: &str) -> Value {
        let mut object = json!({
            "kind": "value",
            "file": file,
            "line": self.place.0,
            "column": self.place.1,
            "name": self.name,
            "status": self.status.name(),
            "missing": self.missing,
            "us": micros(self.time),
        });
        if let (Some(object), Some(known)) = (object.as_object_mut(), self.known.as_object()) {
            object.extend(known.clone());
        }
        object
    }
}
