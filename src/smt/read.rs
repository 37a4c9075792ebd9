//! Reads the terms of SMT-LIB.

use super::{ByZero, Failure, Meaning, Result, Script, Sort, Term, Value, fail};
use crate::number::Int;
use crate::program::Column;
use crate::sexp::{Form, FormKind};
use crate::term::condition::negated;
use crate::term::{Expr, Operator};

/// The name of a symbol, without bars.
pub(super) fn symbol(form: &Form) -> Result<String> {
    match form.as_atom() {
        Some(name) if !name.starts_with(':') => Ok(name.trim_matches('|').to_owned()),
        _ => fail(form, "a symbol is expected"),
    }
}

pub(super) fn sort(form: &Form) -> Result<Sort> {
    match form.as_atom() {
        Some("Int") => Ok(Sort::Int),
        Some("Bool") => Ok(Sort::Bool),
        _ => fail(form, "the sorts are Int and Bool"),
    }
}

fn truth(value: bool) -> Value {
    Value {
        term: Expr::integer(i32::from(value)),
        sort: Sort::Bool,
    }
}

fn number(term: Term) -> Value {
    Value {
        term,
        sort: Sort::Int,
    }
}

fn condition(term: Term) -> Value {
    Value {
        term,
        sort: Sort::Bool,
    }
}

fn both(parts: Vec<Term>) -> Term {
    joined(Operator::Min, parts, 1)
}

fn either(parts: Vec<Term>) -> Term {
    joined(Operator::Max, parts, 0)
}

fn joined(operator: Operator, mut parts: Vec<Term>, neutral: i32) -> Term {
    match parts.len() {
        0 => Expr::integer(neutral),
        1 => parts.remove(0),
        _ => Expr::apply(operator, parts),
    }
}

