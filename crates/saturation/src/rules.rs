//! Rules of rule files as rewrites of the e-graph, and the saturation.

use super::context::{Context, assume};
use super::extract::{Preference, Size, cheapest};
use super::facts::Facts;
use super::graph::{
    Domain, Graph, apply, begin_iteration, class_of, classes_with, form_of, nodes_of,
};
use super::instance::build;
use super::language::{Form, Head, Node};
use super::limits::Limits;
use super::matching::Matcher;
use super::theory::{HEADS, apply_theory, shortest_sums, unite};
use calipers_program::term::{Expr, Guard, Operator, Pattern, Rewrite};
use egg::{
    Applier, Id, Language, PatternAst, Runner, SearchMatches, Searcher, SimpleScheduler, Subst,
    Symbol, Var,
};
use std::cmp::Ordering;
use std::sync::Arc;
use std::time::Duration;

/// A term that is equal by the rules, and smaller.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The term.
    pub term: Expr,
    /// The size of the term that it replaces.
    pub before: Size,
    /// Its size.
    pub after: Size,
}

/// A set of rules, ready to be applied.
#[derive(Clone, Debug)]
pub struct Saturation {
    rules: Vec<Arc<Rewrite>>,
    /// The names of the rewrites in the e-graph, which are distinct, unlike those of the two directions of a rule.
    names: Vec<Symbol>,
}

impl Saturation {
    /// Prepares rules. Costs their number.
    pub fn new(rules: &[Rewrite]) -> Saturation {
        let own = HEADS.map(|head| Symbol::from(format!("{head:?}")));
        let numbered = rules.iter().enumerate();
        let named = numbered.map(|(n, rule)| Symbol::from(format!("{} {n}", rule.name)));
        Saturation {
            rules: rules.iter().cloned().map(Arc::new).collect(),
            names: own.into_iter().chain(named).collect(),
        }
    }

    /// The cheapest term over allowed leaves that equals a term by the rules, under the facts; none if none is found
    /// that is cheaper than the term, or if the facts contradict each other. A term with a leaf that is not allowed
    /// counts as infinitely expensive.
    ///
    /// Costs some ten microseconds for a handful of operators, and grows with the limits.
    pub fn shortest(
        &self,
        term: &Expr,
        facts: &mut dyn Facts,
        preference: &Preference,
    ) -> Option<Found> {
        self.shortest_within(Limits::default(), term, facts, preference)
    }

    /// Like [`Saturation::shortest`], with other limits.
    pub fn shortest_within(
        &self,
        limits: Limits,
        term: &Expr,
        facts: &mut dyn Facts,
        preference: &Preference,
    ) -> Option<Found> {
        let shorter = Context::new(self, (limits, preference), facts).with_shorter_parts(term);
        self.searched(limits, (term, shorter.as_ref()), &[], facts, preference)
    }

    /// Like [`Saturation::shortest_within`], where conditions hold.
    pub fn shortest_where(
        &self,
        limits: Limits,
        term: &Expr,
        conditions: &[Expr],
        facts: &mut dyn Facts,
        preference: &Preference,
    ) -> Option<Found> {
        self.searched(limits, (term, None), conditions, facts, preference)
    }

    /// The cheapest term that equals a term, where conditions hold. Another term that is known to be equal may help.
    pub(crate) fn searched(
        &self,
        limits: Limits,
        (term, other): (&Expr, Option<&Expr>),
        conditions: &[Expr],
        facts: &mut dyn Facts,
        preference: &Preference,
    ) -> Option<Found> {
        let mut is_allowed = true;
        term.for_each_leaf(&mut |leaf| is_allowed &= facts.is_allowed(*leaf));
        let mut runner = runner(limits, facts);
        let root = class_of_term(&mut runner.egraph, term)?;
        if let Some(other) = other.and_then(|it| class_of_term(&mut runner.egraph, it)) {
            runner.egraph.union(root, other);
        }
        for condition in conditions {
            assume(&mut runner.egraph, condition);
        }
        runner.egraph.rebuild();
        runner.egraph.analysis.root = Some(root);
        let graph = runner.run(&self.rewrites()).egraph;
        if graph.analysis.is_contradictory {
            return None;
        }
        let found = cheapest(&graph, graph.find(root), preference)?;
        let (before, after) = (Size::of(term), Size::of(&found));
        let is_better = !is_allowed || preference.compare(&after, &before) == Ordering::Less;
        is_better.then_some(Found {
            term: found,
            before,
            after,
        })
    }
}

/// An empty e-graph that is to be saturated within limits.
pub(crate) fn runner(limits: Limits, facts: &mut dyn Facts) -> Runner<Node, Domain<'_>> {
    Runner::new(Domain::new(limits, facts))
        .with_iter_limit(limits.iterations)
        .with_node_limit(limits.nodes)
        // The limits above end the run deterministically; the time limit must never apply.
        .with_time_limit(Duration::from_secs(3_600))
        .with_scheduler(SimpleScheduler)
        .with_hook(|runner| {
            begin_iteration(&mut runner.egraph);
            Ok(())
        })
}

