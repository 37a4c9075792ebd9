//! The values of columns in an execution.

use super::{Conditional, Run};
use crate::nest::{is_function, is_launch_size};
use crate::term::Term;
use calipers_egraph::{Expr, Operator};
use calipers_engine::solve::FactOrigin;
use calipers_number::{Int, Range, floor_mod};
use calipers_program::{Column, Definition, Point, TypeView, ValueId};
use std::sync::Arc;

/// Limit of the definitions that depend on each other.
const MAX_DEPTH: usize = 400;

impl Run<'_, '_> {
    /// The value of a term; none if it is unknown.
    pub(super) fn term(&mut self, term: &Term) -> Option<Int> {
        match term {
            Expr::Integer(value) => Some(value.clone()),
            Expr::Leaf(column) => self.column(*column),
            Expr::Apply(Operator::Select, arguments) => {
                let [condition, then, otherwise] = &arguments[..] else {
                    return None;
                };
                match self.term(condition)?.is_zero() {
                    true => self.term(otherwise),
                    false => self.term(then),
                }
            }
            Expr::Apply(operator, arguments) => {
                let arguments = arguments.iter().map(|argument| self.term(argument));
                let arguments = arguments.collect::<Option<Vec<Int>>>()?;
                // A division by 0 is undefined, whatever the term is then.
                let by_zero = operator.is_division() && arguments.get(1).is_some_and(Int::is_zero);
                operator.apply(&arguments).filter(|_| !by_zero)
            }
        }
    }

    /// The value of a column; none if it is unknown.
    pub(super) fn column(&mut self, column: Column) -> Option<Int> {
        if let Some(known) = self.known.get(&column) {
            return known.clone();
        }
        // Until the value is there, a definition that leads back to it finds none.
        self.set(column, None);
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = self.computed(column);
        self.depth -= 1;
        let value = value.filter(|value| {
            let fits = !self.overflows(column, value);
            self.is_undefined |= !fits;
            fits
        });
        self.known.insert(column, value.clone());
        value
    }

    fn computed(&mut self, column: Column) -> Option<Int> {
        let definitions = self.definitions_of(column);
        let holds = |run: &mut Self, it| run.term(it).is_some_and(|it| !it.is_zero());
        let mut definitions = definitions.iter();
        let found = definitions.find(|(given, _)| given.iter().all(|it| holds(self, it)));
        if let Some((_, term)) = found
            && let Some(number) = self.term(term)
        {
            return Some(number);
        }
        let value = column.value()?;
        if !self.is_input(value) {
            return match column {
                Column::Value(value) => self.content(value).or_else(|| self.word(value)),
                Column::Unsigned(value) => {
                    let width = self.program.word_width(value)?;
                    let signed = match self.content(value) {
                        Some(signed) => signed,
                        None => self.column(Column::Value(value))?,
                    };
                    floor_mod(&signed, &(Int::ONE << width as usize))
                }
                _ => None,
            };
        }
        if found.is_some() {
            return None;
        }
        match (column, self.program.value_type(value)) {
            (Column::Unsigned(_), TypeView::Index | TypeView::Integer { width: 2.. }) => {
                let width = self.program.word_width(value)?;
                let signed = self.column(Column::Value(value))?;
                floor_mod(&signed, &(Int::ONE << width as usize))
            }
            (Column::Value(_), TypeView::Integer { width: 1 }) => {
                Some(-self.column(Column::Unsigned(value))?)
            }
            // A buffer is no number.
            (Column::Value(_) | Column::Unsigned(_), TypeView::Shaped(_)) => None,
            (Column::Stride(_, dim), _) => self.row_major_stride(value, dim),
            (Column::Offset(_), _) => Some(Int::ZERO),
            (Column::Value(_) | Column::Unsigned(_) | Column::Dim(..), _) => {
                let range = self.input_range(column);
                Some(self.inputs.draw(column, &range))
            }
            _ => None,
        }
    }

