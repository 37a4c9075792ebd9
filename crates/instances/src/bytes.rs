//! The bytes of elements in memory.

use calipers_program::{Datum, Program, ValueId};

/// The number of bytes of an element of a value in memory. Elements of fewer than eight bits take a byte each.
///
/// None for a number whose bytes are no power of two (`i24`, `f80`): what it is padded to depends on the target.
pub fn bytes_of(program: &dyn Program, value: ValueId) -> Option<i64> {
    let datum = program.type_datum(value)?;
    bytes(datum.field("element")?)
}

fn bytes(element: &Datum) -> Option<i64> {
    match element.head()? {
        "index" => Some(8),
        "complex" => Some(2 * bytes(element.field("element")?)?),
        _ => {
            let bits = u64::try_from(element.integer_field("width")?).ok()?;
            let bytes = bits.div_ceil(8);
            let is_unpadded = bytes.is_power_of_two();
            i64::try_from(bytes).ok().filter(|_| is_unpadded)
        }
    }
}

/// Like [`bytes_of`], for elements that are numbers of a whole number of bytes, which no target packs.
pub(crate) fn whole_bytes_of(program: &dyn Program, value: ValueId) -> Option<i64> {
    let datum = program.type_datum(value)?;
    let element = datum.field("element")?;
    let is_whole = match element.head()? {
        "index" => true,
        _ => i64::try_from(element.integer_field("width")?).ok()? % 8 == 0,
    };
    bytes(element).filter(|_| is_whole)
}
