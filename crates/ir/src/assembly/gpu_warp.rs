//! The custom assembly of `gpu.warp_execute_on_lane_0`.

use super::Syntax;
use super::affine::shown_if;
use crate::Type;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::{EntryArguments, Printer};
use crate::program::OpId;

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "warp_execute",
    Syntax {
        parse: parse_warp,
        print: print_warp,
    },
)];

/// `(%lane)[size] args(%a, … : types) -> (types) {…}`.
fn parse_warp(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    parser.expect(Kind::LeftParen, "'('")?;
    let lane = parser.operand()?;
    parser.expect(Kind::RightParen, "')'")?;
    parser.resolve_same(&[lane], Type::INDEX, &mut state.operands)?;
    parser.expect(Kind::LeftBracket, "'['")?;
    let size = parser.small_integer()?;
    parser.expect(Kind::RightBracket, "']'")?;
    let size = parser.module.integer_attribute(size, Type::I64);
    parser.set(state, "warp_size", size);
    if parser.eat_word("args") {
        parser.expect(Kind::LeftParen, "'('")?;
        let arguments = parser.operand_list()?;
        parser.expect(Kind::Colon, "':'")?;
        let types = parser.type_list()?;
        parser.expect(Kind::RightParen, "')'")?;
        parser.resolve_into(state, &arguments, &types)?;
    }
    if parser.eat(Kind::Arrow) {
        state.results = parser.function_results()?;
    }
    let region = parser.region(state.op, &[])?;
    if state.results.is_empty() {
        parser.ensure_terminator(region, "gpu.yield");
    }
    state.regions.push(region);
    parser.attr_dict(state)
}

fn print_warp(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let (lane, arguments) = module.op(op).operands.split_first()?;
    printer.write("(");
    printer.value(*lane);
    let size = module.integer(op, "warp_size")?;
    write!(printer, ")[{size}]");
    if !arguments.is_empty() {
        printer.write(" args(");
        printer.values(arguments);
        printer.write(" : ");
        printer.value_types(arguments);
        printer.write(")");
    }
    let results = module.result_types(op);
    printer.optional_arrow_types_in_parens(&results);
    printer.write(" ");
    let region = *module.op(op).regions().first()?;
    printer.region(region, EntryArguments::Shown, shown_if(!results.is_empty()));
    printer.attr_dict(op, &["warp_size"]);
    Some(())
}
