//! Lowering of terms to e-nodes: every operator is reduced to the few that the theory of linear forms handles, so
//! that terms that are equal by linear arithmetic are in one class.
//!
//! | term | becomes |
//! | --- | --- |
//! | `a mod b` | `a − b·(a floordiv b)` |
//! | `a ceildiv b` | `−(−a floordiv b)` |
//! | `min(a, b)` | `a + g·min(0, (b − a)/g)`, `g` the content of the difference, its sign canonical |
//! | `max(a, b)` | `a + b − min(a, b)` |
//! | `select(c, a, b)` | `b + c·(a − b)`, for `c` in {0, 1} |
//! | `a <= b` | `0 <= d`, or `1 − (0 <= −d − 1)`, `d` the reduced difference |
//! | `(a + b)·c` | `a·c + b·c`, within a size cap |
//!
//! The class also keeps the original term as a node, since its range may be tighter than that of the lowered form.

use super::choice::{selected_is_zero, selected_range};
use super::egraph::{Compared, EGraph, Form};
use super::enode::ENode;
use crate::Id;
use calipers_number::{Int, Range};
use calipers_program::term::{Operator, truth};
use calipers_support::order::Order;
use smallvec::SmallVec;

/// The maximum number of products into which a product of sums is expanded.
const MAX_PRODUCTS: usize = 36;
/// The maximum number of factors of a monomial.
const MAX_FACTORS: usize = 12;

/// The class of `operator` over `arguments`.
pub(super) fn apply(egraph: &mut EGraph, operator: Operator, arguments: &[Id]) -> Id {
    debug_assert!(
        operator.accepts(arguments.len()),
        "{operator:?} over {} arguments",
        arguments.len()
    );
    let arguments: SmallVec<[Id; 4]> = arguments
        .iter()
        .map(|&argument| egraph.find(argument))
        .collect();
    match operator {
        Operator::Add => sum(egraph, &arguments),
        Operator::Min | Operator::Max => {
            // Duplicate arguments have no effect.
            let is_new = |&(n, b): &(usize, &Id)| !arguments[..n].contains(b);
            let rest = arguments.iter().enumerate().skip(1).filter(is_new);
            rest.fold(arguments[0], |a, (_, &b)| extremum(egraph, operator, a, b))
        }
        Operator::Mul => arguments[1..]
            .iter()
            .fold(arguments[0], |a, &b| product(egraph, a, b)),
        Operator::FloorDiv => floor_div(egraph, arguments[0], arguments[1]),
        Operator::CeilDiv => {
            let negated = scaled(egraph, arguments[0], &Int::NEG_ONE);
            let quotient = floor_div(egraph, negated, arguments[1]);
            let class = scaled(egraph, quotient, &Int::NEG_ONE);
            beside(egraph, operator, &arguments, class)
        }
        Operator::Mod => remainder(egraph, Operator::FloorDiv, operator, &arguments),
        Operator::TruncDiv => trunc_div(egraph, arguments[0], arguments[1]),
        Operator::TruncMod => remainder(egraph, Operator::TruncDiv, operator, &arguments),
        Operator::Select => select(egraph, &arguments),
        Operator::Le => at_most(egraph, arguments[0], arguments[1]),
        Operator::Eq => equal(egraph, arguments[0], arguments[1]),
    }
}

/// The class of a form; if a number exceeded the cap, the class of the operator as an atom.
fn class_or_whole(
    egraph: &mut EGraph,
    form: Option<Form>,
    operator: Operator,
    arguments: &[Id],
) -> Id {
    match form {
        Some(form) => egraph.class_of(&form),
        None => whole(egraph, operator, arguments),
    }
}

fn whole(egraph: &mut EGraph, operator: Operator, arguments: &[Id]) -> Id {
    egraph.atom(ENode::Apply(operator, arguments.into()))
}

/// Adds the original term as a node of its class.
fn beside(egraph: &mut EGraph, operator: Operator, arguments: &[Id], class: Id) -> Id {
    if egraph.form(class).is_constant() {
        return class;
    }
    egraph.alias(ENode::Apply(operator, arguments.into()), class)
}

fn sum(egraph: &mut EGraph, arguments: &[Id]) -> Id {
    let first = egraph.form(arguments[0]).clone();
    let total = arguments[1..]
        .iter()
        .try_fold(first, |total, &argument| total.add(egraph.form(argument)));
    let class = class_or_whole(egraph, total, Operator::Add, arguments);
    beside_if_narrower(egraph, Operator::Add, arguments, class)
}

