//! Values of any type that equal one of several other values, such as the result of a `select`.

use super::Rules;
use super::reader::NoConstants;
use calipers_number::Int;
use calipers_program::term::{Expr, Operator};
use calipers_program::{OpId, Program, ValueId};
use calipers_semantics::{Body, ColumnKind, Define, Evaluator, Formula, Item, Place, Stop};

impl Rules {
    /// The values that `place` of an op may equal, if its rules define it as a value or as a choice between values,
    /// such as the operands that the regions of a conditional yield.
    pub fn chosen_from(
        &self,
        program: &dyn Program,
        op: OpId,
        place: Place,
    ) -> Option<Vec<ValueId>> {
        let defines = &self.op(program.op_name(op))?.defines;
        let of_values = |it: &&std::sync::Arc<Define>| it.kind == ColumnKind::Value;
        let mut defines = defines.iter().filter(of_values);
        defines.find_map(|define| choices(define, self, program, op, place))
    }

    /// Whether the definition of a loop op proves that it runs at least once for any operands.
    pub fn surely_runs(&self, program: &dyn Program, op: OpId) -> bool {
        let known = self.op(program.op_name(op));
        let trips = known.map(|known| known.trips(self, program, op, &mut NoConstants));
        matches!(trips, Some(Ok(Expr::Integer(trips))) if trips >= Int::ONE)
    }
}

fn choices(
    define: &Define,
    rules: &Rules,
    program: &dyn Program,
    op: OpId,
    place: Place,
) -> Option<Vec<ValueId>> {
    let Body::Formula(body) = &define.body else {
        return None;
    };
    let (slot, number) = define.number_of(place)?;
    let constants = &mut NoConstants;
    let mut evaluator = define.head.bind(rules, program, op, None, constants);
    if let Some(slot) = slot {
        evaluator.variables[slot] = Some(Item::Integer(number.into()));
    }
    let given = define.head.conditions(&mut evaluator).ok()?;
    let mut values = vec![];
    collect(&mut evaluator, body, &mut values).ok()?;
    given.is_empty().then_some(values)
}

/// Collects the values between which a formula chooses.
///
/// # Errors
/// The formula may have a value that is not one of these unchanged.
fn collect(
    evaluator: &mut Evaluator<'_, '_, dyn Program + '_>,
    formula: &Formula,
    found: &mut Vec<ValueId>,
) -> Result<(), Stop> {
    match formula {
        Formula::Operator(Operator::Select, parts) => {
            let arms = parts.iter().skip(1);
            arms.into_iter()
                .try_for_each(|arm| collect(evaluator, arm, found))
        }
        Formula::First { slot, parts } => {
            let [list, _, value, default] = &**parts;
            for element in evaluator.list(list)?.into_owned() {
                let variable = evaluator.variables.get_mut(*slot);
                *variable.ok_or(Stop::Inapplicable)? = Some(element);
                collect(evaluator, value, found)?;
            }
            collect(evaluator, default, found)
        }
        Formula::Variable(_) | Formula::Call(..) => match evaluator.evaluate(formula)? {
            Item::Value(value) => {
                found.push(value);
                Ok(())
            }
            _ => Err(Stop::Inapplicable),
        },
        _ => Err(Stop::Inapplicable),
    }
}
