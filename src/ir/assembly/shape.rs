//! `shape.const_shape` and `shape.assuming`.

use super::Syntax;
use super::affine::{integers, shown_if};
use crate::ir::parse::{Kind, OpState, Parsed, Parser};
use crate::ir::print::{EntryArguments, Printer};
use crate::ir::{AttrData, DenseElements, Type, TypeData};
use crate::program::{Extent, OpId};

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
    printer.value_type(*printer.module.op(op).results.first()?);
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
    let region = *module.op(op).regions.first()?;
    printer.region(
        region,
        EntryArguments::Hidden,
        shown_if(!results.is_empty()),
    );
    printer.attr_dict(op, &[]);
    Some(())
}
