//! Cutting planes: single atoms of the goal are bounded first, and these bounds rounded to integers.
//!
//! The linear relaxation of a goal such as `2·x + y` uses fractional values of `x`. If rows contain multiples of `x`,
//! the rounded bound of `x` alone tightens the relaxation.

use super::bounds::Bounds;
use super::derivation::{Derivation, Lower};
use super::facts::Relation;
use super::knowledge::Knowledge;
use super::lower::Goal;
use super::system::{RowOrigin, System, SystemRow};
use crate::number::Int;
use crate::term::{Form, Id};

impl Bounds {
    /// The bound by a system that is extended, for each of these atoms of the goal, by the rounded bound that the rows
    /// imply for the atom (a Gomory–Chvátal cut).
    pub(super) fn solve_with_cuts(
        &mut self,
        known: &mut Knowledge<'_>,
        goal: &Goal<'_>,
        mut system: System,
        atoms: &[Id],
    ) -> Lower {
        let mut cuts = vec![];
        for atom in atoms {
            let sign = match goal.form.coefficient(atom) > Int::ZERO {
                true => Int::ONE,
                false => Int::NEG_ONE,
            };
            let Some(side) = Form::atom(*atom).scale(&sign) else {
                continue;
            };
            let congruence = known.range_of_goal(&side, goal.point).congruence();
            let one = Goal {
                form: &side,
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
        if cuts.is_empty() {
            return Lower::None { budget: false };
        }
        system.rows.extend(cuts);
        self.solve_rows(goal, &system).0
    }
}

/// Maximum number of atoms that are bounded separately.
const MAX_CUTS: usize = 4;

/// The atoms of a goal with several terms that have a coefficient other than ±1 in some row: their bounds by the rows
/// may be fractional.
pub(super) fn fractional_atoms(goal: &Form, system: &System) -> Vec<Id> {
    if goal.terms().len() < 2 {
        return vec![];
    }
    let has_multiple = |atom: &Id| {
        system.rows.iter().any(|row| {
            let k = row.form.coefficient(atom);
            row.form.terms().len() > 1 && !k.is_zero() && k != Int::ONE && k != Int::NEG_ONE
        })
    };
    let atoms = goal.atoms().filter(has_multiple);
    atoms.take(MAX_CUTS).collect()
}
