//! The custom assembly of the affine dialect.

use super::Syntax;
use super::memref::{PREFETCH_FLAGS, parse_prefetch_flags, print_prefetch_flags};
use crate::affine::NamedExprText;
use crate::number::Int;
use crate::parse::{Argument, Kind, OpState, Parsed, Parser, Unresolved};
use crate::print::{EntryArguments, Printer, Terminators};
use crate::program::{AffineExpr, AffineMap, Attribute, OpId, Program, ValueId};
use crate::{AttrData, Type, TypeData};

const fn syntax(
    parse: for<'p, 's, 'o> fn(&'p mut Parser<'s>, &'o mut OpState) -> Parsed<()>,
    print: for<'p, 'm> fn(&'p mut Printer<'m>, OpId) -> Option<()>,
) -> Syntax {
    Syntax { parse, print }
}

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    ("affine_apply", syntax(parse_apply, print_apply)),
    ("affine_for", syntax(parse_for, print_for)),
    ("affine_if", syntax(parse_if, print_if)),
    ("affine_load", syntax(parse_load, print_load)),
    ("affine_store", syntax(parse_store, print_store)),
    ("affine_prefetch", syntax(parse_prefetch, print_prefetch)),
];

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

fn print_map_operands(printer: &mut Printer<'_>, operands: &[ValueId], dims: u32) -> Option<()> {
    let (dims, symbols) = operands.split_at_checked(dims as usize)?;
    printer.write("(");
    printer.values(dims);
    printer.write(")");
    if !symbols.is_empty() {
        printer.write("[");
        printer.values(symbols);
        printer.write("]");
    }
    Some(())
}

fn parse_map(parser: &mut Parser<'_>) -> Parsed<(crate::Attr, AffineMap)> {
    let at = parser.token.start;
    let attribute = parser.attribute()?;
    match parser.module.attribute_data(attribute) {
        AttrData::Map(map) => Ok((attribute, map.clone())),
        _ => parser.error_at(at, "expected an affine map"),
    }
}

fn parse_apply(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let at = parser.token.start;
    let (attribute, map) = parse_map(parser)?;
    let operands = parse_map_operands(parser, map.dims)?;
    check_inputs(parser, at, &operands, map.inputs())?;
    parser.set(state, "map", attribute);
    parser.attr_dict(state)?;
    state.results.push(Type::INDEX);
    parser.resolve_same(&operands, Type::INDEX, &mut state.operands)
}

fn print_apply(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let map = module.op_map(op, "map")?;
    printer.write(" ");
    printer.attribute(module.op_attribute(op, "map")?);
    print_map_operands(printer, &module.op(op).operands, map.dims)?;
    printer.attr_dict(op, &["map"]);
    Some(())
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

/// Prints `(%a = %init, …)`.
pub(super) fn print_assignments(
    printer: &mut Printer<'_>,
    arguments: &[ValueId],
    inits: &[ValueId],
) {
    printer.write("(");
    printer.list(arguments.iter().zip(inits), |printer, (argument, init)| {
        printer.value(*argument);
        printer.write(" = ");
        printer.value(*init);
    });
    printer.write(")");
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
    print_map_operands(printer, operands, map.dims)
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
        print_assignments(printer, carried, inits);
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

fn parse_if(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let at = parser.token.start;
    let attribute = parser.attribute()?;
    let AttrData::Set(set) = parser.module.attribute_data(attribute) else {
        return parser.error_at(at, "expected an integer set");
    };
    let (dims, inputs) = (set.dims, (set.dims + set.symbols) as usize);
    parser.set(state, "condition", attribute);
    let operands = parse_map_operands(parser, dims)?;
    check_inputs(parser, at, &operands, inputs)?;
    parser.resolve_same(&operands, Type::INDEX, &mut state.operands)?;
    if parser.eat(Kind::Arrow) {
        state.results = parser.function_results()?;
    }
    parse_branches(parser, state, "affine.yield")
}

/// `{ … } else { … } {attrs}`; regions that yield nothing may omit their terminator.
pub(super) fn parse_branches(
    parser: &mut Parser<'_>,
    state: &mut OpState,
    terminator: &str,
) -> Parsed<()> {
    let then = parser.region(state.op, &[])?;
    if state.results.is_empty() {
        parser.ensure_terminator(then, terminator);
    }
    state.regions.push(then);
    let otherwise = if parser.eat_word("else") {
        let otherwise = parser.region(state.op, &[])?;
        if state.results.is_empty() {
            parser.ensure_terminator(otherwise, terminator);
        }
        otherwise
    } else {
        parser.module.new_region(state.op)
    };
    state.regions.push(otherwise);
    parser.attr_dict(state)
}

/// Prints the two regions of an `if`, without their terminators if they yield nothing.
pub(super) fn print_branches(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let data = module.op(op);
    let [then, otherwise] = data.regions()[..] else {
        return None;
    };
    let terminators = shown_if(!module.results(op).is_empty());
    printer.write(" ");
    printer.region(then, EntryArguments::Hidden, terminators);
    if !module.regions[otherwise.index()].blocks.is_empty() {
        printer.write(" else ");
        printer.region(otherwise, EntryArguments::Hidden, terminators);
    }
    Some(())
}

fn print_if(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let attribute = module.op_attribute(op, "condition")?;
    let AttrData::Set(set) = module.attribute_data(attribute) else {
        return None;
    };
    printer.write(" ");
    printer.attribute(attribute);
    print_map_operands(printer, &module.op(op).operands, set.dims)?;
    printer.optional_arrow_types(&module.result_types(op));
    print_branches(printer, op)?;
    printer.attr_dict(op, &["condition"]);
    Some(())
}

/// `[affine expressions]`: sets the map and returns the operands.
fn parse_indices<'s>(parser: &mut Parser<'s>, state: &mut OpState) -> Parsed<Vec<Unresolved<'s>>> {
    let (map, operands) = parser.inline_affine_map(Kind::LeftBracket, Kind::RightBracket)?;
    parser.set_data(state, "map", AttrData::Map(map));
    let mut all = operands.dims;
    all.extend(operands.symbols);
    Ok(all)
}

