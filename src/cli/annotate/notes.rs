//! The bounds of values, by source line.

use super::told::told;
use crate::cli::json;
use calipers::analysis::{Analysis, Bound, BoundKind, Effort, Known, Variable, shaped_values};
use calipers::diagnostic::Diagnostic;
use calipers::ir::Module;
use calipers::number::{Int, Range};
use calipers::program::{Column, OpId, Program, ValueId};
use calipers::proof::{self, Proof};
use calipers::rules::Rules;
use calipers::term::{Expr, Operator};
use calipers::threads::Threads;
use calipers::transform::pass::children;
use indicatif::ProgressBar;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

/// The bounds of one column.
pub(in crate::cli) struct Note {
    /// The column, as scripts write it.
    pub column: String,
    /// Its range; none if the range is implied by the type.
    pub range: Option<Range>,
    /// Symbolic lower and upper bounds over the arguments, for the open ends of the range.
    pub ends: [Option<String>; 2],
    /// An equal number or an equal expression over the arguments.
    pub equal: Option<String>,
    /// The constant value, if the range is that constant.
    pub number: Option<Int>,
    /// The proofs of the range and of the symbolic bounds.
    pub proofs: Vec<String>,
    /// The column, if the note is about a single one.
    about: Option<Column>,
}

/// What to compute besides bounds.
pub(in crate::cli) struct Wanted<'w> {
    /// The maximum size in bytes of the proofs of a function, where large proofs count more than once. After that,
    /// notes have no proofs.
    pub proofs: usize,
    /// Advanced for each op that is done.
    pub progress: &'w ProgressBar,
}

/// The typical size of a proof in bytes.
const TYPICAL: usize = 2 << 10;

/// The maximum size in bytes of the proofs on a page.
pub(in crate::cli) const MANY_PROOFS: usize = 4 << 20;

/// The budget for one function; after that, values have ranges only.
const MANY_PIVOTS: usize = 500_000;

impl Note {
    /// The proofs of a note, by a separate analysis. Costs the definitions that the proofs use.
    pub fn explained(&self, module: &Module, rules: &Rules) -> Vec<String> {
        let mut analysis = Analysis::new(module, rules);
        let value = self.about.and_then(|column| column.value());
        let known = value.map_or_else(Vec::new, |value| analysis.survey(value));
        let mut known = known.into_iter();
        let own = known.find(|known| Some(known.column) == self.about);
        own.map_or_else(Vec::new, |known| proofs(module, &known, &mut analysis))
    }
}

/// Notes by line, from 1.
#[derive(Default)]
pub(in crate::cli) struct Notes {
    by_line: BTreeMap<u32, Vec<Note>>,
    /// The lines at which the budget of a function ran out.
    pub used_up: Vec<u32>,
    /// Errors in the rules.
    pub report: Vec<Diagnostic>,
}

impl Notes {
    /// The bounds of every value of a module. Functions are analysed in parallel.
    pub(in crate::cli) fn of(
        module: &Module,
        rules: &Rules,
        wanted: &Wanted<'_>,
        threads: &Threads,
    ) -> Notes {
        let of_function = |op| {
            let mut notes = Notes::default();
            let mut analysis = Analysis::new(module, rules);
            let mut space = wanted.proofs;
            let mut effort = Effort::pivots(MANY_PIVOTS);
            for inner in module.walk(op) {
                for value in defined_at(module, inner) {
                    let left = (&mut effort, &mut space);
                    notes.add(module, inner, value, &mut analysis, left);
                }
                if effort.is_used_up() && notes.used_up.is_empty() {
                    notes
                        .used_up
                        .extend(module.location(inner).map(|it| it.line));
                }
                wanted.progress.inc(1);
            }
            notes.add_classes(module, op, &mut analysis);
            notes.report = analysis.clash_diagnostics();
            notes
        };
        let functions = children(module, module.top());
        let mut all = Notes::default();
        for notes in threads.map(functions, of_function) {
            all.used_up.extend(notes.used_up);
            all.report.extend(notes.report);
            for (line, notes) in notes.by_line {
                all.by_line.entry(line).or_default().extend(notes);
            }
        }
        all
    }

