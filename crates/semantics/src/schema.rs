//! Op schemas: how the operands, segments and attributes of an op become named fields.

use super::fields::{Field, Fields};
use crate::concept::Constraint;
use crate::item::Item;
use calipers_program::{OpId, Program, ValueId};

/// A named result, or the list of the remaining results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultField {
    /// Its name.
    pub name: String,
    /// Whether it is the list of all results that have no other name.
    pub is_list: bool,
    /// The constraint on the type or value of each result.
    pub constraint: Option<Constraint>,
}

/// The fields of an op, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schema {
    /// The fields.
    pub fields: Fields,
    /// The results in order; empty if the schema does not describe them.
    pub results: Vec<ResultField>,
    /// Groups of fields and results that must have equal types.
    pub same_types: Vec<Vec<String>>,
    /// The constraint on the op as a whole.
    pub whole: Option<Constraint>,
}

impl Schema {
    /// The position of a field.
    #[inline]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    /// The operands that a terminator passes to a successor, if a field describes them.
    #[inline]
    pub fn successor_operands<'p>(
        &self,
        program: &'p (impl Program + ?Sized),
        op: OpId,
        successor: usize,
    ) -> Option<&'p [ValueId]> {
        let is_handed = |field: &Field| field.successor == Some(successor);
        let field = self.fields.iter().position(is_handed)?;
        self.fields.operands(program, op, field)
    }

    /// The value of a field on an op; none if the op does not match the schema.
    #[inline]
    pub fn field<'p>(
        &self,
        program: &'p (impl Program + ?Sized),
        op: OpId,
        field: usize,
    ) -> Option<Item<'p>> {
        self.fields.value(program, op, field)
    }
}
