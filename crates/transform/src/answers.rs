//! Answers the questions of the test ops. Only this file of the transforms depends on the interface of the engine.

use super::flatten::flattened;
use super::questions::{BoundQuestion, CompareQuestion, Form, Relation, Side, Term};
use super::reify::is_readable;
use super::scalable;
use crate::analysis::{self, Analysis, BoundKind, Comparison, Unknown, Variable, Verdict};
use crate::diagnostic::Diagnostic;
use crate::ir::Module;
use crate::number::Int;
use crate::program::{AffineMap, BlockId, Column, Definition, OpId, Point, Program};
use crate::rules::Rules;
use crate::solve::Config;

/// The terms that a bound may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Terms {
    /// Every value except the one in question.
    OtherValues,
    /// The arguments of the function.
    FunctionArguments,
}

/// A bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// A number.
    Constant(Int),
    /// An affine map with one result, applied to these operands.
    Symbolic {
        /// The map.
        map: AffineMap,
        /// Its operands, dimensions first.
        operands: Vec<Column>,
    },
}

impl From<analysis::Bound> for Bound {
    fn from(bound: analysis::Bound) -> Bound {
        match bound.as_constant() {
            Some(value) => Bound::Constant(value.clone()),
            None => Bound::Symbolic {
                map: bound.map,
                operands: bound.operands,
            },
        }
    }
}

/// A bound as MLIR writes it.
fn written(bound: analysis::Bound) -> analysis::Bound {
    analysis::Bound {
        map: flattened(&bound.map).unwrap_or(bound.map),
        ..bound
    }
}

/// The result of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Truth {
    /// It holds.
    True,
    /// It never holds.
    False,
    /// Neither is proved.
    Unknown,
}

/// An analysis of a module that answers questions.
pub struct Asker<'m> {
    module: &'m Module,
    rules: &'m Rules,
    analysis: Analysis<'m>,
    /// The ops without rules that left the last question open.
    missing: Vec<OpId>,
}

impl<'m> Asker<'m> {
    /// An analysis with `rules`.
    pub fn new(module: &'m Module, rules: &'m Rules, config: &Config) -> Asker<'m> {
        Asker {
            module,
            rules,
            analysis: Analysis::with_config(module, rules, config.clone()),
            missing: vec![],
        }
    }

    /// The module of the questions.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// The ops without rules that left the last question open.
    pub fn missing(&self) -> &[OpId] {
        &self.missing
    }

    /// The bound for the question at `op`, if there is one: valid right before `op`, and in terms of columns that
    /// exist there. An upper bound is exclusive; one in terms of `vscale` is inclusive, as in MLIR.
    pub fn bound(&mut self, op: OpId, question: &BoundQuestion, terms: Terms) -> Option<Bound> {
        let kind = match question.side {
            Side::Lower => BoundKind::Lower,
            Side::Upper => BoundKind::Upper,
            Side::Equal => BoundKind::Equal,
        };
        let variable = Variable::column(question.column);
        let (module, rules) = (self.module, self.rules);
        self.missing.clear();
        let mut missing = vec![];
        if let Some(range) = &question.vscale {
            let values = scalable::vscales(module, op);
            let point = Point::before(module, op);
            let question = (kind, &variable);
            let analysis = &mut self.analysis;
            let bound = scalable::bound(analysis, module, &values, point, question, range)?;
            return Some(Bound::from(written(bound)));
        }
        let mut compute = |analysis: &mut Analysis<'m>, point: Option<Point>| {
            let mut query = analysis
                .bound(kind, variable.clone())
                .closed(false)
                .semi_affine(is_of_layout(question.column));
            if question.form == Form::Symbolic {
                query =
                    query.in_terms_of(|column| is_allowed(module, rules, column, question, terms));
            }
            if let Some(point) = point {
                query = query.at(point);
            }
            let computed = query.compute().map(|bound| {
                let allowed = |column| is_allowed(module, rules, column, question, terms);
                Bound::from(analysis.shortest_bound(written(bound), point, allowed))
            });
            if let Err(Unknown::MissingRule(ops)) = &computed {
                missing.clone_from(ops);
            }
            computed.ok()
        };
        let point = Point::before(module, op);
        let bound = compute(&mut self.analysis, point).or_else(|| {
            // At an unreachable point every bound holds; the answer is that of the last reachable point before it.
            let reached = last_reached(&mut self.analysis, module, &variable, point?)?;
            compute(&mut self.analysis, Some(reached))
        });
        self.missing = missing;
        bound
    }

    /// The errors in the rules that answers have revealed.
    pub fn clashes(&mut self) -> Vec<Diagnostic> {
        self.analysis.clash_diagnostics()
    }

    /// Whether the comparison at `op` holds there.
    pub fn compare(&mut self, op: OpId, question: &CompareQuestion) -> Truth {
        let comparison = match question.relation {
            Relation::Eq => Comparison::Eq,
            Relation::Ne => Comparison::Ne,
            Relation::Lt => Comparison::Lt,
            Relation::Le => Comparison::Le,
            Relation::Gt => Comparison::Gt,
            Relation::Ge => Comparison::Ge,
        };
        self.missing.clear();
        let (Some(lhs), Some(rhs)) = (variable(&question.lhs), variable(&question.rhs)) else {
            return Truth::Unknown;
        };
        let point = Point::before(self.module, op);
        match self.analysis.compare_at(&lhs, comparison, &rhs, point) {
            Verdict::Proved => Truth::True,
            Verdict::Refuted => Truth::False,
            Verdict::Unknown(unknown) => {
                if let Unknown::MissingRule(ops) = unknown {
                    self.missing = ops;
                }
                Truth::Unknown
            }
            Verdict::Unreachable => Truth::Unknown,
        }
    }
}

