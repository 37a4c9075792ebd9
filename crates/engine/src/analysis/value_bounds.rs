//! A summary of the bounds of a value.

use super::{Analysis, Bound, BoundKind, Variable};
use crate::number::{Int, Range};
use crate::program::{
    AffineBinary, AffineExpr, Column, Definition, Extent, Point, Program, ShapedKind, TypeView,
    ValueId,
};
use calipers_saturation::Size;

/// The bounds of a column at the point where its value is defined.
#[derive(Clone, Debug)]
pub struct Known {
    /// The column.
    pub column: Column,
    /// The first point at which the value exists.
    pub point: Option<Point>,
    /// Contains all values that it can have there. Empty if the point is unreachable.
    pub range: Range,
    /// An equal expression in arguments of the function and of the enclosing regions.
    pub equal: Option<Bound>,
    /// For a size, stride or offset that no affine expression equals, an equal term in arguments: with products, minima,
    /// maxima, selections or quotients by terms.
    pub equal_term: Option<Variable>,
    /// A lower bound in arguments, if there is neither a constant one nor an equality.
    pub lower: Option<Bound>,
    /// An upper bound in arguments, if there is neither a constant one nor an equality.
    pub upper: Option<Bound>,
    /// All integers that its type can represent.
    of_type: Range,
    /// The range of `equal` by the types of its operands.
    of_equal: Range,
}

impl Known {
    /// The range, if it is narrower than that of the type. A half-open range must also differ from the range of
    /// `equal`.
    pub fn telling_range(&self) -> Option<&Range> {
        let is_closed = self.range.lower().is_some() && self.range.upper().is_some();
        let is_telling = self.range != self.of_type;
        (is_telling && (is_closed || self.range != self.of_equal)).then_some(&self.range)
    }

    /// Whether nothing beyond the type is known.
    pub fn is_nothing(&self) -> bool {
        let bounds = [&self.equal, &self.lower, &self.upper];
        let is_bounded = bounds.iter().any(|bound| bound.is_some()) || self.equal_term.is_some();
        self.telling_range().is_none() && !is_bounded
    }
}

/// A shared budget for the work of several surveys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    left: usize,
}

impl Effort {
    /// No limit.
    pub const UNLIMITED: Effort = Effort { left: usize::MAX };

    /// A budget in pivots of the simplex method; each linear program costs [`Effort::PER_PROGRAM`] more.
    pub fn pivots(pivots: usize) -> Effort {
        Effort { left: pivots }
    }

    /// The fixed cost of a linear program, in pivots.
    pub const PER_PROGRAM: usize = 16;

    /// How many columns may be expanded to find an equality at the cost of a pivot.
    const COLUMNS_PER_PIVOT: usize = 4;

    /// Whether it is exhausted.
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }
}

impl<'p> Analysis<'p> {
    /// The bounds of the [`columns_of`] a value. Of a one-bit integer, which has none of them, its unsigned reading if
    /// that is always the same. Empty for all other values.
    ///
    /// Costs a range and a symbolic equality per column, and a symbolic bound for each end without a constant.
    pub fn survey(&mut self, value: ValueId) -> Vec<Known> {
        self.survey_within(value, &mut Effort::UNLIMITED.clone())
    }

    /// [`survey`](Analysis::survey) within a budget, which is reduced by the work done. With an exhausted budget, the
    /// result contains only ranges that are computed without linear programs.
    pub fn survey_within(&mut self, value: ValueId, effort: &mut Effort) -> Vec<Known> {
        let program = self.engine().sources().0;
        let mut found = vec![];
        for column in columns_of(program, value) {
            found.push(self.survey_column(column, effort));
        }
        if matches!(program.value_type(value), TypeView::Integer { width: 1 }) {
            let truth = self.survey_column(Column::Unsigned(value), effort);
            found.extend(truth.range.as_constant().is_some().then_some(truth));
        }
        found
    }

    /// The bounds of one column within a budget, as [`survey_within`](Analysis::survey_within).
    pub fn survey_column(&mut self, column: Column, effort: &mut Effort) -> Known {
        let left = *effort;
        self.within(effort, |analysis| analysis.known(column, &left))
    }

