//! Footprints: the elements of a buffer that a program touches.

use crate::answer::{Count, Exactness};
use crate::covered::covered;
use crate::failure::Failure;
use crate::nest::{Known, Nest, entry_of_function, exists_at, outermost, product};
use crate::space::{self, Dimension, Level, elements};
use calipers_engine::analysis::{Analysis, Verdict};
use calipers_instances::{
    Access, AccessKind, Assumptions, Conflict, InBounds, Instances, Lane, Size, Visit, bytes_of,
    dim_of, has_distinct_elements, indices_in, is_view_by_indices, masked, touched_if,
};
use calipers_number::Int;
use calipers_program::term::{Expr, Operator};
use calipers_program::{BlockId, Column, Definition, Dominance, OpId, Point, Program, ValueId};
use hashbrown::HashSet;

/// The maximum number of views and accesses of a buffer.
const MAX_ACCESSES: usize = 64;

/// The maximum number of accesses that are compared with each other.
const MAX_DISTINCT: usize = 6;

/// The elements of a buffer that are touched.
#[derive(Clone, PartialEq, Debug)]
pub struct Footprint {
    /// The number of distinct elements.
    pub elements: Count,
    /// The number of bytes of each element; none if the type does not say it.
    pub bytes_of_element: Option<i64>,
}

/// The elements of the buffer that an op touches: one for each point of additional loops.
pub(crate) struct Touched {
    pub(crate) op: OpId,
    /// The loops over the elements of a vector or a whole view, inside of the loops around the op.
    pub(crate) lanes: Vec<Dimension>,
    /// Conditions on the points.
    pub(crate) guards: Vec<Expr<Column>>,
    pub(crate) indices: Vec<Expr<Column>>,
    pub(crate) reach: Reach,
}

/// How the points relate to the elements that are touched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Each point is one that an access touches, with so many elements in each execution.
    Elements(i64),
    /// Each point is touched.
    All,
    /// The op may touch fewer.
    Some,
}

/// The distinct elements of a memref or a tensor that loads and stores touch in one execution of the block that defines
/// it: through the value, its casts and its subviews. An op that is not known may touch all elements.
///
/// # Errors
/// [`Failure`], why there is neither a number nor an upper bound of it.
pub fn footprint(analysis: &mut Analysis<'_>, buffer: ValueId) -> Result<Footprint, Failure> {
    let (program, _) = analysis.engine().sources();
    let home = Point::of(program, buffer).ok_or(Failure::Unstructured)?;
    let mut collection = Collection {
        program,
        analysis,
        buffer,
        found: vec![],
        lanes: 0,
    };
    collection.value(buffer)?;
    let found = std::mem::take(&mut collection.found);
    let outside = first_point(program, &found, home);
    let mut accesses = vec![];
    for touched in &found {
        accesses.push(access(analysis, touched, outside)?);
    }
    let dominance = Dominance::new();
    let exists = |column| exists_at(program, &dominance, column, outside);
    let mut known = Known {
        analysis,
        point: Some(outside),
    };
    let mut count = elements(&accesses, &exists, &mut known);
    let is_distinct = has_distinct_elements(program, buffer);
    if let (false, Ok(count)) = (is_distinct, &mut count) {
        // Several indices may denote one element.
        count.exactness = Exactness::Upper;
    }
    if !count
        .as_ref()
        .is_ok_and(|it| it.exactness == Exactness::Exact)
    {
        let exact = listed(analysis, home, &found).filter(|_| is_distinct);
        let exact = exact.or_else(|| sum_of_distinct(analysis, buffer, &found, outside));
        let by_interval = || covered(analysis, &found, &accesses, outside);
        let exact = exact.or_else(|| is_distinct.then(by_interval).flatten());
        count = exact.map_or(count, Ok);
    }
    let count = count?;
    Ok(Footprint {
        elements: count,
        bytes_of_element: bytes_of(program, buffer),
    })
}

