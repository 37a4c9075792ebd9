//! Adds facts, and the ranges of classes at the point, to a proof.

use super::super::assert::{difference_of, not_equal};
use super::super::facts::{FactOrigin, Relation};
use super::super::implied::{implied, one_of};
use super::super::ranges::Bounding;
use super::{Attempt, Explainer, NoProof};
use crate::program::Column;
use crate::proof::{self, FactSource, FactUse, RangeReason, RangeStep, Step};
use crate::term::{ENode, Expr, Form, Id, Operator};

/// Limit of the parts of a term whose ranges are added.
const MAX_PARTS: usize = 64;

pub(super) fn relation(relation: Relation) -> proof::Relation {
    match relation {
        Relation::AtLeastZero => proof::Relation::AtLeastZero,
        Relation::Zero => proof::Relation::Zero,
    }
}

impl Explainer<'_, '_, '_> {
    /// The position in the proof of a fact of the engine.
    pub(super) fn fact(&mut self, number: u32) -> Result<usize, NoProof> {
        if let Some(position) = self.fact_positions.get(&number) {
            return position.ok_or(NoProof::NotFoundAgain);
        }
        // A fact must not depend on itself.
        self.fact_positions.insert(number, None);
        let position = self.tell_fact(number);
        self.fact_positions
            .insert(number, position.as_ref().ok().copied());
        position
    }

    /// The position in the proof of the fact that a row follows from. If the row is one alternative of the fact, the
    /// ranges of the others are added, which refute them.
    pub(super) fn fact_of_row(&mut self, number: u32, row: &Form) -> Result<usize, NoProof> {
        let known = &self.engine.known;
        let fact = &known.facts.get(number).form;
        if fact != row {
            for alternative in one_of(&known.egraph, fact) {
                self.ranges_of(alternative)?;
            }
        }
        self.fact(number)
    }

    fn tell_fact(&mut self, number: u32) -> Result<usize, NoProof> {
        let fact = self.engine.known.facts.get(number).clone();
        let mut needed: Vec<Column> = vec![];
        let source = match fact.origin {
            FactOrigin::Rule(name, op) => {
                needed.extend(self.asked_for_facts(op));
                // A second definition of a column is an equality.
                if let Expr::Apply(Operator::Eq, sides) = &fact.stated.condition
                    && let Some(Expr::Leaf(column)) = sides.first()
                {
                    needed.extend(self.asked_for_definition(*column, op));
                }
                FactSource::Rule(name, op)
            }
            FactOrigin::Type(column) => FactSource::Type(column),
            FactOrigin::Assumption(number) => FactSource::Assumption(number),
            FactOrigin::Invariant(number) => self.invariant_source(number as usize)?,
        };
        self.queue.wanted.extend(needed);
        let condition = self.take_in(&fact.stated.condition);
        for given in &fact.stated.given {
            self.take_in(given);
        }
        // The range of a difference decides on which side of 0 it is.
        let egraph = &self.engine.known.egraph;
        for (form, relation) in implied(egraph, condition, true) {
            let egraph = &self.engine.known.egraph;
            let difference =
                not_equal(egraph, &form, relation).and_then(|it| difference_of(egraph, it));
            if let Some(difference) = difference {
                // The fact itself may narrow these ranges later.
                let before = self.ranged.clone();
                self.ranges_of_difference(&difference)?;
                self.ranged = before;
            }
        }
        for &given in &fact.given {
            self.ranges_of(given)?;
        }
        let told = FactUse {
            condition: fact.stated.condition.clone(),
            given: fact.stated.given.clone(),
            source,
            from: fact.point,
        };
        let same = self.facts.iter().position(|other| *other == told);
        if let Some(position) = same {
            return Ok(position);
        }
        let part = proof::Part::Fact(self.facts.len());
        match self.checker.fact(&told) {
            Ok(()) => {
                self.facts.push(told);
                Ok(self.facts.len() - 1)
            }
            Err(reason) => Err(NoProof::Rejected(proof::Rejection { part, reason })),
        }
    }

    /// Adds the ranges of a form's terms, and of its class.
    pub(super) fn ranges_of_form(&mut self, form: &Form) -> Result<(), NoProof> {
        for atom in form.atoms() {
            self.ranges_of(atom)?;
        }
        let class = self.engine.known.egraph.class_of(form);
        self.ranges_of(class)?;
        if let Some(opposite) = self.engine.known.egraph.known_class_of(&form.neg()) {
            self.ranges_of(opposite)?;
        }
        if self.engine.known.egraph.as_constant(class).is_none() {
            let term = self.write_form(form)?;
            self.narrow(&term, RangeReason::Operator(term.clone()));
            self.narrow_by_equations(form, 2)?;
        }
        Ok(())
    }

    /// Adds the ranges of the difference of two terms; see [`Knowledge::range_of_difference`].
    pub(super) fn ranges_of_difference(&mut self, form: &Form) -> Result<(), NoProof> {
        self.ranges_of_form(form)?;
        let Some(rest) = self.engine.known.without_fixed(form, self.point) else {
            return Ok(());
        };
        self.ranges_of_form(&rest)?;
        let fixed = form.sub(&rest).ok_or(NoProof::TooLarge)?;
        let parts = [self.write_form(&rest)?, self.write_form(&fixed)?];
        let term = self.write_form(form)?;
        self.tell_wanted();
        self.narrow(
            &term,
            RangeReason::Operator(Expr::apply(Operator::Add, parts)),
        );
        Ok(())
    }

    /// Narrows a form by equations, after the rests of these equations.
    fn narrow_by_equations(&mut self, form: &Form, depth: usize) -> Result<(), NoProof> {
        for by in self.engine.known.by_equations(form, self.point, depth) {
            for atom in by.rest.atoms() {
                self.ranges_of(atom)?;
            }
            if depth > 1 {
                self.narrow_by_equations(&by.rest, depth - 1)?;
            }
            let equation = self.engine.known.facts.get(by.fact).form.clone();
            let (Ok(row), Ok(fact)) = (self.write_form(&equation), self.fact(by.fact)) else {
                continue;
            };
            let term = self.write_form(form)?;
            self.tell_wanted();
            let relation = proof::Relation::Zero;
            self.narrow(
                &term,
                RangeReason::Fact {
                    fact,
                    row,
                    relation,
                },
            );
        }
        Ok(())
    }

    /// Adds the range of a class at the point, if it is narrower than the universal one, after the ranges of the
    /// classes below it and beside it in facts. The stack is explicit.
    pub(super) fn ranges_of(&mut self, class: Id) -> Result<(), NoProof> {
        self.reach(class);
        let mut stack: Vec<(Id, Option<Bounding>)> =
            vec![(self.engine.known.egraph.find(class), None)];
        let mut told = vec![];
        while let Some((class, facts)) = stack.pop() {
            if let Some(facts) = facts {
                self.tell_range(class, &facts)?;
                told.push((class, facts));
                continue;
            }
            if !self.ranged.insert(class) {
                continue;
            }
            let path = self.point.map(|point| self.engine.known.points.path(point));
            let known = &mut self.engine.known;
            let mut bounding = known.bounding(class, path.as_deref());
            let disjunctions = std::mem::take(&mut bounding.disjunctions);
            bounding.disjunctions = known.narrowing(disjunctions, class, self.point);
            let egraph = &self.engine.known.egraph;
            let mut below: Vec<Id> = vec![];
            for node in egraph.nodes(class) {
                below.extend(node.children().iter().map(|&child| egraph.find(child)));
            }
            // Facts about a quotient of the class come last, since the range of the quotient depends on that of the
            // class.
            let mut first = Bounding {
                disjunctions: bounding.disjunctions.clone(),
                ..Bounding::default()
            };
            let mut quotients: Vec<Id> = vec![];
            for one_of in &bounding.disjunctions {
                let given = &self.engine.known.facts.get(one_of.fact).given;
                below.extend(given.iter().chain(&one_of.others));
                below.extend(one_of.rows.iter().flat_map(|(row, _)| row.atoms()));
            }
            below.retain(|&part| part != class);
            for &fact in &bounding.facts {
                let engine = &self.engine;
                let fact_used = engine.known.facts.get(fact);
                below.extend(fact_used.given.iter().copied());
                let form = &fact_used.form;
                let atoms: Vec<Id> = form.atoms().collect();
                let is_quotient = |atom: &&Id| engine.known.divided(form, **atom) == Some(class);
                let of_fact: Vec<Id> = atoms.iter().filter(is_quotient).copied().collect();
                match of_fact.is_empty() {
                    true => first.facts.push(fact),
                    false => quotients.extend(of_fact),
                }
                below.extend(atoms.into_iter().filter(|atom| !quotients.contains(atom)));
            }
            if !quotients.is_empty() {
                stack.push((class, Some(bounding)));
                stack.extend(quotients.into_iter().map(|quotient| (quotient, None)));
            }
            stack.push((class, Some(first)));
            for child in below {
                let child = self.engine.known.egraph.find(child);
                if !self.ranged.contains(&child) {
                    stack.push((child, None));
                }
            }
        }
        // On cycles, later ranges may narrow earlier ones.
        if self.attempt >= Attempt::Aliases {
            for (class, facts) in told {
                self.tell_range(class, &facts)?;
            }
        }
        Ok(())
    }

    /// Adds the ranges of a term and its parts as they are written, since the normal form of a sum hides its parts.
    pub(super) fn ranges_of_parts(&mut self, term: &proof::Term) -> Result<(), NoProof> {
        let mut parts = vec![term];
        let mut next = 0;
        while let Some(part) = parts.get(next)
            && parts.len() < MAX_PARTS
        {
            if let Expr::Apply(_, arguments) = part {
                parts.extend(arguments.iter().take(MAX_PARTS - parts.len()));
            }
            next += 1;
        }
        for part in parts.into_iter().rev() {
            let class = self.take_in(part);
            self.ranges_of(class)?;
            self.tell_wanted();
            if let Expr::Apply(operator @ (Operator::Le | Operator::Eq), sides) = part
                && let [a, b] = &sides[..]
            {
                self.tell_difference(part, *operator, [a, b])?;
            }
            self.narrow(part, RangeReason::Operator(part.clone()));
        }
        Ok(())
    }

    /// Narrows a comparison by the range of the difference of its sides. It combines the ranges of the written sides
    /// with those of the difference's atoms.
    fn tell_difference(
        &mut self,
        comparison: &proof::Term,
        operator: Operator,
        [a, b]: [&proof::Term; 2],
    ) -> Result<(), NoProof> {
        let difference = Expr::difference(b.clone(), a.clone());
        self.narrow(&difference, RangeReason::Operator(difference.clone()));
        let class = self.take_in(&difference);
        self.ranges_of(class)?;
        let from_zero = Expr::apply(operator, [Expr::integer(0), difference]);
        self.narrow(comparison, RangeReason::Operator(from_zero));
        Ok(())
    }

    fn tell_range(&mut self, class: Id, bounding: &Bounding) -> Result<(), NoProof> {
        if self.engine.known.egraph.as_constant(class).is_some() {
            return Ok(());
        }
        let term = self.write(class)?;
        self.tell_wanted();
        self.tell_range_of_sum(&term, class)?;
        let nodes = self.engine.known.egraph.nodes(class).to_vec();
        for node in nodes {
            // A sum may equal another sum with a narrower range.
            match (&node, self.attempt) {
                (ENode::Leaf(_), _) | (ENode::Linear(..), Attempt::Short) => continue,
                (ENode::Linear(..) | ENode::Apply(..), _) => {}
            }
            let Ok(own) = self.write_node(&node) else {
                continue;
            };
            self.tell_wanted();
            if let Expr::Apply(Operator::Min, least) = &own
                && self.attempt >= Attempt::Aliases
            {
                self.tell_opposite_minimum(least);
            }
            self.narrow(&term, RangeReason::Operator(own));
        }
        for &number in &bounding.facts {
            let fact = self.engine.known.facts.get(number);
            let (row, relation) = (fact.form.clone(), fact.relation);
            self.narrow_by_row(&term, number, &row, relation);
        }
        for one_of in &bounding.disjunctions {
            for (row, relation) in &one_of.rows {
                self.narrow_by_row(&term, one_of.fact, row, *relation);
            }
        }
        Ok(())
    }

    /// Narrows a term by a row that follows from a fact, if the fact holds at the point.
    fn narrow_by_row(&mut self, term: &proof::Term, number: u32, row: &Form, of_row: Relation) {
        if !self.engine.known.is_usable(number, self.point) {
            return;
        }
        if let (Ok(row), Ok(fact)) = (self.write_form(row), self.fact(number)) {
            self.tell_wanted();
            let relation = relation(of_row);
            self.narrow(
                term,
                RangeReason::Fact {
                    fact,
                    row,
                    relation,
                },
            );
        }
    }

    /// Narrows both minima in `min(a, b) = a + min(0, b − a) = b + min(0, a − b)`: the checker may write another one
    /// than the engine. Equations about the difference narrow either.
    fn tell_opposite_minimum(&mut self, least: &[proof::Term]) {
        if let [a, b] = least {
            for (a, b) in [(a, b), (b, a)] {
                let difference = Expr::difference(b.clone(), a.clone());
                let from_zero = Expr::apply(Operator::Min, [Expr::integer(0), difference]);
                self.narrow(&from_zero, RangeReason::Operator(from_zero.clone()));
            }
        }
    }

    /// Narrows a sum by the atoms of the engine's form, which may differ from those of the checker.
    fn tell_range_of_sum(&mut self, term: &proof::Term, class: Id) -> Result<(), NoProof> {
        let form = self.engine.known.egraph.form(class).clone();
        if form.as_atom().is_none() {
            let sum = self.write_form(&form)?;
            self.tell_wanted();
            self.narrow(term, RangeReason::Operator(sum));
            if self.attempt >= Attempt::Aliases {
                self.narrow_by_equations(&form, 1)?;
            }
        }
        Ok(())
    }

    /// Adds a range step if it narrows the range.
    fn narrow(&mut self, term: &proof::Term, reason: RangeReason) {
        let before = self.checker.term_range(term);
        let mut step = RangeStep {
            term: term.clone(),
            range: before.clone(),
            reason,
        };
        let universal = match &step.reason {
            RangeReason::Operator(own) => Some(Step::Term(own.clone())),
            RangeReason::Fact { .. } => None,
        };
        if let Ok(range) = self.checker.range_step(&step)
            && range != before
        {
            step.range = range;
            self.ranges.push(step);
            return;
        }
        // Adding the term itself may have narrowed its range.
        if let Some(step) = universal
            && self.checker.term_range(term) != before
        {
            self.steps.push(step);
        }
    }
}
