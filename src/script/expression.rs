//! Translates forms to terms: the expressions of the command language.

use super::error::{ScriptError, shortened};
use super::names::{Names, is_large_integer};
use super::program::Scope as ProgramScope;
use super::{foreign, operators};
use crate::number::{Int, Range};
use crate::program::{Column, TypeView, ValueId};
use crate::sexp::{Form, FormKind};
use crate::term::condition::negated;
use crate::term::{Expr, Operator};
use calipers_support::order::Order;

/// The sort of an expression: integers and conditions do not mix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Sort {
    Integer,
    Condition,
}

impl Sort {
    fn article(self) -> &'static str {
        match self {
            Sort::Integer => "an integer",
            Sort::Condition => "a condition",
        }
    }
}

/// A parsed term.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    pub(super) term: Expr<Column>,
    pub(super) sort: Sort,
    /// The integer, if the text is a constant.
    constant: Option<Int>,
}

impl Typed {
    fn integer(term: Expr<Column>, constant: Option<Int>) -> Typed {
        Typed {
            term,
            sort: Sort::Integer,
            constant,
        }
    }

    fn condition(term: Expr<Column>) -> Typed {
        Typed {
            term,
            sort: Sort::Condition,
            constant: None,
        }
    }

    /// The integer, if the text is a constant.
    pub(super) fn as_constant(&self) -> Option<&Int> {
        self.constant.as_ref()
    }
}

/// The number of arguments of a sum that are added in one step.
const CHUNK: usize = 512;

type Result<T> = std::result::Result<T, ScriptError>;

/// Parses expressions over the variables of a script and the values of a program.
pub(super) struct Reader<'s, 'p> {
    pub(super) names: &'s mut Names,
    pub(super) program: Option<&'s ProgramScope<'p>>,
    /// The variables without a name that occur.
    pub(super) declared: Vec<(u32, Range)>,
}

impl Reader<'_, '_> {
    /// Parses an integer expression.
    pub(super) fn integer(&mut self, form: &Form) -> Result<Typed> {
        self.of_sort(form, Sort::Integer)
    }

    /// Parses a condition.
    pub(super) fn condition(&mut self, form: &Form) -> Result<Typed> {
        self.of_sort(form, Sort::Condition)
    }

    /// The column that a form denotes.
    pub(super) fn column(&mut self, form: &Form) -> Result<Column> {
        match self.expression(form)?.term {
            Expr::Leaf(column) => Ok(column),
            _ => Err(ScriptError::new(
                form.span,
                "expected a variable, not an expression",
            )),
        }
    }

    fn of_sort(&mut self, form: &Form, sort: Sort) -> Result<Typed> {
        let read = self.expression(form)?;
        if read.sort == sort {
            return Ok(read);
        }
        if sort == Sort::Condition
            && let Expr::Leaf(Column::Value(value)) = read.term
            && let Some(column) = self.truth(value)
        {
            let is_zero = Expr::equal(Expr::Leaf(column), Expr::integer(0));
            return Ok(Typed::condition(Expr::negation(is_zero)));
        }
        let (wanted, found) = (sort.article(), read.sort.article());
        let error = ScriptError::new(form.span, format!("expected {wanted}, but this is {found}"));
        Err(match sort {
            Sort::Condition => error.with_help("compare it: `(!= … 0)`"),
            Sort::Integer => error.with_help("choose integers by it: `(select … 1 0)`"),
        })
    }

    /// The column that is 1 if a value of a program is true, else 0: of an `i1`, or of a value of a dialect type that
    /// rules treat as a condition.
    fn truth(&self, value: ValueId) -> Option<Column> {
        match self.program.as_ref()?.type_of(value) {
            TypeView::Integer { width: 1 } => Some(Column::Unsigned(value)),
            TypeView::Other => Some(Column::Value(value)),
            _ => None,
        }
    }

    /// Parses any expression. The recursion is bounded by the nesting limit of the S-expression reader.
    pub(super) fn expression(&mut self, form: &Form) -> Result<Typed> {
        match &form.kind {
            FormKind::Integer(value) => Ok(Typed::integer(
                Expr::Integer(value.clone()),
                Some(value.clone()),
            )),
            FormKind::Atom(word) => self.word(form, word),
            FormKind::Str(_) => Err(ScriptError::new(form.span, "a string is not an expression")),
            FormKind::List(forms) => match forms.split_first() {
                None => Err(ScriptError::new(
                    form.span,
                    "expected an expression in `()`",
                )),
                Some((head, arguments)) => match &head.kind {
                    FormKind::Atom(name) => self.call(form, head, name, arguments),
                    _ => Err(ScriptError::new(head.span, "expected an operator")),
                },
            },
        }
    }

