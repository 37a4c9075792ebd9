//! Arguments: the derivation of a claim by Farkas combinations of rows, by cases, and by decisions of conditions.

use super::check::{Checker, Implied};
use super::object::*;
use super::rejection::{Checked, Part, Reason, Rejection, require};
use super::sequent::replay::Replay;
use super::theory::{Poly, is_zero_or_one};
use calipers_number::Int;
use calipers_program::term::{Expr, Operator, truth};
use calipers_program::{Column, Point};
use dashu_ratio::RBig;
use hashbrown::HashMap;

/// The assumptions of a case.
struct Case {
    /// The condition of the split, with its value in this case; none for a minimum.
    condition: Option<(Term, bool)>,
    rows: Implied,
}

/// The enclosing cases.
#[derive(Default)]
struct Scope {
    cases: Vec<Case>,
    path: Vec<usize>,
    row: Option<usize>,
}

impl Checker<'_> {
    /// Checks that the argument proves the claim, by what was accepted before.
    ///
    /// # Errors
    /// The part of the argument that does not follow.
    pub fn conclude(&mut self, proof: &Proof) -> Result<(), Rejection> {
        let mut scope = Scope::default();
        let claimed = self.claimed(proof, &mut scope);
        let part = Part::Argument(scope.path, scope.row);
        claimed.map_err(|reason| Rejection { part, reason })
    }

    fn claimed(&mut self, proof: &Proof, scope: &mut Scope) -> Checked {
        match (&proof.claim, &proof.argument) {
            (Claim::Equal(a, b), Argument::Same) => {
                self.is_there(b, proof.point)?;
                require(self.are_equal(a, b), Reason::NotEqual)
            }
            (Claim::AtLeast(a, b), Argument::Bound(by)) => {
                self.is_there(b, proof.point)?;
                self.not_below(a, b, by, scope)
            }
            (Claim::AtMost(a, b), Argument::Bound(by)) => {
                self.is_there(b, proof.point)?;
                self.not_below(b, a, by, scope)
            }
            (Claim::Equal(a, b), Argument::Both(both)) => {
                self.is_there(b, proof.point)?;
                let [above, below] = &both[..] else {
                    return Err(Reason::DoesNotFit);
                };
                scope.within(0, |scope| self.not_below(a, b, above, scope))?;
                scope.within(1, |scope| self.not_below(b, a, below, scope))
            }
            (Claim::Unreachable, Argument::Bound(by)) => {
                // A contradiction proves any claim: its goal is 0.
                require(by.goal == Expr::integer(0), Reason::OtherGoal)?;
                require(by.bound.is_none(), Reason::DoesNotFit)?;
                self.bounding(by, scope)
            }
            (Claim::Holds(condition), Argument::Decision(by)) => {
                self.decision(condition, true, by, scope)
            }
            (Claim::Fails(condition), Argument::Decision(by)) => {
                self.decision(condition, false, by, scope)
            }
            (claim, Argument::Deduction(deduction)) => {
                deduction.is_about(claim, self.setting)?;
                let mut replay = Replay::new(self.rules, self.setting.integers);
                let result = replay.follows(&deduction.inference, &deduction.sequent);
                scope.path.extend(replay.path);
                result
            }
            (_, Argument::Instance(instance)) => self.is_instance(proof, instance, &mut scope.path),
            _ => Err(Reason::DoesNotFit),
        }
    }

    /// Checks that all columns in the term of a bound exist at the point.
    fn is_there(&self, term: &Term, point: Option<Point>) -> Checked {
        let is_missing =
            |&column: &Column| point.is_some_and(|point| !self.exists_at(column, point));
        require(!term.has_leaf(is_missing), Reason::NotThere)
    }

    /// Checks `a − b >= 0`.
    fn not_below(&mut self, a: &Term, b: &Term, by: &Bounding, scope: &mut Scope) -> Checked {
        let (a, b) = (self.theory.normal(a), self.theory.normal(b));
        self.at_least_zero(&a.sub(&b).ok_or(Reason::TooLarge)?, by, scope)
    }

    /// Checks `goal >= 0`.
    fn at_least_zero(&mut self, goal: &Poly, by: &Bounding, scope: &mut Scope) -> Checked {
        self.is_goal(by, goal)?;
        self.at_least(&Int::ZERO, by, scope)
    }

    fn is_goal(&mut self, by: &Bounding, goal: &Poly) -> Checked {
        let own = self.theory.normal(&by.goal);
        require(self.theory.are_same(&own, goal), Reason::OtherGoal)
    }

    /// Checks a bound.
    fn bounding(&mut self, by: &Bounding, scope: &mut Scope) -> Checked {
        if let Derivation::Cases(split, cases) = &by.derivation {
            let goal = self.theory.normal(&by.goal);
            let branches = self.cases(split)?;
            for (n, (case, by_case)) in branches.into_iter().zip(cases.iter()).enumerate() {
                self.is_goal(by_case, &goal)?;
                scope.cases.push(case);
                scope.within(n, |scope| self.bounding(by_case, scope))?;
                scope.cases.pop();
            }
        }
        let reached = match (self.derived(by, scope)?, &by.bound) {
            (Some(derived), Some(bound)) => derived >= *bound,
            (None, None) => true,
            _ => false,
        };
        require(reached, Reason::BoundDiffers)
    }

    /// The bound that a derivation gives, where the bounds of its cases are trusted; none for a contradiction.
    fn derived(&mut self, by: &Bounding, scope: &mut Scope) -> Checked<Option<Int>> {
        let goal = self.theory.normal(&by.goal);
        match &by.derivation {
            // Ex falso: contradictory ranges prove any bound.
            Derivation::Range if self.is_impossible => Ok(None),
            Derivation::Range => match self.range(&goal).lower() {
                Some(lower) => Ok(Some(lower.clone())),
                None => Err(Reason::RangeNotShown),
            },
            Derivation::Rows(rows) => {
                let sum = self.sum(rows, scope)?;
                let Some(least) = conclusion(&goal, &sum)? else {
                    return Ok(None);
                };
                let congruence = self.range(&goal).congruence();
                let bound = congruence.round_up(&least.ceil().into());
                bound.map(Some).ok_or(Reason::RangeNotShown)
            }
            Derivation::Cases(_, cases) => Ok(cases
                .iter()
                .filter_map(|case| case.bound.clone())
                .reduce(Int::min)),
        }
    }

    /// Replaces the bound by the best one that the derivation gives, in every case.
    ///
    /// A bound that the derivation does not prove is left unchanged.
    pub fn strengthen(&mut self, by: &mut Bounding) {
        self.strengthen_within(by, &mut Scope::default());
    }

    fn strengthen_within(&mut self, by: &mut Bounding, scope: &mut Scope) {
        if let Derivation::Cases(split, cases) = &mut by.derivation {
            let Ok(branches) = self.cases(split) else {
                return;
            };
            for (case, by_case) in branches.into_iter().zip(cases.iter_mut()) {
                scope.cases.push(case);
                self.strengthen_within(by_case, scope);
                scope.cases.pop();
            }
        }
        if let Ok(derived) = self.derived(by, scope) {
            by.bound = derived;
        }
    }

    /// The sum of rows times multipliers.
    fn sum(&mut self, rows: &[(Row, RBig)], scope: &mut Scope) -> Checked<Sum> {
        let mut sum = Sum::default();
        for (n, (row, multiplier)) in rows.iter().enumerate() {
            scope.row = Some(n);
            self.add_row(&mut sum, row, multiplier, scope)?;
        }
        scope.row = None;
        Ok(sum)
    }

    /// Checks a row and adds it, times a multiplier.
    fn add_row(&mut self, sum: &mut Sum, row: &Row, multiplier: &RBig, scope: &Scope) -> Checked {
        let may_be_negative = row.relation == Relation::Zero;
        require(
            may_be_negative || *multiplier >= RBig::ZERO,
            Reason::NegativeMultiplier,
        )?;
        let form = self.row(row, scope)?;
        sum.add(&self.theory.resolve(&form), multiplier);
        Ok(())
    }

    /// Whether a row holds outside of all cases.
    pub fn holds(&mut self, row: &Row) -> bool {
        self.row(row, &Scope::default()).is_ok()
    }

    /// Checks a row and returns its form.
    fn row(&mut self, row: &Row, scope: &Scope) -> Checked<Poly> {
        let form = self.theory.normal(&row.term);
        let implied = match &row.reason {
            RowReason::Fact(fact) => {
                let known = self.facts.get(*fact).ok_or(Reason::NoSuchFact(*fact))?;
                let condition = known.condition.clone();
                self.implied(&condition, true)
            }
            RowReason::Range => {
                let range = self.range(&form);
                let shown = match row.relation {
                    Relation::AtLeastZero => range.interval().is_non_negative(),
                    Relation::Zero => range.as_constant() == Some(&Int::ZERO),
                };
                require(shown, Reason::RangeNotShown)?;
                return Ok(form);
            }
            RowReason::Case(case) => {
                let case = scope.cases.get(*case).ok_or(Reason::NoSuchCase(*case))?;
                case.rows.clone()
            }
            RowReason::Selected { case, factor } => {
                let case = scope.cases.get(*case).ok_or(Reason::NoSuchCase(*case))?;
                let (condition, value) = case.condition.clone().ok_or(Reason::RowDoesNotFollow)?;
                let condition = self.theory.normal(&condition);
                let factor = self.theory.normal(factor);
                let product = self.theory.multiply(&condition, &factor);
                let expected = match value {
                    true => product.and_then(|product| product.sub(&factor)),
                    false => product,
                };
                vec![(expected.ok_or(Reason::TooLarge)?, Relation::Zero)]
            }
            RowReason::Operator(term) => self.operator_rows(term)?,
            RowReason::Product {
                left,
                right,
                left_end,
                right_end,
            } => self.product_rows(left, right, left_end, right_end)?,
            RowReason::Comparison { condition, end } => self.comparison_rows(condition, end)?,
            RowReason::Cut(rows) => {
                require(
                    row.relation == Relation::AtLeastZero,
                    Reason::RowDoesNotFollow,
                )?;
                let mut sum = Sum::default();
                for (part, multiplier) in rows {
                    let is_cut = matches!(part.reason, RowReason::Cut(_));
                    require(!is_cut, Reason::RowDoesNotFollow)?;
                    self.add_row(&mut sum, part, multiplier, scope)?;
                }
                // Ex falso: a contradiction proves any cut.
                if let Some(least) = conclusion(&form, &sum)? {
                    let congruence = self.range(&form).congruence();
                    let least = congruence.round_up(&least.ceil().into());
                    let shown = least.is_none_or(|least| least >= Int::ZERO);
                    require(shown, Reason::RowDoesNotFollow)?;
                }
                return Ok(form);
            }
        };
        self.is_among(&form, row.relation, &implied)?;
        Ok(form)
    }

    /// The two cases of a split, which cover all runs.
    fn cases(&mut self, split: &Split) -> Checked<[Case; 2]> {
        match split {
            Split::Condition(condition) => {
                let range = self.term_range(condition);
                require(is_zero_or_one(&range), Reason::CasesIncomplete)?;
                Ok([true, false].map(|value| Case {
                    condition: Some((condition.clone(), value)),
                    rows: self.implied(condition, value),
                }))
            }
            Split::Limit(term, limit) => {
                let own = self.theory.normal(term);
                let below = own.neg().add_constant(limit);
                let above = own.add_constant(&-(limit + Int::ONE));
                let case = |row: Poly| Case {
                    condition: None,
                    rows: vec![(row, Relation::AtLeastZero)],
                };
                let below = below.ok_or(Reason::TooLarge)?;
                let above = above.ok_or(Reason::TooLarge)?;
                Ok([case(below), case(above)])
            }
            Split::Minimum(term) => {
                let Some((Operator::Min, a, b)) = term.as_binary() else {
                    return Err(Reason::CasesIncomplete);
                };
                let own = self.theory.normal(term);
                let (a, b) = (self.theory.normal(a), self.theory.normal(b));
                Ok([(&a, &b), (&b, &a)].map(|(least, other)| {
                    let is_least = own.sub(least).map(|row| (row, Relation::Zero));
                    let order = other.sub(least).map(|row| (row, Relation::AtLeastZero));
                    Case {
                        condition: None,
                        rows: is_least.into_iter().chain(order).collect(),
                    }
                }))
            }
        }
    }

    fn decision(
        &mut self,
        condition: &Term,
        holds: bool,
        by: &Decision,
        scope: &mut Scope,
    ) -> Checked {
        match by {
            Decision::Range => {
                let range = self.term_range(condition);
                let shown = self.is_impossible || truth(&range) == Some(holds);
                require(shown, Reason::RangeNotShown)
            }
            Decision::Number(by) => {
                let form = self.theory.normal(condition);
                let goal = match holds {
                    true => form.add_constant(&Int::NEG_ONE),
                    false => Some(form.neg()),
                };
                if !holds {
                    // The form is nonnegative and at most 0.
                    let range = self.range(&form);
                    require(range.interval().is_non_negative(), Reason::RangeNotShown)?;
                }
                self.at_least_zero(&goal.ok_or(Reason::TooLarge)?, by, scope)
            }
            Decision::Comparison(term, by) => {
                require(self.are_equal(condition, term), Reason::NotEqual)?;
                self.comparison(term, holds, by, scope)
            }
            Decision::Not(part, by) => {
                let form = self.theory.normal(condition);
                let negation = self.theory.normal(part).neg().add_constant(&Int::ONE);
                let same = negation.is_some_and(|it| self.theory.are_same(&it, &form));
                require(same, Reason::NotEqual)?;
                self.is_condition(part)?;
                scope.within(0, |scope| self.decision(part, !holds, by, scope))
            }
            Decision::All(term, all) => {
                require(self.are_equal(condition, term), Reason::NotEqual)?;
                let wanted = if holds { Operator::Min } else { Operator::Max };
                let parts = self.parts(term, wanted)?;
                require(parts.len() == all.len(), Reason::DoesNotFit)?;
                for (n, (part, by)) in parts.iter().zip(all).enumerate() {
                    scope.within(n, |scope| self.decision(part, holds, by, scope))?;
                }
                Ok(())
            }
            Decision::One(term, n, by) => {
                require(self.are_equal(condition, term), Reason::NotEqual)?;
                let wanted = if holds { Operator::Max } else { Operator::Min };
                let parts = self.parts(term, wanted)?;
                let part = parts.get(*n).ok_or(Reason::DoesNotFit)?;
                scope.within(*n, |scope| self.decision(part, holds, by, scope))
            }
        }
    }

    /// The arguments of a conjunction or disjunction of conditions.
    fn parts(&mut self, term: &Term, wanted: Operator) -> Checked<Vec<Term>> {
        match term {
            Expr::Apply(operator, parts) if *operator == wanted => {
                for part in parts.iter() {
                    self.is_condition(part)?;
                }
                Ok(parts.to_vec())
            }
            _ => Err(Reason::DoesNotFit),
        }
    }

    /// Checks that the range of a term at the point is within 0 and 1.
    fn is_condition(&mut self, term: &Term) -> Checked {
        let range = self.term_range(term);
        require(is_zero_or_one(&range), Reason::RangeNotShown)
    }

    fn comparison(
        &mut self,
        term: &Term,
        holds: bool,
        by: &[Bounding],
        scope: &mut Scope,
    ) -> Checked {
        let (operator, a, b) = term.as_binary().ok_or(Reason::DoesNotFit)?;
        let (a, b) = (self.theory.normal(a), self.theory.normal(b));
        let above = b.sub(&a).ok_or(Reason::TooLarge)?;
        let below = above.neg();
        match (operator, holds, by) {
            (Operator::Le, true, [by]) => self.at_least_zero(&above, by, scope),
            (Operator::Le, false, [by]) => {
                let below = below.add_constant(&Int::NEG_ONE).ok_or(Reason::TooLarge)?;
                self.at_least_zero(&below, by, scope)
            }
            (Operator::Eq, true, [first, second]) => {
                self.is_goal(first, &below)?;
                self.is_goal(second, &above)?;
                scope.within(0, |scope| self.at_least(&Int::ZERO, first, scope))?;
                scope.within(1, |scope| self.at_least(&Int::ZERO, second, scope))
            }
            (Operator::Eq, false, []) => {
                let range = self.range(&above);
                require(!range.contains(&Int::ZERO), Reason::RangeNotShown)
            }
            (Operator::Eq, false, [by]) => {
                if self.is_goal(by, &above).is_err() {
                    self.is_goal(by, &below)?;
                }
                self.at_least(&Int::ONE, by, scope)
            }
            _ => Err(Reason::DoesNotFit),
        }
    }

    /// Checks a bound of at least `wanted`, or a contradiction.
    fn at_least(&mut self, wanted: &Int, by: &Bounding, scope: &mut Scope) -> Checked {
        let is_enough = by.bound.as_ref().is_none_or(|bound| bound >= wanted);
        require(is_enough, Reason::BoundDiffers)?;
        self.bounding(by, scope)
    }
}