/// Adds the original term as a node if its range is tighter than the one from the atoms of the class.
fn beside_if_narrower(egraph: &mut EGraph, operator: Operator, arguments: &[Id], class: Id) -> Id {
    if egraph.form(class).is_constant() {
        return class;
    }
    // For a class `k·x + c`, the atom has the tightest range already.
    let is_linear = match (operator, arguments) {
        (Operator::Mul, &[a, b]) => [a, b].iter().any(|&it| egraph.as_constant(it).is_some()),
        _ => operator == Operator::Add,
    };
    if is_linear && !arguments.iter().any(|&it| is_sum(egraph, it)) {
        return class;
    }
    let told = {
        let ranges = arguments.iter().map(|&it| egraph.range(it));
        operator.range_over(arguments, &ranges.collect::<SmallVec<[&Range; 3]>>())
    };
    if told.contains_range(egraph.range(class)) {
        return class;
    }
    egraph.alias(ENode::Apply(operator, arguments.into()), class)
}

fn scaled(egraph: &mut EGraph, a: Id, k: &Int) -> Id {
    let form = egraph.form(a).scale(k);
    let Some(form) = form else {
        let k = egraph.integer(k.clone());
        return whole(egraph, Operator::Mul, &[k, a]);
    };
    let class = egraph.class_of(&form);
    let tells_more = || !egraph.range(a).scale(k).contains_range(egraph.range(class));
    match is_sum(egraph, a) && tells_more() {
        true => {
            let k = egraph.integer(k.clone());
            egraph.alias(ENode::Apply(Operator::Mul, [k, a].into()), class)
        }
        false => class,
    }
}

/// `a·b`: expands the product of the forms; each pair of atoms is a monomial.
fn product(egraph: &mut EGraph, a: Id, b: Id) -> Id {
    let form = multiply(egraph, a, b);
    match form {
        Some(form) => {
            let class = egraph.class_of(&form);
            beside_if_narrower(egraph, Operator::Mul, &[a.min(b), a.max(b)], class)
        }
        None => monomial(egraph, a, b)
            .unwrap_or_else(|| whole(egraph, Operator::Mul, &[a.min(b), a.max(b)])),
    }
}

fn multiply(egraph: &mut EGraph, a: Id, b: Id) -> Option<Form> {
    let (left, right) = (egraph.form(a).clone(), egraph.form(b).clone());
    if let Some(k) = left.as_constant() {
        return right.scale(k);
    }
    if let Some(k) = right.as_constant() {
        return left.scale(k);
    }
    if left.terms().len() * right.terms().len() > MAX_PRODUCTS {
        return None;
    }
    // (c + X)·(d + Y) = c·(d + Y) + d·X + X·Y
    let mut total = right.scale(left.constant())?;
    total = total.add_scaled(right.constant(), &without_constant(&left)?)?;
    for (x, j) in left.terms() {
        for (y, k) in right.terms() {
            let monomial = monomial(egraph, *x, *y)?;
            let factor = j * k;
            if !calipers_number::fits(&factor) {
                return None;
            }
            total = total.add_scaled(&factor, egraph.form(monomial))?;
        }
    }
    Some(total)
}

/// The product of two atoms: sorted factors, with conditions at most once.
fn monomial(egraph: &mut EGraph, x: Id, y: Id) -> Option<Id> {
    let mut factors = [factors(egraph, x), factors(egraph, y)].concat();
    factors.order();
    factors.dedup_by(|a, b| a == b && egraph.is_condition(*a));
    if factors.len() > MAX_FACTORS {
        return None;
    }
    Some(match factors[..] {
        [factor] => factor,
        _ => whole(egraph, Operator::Mul, &factors),
    })
}

fn factors(egraph: &EGraph, atom: Id) -> Vec<Id> {
    let product = egraph.nodes(atom).find_map(|node| match node {
        ENode::Apply(Operator::Mul, factors) => {
            Some(factors.iter().map(|&factor| egraph.find(factor)).collect())
        }
        _ => None,
    });
    product.unwrap_or_else(|| vec![egraph.find(atom)])
}

