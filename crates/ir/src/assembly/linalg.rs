//! The custom assembly of structured ops: `linalg.generic` and the named ones.

use super::syntax::Syntax;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::{EntryArguments, Printer, Terminators};
use crate::program::{AffineExpr, AffineMap, OpId};
use crate::{Attr, AttrData, Module, Type, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "linalg_generic",
        Syntax {
            parse: parse_generic,
            print: print_generic,
        },
    ),
    (
        "linalg_named",
        Syntax {
            parse: parse_named,
            print: print_named,
        },
    ),
];

/// `ins(%a, %b : types) outs(…)`, both optional: returns the types of both, and the number of inputs.
pub(super) fn parse_ins_outs(
    parser: &mut Parser<'_>,
    state: &mut OpState,
) -> Parsed<(Vec<Type>, usize)> {
    let mut all = Vec::new();
    let mut inputs = 0;
    for name in ["ins", "outs"] {
        if !parser.eat_word(name) {
            continue;
        }
        parser.expect(Kind::LeftParen, "'('")?;
        let operands = parser.operand_list()?;
        let mut types = Vec::new();
        if !operands.is_empty() {
            parser.expect(Kind::Colon, "':'")?;
            types = parser.type_list()?;
        }
        parser.expect(Kind::RightParen, "')'")?;
        parser.resolve_into(state, &operands, &types)?;
        if name == "ins" {
            inputs = types.len();
        }
        all.extend(types);
    }
    Ok((all, inputs))
}

/// Prints ` ins(…) outs(…)`.
pub(super) fn print_ins_outs(printer: &mut Printer<'_>, op: OpId, inputs: usize) -> Option<()> {
    let module = printer.module;
    let (ins, outs) = module.op(op).operands.split_at_checked(inputs)?;
    for (name, values) in [("ins", ins), ("outs", outs)] {
        if values.is_empty() {
            continue;
        }
        write!(printer, " {name}(");
        printer.values(values);
        printer.write(" : ");
        printer.value_types(values);
        printer.write(")");
    }
    Some(())
}

/// The number of inputs of an op with segment sizes.
fn input_count(module: &Module, op: OpId) -> Option<usize> {
    let sizes = module.op_attribute(op, "operandSegmentSizes")?;
    let sizes = module.attribute_data(sizes).as_dense_array()?;
    usize::try_from(*sizes.first()?).ok()
}

/// An optional `-> types`.
fn parse_results(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    if parser.eat(Kind::Arrow) {
        state.results = parser.function_results()?;
    }
    Ok(())
}

/// The kinds of iterators.
const ITERATORS: &[&str] = &["parallel", "reduction", "window"];

const ITERATOR: &str = "#linalg.iterator_type<";

fn parse_generic(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let at = parser.token.start;
    let trait_attributes = parser.attribute()?;
    let AttrData::Dictionary(items) = parser.module.attribute_data(trait_attributes) else {
        return parser.error_at(at, "expected a dictionary of attributes");
    };
    for (name, value) in items.clone() {
        let name = parser.module.name(name).to_owned();
        let value = if name == "iterator_types" {
            iterators_of_strings(parser, value, ITERATOR, at)?
        } else {
            value
        };
        parser.set(state, &name, value);
    }
    let (types, inputs) = parse_ins_outs(parser, state)?;
    parser.set_segments(state, &[inputs, types.len() - inputs]);
    if parser.eat_word("attrs") {
        parser.expect(Kind::Equal, "'='")?;
        parser.attr_dict(state)?;
    }
    let region = parser.region(state.op, &[])?;
    state.regions.push(region);
    parse_results(parser, state)
}

/// Converts `["parallel"]` to `[#linalg.iterator_type<parallel>]`.
pub(super) fn iterators_of_strings(
    parser: &mut Parser<'_>,
    value: Attr,
    prefix: &str,
    at: u32,
) -> Parsed<Attr> {
    let AttrData::Array(items) = parser.module.attribute_data(value).clone() else {
        return parser.error_at(at, "expected iterator_types to be an array");
    };
    let mut iterators = Vec::with_capacity(items.len());
    for item in items {
        let text = match parser.module.attribute_data(item).as_str() {
            Some(kind) if ITERATORS.contains(&kind) => format!("{prefix}{kind}>"),
            Some(kind) => {
                let message = format!("unexpected iterator_type ({kind})");
                return parser.error_at(at, message);
            }
            None => {
                iterators.push(item);
                continue;
            }
        };
        let text = text.into();
        let data = AttrData::Opaque { text, ty: None };
        iterators.push(parser.module.intern_attribute(data));
    }
    let data = AttrData::Array(iterators.into());
    Ok(parser.module.intern_attribute(data))
}

/// The attributes that `linalg.generic` prints in its trait dictionary.
const TRAIT: &[&str] = &["doc", "indexing_maps", "iterator_types", "library_call"];

fn print_generic(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    printer.write(" {");
    let shown = TRAIT
        .iter()
        .filter_map(|name| Some((*name, module.op_attribute(op, name)?)));
    for (at, (name, value)) in shown.enumerate() {
        if at > 0 {
            printer.write(", ");
        }
        if name == "iterator_types" {
            print_iterators(printer, value, ITERATOR)?;
        } else {
            printer.named_attribute(name, value);
        }
    }
    printer.write("}");
    print_ins_outs(printer, op, input_count(module, op)?)?;
    printer.attr_dict_after(op, TRAIT, " attrs =  ");
    printer.write(" ");
    let region = *module.op(op).regions().first()?;
    printer.region(region, EntryArguments::Shown, Terminators::Shown);
    printer.optional_arrow_types(&module.result_types(op));
    Some(())
}

