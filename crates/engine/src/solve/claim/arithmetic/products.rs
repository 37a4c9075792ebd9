//! Products of forms that are not negative, added as inequalities where a model of the linear part violates them (the
//! reformulation-linearization technique; H. D. Sherali and W. P. Adams, "A Reformulation-Linearization Technique for
//! Solving Discrete and Continuous Nonconvex Problems", 1999), and the definitions of quotients.

use super::super::points::Assignment;
use super::system::{System, product_of_values};
use crate::number::{Congruence, Int, Linear, Range};
use crate::program::Column;
use crate::proof::Term;
use crate::proof::sequent::{Distinction, Factor, Rule, Sequent};
use crate::solve::lp;
use crate::term::condition::negated;
use crate::term::{Expr, Operator};
use calipers_integers::Relation;
use hashbrown::HashSet;

/// Maximum number of products that are added at once.
const MAX_PRODUCTS: usize = 6;
/// Maximum number of cases about sums that differ in their constants only.
const MAX_CASES: usize = 3;
/// Maximum number of factors of each kind.
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

/// A nonnegative form, and its name in rules.
type Known = (Factor, Linear<usize>);

/// Rules for products that the values of the atoms violate, the most violated ones first. Products with distances from
/// upper ends come last: these ends are often the limits of a type, and add nothing but candidates.
pub(super) fn violated_products(
    system: &mut System,
    sequent: &Sequent,
    model: &[Int],
) -> Vec<Rule> {
    let mut candidates = Candidates {
        divisors: system.divisors(),
        system,
        model,
        found: vec![],
    };
    let mut factors = vec![];
    for far in [false, true] {
        let first_new = factors.len();
        add_factors(&mut factors, candidates.system, sequent, far);
        candidates.pairs_and_triples(&factors, first_new);
        candidates.multiples(&factors, first_new);
        if !candidates.found.is_empty() {
            break;
        }
    }
    rules_of(candidates.found, sequent)
}

/// The rules that derive the most violated products.
fn rules_of(mut found: Vec<(f64, Vec<Known>)>, sequent: &Sequent) -> Vec<Rule> {
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.truncate(MAX_PRODUCTS);
    let mut rules = vec![];
    for (_, all) in found {
        let mut all = all.into_iter().map(|it| it.0);
        let Some(mut product) = all.next() else {
            continue;
        };
        for factor in all {
            let square = (product == factor).then(|| sequent.factor(&factor).ok());
            rules.push(match square.flatten() {
                Some(term) => Rule::Square(term),
                None => Rule::Product(product, factor),
            });
            product = Factor::Assumption(sequent.assumptions.len() + rules.len() - 1);
        }
    }
    rules
}

/// The search for violated products.
struct Candidates<'a> {
    system: &'a mut System,
    /// The products of atoms that divide a product in the system.
    divisors: HashSet<Vec<usize>>,
    model: &'a [Int],
    /// By how much each is violated, in terms of the largest part of the sum.
    found: Vec<(f64, Vec<Known>)>,
}

impl Candidates<'_> {
    fn consider(&mut self, product: &Linear<usize>, of: Vec<Known>) {
        let model = self.model;
        if let Some(value) = value_of(product, model).filter(Int::is_negative) {
            let terms = product.terms().iter();
            let sizes = terms.map(|(atom, k)| approximate(&(k * &model[*atom])).abs());
            let size = sizes.fold(1.0, f64::max);
            self.found.push((approximate(&value) / size, of));
        }
    }

    /// Products with a new factor: of two factors, and of three where the system has products of three atoms.
    fn pairs_and_triples(&mut self, factors: &[Known], first_new: usize) {
        let has_triples = self.system.degree() > 2;
        for (n, a) in factors.iter().enumerate() {
            for (m, b) in factors.iter().enumerate().skip(n) {
                if !self.system.divide(&a.1, &b.1, &self.divisors) {
                    continue;
                }
                if m >= first_new
                    && let Some(product) = self.system.product(&a.1, &b.1, false)
                {
                    self.consider(&product, vec![a.clone(), b.clone()]);
                }
                if !has_triples {
                    continue;
                }
                let Some(pair) = self.system.product(&a.1, &b.1, true) else {
                    continue;
                };
                for c in &factors[m.max(first_new)..] {
                    if self.system.divide(&pair, &c.1, &self.divisors)
                        && let Some(product) = self.system.product(&pair, &c.1, true)
                    {
                        self.consider(&product, vec![a.clone(), b.clone(), c.clone()]);
                    }
                }
            }
        }
    }

    /// Products of a factor and several variables.
    fn multiples(&mut self, factors: &[Known], first_new: usize) {
        for factor in &factors[first_new..] {
            for by in multipliers(self.system, &factor.1, factors) {
                let mut product = Some(factor.1.clone());
                for (_, form) in by.iter().rev() {
                    // Only the last product must consist of known ones.
                    product = product.and_then(|it| self.system.product(&it, form, true));
                }
                if let Some(product) = product {
                    let mut all = by;
                    all.push(factor.clone());
                    self.consider(&product, all);
                }
            }
        }
    }
}

