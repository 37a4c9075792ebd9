//! `pad-to-static-bounds`: replaces a structured op on tensors of dynamic sizes by one on tensors of their constant
//! upper bounds. It pads the operands, and extracts the old part of the result.
//!
//! Soundness: the pass extends only loops that index each operand by themselves or not at all, and that are parallel
//! in every result, so each element of the old result is computed from the same elements as before, in the same
//! order. The other elements are discarded, and the body cannot fail on them: it has no integer divisions and no
//! memory accesses. The padding is non-negative where the op executes, and the padding is inserted right there.

use super::sized_ops::{self, Size};
use crate::analysis::{Analysis, BoundKind, Variable};
use crate::cleanup;
use crate::ir::{InsertionPoint, Module, OpBuilder, Signedness, Type, TypeData};
use crate::number::Int;
use crate::pass::{Pass, PassResult, Report, report_once};
use crate::program::{
    AffineExpr, AffineMap, Attribute, Definition, Extent, OpId, Point, Program, ValueId,
};
use crate::rules::Rules;
use crate::shapes::indexing_maps;
use crate::solve::Config;
use calipers_support::order::Order;
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// The pass.
pub struct PadToStaticBounds {
    /// The maximum size of a padded dimension, if there is a limit.
    pub max_size: Option<u64>,
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

/// An op that can be padded.
struct Padded {
    op: OpId,
    maps: Vec<AffineMap>,
    /// The new sizes of the loops that are extended.
    sizes: HashMap<u32, i64>,
}

impl Pass for PadToStaticBounds {
    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult {
        let found: Vec<Padded> = {
            let module = &*module;
            let mut analysis =
                Analysis::with_config(module, &self.rules, self.config.for_rewriting());
            let ops = module.walk(root);
            let found = ops.filter_map(|op| self.padded(module, &mut analysis, op));
            let found = found.collect();
            report_once(analysis.clash_diagnostics(), report);
            found
        };
        for padded in found {
            pad(module, &padded);
        }
        cleanup::gather_constants(module, root);
        cleanup::erase_dead(module, root);
        Ok(())
    }
}

impl PadToStaticBounds {
    fn padded(&self, module: &Module, analysis: &mut Analysis<'_>, op: OpId) -> Option<Padded> {
        let maps = indexing_maps(module, op)?;
        let operands = module.operands(op);
        let outputs = module.results(op).len();
        let fits = maps.len() == operands.len() && (1..=operands.len()).contains(&outputs);
        if !fits || !maps_fit(module, &maps, operands) || !body_never_fails(module, op) {
            return None;
        }
        let loops = maps[operands.len() - outputs..]
            .iter()
            .map(|map| loops_of(map).into_iter().flatten().collect())
            .reduce(|a: HashSet<u32>, b| a.intersection(&b).copied().collect())?;
        let mut loops: Vec<u32> = loops
            .into_iter()
            .filter(|&number| maps.iter().all(|map| is_plain(map, number)))
            .collect();
        loops.order();
        let mut sizes = HashMap::new();
        let mut grows = false;
        for number in loops {
            let columns = columns_of(&maps, operands, number);
            let extents = columns
                .iter()
                .filter_map(|&(value, dim)| module.value_type(value).shape()?.extent(dim as usize));
            let is_dynamic = extents.clone().any(|extent| extent == Extent::Dynamic);
            let stated: HashSet<i64> = extents
                .filter_map(|extent| match extent {
                    Extent::Static(size) => Some(size),
                    _ => None,
                })
                .collect();
            let size = match stated.len() {
                0 => self.bound(module, analysis, op, &columns),
                1 => stated.into_iter().next(),
                _ => return None,
            };
            // An empty tensor has no valid slice to extract, so the op stays unchanged.
            if size == Some(0) {
                return None;
            }
            if let Some(size) = size {
                sizes.insert(number, size);
                grows |= is_dynamic;
            }
        }
        grows.then_some(Padded { op, maps, sizes })
    }

