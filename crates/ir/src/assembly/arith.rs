//! The custom assembly of `arith.select`.

use super::Syntax;
use crate::Type;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::Printer;
use crate::program::{OpId, Program};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "select",
    Syntax {
        parse: parse_select,
        print: print_select,
    },
)];

fn parse_select(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let operands = parser.operand_list()?;
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let first = parser.ty()?;
    let (condition, ty) = if parser.eat(Kind::Comma) {
        (first, parser.ty()?)
    } else {
        (Type::I1, first)
    };
    state.results.push(ty);
    parser.resolve_into(state, &operands, &[condition, ty, ty])
}

fn print_select(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let operands = module.op(op).operands.as_ref();
    let condition = module.type_of(*operands.first()?);
    printer.write(" ");
    printer.values(operands);
    printer.attr_dict(op, &[]);
    printer.write(" : ");
    if condition != Type::I1 {
        printer.ty(condition);
        printer.write(", ");
    }
    printer.value_type(*module.results(op).first()?);
    Some(())
}
