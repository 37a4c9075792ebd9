//! Bounds that are independent of given values.
//!
//! ```
//! use calipers::ir::{Module, ParseOptions};
//! use calipers::program::Program;
//! use calipers::rules::Rules;
//! use calipers::transform::independence::bound::make_independent;
//! use calipers::transform::reify::Style;
//!
//! let text = "func.func @f(%n: index, %step: index) {
//!   scf.for %i = %step to %n step %step {
//!     \"test.use\"(%i) : (index) -> ()
//!   }
//!   return
//! }";
//! let mut module = Module::parse(text, "f.mlir", ParseOptions { allow_unregistered: true, ..ParseOptions::default() })?;
//! let user = module.ops_named("test.use")[0];
//! let i = module.operands(user)[0];
//! let bound = make_independent(&mut module, &Rules::embedded(), i, &[i], user, Style::Affine);
//! assert!(bound.is_some());
//! assert!(module.to_string().contains("affine_map<()[s0] -> (s0 - 1)>"));
//! # Ok::<(), calipers::ir::ParseError>(())
//! ```

use crate::analysis::{Analysis, Bound, BoundKind, Variable};
use crate::ir::Module;
use crate::program::{Column, OpId, Point, ValueId};
use crate::reify::{Style, is_readable, reify};
use crate::rules::Rules;
use crate::slice::dependents_of;
use hashbrown::HashSet;

/// The values that bounds must not depend on.
#[derive(Clone, Debug, Default)]
pub struct Dependents {
    values: HashSet<ValueId>,
}

impl Dependents {
    /// Those that depend on any of `roots`, including these. Costs the forward slice.
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

/// A closed bound of `variable` right before `op`, in terms of columns that exist there and do not depend on the
/// given values: an equality if there is one, else a constant, else the first one.
///
/// The bound holds where control reaches `op`; it may be computed elsewhere if it is only used there.
pub fn independent_bound(
    analysis: &mut Analysis<'_>,
    module: &Module,
    kind: BoundKind,
    variable: &Variable,
    op: OpId,
    dependents: &Dependents,
) -> Option<Bound> {
    let point = Point::before(module, op)?;
    let rules = analysis.rules();
    let allowed = |column: Column| {
        is_readable(module, rules, column)
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

/// Materializes an upper bound of `value` that does not depend on `independents` right before `op`, where `value`
/// exists; `value` itself if it does not depend on them. None if no such bound is found; the program is unchanged
/// then.
pub fn make_independent(
    module: &mut Module,
    rules: &Rules,
    value: ValueId,
    independents: &[ValueId],
    op: OpId,
    style: Style,
) -> Option<ValueId> {
    let dependents = Dependents::of(module, independents);
    if !dependents.contains(value) {
        return Some(value);
    }
    let bound = {
        let mut analysis = Analysis::new(&*module, rules);
        let variable = Variable::value(value);
        let kind = BoundKind::Upper;
        independent_bound(&mut analysis, module, kind, &variable, op, &dependents)?
    };
    reify(module, rules, op, &bound.map, &bound.operands, style).ok()
}
