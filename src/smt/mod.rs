//! SMT-LIB 2 (C. Barrett, P. Fontaine, C. Tinelli, "The SMT-LIB Standard: Version 2.6", 2021): answers scripts over
//! integers and Booleans, and writes claims as scripts for other solvers.
//!
//! ```
//! use calipers::rules::Rules;
//! use calipers::smt::Script;
//! let rules = Rules::embedded();
//! let mut script = Script::new(&rules);
//! let text = "(declare-const x Int) (assert (< 3 (* 2 x) 5)) (check-sat) (get-model)
//!             (assert (distinct x 2)) (check-sat)";
//! let answers = script.run(text);
//! assert_eq!(answers, "sat\n(\n  (define-fun x () Int 2)\n)\nunsat\n");
//! ```

mod read;
mod write;

pub use write::written;

use crate::number::{Int, Range};
use crate::program::Column;
use crate::rules::Rules;
use crate::sexp::{Form, FormKind, Forms, Span};
use crate::solve::Config;
use crate::solve::claim::{Assignment, Claim, Decide, Outcome, Ranges};
use crate::term::Expr;
use hashbrown::HashMap;

type Term = Expr<Column>;

/// The sort of a symbol or a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Sort {
    Int,
    Bool,
}

/// A term with its sort. A Boolean term is a condition, which is 0 or 1.
#[derive(Clone, Debug)]
struct Value {
    term: Term,
    sort: Sort,
}

/// What a name means.
#[derive(Clone, Debug)]
enum Meaning {
    /// A constant: the number of its variable.
    Constant(u32, Sort),
    /// A defined function: parameters, sort of the result, body.
    Function(Vec<(String, Sort)>, Sort, Form),
    /// A named term, or one that a `let` binds.
    Term(Value),
}

/// A quotient or remainder by a term that may be 0: then it equals a variable.
#[derive(Clone, Debug)]
struct ByZero {
    operator: &'static str,
    dividend: Term,
    divisor: Term,
    variable: u32,
}

/// The sizes of the lists of a script when a level was opened.
#[derive(Clone, Copy, Debug)]
struct Level {
    names: usize,
    assertions: usize,
    by_zero: usize,
}

/// An error in a script.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Failure {
    span: Span,
    message: String,
}

type Result<T> = std::result::Result<T, Failure>;

fn fail<T>(form: &Form, message: impl Into<String>) -> Result<T> {
    Err(Failure {
        span: form.span,
        message: message.into(),
    })
}

/// A script that is being executed.
pub struct Script<'r> {
    rules: &'r Rules,
    config: Config,
    /// The names in the order of their declaration; later ones shadow earlier ones.
    names: Vec<(String, Meaning)>,
    assertions: Vec<Term>,
    by_zero: Vec<ByZero>,
    variables: u32,
    levels: Vec<Level>,
    model: Option<Assignment>,
    prints_success: bool,
    has_failed: bool,
    is_over: bool,
}

impl<'r> Script<'r> {
    /// A script without declarations.
    pub fn new(rules: &'r Rules) -> Script<'r> {
        Script {
            rules,
            // A question is a whole script.
            config: Config {
                max_engines: 64,
                ..Config::default()
            },
            names: vec![],
            assertions: vec![],
            by_zero: vec![],
            variables: 0,
            levels: vec![],
            model: None,
            prints_success: false,
            has_failed: false,
            is_over: false,
        }
    }

    /// Executes the commands of a text, and returns what they print. An error is printed as `(error "LINE:COLUMN:
    /// MESSAGE")`, and the next command is executed.
    pub fn run(&mut self, text: &str) -> String {
        let mut printed = String::new();
        self.run_with(text, &mut |line| {
            printed.push_str(line);
            printed.push('\n');
        });
        printed
    }

    /// [`run`](Script::run), with a function that receives each answer.
    pub fn run_with(&mut self, text: &str, print: &mut dyn FnMut(&str)) {
        let source = crate::sexp::Source::new("script", text);
        let forms = Forms::new(text).large_integers_as_atoms();
        let mut forms = forms.with_tokens_of_smt_lib();
        while let Some(form) = forms.next().filter(|_| !self.is_over) {
            let result = match form {
                Ok(form) => self.command(&form),
                Err(error) => {
                    forms.recover();
                    Err(Failure {
                        span: error.span,
                        message: error.kind.to_string(),
                    })
                }
            };
            match result {
                Ok(Some(answer)) => print(&answer),
                Ok(None) if self.prints_success => print("success"),
                Ok(None) => {}
                Err(failure) => {
                    self.has_failed = true;
                    let (line, column) = source.line_column(failure.span.start);
                    let message = failure.message.replace('"', "\"\"");
                    print(&format!("(error \"{line}:{column}: {message}\")"));
                }
            }
        }
    }

    /// Whether a command was not executed because of an error.
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }

