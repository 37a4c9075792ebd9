//! The candidates that do not follow from others.

use super::conditions::Condition;
use super::grammar::{Grammar, LeafKind};
use super::samples::Samples;
use super::values::Pair;
use calipers_number::{Int, Range};
use calipers_program::term::{Expr, Guard, Leaf, Operator, Pattern, Rewrite};
use calipers_saturation::{Facts, Limits, Preference, Saturation, Size};
use std::cmp::Ordering;
use std::fmt::{self, Display, Formatter};

/// The largest integers of the exhaustive test.
const RADIUS: i64 = 6;

/// An identity that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Identity {
    /// The longer side.
    pub left: Expr,
    /// The shorter side.
    pub right: Expr,
    /// Conditions on variables, each a term that is 1 where it holds.
    pub guards: Vec<Expr>,
    /// Whether both sides are of the same size, so that neither is preferred.
    pub is_symmetric: bool,
    /// The side condition besides positive divisors.
    condition: Option<Condition>,
    /// The number of assignments of small integers on which it was tested.
    pub cases: usize,
    names: Vec<&'static str>,
}

impl Identity {
    /// A term with the names of variables, after a prefix.
    pub fn shown(&self, term: &Expr, prefix: &str) -> String {
        match term {
            Expr::Integer(value) => value.to_string(),
            Expr::Leaf(leaf) => format!("{prefix}{}", self.names[leaf.0 as usize]),
            Expr::Apply(operator, arguments) => {
                let arguments = arguments.iter().map(|it| self.shown(it, prefix));
                let words: Vec<String> = [operator.name().to_owned()]
                    .into_iter()
                    .chain(arguments)
                    .collect();
                format!("({})", words.join(" "))
            }
        }
    }

    /// The identity in the rule language.
    pub fn rule(&self, name: &str) -> String {
        let form = if self.is_symmetric {
            "birewrite"
        } else {
            "rewrite"
        };
        let (left, right) = (self.shown(&self.left, "?"), self.shown(&self.right, "?"));
        let mut text = format!("({form} {name} {left} {right} :for answers");
        for (n, guard) in self.guards.iter().enumerate() {
            text += if n == 0 { " :when " } else { " " };
            text += &self.shown(guard, "?");
        }
        text + ")"
    }
}

impl Display for Identity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} = {}",
            self.shown(&self.left, ""),
            self.shown(&self.right, "")
        )
    }
}

/// Goes through candidates, and keeps those that do not follow from the others.
pub(crate) struct Minimizer<'g> {
    grammar: &'g Grammar,
    samples: &'g Samples,
    known: Vec<Rewrite>,
    /// The known rules and those that were accepted.
    saturation: Saturation,
    pub(crate) rules: Vec<Identity>,
    pub(crate) candidates: usize,
    pub(crate) following: usize,
}

