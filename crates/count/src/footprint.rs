//! Footprints: the elements of a buffer that a program touches.

use crate::answer::{Count, Exactness};
use crate::failure::Failure;
use crate::nest::{Known, Nest, exists_at, outermost, product, results_of};
use crate::space::{Access, Dimension, Level, elements};
use calipers_engine::analysis::Analysis;
use calipers_program::term::{Expr, Operator};
use calipers_program::{
    Attribute, BlockId, Column, Datum, Definition, Dominance, Extent, OpId, Point, Program,
    TypeView, ValueId,
};
use calipers_rules::{Item, kept_dims};

/// The maximum number of views and accesses of a buffer.
const MAX_ACCESSES: usize = 64;

/// The elements of a buffer that are touched.
#[derive(Clone, PartialEq, Debug)]
pub struct Footprint {
    /// The number of distinct elements.
    pub elements: Count,
    /// The number of bytes of each element; none if the type does not say it.
    pub bytes_of_element: Option<i64>,
}

/// The elements that an op touches of a value: one for each point of additional loops.
struct Touched {
    op: OpId,
    /// The loops over the elements of a vector or a whole view, inside of the loops around the op.
    lanes: Vec<Dimension>,
    indices: Vec<Expr<Column>>,
    /// Whether the op may touch fewer.
    is_upper: bool,
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
        found: vec![],
        lanes: 0,
    };
    collection.value(buffer, &|indices| Some(indices.to_vec()))?;
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
    let count = elements(&accesses, &exists, &mut known)?;
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

fn access(
    analysis: &mut Analysis<'_>,
    touched: &Touched,
    outside: Point,
) -> Result<Access, Failure> {
    let (program, _) = analysis.engine().sources();
    let block = program.block_of(touched.op).ok_or(Failure::Unstructured)?;
    let point = Point::before(program, touched.op);
    let mut nest = Nest::around(analysis, block, outside)?;
    for lane in &touched.lanes {
        nest.add_lane(lane, point)?;
    }
    if touched.is_upper {
        nest.space.levels.push(Level::Unknown);
    }
    let indices = touched.indices.iter().map(|index| nest.term(index, point));
    let indices = indices.collect();
    Ok(Access {
        space: nest.space,
        indices,
    })
}

/// Collects the accesses of a value.
struct Collection<'a, 'p> {
    program: &'p dyn Program,
    analysis: &'a mut Analysis<'p>,
    found: Vec<Touched>,
    /// The number of loops over lanes so far.
    lanes: u32,
}

/// Maps the indices of a view to those of the buffer.
type ToBuffer<'f> = &'f dyn Fn(&[Expr<Column>]) -> Option<Vec<Expr<Column>>>;

impl Collection<'_, '_> {
    fn value(&mut self, value: ValueId, to_buffer: ToBuffer<'_>) -> Result<(), Failure> {
        for &op in self.program.users(value) {
            if self.found.len() > MAX_ACCESSES {
                return Err(Failure::Budget);
            }
            self.user(op, value, to_buffer)?;
        }
        Ok(())
    }

    fn user(&mut self, op: OpId, value: ValueId, to_buffer: ToBuffer<'_>) -> Result<(), Failure> {
        let operands = self.program.operands(op);
        let is_at = |place: usize| {
            let others = operands.iter().enumerate().filter(|(at, _)| *at != place);
            operands.get(place) == Some(&value) && !others.into_iter().any(|(_, it)| *it == value)
        };
        match self.program.op_name(op) {
            "memref.dim"
            | "tensor.dim"
            | "memref.rank"
            | "tensor.rank"
            | "memref.dealloc"
            | "memref.assume_alignment"
            | "func.return" => Ok(()),
            "memref.load" | "tensor.extract" | "affine.load" if is_at(0) => {
                self.indexed(op, 1, to_buffer, None)
            }
            "memref.store" | "affine.store" if is_at(1) => self.indexed(op, 2, to_buffer, None),
            "vector.load" | "vector.store" if self.has_vectors(value) => {
                self.whole(op, value, to_buffer, true)
            }
            "vector.load" if is_at(0) => {
                let lanes = self.program.results(op).first().copied();
                self.indexed(op, 1, to_buffer, Some(lanes.ok_or(Failure::Opaque)?))
            }
            "vector.store" if is_at(1) => self.indexed(op, 2, to_buffer, Some(operands[0])),
            "linalg.fill" | "memref.copy" => self.whole(op, value, to_buffer, false),
            "memref.cast" => self.value(self.program.results(op)[0], to_buffer),
            "memref.subview" if is_at(0) => self.subview(op, value, to_buffer),
            _ => self.whole(op, value, to_buffer, true),
        }
    }

    /// Whether the elements of a buffer are vectors.
    fn has_vectors(&self, value: ValueId) -> bool {
        let element = self.program.element_type(value);
        !matches!(
            element,
            Some(TypeView::Integer { .. } | TypeView::Index | TypeView::Other)
        )
    }

