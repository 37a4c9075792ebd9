//! The custom assembly of PDL ops whose types depend on the syntax.

use super::Syntax;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::Printer;
use crate::program::{OpId, Program};
use crate::{Type, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "pdl_range",
        Syntax {
            parse: parse_range,
            print: print_range,
        },
    ),
    (
        "pdl_results",
        Syntax {
            parse: parse_results,
            print: print_results,
        },
    ),
];

const VALUES: &str = "!pdl.range<value>";

/// `%a, %b : !pdl.value, !pdl.range<value>`, or the type of the result if there are no operands.
fn parse_range(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let operands = parser.operand_list()?;
    parser.expect(Kind::Colon, "':'")?;
    let at = parser.token.start;
    let types = parser.type_list()?;
    if operands.is_empty() {
        state.results = types;
    } else {
        let Some(result) = range_of(parser, types[0]) else {
            return parser.error_at(at, "expected a type of PDL");
        };
        state.results = vec![result];
        parser.resolve_all(&operands, &types, at, &mut state.operands)?;
    }
    parser.attr_dict(state)
}

/// `!pdl.range<T>` for `!pdl.T` and itself.
fn range_of(parser: &mut Parser<'_>, ty: Type) -> Option<Type> {
    let TypeData::Opaque { text, .. } = parser.module.type_data(ty) else {
        return None;
    };
    let name = text.strip_prefix("!pdl.")?;
    if name.starts_with("range<") {
        return Some(ty);
    }
    let text = format!("!pdl.range<{name}>");
    Some(parser.module.intern_type(TypeData::opaque(text)))
}

fn print_range(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let operands = &module.op(op).operands[..];
    let result = *module.results(op).first()?;
    printer.write(" ");
    if operands.is_empty() {
        printer.write(": ");
        printer.value_type(result);
    } else {
        printer.values(operands);
        printer.write(" : ");
        printer.value_types(operands);
        printer.write(" ");
    }
    printer.attr_dict(op, &[]);
    Some(())
}

/// `0 of %op -> type`, or `of %op` for all results.
fn parse_results(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let one = !parser.is_word("of");
    if one {
        parser.attribute_of(state, "index")?;
    }
    parser.expect_word("of")?;
    let parent = parser.operand()?;
    let operation = TypeData::opaque("!pdl.operation");
    let operation = parser.module.intern_type(operation);
    parser.resolve_into(state, &[parent], &[operation])?;
    let result = match one {
        true => {
            parser.expect(Kind::Arrow, "'->'")?;
            parser.ty()?
        }
        false => parser.module.intern_type(TypeData::opaque(VALUES)),
    };
    state.results = vec![result];
    parser.attr_dict(state)
}

fn print_results(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let (&parent, &result) = (module.op(op).operands.first()?, module.results(op).first()?);
    let one = module.op_attribute(op, "index").is_some();
    printer.write(" ");
    if one {
        printer.attribute_of(op, "index")?;
        printer.write(" ");
    }
    printer.write("of ");
    printer.value(parent);
    printer.write(" ");
    if one {
        printer.write(" -> ");
        printer.value_type(result);
    } else if module.type_text(module.type_of(result)) != VALUES {
        return None;
    }
    printer.attr_dict(op, &["index"]);
    Some(())
}
