//! The custom assembly of `scf.index_switch`.

use super::Syntax;
use super::shared::shown_if;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::{EntryArguments, Printer, Terminators};
use crate::program::{OpId, Program};
use crate::{AttrData, DenseElements, Type};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "scf_index_switch",
    Syntax {
        parse: parse_index_switch,
        print: print_index_switch,
    },
)];

fn parse_index_switch(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let arg = parser.operand()?;
    parser.resolve_into(state, &[arg], &[Type::INDEX])?;
    parser.attr_dict(state)?;
    if parser.eat(Kind::Arrow) {
        state.results = if parser.is(Kind::LeftParen) {
            parser.function_results()?
        } else {
            parser.type_list()?
        };
    }
    let (mut cases, mut regions) = (Vec::new(), Vec::new());
    while parser.eat_word("case") {
        cases.push(parser.small_integer()?);
        regions.push(parse_case(parser, state)?);
    }
    parser.expect_word("default")?;
    let default = parse_case(parser, state)?;
    state.regions.push(default);
    state.regions.extend(regions);
    let data = AttrData::DenseArray {
        element: Type::I64,
        elements: DenseElements::Integers(cases.into()),
    };
    parser.set_data(state, "cases", data);
    Ok(())
}

fn parse_case(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<crate::program::RegionId> {
    let region = parser.region(state.op, &[])?;
    if state.results.is_empty() {
        parser.ensure_terminator(region, "scf.yield");
    }
    Ok(region)
}

fn print_index_switch(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let data = module.op(op);
    let cases = module.op_attribute(op, "cases")?;
    let cases = module.attribute_data(cases).as_dense_array()?;
    let (default, regions) = data.regions().split_first()?;
    if cases.len() != regions.len() {
        return None;
    }
    printer.write(" ");
    printer.value(*data.operands.first()?);
    printer.attr_dict(op, &["cases"]);
    let types = module.result_types(op);
    if !types.is_empty() {
        printer.write(" -> ");
        printer.types(&types);
    }
    printer.write(" ");
    for (case, region) in cases.iter().zip(regions) {
        printer.newline();
        write!(printer, "case {case} ");
        printer.region(*region, EntryArguments::Hidden, Terminators::Shown);
    }
    printer.newline();
    printer.write("default ");
    let terminators = shown_if(!module.results(op).is_empty());
    printer.region(*default, EntryArguments::Hidden, terminators);
    Some(())
}
