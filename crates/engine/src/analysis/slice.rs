//! Slices: hyperrectangles of elements of a shaped value, and their relations.
//!
//! The rules declare which ops make slices: the result of a member of the interface `slice` is a slice of its source, a
//! member of `slice-update` writes to a slice of its destination, and the result of a member of `same-indices` has the
//! elements of its source at the same indices.

use super::progression::{Known, Prover};
use super::{Analysis, Unknown, Variable, Verdict};
use crate::number::Int;
use crate::program::{Column, Definition, OpId, Point, Program, ValueId};
use crate::proof::Progression;
use crate::rules::{Item, Kept, kept_dims};
use crate::term::{Expr, Operator};

/// The elements `offset + k·stride`, `0 <= k < size`, in each dimension of a value.
///
/// The slice is empty if a size is zero or less; strides may have any sign. Offsets, sizes and strides are constants,
/// values of a program or any terms over them.
///
/// ```
/// use calipers::analysis::{Analysis, HyperrectangularSlice, Variable, Verdict};
/// use calipers::program::{Column, NoProgram};
/// use calipers::rules::Rules;
/// use calipers::term::Expr;
///
/// let rules = Rules::embedded();
/// let mut analysis = Analysis::new(&NoProgram, &rules);
/// // Elements x, x + 2, x + 4, … and the elements between them.
/// let x = Expr::Leaf(Column::Symbol(0));
/// let of = |offset| HyperrectangularSlice::new([(Variable::term(offset), 5.into(), 2.into())]);
/// let (even, odd) = (of(x.clone()), of(Expr::sum(x, Expr::integer(1))));
/// assert_eq!(analysis.are_overlapping_slices(&even, &odd, None), Verdict::Refuted);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct HyperrectangularSlice {
    pub(super) dims: Vec<Progression>,
}

impl HyperrectangularSlice {
    /// Creates a slice from the offset, the size and the stride in each dimension, in elements.
    pub fn new(
        dims: impl IntoIterator<Item = (Variable, Variable, Variable)>,
    ) -> HyperrectangularSlice {
        let term = |variable: Variable| variable.as_term().clone();
        let dims = dims.into_iter().map(|(offset, size, stride)| Progression {
            offset: term(offset),
            size: term(size),
            stride: term(stride),
        });
        HyperrectangularSlice {
            dims: dims.collect(),
        }
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    /// The offset in each dimension.
    pub fn offsets(&self) -> impl Iterator<Item = Variable> + '_ {
        self.dims
            .iter()
            .map(|dim| Variable::term(dim.offset.clone()))
    }

    /// The size in each dimension.
    pub fn sizes(&self) -> impl Iterator<Item = Variable> + '_ {
        self.dims.iter().map(|dim| Variable::term(dim.size.clone()))
    }

    /// The stride in each dimension.
    pub fn strides(&self) -> impl Iterator<Item = Variable> + '_ {
        self.dims
            .iter()
            .map(|dim| Variable::term(dim.stride.clone()))
    }

    /// All elements of a value; `None` if it is unranked.
    fn whole(program: &(impl Program + ?Sized), value: ValueId) -> Option<HyperrectangularSlice> {
        let rank = program.value_type(value).shape()?.rank()?;
        let dims = (0..u32::try_from(rank).ok()?).map(|dim| Progression {
            offset: Expr::integer(0),
            size: Expr::Leaf(Column::Dim(value, dim)),
            stride: Expr::integer(1),
        });
        Some(HyperrectangularSlice {
            dims: dims.collect(),
        })
    }

    /// Composes a slice of a slice with the outer slice. `kept` maps each dimension of this slice to a dimension of the
    /// outer one; the outer dimensions that were dropped have one element. `None` if the mapping is uncertain and makes
    /// a difference: it makes none only for a dimension of offset 0 and size 0 or 1.
    fn of(&self, outer: &HyperrectangularSlice, kept: &[Kept]) -> Option<HyperrectangularSlice> {
        let is_same_in_all = |(kept, inner): (&Kept, &Progression)| {
            let is_number = |term: &Expr<Column>, number| *term == Expr::integer(number);
            kept.is_certain
                || is_number(&inner.offset, 0)
                    && (is_number(&inner.size, 0) || is_number(&inner.size, 1))
        };
        if !kept.iter().zip(&self.dims).all(is_same_in_all) {
            return None;
        }
        let dims = outer.dims.iter().enumerate().map(|(n, outer)| {
            let inner = kept.iter().position(|kept| kept.dim == n);
            match inner.and_then(|inner| self.dims.get(inner)) {
                Some(inner) => Progression {
                    offset: sum(&outer.offset, &product(&outer.stride, &inner.offset)),
                    size: inner.size.clone(),
                    stride: product(&outer.stride, &inner.stride),
                },
                None => Progression {
                    size: Expr::integer(1),
                    ..outer.clone()
                },
            }
        });
        Some(HyperrectangularSlice {
            dims: dims.collect(),
        })
    }

    /// Whether several indices may address the same element.
    fn may_repeat(&self, mut is_zero: impl FnMut(&Expr<Column>) -> bool) -> bool {
        let may_repeat = |dim: &Progression| match &dim.stride {
            Expr::Integer(stride) => *stride == Int::ZERO,
            stride => is_zero(stride),
        };
        self.dims.iter().any(may_repeat)
    }
}

