//! Finds contradictory definitions of one column.
//!
//! The atoms of both definitions (a field, the type of a value, a size, …) are treated as independent, and small
//! assignments are enumerated. Definitions over different atoms, such as the sizes of two operands, may both be
//! right, because the op executes only if they are equal. So two definitions are compared only if the atoms of one
//! include those of the other.

use super::ReadFile;
use super::guards::domain;
use super::rule::Note;
use crate::number::Int;
use crate::sexp::Span;
use crate::term::Operator;
use calipers_rules::{Body, Define, Formula, Function, Rules, Schema, Slot, is_beside, renamed};
use calipers_support::order::Order;
use hashbrown::{HashMap, HashSet};

/// The maximum number of assignments.
const MAX_CASES: usize = 50_000;
/// The largest numbers, besides those near the constants of the rules.
const MAX_RADIUS: i32 = 8;

/// Types as values of atoms: an integer is its width.
const INDEX: i32 = 0;
const SHAPED: i32 = -1;
const OTHER: i32 = -2;
const TYPES: [i32; 6] = [INDEX, 1, 8, 32, SHAPED, OTHER];

/// A definition that contradicts another one.
pub(super) struct Clash {
    /// The index of the file of the rule that the message is about, and the message.
    pub(super) file: usize,
    pub(super) note: Note,
}

/// The pairs of contradictory definitions, at least one of which is in `files`.
pub(super) fn check(rules: &Rules, files: &[ReadFile]) -> Vec<Clash> {
    let places = places(files);
    let place = |define: &Define| places.get(&*define.head.name).copied();
    let mut told: HashSet<(&str, &str)> = HashSet::new();
    // Ops that share two definitions usually share the fields that these mention.
    let mut agreeing: HashMap<(&str, &str), Vec<Formulas>> = HashMap::new();
    let mut clashes = vec![];
    for name in rules.op_names() {
        let Some(op) = rules.op(name) else { continue };
        for (n, second) in op.defines.iter().enumerate() {
            for first in &op.defines[..n] {
                let Some((file, span)) = place(second).or_else(|| place(first)) else {
                    continue;
                };
                let names = (&*first.head.name, &*second.head.name);
                if told.contains(&names) {
                    continue;
                }
                let Some(formulas) = Formulas::of(first, second) else {
                    continue;
                };
                let known = agreeing.entry(names).or_default();
                if known.contains(&formulas) {
                    continue;
                }
                let Some(case) = formulas.difference(&op.schema) else {
                    known.push(formulas);
                    continue;
                };
                told.insert(names);
                let message = format!(
                    "'{}' and '{}' contradict each other on '{name}': {case}",
                    names.0, names.1
                );
                let help = format!(
                    "exclude the case by a guard; ':else {}' excludes all in which the guards of '{}' hold",
                    names.0, names.0
                );
                let note = Note::error(span, message, help);
                clashes.push(Clash { file, note });
            }
        }
    }
    clashes
}

/// The positions of the definitions by name; the last one of each.
fn places(files: &[ReadFile]) -> HashMap<&str, (usize, Span)> {
    let all = files.iter().flat_map(|file| &file.rules);
    let defines = all.filter(|rule| rule.parts().0 == "define");
    defines
        .filter_map(|rule| {
            let (name, span) = rule.name()?;
            Some((name, (rule.file, span)))
        })
        .collect()
}

/// Two definitions of one column, with the variables in a common numbering.
#[derive(PartialEq)]
struct Formulas {
    bodies: [Formula; 2],
    guards: Vec<Formula>,
}

impl Formulas {
    /// `None` for definitions that may differ.
    fn of(first: &Define, second: &Define) -> Option<Formulas> {
        // Definitions for concepts override later ones.
        let comparable =
            first.roles.is_empty() && second.roles.is_empty() && is_beside(first, second);
        let (Body::Formula(one), Body::Formula(other), true) =
            (&first.body, &second.body, comparable)
        else {
            return None;
        };
        let mut guards = vec![];
        for define in [first, second] {
            let all = define.head.when.iter().chain(define.head.given.iter());
            guards.extend(all.map(|guard| common(define, guard)));
        }
        let bodies = [(first, one), (second, other)].map(|(define, body)| common(define, body));
        Some(Formulas { bodies, guards })
    }

