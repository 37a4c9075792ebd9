//! Op schemas: how the operands, segments and attributes of an op become named fields.

use super::evaluate::Item;
use crate::concept::{Constraint, Sort};
use crate::number::Int;
use crate::program::{Attribute, OpId, Program, ValueId};
use smallvec::SmallVec;
use std::borrow::Cow;

/// Where a field of an op comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// One operand, the next in order.
    Operand,
    /// A list of operands: a segment, or all that the other fields leave.
    Operands,
    /// That many segments of operands, as one list.
    Segments(usize),
    /// An operand that may be missing.
    Optional,
    /// A list that an attribute gives, the next of a segment of operands where an entry is dynamic.
    Mixed(String),
    /// The first of these attributes that the op has.
    Attribute(Vec<String>),
}

impl Source {
    /// How many segments of operands it takes.
    fn segments(&self) -> usize {
        match self {
            Source::Attribute(_) => 0,
            Source::Segments(count) => *count,
            _ => 1,
        }
    }

    /// How many operands it takes, where it always takes the same number.
    fn fixed_length(&self) -> Option<usize> {
        match self {
            Source::Operand => Some(1),
            Source::Segments(count) => Some(*count),
            _ => None,
        }
    }
}

/// A named field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name in rules.
    pub name: String,
    /// Where it comes from.
    pub source: Source,
    /// What each of its values satisfies, or its attribute: about types, values or attributes.
    pub constraint: Option<Constraint>,
    /// The number of the successor whose block arguments its operands become.
    pub successor: Option<usize>,
}

/// A named result, or the results that are left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultField {
    /// Its name.
    pub name: String,
    /// Whether it is all that the others leave.
    pub is_list: bool,
    /// What each satisfies: about types or values.
    pub constraint: Option<Constraint>,
}

/// What fields stand for: those of the members of an interface in one role, or one of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FieldKinds {
    /// Attributes, all of them.
    Attributes,
    /// Values, or lists of them, all of them.
    Values,
    /// Some the one, some the other; or it is not known.
    Mixed,
}

/// The fields of an op, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schema {
    /// The fields.
    pub fields: Vec<Field>,
    /// The results, in order; none where nothing is said of them.
    pub results: Vec<ResultField>,
    /// Names of fields and results whose values are all of one type.
    pub same_types: Vec<Vec<String>>,
    /// What the op as a whole satisfies.
    pub whole: Option<Constraint>,
}

/// What a dynamic entry of a static list reads as.
const DYNAMIC: i64 = i64::MIN;

impl Schema {
    /// Whether it constrains anything.
    pub fn has_constraints(&self) -> bool {
        self.fields.iter().any(|field| field.constraint.is_some())
            || self
                .results
                .iter()
                .any(|result| result.constraint.is_some())
            || !self.same_types.is_empty()
            || self.whole.is_some()
    }

    /// Whether all that it says can be seen by the types of operands and results, and by how they are divided.
    pub(super) fn is_about_types(&self) -> bool {
        let of_fields = self.fields.iter().map(|it| &it.constraint);
        let of_results = self.results.iter().map(|it| &it.constraint);
        let mut all = of_fields.chain(of_results).chain([&self.whole]).flatten();
        all.all(|constraint| constraint.sort == Sort::Type)
    }

