//! The rules and linear arithmetic as one rewrite of the e-graph, which tries each where its operators occur.

use super::graph::{Domain, Graph, apply, classes_with, nodes_of};
use super::instance::build;
use super::language::{Form, Head, Node};
use super::matching::Matcher;
use super::theory::{HEADS, apply_theory, shortest_sums, unite};
use calipers_program::term::{Guard, Operator, Pattern, Rewrite};
use egg::{Applier, Id, Language, PatternAst, SearchMatches, Searcher, Subst, Symbol, Var};
use smallvec::SmallVec;
use std::sync::Arc;

/// All steps, in the order in which they are tried.
///
/// They are one rewrite of the e-graph: each question has an e-graph of its own, in which most rules have no operator
/// to match, so that a rewrite for each of them would cost more than what they do.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    all: Arc<[Step]>,
    rules: Arc<Vec<Rewrite>>,
}

/// Kinds of e-nodes, of which few rules have more.
type Heads = SmallVec<[Head; 4]>;

/// What is done at the e-classes that have an operator.
#[derive(Debug)]
struct Step {
    kind: Kind,
    /// The kind of e-nodes at the root.
    head: Head,
    /// The operators that the e-graph must have.
    needed: Heads,
}

#[derive(Debug)]
enum Kind {
    /// Linear arithmetic on e-nodes of a kind.
    Theory,
    /// A rule by its number.
    Rule(usize),
}

impl Steps {
    pub(crate) fn new(rules: Arc<Vec<Rewrite>>) -> Steps {
        let theory = HEADS.map(|head| Step {
            kind: Kind::Theory,
            head,
            needed: Heads::new(),
        });
        let by_rules = rules.iter().enumerate().filter_map(|(number, rule)| {
            let mut needed = Heads::new();
            operators(&rule.left, &mut needed);
            Some(Step {
                head: head(rule)?,
                kind: Kind::Rule(number),
                needed,
            })
        });
        Steps {
            all: theory.into_iter().chain(by_rules).collect(),
            rules,
        }
    }

    /// The rewrite that applies all steps.
    pub(crate) fn rewrite<'f>(&self) -> egg::Rewrite<Node, Domain<'f>> {
        let rewrite = egg::Rewrite::new("all rules", self.clone(), self.clone());
        rewrite.expect("no variable is bound by egg")
    }

    /// The e-classes at which each step may match. They are determined before any step changes the e-graph.
    fn places(&self, graph: &Graph<'_>) -> Vec<(&Step, Arc<[Id]>)> {
        let mut known: Vec<(Head, Arc<[Id]>)> = vec![];
        let mut missing: Vec<Head> = vec![];
        let mut places = vec![];
        for step in self.all.iter() {
            let classes = match known.iter().find(|(head, _)| *head == step.head) {
                Some((_, classes)) => classes.clone(),
                None => {
                    let classes: Arc<[Id]> = classes_with(graph, step.head).into();
                    known.push((step.head, classes.clone()));
                    classes
                }
            };
            if classes.is_empty() {
                continue;
            }
            let is_possible = step.needed.iter().all(|head| {
                let is_there = !missing.contains(head) && occurs(graph, *head);
                if !is_there && !missing.contains(head) {
                    missing.push(*head);
                }
                is_there
            });
            if is_possible {
                places.push((step, classes));
            }
        }
        places
    }
}

fn occurs(graph: &Graph<'_>, head: Head) -> bool {
    let mut classes = graph.classes_for_op(&head).into_iter().flatten();
    classes.next().is_some()
}

/// The operators in a pattern, apart from sums and products, which a pattern may match otherwise.
fn operators(pattern: &Pattern, all: &mut Heads) {
    if let Pattern::Apply(operator, parts) = pattern {
        let head = Head::Apply(*operator);
        if !matches!(operator, Operator::Add | Operator::Mul) && !all.contains(&head) {
            all.push(head);
        }
        parts.iter().for_each(|part| operators(part, all));
    }
}

/// The kind of e-nodes at the root of a rule.
fn head(rule: &Rewrite) -> Option<Head> {
    Some(match &rule.left {
        Pattern::Apply(Operator::Add, _) => Head::Sum,
        Pattern::Apply(Operator::Mul, factors) => match is_multiple(rule, factors) {
            true => Head::Sum,
            false => Head::Apply(Operator::Mul),
        },
        Pattern::Apply(operator, _) => Head::Apply(*operator),
        _ => return None,
    })
}

