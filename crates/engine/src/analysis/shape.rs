//! Shapes: what they are made of, which values share one, and how they broadcast.

use super::{Analysis, Comparison, Unknown, Variable, Verdict};
use crate::number::Int;
use crate::program::{
    Column, Definition, Extent, OpId, Point, Program, ShapedKind, TypeView, ValueId,
};
use crate::rules::Item;
use crate::term::condition::is_condition;
use crate::term::{Expr, Id, Operator};
use hashbrown::HashMap;
use std::hash::Hash;

/// How many pairs are compared by what holds where both are there, in a search for classes.
const MAX_DECISIONS: usize = 4096;

/// How many elements of a tensor are told as parts of a shape.
const MAX_ELEMENTS: u32 = 64;

/// The interface of ops whose result, where it has the shape of the source, has its elements too.
const SAME_ELEMENTS: &str = "same-elements";
/// The interface of ops that repeat an operand along dimensions; `dims` says which of the result's
/// dimension each of the operand's becomes.
const BROADCAST: &str = "broadcast";

/// Why something is the same as the first of its class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sameness {
    /// Its definition is the same.
    Defined,
    /// What has executed before both of them are there, or before the point that is asked about, makes them the
    /// same.
    Proved,
}

/// What is the same: values of one shape, or dimensions of one size.
///
/// Each is the same as the first in every run in which both are there, or that comes to the point that is asked
/// about; so any two of them are the same where they and the first are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SameClass<T> {
    /// The first of them.
    pub first: T,
    /// The others in the order in which they were given, and why they belong here.
    pub others: Vec<(T, Sameness)>,
}

/// How it is known how many elements a value has.
enum Elements {
    /// By its type.
    Counted,
    /// By its first dimension, so many for each.
    Open(u32),
}

/// Columns of something that may be the same as something else.
struct Member<T> {
    of: T,
    columns: Vec<Column>,
}

