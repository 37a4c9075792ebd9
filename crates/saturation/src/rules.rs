//! Rules of rule files as rewrites of the e-graph, and the saturation.

use super::context::{Context, assume};
use super::extract::{Preference, Size, cheapest};
use super::facts::Facts;
use super::graph::{Domain, Graph, begin_iteration, class_of, form_of};
use super::language::Node;
use super::limits::Limits;
use super::parts::Parts;
use super::single_quotient::with_single_quotients;
use super::steps::Steps;
use calipers_program::term::{Expr, Rewrite};
use egg::{Id, Runner, SimpleScheduler, StopReason};
use std::cmp::Ordering;
use std::sync::Arc;
use std::time::Duration;

/// How often the search begins again with the term that it has found within its limits.
const MAX_ROUNDS: usize = 6;

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
    steps: Steps,
}

impl Saturation {
    /// Prepares rules. Costs their number.
    pub fn new(rules: impl Into<Arc<Vec<Rewrite>>>) -> Saturation {
        Saturation {
            steps: Steps::new(rules.into()),
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
        self.ever_shorter(limits, term, facts, preference).pop()
    }

    /// The terms on the way to [`Saturation::shortest_within`], each cheaper than the one before. Where the limits end the
    /// search, the parts of a large term are shortened first.
    pub fn ever_shorter(
        &self,
        limits: Limits,
        term: &Expr,
        facts: &mut dyn Facts,
        preference: &Preference,
    ) -> Vec<Found> {
        let (mut all, end) = self.rounds(limits, term, facts, preference);
        if end == End::Saturated {
            return all;
        }
        let Some(parts) = Parts::new(self, (limits, preference), facts).of_large(term) else {
            return all;
        };
        let (more, _) = self.rounds(limits, &parts, facts, preference);
        for other in std::iter::once(parts).chain(more.into_iter().map(|it| it.term)) {
            let last = all.last().map_or(term, |found| &found.term);
            all.extend(better(last, other, facts, preference));
        }
        all
    }

    /// Ever cheaper terms: where the limits end a search, it begins again with the term that it has found.
    fn rounds(
        &self,
        limits: Limits,
        term: &Expr,
        facts: &mut dyn Facts,
        preference: &Preference,
    ) -> (Vec<Found>, End) {
        let mut all: Vec<Found> = vec![];
        for _ in 0..MAX_ROUNDS {
            let term = all.last().map_or(term, |found| &found.term);
            let shorter = Context::new(self, (limits, preference), facts).with_shorter_parts(term);
            let single = |term: &Expr| match limits.iterations {
                0 => None,
                _ => with_single_quotients(term, preference),
            };
            let other = single(shorter.as_ref().unwrap_or(term)).or(shorter);
            let round = (term, other.as_ref());
            let (found, end) = self.searched(limits, round, &[], facts, preference);
            let is_last = match &found {
                Some(found) if end == End::Saturated => single(&found.term).is_none(),
                found => found.is_none(),
            };
            all.extend(found);
            if is_last {
                return (all, end);
            }
        }
        (all, End::Limited)
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
        let (found, _) = self.searched(limits, (term, None), conditions, facts, preference);
        found
    }

    /// The cheapest term that equals a term, where conditions hold. Another term that is known to be equal may help.
    pub(crate) fn searched(
        &self,
        limits: Limits,
        (term, other): (&Expr, Option<&Expr>),
        conditions: &[Expr],
        facts: &mut dyn Facts,
        preference: &Preference,
    ) -> (Option<Found>, End) {
        let mut runner = runner(limits, facts);
        let Some(root) = class_of_term(&mut runner.egraph, term) else {
            return (None, End::Saturated);
        };
        if let Some(other) = other.and_then(|it| class_of_term(&mut runner.egraph, it)) {
            runner.egraph.union(root, other);
        }
        let equalities = runner.egraph.analysis.facts.equalities();
        for condition in conditions.iter().chain(&equalities) {
            assume(&mut runner.egraph, condition);
        }
        runner.egraph.rebuild();
        runner.egraph.analysis.root = Some(root);
        let runner = runner.run([&self.rewrite()]);
        let end = end(&runner);
        let graph = &runner.egraph;
        if graph.analysis.is_contradictory {
            return (None, end);
        }
        let found = cheapest(graph, graph.find(root), preference);
        let found = found.and_then(|found| better(term, found, &*graph.analysis.facts, preference));
        (found, end)
    }
}

/// A term in place of another one, if it is cheaper or that has a leaf which is not allowed.
fn better(term: &Expr, found: Expr, facts: &dyn Facts, preference: &Preference) -> Option<Found> {
    let is_allowed = |term: &Expr| {
        let mut is_allowed = true;
        term.for_each_leaf(&mut |leaf| is_allowed &= facts.is_allowed(*leaf));
        is_allowed
    };
    let (before, after) = (Size::of(term), Size::of(&found));
    let is_cheaper = preference.compare(&after, &before) == Ordering::Less;
    let is_better = is_allowed(&found) && (is_cheaper || !is_allowed(term));
    is_better.then_some(Found {
        term: found,
        before,
        after,
    })
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// No rule adds anything.
    Saturated,
    /// A limit is reached.
    Limited,
}

fn end(runner: &Runner<Node, Domain<'_>>) -> End {
    let domain = &runner.egraph.analysis;
    let is_saturated = matches!(runner.stop_reason, Some(StopReason::Saturated));
    match is_saturated && domain.comparisons > 0 && domain.questions > 0 {
        true => End::Saturated,
        false => End::Limited,
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
        let graph = runner.run([&self.rewrite()]).egraph;
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
        let mut graph = runner.run([&self.rewrite()]).egraph;
        let Some(end) = class_of_term(&mut graph, to) else {
            return false;
        };
        graph.rebuild();
        !graph.analysis.is_contradictory && graph.find(start) == graph.find(end)
    }

    /// The rules and linear arithmetic as a rewrite.
    pub(crate) fn rewrite<'f>(&self) -> egg::Rewrite<Node, Domain<'f>> {
        self.steps.rewrite()
    }
}

/// The e-class of a term, whose parts are added.
pub(crate) fn class_of_term(graph: &mut Graph<'_>, term: &Expr) -> Option<Id> {
    let form = form_of(graph, term)?;
    class_of(graph, &form)
}