    fn command(&mut self, form: &Form) -> Result<Option<String>> {
        let Some((name, arguments)) = form.as_call() else {
            return fail(form, "a command is a list that begins with its name");
        };
        match (name, arguments) {
            ("set-logic" | "set-info" | "get-info", _) => {
                Ok((name == "get-info").then(|| "unsupported".to_owned()))
            }
            ("set-option", [option, value]) => {
                if option.as_atom() == Some(":print-success") {
                    self.prints_success = value.as_atom() == Some("true");
                }
                Ok(None)
            }
            ("declare-const", [name, sort]) => self.declare(name, &[], sort),
            ("declare-fun", [name, parameters, sort]) => match parameters.as_list() {
                Some(parameters) => self.declare(name, parameters, sort),
                None => fail(parameters, "the sorts of the parameters are a list"),
            },
            ("define-const", [name, sort, body]) => self.define(name, &[], sort, body),
            ("define-fun", [name, parameters, sort, body]) => match parameters.as_list() {
                Some(parameters) => self.define(name, parameters, sort, body),
                None => fail(parameters, "the parameters are a list"),
            },
            ("assert", [term]) => {
                let condition = self.condition(term)?;
                self.assertions.push(condition);
                self.model = None;
                Ok(None)
            }
            ("check-sat", []) => Ok(Some(self.check(&[]).to_owned())),
            ("check-sat-assuming", [literals]) => {
                let Some(literals) = literals.as_list() else {
                    return fail(literals, "the assumptions are a list");
                };
                let conditions = literals.iter().map(|it| self.condition(it));
                let conditions: Vec<Term> = conditions.collect::<Result<_>>()?;
                Ok(Some(self.check(&conditions).to_owned()))
            }
            ("get-model", []) => match &self.model {
                Some(model) => Ok(Some(self.model_text(model))),
                None => fail(form, "there is no model: the last answer is not sat"),
            },
            ("get-value", [terms]) => self.values(form, terms),
            ("push", levels) => self.push(form, levels),
            ("pop", levels) => self.pop(form, levels),
            ("reset", []) => {
                let rules = self.rules;
                *self = Script {
                    has_failed: self.has_failed,
                    ..Script::new(rules)
                };
                Ok(None)
            }
            ("reset-assertions", []) => {
                self.assertions.clear();
                self.levels.clear();
                self.model = None;
                Ok(None)
            }
            ("echo", [text]) => Ok(Some(match &text.kind {
                FormKind::Str(text) => format!("\"{}\"", text.replace('"', "\"\"")),
                _ => text.text(),
            })),
            ("exit", []) => {
                self.is_over = true;
                Ok(None)
            }
            (
                "get-assertions"
                | "get-assignment"
                | "get-option"
                | "get-proof"
                | "get-unsat-core"
                | "get-unsat-assumptions"
                | "declare-sort"
                | "define-sort"
                | "declare-datatypes"
                | "define-fun-rec",
                _,
            ) => Ok(Some("unsupported".to_owned())),
            _ => fail(
                form,
                format!("`{name}` is no command with {} arguments", arguments.len()),
            ),
        }
    }

