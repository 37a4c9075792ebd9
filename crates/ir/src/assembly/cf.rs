//! The custom assemblies of `cf.switch` and `llvm.switch`, which differ in the place of the default successor:
//!
//! ```text
//! cf.switch %flag : i32, [default: ^a, 1: ^b]
//! llvm.switch %flag : i32, ^a [1: ^b]
//! ```

use super::syntax::Syntax;
use crate::parse::{Kind, OpState, Parsed, Parser, Typing, Unresolved};
use crate::print::Printer;
use crate::program::{BlockId, Extent, OpId, Program, ValueId};
use crate::{AttrData, DenseElements, Type, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "switch",
    Syntax {
        parse: parse_switch,
        print: print_switch,
    },
)];

fn parse_switch(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let flag = parser.operand()?;
    parser.expect(Kind::Colon, "':'")?;
    let ty = parser.ty()?;
    parser.resolve_into(state, &[flag], &[ty])?;
    parser.expect(Kind::Comma, "','")?;
    let is_llvm = state.spec.is_some_and(|spec| is_llvm(&spec.name));
    if !is_llvm {
        parser.expect(Kind::LeftBracket, "'['")?;
        parser.expect_word("default")?;
        parser.expect(Kind::Colon, "':'")?;
    }
    let default = parse_target(parser, state)?;
    if is_llvm {
        parser.expect(Kind::LeftBracket, "'['")?;
    }
    let (mut values, mut sizes) = (Vec::new(), Vec::new());
    let is_first = is_llvm && parser.token.kind != Kind::RightBracket;
    while is_first && values.is_empty() || parser.eat(Kind::Comma) {
        let at = parser.token.start;
        let value = parser.attribute_with(Typing::Given(ty))?;
        let value = match parser.module.attribute_data(value) {
            AttrData::Bool(value) => Some(i64::from(*value)),
            AttrData::Integer { value, .. } => i64::try_from(value).ok(),
            _ => None,
        };
        let Some(value) = value else {
            return parser.error_at(at, "expected an integer");
        };
        values.push(value);
        parser.expect(Kind::Colon, "':'")?;
        sizes.push(parse_target(parser, state)? as i64);
    }
    parser.expect(Kind::RightBracket, "']'")?;
    parser.attr_dict(state)?;
    let cases: i64 = sizes.iter().sum();
    if !values.is_empty() {
        let vector = parser.module.intern_type(TypeData::Vector {
            dims: [Extent::Static(values.len() as i64)].into(),
            element: ty,
        });
        let splat = values.iter().all(|value| *value == values[0]);
        values.truncate(if splat { 1 } else { values.len() });
        let data = AttrData::Dense {
            ty: vector,
            elements: DenseElements::Integers(values.into()),
            splat,
        };
        parser.set_data(state, "case_values", data);
    }
    let sizes = AttrData::DenseArray {
        element: Type::I32,
        elements: DenseElements::Integers(sizes.into()),
    };
    parser.set_data(state, "case_operand_segments", sizes);
    parser.set_segments(state, &[1, default, cases as usize]);
    Ok(())
}

/// `^block(%a, %b : types)`; returns the number of operands.
fn parse_target(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<usize> {
    let block = parser.successor()?;
    state.successors.push(block);
    if !parser.eat(Kind::LeftParen) {
        return Ok(0);
    }
    let operands: Vec<Unresolved<'_>> = parser.operand_list()?;
    parser.expect(Kind::Colon, "':'")?;
    let types = parser.type_list()?;
    parser.expect(Kind::RightParen, "')'")?;
    parser.resolve_into(state, &operands, &types)?;
    Ok(operands.len())
}

fn is_llvm(name: &str) -> bool {
    name.starts_with("llvm.")
}

fn print_switch(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let is_llvm = is_llvm(module.op_name(op));
    let flag = *module.op(op).operands.first()?;
    printer.write(" ");
    printer.value(flag);
    printer.write(" : ");
    printer.value_type(flag);
    printer.write(if is_llvm { ", " } else { ", [" });
    let values: Vec<i64> = match module.op_attribute(op, "case_values") {
        None => Vec::new(),
        Some(values) => match module.attribute_view(values) {
            crate::program::Attribute::Integers(values) => values.into_owned(),
            _ => return None,
        },
    };
    let targets: Vec<(BlockId, &[ValueId])> = module
        .successors(op)
        .iter()
        .enumerate()
        .map(|(at, block)| (*block, module.successor_operands(op, at)))
        .collect();
    if targets.len() != values.len() + 1 {
        return None;
    }
    for (at, (block, operands)) in targets.iter().enumerate() {
        if at > usize::from(is_llvm) {
            printer.write(",");
        }
        if at > 0 || !is_llvm {
            printer.newline();
        }
        match at.checked_sub(1) {
            None if is_llvm => {}
            None => printer.write("  default: "),
            Some(case) => write!(printer, "  {}: ", values[case]),
        }
        printer.successor(*block, operands);
        if at == 0 && is_llvm {
            printer.write(" [");
        }
    }
    printer.newline();
    printer.write("]");
    printer.attr_dict(op, &["case_values", "case_operand_segments"]);
    Some(())
}
