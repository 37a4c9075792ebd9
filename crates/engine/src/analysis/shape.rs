//! Queries about shapes: sizes and elements, classes of equal shapes, broadcasting.

use super::{Analysis, Comparison, Unknown, Variable, Verdict};
use crate::number::Int;
use crate::program::{
    BlockId, Column, Definition, Extent, OpId, Point, Program, ShapedKind, TypeView, ValueId,
};
use crate::rules::Item;
use crate::term::condition::is_condition;
use crate::term::{Expr, Id, Operator};
use hashbrown::HashMap;
use std::hash::Hash;

/// Limit of the comparisons by facts in a search for classes.
const MAX_DECISIONS: usize = 4096;

/// Maximum number of elements of a tensor that represents a shape.
const MAX_ELEMENTS: u32 = 64;

/// The interface of ops whose result has the elements of the source if it has its shape.
const SAME_ELEMENTS: &str = "same-elements";
/// The interface of ops that repeat an operand along dimensions; `dims` maps each dimension of the operand to a
/// dimension of the result.
const BROADCAST: &str = "broadcast";

/// The reason why a member equals the first of its class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sameness {
    /// Their definitions are equal.
    Defined,
    /// The ops that have executed before both exist, or before the given point, make them equal.
    Proved,
}

/// A class of equal things: values of one shape, or dimensions of one size.
///
/// Each member equals the first one in every execution in which both exist, or which reaches the given point. So any
/// two members are equal where they and the first one exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SameClass<T> {
    /// The first member.
    pub first: T,
    /// The other members in their given order, with the reason.
    pub others: Vec<(T, Sameness)>,
}

/// The source of a value's number of elements.
enum Elements {
    /// The type.
    Counted,
    /// The size of the first dimension, times this number.
    Open(u32),
}

/// A thing that may equal another one, with the columns that decide it.
struct Member<T> {
    of: T,
    columns: Vec<Column>,
}

