//! How a term comes into the store: every operator is brought to the few that the side solver
//! knows, so that what is equal by linear arithmetic is one class.
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
//! The term as it was written stays beside it in the class, since its range may be narrower than
//! what the parts tell.

use super::Operator;
use super::choice::{selected_is_zero, selected_range};
use super::store::{Compared, Form, Store};
use super::{node::Node, truth};
use crate::Id;
use crate::number::{self, Int, Range};
use smallvec::SmallVec;

/// How many products of terms a product of sums may have before it stays one.
const MAX_PRODUCTS: usize = 36;
/// How many factors a monomial may have.
const MAX_FACTORS: usize = 12;

/// The class of `operator` over `arguments`.
pub(super) fn apply(store: &mut Store, operator: Operator, arguments: &[Id]) -> Id {
    debug_assert!(
        operator.accepts(arguments.len()),
        "{operator:?} over {} arguments",
        arguments.len()
    );
    let arguments: SmallVec<[Id; 4]> = arguments
        .iter()
        .map(|&argument| store.find(argument))
        .collect();
    match operator {
        Operator::Add => sum(store, &arguments),
        Operator::Min | Operator::Max => {
            // What was there before changes nothing.
            let is_new = |&(n, b): &(usize, &Id)| !arguments[..n].contains(b);
            let rest = arguments.iter().enumerate().skip(1).filter(is_new);
            rest.fold(arguments[0], |a, (_, &b)| extremum(store, operator, a, b))
        }
        Operator::Mul => arguments[1..]
            .iter()
            .fold(arguments[0], |a, &b| product(store, a, b)),
        Operator::FloorDiv => floor_div(store, arguments[0], arguments[1]),
        Operator::CeilDiv => {
            let negated = scaled(store, arguments[0], &Int::NEG_ONE);
            let quotient = floor_div(store, negated, arguments[1]);
            let class = scaled(store, quotient, &Int::NEG_ONE);
            beside(store, operator, &arguments, class)
        }
        Operator::Mod => remainder(store, Operator::FloorDiv, operator, &arguments),
        Operator::TruncDiv => trunc_div(store, arguments[0], arguments[1]),
        Operator::TruncMod => remainder(store, Operator::TruncDiv, operator, &arguments),
        Operator::Select => select(store, &arguments),
        Operator::Le => at_most(store, arguments[0], arguments[1]),
        Operator::Eq => equal(store, arguments[0], arguments[1]),
    }
}

/// The class of a form, or of the node that stays whole where a number outgrew the cap.
fn class_or_whole(
    store: &mut Store,
    form: Option<Form>,
    operator: Operator,
    arguments: &[Id],
) -> Id {
    match form {
        Some(form) => store.class_of(&form),
        None => whole(store, operator, arguments),
    }
}

fn whole(store: &mut Store, operator: Operator, arguments: &[Id]) -> Id {
    store.atom(Node::Apply(operator, arguments.into()))
}

/// Keeps the term as it was written beside its class.
fn beside(store: &mut Store, operator: Operator, arguments: &[Id], class: Id) -> Id {
    if store.form(class).is_constant() {
        return class;
    }
    store.alias(Node::Apply(operator, arguments.into()), class)
}

fn sum(store: &mut Store, arguments: &[Id]) -> Id {
    let first = store.form(arguments[0]).clone();
    let total = arguments[1..]
        .iter()
        .try_fold(first, |total, &argument| total.add(store.form(argument)));
    let class = class_or_whole(store, total, Operator::Add, arguments);
    beside_if_narrower(store, Operator::Add, arguments, class)
}

/// Keeps a term as it was written where its range tells more than the atoms of its class one by one.
fn beside_if_narrower(store: &mut Store, operator: Operator, arguments: &[Id], class: Id) -> Id {
    if store.form(class).is_constant() {
        return class;
    }
    // What is known of a class `k·x + c` its atom knows.
    let is_linear = match (operator, arguments) {
        (Operator::Mul, &[a, b]) => [a, b].iter().any(|&it| store.as_constant(it).is_some()),
        _ => operator == Operator::Add,
    };
    if is_linear && !arguments.iter().any(|&it| is_sum(store, it)) {
        return class;
    }
    let told = {
        let ranges = arguments.iter().map(|&it| store.range(it));
        operator.range_over(arguments, &ranges.collect::<SmallVec<[&Range; 3]>>())
    };
    if told.contains_range(store.range(class)) {
        return class;
    }
    store.alias(Node::Apply(operator, arguments.into()), class)
}

