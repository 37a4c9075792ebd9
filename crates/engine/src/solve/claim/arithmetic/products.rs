//! Products of forms that are not negative, added as inequalities where a model of the linear part violates them (the
//! reformulation-linearization technique; H. D. Sherali and W. P. Adams, "A Reformulation-Linearization Technique for
//! Solving Discrete and Continuous Nonconvex Problems", 1999), and the definitions of quotients.

use super::super::points::Assignment;
use super::system::{System, is_part, is_small_product, linear_part};
use super::values;
use crate::number::{Congruence, Int, Linear};
use crate::program::Column;
use crate::proof::Term;
use crate::proof::sequent::{Distinction, Factor, Rule, Sequent};
use crate::solve::lp;
use crate::term::{Expr, Operator};
use calipers_integers::Relation;
use calipers_support::order::Order;

/// Maximum number of products that are added at once.
const MAX_PRODUCTS: usize = 6;
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
        pairs: Pairs::of(system),
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
    rules_of(candidates.found, candidates.system, sequent)
}

/// What a product is made of.
#[derive(Clone)]
enum Part {
    /// A nonnegative form.
    Known(Known),
    /// The square of an atom.
    Square(usize),
}

/// The rules that derive the most violated products.
fn rules_of(mut found: Vec<(f64, Vec<Part>)>, system: &System, sequent: &Sequent) -> Vec<Rule> {
    found.order_by(|a, b| a.0.total_cmp(&b.0));
    found.truncate(MAX_PRODUCTS);
    let mut rules = vec![];
    let last = |rules: &[Rule]| Factor::Assumption(sequent.assumptions.len() + rules.len() - 1);
    for (_, all) in found {
        let mut factors = vec![];
        for part in all {
            factors.push(match part {
                Part::Known((factor, _)) => factor,
                Part::Square(atom) => {
                    rules.push(Rule::Square(system.atoms[atom].clone()));
                    last(&rules)
                }
            });
        }
        let mut factors = factors.into_iter();
        let Some(mut product) = factors.next() else {
            continue;
        };
        for factor in factors {
            let square = (product == factor).then(|| sequent.factor(&factor).ok());
            rules.push(match square.flatten() {
                Some(term) => Rule::Square(term),
                None => Rule::Product(product, factor),
            });
            product = last(&rules);
        }
    }
    rules
}

/// A table of the products of two atoms of a system. Each is looked up once: the products of all pairs of forms
/// have the same few pairs of atoms.
struct Pairs {
    /// The factors of the products that the system had at first. A product of `n` atoms has up to `2^n` divisors, so
    /// each is looked for only when it is asked about.
    products: Vec<Vec<usize>>,
    /// By the greater atom, then by the other one.
    known: Vec<Vec<Pair>>,
}

#[derive(Clone, Copy, Default)]
struct Pair {
    /// Whether the product divides one of those that the system had at first.
    divides: Option<bool>,
    /// The atom that is the product.
    atom: Option<usize>,
    /// The number of atoms without one that is the product.
    absent: usize,
}

impl Pairs {
    fn of(system: &System) -> Pairs {
        Pairs {
            products: system.products(),
            known: vec![],
        }
    }

    fn pair(&mut self, a: usize, b: usize) -> &mut Pair {
        let (small, large) = (a.min(b), a.max(b));
        if self.known.len() <= large {
            self.known.resize(large + 1, vec![]);
        }
        let row = &mut self.known[large];
        if row.len() <= small {
            row.resize(small + 1, Pair::default());
        }
        &mut row[small]
    }

    /// Whether all products of an atom of one form and one of the other divide one that the system had at first.
    fn all_divide(&mut self, system: &System, a: &Linear<usize>, b: &Linear<usize>) -> bool {
        a.atoms()
            .all(|left| b.atoms().all(|right| self.divides(system, left, right)))
    }

    fn divides(&mut self, system: &System, a: usize, b: usize) -> bool {
        if let Some(known) = self.pair(a, b).divides {
            return known;
        }
        let product = system.factors_of_product(a, b);
        let found = self.products.iter().any(|it| is_part(&product, it));
        self.pair(a, b).divides = Some(found);
        found
    }