impl Analysis<'_> {
    /// The sizes of a value with a ranked type.
    fn sizes(&self, value: ValueId) -> Option<Vec<Column>> {
        let (program, _) = self.engine.sources();
        let rank = program.value_type(value).shape()?.rank()?;
        let rank = u32::try_from(rank).ok()?;
        Some((0..rank).map(|dim| Column::Dim(value, dim)).collect())
    }

    /// Whether two values have the same shape at a point (the default point if `None`). Unknown for unranked values.
    ///
    /// A broadcast whose operand and result have the same shape repeats nothing.
    pub fn have_same_shape(&mut self, a: ValueId, b: ValueId, point: Option<Point>) -> Verdict {
        let (Some(first), Some(second)) = (self.sizes(a), self.sizes(b)) else {
            return Verdict::Unknown(Unknown::NoBound);
        };
        if first.len() != second.len() {
            return Verdict::Refuted;
        }
        self.all_hold(self.equal_sizes(a, b), point)
    }

    /// The conditions that the sizes of two values are equal.
    pub fn equal_sizes(&self, a: ValueId, b: ValueId) -> Vec<Expr<Column>> {
        let sizes = |value| self.sizes(value).unwrap_or_default().into_iter();
        sizes(a).zip(sizes(b)).map(|(a, b)| equal(a, b)).collect()
    }

    /// Decides a conjunction, one condition after the other.
    fn all_hold(&mut self, conditions: Vec<Expr<Column>>, point: Option<Point>) -> Verdict {
        let all = conditions.iter().cloned().fold(Expr::integer(0), Expr::sum);
        let point = point.or_else(|| self.default_point(&Variable::term(all)));
        let mut unknown = None;
        for condition in conditions {
            match self.prove_at(&condition, point) {
                Verdict::Proved => {}
                Verdict::Unknown(why) => unknown = unknown.or(Some(why)),
                verdict => return verdict,
            }
        }
        unknown.map_or(Verdict::Proved, Verdict::Unknown)
    }

    /// Like [`Analysis::prove_at`]; if a condition is defined as a conjunction by a rule, each part is proved
    /// separately, with its own budget.
    pub fn prove_parts_at(&mut self, condition: Column, point: Option<Point>) -> Verdict {
        let parts = self.parts_of(condition);
        let point = point.or_else(|| self.default_point(&Variable::column(condition)));
        let whole = Expr::equal(Expr::Leaf(condition), Expr::integer(1));
        if parts.len() < 2 {
            return self.prove_at(&whole, point);
        }
        match self.all_hold(parts, point) {
            Verdict::Unknown(_) => self.prove_at(&whole, point),
            verdict => verdict,
        }
    }

    /// The parts of the conjunction by which a rule defines a condition.
    pub fn parts_of(&mut self, condition: Column) -> Vec<Expr<Column>> {
        self.engine.class(condition);
        let mut parts = vec![];
        if let Some(definition) = self.engine.definition(condition) {
            take_apart(&definition.term, &mut parts);
        }
        parts
    }

    /// Whether values broadcast to a common shape: with the last dimensions aligned, any two sizes are equal, or one of
    /// them is 1.
    pub fn are_broadcastable(&mut self, values: &[ValueId], point: Option<Point>) -> Verdict {
        match self.fitting_sizes(values) {
            Some(all) => self.all_hold(all, point),
            None => Verdict::Unknown(Unknown::NoBound),
        }
    }

    /// The conditions that values broadcast to a common shape; `None` if one of them is unranked.
    pub fn fitting_sizes(&self, values: &[ValueId]) -> Option<Vec<Expr<Column>>> {
        let shapes: Option<Vec<_>> = values.iter().map(|&value| self.sizes(value)).collect();
        let shapes = shapes?;
        let mut all = vec![];
        for (n, first) in shapes.iter().enumerate() {
            for second in &shapes[n + 1..] {
                for (&a, &b) in first.iter().rev().zip(second.iter().rev()) {
                    let is_one = |size| Expr::equal(Expr::Leaf(size), Expr::integer(1));
                    let one = Expr::apply(Operator::Max, [is_one(a), is_one(b)]);
                    all.push(Expr::apply(Operator::Max, [one, equal(a, b)]));
                }
            }
        }
        Some(all)
    }

    /// Whether a dimension of a value has size 1 at a point (the default point if `None`).
    pub fn is_unit(&mut self, value: ValueId, dim: u32, point: Option<Point>) -> Verdict {
        let size = Variable::column(Column::Dim(value, dim));
        self.compare_at(&size, Comparison::Eq, &Variable::constant(1), point)
    }

    /// The operand whose elements the result of an op has, provided that their shapes are equal: the op is a reshape,
    /// or a broadcast that keeps the order of the dimensions. The rules declare these ops (`same-elements`,
    /// `broadcast`).
    pub fn source_of_elements(&self, result: ValueId) -> Option<ValueId> {
        let (program, rules) = self.engine.sources();
        let Definition::Result { op, index: 0 } = program.definition(result) else {
            return None;
        };
        let name = program.op_name(op);
        let field = |interface, role| {
            let field = rules.role(interface, role, name)?;
            rules.op(name)?.schema.field(program, op, field)
        };
        if let Some(Item::Value(source)) = field(SAME_ELEMENTS, "source") {
            return Some(source);
        }
        let (Item::Value(operand), Item::List(dims)) =
            (field(BROADCAST, "operand")?, field(BROADCAST, "dims")?)
        else {
            return None;
        };
        // A permutation of the dimensions yields another tensor.
        let in_order = dims.iter().enumerate().all(|(place, dim)| match dim {
            Item::Integer(dim) => usize::try_from(dim).is_ok_and(|dim| dim == place),
            _ => false,
        });
        in_order.then_some(operand)
    }

    /// Whether a broadcast or reshape is a no-op: its result has the shape of the operand. Decided at a point (right
    /// after the op if `None`).
    ///
    /// Unknown for results of other ops ([`Analysis::source_of_elements`]). Costs as [`Analysis::have_same_shape`].
    pub fn is_no_op(&mut self, result: ValueId, point: Option<Point>) -> Verdict {
        match self.source_of_elements(result) {
            Some(source) => self.have_same_shape(source, result, point),
            None => Verdict::Unknown(Unknown::NoBound),
        }
    }

    /// The sizes of a value in terms of allowed columns, as in [`Analysis::expression_at`], at a point (the default
    /// point if `None`). Empty for an unranked value.
    ///
    /// # Errors
    /// [`Unknown`] for each size without an expression, with the reason.
    pub fn shape(
        &mut self,
        value: ValueId,
        point: Option<Point>,
        allowed: impl Fn(Column) -> bool,
    ) -> Vec<Result<Variable, Unknown>> {
        let sizes = self.sizes(value).unwrap_or_default();
        self.told(&sizes, point, &allowed)
    }

    /// The elements of a small integer tensor, or the extents of a dialect's shape (`!shape.shape`), in terms of
    /// allowed columns at a point (the default point if `None`). If their number is unbounded, only those before the
    /// first element without an expression. Empty for other values.
    ///
    /// # Errors
    /// [`Unknown`] for each element without an expression, with the reason.
    pub fn elements(
        &mut self,
        value: ValueId,
        point: Option<Point>,
        allowed: impl Fn(Column) -> bool,
    ) -> Vec<Result<Variable, Unknown>> {
        let Some(kind) = self.kind_of_elements(value) else {
            return vec![];
        };
        let most = match kind {
            Elements::Counted => Some(MAX_ELEMENTS),
            Elements::Open(inner) => {
                let outer = self.range(Column::Dim(value, 0)).upper().cloned();
                let count = outer.and_then(|outer| u32::try_from(outer).ok()?.checked_mul(inner));
                count.map(|count| count.min(MAX_ELEMENTS))
            }
        };
        let (program, _) = self.engine.sources();
        let has = |index: &u32| Column::has_element(program, value, *index);
        let elements = (0..most.unwrap_or(MAX_ELEMENTS)).take_while(has);
        let elements: Vec<Column> = elements.map(|at| Column::Element(value, at)).collect();
        let mut told = self.told(&elements, point, &allowed);
        if most.is_none() {
            told.truncate(told.iter().take_while(|part| part.is_ok()).count());
        }
        told
    }

    /// Whether a value always has exactly as many elements as [`Analysis::elements`] returns.
    pub fn has_known_length(&mut self, value: ValueId) -> bool {
        match self.kind_of_elements(value) {
            None | Some(Elements::Counted) => true,
            Some(Elements::Open(_)) => {
                let outer = self.range(Column::Dim(value, 0));
                outer.as_constant().is_some()
            }
        }
    }

    /// Whether two small integer tensors, or shapes of a dialect, have equal lists of elements at a point (the default
    /// point if `None`). Unknown if their numbers of elements are unknown.
    pub fn have_same_elements(&mut self, a: ValueId, b: ValueId, point: Option<Point>) -> Verdict {
        let (Some(first), Some(second)) = (self.elements_of(a), self.elements_of(b)) else {
            return Verdict::Unknown(Unknown::NoBound);
        };
        if first.len() != second.len() {
            return Verdict::Refuted;
        }
        let pairs = first.into_iter().zip(second);
        self.all_hold(pairs.map(|(a, b)| equal(a, b)).collect(), point)
    }

    /// All elements of a small integer tensor or shape; `None` if their number is unknown.
    fn elements_of(&mut self, value: ValueId) -> Option<Vec<Column>> {
        let kind = self.kind_of_elements(value)?;
        let (program, _) = self.engine.sources();
        let has = |index: &u32| Column::has_element(program, value, *index);
        let count = match kind {
            Elements::Counted => (0..=MAX_ELEMENTS).take_while(has).count() as u32,
            Elements::Open(inner) => {
                let outer = self.range(Column::Dim(value, 0));
                u32::try_from(outer.as_constant()?)
                    .ok()?
                    .checked_mul(inner)?
            }
        };
        let columns = (0..count).map(|at| Column::Element(value, at));
        (count <= MAX_ELEMENTS).then(|| columns.collect())
    }

    fn kind_of_elements(&self, value: ValueId) -> Option<Elements> {
        let (program, _) = self.engine.sources();
        let Some(shape) = program.value_type(value).shape() else {
            return Column::has_element(program, value, 0).then_some(Elements::Open(1));
        };
        let element = program.element_type(value)?;
        if !matches!(element, TypeView::Index | TypeView::Integer { .. }) {
            return None;
        }
        let [Extent::Dynamic, inner @ ..] = shape.dims? else {
            return Some(Elements::Counted);
        };
        let mut inner = inner.iter().map(|extent| match extent {
            Extent::Static(size) => u32::try_from(*size).ok(),
            Extent::Dynamic | Extent::Scalable(_) => None,
        });
        let size = inner.try_fold(1u32, |size, extent| size.checked_mul(extent?));
        Some(Elements::Open(size?))
    }

    fn told(
        &mut self,
        columns: &[Column],
        point: Option<Point>,
        allowed: &dyn Fn(Column) -> bool,
    ) -> Vec<Result<Variable, Unknown>> {
        let columns = columns.iter().map(|&column| Variable::column(column));
        columns
            .map(|column| self.expression_at(&column, point, allowed))
            .collect()
    }

    /// Partitions values, given in program order, into classes of equal shape. Values that exist at `point` are
    /// compared at that point, others where both exist. A value whose shape equals no other one forms its own class; an
    /// unranked value is omitted.
    ///
    /// Costs a decision for each value and each earlier class that no model distinguishes from it, up to 4096; beyond
    /// that, only definitions are compared.
    pub fn shape_classes(
        &mut self,
        values: &[ValueId],
        point: Option<Point>,
    ) -> Vec<SameClass<ValueId>> {
        let members = values.iter().filter_map(|&of| {
            let columns = self.sizes(of)?;
            Some(Member { of, columns })
        });
        let members = members.collect();
        self.classes(members, point)
    }

    /// Partitions the dynamic dimensions of values, given in program order, into classes of equal size.
    ///
    /// Costs as [`Analysis::shape_classes`].
    pub fn size_classes(
        &mut self,
        values: &[ValueId],
        point: Option<Point>,
    ) -> Vec<SameClass<(ValueId, u32)>> {
        let mut members = vec![];
        for &value in values {
            let (program, _) = self.engine.sources();
            let dims = program.value_type(value).shape().and_then(|it| it.dims);
            let dims = dims.into_iter().flatten().zip(0..);
            let open = dims.filter(|(size, _)| **size == Extent::Dynamic);
            members.extend(open.map(|(_, dim)| Member {
                of: (value, dim),
                columns: vec![Column::Dim(value, dim)],
            }));
        }
        self.classes(members, point)
    }

    fn class_ids(&mut self, columns: &[Column]) -> Vec<Id> {
        let ids: Vec<Id> = columns.iter().map(|&it| self.engine.class(it)).collect();
        ids.into_iter()
            .map(|id| self.engine.egraph().find(id))
            .collect()
    }

    /// The point at which two columns are compared: the given one if both exist there, else the first at which both
    /// exist.
    fn point_of_both(&self, (a, b): (Column, Column), point: Option<Point>) -> Option<Point> {
        let mut both = [a, b].into_iter();
        let are_there = both.all(|it| self.engine.exists_at(it, point));
        let point = point.filter(|_| are_there);
        point.or_else(|| self.engine.common_point([a, b]))
    }

    /// Whether a model exists in which two columns differ.
    fn are_seen_to_differ(&mut self, (a, b): (Column, Column), point: Option<Point>) -> bool {
        let point = self.point_of_both((a, b), point);
        let [a, b] = [a, b].map(|column| self.engine.class(column));
        self.engine.are_seen_to_differ(a, b, point)
    }

    fn classes<T: Copy + Eq + Hash>(
        &mut self,
        members: Vec<Member<T>>,
        point: Option<Point>,
    ) -> Vec<SameClass<T>> {
        let mut classes: Vec<SameClass<T>> = vec![];
        let mut firsts: Vec<Vec<Column>> = vec![];
        let mut by_definition: HashMap<Vec<Id>, usize> = HashMap::new();
        let mut left = match self.unanswerable() {
            None => MAX_DECISIONS,
            Some(_) => return alone(members),
        };
        for Member { of, columns } in members {
            let ids = self.class_ids(&columns);
            let found = by_definition.get(&ids).copied().or_else(|| {
                let candidates = firsts.iter().enumerate();
                let mut candidates = candidates.filter(|(_, first)| first.len() == columns.len());
                let class = candidates.find(|(_, first)| {
                    let pairs = || first.iter().copied().zip(columns.iter().copied());
                    if pairs().any(|pair| self.are_seen_to_differ(pair, point)) {
                        return false;
                    }
                    let Some(rest) = left.checked_sub(1) else {
                        return false;
                    };
                    left = rest;
                    pairs().all(|(a, b)| {
                        let point = self.point_of_both((a, b), point);
                        self.decide_at(&equal(a, b), point) == Verdict::Proved
                    })
                });
                class.map(|(class, _)| class)
            });
            match found {
                Some(class) => {
                    let is_defined = self.class_ids(&firsts[class]) == self.class_ids(&columns);
                    let why = match is_defined {
                        true => Sameness::Defined,
                        false => Sameness::Proved,
                    };
                    classes[class].others.push((of, why));
                }
                None => {
                    by_definition.insert(ids, classes.len());
                    firsts.push(columns);
                    classes.push(SameClass {
                        first: of,
                        others: vec![],
                    });
                }
            }
        }
        classes
    }
}

