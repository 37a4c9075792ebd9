//! A question: a term with the facts about it.

use crate::number::Range;
use crate::term::{Expr, Leaf};
use calipers_rules::Rules;
use calipers_saturation::{Classes, Facts, Limits, Saturation};

/// A term whose shortest form is asked for, with the facts at its point. Leaves have names.
#[derive(Clone, Debug)]
pub struct Question {
    /// The term.
    pub term: Expr<String>,
    /// The leaves of the term and of the facts, with their ranges.
    pub ranges: Vec<(String, Range)>,
    /// Conditions that hold.
    pub facts: Vec<Expr<String>>,
}

/// The e-graph of a question, saturated with the identities for answers, with the name of each leaf. None if the facts
/// contradict each other.
pub fn classes(question: &Question, rules: &Rules) -> Option<Classes> {
    let saturation = Saturation::new(rules.answer_rewrites().clone());
    let term = numbered(question, &question.term);
    let facts = question.facts.iter().map(|fact| numbered(question, fact));
    let mut known = Known {
        question,
        facts: facts.collect(),
    };
    let mut classes = saturation.classes(Limits::DEFAULT, &term, &mut known)?;
    let names = question.ranges.iter().enumerate();
    let names: Vec<(String, &String)> = names
        .map(|(n, (name, _))| (Leaf(n as u32).to_string(), name))
        .collect();
    for node in classes.all.iter_mut().flat_map(|class| &mut class.nodes) {
        if let Some((_, name)) = names.iter().find(|(leaf, _)| *leaf == node.name) {
            node.name = (*name).clone();
        }
    }
    Some(classes)
}

/// A term with the numbers of its leaves.
fn numbered(question: &Question, term: &Expr<String>) -> Expr {
    let number = |name: &String| question.ranges.iter().position(|(known, _)| known == name);
    term.map(&mut |name| Expr::Leaf(Leaf(number(name).unwrap_or_default() as u32)))
}

/// The facts of a question: ranges, and conditions as they are stated.
struct Known<'q> {
    question: &'q Question,
    facts: Vec<Expr>,
}

impl Facts for Known<'_> {
    fn range(&mut self, leaf: Leaf) -> Range {
        let known = self.question.ranges.get(leaf.0 as usize);
        known.map_or_else(Range::full, |(_, range)| range.clone())
    }

    fn holds(&mut self, condition: &Expr) -> Option<bool> {
        self.facts.contains(condition).then_some(true)
    }

    fn is_allowed(&self, _: Leaf) -> bool {
        true
    }
}