    /// The atom that is the product of two. A missing one is added, or the result is `None`.
    fn atom(&mut self, system: &mut System, a: usize, b: usize, may_add: bool) -> Option<usize> {
        let pair = *self.pair(a, b);
        let may_be_there = pair.atom.is_none() && (may_add || pair.absent < system.atoms.len());
        if !may_be_there {
            return pair.atom;
        }
        let atom = system.monomial(a, b, may_add);
        *self.pair(a, b) = Pair {
            atom,
            absent: system.atoms.len(),
            ..pair
        };
        atom
    }

    /// The terms of the product of two forms, which may have the same atom several times; `None` if one is missing or there
    /// are too many.
    fn terms(
        &mut self,
        system: &mut System,
        a: &Linear<usize>,
        b: &Linear<usize>,
        may_add: bool,
    ) -> Option<Vec<(usize, Int)>> {
        if !is_small_product(a, b) {
            return None;
        }
        let mut terms = linear_part(a, b);
        for (left, k) in a.terms() {
            for (right, l) in b.terms() {
                terms.push((self.atom(system, *left, *right, may_add)?, k * l));
            }
        }
        Some(terms)
    }
}

/// The search for violated products.
struct Candidates<'a> {
    system: &'a mut System,
    pairs: Pairs,
    model: &'a [Int],
    /// By how much each is violated, in terms of the largest part of the sum.
    found: Vec<(f64, Vec<Part>)>,
}

