//! The text of data.

use crate::program::Datum;

/// A datum in MLIR's syntax, or as `head(field: part, …)` if that would require more information.
pub fn text(datum: &Datum) -> String {
    if let Some(simple) = mlir(datum) {
        return simple;
    }
    match datum {
        Datum::Integer(value) => value.to_string(),
        Datum::Word(word) => word.to_string(),
        Datum::List(parts) => {
            let parts: Vec<String> = parts.iter().map(text).collect();
            format!("[{}]", parts.join(", "))
        }
        Datum::Node { head, fields } if fields.is_empty() => head.to_string(),
        Datum::Node { head, fields } => {
            let fields = fields.iter();
            let fields = fields.map(|(name, part)| format!("{name}: {}", text(part)));
            format!("{head}({})", fields.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The text of a word field.
fn word<'d>(datum: &'d Datum, name: &str) -> Option<&'d str> {
    match datum.field(name)? {
        Datum::Word(text) => Some(text),
        _ => None,
    }
}

/// The text of an extent of a dimension.
fn extent(datum: &Datum) -> Option<String> {
    Some(match datum.head()? {
        "dynamic" => "?".to_string(),
        "static" => datum.integer_field("size")?.to_string(),
        "scalable" => format!("[{}]", datum.integer_field("size")?),
        _ => return None,
    })
}

/// Its text in MLIR's syntax, if that is simple.
fn mlir(datum: &Datum) -> Option<String> {
    let part = |name: &str| datum.field(name).map(text);
    let parts = |name: &str| -> Option<String> {
        let parts = datum.list_field(name)?.iter().map(text);
        Some(parts.collect::<Vec<_>>().join(", "))
    };
    let dims = || -> Option<String> {
        let extents = datum.list_field("dims")?.iter();
        extents.map(|it| Some(extent(it)? + "x")).collect()
    };
    let tail = |name: &str| part(name).map_or(String::new(), |it| format!(", {it}"));
    Some(match datum.head()? {
        head @ ("index" | "none" | "unit") => head.to_string(),
        "integer" if datum.field("width").is_some() => {
            let sign = match word(datum, "signedness")? {
                "signed" => "s",
                "unsigned" => "u",
                _ => "",
            };
            format!("{sign}i{}", datum.integer_field("width")?)
        }
        "integer" => match part("type") {
            Some(ty) => format!("{} : {ty}", datum.integer_field("value")?),
            None => datum.integer_field("value")?.to_string(),
        },
        "float" if datum.field("format").is_some() => word(datum, "format")?.to_string(),
        "float" => format!("{} : {}", word(datum, "number")?, part("type")?),
        "complex" => format!("complex<{}>", part("element")?),
        "tuple" => format!("tuple<{}>", parts("elements")?),
        "vector" => format!("vector<{}{}>", dims()?, part("element")?),
        "tensor" => {
            let dims = dims().unwrap_or_else(|| "*x".into());
            format!("tensor<{dims}{}{}>", part("element")?, tail("encoding"))
        }
        "memref" => {
            let dims = dims().unwrap_or_else(|| "*x".into());
            let layout = match datum.field("layout").and_then(Datum::head) {
                None | Some("identity") => String::new(),
                Some(_) => tail("layout"),
            };
            let element = part("element")?;
            format!("memref<{dims}{element}{layout}{}>", tail("space"))
        }
        "function" => format!("({}) -> ({})", parts("inputs")?, parts("results")?),
        // The parameters of a dialect's type contain its dimensions; this datum has dimensions only, since it is
        // an example.
        "dialect" => match parts("parameters")? {
            parts if parts.is_empty() && datum.field("dims").is_some() => return None,
            parts if parts.is_empty() => word(datum, "name")?.to_string(),
            parts => format!("{}<{parts}>", word(datum, "name")?),
        },
        "bool" => word(datum, "truth")?.to_string(),
        "string" => format!("{:?}", word(datum, "text")?),
        "type" => part("type")?,
        "array" => format!("[{}]", parts("elements")?),
        "dictionary" => format!("{{{}}}", parts("entries")?),
        "entry" => {
            let name = word(datum, "name")?;
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "_$.".contains(c);
            let is_bare = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            let name = match is_bare && name.chars().all(is_plain) {
                true => name.to_string(),
                false => format!("{name:?}"),
            };
            match datum.field("value")? {
                value if value.head() == Some("unit") => name,
                value => format!("{name} = {}", text(value)),
            }
        }
        "dense-array" => match parts("integers")? {
            parts if parts.is_empty() => format!("array<{}>", part("element")?),
            parts => format!("array<{}: {parts}>", part("element")?),
        },
        "symbol" => format!("@{}", word(datum, "text")?),
        "keyword" => word(datum, "text")?.to_string(),
        "strided" => {
            let strides: Option<Vec<String>> =
                datum.list_field("strides")?.iter().map(extent).collect();
            let offset = extent(datum.field("offset")?)?;
            let offset = match offset.as_str() {
                "0" => String::new(),
                number => format!(", offset: {number}"),
            };
            format!("strided<[{}]{offset}>", strides?.join(", "))
        }
        _ => return extent(datum),
    })
}