    /// The description of a case in which both definitions apply and differ.
    fn difference(&self, schema: &Schema) -> Option<String> {
        let Formulas { bodies, guards } = self;
        let [one, other] = bodies;
        let mut pair = Pair::default();
        let mut sets = [one, other].map(|body| {
            let mut atoms = vec![];
            pair.collect(body, &mut atoms);
            atoms
        });
        sets.order_by_key(Vec::len);
        if !sets[0].iter().all(|atom| sets[1].contains(atom)) {
            return None;
        }
        let mut atoms = std::mem::take(&mut sets[1]);
        guards
            .iter()
            .for_each(|guard| pair.collect(guard, &mut atoms));
        if !atoms.iter().all(Atom::is_free) {
            return None;
        }
        let (domains, cases) = pair.domains(&atoms)?;
        for number in 0..cases {
            let mut rest = number;
            let mut values = vec![];
            for domain in &domains {
                values.push(domain[rest % domain.len()].clone());
                rest /= domain.len();
            }
            let case = Case {
                pair: &pair,
                atoms: &atoms,
                values: &values,
            };
            let holds = |guard| case.value(guard).is_some_and(|value| !value.is_zero());
            if !guards.iter().all(holds) {
                continue;
            }
            if let (Some(one), Some(other)) = (case.value(one), case.value(other))
                && one != other
            {
                return Some(format!("{}they say {one} and {other}", case.text(schema)));
            }
        }
        None
    }
}

/// The variables for the dimension or element, and for the index of a result or argument, in the common numbering of
/// both definitions, which begins with the fields.
const INDEX_SLOT: Slot = 1 << 20;
const NUMBER_SLOT: Slot = INDEX_SLOT + 1;

/// A formula of a definition, with variables renamed to the common numbering.
fn common(define: &Define, formula: &Formula) -> Formula {
    let number = define.subject.number();
    renamed(formula, &mut |slot| {
        let field = define.head.fields.iter().find(|(_, own)| *own == slot);
        match field {
            Some((field, _)) => *field,
            None if define.index == Some(slot) => INDEX_SLOT,
            None if number == Some(slot) => NUMBER_SLOT,
            None => NUMBER_SLOT + 1 + slot,
        }
    })
}

/// The constants and words in two definitions.
#[derive(Default)]
struct Pair {
    literals: Vec<Int>,
    words: Vec<String>,
}

/// An atom, which has a value of its own in an assignment.
#[derive(Clone, PartialEq, Debug)]
enum Atom {
    /// The type of a formula.
    Type(Formula),
    /// The truth of a condition.
    Truth(Formula),
    /// A number or a word.
    Value(Formula),
}

impl Atom {
    /// Whether it is independent of the other atoms. Lists and formulas over them are not, so an assignment of them
    /// may be impossible.
    fn is_free(&self) -> bool {
        let is_variable = |formula: &Formula| matches!(formula, Formula::Variable(_));
        match self {
            Atom::Type(of) => is_variable(of),
            Atom::Value(Formula::Call(Function::Dim | Function::Rank, parts)) => {
                parts.iter().all(is_variable)
            }
            Atom::Value(of) => is_variable(of),
            Atom::Truth(_) => false,
        }
    }

    /// Whether it is the index of a dimension, an element or a result.
    fn is_index(&self) -> bool {
        matches!(
            self,
            Atom::Value(Formula::Variable(INDEX_SLOT | NUMBER_SLOT))
        )
    }
}

impl Pair {
    fn collect(&mut self, formula: &Formula, atoms: &mut Vec<Atom>) {
        match formula {
            Formula::Integer(value) => self.literals.push(value.clone()),
            Formula::Word(word) if !self.words.contains(word) => self.words.push(word.clone()),
            Formula::Word(_) => {}
            Formula::Not(part) => self.collect(part, atoms),
            Formula::Operator(_, parts) | Formula::Call(Function::IsSame, parts) => {
                parts.iter().for_each(|part| self.collect(part, atoms));
            }
            _ => {
                let atom = atom(formula);
                if !atoms.contains(&atom) {
                    atoms.push(atom);
                }
            }
        }
    }

    /// The domains of the atoms, and the number of assignments.
    fn domains(&self, atoms: &[Atom]) -> Option<(Vec<Vec<Int>>, usize)> {
        (1..=MAX_RADIUS).rev().find_map(|radius| {
            let mut numbers = domain(radius, &self.literals);
            numbers.extend((0..self.words.len()).map(word));
            let domains = atoms.iter().map(|atom| match atom {
                Atom::Type(_) => TYPES.map(Int::from).to_vec(),
                Atom::Truth(_) => [0, 1].map(Int::from).to_vec(),
                Atom::Value(_) if atom.is_index() => {
                    let mut natural = numbers.clone();
                    natural.retain(|number| *number >= Int::ZERO);
                    natural
                }
                Atom::Value(_) => numbers.clone(),
            });
            let domains: Vec<Vec<Int>> = domains.collect();
            let cases = domains
                .iter()
                .try_fold(1usize, |all, some| all.checked_mul(some.len()))?;
            (cases <= MAX_CASES).then_some((domains, cases))
        })
    }
}