/// The last point before `point` at which the facts are consistent; none if they are at `point` already.
fn last_reached(
    analysis: &mut Analysis<'_>,
    module: &Module,
    variable: &Variable,
    point: Point,
) -> Option<Point> {
    if analysis.engine().is_seen_reached(Some(point)) {
        return None;
    }
    let mut is_reached = |point| !analysis.range_at(variable, Some(point)).is_empty();
    if is_reached(point) {
        return None;
    }
    let mut at = point;
    while !is_reached(Point::start(at.block)) {
        let around = module.region_parent(module.block_region(at.block));
        at = Point::before(module, around)?;
    }
    // Facts that are contradictory remain so at later points.
    let (mut reached, mut not) = (0, at.index + 1);
    while reached + 1 < not {
        let index = reached + (not - reached) / 2;
        match is_reached(Point { index, ..at }) {
            true => reached = index,
            false => not = index,
        }
    }
    Some(Point {
        index: reached,
        ..at
    })
}

fn variable(term: &Term) -> Option<Variable> {
    let operands: Vec<Variable> = term.operands.iter().map(|&v| Variable::value(v)).collect();
    match (&term.map, operands.as_slice()) {
        (Some(map), operands) => Variable::map(map, operands),
        (None, [value]) => Some(value.clone()),
        (None, _) => None,
    }
}

/// Whether the answer may use `column`.
fn is_allowed(
    module: &Module,
    rules: &Rules,
    column: Column,
    question: &BoundQuestion,
    terms: Terms,
) -> bool {
    if let Column::Unsigned(_) = column {
        return false;
    }
    let Some(value) = column
        .value()
        .filter(|_| is_readable(module, rules, column))
    else {
        return false;
    };
    // MLIR's bounds do not use strides and offsets.
    if is_of_layout(column) && !is_of_layout(question.column) {
        return false;
    }
    if let Column::Value(value) = column
        && !question.readable.includes(module.value_type(value))
    {
        return false;
    }
    match (terms, module.definition(value)) {
        (Terms::OtherValues, _) => value != question.value,
        (Terms::FunctionArguments, Definition::Argument { block, .. }) => {
            is_function_entry(module, block)
        }
        (Terms::FunctionArguments, Definition::Result { .. }) => false,
    }
}

fn is_of_layout(column: Column) -> bool {
    matches!(column, Column::Stride(..) | Column::Offset(_))
}

fn is_function_entry(module: &Module, block: BlockId) -> bool {
    let region = module.block_region(block);
    super::pass::is_function(module, module.region_parent(region))
        && module.blocks(region).first() == Some(&block)
}
