//! The values that a formula can evaluate to, for any outcome of its conditions.

use super::{Evaluator, Item, Result, Stop, or_stop};
use crate::formula::Formula;
use crate::program::{Program, ValueId};
use crate::term::Operator;

impl<P: Program + ?Sized> Evaluator<'_, '_, P> {
    /// Collects the values between which a formula chooses.
    ///
    /// # Errors
    /// The formula may have a value that is not one of these unchanged.
    pub(crate) fn choices(&mut self, formula: &Formula, found: &mut Vec<ValueId>) -> Result<()> {
        match formula {
            Formula::Operator(Operator::Select, parts) => {
                let arms = parts.iter().skip(1);
                arms.into_iter()
                    .try_for_each(|arm| self.choices(arm, found))
            }
            Formula::First { slot, parts } => {
                let [list, _, value, default] = &**parts;
                for element in self.list(list)?.into_owned() {
                    *or_stop(self.variables.get_mut(*slot))? = Some(element);
                    self.choices(value, found)?;
                }
                self.choices(default, found)
            }
            Formula::Variable(_) | Formula::Call(..) => match self.evaluate(formula)? {
                Item::Value(value) => {
                    found.push(value);
                    Ok(())
                }
                _ => Err(Stop::Inapplicable),
            },
            _ => Err(Stop::Inapplicable),
        }
    }
}
