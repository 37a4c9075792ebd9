//! The custom assembly of `affine.parallel`.

use super::shared::{integers, shown_if};
use super::syntax::Syntax;
use crate::parse::{AffineNames, Argument, Kind, OpState, Parsed, Parser, Unresolved};
use crate::print::{EntryArguments, Printer};
use crate::program::{AffineExpr, Extent, OpId, ValueId};
use crate::{AttrData, DenseElements, Type, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[("affine_parallel", Syntax { parse, print })];

/// The kinds of reductions in the order of their enum values.
const REDUCTIONS: &[&str] = &[
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf",
    "mins", "minu", "mulf", "muli", "ori", "xori",
];

fn parse(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
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
    parser.expect(Kind::Equal, "'='")?;
    let lower = parse_bounds(parser, state, "lower", "max", arguments.len())?;
    parser.expect_word("to")?;
    let upper = parse_bounds(parser, state, "upper", "min", arguments.len())?;
    let at = parser.token.start;
    let steps = if parser.eat_word("step") {
        parser.integer_list(Kind::LeftParen, Kind::RightParen)?
    } else {
        vec![1; arguments.len()]
    };
    if steps.len() != arguments.len() {
        return parser.error_at(at, "expected as many steps as induction variables");
    }
    set_integers(parser, state, "steps", &steps);
    let reductions = parse_reductions(parser, state)?;
    set_integers(parser, state, "reductions", &reductions);
    parser.resolve_same(&lower, Type::INDEX, &mut state.operands)?;
    parser.resolve_same(&upper, Type::INDEX, &mut state.operands)?;
    let region = parser.region(state.op, &arguments)?;
    if state.results.is_empty() {
        parser.ensure_terminator(region, "affine.yield");
    }
    state.regions.push(region);
    parser.attr_dict(state)
}

fn set_integers(parser: &mut Parser<'_>, state: &mut OpState, name: &str, values: &[i64]) {
    let items = values
        .iter()
        .map(|value| parser.module.integer_attribute(*value, Type::I64))
        .collect();
    parser.set_data(state, name, AttrData::Array(items));
}

/// `(expr, min(expr, expr), …)`: sets the map and the sizes of its groups.
fn parse_bounds<'s>(
    parser: &mut Parser<'s>,
    state: &mut OpState,
    which: &str,
    prefix: &str,
    count: usize,
) -> Parsed<Vec<Unresolved<'s>>> {
    let at = parser.token.start;
    let mut groups = Vec::new();
    let (map, operands) = parser.inline_affine_lists(|parser, names| {
        let mut results = Vec::new();
        parser.expect(Kind::LeftParen, "'('")?;
        parser.list_until(Kind::RightParen, "')'", |parser| {
            let before = results.len();
            parse_group(parser, names, prefix, &mut results)?;
            groups.push((results.len() - before) as i64);
            Ok(())
        })?;
        Ok(results)
    })?;
    if groups.len() != count {
        return parser.error_at(at, "expected as many bounds as induction variables");
    }
    parser.set_data(state, &format!("{which}BoundsMap"), AttrData::Map(map));
    let ty = parser.module.intern_type(TypeData::Tensor {
        dims: Some([Extent::Static(count as i64)].into()),
        element: Type::I32,
        encoding: None,
    });
    let splat = !groups.is_empty() && groups.iter().all(|size| *size == groups[0]);
    groups.truncate(if splat { 1 } else { groups.len() });
    let data = AttrData::Dense {
        ty,
        elements: DenseElements::Integers(groups.into()),
        splat,
    };
    parser.set_data(state, &format!("{which}BoundsGroups"), data);
    let mut all = operands.dims;
    all.extend(operands.symbols);
    Ok(all)
}

fn parse_group<'s>(
    parser: &mut Parser<'s>,
    names: &mut AffineNames<'s>,
    prefix: &str,
    results: &mut Vec<AffineExpr>,
) -> Parsed<()> {
    if !parser.eat_word(prefix) {
        results.push(parser.affine_expr(names)?);
        return Ok(());
    }
    parser.expect(Kind::LeftParen, "'('")?;
    parser.list_until(Kind::RightParen, "')'", |parser| {
        results.push(parser.affine_expr(names)?);
        Ok(())
    })
}

/// An optional `reduce ("kind", …) -> (types)`.
fn parse_reductions(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<Vec<i64>> {
    let mut reductions = Vec::new();
    if !parser.eat_word("reduce") {
        return Ok(reductions);
    }
    parser.expect(Kind::LeftParen, "'('")?;
    parser.list_until(Kind::RightParen, "')'", |parser| {
        let at = parser.token.start;
        let kind = parser.string_text()?;
        match REDUCTIONS.iter().position(|known| *known == kind) {
            Some(number) => {
                reductions.push(number as i64);
                Ok(())
            }
            None => parser.error_at(at, format!("invalid reduction value: \"{kind}\"")),
        }
    })?;
    parser.expect(Kind::Arrow, "'->'")?;
    state.results = parser.function_results()?;
    Ok(reductions)
}

fn print(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let region = *module.op(op).regions().first()?;
    let arguments = module.entry_arguments(region)?;
    let lower = module.op_map(op, "lowerBoundsMap")?;
    let (lower_operands, upper_operands) =
        module.op(op).operands.split_at_checked(lower.inputs())?;
    printer.write(" (");
    printer.values(arguments);
    printer.write(") = ");
    print_bounds(printer, op, "lower", "max", lower_operands)?;
    printer.write(" to ");
    print_bounds(printer, op, "upper", "min", upper_operands)?;
    let steps = integers(printer, op, "steps")?;
    if steps.iter().any(|step| *step != 1) {
        printer.write(" step (");
        printer.list(steps, |printer, step| write!(printer, "{step}"));
        printer.write(")");
    }
    let results = module.result_types(op);
    if !results.is_empty() {
        let reductions: Vec<&str> = integers(printer, op, "reductions")?
            .iter()
            .map(|kind| REDUCTIONS.get(usize::try_from(*kind).ok()?).copied())
            .collect::<Option<_>>()?;
        printer.write(" reduce (");
        printer.list(reductions, |printer, kind| write!(printer, "\"{kind}\""));
        printer.write(")");
        printer.optional_arrow_types_in_parens(&results);
    }
    printer.write(" ");
    printer.region(
        region,
        EntryArguments::Hidden,
        shown_if(!results.is_empty()),
    );
    let elided = [
        "lowerBoundsMap",
        "lowerBoundsGroups",
        "upperBoundsMap",
        "upperBoundsGroups",
        "steps",
        "reductions",
    ];
    printer.attr_dict(op, &elided);
    Some(())
}

fn print_bounds(
    printer: &mut Printer<'_>,
    op: OpId,
    which: &str,
    prefix: &str,
    operands: &[ValueId],
) -> Option<()> {
    let map = printer.module.op_map(op, &format!("{which}BoundsMap"))?;
    let groups = integers(printer, op, &format!("{which}BoundsGroups"))?;
    let mut rest = &map.results[..];
    printer.write("(");
    for (at, size) in groups.iter().enumerate() {
        let (group, after) = rest.split_at_checked(usize::try_from(*size).ok()?)?;
        rest = after;
        if at > 0 {
            printer.write(", ");
        }
        if group.len() != 1 {
            printer.write(prefix);
            printer.write("(");
        }
        printer.map_results(map, group, operands)?;
        if group.len() != 1 {
            printer.write(")");
        }
    }
    printer.write(")");
    Some(())
}
