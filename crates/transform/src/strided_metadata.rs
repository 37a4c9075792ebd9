//! `test-strided-metadata-range-analysis`: prints the ranges of the offsets, sizes and strides of memrefs.

use crate::diagnostic::Severity;
use crate::ir::{Module, PrintOptions, ValueNames};
use crate::number::Int;
use crate::pass::{Pass, PassResult, Report, emit};
use crate::program::{Definition, Extent, INDEX_WIDTH, OpId, Program, Shape, ShapedKind, ValueId};
use crate::ranges::{Precision, Ranges};
use crate::rules::{Item, Rules};
use crate::wrapped::{NoWrap, WrappedRange};
use hashbrown::HashMap;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// The pass.
pub struct StridedMetadataRanges {
    /// The semantics of ops.
    pub rules: Arc<Rules>,
}

impl Pass for StridedMetadataRanges {
    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult {
        let module = &*module;
        let mut analysis = Analysis {
            module,
            rules: &self.rules,
            ranges: Ranges::of(module, &self.rules, root, Precision::Plain),
            known: HashMap::new(),
        };
        let order = Order::of(module, root);
        analysis.run(&order.values);
        let names = ValueNames::new(module, PrintOptions::default());
        for &op in &order.ops {
            if let Some(lines) = analysis.lines(op) {
                let text = module.print_op_without_regions(op, &names);
                let message = format!("Op: {text}\n{lines}");
                emit(module, op, Severity::Text, message, report);
            }
        }
        Ok(())
    }
}

/// The order in which ops are printed, and values are visited.
struct Order {
    /// An op after the ops in its regions.
    ops: Vec<OpId>,
    /// The ranked memrefs, each after those that it is computed from, except for loop-carried ones.
    values: Vec<ValueId>,
}

impl Order {
    fn of(module: &Module, root: OpId) -> Order {
        enum Visit {
            Op(OpId),
            Results(OpId),
            Values(Vec<ValueId>),
        }
        let (mut ops, mut values) = (vec![], vec![]);
        let is_memref = |value: &ValueId| memref_shape(module, *value).is_some();
        let mut stack = vec![Visit::Op(root)];
        while let Some(visit) = stack.pop() {
            match visit {
                Visit::Op(op) => {
                    stack.push(Visit::Results(op));
                    let regions = module.regions(op).iter().rev();
                    for &block in regions.flat_map(|&region| module.blocks(region).iter().rev()) {
                        let inside = module.block_ops(block).iter().rev();
                        stack.extend(inside.map(|&op| Visit::Op(op)));
                        stack.push(Visit::Values(module.block_arguments(block).to_vec()));
                    }
                }
                Visit::Results(op) => {
                    ops.push(op);
                    values.extend(module.results(op).iter().copied().filter(is_memref));
                }
                Visit::Values(arguments) => values.extend(arguments.into_iter().filter(is_memref)),
            }
        }
        Order { ops, values }
    }
}

/// The shape of a ranked memref.
fn memref_shape(module: &Module, value: ValueId) -> Option<Shape<'_>> {
    let shape = module.value_type(value).shape()?;
    (shape.kind == ShapedKind::Memref && shape.dims.is_some()).then_some(shape)
}

/// The ranges of the offset, sizes and strides of a memref.
#[derive(Clone, PartialEq, Eq)]
struct Metadata {
    offset: WrappedRange,
    sizes: Vec<WrappedRange>,
    strides: Vec<WrappedRange>,
}

impl Metadata {
    /// The metadata that a type states.
    fn of(shape: &Shape<'_>) -> Metadata {
        let rank = shape.rank().unwrap_or_default();
        // As in MLIR, sizes are unknown if the layout is not strided.
        let is_strided = shape.is_strided();
        let word = |number: Option<Int>| {
            let number = number.filter(|_| is_strided);
            number.and_then(|it| constant(&it)).unwrap_or_else(full)
        };
        let size = |dim| match shape.extent(dim) {
            Some(Extent::Static(size)) => Some(Int::from(size)),
            _ => None,
        };
        Metadata {
            offset: word(shape.offset()),
            sizes: (0..rank).map(|dim| word(size(dim))).collect(),
            strides: (0..rank).map(|dim| word(shape.stride(dim))).collect(),
        }
    }

