//! Extracts expressions of the command language from e-classes: the shortest expression found.

use super::expression::Sort;
use super::text::{Text, sum};
use crate::number::{self, Int};
use crate::solve::Engine;
use crate::term::{ENode, Form, Id, Operator};
use calipers_support::order::Order;
use hashbrown::{HashMap, HashSet};

/// Extracts expressions over the given variables; terms with other leaves have none.
pub(super) struct Extractor<'e, 'p> {
    engine: &'e mut Engine<'p>,
    /// The variables, by class, with their names and their order.
    variables: HashMap<Id, (usize, String)>,
    known: HashMap<(Id, Sort), Option<Text>>,
    open: HashSet<(Id, Sort)>,
    /// The maximum size of an expression.
    max_size: usize,
}

/// The maximum number of improvements of a sum.
const MAX_ROUNDS: usize = 16;

/// A sum, some parts of which have been replaced by other expressions.
#[derive(Clone)]
struct Mixed {
    form: Form,
    told: Vec<(Int, Text)>,
}

impl<'e, 'p> Extractor<'e, 'p> {
    pub(super) fn new(
        engine: &'e mut Engine<'p>,
        variables: HashMap<Id, (usize, String)>,
        max_size: usize,
    ) -> Extractor<'e, 'p> {
        Extractor {
            engine,
            variables,
            known: HashMap::new(),
            open: HashSet::new(),
            max_size,
        }
    }

    /// The shortest expression found for a class, if any is within the size limit.
    pub(super) fn tell(&mut self, class: Id, sort: Sort) -> Option<Text> {
        let key = (self.engine.egraph().find(class), sort);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        // A class within itself has no expression, since another e-node is shorter.
        if !self.open.insert(key) {
            return None;
        }
        let mut ways = match sort {
            Sort::Integer => self.integers(key.0),
            Sort::Condition => self.conditions(key.0),
        };
        ways.retain(|text| text.size() <= self.max_size);
        let shortest = ways.into_iter().min_by_key(|text| {
            let size = text.size();
            (size, text.to_string())
        });
        self.open.remove(&key);
        // A class without an expression inside another class may have one elsewhere, so this is not memoized.
        if self.open.is_empty() || shortest.is_some() {
            self.known.insert(key, shortest.clone());
        }
        shortest
    }

    fn integers(&mut self, class: Id) -> Vec<Text> {
        if let Some(value) = self.engine.egraph().as_constant(class) {
            return vec![Text::Integer(value.clone())];
        }
        let mut ways = vec![];
        if let Some((_, name)) = self.variables.get(&class) {
            ways.push(Text::Word(name.clone()));
            return ways;
        }
        for node in self.engine.egraph().nodes(class).to_vec() {
            let ENode::Apply(operator, arguments) = node else {
                continue;
            };
            match (operator, &arguments[..]) {
                (Operator::Select, &[condition, then, otherwise]) => {
                    ways.extend(self.select(condition, then, otherwise, Sort::Integer));
                }
                (Operator::Le | Operator::Eq, _) => {
                    if let Some(condition) = self.tell(class, Sort::Condition) {
                        ways.push(chosen(condition, Int::ONE, Int::ZERO));
                    }
                }
                _ => {
                    let arguments: Option<Vec<Text>> = arguments
                        .iter()
                        .map(|&argument| self.tell(argument, Sort::Integer))
                        .collect();
                    ways.extend(arguments.map(|told| Text::Call(operator.name(), told)));
                }
            }
        }
        let form = self.engine.form(class);
        if form.as_atom() != Some(class) {
            ways.extend(self.linear(form));
        }
        ways
    }

    fn select(&mut self, condition: Id, then: Id, otherwise: Id, sort: Sort) -> Option<Text> {
        let condition = self.tell(condition, Sort::Condition)?;
        let (then, otherwise) = (self.tell(then, sort)?, self.tell(otherwise, sort)?);
        Some(Text::call("select", [condition, then, otherwise]))
    }

    /// A sum: the linear form, in which parts are replaced by remainders, minima and selections while that makes it
    /// shorter.
    fn linear(&mut self, form: Form) -> Option<Text> {
        let mut best = Mixed { form, told: vec![] };
        let mut text = self.mixed(&best);
        for _ in 0..MAX_ROUNDS {
            let atoms: Vec<Id> = best.form.atoms().collect();
            let mut shortest: Option<(usize, Mixed, Text)> = None;
            for other in atoms
                .into_iter()
                .flat_map(|atom| self.alternatives(&best, atom))
                .collect::<Vec<Mixed>>()
            {
                let Some(told) = self.mixed(&other) else {
                    continue;
                };
                let size = told.size();
                if shortest.as_ref().is_none_or(|(other, ..)| size < *other) {
                    shortest = Some((size, other, told));
                }
            }
            match shortest {
                Some((size, other, told))
                    if text.as_ref().is_none_or(|text| size < text.size()) =>
                {
                    (best, text) = (other, Some(told));
                }
                _ => break,
            }
        }
        text
    }