    /// The range of an input that costs no proofs: an input that no execution has is rejected later.
    pub(super) fn input_range(&mut self, column: Column) -> Range {
        if let Some(known) = self.memo.ranges.get(&column) {
            return known.clone();
        }
        let engine = self.analysis.engine();
        let class = engine.class(column);
        let mut range = engine.range_at(class, None);
        let definition = column.value().map(|it| self.program.definition(it));
        if let Some(Definition::Result { op, .. }) = definition
            && is_launch_size(self.program, op)
        {
            range = range.intersect(&Range::at_least(1));
        }
        self.memo.ranges.insert(column, range.clone());
        range
    }

    /// The terms that a column equals, each with the conditions under which it does: its definition, or else what the
    /// op that defines the value states under conditions.
    fn definitions_of(&mut self, column: Column) -> Arc<[Conditional]> {
        if let Some(known) = self.memo.definitions.get(&column) {
            return known.clone();
        }
        let engine = self.analysis.engine();
        engine.class(column);
        let found: Vec<Conditional> = match engine.definition(column) {
            Some(definition) => vec![(vec![], definition.term.clone())],
            None => self.stated_equalities(column),
        };
        let found: Arc<[Conditional]> = found.into();
        self.memo.definitions.insert(column, found.clone());
        found
    }

    fn stated_equalities(&mut self, column: Column) -> Vec<Conditional> {
        let program = self.program;
        let value = column
            .value()
            .map(|value| (value, program.definition(value)));
        let Some((value, Definition::Result { op, .. })) = value else {
            return vec![];
        };
        let Some(point) = Point::of(program, value) else {
            return vec![];
        };
        let facts = self.analysis.engine().facts_at(point).into_iter();
        let of_op = facts
            .filter(|(origin, _)| matches!(origin, FactOrigin::Rule(_, other) if *other == op));
        let equality = |condition: &Term| match condition.as_binary() {
            Some((Operator::Eq, Expr::Leaf(own), term)) if *own == column => Some(term.clone()),
            _ => None,
        };
        of_op
            .filter_map(|(_, fact)| Some((fact.given.clone(), equality(&fact.condition)?)))
            .collect()
    }

    /// An argument of the function, or a size of the launch that a kernel reads.
    fn is_input(&self, value: ValueId) -> bool {
        match self.program.definition(value) {
            Definition::Argument { block, .. } => {
                let region = self.program.block_region(block);
                is_function(self.program, self.program.region_parent(region))
            }
            Definition::Result { op, .. } => is_launch_size(self.program, op),
        }
    }

    /// The product of the inner sizes: a layout without overlaps.
    fn row_major_stride(&mut self, value: ValueId, dim: u32) -> Option<Int> {
        let rank = self.program.value_type(value).shape()?.rank()?;
        let inner = dim + 1..u32::try_from(rank).ok()?;
        let mut stride = Int::ONE;
        for dim in inner {
            stride *= self.column(Column::Dim(value, dim))?;
        }
        Some(stride)
    }

    pub(super) fn value(&mut self, value: ValueId) -> Option<Int> {
        self.column(Column::Value(value))
    }

    pub(super) fn set(&mut self, column: Column, value: Option<Int>) {
        if self.known.insert(column, value).is_none() {
            self.trail.push(column);
        }
    }

    /// Sets an integer in both readings.
    pub(super) fn set_value(&mut self, value: ValueId, [signed, unsigned]: [Option<Int>; 2]) {
        self.set(Column::Value(value), signed);
        self.set(Column::Unsigned(value), unsigned);
    }

    pub(super) fn readings(&mut self, value: ValueId) -> [Option<Int>; 2] {
        [
            self.column(Column::Value(value)),
            self.column(Column::Unsigned(value)),
        ]
    }

    /// Forgets the columns that became known since the trail had a length.
    pub(super) fn forget(&mut self, length: usize) {
        for column in self.trail.drain(length..) {
            self.known.remove(&column);
        }
    }
}
