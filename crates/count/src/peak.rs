//! The most memory that the allocations of a function hold at once, without those of functions that it calls.
//!
//! A buffer lives from its allocation to the `memref.dealloc` in the same block, or to the end of the function; one on the
//! stack lives to the end of the innermost loop or scope around it. What an iteration allocates and does not free is
//! counted for each iteration, and so is what the iterations of a parallel loop allocate.

use crate::answer::{Count, Exactness};
use crate::failure::Failure;
use crate::footprint::{joined, only_block, size_of, uncast};
use crate::nest::{Nest, exists_at, product};
use crate::sum::Signs;
use calipers_engine::analysis::{Analysis, Bound, BoundKind, Bounds, Extreme, Variable};
use calipers_instances::{bytes_of, unbounded_leaves};
use calipers_number::Int;
use calipers_program::term::{Expr, Operator};
use calipers_program::{BlockId, Column, Dominance, Layout, OpId, Point, Program, ValueId};

/// The maximum number of allocations.
const MAX_ALLOCATIONS: usize = 512;
/// A larger bound of the number of elements in a dimension is one that no run needs.
const USEFUL_BITS: usize = 30;
/// The maximum depth of regions.
const MAX_DEPTH: usize = 48;

/// The most memory at once.
#[derive(Clone, PartialEq, Debug)]
pub struct Peak {
    /// In bytes.
    pub bytes: Count,
    /// Values without a bound that is of use: the bytes are large because a size may be as large as its type allows.
    /// A fact about one of them makes the number smaller.
    pub unbounded: Vec<ValueId>,
}

/// The most bytes at once in a block, and those that are still held after it.
#[derive(Default)]
struct Held {
    peaks: Vec<Count>,
    /// On the heap.
    kept: Vec<Count>,
    /// On the stack, to the end of the scope around the block.
    stacked: Vec<Count>,
}

/// The most bytes that the buffers which a function allocates hold at once, in terms of values that exist before the
/// function's body: its arguments and their sizes.
///
/// # Errors
/// [`Failure`], why there is neither a number nor an upper bound of it.
pub fn peak(analysis: &mut Analysis<'_>, function: OpId) -> Result<Peak, Failure> {
    let (program, _) = analysis.engine().sources();
    let region = *program
        .regions(function)
        .first()
        .ok_or(Failure::Unstructured)?;
    let block = only_block(program, region).ok_or(Failure::Unstructured)?;
    let mut search = Search {
        program,
        analysis,
        outside: Point::start(block),
        end: Point {
            block,
            index: program.block_ops(block).len().saturating_sub(1),
        },
        allocations: 0,
        frees_others: false,
        unbounded: vec![],
    };
    let held = search.block(block, 0)?;
    let mut bytes = search.greatest(held.peaks);
    if search.frees_others {
        bytes.exactness = Exactness::Upper;
    }
    Ok(Peak {
        bytes,
        unbounded: search.unbounded,
    })
}

struct Search<'a, 'p> {
    program: &'p dyn Program,
    analysis: &'a mut Analysis<'p>,
    outside: Point,
    /// The point before the function returns, where all sizes are known to be valid.
    end: Point,
    allocations: usize,
    /// Whether some op frees a buffer of another block, or an unknown one.
    frees_others: bool,
    /// The values whose bounds are those of their types.
    unbounded: Vec<ValueId>,
}

/// How often a region is executed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Runs {
    /// Exactly once.
    Once,
    /// Once or not at all.
    Perhaps,
    /// One iteration after the other.
    Sequentially,
    /// Several at once.
    AtOnce,
}

fn runs(name: &str) -> Runs {
    match name {
        "scf.execute_region" | "memref.alloca_scope" => Runs::Once,
        "scf.if" | "affine.if" | "scf.index_switch" => Runs::Perhaps,
        "scf.forall" | "scf.parallel" | "affine.parallel" | "gpu.launch" => Runs::AtOnce,
        _ => Runs::Sequentially,
    }
}

fn is_allocation(name: &str) -> bool {
    matches!(name, "memref.alloc" | "memref.alloca" | "gpu.alloc")
}

fn is_deallocation(name: &str) -> bool {
    matches!(name, "memref.dealloc" | "gpu.dealloc")
}

/// Whether an op may allocate in another way: a copy, at a time that a token decides, or the buffers of a kernel.
fn holds_more(program: &dyn Program, op: OpId) -> bool {
    let of_kernel = |region: &calipers_program::RegionId| {
        let mut entry = program.blocks(*region).iter().take(1);
        entry.any(|&block| {
            let mut arguments = program.block_arguments(block).iter();
            arguments.any(|&it| program.value_type(it).shape().is_some())
        })
    };
    match program.op_name(op) {
        "memref.realloc" | "bufferization.clone" => true,
        "gpu.alloc" => program.results(op).len() > 1,
        "gpu.dealloc" => !program.results(op).is_empty(),
        "gpu.launch" => program.regions(op).iter().any(of_kernel),
        _ => false,
    }
}

