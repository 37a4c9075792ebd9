//! The custom assembly of `tosa.cond_if` and `tosa.variable`.

use super::Syntax;
use super::affine::{parse_assignment_list, print_assignments};
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::{EntryArguments, Printer, Terminators};
use crate::program::{Attribute, Extent, OpId};
use crate::{AttrData, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "tosa_cond_if",
        Syntax {
            parse: parse_cond_if,
            print: print_cond_if,
        },
    ),
    (
        "tosa_variable",
        Syntax {
            parse: parse_variable,
            print: print_variable,
        },
    ),
];

/// `%condition (%a = %input, …) : type (types) -> types {…} else {…}`; the regions declare arguments with these
/// names.
fn parse_cond_if(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let condition = parser.operand()?;
    let inputs = match parser.is(Kind::LeftParen) {
        true => parse_assignment_list(parser)?.1,
        false => vec![],
    };
    parser.expect(Kind::Colon, "':'")?;
    let ty = parser.ty()?;
    parser.resolve_into(state, &[condition], &[ty])?;
    let types = match parser.is(Kind::LeftParen) {
        true => parser.type_list_parens()?,
        false => vec![],
    };
    parser.resolve_into(state, &inputs, &types)?;
    if parser.eat(Kind::Arrow) {
        state.results = parser.function_results()?;
    }
    let then = parser.region(state.op, &[])?;
    parser.expect_word("else")?;
    let otherwise = parser.region(state.op, &[])?;
    state.regions.extend([then, otherwise]);
    parser.attr_dict(state)
}

fn print_cond_if(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let data = module.op(op);
    let (condition, inputs) = data.operands.split_first()?;
    let [then, otherwise] = data.regions()[..] else {
        return None;
    };
    let results = module.result_types(op);
    let arguments = module.entry_arguments(then)?;
    if results.is_empty() || arguments.len() != inputs.len() {
        return None;
    }
    printer.write(" ");
    printer.value(*condition);
    if !inputs.is_empty() {
        printer.write(" ");
        print_assignments(printer, arguments, inputs);
    }
    printer.write(" : ");
    printer.value_type(*condition);
    if !inputs.is_empty() {
        printer.write(" (");
        printer.value_types(inputs);
        printer.write(")");
    }
    printer.optional_arrow_types(&results);
    printer.write(" ");
    printer.region(then, EntryArguments::Shown, Terminators::Shown);
    printer.write(" else ");
    printer.region(otherwise, EntryArguments::Shown, Terminators::Shown);
    printer.attr_dict(op, &[]);
    Some(())
}

/// `@name {…} = value`, or `@name {…} : tensor<…>`.
fn parse_variable(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let name = parser.symbol_name()?;
    let name = parser.module.string_attribute(&name);
    parser.set(state, "sym_name", name);
    parser.attr_dict(state)?;
    let at = parser.token.start;
    let ty = if parser.eat(Kind::Equal) {
        let value = parser.attribute()?;
        parser.set(state, "initial_value", value);
        parser.module.attribute_type(value)
    } else {
        parser.expect(Kind::Colon, "':'")?;
        Some(parser.ty()?)
    };
    let ty = ty.map(|ty| parser.module.type_data(ty));
    let Some(TypeData::Tensor {
        dims: Some(dims),
        element,
        ..
    }) = ty
    else {
        return parser.error_at(at, "expected a ranked tensor");
    };
    let element = *element;
    let sizes = dims.iter().map(|dim| match dim {
        Extent::Static(size) => size.to_string(),
        Extent::Dynamic | Extent::Scalable(_) => "-1".to_owned(),
    });
    let sizes: Vec<_> = sizes.collect();
    let (rank, list) = (sizes.len(), sizes.join(", "));
    let list = if rank == 0 { list } else { format!("[{list}]") };
    let shape = format!("dense<{list}> : tensor<{rank}xindex>");
    let Ok(shape) = parser.module.parse_attribute(&shape) else {
        return parser.error_at(at, "expected a ranked tensor");
    };
    parser.set(state, "var_shape", shape);
    parser.set_data(state, "type", AttrData::Type(element));
    Ok(())
}

fn print_variable(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let name = module.attribute_data(module.op_attribute(op, "sym_name")?);
    let AttrData::Type(element) = module.attribute_data(module.op_attribute(op, "type")?) else {
        return None;
    };
    let shape = module.op_attribute(op, "var_shape")?;
    let Attribute::Integers(shape) = module.attribute_view(shape) else {
        return None;
    };
    printer.write(" ");
    printer.symbol(name.as_str()?);
    printer.attr_dict(op, &["sym_name", "var_shape", "type", "initial_value"]);
    if let Some(value) = module.op_attribute(op, "initial_value") {
        printer.write(" = ");
        printer.attribute(value);
        return Some(());
    }
    printer.write(" : tensor<");
    for size in shape.iter() {
        match size {
            -1 => printer.write("?x"),
            _ => write!(printer, "{size}x"),
        }
    }
    printer.ty(*element);
    printer.write(">");
    Some(())
}
