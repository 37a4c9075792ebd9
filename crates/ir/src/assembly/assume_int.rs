//! The custom assembly of `util.assume.int`: operands, each with its assumptions.

use super::syntax::Syntax;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::Printer;
use crate::program::{OpId, Program};
use crate::{Attr, AttrData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[("assume_int", Syntax { parse, print })];

const ASSUMPTION: &str = "#util.int.assumption";

/// `%a<umin = 1>, %b[<umax = 8>, <udiv = 2>] : index, index`
fn parse(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let (mut operands, mut lists) = (Vec::new(), Vec::new());
    loop {
        operands.push(parser.operand()?);
        let mut cases = Vec::new();
        if parser.eat(Kind::LeftBracket) {
            parser.list_until(Kind::RightBracket, "']'", |parser| {
                cases.push(assumption(parser)?);
                Ok(())
            })?;
        } else {
            cases.push(assumption(parser)?);
        }
        let cases = AttrData::Array(cases.into());
        lists.push(parser.module.intern_attribute(cases));
        if !parser.eat(Kind::Comma) {
            break;
        }
    }
    parser.expect(Kind::Colon, "':' and the types")?;
    let types = parser.type_list()?;
    parser.attr_dict(state)?;
    parser.resolve_into(state, &operands, &types)?;
    state.results = types;
    parser.set_data(state, "assumptions", AttrData::Array(lists.into()));
    Ok(())
}

/// `<umin = 1, umax = 8>`
fn assumption(parser: &mut Parser<'_>) -> Parsed<Attr> {
    let text = parser.angle_text(ASSUMPTION)?.into();
    let data = AttrData::Opaque { text, ty: None };
    Ok(parser.module.intern_attribute(data))
}

fn print(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let items = |attribute: Attr| match module.attribute_data(attribute) {
        AttrData::Array(items) => Some(&items[..]),
        _ => None,
    };
    let lists = items(module.op_attribute(op, "assumptions")?)?;
    let operands = module.operands(op);
    if operands.is_empty() || lists.len() != operands.len() {
        return None;
    }
    for (at, (&operand, &list)) in operands.iter().zip(lists).enumerate() {
        printer.write(if at == 0 { " " } else { ", " });
        printer.value(operand);
        let cases = items(list)?
            .iter()
            .map(|&case| match module.attribute_data(case) {
                AttrData::Opaque { text, .. } => text.strip_prefix(ASSUMPTION),
                _ => None,
            });
        match cases.collect::<Option<Vec<&str>>>()?[..] {
            [one] => printer.write(one),
            ref several => write!(printer, "[{}]", several.join(", ")),
        }
    }
    printer.write(" : ");
    printer.value_types(operands);
    printer.attr_dict(op, &["assumptions"]);
    Some(())
}