impl Search<'_, '_> {
    fn block(&mut self, block: BlockId, depth: usize) -> Result<Held, Failure> {
        if depth > MAX_DEPTH {
            return Err(Failure::Budget);
        }
        let program = self.program;
        let mut live: Vec<(ValueId, Count, bool)> = vec![];
        let mut held = Held::default();
        for &op in program.block_ops(block) {
            match program.op_name(op) {
                _ if holds_more(program, op) => return Err(Failure::Allocation),
                name if is_allocation(name) => {
                    let buffer = *program.results(op).first().ok_or(Failure::Bytes)?;
                    let is_stacked = program.op_name(op) == "memref.alloca";
                    live.push((buffer, self.bytes(buffer)?, is_stacked));
                    held.peaks.push(total(&live, &held, None));
                }
                name if is_deallocation(name) => {
                    let freed = program.operands(op).first().map(|&it| uncast(program, it));
                    let before = live.len();
                    live.retain(|(buffer, ..)| Some(*buffer) != freed);
                    self.frees_others |= live.len() == before;
                }
                _ => {
                    for inner in self.regions(op, depth)? {
                        for peak in inner.peaks {
                            let peak = total(&live, &held, Some(peak));
                            held.peaks.push(peak);
                        }
                        held.kept.extend(inner.kept);
                        held.stacked.extend(inner.stacked);
                    }
                }
            }
        }
        for (_, bytes, is_stacked) in live {
            match is_stacked {
                true => held.stacked.push(bytes),
                false => held.kept.push(bytes),
            }
        }
        Ok(held)
    }

    /// What the regions of an op hold.
    fn regions(&mut self, op: OpId, depth: usize) -> Result<Vec<Held>, Failure> {
        let regions = self.program.regions(op);
        if let Some(condition) = self.condition(op) {
            let mut sides = vec![];
            for &region in regions {
                sides.push(
                    self.once(region, depth)?
                        .map_or_else(Held::default, |(_, it)| it),
                );
            }
            let otherwise = sides.pop().unwrap_or_default();
            let then = sides.pop().unwrap_or_default();
            return Ok(vec![self.chosen(&condition, then, otherwise)]);
        }
        regions
            .iter()
            .map(|&it| self.region(op, it, depth))
            .collect()
    }

    /// The condition of a branch with two regions, if it is a term over the arguments.
    fn condition(&mut self, op: OpId) -> Option<Expr<Column>> {
        let program = self.program;
        let allocates = |region: &calipers_program::RegionId| {
            let mut blocks = program.blocks(*region).iter();
            blocks.any(|&block| self.allocates(block))
        };
        if program.op_name(op) != "scf.if" || !program.regions(op).iter().any(allocates) {
            return None;
        }
        let truth = Expr::Leaf(Column::Unsigned(*program.operands(op).first()?));
        let point = Point::before(program, op)?;
        let mut exactness = Exactness::Exact;
        let found = self.outside_term(&truth, point, &mut exactness).ok()?;
        let condition = match found {
            Expr::Apply(Operator::Le, _) => found,
            number => Expr::at_most(Expr::integer(1), number),
        };
        (exactness == Exactness::Exact).then_some(condition)
    }

    /// What one of two branches holds.
    fn chosen(&mut self, condition: &Expr<Column>, then: Held, otherwise: Held) -> Held {
        let choice = |then: Count, otherwise: Count| {
            let is_exact =
                then.exactness == Exactness::Exact && otherwise.exactness == Exactness::Exact;
            Count {
                term: match then.term == otherwise.term {
                    true => then.term,
                    false => {
                        let parts = [condition.clone(), then.term, otherwise.term];
                        Expr::apply(Operator::Select, parts)
                    }
                },
                exactness: match is_exact {
                    true => Exactness::Exact,
                    false => Exactness::Upper,
                },
            }
        };
        let sum = |counts: Vec<Count>| match counts.is_empty() {
            true => Count::exact(0),
            false => joined(Operator::Add, counts),
        };
        let sums = |one: Vec<Count>, other: Vec<Count>| match one.is_empty() && other.is_empty() {
            true => vec![],
            false => vec![choice(sum(one), sum(other))],
        };
        let peaks = match then.peaks.is_empty() && otherwise.peaks.is_empty() {
            true => vec![],
            false => vec![choice(
                self.greatest(then.peaks),
                self.greatest(otherwise.peaks),
            )],
        };
        Held {
            peaks,
            kept: sums(then.kept, otherwise.kept),
            stacked: sums(then.stacked, otherwise.stacked),
        }
    }

