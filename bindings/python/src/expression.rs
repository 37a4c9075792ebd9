//! Terms, built with Python's operators.

use crate::places::{own, point_for};
use crate::program::{Op, Value};
use crate::{bad, no_pickle};
use calipers::analysis::Comparison;
use calipers::analysis::column_name;
use calipers::ir::Module;
use calipers::number::Int;
use calipers::program::{Column, NoProgram, Point, Program};
use calipers::term::condition::is_truth;
use calipers::term::{Expr, Operator};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximal nesting depth of terms, the same as that of script forms: functions on terms recurse.
const MAX_DEPTH: usize = 500;

/// The maximal number of nodes of a term; a shared subterm counts once per occurrence.
const MAX_SIZE: usize = 1 << 20;

/// A term over numbers, variables and columns of a program. Conditions are terms that are 0 or 1.
#[pyclass(module = "calipers", frozen)]
#[derive(Clone)]
pub struct Expression {
    /// The program that its columns belong to, if it has any.
    module: Option<Arc<Module>>,
    pub(crate) term: Expr<Column>,
    depth: usize,
    size: usize,
}

/// The names of the variables, by their numbers.
fn names() -> MutexGuard<'static, Vec<String>> {
    static NAMES: Mutex<Vec<String>> = Mutex::new(vec![]);
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The name of a variable, or the text of a column.
pub(crate) fn leaf_name(column: Column, program: &dyn Program) -> String {
    let known = match column {
        Column::Symbol(number) => names().get(number as usize).cloned(),
        _ => None,
    };
    known.unwrap_or_else(|| column_name(column, program))
}

/// The columns in which a bound may be expressed.
pub(crate) fn columns_of(terms: Vec<Operand<'_>>) -> PyResult<Vec<Column>> {
    let column = |term: Operand<'_>| match term.read()?.term {
        Expr::Leaf(column) => Ok(column),
        _ => Err(bad("a bound is in terms of values and sizes, not of terms")),
    };
    terms.into_iter().map(column).collect()
}

/// The text of a proof, with the names of the variables.
pub(crate) fn proof_text(proof: &calipers::proof::Proof, program: &dyn Program) -> String {
    let text = calipers::proof::text(proof, program).to_string();
    let name = |number: u32| names().get(number as usize).cloned();
    calipers::proof::with_names(&text, &name)
}

/// A term as text.
pub(crate) fn text(term: &Expr<Column>, program: &dyn Program) -> String {
    let mut named = |column: &Column| Expr::Leaf(leaf_name(*column, program));
    term.map(&mut named).to_string()
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

fn deepest(operands: &[Expression]) -> usize {
    operands
        .iter()
        .map(|operand| operand.depth)
        .max()
        .unwrap_or(0)
}

/// Everything that converts to a term: a term, a value, an integer (numpy's too).
#[derive(FromPyObject)]
pub enum Operand<'py> {
    Expression(Expression),
    Value(Value),
    Other(Bound<'py, PyAny>),
}

fn no_operand(kind: &str, hint: &str) -> PyErr {
    let expected = "expected an integer, a value or an expression";
    PyTypeError::new_err(format!("{expected}, not {kind}{hint}"))
}

/// Converts a Python integer of any size.
pub(crate) fn integer(number: &Bound<'_, PyAny>) -> PyResult<Int> {
    if number.is_instance_of::<pyo3::types::PyBool>() {
        return Err(no_operand("a bool", ""));
    }
    let number = number.call_method0("__index__").map_err(|_| {
        let kind = number.get_type().name().map(|name| name.to_string());
        let kind = kind.unwrap_or_default();
        // A name for a value is the likeliest slip.
        let name = number.extract::<String>().ok();
        let hint = name.map(|name| {
            let name = name.trim_start_matches('%');
            let is_name = name
                .chars()
                .all(|c| c.is_alphanumeric() || "_$.#-".contains(c));
            match is_name {
                true => format!(": the value of that name is `module[\"%{name}\"]`"),
                false => ": terms consist of values, as in `module[\"%x\"] + 1 <= 9`".to_owned(),
            }
        });
        let hint = hint.unwrap_or_default();
        no_operand(&kind, &hint)
    })?;
    match number.extract::<i64>() {
        Ok(small) => Ok(Int::from(small)),
        Err(_) => Int::from_str(&number.str()?.to_cow()?).map_err(|error| bad(error.to_string())),
    }
}

impl Operand<'_> {
    /// The operand as a condition. A term that is 1 whenever it is not 0 must be compared, so that a number that slipped
    /// in is no condition that holds.
    pub(crate) fn read_condition(self) -> PyResult<Expression> {
        self.read()?.condition()
    }

    pub(crate) fn read(self) -> PyResult<Expression> {
        match self {
            Operand::Expression(expression) => Ok(expression),
            Operand::Value(value) => value.own_expression(),
            Operand::Other(number) => Ok(Expression {
                module: None,
                term: Expr::Integer(integer(&number)?),
                depth: 1,
                size: 1,
            }),
        }
    }
}