/// Adds nonnegative forms: assumed inequalities and the distances of variables from the lower ends of their ranges, or
/// the distances from the upper ends.
fn add_factors(factors: &mut Vec<Known>, system: &mut System, sequent: &Sequent, are_far: bool) {
    let limit = factors.len() + MAX_FACTORS;
    let numbers = sequent.ranges.keys().copied();
    let all: Vec<Factor> = match are_far {
        true => numbers.map(Factor::Upper).collect(),
        false => {
            let assumed = (0..sequent.assumptions.len()).map(Factor::Assumption);
            assumed.chain(numbers.map(Factor::Lower)).collect()
        }
    };
    for factor in all {
        let Ok(term) = sequent.factor(&factor) else {
            continue;
        };
        let is_new = |form: &Linear<usize>| {
            !form.is_constant() && !factors.iter().any(|(_, other)| other == form)
        };
        if let Some(form) = system.form(&term, sequent).filter(is_new) {
            factors.push((factor, form));
        }
        if factors.len() == limit {
            break;
        }
    }
}

/// The products of several nonnegative variables whose products with a form may occur in the system.
fn multipliers(system: &System, form: &Linear<usize>, factors: &[Known]) -> Vec<Vec<Known>> {
    let is_variable = |atom: usize| {
        let is_it = |it: &&Known| it.1.as_atom() == Some(atom);
        factors.iter().find(is_it).cloned()
    };
    let mut found: Vec<Vec<usize>> = vec![];
    for (atom, _) in form.terms() {
        for cofactor in system.cofactors(*atom) {
            if cofactor.len() > 1 && !found.contains(&cofactor) && found.len() < MAX_PRODUCTS {
                found.push(cofactor);
            }
        }
    }
    let all = found.into_iter();
    all.filter_map(|cofactor| cofactor.into_iter().map(is_variable).collect())
        .collect()
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

    /// Cases about sums of several terms: in a row, in the sum of a row and an equality, or in the sum of two rows that
    /// consists of multiples of a factor and a constant.
    pub(super) fn of_several_terms(&mut self) -> Option<Distinction> {
        let rows = self.rows();
        let mut found = rows.iter().find_map(|form| self.cases(form, true));
        if found.is_none() {
            let combined: Vec<_> = with_equalities(self.system).collect();
            found = combined.iter().find_map(|form| self.cases(form, true));
        }
        if found.is_none() {
            let multiples = multiples_and_constants(self.system);
            found = multiples.iter().find_map(|form| self.cases(form, true));
        }
        found
    }

    /// Cases about a single term. Products of factors usually decide its sign.
    pub(super) fn of_one_term(&mut self) -> Option<Distinction> {
        let rows = self.rows();
        rows.iter().find_map(|form| self.cases(form, false))
    }

    fn rows(&self) -> Vec<Linear<usize>> {
        let rows = self.system.rows.iter();
        rows.map(|it| it.row.form.clone()).collect()
    }

    /// Cases for what a factor is multiplied by in a form, if that is a sum of several terms, or of one.
    fn cases(&mut self, form: &Linear<usize>, are_several: bool) -> Option<Distinction> {
        let common = self.system.common_factors(form);
        let mut choices = common.iter().flat_map(|it| [(it, true), (it, false)]);
        choices.find_map(|choice| {
            let cofactor = off_cofactor(self.system, form, choice, self.model)?;
            match (cofactor.terms().len() > 1) == are_several {
                true => self.case(&cofactor),
                false => None,
            }
        })
    }

    fn case(&mut self, cofactor: &Linear<usize>) -> Option<Distinction> {
        let term = self.system.term(cofactor);
        let positive = Expr::at_most(Expr::integer(1), term.clone());
        let negative = Expr::at_most(term, Expr::integer(-1));
        let value = self.system.value_by_factors(cofactor, self.model)?;
        let mut cases = match value.is_negative() {
            true => [negative, positive].into_iter(),
            false => [positive, negative].into_iter(),
        };
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

/// Sums of two inequalities in which an atom cancels, and all that is left are multiples of one factor and a constant.
fn multiples_and_constants(system: &System) -> Vec<Linear<usize>> {
    let all = system.rows.iter().map(|it| &it.row);
    let rows: Vec<_> = all
        .filter(|it| it.relation == Relation::AtLeastZero)
        .collect();
    let mut found = vec![];
    for (n, row) in rows.iter().enumerate() {
        let products = row.form.atoms().any(|atom| system.is_product(atom));
        for other in &rows[..n] {
            if !products && !other.form.atoms().any(|atom| system.is_product(atom)) {
                continue;
            }
            let cancels = |(atom, k): &(usize, Int)| other.form.coefficient(atom) == -k;
            if !row.form.terms().iter().any(cancels) {
                continue;
            }
            let sum = row.form.add(&other.form);
            let is_multiple = |sum: &Linear<usize>| {
                let factors = system.common_factors(sum);
                factors.iter().any(|common| {
                    let mut atoms = sum.atoms();
                    atoms.all(|it| [it] == common[..] || system.is_multiple(it, common))
                })
            };
            found.extend(sum.filter(is_multiple));
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
    // In lowest terms, so that the same cofactor of several rows is one.
    let (_, first) = cofactor.terms().first()?;
    let content = match first.is_negative() {
        true => -cofactor.content(),
        false => cofactor.content(),
    };
    Some(cofactor.divide_exactly(&content).unwrap_or(cofactor))
}

/// Conditions that the rows exclude: a factor of a product beyond the ends that linear programs give for it, where its
/// range has no end.
pub(super) fn beyond_factors(system: &System, sequent: &Sequent) -> Vec<Term> {
    let mut found = vec![];
    for atom in system.factor_atoms() {
        let range = match &system.atoms[atom] {
            Expr::Leaf(Column::Symbol(number)) => sequent.ranges.get(number),
            _ => None,
        };
        for sign in [Int::ONE, Int::NEG_ONE] {
            let end = range.and_then(|range| match sign.is_negative() {
                true => range.upper(),
                false => range.lower(),
            });
            if end.is_some() {
                continue;
            }
            let Some(goal) = Linear::atom(atom).scale(&sign) else {
                continue;
            };
            let Some(least) = least(system, goal) else {
                continue;
            };
            let own = match sign.is_negative() {
                true => Expr::scaled(-1, system.atoms[atom].clone()),
                false => system.atoms[atom].clone(),
            };
            found.push(Expr::at_most(own, Expr::Integer(least - Int::ONE)));
        }
    }
    found
}

/// A lower bound of a form by a linear program.
fn least(system: &System, goal: Linear<usize>) -> Option<Int> {
    let mut problem = lp::Problem::new(system.atoms.len(), goal).ok()?;
    for row in &system.rows {
        let form = row.row.form.clone();
        let row = match row.row.relation {
            Relation::AtLeastZero => lp::Row::non_negative(form),
            Relation::Zero => lp::Row::zero(form),
        };
        problem.push(row).ok()?;
    }
    let options = lp::Options::default();
    match lp::solve(&problem, &options, &mut lp::Statistics::default()) {
        lp::Outcome::Bound { bound, .. } => lp::tighten(&bound, &Congruence::any()),
        _ => None,
    }
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
    let atoms = (0..model.len()).filter(is_off);
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

/// The value of a form; `None` if it has an atom that was added after the model.
fn value_of(form: &Linear<usize>, model: &[Int]) -> Option<Int> {
    let mut terms = form.terms().iter();
    terms.try_fold(form.constant().clone(), |sum, (atom, k)| {
        Some(sum + k * model.get(*atom)?)
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
