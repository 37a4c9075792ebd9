//! The encodings of builtin attributes.

use super::elements;
use super::entries::Entries;
use super::fields::{Fields, Shape};
use super::header::text;
use super::values;
use crate::cursor::Cursor;
use crate::error::Read;
use calipers_ir::{Attr, AttrData, Location, Module};

/// The shapes of the codes of builtin attributes.
pub(super) const SHAPES: &[Option<Shape>] = &[
    Some("A"),   // 0: array
    Some("P"),   // 1: dictionary
    Some("s"),   // 2: string
    Some("st"),  // 3: string with a type
    Some("a"),   // 4: symbol
    Some("aA"),  // 5: nested symbol
    Some("t"),   // 6: type
    Some(""),    // 7: unit
    Some("t*"),  // 8: integer
    Some("t*"),  // 9: float
    Some("aa"),  // 10: call-site location
    Some("ann"), // 11: file location
    Some("A"),   // 12: fused location
    Some("Aa"),  // 13: fused location with metadata
    Some("aa"),  // 14: named location
    Some(""),    // 15: unknown location
    Some("tn"),  // 16: resource
    Some("tnb"), // 17: dense array
    Some("tb"),  // 18: dense elements
    Some("tn*"), // 19: dense strings
    Some("taa"), // 20: sparse elements
    Some("a"),   // 21: distinct
    Some("aN"),  // 22: range in a file
];

/// Whether the code is that of a location.
pub(super) fn is_location(code: u64) -> bool {
    matches!(code, 10..=15 | 22)
}

/// The length of the strings in a list of elements.
pub(super) fn listed_strings(code: u64, fields: &Fields, strings: &[&[u8]]) -> u64 {
    let (19, Some(mut data)) = (code, fields.bytes) else {
        return 0;
    };
    let mut length = 0u64;
    while !data.is_empty() {
        let Ok(index) = data.index(strings.len(), "the number of a string") else {
            break;
        };
        length = length.saturating_add(strings[index].len() as u64);
    }
    length
}

/// The contents of a builtin attribute.
pub(super) fn build<'b>(
    entries: &Entries<'b>,
    module: &mut Module,
    index: usize,
    at: &Cursor<'b>,
    code: u64,
    fields: &Fields<'b>,
) -> Read<AttrData> {
    let attribute = |number: usize| entries.known_attribute(fields.attributes[number]);
    let data = fields.data(at);
    Ok(match code {
        0 => AttrData::Array(all(entries, &fields.attributes)?),
        1 => dictionary(entries, module, at, fields)?,
        2 => AttrData::String {
            value: fields.string.unwrap_or_default().into(),
            ty: None,
        },
        3 => {
            let ty = entries.known_type(fields.types[0])?;
            AttrData::String {
                value: fields.string.unwrap_or_default().into(),
                ty: Some(ty).filter(|ty| *ty != calipers_ir::Type::NONE),
            }
        }
        4 | 5 => symbol(entries, module, at, fields)?,
        6 => AttrData::Type(entries.known_type(fields.types[0])?),
        7 => AttrData::Unit,
        8 => values::integer(module, entries.known_type(fields.types[0])?, data)?,
        9 => values::float(module, entries.known_type(fields.types[0])?, data)?,
        10 | 11 | 12 | 13 | 14 | 15 | 22 => {
            AttrData::Location(location(entries, module, at, code, fields)?)
        }
        16 => {
            let key = entries.resources.handle(at, fields.numbers[0])?;
            AttrData::Elements {
                text: format!("dense_resource<{key}>").into(),
                ty: entries.known_type(fields.types[0])?,
            }
        }
        17 => {
            let element = entries.known_type(fields.types[0])?;
            let elements = elements::array(module, at, element, fields.numbers[0], data.rest())?;
            AttrData::DenseArray { element, elements }
        }
        18 => {
            let ty = entries.known_type(fields.types[0])?;
            elements::dense(module, at, ty, data.rest())?
        }
        19 => {
            let ty = entries.known_type(fields.types[0])?;
            elements::strings(module, ty, fields.numbers[0] != 0, data, &entries.strings)?
        }
        20 => {
            let (indices, values) = (attribute(0)?, attribute(1)?);
            let parts = [indices, values].map(|part| listed(module, part));
            AttrData::Elements {
                text: format!("sparse<{}>", parts.join(", ")).into(),
                ty: entries.known_type(fields.types[0])?,
            }
        }
        _ => {
            let of = module.attribute_text(attribute(0)?);
            AttrData::Opaque {
                text: format!("distinct[{index}]<{of}>").into(),
                ty: None,
            }
        }
    })
}

