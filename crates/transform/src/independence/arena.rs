//! `make-arena`: replaces the allocations of a block by views of one allocation, the arena. Buffers that are never alive
//! at once share bytes of it.
//!
//! Soundness: the pass takes buffers whose address is not captured, so they are alive from their allocation to their
//! last use. Two buffers that may be alive at once lie apart: the end of one is proved to be at most the start of the
//! other, or is its start. Sizes that are not constant are those of allocations that are executed whenever the arena is
//! allocated, so that they are sizes of memory that exists, and their sum does not overflow. Other allocations, in
//! branches and loops, have constant bounds. The contents of a fresh buffer are undefined, so they may be those of
//! another buffer. If a buffer was freed, the arena is freed at the end of the block.

use super::hoist::element_bound;
use super::lifetime::{Life, ancestor_in, returns};
use super::loops::{Around, around};
use crate::analysis::{Analysis, Bound, BoundKind, Variable, Verdict};
use crate::cleanup;
use crate::inserter::Inserter;
use crate::ir::{Attr, InsertionPoint, Module, OpBuilder, TypeData};
use crate::pass::{Pass, PassResult, Report, report_once};
use crate::program::{
    AffineBinary, AffineExpr, AffineMap, Attribute, BlockId, Column, Dominance, OpId, Point,
    Program,
};
use crate::reify::{Style, is_readable, reify};
use crate::rules::Rules;
use crate::sized_ops::{self, Size};
use crate::solve::Config;
use crate::term::{Expr, Operator};
use calipers_instances::bytes_of;
use calipers_support::order::Order;
use std::sync::Arc;

/// The alignment of buffers in an arena, in bytes, if they do not ask for more.
const ALIGNMENT: i64 = 64;

/// The maximum number of buffers in an arena.
const MAX_BUFFERS: usize = 64;

/// The maximum number of comparisons of places in an arena that are proved.
const MAX_PROOFS: usize = 2000;

/// The maximum number of bytes of a buffer that may not be allocated at all.
const MAX_BYTES: i64 = 1 << 30;