/// Whether a product pattern is a constant multiple of an operator, which is matched with the terms of sums.
fn is_multiple(rule: &Rewrite, factors: &[Pattern]) -> bool {
    let is_number = |factor: &&Pattern| match factor {
        Pattern::Integer(_) => true,
        Pattern::Variable(slot) => rule.guards.contains(&Guard::Constant(*slot)),
        _ => false,
    };
    let mut others = factors.iter().filter(|factor| !is_number(factor));
    matches!(
        (others.next(), others.next()),
        (Some(Pattern::Apply(..)), None)
    )
}

impl Searcher<Node, Domain<'_>> for Steps {
    fn search_eclass_with_limit(
        &self,
        _: &Graph<'_>,
        eclass: Id,
        _: usize,
    ) -> Option<SearchMatches<'_, Node>> {
        Some(SearchMatches {
            eclass,
            substs: vec![Subst::default()],
            ast: None,
        })
    }

    /// One match: the steps find their places when they are applied, since variables are bound to sums, whose e-classes
    /// may have to be added.
    fn search_with_limit(&self, graph: &Graph<'_>, limit: usize) -> Vec<SearchMatches<'_, Node>> {
        let first = graph
            .analysis
            .root
            .into_iter()
            .chain(graph.classes().map(|it| it.id));
        let matches = first
            .take(1)
            .filter_map(|id| self.search_eclass_with_limit(graph, id, limit));
        matches.collect()
    }

    fn vars(&self) -> Vec<Var> {
        vec![]
    }
}

impl Applier<Node, Domain<'_>> for Steps {
    fn apply_one(
        &self,
        graph: &mut Graph<'_>,
        _: Id,
        _: &Subst,
        _: Option<&PatternAst<Node>>,
        _: Symbol,
    ) -> Vec<Id> {
        let mut changed = vec![];
        for (step, classes) in self.places(graph) {
            for &class in classes.iter() {
                if is_done(graph) {
                    return changed;
                }
                changed.extend(self.apply(graph, step, class));
            }
            if graph.total_size() > graph.analysis.nodes {
                break;
            }
        }
        changed
    }
}

impl Steps {
    /// Applies a step at an e-class. Returns the e-classes that changed.
    fn apply(&self, graph: &mut Graph<'_>, step: &Step, class: Id) -> Vec<Id> {
        let class = graph.find(class);
        match step.kind {
            Kind::Theory => apply_theory(graph, class, step.head),
            Kind::Rule(_) if is_shortest(graph, class) => vec![],
            Kind::Rule(rule) => match step.head {
                Head::Sum => apply_to_sums(graph, &self.rules[rule], class),
                _ => apply_to_nodes(graph, &self.rules[rule], class),
            },
        }
    }
}

/// Whether no rule can give a shorter term for an e-class: it is a number or an allowed leaf.
fn is_shortest(graph: &Graph<'_>, class: Id) -> bool {
    graph[class].nodes.iter().any(|node| match node {
        Node::Integer(_) => true,
        Node::Leaf(leaf) => graph.analysis.facts.is_allowed(*leaf),
        _ => false,
    })
}

/// Whether no rule can give a shorter term, the facts contradict each other, or the work is used up.
fn is_done(graph: &Graph<'_>) -> bool {
    let root = graph.analysis.root;
    graph.analysis.is_contradictory
        || graph.analysis.comparisons == 0
        || root.is_some_and(|root| is_shortest(graph, root))
}

/// Applies a rule to the e-nodes of an e-class with its operator.
fn apply_to_nodes(graph: &mut Graph<'_>, rule: &Rewrite, class: Id) -> Vec<Id> {
    let Pattern::Apply(operator, _) = rule.left else {
        return vec![];
    };
    let matcher = Matcher::new(rule);
    let mut changed = vec![];
    for node in nodes_of(graph, class, Head::Apply(operator)) {
        for mut binding in matcher.node(graph, node.children()) {
            if !matcher.admits(graph, &mut binding) {
                continue;
            }
            let right = build(graph, &rule.right, &binding);
            changed.extend(right.and_then(|right| unite(graph, class, &right)));
        }
    }
    changed
}

/// Applies a rule to parts of the sums in an e-class.
fn apply_to_sums(graph: &mut Graph<'_>, rule: &Rewrite, class: Id) -> Vec<Id> {
    let matcher = Matcher::new(rule);
    let mut changed = vec![];
    for form in shortest_sums(graph, class).iter() {
        for mut found in matcher.sum(graph, form) {
            if !matcher.admits(graph, &mut found.binding) {
                continue;
            }
            let whole = build(graph, &rule.right, &found.binding).and_then(|right| {
                let times = Form::from_constant(found.times)?;
                let multiple = apply(graph, Operator::Mul, &[times, right])?;
                multiple.add(&found.rest)
            });
            changed.extend(whole.and_then(|whole| unite(graph, class, &whole)));
        }
    }
    changed
}
