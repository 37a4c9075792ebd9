//! Questions, and their notation in a program.
//!
//! A question is an op at its point: `"lab.ask"(%a, %b) {question = "…"}`. Its text refers to the operands by number:
//! `(compare <= (value 0) (+ (dim 1 0) 3))`.

use calipers::analysis::{BoundKind, Comparison};
use calipers::ir::{InsertionPoint, Module, OpBuilder};
use calipers::number::Int;
use calipers::program::{Attribute, Column, OpId, Point, Program, ValueId};
use calipers::sexp::{Form, FormKind, read};
use calipers::term::{Expr, Operator};

/// A term over columns.
pub type Term = Expr<Column>;

/// The name of the question op.
pub const ASK: &str = "lab.ask";

/// The kind of a question about a term.
#[derive(Clone, PartialEq, Debug)]
pub enum Ask {
    /// Its range.
    Range,
    /// A bound in terms of these columns; without any, a constant.
    Bound {
        /// Lower, upper or equal.
        kind: BoundKind,
        /// Whether an upper bound is inclusive.
        closed: bool,
        /// The columns that the bound may use.
        allowed: Vec<Column>,
    },
    /// A comparison with another term.
    Compare(Comparison, Term),
}

/// A question at a point.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// The point.
    pub point: Point,
    /// The term.
    pub term: Term,
    /// The kind.
    pub ask: Ask,
}

const COMPARISONS: [(&str, Comparison); 6] = [
    ("==", Comparison::Eq),
    ("!=", Comparison::Ne),
    ("<", Comparison::Lt),
    ("<=", Comparison::Le),
    (">", Comparison::Gt),
    (">=", Comparison::Ge),
];

const BOUNDS: [(&str, BoundKind, bool); 4] = [
    ("lower", BoundKind::Lower, true),
    ("upper", BoundKind::Upper, true),
    ("open-upper", BoundKind::Upper, false),
    ("equal", BoundKind::Equal, true),
];

impl Question {
    /// The SSA values that it mentions, without duplicates.
    pub fn values(&self) -> Vec<ValueId> {
        let mut values = vec![];
        let mut add = |column: Column| {
            if let Some(value) = column.value()
                && !values.contains(&value)
            {
                values.push(value);
            }
        };
        self.term.for_each_leaf(&mut |&column| add(column));
        match &self.ask {
            Ask::Range => {}
            Ask::Bound { allowed, .. } => allowed.iter().for_each(|&column| add(column)),
            Ask::Compare(_, other) => other.for_each_leaf(&mut |&column| add(column)),
        }
        values
    }

    /// Its text, and the operands that the text refers to.
    pub fn text(&self) -> (String, Vec<ValueId>) {
        let values = self.values();
        let term = |term: &Term| term_text(term, &values);
        let text = match &self.ask {
            Ask::Range => format!("(range {})", term(&self.term)),
            Ask::Bound {
                kind,
                closed,
                allowed,
            } => {
                let own = |it: &&(&str, BoundKind, bool)| it.1 == *kind && it.2 == *closed;
                let name = BOUNDS.iter().find(own).map_or("lower", |it| it.0);
                let allowed: String = allowed
                    .iter()
                    .map(|&column| format!(" {}", column_text(column, &values)))
                    .collect();
                format!("({name} {}{allowed})", term(&self.term))
            }
            Ask::Compare(comparison, other) => {
                let own = |it: &&(&str, Comparison)| it.1 == *comparison;
                let name = COMPARISONS.iter().find(own).map_or("==", |it| it.0);
                format!("({name} {} {})", term(&self.term), term(other))
            }
        };
        (text, values)
    }

    /// Inserts the question into the program at its point.
    pub fn write(&self, module: &mut Module) {
        let (text, values) = self.text();
        let place = InsertionPoint::at(module, self.point);
        let text = module.string_attribute(&text);
        let mut builder = OpBuilder::new(module, place);
        builder.create(ASK, &values, &[], &[("question", text)]);
    }

    /// The question of an op.
    ///
    /// # Errors
    /// The error in its text.
    pub fn of(module: &Module, op: OpId) -> Result<Question, String> {
        let Some(Attribute::String(text)) = module.attribute(op, "question") else {
            return Err("a question without its text".to_owned());
        };
        let forms = read(text).map_err(|error| format!("{error:?}"))?;
        let [form] = &forms[..] else {
            return Err("a question is one form".to_owned());
        };
        let wrong = || format!("no question: {text}");
        let (head, rest) = form.as_call().ok_or_else(wrong)?;
        let values = module.operands(op);
        let (first, others) = rest.split_first().ok_or_else(wrong)?;
        let term = read_term(first, values).ok_or_else(wrong)?;
        let ask = if head == "range" {
            Ask::Range
        } else if let Some(&(_, kind, closed)) = BOUNDS.iter().find(|it| it.0 == head) {
            let columns: Option<Vec<Column>> = others
                .iter()
                .map(|form| read_column(form, values))
                .collect();
            Ask::Bound {
                kind,
                closed,
                allowed: columns.ok_or_else(wrong)?,
            }
        } else {
            let comparison = COMPARISONS.iter().find(|it| it.0 == head);
            let &(_, comparison) = comparison.ok_or_else(wrong)?;
            let other = others.first().and_then(|form| read_term(form, values));
            Ask::Compare(comparison, other.ok_or_else(wrong)?)
        };
        Ok(Question {
            point: Point::before(module, op).ok_or_else(wrong)?,
            term,
            ask,
        })
    }
}

