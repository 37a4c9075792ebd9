//! The bounds of values, by source line.

use super::symbols::name_of;
use super::told::told;
use crate::analysis::{Analysis, Bound, BoundKind, Effort, Known, Variable};
use crate::analysis::{column_name, columns_of, shaped_values};
use crate::diagnostic::Diagnostic;
use crate::ir::Module;
use crate::number::{Int, Range};
use crate::program::{Column, Dominance, Layout, OpId, Point, Program, ValueId};
use crate::proof::{self, Proof};
use crate::rules::Rules;
use crate::term::{Expr, Operator};
use crate::threads::Threads;
use crate::transform::pass::children;
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

/// The bounds of one column.
#[derive(Debug)]
pub struct Note {
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

/// How bounds are computed.
pub struct Wanted<'w> {
    /// Called before each op with its line and the bounds so far. If it returns false, no more bounds are computed.
    pub before: &'w (dyn Fn(u32, &Notes) -> bool + Sync),
    /// The lines to annotate; all if none. Equal shapes are found only with all lines.
    pub lines: Option<RangeInclusive<u32>>,
}

/// Which notes get their proofs: [`Notes::prove`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proofs {
    /// None of them.
    None,
    /// All of them.
    All,
    /// Those of the first notes, until they cost as much as this number of bytes of small proofs.
    Within(usize),
    /// Those of these lines.
    Lines(RangeInclusive<u32>),
}

/// The typical size of a proof in bytes.
const TYPICAL: usize = 2 << 10;

/// The cost of a definition that a proof requires, in bytes of small proofs.
const PER_DEFINITION: usize = 16;

/// The number of proofs that are derived before their sizes are compared with the budget: the same for any number of
/// threads, so that the page is.
const BATCH: usize = 16;

/// The budget for one function; after that, values have ranges only.
const MANY_PIVOTS: usize = 500_000;

impl Note {
    /// Whether there is a proof to derive.
    pub fn has_proof(&self) -> bool {
        self.about.is_some()
    }

    /// The proofs of a note, by a separate analysis: what an analysis has answered before makes proofs slow. Costs the
    /// definitions that the proofs use.
    pub fn explained(&self, module: &Module, rules: &Rules) -> Vec<String> {
        self.explained_at_cost(module, rules).0
    }

    /// The same, with its cost in bytes of small proofs.
    fn explained_at_cost(&self, module: &Module, rules: &Rules) -> (Vec<String>, usize) {
        let mut analysis = Analysis::new(module, rules);
        let value = self.about.and_then(|column| column.value());
        let known = value.map_or_else(Vec::new, |value| analysis.survey(value));
        let mut known = known.into_iter();
        let own = known.find(|known| Some(known.column) == self.about);
        let proofs = own.map_or_else(Vec::new, |known| proofs(module, &known, &mut analysis));
        let size = proofs.iter().map(String::len).sum::<usize>();
        // About quadratic in the size.
        let of_proofs = size.saturating_mul(size.max(TYPICAL)) / TYPICAL;
        let of_definitions = analysis.statistics().columns.saturating_mul(PER_DEFINITION);
        (proofs, of_proofs.saturating_add(of_definitions))
    }
}

/// Notes by line, from 1.
#[derive(Default, Debug)]
pub struct Notes {
    by_line: BTreeMap<u32, Vec<Note>>,
    /// The lines at which the budget of a function ran out.
    pub used_up: Vec<u32>,
    /// The first line without bounds, if the work was stopped.
    pub ended: Option<u32>,
    /// The first line whose proofs are left out, because the page would be too large or take too long.
    pub unproved: Option<u32>,
    /// Errors in the rules.
    pub report: Vec<Diagnostic>,
}

impl Notes {
    /// The bounds of every value of a module. Functions are analysed in parallel. Costs the definitions of all values,
    /// and linear programs within a budget for each function.
    pub fn of(module: &Module, rules: &Rules, wanted: &Wanted<'_>, threads: &Threads) -> Notes {
        let remembering = rules.remembering();
        let rules = remembering.as_ref().unwrap_or(rules);
        let functions = children(module, module.top());
        let mut all = Notes::default();
        for notes in threads.map(functions, |op| {
            Notes::of_function(module, rules, wanted, op)
        }) {
            all.extend(notes);
        }
        all
    }

    /// The bounds of every value in an op of the outermost region.
    pub fn of_function(module: &Module, rules: &Rules, wanted: &Wanted<'_>, op: OpId) -> Notes {
        let mut notes = Notes::default();
        notes.add_function(module, &mut Analysis::new(module, rules), wanted, op);
        notes
    }

