//! Case distinctions about what common factors are multiplied by: in `n·i − n·j − 1 >= 0` with a positive `n`, the sum
//! `i − j` is at least 1.

use super::system::{System, product_of_values};
use crate::number::{Int, Linear, Range, floor_div};
use crate::program::Column;
use crate::proof::Term;
use crate::proof::sequent::{Distinction, Sequent, Sign};
use crate::term::Expr;
use crate::term::condition::negated;
use calipers_integers::Relation;
use calipers_support::order::Order;
use hashbrown::HashSet;

/// Maximum number of cases about sums that differ in their constants only.
const MAX_CASES: usize = 3;
/// Maximum number of rows that are added to a row, and of sums to which a further row is added.
const MAX_ADDENDS: usize = 2;
const MAX_SUMS: usize = 32;

/// What a common factor is multiplied by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// A sum or a single term, in a form that otherwise consists of a constant.
    Multiples,
    /// A sum.
    Sum,
    /// A single term.
    Term,
}

/// The search for cases about the sum of what a common factor is multiplied by in an assumption: at least 1, 0, or at
/// most −1. A multiple of the factor is then at least the factor itself, or 0, or at most its negation.
pub(super) struct Cofactors<'a> {
    system: &'a mut System,
    sequent: &'a Sequent,
    model: &'a [Int],
    /// The sums of earlier cases without their constants. Each may occur a few times.
    seen: &'a mut Vec<Term>,
}

impl<'a> Cofactors<'a> {
    pub(super) fn new(
        system: &'a mut System,
        sequent: &'a Sequent,
        model: &'a [Int],
        seen: &'a mut Vec<Term>,
    ) -> Cofactors<'a> {
        Cofactors {
            system,
            sequent,
            model,
            seen,
        }
    }

    /// Cases, one of them contradictory, about a bound that the model violates: a row, or a sum of two or three, that
    /// consists of multiples of a positive factor and a constant bounds what the factor is multiplied by.
    pub(super) fn cut(&mut self) -> Option<Distinction> {
        let rows = self.rows();
        let with_products = rows.iter().filter(|it| self.has_products(it));
        let mut sums: Vec<Linear<usize>> = with_products.cloned().collect();
        let addends = self.addends();
        for _ in 0..MAX_ADDENDS {
            if let Some(found) = self.cases(&sums, Part::Multiples) {
                return Some(found);
            }
            sums.order_by_key(|sum| sum.terms().len());
            sums.truncate(MAX_SUMS);
            sums = cancelling(&sums, &addends);
        }
        self.cases(&sums, Part::Multiples)
    }

    /// Cases about sums of several terms, in a row or in the sum of a row and an equality.
    pub(super) fn of_several_terms(&mut self) -> Option<Distinction> {
        let rows = self.rows();
        let found = self.cases(&rows, Part::Sum);
        found.or_else(|| {
            let combined: Vec<_> = with_equalities(self.system).collect();
            self.cases(&combined, Part::Sum)
        })
    }

    /// Cases about a single term. Products of factors usually decide its sign.
    pub(super) fn of_one_term(&mut self) -> Option<Distinction> {
        let rows = self.rows();
        self.cases(&rows, Part::Term)
    }

    fn rows(&self) -> Vec<Linear<usize>> {
        let rows = self.system.rows.iter();
        rows.map(|it| it.row.form.clone()).collect()
    }

    /// The forms that are not negative: the rows, and the negated equalities.
    fn addends(&self) -> Vec<Linear<usize>> {
        let rows = self.system.rows.iter().map(|it| &it.row);
        let equalities = rows.filter(|it| it.relation == Relation::Zero);
        let negated = equalities.filter_map(|it| it.form.neg().into());
        self.rows().into_iter().chain(negated).collect()
    }

    fn has_products(&self, form: &Linear<usize>) -> bool {
        form.atoms().any(|atom| self.system.is_product(atom))
    }

    /// Cases for what a factor is multiplied by in one of the forms.
    fn cases(&mut self, forms: &[Linear<usize>], part: Part) -> Option<Distinction> {
        let is_possible = |form: &Linear<usize>| {
            // Of the atoms that are no products, only the factor itself is its multiple.
            let others = form.atoms().filter(|&it| !self.system.is_product(it));
            part != Part::Multiples || others.count() <= 1
        };
        let forms: Vec<_> = forms.iter().filter(|it| is_possible(it)).collect();
        forms.into_iter().find_map(|form| {
            let common = self.system.common_factors(form);
            let mut choices = common.iter().flat_map(|it| [(it, true), (it, false)]);
            choices.find_map(|choice| self.case_of(form, choice, part))
        })
    }

    fn case_of(
        &mut self,
        form: &Linear<usize>,
        (common, with_own): (&Vec<usize>, bool),
        part: Part,
    ) -> Option<Distinction> {
        let is_multiple = |atom: usize| {
            self.system.is_multiple(atom, common)
                || (with_own && self.system.is_product_of(atom, common))
        };
        if part == Part::Multiples {
            let mut factors = common.iter();
            if !form.atoms().all(is_multiple) || !factors.all(|it| self.system.is_positive(*it)) {
                return None;
            }
        }
        let cofactor = off_cofactor(self.system, form, (common, with_own), self.model)?;
        let value = self.system.value_by_factors(&cofactor, self.model)?;
        let bound = form.constant();
        let is_wanted = match part {
            // The multiple is at least 1, or at least 0.
            Part::Multiples => match bound.is_negative() {
                true => value < Int::ONE,
                false => bound.is_zero() && value.is_negative(),
            },
            Part::Sum => cofactor.terms().len() > 1,
            Part::Term => cofactor.terms().len() <= 1,
        };
        if !is_wanted {
            return None;
        }
        let (cofactor, is_negated) = lowest_terms(cofactor)?;
        let signs = match part {
            Part::Multiples if bound.is_negative() != is_negated => vec![Sign::Positive],
            Part::Multiples => vec![Sign::Negative],
            _ if !value.is_zero() && value.is_negative() != is_negated => {
                vec![Sign::Negative, Sign::Positive]
            }
            _ => vec![Sign::Positive, Sign::Negative],
        };
        self.case(&cofactor, signs)
    }

    fn case(&mut self, cofactor: &Linear<usize>, signs: Vec<Sign>) -> Option<Distinction> {
        let term = self.system.term(cofactor);
        let mut cases = signs.into_iter().map(|sign| match sign {
            Sign::Positive => Expr::at_most(Expr::integer(1), term.clone()),
            Sign::Negative => Expr::at_most(term.clone(), Expr::integer(-1)),
        });
        let known = &self.sequent.assumptions;
        let is_open = |case: &Term| !known.contains(case) && !known.contains(&negated(case));
        if has_known_sign(self.system, self.sequent, cofactor) {
            return None;
        }
        let varying = cofactor.add_constant(&-cofactor.constant())?;
        let varying = self.system.term(&varying);
        if self.seen.iter().filter(|it| **it == varying).count() == MAX_CASES {
            return None;
        }
        let case = cases.find(is_open)?;
        self.seen.push(varying);
        Some(Distinction::Condition(case))
    }
}

