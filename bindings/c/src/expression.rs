//! What can be asked about: numbers, columns of a program, terms over them.

use crate::{Answer, CModule, Error, free, guard, list, shared, string};
use calipers::analysis::Comparison;
use calipers::program::{Column, NoProgram, Program, TypeView, ValueId};
use calipers::term::{Expr, Operator};
use std::ffi::c_char;

/// A term: `calipers_expression`.
pub struct Expression {
    pub(crate) term: Expr<Column>,
}

impl Expression {
    fn new(term: Expr<Column>) -> *mut Expression {
        Box::into_raw(Box::new(Expression { term }))
    }

    /// Whether every column in it is one of the program.
    pub(crate) fn check(&self, program: &dyn Program) -> Answer<()> {
        let mut problem = None;
        self.term.for_each_leaf(&mut |&column| {
            if problem.is_none() {
                problem = wrong_with(column, program);
            }
        });
        problem.map_or(Ok(()), Err)
    }
}

fn wrong_with(column: Column, program: &dyn Program) -> Option<String> {
    let value = column.value()?;
    if !program.has_value(value) {
        return Some(format!("there is no value {}", value.0));
    }
    let ty = program.value_type(value);
    let shape = ty.shape();
    let rank = shape.and_then(|shape| shape.rank());
    let fits = match column {
        Column::Value(_) => matches!(ty, TypeView::Index | TypeView::Integer { .. }),
        Column::Unsigned(_) => matches!(ty, TypeView::Integer { .. }),
        Column::Dim(_, dim) | Column::Stride(_, dim) => {
            rank.is_some_and(|rank| (dim as usize) < rank)
        }
        Column::Offset(_) => rank.is_some(),
        Column::Rank(_) | Column::Element(..) => shape.is_some(),
        Column::Trip(_) | Column::Symbol(_) => true,
    };
    let text = column.display(program);
    (!fits).then(|| format!("`{text}` does not exist: the value has another type"))
}

/// A column: `calipers_column`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CColumn {
    kind: u32,
    value: u32,
    index: u32,
}

impl CColumn {
    pub(crate) fn read(self) -> Answer<Column> {
        let value = ValueId(self.value);
        Ok(match self.kind {
            0 => Column::Value(value),
            1 => Column::Unsigned(value),
            2 => Column::Dim(value, self.index),
            3 => Column::Stride(value, self.index),
            4 => Column::Offset(value),
            5 => Column::Rank(value),
            6 => Column::Element(value, self.index),
            7 => Column::Symbol(self.index),
            kind => return Err(format!("there is no kind of column {kind}")),
        })
    }
}

/// The integer.
#[unsafe(no_mangle)]
pub extern "C" fn calipers_expression_integer(value: i64) -> *mut Expression {
    Expression::new(Expr::integer(value))
}

/// The column.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_expression_column(
    column: CColumn,
    error: *mut *mut Error,
) -> *mut Expression {
    let make = || Ok(Expression::new(Expr::Leaf(column.read()?)));
    // SAFETY: as the header says.
    unsafe { guard(error, make) }.unwrap_or(std::ptr::null_mut())
}

/// The operator of that number in the header, of these operands.
fn apply(operator: u32, terms: Vec<Expr<Column>>) -> Answer<Expr<Column>> {
    let comparison = match operator {
        12 => Some(Comparison::Lt),
        13 => Some(Comparison::Ne),
        14 => Some(Comparison::Ge),
        15 => Some(Comparison::Gt),
        _ => None,
    };
    match (comparison, operator, &terms[..]) {
        (Some(comparison), _, [a, b]) => Ok(comparison.condition(a, b)),
        (None, 16, [term]) => Ok(Expr::negation(term.clone())),
        (None, 17, [a, b]) => Ok(Expr::difference(a.clone(), b.clone())),
        (None, _, terms) => {
            let known = Operator::ALL.get(operator as usize);
            let known = known.ok_or_else(|| format!("there is no operator {operator}"))?;
            match known.accepts(terms.len()) {
                true => Ok(Expr::apply(*known, terms)),
                false => Err(format!(
                    "`{}` takes no {} operands",
                    known.name(),
                    terms.len()
                )),
            }
        }
        (Some(_), ..) => Err("a comparison takes two operands".into()),
    }
}

/// A term over others, which it copies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_expression_apply(
    operator: u32,
    operands: *const *const Expression,
    operand_count: usize,
    error: *mut *mut Error,
) -> *mut Expression {
    let make = || {
        // SAFETY: as the header says.
        let operands = unsafe { list(operands, operand_count, "operands")? };
        let terms: Answer<Vec<_>> = operands
            .iter()
            // SAFETY: as the header says.
            .map(|&operand| Ok(unsafe { shared(operand, "an operand")? }.term.clone()))
            .collect();
        Ok(Expression::new(apply(operator, terms?)?))
    };
    // SAFETY: as the header says.
    unsafe { guard(error, make) }.unwrap_or(std::ptr::null_mut())
}

/// The term as scripts write it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_expression_text(
    expression: *const Expression,
    module: *const CModule,
) -> *mut c_char {
    let print = || {
        // SAFETY: as the header says.
        let (expression, module) = unsafe { (shared(expression, "expression")?, module.as_ref()) };
        let program: &dyn Program = match module {
            Some(module) => {
                expression.check(&*module.module)?;
                &*module.module
            }
            None => &NoProgram,
        };
        let mut named = |column: &Column| Expr::Leaf(column.display(program));
        Ok(string(&expression.term.map(&mut named).to_string()))
    };
    // SAFETY: there is no place for an error.
    unsafe { guard(std::ptr::null_mut(), print) }.unwrap_or(std::ptr::null_mut())
}

/// Frees a term.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_expression_free(expression: *mut Expression) {
    // SAFETY: as the header says.
    unsafe { free(expression) }
}