/// The pass.
pub struct MakeArena {
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

/// A size before the arena.
enum Known {
    Static(i64),
    /// The size as an expression of columns that exist there.
    Equal(Bound),
}

/// A buffer of an arena.
struct Buffer {
    life: Life,
    /// Its sizes, or one bound of the number of its elements.
    sizes: Vec<Known>,
    /// The bytes of an element.
    each: i64,
    /// The buffers at whose ends it may start: it starts at the largest of these ends.
    after: Vec<usize>,
    /// The term of its start, and of its end.
    start: Expr<Column>,
    end: Expr<Column>,
}

/// The buffers that are to be replaced by one.
struct Arena {
    /// The arena is allocated right before this op.
    before: OpId,
    alignment: i64,
    buffers: Vec<Buffer>,
    /// The buffers whose ends may be the largest one.
    last: Vec<usize>,
}

impl Pass for MakeArena {
    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult {
        let found: Vec<Arena> = {
            let module = &*module;
            let mut analysis =
                Analysis::with_config(module, &self.rules, self.config.for_rewriting());
            let groups = groups(module, root).into_iter();
            let found = groups.filter_map(|(block, allocations)| {
                self.arena(module, &mut analysis, block, &allocations)
            });
            let found = found.collect();
            report_once(analysis.clash_diagnostics(), report);
            found
        };
        for arena in found {
            make(module, &self.rules, &arena);
        }
        cleanup::gather_constants(module, root);
        cleanup::erase_dead(module, root);
        Ok(())
    }
}

/// The allocations of each block: those in it, and those in loops and branches in it. An arena has one memory space.
fn groups(module: &Module, root: OpId) -> Vec<(BlockId, Vec<OpId>)> {
    let mut groups: Vec<(BlockId, Option<Attr>, Vec<OpId>)> = vec![];
    for op in module.walk(root) {
        if module.op_name(op) != "memref.alloc" || !sized_ops::is_plain_allocation(module, op) {
            continue;
        }
        let (Some(block), Some(space)) = (home(module, root, op), space(module, op)) else {
            continue;
        };
        match groups
            .iter_mut()
            .find(|it| it.0 == block && it.1 == space && it.2.len() < MAX_BUFFERS)
        {
            Some((.., ops)) => ops.push(op),
            None => groups.push((block, space, vec![op])),
        }
    }
    let several = groups.into_iter().filter(|(.., ops)| ops.len() > 1);
    several.map(|(block, _, ops)| (block, ops)).collect()
}

fn space(module: &Module, op: OpId) -> Option<Option<Attr>> {
    let ty = module.type_of(*module.results(op).first()?);
    match module.type_data(ty) {
        TypeData::Memref { space, .. } => Some(*space),
        _ => None,
    }
}

/// The outermost block around an op that executes its ops in order, and only once or again after the last one.
fn home(module: &Module, root: OpId, op: OpId) -> Option<BlockId> {
    let mut block = module.block_of(op)?;
    loop {
        let region = module.block_region(block);
        if module.blocks(region).len() != 1 {
            return None;
        }
        let parent = module.region_parent(region);
        match around(module, parent) {
            Around::Loop | Around::Once if parent != root => block = module.block_of(parent)?,
            _ => return Some(block),
        }
    }
}

impl MakeArena {
    fn arena(
        &self,
        module: &Module,
        analysis: &mut Analysis<'_>,
        block: BlockId,
        allocations: &[OpId],
    ) -> Option<Arena> {
        let lives = allocations.iter().filter_map(|&op| Life::of(module, op));
        let lives: Vec<Life> = lives.collect();
        let before = ancestor_in(module, lives.first()?.op, block)?;
        let stated = lives.iter().filter_map(|it| alignment(module, it.op));
        let mut planner = Planner {
            module,
            analysis,
            rules: &self.rules,
            block,
            before,
            alignment: stated.fold(ALIGNMENT, i64::max),
            buffers: vec![],
            point: None,
            negative: vec![],
            proofs: 0,
        };
        for life in lives {
            planner.add(life);
        }
        planner.place();
        let last = planner.last();
        (planner.buffers.len() > 1).then_some(Arena {
            before,
            alignment: planner.alignment,
            buffers: planner.buffers,
            last,
        })
    }
}

fn alignment(module: &Module, op: OpId) -> Option<i64> {
    match module.attribute(op, "alignment")? {
        Attribute::Integer(bytes) => i64::try_from(&bytes).ok(),
        _ => None,
    }
}

/// Decides where the buffers of an arena lie.
struct Planner<'a, 'p> {
    module: &'a Module,
    analysis: &'a mut Analysis<'p>,
    rules: &'a Rules,
    block: BlockId,
    before: OpId,
    alignment: i64,
    buffers: Vec<Buffer>,
    /// The point after the last allocation of a size that is not constant, which is always reached.
    point: Option<Point>,
    /// Whether a size is negative, for each one that is not constant: an allocation that is executed has no such size.
    negative: Vec<Expr<Column>>,
    proofs: usize,
}

impl Planner<'_, '_> {
    /// Adds a buffer whose size is known before the arena.
    fn add(&mut self, life: Life) -> Option<()> {
        let (module, op) = (self.module, life.op);
        let each = bytes_of(module, *module.results(op).first()?)?;
        let sizes = sized_ops::sizes_of_allocation(module, op)?;
        let known = match module.block_of(op) == Some(self.block) && self.is_reached(op) {
            true => sizes
                .iter()
                .map(|size| self.known(*size, op))
                .collect::<Option<Vec<Known>>>(),
            false => None,
        };
        let (known, bytes) = match known {
            Some(known) if known.iter().any(|it| matches!(it, Known::Equal(_))) => {
                self.point = Point::after(module, op);
                for size in &sizes {
                    if let Size::Dynamic(value) = size {
                        let size = Expr::Leaf(Column::Value(*value));
                        self.negative.push(Expr::less(size, Expr::integer(0)));
                    }
                }
                let bytes = self.aligned_term(&sizes, each);
                (known, bytes)
            }
            _ => {
                let elements = element_bound(module, self.analysis, op, &sizes)?;
                let bytes = elements.checked_mul(each)?;
                if bytes > MAX_BYTES && sizes.iter().any(|it| matches!(it, Size::Dynamic(_))) {
                    return None;
                }
                let aligned = aligned(bytes, self.alignment)?;
                (vec![Known::Static(elements)], Expr::integer(aligned))
            }
        };
        self.buffers.push(Buffer {
            life,
            sizes: known,
            each,
            after: vec![],
            start: Expr::integer(0),
            end: bytes,
        });
        Some(())
    }

    /// Whether an op of the block is executed whenever the arena is allocated.
    fn is_reached(&self, op: OpId) -> bool {
        let module = self.module;
        let ops = module.block_ops(self.block);
        let between = ops.get(module.position(self.before)..module.position(op));
        between.is_some_and(|ops| ops.iter().all(|&op| returns(module, op)))
    }

