//! Op schemas: how the operands, segments and attributes of an op become named fields.

use super::evaluate::Item;
use crate::number::Int;
use crate::program::{Attribute, OpId, Program};

/// Where a field of an op comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// One operand, the next in order.
    Operand,
    /// A list of operands: a segment, or all that the other fields leave.
    Operands,
    /// An operand that may be missing.
    Optional,
    /// A list that an attribute gives, the next of a segment of operands where an entry is dynamic.
    Mixed(String),
    /// An attribute.
    Attribute(String),
}

impl Source {
    fn takes_operands(&self) -> bool {
        !matches!(self, Source::Attribute(_))
    }
}

/// A named field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name in rules.
    pub name: String,
    /// Where it comes from.
    pub source: Source,
}

/// The fields of an op, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schema {
    /// The fields.
    pub fields: Vec<Field>,
}

/// What a dynamic entry of a static list reads as.
const DYNAMIC: i64 = i64::MIN;

impl Schema {
    /// The position of a field.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
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
        if let Source::Attribute(name) = source {
            return Some(
                program
                    .attribute(op, name)
                    .map_or(Item::Missing, Item::from),
            );
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
            Source::Operands => Some(Item::List(
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

    /// Which operands belong to a field: the first, and how many.
    fn segment(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
        field: usize,
    ) -> Option<(usize, usize)> {
        let taking: Vec<usize> = (0..self.fields.len())
            .filter(|&i| self.fields[i].source.takes_operands())
            .collect();
        let position = taking.iter().position(|&i| i == field)?;
        if let Some(Attribute::Integers(sizes)) = program.attribute(op, "operandSegmentSizes") {
            let size = |&size: &i64| usize::try_from(size).ok();
            let before: Option<usize> = sizes.get(..position)?.iter().map(size).sum();
            return Some((before?, size(sizes.get(position)?)?));
        }
        let total = program.operands(op).len();
        let is_single = |&&i: &&usize| self.fields[i].source == Source::Operand;
        let singles = taking.iter().filter(is_single).count();
        let lists = taking.len() - singles;
        let spare = total.checked_sub(singles)?;
        // Without segment sizes a single list takes what is spare; several are of one length.
        let each = spare.checked_div(lists).unwrap_or(0);
        if each * lists != spare {
            return None;
        }
        let mut start = 0;
        for &i in &taking {
            let length = if self.fields[i].source == Source::Operand {
                1
            } else {
                each
            };
            if i == field {
                return Some((start, length));
            }
            start += length;
        }
        None
    }
}
