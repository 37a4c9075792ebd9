//! The custom assembly of vector ops that no format describes.

use super::syntax::Syntax;
use crate::number::Int;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::Printer;
use crate::program::{AffineExpr, AffineMap, Extent, OpId, Program};
use crate::registry::OpSpec;
use crate::{Attr, AttrData, Module, Type, TypeData};
use calipers_support::order::Order;

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "vector_mask",
        Syntax {
            parse: parse_mask,
            print: print_mask,
        },
    ),
    (
        "vector_transfer",
        Syntax {
            parse: parse_transfer,
            print: print_transfer,
        },
    ),
    (
        "vector_contract",
        Syntax {
            parse: parse_contract,
            print: print_contract,
        },
    ),
];

fn vector_dims(parser: &Parser<'_>, ty: Type, at: u32) -> Parsed<(Vec<Extent>, Type)> {
    match parser.module.type_data(ty) {
        TypeData::Vector { dims, element } => Ok((dims.to_vec(), *element)),
        _ => parser.error_at(at, "expected a vector type"),
    }
}

fn parse_mask(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let mask = parser.operand()?;
    let passthru = if parser.eat(Kind::Comma) {
        Some(parser.operand()?)
    } else {
        None
    };
    let region = parser.region(state.op, &[])?;
    parser.yield_last(region);
    state.regions.push(region);
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let mask_type = parser.ty()?;
    parser.resolve_into(state, &[mask], &[mask_type])?;
    if parser.eat(Kind::Arrow) {
        state.results = parser.function_results()?;
    }
    if let Some(passthru) = passthru {
        let Some(&ty) = state.results.first() else {
            return parser.error_at(passthru.at, "expected a result for the passthru value");
        };
        parser.resolve_into(state, &[passthru], &[ty])?;
    }
    Ok(())
}

fn print_mask(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let data = module.op(op);
    let (mask, passthru) = data.operands.split_first()?;
    printer.write(" ");
    printer.value(*mask);
    if let Some(passthru) = passthru.first() {
        if module.type_of(*passthru) != module.type_of(*module.results(op).first()?) {
            return None;
        }
        printer.write(", ");
        printer.value(*passthru);
    }
    let region = *data.regions().first()?;
    let [block] = module.regions[region.index()].blocks[..] else {
        return None;
    };
    printer.write(" { ");
    match module.blocks[block.index()].ops[..] {
        [end] => {
            printer.op_alone(end);
            printer.write(" ");
        }
        [masked, end] if module.operands(end) == module.results(masked) => {
            printer.op_alone(masked);
            printer.write(" ");
        }
        _ => return None,
    }
    printer.write("}");
    printer.attr_dict(op, &[]);
    printer.write(" : ");
    printer.value_type(*mask);
    printer.optional_arrow_types(&module.result_types(op));
    Some(())
}

/// The default permutation map of a transfer: from a shape to its last dimensions.
fn minor_identity(shape_rank: usize, vector_rank: usize) -> AffineMap {
    let results = if shape_rank == 0 && vector_rank == 1 {
        vec![AffineExpr::Constant(Int::ZERO)]
    } else {
        (shape_rank.saturating_sub(vector_rank)..shape_rank)
            .map(|dim| AffineExpr::Dim(dim as u32))
            .collect()
    };
    AffineMap {
        dims: shape_rank as u32,
        symbols: 0,
        results,
    }
}

/// The rank of the shape of a transfer, and the number of vector dimensions that it moves.
fn transfer_ranks(module: &Module, shaped: Type, vector: Type) -> Option<(usize, usize)> {
    let shaped = module.type_data(shaped);
    let inner = match module.type_data(shaped.element()?) {
        TypeData::Vector { dims, .. } => dims.len(),
        _ => 0,
    };
    let vector = module.type_data(vector).dims()?.len();
    Some((shaped.dims()?.len(), vector.checked_sub(inner)?))
}

