//! The custom assembly of bufferization ops that no format describes.

use super::Syntax;
use crate::Type;
use crate::parse::{Kind, OpState, Parsed, Parser, Unresolved};
use crate::print::Printer;
use crate::program::{OpId, Program};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "alloc_tensor",
        Syntax {
            parse: parse_alloc,
            print: print_alloc,
        },
    ),
    (
        "buffer_dealloc",
        Syntax {
            parse: parse_dealloc,
            print: print_dealloc,
        },
    ),
];

fn parse_alloc(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let sizes = parser.operand_list_in(Kind::LeftParen, Kind::RightParen)?;
    let mut copy = None;
    if parser.eat_word("copy") {
        parser.expect(Kind::LeftParen, "'('")?;
        copy = Some(parser.operand()?);
        parser.expect(Kind::RightParen, "')'")?;
    }
    let mut hint = None;
    if parser.eat_word("size_hint") {
        parser.expect(Kind::Equal, "'='")?;
        hint = Some(parser.operand()?);
    }
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let ty = parser.ty()?;
    state.results.push(ty);
    parser.resolve_same(&sizes, Type::INDEX, &mut state.operands)?;
    parser.resolve_same(copy.as_slice(), ty, &mut state.operands)?;
    parser.resolve_same(hint.as_slice(), Type::INDEX, &mut state.operands)?;
    let lengths = [sizes.len(), copy.iter().len(), hint.iter().len()];
    parser.set_segments(state, &lengths);
    Ok(())
}

fn print_alloc(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let spec = printer.module.spec(op)?;
    printer.write("(");
    printer.values(printer.module.operand_group(op, spec, 0)?);
    printer.write(")");
    if let Some(copy) = printer.module.operand_group(op, spec, 1)?.first() {
        printer.write(" copy(");
        printer.value(*copy);
        printer.write(")");
    }
    if let Some(hint) = printer.module.operand_group(op, spec, 2)?.first() {
        printer.write(" size_hint=");
        printer.value(*hint);
    }
    printer.attr_dict(op, &[]);
    printer.write(" : ");
    printer.value_type(*printer.module.results(op).first()?);
    Some(())
}

fn parse_dealloc(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let (mut conditions, mut lengths) = (Vec::new(), [0; 3]);
    if parser.is(Kind::LeftParen) {
        lengths[0] = parse_typed_list(parser, state)?;
        parser.expect_word("if")?;
        conditions = parser.operand_list_in(Kind::LeftParen, Kind::RightParen)?;
    }
    parser.resolve_same(&conditions, Type::I1, &mut state.operands)?;
    lengths[1] = conditions.len();
    if parser.eat_word("retain") {
        lengths[2] = parse_typed_list(parser, state)?;
    }
    parser.attr_dict(state)?;
    state.results = vec![Type::I1; lengths[2]];
    parser.set_segments(state, &lengths);
    Ok(())
}

/// `(%a, %b : types)`; returns the number of operands.
fn parse_typed_list(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<usize> {
    parser.expect(Kind::LeftParen, "'('")?;
    let operands: Vec<Unresolved<'_>> = parser.operand_list()?;
    parser.expect(Kind::Colon, "':'")?;
    let types = parser.type_list()?;
    parser.expect(Kind::RightParen, "')'")?;
    parser.resolve_into(state, &operands, &types)?;
    Ok(operands.len())
}

fn print_dealloc(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let spec = printer.module.spec(op)?;
    let groups = [0, 1, 2].map(|group| printer.module.operand_group(op, spec, group));
    let [memrefs, conditions, retained] = groups;
    let (memrefs, conditions, retained) = (memrefs?, conditions?, retained?);
    if !memrefs.is_empty() {
        printer.write(" (");
        printer.values(memrefs);
        printer.write(" : ");
        printer.value_types(memrefs);
        printer.write(") if (");
        printer.values(conditions);
        printer.write(")");
    }
    if !retained.is_empty() {
        printer.write(" retain (");
        printer.values(retained);
        printer.write(" : ");
        printer.value_types(retained);
        printer.write(")");
    }
    printer.attr_dict(op, &[]);
    Some(())
}
