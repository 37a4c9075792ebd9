//! Variables: the subjects of queries.

use crate::number::Int;
use crate::program::{AffineExpr, AffineMap, Column, ValueId};
use crate::term::{Expr, Operator};

/// The subject of a query: a constant, a column, an affine map over variables, or any term over columns.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    term: Expr<Column>,
}

impl Variable {
    /// An integer.
    pub fn constant(value: impl Into<Int>) -> Variable {
        Variable {
            term: Expr::integer(value),
        }
    }

    /// An index value, or the signed reading of a fixed-width integer.
    pub fn value(value: ValueId) -> Variable {
        Variable::column(Column::Value(value))
    }

    /// The size of a dimension of a shaped value.
    pub fn dim(value: ValueId, dim: u32) -> Variable {
        Variable::column(Column::Dim(value, dim))
    }

    /// A column.
    pub fn column(column: Column) -> Variable {
        Variable {
            term: Expr::Leaf(column),
        }
    }

    /// Any term over columns.
    pub fn term(term: Expr<Column>) -> Variable {
        Variable { term }
    }

    /// An affine map with one result over variables, dimensions first. `None` if the map has not exactly one result, or
    /// another number of operands.
    pub fn map(map: &AffineMap, operands: &[Variable]) -> Option<Variable> {
        let [result] = &map.results[..] else {
            return None;
        };
        if operands.len() != map.inputs() {
            return None;
        }
        Some(Variable {
            term: substitute(result, map.dims as usize, operands)?,
        })
    }

    /// The variable as a term.
    pub fn as_term(&self) -> &Expr<Column> {
        &self.term
    }

    /// The column, if the variable is a single one.
    pub fn as_column(&self) -> Option<Column> {
        match self.term {
            Expr::Leaf(column) => Some(column),
            _ => None,
        }
    }

    /// The columns of the term, in order and with repetitions.
    pub fn columns(&self) -> Vec<Column> {
        let mut columns = vec![];
        self.term.for_each_leaf(&mut |&column| columns.push(column));
        columns
    }
}

impl From<Column> for Variable {
    fn from(column: Column) -> Variable {
        Variable::column(column)
    }
}

impl From<ValueId> for Variable {
    fn from(value: ValueId) -> Variable {
        Variable::value(value)
    }
}

impl From<i64> for Variable {
    fn from(value: i64) -> Variable {
        Variable::constant(value)
    }
}

fn substitute(expr: &AffineExpr, dims: usize, operands: &[Variable]) -> Option<Expr<Column>> {
    Some(match expr {
        AffineExpr::Dim(n) => operands.get(*n as usize)?.term.clone(),
        AffineExpr::Symbol(n) => operands.get(dims + *n as usize)?.term.clone(),
        AffineExpr::Constant(value) => Expr::Integer(value.clone()),
        AffineExpr::Binary(operator, lhs, rhs) => {
            let operator = Operator::from(*operator);
            Expr::apply(
                operator,
                [
                    substitute(lhs, dims, operands)?,
                    substitute(rhs, dims, operands)?,
                ],
            )
        }
    })
}