impl Saturation {
    /// Whether two terms are found to be equal by the rules, under the facts. False if the facts contradict each
    /// other: then everything is equal.
    pub fn is_equal(&self, limits: Limits, a: &Expr, b: &Expr, facts: &mut dyn Facts) -> bool {
        let mut runner = runner(limits, facts);
        let graph = &mut runner.egraph;
        let (Some(a), Some(b)) = (class_of_term(graph, a), class_of_term(graph, b)) else {
            return false;
        };
        graph.rebuild();
        let is_equal = move |graph: &Graph<'_>| graph.find(a) == graph.find(b);
        let runner = runner.with_hook(move |runner| match is_equal(&runner.egraph) {
            true => Err("the terms are equal".into()),
            false => Ok(()),
        });
        let graph = runner.run(&self.rewrites()).egraph;
        !graph.analysis.is_contradictory && is_equal(&graph)
    }

    /// Whether the rules lead from one term to another: unlike in [`Saturation::is_equal`], they are not applied to the
    /// second one.
    pub fn leads_to(&self, limits: Limits, from: &Expr, to: &Expr, facts: &mut dyn Facts) -> bool {
        let mut runner = runner(limits, facts);
        let Some(start) = class_of_term(&mut runner.egraph, from) else {
            return false;
        };
        runner.egraph.rebuild();
        let mut graph = runner.run(&self.rewrites()).egraph;
        let Some(end) = class_of_term(&mut graph, to) else {
            return false;
        };
        graph.rebuild();
        !graph.analysis.is_contradictory && graph.find(start) == graph.find(end)
    }

    /// The rules and linear arithmetic as rewrites.
    pub(crate) fn rewrites<'f>(&self) -> Vec<egg::Rewrite<Node, Domain<'f>>> {
        let rules = self.rules.iter().map(|rule| Step::Rule(rule.clone()));
        let steps = HEADS.map(Step::Theory).into_iter().chain(rules);
        let rewrites = steps.zip(&self.names).map(|(step, name)| {
            let rewrite = egg::Rewrite::new(*name, step.clone(), step);
            rewrite.expect("no variable is bound by egg")
        });
        rewrites.collect()
    }
}

/// The e-class of a term, whose parts are added.
pub(crate) fn class_of_term(graph: &mut Graph<'_>, term: &Expr) -> Option<Id> {
    let form = form_of(graph, term)?;
    class_of(graph, &form)
}

/// What a rewrite of the e-graph does.
///
/// The search gives the e-classes with the operator at the root of the rule. The rule is matched when it is applied,
/// since variables are bound to sums, whose e-classes may have to be added.
#[derive(Clone)]
enum Step {
    /// Linear arithmetic on e-nodes of a kind.
    Theory(Head),
    Rule(Arc<Rewrite>),
}

impl Step {
    /// The kind of e-nodes at the root.
    fn head(&self) -> Option<Head> {
        Some(match self {
            Step::Theory(head) => *head,
            Step::Rule(rule) => match &rule.left {
                Pattern::Apply(Operator::Add, _) => Head::Sum,
                Pattern::Apply(Operator::Mul, factors) => match is_multiple(rule, factors) {
                    true => Head::Sum,
                    false => Head::Apply(Operator::Mul),
                },
                Pattern::Apply(operator, _) => Head::Apply(*operator),
                _ => return None,
            },
        })
    }
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

impl Searcher<Node, Domain<'_>> for Step {
    fn search_eclass_with_limit(
        &self,
        graph: &Graph<'_>,
        eclass: Id,
        _: usize,
    ) -> Option<SearchMatches<'_, Node>> {
        let head = self.head()?;
        let mut nodes = graph[eclass].nodes.iter();
        let has_one = nodes.any(|node| node.discriminant() == head);
        has_one.then(|| matched(eclass))
    }

    fn search_with_limit(&self, graph: &Graph<'_>, limit: usize) -> Vec<SearchMatches<'_, Node>> {
        let is_possible = match self {
            Step::Rule(rule) => has_operators(graph, &rule.left),
            Step::Theory(_) => true,
        };
        let head = self.head().filter(|_| is_possible);
        let classes = head.map(|head| classes_with(graph, head));
        let classes = classes.into_iter().flatten().take(limit);
        classes.map(matched).collect()
    }

    fn vars(&self) -> Vec<Var> {
        vec![]
    }
}

/// Whether the e-graph has an e-node of each operator in a pattern, apart from sums and products, which a pattern may
/// match otherwise.
fn has_operators(graph: &Graph<'_>, pattern: &Pattern) -> bool {
    let Pattern::Apply(operator, parts) = pattern else {
        return true;
    };
    let is_linear = matches!(operator, Operator::Add | Operator::Mul);
    let has_one = |head: &Head| {
        let mut classes = graph.classes_for_op(head).into_iter().flatten();
        classes.next().is_some()
    };
    (is_linear || has_one(&Head::Apply(*operator)))
        && parts.iter().all(|part| has_operators(graph, part))
}

fn matched<'m>(eclass: Id) -> SearchMatches<'m, Node> {
    SearchMatches {
        eclass,
        substs: vec![Subst::default()],
        ast: None,
    }
}

impl Applier<Node, Domain<'_>> for Step {
    fn apply_one(
        &self,
        graph: &mut Graph<'_>,
        eclass: Id,
        _: &Subst,
        _: Option<&PatternAst<Node>>,
        _: Symbol,
    ) -> Vec<Id> {
        let class = graph.find(eclass);
        match self {
            _ if is_done(graph) => vec![],
            Step::Theory(head) => apply_theory(graph, class, *head),
            Step::Rule(_) if is_shortest(graph, class) => vec![],
            Step::Rule(rule) if self.head() == Some(Head::Sum) => apply_to_sums(graph, rule, class),
            Step::Rule(rule) => apply_to_nodes(graph, rule, class),
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