impl Script<'_> {
    /// A term of sort Bool.
    pub(super) fn condition(&mut self, form: &Form) -> Result<Term> {
        Ok(self.value_of_sort(form, Sort::Bool)?.term)
    }

    fn integer(&mut self, form: &Form) -> Result<Term> {
        Ok(self.value_of_sort(form, Sort::Int)?.term)
    }

    pub(super) fn value_of_sort(&mut self, form: &Form, sort: Sort) -> Result<Value> {
        let value = self.value(form)?;
        match (value.sort, sort) {
            (own, sort) if own == sort => Ok(value),
            (_, Sort::Int) => fail(form, "an Int is expected, not a Bool"),
            (_, Sort::Bool) => fail(form, "a Bool is expected, not an Int"),
        }
    }

    /// A term of either sort.
    pub(super) fn value(&mut self, form: &Form) -> Result<Value> {
        match &form.kind {
            FormKind::Integer(value) => Ok(number(Expr::Integer(value.clone()))),
            FormKind::Atom(name) => self.named(form, name),
            FormKind::Str(_) => fail(form, "strings are no terms"),
            FormKind::List(_) => match form.as_call() {
                Some(("let", [bindings, body])) => self.bound(bindings, body),
                Some(("!", [term, attributes @ ..])) => self.annotated(term, attributes),
                Some((name, arguments)) => self.applied(form, name, arguments),
                None => fail(form, "a term is expected: a function and its arguments"),
            },
        }
    }

    fn named(&mut self, form: &Form, name: &str) -> Result<Value> {
        match name {
            "true" => return Ok(truth(true)),
            "false" => return Ok(truth(false)),
            _ => {}
        }
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            // Integers that do not fit into 64 bits are atoms.
            return match name.parse::<Int>() {
                Ok(value) => Ok(number(Expr::Integer(value))),
                Err(_) => fail(form, "numbers are integers"),
            };
        }
        let name = name.trim_matches('|');
        let meaning = self.names.iter().rev().find(|it| it.0 == name);
        match meaning.map(|it| &it.1) {
            Some(Meaning::Constant(variable, Sort::Int)) => {
                Ok(number(Expr::Leaf(Column::Symbol(*variable))))
            }
            Some(Meaning::Constant(variable, Sort::Bool)) => {
                let leaf = Expr::Leaf(Column::Symbol(*variable));
                Ok(condition(Expr::at_most(Expr::integer(1), leaf)))
            }
            Some(Meaning::Term(value)) => Ok(value.clone()),
            Some(Meaning::Function(parameters, ..)) => {
                let count = parameters.len();
                fail(
                    form,
                    format!("the function `{name}` takes {count} arguments"),
                )
            }
            None => {
                let known = self.names.iter().map(|it| it.0.as_str());
                let similar = crate::diagnostic::similar(name, known);
                let hint = similar.map(|it| format!("; did you mean `{it}`?"));
                fail(
                    form,
                    format!("`{name}` is not declared{}", hint.unwrap_or_default()),
                )
            }
        }
    }

    fn bound(&mut self, bindings: &Form, body: &Form) -> Result<Value> {
        let Some(list) = bindings.as_list() else {
            return fail(bindings, "the bindings are a list");
        };
        // All terms are read before any of the names is bound.
        let mut bound = vec![];
        for binding in list {
            let Some([name, term]) = binding.as_list() else {
                return fail(binding, "a binding is a name and a term");
            };
            bound.push((symbol(name)?, Meaning::Term(self.value(term)?)));
        }
        let before = self.names.len();
        self.names.extend(bound);
        let value = self.value(body);
        self.names.truncate(before);
        value
    }

    fn annotated(&mut self, term: &Form, attributes: &[Form]) -> Result<Value> {
        let value = self.value(term)?;
        for pair in attributes.chunks(2) {
            if let [key, name] = pair
                && key.as_atom() == Some(":named")
            {
                self.names
                    .push((symbol(name)?, Meaning::Term(value.clone())));
            }
        }
        Ok(value)
    }

    fn applied(&mut self, form: &Form, name: &str, arguments: &[Form]) -> Result<Value> {
        match name {
            "+" | "*" => {
                let operator = if name == "+" {
                    Operator::Add
                } else {
                    Operator::Mul
                };
                let parts = self.integers(form, arguments, 1)?;
                Ok(number(match parts.len() {
                    1 => parts[0].clone(),
                    _ => Expr::apply(operator, parts),
                }))
            }
            "-" => {
                let mut parts = self.integers(form, arguments, 1)?.into_iter();
                let first = parts.next().unwrap_or(Expr::integer(0));
                Ok(number(match parts.len() {
                    0 => negative(first),
                    _ => parts.fold(first, Expr::difference),
                }))
            }
            "abs" => match &self.integers(form, arguments, 1)?[..] {
                [term] => {
                    let opposite = Expr::scaled(-1, term.clone());
                    Ok(number(Expr::apply(Operator::Max, [term.clone(), opposite])))
                }
                _ => fail(form, "`abs` takes one argument"),
            },
            "div" | "mod" => {
                let parts = self.integers(form, arguments, 2)?;
                let mut parts = parts.into_iter();
                let first = parts.next().unwrap_or(Expr::integer(0));
                let operator = if name == "div" { "div" } else { "mod" };
                Ok(number(parts.fold(first, |dividend, divisor| {
                    self.division(operator, dividend, divisor)
                })))
            }
            "<=" | "<" | ">=" | ">" => {
                let parts = self.integers(form, arguments, 2)?;
                let compared = parts.windows(2).map(|pair| {
                    let (a, b) = (pair[0].clone(), pair[1].clone());
                    match name {
                        "<=" => Expr::at_most(a, b),
                        "<" => Expr::less(a, b),
                        ">=" => Expr::at_most(b, a),
                        _ => Expr::less(b, a),
                    }
                });
                Ok(condition(both(compared.collect())))
            }
            "=" | "distinct" => self.equalities(form, name, arguments),
            "not" => match arguments {
                [term] => Ok(condition(negated(&self.condition(term)?))),
                _ => fail(form, "`not` takes one argument"),
            },
            "and" | "or" => {
                let parts = arguments.iter().map(|it| self.condition(it));
                let parts: Vec<Term> = parts.collect::<Result<_>>()?;
                Ok(condition(match name {
                    "and" => both(parts),
                    _ => either(parts),
                }))
            }
            "=>" => {
                let parts = arguments.iter().map(|it| self.condition(it));
                let mut parts: Vec<Term> = parts.collect::<Result<_>>()?;
                let Some(last) = parts.pop() else {
                    return fail(form, "`=>` takes arguments");
                };
                let mut all: Vec<Term> = parts.iter().map(negated).collect();
                all.push(last);
                Ok(condition(either(all)))
            }
            "xor" => {
                let parts = arguments.iter().map(|it| self.condition(it));
                let parts: Vec<Term> = parts.collect::<Result<_>>()?;
                let mut parts = parts.into_iter();
                let first = parts.next().unwrap_or(Expr::integer(0));
                Ok(condition(parts.fold(first, |a, b| differ(&a, &b))))
            }
            "ite" => self.conditional(form, arguments),
            _ => self.called(form, name, arguments),
        }
    }

    fn integers(&mut self, form: &Form, arguments: &[Form], least: usize) -> Result<Vec<Term>> {
        if arguments.len() < least {
            return fail(form, format!("at least {least} arguments are expected"));
        }
        arguments.iter().map(|it| self.integer(it)).collect()
    }

    fn equalities(&mut self, form: &Form, name: &str, arguments: &[Form]) -> Result<Value> {
        let values = arguments.iter().map(|it| self.value(it));
        let values: Vec<Value> = values.collect::<Result<_>>()?;
        if values.len() < 2 {
            return fail(form, format!("`{name}` takes two arguments or more"));
        }
        if let Some(n) = values.iter().position(|it| it.sort != values[0].sort) {
            return fail(&arguments[n], "the arguments have different sorts");
        }
        let is_bool = values[0].sort == Sort::Bool;
        let same = |a: &Term, b: &Term| match is_bool {
            true => negated(&differ(a, b)),
            false => Expr::equal(a.clone(), b.clone()),
        };
        let parts = match name {
            "=" => values
                .windows(2)
                .map(|pair| same(&pair[0].term, &pair[1].term))
                .collect(),
            _ => {
                let pairs = values.iter().enumerate();
                let pairs = pairs.flat_map(|(n, a)| values[n + 1..].iter().map(move |b| (a, b)));
                pairs
                    .map(|(a, b)| negated(&same(&a.term, &b.term)))
                    .collect()
            }
        };
        Ok(condition(both(parts)))
    }

    fn conditional(&mut self, form: &Form, arguments: &[Form]) -> Result<Value> {
        let [test, then, otherwise] = arguments else {
            return fail(form, "`ite` takes a condition and two terms");
        };
        let test = self.condition(test)?;
        let first = self.value(then)?;
        let second = self.value_of_sort(otherwise, first.sort)?;
        let term = match first.sort {
            Sort::Int => Expr::apply(Operator::Select, [test, first.term, second.term]),
            Sort::Bool => either(vec![
                both(vec![test.clone(), first.term]),
                both(vec![negated(&test), second.term]),
            ]),
        };
        Ok(Value {
            term,
            sort: first.sort,
        })
    }

    fn called(&mut self, form: &Form, name: &str, arguments: &[Form]) -> Result<Value> {
        let name = name.trim_matches('|');
        let meaning = self.names.iter().rposition(|it| it.0 == name);
        let meaning = meaning.map(|n| (n, self.names[n].1.clone()));
        let Some((position, Meaning::Function(parameters, sort, body))) = meaning else {
            return fail(
                form,
                format!("`{name}` is not a function of integers or Booleans"),
            );
        };
        if parameters.len() != arguments.len() {
            let count = parameters.len();
            return fail(form, format!("`{name}` takes {count} arguments"));
        }
        let mut bound = vec![];
        for ((parameter, sort), argument) in parameters.into_iter().zip(arguments) {
            let value = self.value_of_sort(argument, sort)?;
            bound.push((parameter, Meaning::Term(value)));
        }
        // The body refers to the names that were known at its definition.
        let later = self.names.split_off(position);
        self.names.extend(bound);
        let value = self.value_of_sort(&body, sort);
        self.names.truncate(position);
        self.names.extend(later);
        value.map_err(|failure| Failure {
            span: form.span,
            message: failure.message,
        })
    }

    /// The Euclidean quotient or remainder: the remainder is at least 0 and below the absolute value of the divisor.
    fn division(&mut self, operator: &'static str, dividend: Term, divisor: Term) -> Term {
        if let Expr::Integer(value) = &divisor
            && !value.is_zero()
        {
            return euclidean(operator, &dividend, value);
        }
        let positive = match operator {
            "div" => Expr::apply(Operator::FloorDiv, [dividend.clone(), divisor.clone()]),
            _ => Expr::apply(Operator::Mod, [dividend.clone(), divisor.clone()]),
        };
        let opposite = Expr::scaled(-1, divisor.clone());
        let negative = match operator {
            "div" => Expr::scaled(
                -1,
                Expr::apply(Operator::FloorDiv, [dividend.clone(), opposite]),
            ),
            _ => Expr::apply(Operator::Mod, [dividend.clone(), opposite]),
        };
        let by_zero = self.by_zero(operator, &dividend, &divisor);
        let is_positive = Expr::at_most(Expr::integer(1), divisor.clone());
        let is_negative = Expr::at_most(divisor, Expr::integer(-1));
        let rest = Expr::apply(Operator::Select, [is_negative, negative, by_zero]);
        Expr::apply(Operator::Select, [is_positive, positive, rest])
    }

    /// The value of a division by 0, of which the standard says nothing.
    fn by_zero(&mut self, operator: &'static str, dividend: &Term, divisor: &Term) -> Term {
        let mut known = self.by_zero.iter();
        let known = known.find(|it| {
            it.operator == operator && it.dividend == *dividend && it.divisor == *divisor
        });
        let variable = match known {
            Some(known) => known.variable,
            None => {
                let variable = self.fresh();
                self.by_zero.push(ByZero {
                    operator,
                    dividend: dividend.clone(),
                    divisor: divisor.clone(),
                    variable,
                });
                variable
            }
        };
        Expr::Leaf(Column::Symbol(variable))
    }
}

fn negative(term: Term) -> Term {
    match term {
        Expr::Integer(value) => Expr::Integer(-value),
        term => Expr::scaled(-1, term),
    }
}

fn euclidean(operator: &str, dividend: &Term, divisor: &Int) -> Term {
    let size = divisor.magnitude();
    match operator {
        "div" => {
            let quotient = Expr::apply(Operator::FloorDiv, [dividend.clone(), Expr::Integer(size)]);
            match divisor.is_negative() {
                true => Expr::scaled(-1, quotient),
                false => quotient,
            }
        }
        _ => Expr::apply(Operator::Mod, [dividend.clone(), Expr::Integer(size)]),
    }
}

/// Whether exactly one of two conditions holds.
fn differ(a: &Term, b: &Term) -> Term {
    either(vec![
        both(vec![a.clone(), negated(b)]),
        both(vec![negated(a), b.clone()]),
    ])
}