fn floor_div(egraph: &mut EGraph, a: Id, b: Id) -> Id {
    let divisor = egraph.as_constant(b).cloned();
    match divisor {
        Some(k) if k < Int::ZERO => {
            let a = scaled(egraph, a, &Int::NEG_ONE);
            quotient(egraph, Operator::FloorDiv, a, &-k)
        }
        Some(k) => quotient(egraph, Operator::FloorDiv, a, &k),
        None => whole(egraph, Operator::FloorDiv, &[a, b]),
    }
}

fn trunc_div(egraph: &mut EGraph, a: Id, b: Id) -> Id {
    let divisor = egraph.as_constant(b).cloned();
    match divisor {
        Some(k) if k < Int::ZERO => {
            let quotient = quotient(egraph, Operator::TruncDiv, a, &-k);
            scaled(egraph, quotient, &Int::NEG_ONE)
        }
        Some(k) => quotient(egraph, Operator::TruncDiv, a, &k),
        None => whole(egraph, Operator::TruncDiv, &[a, b]),
    }
}

/// A quotient by a number that is not negative. The number is not read from its class again, which may have another
/// constant as well where assumptions contradict each other.
fn quotient(egraph: &mut EGraph, operator: Operator, a: Id, k: &Int) -> Id {
    if *k == Int::ZERO {
        return egraph.integer(0);
    }
    if *k == Int::ONE {
        return a;
    }
    let b = egraph.integer(k.clone());
    whole(egraph, operator, &[a, b])
}

/// `a − b·quotient(a, b)`.
fn remainder(egraph: &mut EGraph, quotient: Operator, operator: Operator, arguments: &[Id]) -> Id {
    let &[a, b] = arguments else {
        unreachable!("a remainder has two arguments")
    };
    let quotient = apply(egraph, quotient, &[a, b]);
    let multiple = product(egraph, b, quotient);
    let form = egraph.form(a).sub(egraph.form(multiple));
    match form {
        Some(form) => {
            let class = egraph.class_of(&form);
            beside(egraph, operator, arguments, class)
        }
        None => whole(egraph, operator, arguments),
    }
}

fn without_constant(form: &Form) -> Option<Form> {
    form.add_constant(&-form.constant())
}

fn extremum(egraph: &mut EGraph, operator: Operator, a: Id, b: Id) -> Id {
    let class = match operator {
        Operator::Min => least(egraph, a, b),
        _ => {
            let least = least(egraph, a, b);
            let total = egraph.form(a).add(egraph.form(b));
            let form = least.and_then(|least| total?.sub(egraph.form(least)));
            form.map(|form| egraph.class_of(&form))
        }
    };
    match class {
        Some(class) => beside(egraph, operator, &[a, b], class),
        None => whole(egraph, operator, &[a, b]),
    }
}

/// `min(a, b) = a + g·min(0, (b − a)/g)`.
fn least(egraph: &mut EGraph, a: Id, b: Id) -> Option<Id> {
    let difference = egraph.form(b).sub(egraph.form(a))?;
    let (a, b, difference) = match egraph.leads_negative(&difference) {
        true => (b, a, difference.neg()),
        false => (a, b, difference),
    };
    let content = calipers_number::gcd(&difference.content(), difference.constant());
    if content == Int::ZERO {
        return Some(a);
    }
    let class = less(egraph, b, a, &difference);
    let interval = egraph.range(class).interval();
    if interval.is_non_negative() {
        return Some(a);
    }
    if interval.upper().is_some_and(|upper| *upper <= Int::ZERO) {
        return Some(b);
    }
    let reduced = difference.divide_exactly(&content)?;
    let (zero, reduced) = (egraph.integer(0), egraph.class_of(&reduced));
    let atom = whole(egraph, Operator::Min, &[zero, reduced]);
    let form = egraph.form(a).add_scaled(&content, egraph.form(atom))?;
    Some(egraph.class_of(&form))
}

fn select(egraph: &mut EGraph, arguments: &[Id]) -> Id {
    let &[condition, then, otherwise] = arguments else {
        unreachable!("select has three arguments")
    };
    if then == otherwise {
        return then;
    }
    match truth(egraph.range(condition)) {
        Some(true) => return then,
        Some(false) => return otherwise,
        None => {}
    }
    let condition = match egraph.is_condition(condition) {
        true => condition,
        false => {
            let zero = egraph.integer(0);
            let is_zero = equal(egraph, condition, zero);
            complement(egraph, is_zero)
        }
    };
    let form = (|| {
        let difference = egraph.form(then).sub(egraph.form(otherwise))?;
        let difference = egraph.class_of(&difference);
        let product = multiply(egraph, condition, difference)?;
        egraph.form(otherwise).add(&product)
    })();
    match form {
        Some(form) => {
            let class = egraph.class_of(&form);
            let parts = [condition, then, otherwise];
            let told = selected_range(egraph, parts, |part| egraph.range(part).clone());
            if !told.contains_range(egraph.range(class)) {
                egraph.tell(class, &told);
            }
            beside(egraph, Operator::Select, &parts, class)
        }
        None => whole(egraph, Operator::Select, &[condition, then, otherwise]),
    }
}

