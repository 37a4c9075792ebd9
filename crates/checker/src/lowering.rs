//! Lowering of operators to linear forms over atoms.
//!
//! | term | form |
//! | --- | --- |
//! | `a mod b` | `a − b·(a floordiv b)`, and likewise for the other remainder |
//! | `a ceildiv b` | `−(−a floordiv b)` |
//! | `min(a, b)` | `a + g·min(0, (b − a)/g)` for the greatest common divisor `g` of the difference |
//! | `max(a, b)` | `a + b − min(a, b)` |
//! | `select(c, a, b)` | `b + c·(a − b)` for `c` in {0, 1} |
//! | `a <= b`, `a = b` | compared with 0, divided by the common divisor of the difference |
//!
//! The range of the operator is recorded for the form.

use super::theory::{Key, Poly, Theory, has_negative_head, reduced, without_constant};
use calipers_number::{Int, Range};
use calipers_program::term::{Operator, truth};

/// The maximum number of products into which a product of sums is expanded; larger ones stay atoms.
const MAX_PRODUCTS: usize = 64;
/// The maximum number of factors of a product.
const MAX_FACTORS: usize = 16;

impl Theory<'_> {
    /// The form of an operator over forms.
    pub(super) fn apply(&mut self, operator: Operator, arguments: Vec<Poly>) -> Poly {
        if !operator.accepts(arguments.len()) {
            return self.whole(operator, arguments, Range::full());
        }
        let ranges: Vec<Range> = arguments.iter().map(|form| self.range(form)).collect();
        let range = operator.range_over(&arguments, &ranges);
        let values = arguments.iter().map(|form| form.as_constant().cloned());
        let values: Option<Vec<Int>> = values.collect();
        let value = values.and_then(|values| operator.apply(&values));
        if let Some(value) = value.and_then(Poly::from_constant) {
            return value;
        }
        let form = self.linear(operator, &arguments);
        let form = form.unwrap_or_else(|| self.whole(operator, arguments, range.clone()));
        self.learn(&form, &range);
        form
    }

    fn whole(&mut self, operator: Operator, arguments: Vec<Poly>, range: Range) -> Poly {
        self.atom(Key::Apply(operator, arguments), range)
    }

    fn linear(&mut self, operator: Operator, arguments: &[Poly]) -> Option<Poly> {
        let (first, rest) = arguments.split_first()?;
        match (operator, rest) {
            (Operator::Add, _) => rest
                .iter()
                .try_fold(first.clone(), |sum, form| sum.add(form)),
            (Operator::Mul, _) => {
                let mut factors = rest.iter();
                let product = factors
                    .try_fold(first.clone(), |product, form| self.multiply(&product, form))?;
                self.regroup(arguments, &product);
                Some(product)
            }
            // Folds pairwise, so that the ranges of prefixes are recorded.
            (Operator::Min | Operator::Max, _) if distinct(arguments).count() > 1 => {
                let all = distinct(arguments).fold(first.clone(), |so_far, form| {
                    self.apply(operator, vec![so_far, form.clone()])
                });
                Some(all)
            }
            (Operator::Min, _) => {
                distinct(arguments).try_fold(first.clone(), |least, form| self.least(&least, form))
            }
            (Operator::Max, _) => distinct(arguments).try_fold(first.clone(), |greatest, form| {
                let least = self.least(&greatest, form)?;
                greatest.add(form)?.sub(&least)
            }),
            (Operator::FloorDiv, [divisor]) => self.floor_div(first, divisor),
            (Operator::CeilDiv, [divisor]) => {
                Some(self.apply(Operator::FloorDiv, vec![first.neg(), divisor.clone()]))
                    .map(|quotient| quotient.neg())
            }
            (Operator::TruncDiv, [divisor]) => self.trunc_div(first, divisor),
            (Operator::Mod, [divisor]) => self.remainder(Operator::FloorDiv, first, divisor),
            (Operator::TruncMod, [divisor]) => self.remainder(Operator::TruncDiv, first, divisor),
            (Operator::Select, [then, otherwise]) => self.select(first, then, otherwise),
            (Operator::Le, [b]) => self.at_most(first, b),
            (Operator::Eq, [b]) => self.equal(first, b),
            _ => None,
        }
    }

    /// The product of two forms.
    pub(super) fn multiply(&mut self, a: &Poly, b: &Poly) -> Option<Poly> {
        if let Some(k) = a.as_constant() {
            return b.scale(k);
        }
        if let Some(k) = b.as_constant() {
            return a.scale(k);
        }
        if a.terms().len() * b.terms().len() > MAX_PRODUCTS {
            return None;
        }
        // (c + X)·(d + Y) = c·(d + Y) + d·X + X·Y
        let (linear, _) = without_constant(a);
        let mut total = b.scale(a.constant())?.add_scaled(b.constant(), &linear)?;
        for (x, j) in a.terms() {
            for (y, k) in b.terms() {
                let monomial = self.monomial(*x, *y)?;
                total = total.add_scaled(&(j * k), &monomial)?;
            }
        }
        Some(total)
    }

    /// Equates a product of several atoms, computed pairwise, with the atom of the product of all factors, if that
    /// exists.
    fn regroup(&mut self, arguments: &[Poly], product: &Poly) {
        if arguments.len() < 3 {
            return;
        }
        let atoms: Option<Vec<u32>> = arguments.iter().map(Poly::as_atom).collect();
        if let Some(atoms) = atoms
            && let Some(&whole) = self.numbers.get(&Key::Product(self.factors(&atoms)))
        {
            self.pending.push((Poly::atom(whole), product.clone()));
        }
    }

    /// The factors of a product of atoms, in ascending order.
    fn factors(&self, atoms: &[u32]) -> Vec<u32> {
        let mut factors: Vec<u32> = vec![];
        for &atom in atoms {
            match self.key(atom) {
                Some(Key::Product(of_atom)) => factors.extend(of_atom),
                _ => factors.push(atom),
            }
        }
        factors.sort_unstable();
        // c·c = c for c in {0, 1}.
        factors.dedup_by(|a, b| a == b && self.is_condition(&Poly::atom(*a)));
        factors
    }

    fn monomial(&mut self, x: u32, y: u32) -> Option<Poly> {
        let factors = self.factors(&[x, y]);
        match factors[..] {
            [factor] => Some(Poly::atom(factor)),
            _ if factors.len() > MAX_FACTORS => None,
            _ => {
                let forms = factors.iter().map(|&atom| self.atom_range(atom));
                let range = forms
                    .reduce(|product, range| product.mul(&range))
                    .unwrap_or_else(Range::full);
                let is_new = !self.numbers.contains_key(&Key::Product(factors.clone()));
                let form = self.atom(Key::Product(factors.clone()), range);
                if is_new && factors.len() > 2 {
                    self.replace_part_of(&factors);
                }
                Some(form)
            }
        }
    }

    /// Replaces a solved part of a new product by its solution.
    fn replace_part_of(&mut self, factors: &[u32]) {
        for part in self.products_of(factors, |part| self.solution(part).is_some()) {
            if let Some((parts, solution)) = self.solved_product(part)
                && let Some(rest) = without(factors, &parts)
            {
                self.expand(factors, &solution, &rest);
            }
        }
    }

    /// Replaces a newly solved product in the products that contain it.
    pub(super) fn replace_in_products(&mut self, solved: u32) {
        let Some((parts, solution)) = self.solved_product(solved) else {
            return;
        };
        for product in self.products_of(&parts, |_| true) {
            if let Some(Key::Product(factors)) = self.key(product).cloned()
                && let Some(rest) = without(&factors, &parts)
            {
                self.expand(&factors, &solution, &rest);
            }
        }
    }

    /// The factors and the solution of a solved product, if no term of the solution has more factors.
    fn solved_product(&self, atom: u32) -> Option<(Vec<u32>, Poly)> {
        let Some(Key::Product(factors)) = self.key(atom) else {
            return None;
        };
        let solution = self.solution(atom)?;
        let is_small = |atom: u32| match self.key(atom) {
            Some(Key::Product(others)) => others.len() <= factors.len(),
            _ => true,
        };
        let replaces = solution.atoms().all(is_small);
        replaces.then(|| (factors.clone(), solution.clone()))
    }

    fn expand(&mut self, factors: &[u32], solution: &Poly, rest: &[u32]) {
        let rest = rest.iter().map(|&factor| self.resolve(&Poly::atom(factor)));
        let arguments: Vec<Poly> = std::iter::once(solution.clone()).chain(rest).collect();
        let product = self.numbers.get(&Key::Product(factors.to_vec())).copied();
        let expanded = self.apply(Operator::Mul, arguments);
        if let Some(product) = product {
            self.pending.push((Poly::atom(product), expanded));
        }
    }

    fn floor_div(&mut self, a: &Poly, b: &Poly) -> Option<Poly> {
        match b.as_constant() {
            Some(k) if k.is_zero() => Some(Poly::zero()),
            Some(k) if *k == Int::ONE => Some(a.clone()),
            Some(k) if *k < Int::ZERO => {
                Some(self.apply(Operator::FloorDiv, vec![a.neg(), b.neg()]))
            }
            _ => None,
        }
    }

    fn trunc_div(&mut self, a: &Poly, b: &Poly) -> Option<Poly> {
        match b.as_constant() {
            Some(k) if k.is_zero() => Some(Poly::zero()),
            Some(k) if *k == Int::ONE => Some(a.clone()),
            Some(k) if *k < Int::ZERO => {
                let quotient = self.apply(Operator::TruncDiv, vec![a.clone(), b.neg()]);
                Some(quotient.neg())
            }
            _ => None,
        }
    }

    /// `a − b·quotient(a, b)`.
    fn remainder(&mut self, quotient: Operator, a: &Poly, b: &Poly) -> Option<Poly> {
        let quotient = self.apply(quotient, vec![a.clone(), b.clone()]);
        let multiple = self.multiply(b, &quotient)?;
        a.sub(&multiple)
    }

    /// `a − b`, with the range that follows from those of both.
    fn difference(&mut self, a: &Poly, b: &Poly) -> Option<Poly> {
        let difference = a.sub(b)?;
        let range = self.range(a).add(&self.range(b).neg());
        self.learn(&difference, &range);
        Some(difference)
    }

    fn least(&mut self, a: &Poly, b: &Poly) -> Option<Poly> {
        let difference = self.difference(b, a)?;
        let (a, b, difference) = match has_negative_head(&difference) {
            true => (b, a, difference.neg()),
            false => (a, b, difference),
        };
        let range = self.range(&difference);
        if range.interval().is_non_negative() {
            return Some(a.clone());
        }
        if range.upper().is_some_and(|upper| *upper <= Int::ZERO) {
            return Some(b.clone());
        }
        let content = calipers_number::gcd(&difference.content(), difference.constant());
        let reduced = difference.divide_exactly(&content)?;
        let zero = Range::constant(0);
        let range = zero.min(&self.range(&reduced));
        let atom = self.whole(Operator::Min, vec![Poly::zero(), reduced.clone()], range);
        // The minimum is at most each of its arguments.
        if let Some(beyond) = reduced.sub(&atom) {
            self.learn(&beyond, &Range::at_least(0));
        }
        a.add_scaled(&content, &atom)
    }

    fn select(&mut self, condition: &Poly, then: &Poly, otherwise: &Poly) -> Option<Poly> {
        if then == otherwise {
            return Some(then.clone());
        }
        match truth(&self.range(condition)) {
            Some(true) => return Some(then.clone()),
            Some(false) => return Some(otherwise.clone()),
            None => {}
        }
        let condition = match self.is_condition(condition) {
            true => condition.clone(),
            false => {
                let is_zero = self.apply(Operator::Eq, vec![condition.clone(), Poly::zero()]);
                is_zero.neg().add_constant(&Int::ONE)?
            }
        };
        let difference = then.sub(otherwise)?;
        let product = self.multiply(&condition, &difference)?;
        let selected = otherwise.add(&product)?;
        let range = self.selected_range([&condition, then, otherwise], |form| self.range(form));
        self.learn(&selected, &range);
        Some(selected)
    }

    fn at_most(&mut self, a: &Poly, b: &Poly) -> Option<Poly> {
        let difference = reduced(&self.difference(b, a)?)?;
        if !has_negative_head(&difference) {
            return Some(self.at_least_zero(difference));
        }
        // not (0 <= d) is 0 <= −d − 1.
        let negated = difference.neg().add_constant(&Int::NEG_ONE)?;
        self.at_least_zero(negated).neg().add_constant(&Int::ONE)
    }

    /// Compares a form whose first coefficient is positive with 0.
    fn at_least_zero(&mut self, form: Poly) -> Poly {
        // 1 <= c equals c.
        if let Some((condition, value)) = self.condition_with_value(&form)
            && value == Int::ONE
        {
            return condition;
        }
        let range = Operator::Le.range(&[Range::constant(0), self.range(&form)]);
        self.whole(Operator::Le, vec![Poly::zero(), form], range)
    }

    fn equal(&mut self, a: &Poly, b: &Poly) -> Option<Poly> {
        let difference = self.difference(a, b)?;
        if let Some(constant) = difference.as_constant() {
            return Poly::from_constant(Int::from(constant.is_zero()));
        }
        let Some(reduced) = difference.divide_exactly(&difference.content()) else {
            // g·x = c has no solution where g does not divide c.
            return Some(Poly::zero());
        };
        // c = 1 equals c, and c = 0 equals "not c".
        match self.condition_with_value(&reduced) {
            Some((condition, value)) if value == Int::ONE => return Some(condition),
            Some((condition, value)) if value == Int::ZERO => {
                return condition.neg().add_constant(&Int::ONE);
            }
            _ => {}
        }
        if let Some(truth) = self.selected_is_zero(&reduced) {
            return Poly::from_constant(Int::from(truth));
        }
        let reduced = match has_negative_head(&reduced) {
            true => reduced.neg(),
            false => reduced,
        };
        let range = Operator::Eq.range(&[self.range(&reduced), Range::constant(0)]);
        Some(self.whole(Operator::Eq, vec![reduced, Poly::zero()], range))
    }

    /// The condition in a form `±c + constant`, and the value of the condition where the form is 0.
    fn condition_with_value(&self, form: &Poly) -> Option<(Poly, Int)> {
        let [(atom, k)]: &[_; 1] = form.terms().try_into().ok()?;
        let (is_unit, condition) = (*k == Int::ONE || *k == Int::NEG_ONE, Poly::atom(*atom));
        let holds = is_unit && self.is_condition(&condition);
        holds.then(|| (condition, -(form.constant() * k)))
    }
}

/// The remaining factors of a product that properly contains `part`; both lists are sorted.
fn without(factors: &[u32], part: &[u32]) -> Option<Vec<u32>> {
    let mut part = part.iter().peekable();
    let rest = factors.iter().filter(|&it| part.next_if_eq(&it).is_none());
    let rest: Vec<u32> = rest.copied().collect();
    (part.peek().is_none() && !rest.is_empty()).then_some(rest)
}

/// The forms after the first one, without duplicates.
fn distinct(forms: &[Poly]) -> impl Iterator<Item = &Poly> {
    let is_new = |&(n, form): &(usize, &Poly)| !forms[..n].contains(form);
    let others = forms.iter().enumerate().skip(1);
    others.filter(is_new).map(|(_, form)| form)
}