fn scaled(store: &mut Store, a: Id, k: &Int) -> Id {
    let form = store.form(a).scale(k);
    let Some(form) = form else {
        let k = store.integer(k.clone());
        return whole(store, Operator::Mul, &[k, a]);
    };
    let class = store.class_of(&form);
    let tells_more = || !store.range(a).scale(k).contains_range(store.range(class));
    match is_sum(store, a) && tells_more() {
        true => {
            let k = store.integer(k.clone());
            store.alias(Node::Apply(Operator::Mul, [k, a].into()), class)
        }
        false => class,
    }
}

/// `a·b`: forms multiplied out, each pair of atoms a monomial.
fn product(store: &mut Store, a: Id, b: Id) -> Id {
    let form = multiply(store, a, b);
    match form {
        Some(form) => {
            let class = store.class_of(&form);
            beside_if_narrower(store, Operator::Mul, &[a.min(b), a.max(b)], class)
        }
        None => monomial(store, a, b)
            .unwrap_or_else(|| whole(store, Operator::Mul, &[a.min(b), a.max(b)])),
    }
}

fn multiply(store: &mut Store, a: Id, b: Id) -> Option<Form> {
    let (left, right) = (store.form(a).clone(), store.form(b).clone());
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
            let monomial = monomial(store, *x, *y)?;
            let factor = j * k;
            if !number::fits(&factor) {
                return None;
            }
            total = total.add_scaled(&factor, store.form(monomial))?;
        }
    }
    Some(total)
}

/// The product of two atoms: their factors in order, a condition at most once.
fn monomial(store: &mut Store, x: Id, y: Id) -> Option<Id> {
    let mut factors = [factors(store, x), factors(store, y)].concat();
    factors.sort_unstable();
    factors.dedup_by(|a, b| a == b && store.is_condition(*a));
    if factors.len() > MAX_FACTORS {
        return None;
    }
    Some(match factors[..] {
        [factor] => factor,
        _ => whole(store, Operator::Mul, &factors),
    })
}

fn factors(store: &Store, atom: Id) -> Vec<Id> {
    let product = store.nodes(atom).find_map(|node| match node {
        Node::Apply(Operator::Mul, factors) => {
            Some(factors.iter().map(|&factor| store.find(factor)).collect())
        }
        _ => None,
    });
    product.unwrap_or_else(|| vec![store.find(atom)])
}

fn floor_div(store: &mut Store, a: Id, b: Id) -> Id {
    let divisor = store.as_constant(b).cloned();
    match divisor {
        Some(k) if k == Int::ZERO => store.integer(0),
        Some(k) if k == Int::ONE => a,
        Some(k) if k < Int::ZERO => {
            let (a, b) = (scaled(store, a, &Int::NEG_ONE), store.integer(-k));
            floor_div(store, a, b)
        }
        _ => whole(store, Operator::FloorDiv, &[a, b]),
    }
}

fn trunc_div(store: &mut Store, a: Id, b: Id) -> Id {
    let divisor = store.as_constant(b).cloned();
    match divisor {
        Some(k) if k == Int::ZERO => store.integer(0),
        Some(k) if k == Int::ONE => a,
        Some(k) if k < Int::ZERO => {
            let b = store.integer(-k);
            let quotient = trunc_div(store, a, b);
            scaled(store, quotient, &Int::NEG_ONE)
        }
        _ => whole(store, Operator::TruncDiv, &[a, b]),
    }
}

/// `a − b·quotient(a, b)`.
fn remainder(store: &mut Store, quotient: Operator, operator: Operator, arguments: &[Id]) -> Id {
    let &[a, b] = arguments else {
        unreachable!("a remainder has two arguments")
    };
    let quotient = apply(store, quotient, &[a, b]);
    let multiple = product(store, b, quotient);
    let form = store.form(a).sub(store.form(multiple));
    match form {
        Some(form) => {
            let class = store.class_of(&form);
            beside(store, operator, arguments, class)
        }
        None => whole(store, operator, arguments),
    }
}

fn without_constant(form: &Form) -> Option<Form> {
    form.add_constant(&-form.constant())
}

fn extremum(store: &mut Store, operator: Operator, a: Id, b: Id) -> Id {
    let class = match operator {
        Operator::Min => least(store, a, b),
        _ => {
            let least = least(store, a, b);
            let total = store.form(a).add(store.form(b));
            let form = least.and_then(|least| total?.sub(store.form(least)));
            form.map(|form| store.class_of(&form))
        }
    };
    match class {
        Some(class) => beside(store, operator, &[a, b], class),
        None => whole(store, operator, &[a, b]),
    }
}