/// The point before the first op of a block that contains an access.
fn first_point(program: &dyn Program, found: &[Touched], home: Point) -> Point {
    let points = found.iter().filter_map(|touched| {
        let block = program.block_of(touched.op)?;
        match block == home.block {
            true => Point::before(program, touched.op),
            false => outermost(program, block, home.block),
        }
    });
    points.min_by_key(|point| point.index).unwrap_or(home)
}

/// The number of elements, if the function has only one execution, which is short.
fn listed(analysis: &mut Analysis<'_>, home: Point, found: &[Touched]) -> Option<Count> {
    let (program, _) = analysis.engine().sources();
    let entry = entry_of_function(program, home.block)?;
    if entry.block != home.block || found.iter().any(|it| it.reach == Reach::Some) {
        return None;
    }
    let visits = found.iter().map(|touched| {
        let mut mask = touched.guards.clone();
        let lanes = touched.lanes.iter().map(|lane| {
            let at = || Expr::Leaf(lane.variable);
            let (Column::Symbol(symbol), Expr::Integer(count)) =
                (lane.variable, lane.upper.first()?)
            else {
                return None;
            };
            mask.extend(lane.lower.iter().map(|it| Expr::at_most(it.clone(), at())));
            mask.extend(lane.upper.iter().map(|it| Expr::less(at(), it.clone())));
            let count = i64::try_from(count).ok()?.max(0);
            Some(Lane { symbol, count })
        });
        Some(Visit {
            op: touched.op,
            terms: touched.indices.clone(),
            lanes: lanes.collect::<Option<_>>()?,
            mask: (!mask.is_empty()).then(|| Expr::apply(Operator::Min, mask)),
        })
    });
    let visits = visits.collect::<Option<Vec<Visit>>>()?;
    let elements: HashSet<Vec<Int>> = all_instances(analysis)
        .visits(visits)?
        .into_iter()
        .collect();
    Some(Count::exact(elements.len()))
}

/// Questions about the instances of the program, with what the analysis assumes.
pub(crate) fn all_instances<'p>(analysis: &mut Analysis<'p>) -> Instances<'p> {
    Instances::of(analysis, Assumptions::default())
}

/// The number of elements, if no two instances of the accesses touch the same one: the sum of the numbers of instances.
/// Also where the instances of one access touch all elements of the buffer.
fn sum_of_distinct(
    analysis: &mut Analysis<'_>,
    buffer: ValueId,
    found: &[Touched],
    outside: Point,
) -> Option<Count> {
    let (program, _) = analysis.engine().sources();
    let mut different: Vec<&Touched> = vec![];
    for touched in found {
        let is_same = |other: &&Touched| {
            program.block_of(other.op) == program.block_of(touched.op)
                && other.lanes.is_empty()
                && touched.lanes.is_empty()
                && other.indices == touched.indices
        };
        if !different.iter().any(is_same) {
            different.push(touched);
        }
    }
    if different.len() > MAX_DISTINCT {
        return None;
    }
    let mut counts = vec![];
    for touched in &different {
        let Reach::Elements(each) = touched.reach else {
            return None;
        };
        let block = program.block_of(touched.op)?;
        let count = Nest::around(analysis, block, outside).ok()?.count().ok()?;
        if count.exactness != Exactness::Exact {
            return None;
        }
        counts.push(match each {
            1 => count,
            _ => Count {
                term: Expr::scaled(each, count.term),
                exactness: Exactness::Exact,
            },
        });
    }
    let mut instances = all_instances(analysis);
    for (number, first) in different.iter().enumerate() {
        let mut others = different[number..].iter();
        if !others.all(|second| instances.conflict(first.op, second.op, None) == Conflict::Never) {
            let known = (&different[..], counts);
            return all_elements(analysis, &mut instances, buffer, known, outside);
        }
    }
    Some(joined(Operator::Add, counts))
}