pub(super) fn print_iterators(printer: &mut Printer<'_>, value: Attr, prefix: &str) -> Option<()> {
    let module = printer.module;
    let AttrData::Array(items) = module.attribute_data(value) else {
        return None;
    };
    printer.write("iterator_types = [");
    for (at, item) in items.iter().enumerate() {
        let AttrData::Opaque { text, .. } = module.attribute_data(*item) else {
            return None;
        };
        let kind = text.strip_prefix(prefix)?.strip_suffix('>')?;
        if !ITERATORS.contains(&kind) {
            return None;
        }
        let comma = if at > 0 { ", " } else { "" };
        write!(printer, "{comma}\"{kind}\"");
    }
    printer.write("]");
    Some(())
}

fn parse_named(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    for name in ["kind", "indexing_maps"] {
        if parser.eat_word(name) {
            parser.expect(Kind::Equal, "'='")?;
            let value = parser.attribute()?;
            parser.set(state, name, value);
        }
    }
    parser.properties(state)?;
    parser.attr_dict(state)?;
    let (types, inputs) = parse_ins_outs(parser, state)?;
    parser.set_segments(state, &[inputs, types.len() - inputs]);
    parse_results(parser, state)?;
    let has_maps = state
        .spec
        .is_some_and(|spec| spec.is_inherent("indexing_maps"));
    let stated = state
        .attributes
        .iter()
        .any(|it| parser.module.name(it.name) == "indexing_maps");
    if has_maps && !stated {
        let name = state.spec.map_or("", |spec| &spec.name);
        if let Some(maps) = default_maps(&mut parser.module, name, &types) {
            parser.set(state, "indexing_maps", maps);
        }
    }
    Ok(())
}

/// The default indexing maps of a named op.
fn default_maps(module: &mut Module, name: &str, types: &[Type]) -> Option<Attr> {
    let (dims, results): (u32, Vec<Vec<u32>>) = match name {
        "linalg.matmul" => (3, vec![vec![0, 2], vec![2, 1], vec![0, 1]]),
        "linalg.batch_matmul" => (4, vec![vec![0, 1, 3], vec![0, 3, 2], vec![0, 1, 2]]),
        "linalg.batch_reduce_matmul" => (4, vec![vec![0, 1, 3], vec![0, 3, 2], vec![1, 2]]),
        "linalg.elementwise" => {
            let rank = module.type_data(*types.last()?).dims()?.len() as u32;
            (rank, vec![(0..rank).collect(); types.len()])
        }
        _ => return None,
    };
    let maps = results
        .into_iter()
        .map(|results| {
            module.map_attribute(AffineMap {
                dims,
                symbols: 0,
                results: results.into_iter().map(AffineExpr::Dim).collect(),
            })
        })
        .collect();
    Some(module.intern_attribute(AttrData::Array(maps)))
}

/// Whether an op has the default indexing maps.
fn has_default_maps(module: &Module, op: OpId, name: &str) -> bool {
    let maps = module.op_attribute(op, "indexing_maps");
    let Some(AttrData::Array(maps)) = maps.map(|maps| module.attribute_data(maps)) else {
        return false;
    };
    let dims = |results: &[u32], count: u32, map: Attr| {
        let AttrData::Map(map) = module.attribute_data(map) else {
            return false;
        };
        map.dims == count
            && map.symbols == 0
            && map.results.len() == results.len()
            && map
                .results
                .iter()
                .zip(results)
                .all(|(expr, dim)| *expr == AffineExpr::Dim(*dim))
    };
    let expected: &[&[u32]] = match name {
        "linalg.matmul" => &[&[0, 2], &[2, 1], &[0, 1]],
        "linalg.batch_matmul" => &[&[0, 1, 3], &[0, 3, 2], &[0, 1, 2]],
        "linalg.batch_reduce_matmul" => &[&[0, 1, 3], &[0, 3, 2], &[1, 2]],
        "linalg.elementwise" => {
            return maps.iter().all(|map| match module.attribute_data(*map) {
                AttrData::Map(map) => map.symbols == 0 && crate::affine::is_identity(map),
                _ => false,
            });
        }
        _ => return false,
    };
    let count = if name == "linalg.matmul" { 3 } else { 4 };
    maps.len() == expected.len()
        && expected
            .iter()
            .zip(maps)
            .all(|(results, map)| dims(results, count, *map))
}

fn print_named(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let name = module.spec(op)?.name.as_str();
    if name == "linalg.elementwise" {
        printer.write(" kind=");
        printer.attribute(module.op_attribute(op, "kind")?);
    }
    let maps = module.op_attribute(op, "indexing_maps");
    if let Some(maps) = maps
        && !has_default_maps(module, op, name)
    {
        printer.write(" indexing_maps = ");
        printer.attribute(maps);
    }
    printer.attr_dict(
        op,
        &["indexing_maps", "kind", "linalg.memoized_indexing_maps"],
    );
    print_ins_outs(printer, op, input_count(module, op)?)?;
    printer.optional_arrow_types(&module.result_types(op));
    Some(())
}

/// The element type of a shaped type, or the type itself.
pub(super) fn element_or_self(module: &Module, ty: Type) -> Type {
    match module.type_data(ty) {
        TypeData::Complex(_) => ty,
        data => data.element().unwrap_or(ty),
    }
}
