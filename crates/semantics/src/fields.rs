//! The named fields of an op, and the division of its operands into fields.

use crate::concept::Constraint;
use crate::item::Item;
use calipers_number::Int;
use calipers_program::{Attribute, OpId, Program, ValueId};
use std::borrow::Cow;
use std::ops::Deref;

/// The source of a field of an op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// One operand, the next in order.
    Operand,
    /// A list of operands: a segment, or all operands that the other fields do not take.
    Operands,
    /// That many segments of operands, concatenated into one list.
    Segments(usize),
    /// An operand that may be missing.
    Optional,
    /// A list with static entries in an attribute; each dynamic entry is the next operand of a segment.
    Mixed(String),
    /// The first of these attributes that the op has.
    Attribute(Vec<String>),
}

impl Source {
    /// The possible names of the attribute, if the field is one.
    #[inline]
    pub fn attributes(&self) -> Option<&[String]> {
        match self {
            Source::Attribute(names) => Some(names),
            _ => None,
        }
    }
}

/// A named field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name in rules.
    pub name: String,
    /// The operands or the attribute that it consists of.
    pub source: Source,
    /// The constraint on each of its values or on its attribute.
    pub constraint: Option<Constraint>,
    /// The number of the successor whose block arguments its operands become.
    pub successor: Option<usize>,
}

/// The operands that a sequence of fields takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Share {
    /// The number of segments.
    segments: usize,
    /// The total number of operands of the fields with a fixed number.
    operands: usize,
    /// The number of fields with a variable number of operands.
    lists: usize,
}

impl Share {
    fn of(source: &Source) -> Share {
        let (segments, operands, lists) = match source {
            Source::Operand => (1, 1, 0),
            Source::Segments(count) => (*count, *count, 0),
            Source::Operands | Source::Optional | Source::Mixed(_) => (1, 0, 1),
            Source::Attribute(_) => (0, 0, 0),
        };
        Share {
            segments,
            operands,
            lists,
        }
    }

    #[inline]
    fn and(self, other: Share) -> Share {
        Share {
            segments: self.segments + other.segments,
            operands: self.operands + other.operands,
            lists: self.lists + other.lists,
        }
    }
}

/// The fields of an op, in order. The operands before each field are summed up when the field is added, so that
/// looking up a field of an op costs constant time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fields {
    all: Vec<Field>,
    /// For each field, the operands of all fields before it.
    before: Vec<Share>,
    /// The operands of all fields.
    total: Share,
    /// Whether some field may have a number of operands other than one.
    varies: bool,
}

impl Deref for Fields {
    type Target = [Field];

    #[inline]
    fn deref(&self) -> &[Field] {
        &self.all
    }
}

/// The value of a dynamic entry in a static list, as in MLIR.
const DYNAMIC: i64 = i64::MIN;

impl Fields {
    /// Appends a field.
    #[inline]
    pub fn push(&mut self, field: Field) {
        self.before.push(self.total);
        self.total = self.total.and(Share::of(&field.source));
        self.varies |= !matches!(field.source, Source::Operand | Source::Attribute(_));
        self.all.push(field);
    }

    /// The number of operands of an op, if each field is exactly one operand or an attribute.
    #[inline]
    pub fn fixed_operands(&self) -> Option<usize> {
        (!self.varies).then_some(self.total.operands)
    }