    /// A size of an allocation in terms of columns that exist before the arena.
    fn known(&mut self, size: Size, op: OpId) -> Option<Known> {
        let value = match size {
            Size::Static(size) => return Some(Known::Static(size)),
            Size::Dynamic(value) => value,
        };
        let (module, rules) = (self.module, self.rules);
        let before = Point::before(module, self.before)?;
        let dominance = Dominance::new();
        let exists = |column: Column| {
            let from = column.value().and_then(|value| Point::of(module, value));
            is_readable(module, rules, column)
                && from.is_some_and(|from| dominance.dominates(module, from, before))
        };
        let variable = Variable::value(value);
        let query = self.analysis.bound(BoundKind::Equal, variable);
        let query = query.semi_affine(true).at(Point::after(module, op)?);
        let bound = query.in_terms_of(exists).compute().ok()?;
        Some(Known::Equal(bound))
    }

    /// The bytes of a buffer up to the next one.
    fn aligned_term(&self, sizes: &[Size], each: i64) -> Expr<Column> {
        let factors = sizes.iter().map(|size| match *size {
            Size::Static(size) => Expr::integer(size),
            Size::Dynamic(value) => Expr::Leaf(Column::Value(value)),
        });
        let factors: Vec<Expr<Column>> = factors.chain([Expr::integer(each)]).collect();
        let bytes = Expr::apply(Operator::Mul, factors);
        let unit = || Expr::integer(self.alignment);
        let units = Expr::apply(Operator::CeilDiv, [bytes, unit()]);
        Expr::apply(Operator::Mul, [units, unit()])
    }

    /// Chooses the start of each buffer.
    fn place(&mut self) {
        let size = |buffer: &Buffer| match &buffer.end {
            Expr::Integer(bytes) => Some(bytes.clone()),
            _ => None,
        };
        // The largest buffers come first, if it is known which these are.
        if self.buffers.iter().all(|it| size(it).is_some()) {
            self.buffers.order_by_key(|it| std::cmp::Reverse(size(it)));
        }
        for at in 0..self.buffers.len() {
            let (placed, rest) = self.buffers.split_at(at);
            let own = &rest[0];
            let bytes = own.end.clone();
            let is_met = |other: &usize| !own.life.is_apart(self.module, &placed[*other].life);
            let met: Vec<usize> = (0..at).filter(is_met).collect();
            let starts = [vec![]]
                .into_iter()
                .chain(met.iter().map(|&other| vec![other]));
            let mut best: Option<(Vec<usize>, Expr<Column>)> = None;
            for after in starts {
                let start = self.start(&after);
                let end = sum(&start, &bytes);
                let is_free = met.iter().all(|&other| {
                    let (from, to) = (&self.buffers[other].start, &self.buffers[other].end);
                    let (from, to) = (from.clone(), to.clone());
                    after.contains(&other) || self.at_most(&end, &from) || self.at_most(&to, &start)
                });
                let is_lower = match &best {
                    Some((_, least)) => {
                        let least = least.clone();
                        self.at_most(&start, &least)
                    }
                    None => true,
                };
                if is_free && is_lower {
                    best = Some((after, start));
                }
            }
            let (after, start) = best.unwrap_or_else(|| (met.clone(), self.start(&met)));
            let buffer = &mut self.buffers[at];
            buffer.end = sum(&start, &bytes);
            buffer.start = start;
            buffer.after = after;
        }
    }

    fn start(&self, after: &[usize]) -> Expr<Column> {
        let ends: Vec<Expr<Column>> = after
            .iter()
            .map(|&at| self.buffers[at].end.clone())
            .collect();
        match &ends[..] {
            [] => Expr::integer(0),
            [end] => end.clone(),
            _ => Expr::apply(Operator::Max, ends),
        }
    }

    /// The buffers whose ends no other one is proved to exceed.
    fn last(&mut self) -> Vec<usize> {
        let mut last: Vec<usize> = (0..self.buffers.len()).collect();
        let mut at = 0;
        while at < last.len() {
            let own = self.buffers[last[at]].end.clone();
            let others = last.clone().into_iter();
            let mut others = others.filter(|&other| other != last[at]);
            let is_below = others.any(|other| {
                let other = self.buffers[other].end.clone();
                self.at_most(&own, &other)
            });
            match is_below {
                true => {
                    last.remove(at);
                }
                false => at += 1,
            }
        }
        last
    }