impl<'g> Minimizer<'g> {
    pub(crate) fn new(
        grammar: &'g Grammar,
        samples: &'g Samples,
        known: &[Rewrite],
    ) -> Minimizer<'g> {
        Minimizer {
            grammar,
            samples,
            known: known.to_vec(),
            saturation: Saturation::new(known.to_vec()),
            rules: vec![],
            candidates: 0,
            following: 0,
        }
    }

    /// Adds what does not follow among candidates, which hold where a condition does.
    pub(crate) fn add(&mut self, pairs: Vec<Pair>, condition: Option<&Condition>) {
        self.candidates += pairs.len();
        let mut pairs: Vec<Pair> = pairs.into_iter().map(oriented).collect();
        // Short sides first, and among those the ones with more variables, which are more general.
        pairs.sort_by_cached_key(|(left, right)| {
            let (a, b) = (Size::of(left), Size::of(right));
            let general = std::cmp::Reverse(variables(left).len());
            (
                a.operations + b.operations,
                general,
                left.to_string(),
                right.to_string(),
            )
        });
        for (left, right) in pairs {
            self.candidate(left, right, condition);
        }
    }

    fn candidate(&mut self, left: Expr, right: Expr, condition: Option<&Condition>) {
        let own = variables(&left);
        let is_rule = matches!(left, Expr::Apply(..))
            && variables(&right).iter().all(|leaf| own.contains(leaf));
        let guards: Vec<Expr> = condition.map_or(vec![], |it| it.guards.clone());
        let is_about = |guard: &Expr| variables(guard).iter().all(|leaf| own.contains(leaf));
        if !is_rule || !guards.iter().all(is_about) {
            return;
        }
        if self.follows(&left, &right, condition) {
            self.following += 1;
            return;
        }
        let positive: Vec<Expr> = own
            .iter()
            .filter(|&&leaf| self.grammar.kind(leaf) == LeafKind::Divisor)
            .map(|&leaf| Expr::at_most(Expr::integer(1), Expr::Leaf(leaf)))
            .collect();
        // The condition on divisors is dropped where the identity needs none.
        let all = [guards.clone(), positive].concat();
        let held = [guards, all].into_iter().find_map(|guards| {
            let cases = self.tested(&left, &right, &guards)?;
            Some((guards, cases))
        });
        let Some((guards, cases)) = held else {
            return;
        };
        let preference = Preference::default();
        let is_symmetric = preference.compare(&Size::of(&left), &Size::of(&right))
            == Ordering::Equal
            && variables(&right).len() == own.len()
            && matches!(right, Expr::Apply(..));
        let names = (0..self.grammar.variables()).map(|n| self.grammar.name(Leaf(n as u32)));
        let condition = condition.cloned();
        let identity = Identity {
            left,
            right,
            guards,
            is_symmetric,
            condition,
            cases,
            names: names.collect(),
        };
        self.rules.push(identity);
        self.saturation = self.saturation_with(0..self.rules.len());
    }

    /// The known rules and those of these numbers that were accepted.
    fn saturation_with(&self, numbers: impl Iterator<Item = usize>) -> Saturation {
        let accepted = numbers.flat_map(|n| self.rewrites(n, &self.rules[n]));
        let all: Vec<Rewrite> = self.known.iter().cloned().chain(accepted).collect();
        Saturation::new(all)
    }

    /// Drops accepted rules that follow from those that were accepted later, the least general first.
    pub(crate) fn prune(&mut self) {
        let mut order: Vec<usize> = (0..self.rules.len()).collect();
        order.sort_by_cached_key(|&n| {
            let rule = &self.rules[n];
            let literals = literals(&rule.left) + literals(&rule.right);
            std::cmp::Reverse((literals, rule.guards.len(), n))
        });
        let mut dropped: Vec<usize> = vec![];
        for n in order {
            let rule = self.rules[n].clone();
            let others = (0..self.rules.len()).filter(|it| *it != n && !dropped.contains(it));
            self.saturation = self.saturation_with(others);
            if self.follows(&rule.left, &rule.right, rule.condition.as_ref()) {
                dropped.push(n);
            }
        }
        self.following += dropped.len();
        let rules = std::mem::take(&mut self.rules).into_iter().enumerate();
        let kept = rules.filter(|(n, _)| !dropped.contains(n));
        self.rules = kept.map(|(_, rule)| rule).collect();
    }

    /// Whether a candidate is an instance of the rules so far.
    fn follows(&self, left: &Expr, right: &Expr, condition: Option<&Condition>) -> bool {
        let truth = condition.and_then(|it| self.samples.values(&it.term));
        let mut facts = Sampled {
            minimizer: self,
            truth,
        };
        self.saturation
            .is_equal(Limits::DEFAULT, left, right, &mut facts)
    }

    /// The number of assignments of small integers that satisfy the guards; none if one of them refutes the identity.
    fn tested(&self, left: &Expr, right: &Expr, guards: &[Expr]) -> Option<usize> {
        let leaves = variables(left);
        let mut values = vec![Int::ZERO; self.grammar.variables()];
        let mut numbers = vec![-RADIUS; leaves.len()];
        let mut cases = 0;
        loop {
            for (leaf, &number) in leaves.iter().zip(&numbers) {
                values[leaf.0 as usize] = number.into();
            }
            let value = |term: &Expr| term.evaluate(&|leaf| values.get(leaf.0 as usize).cloned());
            let is_case = guards.iter().all(|guard| value(guard) == Some(Int::ONE));
            if is_case {
                cases += 1;
                if value(left)? != value(right)? {
                    return None;
                }
            }
            let place = numbers.iter().rposition(|number| *number < RADIUS);
            let Some(place) = place else { break };
            numbers[place] += 1;
            numbers[place + 1..].fill(-RADIUS);
        }
        (cases > 0).then_some(cases)
    }

    /// An identity as rewrites, in both directions if it is symmetric.
    fn rewrites(&self, number: usize, identity: &Identity) -> Vec<Rewrite> {
        let rewrite = |left: &Expr, right: &Expr| Rewrite {
            name: format!("mined-{}", number + 1),
            variables: self.grammar.variables(),
            names: identity
                .names
                .iter()
                .map(|name| format!("?{name}"))
                .collect(),
            left: pattern(left),
            bindings: vec![],
            guards: identity
                .guards
                .iter()
                .map(|it| Guard::True(pattern(it)))
                .collect(),
            right: pattern(right),
        };
        let mut found = vec![rewrite(&identity.left, &identity.right)];
        if identity.is_symmetric {
            found.push(rewrite(&identity.right, &identity.left));
        }
        found
    }
}