/// The number of all elements of a buffer, if the instances of one access touch each of them, and no access touches what
/// is no element. The numbers of instances are given.
fn all_elements(
    analysis: &mut Analysis<'_>,
    instances: &mut Instances<'_>,
    buffer: ValueId,
    (accesses, counts): (&[&Touched], Vec<Count>),
    outside: Point,
) -> Option<Count> {
    let program = instances.program();
    let all = size_of(program, buffer)?;
    let mut own = accesses.iter().zip(counts);
    let once = own.find(|(access, count)| {
        is_number(analysis, count, &all, outside)
            && instances.injective(access.op, None) == Conflict::Never
    });
    let count = match once {
        Some((_, count)) => Some(count),
        None => accesses.iter().find_map(|access| {
            all_in_an_iteration(analysis, instances, (access, accesses), &all, outside)
        }),
    };
    let count = count?;
    let mut accesses = accesses.iter();
    let is_inside = accesses.all(|access| {
        let is_direct = program.operands(access.op).contains(&buffer);
        is_direct && instances.in_bounds(access.op) == InBounds::Always
    });
    is_inside.then_some(count)
}

/// Whether a count is exactly a number.
fn is_number(analysis: &mut Analysis<'_>, count: &Count, number: &Expr<Column>, at: Point) -> bool {
    let is_equal = || Expr::equal(count.term.clone(), number.clone());
    count.exactness == Exactness::Exact
        && (count.term == *number || analysis.prove_at(&is_equal(), Some(at)) == Verdict::Proved)
}

/// The same number, if one execution of the loop around an access touches each element, as that of a ring does. The
/// other accesses are executed only where that loop is.
fn all_in_an_iteration(
    analysis: &mut Analysis<'_>,
    instances: &mut Instances<'_>,
    (access, accesses): (&Touched, &[&Touched]),
    all: &Expr<Column>,
    outside: Point,
) -> Option<Count> {
    let program = instances.program();
    let block = program.block_of(access.op)?;
    let the_loop = program.region_parent(program.block_region(block));
    let around = program.block_of(the_loop)?;
    let before = Point::before(program, the_loop)?;
    if around == outside.block || access.reach != Reach::Elements(1) {
        return None;
    }
    let is_there = |other: &&Touched| {
        let block = program.block_of(other.op);
        block.is_some_and(|it| it == around || outermost(program, it, around).is_some())
    };
    let inner = Nest::around(analysis, block, before).ok()?.count().ok()?;
    let is_full = accesses.iter().all(is_there)
        && is_number(analysis, &inner, all, before)
        && instances.injective(access.op, Some(the_loop)) == Conflict::Never;
    if !is_full {
        return None;
    }
    let outer = Nest::around(analysis, around, outside).ok()?.count().ok()?;
    let is_any = Expr::at_most(Expr::integer(1), outer.term);
    let term = Expr::apply(Operator::Select, [is_any, all.clone(), Expr::integer(0)]);
    (outer.exactness == Exactness::Exact).then_some(Count {
        term,
        exactness: Exactness::Exact,
    })
}

fn access(
    analysis: &mut Analysis<'_>,
    touched: &Touched,
    outside: Point,
) -> Result<space::Access, Failure> {
    let (program, _) = analysis.engine().sources();
    let block = program.block_of(touched.op).ok_or(Failure::Unstructured)?;
    let point = Point::before(program, touched.op);
    let mut nest = Nest::around(analysis, block, outside)?;
    for lane in &touched.lanes {
        nest.add_lane(lane, point)?;
    }
    for guard in &touched.guards {
        nest.add_guard(guard, point);
    }
    if touched.reach == Reach::Some {
        nest.space.levels.push(Level::Unknown);
    }
    let indices = touched.indices.iter().map(|index| nest.term(index, point));
    let indices: Vec<_> = indices.collect();
    Ok(space::Access {
        space: nest.joined_space(&indices),
        indices,
    })
}

/// Collects the accesses of a buffer.
struct Collection<'a, 'p> {
    program: &'p dyn Program,
    analysis: &'a mut Analysis<'p>,
    buffer: ValueId,
    found: Vec<Touched>,
    /// The number of loops over lanes so far.
    lanes: u32,
}

