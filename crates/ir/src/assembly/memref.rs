//! The custom assembly of memref ops that no format describes.

use super::Syntax;
use crate::parse::{Kind, OpState, Parsed, Parser, Typing};
use crate::print::{Elision, Printer};
use crate::program::{OpId, Program, ValueId};
use crate::{Attr, AttrData, Type, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "dma_start",
        Syntax {
            parse: parse_dma,
            print: print_dma,
        },
    ),
    (
        "global",
        Syntax {
            parse: parse_global,
            print: print_global,
        },
    ),
];

/// `%source[…], %target[…], %count, %tag[…], %stride, %per_stride : types`; the last two operands are optional.
fn parse_dma(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let mut memrefs = Vec::new();
    let mut numbers = Vec::new();
    for part in 0..3 {
        if part == 2 {
            numbers.push(parser.operand()?);
            parser.expect(Kind::Comma, "','")?;
        }
        let memref = parser.operand()?;
        let indices = parser.operand_list_in(Kind::LeftBracket, Kind::RightBracket)?;
        memrefs.push((memref, indices));
        if part < 2 {
            parser.expect(Kind::Comma, "','")?;
        }
    }
    while parser.eat(Kind::Comma) {
        numbers.push(parser.operand()?);
    }
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let at = parser.token.start;
    let types = parser.type_list()?;
    if types.len() != memrefs.len() || !matches!(numbers.len(), 1 | 3) {
        return parser.error_at(at, "fewer/more operands expected");
    }
    for (part, ((memref, indices), ty)) in memrefs.iter().zip(&types).enumerate() {
        if part == 2 {
            parser.resolve_same(&numbers[..1], Type::INDEX, &mut state.operands)?;
        }
        parser.resolve_into(state, &[*memref], &[*ty])?;
        parser.resolve_same(indices, Type::INDEX, &mut state.operands)?;
    }
    parser.resolve_same(&numbers[1..], Type::INDEX, &mut state.operands)
}

fn print_dma(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let mut rest: &[ValueId] = &module.op(op).operands;
    let mut memrefs = Vec::new();
    // The rank of a memref determines the number of its indices.
    for part in 0..3 {
        printer.write(if part == 0 { " " } else { ", " });
        if part == 2 {
            let (count, others) = rest.split_first()?;
            printer.value(*count);
            printer.write(", ");
            rest = others;
        }
        let (memref, others) = rest.split_first()?;
        let rank = module.value_type(*memref).shape()?.rank()?;
        let (indices, others) = others.split_at_checked(rank)?;
        printer.value(*memref);
        printer.write("[");
        printer.values(indices);
        printer.write("]");
        memrefs.push(*memref);
        rest = others;
    }
    for number in rest {
        printer.write(", ");
        printer.value(*number);
    }
    printer.attr_dict(op, &[]);
    printer.write(" : ");
    printer.value_types(&memrefs);
    Some(())
}

fn parse_global(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    if parser.is(Kind::String) {
        let visibility = parser.string_text()?;
        let visibility = parser.module.string_attribute(&visibility);
        parser.set(state, "sym_visibility", visibility);
    }
    if parser.eat_word("constant") {
        parser.set(state, "constant", Attr::UNIT);
    }
    let name = parser.symbol_name()?;
    let name = parser.module.string_attribute(&name);
    parser.set(state, "sym_name", name);
    parser.expect(Kind::Colon, "':'")?;
    let at = parser.token.start;
    let ty = parser.ty()?;
    parser.set_data(state, "type", AttrData::Type(ty));
    let TypeData::Memref { dims, element, .. } = parser.module.type_data(ty).clone() else {
        return parser.error_at(at, "expected a memref type");
    };
    if parser.eat(Kind::Equal) {
        if parser.eat_word("uninitialized") {
            parser.set(state, "initial_value", Attr::UNIT);
        } else {
            let tensor = parser.module.intern_type(TypeData::Tensor {
                dims,
                element,
                encoding: None,
            });
            let value = parser.attribute_with(Typing::Given(tensor))?;
            parser.set(state, "initial_value", value);
        }
    }
    parser.attr_dict(state)
}

fn print_global(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let text = |name: &str| {
        module
            .attribute_data(module.op_attribute(op, name)?)
            .as_str()
    };
    if let Some(visibility) = text("sym_visibility") {
        write!(printer, " \"{visibility}\"");
    }
    if module.op_attribute(op, "constant").is_some() {
        printer.write(" constant");
    }
    printer.write(" ");
    printer.symbol(text("sym_name")?);
    printer.write(" : ");
    printer.attribute(module.op_attribute(op, "type")?);
    match module.op_attribute(op, "initial_value") {
        Some(Attr::UNIT) => printer.write(" = uninitialized"),
        Some(value) => {
            printer.write(" = ");
            printer.attribute_with(value, Elision::Always);
        }
        None => {}
    }
    let header = [
        "sym_name",
        "sym_visibility",
        "constant",
        "type",
        "initial_value",
    ];
    printer.attr_dict(op, &header);
    Some(())
}
