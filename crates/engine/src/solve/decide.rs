//! Decides whether a condition holds at a point.

use super::bounds::Bounds;
use super::derivation::{Effort, Lower};
use super::facts::{FactOrigin, Relation};
use super::knowledge::Knowledge;
use super::lower::Goal;
use crate::number::{Congruence, Int};
use crate::program::Point;
use crate::term::{ENode, Form, Id, Operator, truth};

/// The truth of a condition at a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decided {
    /// The condition holds in every execution that reaches the point.
    True,
    /// The condition holds in no execution that reaches the point.
    False,
    /// No execution reaches the point.
    Unreachable,
}

/// A decision; the error says whether a budget was exhausted.
pub(super) type Decision = Result<Decided, bool>;

impl Decided {
    fn negated(self) -> Decided {
        match self {
            Decided::True => Decided::False,
            Decided::False => Decided::True,
            Decided::Unreachable => Decided::Unreachable,
        }
    }
}

/// Maximum nesting depth of conditions.
pub(super) const MAX_DEPTH: usize = 8;

impl Knowledge<'_> {
    /// Whether the rules state a relation at a point (`true`) or its negation (`false`); `None` if they state neither.
    pub(super) fn is_stated(
        &self,
        form: &Form,
        relation: Relation,
        point: Option<Point>,
    ) -> Option<bool> {
        if self.is_known(form, relation, point) {
            return Some(true);
        }
        let never = match relation {
            Relation::AtLeastZero => form.neg().add_constant(&Int::NEG_ONE)?,
            Relation::Zero => return None,
        };
        self.is_known(&never, relation, point).then_some(false)
    }
}

impl Bounds {
    /// Decides whether a condition (a class that is 0 or 1) holds at a point.
    ///
    /// # Errors
    /// If neither the condition nor its negation was proved. The value says whether a budget was exhausted.
    pub(super) fn decide(
        &mut self,
        known: &mut Knowledge<'_>,
        condition: Id,
        point: Option<Point>,
    ) -> Decision {
        // Ex falso: every condition would hold at an unreachable point.
        if self.is_unreachable(known, point) {
            return Ok(Decided::Unreachable);
        }
        self.decide_condition(known, condition, point, MAX_DEPTH)
    }

    fn decide_condition(
        &mut self,
        known: &mut Knowledge<'_>,
        condition: Id,
        point: Option<Point>,
        depth: usize,
    ) -> Decision {
        let condition = known.egraph.find(condition);
        let universally = truth(known.egraph.range(condition));
        if let Some(truth) = universally.or_else(|| truth(&known.range_at(condition, point))) {
            return Ok(if truth { Decided::True } else { Decided::False });
        }
        if depth == 0 {
            return Err(true);
        }
        let form = known.egraph.form(condition).clone();
        if let [(atom, k)] = form.terms()
            && *k == Int::NEG_ONE
            && *form.constant() == Int::ONE
        {
            return self
                .decide_condition(known, *atom, point, depth - 1)
                .map(Decided::negated);
        }
        let mut budget = false;
        let nodes = known.egraph.nodes(condition).to_vec();
        for node in nodes {
            let ENode::Apply(operator, arguments) = node else {
                continue;
            };
            let decision = match (operator, &arguments[..]) {
                (Operator::Le, &[a, b]) => {
                    let Some(difference) = known.egraph.form(b).sub(known.egraph.form(a)) else {
                        continue;
                    };
                    self.decide_sign(known, &difference, point)
                }
                (Operator::Eq, &[a, b]) => {
                    let Some(difference) = known.egraph.form(a).sub(known.egraph.form(b)) else {
                        continue;
                    };
                    self.decide_zero(known, &difference, point)
                }
                // `min` and `max` are "and" and "or" only over truth values.
                (Operator::Min, &[a, b]) if known.egraph.are_conditions(&arguments) => {
                    self.decide_both(known, a, b, Decided::True, point, depth - 1)
                }
                (Operator::Max, &[a, b]) if known.egraph.are_conditions(&arguments) => {
                    self.decide_both(known, a, b, Decided::False, point, depth - 1)
                }
                _ => continue,
            };
            match decision {
                Ok(decided) => return Ok(decided),
                Err(ran_out) => budget |= ran_out,
            }
        }
        // As an integer: at least 1, or at most 0.
        let minus_one = form.add_constant(&Int::NEG_ONE);
        for (goal, decided) in [
            (minus_one, Decided::True),
            (Some(form.neg()), Decided::False),
        ] {
            let Some(goal) = goal else { continue };
            match self.lower_bound(known, &goal, point, Effort::Reach(0)) {
                Lower::Bound(bound, _) if bound >= Int::ZERO => return Ok(decided),
                Lower::Unreachable(_) => return Ok(Decided::Unreachable),
                Lower::None { budget: ran_out } => budget |= ran_out,
                Lower::Bound(..) => {}
            }
        }
        Err(budget)
    }

