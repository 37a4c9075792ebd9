//! The custom assembly of `onnx.Constant`.

use super::syntax::Syntax;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::Printer;
use crate::program::OpId;

pub(super) const SYNTAX: &[(&str, Syntax)] = &[("onnx_constant", Syntax { parse, print })];

/// `dense<1> : tensor<i64>`, whose type is that of the result, or `{value = …} : type`.
fn parse(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let is_sparse = parser.is_word("sparse");
    if parser.is(Kind::LeftBrace) {
        parser.attr_dict(state)?;
    }
    if parser.eat(Kind::Colon) {
        let ty = parser.ty()?;
        state.results.push(ty);
        return Ok(());
    }
    let at = parser.token.start;
    let value = parser.attribute()?;
    let Some(ty) = parser.module.attribute_type(value) else {
        return parser.error_at(at, "expected an attribute with a type");
    };
    state.results.push(ty);
    let name = if is_sparse { "sparse_value" } else { "value" };
    parser.set(state, name, value);
    Ok(())
}

fn print(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let [result] = module.results_of(module.op(op)) else {
        return None;
    };
    let ty = module.type_of(*result);
    let value = ["value", "sparse_value"]
        .into_iter()
        .find_map(|name| module.op_attribute(op, name).map(|value| (name, value)));
    match value {
        Some((name, value)) if module.attribute_type(value) == Some(ty) => {
            printer.attr_dict(op, &[name]);
            printer.write(" ");
            printer.attribute(value);
        }
        _ => {
            printer.attr_dict(op, &[]);
            printer.write(" : ");
            printer.ty(ty);
        }
    }
    Some(())
}