    fn declare(&mut self, name: &Form, parameters: &[Form], sort: &Form) -> Result<Option<String>> {
        if let Some(parameter) = parameters.first() {
            return fail(parameter, "functions with parameters need a definition");
        }
        let (name, sort) = (read::symbol(name)?, read::sort(sort)?);
        let number = self.fresh();
        self.names.push((name, Meaning::Constant(number, sort)));
        Ok(None)
    }

    fn define(
        &mut self,
        name: &Form,
        parameters: &[Form],
        sort: &Form,
        body: &Form,
    ) -> Result<Option<String>> {
        let (name, sort) = (read::symbol(name)?, read::sort(sort)?);
        let mut named = vec![];
        for parameter in parameters {
            match parameter.as_list() {
                Some([name, sort]) => named.push((read::symbol(name)?, read::sort(sort)?)),
                _ => return fail(parameter, "a parameter is a name and a sort"),
            }
        }
        let meaning = match named.is_empty() {
            true => Meaning::Term(self.value_of_sort(body, sort)?),
            false => Meaning::Function(named, sort, body.clone()),
        };
        self.names.push((name, meaning));
        Ok(None)
    }

    fn fresh(&mut self) -> u32 {
        self.variables += 1;
        self.variables - 1
    }

    fn push(&mut self, form: &Form, levels: &[Form]) -> Result<Option<String>> {
        for _ in 0..count(form, levels)? {
            self.levels.push(Level {
                names: self.names.len(),
                assertions: self.assertions.len(),
                by_zero: self.by_zero.len(),
            });
        }
        Ok(None)
    }

    fn pop(&mut self, form: &Form, levels: &[Form]) -> Result<Option<String>> {
        let count = count(form, levels)?;
        if count > self.levels.len() {
            return fail(form, format!("only {} levels are open", self.levels.len()));
        }
        for _ in 0..count {
            if let Some(level) = self.levels.pop() {
                self.names.truncate(level.names);
                self.assertions.truncate(level.assertions);
                self.by_zero.truncate(level.by_zero);
            }
        }
        self.model = None;
        Ok(None)
    }

    /// The assertions and these conditions, as a claim that they contradict each other.
    fn claim(&self, conditions: &[Term]) -> Claim {
        let assumptions: Vec<Term> = self.assertions.iter().chain(conditions).cloned().collect();
        let mut ranges = Ranges::new();
        for term in &assumptions {
            term.for_each_leaf(&mut |column| {
                if let Column::Symbol(number) = column {
                    ranges.insert(*number, self.range(*number));
                }
            });
        }
        Claim {
            ranges,
            assumptions,
            goal: Expr::integer(0),
        }
    }

    fn range(&self, number: u32) -> Range {
        let is_bool = self.names.iter().any(
            |(_, meaning)| matches!(meaning, Meaning::Constant(own, Sort::Bool) if *own == number),
        );
        match is_bool {
            true => Range::at_least(Int::ZERO).intersect(&Range::at_most(Int::ONE)),
            false => Range::full(),
        }
    }

