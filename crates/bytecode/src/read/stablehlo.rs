//! The encodings of StableHLO attributes and types, and the texts that they have in common with VHLO.

use super::entries::Entries;
use super::fields::{Fields, Shape};
use crate::cursor::Cursor;
use crate::error::Read;
use calipers_ir::{AttrData, FloatValue, Module, Type};

/// The shapes of the codes of attributes. Later codes describe meshes of devices, which are not supported.
pub(super) const SHAPES: &[Option<Shape>] = &[
    None,
    Some("ii"),        // 1: channel
    Some("n"),         // 2: comparison direction
    Some("n"),         // 3: comparison type
    Some("iiIiiIiiI"), // 4: dimensions of a convolution
    Some("IIII"),      // 5: dimensions of a product
    Some("n"),         // 6: type of a Fourier transform
    Some("IIIIIi"),    // 7: dimensions of a gather
    Some("n"),         // 8: precision
    Some("n"),         // 9: algorithm of random numbers
    Some("n"),         // 10: distribution of random numbers
    Some("IIIIIi"),    // 11: dimensions of a scatter
    Some("n"),         // 12: transposition
    Some("I"),         // 13: bounds
    Some("IiI"),       // 14: alias of an output
    Some("tttiiif"),   // 15: algorithm of a product
    Some("n"),         // 16: mode of accuracy
    Some("ddia"),      // 17: accuracy
];

/// The shapes of the codes of types.
pub(super) const TYPES: &[Option<Shape>] = &[
    Some(""),  // 0: token
    Some("T"), // 1: future
];

/// The words of the enumerations, by their numbers.
const WORDS: &[(&str, &[&str])] = &[
    (
        "comparison_direction",
        &["EQ", "NE", "GE", "GT", "LE", "LT"],
    ),
    (
        "comparison_type",
        &["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"],
    ),
    ("fft_type", &["FFT", "IFFT", "RFFT", "IRFFT"]),
    ("precision", &["DEFAULT", "HIGH", "HIGHEST"]),
    ("rng_algorithm", &["DEFAULT", "THREE_FRY", "PHILOX"]),
    ("rng_distribution", &["", "UNIFORM", "NORMAL"]),
    (
        "transpose",
        &["TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"],
    ),
    ("result_accuracy_mode", &["DEFAULT", "HIGHEST", "TOLERANCE"]),
];

/// The names of the dimensions of a product.
pub(super) const PRODUCT: &[&str] = &[
    "lhs_batching_dimensions",
    "rhs_batching_dimensions",
    "lhs_contracting_dimensions",
    "rhs_contracting_dimensions",
];

/// The names of the dimensions of a gather; the last one is a number.
pub(super) const GATHER: &[&str] = &[
    "offset_dims",
    "collapsed_slice_dims",
    "operand_batching_dims",
    "start_indices_batching_dims",
    "start_index_map",
    "index_vector_dim",
];

/// The names of the dimensions of a scatter; the last one is a number.
pub(super) const SCATTER: &[&str] = &[
    "update_window_dims",
    "inserted_window_dims",
    "input_batching_dims",
    "scatter_indices_batching_dims",
    "scatter_dims_to_operand_dims",
    "index_vector_dim",
];

/// An attribute that is kept as text.
pub(super) fn opaque(text: String) -> AttrData {
    AttrData::Opaque {
        text: text.into(),
        ty: None,
    }
}

/// The attribute with that code.
pub(super) fn build(
    entries: &Entries,
    module: &mut Module,
    at: &Cursor,
    code: u64,
    fields: &Fields,
) -> Read<AttrData> {
    let lists = || split(&fields.signed, &fields.counts);
    Ok(match code {
        1 => channel(fields.signed[0], fields.signed[1]),
        4 => {
            let mut rest = &fields.signed[..];
            let sides = [0, 1, 2].map(|side| {
                let (head, tail) = rest.split_at(2);
                let (spatial, tail) = tail.split_at(fields.counts[side]);
                rest = tail;
                (head[0], head[1], spatial)
            });
            convolution(at, sides)?
        }
        5 => dimensions("dot", PRODUCT, &lists(), 0),
        7 => dimensions("gather", GATHER, &lists(), last(fields)),
        11 => dimensions("scatter", SCATTER, &lists(), last(fields)),
        13 => bounds(&fields.signed),
        14 => alias(fields),
        15 => algorithm(entries, module, fields)?,
        17 => accuracy(entries, module, fields)?,
        _ => {
            let name = match code {
                2 => "comparison_direction",
                3 => "comparison_type",
                6 => "fft_type",
                8 => "precision",
                9 => "rng_algorithm",
                10 => "rng_distribution",
                12 => "transpose",
                _ => "result_accuracy_mode",
            };
            word(at, name, fields.numbers[0])?
        }
    })
}

/// The names of the parts of the algorithm of a product.
pub(super) const ALGORITHM: [&str; 7] = [
    "lhs_precision_type",
    "rhs_precision_type",
    "accumulation_type",
    "lhs_component_count",
    "rhs_component_count",
    "num_primitive_operations",
    "allow_imprecise_accumulation",
];

fn algorithm(entries: &Entries, module: &Module, fields: &Fields) -> Read<AttrData> {
    let mut parts = Vec::new();
    for &index in &fields.types {
        parts.push(module.type_text(entries.known_type(index)?));
    }
    parts.extend(fields.signed.iter().map(i64::to_string));
    parts.push((fields.numbers[0] != 0).to_string());
    let parts = ALGORITHM.iter().zip(parts);
    let parts: Vec<String> = parts
        .map(|(name, part)| format!("{name} = {part}"))
        .collect();
    Ok(opaque(format!(
        "#stablehlo.dot_algorithm<{}>",
        parts.join(", ")
    )))
}