    /// Adds the bounds that an analysis of the module finds of every value in an op of the outermost region, and the
    /// errors that it has found in rules.
    pub fn add_function(
        &mut self,
        module: &Module,
        analysis: &mut Analysis<'_>,
        wanted: &Wanted<'_>,
        op: OpId,
    ) {
        let mut effort = Effort::pivots(MANY_PIVOTS);
        let mut is_used_up = false;
        let is_wanted = |&value: &ValueId| {
            let lines = wanted.lines.as_ref();
            lines.is_none_or(|lines| {
                line_of(module, value).is_some_and(|line| lines.contains(&line))
            })
        };
        for inner in module.walk(op) {
            let values = defined_at(module, inner).into_iter();
            let values: Vec<ValueId> = values.filter(is_wanted).collect();
            if values.is_empty() && wanted.lines.is_some() {
                continue;
            }
            let line = module.location(inner).map(|it| it.line);
            if !(wanted.before)(line.unwrap_or(0), self) {
                self.ended = self.ended.or(line);
                return;
            }
            for value in values {
                self.add(module, value, analysis, &mut effort);
            }
            if effort.is_used_up() && !is_used_up {
                is_used_up = true;
                self.used_up.extend(line);
            }
        }
        if wanted.lines.is_none() {
            self.add_classes(module, op, analysis);
        }
        self.report.extend(analysis.clash_diagnostics());
    }

    /// Adds the notes of another part of the file.
    pub fn extend(&mut self, more: Notes) {
        self.used_up.extend(more.used_up);
        self.ended = self.ended.or(more.ended);
        self.report.extend(more.report);
        for (line, notes) in more.by_line {
            self.by_line.entry(line).or_default().extend(notes);
        }
    }

    fn add(
        &mut self,
        module: &Module,
        value: ValueId,
        analysis: &mut Analysis<'_>,
        effort: &mut Effort,
    ) {
        let Some(line) = line_of(module, value) else {
            return;
        };
        for known in surveyed(module, value, analysis, effort) {
            if known.is_nothing() {
                continue;
            }
            let truth = truth_of(&known);
            let number = known.range.as_constant().filter(|_| truth.is_none());
            let text = |bound: &Bound| text_of(module, bound);
            let equal = truth.map_or_else(
                || equality_of(module, &known),
                |truth| Some(truth.to_string()),
            );
            let range = known.telling_range().filter(|_| truth.is_none());
            let ends = [&known.lower, &known.upper].map(|end| end.as_ref().and_then(text));
            // The lower end of a size, which its type implies, belongs beside a symbolic upper end.
            let is_open = known.range.upper().is_none() && ends[1].is_some();
            let range = range.or_else(|| is_open.then_some(&known.range));
            self.by_line.entry(line).or_default().push(Note {
                column: written(known.column, module),
                range: range.cloned(),
                ends,
                equal: number.map(ToString::to_string).or(equal),
                number: number.cloned(),
                proofs: vec![],
                about: Some(known.column),
            });
        }
    }

