//! The custom assembly of the affine dialect.

use super::Syntax;
use crate::number::Int;
use crate::parse::{Argument, Kind, OpState, Parsed, Parser, Unresolved};
use crate::print::{EntryArguments, Printer, Terminators};
use crate::program::{AffineExpr, AffineMap, Attribute, OpId, ValueId};
use crate::{AttrData, Type};

const fn syntax(
    parse: for<'p, 's, 'o> fn(&'p mut Parser<'s>, &'o mut OpState) -> Parsed<()>,
    print: for<'p, 'm> fn(&'p mut Printer<'m>, OpId) -> Option<()>,
) -> Syntax {
    Syntax { parse, print }
}

pub(super) const SYNTAX: &[(&str, Syntax)] = &[("affine_for", syntax(parse_for, print_for))];

/// `(dims)[symbols]`.
fn parse_map_operands<'s>(parser: &mut Parser<'s>, dims: u32) -> Parsed<Vec<Unresolved<'s>>> {
    let at = parser.token.start;
    let mut operands = parser.operand_list_in(Kind::LeftParen, Kind::RightParen)?;
    if operands.len() != dims as usize {
        return parser.error_at(at, "dimension operand count does not match the map");
    }
    if parser.is(Kind::LeftBracket) {
        operands.extend(parser.operand_list_in(Kind::LeftBracket, Kind::RightBracket)?);
    }
    Ok(operands)
}

fn check_inputs(
    parser: &Parser<'_>,
    at: u32,
    operands: &[Unresolved<'_>],
    inputs: usize,
) -> Parsed<()> {
    if operands.len() == inputs {
        return Ok(());
    }
    let message = "operand count and affine map dimension and symbol count must match";
    parser.error_at(at, message)
}

fn parse_map(parser: &mut Parser<'_>) -> Parsed<(crate::Attr, AffineMap)> {
    let at = parser.token.start;
    let attribute = parser.attribute()?;
    match parser.module.attribute_data(attribute) {
        AttrData::Map(map) => Ok((attribute, map.clone())),
        _ => parser.error_at(at, "expected an affine map"),
    }
}

/// A bound of `affine.for`: a number, a value, or a map, which `prefix` precedes if it has several results.
fn parse_bound<'s>(
    parser: &mut Parser<'s>,
    prefix: &str,
) -> Parsed<(AffineMap, Vec<Unresolved<'s>>)> {
    let at = parser.token.start;
    let prefixed = parser.eat_word(prefix);
    let constant = |symbols, result| AffineMap {
        dims: 0,
        symbols,
        results: vec![result],
    };
    match parser.token.kind {
        Kind::Percent => {
            let operand = parser.operand()?;
            Ok((constant(1, AffineExpr::Symbol(0)), vec![operand]))
        }
        Kind::Integer | Kind::Minus => {
            let value = Int::from(parser.small_integer()?);
            Ok((constant(0, AffineExpr::Constant(value)), Vec::new()))
        }
        _ => {
            let (_, map) = parse_map(parser)?;
            let operands = parse_map_operands(parser, map.dims)?;
            check_inputs(parser, at, &operands, map.inputs())?;
            if map.results.is_empty() || (map.results.len() > 1 && !prefixed) {
                let message = format!(
                    "loop bound affine map with multiple results requires '{prefix}' prefix"
                );
                return parser.error_at(at, message);
            }
            Ok((map, operands))
        }
    }
}

fn parse_for(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let (name, at) = parser.argument_name()?;
    parser.expect(Kind::Equal, "'='")?;
    let (lower, lower_operands) = parse_bound(parser, "max")?;
    parser.expect_word("to")?;
    let (upper, upper_operands) = parse_bound(parser, "min")?;
    parser.set_data(state, "lowerBoundMap", AttrData::Map(lower));
    parser.set_data(state, "upperBoundMap", AttrData::Map(upper));
    let step_at = parser.token.start;
    let step = if parser.eat_word("step") {
        parser.small_integer()?
    } else {
        1
    };
    if step <= 0 {
        let message = "expected step to be representable as a positive signed integer";
        return parser.error_at(step_at, message);
    }
    let step = parser.module.integer_attribute(step, Type::INDEX);
    parser.set(state, "step", step);
    let mut arguments = vec![Argument {
        name,
        at,
        ty: Type::INDEX,
        attributes: None,
        location: None,
    }];
    let inits = parse_iter_args(parser, state, &mut arguments)?;
    parser.resolve_same(&lower_operands, Type::INDEX, &mut state.operands)?;
    parser.resolve_same(&upper_operands, Type::INDEX, &mut state.operands)?;
    let types = state.results.clone();
    parser.resolve_into(state, &inits, &types)?;
    let lengths = [lower_operands.len(), upper_operands.len(), inits.len()];
    parser.set_segments(state, &lengths);
    let region = parser.region(state.op, &arguments)?;
    if types.is_empty() {
        parser.ensure_terminator(region, "affine.yield");
    }
    state.regions.push(region);
    parser.attr_dict(state)
}