/// The text of the type with that code.
pub(super) fn ty(entries: &Entries, module: &Module, code: u64, fields: &Fields) -> Read<String> {
    if code == 0 {
        return Ok("!stablehlo.token".to_owned());
    }
    let text = |&index: &usize| Ok(module.type_text(entries.known_type(index)?));
    let types: Read<Vec<String>> = fields.types.iter().map(text).collect();
    Ok(format!("!stablehlo.future<{}>", types?.join(", ")))
}

/// Consecutive lists with these lengths.
fn split<'f>(mut items: &'f [i64], counts: &[usize]) -> Vec<&'f [i64]> {
    let mut lists = Vec::with_capacity(counts.len());
    for &count in counts {
        let (list, rest) = items.split_at(count);
        lists.push(list);
        items = rest;
    }
    lists
}

fn last(fields: &Fields) -> i64 {
    fields.signed.last().copied().unwrap_or_default()
}

/// `#stablehlo.word<name = […], …>` without empty lists; the last name is that of `number`, if there is no list for
/// it.
pub(super) fn dimensions(word: &str, names: &[&str], lists: &[&[i64]], number: i64) -> AttrData {
    let mut parts = Vec::new();
    for (name, list) in names.iter().zip(lists) {
        if !list.is_empty() {
            parts.push(format!("{name} = {list:?}"));
        }
    }
    if number != 0
        && let Some(name) = names.get(lists.len())
    {
        parts.push(format!("{name} = {number}"));
    }
    opaque(format!("#stablehlo.{word}<{}>", parts.join(", ")))
}

pub(super) fn channel(handle: i64, kind: i64) -> AttrData {
    opaque(format!(
        "#stablehlo.channel_handle<handle = {handle}, type = {kind}>"
    ))
}

pub(super) fn bounds(bounds: &[i64]) -> AttrData {
    let bound = |&bound: &i64| match bound {
        i64::MIN => "?".to_owned(),
        bound => bound.to_string(),
    };
    let bounds: Vec<String> = bounds.iter().map(bound).collect();
    opaque(format!("#stablehlo.bounds<{}>", bounds.join(", ")))
}

/// An alias of an output and an operand, with the fields `IiI`.
pub(super) fn alias(fields: &Fields) -> AttrData {
    let (outputs, rest) = fields.signed.split_at(fields.counts[0]);
    let (operand, operands) = (rest[0], &rest[1..]);
    opaque(format!(
        "#stablehlo.output_operand_alias<output_tuple_indices = {outputs:?}, operand_index = {operand}, \
         operand_tuple_indices = {operands:?}>"
    ))
}

/// The accuracy of a result, with the fields `ddia`.
pub(super) fn accuracy(entries: &Entries, module: &mut Module, fields: &Fields) -> Read<AttrData> {
    let mode = module.attribute_text(entries.known_attribute(fields.attributes[0])?);
    let [atol, rtol] = [0, 1].map(|number| float(module, fields.numbers[number]));
    let ulps = fields.signed[0];
    Ok(opaque(format!(
        "#stablehlo.result_accuracy<atol = {atol}, rtol = {rtol}, ulps = {ulps}, mode = {mode}>"
    )))
}

fn float(module: &mut Module, bits: u64) -> String {
    let float = module.intern_attribute(AttrData::Float {
        value: FloatValue::from_bits(bits.into(), "f64"),
        ty: Type::F64,
    });
    let text = module.attribute_text(float);
    text.trim_end_matches(" : f64").to_owned()
}

/// `#stablehlo<name WORD>`.
pub(super) fn word(at: &Cursor, name: &str, number: u64) -> Read<AttrData> {
    let found = WORDS.iter().find(|(it, _)| *it == name);
    let word = found.and_then(|(_, words)| words.get(usize::try_from(number).ok()?));
    match word {
        Some(word) if !word.is_empty() => Ok(opaque(format!("#stablehlo<{name} {word}>"))),
        _ => at.fail(format!(
            "expected a {name} of StableHLO, but found the number {number}"
        )),
    }
}

/// The dimensions of one tensor of a convolution: two with letters, and the spatial ones.
pub(super) type Side<'a> = (i64, i64, &'a [i64]);

/// `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`.
pub(super) fn convolution(at: &Cursor, sides: [Side; 3]) -> Read<AttrData> {
    let letters = [["b", "f"], ["i", "o"], ["b", "f"]];
    let mut texts = Vec::new();
    for ((first, second, spatial), [a, b]) in sides.into_iter().zip(letters) {
        let mut places = vec![(first, a.to_owned()), (second, b.to_owned())];
        let spatial = spatial.iter().enumerate();
        places.extend(spatial.map(|(number, &place)| (place, number.to_string())));
        places.sort();
        if !places
            .iter()
            .map(|place| place.0)
            .eq(0..places.len() as i64)
        {
            return at.fail("expected a convolution that names each dimension once");
        }
        let words: Vec<String> = places.into_iter().map(|place| place.1).collect();
        texts.push(format!("[{}]", words.join(", ")));
    }
    Ok(opaque(format!(
        "#stablehlo.conv<{}x{}->{}>",
        texts[0], texts[1], texts[2]
    )))
}