    /// The segment sizes of the operands, if the op states them.
    #[inline]
    pub fn told_segments<'p>(
        program: &'p (impl Program + ?Sized),
        op: OpId,
    ) -> Option<Cow<'p, [i64]>> {
        match program.attribute(op, "operandSegmentSizes") {
            Some(Attribute::Integers(sizes)) => Some(sizes),
            _ => None,
        }
    }

    /// The operands of a field: the index of the first, and their number; none if the op does not match the fields,
    /// or if the field is an attribute.
    #[inline]
    pub fn segment(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
        field: usize,
    ) -> Option<(usize, usize)> {
        self.segment_of(program, op, program.operands(op).len(), field)
    }

    /// The segment of a field on an op with that many operands.
    fn segment_of(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
        operands: usize,
        field: usize,
    ) -> Option<(usize, usize)> {
        let before = self.before.get(field)?;
        let own = Share::of(&self.all.get(field)?.source);
        if own.segments == 0 {
            return None;
        }
        let spare = operands.checked_sub(self.total.operands);
        // Fast path: each field is one operand.
        if !self.varies {
            return (spare == Some(0)).then_some((before.operands, 1));
        }
        if let Some(sizes) = Fields::told_segments(program, op) {
            let last = before.segments + own.segments;
            let sum = |sizes: &[i64]| -> Option<usize> {
                sizes.iter().map(|&size| usize::try_from(size).ok()).sum()
            };
            let first = sum(sizes.get(..before.segments)?)?;
            return Some((first, sum(sizes.get(before.segments..last)?)?));
        }
        // Without segment sizes, a single list takes all spare operands; several lists have equal lengths.
        let each = match self.total.lists {
            0 | 1 => spare?,
            lists => spare? / lists,
        };
        if Some(each * self.total.lists) != spare {
            return None;
        }
        let start = before.operands + before.lists * each;
        Some((start, own.operands + own.lists * each))
    }

    /// The first operand of a field.
    pub fn operand(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
        field: usize,
    ) -> Option<ValueId> {
        if self.varies {
            return self.operands(program, op, field)?.first().copied();
        }
        let operands = program.operands(op);
        let place = self.before.get(field)?.operands;
        let operand = operands.get(place).copied();
        operand.filter(|_| operands.len() == self.total.operands)
    }

    /// The operands of a field.
    #[inline]
    pub(super) fn operands<'p>(
        &self,
        program: &'p (impl Program + ?Sized),
        op: OpId,
        field: usize,
    ) -> Option<&'p [ValueId]> {
        let operands = program.operands(op);
        let (start, length) = self.segment_of(program, op, operands.len(), field)?;
        operands.get(start..start.checked_add(length)?)
    }

    /// The operands of a field that is a list.
    #[inline]
    pub(super) fn list<'p>(
        &self,
        program: &'p (impl Program + ?Sized),
        op: OpId,
        field: usize,
    ) -> Option<&'p [ValueId]> {
        match self.get(field)?.source {
            Source::Operands | Source::Segments(_) => self.operands(program, op, field),
            _ => None,
        }
    }

    /// The attribute of a field on an op; none if the op lacks it, or if the field is not an attribute.
    #[inline]
    pub(super) fn attribute<'p>(
        &self,
        program: &'p (impl Program + ?Sized),
        op: OpId,
        field: usize,
    ) -> Option<Attribute<'p>> {
        let names = self.get(field)?.source.attributes()?;
        names.iter().find_map(|name| program.attribute(op, name))
    }

    /// Whether the op has the attribute of a field. The attribute of a flag may be present with the value `false`.
    #[inline]
    pub fn is_present(&self, program: &(impl Program + ?Sized), op: OpId, field: usize) -> bool {
        let found = self.attribute(program, op, field);
        found.is_some_and(|attribute| attribute != Attribute::Bool(false))
    }

    /// The value of a field on an op; none if the op does not match the fields.
    pub(super) fn value<'p>(
        &self,
        program: &'p (impl Program + ?Sized),
        op: OpId,
        field: usize,
    ) -> Option<Item<'p>> {
        let source = &self.all.get(field)?.source;
        if let Source::Attribute(_) = source {
            let found = self.attribute(program, op, field);
            return Some(found.map_or(Item::Missing, Item::from));
        }
        if let Source::Operand = source {
            return self.operand(program, op, field).map(Item::Value);
        }
        let operands = self.operands(program, op, field)?;
        let list = || Item::List(operands.iter().map(|&value| Item::Value(value)).collect());
        match source {
            Source::Optional => Some(
                operands
                    .first()
                    .map_or(Item::Missing, |&value| Item::Value(value)),
            ),
            Source::Mixed(name) => match program.attribute(op, name) {
                Some(Attribute::Integers(statics)) => mixed(&statics, operands),
                Some(_) => Some(Item::Opaque),
                None => Some(list()),
            },
            _ => Some(list()),
        }
    }
}

/// The list with these static entries, whose dynamic entries are taken from `dynamic` in order; none if `dynamic` is
/// too short.
fn mixed<'p>(statics: &[i64], dynamic: &[ValueId]) -> Option<Item<'p>> {
    let mut dynamic = dynamic.iter();
    let mut entries = Vec::with_capacity(statics.len());
    for &entry in statics {
        entries.push(match entry {
            DYNAMIC => Item::Value(*dynamic.next()?),
            _ => Item::Integer(Int::from(entry)),
        });
    }
    Some(Item::List(entries))
}