fn product(a: &Expr<Column>, b: &Expr<Column>) -> Expr<Column> {
    let (zero, one) = (Expr::integer(0), Expr::integer(1));
    match (a, b) {
        _ if *a == one => b.clone(),
        _ if *b == one => a.clone(),
        _ if *a == zero || *b == zero => zero,
        _ => Expr::apply(Operator::Mul, [a.clone(), b.clone()]),
    }
}

fn sum(a: &Expr<Column>, b: &Expr<Column>) -> Expr<Column> {
    let zero = Expr::integer(0);
    match (a, b) {
        _ if *a == zero => b.clone(),
        _ if *b == zero => a.clone(),
        _ => Expr::sum(a.clone(), b.clone()),
    }
}

/// A relation between two slices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SliceRelation {
    /// They have a common element.
    Overlaps,
    /// They have the same sizes and the same element at each index.
    IsEquivalentTo,
    /// Every element of the second is an element of the first.
    Contains,
}

/// Two slices of one value.
#[derive(Clone, PartialEq, Debug)]
pub struct CommonSlices {
    /// The nearest value that both are slices of, and whose elements are distinct.
    pub base: ValueId,
    /// The first slice.
    pub first: HyperrectangularSlice,
    /// The second slice.
    pub second: HyperrectangularSlice,
}

/// Maximum length of a chain of slicing ops.
const MAX_CHAIN: usize = 64;

/// Limit of the ops that are visited to prove that the elements of a slice are distinct.
const MAX_SOURCES: usize = 4096;

/// Maximum rank of a slice.
pub(super) const MAX_RANK: usize = 64;

/// The origin of a value.
enum Step {
    /// The value has the elements of that value, or of its updated version, at the same indices.
    Same(ValueId),
    /// The value is a slice of that value; the list maps its dimensions.
    Part(ValueId, HyperrectangularSlice, Vec<Kept>),
    /// The value is the result of a write to that slice of that value.
    Update(ValueId, HyperrectangularSlice),
}