    fn word(&mut self, form: &Form, word: &str) -> Result<Typed> {
        match word {
            "true" => return Ok(Typed::condition(Expr::integer(1))),
            "false" => return Ok(Typed::condition(Expr::integer(0))),
            _ => {}
        }
        if is_large_integer(word) {
            let (number, range) = self.names.large_integer(word);
            self.declared.push((number, range));
            return Ok(Typed::integer(Expr::Leaf(Column::Symbol(number)), None));
        }
        if let Some(number) = self.names.lookup(word) {
            let range = self.names.range(number);
            let constant = range.and_then(Range::as_constant).cloned();
            return Ok(Typed::integer(Expr::Leaf(Column::Symbol(number)), constant));
        }
        if word.starts_with('%') {
            let column = self.program_scope(form)?.value(form, word)?;
            return Ok(Typed::integer(Expr::Leaf(column), None));
        }
        let error = ScriptError::new(form.span, format!("`{}` is not declared", shortened(word)));
        if let Some(help) = foreign::operator(word) {
            return Err(error.with_help(help));
        }
        let value = format!("%{word}");
        if self.program.is_some_and(|scope| scope.has(&value)) {
            return Err(error.with_help(format!("did you mean `{value}`?")));
        }
        let mut known: Vec<&str> = self.names.visible().collect();
        known.order();
        Err(error.suggesting(word, known))
    }

    fn program_scope(&self, form: &Form) -> Result<&ProgramScope<'_>> {
        self.program.ok_or_else(|| ScriptError::no_program(form))
    }

    fn call(&mut self, form: &Form, head: &Form, name: &str, arguments: &[Form]) -> Result<Typed> {
        let count = |count: Count| count.check(form, name, arguments.len());
        match name {
            "+" | "*" | "min" | "max" => {
                count(Count::AtLeast(1))?;
                let operator = match name {
                    "+" => Operator::Add,
                    "*" => Operator::Mul,
                    "min" => Operator::Min,
                    _ => Operator::Max,
                };
                let arguments = self.integers(arguments)?;
                Ok(folded(operator, arguments))
            }
            "-" => {
                count(Count::AtLeast(1))?;
                Ok(difference(self.integers(arguments)?))
            }
            "floordiv" | "ceildiv" | "mod" | "floormod" | "truncdiv" | "truncmod" => {
                count(Count::Exactly(2))?;
                let operator = match name {
                    "floordiv" => Operator::FloorDiv,
                    "ceildiv" => Operator::CeilDiv,
                    "truncdiv" => Operator::TruncDiv,
                    "truncmod" => Operator::TruncMod,
                    _ => Operator::Mod,
                };
                let arguments = self.integers(arguments)?;
                Ok(applied(operator, arguments))
            }
            "<" | "<=" | ">" | ">=" => {
                count(Count::Exactly(2))?;
                let a = self.integer(&arguments[0])?.term;
                let b = self.integer(&arguments[1])?.term;
                Ok(Typed::condition(match name {
                    "<" => Expr::less(a, b),
                    "<=" => Expr::at_most(a, b),
                    ">" => Expr::less(b, a),
                    _ => Expr::at_most(b, a),
                }))
            }
            "==" | "!=" => {
                count(Count::Exactly(2))?;
                let (a, b) = self.same_sort(&arguments[0], &arguments[1])?;
                let equal = Expr::equal(a.term, b.term);
                Ok(Typed::condition(if name == "==" {
                    equal
                } else {
                    negated(&equal)
                }))
            }
            "not" => {
                count(Count::Exactly(1))?;
                let condition = self.condition(&arguments[0])?;
                Ok(Typed::condition(negated(&condition.term)))
            }
            "and" | "or" => {
                count(Count::AtLeast(1))?;
                let operator = if name == "and" {
                    Operator::Min
                } else {
                    Operator::Max
                };
                let conditions: Result<Vec<Expr<Column>>> = arguments
                    .iter()
                    .map(|argument| Ok(self.condition(argument)?.term))
                    .collect();
                Ok(Typed::condition(balanced(operator, &conditions?)))
            }
            "select" => {
                count(Count::Exactly(3))?;
                let condition = self.condition(&arguments[0])?.term;
                let (a, b) = self.same_sort(&arguments[1], &arguments[2])?;
                let sort = a.sort;
                let term = Expr::apply(Operator::Select, [condition, a.term, b.term]);
                Ok(Typed {
                    term,
                    sort,
                    constant: None,
                })
            }
            "dim" | "stride" | "elem" => {
                count(Count::Exactly(2))?;
                let column = self.program_scope(form)?.indexed(name, arguments)?;
                Ok(Typed::integer(Expr::Leaf(column), None))
            }
            "offset" | "rank" | "uint" => {
                count(Count::Exactly(1))?;
                let column = self.program_scope(form)?.plain(name, &arguments[0])?;
                Ok(Typed::integer(Expr::Leaf(column), None))
            }
            _ => {
                let message = format!("unknown operator `{}`", shortened(name));
                Err(ScriptError::new(head.span, message).suggesting(name, operators::names()))
            }
        }
    }

    fn integers(&mut self, forms: &[Form]) -> Result<Vec<Typed>> {
        forms.iter().map(|form| self.integer(form)).collect()
    }

    fn same_sort(&mut self, a: &Form, b: &Form) -> Result<(Typed, Typed)> {
        let first = self.expression(a)?;
        let second = self.of_sort(b, first.sort)?;
        Ok((first, second))
    }
}