/// `1 − condition`.
fn complement(egraph: &mut EGraph, condition: Id) -> Id {
    let form = egraph.form(condition).neg().add_constant(&Int::ONE);
    match form {
        Some(form) => egraph.class_of(&form),
        None => {
            let zero = egraph.integer(0);
            whole(egraph, Operator::Eq, &[condition, zero])
        }
    }
}

fn at_most(egraph: &mut EGraph, a: Id, b: Id) -> Id {
    let difference = egraph.form(b).sub(egraph.form(a));
    // 0 <= g·x + c is 0 <= x + floor(c/g).
    let reduced = difference.and_then(|difference| divide_rounding_constant_down(&difference));
    let Some(reduced) = reduced else {
        return whole(egraph, Operator::Le, &[a, b]);
    };
    if let Some(constant) = reduced.as_constant() {
        return egraph.integer(i32::from(*constant >= Int::ZERO));
    }
    let (form, complemented) = in_order(egraph, Operator::Le, reduced);
    // 1 <= c equals c, since the leading coefficient is positive here.
    let condition = match condition_with_value(egraph, &form) {
        Some((condition, value)) if value == Int::ONE => condition,
        _ => {
            let class = match complemented {
                true => less(egraph, a, b, &form),
                false => less(egraph, b, a, &form),
            };
            let zero = egraph.integer(0);
            whole(egraph, Operator::Le, &[zero, class])
        }
    };
    if complemented {
        complement(egraph, condition)
    } else {
        condition
    }
}

/// The oriented form for a comparison with 0, whose leading coefficient is positive, and whether it was turned for
/// that: not `0 <= d` is `0 <= −d − 1`, and `0 = d` is `0 = −d`.
fn in_order(egraph: &EGraph, operator: Operator, form: Form) -> (Form, bool) {
    if !egraph.leads_negative(&form) {
        return (form, false);
    }
    let turned = match operator {
        Operator::Le => form.neg().add_constant(&Int::NEG_ONE),
        _ => Some(form.neg()),
    };
    match turned {
        Some(turned) => (turned, true),
        None => (form, false),
    }
}

/// Evaluates a comparison of two classes, `<=` or `==`, without adding it.
pub(super) fn compared(egraph: &EGraph, operator: Operator, a: Id, b: Id) -> Option<Compared> {
    let (a, b) = match operator {
        Operator::Le => (b, a),
        _ => (a, b),
    };
    let difference = egraph.form(a).sub(egraph.form(b))?;
    let reduced = match operator {
        Operator::Le => divide_rounding_constant_down(&difference)?,
        _ if difference.is_constant() => difference.clone(),
        _ => difference.divide_exactly(&difference.content())?,
    };
    let (form, turned) = in_order(egraph, operator, reduced);
    let range = {
        let terms = form.terms().iter();
        Range::combination(
            form.constant(),
            terms.map(|(atom, k)| (k, egraph.range(*atom))),
        )
    };
    let interval = range.interval();
    let is_negative = || interval.upper().is_some_and(|upper| *upper < Int::ZERO);
    let truth = match operator {
        Operator::Le if interval.is_non_negative() => Some(!turned),
        Operator::Le if is_negative() => Some(turned),
        Operator::Le => None,
        _ if !range.contains(&Int::ZERO) => Some(false),
        _ => interval.is_singleton().then_some(true),
    };
    match truth {
        Some(true) => return Some(Compared::True(difference)),
        Some(false) => return None,
        None => {}
    }
    let told = match turned {
        true => told_of_difference(egraph, b, a, &form),
        false => told_of_difference(egraph, a, b, &form),
    };
    if told.is_some_and(|told| !told.contains_range(&range))
        || condition_with_value(egraph, &form).is_some()
        || egraph.has_comparison(operator, &form)
    {
        return None;
    }
    match (operator, turned) {
        (Operator::Le, true) => form.neg().add_constant(&Int::NEG_ONE).map(Compared::Open),
        _ => Some(Compared::Open(form)),
    }
}

