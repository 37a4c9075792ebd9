//! The custom assembly of `stablehlo.reduce_precision`.

use crate::Type;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::Printer;
use crate::program::{OpId, Program};

/// `%a, format = e5m10 : type`, with the bits of the exponent and of the mantissa.
pub(super) fn parse(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let operand = parser.operand()?;
    parser.expect(Kind::Comma, "','")?;
    parser.expect_word("format")?;
    parser.expect(Kind::Equal, "'='")?;
    let at = parser.token.start;
    let word = parser.word("a format, such as e5m10")?;
    let bits = word.strip_prefix('e').and_then(|it| it.split_once('m'));
    let bits = bits.and_then(|(e, m)| Some((e.parse::<u8>().ok()?, m.parse::<u8>().ok()?)));
    let Some((exponent, mantissa)) = bits else {
        return parser.error_at(at, "expected a format, such as e5m10");
    };
    for (name, bits) in [("exponent_bits", exponent), ("mantissa_bits", mantissa)] {
        let bits = parser.module.integer_attribute(i64::from(bits), Type::I32);
        parser.set(state, name, bits);
    }
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let ty = parser.ty()?;
    state.results = vec![ty];
    parser.resolve_into(state, &[operand], &[ty])
}

pub(super) fn print(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let bits = |name: &str| module.integer(op, name);
    let (exponent, mantissa) = (bits("exponent_bits")?, bits("mantissa_bits")?);
    let (&[operand], &[result]) = (module.operands(op), module.results(op)) else {
        return None;
    };
    if module.type_of(operand) != module.type_of(result) {
        return None;
    }
    printer.write(" ");
    printer.value(operand);
    write!(printer, ", format = e{exponent}m{mantissa}");
    printer.attr_dict(op, &["exponent_bits", "mantissa_bits"]);
    printer.write(" : ");
    printer.value_type(operand);
    Some(())
}
