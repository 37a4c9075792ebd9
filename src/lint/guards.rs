//! Finds contradictory guards, with which a rule never applies.
//!
//! The atoms of the guards (the type of a value, an attribute, a size, …) are treated as independent, and all small
//! assignments are enumerated.

use super::rule::{Note, ReadRule};
use crate::number::Int;
use crate::sexp::{Form, FormKind};
use crate::term::Operator;
use calipers_support::order::Order;
use hashbrown::HashMap;

/// The maximum number of assignments.
const MAX_COMBINATIONS: usize = 50_000;

/// The value of an atom.
#[derive(Clone, PartialEq, Debug)]
enum Answer {
    Number(Int),
    Word(String),
    /// The type of a value: an integer of that width.
    Integer(Int),
    Index,
    Shaped,
    /// Any other value.
    Other,
}

/// The atoms of the guards of a rule, each with its domain.
#[derive(Default)]
struct Questions {
    keys: Vec<String>,
    answers: Vec<Vec<Answer>>,
}

pub(super) fn check(rule: &ReadRule, notes: &mut Vec<Note>) {
    if !matches!(rule.parts().0, "define" | "fact") {
        return;
    }
    let guards: Vec<&Form> = rule.clause(":when").chain(rule.clause(":given")).collect();
    let Some(first) = guards.first() else { return };
    let mut literals = vec![];
    guards.iter().for_each(|form| integers(form, &mut literals));
    let found = [8, 3, 1].into_iter().find_map(|radius| {
        let mut questions = Questions::default();
        let numbers = domain(radius, &literals);
        guards
            .iter()
            .for_each(|form| questions.collect(form, &numbers));
        let combinations = questions
            .answers
            .iter()
            .try_fold(1usize, |all, some| all.checked_mul(some.len()))?;
        (combinations <= MAX_COMBINATIONS).then_some((questions, combinations))
    });
    let Some((questions, combinations)) = found else {
        return;
    };
    let mut answers: HashMap<&str, &Answer> = HashMap::new();
    let can_hold = (0..combinations).any(|number| {
        let mut rest = number;
        for (key, choices) in questions.keys.iter().zip(&questions.answers) {
            answers.insert(key, &choices[rest % choices.len()]);
            rest /= choices.len();
        }
        guards.iter().all(|guard| {
            matches!(evaluate(guard, &answers), Some(Answer::Number(value)) if !value.is_zero())
        })
    });
    if !can_hold {
        notes.push(Note::warning(
            first.span,
            format!("the guards hold in none of {combinations} cases tried, so that the rule says nothing"),
            "remove the rule, or the guard that is wrong",
        ));
    }
}

fn integers(form: &Form, found: &mut Vec<Int>) {
    match &form.kind {
        FormKind::Integer(value) => found.push(value.clone()),
        FormKind::List(parts) => parts.iter().for_each(|part| integers(part, found)),
        _ => {}
    }
}

/// The numbers around 0 and around the constants in the guards.
pub(super) fn domain(radius: i32, literals: &[Int]) -> Vec<Int> {
    let mut numbers: Vec<Int> = (-radius..=radius).map(Int::from).collect();
    for literal in literals {
        for near in -1..=1 {
            numbers.push(literal + Int::from(near));
            numbers.push(-literal + Int::from(near));
        }
    }
    // Numbers near zero come first, for simple counterexamples.
    numbers.order_by_key(|number| (number.magnitude(), *number < Int::ZERO));
    numbers.dedup();
    numbers
}

/// The guards that test the type of a value.
fn asks_type(name: &str) -> bool {
    matches!(
        name,
        "index?" | "integer?" | "condition?" | "shaped?" | "width"
    )
}

fn is_arithmetic(name: &str) -> bool {
    Operator::named(name).is_some()
        || ["-", "not", "and", "or", "<", ">", ">=", "!="].contains(&name)
}

impl Questions {
    fn ask(&mut self, key: String, answers: Vec<Answer>) {
        match self.keys.iter().position(|known| *known == key) {
            Some(known) => {
                for answer in answers {
                    if !self.answers[known].contains(&answer) {
                        self.answers[known].push(answer);
                    }
                }
            }
            None => {
                self.keys.push(key);
                self.answers.push(answers);
            }
        }
    }