/// The value that represents a word.
fn word(number: usize) -> Int {
    (Int::ONE << 100) + Int::from(number)
}

fn atom(formula: &Formula) -> Atom {
    use Function::{Constant, IsCondition, IsIndex, IsInteger, IsShaped, Value, Width};
    match formula {
        Formula::Call(IsIndex | IsInteger | IsCondition | IsShaped | Width, parts) => {
            Atom::Type(parts.first().unwrap_or(formula).clone())
        }
        Formula::Call(Value | Constant, parts) => {
            Atom::Value(parts.first().unwrap_or(formula).clone())
        }
        _ if formula.is_condition() => Atom::Truth(formula.clone()),
        _ => Atom::Value(formula.clone()),
    }
}

/// An assignment.
struct Case<'p> {
    pair: &'p Pair,
    atoms: &'p [Atom],
    values: &'p [Int],
}

impl Case<'_> {
    fn value(&self, formula: &Formula) -> Option<Int> {
        match formula {
            Formula::Integer(value) => Some(value.clone()),
            Formula::Word(text) => {
                let number = self.pair.words.iter().position(|it| it == text)?;
                Some(word(number))
            }
            Formula::Not(part) => Some(Int::ONE - self.value(part)?),
            Formula::Call(Function::IsSame, parts) => match &parts[..] {
                [a, b] => Some(Int::from(self.value(a)? == self.value(b)?)),
                _ => None,
            },
            Formula::Operator(operator, parts) => self.operator(*operator, parts),
            _ => {
                let asked = atom(formula);
                let at = self.atoms.iter().position(|it| *it == asked)?;
                let answer = &self.values[at];
                match (formula, asked) {
                    (Formula::Call(function, _), Atom::Type(_)) => typed(*function, answer),
                    _ => Some(answer.clone()),
                }
            }
        }
    }

    /// "and" and "or" short-circuit like the evaluation of rules.
    fn operator(&self, operator: Operator, parts: &[Formula]) -> Option<Int> {
        let decides = match operator {
            Operator::Min => Some(Int::ZERO),
            Operator::Max => Some(Int::ONE),
            _ => None,
        };
        let mut values = vec![];
        for part in parts {
            let value = self.value(part)?;
            if part.is_condition() && Some(&value) == decides.as_ref() {
                return Some(value);
            }
            values.push(value);
        }
        operator.apply(&values)
    }

    /// `with n = 1, k = 2 `, or nothing if there are no atoms.
    fn text(&self, schema: &Schema) -> String {
        let name = |slot: Slot| match schema.fields.get(slot) {
            Some(field) => field.name.clone(),
            None if slot == INDEX_SLOT => "the index".to_owned(),
            None => "the number".to_owned(),
        };
        let shown = self
            .atoms
            .iter()
            .zip(self.values)
            .filter_map(|(atom, value)| {
                let shown =
                    match (self.pair.words.iter().enumerate()).find(|(n, _)| word(*n) == *value) {
                        Some((_, text)) => text.clone(),
                        None => value.to_string(),
                    };
                match atom {
                    Atom::Value(Formula::Variable(slot)) => {
                        Some(format!("{} = {shown}", name(*slot)))
                    }
                    Atom::Value(Formula::Call(function, parts)) => match parts.first() {
                        Some(Formula::Variable(slot)) => {
                            let function = format!("{function:?}").to_lowercase();
                            Some(format!("the {function} of {} = {shown}", name(*slot)))
                        }
                        _ => None,
                    },
                    _ => None,
                }
            });
        match shown.collect::<Vec<String>>().join(", ") {
            none if none.is_empty() => none,
            some => format!("with {some} "),
        }
    }
}

/// The value of a type predicate on a type.
fn typed(function: Function, answer: &Int) -> Option<Int> {
    let is_integer = *answer >= Int::ONE;
    Some(Int::from(match function {
        Function::IsIndex => *answer == Int::from(INDEX),
        Function::IsInteger => is_integer,
        Function::IsCondition => answer.is_one(),
        Function::IsShaped => *answer == Int::from(SHAPED),
        _ => return is_integer.then(|| answer.clone()),
    }))
}
