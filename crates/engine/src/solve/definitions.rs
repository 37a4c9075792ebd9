//! Sources of a column's definition: its type, the rules of its op, the loop that carries it, its other reading.

use super::agenda::Waiting;
use super::columns::{Carried, ColumnDefinition, Columns, Origin, State};
use super::config::IntegerOverflow;
use super::define::{Attempt, Definitions};
use super::facts::FactOrigin;
use super::knowledge::Knowledge;
use crate::number::{Int, Range};
use crate::program::{Column, Extent, Layout, OpId, Point, TypeView, ValueId};
use crate::rules::{
    Anchor, CarriedValue, ColumnKind, Constants, Instance, OpRules, Place, Stop, owner,
};
use crate::term::wrap::{wrap_signed, wrap_unsigned};
use crate::term::{EGraph, Expr, Id, Operator};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// Answers the rules' queries for constants, and collects the columns that are not constant so far.
pub(super) struct Known<'a> {
    pub(super) columns: &'a Columns,
    pub(super) egraph: &'a EGraph,
    pub(super) open: Vec<Column>,
    overflow: IntegerOverflow,
}

impl<'a> Known<'a> {
    pub(super) fn new(
        columns: &'a Columns,
        egraph: &'a EGraph,
        overflow: IntegerOverflow,
    ) -> Known<'a> {
        Known {
            columns,
            egraph,
            open: vec![],
            overflow,
        }
    }
}

impl Constants for Known<'_> {
    fn constant(&mut self, column: Column) -> Result<Option<Int>, Stop> {
        let Some(leaf) = self.columns.get(column) else {
            return Err(Stop::Demand(column));
        };
        let constant = match self.columns.entry(leaf).state {
            State::Done(id) => self.egraph.as_constant(id).cloned(),
            State::Visiting => None,
            State::New => return Err(Stop::Demand(column)),
        };
        if constant.is_none() {
            self.open.push(column);
        }
        Ok(constant)
    }

    fn wraps(&self) -> bool {
        self.overflow == IntegerOverflow::Wrap
    }
}

/// What defines a column's value: an op with its rules, and the place of the value in it.
#[derive(Clone, Copy)]
struct Definer<'r> {
    op: OpId,
    rules: Option<&'r OpRules>,
    place: Place,
}

