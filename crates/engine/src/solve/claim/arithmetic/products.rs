//! Products of forms that are not negative, added as inequalities where a model of the linear part violates them (the
//! reformulation-linearization technique; H. D. Sherali and W. P. Adams, "A Reformulation-Linearization Technique for
//! Solving Discrete and Continuous Nonconvex Problems", 1999), and the definitions of quotients.

use super::super::points::Assignment;
use super::Term;
use super::system::System;
use crate::number::{Int, Linear};
use crate::program::Column;
use crate::proof::sequent::{Distinction, Factor, Rule, Sequent};
use crate::term::{Expr, Operator};

/// Maximum number of products that are added at once.
const MAX_PRODUCTS: usize = 6;
/// Maximum number of factors.
const MAX_FACTORS: usize = 40;

/// The divisions whose quotients the rows of the system do not define.
pub(super) fn undefined_quotients(system: &System) -> Vec<Term> {
    let is_quotient = |atom: &&Term| {
        matches!(
            atom,
            Expr::Apply(Operator::FloorDiv | Operator::TruncDiv, _)
        )
    };
    let open = (0..system.atoms.len()).filter(|&it| system.is_open(it));
    let atoms = open.map(|it| &system.atoms[it]);
    atoms.filter(is_quotient).cloned().collect()
}

/// Rules for products that the values of the atoms violate, the most violated ones first.
pub(super) fn violated_products(
    system: &mut System,
    sequent: &Sequent,
    model: &[Int],
) -> Vec<Rule> {
    let mut factors: Vec<(Factor, Linear<usize>)> = vec![];
    let ends = sequent.ranges.keys();
    let ends = ends.flat_map(|&number| [Factor::Lower(number), Factor::Upper(number)]);
    let assumed = (0..sequent.assumptions.len()).map(Factor::Assumption);
    for factor in assumed.chain(ends) {
        let Ok(term) = sequent.factor(&factor) else {
            continue;
        };
        let is_new = |form: &Linear<usize>| {
            !form.is_constant() && !factors.iter().any(|(_, other)| other == form)
        };
        if let Some(form) = system.form(&term, sequent).filter(is_new) {
            factors.push((factor, form));
        }
        if factors.len() == MAX_FACTORS {
            break;
        }
    }
    let mut found: Vec<(f64, Rule)> = vec![];
    for (n, (a, left)) in factors.iter().enumerate() {
        for (b, right) in &factors[n..] {
            let Some(product) = system.product(left, right, false) else {
                continue;
            };
            let value = value_of(&product, model);
            if value.is_negative() {
                // In terms of the largest part of the sum.
                let terms = product.terms().iter();
                let sizes = terms.map(|(atom, k)| approximate(&(k * &model[*atom])).abs());
                let size = sizes.fold(1.0, f64::max);
                let rule = match (a, b) {
                    (a, b) if a == b => Rule::Square(match sequent.factor(a) {
                        Ok(term) => term,
                        Err(_) => continue,
                    }),
                    _ => Rule::Product(a.clone(), b.clone()),
                };
                found.push((approximate(&value) / size, rule));
            }
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.truncate(MAX_PRODUCTS);
    found.into_iter().map(|(_, rule)| rule).collect()
}

/// Cases for a variable in a product whose value differs from the product of the values of its factors: below its
/// value, and from there on, or up to it and above.
pub(super) fn beside_value(
    system: &System,
    sequent: &Sequent,
    model: &[Int],
    point: &Assignment,
) -> Option<Distinction> {
    let is_off = |&atom: &usize| {
        let value = super::value(&system.atoms[atom], point);
        system.is_open(atom) && value.is_some_and(|value| value != model[atom])
    };
    let atoms = (0..system.atoms.len()).filter(is_off);
    let mut numbers: Vec<u32> = vec![];
    for atom in atoms {
        system.atoms[atom].for_each_leaf(&mut |column| {
            if let Column::Symbol(number) = column {
                numbers.push(*number);
            }
        });
    }
    numbers.into_iter().find_map(|number| {
        let (range, value) = (sequent.ranges.get(&number)?, point.get(&number)?);
        let is_within = |end: &Int| {
            range.lower().is_none_or(|lower| lower < end)
                && range.upper().is_none_or(|upper| end <= upper)
        };
        let mut ends = [value.clone(), value + Int::ONE].into_iter();
        let end = ends.find(|end| is_within(end))?;
        Some(Distinction::AtLeast(number, end))
    })
}

fn value_of(form: &Linear<usize>, model: &[Int]) -> Int {
    let terms = form.terms().iter();
    terms.fold(form.constant().clone(), |sum, (atom, k)| {
        sum + k * &model[*atom]
    })
}

fn approximate(number: &Int) -> f64 {
    i64::try_from(number).map_or_else(
        |_| match number.is_negative() {
            true => f64::MIN,
            false => f64::MAX,
        },
        |number| number as f64,
    )
}