impl Scope {
    /// Descends into a premise; after a failure, the path keeps pointing at it.
    fn within(&mut self, n: usize, f: impl FnOnce(&mut Scope) -> Checked) -> Checked {
        self.path.push(n);
        f(self)?;
        self.path.pop();
        Ok(())
    }
}

/// A linear combination with rational coefficients.
#[derive(Default)]
struct Sum {
    constant: RBig,
    coefficients: HashMap<u32, RBig>,
}

impl Sum {
    fn add(&mut self, form: &Poly, multiplier: &RBig) {
        self.constant += multiplier * RBig::from(form.constant().clone());
        for (atom, k) in form.terms() {
            let entry = self.coefficients.entry(*atom).or_default();
            *entry += multiplier * RBig::from(k.clone());
        }
    }
}

/// The consequence of `sum >= 0`: the lower bound of the goal if the sum is the goal minus a constant; none, for a
/// contradiction, if the sum is a negative constant.
fn conclusion(goal: &Poly, sum: &Sum) -> Checked<Option<RBig>> {
    let is_constant = sum.coefficients.values().all(RBig::is_zero);
    if is_constant && sum.constant < RBig::ZERO {
        return Ok(None);
    }
    let coefficient = |atom: &u32| sum.coefficients.get(atom).cloned().unwrap_or_default();
    let is_covered = |(atom, k): &(u32, Int)| coefficient(atom) == RBig::from(k.clone());
    let covers = goal.terms().iter().all(is_covered);
    let mut others = sum.coefficients.iter();
    let no_more = others.all(|(atom, k)| k.is_zero() || !goal.coefficient(atom).is_zero());
    require(covers && no_more, Reason::DoesNotAddUp)?;
    Ok(Some(RBig::from(goal.constant().clone()) - &sum.constant))
}
