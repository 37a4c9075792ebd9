//! Cutting planes: single atoms of the goal are bounded first, and these bounds rounded to integers.
//!
//! The linear relaxation of a goal such as `2·x + y` uses fractional values of `x`. If rows contain multiples of `x`,
//! the rounded bound of `x` alone tightens the relaxation.

use super::bounds::Bounds;
use super::derivation::{Derivation, Lower};
use super::facts::{FactOrigin, Relation};
use super::knowledge::Knowledge;
use super::lower::Goal;
use super::ranges::is_unit;
use super::system::{RowOrigin, System, SystemRow};
use crate::number::Int;
use crate::program::{Column, OpId, Point};
use crate::term::{Form, Id};

impl Bounds {
    /// The bound by a system that is extended, for some atoms, by the rounded bound that the rows imply for them
    /// (Gomory–Chvátal cuts).
    pub(super) fn solve_with_cuts(
        &mut self,
        known: &mut Knowledge<'_>,
        goal: &Goal<'_>,
        mut system: System,
    ) -> Lower {
        let ranges = ranges_of_operands(known, &system, goal.point);
        let has_ranges = !ranges.is_empty();
        system.rows.extend(ranges);
        let mut sides = fractional_sides(goal.form, &system);
        sides.extend(sides_of_wraps(known, &system, goal.point));
        let mut cuts = vec![];
        for side in &sides {
            let congruence = known.range_of_goal(side, goal.point).congruence();
            let one = Goal {
                form: side,
                congruence: &congruence,
                least: None,
                known: None,
                ..*goal
            };
            let (found, _) = self.solve_rows(&one, &system);
            if let Lower::Bound(bound, Derivation::Farkas(rows)) = found
                && let Some(form) = side.add_constant(&-bound)
            {
                cuts.push(SystemRow {
                    form,
                    relation: Relation::AtLeastZero,
                    origin: RowOrigin::Cut(rows.into()),
                });
            }
        }
        if cuts.is_empty() && !has_ranges {
            return Lower::None { budget: false };
        }
        system.rows.extend(cuts);
        self.solve_rows(goal, &system).0
    }
}

/// Maximum number of atoms that are bounded separately.
const MAX_CUTS: usize = 4;

/// The width of the shortest integers that wrap: the modulus of a wrap is longer.
const BITS_OF_BYTE: usize = 8;

/// Maximum difference of the ends of the range of a wrap's quotient.
const MAX_VALUES: i64 = 2;

/// Maximum number of rows by the ranges of operands.
const MAX_RANGES: usize = 16;

/// The ranges of the operands of the ops that state facts of the system, where an operand is a sum of several atoms with a
/// narrower range than that of its terms: a remainder in terms of quotients, whose relaxation is not exact.
fn ranges_of_operands(
    known: &mut Knowledge<'_>,
    system: &System,
    point: Option<Point>,
) -> Vec<SystemRow> {
    let mut ops: Vec<OpId> = vec![];
    for row in &system.rows {
        if let RowOrigin::Fact(number) = row.origin
            && let FactOrigin::Rule(_, op) = known.facts.get(number).origin
            && !ops.contains(&op)
        {
            ops.push(op);
        }
    }
    let program = known.points.program;
    let mut rows: Vec<SystemRow> = vec![];
    let operands = ops.iter().flat_map(|&op| program.operands(op));
    for &operand in operands {
        let Some(class) = known.columns.done(Column::Value(operand)) else {
            continue;
        };
        let class = known.egraph.find(class);
        let form = known.egraph.form(class).clone();
        if form.terms().len() < 2 || !form.atoms().all(|it| system.atoms.contains(&it)) {
            continue;
        }
        let range = known.range_at(class, point);
        let told = known.form_range_at(&form, point);
        let lower = range.lower().filter(|_| range.lower() != told.lower());
        let upper = range.upper().filter(|_| range.upper() != told.upper());
        let lower = lower.and_then(|it| form.add_constant(&-it));
        let upper = upper.and_then(|it| form.neg().add_constant(it));
        for form in lower.into_iter().chain(upper) {
            if rows.len() < MAX_RANGES && !rows.iter().any(|row| row.form == form) {
                rows.push(SystemRow {
                    form,
                    relation: Relation::AtLeastZero,
                    origin: RowOrigin::Range(class),
                });
            }
        }
    }
    rows
}

/// The atoms of a goal with several terms, with the sign that they have there, that have a coefficient other than ±1 in
/// some row: their bounds by the rows may be fractional.
fn fractional_sides(goal: &Form, system: &System) -> Vec<Form> {
    if goal.terms().len() < 2 {
        return vec![];
    }
    let has_multiple = |atom: &Id| {
        system.rows.iter().any(|row| {
            let k = row.form.coefficient(atom);
            row.form.terms().len() > 1 && !k.is_zero() && !is_unit(&k)
        })
    };
    let terms = goal.terms().iter().filter(|(atom, _)| has_multiple(atom));
    let sides = terms.take(MAX_CUTS).map(|(atom, k)| match *k > Int::ZERO {
        true => Form::atom(*atom),
        false => Form::atom(*atom).neg(),
    });
    sides.collect()
}

/// The sides of the quotients of wraps: atoms with few values of which rows contain large multiples. Whatever the rows
/// allow in between, such a quotient is often constant.
fn sides_of_wraps(known: &mut Knowledge<'_>, system: &System, point: Option<Point>) -> Vec<Form> {
    let mut sides: Vec<Form> = vec![];
    let is_long = |row: &&SystemRow| row.form.terms().len() > 1;
    for (atom, k) in system
        .rows
        .iter()
        .filter(is_long)
        .flat_map(|row| row.form.terms())
    {
        if sides.len() >= MAX_CUTS {
            break;
        }
        let side = Form::atom(*atom);
        if k.bit_len() <= BITS_OF_BYTE || sides.contains(&side) {
            continue;
        }
        let range = known.range_at(*atom, point);
        if let (Some(lower), Some(upper)) = (range.lower(), range.upper())
            && (Int::ONE..=Int::from(MAX_VALUES)).contains(&(upper - lower))
        {
            sides.push(side.clone());
            sides.push(side.neg());
        }
    }
    sides
}