    /// How the operands of an op are divided, where it says so.
    pub(super) fn told_segments<'p>(
        program: &'p (impl Program + ?Sized),
        op: OpId,
    ) -> Option<Cow<'p, [i64]>> {
        match program.attribute(op, "operandSegmentSizes") {
            Some(Attribute::Integers(sizes)) => Some(sizes),
            _ => None,
        }
    }

    /// Whether it says what is handed to a successor.
    pub fn has_successors(&self) -> bool {
        self.fields.iter().any(|field| field.successor.is_some())
    }

    /// The results that a name stands for: the first, and how many; none where the op has others.
    pub fn result_range(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
        name: &str,
    ) -> Option<(usize, usize)> {
        let position = self.results.iter().position(|result| result.name == name)?;
        let total = program.results(op).len();
        let singles = self.results.iter().filter(|it| !it.is_list).count();
        let spare = total.checked_sub(singles)?;
        let lists = self.results.iter().any(|it| it.is_list);
        if !lists && spare > 0 {
            return None;
        }
        let length = |it: &ResultField| if it.is_list { spare } else { 1 };
        let start = self.results[..position].iter().map(length).sum();
        Some((start, length(&self.results[position])))
    }

    /// The position of a field.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    /// The operands that a terminator hands to a successor, as far as a field says so.
    pub fn successor_operands<'p>(
        &self,
        program: &'p (impl Program + ?Sized),
        op: OpId,
        successor: usize,
    ) -> Option<&'p [ValueId]> {
        let is_handed = |field: &Field| field.successor == Some(successor);
        let (start, length) = self.segment(program, op, self.fields.iter().position(is_handed)?)?;
        program.operands(op).get(start..start.checked_add(length)?)
    }

    /// How many operands an op has, where every field is one operand or none.
    pub(super) fn fixed_operands(&self) -> Option<usize> {
        let mut all = self.fields.iter();
        all.try_fold(0, |count, field| match field.source {
            Source::Operand => Some(count + 1),
            Source::Attribute(_) => Some(count),
            _ => None,
        })
    }

    /// Which operand a field is, where every field is one operand or none.
    pub(super) fn fixed_operand(&self, field: usize) -> Option<usize> {
        self.fixed_operands()
            .map(|_| self.single_operands_before(field))
    }

    /// How many fields before that one are one operand each.
    fn single_operands_before(&self, field: usize) -> usize {
        let before = self.fields.iter().take(field);
        let single = before.filter(|it| matches!(it.source, Source::Operand));
        single.count()
    }

    /// How many operands an op has, at least and at most; none where nothing is said of them.
    pub(super) fn operand_count(&self) -> Option<(usize, Option<usize>)> {
        let (mut least, mut most, mut is_said) = (0, Some(0), false);
        for field in &self.fields {
            match &field.source {
                Source::Attribute(_) => continue,
                Source::Operand => {
                    least += 1;
                    most = most.map(|count| count + 1);
                }
                Source::Optional => most = most.map(|count| count + 1),
                Source::Operands | Source::Segments(_) | Source::Mixed(_) => most = None,
            }
            is_said = true;
        }
        is_said.then_some((least, most))
    }

    /// How many results an op has, at least and at most; none where nothing is said of them.
    pub(super) fn result_count(&self) -> Option<(usize, Option<usize>)> {
        let singles = self.results.iter().filter(|it| !it.is_list).count();
        let most = (singles == self.results.len()).then_some(singles);
        (!self.results.is_empty()).then_some((singles, most))
    }

    /// The value of a field on an op; none where the op does not have the form that the schema
    /// says.
    pub fn field<'p>(
        &self,
        program: &'p (impl Program + ?Sized),
        op: OpId,
        field: usize,
    ) -> Option<Item<'p>> {
        let source = &self.fields.get(field)?.source;
        if let Source::Attribute(names) = source {
            let mut found = names.iter().filter_map(|name| program.attribute(op, name));
            return Some(found.next().map_or(Item::Missing, Item::from));
        }
        let (start, length) = self.segment(program, op, field)?;
        let operands = program
            .operands(op)
            .get(start..start.checked_add(length)?)?;
        match source {
            Source::Operand => Some(Item::Value(*operands.first()?)),
            Source::Optional => Some(
                operands
                    .first()
                    .map_or(Item::Missing, |&value| Item::Value(value)),
            ),
            Source::Operands | Source::Segments(_) => Some(Item::List(
                operands.iter().map(|&value| Item::Value(value)).collect(),
            )),
            Source::Mixed(name) => {
                let mut dynamic = operands.iter();
                let Some(Attribute::Integers(statics)) = program.attribute(op, name) else {
                    return Some(Item::List(
                        dynamic.map(|&value| Item::Value(value)).collect(),
                    ));
                };
                let entry = |&entry: &i64| match entry {
                    DYNAMIC => dynamic.next().map(|&value| Item::Value(value)),
                    _ => Some(Item::Integer(Int::from(entry))),
                };
                statics
                    .iter()
                    .map(entry)
                    .collect::<Option<Vec<_>>>()
                    .map(Item::List)
            }
            Source::Attribute(_) => None,
        }
    }

    /// Which operands belong to a field: the first, and how many; none where the op does not have the
    /// form that the schema says.
    pub fn segment(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
        field: usize,
    ) -> Option<(usize, usize)> {
        // Where each field is one operand, nothing needs to be counted.
        if let Some(all) = self.fixed_operands() {
            let has_all = program.operands(op).len() == all;
            return has_all.then(|| (self.single_operands_before(field), 1));
        }
        let all = (0..self.fields.len()).filter(|&i| self.fields[i].source.segments() > 0);
        let taking: SmallVec<[usize; 8]> = all.collect();
        let position = taking.iter().position(|&i| i == field)?;
        if let Some(sizes) = Schema::told_segments(program, op) {
            let segments = |&i: &usize| self.fields[i].source.segments();
            let first: usize = taking[..position].iter().map(segments).sum();
            let last = first.checked_add(segments(&field))?;
            let sum = |sizes: &[i64]| -> Option<usize> {
                sizes.iter().map(|&size| usize::try_from(size).ok()).sum()
            };
            return Some((sum(sizes.get(..first)?)?, sum(sizes.get(first..last)?)?));
        }
        let total = program.operands(op).len();
        let fixed = |&i: &usize| self.fields[i].source.fixed_length();
        let lists = taking.iter().filter(|i| fixed(i).is_none()).count();
        let spare = total.checked_sub(taking.iter().filter_map(fixed).sum())?;
        // Without segment sizes a single list takes what is spare; several are of one length.
        let each = spare.checked_div(lists).unwrap_or(0);
        if each * lists != spare {
            return None;
        }
        let mut start = 0;
        for &i in &taking {
            let length = fixed(&i).unwrap_or(each);
            if i == field {
                return Some((start, length));
            }
            start += length;
        }
        None
    }
}