    /// What one execution of a region holds, and its block; none if it allocates nothing.
    fn once(
        &mut self,
        region: calipers_program::RegionId,
        depth: usize,
    ) -> Result<Option<(BlockId, Held)>, Failure> {
        let program = self.program;
        let blocks = program.blocks(region);
        if blocks.iter().all(|&block| !self.allocates(block)) {
            self.frees_others |= blocks.iter().any(|&it| self.frees(it));
            return Ok(None);
        }
        let block = only_block(program, region).ok_or(Failure::Unstructured)?;
        Ok(Some((block, self.block(block, depth + 1)?)))
    }

    fn region(
        &mut self,
        op: OpId,
        region: calipers_program::RegionId,
        depth: usize,
    ) -> Result<Held, Failure> {
        let program = self.program;
        let runs = runs(program.op_name(op));
        let Some((block, mut held)) = self.once(region, depth)? else {
            return Ok(Held::default());
        };
        if is_scope(program.op_name(op)) {
            held.stacked.clear();
        }
        if runs == Runs::Once || held.peaks.is_empty() {
            return Ok(held);
        }
        let at_most = |counts: &mut Vec<Count>| {
            for count in counts {
                count.exactness = Exactness::Upper;
            }
        };
        if runs == Runs::Perhaps {
            at_most(&mut held.peaks);
            at_most(&mut held.kept);
            at_most(&mut held.stacked);
            return Ok(held);
        }
        held.kept.append(&mut held.stacked);
        let trips = self.trips(op, block);
        let always = trips.as_ref().is_ok_and(|trips| self.is_positive(trips));
        if !always || runs == Runs::AtOnce || !held.kept.is_empty() {
            at_most(&mut held.peaks);
            at_most(&mut held.kept);
        }
        if runs == Runs::AtOnce {
            let trips = trips?;
            let greatest = self.greatest(std::mem::take(&mut held.peaks));
            held.peaks
                .push(joined(Operator::Mul, vec![trips.clone(), greatest]));
            held.kept = times(&trips, held.kept);
        } else if !held.kept.is_empty() {
            // What the iterations before have not freed.
            let before = times(&trips?, std::mem::take(&mut held.kept));
            let peaks = std::mem::take(&mut held.peaks).into_iter();
            let with_before = |peak| {
                joined(
                    Operator::Add,
                    before.iter().cloned().chain([peak]).collect(),
                )
            };
            held.peaks = peaks.map(with_before).collect();
            held.kept = before;
        }
        Ok(held)
    }

    /// Whether a block allocates memory, also in regions of its ops.
    fn allocates(&self, block: BlockId) -> bool {
        let program = self.program;
        self.has_op(block, |op| {
            is_allocation(program.op_name(op)) || holds_more(program, op)
        })
    }

    fn frees(&self, block: BlockId) -> bool {
        self.has_op(block, |op| is_deallocation(self.program.op_name(op)))
    }

    fn has_op(&self, block: BlockId, is_such: impl Fn(OpId) -> bool) -> bool {
        let mut open = vec![block];
        while let Some(block) = open.pop() {
            for &op in self.program.block_ops(block) {
                if is_such(op) {
                    return true;
                }
                for &region in self.program.regions(op) {
                    open.extend(self.program.blocks(region));
                }
            }
        }
        false
    }

    /// The number of iterations of a loop, or an upper bound of it, for one execution of the function.
    fn trips(&mut self, op: OpId, body: BlockId) -> Result<Count, Failure> {
        let before = Point::before(self.program, op).ok_or(Failure::Unstructured)?;
        let mut count = Nest::around(self.analysis, body, before)?.count()?;
        count.term = self.outside_term(&count.term, before, &mut count.exactness)?;
        Ok(count)
    }

    fn is_positive(&mut self, count: &Count) -> bool {
        let mut known = crate::nest::Known {
            analysis: self.analysis,
            point: Some(self.end),
        };
        let less = Expr::difference(count.term.clone(), Expr::integer(1));
        count.exactness == Exactness::Exact && known.is_non_negative(&less)
    }

    /// The bytes of a buffer.
    fn bytes(&mut self, buffer: ValueId) -> Result<Count, Failure> {
        self.allocations += 1;
        if self.allocations > MAX_ALLOCATIONS {
            return Err(Failure::Budget);
        }
        let shape = self.program.value_type(buffer).shape();
        if !shape.is_some_and(|shape| shape.layout == Layout::Identity) {
            return Err(Failure::Bytes);
        }
        let each = bytes_of(self.program, buffer).ok_or(Failure::Bytes)?;
        let elements = size_of(self.program, buffer).ok_or(Failure::Bytes)?;
        let point = Point::of(self.program, buffer).ok_or(Failure::Bytes)?;
        let mut exactness = Exactness::Exact;
        let elements = self.outside_term(&elements, point, &mut exactness)?;
        let term = match elements {
            Expr::Integer(size) => Expr::Integer(size * Int::from(each)),
            elements => product(vec![Expr::integer(each), elements]),
        };
        Ok(Count { term, exactness })
    }

