//! Op schemas: how the operands, segments and attributes of an op become named fields.

use super::evaluate::Item;
use super::fields::{Field, Fields, Source};
use crate::concept::{Constraint, Sort};
use crate::program::{OpId, Program, ValueId};

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

/// The kinds of fields: of an op's field, or of a role for all members of an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKinds {
    /// Attributes only.
    Attributes,
    /// Values or lists of values only.
    Values,
    /// Both, or not known.
    Mixed,
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
    /// Whether the schema has any constraint.
    pub fn has_constraints(&self) -> bool {
        self.fields.iter().any(|field| field.constraint.is_some())
            || self
                .results
                .iter()
                .any(|result| result.constraint.is_some())
            || !self.same_types.is_empty()
            || self.whole.is_some()
    }

    /// Whether the schema depends only on the types and the division of operands and results.
    #[inline]
    pub(super) fn is_about_types(&self) -> bool {
        let of_fields = self.fields.iter().map(|it| &it.constraint);
        let of_results = self.results.iter().map(|it| &it.constraint);
        let mut all = of_fields.chain(of_results).chain([&self.whole]).flatten();
        all.all(|constraint| constraint.sort == Sort::Type)
    }

    /// Whether it describes the operands passed to a successor.
    #[inline]
    pub fn has_successors(&self) -> bool {
        self.fields.iter().any(|field| field.successor.is_some())
    }

    /// The results of that name: the index of the first, and their number; none if the op's results do not match.
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

    /// The minimum and maximum number of operands; none if the schema does not describe them.
    pub(super) fn operand_count(&self) -> Option<(usize, Option<usize>)> {
        let (mut least, mut most, mut is_said) = (0, Some(0), false);
        for field in self.fields.iter() {
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

    /// The minimum and maximum number of results; none if the schema does not describe them.
    #[inline]
    pub(super) fn result_count(&self) -> Option<(usize, Option<usize>)> {
        let singles = self.results.iter().filter(|it| !it.is_list).count();
        let most = (singles == self.results.len()).then_some(singles);
        (!self.results.is_empty()).then_some((singles, most))
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

    /// The operands of a field: the index of the first, and their number; none if the op does not match the schema.
    #[inline]
    pub fn segment(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
        field: usize,
    ) -> Option<(usize, usize)> {
        self.fields.segment(program, op, field)
    }
}
