//! What index arithmetic costs when it is computed.

use crate::ir::Module;
use crate::program::{Column, OpId, Program};
use crate::term::{Expr, Operator};
use calipers_saturation::Size;

/// How many operations a quotient or remainder that rounds down or up takes besides the division: a comparison, a sum
/// and a selection.
const ROUNDING: u32 = 3;

/// Divisions, then operations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Cost {
    divisions: u32,
    operations: u32,
}

impl Cost {
    /// The cost of a term.
    pub(super) fn of_term(term: &Expr<Column>) -> Cost {
        let size = Size::of(term);
        Cost {
            divisions: size.divisions,
            operations: size
                .operations
                .saturating_add(roundings(term).saturating_mul(ROUNDING)),
        }
    }

    /// The cost of an op whose result is that term over its operands.
    pub(super) fn of_op(module: &Module, op: OpId, term: Option<&Expr<Column>>) -> Cost {
        let one = Cost {
            divisions: 0,
            operations: 1,
        };
        let Some(term) = term else { return one };
        let mut cost = Cost::of_term(term);
        // Unsigned division rounds to zero, and on indices that are not negative it reads as one that rounds down.
        let name = module.op_name(op);
        if matches!(
            name,
            "arith.divui" | "arith.remui" | "index.divu" | "index.remu"
        ) {
            cost.operations = 1;
        }
        cost.max(one)
    }

    pub(super) fn plus(self, other: Cost) -> Cost {
        Cost {
            divisions: self.divisions.saturating_add(other.divisions),
            operations: self.operations.saturating_add(other.operations),
        }
    }
}

/// The number of quotients and remainders that round down or up.
fn roundings(term: &Expr<Column>) -> u32 {
    let Expr::Apply(operator, arguments) = term else {
        return 0;
    };
    let own = matches!(
        operator,
        Operator::FloorDiv | Operator::CeilDiv | Operator::Mod
    );
    arguments.iter().map(roundings).sum::<u32>() + u32::from(own)
}
