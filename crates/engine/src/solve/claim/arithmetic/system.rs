//! The linear part of a sequent: its comparisons as rows over atoms, with the rows that the operators of the atoms imply.

use crate::number::{Int, Linear};
use crate::program::Column;
use crate::proof::sequent::Sequent;
use crate::term::condition::{as_negated, is_truth};
use crate::term::{Expr, Operator};
use calipers_integers::{self as integers, Relation};
use calipers_support::order::Order;
use hashbrown::HashMap;
use std::collections::BTreeMap;

use super::super::points::Assignment;
use crate::proof::Term;

/// Maximum number of variables and rows of a system.
const MAX_VARIABLES: usize = 64;
const MAX_ROWS: usize = 200;
/// Maximum number of terms of a product of forms.
const MAX_TERMS: usize = 64;

/// Why a row holds.
#[derive(Clone, Debug)]
pub(super) enum Reason {
    /// The assumption at that position.
    Assumption(usize),
    /// The range of its term.
    Range,
    /// The operator of that term.
    Operator(Term),
}

/// A row over the atoms, and its term.
pub(super) struct SystemRow {
    pub(super) row: integers::Row,
    pub(super) term: Term,
    pub(super) reason: Reason,
}

/// The linear part of the assumptions of a sequent.
pub(super) struct System {
    /// The terms of the variables.
    pub(super) atoms: Vec<Term>,
    numbers: HashMap<Term, usize>,
    /// Products of two atoms or more, by their factors in ascending order.
    monomials: HashMap<Vec<usize>, usize>,
    /// The factors of each atom that is a product.
    factors: BTreeMap<usize, Vec<usize>>,
    pub(super) rows: Vec<SystemRow>,
}

impl System {
    /// `None` if it is too large.
    pub(super) fn of(sequent: &Sequent) -> Option<System> {
        let mut system = System {
            atoms: vec![],
            numbers: HashMap::new(),
            monomials: HashMap::new(),
            factors: BTreeMap::new(),
            rows: vec![],
        };
        for (n, assumption) in sequent.assumptions.iter().enumerate() {
            let Some((term, relation)) = comparison(assumption) else {
                continue;
            };
            let form = system.form(&term, sequent)?;
            system.push(form, relation, term, Reason::Assumption(n))?;
        }
        Some(system)
    }

    fn push(
        &mut self,
        form: Linear<usize>,
        relation: Relation,
        term: Term,
        reason: Reason,
    ) -> Option<()> {
        let row = integers::Row::new(form, relation);
        self.rows.push(SystemRow { row, term, reason });
        (self.rows.len() <= MAX_ROWS && self.atoms.len() <= MAX_VARIABLES).then_some(())
    }

    /// A term as a linear form over atoms.
    pub(super) fn form(&mut self, term: &Term, sequent: &Sequent) -> Option<Linear<usize>> {
        let mut sum = Linear::zero();
        self.add(&mut sum, &Int::ONE, term, sequent)?;
        Some(sum)
    }

    /// Adds a multiple of a term to a form.
    fn add(
        &mut self,
        sum: &mut Linear<usize>,
        factor: &Int,
        term: &Term,
        sequent: &Sequent,
    ) -> Option<()> {
        let own = match term {
            Expr::Integer(value) => Linear::from_constant(value.clone())?,
            Expr::Leaf(Column::Symbol(number)) => {
                let range = sequent.ranges.get(number);
                match range.and_then(|range| range.as_constant()) {
                    Some(value) => Linear::from_constant(value.clone())?,
                    None => self.atom(term, sequent)?,
                }
            }
            Expr::Leaf(_) => self.atom(term, sequent)?,
            Expr::Apply(operator, arguments) => match (operator, &arguments[..]) {
                (Operator::Add, all) => {
                    for part in all {
                        self.add(sum, factor, part, sequent)?;
                    }
                    return Some(());
                }
                (Operator::Mul, [Expr::Integer(k), part]) => {
                    return self.add(sum, &(factor * k), part, sequent);
                }
                (Operator::Mul, all) => {
                    let mut product = Linear::from_constant(Int::ONE)?;
                    for factor in all {
                        let factor = self.form(factor, sequent)?;
                        product = self.product(&product, &factor, true)?;
                    }
                    product
                }
                (Operator::CeilDiv, [dividend, divisor]) => {
                    let opposite = Expr::scaled(Int::NEG_ONE, dividend.clone());
                    let quotient = Expr::apply(Operator::FloorDiv, [opposite, divisor.clone()]);
                    self.atom(&quotient, sequent)?.neg()
                }
                (Operator::Mod | Operator::TruncMod, [dividend, divisor]) => {
                    let rounding = match operator {
                        Operator::Mod => Operator::FloorDiv,
                        _ => Operator::TruncDiv,
                    };
                    let own = self.form(dividend, sequent)?;
                    let by = self.form(divisor, sequent)?;
                    let quotient = Expr::apply(rounding, [dividend.clone(), divisor.clone()]);
                    let quotient = self.atom(&quotient, sequent)?;
                    own.sub(&self.product(&by, &quotient, true)?)?
                }
                _ => self.atom(term, sequent)?,
            },
        };
        *sum = sum.add_scaled(factor, &own)?;
        Some(())
    }