    /// A non-negative term at a point, or an upper bound of it, in terms of columns before the function's body.
    fn outside_term(
        &mut self,
        term: &Expr<Column>,
        point: Point,
        exactness: &mut Exactness,
    ) -> Result<Expr<Column>, Failure> {
        let (program, outside) = (self.program, self.outside);
        let dominance = Dominance::new();
        let exists = |column| exists_at(program, &dominance, column, outside);
        let variable = Variable::term(term.clone());
        if let Ok(found) = self.analysis.expression_at(&variable, Some(point), exists) {
            return Ok(found.as_term().clone());
        }
        *exactness = Exactness::Upper;
        self.upper(term, point, &exists)
    }

    /// An upper bound of a product of sizes: the product of their upper bounds.
    fn upper(
        &mut self,
        term: &Expr<Column>,
        point: Point,
        exists: &dyn Fn(Column) -> bool,
    ) -> Result<Expr<Column>, Failure> {
        if let Expr::Apply(Operator::Mul, factors) = term {
            let factors: Result<Vec<_>, _> = factors
                .iter()
                .map(|it| self.upper(it, point, exists))
                .collect();
            return Ok(product(factors?));
        }
        let query = self
            .analysis
            .bound(BoundKind::Upper, Variable::term(term.clone()));
        let bounds = query
            .at(point)
            .closed(true)
            .in_terms_of(exists)
            .compute_all();
        let bound = bounds.ok().and_then(least);
        let bound = bound.ok_or_else(|| Failure::NoBound(term.clone()))?;
        if let Expr::Integer(most) = &bound
            && most.bit_len() > USEFUL_BITS
        {
            for value in unbounded_leaves(self.analysis, [term].into_iter()) {
                if !self.unbounded.contains(&value) {
                    self.unbounded.push(value);
                }
            }
        }
        Ok(match bound {
            Expr::Integer(_) => bound,
            bound => Expr::apply(Operator::Max, [Expr::integer(0), bound]),
        })
    }

    /// The greatest of some numbers, without those that others exceed wherever the function starts.
    fn greatest(&mut self, mut counts: Vec<Count>) -> Count {
        let mut at = 0;
        while at < counts.len() {
            let own = counts[at].clone();
            let exceeded =
                (0..counts.len()).any(|other| other != at && self.exceeds(&counts[other], &own));
            if exceeded {
                counts.remove(at);
            } else {
                at += 1;
            }
        }
        match counts.is_empty() {
            true => Count {
                term: Expr::integer(0),
                exactness: Exactness::Exact,
            },
            false => joined(Operator::Max, counts),
        }
    }

    fn exceeds(&mut self, a: &Count, b: &Count) -> bool {
        if a.term == b.term {
            return a.exactness == Exactness::Exact || b.exactness == Exactness::Upper;
        }
        // A bound may be too large: it does not replace a number that is exact.
        if a.exactness == Exactness::Upper && b.exactness == Exactness::Exact {
            return false;
        }
        let mut known = crate::nest::Known {
            analysis: self.analysis,
            point: Some(self.end),
        };
        known.is_non_negative(&Expr::difference(a.term.clone(), b.term.clone()))
    }
}

/// The least of upper bounds as a term, without a number that no run needs where another bound is known.
fn least(mut bounds: Bounds) -> Option<Expr<Column>> {
    let is_large = |bound: &Bound| {
        let number = bound.as_constant();
        number.is_some_and(|it| it.bit_len() > USEFUL_BITS)
    };
    if bounds.extreme == Extreme::Least && !bounds.all.iter().all(is_large) {
        bounds.all.retain(|bound| !is_large(bound));
    }
    bounds.as_term()
}

/// The sum of what is live.
fn total(live: &[(ValueId, Count, bool)], held: &Held, inner: Option<Count>) -> Count {
    let own = live.iter().map(|(_, bytes, _)| bytes.clone());
    let earlier = held.kept.iter().chain(&held.stacked).cloned();
    joined(Operator::Add, own.chain(earlier).chain(inner).collect())
}

/// Whether the end of a region of an op frees what the region has on the stack.
fn is_scope(name: &str) -> bool {
    matches!(
        name,
        "scf.for"
            | "affine.for"
            | "scf.forall"
            | "scf.parallel"
            | "affine.parallel"
            | "gpu.launch"
            | "memref.alloca_scope"
    )
}

fn times(trips: &Count, counts: Vec<Count>) -> Vec<Count> {
    let counts = counts.into_iter();
    let products = counts.map(|count| joined(Operator::Mul, vec![trips.clone(), count]));
    products.collect()
}
