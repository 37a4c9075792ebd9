//! Products of forms that are not negative, added as inequalities where a model of the linear part violates them (the
//! reformulation-linearization technique; H. D. Sherali and W. P. Adams, "A Reformulation-Linearization Technique for
//! Solving Discrete and Continuous Nonconvex Problems", 1999), and the definitions of quotients.

use super::super::points::Assignment;
use super::system::{System, product_of_values};
use crate::number::{Congruence, Int, Linear, Range, floor_div};
use crate::program::Column;
use crate::proof::Term;
use crate::proof::sequent::{Distinction, Factor, Rule, Sequent, Sign};
use crate::solve::lp;
use crate::term::condition::negated;
use crate::term::{Expr, Operator};
use calipers_integers::Relation;
use hashbrown::HashSet;

/// Maximum number of products that are added at once.
const MAX_PRODUCTS: usize = 6;
/// Maximum number of cases about sums that differ in their constants only.
const MAX_CASES: usize = 3;
/// Maximum number of rows that are added to a row, and of sums to which a further row is added.
const MAX_ADDENDS: usize = 2;
const MAX_SUMS: usize = 32;
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
            sums.sort_by_key(|sum| sum.terms().len());
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
        forms.iter().find_map(|form| {
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
    for form in forms {
        for addend in addends {
            let multiples = form.terms().iter().filter_map(|(atom, k)| {
                let own = addend.coefficient(atom);
                let multiple = floor_div(&-k, &own)?;
                (multiple > Int::ZERO && *k == -(&multiple * &own)).then_some(multiple)
            });
            let least = multiples.min();
            let sum = least.and_then(|k| form.add_scaled(&k, addend));
            let sum = sum.filter(|sum| !sum.is_constant() && !found.contains(sum));
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

/// Conditions that the rows usually exclude: a factor of a product beyond the ends that linear programs give for it or for
/// the product, where its range has no end.
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
            let least = least(system, goal)
                .or_else(|| (!sign.is_negative()).then(|| least_by_product(system, atom))?);
            let Some(least) = least else {
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

/// The lower bound 0 or 1 of a factor of a product that has this bound, if the other factors are positive.
fn least_by_product(system: &System, factor: usize) -> Option<Int> {
    let products = (0..system.atoms.len()).filter(|&it| system.is_multiple(it, &[factor]));
    let bounds = products.filter_map(|it| least(system, Linear::atom(it)));
    let bound = bounds.max().filter(|bound| !bound.is_negative())?;
    Some(bound.min(Int::ONE))
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
