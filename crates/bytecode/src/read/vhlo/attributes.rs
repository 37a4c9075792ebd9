//! The encodings of VHLO attributes.

use super::super::elements;
use super::super::entries::Entries;
use super::super::fields::{Fields, Shape};
use super::super::{attributes, values};
use crate::cursor::Cursor;
use crate::error::Read;
use crate::ir::{AttrData, FloatValue, Module, Type};
use crate::number::Int;

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

/// The words of the enumerations: the code, the name of the attribute, and the word for each number.
const WORDS: &[(u64, &str, &[&str])] = &[
    (
        3,
        "comparison_direction",
        &["EQ", "NE", "GE", "GT", "LE", "LT"],
    ),
    (
        4,
        "comparison_type",
        &["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"],
    ),
    (7, "fft_type", &["FFT", "IFFT", "RFFT", "IRFFT"]),
    (11, "precision", &["DEFAULT", "HIGH", "HIGHEST"]),
    (12, "rng_algorithm", &["DEFAULT", "THREE_FRY", "PHILOX"]),
    (13, "rng_distribution", &["", "UNIFORM", "NORMAL"]),
    (
        16,
        "transpose",
        &["TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"],
    ),
    (
        19,
        "result_accuracy_mode",
        &["DEFAULT", "HIGHEST", "TOLERANCE"],
    ),
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
        10 => {
            let (outputs, rest) = fields.signed.split_at(fields.counts[0]);
            stablehlo(format!(
                "output_operand_alias<output_tuple_indices = {outputs:?}, operand_index = {}, \
                 operand_tuple_indices = {:?}>",
                rest[0],
                &rest[1..]
            ))
        }
        14 => AttrData::String {
            value: fields.string.unwrap_or_default().into(),
            ty: None,
        },
        15 => elements::dense(module, at, ty()?, data.rest())?,
        17 => AttrData::Type(ty()?),
        18 => {
            let bound = |&bound: &i64| match bound {
                i64::MIN => "?".to_owned(),
                bound => bound.to_string(),
            };
            let bounds: Vec<String> = fields.signed.iter().map(bound).collect();
            stablehlo(format!("bounds<{}>", bounds.join(", ")))
        }
        20 => {
            let mode = module.attribute_text(entries.known_attribute(fields.attributes[0])?);
            let [atol, rtol] = [0, 1].map(|number| float(module, fields.numbers[number]));
            let ulps = fields.signed[0];
            stablehlo(format!(
                "result_accuracy<atol = {atol}, rtol = {rtol}, ulps = {ulps}, mode = {mode}>"
            ))
        }
        _ => word(at, code, fields.numbers[0])?,
    })
}

/// `#stablehlo.…`.
fn stablehlo(text: String) -> AttrData {
    AttrData::Opaque {
        text: format!("#stablehlo.{text}").into(),
        ty: None,
    }
}

fn float(module: &mut Module, bits: u64) -> String {
    let value = FloatValue::from_bits(bits.into(), "f64");
    let float = module.intern_attribute(AttrData::Float {
        value,
        ty: Type::F64,
    });
    let text = module.attribute_text(float);
    text.trim_end_matches(" : f64").to_owned()
}

fn word(at: &Cursor, code: u64, number: u64) -> Read<AttrData> {
    let found = WORDS.iter().find(|(it, ..)| *it == code);
    let (_, name, words) = found.expect("every other code is an enumeration");
    match words.get(number as usize) {
        Some(word) if !word.is_empty() => Ok(AttrData::Opaque {
            text: format!("#stablehlo<{name} {word}>").into(),
            ty: None,
        }),
        _ => at.fail(format!(
            "expected a {name} of StableHLO, but found the number {number}"
        )),
    }
}