impl Analysis<'_> {
    /// Whether two slices of one value have a common element; refuted if they are disjoint. An empty slice overlaps
    /// nothing, not even itself.
    ///
    /// Decided at a point; by default right after the latest definition among the values. Costs a few proofs per
    /// dimension.
    pub fn are_overlapping_slices(
        &mut self,
        a: &HyperrectangularSlice,
        b: &HyperrectangularSlice,
        point: Option<Point>,
    ) -> Verdict {
        self.relate_slices(a, SliceRelation::Overlaps, b, point)
    }

    /// Whether two slices of one value have the same sizes and the same element at each index. The stride of a single
    /// element and the offset of an empty slice are irrelevant.
    ///
    /// For the point, see [`are_overlapping_slices`](Analysis::are_overlapping_slices).
    pub fn are_equivalent_slices(
        &mut self,
        a: &HyperrectangularSlice,
        b: &HyperrectangularSlice,
        point: Option<Point>,
    ) -> Verdict {
        self.relate_slices(a, SliceRelation::IsEquivalentTo, b, point)
    }

    /// Whether the first slice contains every element of the second one. Every slice contains an empty slice.
    ///
    /// For the point, see [`are_overlapping_slices`](Analysis::are_overlapping_slices).
    pub fn contains_slice(
        &mut self,
        outer: &HyperrectangularSlice,
        inner: &HyperrectangularSlice,
        point: Option<Point>,
    ) -> Verdict {
        self.relate_slices(outer, SliceRelation::Contains, inner, point)
    }

    /// Whether a relation between two slices of one value holds. Unknown for slices of different ranks, or of more than
    /// 64 dimensions.
    pub fn relate_slices(
        &mut self,
        a: &HyperrectangularSlice,
        relation: SliceRelation,
        b: &HyperrectangularSlice,
        point: Option<Point>,
    ) -> Verdict {
        if a.rank() != b.rank() {
            return Verdict::Unknown(Unknown::NoBound);
        }
        if a.rank() > MAX_RANK {
            return Verdict::Unknown(Unknown::Budget);
        }
        let columns = columns([a, b]);
        let point = point.or_else(|| self.engine.common_point(columns.iter().copied()));
        for column in columns {
            self.engine.class(column);
        }
        match self.prove_at(&Expr::integer(1), point) {
            Verdict::Proved => {}
            verdict => return verdict,
        }
        let mut prover = Prover::new(self, point);
        let mut known = |slice: &HyperrectangularSlice| -> Vec<Known> {
            slice.dims.iter().map(|dim| prover.know(dim)).collect()
        };
        let pairs: Vec<(Known, Known)> = known(a).into_iter().zip(known(b)).collect();
        let decided = match relation {
            SliceRelation::Overlaps => overlaps(&mut prover, &pairs),
            SliceRelation::IsEquivalentTo => is_equivalent(&mut prover, &pairs),
            SliceRelation::Contains => contains(&mut prover, &pairs),
        };
        prover.verdict(decided)
    }

    /// Expresses two values as slices of one value, by following slicing ops back to their nearest common source. The
    /// result of an op that writes to a slice represents the slice that it writes. `None` if they have no common
    /// source.
    ///
    /// A slice whose stride may be 0 can contain one element at several indices. The search therefore skips such a
    /// value and all its slices, and continues with its source. The memory layout of a memref that is not a slice is
    /// not considered.
    ///
    /// ```
    /// use calipers::analysis::{Analysis, Verdict};
    /// use calipers::ir::{Module, ParseOptions};
    /// use calipers::program::Program;
    /// use calipers::rules::Rules;
    ///
    /// let source = r#"func.func @f(%t: tensor<?xf32>, %i: index) {
    ///     %a = tensor.extract_slice %t[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
    ///     %b = tensor.extract_slice %t[2] [%i] [1] : tensor<?xf32> to tensor<?xf32>
    ///     %c = tensor.extract_slice %b[%i] [2] [1] : tensor<?xf32> to tensor<2xf32>
    ///     return
    /// }"#;
    /// let module = Module::parse(source, "f.mlir", ParseOptions::default())?;
    /// let result = |n: usize| module.results(module.ops_named("tensor.extract_slice")[n])[0];
    /// let rules = Rules::embedded();
    /// let mut analysis = Analysis::new(&module, &rules);
    /// let slices = analysis.common_slices(result(0), result(2)).expect("both are of %t");
    /// let verdict = analysis.contains_slice(&slices.first, &slices.second, None);
    /// assert_eq!(verdict, Verdict::Proved);
    /// # Ok::<(), calipers::ir::ParseError>(())
    /// ```
    pub fn common_slices(&mut self, first: ValueId, second: ValueId) -> Option<CommonSlices> {
        let (a, b) = (self.origins(first), self.origins(second));
        let found = a.into_iter().find_map(|(base, first)| {
            let (_, second) = b.iter().find(|(other, _)| *other == base)?;
            (!self.may_repeat(base)).then(|| (base, first, second.clone()))
        });
        let (base, first, second) = found?;
        let (program, _) = self.engine.sources();
        let slice = |part: Option<_>| part.or_else(|| HyperrectangularSlice::whole(program, base));
        Some(CommonSlices {
            base,
            first: slice(first)?,
            second: slice(second)?,
        })
    }

    /// Whether a value may contain one element of its source at several indices.
    fn may_repeat(&mut self, mut value: ValueId) -> bool {
        for _ in 0..MAX_SOURCES {
            value = match self.step(value) {
                None => return false,
                Some(Step::Same(base) | Step::Update(base, _)) => base,
                Some(Step::Part(base, slice, _)) => {
                    let (program, _) = self.engine.sources();
                    let point = Point::of(program, value);
                    let zero = Expr::integer(0);
                    let may_be_zero = |stride: &Expr<Column>| {
                        let is_zero = Expr::equal(stride.clone(), zero.clone());
                        let verdict = self.prove_at(&Expr::negation(is_zero), point);
                        !matches!(verdict, Verdict::Proved | Verdict::Unreachable)
                    };
                    if slice.may_repeat(may_be_zero) {
                        return true;
                    }
                    base
                }
            };
        }
        true
    }

    /// The values that a value is a slice of, nearest first, each with the slice (`None` for all of it).
    fn origins(&self, value: ValueId) -> Vec<(ValueId, Option<HyperrectangularSlice>)> {
        let mut at = match self.step(value) {
            Some(Step::Update(base, written)) => (base, Some(written)),
            _ => (value, None),
        };
        let mut found = vec![at.clone()];
        while found.len() <= MAX_CHAIN {
            let (value, slice) = at;
            at = match (self.step(value), slice) {
                (None, _) => break,
                (Some(Step::Same(base) | Step::Update(base, _)), slice) => (base, slice),
                (Some(Step::Part(base, outer, _)), None) => (base, Some(outer)),
                (Some(Step::Part(base, outer, kept)), Some(inner)) => match inner.of(&outer, &kept)
                {
                    Some(slice) => (base, Some(slice)),
                    None => break,
                },
            };
            found.push(at.clone());
        }
        found
    }

    /// The slice that an op reads from a value or writes to it, with that value. `None` for other ops.
    pub fn slice_of_op(&self, op: OpId) -> Option<(ValueId, HyperrectangularSlice)> {
        let read = self.slice_by(op, "slice", "source");
        read.or_else(|| self.slice_by(op, "slice-update", "dest"))
    }

    /// The slice of an op as a member of an interface, and the operand in the given role.
    fn slice_by(
        &self,
        op: OpId,
        interface: &str,
        of: &str,
    ) -> Option<(ValueId, HyperrectangularSlice)> {
        let (program, rules) = self.engine.sources();
        let base = self.operand(op, rules.role(interface, of, program.op_name(op))?)?;
        let slice = self.written_slice(op, interface)?;
        let rank = program.value_type(base).shape()?.rank()?;
        (slice.rank() == rank).then_some((base, slice))
    }

    fn step(&self, value: ValueId) -> Option<Step> {
        let (program, rules) = self.engine.sources();
        let Definition::Result { op, .. } = program.definition(value) else {
            return None;
        };
        let name = program.op_name(op);
        let shape = program.value_type(value).shape()?;
        if let Some((base, slice)) = self.slice_by(op, "slice", "source") {
            let sizes = self.list(op, rules.role("slice", "sizes", name)?)?;
            let kept = kept_dims(shape.dims?, &sizes)?;
            return Some(Step::Part(base, slice, kept));
        }
        if let Some((base, slice)) = self.slice_by(op, "slice-update", "dest") {
            return Some(Step::Update(base, slice));
        }
        let base = self.operand(op, rules.role("same-indices", "source", name)?)?;
        let rank = program.value_type(base).shape()?.rank();
        (rank.is_some() && rank == shape.rank()).then_some(Step::Same(base))
    }

    /// The slice that the fields of an op describe in the roles of an interface.
    fn written_slice(&self, op: OpId, interface: &str) -> Option<HyperrectangularSlice> {
        let (program, rules) = self.engine.sources();
        let variables = |role| -> Option<Vec<Variable>> {
            let field = rules.role(interface, role, program.op_name(op))?;
            self.list(op, field)?.into_iter().map(variable).collect()
        };
        let [offsets, sizes, strides] = [
            variables("offsets")?,
            variables("sizes")?,
            variables("strides")?,
        ];
        if sizes.len() != offsets.len() || strides.len() != offsets.len() {
            return None;
        }
        let dims = offsets.into_iter().zip(sizes).zip(strides);
        Some(HyperrectangularSlice::new(
            dims.map(|((offset, size), stride)| (offset, size, stride)),
        ))
    }

    fn field(&self, op: OpId, field: usize) -> Option<Item<'_>> {
        let (program, rules) = self.engine.sources();
        let schema = &rules.op(program.op_name(op))?.schema;
        schema.field(program, op, field)
    }

    fn operand(&self, op: OpId, field: usize) -> Option<ValueId> {
        match self.field(op, field)? {
            Item::Value(value) => Some(value),
            _ => None,
        }
    }

    fn list(&self, op: OpId, field: usize) -> Option<Vec<Item<'_>>> {
        match self.field(op, field)? {
            Item::List(items) => Some(items),
            _ => None,
        }
    }
}

