//! The constants of a function, from which inputs of executions are derived: sizes of tiles and of buffers are among them.

use super::Watched;
use crate::instances::Instances;
use crate::nest::{Level, ops_within};
use crate::term::Term;
use calipers_egraph::Expr;
use calipers_program::{Attribute, Column, OpId, Program};
use calipers_support::order::Order;

/// Limit of the columns whose definitions are searched.
const MAX_COLUMNS: usize = 48;

/// The least constant of a definition that is of interest. Inputs are small without it.
const LEAST: i64 = 16;

impl Instances<'_> {
    /// The integers that constant ops of a function define, and the large ones in the definitions of what is watched and
    /// of the variables of the loops around it, such as static steps. In ascending order.
    pub(super) fn constants(
        &mut self,
        function: OpId,
        watched: &[Watched],
        levels: &[Level],
    ) -> Vec<i64> {
        let mut found = of_ops(self.program, function);
        let mut columns = vec![];
        for term in watched.iter().flat_map(|it| &it.terms) {
            read(term, &mut columns, &mut found);
        }
        for &variable in levels.iter().flat_map(|level| &level.variables) {
            note(Column::Value(variable), &mut columns);
        }
        let mut next = 0;
        while let Some(&column) = columns.get(next) {
            next += 1;
            let engine = self.analysis.engine();
            engine.class(column);
            if let Some(definition) = engine.definition(column) {
                read(&definition.term, &mut columns, &mut found);
            }
        }
        found.order();
        found.dedup();
        found
    }
}

fn of_ops(program: &dyn Program, function: OpId) -> Vec<i64> {
    let value = |op: OpId| match program.attribute(op, "value") {
        Some(Attribute::Integer(value)) => i64::try_from(&value).ok(),
        _ => None,
    };
    let ops = ops_within(program, function).into_iter();
    ops.filter_map(value).collect()
}

/// The columns and the large integers of a term.
fn read(term: &Term, columns: &mut Vec<Column>, found: &mut Vec<i64>) {
    match term {
        Expr::Integer(value) => {
            let value = i64::try_from(value).ok();
            found.extend(value.filter(|value| *value >= LEAST));
        }
        Expr::Leaf(column) => note(*column, columns),
        Expr::Apply(_, parts) => parts.iter().for_each(|part| read(part, columns, found)),
    }
}

fn note(column: Column, columns: &mut Vec<Column>) {
    if columns.len() < MAX_COLUMNS && !columns.contains(&column) {
        columns.push(column);
    }
}
