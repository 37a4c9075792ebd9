//! Polynomials of one access: terms without the wrapping that is proved to do nothing, and bounds that are proved digit by
//! digit.

use super::equations::{Equations, Side};
use super::stated::bases;
use crate::access::{Access, leaf};
use crate::alignment::Alignment;
use crate::instances::Instances;
use crate::missing::Missing;
use crate::nest::by_steps;
use crate::polynomial::Polynomial;
use crate::term::Term;
use crate::variables::Quotients;
use calipers_egraph::{Expr, Operator};
use calipers_engine::analysis::{Variable, Verdict};
use calipers_number::Int;
use calipers_program::term::condition::size;
use calipers_program::{Column, Point, ValueId};
use calipers_support::order::Order;

/// Limit of the proofs of bounds for a question.
const MAX_PROOFS: usize = 48;

/// Limit of the definitions in definitions.
const MAX_DEPTH: usize = 48;

/// Limit of the size of an atom: a term that has another one several times grows with each definition that is unfolded.
const MAX_SIZE: usize = 400;

impl<'p> Instances<'p> {
    /// Whether `0 <= offset < size` is found to hold wherever an access executes, digit by digit.
    pub(crate) fn is_within_digits(&mut self, access: &Access, offset: &Term, size: &Term) -> bool {
        let side = self.side(access);
        let is_shared = |_| true;
        let mut equations = self.equations(vec![side], &is_shared);
        self.learn_limits(&mut equations, 0, access);
        match (
            equations.polynomial(0, offset),
            equations.polynomial(0, size),
        ) {
            (Some(offset), Some(size)) => equations.is_within(0, &offset, &size),
            _ => false,
        }
    }

    /// How the lanes of the last dimension of an access through pointers lie in memory.
    pub(crate) fn lane_alignment(&mut self, access: &Access) -> Result<Alignment, Missing> {
        let side = self.side(access);
        let is_shared = |_| true;
        let mut equations = self.equations(vec![side], &is_shared);
        let found = equations.lane_alignment(access);
        found.ok_or(Missing::View(access.buffer))
    }

    /// Numbers that divide terms before an access.
    pub(crate) fn divisors(&mut self, access: &Access, terms: &[Term]) -> Vec<Int> {
        let side = self.side(access);
        let is_shared = |_| true;
        let mut equations = self.equations(vec![side], &is_shared);
        let divisor = |term: &Term| match equations.polynomial(0, term) {
            Some(polynomial) => equations.divisor(&polynomial),
            None => equations.divisor_of(term),
        };
        terms.iter().map(divisor).collect()
    }

    pub(crate) fn side(&mut self, access: &Access) -> Side<'p> {
        let point = Point::before(self.program, access.op);
        self.learn_counters(access.op);
        self.learn_divisions(access);
        self.learn_sums(access);
        let knowing = self.base_analysis_knowing(access, point);
        Side {
            analysis: knowing.unwrap_or_else(|| self.base_analysis(access)),
            point,
            given: vec![],
            mask: access.mask.clone(),
        }
    }

    /// What holds of divisions, and limits of quotients: from `a < l·b` follows `a floordiv b < l`. If `a` is a
    /// remainder modulo a product, the factors of the product are candidates. Then the mask in these terms.
    pub(super) fn learn_limits(
        &mut self,
        equations: &mut Equations<'_, 'p>,
        side: usize,
        access: &Access,
    ) {
        let mut quotients = self.quotients(Some(access.op));
        // Where a result does not exist, its divisor may be zero or negative.
        let Side {
            analysis, point, ..
        } = &mut equations.sides[side];
        let engine = analysis.engine();
        quotients.retain(|&result, _| engine.exists_at(Column::Value(result), *point));
        let mut known: Vec<_> = quotients.iter().collect();
        known.order_by_key(|(result, _)| **result);
        equations.quotients.resize(side + 1, Quotients::default());
        equations.quotients[side].clone_from(&quotients);
        for &(&result, &(operator, operands)) in &known {
            equations.state_division(side, operator, result, operands);
            if operator == Operator::FloorDiv {
                equations.limit_quotient(side, result, operands);
            }
        }
        for (&quotient, &(operator, [dividend, divisor])) in known {
            let rest = quotients.get(&dividend);
            let (Operator::FloorDiv, Some(&(Operator::Mod, operands))) = (operator, rest) else {
                continue;
            };
            equations.find_limit(side, &quotients, (quotient, dividend, divisor), operands);
        }
        equations.simplify_mask(side);
    }
}

