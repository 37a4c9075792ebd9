//! The state of a run: the current value of every SSA value.

use super::value::{Value, unsigned};
use calipers::ir::Module;
use calipers::program::{Column, Program, TypeView, ValueId};

/// The current values of a run. A value stays until it is computed again; questions at a point are about values that
/// dominate it, which are current.
#[derive(Clone)]
pub struct State<'m> {
    module: &'m Module,
    values: Vec<Option<Value>>,
    /// The number of completed iterations, by induction variable.
    trips: Vec<Option<i128>>,
}

impl<'m> State<'m> {
    /// An empty state.
    pub fn new(module: &'m Module) -> State<'m> {
        let count = module.value_count();
        State {
            module,
            values: vec![None; count],
            trips: vec![None; count],
        }
    }

    /// The current value.
    pub fn value(&self, value: ValueId) -> Option<&Value> {
        self.values[value.index()].as_ref()
    }

    pub(super) fn set(&mut self, id: ValueId, value: Value) {
        self.values[id.index()] = Some(value);
    }

    pub(super) fn set_trip(&mut self, id: ValueId, trip: i128) {
        self.trips[id.index()] = Some(trip);
    }

    /// The current value of a column; none if it does not exist or is unknown.
    pub fn column(&self, column: Column) -> Option<i128> {
        let value = self.value(column.value()?)?;
        match (column, value) {
            (Column::Value(_), Value::Integer(value)) => Some(*value),
            (Column::Unsigned(id), Value::Integer(value)) => match self.module.value_type(id) {
                TypeView::Integer { width } => Some(unsigned(*value, width)),
                _ => None,
            },
            (Column::Dim(_, at), Value::Shaped(shaped)) => shaped.dims.get(at as usize).copied(),
            (Column::Stride(_, at), Value::Shaped(shaped)) => {
                shaped.strides.get(at as usize).copied()
            }
            (Column::Offset(_), Value::Shaped(shaped)) => Some(shaped.offset),
            (Column::Rank(_), Value::Shaped(shaped)) => Some(shaped.dims.len() as i128),
            (Column::Element(_, at), Value::Shaped(shaped)) => {
                let element = shaped.elements.as_ref()?.get(at as usize).copied()?;
                match column.width(self.module) {
                    Some(1) => Some(unsigned(element, 1)),
                    _ => Some(element),
                }
            }
            (Column::Trip(id), _) => self.trips[id.index()],
            _ => None,
        }
    }
}
