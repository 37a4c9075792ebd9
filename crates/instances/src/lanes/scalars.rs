//! Ranges of the values that do not depend on the lane, by the ops that define them.

use crate::nest::constant;
use calipers_number::Range;
use calipers_program::{Column, Definition, Program, ValueId};

/// The range of the signed reading of a value, as far as its op tells: of a remainder, and of the digits that a mask
/// keeps.
pub(super) fn range(program: &dyn Program, column: Column) -> Range {
    let of_value = |value| bound(program, value).map(|(least, most)| Range::between(least, most));
    match column {
        Column::Value(value) => of_value(value).unwrap_or_else(Range::full),
        _ => Range::full(),
    }
}

fn bound(program: &dyn Program, value: ValueId) -> Option<(i64, i64)> {
    let Definition::Result { op, .. } = program.definition(value) else {
        return None;
    };
    let &[a, b] = program.operands(op) else {
        return None;
    };
    let positive = |value| number(program, value).filter(|&it| it > 0);
    match program.op_name(op) {
        "arith.remui" => positive(b).map(|by| (0, by - 1)),
        "arith.remsi" => positive(b).map(|by| match is_natural(program, a) {
            true => (0, by - 1),
            false => (1 - by, by - 1),
        }),
        "arith.andi" => positive(b).or_else(|| positive(a)).map(|mask| (0, mask)),
        _ => None,
    }
}

/// Whether a value is not negative: an id, and a quotient of one.
fn is_natural(program: &dyn Program, value: ValueId) -> bool {
    let Definition::Result { op, .. } = program.definition(value) else {
        return false;
    };
    match (program.op_name(op), program.operands(op)) {
        ("tt.get_program_id", _) => true,
        ("arith.divsi", &[a, b]) => {
            is_natural(program, a) && number(program, b).is_some_and(|by| by > 0)
        }
        ("arith.remsi", &[a, _]) => is_natural(program, a),
        _ => false,
    }
}

fn number(program: &dyn Program, value: ValueId) -> Option<i64> {
    i64::try_from(&constant(program, value)?).ok()
}
