//! The custom assembly of `affine.dma_start` and `affine.dma_wait`, with affine indices.

use super::Syntax;
use crate::parse::{Kind, OpState, Parsed, Parser, Unresolved};
use crate::print::Printer;
use crate::program::{OpId, ValueId};
use crate::{AttrData, Type};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "affine_dma_start",
        Syntax {
            parse: parse_start,
            print: print_start,
        },
    ),
    (
        "affine_dma_wait",
        Syntax {
            parse: parse_wait,
            print: print_wait,
        },
    ),
];

/// A memref, and the operands of the map of its indices.
type Place<'s> = (Unresolved<'s>, Vec<Unresolved<'s>>);

/// `%memref[affine expressions]`: sets the map `name`.
fn parse_place<'s>(parser: &mut Parser<'s>, state: &mut OpState, name: &str) -> Parsed<Place<'s>> {
    let memref = parser.operand()?;
    let (map, operands) = parser.inline_affine_map(Kind::LeftBracket, Kind::RightBracket)?;
    parser.set_data(state, name, AttrData::Map(map));
    let mut indices = operands.dims;
    indices.extend(operands.symbols);
    Ok((memref, indices))
}

/// Resolves the indexed memrefs and the numbers; the types of the memrefs come last in the text.
fn resolve<'s>(
    parser: &mut Parser<'s>,
    state: &mut OpState,
    places: &[Place<'s>],
    numbers: &[Unresolved<'s>],
) -> Parsed<()> {
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let at = parser.token.start;
    let types = parser.type_list()?;
    if types.len() != places.len() {
        let message = format!("expected {} types of memrefs", places.len());
        return parser.error_at(at, message);
    }
    for ((memref, indices), ty) in places.iter().zip(types) {
        parser.resolve_into(state, &[*memref], &[ty])?;
        parser.resolve_same(indices, Type::INDEX, &mut state.operands)?;
    }
    parser.resolve_same(numbers, Type::INDEX, &mut state.operands)
}

/// `%src[…], %dst[…], %tag[…], %elements (, %stride, %elements a stride)? : types`.
fn parse_start(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let mut places = Vec::new();
    for name in ["src_map", "dst_map", "tag_map"] {
        places.push(parse_place(parser, state, name)?);
        parser.expect(Kind::Comma, "','")?;
    }
    let at = parser.token.start;
    let numbers = parser.operand_list()?;
    if !matches!(numbers.len(), 1 | 3) {
        return parser.error_at(
            at,
            "expected a number of elements, and both of a stride or none",
        );
    }
    resolve(parser, state, &places, &numbers)
}

/// `%tag[…], %elements : type`.
fn parse_wait(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let place = parse_place(parser, state, "tag_map")?;
    parser.expect(Kind::Comma, "','")?;
    let elements = parser.operand()?;
    resolve(parser, state, &[place], &[elements])
}

fn print_start(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    print(printer, op, &["src_map", "dst_map", "tag_map"])
}

fn print_wait(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    print(printer, op, &["tag_map"])
}

fn print(printer: &mut Printer<'_>, op: OpId, maps: &[&str]) -> Option<()> {
    let module = printer.module;
    let mut rest: &[ValueId] = &module.op(op).operands;
    let mut memrefs = Vec::new();
    printer.write(" ");
    for name in maps {
        let map = module.op_map(op, name)?;
        let (memref, others) = rest.split_first()?;
        let (indices, others) = others.split_at_checked(map.inputs())?;
        printer.value(*memref);
        printer.write("[");
        printer.map_results(map, &map.results, indices)?;
        printer.write("], ");
        memrefs.push(*memref);
        rest = others;
    }
    printer.values(rest);
    printer.attr_dict(op, maps);
    printer.write(" : ");
    printer.value_types(&memrefs);
    Some(())
}