impl Equations<'_, '_> {
    /// States what holds of a quotient or a remainder that rounds down.
    pub(super) fn state_division(
        &mut self,
        side: usize,
        operator: Operator,
        result: ValueId,
        [_, divisor]: [ValueId; 2],
    ) {
        let [result, divisor] = [result, divisor].map(|it| self.column(side, Column::Value(it)));
        let parts = self.parts(side, &divisor);
        let parts = parts.iter().map(|part| self.term(part));
        let positive = parts.map(|part| Term::at_most(Term::integer(1), part));
        let positive: Vec<Term> = positive.collect();
        self.sides[side].given.extend(positive);
        match operator {
            Operator::Mod => self.state_rest(side, &result, &divisor),
            _ => {
                let term = self.term(&result);
                let given = &mut self.sides[side].given;
                given.push(Term::at_most(Term::integer(0), term));
            }
        }
    }

    /// States the range of a remainder by a positive divisor.
    pub(super) fn state_rest(&mut self, side: usize, rest: &Polynomial, divisor: &Polynomial) {
        let rest = self.term(rest);
        let mut facts = vec![Term::at_most(Term::integer(0), rest.clone())];
        for part in self.parts(side, divisor) {
            facts.push(Term::less(rest.clone(), self.term(&part)));
        }
        self.sides[side].given.extend(facts);
    }

    /// The value in place of a term that the ops of the program explain.
    fn named(&mut self, side: usize, found: Polynomial, own: Polynomial) -> Polynomial {
        use Operator::{Max, Min, Select, TruncDiv, TruncMod};
        let atom = found.as_atom().map(|atom| self.atoms[atom].clone());
        let Some(Term::Apply(operator, parts)) = atom else {
            return found;
        };
        if !matches!(operator, Min | Max | Select | TruncDiv | TruncMod) {
            return found;
        }
        if let (Min, Some(atom)) = (operator, own.as_atom()) {
            self.minima.insert((side, atom), parts.to_vec());
        }
        own
    }

    /// The polynomials that a polynomial is the minimum of.
    pub(super) fn parts(&mut self, side: usize, polynomial: &Polynomial) -> Vec<Polynomial> {
        let atom = polynomial.as_atom();
        let parts = atom.and_then(|atom| self.minima.get(&(side, atom)).cloned());
        let parts = parts.and_then(|parts| {
            let parts = parts.iter().map(|part| self.polynomial(side, part));
            parts.collect::<Option<Vec<_>>>()
        });
        parts.unwrap_or_else(|| vec![polynomial.clone()])
    }

    /// States the parts of a mask in terms of atoms.
    pub(super) fn simplify_mask(&mut self, side: usize) {
        let Some(mask) = self.sides[side].mask.take() else {
            return;
        };
        let mut open = vec![mask];
        while let Some(condition) = open.pop() {
            let found = match &condition {
                Term::Apply(Operator::Min, parts) => {
                    open.extend(parts.iter().cloned());
                    continue;
                }
                Term::Apply(operator @ (Operator::Le | Operator::Eq), sides) => {
                    let sides = sides.iter().map(|it| self.polynomial(side, it));
                    let sides = sides.collect::<Option<Vec<_>>>();
                    sides.map(|sides| {
                        let sides: Vec<Term> = sides.iter().map(|it| self.term(it)).collect();
                        Expr::apply(*operator, sides)
                    })
                }
                _ => None,
            };
            self.sides[side].given.push(found.unwrap_or(condition));
        }
    }