impl Candidates<'_> {
    fn consider(&mut self, product: &Linear<usize>, of: Vec<Part>) {
        let model = self.model;
        if let Some(value) = value_of(product, model).filter(Int::is_negative) {
            let terms = product.terms().iter();
            let sizes = terms.map(|(atom, k)| approximate(&(k * &model[*atom])).abs());
            let size = sizes.fold(1.0, f64::max);
            self.found.push((approximate(&value) / size, of));
        }
    }

    /// The product of two forms, if the model violates it. With `may_add` unset, `None` also if a product of atoms is
    /// missing. Most products are not violated, and only their values are computed.
    fn violated(
        &mut self,
        a: &Linear<usize>,
        b: &Linear<usize>,
        may_add: bool,
    ) -> Option<Linear<usize>> {
        let terms = self.pairs.terms(self.system, a, b, may_add)?;
        let constant = a.constant() * b.constant();
        let mut known = terms.iter();
        let value = known.try_fold(constant.clone(), |sum, (atom, k)| {
            Some(sum + k * self.model.get(*atom)?)
        });
        if value.is_some_and(|value| !value.is_negative()) {
            return None;
        }
        // Without a value, an atom was added after the model: the product is violated if that one cancels.
        Linear::from_terms(constant, terms)
    }

    /// Products with a new factor: of two factors, and of three where the system has products of three atoms.
    fn pairs_and_triples(&mut self, factors: &[Known], first_new: usize) {
        let has_triples = self.system.degree() > 2;
        for (n, a) in factors.iter().enumerate() {
            for (m, b) in factors.iter().enumerate().skip(n) {
                if !self.pairs.all_divide(self.system, &a.1, &b.1) {
                    continue;
                }
                if m >= first_new
                    && let Some(product) = self.violated(&a.1, &b.1, false)
                {
                    let parts = [a, b].map(|it| Part::Known(it.clone()));
                    self.consider(&product, parts.into());
                }
                if !has_triples {
                    continue;
                }
                let Some(pair) = self.system.product(&a.1, &b.1, true) else {
                    continue;
                };
                for c in &factors[m.max(first_new)..] {
                    if self.pairs.all_divide(self.system, &pair, &c.1)
                        && let Some(product) = self.violated(&pair, &c.1, true)
                    {
                        let parts = [a, b, c].map(|it| Part::Known(it.clone()));
                        self.consider(&product, parts.into());
                    }
                }
            }
        }
    }

    /// Products of a factor and several variables, or squares.
    fn multiples(&mut self, factors: &[Known], first_new: usize) {
        for factor in &factors[first_new..] {
            for by in multipliers(self.system, &factor.1, factors) {
                let mut product = Some(factor.1.clone());
                for part in by.iter().rev() {
                    let form = match part {
                        Part::Known((_, form)) => Some(form.clone()),
                        Part::Square(atom) => {
                            let atom = Linear::atom(*atom);
                            self.system.product(&atom, &atom, true)
                        }
                    };
                    // Only the last product must consist of known ones.
                    let both = product.zip(form);
                    product = both.and_then(|(it, form)| self.system.product(&it, &form, true));
                }
                if let Some(product) = product {
                    let mut all = by;
                    all.push(Part::Known(factor.clone()));
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

/// The products of several nonnegative variables and squares whose products with a form may occur in the system.
fn multipliers(system: &System, form: &Linear<usize>, factors: &[Known]) -> Vec<Vec<Part>> {
    let known = |atom: usize| {
        let is_it = |it: &&Known| it.1.as_atom() == Some(atom);
        factors.iter().find(is_it).cloned().map(Part::Known)
    };
    let parts = |mut cofactor: Vec<usize>| {
        cofactor.order();
        let (mut parts, mut left) = (vec![], &cofactor[..]);
        while let Some((&atom, rest)) = left.split_first() {
            let square = (rest.first() == Some(&atom)).then_some(Part::Square(atom));
            left = if known(atom).is_some() {
                rest
            } else {
                rest.get(1..)?
            };
            parts.push(known(atom).or(square)?);
        }
        Some(parts)
    };
    let mut found: Vec<Vec<usize>> = vec![];
    for (atom, _) in form.terms() {
        for cofactor in system.cofactors(*atom) {
            if cofactor.len() > 1 && !found.contains(&cofactor) && found.len() < MAX_PRODUCTS {
                found.push(cofactor);
            }
        }
    }
    found.into_iter().filter_map(parts).collect()
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

/// Conditions that products exclude: that a linear form is negative which, by the equations of the system, is the product
/// of a nonnegative form and an atom that is not negative. Those that linear programs exclude are left out.
pub(super) fn beyond_linear(system: &mut System, sequent: &Sequent) -> Vec<Term> {
    let mut factors = vec![];
    add_factors(&mut factors, system, sequent, false);
    let atoms = system.factor_atoms().into_iter();
    let known =
        atoms.filter(|&it| least(system, Linear::atom(it)).is_some_and(|it| !it.is_negative()));
    let known: Vec<usize> = known.collect();
    let mut found: Vec<Term> = vec![];
    for (_, form) in &factors {
        for &atom in &known {
            let product = system.product(form, &Linear::atom(atom), false);
            let Some(linear) = product.and_then(|it| without_products(system, it)) else {
                continue;
            };
            let is_known = || least(system, linear.clone()).is_some_and(|it| !it.is_negative());
            let negative = Expr::at_most(system.term(&linear), Expr::integer(-1));
            if linear.is_constant() || found.contains(&negative) || is_known() {
                continue;
            }
            found.push(negative);
            if found.len() == MAX_PRODUCTS {
                return found;
            }
        }
    }
    found
}

/// A form with its products replaced by what they equal by an equation with one product; `None` if one is left.
fn without_products(system: &System, mut form: Linear<usize>) -> Option<Linear<usize>> {
    let has_unit = |k: &Int| k.is_one() || *k == Int::NEG_ONE;
    loop {
        let product = form.atoms().find(|&it| system.is_product(it));
        let Some(product) = product else {
            return Some(form);
        };
        let mut equations = system
            .rows
            .iter()
            .filter(|it| it.row.relation == Relation::Zero);
        let equation = equations.find(|it| {
            let mut products = it.row.form.atoms().filter(|&it| system.is_product(it));
            products.next() == Some(product)
                && products.next().is_none()
                && has_unit(&it.row.form.coefficient(&product))
        })?;
        let equation = &equation.row.form;
        let factor = -(form.coefficient(&product) * equation.coefficient(&product));
        form = form.add_scaled(&factor, equation)?;
    }
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
        let value = values::value(&system.atoms[atom], point);
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