    fn at_most(&mut self, a: &Expr<Column>, b: &Expr<Column>) -> bool {
        if let (Expr::Integer(a), Expr::Integer(b)) = (a, b) {
            return a <= b;
        }
        if a == b {
            return true;
        }
        self.proofs += 1;
        let claim = Expr::at_most(a.clone(), b.clone());
        let mut parts = self.negative.clone();
        parts.push(claim.clone());
        let mut is_proved =
            |claim: &Expr<Column>| self.analysis.prove_at(claim, self.point) == Verdict::Proved;
        self.proofs <= MAX_PROOFS
            && (is_proved(&claim) || is_proved(&Expr::apply(Operator::Max, parts)))
    }
}

fn sum(a: &Expr<Column>, b: &Expr<Column>) -> Expr<Column> {
    match (a, b) {
        (Expr::Integer(a), Expr::Integer(b)) => Expr::Integer(a + b),
        (Expr::Integer(zero), other) | (other, Expr::Integer(zero)) if zero.is_zero() => {
            other.clone()
        }
        _ => Expr::sum(a.clone(), b.clone()),
    }
}

/// The least multiple of an alignment that is not below a number.
fn aligned(bytes: i64, alignment: i64) -> Option<i64> {
    let rest = bytes.checked_rem(alignment)?;
    match rest {
        0 => Some(bytes),
        rest => bytes.checked_add(alignment - rest),
    }
}

/// The bytes of a buffer up to the next one, right before an op.
fn bytes(module: &mut Module, rules: &Rules, arena: &Arena, buffer: &Buffer) -> Option<Size> {
    let before = arena.before;
    let mut sizes = vec![];
    for size in &buffer.sizes {
        sizes.push(match size {
            Known::Static(size) => Size::Static(*size),
            Known::Equal(bound) => {
                let (map, operands) = (&bound.map, &bound.operands);
                let value = reify(module, rules, before, map, operands, Style::Affine);
                Size::Dynamic(value.ok()?)
            }
        });
    }
    let value = match sized_ops::product(module, before, &sizes)? {
        Size::Static(elements) => {
            let bytes = elements.checked_mul(buffer.each)?;
            return aligned(bytes, arena.alignment).map(Size::Static);
        }
        Size::Dynamic(value) => value,
    };
    let number = |number: i64| AffineExpr::Constant(number.into());
    let bytes = AffineExpr::binary(
        AffineBinary::Mul,
        AffineExpr::Symbol(0),
        number(buffer.each),
    );
    let units = AffineExpr::binary(AffineBinary::CeilDiv, bytes, number(arena.alignment));
    let map = AffineMap {
        dims: 0,
        symbols: 1,
        results: vec![AffineExpr::binary(
            AffineBinary::Mul,
            units,
            number(arena.alignment),
        )],
    };
    let columns = [Column::Value(value)];
    let value = reify(module, rules, before, &map, &columns, Style::Affine);
    value.ok().map(Size::Dynamic)
}

/// The largest of some sizes, right before an op; 0 if there are none.
fn largest(module: &mut Module, before: OpId, sizes: &[Size]) -> Size {
    let mut found = Size::Static(0);
    for (at, &size) in sizes.iter().enumerate() {
        found = match (found, size) {
            _ if at == 0 => size,
            (Size::Static(a), Size::Static(b)) => Size::Static(a.max(b)),
            (a, b) => {
                let mut insert = Inserter::before(module, before);
                let [a, b] = [a, b].map(|size| insert.index(size));
                Size::Dynamic(insert.binary("arith.maxsi", a, b))
            }
        };
    }
    found
}

fn make(module: &mut Module, rules: &Rules, arena: &Arena) -> Option<()> {
    let before = arena.before;
    let block = module.block_of(before)?;
    let (mut starts, mut ends) = (vec![], vec![]);
    for buffer in &arena.buffers {
        let after: Vec<Size> = buffer.after.iter().map(|&at| ends[at]).collect();
        let start = largest(module, before, &after);
        let bytes = bytes(module, rules, arena, buffer)?;
        ends.push(sized_ops::sum(module, before, &[(start, 1), (bytes, 1)])?);
        starts.push(Inserter::before(module, before).index(start));
    }
    let last: Vec<Size> = arena.last.iter().map(|&at| ends[at]).collect();
    let total = largest(module, before, &last);
    let first = arena.buffers.first()?.life.op;
    let whole = sized_ops::arena_like(module, first, before, total, arena.alignment)?;
    let is_freed = |buffer: &Buffer| !buffer.life.uses.freed_by.is_empty();
    if arena.buffers.iter().any(is_freed) {
        let end = *module.block_ops(block).last()?;
        let mut builder = OpBuilder::new(module, InsertionPoint::Before(end));
        builder.create("memref.dealloc", &[whole], &[], &[]);
    }
    for (buffer, start) in arena.buffers.iter().zip(starts) {
        let op = buffer.life.op;
        let old = *module.results(op).first()?;
        let operands: Vec<_> = [whole, start]
            .into_iter()
            .chain(module.operands(op).iter().copied())
            .collect();
        let ty = module.type_of(old);
        let mut builder = OpBuilder::new(module, InsertionPoint::Before(op));
        let view = builder.value("memref.view", &operands, ty, &[]);
        for &free in &buffer.life.uses.freed_by {
            module.erase(free);
        }
        module.replace_all_uses(old, view);
        module.erase(op);
    }
    Some(())
}