    /// The product of two forms, over the products of their atoms. With `may_add` unset, `None` if one of these does not
    /// occur in the system.
    pub(super) fn product(
        &mut self,
        a: &Linear<usize>,
        b: &Linear<usize>,
        may_add: bool,
    ) -> Option<Linear<usize>> {
        if let Some(constant) = a.as_constant() {
            return b.scale(constant);
        }
        if let Some(constant) = b.as_constant() {
            return a.scale(constant);
        }
        if let (Some(left), Some(right)) = (a.as_atom(), b.as_atom()) {
            return Some(Linear::atom(self.monomial(left, right, may_add)?));
        }
        if !is_small_product(a, b) {
            return None;
        }
        let mut terms = linear_part(a, b);
        for (left, k) in a.terms() {
            for (right, l) in b.terms() {
                terms.push((self.monomial(*left, *right, may_add)?, k * l));
            }
        }
        Linear::from_terms(a.constant() * b.constant(), terms)
    }

    /// The product of two atoms.
    pub(super) fn monomial(&mut self, a: usize, b: usize, may_add: bool) -> Option<usize> {
        match may_add {
            true => Some(self.product_of(self.factors_of_product(a, b))),
            false => self.monomials.get(&self.factors_of_product(a, b)).copied(),
        }
    }

    /// The factors of the product of two atoms, in ascending order.
    pub(super) fn factors_of_product(&self, a: usize, b: usize) -> Vec<usize> {
        let mut factors = self.factors_of(a);
        factors.extend(self.factors_of(b));
        factors.order();
        factors
    }

    /// The product of several atoms, which are sorted.
    fn product_of(&mut self, factors: Vec<usize>) -> usize {
        if let Some(&known) = self.monomials.get(&factors) {
            return known;
        }
        let number = self.atoms.len();
        let parts: Vec<Term> = factors.iter().map(|&it| self.atoms[it].clone()).collect();
        self.atoms.push(Expr::apply(Operator::Mul, parts));
        self.factors.insert(number, factors.clone());
        self.monomials.insert(factors, number);
        number
    }

    /// The factors of each product, in the order in which the products were added.
    pub(super) fn products(&self) -> Vec<Vec<usize>> {
        self.factors.values().cloned().collect()
    }

    /// Adds the product of several atoms, which are sorted. Whether it is new and there is room.
    pub(super) fn add_product(&mut self, factors: Vec<usize>) -> bool {
        let is_new = !self.monomials.contains_key(&factors) && self.atoms.len() < MAX_VARIABLES;
        if is_new {
            self.product_of(factors);
        }
        is_new
    }

    /// Whether an atom is the product of these factors alone.
    pub(super) fn is_product_of(&self, atom: usize, factors: &[usize]) -> bool {
        match self.factors.get(&atom) {
            Some(own) => own == factors,
            None => *factors == [atom],
        }
    }

    /// Whether a row states that an atom is positive.
    pub(super) fn is_positive(&self, atom: usize) -> bool {
        let mut forms = self.rows.iter().map(|it| &it.row.form);
        forms.any(|form| match form.terms() {
            [(own, k)] => *own == atom && !k.is_negative() && form.constant().is_negative(),
            _ => false,
        })
    }

    pub(super) fn is_product(&self, atom: usize) -> bool {
        self.factors.contains_key(&atom)
    }