    /// The least constant bound of the sizes that a loop iterates over, which are equal.
    fn bound(
        &self,
        module: &Module,
        analysis: &mut Analysis<'_>,
        op: OpId,
        columns: &[(ValueId, u32)],
    ) -> Option<i64> {
        // Executing the op asserts that they are equal.
        let point = Point::after(module, op);
        let bounds = columns.iter().filter_map(|&(value, dim)| {
            let variable = Variable::dim(value, dim);
            let bound = analysis.constant_bound(BoundKind::Upper, &variable, point);
            bound.ok().filter(|bound| *bound >= Int::ZERO)
        });
        let least = i64::try_from(&bounds.min()?).ok()?;
        let limit = self.max_size.unwrap_or(i64::MAX as u64);
        (least as u64 <= limit).then_some(least)
    }
}

/// Whether the rank of each tensor is the number of results of its map, and the op indexes nothing else.
fn maps_fit(module: &Module, maps: &[AffineMap], operands: &[ValueId]) -> bool {
    maps.iter().zip(operands).all(|(map, &operand)| {
        match module.type_data(module.type_of(operand)) {
            TypeData::Tensor {
                dims: Some(dims),
                element,
                ..
            } => dims.len() == map.results.len() && zero(module, *element).is_some(),
            TypeData::Tensor { .. } | TypeData::Memref { .. } | TypeData::Vector { .. } => false,
            _ => map.results.is_empty(),
        }
    })
}

/// The text of a zero of a type that `arith.constant` supports.
fn zero(module: &Module, element: Type) -> Option<&'static str> {
    match module.type_data(element) {
        TypeData::Index
        | TypeData::Integer {
            signedness: Signedness::Signless,
            ..
        } => Some("0"),
        TypeData::Float(_) => Some("0.0"),
        _ => None,
    }
}

/// The loop of each result of a map that is a single loop index.
fn loops_of(map: &AffineMap) -> Vec<Option<u32>> {
    let loops = map.results.iter().map(|result| match result {
        AffineExpr::Dim(number) => Some(*number),
        _ => None,
    });
    loops.collect()
}

/// Whether a loop occurs in a map only as a result of its own, and at most once.
fn is_plain(map: &AffineMap, number: u32) -> bool {
    let mut count = 0;
    for result in &map.results {
        crate::ir::affine::replace(result, &mut |leaf| {
            count += usize::from(*leaf == AffineExpr::Dim(number));
            leaf.clone()
        });
    }
    let loops = loops_of(map);
    let alone = loops.iter().filter(|&&it| it == Some(number)).count();
    count == alone && count <= 1
}

/// The sizes that a loop iterates over.
fn columns_of(maps: &[AffineMap], operands: &[ValueId], number: u32) -> Vec<(ValueId, u32)> {
    let mut columns = vec![];
    for (map, &operand) in maps.iter().zip(operands) {
        for (dim, it) in (0u32..).zip(loops_of(map)) {
            if it == Some(number) {
                columns.push((operand, dim));
            }
        }
    }
    columns
}

/// Whether a structured op is defined on arbitrary elements.
fn body_never_fails(module: &Module, op: OpId) -> bool {
    let name = module.op_name(op);
    let divides = name == "linalg.div" || name == "linalg.div_unsigned";
    if divides || !name.starts_with("linalg.") || name == "linalg.softmax" {
        return false;
    }
    if name == "linalg.elementwise"
        && !matches!(module.attribute(op, "kind"), Some(Attribute::String(kind)) if !kind.starts_with("div"))
    {
        return false;
    }
    module.walk(op).filter(|&inner| inner != op).all(|inner| {
        let name = module.op_name(inner);
        let dialect = name.split('.').next().unwrap_or_default();
        // On integers: these, and a power with a negative exponent.
        let is_division = ["div", "rem", "ipow"]
            .iter()
            .any(|part| name.contains(part))
            && !name.ends_with('f');
        let computes = matches!(dialect, "arith" | "math" | "complex") && !is_division;
        let is_inert = matches!(name, "linalg.yield" | "linalg.index");
        module.regions(inner).is_empty() && (computes || is_inert)
    })
}