impl Expression {
    pub(crate) fn column(module: &Arc<Module>, column: Column) -> Expression {
        Expression {
            module: Some(Arc::clone(module)),
            term: Expr::Leaf(column),
            depth: 1,
            size: 1,
        }
    }

    /// Wraps a term of an answer about the same program.
    pub(crate) fn answer(module: &Arc<Module>, term: Expr<Column>) -> Expression {
        let (depth, size) = extent(&term);
        Expression {
            module: Some(Arc::clone(module)),
            term,
            depth,
            size,
        }
    }

    /// The term, if it is a condition.
    fn condition(&self) -> PyResult<Expression> {
        match is_truth(&self.term) {
            true => Ok(self.clone()),
            false => Err(bad(format!(
                "expected a condition, but `{}` is an integer: compare it, as in `x != 0`",
                self.__str__()
            ))),
        }
    }

    /// Checks that the term has no columns or columns of that program.
    pub(crate) fn check(&self, module: &Arc<Module>) -> PyResult<()> {
        self.module.as_ref().map_or(Ok(()), |of| own(module, of))
    }

    /// As [`check`](Expression::check), and the point before an op, which must be in the function of the term's values.
    pub(crate) fn point(&self, module: &Arc<Module>, at: Option<&Op>) -> PyResult<Option<Point>> {
        self.check(module)?;
        let mut values = vec![];
        self.term
            .for_each_leaf(&mut |column| values.extend(column.value()));
        point_for(module, at, &values)
    }

    /// Applies an operator. Adding to a sum extends it instead of nesting it.
    fn apply(operator: Operator, operands: Vec<Expression>) -> PyResult<Expression> {
        if !operator.accepts(operands.len()) {
            return Err(bad(format!("`{}` needs other operands", operator.name())));
        }
        let chain = operands.first().and_then(|first| match &first.term {
            Expr::Apply(inner, parts) if *inner == operator => Some((first.depth, parts.to_vec())),
            _ => None,
        });
        let chain = chain.filter(|(_, parts)| operator.accepts(parts.len() + operands.len() - 1));
        let Some((depth, parts)) = chain else {
            return Expression::over(operands, |terms| Expr::apply(operator, terms));
        };
        let rest = deepest(&operands[1..]);
        let longer = |terms: Vec<Expr<Column>>| {
            let terms: Vec<_> = parts.into_iter().chain(terms.into_iter().skip(1)).collect();
            Expr::apply(operator, terms)
        };
        Expression::of_depth(depth.max(1 + rest), operands, longer)
    }

    fn over(
        operands: Vec<Expression>,
        make: impl FnOnce(Vec<Expr<Column>>) -> Expr<Column>,
    ) -> PyResult<Expression> {
        Expression::of_depth(1 + deepest(&operands), operands, make)
    }

    fn of_depth(
        depth: usize,
        operands: Vec<Expression>,
        make: impl FnOnce(Vec<Expr<Column>>) -> Expr<Column>,
    ) -> PyResult<Expression> {
        let mut module: Option<Arc<Module>> = None;
        let mut terms = vec![];
        let mut size = 1;
        for operand in operands {
            size += operand.size;
            match (&module, &operand.module) {
                (Some(a), Some(b)) if !Arc::ptr_eq(a, b) => {
                    return Err(bad("these are of different programs"));
                }
                (None, Some(_)) => module = operand.module.clone(),
                _ => {}
            }
            terms.push(operand.term);
        }
        if size > MAX_SIZE {
            return Err(bad(format!("terms have {MAX_SIZE} nodes at most")));
        }
        if depth > MAX_DEPTH {
            return Err(bad(format!("terms nest {MAX_DEPTH} deep at most")));
        }
        Ok(Expression {
            module,
            term: make(terms),
            depth,
            size,
        })
    }

