//! The custom assembly of `tosa.variable`.

use super::syntax::Syntax;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::Printer;
use crate::program::{Attribute, Extent, OpId};
use crate::{AttrData, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "tosa_variable",
    Syntax {
        parse: parse_variable,
        print: print_variable,
    },
)];

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