    /// The answer to a question, whose work is subtracted from a budget.
    pub fn within<T>(
        &mut self,
        effort: &mut Effort,
        question: impl FnOnce(&mut Analysis<'p>) -> T,
    ) -> T {
        let before = self.spent();
        let answer = question(self);
        effort.left = effort.left.saturating_sub(self.spent() - before);
        answer
    }

    /// Whether a condition, the unsigned reading of an `i1`, is always true or always false at a point, by interval
    /// arithmetic and facts. Uses no linear program.
    pub fn quick_truth(&mut self, condition: ValueId, point: Option<Point>) -> Option<bool> {
        let range = self.quick_range(Column::Unsigned(condition), point);
        match range.is_empty() {
            true => None,
            false => range.as_constant().map(|truth| !truth.is_zero()),
        }
    }

    /// The work of linear programs and of expansions so far, in the unit of [`Effort`].
    fn spent(&self) -> usize {
        let statistics = self.statistics();
        let programs = statistics
            .linear_programs
            .saturating_mul(Effort::PER_PROGRAM);
        let expansions = statistics.expanded / Effort::COLUMNS_PER_PIVOT;
        let pivots = statistics.solver.pivots.saturating_add(programs);
        pivots.saturating_add(expansions)
    }

    /// The range of a column at a point by interval arithmetic and facts, without linear programs.
    fn quick_range(&mut self, column: Column, point: Option<Point>) -> Range {
        let engine = self.engine();
        let class = engine.class(column);
        if let Some(point) = point {
            engine.enter(point);
        }
        engine.range_at(class, point)
    }

    fn known(&mut self, column: Column, effort: &Effort) -> Known {
        let program = self.engine().sources().0;
        let variable = Variable::column(column);
        let point = column.value().and_then(|value| Point::of(program, value));
        let is_cheap = effort.is_used_up();
        let range = match is_cheap {
            true => self.quick_range(column, point),
            false => self.range_at(&variable, point),
        };
        let is_truth = matches!(column, Column::Unsigned(_));
        let is_told = is_cheap || is_truth || range.as_constant().is_some() || range.is_empty();
        let tell = |analysis: &mut Self, kind, wanted: bool| {
            let query = analysis.bound(kind, variable.clone());
            let query = match point {
                Some(point) => query.at(point),
                None => query,
            };
            let query = query.in_terms_of(|other| is_told_in(program, column, other));
            wanted.then(|| query.compute().ok()).flatten()
        };
        let equal = tell(self, BoundKind::Equal, !is_told);
        let (equal, equal_term) = match is_told {
            true => (None, None),
            false => self.shortest_equal(column, equal, point),
        };
        let is_told = is_told || equal.is_some() || equal_term.is_some();
        let lower = tell(self, BoundKind::Lower, !is_told && range.lower().is_none());
        let upper = tell(self, BoundKind::Upper, !is_told && range.upper().is_none());
        let mut shortest = |bound: Option<Bound>| {
            let allowed = |other| is_told_in(program, column, other);
            Some(self.shortest_bound(bound?, point, allowed))
        };
        let (lower, upper) = (shortest(lower), shortest(upper));
        let of_equal = equal
            .as_ref()
            .and_then(|bound| range_of_bound(program, bound));
        Known {
            column,
            point,
            range,
            of_equal: of_equal.unwrap_or_else(Range::full),
            equal,
            equal_term,
            lower,
            upper,
            of_type: range_of_type(program, column),
        }
    }
}

/// Maximum number of operations in a term for an index whose shortest form is searched, which may be affine. The search in a
/// longer term costs more than the rest of the survey.
const MAX_OPERATIONS: u32 = 10;

impl Analysis<'_> {
    /// The shortest form of an equality of a column in arguments: as an affine bound, or for a size as another term.
    fn shortest_equal(
        &mut self,
        column: Column,
        affine: Option<Bound>,
        point: Option<Point>,
    ) -> (Option<Bound>, Option<Variable>) {
        let program = self.engine().sources().0;
        let allowed = |other| is_told_in(program, column, other);
        let own = Variable::column(column);
        let is_size = matches!(
            column,
            Column::Dim(..) | Column::Stride(..) | Column::Offset(_)
        );
        // What unsigned operations on an index give is affine only in its shortest form.
        let is_index = |value: ValueId| matches!(program.value_type(value), TypeView::Index);
        let is_index = matches!(column, Column::Value(value) if is_index(value));
        let told = match &affine {
            Some(bound) => bound.as_term().map(Variable::term),
            None if is_size => self.expression_at(&own, point, allowed).ok(),
            None if is_index => {
                let told = self.expression_at(&own, point, allowed).ok();
                let is_short =
                    |told: &Variable| Size::of(told.as_term()).operations <= MAX_OPERATIONS;
                told.filter(is_short)
            }
            None => None,
        };
        let Some(told) = told else {
            return (affine, None);
        };
        let valid_at = affine.as_ref().and_then(|bound| bound.valid_at);
        let at = valid_at.or(point);
        let shortest = self.shortest_of(&own, &told, at, allowed).unwrap_or(told);
        match Bound::of_term(shortest.as_term(), valid_at) {
            Some(bound) => (Some(bound), None),
            None if is_size => (None, Some(shortest)),
            None => (affine, None),
        }
    }
}