/// The columns that two slices mention.
pub(super) fn columns(slices: [&HyperrectangularSlice; 2]) -> Vec<Column> {
    let mut columns = vec![];
    for dim in slices.iter().flat_map(|slice| &slice.dims) {
        for term in [&dim.offset, &dim.size, &dim.stride] {
            term.for_each_leaf(&mut |&column| columns.push(column));
        }
    }
    columns
}

fn variable(item: Item<'_>) -> Option<Variable> {
    match item {
        Item::Integer(value) => Some(Variable::constant(value)),
        Item::Value(value) => Some(Variable::value(value)),
        _ => None,
    }
}

fn overlaps(prover: &mut Prover<'_, '_>, pairs: &[(Known, Known)]) -> Option<bool> {
    if pairs.iter().any(|(a, b)| prover.are_disjoint(a, b)) {
        return Some(false);
    }
    let meet = pairs.iter().all(|(a, b)| prover.do_meet(a, b));
    meet.then_some(true)
}

fn is_equivalent(prover: &mut Prover<'_, '_>, pairs: &[(Known, Known)]) -> Option<bool> {
    if pairs.iter().any(|(a, b)| prover.have_different_sizes(a, b)) {
        return Some(false);
    }
    let have_same_sizes = pairs.iter().all(|(a, b)| prover.have_same_size(a, b));
    let is_empty = |(a, b): &(Known, Known)| a.is_empty && b.is_empty;
    if have_same_sizes
        && (pairs.iter().any(is_empty) || pairs.iter().all(|(a, b)| prover.are_same(a, b)))
    {
        return Some(true);
    }
    let is_inhabited = |(a, b): &(Known, Known)| a.is_inhabited && b.is_inhabited;
    let differ = pairs.iter().all(is_inhabited) && pairs.iter().any(|(a, b)| prover.differ(a, b));
    differ.then_some(false)
}

fn contains(prover: &mut Prover<'_, '_>, pairs: &[(Known, Known)]) -> Option<bool> {
    let is_empty = pairs.iter().any(|(_, inner)| inner.is_empty);
    let contained = |(outer, inner): &(Known, Known)| prover.contains(outer, inner);
    if is_empty || pairs.iter().all(contained) {
        return Some(true);
    }
    let is_inhabited = pairs.iter().all(|(_, inner)| inner.is_inhabited);
    let exceeds = |(outer, inner): &(Known, Known)| prover.exceeds(outer, inner);
    (is_inhabited && pairs.iter().any(exceeds)).then_some(false)
}