impl Collection<'_, '_> {
    /// The accesses through a value: the buffer, or a view of it.
    fn value(&mut self, value: ValueId) -> Result<(), Failure> {
        for &op in self.program.users(value) {
            if self.found.len() > MAX_ACCESSES {
                return Err(Failure::Budget);
            }
            self.user(op, value)?;
        }
        Ok(())
    }

    fn user(&mut self, op: OpId, value: ValueId) -> Result<(), Failure> {
        let operands = self.program.operands(op);
        match self.program.op_name(op) {
            "memref.dim" | "tensor.dim" | "memref.rank" | "tensor.rank" | "memref.dealloc"
            | "func.return" => Ok(()),
            _ if is_view_by_indices(self.program, op, value) => {
                let results = self.program.results(op).iter();
                results.into_iter().try_for_each(|&view| self.value(view))
            }
            // A tensor with an element that differs is another tensor.
            "tensor.insert" => self.whole(op, value, None),
            name => {
                let is_tensor_write =
                    name == "vector.transfer_write" && !self.program.results(op).is_empty();
                let uses = operands.iter().filter(|&&it| it == value).count();
                let access = Access::of(self.program, op)
                    .filter(|access| access.buffer == value && uses == 1 && !is_tensor_write);
                match access {
                    Some(access) => self.access(access),
                    None => self.whole(op, value, touched_if(self.program, op, value)),
                }
            }
        }
    }

    /// An access, with a loop for each dimension in which it touches more than one element.
    fn access(&mut self, mut access: Access) -> Result<(), Failure> {
        if let Some((access, mask)) = masked(self.program, &access) {
            let lanes = access.lanes.iter().map(|lane| Dimension {
                variable: Column::Symbol(lane.symbol),
                lower: vec![Expr::integer(0)],
                upper: vec![Expr::integer(lane.count)],
                step: Expr::integer(1),
            });
            return self.touch(&access, lanes.collect(), (Reach::All, vec![mask]));
        }
        let mut lanes = vec![];
        let mut reach = Reach::Elements(1);
        for dim in 0..access.indices.len() {
            let size = access.sizes[dim];
            reach = match (reach, size) {
                (Reach::Elements(before), Size::Exactly(size)) => match before.checked_mul(size) {
                    Some(elements) => Reach::Elements(elements),
                    None => return Err(Failure::Budget),
                },
                _ => Reach::Some,
            };
            if size == Size::Exactly(1) {
                continue;
            }
            let mut lane = self.lane(Expr::integer(size.limit()));
            let index = access.indices[dim].clone();
            if access.padded[dim] {
                // Elements outside of the buffer are not accessed.
                let end = dim_of(self.program, access.buffer, dim).ok_or(Failure::Opaque)?;
                lane.lower
                    .push(Expr::difference(Expr::integer(0), index.clone()));
                lane.upper.push(Expr::difference(end, index.clone()));
                if reach != Reach::Some {
                    reach = Reach::All;
                }
            }
            access.indices[dim] = Expr::sum(index, Expr::Leaf(lane.variable));
            access.sizes[dim] = Size::Exactly(1);
            lanes.push(lane);
        }
        self.touch(&access, lanes, (reach, vec![]))
    }

    /// An access to all elements of a value under conditions, or else to some of them.
    fn whole(
        &mut self,
        op: OpId,
        value: ValueId,
        guards: Option<Vec<Expr<Column>>>,
    ) -> Result<(), Failure> {
        let reach = match guards {
            Some(_) => Reach::All,
            None => Reach::Some,
        };
        let shape = self.program.value_type(value).shape();
        let rank = shape.and_then(|shape| shape.rank());
        let rank = rank.ok_or(Failure::Opaque)?;
        let sizes = (0..rank as u32).map(|dim| Expr::Leaf(Column::Dim(value, dim)));
        let lanes: Vec<_> = sizes.map(|size| self.lane(size)).collect();
        let access = Access {
            op,
            kind: AccessKind::Write,
            buffer: value,
            indices: lanes.iter().map(|lane| Expr::Leaf(lane.variable)).collect(),
            sizes: vec![Size::Exactly(1); rank],
            padded: vec![false; rank],
            lanes: vec![],
            mask: None,
        };
        self.touch(&access, lanes, (reach, guards.unwrap_or_default()))
    }