/// Prints the results of a map over named operands, separated by commas.
pub(super) fn print_map_results(
    printer: &mut Printer<'_>,
    map: &AffineMap,
    results: &[AffineExpr],
    operands: &[ValueId],
) -> Option<()> {
    if operands.len() != map.inputs() {
        return None;
    }
    // Fast path: most results are dimensions, which print as values.
    let is_value = |expr: &AffineExpr| matches!(expr, AffineExpr::Dim(_));
    let names: Vec<String> = match results.iter().all(is_value) {
        true => vec![],
        false => operands.iter().map(|it| printer.value_text(*it)).collect(),
    };
    printer.list(results, |printer, expr| {
        if let AffineExpr::Dim(at) = expr
            && let Some(&value) = operands.get(*at as usize)
        {
            return printer.value(value);
        }
        let text = NamedExprText {
            expr,
            dims: map.dims,
            names: &names,
        };
        write!(printer, "{text}");
    });
    Some(())
}

fn print_indices(printer: &mut Printer<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let map = printer.module.op_map(op, "map")?;
    printer.write("[");
    print_map_results(printer, map, &map.results, operands)?;
    printer.write("]");
    Some(())
}

fn parse_load(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let memref = parser.operand()?;
    let indices = parse_indices(parser, state)?;
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let at = parser.token.start;
    let ty = parser.ty()?;
    let result = if parser.eat(Kind::Comma) {
        parser.ty()?
    } else {
        match parser.module.type_data(ty) {
            TypeData::Memref { element, .. } => *element,
            _ => return parser.error_at(at, "expected a memref type"),
        }
    };
    state.results.push(result);
    parser.resolve_into(state, &[memref], &[ty])?;
    parser.resolve_same(&indices, Type::INDEX, &mut state.operands)
}

fn print_load(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let (memref, indices) = module.op(op).operands.split_first()?;
    printer.write(" ");
    printer.value(*memref);
    print_indices(printer, op, indices)?;
    printer.attr_dict(op, &["map"]);
    printer.write(" : ");
    printer.value_type(*memref);
    if module.spec(op)?.name == "affine.vector_load" {
        printer.write(", ");
        printer.value_type(*module.results(op).first()?);
    }
    Some(())
}

fn parse_store(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let value = parser.operand()?;
    parser.expect(Kind::Comma, "','")?;
    let memref = parser.operand()?;
    let indices = parse_indices(parser, state)?;
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let at = parser.token.start;
    let ty = parser.ty()?;
    let value_type = if parser.eat(Kind::Comma) {
        parser.ty()?
    } else {
        match parser.module.type_data(ty) {
            TypeData::Memref { element, .. } => *element,
            _ => return parser.error_at(at, "expected a memref type"),
        }
    };
    parser.resolve_into(state, &[value, memref], &[value_type, ty])?;
    parser.resolve_same(&indices, Type::INDEX, &mut state.operands)
}

fn print_store(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let [value, memref, indices @ ..] = &module.op(op).operands[..] else {
        return None;
    };
    printer.write(" ");
    printer.value(*value);
    printer.write(", ");
    printer.value(*memref);
    print_indices(printer, op, indices)?;
    printer.attr_dict(op, &["map"]);
    printer.write(" : ");
    printer.value_type(*memref);
    if module.spec(op)?.name == "affine.vector_store" {
        printer.write(", ");
        printer.value_type(*value);
    }
    Some(())
}

fn parse_prefetch(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let memref = parser.operand()?;
    let indices = parse_indices(parser, state)?;
    parse_prefetch_flags(parser, state)?;
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let ty = parser.ty()?;
    parser.resolve_into(state, &[memref], &[ty])?;
    parser.resolve_same(&indices, Type::INDEX, &mut state.operands)
}

fn print_prefetch(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let (memref, indices) = printer.module.op(op).operands.split_first()?;
    printer.write(" ");
    printer.value(*memref);
    print_indices(printer, op, indices)?;
    print_prefetch_flags(printer, op)?;
    let elided: Vec<&str> = PREFETCH_FLAGS.iter().copied().chain(["map"]).collect();
    printer.attr_dict(op, &elided);
    printer.write(" : ");
    printer.value_type(*memref);
    Some(())
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