    fn mixed(&mut self, mixed: &Mixed) -> Option<Text> {
        if mixed.form.terms().len() > self.max_size {
            return None;
        }
        let mut terms = mixed.told.clone();
        for (atom, k) in mixed.form.terms() {
            terms.push((k.clone(), self.tell(*atom, Sort::Integer)?));
        }
        terms.order_by_cached_key(|(_, text)| (self.rank(text), text.to_string()));
        let plain = sum(mixed.form.constant(), &terms);
        // k·a + k·b = k·(a + b)
        let content = terms
            .iter()
            .fold(mixed.form.constant().clone(), |content, (k, _)| {
                number::gcd(&content, k)
            });
        if content <= Int::ONE || terms.len() + usize::from(!mixed.form.constant().is_zero()) < 2 {
            return Some(plain);
        }
        let divided: Vec<(Int, Text)> = terms
            .into_iter()
            .map(|(k, text)| (k / &content, text))
            .collect();
        let inner = sum(&(mixed.form.constant() / &content), &divided);
        let factored = Text::call("*", [Text::Integer(content), inner]);
        Some(if factored.size() < plain.size() {
            factored
        } else {
            plain
        })
    }

    /// The sort key of an expression in a sum: its first variable.
    fn rank(&self, text: &Text) -> usize {
        match text {
            Text::Integer(_) => usize::MAX,
            Text::Word(word) => self
                .variables
                .values()
                .find(|(_, name)| name == word)
                .map_or(usize::MAX, |(rank, _)| *rank),
            Text::Call(_, arguments) => arguments
                .iter()
                .map(|argument| self.rank(argument))
                .min()
                .unwrap_or(usize::MAX),
        }
    }