/// An optional `iter_args(%a = %init, …) -> (types)`. The types are those of the results and of the arguments.
pub(super) fn parse_iter_args<'s>(
    parser: &mut Parser<'s>,
    state: &mut OpState,
    arguments: &mut Vec<Argument<'s>>,
) -> Parsed<Vec<Unresolved<'s>>> {
    if !parser.eat_word("iter_args") {
        return Ok(Vec::new());
    }
    parse_assignments(parser, state, arguments)
}

/// `(%a = %init, …) -> (types)`.
pub(super) fn parse_assignments<'s>(
    parser: &mut Parser<'s>,
    state: &mut OpState,
    arguments: &mut Vec<Argument<'s>>,
) -> Parsed<Vec<Unresolved<'s>>> {
    let list_at = parser.token.start;
    let (names, inits) = parse_assignment_list(parser)?;
    parser.expect(Kind::Arrow, "'->' and the types of the results")?;
    state.results = parser.function_results()?;
    if state.results.len() != inits.len() {
        let message = "mismatch between the number of loop-carried values and results";
        return parser.error_at(list_at, message);
    }
    for ((name, at), ty) in names.into_iter().zip(&state.results) {
        arguments.push(Argument {
            name,
            at,
            ty: *ty,
            attributes: None,
            location: None,
        });
    }
    Ok(inits)
}

/// Names with their positions, and the operands assigned to them.
pub(super) type Assignments<'s> = (Vec<(&'s str, u32)>, Vec<Unresolved<'s>>);

/// `(%a = %init, …)`.
pub(super) fn parse_assignment_list<'s>(parser: &mut Parser<'s>) -> Parsed<Assignments<'s>> {
    parser.expect(Kind::LeftParen, "'('")?;
    let (mut names, mut inits) = (Vec::new(), Vec::new());
    parser.list_until(Kind::RightParen, "')'", |parser| {
        names.push(parser.argument_name()?);
        parser.expect(Kind::Equal, "'='")?;
        inits.push(parser.operand()?);
        Ok(())
    })?;
    Ok((names, inits))
}

fn print_bound(
    printer: &mut Printer<'_>,
    op: OpId,
    name: &str,
    operands: &[ValueId],
    prefix: &str,
) -> Option<()> {
    let module = printer.module;
    let map = module.op_map(op, name)?;
    if let [result] = &map.results[..] {
        match (map.dims, map.symbols, result) {
            (0, 0, AffineExpr::Constant(value)) => {
                write!(printer, "{value}");
                return Some(());
            }
            (0, 1, AffineExpr::Symbol(_)) => {
                printer.value(*operands.first()?);
                return Some(());
            }
            _ => {}
        }
    } else {
        printer.write(prefix);
        printer.write(" ");
    }
    printer.attribute(module.op_attribute(op, name)?);
    printer.operands_of_map(operands, map.dims)
}

fn print_for(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let spec = module.spec(op)?;
    let region = *module.op(op).regions().first()?;
    let (variable, carried) = module.entry_arguments(region)?.split_first()?;
    let lower = printer.module.operand_group(op, spec, 0)?;
    let upper = printer.module.operand_group(op, spec, 1)?;
    let inits = printer.module.operand_group(op, spec, 2)?;
    printer.write(" ");
    printer.value(*variable);
    printer.write(" = ");
    print_bound(printer, op, "lowerBoundMap", lower, "max")?;
    printer.write(" to ");
    print_bound(printer, op, "upperBoundMap", upper, "min")?;
    let step = module.integer(op, "step")?;
    if *step != Int::ONE {
        write!(printer, " step {step}");
    }
    if !inits.is_empty() {
        printer.write(" iter_args");
        printer.assignments(carried, inits);
        printer.optional_arrow_types_in_parens(&module.result_types(op));
    }
    printer.write(" ");
    printer.region(region, EntryArguments::Hidden, shown_if(!inits.is_empty()));
    printer.attr_dict(op, &["lowerBoundMap", "upperBoundMap", "step"]);
    Some(())
}

/// Terminators are printed if they yield values.
pub(super) fn shown_if(results: bool) -> Terminators {
    if results {
        Terminators::Shown
    } else {
        Terminators::Hidden
    }
}

/// The elements of an attribute that is a list of integers.
pub(super) fn integers(printer: &Printer<'_>, op: OpId, name: &str) -> Option<Vec<i64>> {
    let attribute = printer.module.op_attribute(op, name)?;
    match printer.module.attribute_view(attribute) {
        Attribute::Integers(values) => Some(values.into_owned()),
        Attribute::Array(items) if items.is_empty() => Some(Vec::new()),
        _ => None,
    }
}