/// Adds the defaults of the permutation map and `in_bounds`; returns the type of the mask.
fn finish_transfer(
    parser: &mut Parser<'_>,
    state: &mut OpState,
    shaped: Type,
    vector: Type,
    at: u32,
) -> Parsed<Type> {
    let Some((shape_rank, vector_rank)) = transfer_ranks(&parser.module, shaped, vector) else {
        return parser.error_at(at, "expected a ranked memref or tensor, and a vector");
    };
    let find = |parser: &Parser<'_>, state: &OpState, name: &str| {
        let mut attributes = state.attributes.iter();
        let found = attributes.find(|it| parser.module.name(it.name) == name);
        found.map(|it| it.value)
    };
    let map = match find(parser, state, "permutation_map") {
        Some(map) => match parser.module.attribute_data(map) {
            AttrData::Map(map) => map.clone(),
            _ => return parser.error_at(state.at, "expected permutation_map to be a map"),
        },
        None => {
            let map = minor_identity(shape_rank, vector_rank);
            parser.set_data(state, "permutation_map", AttrData::Map(map.clone()));
            map
        }
    };
    if find(parser, state, "in_bounds").is_none() {
        let no = parser.module.intern_attribute(AttrData::Bool(false));
        let list = AttrData::Array(vec![no; map.results.len()].into());
        parser.set_data(state, "in_bounds", list);
    }
    let (dims, _) = vector_dims(parser, vector, at)?;
    // The mask has the transferred dimensions of the shape, in the order of the shape.
    let mut transferred: Vec<(u32, Extent)> = map
        .results
        .iter()
        .zip(dims)
        .filter_map(|(result, extent)| match result {
            AffineExpr::Dim(dim) => Some((*dim, extent)),
            _ => None,
        })
        .collect();
    transferred.order_by_key(|(dim, _)| *dim);
    let mut dims: Vec<Extent> = transferred.into_iter().map(|(_, extent)| extent).collect();
    if dims.is_empty() {
        dims.push(Extent::Static(1));
    }
    Ok(parser.module.intern_type(TypeData::Vector {
        dims: dims.into(),
        element: Type::I1,
    }))
}

/// Whether a transfer stores: then it names the vector before the shape.
fn stores(spec: Option<&OpSpec>) -> bool {
    spec.is_some_and(|spec| spec.leading_operands == 2)
}

fn parse_transfer(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let stored = if stores(state.spec) {
        let value = parser.operand()?;
        parser.expect(Kind::Comma, "','")?;
        Some(value)
    } else {
        None
    };
    let base = parser.operand()?;
    let indices = parser.operand_list_in(Kind::LeftBracket, Kind::RightBracket)?;
    let mut others = Vec::new();
    if stored.is_none() {
        parser.expect(Kind::Comma, "',' and the padding")?;
        others.push(parser.operand()?);
    }
    let mask = if parser.eat(Kind::Comma) {
        Some(parser.operand()?)
    } else {
        None
    };
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let at = parser.token.start;
    let first = parser.ty()?;
    parser.expect(Kind::Comma, "','")?;
    let second = parser.ty()?;
    let (vector, shaped) = match stored {
        Some(_) => (first, second),
        None => (second, first),
    };
    let mask_type = finish_transfer(parser, state, shaped, vector, at)?;
    let element = parser.module.type_data(shaped).element().unwrap_or(shaped);
    parser.resolve_same(stored.as_slice(), vector, &mut state.operands)?;
    parser.resolve_into(state, &[base], &[shaped])?;
    parser.resolve_same(&indices, Type::INDEX, &mut state.operands)?;
    parser.resolve_same(&others, element, &mut state.operands)?;
    parser.resolve_same(mask.as_slice(), mask_type, &mut state.operands)?;
    // The vector is stored, or the padding is for reading.
    match stored {
        Some(_) => parser.set_segments(state, &[1, 1, indices.len(), mask.iter().len()]),
        None => parser.set_segments(state, &[1, indices.len(), 1, mask.iter().len()]),
    }
    if stored.is_none() {
        state.results.push(vector);
    } else if matches!(parser.module.type_data(shaped), TypeData::Tensor { .. }) {
        state.results.push(shaped);
    }
    Ok(())
}