    fn collect(&mut self, form: &Form, numbers: &[Int]) {
        let as_numbers = |least: &Int| -> Vec<Answer> {
            let wanted = numbers.iter().filter(|number| *number >= least);
            wanted.cloned().map(Answer::Number).collect()
        };
        let any = Int::from(-1) << 200;
        let (name, arguments) = match form.as_call() {
            Some(call) => call,
            None => {
                if form.as_atom().is_some_and(|text| text.starts_with('?')) {
                    self.ask(form.to_string(), as_numbers(&any));
                }
                return;
            }
        };
        match (name, arguments) {
            (name, [value]) if asks_type(name) => {
                let widths = numbers.iter().filter(|width| **width >= Int::ONE).cloned();
                let mut types: Vec<Answer> = widths.map(Answer::Integer).collect();
                types.extend([Answer::Index, Answer::Shaped, Answer::Other]);
                self.ask(format!("type of {value}"), types);
            }
            ("same?", sides) => {
                for (side, other) in sides.iter().zip(sides.iter().rev()) {
                    let word = |form: &Form| match form.as_atom() {
                        Some(text) if !text.starts_with('?') => Some(Answer::Word(text.into())),
                        _ => None,
                    };
                    if word(side).is_some() {
                        continue;
                    }
                    self.collect(side, numbers);
                    if let Some(word) = word(other) {
                        self.ask(side.to_string(), vec![word, Answer::Other]);
                    }
                }
            }
            ("present?" | "static?" | "constant?" | "is", _) => {
                let truth = [0, 1].map(|bit| Answer::Number(Int::from(bit)));
                self.ask(form.to_string(), truth.to_vec());
            }
            ("len" | "rank" | "map-results" | "map-inputs" | "bits", _) => {
                self.ask(form.to_string(), as_numbers(&Int::ZERO));
            }
            ("exp2", _) => self.ask(form.to_string(), as_numbers(&Int::ONE)),
            (name, arguments) if is_arithmetic(name) => {
                arguments
                    .iter()
                    .for_each(|part| self.collect(part, numbers));
            }
            _ => self.ask(form.to_string(), as_numbers(&any)),
        }
    }
}

/// The value of a guard under an assignment; none if it has none.
fn evaluate(form: &Form, answers: &HashMap<&str, &Answer>) -> Option<Answer> {
    if let FormKind::Integer(value) = &form.kind {
        return Some(Answer::Number(value.clone()));
    }
    let truth = |holds: bool| Some(Answer::Number(Int::from(holds)));
    let key = form.to_string();
    if let Some(answer) = answers.get(key.as_str()) {
        return Some((*answer).clone());
    }
    let Some((name, arguments)) = form.as_call() else {
        return Some(Answer::Word(form.as_atom()?.to_string()));
    };
    match (name, arguments) {
        (name, [value]) if asks_type(name) => {
            let key = format!("type of {value}");
            let kind = *answers.get(key.as_str())?;
            match (name, kind) {
                ("width", Answer::Integer(width)) => Some(Answer::Number(width.clone())),
                ("width", _) => None,
                ("index?", kind) => truth(*kind == Answer::Index),
                ("shaped?", kind) => truth(*kind == Answer::Shaped),
                ("condition?", kind) => truth(*kind == Answer::Integer(Int::ONE)),
                (_, kind) => truth(matches!(kind, Answer::Integer(_))),
            }
        }
        ("same?", [a, b]) => truth(evaluate(a, answers)? == evaluate(b, answers)?),
        ("or", parts) => {
            // Short-circuits like the evaluation of rules.
            let mut undefined = false;
            for part in parts {
                match evaluate(part, answers) {
                    Some(Answer::Number(value)) if !value.is_zero() => return truth(true),
                    Some(Answer::Number(_)) => {}
                    _ => undefined = true,
                }
            }
            (!undefined).then_some(Answer::Number(Int::ZERO))
        }
        (name, arguments) => {
            let numbers = arguments
                .iter()
                .map(|argument| match evaluate(argument, answers) {
                    Some(Answer::Number(value)) => Some(value),
                    _ => None,
                });
            arithmetic(name, &numbers.collect::<Option<Vec<Int>>>()?).map(Answer::Number)
        }
    }
}

fn arithmetic(name: &str, numbers: &[Int]) -> Option<Int> {
    let truth = |holds: bool| Some(Int::from(holds));
    match (name, numbers) {
        ("-", [a]) => Some(-a),
        ("-", [a, rest @ ..]) => Some(a - rest.iter().sum::<Int>()),
        ("not", [a]) => Some(Int::ONE - a),
        ("and", [..]) => Operator::Min.apply(numbers),
        ("<", [a, b]) => truth(a < b),
        (">", [a, b]) => truth(a > b),
        (">=", [a, b]) => truth(a >= b),
        ("!=", [a, b]) => truth(a != b),
        _ => Operator::named(name)?.apply(numbers),
    }
}