    /// Looks for a limit of the quotient of a remainder.
    pub(super) fn find_limit(
        &mut self,
        side: usize,
        quotients: &Quotients,
        (quotient, dividend, divisor): (ValueId, ValueId, ValueId),
        [number, modulus]: [ValueId; 2],
    ) -> Option<()> {
        let [number, whole] = [number, modulus].map(|it| self.column(side, Column::Value(it)));
        let (factors, _) = whole
            .terms()
            .next()
            .filter(|_| whole.terms().count() == 1)?;
        let factors = factors.to_vec();
        // The remainder by the quotient of the same numbers, if there is one.
        let mut others = quotients.iter();
        let same = others.find(|(_, it)| {
            let of = |value: ValueId| Column::Value(value);
            it.0 == Operator::FloorDiv
                && self.column(side, of(it.1[0])) == number
                && self.column(side, of(it.1[1])) == whole
        });
        let mut rests = vec![self.column(side, Column::Value(dividend))];
        if let Some((&value, _)) = same {
            let value = self.column(side, Column::Value(value));
            let taken = whole
                .times(&value)?
                .times(&Polynomial::integer(Int::NEG_ONE))?;
            rests.push(number.plus(&taken));
        }
        let divisor = self.column(side, Column::Value(divisor));
        let parts = self.parts(side, &divisor);
        for factor in factors {
            let limit = Polynomial::of(vec![factor], Int::ONE);
            let is_limit = parts.iter().all(|part| {
                let Some(product) = part.times(&limit) else {
                    return false;
                };
                rests.iter().any(|rest| {
                    let negative = rest.times(&Polynomial::integer(Int::NEG_ONE));
                    negative.is_some_and(|rest| {
                        let left = self.term(&product.plus(&rest));
                        self.holds(side, Term::less(Term::integer(0), left))
                    })
                })
            });
            if is_limit {
                let quotient = self.column(side, Column::Value(quotient));
                let below = Term::less(self.term(&quotient), self.atoms[factor].clone());
                self.sides[side].given.push(below);
            }
        }
        Some(())
    }
    /// A term about an access as a polynomial; none if it is too large.
    pub(super) fn polynomial(&mut self, side: usize, term: &Term) -> Option<Polynomial> {
        match term {
            Expr::Integer(value) => Some(Polynomial::integer(value.clone())),
            Expr::Leaf(column) => Some(self.column(side, *column)),
            Expr::Apply(Operator::Add, parts) => {
                let mut sum = Polynomial::default();
                for part in parts.iter() {
                    sum = sum.plus(&self.polynomial(side, part)?);
                }
                Some(self.with_rests(side, sum))
            }
            Expr::Apply(Operator::Mul, parts) => {
                let mut product = Polynomial::integer(Int::ONE);
                for part in parts.iter() {
                    product = product.times(&self.polynomial(side, part)?)?;
                }
                Some(product)
            }
            Expr::Apply(operator, parts) => {
                if let (Operator::CeilDiv, [number, Expr::Integer(by)]) = (operator, &parts[..])
                    && !by.is_negative()
                    && !by.is_zero()
                {
                    let last = Expr::sum(number.clone(), Expr::Integer(by - &Int::ONE));
                    let parts = [last, Expr::Integer(by.clone())];
                    return self.polynomial(side, &Expr::apply(Operator::FloorDiv, parts));
                }
                let parts = parts.iter().map(|part| self.polynomial(side, part));
                let parts = parts.collect::<Option<Vec<_>>>()?;
                if let (Operator::Mod, [number, modulus]) = (operator, &parts[..])
                    && let Some(modulus) = modulus.as_integer()
                    && self.is_within(side, number, &Polynomial::integer(modulus))
                {
                    return Some(number.clone());
                }
                if let (Operator::FloorDiv | Operator::Mod, [number, divisor]) =
                    (operator, &parts[..])
                    && let Some(parted) = self.parted(side, [number, divisor], None, None)
                {
                    return Some(parted.result(*operator));
                }
                let parts: Vec<Term> = parts.iter().map(|part| self.term(part)).collect();
                if parts.iter().all(|it| matches!(it, Expr::Integer(_))) {
                    return None;
                }
                let term = Expr::apply(*operator, parts);
                is_small(&term).then(|| Polynomial::of(vec![self.atom(term)], Int::ONE))
            }
        }
    }