    /// Notes of values that have the shape of an earlier value, which exists where they are defined.
    fn add_classes(&mut self, module: &Module, function: OpId, analysis: &mut Analysis<'_>) {
        let classes = analysis.shape_classes(&shaped_values(module, function), None);
        let dominance = Dominance::new();
        let exists_at = |value: ValueId, other: ValueId| {
            let points = Point::of(module, value).zip(Point::of(module, other));
            points.is_some_and(|(from, to)| dominance.dominates(module, from, to))
        };
        let mut like: HashMap<ValueId, ValueId> = HashMap::new();
        for class in &classes {
            let others = class.others.iter().map(|(other, _)| *other);
            let members: Vec<ValueId> = std::iter::once(class.first).chain(others).collect();
            for (at, &value) in members.iter().enumerate() {
                let mut earlier = members[..at].iter();
                if let Some(&first) = earlier.find(|&&first| exists_at(first, value)) {
                    like.insert(value, first);
                }
            }
        }
        for op in module.walk(function) {
            for value in defined_at(module, op) {
                let Some(line) = line_of(module, value) else {
                    continue;
                };
                let shape = |value| format!("(shape {})", module.value_name(value));
                if let Some(&first) = like.get(&value) {
                    self.by_line.entry(line).or_default().push(Note {
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

    /// Derives the proofs of notes, in the order of the lines.
    pub fn prove(&mut self, module: &Module, rules: &Rules, proofs: &Proofs, threads: &Threads) {
        let remembering = rules.remembering();
        let rules = remembering.as_ref().unwrap_or(rules);
        let is_chosen = |line: u32| match proofs {
            Proofs::None => false,
            Proofs::All | Proofs::Within(_) => true,
            Proofs::Lines(lines) => lines.contains(&line),
        };
        let mut space = match proofs {
            Proofs::Within(space) => *space,
            _ => usize::MAX,
        };
        let chosen = self
            .by_line
            .iter_mut()
            .filter(|(line, _)| is_chosen(**line));
        let notes =
            chosen.flat_map(|(line, notes)| notes.iter_mut().map(move |note| (*line, note)));
        let mut notes: Vec<(u32, &mut Note)> =
            notes.filter(|(_, note)| note.about.is_some()).collect();
        for batch in notes.chunks_mut(BATCH) {
            if space == 0 {
                self.unproved = batch.first().map(|(line, _)| *line);
                return;
            }
            let asked: Vec<&Note> = batch.iter().map(|(_, note)| &**note).collect();
            let found = threads.map(asked, |note| note.explained_at_cost(module, rules));
            for ((_, note), (proofs, cost)) in batch.iter_mut().zip(found) {
                space = space.saturating_sub(cost);
                note.proofs = proofs;
            }
        }
    }

    /// The proofs of the column with a name that is defined on a line; none if there is no such column.
    pub fn proof_of(
        module: &Module,
        rules: &Rules,
        line: u32,
        column: &str,
    ) -> Option<Vec<String>> {
        let ops = module.walk(module.top());
        let values = ops.flat_map(|op| defined_at(module, op));
        let values: Vec<ValueId> = values
            .filter(|&value| line_of(module, value) == Some(line))
            .collect();
        let mut analysis = Analysis::new(module, rules);
        let mut known = values.into_iter().flat_map(|value| analysis.survey(value));
        let known = known.find(|known| written(known.column, module) == column)?;
        Some(proofs(module, &known, &mut Analysis::new(module, rules)))
    }

    /// The notes of a line.
    pub fn at(&self, line: u32) -> &[Note] {
        self.by_line.get(&line).map_or(&[], Vec::as_slice)
    }

    /// All notes with their lines, in the order of the lines.
    pub fn by_line(&self) -> impl Iterator<Item = (u32, &Note)> {
        let lines = self.by_line.iter();
        lines.flat_map(|(&line, notes)| notes.iter().map(move |note| (line, note)))
    }
}

/// The line on which a value is annotated.
fn line_of(module: &Module, value: ValueId) -> Option<u32> {
    Some(module.definition_location(value)?.line)
}

/// The values that are annotated with an op: its results, and the arguments of its regions.
pub fn defined_at(module: &Module, op: OpId) -> Vec<ValueId> {
    let regions = module.regions(op).iter();
    let blocks = regions.flat_map(|&region| module.blocks(region));
    let arguments = blocks.flat_map(|&block| module.block_arguments(block));
    arguments.chain(module.results(op)).copied().collect()
}

/// The survey of a value, without the strides of a row-major memref, which follow from its sizes.
fn surveyed(
    module: &Module,
    value: ValueId,
    analysis: &mut Analysis<'_>,
    effort: &mut Effort,
) -> Vec<Known> {
    let shape = module.value_type(value).shape();
    if shape.is_none_or(|shape| shape.layout != Layout::Identity) {
        return analysis.survey_within(value, effort);
    }
    let columns = columns_of(module, value).into_iter();
    let sizes = columns.filter(|column| matches!(column, Column::Dim(..)));
    sizes
        .map(|column| analysis.survey_column(column, effort))
        .collect()
}

/// Whether a condition always holds or always fails; none for any other column.
fn truth_of(known: &Known) -> Option<bool> {
    let is_truth = matches!(known.column, Column::Unsigned(_));
    let truth = known.range.as_constant().filter(|_| is_truth)?;
    Some(!truth.is_zero())
}

/// The column, as scripts write it; a condition as the value that it is.
fn written(column: Column, module: &Module) -> String {
    match column {
        Column::Unsigned(value) => column_name(Column::Value(value), module),
        column => column_name(column, module),
    }
}

/// A bound in infix notation.
pub fn text_of(module: &Module, bound: &Bound) -> Option<String> {
    Some(text_of_term(module, &bound.as_term()?))
}

fn text_of_term(module: &Module, term: &Expr<Column>) -> String {
    told(term, &|column| name_of(module, column))
}

/// The equality of a column in infix notation, if one is known.
pub fn equality_of(module: &Module, known: &Known) -> Option<String> {
    let affine = known.equal.as_ref();
    let other = || Some(text_of_term(module, known.equal_term.as_ref()?.as_term()));
    affine.map_or_else(other, |bound| text_of(module, bound))
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
    if let Some(term) = &known.equal_term {
        let claim = Expr::equal(variable.as_term().clone(), term.as_term().clone());
        proofs.extend(analysis.explain(&claim, known.point).1);
    }
    let text = |proof: Proof| proof::text(&proof, module).to_string();
    proofs.into_iter().map(text).collect()
}