    /// An access at the operands from `first` on, or at a map over them; to the lanes of a vector.
    fn indexed(
        &mut self,
        op: OpId,
        first: usize,
        to_buffer: ToBuffer<'_>,
        vector: Option<ValueId>,
    ) -> Result<(), Failure> {
        let operands = self.program.operands(op).get(first..).unwrap_or_default();
        let operands: Vec<_> = operands
            .iter()
            .map(|&it| Expr::Leaf(Column::Value(it)))
            .collect();
        let indices = match self.program.attribute(op, "map") {
            Some(Attribute::Map(map)) => results_of(map, &operands),
            _ => Some(operands),
        };
        let mut indices = indices.ok_or(Failure::Opaque)?;
        let mut lanes = vec![];
        if let Some(vector) = vector {
            let shape = self.program.value_type(vector).shape();
            let extents = shape.and_then(|shape| shape.dims).ok_or(Failure::Opaque)?;
            let inner = indices
                .len()
                .checked_sub(extents.len())
                .ok_or(Failure::Opaque)?;
            for (index, extent) in indices[inner..].iter_mut().zip(extents) {
                let Extent::Static(size) = extent else {
                    return Err(Failure::Opaque);
                };
                let lane = self.lane(Expr::integer(*size));
                *index = Expr::sum(index.clone(), Expr::Leaf(lane.variable));
                lanes.push(lane);
            }
        }
        self.touch(op, lanes, &indices, to_buffer, false)
    }

    /// An access to all elements of a value, or to some of them.
    fn whole(
        &mut self,
        op: OpId,
        value: ValueId,
        to_buffer: ToBuffer<'_>,
        is_upper: bool,
    ) -> Result<(), Failure> {
        let shape = self.program.value_type(value).shape();
        let rank = shape
            .and_then(|shape| shape.rank())
            .ok_or(Failure::Opaque)?;
        let sizes = (0..rank as u32).map(|dim| Expr::Leaf(Column::Dim(value, dim)));
        let lanes: Vec<_> = sizes.map(|size| self.lane(size)).collect();
        let indices: Vec<_> = lanes.iter().map(|lane| Expr::Leaf(lane.variable)).collect();
        self.touch(op, lanes, &indices, to_buffer, is_upper)
    }

    fn touch(
        &mut self,
        op: OpId,
        lanes: Vec<Dimension>,
        indices: &[Expr<Column>],
        to_buffer: ToBuffer<'_>,
        is_upper: bool,
    ) -> Result<(), Failure> {
        let indices = to_buffer(indices).ok_or(Failure::Opaque)?;
        self.found.push(Touched {
            op,
            lanes,
            indices,
            is_upper,
        });
        Ok(())
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

    /// The accesses of a subview, whose index `i` is the index `offset + stride·i` of its source.
    fn subview(
        &mut self,
        op: OpId,
        value: ValueId,
        to_buffer: ToBuffer<'_>,
    ) -> Result<(), Failure> {
        let Some((offsets, strides, kept)) = self.cut(op) else {
            return self.whole(op, value, to_buffer, true);
        };
        let place = |indices: &[Expr<Column>]| {
            let mut places = offsets.clone();
            for (index, dim) in indices.iter().zip(&kept) {
                let step = product(vec![strides.get(*dim)?.clone(), index.clone()]);
                places[*dim] = Expr::sum(places[*dim].clone(), step);
            }
            to_buffer(&places)
        };
        self.value(self.program.results(op)[0], &place)
    }

    /// The offsets and strides of a subview, and the dimensions that its result keeps.
    #[allow(clippy::type_complexity)]
    fn cut(&self, op: OpId) -> Option<(Vec<Expr<Column>>, Vec<Expr<Column>>, Vec<usize>)> {
        let rules = self.analysis.rules();
        let schema = &rules.op(self.program.op_name(op))?.schema;
        let list = |name| match schema.field(self.program, op, schema.position(name)?)? {
            Item::List(list) => Some(list),
            _ => None,
        };
        let terms = |items: Vec<Item<'_>>| {
            let terms = items.into_iter().map(|item| match item {
                Item::Integer(value) => Some(Expr::Integer(value)),
                Item::Value(value) => Some(Expr::Leaf(Column::Value(value))),
                _ => None,
            });
            terms.collect::<Option<Vec<Expr<Column>>>>()
        };
        let result = *self.program.results(op).first()?;
        let extents = self.program.value_type(result).shape()?.dims?;
        let kept = kept_dims(extents, &list("sizes")?)?;
        if kept.iter().any(|kept| !kept.is_certain) {
            return None;
        }
        let kept = kept.iter().map(|kept| kept.dim).collect();
        Some((terms(list("offsets")?)?, terms(list("strides")?)?, kept))
    }
}

impl Nest<'_, '_> {
    /// Adds a loop over the elements of a vector or a view.
    fn add_lane(&mut self, lane: &Dimension, point: Option<Point>) -> Result<(), Failure> {
        let upper = lane.upper.iter().map(|size| self.term(size, point));
        let upper: Option<Vec<_>> = upper.collect();
        let lane = Dimension {
            upper: upper.ok_or(Failure::Opaque)?,
            ..lane.clone()
        };
        self.space.levels.push(Level::Loop(lane));
        Ok(())
    }
}

/// The number of bytes of an element of a value. Elements of fewer than eight bits take a byte each.
pub(crate) fn bytes_of(program: &dyn Program, value: ValueId) -> Option<i64> {
    let datum = program.type_datum(value)?;
    let element = datum.field("element")?;
    bits_of(element).map(|bits| (bits + 7) / 8)
}

fn bits_of(element: &Datum) -> Option<i64> {
    match element.head()? {
        "index" => Some(64),
        "complex" => bits_of(element.field("element")?).map(|bits| 2 * ((bits + 7) / 8) * 8),
        _ => i64::try_from(element.integer_field("width")?)
            .ok()
            .filter(|bits| *bits > 0),
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