    /// Combines each part of two of them.
    fn with(
        &self,
        other: &Metadata,
        combine: impl Fn(WrappedRange, WrappedRange) -> WrappedRange,
    ) -> Metadata {
        let both = |own: &[WrappedRange], theirs: &[WrappedRange]| {
            let pairs = own.iter().zip(theirs);
            pairs.map(|(own, theirs)| combine(*own, *theirs)).collect()
        };
        Metadata {
            offset: combine(self.offset, other.offset),
            sizes: both(&self.sizes, &other.sizes),
            strides: both(&self.strides, &other.strides),
        }
    }

    fn rank(&self) -> usize {
        self.sizes.len()
    }
}

fn full() -> WrappedRange {
    WrappedRange::full(INDEX_WIDTH).expect("words are kept that are as wide as an index")
}

/// The range of a constant; none if it is too large.
fn constant(number: &Int) -> Option<WrappedRange> {
    let number = i64::try_from(number).ok()?;
    WrappedRange::constant(INDEX_WIDTH, i128::from(number) as u128)
}

fn product(a: WrappedRange, b: WrappedRange) -> WrappedRange {
    match fits(a, b, i128::checked_mul, u128::checked_mul) {
        true => a.mul(b, NoWrap::default()),
        false => full(),
    }
}

fn sum(a: WrappedRange, b: WrappedRange) -> WrappedRange {
    match fits(a, b, i128::checked_add, u128::checked_add) {
        true => a.add(b, NoWrap::default()),
        false => full(),
    }
}

/// Whether the result for two constants does not wrap in one of its readings; MLIR has no range if both wrap.
fn fits(
    a: WrappedRange,
    b: WrappedRange,
    signed: fn(i128, i128) -> Option<i128>,
    unsigned: fn(u128, u128) -> Option<u128>,
) -> bool {
    let of_signed = a.as_signed_constant().zip(b.as_signed_constant());
    let of_unsigned = a.as_constant().zip(b.as_constant());
    let (Some((sa, sb)), Some((ua, ub))) = (of_signed, of_unsigned) else {
        return true;
    };
    signed(sa, sb).is_some_and(|it| i64::try_from(it).is_ok())
        || unsigned(ua, ub).is_some_and(|it| u64::try_from(it).is_ok())
}

impl Display for Metadata {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let list = |words: &[WrappedRange]| {
            let word = |word: &WrappedRange| {
                let ((umin, umax), (smin, smax)) = (word.unsigned(), word.signed());
                format!("{{unsigned : [{umin}, {umax}] signed : [{smin}, {smax}]}}")
            };
            words.iter().map(word).collect::<Vec<_>>().join(", ")
        };
        write!(
            f,
            "strided_metadata<offset = [{}], sizes = [{}], strides = [{}]>",
            list(&[self.offset]),
            list(&self.sizes),
            list(&self.strides)
        )
    }
}

/// The number of changes of a value before widening drops the endpoints that moved.
const MAX_CHANGES: u32 = 64;

/// The state of the analysis.
struct Analysis<'m> {
    module: &'m Module,
    rules: &'m Rules,
    ranges: Ranges<'m>,
    /// The metadata and the number of changes; none for values in code that is unreachable so far.
    known: HashMap<ValueId, (Metadata, u32)>,
}

