//! The range of a `select`, refined by its condition.

use super::theory::{Key, Poly, Theory};
use calipers_number::{Int, Range};
use calipers_program::term::Operator;

impl Theory<'_> {
    /// The range of `select(condition, then, otherwise)`: the join of the branches, each restricted by the condition.
    pub(super) fn selected_range(
        &self,
        [condition, then, otherwise]: [&Poly; 3],
        range_of: impl Fn(&Poly) -> Range,
    ) -> Range {
        let compared = self.compared_by(condition);
        let branch = |branch: &Poly, is_then: bool| {
            let range = range_of(branch);
            let narrowed = compared
                .as_ref()
                .and_then(|it| it.narrow(branch, is_then, &range_of));
            match narrowed {
                Some(narrowed) => range.intersect(&narrowed),
                None => range,
            }
        };
        branch(then, true).join(&branch(otherwise, false))
    }

    /// Whether a form is 0, by cases on a condition in it, if both cases agree.
    pub(super) fn selected_is_zero(&mut self, form: &Poly) -> Option<bool> {
        let is_condition = |&factor: &u32| self.is_condition(&Poly::atom(factor));
        let condition = form.atoms().find_map(|atom| match self.key(atom) {
            Some(Key::Product(factors)) => factors.iter().copied().find(is_condition),
            _ => Some(atom).filter(is_condition),
        })?;
        let compared = self.compared_by(&Poly::atom(condition))?;
        let (where_it_is, where_it_is_not) = self.split_on(form, condition)?;
        let left = [(where_it_is, true), (where_it_is_not, false)].map(|(form, value)| {
            let narrowed = compared.narrow(&form, value, |part| self.range(part));
            let range = narrowed.map_or_else(Range::full, |it| it.intersect(&self.range(&form)));
            (form, range.contains(&Int::ZERO))
        });
        if left.iter().all(|(_, may_be_zero)| *may_be_zero) {
            return None;
        }
        // A form that the equations have made equal to one with the condition would be split again without end.
        let is_done = |rest: &Poly| {
            let rest = self.resolve(rest);
            rest.terms().len() <= form.terms().len() && !self.has_factor(&rest, condition)
        };
        if !left.iter().all(|(rest, _)| is_done(rest)) {
            return None;
        }
        let [then, otherwise] = left.map(|(form, may_be_zero)| match may_be_zero {
            true => self.apply(Operator::Eq, vec![form, Poly::zero()]),
            false => Poly::zero(),
        });
        let parts = vec![Poly::atom(condition), then, otherwise];
        let selected = self.apply(Operator::Select, parts);
        selected.as_constant().map(|value| !value.is_zero())
    }

    /// Whether a form has an atom as a term or as a factor of one.
    fn has_factor(&self, form: &Poly, factor: u32) -> bool {
        form.atoms().any(|atom| match self.key(atom) {
            Some(Key::Product(factors)) => factors.contains(&factor),
            _ => atom == factor,
        })
    }

    /// A form with 1 and with 0 substituted for a condition.
    fn split_on(&mut self, form: &Poly, condition: u32) -> Option<(Poly, Poly)> {
        let (mut other, mut own) = (Poly::from_constant(form.constant().clone())?, Poly::zero());
        for (atom, k) in form.terms() {
            let rest = match self.key(*atom) {
                _ if *atom == condition => Some(vec![]),
                Some(Key::Product(factors)) if factors.contains(&condition) => {
                    let others = factors.iter().copied().filter(|&it| it != condition);
                    Some(others.collect())
                }
                _ => None,
            };
            match rest {
                Some(rest) => own = own.add_scaled(k, &self.product_of(rest)?)?,
                None => other = other.add_scaled(k, &Poly::atom(*atom))?,
            }
        }
        Some((other.add(&own)?, other))
    }

    fn product_of(&mut self, factors: Vec<u32>) -> Option<Poly> {
        let one = Poly::from_constant(Int::ONE)?;
        factors.into_iter().try_fold(one, |product, factor| {
            self.multiply(&product, &Poly::atom(factor))
        })
    }

    fn compared_by(&self, condition: &Poly) -> Option<Compared> {
        // c, or 1 − c for "not c".
        let (is_negated, condition) = match condition.terms() {
            [(atom, k)] if k.is_one() && condition.constant().is_zero() => (false, atom),
            [(atom, k)] if *k == Int::NEG_ONE && condition.constant().is_one() => (true, atom),
            _ => return None,
        };
        let Some(Key::Apply(operator @ (Operator::Le | Operator::Eq), sides)) =
            self.key(*condition)
        else {
            return None;
        };
        let [a, b] = &sides[..] else {
            return None;
        };
        Some(Compared {
            difference: self.resolve(b).sub(&self.resolve(a))?,
            is_equality: *operator == Operator::Eq,
            is_negated,
        })
    }
}

/// A condition that compares a form with 0: that it is at least 0 or, if an equality, that it is 0.
struct Compared {
    difference: Poly,
    is_equality: bool,
    /// Whether the condition is negated.
    is_negated: bool,
}

impl Compared {
    /// The range of a branch where the condition has that value, if the compared form is `k·branch + c` or an atom of
    /// the branch.
    fn narrow(
        &self,
        branch: &Poly,
        value: bool,
        range_of: impl Fn(&Poly) -> Range,
    ) -> Option<Range> {
        let left = |range: Range| match (self.is_equality, value != self.is_negated) {
            (false, true) => range.intersect(&Range::at_least(0)),
            (false, false) => range.intersect(&Range::at_most(-1)),
            (true, true) => range.intersect(&Range::constant(0)),
            (true, false) => range.without(&Int::ZERO),
        };
        let from = |range: &Range, constant: &Int| range.sub(&Range::constant(constant.clone()));
        if let Some((k, rest)) = branch.as_multiple_of(&self.difference) {
            let difference = left(from(&range_of(branch), &rest).unscale(&k));
            return Some(Range::combination(&rest, [(&k, &difference)]));
        }
        let [(compared, k)]: &[_; 1] = self.difference.terms().try_into().ok()?;
        let difference = left(range_of(&self.difference));
        let own = from(&difference, self.difference.constant()).unscale(k);
        let mut sum = Range::constant(branch.constant().clone());
        for (atom, factor) in branch.terms() {
            sum = sum.add(&match atom == compared {
                true => own.scale(factor),
                false => range_of(&Poly::atom(*atom)).scale(factor),
            });
        }
        Some(sum)
    }
}