/// Prints the attributes of a transfer, except for those that have their default.
fn print_transfer_attributes(
    printer: &mut Printer<'_>,
    op: OpId,
    shaped: Type,
    vector: Type,
) -> Option<()> {
    let module = printer.module;
    let mut elided = Vec::new();
    let (shape_rank, vector_rank) = transfer_ranks(module, shaped, vector)?;
    if *module.op_map(op, "permutation_map")? == minor_identity(shape_rank, vector_rank) {
        elided.push("permutation_map");
    }
    let AttrData::Array(bounds) = module.attribute_data(module.op_attribute(op, "in_bounds")?)
    else {
        return None;
    };
    let outside = |it: &Attr| *module.attribute_data(*it) == AttrData::Bool(false);
    if bounds.iter().all(outside) {
        elided.push("in_bounds");
    }
    printer.attr_dict(op, &elided);
    Some(())
}

fn print_transfer(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let spec = module.spec(op)?;
    let is_store = stores(Some(spec));
    let mut groups = Vec::new();
    for group in 0..4 {
        groups.push(module.operand_group(op, spec, group)?);
    }
    let [first, .., mask] = groups[..] else {
        return None;
    };
    let (base, indices) = if is_store {
        (groups[1], groups[2])
    } else {
        (first, groups[1])
    };
    let base = *base.first()?;
    let vector = match is_store {
        true => *first.first()?,
        false => *module.results(op).first()?,
    };
    printer.write(" ");
    if is_store {
        printer.value(vector);
        printer.write(", ");
    }
    printer.value(base);
    printer.write("[");
    printer.values(indices);
    printer.write("]");
    if !is_store {
        printer.write(", ");
        printer.value(*groups[2].first()?);
    }
    if let Some(mask) = mask.first() {
        printer.write(", ");
        printer.value(*mask);
    }
    print_transfer_attributes(printer, op, module.type_of(base), module.type_of(vector))?;
    printer.write(" : ");
    match is_store {
        true => printer.value_types(&[vector, base]),
        false => printer.value_types(&[base, vector]),
    }
    Some(())
}

const ITERATOR: &str = "#vector.iterator_type<";

fn parse_contract(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let at = parser.token.start;
    parser.attr_dict(state)?;
    let iterators = state
        .attributes
        .iter()
        .find(|it| parser.module.name(it.name) == "iterator_types");
    if let Some(iterators) = iterators {
        let value = super::linalg::iterators_of_strings(parser, iterators.value, ITERATOR, at)?;
        parser.set(state, "iterator_types", value);
    }
    let operands = parser.operand_list()?;
    if operands.len() != 3 {
        return parser.error_at(at, "expected three operands");
    }
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let lhs = parser.ty()?;
    parser.expect(Kind::Comma, "','")?;
    let rhs = parser.ty()?;
    parser.expect_word("into")?;
    let result = parser.ty()?;
    state.results.push(result);
    parser.resolve_into(state, &operands, &[lhs, rhs, result])
}

fn print_contract(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let [lhs, rhs, acc] = module.op(op).operands[..] else {
        return None;
    };
    printer.write(" {");
    let shown = ["indexing_maps", "iterator_types", "kind"];
    for (at, name) in shown.into_iter().enumerate() {
        let value = module.op_attribute(op, name)?;
        if at > 0 {
            printer.write(", ");
        }
        if name == "iterator_types" {
            super::linalg::print_iterators(printer, value, ITERATOR)?;
        } else {
            printer.named_attribute(name, value);
        }
    }
    printer.write("} ");
    printer.values(&[lhs, rhs, acc]);
    printer.attr_dict(op, &shown);
    printer.write(" : ");
    printer.value_types(&[lhs, rhs]);
    printer.write(" into ");
    printer.value_type(acc);
    Some(())
}