fn alone<T>(members: Vec<Member<T>>) -> Vec<SameClass<T>> {
    let members = members.into_iter();
    let alone = members.map(|member| SameClass {
        first: member.of,
        others: vec![],
    });
    alone.collect()
}

/// The tensors and memrefs in an op that have a dynamic dimension, in program order.
pub fn shaped_values(program: &(impl Program + ?Sized), op: OpId) -> Vec<ValueId> {
    let is_open = |value: &ValueId| {
        let shape = program.value_type(*value).shape();
        shape.is_some_and(|shape| {
            let is_kind = matches!(shape.kind, ShapedKind::Tensor | ShapedKind::Memref);
            let dims = shape.dims.unwrap_or_default();
            is_kind && dims.contains(&Extent::Dynamic)
        })
    };
    enum Part {
        Op(OpId),
        Block(BlockId),
    }
    let (mut found, mut work) = (vec![], vec![Part::Op(op)]);
    while let Some(item) = work.pop() {
        let (values, inner): (_, Vec<Part>) = match item {
            Part::Op(op) => {
                let regions = program.regions(op).iter();
                let blocks = regions.flat_map(|&region| program.blocks(region));
                (
                    program.results(op),
                    blocks.copied().map(Part::Block).collect(),
                )
            }
            Part::Block(block) => {
                let ops = program.block_ops(block).iter().copied();
                (program.block_arguments(block), ops.map(Part::Op).collect())
            }
        };
        found.extend(values.iter().copied().filter(is_open));
        work.extend(inner.into_iter().rev());
    }
    found
}

fn equal(a: Column, b: Column) -> Expr<Column> {
    Expr::equal(Expr::Leaf(a), Expr::Leaf(b))
}

/// The distinct parts of a conjunction, without those that always hold.
fn take_apart(term: &Expr<Column>, parts: &mut Vec<Expr<Column>>) {
    match term {
        Expr::Apply(Operator::Min, all) if is_condition(term) => {
            all.iter().for_each(|part| take_apart(part, parts));
        }
        Expr::Integer(value) if *value == Int::ONE => {}
        _ if parts.contains(term) => {}
        _ => parts.push(term.clone()),
    }
}