    /// Decides the conjunction (`all` is `True`) or the disjunction (`all` is `False`) of two conditions.
    fn decide_both(
        &mut self,
        known: &mut Knowledge<'_>,
        a: Id,
        b: Id,
        all: Decided,
        point: Option<Point>,
        depth: usize,
    ) -> Decision {
        let first = self.decide_condition(known, a, point, depth);
        if first == Ok(all.negated()) || first == Ok(Decided::Unreachable) {
            return first;
        }
        let second = self.decide_condition(known, b, point, depth);
        if second == Ok(all.negated()) || second == Ok(Decided::Unreachable) {
            return second;
        }
        match (first, second) {
            (Ok(_), Ok(_)) => Ok(all),
            (first, second) => Err(first.err().unwrap_or(false) || second.err().unwrap_or(false)),
        }
    }

    /// Decides `0 <= form`.
    fn decide_sign(
        &mut self,
        known: &mut Knowledge<'_>,
        form: &Form,
        point: Option<Point>,
    ) -> Decision {
        let mut budget = false;
        let negation = form.neg().add_constant(&Int::NEG_ONE);
        for (goal, decided) in [
            (Some(form.clone()), Decided::True),
            (negation, Decided::False),
        ] {
            let Some(goal) = goal else { continue };
            match self.lower_bound(known, &goal, point, Effort::Reach(0)) {
                Lower::Bound(bound, _) if bound >= Int::ZERO => return Ok(decided),
                Lower::Unreachable(_) => return Ok(Decided::Unreachable),
                Lower::None { budget: ran_out } => budget |= ran_out,
                Lower::Bound(..) => {}
            }
        }
        Err(budget)
    }

    /// Decides `form = 0`.
    fn decide_zero(
        &mut self,
        known: &mut Knowledge<'_>,
        form: &Form,
        point: Option<Point>,
    ) -> Decision {
        if !known.range_of_goal(form, point).contains(&Int::ZERO) {
            return Ok(Decided::False);
        }
        let mut budget = false;
        let mut at_least_zero = 0;
        for goal in [form.clone(), form.neg()] {
            match self.lower_bound(known, &goal, point, Effort::Reach(1)) {
                Lower::Bound(bound, _) if bound > Int::ZERO => return Ok(Decided::False),
                Lower::Bound(bound, _) if bound.is_zero() => at_least_zero += 1,
                Lower::Bound(..) => {}
                Lower::Unreachable(_) => return Ok(Decided::Unreachable),
                Lower::None { budget: ran_out } => budget |= ran_out,
            }
        }
        if at_least_zero == 2 {
            Ok(Decided::True)
        } else {
            Err(budget)
        }
    }