impl Analysis<'_> {
    /// Visits the values until a fixpoint.
    fn run(&mut self, values: &[ValueId]) {
        let sources: Vec<_> = values.iter().map(|&it| self.ranges.sources(it)).collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (&value, sources) in values.iter().zip(&sources) {
                let found = match sources {
                    Some(sources) => self.joined(value, sources),
                    None => self.computed(value),
                };
                if let Some(found) = found {
                    changed |= self.set(value, found);
                }
            }
        }
    }

    /// Joins new metadata of a value with the previous one; returns whether it changed.
    fn set(&mut self, value: ValueId, found: Metadata) -> bool {
        let Some((known, changes)) = self.known.get_mut(&value) else {
            self.known.insert(value, (found, 0));
            return true;
        };
        let mut joined = known.with(&found, WrappedRange::join);
        if joined == *known {
            return false;
        }
        *changes += 1;
        if *changes > MAX_CHANGES {
            joined = known.with(&joined, |old, new| match old == new {
                true => old,
                false => old.widest(),
            });
        }
        *known = joined;
        true
    }

    /// The join of the metadata of the values that may flow into a value.
    fn joined(&self, value: ValueId, sources: &[ValueId]) -> Option<Metadata> {
        let by_type = Metadata::of(&memref_shape(self.module, value)?);
        let known = sources.iter().filter_map(|source| {
            let (known, _) = self.known.get(source)?;
            // Rules of the user may forward values of another type.
            Some(match known.rank() == by_type.rank() {
                true => known.clone(),
                false => by_type.clone(),
            })
        });
        known.reduce(|a, b| a.with(&b, WrappedRange::join))
    }

    /// The metadata of a value by its defining op, or by its type.
    fn computed(&self, value: ValueId) -> Option<Metadata> {
        let shape = memref_shape(self.module, value)?;
        let (block, op) = match self.module.definition(value) {
            Definition::Result { op, .. } => (self.module.block_of(op)?, Some(op)),
            Definition::Argument { block, .. } => (block, None),
        };
        if !self.ranges.is_reached(block) {
            return None;
        }
        match op.and_then(|op| self.slice(op)) {
            Some(slice) => self.sliced(&slice),
            None => Some(Metadata::of(&shape)),
        }
    }

    /// The fields of an op that slices a memref by lists with an entry for each of its dimensions.
    fn slice(&self, op: OpId) -> Option<Slice<'_>> {
        let name = self.module.op_name(op);
        let schema = &self.rules.op(name)?.schema;
        let field = |role| {
            let field = self.rules.role("slice", role, name)?;
            schema.field(self.module, op, field)
        };
        let list = |role| match field(role)? {
            Item::List(items) => Some(items),
            _ => None,
        };
        let Item::Value(source) = field("source")? else {
            return None;
        };
        let rank = memref_shape(self.module, source)?.rank()?;
        let slice = Slice {
            source,
            offsets: list("offsets")?,
            sizes: list("sizes")?,
            strides: list("strides")?,
            dropped: self.module.dropped_dims(op)?,
        };
        let lengths = [
            slice.offsets.len(),
            slice.sizes.len(),
            slice.strides.len(),
            slice.dropped.len(),
        ];
        lengths.iter().all(|&it| it == rank).then_some(slice)
    }

    /// The metadata of a slice; none if its source is unreachable so far.
    fn sliced(&self, slice: &Slice<'_>) -> Option<Metadata> {
        let words = |items: &[Item<'_>]| -> Option<Vec<WrappedRange>> {
            items.iter().map(|item| self.word(item)).collect()
        };
        let (offsets, sizes, strides) = (
            words(&slice.offsets)?,
            words(&slice.sizes)?,
            words(&slice.strides)?,
        );
        let (source, _) = self.known.get(&slice.source)?;
        let mut result = Metadata {
            offset: source.offset,
            sizes: vec![],
            strides: vec![],
        };
        for (dim, stride) in source.strides.iter().enumerate() {
            let moved = product(offsets[dim], *stride);
            result.offset = sum(result.offset, moved);
            if !slice.dropped[dim] {
                result.sizes.push(sizes[dim]);
                result.strides.push(product(strides[dim], *stride));
            }
        }
        Some(result)
    }

    /// The range of an offset, a size or a stride; none if it is unreachable so far.
    fn word(&self, item: &Item<'_>) -> Option<WrappedRange> {
        match item {
            Item::Integer(number) => Some(constant(number).unwrap_or_else(full)),
            Item::Value(value) => {
                let word = self.ranges.word(*value)?;
                Some(match word.width() == INDEX_WIDTH {
                    true => word,
                    false => full(),
                })
            }
            _ => Some(full()),
        }
    }

    /// A line for each result of an op with metadata.
    fn lines(&self, op: OpId) -> Option<String> {
        let results = self.module.results(op).iter().enumerate();
        let lines = results.filter_map(|(number, result)| {
            let (known, _) = self.known.get(result)?;
            Some(format!("  result[{number}]: {known}\n"))
        });
        let lines: String = lines.collect();
        (!lines.is_empty()).then_some(lines)
    }
}

/// The fields of an op that slices a memref.
struct Slice<'m> {
    source: ValueId,
    offsets: Vec<Item<'m>>,
    sizes: Vec<Item<'m>>,
    strides: Vec<Item<'m>>,
    /// The dimensions of the source that the result lacks.
    dropped: Vec<bool>,
}