    fn with(&self, operator: Operator, other: Operand<'_>) -> PyResult<Expression> {
        Expression::apply(operator, vec![self.clone(), other.read()?])
    }

    fn before(&self, operator: Operator, other: Operand<'_>) -> PyResult<Expression> {
        Expression::apply(operator, vec![other.read()?, self.clone()])
    }

    fn compare(&self, comparison: Comparison, other: Operand<'_>) -> PyResult<Expression> {
        Expression::over(vec![self.clone(), other.read()?], |terms| {
            comparison.condition(&terms[0], &terms[1])
        })
    }

    fn program(&self) -> &dyn Program {
        match &self.module {
            Some(module) => &**module,
            None => &NoProgram,
        }
    }

    fn minus(a: Expression, b: Expression) -> PyResult<Expression> {
        Expression::over(vec![a, b], |terms| {
            Expr::difference(terms[0].clone(), terms[1].clone())
        })
    }
}

#[pymethods]
impl Expression {
    /// A free variable, which no program defines, by its number.
    #[staticmethod]
    fn symbol(number: u32) -> Expression {
        Expression {
            module: None,
            term: Expr::Leaf(Column::Symbol(number)),
            depth: 1,
            size: 1,
        }
    }

    /// Converts an operand to a term.
    #[staticmethod]
    fn of(operand: Operand<'_>) -> PyResult<Expression> {
        operand.read()
    }

    /// The minimum or maximum of terms, or a selection between two by a condition.
    #[staticmethod]
    #[pyo3(signature = (operator, *operands))]
    fn call(operator: &str, operands: Vec<Operand<'_>>) -> PyResult<Expression> {
        let known = calipers::term::Operator::named(operator);
        let known = known.ok_or_else(|| bad(format!("there is no operator `{operator}`")))?;
        let operands: PyResult<Vec<_>> = operands.into_iter().map(Operand::read).collect();
        Expression::apply(known, operands?)
    }