impl Definitions<'_> {
    pub(super) fn attempt(&mut self, known: &mut Knowledge<'_>, column: Column) -> Attempt {
        let Some(value) = column.value() else {
            return Attempt::Defined(None);
        };
        let stated = self.stated_by_type(known, column, value);
        let row_major = self.row_major(known, column).filter(|_| stated.is_none());
        let Some((op, place)) = owner(known.points.program, value) else {
            return match stated.or(row_major) {
                None => self.by_edges(known, column, value),
                stated => Attempt::Defined(stated),
            };
        };
        if !self.has_definitions(known, value) {
            return Attempt::Defined(stated.or(row_major));
        }
        let rules = self.rules.op(known.points.program.op_name(op));
        let by = Definer { op, rules, place };
        match self.by_rules(known, column, column, by, stated) {
            Err(demand) => Attempt::Demand(vec![demand]),
            Ok(Some(definition)) => {
                self.touch_owner(known, by);
                Attempt::Defined(Some(definition))
            }
            Ok(None) => {
                self.touch_owner(known, by);
                if row_major.is_some() {
                    return Attempt::Defined(row_major);
                }
                if let Some(carried) =
                    rules.and_then(|it| it.carried(known.points.program, op, place))
                    && let Some(attempt) = self.attempt_carried(column, op, carried)
                {
                    return attempt;
                }
                match self.by_other_reading(known, column, value, by) {
                    Err(demand) => Attempt::Demand(vec![demand]),
                    Ok(definition) => Attempt::Defined(definition),
                }
            }
        }
    }

    fn touch_owner(&mut self, known: &mut Knowledge<'_>, by: Definer<'_>) {
        let anchor = match by.place {
            Place::Result(_) => Anchor::After,
            Place::Argument(region, _) => Anchor::In(region),
        };
        if let Some(rules) = by.rules {
            self.touch_known(known, by.op, rules, anchor);
        }
    }

    /// Whether the engine may define a value: its block is reachable, and no value of its region depends on itself. An
    /// op with rules declares by them that its regions have SSA dominance.
    pub(super) fn has_definitions(&self, known: &Knowledge<'_>, value: ValueId) -> bool {
        let Some(point) = Point::of(known.points.program, value) else {
            return false;
        };
        let region = known.points.program.block_region(point.block);
        let around = || {
            known
                .points
                .program
                .op_name(known.points.program.region_parent(region))
        };
        (known.points.program.is_acyclic(region) || self.rules.op(around()).is_some())
            && known
                .points
                .dominance
                .is_reachable(known.points.program, point.block)
    }

    /// The range of a column wherever its value exists, according to the value's type and the rules of its op.
    pub(super) fn universal_range(&self, known: &Knowledge<'_>, column: Column) -> Range {
        let width = |value| match known.points.program.value_type(value) {
            TypeView::Integer { width } => Some(width),
            _ => None,
        };
        match (column, self.config.integer_overflow) {
            (Column::Value(value), overflow) => {
                let stated = self.rules.result_range(known.points.program, column);
                match width(value).filter(|_| overflow == IntegerOverflow::Wrap) {
                    Some(width) => Range::signed(width).intersect(&stated),
                    None => stated,
                }
            }
            (Column::Unsigned(value), IntegerOverflow::Wrap) => {
                width(value).map_or_else(Range::full, Range::unsigned)
            }
            (Column::Unsigned(value), IntegerOverflow::Ignore) if width(value) == Some(1) => {
                Range::between(0, 1)
            }
            (Column::Unsigned(_), IntegerOverflow::Ignore) => Range::at_least(0),
            (Column::Element(..), overflow) => match (column.width(known.points.program), overflow)
            {
                (Some(1), _) => Range::between(0, 1),
                (Some(width), IntegerOverflow::Wrap) => Range::signed(width),
                _ => Range::full(),
            },
            (Column::Dim(..), _) => self.rules.result_range(known.points.program, column),
            (Column::Rank(_) | Column::Trip(_), _) => Range::at_least(0),
            (Column::Symbol(symbol), _) => self
                .symbols
                .get(&symbol)
                .cloned()
                .unwrap_or_else(Range::full),
            _ => Range::full(),
        }
    }

    /// The constant that the type of a value states for a column.
    pub(super) fn stated_by_type(
        &self,
        known: &Knowledge<'_>,
        column: Column,
        value: ValueId,
    ) -> Option<ColumnDefinition> {
        let shape = known.points.program.value_type(value).shape()?;
        let number = match column {
            Column::Dim(_, dim) => match shape.extent(dim as usize)? {
                Extent::Static(size) => Int::from(size),
                _ => return None,
            },
            Column::Rank(_) => Int::from(shape.rank()?),
            Column::Stride(_, dim) => shape.stride(dim as usize)?,
            Column::Offset(_) => shape.offset()?,
            _ => return None,
        };
        Some(ColumnDefinition {
            term: Expr::Integer(number),
            origin: Origin::Type,
        })
    }

    /// The stride that a row-major type implies if no rule defines it: the product of the sizes of the inner
    /// dimensions.
    fn row_major(&self, known: &Knowledge<'_>, column: Column) -> Option<ColumnDefinition> {
        let Column::Stride(value, dim) = column else {
            return None;
        };
        let shape = known.points.program.value_type(value).shape()?;
        if shape.layout != Layout::Identity {
            return None;
        }
        let inner = dim.checked_add(1)?..u32::try_from(shape.rank()?).ok()?;
        let mut sizes: Vec<_> = inner.map(|d| Expr::Leaf(Column::Dim(value, d))).collect();
        Some(ColumnDefinition {
            term: match sizes.len() {
                // The type states the innermost stride as a constant.
                0 => return None,
                1 => sizes.remove(0),
                _ => Expr::apply(Operator::Mul, sizes),
            },
            origin: Origin::Type,
        })
    }

    /// Whether a rule's term always differs from the constant that the type states for a column. A cast may claim any
    /// layout, whatever its source has.
    fn is_refuted(
        &mut self,
        known: &mut Knowledge<'_>,
        stated: &Expr<Column>,
        term: &Expr<Column>,
    ) -> Result<bool, Column> {
        let difference = Expr::difference(stated.clone(), term.clone());
        let Some(class) = self.class_of_known(known, &difference)? else {
            return Ok(false);
        };
        let value = known.egraph.as_constant(class);
        Ok(value.is_some_and(|value| !value.is_zero()))
    }

    /// Whether all conditions of a rule hold universally, so that it defines. Adds a condition that is still open.
    fn is_given(
        &mut self,
        known: &mut Knowledge<'_>,
        given: &[Expr<Column>],
        open: &mut SmallVec<[Id; 1]>,
    ) -> Result<bool, Column> {
        for condition in given {
            let Some(class) = self.class_of_known(known, condition)? else {
                return Ok(false);
            };
            match known.egraph.as_constant(class) {
                Some(truth) if truth.is_one() => {}
                Some(_) => return Ok(false),
                None => {
                    open.push(class);
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The class of a term if all its columns have one; `None` if one of them is being defined. The error names a
    /// column that must be defined first.
    fn class_of_known(
        &mut self,
        known: &mut Knowledge<'_>,
        term: &Expr<Column>,
    ) -> Result<Option<Id>, Column> {
        let mut leaves = vec![];
        term.for_each_leaf(&mut |&leaf| leaves.push(leaf));
        if let Some(&open) = leaves.iter().find(|&&leaf| known.columns.is_new(leaf)) {
            return Err(open);
        }
        if leaves
            .iter()
            .any(|&leaf| known.columns.done(leaf).is_none())
        {
            return Ok(None);
        }
        Ok(Some(self.intern_unfolded(known, term)))
    }

    /// The definition of a column by the rules of its op. Further definitions become facts. If a rule queries a column
    /// that is not constant so far, `asker` is parked and retried later.
    fn by_rules(
        &mut self,
        known: &mut Knowledge<'_>,
        asker: Column,
        column: Column,
        Definer { op, rules, place }: Definer<'_>,
        stated: Option<ColumnDefinition>,
    ) -> Result<Option<ColumnDefinition>, Column> {
        let Some(op_rules) = rules else {
            return Ok(stated);
        };
        let Some((kind, index)) = ColumnKind::of(column) else {
            return Ok(None);
        };
        let mut definition = stated;
        let mut asserted = vec![];
        let (mut open, mut conditions) = (vec![], smallvec![]);
        for define in &op_rules.defines {
            if !define.is_of(self.rules, known.points.program, op, kind) {
                continue;
            }
            let mut constants =
                Known::new(&known.columns, &known.egraph, self.config.integer_overflow);
            let instance = define.instantiate(
                self.rules,
                known.points.program,
                op,
                place,
                index,
                &mut constants,
            );
            open.append(&mut constants.open);
            match instance {
                Ok(Instance { given, mut terms }) => {
                    let (Some(term), []) = (terms.pop(), &terms[..]) else {
                        continue;
                    };
                    let term = self.wrapped(known, column, term);
                    let is_layout = matches!(kind, ColumnKind::Stride | ColumnKind::Offset);
                    if let Some(stated) = definition.as_ref().filter(|_| is_layout)
                        && stated.origin == Origin::Type
                        && given.is_empty()
                        && self.is_refuted(known, &stated.term, &term)?
                    {
                        return Ok(None);
                    }
                    let name: Arc<str> = define.head.name.clone();
                    if definition.is_none() && self.is_given(known, &given, &mut conditions)? {
                        definition = Some(ColumnDefinition {
                            term,
                            origin: Origin::Rule(name, op),
                        });
                    } else if self.config.pure_ops_assert()
                        || !is_assumption(definition.as_ref(), kind, place)
                    {
                        asserted.push((name, given, Expr::equal(Expr::Leaf(column), term)));
                    }
                }
                Err(Stop::Demand(column)) => return Err(column),
                Err(Stop::Inapplicable) => {}
            }
        }
        if definition.is_some() {
            conditions.clear();
        }
        self.park(known, open, conditions, Waiting::Column(asker));
        let point = match place {
            Place::Result(_) => Point::after(known.points.program, op),
            Place::Argument(..) => column
                .value()
                .and_then(|value| Point::of(known.points.program, value)),
        };
        for (name, given, condition) in asserted {
            known
                .facts
                .defer(condition, given, point, FactOrigin::Rule(name, op));
        }
        Ok(definition)
    }

    /// Wraps the definition of a fixed-width integer's column into its range.
    pub(super) fn wrapped(
        &self,
        known: &Knowledge<'_>,
        column: Column,
        term: Expr<Column>,
    ) -> Expr<Column> {
        let wraps = self.config.integer_overflow == IntegerOverflow::Wrap;
        let Some(width) = column.width(known.points.program) else {
            return term;
        };
        if let Expr::Leaf(leaf) = &term
            && leaf.fits(known.points.program, column, width)
        {
            return term;
        }
        match (column, width) {
            // A rule may compute an `i1` element in the signed reading.
            (Column::Element(..), 1) => wrap_unsigned(term, 1),
            (Column::Unsigned(_), _) if wraps => wrap_unsigned(term, width as usize),
            _ if wraps => wrap_signed(term, width as usize),
            _ => term,
        }
    }

    /// Defines the signed reading of an integer by its unsigned one, or vice versa.
    fn by_other_reading(
        &mut self,
        known: &mut Knowledge<'_>,
        column: Column,
        value: ValueId,
        by: Definer<'_>,
    ) -> Result<Option<ColumnDefinition>, Column> {
        let TypeView::Integer { width } = known.points.program.value_type(value) else {
            return Ok(None);
        };
        let wraps = self.config.integer_overflow == IntegerOverflow::Wrap;
        let other = match column {
            Column::Value(_) => Column::Unsigned(value),
            Column::Unsigned(_) => Column::Value(value),
            _ => return Ok(None),
        };
        let has_rule = self.by_rules(known, column, other, by, None)?;
        let has_rule = has_rule.is_some();
        let term = match column {
            // The primary reading of an `i1` is 0 or 1, that of a wider integer is signed.
            Column::Value(_) if width == 1 => Expr::scaled(-1, Expr::Leaf(other)),
            Column::Unsigned(_) if width == 1 && has_rule => wrap_unsigned(Expr::Leaf(other), 1),
            Column::Value(_) if has_rule && wraps => wrap_signed(Expr::Leaf(other), width as usize),
            Column::Unsigned(_) if width > 1 && wraps => {
                wrap_unsigned(Expr::Leaf(other), width as usize)
            }
            _ => return Ok(None),
        };
        Ok(Some(ColumnDefinition {
            term,
            origin: Origin::Reading,
        }))
    }

    /// Defines a column of a block argument outside an entry block: a loop carries it, or it is a join over the CFG
    /// edges into the block.
    fn by_edges(&self, known: &Knowledge<'_>, column: Column, value: ValueId) -> Attempt {
        if !self.has_definitions(known, value) || matches!(column, Column::Trip(_)) {
            return Attempt::Defined(None);
        }
        let (rules, program) = (self.rules, known.points.program);
        if let Some((op, carried)) = rules.carrier(program, &known.points.dominance, value)
            && let Some(attempt) = self.attempt_carried(column, op, carried)
        {
            return attempt;
        }
        let joined = rules.joined(program, &known.points.dominance, column);
        Attempt::Defined(joined.map(|term| ColumnDefinition {
            term,
            origin: Origin::Join,
        }))
    }

    fn attempt_carried(&self, column: Column, op: OpId, carried: CarriedValue) -> Option<Attempt> {
        if matches!(column, Column::Trip(_)) {
            return None;
        }
        let at = |value| column.of_value(value);
        Some(Attempt::Carried(Carried {
            argument: at(carried.argument),
            initial: at(carried.initial),
            yielded: at(carried.yielded),
            op,
            counter: carried.counter,
        }))
    }
}

/// Whether an equality between a column and a rule's term holds only if the op did not produce poison: a size of its
/// result that already has a definition may differ from the size that the op computes from its operands.
fn is_assumption(definition: Option<&ColumnDefinition>, kind: ColumnKind, place: Place) -> bool {
    let of_shape = !matches!(
        kind,
        ColumnKind::Value | ColumnKind::Unsigned | ColumnKind::Element
    );
    definition.is_some() && of_shape && matches!(place, Place::Result(_))
}
