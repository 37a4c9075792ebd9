//! The rows that follow from the operator of a term: quotients, minima, maxima, equalities, products and comparisons.

use super::check::{Checker, Implied};
use super::object::{Relation, Term};
use super::rejection::{Checked, Reason, require};
use super::theory::Poly;
use calipers_number::{Int, Range};
use calipers_program::term::{Expr, Operator};

impl Checker<'_> {
    /// The rows of a quotient, a minimum, a maximum or an equality.
    pub(super) fn operator_rows(&mut self, term: &Term) -> Checked<Implied> {
        let Expr::Apply(operator, arguments) = term else {
            return Err(Reason::RowDoesNotFollow);
        };
        let own = self.theory.normal(term);
        if let (Operator::Eq, [a, b]) = (operator, &arguments[..]) {
            // Either the two are equal, or one is less than the other.
            let less = [(a, b), (b, a)].map(|(a, b)| Expr::less(a.clone(), b.clone()));
            let less = less.map(|less| self.theory.normal(&less));
            let one = Poly::from_constant(Int::ONE).ok_or(Reason::TooLarge)?;
            let all = less.iter().try_fold(own, |sum, less| sum.add(less));
            let row = all.and_then(|all| all.sub(&one));
            return Ok(vec![(row.ok_or(Reason::TooLarge)?, Relation::Zero)]);
        }
        let forms: Vec<Poly> = arguments
            .iter()
            .map(|argument| self.theory.normal(argument))
            .collect();
        let rows: Vec<Option<Poly>> = match (operator, &forms[..]) {
            (Operator::Min, all) => all.iter().map(|form| form.sub(&own)).collect(),
            (Operator::Max, all) => all.iter().map(|form| own.sub(form)).collect(),
            (Operator::FloorDiv | Operator::TruncDiv, [dividend, divisor]) => {
                self.quotient_rows(*operator, &own, dividend, divisor)?
            }
            _ => vec![],
        };
        let rows = rows.into_iter().flatten();
        Ok(rows.map(|row| (row, Relation::AtLeastZero)).collect())
    }

    /// The rows of the remainder `a − b·q` of a quotient `q`: at most `b − 1` for `b > 0`; at least 0 if `a >= 0` or
    /// the quotient rounds down. With rounding to zero it has the sign of `a` and is at least `1 − b`. For `b = 0`,
    /// `q` is 0.
    fn quotient_rows(
        &mut self,
        operator: Operator,
        quotient: &Poly,
        dividend: &Poly,
        divisor: &Poly,
    ) -> Checked<Vec<Option<Poly>>> {
        let (of_dividend, of_divisor) = (self.range(dividend), self.range(divisor));
        let starts_at = |range: &Range, least: Int| range.lower().is_some_and(|it| *it >= least);
        let is_positive = starts_at(&of_divisor, Int::ONE);
        require(starts_at(&of_divisor, Int::ZERO), Reason::RangeNotShown)?;
        let is_at_least_0 = starts_at(&of_dividend, Int::ZERO);
        let is_at_most_0 = of_dividend.upper().is_some_and(|upper| *upper <= Int::ZERO);
        let rounds_down = operator == Operator::FloorDiv;
        let multiple = self.theory.multiply(divisor, quotient);
        let rest = multiple.and_then(|multiple| dividend.sub(&multiple));
        let rest = rest.ok_or(Reason::TooLarge)?;
        let room = |rest: Option<Poly>| rest?.add(divisor)?.add_constant(&Int::NEG_ONE);
        let (is_down, opposite) = (is_at_least_0 || rounds_down && is_positive, rest.neg());
        let is_up = is_at_most_0 && !rounds_down;
        Ok(vec![
            is_positive.then(|| room(Some(opposite.clone()))).flatten(),
            (is_positive && !rounds_down)
                .then(|| room(Some(rest.clone())))
                .flatten(),
            is_down.then_some(rest),
            is_up.then_some(opposite),
        ])
    }

    /// `(a − i)(b − j)`, where `i` and `j` are both lower or both upper bounds of `a` and `b`, or one of each.
    pub(super) fn product_rows(
        &mut self,
        a: &Term,
        b: &Term,
        i: &Int,
        j: &Int,
    ) -> Checked<Implied> {
        let (a, b) = (self.theory.normal(a), self.theory.normal(b));
        let factor = |form: &Poly, end: &Int| form.add_constant(&-end);
        let (left, right) = (factor(&a, i), factor(&b, j));
        let product = left
            .zip(right)
            .and_then(|(left, right)| self.theory.multiply(&left, &right))
            .ok_or(Reason::TooLarge)?;
        let (range_a, range_b) = (self.range(&a), self.range(&b));
        let is_lower = |lower: Option<&Int>, end: &Int| lower.is_some_and(|lower| end <= lower);
        let is_upper = |upper: Option<&Int>, end: &Int| upper.is_some_and(|upper| upper <= end);
        let a_below = is_lower(range_a.lower(), i);
        let a_above = is_upper(range_a.upper(), i);
        let b_below = is_lower(range_b.lower(), j);
        let b_above = is_upper(range_b.upper(), j);
        let mut rows = vec![];
        if a_below && b_below || a_above && b_above {
            rows.push((product.clone(), Relation::AtLeastZero));
        }
        if a_below && b_above || a_above && b_below {
            rows.push((product.neg(), Relation::AtLeastZero));
        }
        // One factor is zero.
        if range_a.as_constant() == Some(i) || range_b.as_constant() == Some(j) {
            rows.push((product, Relation::Zero));
        }
        require(!rows.is_empty(), Reason::RangeNotShown)?;
        Ok(rows)
    }

    /// For `c = (a <= b)`, `d = b − a`: `d >= l·(1 − c)` where `d >= l`, `d <= −1 + (u + 1)·c`
    /// where `d <= u`.
    pub(super) fn comparison_rows(&mut self, condition: &Term, end: &Int) -> Checked<Implied> {
        let Some((Operator::Le, a, b)) = condition.as_binary() else {
            return Err(Reason::RowDoesNotFollow);
        };
        let own = self.theory.normal(condition);
        let (a, b) = (self.theory.normal(a), self.theory.normal(b));
        let difference = b.sub(&a).ok_or(Reason::TooLarge)?;
        let range = self.range(&difference);
        let mut rows = vec![];
        // For d >= l and l <= 0; for l > 0 the condition is 1 and the row is d >= 0.
        if range.lower().is_some_and(|lower| end <= lower) {
            let row = difference.add_constant(&-end);
            rows.extend(row.and_then(|row| row.add_scaled(end, &own)));
        }
        if range.upper().is_some_and(|upper| upper <= end) {
            let row = difference.neg().add_constant(&Int::NEG_ONE);
            rows.extend(row.and_then(|row| row.add_scaled(&(end + Int::ONE), &own)));
        }
        require(!rows.is_empty(), Reason::RangeNotShown)?;
        let rows = rows.into_iter();
        Ok(rows.map(|row| (row, Relation::AtLeastZero)).collect())
    }
}