    /// The value of a form in a model. That of a product which the model lacks follows from its factors.
    pub(super) fn value_by_factors(&self, form: &Linear<usize>, model: &[Int]) -> Option<Int> {
        let mut terms = form.terms().iter();
        terms.try_fold(form.constant().clone(), |sum, (atom, k)| {
            let factors = || product_of_values(self.factors.get(atom)?, model);
            let value = model.get(*atom).cloned().or_else(factors)?;
            Some(sum + k * &value)
        })
    }

    /// The greatest number of factors of a product.
    pub(super) fn degree(&self) -> usize {
        self.factors.values().map(Vec::len).max().unwrap_or(1)
    }

    /// The atoms that are factors of products.
    pub(super) fn factor_atoms(&self) -> Vec<usize> {
        let mut all: Vec<usize> = self.factors.values().flatten().copied().collect();
        all.order();
        all.dedup();
        all
    }

    /// The factors of an atom: itself if it is no product.
    pub(super) fn factors_of(&self, atom: usize) -> Vec<usize> {
        match self.factors.get(&atom) {
            Some(factors) => factors.clone(),
            None => vec![atom],
        }
    }

    /// What the atom is multiplied by in each product that contains it.
    pub(super) fn cofactors(&self, atom: usize) -> Vec<Vec<usize>> {
        let own = self.factors_of(atom);
        let products = self.factors.values();
        products
            .filter_map(|product| without(product, &own))
            .collect()
    }

    /// What the products in a form have in common: several factors of all of them, then single factors of one or more.
    pub(super) fn common_factors(&self, form: &Linear<usize>) -> Vec<Vec<usize>> {
        let products = || form.atoms().filter_map(|atom| self.factors.get(&atom));
        let of_all = products().cloned().reduce(|common, product| {
            let mut rest = product;
            let is_shared = |factor: &usize| match rest.iter().position(|it| it == factor) {
                Some(position) => {
                    rest.remove(position);
                    true
                }
                None => false,
            };
            common.into_iter().filter(is_shared).collect()
        });
        let mut single: Vec<usize> = products().flatten().copied().collect();
        single.order();
        single.dedup();
        let several =
            of_all.filter(|it| it.len() > 1 && products().any(|all| all.len() > it.len()));
        let single = single.into_iter().map(|it| vec![it]);
        several.into_iter().chain(single).collect()
    }

    /// Whether an atom is a product of these factors and others.
    pub(super) fn is_multiple(&self, atom: usize, of: &[usize]) -> bool {
        let factors = self.factors.get(&atom);
        factors.is_some_and(|factors| factors.len() > of.len() && is_part(of, factors))
    }

    /// What the product of some factors is multiplied by in a form. It may have new products.
    pub(super) fn cofactor(
        &mut self,
        form: &Linear<usize>,
        common: &[usize],
    ) -> Option<Linear<usize>> {
        let mut sum = Linear::zero();
        for (atom, k) in form.terms() {
            if !self.is_multiple(*atom, common) {
                continue;
            }
            let rest = without(self.factors.get(atom)?, common)?;
            let rest = match &rest[..] {
                [single] => *single,
                _ => self.product_of(rest),
            };
            sum = sum.add_scaled(k, &Linear::atom(rest))?;
        }
        Some(sum)
    }

    /// The coefficient of the product of some factors in a form.
    pub(super) fn coefficient(&self, form: &Linear<usize>, of: &[usize]) -> Int {
        let atom = match of {
            [single] => Some(single),
            several => self.monomials.get(several),
        };
        atom.map_or(Int::ZERO, |atom| form.coefficient(atom))
    }

    /// A form as a term.
    pub(super) fn term(&self, form: &Linear<usize>) -> Term {
        let mut parts: Vec<Term> = form
            .terms()
            .iter()
            .map(|(atom, k)| {
                let atom = self.atoms[*atom].clone();
                match k.is_one() {
                    true => atom,
                    false => Expr::scaled(k.clone(), atom),
                }
            })
            .collect();
        if !form.constant().is_zero() || parts.is_empty() {
            parts.push(Expr::Integer(form.constant().clone()));
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => Expr::apply(Operator::Add, parts),
        }
    }

    /// The atoms that the system does not define completely: their values in a model may differ from those of their
    /// terms.
    pub(super) fn is_open(&self, atom: usize) -> bool {
        match &self.atoms[atom] {
            Expr::Apply(Operator::FloorDiv, sides) => !is_positive(&sides[1]),
            Expr::Apply(..) => true,
            Expr::Leaf(_) | Expr::Integer(_) => false,
        }
    }