/// Divides `g·x + c` by `g`: `x + floor(c/g)`.
fn divide_rounding_constant_down(form: &Form) -> Option<Form> {
    let content = form.content();
    if content.is_zero() || content.is_one() {
        return Some(form.clone());
    }
    let quotient = calipers_number::floor_div(form.constant(), &content)?;
    without_constant(form)?
        .divide_exactly(&content)?
        .add_constant(&quotient)
}

fn equal(egraph: &mut EGraph, a: Id, b: Id) -> Id {
    let Some(difference) = egraph.form(a).sub(egraph.form(b)) else {
        return whole(egraph, Operator::Eq, &[a, b]);
    };
    if let Some(constant) = difference.as_constant() {
        return egraph.integer(i32::from(*constant == Int::ZERO));
    }
    let content = difference.content();
    let Some(reduced) = difference.divide_exactly(&content) else {
        // g·x = c has no solution where g does not divide c.
        return egraph.integer(0);
    };
    // c = 1 equals c, and c = 0 equals "not c".
    match condition_with_value(egraph, &reduced) {
        Some((condition, value)) if value == Int::ONE => return condition,
        Some((condition, value)) if value == Int::ZERO => return complement(egraph, condition),
        _ => {}
    }
    if let Some(truth) = selected_is_zero(egraph, &reduced) {
        return egraph.integer(i32::from(truth));
    }
    let class = match in_order(egraph, Operator::Eq, reduced) {
        (form, true) => less(egraph, b, a, &form),
        (form, false) => less(egraph, a, b, &form),
    };
    let zero = egraph.integer(0);
    whole(egraph, Operator::Eq, &[class, zero])
}

/// The class of a form that is `a − b` up to a factor and a constant, with its range restricted by those of `a` and
/// `b`.
fn less(egraph: &mut EGraph, a: Id, b: Id, form: &Form) -> Id {
    let class = egraph.class_of(form);
    if let Some(told) = told_of_difference(egraph, a, b, form)
        && !told.contains_range(egraph.range(class))
    {
        egraph.tell(class, &told);
    }
    beside_selected(egraph, a, class);
    egraph.find(class)
}

/// Adds `select(…) + c` as a node of its class: the range of the `select` may be narrower than that of its atoms.
fn beside_selected(egraph: &mut EGraph, whole: Id, class: Id) {
    let is_selected = |node: &ENode| matches!(node, ENode::Apply(Operator::Select, _));
    if !is_sum(egraph, whole) || !egraph.nodes(whole).any(is_selected) {
        return;
    }
    let rest = egraph.form(class).sub(egraph.form(whole));
    if let Some(rest) = rest.and_then(|rest| rest.as_constant().cloned()) {
        let rest = egraph.integer(rest);
        egraph.alias(ENode::Apply(Operator::Add, [whole, rest].into()), class);
    }
}

/// The range of a form that is `a − b` up to a factor and a constant, from the ranges of the classes `a` and `b`;
/// none if these cannot be tighter than the ranges of the atoms.
fn told_of_difference(egraph: &EGraph, a: Id, b: Id, form: &Form) -> Option<Range> {
    // For a class `k·x + c`, the atom has the tightest range already.
    if !is_sum(egraph, a) && !is_sum(egraph, b) {
        return None;
    }
    let difference = egraph.form(a).sub(egraph.form(b))?;
    let factor = match form.content() {
        content if content.is_one() => difference.content(),
        _ => Int::ONE,
    };
    let rest = difference.sub(&form.scale(&factor)?)?;
    let rest = Range::constant(-rest.as_constant()?);
    let range = egraph.range(a).sub(egraph.range(b));
    Some(range.add(&rest).unscale(&factor))
}

/// Whether the form of a class has several atoms.
fn is_sum(egraph: &EGraph, class: Id) -> bool {
    egraph.form(class).terms().len() > 1
}

/// The condition in a form `±c + constant`, and the value of the condition where the form is 0.
fn condition_with_value(egraph: &EGraph, form: &Form) -> Option<(Id, Int)> {
    let [(atom, k)] = form.terms() else {
        return None;
    };
    let is_unit = *k == Int::ONE || *k == Int::NEG_ONE;
    (is_unit && egraph.is_condition(*atom)).then(|| (*atom, -(form.constant() * k)))
}