    pub(super) fn lane_alignment(&mut self, access: &Access) -> Option<Alignment> {
        let (dim, lane) = access.lanes.iter().enumerate().next_back()?;
        let atom = self.atom(Term::Leaf(Column::Symbol(lane.symbol)));
        let offset = self.polynomial(0, access.indices.first()?)?;
        let always = self.divisor(&offset);
        let mut alignment = Alignment {
            variable: None,
            lanes: Some(dim),
            stride: None,
            first_divisor: always.clone(),
            divisor: always,
            trips: Int::from(lane.count),
            group: 1,
        };
        if let Some((stride, first)) = self.without(&offset, atom) {
            alignment.stride = Some(stride);
            alignment.first_divisor = self.divisor(&first);
        }
        let mut open: Vec<Term> = access.mask.iter().cloned().collect();
        while let Some(condition) = open.pop() {
            let kept = match &condition {
                Term::Apply(Operator::Min, parts) => {
                    open.extend(parts.iter().cloned());
                    continue;
                }
                Term::Apply(Operator::Le, sides) => match &sides[..] {
                    [one, two] => self.kept(one, two, atom),
                    _ => None,
                },
                _ => None,
            };
            alignment.trips = match kept {
                Some(kept) => calipers_number::gcd(&alignment.trips, &kept),
                None => Int::ONE,
            };
        }
        // A mask that is not known may exclude any lane.
        if access.mask.is_none() && crate::lanes::is_masked(self.program, access) {
            alignment.trips = Int::ONE;
        }
        Some(alignment)
    }

    /// What divides the number of the lane from which on `one <= two` changes; 0 if it depends on no lane.
    pub(super) fn kept(&mut self, one: &Term, two: &Term, lane: usize) -> Option<Int> {
        let (one, two) = (self.polynomial(0, one)?, self.polynomial(0, two)?);
        let minus = one.times(&Polynomial::integer(Int::NEG_ONE))?;
        let (factor, rest) = self.without(&two.plus(&minus), lane)?;
        match factor {
            zero if zero.is_zero() => Some(Int::ZERO),
            // lane <= rest
            down if down == Int::NEG_ONE => {
                Some(self.divisor(&rest.plus(&Polynomial::integer(Int::ONE))))
            }
            up if up.is_one() => Some(self.divisor(&rest)),
            _ => None,
        }
    }

    /// A polynomial as `factor·atom + rest`.
    pub(super) fn without(
        &self,
        polynomial: &Polynomial,
        atom: usize,
    ) -> Option<(Int, Polynomial)> {
        let (by, rest) = polynomial.split(&[atom], &Int::ONE);
        let factor = by.as_integer()?;
        let is_within = |other: usize| {
            other != atom
                && self.atoms[other].has_leaf(|leaf| Term::Leaf(*leaf) == self.atoms[atom])
        };
        let is_apart = !rest.atoms().any(is_within);
        is_apart.then_some((factor, rest))
    }

    /// A number that divides a polynomial: of one that divides it as a whole, and one that divides each of its products,
    /// as the factors say, the least common multiple.
    pub(super) fn divisor(&mut self, polynomial: &Polynomial) -> Int {
        let whole = self.divisor_of(&self.term(polynomial));
        if !polynomial.terms().any(|(atoms, _)| atoms.len() > 1) {
            return whole;
        }
        let mut composed = Int::ZERO;
        for (atoms, factor) in polynomial.terms() {
            let mut own = factor.magnitude();
            for &atom in atoms {
                own *= self.divisor_of(&self.atoms[atom].clone());
            }
            composed = calipers_number::gcd(&composed, &own);
        }
        let common = calipers_number::gcd(&whole, &composed);
        match common.is_zero() {
            true => Int::ZERO,
            false => calipers_number::floor_div(&(&whole * &composed), &common).unwrap_or(whole),
        }
    }

    fn divisor_of(&mut self, term: &Term) -> Int {
        let side = &mut self.sides[0];
        let variable = Variable::term(term.clone());
        side.analysis.divisor(&variable, side.point)
    }

    pub(super) fn column(&mut self, side: usize, column: Column) -> Polynomial {
        let column = match column {
            Column::Value(value) => Column::Value(*self.aliases.get(&value).unwrap_or(&value)),
            other => other,
        };
        if let Some(known) = self.known.get(&(side, column)) {
            return known.clone();
        }
        let own = Polynomial::of(vec![self.atom(Term::Leaf(column))], Int::ONE);
        // A definition in terms of itself is none.
        self.known.insert((side, column), own.clone());
        if self.depth == MAX_DEPTH {
            return own;
        }
        let engine = self.sides[side].analysis.engine();
        engine.class(column);
        let definition = engine.definition(column).map(|it| it.term.clone());
        let definition = definition.or_else(|| self.stated_size(column));
        let definition = definition.or_else(|| self.sums.get(&column.value()?).cloned());
        self.depth += 1;
        let found = definition.and_then(|term| self.polynomial(side, &term));
        self.depth -= 1;
        let found = match found {
            Some(found) => self.named(side, found, own.clone()),
            None => own.clone(),
        };
        let found = match column {
            Column::Value(value) if found == own => match self.stepped_value(side, value) {
                Some(found) => found,
                None => self.parted_value(side, value, own),
            },
            _ => found,
        };
        self.known.insert((side, column), found.clone());
        found
    }