/// All integers that a column can have by its type: the signed range of its width; for a size, the integers that are
/// not negative.
fn range_of_type(program: &dyn Program, column: Column) -> Range {
    match column {
        Column::Dim(..) => Range::at_least(Int::ZERO),
        Column::Value(value) => match program.value_type(value) {
            TypeView::Integer { width } => Range::signed(width),
            _ => Range::full(),
        },
        _ => Range::full(),
    }
}

/// The range of a bound by the types of its operands.
fn range_of_bound(program: &dyn Program, bound: &Bound) -> Option<Range> {
    let operands = bound.operands.iter();
    let operands: Vec<Range> = operands.map(|&it| range_of_type(program, it)).collect();
    range_of_expression(bound.map.results.first()?, &operands)
}

fn range_of_expression(expr: &AffineExpr, operands: &[Range]) -> Option<Range> {
    let (operator, lhs, rhs) = match expr {
        AffineExpr::Constant(value) => return Some(Range::constant(value.clone())),
        AffineExpr::Dim(n) | AffineExpr::Symbol(n) => return operands.get(*n as usize).cloned(),
        AffineExpr::Binary(operator, lhs, rhs) => (operator, lhs, rhs),
    };
    let a = range_of_expression(lhs, operands)?;
    let b = range_of_expression(rhs, operands)?;
    Some(match operator {
        AffineBinary::Add => a.add(&b),
        AffineBinary::Mul => a.mul(&b),
        AffineBinary::FloorDiv => a.floor_div(&b),
        AffineBinary::CeilDiv => a.ceil_div(&b),
        AffineBinary::Mod => a.modulo(&b),
    })
}

/// The columns that a survey of a value has: an index or an integer of more than one bit itself; the dynamic sizes of a
/// tensor, of a memref or of a type of a dialect; the dynamic strides and the dynamic offset of a memref.
pub fn columns_of(program: &dyn Program, value: ValueId) -> Vec<Column> {
    let shape = match program.value_type(value) {
        TypeView::Index => return vec![Column::Value(value)],
        TypeView::Integer { width } if width > 1 => return vec![Column::Value(value)],
        TypeView::Shaped(shape) if shape.kind != ShapedKind::Vector => shape,
        _ => return vec![],
    };
    let dims = || shape.dims.unwrap_or_default().iter().zip(0u32..);
    let sizes = dims().filter(|(size, _)| **size == Extent::Dynamic);
    let sizes = sizes.map(|(_, dim)| Column::Dim(value, dim));
    let is_memref = shape.kind == ShapedKind::Memref && shape.dims.is_some();
    let strides = dims().filter(|&(_, dim)| is_memref && shape.stride(dim as usize).is_none());
    let strides = strides.map(|(_, dim)| Column::Stride(value, dim));
    let offset = (is_memref && shape.offset().is_none()).then_some(Column::Offset(value));
    sizes.chain(strides).chain(offset).collect()
}

/// Whether the equalities and bounds of a column may mention another one: what is of an argument; for strides and
/// offsets, those of arguments, too.
fn is_told_in(program: &dyn Program, column: Column, other: Column) -> bool {
    let is_layout = |column| matches!(column, Column::Stride(..) | Column::Offset(_));
    let is_argument = |value| matches!(program.definition(value), Definition::Argument { .. });
    let is_of_layout = is_layout(column) && is_layout(other);
    let is_known =
        is_of_argument(program, other) || is_of_layout && other.value().is_some_and(is_argument);
    other != column && is_known
}

/// Whether a column is a value, a size or an element of an argument, of a function or of a region. A value of type `i1`
/// counts in its unsigned reading, as a condition.
pub fn is_of_argument(program: &dyn Program, column: Column) -> bool {
    let is_plain = match column {
        Column::Value(_) | Column::Dim(..) | Column::Element(..) => true,
        Column::Unsigned(_) => column.width(program) == Some(1),
        _ => false,
    };
    let value = column.value().filter(|_| is_plain);
    value.is_some_and(|value| matches!(program.definition(value), Definition::Argument { .. }))
}
