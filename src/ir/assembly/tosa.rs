//! `tosa.cond_if`.

use super::Syntax;
use super::affine::{parse_assignment_list, print_assignments};
use crate::ir::parse::{Kind, OpState, Parsed, Parser};
use crate::ir::print::{EntryArguments, Printer, Terminators};
use crate::program::OpId;

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "tosa_cond_if",
    Syntax {
        parse: parse_cond_if,
        print: print_cond_if,
    },
)];

/// `%condition (%a = %input, …) : type (types) -> types {…} else {…}`; the names are those of the arguments
/// that the regions declare themselves.
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
    let [then, otherwise] = data.regions[..] else {
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
