//! Whether a condition holds at a point.

use super::derivation::{Effort, Lower};
use super::engine::Engine;
use super::facts::{FactOrigin, Relation};
use super::lower::Goal;
use crate::number::{Congruence, Int};
use crate::program::{Column, Point};
use crate::term::{Compared, ENode, Expr, Form, Id, Operator, truth};

/// What was found out about a condition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decided {
    /// It holds in every run that reaches the point.
    True,
    /// It holds in none.
    False,
    /// No run reaches the point.
    Unreachable,
}

/// A decision, or whether a budget ran out.
type Decision = Result<Decided, bool>;

impl Decided {
    fn negated(self) -> Decided {
        match self {
            Decided::True => Decided::False,
            Decided::False => Decided::True,
            Decided::Unreachable => Decided::Unreachable,
        }
    }
}

/// How deep conditions of conditions are looked into.
pub(super) const MAX_DEPTH: usize = 8;

impl Engine<'_> {
    /// Whether a condition (a term that is 0 or 1) holds at a point.
    ///
    /// Of a comparison no more is unfolded than decides it.
    ///
    /// # Errors
    /// As [`Engine::decide`].
    pub fn prove(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Decision {
        let nearby = self.decide_nearby(condition);
        let compared = match nearby {
            Some(_) => None,
            None => self.compared(condition),
        };
        let class = match (nearby, &compared) {
            (None, None) => Some(self.class_of_term(condition)),
            _ => None,
        };
        match point {
            Some(point) => self.enter(point),
            None => self.settle_facts(),
        }
        if self.egraph.has_contradiction() {
            return Err(false);
        }
        if let Some(class) = class {
            return self.decide(class, point);
        }
        if self.is_unreachable(point) {
            return Ok(Decided::Unreachable);
        }
        let told = || match compared? {
            (Compared::True(_), _) => Some(true),
            (Compared::Open(form), relation) => self.is_stated(&form, relation, point),
        };
        match nearby.or_else(told) {
            Some(true) => Ok(Decided::True),
            Some(false) => Ok(Decided::False),
            None => {
                let class = self.class_of_term(condition);
                self.decide(class, point)
            }
        }
    }

    /// Whether rules state a relation at a point, or the opposite; none if they do not.
    fn is_stated(&self, form: &Form, relation: Relation, point: Option<Point>) -> Option<bool> {
        if self.is_known(form, relation, point) {
            return Some(true);
        }
        let never = match relation {
            Relation::AtLeastZero => form.neg().add_constant(&Int::NEG_ONE)?,
            Relation::Zero => return None,
        };
        self.is_known(&never, relation, point).then_some(false)
    }

    /// Whether a condition (a class that is 0 or 1) holds at a point.
    ///
    /// # Errors
    /// If neither it nor its negation was proved: whether a budget ran out.
    pub fn decide(&mut self, condition: Id, point: Option<Point>) -> Decision {
        // Where no run comes, everything would be true.
        if self.is_unreachable(point) {
            return Ok(Decided::Unreachable);
        }
        self.decide_condition(condition, point, MAX_DEPTH)
    }

    fn decide_condition(&mut self, condition: Id, point: Option<Point>, depth: usize) -> Decision {
        let condition = self.egraph.find(condition);
        let universally = truth(self.egraph.range(condition));
        if let Some(truth) = universally.or_else(|| truth(&self.range_at(condition, point))) {
            return Ok(if truth { Decided::True } else { Decided::False });
        }
        if depth == 0 {
            return Err(true);
        }
        let form = self.egraph.form(condition).clone();
        if let [(atom, k)] = form.terms()
            && *k == Int::NEG_ONE
            && *form.constant() == Int::ONE
        {
            return self
                .decide_condition(*atom, point, depth - 1)
                .map(Decided::negated);
        }
        let mut budget = false;
        let nodes = self.egraph.nodes(condition).to_vec();
        for node in nodes {
            let ENode::Apply(operator, arguments) = node else {
                continue;
            };
            let decision = match (operator, &arguments[..]) {
                (Operator::Le, &[a, b]) => {
                    let Some(difference) = self.egraph.form(b).sub(self.egraph.form(a)) else {
                        continue;
                    };
                    self.decide_sign(&difference, point)
                }
                (Operator::Eq, &[a, b]) => {
                    let Some(difference) = self.egraph.form(a).sub(self.egraph.form(b)) else {
                        continue;
                    };
                    self.decide_zero(&difference, point)
                }
                // Of what is no truth value the least and the greatest say nothing.
                (Operator::Min, &[a, b]) if self.egraph.are_conditions(&arguments) => {
                    self.decide_both(a, b, Decided::True, point, depth - 1)
                }
                (Operator::Max, &[a, b]) if self.egraph.are_conditions(&arguments) => {
                    self.decide_both(a, b, Decided::False, point, depth - 1)
                }
                _ => continue,
            };
            match decision {
                Ok(decided) => return Ok(decided),
                Err(ran_out) => budget |= ran_out,
            }
        }
        // As a number: at least 1, or at most 0.
        let minus_one = form.add_constant(&Int::NEG_ONE);
        for (goal, decided) in [
            (minus_one, Decided::True),
            (Some(form.neg()), Decided::False),
        ] {
            let Some(goal) = goal else { continue };
            match self.lower_bound(&goal, point, Effort::Reach(0)) {
                Lower::Bound(bound, _) if bound >= Int::ZERO => return Ok(decided),
                Lower::Unreachable(_) => return Ok(Decided::Unreachable),
                Lower::None { budget: ran_out } => budget |= ran_out,
                Lower::Bound(..) => {}
            }
        }
        Err(budget)
    }

    /// Conjunction (`all` true) or disjunction (`all` false) of two conditions.
    fn decide_both(
        &mut self,
        a: Id,
        b: Id,
        all: Decided,
        point: Option<Point>,
        depth: usize,
    ) -> Decision {
        let first = self.decide_condition(a, point, depth);
        if first == Ok(all.negated()) || first == Ok(Decided::Unreachable) {
            return first;
        }
        let second = self.decide_condition(b, point, depth);
        if second == Ok(all.negated()) || second == Ok(Decided::Unreachable) {
            return second;
        }
        match (first, second) {
            (Ok(_), Ok(_)) => Ok(all),
            (first, second) => Err(first.err().unwrap_or(false) || second.err().unwrap_or(false)),
        }
    }

    /// Whether `0 <= form`.
    fn decide_sign(&mut self, form: &Form, point: Option<Point>) -> Decision {
        let mut budget = false;
        let negation = form.neg().add_constant(&Int::NEG_ONE);
        for (goal, decided) in [
            (Some(form.clone()), Decided::True),
            (negation, Decided::False),
        ] {
            let Some(goal) = goal else { continue };
            match self.lower_bound(&goal, point, Effort::Reach(0)) {
                Lower::Bound(bound, _) if bound >= Int::ZERO => return Ok(decided),
                Lower::Unreachable(_) => return Ok(Decided::Unreachable),
                Lower::None { budget: ran_out } => budget |= ran_out,
                Lower::Bound(..) => {}
            }
        }
        Err(budget)
    }

    /// Whether `form = 0`.
    fn decide_zero(&mut self, form: &Form, point: Option<Point>) -> Decision {
        if !self.range_of_goal(form, point).contains(&Int::ZERO) {
            return Ok(Decided::False);
        }
        let mut budget = false;
        let mut at_least_zero = 0;
        for goal in [form.clone(), form.neg()] {
            match self.lower_bound(&goal, point, Effort::Reach(1)) {
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

    /// Whether the facts and assumptions visible at a point contradict each other, as far as a linear
    /// program over those that are nearest to the point tells.
    ///
    /// Costs nothing where a run is seen to come there, else a linear program for each point.
    pub fn is_unreachable(&mut self, point: Option<Point>) -> bool {
        let path = point.map(|point| self.path(point));
        let (begun, facts) = self.facts.begun(path.as_deref());
        drop(path);
        // What is found by some of the invariants is not what all of them tell, nor the other way round.
        let counts_all = !self.facts.counts_some();
        let known = self.unreachable.get(begun, facts);
        if let Some(known) = known.filter(|_| counts_all) {
            return known;
        }
        let refuted = self.facts.refuted().to_vec();
        let found = refuted.into_iter().any(|fact| self.is_visible(fact, point))
            || !self.is_seen_reached(point)
                && matches!(self.contradiction(point), Some((_, Lower::Unreachable(_))));
        if counts_all {
            self.unreachable.insert(begun, facts, found);
            if found {
                self.unreachable.note(point);
            }
        }
        found
    }

    /// Whether nothing that is told of a point can be wrong, since no run comes to it: by what is known, or
    /// because no edge leads there. Costs as [`Engine::is_unreachable`] does.
    pub fn is_vacuous(&mut self, point: Option<Point>) -> bool {
        let is_dead = |point| self.dominance.is_dead(self.program, point);
        point.is_some_and(is_dead) || self.is_unreachable(point)
    }

    /// What a linear program finds of the facts and assumptions visible at a point: a form, and its
    /// lower bound, which there is none of if they contradict each other.
    pub(super) fn contradiction(&mut self, point: Option<Point>) -> Option<(Form, Lower)> {
        let assumed = self.facts.assumptions().map(|(_, fact)| &fact.form);
        let assumed = self.over_atoms(assumed);
        let goal = Form::from_terms(Int::ZERO, assumed.into_iter().map(|atom| (atom, Int::ONE)));
        if let Some(goal) = goal.filter(|goal| !goal.is_constant()) {
            let lower = self.lower_bound(&goal, point, Effort::Best);
            if matches!(lower, Lower::Unreachable(_)) {
                return Some((goal, lower));
            }
        }
        let around = self.atoms_of_facts(point?);
        let system = self.gather_around(&around, point);
        if system.rows.is_empty() || self.is_separable(&system, point) {
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

    /// The atoms of the facts that hold at a point and not everywhere, the nearest first.
    pub(super) fn atoms_of_facts(&mut self, point: Point) -> Vec<Id> {
        let path = self.path(point);
        let points = path.points().iter();
        let placed = points.flat_map(|&at| self.facts.placed(Some(at), None).into_iter().rev());
        // Invariants last: which of them have been looked for depends on what was asked.
        let is_invariant =
            |fact: &u32| matches!(self.facts.get(*fact).origin, FactOrigin::Invariant(_));
        let (invariants, others): (Vec<u32>, Vec<u32>) = placed
            .filter(|&fact| !self.facts.is_retired(fact))
            .partition(is_invariant);
        let facts = others.iter().chain(&invariants);
        self.over_atoms(facts.map(|&fact| &self.facts.get(fact).form))
    }

    /// The atoms of these, as many as a system holds.
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