fn pad(module: &mut Module, padded: &Padded) -> Option<()> {
    let op = padded.op;
    let operands = module.operands(op).to_vec();
    let results = module.results(op).to_vec();
    let first_output = operands.len() - results.len();
    let mut larger = vec![];
    for (at, (&operand, map)) in operands.iter().zip(&padded.maps).enumerate() {
        larger.push(pad_operand(
            module,
            padded,
            operand,
            map,
            at >= first_output,
        )?);
    }
    let copy = module.clone_op(op, &mut HashMap::new());
    module.set_operands(copy, &larger);
    module.insert(copy, InsertionPoint::Before(op));
    for (at, &old) in results.iter().enumerate() {
        let output = first_output + at;
        let new = module.results(copy)[at];
        let ty = module.type_of(larger[output]);
        module.set_type(new, ty);
        let rank = padded.maps[output].results.len();
        let mut sizes = vec![];
        for dim in 0..rank {
            sizes.push(sized_ops::dim(module, op, operands[output], dim)?);
        }
        let zeros = vec![Size::Static(0); rank];
        let old_type = module.type_of(old);
        let slice = sized_ops::extract_slice(module, op, new, &zeros, &sizes, old_type)?;
        module.replace_all_uses(old, slice);
    }
    module.erase(op);
    Some(())
}

/// The operand, padded to the new sizes of the loops that index it.
fn pad_operand(
    module: &mut Module,
    padded: &Padded,
    operand: ValueId,
    map: &AffineMap,
    is_output: bool,
) -> Option<ValueId> {
    let ty = module.type_of(operand);
    let TypeData::Tensor {
        dims: Some(old),
        element,
        encoding,
    } = module.type_data(ty).clone()
    else {
        return Some(operand);
    };
    let dims: Box<[Extent]> = old
        .iter()
        .zip(loops_of(map))
        .map(
            |(&extent, number)| match number.and_then(|n| padded.sizes.get(&n)) {
                Some(&size) => Extent::Static(size),
                None => extent,
            },
        )
        .collect();
    if dims == old {
        return Some(operand);
    }
    let new = module.intern_type(TypeData::Tensor {
        dims: Some(dims.clone()),
        element,
        encoding,
    });
    let op = padded.op;
    if let Definition::Result { op: source, .. } = module.definition(operand)
        && is_output
        && module.op_name(source) == "tensor.empty"
    {
        let sizes = sized_ops::sizes_of_allocation(module, source)?;
        let sizes: Vec<Size> = sizes
            .into_iter()
            .zip(&dims)
            .map(|(size, extent)| match extent {
                Extent::Static(known) => Size::Static(*known),
                _ => size,
            })
            .collect();
        return sized_ops::allocation_like(module, source, op, &sizes);
    }
    let mut high = vec![];
    for (dim, (&before, &after)) in old.iter().zip(&dims).enumerate() {
        high.push(match (before, after) {
            (Extent::Dynamic, Extent::Static(size)) => {
                let dim = sized_ops::dim(module, op, operand, dim)?;
                sized_ops::sum(module, op, &[(Size::Static(size), 1), (dim, -1)])?
            }
            _ => Size::Static(0),
        });
    }
    let text = zero(module, element)?;
    let text = format!("{text} : {}", module.type_text(element));
    let value = module.parse_attribute(&text).ok()?;
    let mut builder = OpBuilder::new(module, InsertionPoint::Before(op));
    let zero = builder.value("arith.constant", &[], element, &[("value", value)]);
    sized_ops::pad_with(module, op, operand, &high, zero, new)
}
