//! Bounds that do not depend on given values.

use crate::analysis::{Analysis, Bound, BoundKind, Variable};
use crate::ir::Module;
use crate::program::{Column, OpId, Point, ValueId};
use crate::transform::reify::is_readable;
use crate::transform::slice::dependents_of;
use hashbrown::HashSet;

/// The values that answers must not depend on.
#[derive(Clone, Debug, Default)]
pub struct Dependents {
    values: HashSet<ValueId>,
}

impl Dependents {
    /// Those that depend on any of `roots`, themselves included. Costs the forward slice.
    pub fn of(module: &Module, roots: &[ValueId]) -> Dependents {
        Dependents {
            values: dependents_of(module, roots.iter().copied()),
        }
    }

    /// Whether a value is among them.
    pub fn contains(&self, value: ValueId) -> bool {
        self.values.contains(&value)
    }
}

/// A bound of `variable` right before `op`, closed, in terms of columns that exist there and do not
/// depend on the given values: an equality where there is one, else a constant, else the first.
///
/// What it says holds where control reaches `op`; it may be computed elsewhere only to be used
/// there.
pub fn independent_bound(
    analysis: &mut Analysis<'_>,
    module: &Module,
    kind: BoundKind,
    variable: &Variable,
    op: OpId,
    dependents: &Dependents,
) -> Option<Bound> {
    let point = Point::before(module, op)?;
    let allowed = |column: Column| {
        is_readable(module, column)
            && column
                .value()
                .is_some_and(|value| !dependents.contains(value))
    };
    let query = analysis.bound(kind, variable.clone());
    query
        .closed(true)
        .at(point)
        .in_terms_of(allowed)
        .compute()
        .ok()
}