/// The number of arguments of an operator.
enum Count {
    Exactly(usize),
    AtLeast(usize),
}

impl Count {
    fn check(&self, form: &Form, name: &str, found: usize) -> Result<()> {
        let wanted = match *self {
            Count::Exactly(wanted) if found == wanted => return Ok(()),
            Count::AtLeast(wanted) if found >= wanted => return Ok(()),
            Count::Exactly(wanted) => wanted.to_string(),
            Count::AtLeast(wanted) => format!("at least {wanted}"),
        };
        let noun = if wanted.ends_with('1') {
            "argument"
        } else {
            "arguments"
        };
        Err(ScriptError::new(
            form.span,
            format!("`{name}` takes {wanted} {noun}, not {found}"),
        ))
    }
}

/// `operator` over integers.
fn applied(operator: Operator, arguments: Vec<Typed>) -> Typed {
    let constants: Option<Vec<Int>> = arguments
        .iter()
        .map(|argument| argument.constant.clone())
        .collect();
    let constant = constants.and_then(|constants| operator.apply(&constants));
    let terms: Vec<Expr<Column>> = arguments
        .into_iter()
        .map(|argument| argument.term)
        .collect();
    Typed::integer(balanced(operator, &terms), constant)
}

/// `operator` over one or more integers.
fn folded(operator: Operator, mut arguments: Vec<Typed>) -> Typed {
    match arguments.pop() {
        Some(only) if arguments.is_empty() => only,
        last => {
            arguments.extend(last);
            applied(operator, arguments)
        }
    }
}

/// `−a`, or `a − b − …`.
fn difference(arguments: Vec<Typed>) -> Typed {
    let mut arguments = arguments.into_iter();
    let negated = |argument: Typed| {
        let constant = argument.constant.map(|value| -value);
        let term = match &constant {
            Some(value) if matches!(argument.term, Expr::Integer(_)) => {
                Expr::Integer(value.clone())
            }
            _ => Expr::scaled(-1, argument.term),
        };
        Typed::integer(term, constant)
    };
    match (arguments.next(), arguments.len()) {
        (Some(only), 0) => negated(only),
        (first, _) => folded(
            Operator::Add,
            first.into_iter().chain(arguments.map(negated)).collect(),
        ),
    }
}

/// An associative operator as a balanced tree; other operators unchanged.
fn balanced(operator: Operator, arguments: &[Expr<Column>]) -> Expr<Column> {
    let width = match operator {
        Operator::Add => CHUNK,
        Operator::Mul | Operator::Min | Operator::Max => 3,
        _ => usize::MAX,
    };
    match arguments {
        [only] => only.clone(),
        _ if arguments.len() <= width => Expr::apply(operator, arguments.to_vec()),
        _ => {
            let (left, right) = arguments.split_at(arguments.len() / 2);
            Expr::apply(
                operator,
                [balanced(operator, left), balanced(operator, right)],
            )
        }
    }
}