    fn check(&mut self, conditions: &[Term]) -> &'static str {
        self.model = None;
        let claim = self.claim(conditions);
        let (outcome, tried) = claim.decide(self.rules, &self.config);
        let model = tried.fails.map(|model| self.completed(model));
        match (outcome, model) {
            (Outcome::Unreachable | Outcome::Proved, _) => "unsat",
            (_, Some(model)) if self.is_consistent(&model) && self.satisfies(&model, &claim) => {
                self.model = Some(model);
                "sat"
            }
            _ => "unknown",
        }
    }

    fn satisfies(&self, model: &Assignment, claim: &Claim) -> bool {
        let mut values = claim.assumptions.iter().map(|it| self.value_in(it, model));
        values.all(|value| value.is_some_and(|value| !value.is_zero()))
    }

    /// A model with values of the divisions by 0 that it does not mention: that of an equal division, else 0.
    fn completed(&self, mut model: Assignment) -> Assignment {
        let mut known: HashMap<(&str, Int), Int> = HashMap::new();
        let (given, missing): (Vec<&ByZero>, Vec<&ByZero>) = self
            .by_zero
            .iter()
            .partition(|it| model.contains_key(&it.variable));
        // The dividend of a division may hold the divisions before it.
        for it in given.into_iter().chain(missing) {
            if self.value_in(&it.divisor, &model) != Some(Int::ZERO) {
                continue;
            }
            if let Some(dividend) = self.value_in(&it.dividend, &model) {
                let own = model.get(&it.variable).cloned().unwrap_or(Int::ZERO);
                let value = known.entry((it.operator, dividend)).or_insert(own);
                model.entry(it.variable).or_insert_with(|| value.clone());
            }
        }
        model
    }

    /// Whether a model gives equal divisions by 0 equal values.
    fn is_consistent(&self, model: &Assignment) -> bool {
        let seen: Vec<(&str, Option<Int>, Option<Int>)> = self
            .by_zero
            .iter()
            .filter(|it| self.value_in(&it.divisor, model) == Some(Int::ZERO))
            .map(|it| {
                let value = Expr::Leaf(Column::Symbol(it.variable));
                (
                    it.operator,
                    self.value_in(&it.dividend, model),
                    self.value_in(&value, model),
                )
            })
            .collect();
        seen.iter().enumerate().all(|(n, a)| {
            let mut others = seen[..n].iter();
            a.1.is_some() && others.all(|b| a.0 != b.0 || a.1 != b.1 || a.2 == b.2)
        })
    }

    /// The value of a term in a model; variables that it does not mention are 0.
    fn value_in(&self, term: &Term, model: &Assignment) -> Option<Int> {
        term.evaluate(&|column: &Column| match column {
            Column::Symbol(number) => Some(model.get(number).cloned().unwrap_or(Int::ZERO)),
            _ => None,
        })
    }

    fn values(&mut self, form: &Form, terms: &Form) -> Result<Option<String>> {
        let Some(terms) = terms.as_list() else {
            return fail(terms, "the terms are a list");
        };
        let Some(model) = self.model.clone() else {
            return fail(form, "there is no model: the last answer is not sat");
        };
        let values = terms.iter().map(|term| self.value(term));
        let values: Vec<Value> = values.collect::<Result<_>>()?;
        let model = self.completed(model);
        let mut parts = vec![];
        for (term, value) in terms.iter().zip(values) {
            let Some(number) = self.value_in(&value.term, &model) else {
                return fail(term, "the number is too large");
            };
            parts.push(format!(
                "({} {})",
                term.text(),
                write::literal(&number, value.sort)
            ));
        }
        Ok(Some(format!("({})", parts.join(" "))))
    }

    fn model_text(&self, model: &Assignment) -> String {
        let mut text = "(\n".to_owned();
        let mut shown: HashMap<&str, ()> = HashMap::new();
        for (n, (name, meaning)) in self.names.iter().enumerate() {
            let Meaning::Constant(number, sort) = meaning else {
                continue;
            };
            // A later declaration shadows this one.
            let is_shadowed = self.names[n + 1..].iter().any(|it| it.0 == *name);
            if is_shadowed || shown.insert(name, ()).is_some() {
                continue;
            }
            let value = model.get(number).cloned().unwrap_or(Int::ZERO);
            let (name, value) = (write::symbol(name), write::literal(&value, *sort));
            let sort = match sort {
                Sort::Int => "Int",
                Sort::Bool => "Bool",
            };
            text.push_str(&format!("  (define-fun {name} () {sort} {value})\n"));
        }
        text.push(')');
        text
    }
}

/// The number of levels of a `push` or `pop`.
fn count(form: &Form, levels: &[Form]) -> Result<usize> {
    match levels {
        [] => Ok(1),
        [count] => match count.as_integer().and_then(|it| usize::try_from(it).ok()) {
            Some(count) if count <= 10_000 => Ok(count),
            _ => fail(count, "the number of levels is at most 10000"),
        },
        _ => fail(form, "a number of levels is expected"),
    }
}

#[cfg(test)]
mod tests;
