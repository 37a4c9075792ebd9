//! The custom assembly of `shape.const_shape`, `shape.assuming`, `shape.reduce` and `shape.function_library`.

use super::Syntax;
use super::affine::{integers, shown_if};
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::{EntryArguments, Printer, Terminators};
use crate::program::{Extent, OpId, Program};
use crate::{AttrData, DenseElements, Type, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "const_shape",
        Syntax {
            parse: parse_const,
            print: print_const,
        },
    ),
    (
        "assuming",
        Syntax {
            parse: parse_assuming,
            print: print_assuming,
        },
    ),
    (
        "shape_reduce",
        Syntax {
            parse: parse_reduce,
            print: print_reduce,
        },
    ),
    (
        "function_library",
        Syntax {
            parse: parse_library,
            print: print_library,
        },
    ),
];

fn parse_const(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    parser.attr_dict(state)?;
    let mut values = parser.integer_list(Kind::LeftBracket, Kind::RightBracket)?;
    parser.expect(Kind::Colon, "':'")?;
    state.results.push(parser.ty()?);
    let ty = parser.module.intern_type(TypeData::Tensor {
        dims: Some([Extent::Static(values.len() as i64)].into()),
        element: Type::INDEX,
        encoding: None,
    });
    let splat = !values.is_empty() && values.iter().all(|value| *value == values[0]);
    values.truncate(if splat { 1 } else { values.len() });
    let data = AttrData::Dense {
        ty,
        elements: DenseElements::Integers(values.into()),
        splat,
    };
    parser.set_data(state, "shape", data);
    Ok(())
}

fn print_const(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    printer.attr_dict(op, &["shape"]);
    printer.write(" [");
    let values = integers(printer, op, "shape")?;
    printer.list(values, |printer, value| write!(printer, "{value}"));
    printer.write("] : ");
    printer.value_type(*printer.module.results(op).first()?);
    Some(())
}

fn parse_assuming(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let witness = parser.operand()?;
    let name = "!shape.witness";
    let ty = parser.module.intern_type(TypeData::opaque(name));
    parser.resolve_into(state, &[witness], &[ty])?;
    if parser.eat(Kind::Arrow) {
        state.results = parser.function_results()?;
    }
    let region = parser.region(state.op, &[])?;
    parser.ensure_terminator(region, "shape.assuming_yield");
    state.regions.push(region);
    parser.attr_dict(state)
}

fn print_assuming(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    printer.write(" ");
    printer.value(*module.op(op).operands.first()?);
    let results = module.result_types(op);
    printer.optional_arrow_types_in_parens(&results);
    printer.write(" ");
    let region = *module.op(op).regions().first()?;
    printer.region(
        region,
        EntryArguments::Hidden,
        shown_if(!results.is_empty()),
    );
    printer.attr_dict(op, &[]);
    Some(())
}

/// `(%shape, %initial, …) : shape -> types {…}`.
fn parse_reduce(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let operands = parser.operand_list_in(Kind::LeftParen, Kind::RightParen)?;
    parser.expect(Kind::Colon, "':'")?;
    let mut types = vec![parser.ty()?];
    if parser.eat(Kind::Arrow) {
        state.results = parser.function_results()?;
    }
    types.extend(&state.results);
    parser.resolve_into(state, &operands, &types)?;
    let region = parser.region(state.op, &[])?;
    parser.ensure_terminator(region, "shape.yield");
    state.regions.push(region);
    parser.attr_dict(state)
}

fn print_reduce(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    printer.write("(");
    printer.values(&module.op(op).operands);
    printer.write(") : ");
    printer.value_type(*module.op(op).operands.first()?);
    printer.optional_arrow_types(&module.result_types(op));
    printer.write(" ");
    let region = *module.op(op).regions().first()?;
    printer.region(region, EntryArguments::Shown, Terminators::Shown);
    printer.attr_dict(op, &[]);
    Some(())
}

/// `@name attributes {…} {functions} mapping {op = @function, …}`.
fn parse_library(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let name = parser.symbol_name()?;
    let name = parser.module.string_attribute(&name);
    parser.set(state, "sym_name", name);
    parser.attr_dict_with_keyword(state)?;
    let region = parser.region(state.op, &[])?;
    state.regions.push(region);
    parser.expect_word("mapping")?;
    let mapping = parser.attribute()?;
    parser.set(state, "mapping", mapping);
    Ok(())
}

fn print_library(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let name = module.attribute_data(module.op_attribute(op, "sym_name")?);
    printer.write(" ");
    printer.symbol(name.as_str()?);
    printer.attr_dict_with_keyword(op, &["sym_name", "mapping"]);
    printer.write(" ");
    let region = *module.op(op).regions().first()?;
    printer.region(region, EntryArguments::Shown, Terminators::Shown);
    printer.write(" mapping ");
    printer.attribute(module.op_attribute(op, "mapping")?);
    Some(())
}
