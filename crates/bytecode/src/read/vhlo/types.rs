//! The encodings of VHLO types.

use super::super::entries::Entries;
use super::super::fields::{Fields, Shape};
use super::super::types;
use crate::cursor::Cursor;
use crate::error::Read;
use calipers_ir::Module;

/// A type of VHLO.
#[derive(Clone, Copy)]
enum Form {
    /// A type without fields, with its text.
    Plain(&'static str),
    /// The builtin type with that code, which has the same fields.
    Builtin(u64, Shape),
    /// The quantized type with that code, which has the same fields.
    Quantized(u64, Shape),
    /// `memref`, which has no layout.
    Buffer,
    /// `!stablehlo.future`.
    Future,
}

/// The types by their codes.
const FORMS: &[Form] = &[
    Form::Plain("i1"),
    Form::Builtin(9, "t"), // complex
    Form::Plain("bf16"),
    Form::Plain("f16"),
    Form::Plain("f32"),
    Form::Plain("f64"),
    Form::Plain("f8E4M3FN"),
    Form::Plain("f8E5M2"),
    Form::Builtin(2, "TT"), // function
    Form::Plain("index"),
    Form::Plain("i4"),
    Form::Plain("i8"),
    Form::Plain("i16"),
    Form::Plain("i32"),
    Form::Plain("i64"),
    Form::Plain("ui4"),
    Form::Plain("ui8"),
    Form::Plain("ui16"),
    Form::Plain("ui32"),
    Form::Plain("ui64"),
    Form::Builtin(13, "It"),  // tensor
    Form::Builtin(14, "aIt"), // tensor with an encoding
    Form::Plain("!stablehlo.token"),
    Form::Builtin(15, "T"), // tuple
    Form::Quantized(4, "nttdiii"),
    Form::Builtin(18, "t"), // unranked tensor
    Form::Plain("!shape.witness"),
    Form::Plain("f8E4M3FNUZ"),
    Form::Plain("f8E5M2FNUZ"),
    Form::Plain("f8E4M3B11FNUZ"),
    Form::Quantized(5, "nttniiDI"), // per axis
    Form::Plain("i2"),
    Form::Plain("ui2"),
    Form::Plain("none"),
    Form::Plain("tf32"),
    Form::Plain("f8E4M3"),
    Form::Plain("f8E3M4"),
    Form::Plain("f4E2M1FN"),
    Form::Plain("f6E2M3FN"),
    Form::Plain("f6E3M2FN"),
    Form::Plain("f8E8M0FNU"),
    Form::Buffer,
    Form::Future,
];

fn form(code: u64) -> Option<Form> {
    FORMS.get(usize::try_from(code).ok()?).copied()
}

/// The shape of the encoding with that code.
pub(in super::super) fn shape(code: u64) -> Option<Shape> {
    Some(match form(code)? {
        Form::Plain(_) => "",
        Form::Builtin(_, shape) | Form::Quantized(_, shape) => shape,
        Form::Buffer => "It",
        Form::Future => "T",
    })
}

/// The text of the builtin or StableHLO type.
pub(in super::super) fn build(
    entries: &Entries,
    module: &Module,
    at: &Cursor,
    code: u64,
    fields: &Fields,
) -> Read<String> {
    let list = || -> Read<Vec<String>> {
        let text = |&index: &usize| Ok(module.type_text(entries.known_type(index)?));
        fields.types.iter().map(text).collect()
    };
    match form(code) {
        Some(Form::Plain(text)) => Ok(text.to_owned()),
        Some(Form::Builtin(code, _)) => types::build(entries, module, at, code, fields),
        Some(Form::Quantized(code, _)) => types::quantized(entries, module, at, code, fields),
        Some(Form::Buffer) => {
            let dims = types::dimensions(at, &fields.signed, &[])?;
            Ok(format!("memref<{dims}{}>", list()?.concat()))
        }
        Some(Form::Future) => Ok(format!("!stablehlo.future<{}>", list()?.join(", "))),
        None => at.fail(format!(
            "expected the code of a VHLO type, but found {code}"
        )),
    }
}
