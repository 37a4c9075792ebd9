//! The argument of a proof: reconstructs derivations of bounds and decisions of conditions.

use super::super::derivation::{Case, Derivation, Effort, Lower, Split};
use super::super::system::{RowOrigin, SystemRow};
use super::ranges::relation;
use super::{Explainer, NoProof};
use crate::number::Int;
use crate::proof::{self, Bounding, Decision, Row, RowReason, Term};
use crate::solve::cases::{selected_by, unequal};
use crate::solve::lp;
use crate::term::{ENode, Expr, Form, Id, Operator, truth};
use dashu_ratio::RBig;

/// The outcome of a decision.
pub(super) enum Outcome {
    /// The condition is true, or false.
    Decided(bool, Decision),
    /// The point is unreachable.
    Never(Bounding),
}

pub(super) type Found<T> = Result<T, NoProof>;

impl Explainer<'_, '_, '_> {
    /// A bound of a form, which is the form of the goal term, with its derivation.
    pub(super) fn bounding(
        &mut self,
        goal: Term,
        form: &Form,
        lower: &Lower,
        cases: &mut Vec<Case>,
    ) -> Found<Bounding> {
        match lower {
            Lower::Bound(bound, derivation) => {
                self.derivation(goal, form, Some(bound), derivation, cases)
            }
            Lower::Unreachable(derivation) => self.derivation(goal, form, None, derivation, cases),
            Lower::None { .. } => Err(NoProof::NotFoundAgain),
        }
    }

    fn derivation(
        &mut self,
        goal: Term,
        form: &Form,
        bound: Option<&Int>,
        derivation: &Derivation,
        cases: &mut Vec<Case>,
    ) -> Found<Bounding> {
        let (bound, derivation) = match derivation {
            Derivation::Range => {
                self.ranges_of_form(form)?;
                (bound.cloned(), proof::Derivation::Range)
            }
            Derivation::Farkas(rows) => {
                let told = self.rows(rows, cases)?;
                let least = least(form, rows);
                if lp::tighten(&least, &crate::number::Congruence::any()).as_ref() != bound {
                    self.ranges_of_form(form)?;
                }
                (bound.cloned(), proof::Derivation::Rows(told))
            }
            Derivation::Contradiction(rows) => {
                (None, proof::Derivation::Rows(self.rows(rows, cases)?))
            }
            Derivation::Cases(branches) => {
                let [(first, by_first), (second, by_second)] = &branches[..] else {
                    return Err(NoProof::NotFoundAgain);
                };
                let split = self.split([first, second])?;
                let mut branch = |case: &Case, by: &Derivation| -> Found<Bounding> {
                    cases.push(case.clone());
                    let own = derived_bound(by, form);
                    let found = self.derivation(goal.clone(), form, own.as_ref(), by, cases);
                    cases.pop();
                    found
                };
                let both = [branch(first, by_first)?, branch(second, by_second)?];
                let bound = match (&both[0].bound, &both[1].bound) {
                    (Some(a), Some(b)) => Some(a.min(b).clone()),
                    (a, b) => a.as_ref().or(b.as_ref()).cloned(),
                };
                (bound, proof::Derivation::Cases(split, Box::new(both)))
            }
        };
        Ok(Bounding {
            goal,
            bound,
            derivation,
        })
    }

    fn split(&mut self, cases: [&Case; 2]) -> Found<proof::Split> {
        let split = match cases[0].split {
            Split::Condition(condition, _) => {
                self.ranges_of(condition)?;
                // The range of a difference decides on which side of 0 it is.
                for case in cases {
                    for difference in unequal(&self.engine.known.egraph, &case.rows) {
                        self.ranges_of_difference(&difference)?;
                    }
                }
                proof::Split::Condition(self.write(condition)?)
            }
            Split::Minimum(_, [a, b]) => {
                let parts = [self.write(a)?, self.write(b)?];
                proof::Split::Minimum(Expr::apply(Operator::Min, parts))
            }
        };
        let term = split.term().clone();
        self.take_in(&term);
        Ok(split)
    }

    fn rows(&mut self, rows: &[(SystemRow, RBig)], cases: &[Case]) -> Found<Vec<(Row, RBig)>> {
        let mut told = vec![];
        for (row, multiplier) in rows {
            // In normal form, a long sum equals its expansion.
            if !matches!(row.origin, RowOrigin::Expansion(_)) {
                told.push((self.row(row, cases)?, multiplier.clone()));
            }
        }
        Ok(told)
    }

    fn row(&mut self, row: &SystemRow, cases: &[Case]) -> Found<Row> {
        let term = self.write_form(&row.form)?;
        self.tell_wanted();
        let relation = relation(row.relation);
        let reason = match &row.origin {
            &RowOrigin::Fact(number) => RowReason::Fact(self.fact_of_row(number, &row.form)?),
            &RowOrigin::Range(class) => {
                self.ranges_of(class)?;
                let mut told = Row {
                    term,
                    relation,
                    reason: RowReason::Range,
                };
                if !row.form.coefficient(&class).is_zero() && !self.checker.holds(&told) {
                    told = self.own_end(&row.form, class)?.unwrap_or(told);
                }
                return Ok(told);
            }
            RowOrigin::Case => self.case_reason(row, cases)?,
            RowOrigin::Expansion(_) => return Err(NoProof::NotFoundAgain),
            RowOrigin::Cut(rows) => {
                self.ranges_of_form(&row.form)?;
                RowReason::Cut(self.rows(rows, cases)?)
            }
            &RowOrigin::Axiom(atom, operator) => {
                return self.axiom(&term, relation, atom, operator);
            }
        };
        Ok(Row {
            term,
            relation,
            reason,
        })
    }

    /// The end of an atom's range on the side of a row, as the checker computes it. If the facts contradict each other,
    /// it may differ from the engine's end, and may suffice as well.
    fn own_end(&mut self, row: &Form, atom: Id) -> Found<Option<Row>> {
        let term = self.write(atom)?;
        let range = self.checker.term_range(&term);
        let form = match row.coefficient(&atom) > Int::ZERO {
            true => range
                .lower()
                .and_then(|low| Form::atom(atom).add_constant(&-low)),
            false => range
                .upper()
                .and_then(|high| Form::atom(atom).neg().add_constant(high)),
        };
        let Some(form) = form else {
            return Ok(None);
        };
        let term = self.write_form(&form)?;
        self.tell_wanted();
        Ok(Some(Row {
            term,
            relation: proof::Relation::AtLeastZero,
            reason: RowReason::Range,
        }))
    }

    /// The enclosing case that gives a row.
    fn case_reason(&mut self, row: &SystemRow, cases: &[Case]) -> Found<RowReason> {
        let gives = |case: &Case| {
            case.rows
                .iter()
                .any(|other| other.form == row.form && other.relation == row.relation)
        };
        let position = cases
            .iter()
            .rposition(gives)
            .ok_or(NoProof::NotFoundAgain)?;
        let Split::Condition(condition, value) = cases[position].split else {
            return Ok(RowReason::Case(position));
        };
        // The product of a condition and a rest equals the rest where the condition is 1.
        for (atom, _) in row.form.terms() {
            let nodes = self.engine.known.egraph.nodes(*atom).to_vec();
            for node in nodes {
                let ENode::Apply(Operator::Mul, factors) = node else {
                    continue;
                };
                let Some((rest, is_plain)) = selected_by(&self.engine.known, condition, &factors)
                else {
                    continue;
                };
                let rest = match rest[..] {
                    [factor] => factor,
                    _ => self.engine.known.egraph.apply(Operator::Mul, &rest),
                };
                let form = match value == is_plain {
                    true => Form::atom(*atom).sub(self.engine.known.egraph.form(rest)),
                    false => Some(Form::atom(*atom)),
                };
                if form.as_ref() == Some(&row.form) {
                    self.reach(rest);
                    let factor = self.write(rest)?;
                    self.tell_wanted();
                    return Ok(RowReason::Selected {
                        case: position,
                        factor,
                    });
                }
            }
        }
        Ok(RowReason::Case(position))
    }

    /// The decision of a condition, by the stages in the order of the engine.
    pub(super) fn decision(&mut self, condition: Id, depth: usize) -> Found<Outcome> {
        let condition = self.engine.known.egraph.find(condition);
        self.reach(condition);
        let range = self.engine.range_at(condition, self.point);
        if let Some(truth) = truth(&range) {
            self.ranges_of(condition)?;
            return Ok(Outcome::Decided(truth, Decision::Range));
        }
        if depth == 0 {
            return Err(NoProof::NotFoundAgain);
        }
        let form = self.engine.known.egraph.form(condition).clone();
        if let [(atom, k)] = form.terms()
            && *k == Int::NEG_ONE
            && *form.constant() == Int::ONE
        {
            self.ranges_of(*atom)?;
            let part = self.write(*atom)?;
            return Ok(match self.decision(*atom, depth - 1)? {
                Outcome::Decided(holds, by) => {
                    Outcome::Decided(!holds, Decision::Not(part, Box::new(by)))
                }
                never => never,
            });
        }
        let nodes = self.engine.known.egraph.nodes(condition).to_vec();
        for node in nodes {
            let ENode::Apply(operator, arguments) = &node else {
                continue;
            };
            let egraph = &self.engine.known.egraph;
            let found = match (operator, &arguments[..]) {
                (Operator::Le, &[a, b]) => self.sign(&node, a, b),
                (Operator::Eq, &[a, b]) => self.zero(&node, a, b),
                (Operator::Min, &[a, b]) if egraph.are_conditions(arguments) => {
                    self.both(&node, [a, b], true, depth - 1)
                }
                (Operator::Max, &[a, b]) if egraph.are_conditions(arguments) => {
                    self.both(&node, [a, b], false, depth - 1)
                }
                _ => continue,
            };
            match found {
                Err(NoProof::NotFoundAgain) => {}
                found => return found,
            }
        }
        let minus_one = form.add_constant(&Int::NEG_ONE);
        for (goal, holds) in [(minus_one, true), (Some(form.neg()), false)] {
            let Some(goal) = goal else { continue };
            if let Some(by) = self.reaching(&goal, 0)? {
                return Ok(match by.bound {
                    Some(_) => {
                        self.ranges_of(condition)?;
                        Outcome::Decided(holds, Decision::Number(by))
                    }
                    None => Outcome::Never(by),
                });
            }
        }
        Err(NoProof::NotFoundAgain)
    }

    /// A bound of a form that reaches `wanted`, or a proof that the point is unreachable.
    fn reaching(&mut self, goal: &Form, wanted: i64) -> Found<Option<Bounding>> {
        let lower = self
            .engine
            .lower_bound(goal, self.point, Effort::Reach(wanted));
        match &lower {
            Lower::Bound(bound, _) if *bound < Int::from(wanted) => Ok(None),
            Lower::None { .. } => Ok(None),
            _ => {
                let term = self.write_form(goal)?;
                self.tell_wanted();
                self.bounding(term, goal, &lower, &mut vec![]).map(Some)
            }
        }
    }

    fn sign(&mut self, node: &ENode, a: Id, b: Id) -> Found<Outcome> {
        let egraph = &self.engine.known.egraph;
        let difference = egraph
            .form(b)
            .sub(egraph.form(a))
            .ok_or(NoProof::TooLarge)?;
        let negation = difference.neg().add_constant(&Int::NEG_ONE);
        for (goal, holds) in [(Some(difference), true), (negation, false)] {
            let Some(goal) = goal else { continue };
            if let Some(by) = self.reaching(&goal, 0)? {
                return self.compared(node, holds, vec![by]);
            }
        }
        Err(NoProof::NotFoundAgain)
    }

    fn zero(&mut self, node: &ENode, a: Id, b: Id) -> Found<Outcome> {
        let egraph = &self.engine.known.egraph;
        let difference = egraph
            .form(a)
            .sub(egraph.form(b))
            .ok_or(NoProof::TooLarge)?;
        let range = self.engine.known.range_of_goal(&difference, self.point);
        if !range.contains(&Int::ZERO) {
            self.ranges_of_form(&difference)?;
            return self.compared(node, false, vec![]);
        }
        let mut at_least_zero = vec![];
        for goal in [difference.clone(), difference.neg()] {
            let Some(by) = self.reaching_one_or_zero(&goal)? else {
                continue;
            };
            match &by.bound {
                None => return Ok(Outcome::Never(by)),
                Some(bound) if *bound > Int::ZERO => return self.compared(node, false, vec![by]),
                Some(_) => at_least_zero.push(by),
            }
        }
        match at_least_zero.len() {
            2 => self.compared(node, true, at_least_zero),
            _ => Err(NoProof::NotFoundAgain),
        }
    }

    /// Like the engine's search for a strict bound: a bound of 0 is useful too.
    fn reaching_one_or_zero(&mut self, goal: &Form) -> Found<Option<Bounding>> {
        let lower = self.engine.lower_bound(goal, self.point, Effort::Reach(1));
        match &lower {
            Lower::Bound(bound, _) if *bound < Int::ZERO => Ok(None),
            Lower::None { .. } => Ok(None),
            _ => {
                let term = self.write_form(goal)?;
                self.tell_wanted();
                self.bounding(term, goal, &lower, &mut vec![]).map(Some)
            }
        }
    }

    fn compared(&mut self, node: &ENode, holds: bool, by: Vec<Bounding>) -> Found<Outcome> {
        if let [only] = &by[..]
            && only.bound.is_none()
        {
            return Ok(Outcome::Never(only.clone()));
        }
        let term = self.write_node(node)?;
        self.take_in(&term);
        Ok(Outcome::Decided(holds, Decision::Comparison(term, by)))
    }

    /// A conjunction (`all` is true) or disjunction (`all` is false) of two conditions.
    fn both(&mut self, node: &ENode, parts: [Id; 2], all: bool, depth: usize) -> Found<Outcome> {
        let term = self.write_node(node)?;
        let mut decided = vec![];
        for (n, part) in parts.into_iter().enumerate() {
            match self.decision(part, depth) {
                Ok(Outcome::Never(by)) => return Ok(Outcome::Never(by)),
                Ok(Outcome::Decided(holds, by)) => {
                    self.ranges_of(part)?;
                    if holds != all {
                        // The checker must know that the others are conditions.
                        for other in parts {
                            self.ranges_of(other)?;
                        }
                        let by = Decision::One(term, n, Box::new(by));
                        return Ok(Outcome::Decided(!all, by));
                    }
                    decided.push(by);
                }
                Err(NoProof::NotFoundAgain) => {}
                Err(no_proof) => return Err(no_proof),
            }
        }
        match decided.len() {
            2 => Ok(Outcome::Decided(all, Decision::All(term, decided))),
            _ => Err(NoProof::NotFoundAgain),
        }
    }

    /// A contradiction among the facts and assumptions visible at the point: the engine's, else one of ranges.
    pub(super) fn contradiction(&mut self) -> Found<Option<Bounding>> {
        match self.contradiction_found() {
            Err(failure) => {
                let by_ranges = self.contradiction_of_ranges();
                by_ranges.map(Some).map_err(|_| failure)
            }
            found => found,
        }
    }

    fn contradiction_found(&mut self) -> Found<Option<Bounding>> {
        if self.engine.is_unreachable(self.point) {
            for number in self.engine.known.facts.refuted().to_vec() {
                if self.engine.known.is_visible(number, self.point) {
                    return self.refuted(number).map(Some);
                }
            }
            if let Some((goal, lower)) = self
                .engine
                .bounds
                .contradiction(&mut self.engine.known, self.point)
                && matches!(lower, Lower::Unreachable(_))
            {
                let term = self.write_form(&goal)?;
                self.tell_wanted();
                return self.bounding(term, &goal, &lower, &mut vec![]).map(Some);
            }
        }
        Ok(None)
    }

    /// Derives a contradiction from the ranges of the atoms in the facts at the point.
    pub(super) fn contradiction_of_ranges(&mut self) -> Found<Bounding> {
        let Some(point) = self.point else {
            return Err(NoProof::NotFoundAgain);
        };
        for atom in self
            .engine
            .bounds
            .atoms_of_facts(&mut self.engine.known, point)
        {
            self.ranges_of(atom)?;
            if self.checker.is_impossible() {
                return Ok(Bounding {
                    goal: Expr::integer(0),
                    bound: None,
                    derivation: proof::Derivation::Range,
                });
            }
        }
        Err(NoProof::NotFoundAgain)
    }

    /// A contradictory fact.
    fn refuted(&mut self, number: u32) -> Found<Bounding> {
        let fact = self.engine.known.facts.get(number);
        let (form, kind) = (fact.form.clone(), relation(fact.relation));
        let sign = match *form.constant() > Int::ZERO {
            true => RBig::from(-1),
            false => RBig::ONE,
        };
        let row = Row {
            term: self.write_form(&form)?,
            relation: kind,
            reason: RowReason::Fact(self.fact(number)?),
        };
        Ok(Bounding {
            goal: Expr::integer(0),
            bound: None,
            derivation: proof::Derivation::Rows(vec![(row, sign)]),
        })
    }
}

/// The constant `goal − Σ yᵢ·rowᵢ`, a lower bound of the goal.
fn least(goal: &Form, rows: &[(SystemRow, RBig)]) -> RBig {
    let goal = RBig::from(goal.constant().clone());
    rows.iter().fold(goal, |least, (row, multiplier)| {
        least - multiplier * RBig::from(row.form.constant().clone())
    })
}

/// The bound of a case, if its rows alone give it.
fn derived_bound(by: &Derivation, goal: &Form) -> Option<Int> {
    match by {
        Derivation::Farkas(rows) => Some(least(goal, rows).ceil().into()),
        _ => None,
    }
}