    /// An induction variable without a definition as its start and its distance from there.
    fn stepped_value(&mut self, side: usize, value: ValueId) -> Option<Polynomial> {
        let [start, step] = by_steps(self.program, value).filter(|_| self.by_steps)?;
        let [from, step] = [start, step].map(|it| self.column(side, Column::Value(it)));
        let distance = match step.as_integer() {
            Some(one) if one.is_one() => Term::difference(leaf(value), self.term(&from)),
            _ => Term::Leaf(Column::Trip(value)),
        };
        let distance = Polynomial::of(vec![self.atom(distance)], Int::ONE);
        Some(from.plus(&step.times(&distance)?))
    }

    /// Whether `0 <= number < limit` is proved wherever an access executes.
    pub(super) fn is_within(
        &mut self,
        side: usize,
        number: &Polynomial,
        limit: &Polynomial,
    ) -> bool {
        if let (Some(number), Some(limit)) = (number.as_integer(), limit.as_integer()) {
            return !number.is_negative() && number < limit;
        }
        self.is_digits(side, number, limit) || {
            let (number, limit) = (self.term(number), self.term(limit));
            self.holds(side, Term::at_most(Term::integer(0), number.clone()))
                && self.holds(side, Term::less(number, limit))
        }
    }

    /// Whether a number `s·a + r` is below `s·l`, because `0 <= r < s` and `0 <= a < l`.
    pub(super) fn is_digits(
        &mut self,
        side: usize,
        number: &Polynomial,
        limit: &Polynomial,
    ) -> bool {
        let mut terms = limit.terms();
        let (Some((factors, factor)), None) = (terms.next(), terms.next()) else {
            return false;
        };
        bases(factors, factor).into_iter().any(|(by, by_number)| {
            let (whole, rest) = number.split(&by, &by_number);
            let (limit, _) = limit.split(&by, &by_number);
            let radix = Polynomial::of(by, by_number);
            !whole.is_zero()
                && limit.as_integer().is_none_or(|it| !it.is_one())
                && self.is_within(side, &rest, &radix)
                && self.is_within(side, &whole, &limit)
        })
    }

    /// Whether a condition is proved wherever an access executes.
    pub(super) fn holds(&mut self, side: usize, condition: Term) -> bool {
        if self.sides[side].given.contains(&condition) {
            return true;
        }
        if self.proofs == MAX_PROOFS {
            return false;
        }
        self.proofs += 1;
        let mut about = vec![];
        self.atoms_in(&condition, &mut about);
        let is_about = |given: &&Term| {
            let mut atoms = vec![];
            self.atoms_in(given, &mut atoms);
            atoms.iter().any(|atom| about.contains(atom))
        };
        let given: Vec<Term> = {
            let side = &self.sides[side];
            let relevant = side.given.iter().filter(is_about);
            relevant.chain(&side.mask).cloned().collect()
        };
        let Side {
            analysis, point, ..
        } = &mut self.sides[side];
        // What is known first: without it, the search for a proof is long.
        let mut claims = vec![condition.clone()];
        if !given.is_empty() {
            let given = given.into_iter().map(Term::negation);
            let parts: Vec<Term> = given.chain([condition]).collect();
            claims.insert(0, Term::apply(Operator::Max, parts));
        }
        claims.iter().any(|claim| {
            let verdict = analysis.prove_at(claim, *point);
            matches!(verdict, Verdict::Proved | Verdict::Unreachable)
        })
    }
}

/// Whether a term may be an atom, or the operand of one.
pub(super) fn is_small(term: &Term) -> bool {
    size(term, MAX_SIZE) < MAX_SIZE
}
