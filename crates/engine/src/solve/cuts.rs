//! What integers leave of a bound: a sum of what advances by steps is below the sum of the last steps.
//!
//! A linear program bounds `2·x + y` by what `x` could be as a fraction. Where rows have multiples of
//! `x`, it is bounded alone first, and that rounded.

use super::derivation::{Derivation, Lower};
use super::engine::Engine;
use super::facts::Relation;
use super::lower::Goal;
use super::system::{RowOrigin, System, SystemRow};
use crate::number::Int;
use crate::term::{Form, Id};

impl Engine<'_> {
    /// The bound by a system to which is added, for each of these atoms of the goal, what integers can
    /// be of the bound that the rows give for it (a Gomory–Chvátal cut).
    pub(super) fn solve_with_cuts(
        &mut self,
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
            let congruence = self.range_of_goal(&side, goal.point).congruence();
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

/// How many atoms of a goal are bounded one by one.
const MAX_CUTS: usize = 4;

/// The atoms of a goal of several terms that some row has a multiple of: bounds of them by the rows may
/// be fractions.
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
