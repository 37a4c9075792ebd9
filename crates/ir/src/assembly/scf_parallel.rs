//! The custom assembly of `scf.forall`.

use super::Syntax;
use super::affine::{parse_assignments, shown_if};
use crate::parse::{Argument, Kind, OpState, Parsed, Parser, Unresolved};
use crate::print::{EntryArguments, Printer};
use crate::program::{OpId, Program};
use crate::registry::Brackets;
use crate::{AttrData, DenseElements, Type};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "scf_forall",
    Syntax {
        parse: parse_forall,
        print: print_forall,
    },
)];

/// `(%a, %b)`: names of index arguments.
fn parse_induction_variables<'s>(parser: &mut Parser<'s>) -> Parsed<Vec<Argument<'s>>> {
    let mut arguments = Vec::new();
    parser.expect(Kind::LeftParen, "'('")?;
    parser.list_until(Kind::RightParen, "')'", |parser| {
        let (name, at) = parser.argument_name()?;
        arguments.push(Argument {
            name,
            at,
            ty: Type::INDEX,
            attributes: None,
            location: None,
        });
        Ok(())
    })?;
    Ok(arguments)
}

fn repeated(value: i64, count: usize) -> AttrData {
    AttrData::DenseArray {
        element: Type::I64,
        elements: DenseElements::Integers(vec![value; count].into()),
    }
}

fn parse_forall(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let at = parser.token.start;
    let mut arguments = parse_induction_variables(parser)?;
    let rank = arguments.len();
    let (mut lower, mut step): (Vec<Unresolved<'_>>, _) = (Vec::new(), Vec::new());
    let (mut lower_data, mut step_data) = (repeated(0, rank), repeated(1, rank));
    let (upper, upper_data);
    if parser.eat_word("in") {
        (upper, upper_data) = parser.index_list(Kind::LeftParen, Kind::RightParen)?;
    } else {
        parser.expect(Kind::Equal, "'=' or 'in'")?;
        (lower, lower_data) = parser.index_list(Kind::LeftParen, Kind::RightParen)?;
        parser.expect_word("to")?;
        (upper, upper_data) = parser.index_list(Kind::LeftParen, Kind::RightParen)?;
        parser.expect_word("step")?;
        (step, step_data) = parser.index_list(Kind::LeftParen, Kind::RightParen)?;
    }
    for data in [&lower_data, &upper_data, &step_data] {
        if data.as_dense_array().map_or(0, <[i64]>::len) != rank {
            return parser.error_at(
                at,
                "expected as many bounds and steps as induction variables",
            );
        }
    }
    let mut outputs = Vec::new();
    if parser.eat_word("shared_outs") {
        outputs = parse_assignments(parser, state, &mut arguments)?;
    }
    for operands in [&lower, &upper, &step] {
        parser.resolve_same(operands, Type::INDEX, &mut state.operands)?;
    }
    let types = state.results.clone();
    parser.resolve_into(state, &outputs, &types)?;
    let lengths = [lower.len(), upper.len(), step.len(), outputs.len()];
    parser.set_segments(state, &lengths);
    parser.set_data(state, "staticLowerBound", lower_data);
    parser.set_data(state, "staticUpperBound", upper_data);
    parser.set_data(state, "staticStep", step_data);
    let region = parser.region(state.op, &arguments)?;
    parser.ensure_terminator(region, "scf.forall.in_parallel");
    state.regions.push(region);
    parser.attr_dict(state)
}

fn print_forall(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let spec = module.spec(op)?;
    let region = *module.op(op).regions().first()?;
    let arguments = module.entry_arguments(region)?;
    let [lower, upper, step] = ["staticLowerBound", "staticUpperBound", "staticStep"]
        .map(|it| module.op_attribute(op, it));
    let (lower, upper, step) = (lower?, upper?, step?);
    let all = |attribute, value| {
        let values = module.attribute_data(attribute).as_dense_array()?;
        Some(values.iter().all(|it| *it == value))
    };
    let rank = module.attribute_data(upper).as_dense_array()?.len();
    let (variables, shared) = arguments.split_at_checked(rank)?;
    let [lows, ups, steps, outputs] =
        [0, 1, 2, 3].map(|it| printer.module.operand_group(op, spec, it));
    printer.write(" (");
    printer.values(variables);
    printer.write(")");
    if all(lower, 0)? && all(step, 1)? {
        printer.write(" in ");
        printer.index_list(ups?, upper, Brackets::Round)?;
    } else {
        printer.write(" = ");
        printer.index_list(lows?, lower, Brackets::Round)?;
        printer.write(" to ");
        printer.index_list(ups?, upper, Brackets::Round)?;
        printer.write(" step ");
        printer.index_list(steps?, step, Brackets::Round)?;
    }
    if !module.results(op).is_empty() {
        printer.write(" shared_outs");
        printer.assignments(shared, outputs?);
        printer.optional_arrow_types_in_parens(&module.result_types(op));
    }
    printer.write(" ");
    let shown = shown_if(!module.results(op).is_empty());
    printer.region(region, EntryArguments::Hidden, shown);
    printer.attr_dict(op, &["staticLowerBound", "staticUpperBound", "staticStep"]);
    Some(())
}