    /// What an access of one element of a view touches of the buffer.
    fn touch(
        &mut self,
        access: &Access,
        lanes: Vec<Dimension>,
        (reach, guards): (Reach, Vec<Expr<Column>>),
    ) -> Result<(), Failure> {
        match indices_in(self.program, self.analysis, access, self.buffer) {
            Some(indices) => {
                self.found.push(Touched {
                    op: access.op,
                    lanes,
                    guards,
                    indices,
                    reach,
                });
                Ok(())
            }
            None if access.buffer == self.buffer => Err(Failure::Opaque),
            None => self.whole(access.op, self.buffer, None),
        }
    }

    fn lane(&mut self, size: Expr<Column>) -> Dimension {
        self.lanes += 1;
        Dimension {
            variable: Column::Symbol(u32::MAX / 2 + self.lanes),
            lower: vec![Expr::integer(0)],
            upper: vec![size],
            step: Expr::integer(1),
        }
    }
}

impl Nest<'_, '_> {
    /// Adds a condition on the points.
    fn add_guard(&mut self, guard: &Expr<Column>, point: Option<Point>) {
        let guard = self.term(guard, point);
        self.space
            .levels
            .push(guard.map_or(Level::Unknown, Level::Guard));
    }

    /// Adds a loop over the elements of a vector or a view.
    fn add_lane(&mut self, lane: &Dimension, point: Option<Point>) -> Result<(), Failure> {
        let mut terms = |bounds: &[Expr<Column>]| {
            let terms = bounds.iter().map(|bound| self.term(bound, point));
            terms.collect::<Option<Vec<_>>>().ok_or(Failure::Opaque)
        };
        let lane = Dimension {
            lower: terms(&lane.lower)?,
            upper: terms(&lane.upper)?,
            ..lane.clone()
        };
        self.space.levels.push(Level::Loop(lane));
        Ok(())
    }
}

/// The number of elements of a value as a term over its sizes.
pub(crate) fn size_of(program: &dyn Program, value: ValueId) -> Option<Expr<Column>> {
    let rank = program.value_type(value).shape()?.rank()?;
    let sizes = (0..rank as u32).map(|dim| Expr::Leaf(Column::Dim(value, dim)));
    Some(product(sizes.collect()))
}

/// The defining op of a value.
pub(crate) fn op_of(program: &dyn Program, value: ValueId) -> Option<OpId> {
    match program.definition(value) {
        Definition::Result { op, .. } => Some(op),
        Definition::Argument { .. } => None,
    }
}

/// The value that casts give another type.
pub(crate) fn uncast(program: &dyn Program, mut value: ValueId) -> ValueId {
    while let Some(op) = op_of(program, value)
        && program.op_name(op) == "memref.cast"
        && let Some(&source) = program.operands(op).first()
    {
        value = source;
    }
    value
}

/// The terms joined by an operator, with the exactness of all of them.
pub(crate) fn joined(operator: Operator, counts: Vec<Count>) -> Count {
    let is_exact = counts.iter().all(|it| it.exactness == Exactness::Exact);
    let terms = counts.into_iter().map(|it| it.term).collect();
    Count {
        term: crate::atoms::apply(operator, terms),
        exactness: if is_exact {
            Exactness::Exact
        } else {
            Exactness::Upper
        },
    }
}

/// The block of a region, if it has only one.
pub(crate) fn only_block(
    program: &dyn Program,
    region: calipers_program::RegionId,
) -> Option<BlockId> {
    match program.blocks(region) {
        [block] => Some(*block),
        _ => None,
    }
}