/// Whether the ranges of the variables decide the sign of a form.
fn has_known_sign(system: &System, sequent: &Sequent, form: &Linear<usize>) -> bool {
    let range_of = |atom: usize| match &system.atoms[atom] {
        Expr::Leaf(Column::Symbol(number)) => sequent.ranges.get(number).cloned(),
        _ => None,
    };
    let terms = form.terms().iter();
    let parts = terms.map(|(atom, k)| range_of(*atom).unwrap_or_else(Range::full).scale(k));
    let range = parts.fold(Range::constant(form.constant().clone()), |sum, part| {
        sum.add(&part)
    });
    range.as_constant().is_some() || !range.contains(&Int::ZERO)
}

/// Sums and differences of a row and an equality, both with products.
fn with_equalities(system: &System) -> impl Iterator<Item = Linear<usize>> {
    let has_products = |form: &Linear<usize>| !system.common_factors(form).is_empty();
    let rows = move || {
        let all = system.rows.iter().map(|it| &it.row);
        all.filter(move |it| has_products(&it.form))
    };
    let equalities = move || rows().filter(|it| it.relation == Relation::Zero);
    rows().flat_map(move |row| {
        let others = equalities().filter(move |it| it.form != row.form);
        others.flat_map(|it| {
            [row.form.add(&it.form), row.form.sub(&it.form)]
                .into_iter()
                .flatten()
        })
    })
}

/// Sums of a form and a multiple of another in which an atom cancels.
fn cancelling(forms: &[Linear<usize>], addends: &[Linear<usize>]) -> Vec<Linear<usize>> {
    let mut found: Vec<Linear<usize>> = vec![];
    let mut seen = HashSet::new();
    for form in forms {
        for addend in addends {
            let multiples = form.terms().iter().filter_map(|(atom, k)| {
                let own = addend.coefficient(atom);
                let multiple = floor_div(&-k, &own)?;
                (multiple > Int::ZERO && *k == -(&multiple * &own)).then_some(multiple)
            });
            let least = multiples.min();
            let sum = least.and_then(|k| form.add_scaled(&k, addend));
            let sum = sum.filter(|sum| !sum.is_constant() && seen.insert(sum.clone()));
            found.extend(sum);
        }
    }
    found
}

/// What common factors are multiplied by in a form, if the model gives the multiple another value than that of the
/// product. A multiple of the common factors alone may count or not.
fn off_cofactor(
    system: &mut System,
    form: &Linear<usize>,
    (common, with_own): (&Vec<usize>, bool),
    model: &[Int],
) -> Option<Linear<usize>> {
    let own = system.coefficient(form, common);
    if with_own && own.is_zero() {
        return None;
    }
    let cofactor = system.cofactor(form, common)?;
    let terms = form.terms().iter();
    let mut multiples = terms.filter(|it| system.is_multiple(it.0, common));
    let multiple = multiples.try_fold(Int::ZERO, |sum, (atom, k)| {
        Some(sum + k * model.get(*atom)?)
    })?;
    let value = system.value_by_factors(&cofactor, model)?;
    if multiple == value * product_of_values(common, model)? {
        return None;
    }
    let cofactor = match with_own {
        true => cofactor.add_constant(&own)?,
        false => cofactor,
    };
    Some(cofactor)
}

/// A form divided by its content and the sign of its first coefficient, so that the same cofactor of several rows is one;
/// and whether the sign changed.
fn lowest_terms(form: Linear<usize>) -> Option<(Linear<usize>, bool)> {
    let (_, first) = form.terms().first()?;
    let is_negated = first.is_negative();
    let content = match is_negated {
        true => -form.content(),
        false => form.content(),
    };
    Some((form.divide_exactly(&content).unwrap_or(form), is_negated))
}