    /// Whether the facts and assumptions visible at a point contradict each other, as far as a linear program over the
    /// facts nearest to the point can prove.
    ///
    /// Costs nothing if a model reaches the point, else a linear program for each point.
    pub(super) fn is_unreachable(
        &mut self,
        known: &mut Knowledge<'_>,
        point: Option<Point>,
    ) -> bool {
        let path = point.map(|point| known.points.path(point));
        let (begun, facts) = known.facts.begun(path.as_deref());
        drop(path);
        // The memo is valid only for the full set of invariants.
        let counts_all = !known.facts.counts_some();
        let memoized = known.unreachable.get(begun, facts);
        if let Some(memoized) = memoized.filter(|_| counts_all) {
            return memoized;
        }
        let refuted = known.facts.refuted().to_vec();
        let found = refuted
            .into_iter()
            .any(|fact| known.is_visible(fact, point))
            || !self.models.is_seen_reached(known, point)
                && matches!(
                    self.contradiction(known, point),
                    Some((_, Lower::Unreachable(_)))
                );
        if counts_all {
            known.unreachable.insert(begun, facts, found);
            if found {
                known.unreachable.note(point);
            }
        }
        found
    }

    /// Whether every statement about a point holds vacuously: no execution reaches it according to the facts, or no CFG
    /// edge does. Costs as [`Engine::is_unreachable`].
    pub(super) fn is_vacuous(&mut self, known: &mut Knowledge<'_>, point: Option<Point>) -> bool {
        let is_dead = |point| known.points.dominance.is_dead(known.points.program, point);
        point.is_some_and(is_dead) || self.is_unreachable(known, point)
    }

    /// Bounds a form over the facts and assumptions visible at a point by a linear program. The bound is
    /// [`Lower::Unreachable`] if they contradict each other.
    pub(super) fn contradiction(
        &mut self,
        known: &mut Knowledge<'_>,
        point: Option<Point>,
    ) -> Option<(Form, Lower)> {
        let assumed = known.facts.assumptions().map(|(_, fact)| &fact.form);
        let assumed = self.over_atoms(assumed);
        let goal = Form::from_terms(Int::ZERO, assumed.into_iter().map(|atom| (atom, Int::ONE)));
        if let Some(goal) = goal.filter(|goal| !goal.is_constant()) {
            let lower = self.lower_bound(known, &goal, point, Effort::Best);
            if matches!(lower, Lower::Unreachable(_)) {
                return Some((goal, lower));
            }
        }
        let around = self.atoms_of_facts(known, point?);
        let system = self.gather_around(known, &around, point);
        if system.rows.is_empty() || known.is_separable(&system, point) {
            return None;
        }
        let nothing = Form::zero();
        let goal = Goal {
            form: &nothing,
            congruence: &Congruence::any(),
            point,
            effort: Effort::Reach(0),
            least: None,
            known: None,
        };
        let lower = self.solve_rows(&goal, &system).0;
        Some((nothing, lower))
    }

    /// The atoms of the facts that hold at a point but not everywhere, nearest first.
    pub(super) fn atoms_of_facts(&mut self, known: &mut Knowledge<'_>, point: Point) -> Vec<Id> {
        let path = known.points.path(point);
        let points = path.points().iter();
        let placed = points.flat_map(|&at| known.facts.placed(Some(at), None).into_iter().rev());
        // Invariants last: which of them are known depends on earlier queries.
        let is_invariant =
            |fact: &u32| matches!(known.facts.get(*fact).origin, FactOrigin::Invariant(_));
        let (invariants, others): (Vec<u32>, Vec<u32>) = placed
            .filter(|&fact| !known.facts.is_retired(fact))
            .partition(is_invariant);
        let facts = others.iter().chain(&invariants);
        self.over_atoms(facts.map(|&fact| &known.facts.get(fact).form))
    }

    /// The distinct atoms of these forms, as many as fit into a system.
    fn over_atoms<'f>(&self, forms: impl Iterator<Item = &'f Form>) -> Vec<Id> {
        let mut atoms: Vec<Id> = vec![];
        for atom in forms.flat_map(|form| form.atoms()) {
            if atoms.len() >= self.config.max_atoms {
                break;
            }
            if !atoms.contains(&atom) {
                atoms.push(atom);
            }
        }
        atoms
    }
}