/// `min(a, b) = a + g·min(0, (b − a)/g)`.
fn least(store: &mut Store, a: Id, b: Id) -> Option<Id> {
    let difference = store.form(b).sub(store.form(a))?;
    let (a, b, difference) = match store.leads_negative(&difference) {
        true => (b, a, difference.neg()),
        false => (a, b, difference),
    };
    let content = number::gcd(&difference.content(), difference.constant());
    if content == Int::ZERO {
        return Some(a);
    }
    let class = less(store, b, a, &difference);
    let interval = store.range(class).interval();
    if interval.is_non_negative() {
        return Some(a);
    }
    if interval.upper().is_some_and(|upper| *upper <= Int::ZERO) {
        return Some(b);
    }
    let reduced = difference.divide_exactly(&content)?;
    let (zero, reduced) = (store.integer(0), store.class_of(&reduced));
    let atom = whole(store, Operator::Min, &[zero, reduced]);
    let form = store.form(a).add_scaled(&content, store.form(atom))?;
    Some(store.class_of(&form))
}

fn select(store: &mut Store, arguments: &[Id]) -> Id {
    let &[condition, then, otherwise] = arguments else {
        unreachable!("select has three arguments")
    };
    if then == otherwise {
        return then;
    }
    match truth(store.range(condition)) {
        Some(true) => return then,
        Some(false) => return otherwise,
        None => {}
    }
    let condition = match store.is_condition(condition) {
        true => condition,
        false => {
            let zero = store.integer(0);
            let is_zero = equal(store, condition, zero);
            complement(store, is_zero)
        }
    };
    let form = (|| {
        let difference = store.form(then).sub(store.form(otherwise))?;
        let difference = store.class_of(&difference);
        let product = multiply(store, condition, difference)?;
        store.form(otherwise).add(&product)
    })();
    match form {
        Some(form) => {
            let class = store.class_of(&form);
            let parts = [condition, then, otherwise];
            let told = selected_range(store, parts, |part| store.range(part).clone());
            if !told.contains_range(store.range(class)) {
                store.tell(class, &told);
            }
            beside(store, Operator::Select, &parts, class)
        }
        None => whole(store, Operator::Select, &[condition, then, otherwise]),
    }
}

/// `1 − condition`.
fn complement(store: &mut Store, condition: Id) -> Id {
    let form = store.form(condition).neg().add_constant(&Int::ONE);
    match form {
        Some(form) => store.class_of(&form),
        None => {
            let zero = store.integer(0);
            whole(store, Operator::Eq, &[condition, zero])
        }
    }
}

fn at_most(store: &mut Store, a: Id, b: Id) -> Id {
    let difference = store.form(b).sub(store.form(a));
    // 0 <= g·x + c is 0 <= x + floor(c/g).
    let reduced = difference.and_then(|difference| divide_rounding_constant_down(&difference));
    let Some(reduced) = reduced else {
        return whole(store, Operator::Le, &[a, b]);
    };
    if let Some(constant) = reduced.as_constant() {
        return store.integer(i32::from(*constant >= Int::ZERO));
    }
    let (form, complemented) = in_order(store, Operator::Le, reduced);
    // 1 <= c is c: the first term is positive here.
    let condition = match condition_with_value(store, &form) {
        Some((condition, value)) if value == Int::ONE => condition,
        _ => {
            let class = match complemented {
                true => less(store, a, b, &form),
                false => less(store, b, a, &form),
            };
            let zero = store.integer(0);
            whole(store, Operator::Le, &[zero, class])
        }
    };
    if complemented {
        complement(store, condition)
    } else {
        condition
    }
}