impl Analysis<'_> {
    /// The sizes of a value of a ranked type.
    fn sizes(&self, value: ValueId) -> Option<Vec<Column>> {
        let (program, _) = self.engine.sources();
        let rank = program.value_type(value).shape()?.rank()?;
        let rank = u32::try_from(rank).ok()?;
        Some((0..rank).map(|dim| Column::Dim(value, dim)).collect())
    }

    /// Whether two values have the same shape at a point (the default one if none is given). Unranked
    /// values are not compared.
    ///
    /// A broadcast of which this holds for operand and result repeats nothing.
    pub fn have_same_shape(&mut self, a: ValueId, b: ValueId, point: Option<Point>) -> Verdict {
        let (Some(first), Some(second)) = (self.sizes(a), self.sizes(b)) else {
            return Verdict::Unknown(Unknown::NoBound);
        };
        if first.len() != second.len() {
            return Verdict::Refuted;
        }
        self.all_hold(self.equal_sizes(a, b), point)
    }

    /// That each size of a value is that of another.
    pub fn equal_sizes(&self, a: ValueId, b: ValueId) -> Vec<Expr<Column>> {
        let sizes = |value| self.sizes(value).unwrap_or_default().into_iter();
        sizes(a).zip(sizes(b)).map(|(a, b)| equal(a, b)).collect()
    }

    /// Whether conditions hold, one after the other.
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

    /// Like [`Analysis::prove_at`]; where the definition of a condition, as the rules write it, is a conjunction,
    /// each part is proved by itself, within budgets of its own.
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

    /// The parts of the conjunction that a condition is by its definition, as the rules write it.
    pub fn parts_of(&mut self, condition: Column) -> Vec<Expr<Column>> {
        self.engine.class(condition);
        let mut parts = vec![];
        if let Some(definition) = self.engine.definition(condition) {
            take_apart(&definition.term, &mut parts);
        }
        parts
    }

    /// Whether values broadcast to one shape: aligned at their last dimensions, of each two sizes they
    /// are the same, or one of them is 1.
    pub fn are_broadcastable(&mut self, values: &[ValueId], point: Option<Point>) -> Verdict {
        match self.fitting_sizes(values) {
            Some(all) => self.all_hold(all, point),
            None => Verdict::Unknown(Unknown::NoBound),
        }
    }

    /// That values broadcast to one shape; none if one of them has no rank.
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

    /// Whether a dimension of a value has size 1 at a point (the default one if none is given).
    pub fn is_unit(&mut self, value: ValueId, dim: u32, point: Option<Point>) -> Verdict {
        let size = Variable::column(Column::Dim(value, dim));
        self.compare_at(&size, Comparison::Eq, &Variable::constant(1), point)
    }

    /// The operand that the result of an op is, elements and all, if it has its shape: of a reshape, or of a
    /// broadcast that leaves the dimensions in their order. What such ops are the rules say (`same-elements`,
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
        // Other dimensions in the place of its own make another tensor of it.
        let in_order = dims.iter().enumerate().all(|(place, dim)| match dim {
            Item::Integer(dim) => usize::try_from(dim).is_ok_and(|dim| dim == place),
            _ => false,
        });
        in_order.then_some(operand)
    }

    /// Whether a broadcast or a reshape does nothing: its result has the shape of the operand, and so is that
    /// operand. At a point; right after the op if none is given.
    ///
    /// Unknown of what is the result of no such op ([`Analysis::source_of_elements`]). Costs as much as
    /// [`Analysis::have_same_shape`].
    pub fn is_no_op(&mut self, result: ValueId, point: Option<Point>) -> Verdict {
        match self.source_of_elements(result) {
            Some(source) => self.have_same_shape(source, result, point),
            None => Verdict::Unknown(Unknown::NoBound),
        }
    }

    /// What each size of a value is, in terms of allowed columns, as [`Analysis::expression_at`] tells it at a
    /// point (the default one if none is given).
    ///
    /// # Errors
    /// For a size of which no equality is found, [`Unknown`]: why. None at all of an unranked value.
    pub fn shape(
        &mut self,
        value: ValueId,
        point: Option<Point>,
        allowed: impl Fn(Column) -> bool,
    ) -> Vec<Result<Variable, Unknown>> {
        let sizes = self.sizes(value).unwrap_or_default();
        self.told(&sizes, point, &allowed)
    }

    /// What each element of a small tensor of integers is, or each extent of a dialect's shape
    /// (`!shape.shape`), in terms of allowed columns at a point (the default one if none is given): the sizes of
    /// the shape that it stands for. Where no bound of how many there are is known, those before the first of
    /// which nothing is found.
    ///
    /// # Errors
    /// For an element of which no equality is found, [`Unknown`]: why. None at all of other values.
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

    /// Whether a value has as many elements as [`Analysis::elements`] tells of it in every run, and not more or
    /// fewer.
    pub fn has_known_length(&mut self, value: ValueId) -> bool {
        match self.kind_of_elements(value) {
            None | Some(Elements::Counted) => true,
            Some(Elements::Open(_)) => {
                let outer = self.range(Column::Dim(value, 0));
                outer.as_constant().is_some()
            }
        }
    }

    /// Whether two small tensors of integers, or shapes of a dialect, have the same elements, as lists, at a point
    /// (the default one if none is given). Unknown where it is not known how many there are.
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

    /// All elements of a value that stands for few integers; none if it is not known how many they are.
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

    /// Which of some values, in program order, have the same shape: where both are there, or, of values that are
    /// there at the point that is given, at that point. A value that shares it with no other is a class of its own;
    /// one without a rank is left out.
    ///
    /// Costs a decision for each value and each class before it that it is not seen to differ from, up to 4096;
    /// then definitions alone count.
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

    /// Which of the dimensions of some values, in program order, have the same size: those that the types
    /// leave open, each with its number.
    ///
    /// Costs as much as [`Analysis::shape_classes`].
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

    /// Where two columns are compared: at a point at which both are there, else where they are there first.
    fn point_of_both(&self, (a, b): (Column, Column), point: Option<Point>) -> Option<Point> {
        let mut both = [a, b].into_iter();
        let are_there = both.all(|it| self.engine.exists_at(it, point));
        let point = point.filter(|_| are_there);
        point.or_else(|| self.engine.common_point([a, b]))
    }

    /// Whether a run is seen in which two columns differ.
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

/// The values in an op whose sizes are open to question, tensors and memrefs with a dimension that their
/// type leaves open, in program order.
pub fn shaped_values(program: &(impl Program + ?Sized), op: OpId) -> Vec<ValueId> {
    let is_open = |value: &ValueId| {
        let shape = program.value_type(*value).shape();
        shape.is_some_and(|shape| {
            let is_kind = matches!(shape.kind, ShapedKind::Tensor | ShapedKind::Memref);
            let dims = shape.dims.unwrap_or_default();
            is_kind && dims.contains(&Extent::Dynamic)
        })
    };
    let (mut found, mut work) = (vec![], vec![op]);
    while let Some(op) = work.pop() {
        found.extend(program.results(op).iter().copied().filter(is_open));
        let mut inner: Vec<OpId> = vec![];
        for &region in program.regions(op) {
            for &block in program.blocks(region) {
                let arguments = program.block_arguments(block).iter().copied();
                found.extend(arguments.filter(is_open));
                inner.extend(program.block_ops(block));
            }
        }
        work.extend(inner.into_iter().rev());
    }
    found
}

fn equal(a: Column, b: Column) -> Expr<Column> {
    Expr::equal(Expr::Leaf(a), Expr::Leaf(b))
}

/// The parts of a conjunction, each once, without those that always hold.
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