    /// Whether no product occurs, and no quotient by a term that is not a positive constant.
    pub(super) fn is_linear(&self) -> bool {
        let is_quotient = |atom: &Term| matches!(atom, Expr::Apply(operator, sides) if operator.is_division() && !is_positive(&sides[1]));
        self.factors.is_empty() && !self.atoms.iter().any(is_quotient)
    }

    /// The variable of a term. A new one gets the rows of its range or its operator.
    fn atom(&mut self, term: &Term, sequent: &Sequent) -> Option<Linear<usize>> {
        if let Some(&number) = self.numbers.get(term) {
            return Some(Linear::atom(number));
        }
        let arguments = match term {
            Expr::Apply(Operator::FloorDiv, sides) if is_positive(&sides[1]) => {
                vec![self.form(&sides[0], sequent)?]
            }
            Expr::Apply(Operator::Min | Operator::Max, all) => {
                let forms = all.iter().map(|it| self.form(it, sequent));
                forms.collect::<Option<Vec<_>>>()?
            }
            _ => vec![],
        };
        let number = self.atoms.len();
        let own = Linear::atom(number);
        self.atoms.push(term.clone());
        self.numbers.insert(term.clone(), number);
        let ends = |lower: Option<&Int>, upper: Option<&Int>| {
            let lower = lower.map(|end| {
                let row = Expr::sum(term.clone(), Expr::Integer(-end));
                (own.add_constant(&-end), row)
            });
            let upper = upper.map(|end| {
                let row = Expr::difference(Expr::Integer(end.clone()), term.clone());
                (own.neg().add_constant(end), row)
            });
            lower.into_iter().chain(upper)
        };
        match term {
            Expr::Leaf(Column::Symbol(symbol)) => {
                let range = sequent.ranges.get(symbol);
                if let Some(range) = range {
                    let rows: Vec<_> = ends(range.lower(), range.upper()).collect();
                    for (form, row) in rows {
                        self.push(form?, Relation::AtLeastZero, row, Reason::Range)?;
                    }
                    let congruence = range.congruence();
                    if *congruence.modulus() > Int::ONE {
                        self.congruent(term, congruence.modulus(), congruence.residue(), sequent)?;
                    }
                }
            }
            Expr::Apply(Operator::FloorDiv, sides) if is_positive(&sides[1]) => {
                let [dividend, Expr::Integer(divisor)] = &sides[..] else {
                    return Some(own);
                };
                let form = arguments.first()?.add_scaled(&-divisor, &own)?;
                let rest = Expr::difference(
                    dividend.clone(),
                    Expr::scaled(divisor.clone(), term.clone()),
                );
                let last = divisor - Int::ONE;
                let above = form.neg().add_constant(&last)?;
                let room = Expr::difference(Expr::Integer(last), rest.clone());
                let reason = || Reason::Operator(term.clone());
                self.push(form, Relation::AtLeastZero, rest, reason())?;
                self.push(above, Relation::AtLeastZero, room, reason())?;
            }
            Expr::Apply(operator @ (Operator::Min | Operator::Max), all) => {
                let sign = match operator {
                    Operator::Min => Int::ONE,
                    _ => Int::NEG_ONE,
                };
                for (argument, form) in all.iter().zip(&arguments) {
                    let form = form.sub(&own)?.scale(&sign)?;
                    let difference = Expr::difference(argument.clone(), term.clone());
                    let row = Expr::scaled(sign.clone(), difference);
                    let reason = Reason::Operator(term.clone());
                    self.push(form, Relation::AtLeastZero, row, reason)?;
                }
            }
            _ => {}
        }
        if is_truth(term) {
            let rows: Vec<_> = ends(Some(&Int::ZERO), Some(&Int::ONE)).collect();
            for (form, row) in rows {
                self.push(form?, Relation::AtLeastZero, row, Reason::Range)?;
            }
        }
        Some(own)
    }

