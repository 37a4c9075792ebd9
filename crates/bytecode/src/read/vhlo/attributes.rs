//! The encodings of VHLO attributes.

use super::super::elements;
use super::super::entries::Entries;
use super::super::fields::{Fields, Shape};
use super::super::{attributes, stablehlo, values};
use crate::cursor::Cursor;
use crate::error::Read;
use calipers_ir::{AttrData, Module, Type};
use calipers_number::Int;

/// The shapes of the codes of VHLO attributes. Later codes describe meshes of devices, which are not supported.
pub(in super::super) const SHAPES: &[Option<Shape>] = &[
    None,
    Some("A"),    // 1: array
    Some("n"),    // 2: boolean
    Some("n"),    // 3: comparison direction
    Some("n"),    // 4: comparison type
    Some("n"),    // 5: version of the interface of a custom call
    Some("P"),    // 6: dictionary
    Some("n"),    // 7: type of a Fourier transform
    Some("t*"),   // 8: float
    Some("t*"),   // 9: integer
    Some("IiI"),  // 10: alias of an output
    Some("n"),    // 11: precision
    Some("n"),    // 12: algorithm of random numbers
    Some("n"),    // 13: distribution of random numbers
    Some("s"),    // 14: string
    Some("tb"),   // 15: dense elements
    Some("n"),    // 16: transposition
    Some("t"),    // 17: type
    Some("I"),    // 18: bounds
    Some("n"),    // 19: mode of accuracy
    Some("ddia"), // 20: accuracy
];

/// The contents of the builtin or StableHLO attribute.
pub(in super::super) fn build<'b>(
    entries: &Entries<'b>,
    module: &mut Module,
    at: &Cursor<'b>,
    code: u64,
    fields: &Fields<'b>,
) -> Read<AttrData> {
    let ty = || entries.known_type(fields.types[0]);
    let data = fields.data(at);
    Ok(match code {
        1 => attributes::build(entries, module, 0, at, 0, fields)?,
        2 => AttrData::Bool(fields.numbers[0] != 0),
        5 => AttrData::Integer {
            value: Int::from(fields.numbers[0]),
            ty: Type::I32,
        },
        6 => attributes::build(entries, module, 0, at, 1, fields)?,
        8 => values::float(module, ty()?, data)?,
        9 => values::integer(module, ty()?, data)?,
        10 => stablehlo::alias(fields),
        14 => AttrData::String {
            value: fields.string.unwrap_or_default().into(),
            ty: None,
        },
        15 => elements::dense(module, at, ty()?, data.rest())?,
        17 => AttrData::Type(ty()?),
        18 => stablehlo::bounds(&fields.signed),
        20 => stablehlo::accuracy(entries, module, fields)?,
        _ => {
            let name = match code {
                3 => "comparison_direction",
                4 => "comparison_type",
                7 => "fft_type",
                11 => "precision",
                12 => "rng_algorithm",
                13 => "rng_distribution",
                16 => "transpose",
                _ => "result_accuracy_mode",
            };
            stablehlo::word(at, name, fields.numbers[0])?
        }
    })
}
