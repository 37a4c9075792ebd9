//! The predicates of the rule language that have a static truth value.

use super::{Evaluator, Result, or_stop};
use crate::formula::{Formula, Function};
use crate::item::Item;
use calipers_number::Int;
use calipers_program::term::Expr;
use calipers_program::{Extent, Program, TypeView};

impl<P: Program + ?Sized> Evaluator<'_, '_, P> {
    /// Evaluates a predicate on the op; none if the function is not one with a static truth value.
    pub(super) fn decide(
        &mut self,
        function: Function,
        arguments: &[Formula],
    ) -> Result<Option<bool>> {
        let argument = |n: usize| or_stop(arguments.get(n));
        Ok(Some(match function {
            Function::IsIndex
            | Function::IsInteger
            | Function::IsCondition
            | Function::IsShaped => {
                let subject = argument(0)?;
                let value = match self.operand_field(subject) {
                    Some(value) => value,
                    None => self.value(subject)?,
                };
                return Ok(function.holds_of_type(self.scalar_type(value)));
            }
            Function::IsStatic => {
                let value = self.value(argument(0)?)?;
                let dim = self.index(argument(1)?)?;
                let extent = self
                    .program
                    .value_type(value)
                    .shape()
                    .and_then(|shape| shape.extent(dim));
                matches!(extent, Some(Extent::Static(_)))
            }
            Function::IsConstant => match self.term(argument(0)?)? {
                Expr::Integer(_) => true,
                Expr::Leaf(column) => self.constants.constant(column)?.is_some(),
                Expr::Apply(..) => false,
            },
            Function::IsPresent => self.is_present(argument(0)?)?,
            Function::IsSame => match (argument(0)?, argument(1)?) {
                (Formula::Word(_), Formula::Word(_)) => false,
                (Formula::Word(word), subject) | (subject, Formula::Word(word)) => {
                    matches!(self.evaluate(subject)?, Item::Text(text) if text == word)
                }
                (one, other) => self.evaluate(one)? == self.evaluate(other)?,
            },
            _ => return Ok(None),
        }))
    }

    /// Whether an optional field is present, or a flag is set.
    fn is_present(&mut self, subject: &Formula) -> Result<bool> {
        if let Some((op, fields, field)) = self.attribute_field(subject) {
            return Ok(fields.is_present(self.program, op, field));
        }
        Ok(match self.evaluate(subject)? {
            Item::Missing => false,
            Item::Integer(value) => value != Int::ZERO,
            _ => true,
        })
    }
}

impl Function {
    /// Whether a type satisfies the predicate; none if this is not a predicate on types.
    pub fn holds_of_type(self, ty: TypeView<'_>) -> Option<bool> {
        Some(match self {
            Function::IsIndex => ty == TypeView::Index,
            Function::IsInteger => matches!(ty, TypeView::Integer { .. }),
            Function::IsCondition => matches!(ty, TypeView::Integer { width: 1 }),
            Function::IsShaped => ty.shape().is_some_and(|shape| shape.dims.is_some()),
            _ => return None,
        })
    }
}