fn column_text(column: Column, values: &[ValueId]) -> String {
    let at = |value: ValueId| values.iter().position(|it| *it == value).unwrap_or(0);
    match column {
        Column::Value(value) => format!("(value {})", at(value)),
        Column::Unsigned(value) => format!("(uint {})", at(value)),
        Column::Dim(value, dim) => format!("(dim {} {dim})", at(value)),
        Column::Stride(value, dim) => format!("(stride {} {dim})", at(value)),
        Column::Offset(value) => format!("(offset {})", at(value)),
        Column::Rank(value) => format!("(rank {})", at(value)),
        Column::Element(value, index) => format!("(elem {} {index})", at(value)),
        Column::Trip(value) => format!("(trip {})", at(value)),
        Column::Symbol(symbol) => format!("(symbol {symbol})"),
    }
}

fn term_text(term: &Term, values: &[ValueId]) -> String {
    match term {
        Expr::Integer(value) => value.to_string(),
        Expr::Leaf(column) => column_text(*column, values),
        Expr::Apply(operator, arguments) => {
            let arguments: String = arguments
                .iter()
                .map(|argument| format!(" {}", term_text(argument, values)))
                .collect();
            format!("({}{arguments})", operator.name())
        }
    }
}

fn read_column(form: &Form, values: &[ValueId]) -> Option<Column> {
    let (head, rest) = form.as_call()?;
    let number = |at: usize| u32::try_from(rest.get(at)?.as_integer()?).ok();
    let value = || values.get(number(0)? as usize).copied();
    Some(match head {
        "value" => Column::Value(value()?),
        "uint" => Column::Unsigned(value()?),
        "dim" => Column::Dim(value()?, number(1)?),
        "stride" => Column::Stride(value()?, number(1)?),
        "offset" => Column::Offset(value()?),
        "rank" => Column::Rank(value()?),
        "elem" => Column::Element(value()?, number(1)?),
        "trip" => Column::Trip(value()?),
        _ => return None,
    })
}

fn read_term(form: &Form, values: &[ValueId]) -> Option<Term> {
    if let FormKind::Integer(value) = &form.kind {
        return Some(Expr::Integer(value.clone()));
    }
    if let Some(column) = read_column(form, values) {
        return Some(Expr::Leaf(column));
    }
    let (head, rest) = form.as_call()?;
    let operator = Operator::named(head)?;
    let arguments: Option<Vec<Term>> = rest.iter().map(|form| read_term(form, values)).collect();
    let arguments = arguments?;
    operator
        .accepts(arguments.len())
        .then(|| Expr::apply(operator, arguments))
}

/// The value of a term, given those of its columns. None if one of them is unknown.
pub fn evaluate(term: &Term, column: &dyn Fn(Column) -> Option<i128>) -> Option<Int> {
    match term {
        Expr::Integer(value) => Some(value.clone()),
        Expr::Leaf(leaf) => column(*leaf).map(Int::from),
        Expr::Apply(operator, arguments) => {
            let arguments: Option<Vec<Int>> =
                arguments.iter().map(|it| evaluate(it, column)).collect();
            apply(*operator, &arguments?)
        }
    }
}

/// The operators as documented at [`Operator`].
fn apply(operator: Operator, arguments: &[Int]) -> Option<Int> {
    let zero = Int::ZERO;
    let [a, rest @ ..] = arguments else {
        return None;
    };
    let b = rest.first().unwrap_or(&zero);
    let truth = |holds: bool| Int::from(u8::from(holds));
    let floor = |a: &Int, b: &Int| {
        let (quotient, rest) = (a / b, a % b);
        let down = rest != zero && (rest < zero) != (*b < zero);
        quotient - truth(down)
    };
    Some(match operator {
        Operator::Add => arguments.iter().fold(Int::ZERO, |a, b| a + b),
        Operator::Mul => arguments.iter().fold(Int::ONE, |a, b| a * b),
        Operator::FloorDiv | Operator::CeilDiv | Operator::TruncDiv if *b == zero => zero,
        Operator::Mod | Operator::TruncMod if *b == zero => a.clone(),
        Operator::FloorDiv => floor(a, b),
        Operator::CeilDiv => -floor(&-a, b),
        Operator::Mod => a - b * floor(a, b),
        Operator::TruncDiv => a / b,
        Operator::TruncMod => a % b,
        Operator::Min => arguments.iter().min()?.clone(),
        Operator::Max => arguments.iter().max()?.clone(),
        Operator::Select => rest.get(usize::from(*a == zero))?.clone(),
        Operator::Le => truth(a <= b),
        Operator::Eq => truth(a == b),
    })
}