    fn add(
        &mut self,
        module: &Module,
        op: OpId,
        value: ValueId,
        analysis: &mut Analysis<'_>,
        (effort, space): (&mut Effort, &mut usize),
    ) {
        let Some(location) = module.location(op) else {
            return;
        };
        for known in analysis.survey_within(value, effort) {
            if known.is_nothing() {
                continue;
            }
            let number = known.range.as_constant().cloned();
            let proofs = match *space {
                0 => vec![],
                _ => proofs(module, &known, analysis),
            };
            // The cost of a proof is about quadratic in its size.
            let size = proofs.iter().map(String::len).sum::<usize>();
            *space = space.saturating_sub(size.saturating_mul(size.max(TYPICAL)) / TYPICAL);
            let text = |bound: &Bound| text_of(module, bound);
            let equal = known.equal.as_ref().and_then(text);
            self.by_line.entry(location.line).or_default().push(Note {
                column: known.column.display(module),
                range: known.telling_range().cloned(),
                ends: [&known.lower, &known.upper].map(|end| end.as_ref().and_then(text)),
                equal: number.as_ref().map(ToString::to_string).or(equal),
                number,
                proofs,
                about: Some(known.column),
            });
        }
    }

    /// Notes of values that have the shape of an earlier value.
    fn add_classes(&mut self, module: &Module, function: OpId, analysis: &mut Analysis<'_>) {
        let classes = analysis.shape_classes(&shaped_values(module, function), None);
        let like: HashMap<ValueId, ValueId> = classes
            .iter()
            .flat_map(|class| class.others.iter().map(|(other, _)| (*other, class.first)))
            .collect();
        for op in module.walk(function) {
            let Some(location) = module.location(op) else {
                continue;
            };
            for value in defined_at(module, op) {
                let shape = |value| format!("(shape {})", module.value_name(value));
                if let Some(&first) = like.get(&value) {
                    self.by_line.entry(location.line).or_default().push(Note {
                        column: shape(value),
                        range: None,
                        ends: [None, None],
                        equal: Some(shape(first)),
                        number: None,
                        proofs: vec![],
                        about: None,
                    });
                }
            }
        }
    }

    /// The notes of a line.
    pub(in crate::cli) fn at(&self, line: u32) -> &[Note] {
        self.by_line.get(&line).map_or(&[], Vec::as_slice)
    }

    /// One JSON object for each note, each on a separate line.
    pub(super) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        for (line, notes) in &self.by_line {
            for note in notes {
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
        }
        Ok(())
    }
}

/// The values that are annotated on the line of an op: its results, and the arguments of its regions.
fn defined_at(module: &Module, op: OpId) -> Vec<ValueId> {
    let regions = module.regions(op).iter();
    let blocks = regions.flat_map(|&region| module.blocks(region));
    let arguments = blocks.flat_map(|&block| module.block_arguments(block));
    arguments.chain(module.results(op)).copied().collect()
}

/// A bound in infix notation.
fn text_of(module: &Module, bound: &Bound) -> Option<String> {
    let names: Vec<String> = bound.operands.iter().map(|c| c.display(module)).collect();
    Some(told(bound.map.results.first()?, &names))
}

/// The proofs of the ends of a range, of its congruence, and of symbolic bounds.
fn proofs(module: &Module, known: &Known, analysis: &mut Analysis<'_>) -> Vec<String> {
    let variable = Variable::column(known.column);
    let ends = [
        (BoundKind::Lower, known.range.lower()),
        (BoundKind::Upper, known.range.upper()),
    ];
    let told = ends.into_iter().filter(|(_, end)| end.is_some());
    let mut proofs = vec![];
    for (kind, _) in told {
        let explained = analysis.explain_constant_bound(kind, &variable, known.point);
        proofs.extend(explained.ok().and_then(|(_, proof)| proof.ok()));
    }
    if known.range.is_aligned() {
        let congruence = known.range.congruence();
        let modulus = Expr::integer(congruence.modulus().clone());
        let rest = Expr::apply(Operator::Mod, [variable.as_term().clone(), modulus]);
        let claim = Expr::equal(rest, Expr::integer(congruence.residue().clone()));
        proofs.extend(analysis.explain(&claim, known.point).1);
    }
    let bounds = [
        (BoundKind::Equal, &known.equal),
        (BoundKind::Lower, &known.lower),
        (BoundKind::Upper, &known.upper),
    ];
    for (kind, bound) in bounds {
        let explained = bound
            .as_ref()
            .map(|bound| analysis.explain_bound(kind, &variable, bound, true));
        proofs.extend(explained.and_then(Result::ok));
    }
    let text = |proof: Proof| proof::text(&proof, module).to_string();
    proofs.into_iter().map(text).collect()
}