    pub(crate) fn __add__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.with(Operator::Add, other)
    }

    pub(crate) fn __radd__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.before(Operator::Add, other)
    }

    pub(crate) fn __sub__(&self, other: Operand<'_>) -> PyResult<Expression> {
        Expression::minus(self.clone(), other.read()?)
    }

    pub(crate) fn __rsub__(&self, other: Operand<'_>) -> PyResult<Expression> {
        Expression::minus(other.read()?, self.clone())
    }

    pub(crate) fn __mul__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.with(Operator::Mul, other)
    }

    pub(crate) fn __rmul__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.before(Operator::Mul, other)
    }

    pub(crate) fn __floordiv__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.with(Operator::FloorDiv, other)
    }

    pub(crate) fn __truediv__(&self, _other: &Bound<'_, PyAny>) -> PyResult<Expression> {
        Err(PyTypeError::new_err(
            "terms are integers, which have no `/`: `//` divides and rounds down",
        ))
    }

    pub(crate) fn __rfloordiv__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.before(Operator::FloorDiv, other)
    }

    pub(crate) fn __mod__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.with(Operator::Mod, other)
    }

    pub(crate) fn __rmod__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.before(Operator::Mod, other)
    }

    pub(crate) fn __neg__(&self) -> PyResult<Expression> {
        Expression::over(vec![self.clone()], |terms| {
            Expr::scaled(-1, terms[0].clone())
        })
    }

    pub(crate) fn __abs__(&self) -> PyResult<Expression> {
        Expression::apply(Operator::Max, vec![self.clone(), self.__neg__()?])
    }

    pub(crate) fn __le__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.compare(Comparison::Le, other)
    }

    pub(crate) fn __lt__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.compare(Comparison::Lt, other)
    }

    pub(crate) fn __ge__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.compare(Comparison::Ge, other)
    }

    pub(crate) fn __gt__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.compare(Comparison::Gt, other)
    }

    pub(crate) fn __eq__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.compare(Comparison::Eq, other)
    }

    pub(crate) fn __ne__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.compare(Comparison::Ne, other)
    }

    /// Of conditions: on integers `&` is not bitwise.
    pub(crate) fn __and__(&self, other: Operand<'_>) -> PyResult<Expression> {
        let sides = vec![self.condition()?, other.read_condition()?];
        Expression::apply(Operator::Min, sides)
    }

    pub(crate) fn __or__(&self, other: Operand<'_>) -> PyResult<Expression> {
        let sides = vec![self.condition()?, other.read_condition()?];
        Expression::apply(Operator::Max, sides)
    }

    pub(crate) fn __invert__(&self) -> PyResult<Expression> {
        self.condition()?;
        Expression::over(vec![self.clone()], |terms| Expr::negation(terms[0].clone()))
    }

    fn __bool__(&self) -> PyResult<bool> {
        // Dictionaries compare keys with the same hash: a term equals itself.
        if let Expr::Apply(Operator::Eq, sides) = &self.term
            && let [a, b] = &sides[..]
            && a == b
        {
            return Ok(true);
        }
        Err(bad(
            "a condition is neither true nor false by itself: ask an analysis to prove it. `&`, `|` and `~` combine \
             conditions; `calipers.minimum`, `maximum` and `select` are terms",
        ))
    }

    /// The value of a constant term, else `None`.
    #[getter]
    fn constant<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match &self.term {
            Expr::Integer(value) => python_integer(py, value).map(Some),
            _ => Ok(None),
        }
    }

    /// The operator of a term: `+`, `*`, `floordiv`, `ceildiv`, `mod`, `truncdiv`, `truncmod`, `min`, `max`, `select`,
    /// `<=` or `==`; `None` for integers, variables and columns.
    #[getter]
    fn operator(&self) -> Option<&'static str> {
        match &self.term {
            Expr::Apply(operator, _) => Some(operator.name()),
            Expr::Integer(_) | Expr::Leaf(_) => None,
        }
    }

    /// The operands of the operator, in order.
    #[getter]
    fn operands(&self) -> Vec<Expression> {
        let Expr::Apply(_, operands) = &self.term else {
            return vec![];
        };
        let part = |term: &Expr<Column>| {
            let (depth, size) = extent(term);
            Expression {
                module: self.module.clone(),
                term: term.clone(),
                depth,
                size,
            }
        };
        operands.iter().map(part).collect()
    }

    /// Whether two terms are written the same; `==` makes a term instead.
    fn is_same(&self, other: Operand<'_>) -> PyResult<bool> {
        let other = other.read()?;
        // Terms of variables alone are of no program.
        let of_one_program = match (&self.module, &other.module) {
            (Some(a), Some(b)) if !Arc::ptr_eq(a, b) => {
                let mut has_columns = false;
                self.term
                    .for_each_leaf(&mut |it| has_columns |= !matches!(it, Column::Symbol(_)));
                !has_columns
            }
            _ => true,
        };
        Ok(of_one_program && self.term == other.term)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(no_pickle(
            "an Expression",
            "pickle its text, `str(expression)`",
        ))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.term.hash(&mut hasher);
        hasher.finish()
    }

    /// The variable of that name: the same for the same name.
    #[staticmethod]
    fn variable(name: &str) -> PyResult<Expression> {
        let read = calipers::sexp::read(name).unwrap_or_default();
        let is_atom = matches!(&read[..], [form] if form.as_atom() == Some(name));
        if !is_atom || name.parse::<Int>().is_ok() {
            return Err(bad(format!(
                "`{name}` is no name of a variable: it would read as something else in a term"
            )));
        }
        let mut names = names();
        let known = names.iter().position(|it| it == name);
        let number = known.unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        });
        Ok(Expression::symbol(
            u32::try_from(number).unwrap_or(u32::MAX),
        ))
    }

    /// The name of a variable, or the text of a column; `None` for other terms.
    #[getter]
    fn name(&self) -> Option<String> {
        match &self.term {
            Expr::Leaf(column) => Some(leaf_name(*column, self.program())),
            _ => None,
        }
    }

    fn __str__(&self) -> String {
        text(&self.term, self.program())
    }

    fn __repr__(&self) -> String {
        format!("<Expression {}>", self.__str__())
    }
}

/// Converts an integer of any size to Python.
pub(crate) fn python_integer<'py>(py: Python<'py>, value: &Int) -> PyResult<Bound<'py, PyAny>> {
    match i64::try_from(value) {
        Ok(small) => Ok(small.into_pyobject(py)?.into_any()),
        Err(_) => py
            .get_type::<pyo3::types::PyInt>()
            .call1((value.to_string(),)),
    }
}