    /// Alternatives for a sum, each of which combines an atom with other parts.
    fn alternatives(&mut self, mixed: &Mixed, atom: Id) -> Vec<Mixed> {
        let k = mixed.form.coefficient(&atom);
        let mut found = vec![];
        for node in self.engine.egraph().nodes(atom).to_vec() {
            let ENode::Apply(operator, arguments) = node else {
                continue;
            };
            match (operator, &arguments[..]) {
                (Operator::FloorDiv, &[dividend, divisor]) => {
                    found.extend(self.as_remainder(mixed, atom, &k, dividend, divisor));
                }
                (Operator::Min, &[a, b]) => found.extend(self.as_minimum(mixed, atom, &k, a, b)),
                (Operator::Le | Operator::Eq, _) => found.extend(self.as_choice(mixed, atom)),
                (Operator::Mul, factors) => {
                    for &factor in factors {
                        found.extend(self.as_choice(mixed, factor));
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// `k·(a floordiv c) = (k/c)·a − (k/c)·(a mod c)` for `c` that divides `k`.
    fn as_remainder(
        &mut self,
        mixed: &Mixed,
        atom: Id,
        k: &Int,
        dividend: Id,
        divisor: Id,
    ) -> Option<Mixed> {
        let constant = self.engine.egraph().as_constant(divisor)?.clone();
        if constant.is_zero() || !(k % &constant).is_zero() {
            return None;
        }
        let factor = k / &constant;
        let without = mixed.form.substitute(atom, &Form::zero())?;
        let form = without.add_scaled(&factor, &self.engine.form(dividend))?;
        let dividend = self.tell(dividend, Sort::Integer)?;
        let remainder = Text::call("mod", [dividend, Text::Integer(constant)]);
        let mut told = mixed.told.clone();
        told.push((-factor, remainder));
        Some(Mixed { form, told })
    }

    /// `s + k·min(a, b) = min(s + k·a, s + k·b)` for `k > 0`, and the maximum for `k < 0`, where `s` is the part of
    /// the sum that cancels negative terms on the right.
    fn as_minimum(&mut self, mixed: &Mixed, atom: Id, k: &Int, a: Id, b: Id) -> Vec<Mixed> {
        let without = mixed.form.substitute(atom, &Form::zero());
        let Some(without) = without else {
            return vec![];
        };
        let head = if *k > Int::ZERO { "min" } else { "max" };
        let (left, right) = (self.engine.form(a).scale(k), self.engine.form(b).scale(k));
        let (Some(left), Some(right)) = (left, right) else {
            return vec![];
        };
        let mut found = vec![];
        for part in parts(&without, &left, &right) {
            let way = (|| {
                let one = self.sum_text(&part.add(&left)?)?;
                let other = self.sum_text(&part.add(&right)?)?;
                let mut told = mixed.told.clone();
                let mut arguments = [one, other];
                arguments.order_by_key(|text| (self.rank(text), text.to_string()));
                told.push((Int::ONE, Text::call(head, arguments)));
                Some(Mixed {
                    form: without.sub(&part)?,
                    told,
                })
            })();
            found.extend(way);
        }
        found
    }

    /// `s + c·f = select(c, s + f, s)` for a condition `c` and all terms with the factor `c`.
    fn as_choice(&mut self, mixed: &Mixed, condition: Id) -> Vec<Mixed> {
        let condition = self.engine.egraph().find(condition);
        if !self.is_condition(condition) {
            return vec![];
        }
        let grouped = (|| {
            let (mut rest, mut chosen) = (mixed.form.clone(), Form::zero());
            for (atom, k) in mixed.form.terms() {
                if let Some(cofactor) = self.cofactor(*atom, condition) {
                    rest = rest.substitute(*atom, &Form::zero())?;
                    chosen = chosen.add_scaled(k, &cofactor)?;
                }
            }
            Some((rest, chosen))
        })();
        let (Some((rest, chosen)), Some(condition)) =
            (grouped, self.tell(condition, Sort::Condition))
        else {
            return vec![];
        };
        let mut found = vec![];
        for part in parts(&rest, &chosen, &Form::zero()) {
            let way = (|| {
                let then = self.sum_text(&part.add(&chosen)?)?;
                let otherwise = self.sum_text(&part)?;
                let mut told = mixed.told.clone();
                let choice = Text::call("select", [condition.clone(), then, otherwise]);
                told.push((Int::ONE, choice));
                Some(Mixed {
                    form: rest.sub(&part)?,
                    told,
                })
            })();
            found.extend(way);
        }
        found
    }

    /// The factor of a condition in an atom; 1 if the atom is the condition.
    fn cofactor(&mut self, atom: Id, condition: Id) -> Option<Form> {
        if atom == condition {
            return Form::from_constant(1);
        }
        let nodes = self.engine.egraph().nodes(atom).to_vec();
        let factors = nodes.iter().find_map(|node| match node {
            ENode::Apply(Operator::Mul, factors) => Some(factors.clone()),
            _ => None,
        })?;
        let others: Vec<Id> = factors
            .iter()
            .map(|&factor| self.engine.egraph().find(factor))
            .filter(|&factor| factor != condition)
            .collect();
        match others[..] {
            [other] if factors.len() == 2 => Some(self.engine.form(other)),
            _ => None,
        }
    }

    fn sum_text(&mut self, form: &Form) -> Option<Text> {
        let mixed = Mixed {
            form: form.clone(),
            told: vec![],
        };
        self.mixed(&mixed)
    }

    fn is_condition(&self, class: Id) -> bool {
        let interval = self.engine.egraph().range(class).interval();
        interval.is_non_negative() && interval.upper().is_some_and(|upper| *upper <= Int::ONE)
    }

    fn conditions(&mut self, class: Id) -> Vec<Text> {
        if let Some(value) = self.engine.egraph().as_constant(class) {
            return vec![Text::truth(!value.is_zero())];
        }
        let mut ways = vec![];
        for node in self.engine.egraph().nodes(class).to_vec() {
            let ENode::Apply(operator, arguments) = node else {
                continue;
            };
            match (operator, &arguments[..]) {
                (Operator::Le, &[a, b]) => {
                    let difference = self.engine.form(b).sub(&self.engine.form(a));
                    ways.extend(difference.and_then(|form| self.at_most(&form)));
                }
                (Operator::Eq, &[a, b]) => {
                    let conditions = self.is_condition(a) && self.is_condition(b);
                    if conditions {
                        let sides = self.tell(a, Sort::Condition);
                        let sides = sides.zip(self.tell(b, Sort::Condition));
                        ways.extend(sides.map(|(a, b)| Text::call("==", [a, b])));
                    }
                    let difference = self.engine.form(b).sub(&self.engine.form(a));
                    let sides = difference.and_then(|form| self.sides(&form));
                    ways.extend(sides.map(|(a, b)| Text::call("==", [b, a])));
                }
                (Operator::Select, &[condition, then, otherwise])
                    if self.is_condition(then) && self.is_condition(otherwise) =>
                {
                    ways.extend(self.select(condition, then, otherwise, Sort::Condition));
                }
                (Operator::Min | Operator::Max | Operator::Mul, all)
                    if all.iter().all(|&argument| self.is_condition(argument)) =>
                {
                    let head = if operator == Operator::Max {
                        "or"
                    } else {
                        "and"
                    };
                    let told: Option<Vec<Text>> = all
                        .iter()
                        .map(|&argument| self.tell(argument, Sort::Condition))
                        .collect();
                    ways.extend(told.map(|told| Text::Call(head, told)));
                }
                _ => {}
            }
        }
        let form = self.engine.form(class);
        if let [(atom, k)] = form.terms()
            && *k == Int::NEG_ONE
            && *form.constant() == Int::ONE
        {
            ways.extend(self.tell(*atom, Sort::Condition).map(negated));
        }
        if let Some((_, name)) = self.variables.get(&class)
            && self.is_condition(class)
        {
            let (name, zero) = (Text::Word(name.clone()), Text::Integer(Int::ZERO));
            ways.push(Text::call("!=", [name, zero]));
        }
        ways
    }

    /// `0 <= d`, with negative terms moved to the left.
    fn at_most(&mut self, difference: &Form) -> Option<Text> {
        // a + 1 <= b is a < b.
        let strict = difference.add_constant(&Int::ONE)?;
        let (small, large) = self.sides(difference)?;
        let plain = Text::call("<=", [small, large]);
        let (small, large) = self.sides(&strict)?;
        let strict = Text::call("<", [small, large]);
        Some(if strict.size() < plain.size() {
            strict
        } else {
            plain
        })
    }

    /// The negated negative part, and the positive part; one of them is constant if possible.
    fn sides(&mut self, form: &Form) -> Option<(Text, Text)> {
        let (mut negative, mut positive) = (Form::zero(), Form::zero());
        for (atom, k) in form.terms() {
            let side = if *k < Int::ZERO {
                &mut negative
            } else {
                &mut positive
            };
            *side = side.add_scaled(&k.magnitude(), &Form::atom(*atom))?;
        }
        let constant = form.constant();
        if negative.is_constant() || (*constant > Int::ZERO && !positive.is_constant()) {
            let with_constant = if negative.is_constant() {
                (negative.add_constant(&-constant)?, positive)
            } else {
                (negative, positive.add_constant(constant)?)
            };
            (negative, positive) = with_constant;
        } else if positive.is_constant() {
            positive = positive.add_constant(constant)?;
        } else {
            negative = negative.add_constant(&-constant)?;
        }
        Some((self.sum_text(&negative)?, self.sum_text(&positive)?))
    }
}

/// Parts of a sum that may move into both operands of a minimum or a selection: nothing, the parts that cancel the
/// negative terms of either operand, and these with the constant.
fn parts(sum: &Form, left: &Form, right: &Form) -> Vec<Form> {
    let mut cancelling = Some(Form::zero());
    for (atom, k) in left.terms().iter().chain(right.terms()) {
        let own = sum.coefficient(atom);
        if *k < Int::ZERO && own >= -k {
            cancelling = cancelling.and_then(|form| form.add_scaled(&-k, &Form::atom(*atom)));
        }
    }
    let constant = Form::from_constant(sum.constant().clone());
    let with_constant = cancelling
        .as_ref()
        .and_then(|form| form.add_constant(sum.constant()));
    let mut found: Vec<Form> = [Some(Form::zero()), cancelling, constant, with_constant]
        .into_iter()
        .flatten()
        .collect();
    found.dedup();
    found
}

/// `(select condition a b)` of integers.
fn chosen(condition: Text, then: Int, otherwise: Int) -> Text {
    Text::call(
        "select",
        [condition, Text::Integer(then), Text::Integer(otherwise)],
    )
}

/// "Not" of a condition.
fn negated(condition: Text) -> Text {
    match condition {
        Text::Call("not", mut arguments) if arguments.len() == 1 => arguments.remove(0),
        Text::Call("<=", arguments) => flipped("<", arguments),
        Text::Call("<", arguments) => flipped("<=", arguments),
        Text::Call("==", arguments) => Text::Call("!=", arguments),
        Text::Call("!=", arguments) => Text::Call("==", arguments),
        other => Text::call("not", [other]),
    }
}

fn flipped(head: &'static str, mut arguments: Vec<Text>) -> Text {
    arguments.reverse();
    Text::Call(head, arguments)
}