/// What the assignments say: a condition holds if it does in all of them where the side condition does. It decides only
/// whether a candidate is dropped.
struct Sampled<'m, 'g> {
    minimizer: &'m Minimizer<'g>,
    truth: Option<Vec<Int>>,
}

impl Facts for Sampled<'_, '_> {
    fn range(&mut self, leaf: Leaf) -> Range {
        match self.minimizer.grammar.kind(leaf) {
            LeafKind::Integer => Range::full(),
            LeafKind::Divisor => Range::at_least(Int::ONE),
        }
    }

    fn holds(&mut self, condition: &Expr) -> Option<bool> {
        let values = self.minimizer.samples.values(condition)?;
        let is_admitted = |n: usize| self.truth.as_ref().is_none_or(|truth| truth[n].is_one());
        let mut admitted = (0..values.len()).filter(|&n| is_admitted(n));
        admitted.all(|n| values[n].is_one()).then_some(true)
    }

    fn is_allowed(&self, _: Leaf) -> bool {
        true
    }
}

/// The longer side first.
fn oriented((a, b): Pair) -> Pair {
    let preference = Preference::default();
    match preference.compare(&Size::of(&a), &Size::of(&b)) {
        Ordering::Less => (b, a),
        _ => (a, b),
    }
}

/// The variables of a term, in ascending order.
fn variables(term: &Expr) -> Vec<Leaf> {
    let mut leaves = vec![];
    term.for_each_leaf(&mut |leaf| leaves.push(*leaf));
    leaves.sort_unstable();
    leaves.dedup();
    leaves
}

/// The number of integers in a term.
fn literals(term: &Expr) -> usize {
    match term {
        Expr::Integer(_) => 1,
        Expr::Leaf(_) => 0,
        Expr::Apply(_, arguments) => arguments.iter().map(literals).sum(),
    }
}

fn pattern(term: &Expr) -> Pattern {
    match term {
        Expr::Integer(value) => Pattern::Integer(value.clone()),
        Expr::Leaf(leaf) => Pattern::Variable(leaf.0 as usize),
        Expr::Apply(operator, arguments) => {
            let arguments: Vec<Pattern> = arguments.iter().map(pattern).collect();
            match operator {
                Operator::Min | Operator::Max if arguments.len() > 2 => {
                    nested(*operator, arguments)
                }
                _ => Pattern::Apply(*operator, arguments),
            }
        }
    }
}

/// An operator on many arguments as one on two, as rule files are read.
fn nested(operator: Operator, arguments: Vec<Pattern>) -> Pattern {
    let mut arguments = arguments.into_iter();
    let first = arguments.next().unwrap_or(Pattern::Integer(Int::ZERO));
    arguments.fold(first, |before, next| {
        Pattern::Apply(operator, vec![before, next])
    })
}
