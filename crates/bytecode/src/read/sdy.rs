//! The encodings of attributes of Shardy, which portable artifacts of StableHLO hold: meshes and shardings.

use super::entries::Entries;
use super::fields::{Fields, Shape};
use crate::cursor::Cursor;
use crate::error::Read;
use calipers_ir::{AttrData, Module};

/// The shapes of the codes of attributes. Rules of sharding are not supported.
pub(super) const SHAPES: &[Option<Shape>] = &[
    None,
    Some("si"),  // 1: axis of a mesh
    Some("AI"),  // 2: mesh
    Some("ii"),  // 3: part of an axis
    Some("so"),  // 4: reference to an axis
    Some("Afp"), // 5: sharding of a dimension
    Some("aAA"), // 6: sharding of a tensor
    Some("A"),   // 7: sharding of several tensors
    None,
    None,
    None,
    None,
    None,
    None,
    None,
    Some("aAAA"), // 15: sharding of a tensor with unreduced axes
];

/// The names of the attributes, which are also the words of their texts.
const AXIS: &str = "mesh_axis";
const PART: &str = "sub_axis_info";
const REFERENCE: &str = "axis_ref";
const DIMENSION: &str = "dimension_sharding";

/// The attribute with that code.
pub(super) fn build(
    entries: &Entries,
    module: &mut Module,
    at: &Cursor,
    code: u64,
    fields: &Fields,
) -> Read<AttrData> {
    let mut texts = Vec::new();
    for &index in &fields.attributes {
        let attribute = entries.known_attribute(index)?;
        texts.push(module.attribute_text(attribute));
    }
    let name = || {
        let name = super::header::text(at, fields.string.unwrap_or_default());
        name.map(calipers_ir::quoted_text)
    };
    let text = match code {
        1 => format!("{AXIS}<{}={}>", name()?, fields.signed[0]),
        2 => {
            let axes = bodies(at, AXIS, &texts)?.join(", ");
            match fields.signed[..] {
                [] => format!("mesh<[{axes}]>"),
                ref ids => format!("mesh<[{axes}], device_ids={ids:?}>"),
            }
        }
        3 => format!("{PART}<({}){}>", fields.signed[0], fields.signed[1]),
        4 => {
            let part = bodies(at, PART, &texts)?;
            let part = part
                .first()
                .map_or(String::new(), |part| format!(":{part}"));
            format!("{REFERENCE}<{}{part}>", name()?)
        }
        5 => {
            let mut axes = bodies(at, REFERENCE, &texts)?;
            if fields.numbers[0] == 0 {
                axes.push("?");
            }
            let priority = fields
                .numbers
                .get(1)
                .map_or(String::new(), |it| format!("p{it}"));
            format!("{DIMENSION}<{{{}}}{priority}>", axes.join(", "))
        }
        7 => {
            let shardings = bodies(at, "sharding", &texts)?;
            let shardings: Vec<String> = shardings.iter().map(|it| format!("<{it}>")).collect();
            format!("sharding_per_value<[{}]>", shardings.join(", "))
        }
        _ => format!("sharding<{}>", sharding(at, fields, &texts)?),
    };
    Ok(AttrData::Opaque {
        text: format!("#sdy.{text}").into(),
        ty: None,
    })
}

/// A mesh, the shardings of the dimensions, and axes that are replicated or unreduced.
fn sharding(at: &Cursor, fields: &Fields, texts: &[String]) -> Read<String> {
    let (mesh, rest) = texts.split_at(1);
    let (dimensions, mut rest) = rest.split_at(fields.counts[0]);
    let mesh = mesh[0].trim_start_matches("#sdy.");
    let dimensions = bodies(at, DIMENSION, dimensions)?.join(", ");
    let mut text = format!("{mesh}, [{dimensions}]");
    for (name, &count) in ["replicated", "unreduced"].iter().zip(&fields.counts[1..]) {
        let (axes, others) = rest.split_at(count);
        rest = others;
        if !axes.is_empty() {
            let axes = bodies(at, REFERENCE, axes)?.join(", ");
            text.push_str(&format!(", {name}={{{axes}}}"));
        }
    }
    Ok(text)
}

/// What is between the brackets of attributes with that name.
fn bodies<'t>(at: &Cursor, name: &str, texts: &'t [String]) -> Read<Vec<&'t str>> {
    let mut bodies = Vec::with_capacity(texts.len());
    for text in texts {
        let body = text
            .strip_prefix("#sdy.")
            .and_then(|text| text.strip_prefix(name));
        let body = body.and_then(|body| body.strip_prefix('<')?.strip_suffix('>'));
        match body {
            Some(body) => bodies.push(body),
            None => return at.fail(format!("expected parts that are '#sdy.{name}'")),
        }
    }
    Ok(bodies)
}