/// With which form 0 is compared, where it is with this one: the first term is positive. And whether it was turned
/// for that: not `0 <= d` is `0 <= −d − 1`, and `0 = d` is `0 = −d`.
fn in_order(store: &Store, operator: Operator, form: Form) -> (Form, bool) {
    if !store.leads_negative(&form) {
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

/// What is known of a comparison of two classes, `<=` or `==`, before it gets a class itself.
pub(super) fn compared(store: &Store, operator: Operator, a: Id, b: Id) -> Option<Compared> {
    let (a, b) = match operator {
        Operator::Le => (b, a),
        _ => (a, b),
    };
    let difference = store.form(a).sub(store.form(b))?;
    let reduced = match operator {
        Operator::Le => divide_rounding_constant_down(&difference)?,
        _ if difference.is_constant() => difference.clone(),
        _ => difference.divide_exactly(&difference.content())?,
    };
    let (form, turned) = in_order(store, operator, reduced);
    let range = {
        let terms = form.terms().iter();
        Range::combination(
            form.constant(),
            terms.map(|(atom, k)| (k, store.range(*atom))),
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
        true => told_of_difference(store, b, a, &form),
        false => told_of_difference(store, a, b, &form),
    };
    if told.is_some_and(|told| !told.contains_range(&range))
        || condition_with_value(store, &form).is_some()
        || store.has_comparison(operator, &form)
    {
        return None;
    }
    match (operator, turned) {
        (Operator::Le, true) => form.neg().add_constant(&Int::NEG_ONE).map(Compared::Open),
        _ => Some(Compared::Open(form)),
    }
}

/// `x + floor(c/g)` for `g·x + c`.
fn divide_rounding_constant_down(form: &Form) -> Option<Form> {
    let content = form.content();
    if content.is_zero() || content.is_one() {
        return Some(form.clone());
    }
    let quotient = number::floor_div(form.constant(), &content)?;
    without_constant(form)?
        .divide_exactly(&content)?
        .add_constant(&quotient)
}

fn equal(store: &mut Store, a: Id, b: Id) -> Id {
    let Some(difference) = store.form(a).sub(store.form(b)) else {
        return whole(store, Operator::Eq, &[a, b]);
    };
    if let Some(constant) = difference.as_constant() {
        return store.integer(i32::from(*constant == Int::ZERO));
    }
    let content = difference.content();
    let Some(reduced) = difference.divide_exactly(&content) else {
        // g·x = c has no solution where g does not divide c.
        return store.integer(0);
    };
    // c = 1 is c, c = 0 is "not c".
    match condition_with_value(store, &reduced) {
        Some((condition, value)) if value == Int::ONE => return condition,
        Some((condition, value)) if value == Int::ZERO => return complement(store, condition),
        _ => {}
    }
    if let Some(truth) = selected_is_zero(store, &reduced) {
        return store.integer(i32::from(truth));
    }
    let class = match in_order(store, Operator::Eq, reduced) {
        (form, true) => less(store, b, a, &form),
        (form, false) => less(store, a, b, &form),
    };
    let zero = store.integer(0);
    whole(store, Operator::Eq, &[class, zero])
}

/// The class of a form that is `a − b` but for a factor and a constant, told what the ranges of `a` and of
/// `b`, as they were written, say of it.
fn less(store: &mut Store, a: Id, b: Id, form: &Form) -> Id {
    let class = store.class_of(form);
    if let Some(told) = told_of_difference(store, a, b, form)
        && !told.contains_range(store.range(class))
    {
        store.tell(class, &told);
    }
    beside_selected(store, a, class);
    store.find(class)
}

/// Adds `select(…) + c` as a node of its class: the range of the `select` may be narrower than that of its atoms.
fn beside_selected(store: &mut Store, whole: Id, class: Id) {
    let is_selected = |node: &Node| matches!(node, Node::Apply(Operator::Select, _));
    if !is_sum(store, whole) || !store.nodes(whole).any(is_selected) {
        return;
    }
    let rest = store.form(class).sub(store.form(whole));
    if let Some(rest) = rest.and_then(|rest| rest.as_constant().cloned()) {
        let rest = store.integer(rest);
        store.alias(Node::Apply(Operator::Add, [whole, rest].into()), class);
    }
}

/// What the ranges of `a` and of `b`, as they were written, say of a form that is `a − b` but for a factor and a
/// constant, if they may say more than its atoms.
fn told_of_difference(store: &Store, a: Id, b: Id, form: &Form) -> Option<Range> {
    // What is known of a class `k·x + c` its atom knows.
    if !is_sum(store, a) && !is_sum(store, b) {
        return None;
    }
    let difference = store.form(a).sub(store.form(b))?;
    let factor = match form.content() {
        content if content.is_one() => difference.content(),
        _ => Int::ONE,
    };
    let rest = difference.sub(&form.scale(&factor)?)?;
    let rest = Range::constant(-rest.as_constant()?);
    let range = store.range(a).sub(store.range(b));
    Some(range.add(&rest).unscale(&factor))
}

/// Whether a class is made of several atoms.
fn is_sum(store: &Store, class: Id) -> bool {
    store.form(class).terms().len() > 1
}

/// The condition that a form is about, and the value of it where the form is 0.
fn condition_with_value(store: &Store, form: &Form) -> Option<(Id, Int)> {
    let [(atom, k)] = form.terms() else {
        return None;
    };
    let is_unit = *k == Int::ONE || *k == Int::NEG_ONE;
    (is_unit && store.is_condition(*atom)).then(|| (*atom, -(form.constant() * k)))
}