fn all(entries: &Entries, indices: &[usize]) -> Read<Box<[Attr]>> {
    let items = indices.iter().map(|&index| entries.known_attribute(index));
    items.collect()
}

/// The elements of a dense attribute, as they are in `sparse<…>`.
fn listed(module: &Module, attribute: Attr) -> String {
    let text = module.attribute_text(attribute);
    let elements = text
        .strip_prefix("dense<")
        .and_then(|text| text.rsplit_once("> : "));
    elements.map_or(String::new(), |(elements, _)| elements.to_owned())
}

fn dictionary(
    entries: &Entries,
    module: &mut Module,
    at: &Cursor,
    fields: &Fields,
) -> Read<AttrData> {
    let mut items = Vec::with_capacity(fields.attributes.len() / 2);
    for pair in fields.attributes.chunks(2) {
        let name = entries.known_attribute(pair[0])?;
        let Some(name) = module.attribute_data(name).as_str().map(str::to_owned) else {
            return at.fail("expected a dictionary whose names are strings of valid UTF-8");
        };
        items.push((module.intern_name(&name), entries.known_attribute(pair[1])?));
    }
    items.sort_by(|a, b| module.name(a.0).cmp(module.name(b.0)));
    if let Some(pair) = items.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let name = module.name(pair[0].0);
        return at.fail(format!(
            "expected a dictionary with different names, but '{name}' is repeated"
        ));
    }
    Ok(AttrData::Dictionary(items.into()))
}

fn symbol(entries: &Entries, module: &mut Module, at: &Cursor, fields: &Fields) -> Read<AttrData> {
    let mut path = Vec::with_capacity(fields.attributes.len());
    for (number, &index) in fields.attributes.iter().enumerate() {
        let part = entries.known_attribute(index)?;
        match module.attribute_data(part) {
            AttrData::String { value, .. } if number == 0 => {
                path.push(text(at, value)?.to_owned());
            }
            // A nested reference is a flat symbol, which is quoted already.
            AttrData::Symbol(name) if number > 0 => path.push(name.to_string()),
            _ => return at.fail("expected a symbol that consists of names"),
        }
    }
    let root = module.symbol_attribute([path[0].as_str()]);
    if let AttrData::Symbol(root) = module.attribute_data(root) {
        path[0] = root.to_string();
    }
    Ok(AttrData::Symbol(path.join("::@").into()))
}

fn location(
    entries: &Entries,
    module: &Module,
    at: &Cursor,
    code: u64,
    fields: &Fields,
) -> Read<Location> {
    let attribute = |number: usize| entries.known_attribute(fields.attributes[number]);
    let name = || -> Read<Box<str>> {
        match module.attribute_data(attribute(0)?).as_str() {
            Some(name) => Ok(name.into()),
            None => at.fail("expected a location whose name is a string of valid UTF-8"),
        }
    };
    Ok(match code {
        10 => Location::CallSite {
            callee: attribute(0)?,
            caller: attribute(1)?,
        },
        11 | 22 => file_location(at, name()?, fields)?,
        12 => Location::Fused {
            metadata: None,
            parts: all(entries, &fields.attributes)?,
        },
        13 => Location::Fused {
            // Metadata in an encoding that is not known is dropped.
            metadata: attribute(fields.counts[0]).ok(),
            parts: all(entries, &fields.attributes[..fields.counts[0]])?,
        },
        14 => {
            let child = attribute(1)?;
            let unknown = matches!(
                module.attribute_data(child),
                AttrData::Location(Location::Unknown)
            );
            Location::Name {
                name: name()?,
                child: (!unknown).then_some(child),
            }
        }
        _ => Location::Unknown,
    })
}

/// A position, or a range: its numbers are the line, the column, the last column, or the line, the column, the last
/// line and the last column.
fn file_location(at: &Cursor, file: Box<str>, fields: &Fields) -> Read<Location> {
    let mut numbers = [0u32; 4];
    if fields.numbers.len() > numbers.len() {
        return at.fail("expected a location of at most 4 numbers");
    }
    for (to, from) in numbers.iter_mut().zip(&fields.numbers) {
        match u32::try_from(*from) {
            Ok(number) => *to = number,
            Err(_) => {
                return at.fail(format!(
                    "expected a line or column of 32 bits, but found {from}"
                ));
            }
        }
    }
    let end = match fields.numbers.len() {
        3 => format!("to :{}", numbers[2]),
        4 => format!("to {}:{}", numbers[2], numbers[3]),
        _ => String::new(),
    };
    Ok(Location::File {
        file,
        line: numbers[0],
        column: numbers[1],
        end: end.into(),
    })
}
