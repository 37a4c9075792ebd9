//! All that is known of ops of one name, and which of it comes first.

use super::{
    ColumnKind, Constants, Define, Fact, Instance, Loop, Place, Role, Rules, Schema, Stop, WordRule,
};
use crate::concept::{Constraint, Predicate, is_narrower};
use crate::program::{Column, OpId, Program};
use crate::term::Expr;
use std::sync::Arc;

/// What is known of ops of one name.
#[derive(Clone, Default, Debug)]
pub struct OpRules {
    /// Its fields.
    pub schema: Schema,
    /// Definitions, in the order in which they are tried.
    pub defines: Vec<Arc<Define>>,
    /// Facts.
    pub facts: Vec<Arc<Fact>>,
    /// What its results are bit by bit.
    pub words: Vec<Arc<WordRule>>,
    /// Its loop, if it is one.
    pub loop_: Option<Arc<Loop>>,
}

/// What two definitions demand of the fields that either is made for, in one order.
pub(crate) fn signatures(first: &Define, second: &Define) -> (Vec<Constraint>, Vec<Constraint>) {
    let demands = |define: &Define| -> Vec<(usize, Constraint)> {
        let fields = |role: &Role| {
            let bound = define
                .head
                .fields
                .iter()
                .find(|(_, slot)| *slot == role.slot)?;
            Some((bound.0, role.constraint.clone()))
        };
        define.roles.iter().filter_map(fields).collect()
    };
    let (own, theirs) = (demands(first), demands(second));
    let signature = |demands: &[(usize, Constraint)]| -> Vec<Constraint> {
        let all = own
            .iter()
            .chain(theirs.iter().filter(|it| own.iter().all(|o| o.0 != it.0)));
        all.map(|(field, example)| {
            let demand = demands.iter().find(|(other, _)| other == field);
            let any = || Constraint::new(example.sort, Predicate::ANY);
            demand.map_or_else(any, |(_, constraint)| constraint.clone())
        })
        .collect()
    };
    (signature(&own), signature(&theirs))
}

impl OpRules {
    /// Adds a definition. One that is made for a concept in a role comes before those for all, and of two
    /// that are, the one whose concept implies the other's; apart from that they keep the order in which
    /// they were given.
    pub(crate) fn insert(&mut self, define: Define) {
        let comes_first = |other: &Arc<Define>| match other.roles.is_empty() {
            true => !define.roles.is_empty(),
            false => {
                let (own, theirs) = signatures(&define, other);
                is_narrower(&own, &theirs)
            }
        };
        let place = self.defines.iter().position(comes_first);
        let place = place.unwrap_or(self.defines.len());
        self.defines.insert(place, Arc::new(define));
    }

    /// How many iterations a loop op runs, as a term over what is known before it.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn trips(
        &self,
        rules: &Rules,
        program: &dyn Program,
        op: OpId,
        constants: &mut dyn Constants,
    ) -> Result<Expr<Column>, Stop> {
        let place = Place::Result(0);
        for define in self
            .defines
            .iter()
            .filter(|it| it.kind == ColumnKind::Trips)
        {
            match define.instantiate(rules, program, op, place, None, constants) {
                Ok(Instance { given, mut terms }) if given.is_empty() && terms.len() == 1 => {
                    return Ok(terms.remove(0));
                }
                Err(Stop::Demand(column)) => return Err(Stop::Demand(column)),
                Ok(_) | Err(Stop::Inapplicable) => {}
            }
        }
        Err(Stop::Inapplicable)
    }
}
