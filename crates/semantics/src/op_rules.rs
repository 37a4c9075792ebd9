//! The rules for ops of one name.

use crate::{ColumnKind, Constants, Define, Fact, Instance, Loop, Place, RuleSet, Schema, Stop};
use calipers_program::term::Expr;
use calipers_program::{Column, OpId, Program};
use std::sync::Arc;

/// The rules for ops of one name.
#[derive(Clone, Default, Debug)]
pub struct OpRules {
    /// The op's schema.
    pub schema: Arc<Schema>,
    /// Definitions in order of priority.
    pub defines: Vec<Arc<Define>>,
    /// Facts.
    pub facts: Vec<Arc<Fact>>,
    /// Its carried values, if it is a loop.
    pub loop_: Option<Arc<Loop>>,
    /// Whether it runs exactly one of its regions to the end and returns what that yields.
    pub is_join: bool,
}

impl OpRules {
    /// The number of iterations of a loop op, as a term over values defined before it.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn trips(
        &self,
        rules: &dyn RuleSet,
        program: &dyn Program,
        op: OpId,
        constants: &mut dyn Constants,
    ) -> Result<Expr<Column>, Stop> {
        let place = Place::Result(0);
        let of_trips = |it: &&Arc<Define>| it.kind == ColumnKind::Trips;
        for define in self.defines.iter().filter(of_trips) {
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
