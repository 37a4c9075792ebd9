//! Values of any type that equal one of several other values, such as the result of a `select`.

use super::reader::NoConstants;
use super::{Body, ColumnKind, Define, Item, Place, Rules};
use crate::number::Int;
use crate::program::{OpId, Program, ValueId};
use crate::term::Expr;

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
        defines.find_map(|define| define.choices(self, program, op, place))
    }

    /// Whether the definition of a loop op proves that it runs at least once for any operands.
    pub fn surely_runs(&self, program: &dyn Program, op: OpId) -> bool {
        let known = self.op(program.op_name(op));
        let trips = known.map(|known| known.trips(self, program, op, &mut NoConstants));
        matches!(trips, Some(Ok(Expr::Integer(trips))) if trips >= Int::ONE)
    }
}

impl Define {
    fn choices(
        &self,
        rules: &Rules,
        program: &dyn Program,
        op: OpId,
        place: Place,
    ) -> Option<Vec<ValueId>> {
        let Body::Formula(body) = &self.body else {
            return None;
        };
        let (slot, number) = self.number_of(place)?;
        if !self.head.admits(program, op, None) {
            return None;
        }
        let constants = &mut NoConstants;
        let mut evaluator = self.head.bind(rules, program, op, None, constants);
        if let Some(slot) = slot {
            evaluator.variables[slot] = Some(Item::Integer(number.into()));
        }
        let given = self.head.conditions(&mut evaluator).ok()?;
        let mut values = vec![];
        evaluator.choices(body, &mut values).ok()?;
        given.is_empty().then_some(values)
    }
}
