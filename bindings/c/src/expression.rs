//! Terms over integers and columns of a program, which questions are about.

use crate::nodes::Nodes;
use crate::{Answer, CModule, Error, free, guard, list, shared, string};
use calipers::analysis::Comparison;
use calipers::analysis::column_name;
use calipers::program::{Column, Definition, NoProgram, Program, TypeView, ValueId};
use calipers::term::Expr;
use calipers::term::condition::is_truth;
use std::cell::OnceCell;
use std::ffi::c_char;

/// The maximal nesting depth of terms, the same as that of script forms: functions on terms recurse.
const MAX_DEPTH: usize = 500;

/// The maximal number of nodes of a term; a shared subterm counts once per occurrence.
const MAX_SIZE: usize = 1 << 20;

/// A term: `calipers_expression`.
pub struct Expression {
    pub(crate) term: Expr<Column>,
    depth: usize,
    size: usize,
    /// Its nodes, once they were asked for.
    nodes: OnceCell<Nodes>,
}

/// A pointer to a condition. A term that is not 0 or 1 by its structure must be compared, so that a number that slipped in
/// is no condition that holds.
///
/// # Safety
/// As for [`shared`].
pub(crate) unsafe fn condition_at<'a>(pointer: *const Expression) -> Answer<&'a Expression> {
    // SAFETY: as promised by the caller.
    let condition = unsafe { shared(pointer, "condition")? };
    match is_truth(&condition.term) {
        true => Ok(condition),
        false => {
            Err("`condition` is an integer, not a condition: compare it, as in `x != 0`".to_owned())
        }
    }
}

impl Expression {
    fn new(term: Expr<Column>, depth: usize, size: usize) -> Expression {
        Expression {
            term,
            depth,
            size,
            nodes: OnceCell::new(),
        }
    }

    fn leaf(term: Expr<Column>) -> *mut Expression {
        Box::into_raw(Box::new(Expression::new(term, 1, 1)))
    }

    /// A term of an answer.
    pub(crate) fn of(term: Expr<Column>) -> Expression {
        let (depth, size) = extent(&term);
        Expression::new(term, depth, size)
    }

    /// Boxes a term of an answer for C.
    pub(crate) fn answer(term: Expr<Column>) -> *mut Expression {
        Box::into_raw(Box::new(Expression::of(term)))
    }

    pub(crate) fn nodes(&self) -> &Nodes {
        self.nodes.get_or_init(|| Nodes::of(&self.term))
    }

    /// The value of its first column that has one.
    pub(crate) fn first_value(&self) -> Option<ValueId> {
        let mut first = None;
        self.term
            .for_each_leaf(&mut |column| first = first.or(column.value()));
        first
    }

    /// Checks that every column of the term exists in the program.
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

/// The nesting depth and the number of nodes of a term that the engine returned.
fn extent(term: &Expr<Column>) -> (usize, usize) {
    match term {
        Expr::Integer(_) | Expr::Leaf(_) => (1, 1),
        Expr::Apply(_, operands) => operands.iter().map(extent).fold((1, 1), |all, operand| {
            (all.0.max(1 + operand.0), all.1 + operand.1)
        }),
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
        Column::Trip(_) => matches!(program.definition(value), Definition::Argument { .. }),
        Column::Symbol(_) => true,
    };
    let problem = || {
        let text = column_name(column, program);
        format!("`{text}` does not exist: the value has another type")
    };
    (!fits).then(problem)
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
            8 => Column::Trip(value),
            kind => return Err(format!("there is no kind of column {kind}")),
        })
    }

    /// The column for C.
    pub(crate) fn of(column: Column) -> CColumn {
        let (kind, index) = match column {
            Column::Value(_) => (0, 0),
            Column::Unsigned(_) => (1, 0),
            Column::Dim(_, dim) => (2, dim),
            Column::Stride(_, dim) => (3, dim),
            Column::Offset(_) => (4, 0),
            Column::Rank(_) => (5, 0),
            Column::Element(_, index) => (6, index),
            Column::Symbol(symbol) => (7, symbol),
            Column::Trip(_) => (8, 0),
        };
        let value = column.value().map_or(0, |value| value.0);
        CColumn { kind, value, index }
    }
}

/// Creates an integer constant.
#[unsafe(no_mangle)]
pub extern "C" fn calipers_expression_integer(value: i64) -> *mut Expression {
    Expression::leaf(Expr::integer(value))
}

/// Creates the term of a column.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_expression_column(
    column: CColumn,
    error: *mut *mut Error,
) -> *mut Expression {
    let make = || Ok(Expression::leaf(Expr::Leaf(column.read()?)));
    // SAFETY: as the header says.
    unsafe { guard(error, make) }.unwrap_or(std::ptr::null_mut())
}

/// Applies the operator that has that number in the header.
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
            let known = calipers::term::Operator::NAMES.get(operator as usize);
            let (known, name) = known.ok_or_else(|| format!("there is no operator {operator}"))?;
            match known.accepts(terms.len()) {
                true => Ok(Expr::apply(*known, terms)),
                false => Err(format!("`{name}` takes no {} operands", terms.len())),
            }
        }
        (Some(_), ..) => Err("a comparison takes two operands".into()),
    }
}

/// Creates a term over other terms, which it copies.
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
        let operands: Answer<Vec<&Expression>> = operands
            .iter()
            // SAFETY: as the header says.
            .map(|&operand| unsafe { shared(operand, "an operand") })
            .collect();
        let operands = operands?;
        let depth = 1 + operands.iter().map(|it| it.depth).max().unwrap_or(0);
        let size = operands.iter().map(|it| it.size).sum::<usize>() + 1;
        if depth > MAX_DEPTH || size > MAX_SIZE {
            return Err(format!(
                "terms nest {MAX_DEPTH} deep at most, and have {MAX_SIZE} nodes at most"
            ));
        }
        let terms = operands.iter().map(|it| it.term.clone()).collect();
        let term = apply(operator, terms)?;
        Ok(Box::into_raw(Box::new(Expression::new(term, depth, size))))
    };
    // SAFETY: as the header says.
    unsafe { guard(error, make) }.unwrap_or(std::ptr::null_mut())
}

/// Prints the term in the notation of scripts.
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
        let mut named = |column: &Column| Expr::Leaf(column_name(*column, program));
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