    /// The rows of `term mod modulus = residue`.
    fn congruent(
        &mut self,
        term: &Term,
        modulus: &Int,
        residue: &Int,
        sequent: &Sequent,
    ) -> Option<()> {
        let own = self.atom(term, sequent)?;
        let quotient = quotient(term.clone(), modulus);
        let form = own
            .add_scaled(&-modulus, &self.atom(&quotient, sequent)?)?
            .add_constant(&-residue)?;
        let rest = Expr::apply(
            Operator::Mod,
            [term.clone(), Expr::Integer(modulus.clone())],
        );
        let row = Expr::sum(rest, Expr::Integer(-residue));
        self.push(form, Relation::Zero, row, Reason::Range)
    }

    /// The values of the symbols. A symbol that occurs in no row gets a value from its range.
    pub(super) fn assignment(&self, model: &[Int], sequent: &Sequent) -> Assignment {
        let mut point = Assignment::new();
        for (number, range) in &sequent.ranges {
            let value = range.lower().or(range.upper()).cloned();
            let value = value.unwrap_or_else(|| range.congruence().residue().clone());
            point.insert(*number, value);
        }
        for (atom, value) in self.atoms.iter().zip(model) {
            if let Expr::Leaf(Column::Symbol(number)) = atom {
                point.insert(*number, value.clone());
            }
        }
        point
    }
}

pub(super) fn is_positive(divisor: &Term) -> bool {
    matches!(divisor, Expr::Integer(value) if *value > Int::ZERO)
}

fn quotient(dividend: Term, divisor: &Int) -> Term {
    Expr::apply(
        Operator::FloorDiv,
        [dividend, Expr::Integer(divisor.clone())],
    )
}

/// The product of the values of some atoms in a model.
pub(super) fn product_of_values(factors: &[usize], model: &[Int]) -> Option<Int> {
    let mut factors = factors.iter();
    factors.try_fold(Int::ONE, |product, it| Some(product * model.get(*it)?))
}

/// Whether a list has all elements of a part, as often; both are in ascending order.
pub(super) fn is_part(part: &[usize], whole: &[usize]) -> bool {
    let mut left = whole.iter();
    part.iter().all(|wanted| left.any(|it| it == wanted))
}

/// A product without some of its factors; `None` if it does not contain all of them. Both are in ascending order.
fn without(product: &[usize], factors: &[usize]) -> Option<Vec<usize>> {
    if !is_part(factors, product) {
        return None;
    }
    let mut rest = product.to_vec();
    for factor in factors {
        let position = rest.iter().position(|it| it == factor)?;
        rest.remove(position);
    }
    Some(rest)
}

/// Whether the product of two forms has few terms.
pub(super) fn is_small_product(a: &Linear<usize>, b: &Linear<usize>) -> bool {
    a.terms().len() * b.terms().len() <= MAX_TERMS
}

/// The terms of the product of two forms that have a single atom.
pub(super) fn linear_part(a: &Linear<usize>, b: &Linear<usize>) -> Vec<(usize, Int)> {
    let scaled = |form: &Linear<usize>, factor: &Int| {
        let terms = form.terms().iter();
        terms
            .map(|(atom, k)| (*atom, k * factor))
            .collect::<Vec<_>>()
    };
    let mut terms = vec![];
    for (form, by) in [(a, b.constant()), (b, a.constant())] {
        if !by.is_zero() {
            terms.extend(scaled(form, by));
        }
    }
    terms
}

/// The term and the relation of an assumption that is a comparison.
pub(super) fn comparison(assumption: &Term) -> Option<(Term, Relation)> {
    let minus_one = || Expr::Integer(Int::NEG_ONE);
    match as_negated(assumption) {
        Some(Expr::Apply(Operator::Le, sides)) => {
            let difference = Expr::difference(sides[0].clone(), sides[1].clone());
            let row = Expr::sum(difference, minus_one());
            return Some((row, Relation::AtLeastZero));
        }
        // Cases put integers in place of conditions.
        Some(Expr::Integer(_)) => {
            let row = Expr::sum(assumption.clone(), minus_one());
            return Some((row, Relation::Zero));
        }
        _ => {}
    }
    let Expr::Apply(operator, sides) = assumption else {
        return None;
    };
    match operator {
        Operator::Le => {
            let row = Expr::difference(sides[1].clone(), sides[0].clone());
            Some((row, Relation::AtLeastZero))
        }
        Operator::Eq => {
            let row = Expr::difference(sides[0].clone(), sides[1].clone());
            Some((row, Relation::Zero))
        }
        _ => None,
    }
}
