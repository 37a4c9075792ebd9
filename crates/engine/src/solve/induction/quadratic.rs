//! Closed forms of carried columns that change by an affine function of the trip number.
//!
//! If each iteration adds `a + b·trip`, where `a` and `b` are invariant, then the value is
//! `initial + a·trip + b·⌊trip·(trip − 1) / 2⌋`, whose quotient grows by the trip number from one trip to the next. These are
//! the chains of recurrences of Bachmann, Wang and Zima (1994) up to degree 2.

use super::super::columns::Carried;
use super::super::knowledge::Knowledge;
use super::outside::write_before;
use crate::number::Int;
use crate::program::{Column, Point};
use crate::proof::sum_of_trips;
use crate::term::{ENode, Expr, Form, Id, Operator};

/// What an attempt at a closed form needs or found.
pub(super) enum Attempt {
    /// There is no such closed form.
    None,
    /// It needs the class of a column.
    Needs(Column),
    /// The closed form.
    Found(Expr<Column>),
}

/// The closed form of a carried column whose change is not invariant.
pub(super) fn quadratic_form(known: &Knowledge<'_>, carried: Carried, change: &Form) -> Attempt {
    let Some(counter) = carried.counter else {
        return Attempt::None;
    };
    let Some(own) = known.columns.done(Column::Value(counter)) else {
        return Attempt::None;
    };
    let varying = varying_atoms(known, change, own);
    if varying.is_empty() {
        return Attempt::None;
    }
    let Some(trip) = known.columns.done(Column::Trip(counter)) else {
        return Attempt::Needs(Column::Trip(counter));
    };
    let found = Point::before(known.points.program, carried.op)
        .and_then(|before| summed(known, carried, change, trip, before));
    found.map_or(Attempt::None, Attempt::Found)
}

/// The atoms of the change that are an atom of the induction variable, or a product with one.
fn varying_atoms(known: &Knowledge<'_>, change: &Form, own: Id) -> Vec<Id> {
    let form = known.egraph.form(own);
    let of_counter = |atom: Id| form.atoms().any(|other| other == atom);
    let atoms = change.atoms();
    atoms
        .filter(|&atom| of_counter(atom) || factors(known, atom).into_iter().any(of_counter))
        .collect()
}

/// The factors of a product; none for other classes.
fn factors(known: &Knowledge<'_>, atom: Id) -> Vec<Id> {
    let mut nodes = known.egraph.nodes(atom);
    let factors = nodes.find_map(|node| match node {
        ENode::Apply(Operator::Mul, factors) => Some(factors),
        _ => None,
    });
    let factors = factors.into_iter().flat_map(|all| all.iter());
    factors.map(|&factor| known.egraph.find(factor)).collect()
}

/// `initial + a·trip + b·⌊trip·(trip − 1) / 2⌋`.
fn summed(
    known: &Knowledge<'_>,
    carried: Carried,
    change: &Form,
    trip: Id,
    before: Point,
) -> Option<Expr<Column>> {
    let (atom, start) = counting_atom(known, trip, before)?;
    let trips = Expr::Leaf(Column::Trip(carried.counter?));
    let (mut slope, mut parts, mut rest) = (vec![], vec![], change.clone());
    for (other, factor) in change.terms() {
        let Some(others) = cofactors(known, *other, atom) else {
            continue;
        };
        rest = rest.sub(&Form::atom(*other).scale(factor)?)?;
        let mut product = vec![];
        for factor in others {
            product.push(write_before(known, &Form::atom(factor), before)?);
        }
        parts.push(sum_part(factor, &product, &trips));
        product.insert(0, Expr::Integer(factor.clone()));
        slope.push(product_of(product));
    }
    if parts.is_empty() {
        return None;
    }
    let rest = write_before(known, &rest, before)?;
    // The atom is the trip number minus the start.
    let added = match start {
        Expr::Integer(zero) if zero.is_zero() => rest,
        start => Expr::difference(rest, product_of(vec![sum_of(slope), start])),
    };
    if added != Expr::integer(0) {
        parts.insert(0, product_of(vec![added, trips]));
    }
    parts.insert(0, Expr::Leaf(carried.initial));
    Some(sum_of(parts))
}

/// The atom `x` of a trip number `x + start`, with the start as a term over columns before the loop.
fn counting_atom(known: &Knowledge<'_>, trip: Id, before: Point) -> Option<(Id, Expr<Column>)> {
    let form = known.egraph.form(trip);
    let mut found = None;
    for (atom, factor) in form.terms() {
        let exists = write_before(known, &Form::atom(*atom), before).is_some();
        if !exists && (found.is_some() || *factor != Int::ONE) {
            return None;
        }
        if !exists {
            found = Some(*atom);
        }
    }
    let atom = found?;
    let start = form.sub(&Form::atom(atom))?;
    Some((atom, write_before(known, &start, before)?))
}

/// The other factors of a class that is an atom, or a product with it.
fn cofactors(known: &Knowledge<'_>, class: Id, atom: Id) -> Option<Vec<Id>> {
    if class == atom {
        return Some(vec![]);
    }
    let mut factors = factors(known, class);
    let at = factors.iter().position(|&factor| factor == atom)?;
    factors.remove(at);
    Some(factors)
}

/// `factor·others·trip·(trip − 1) / 2`. The quotient is only needed for an odd factor.
fn sum_part(factor: &Int, others: &[Expr<Column>], trip: &Expr<Column>) -> Expr<Column> {
    let two = Int::from(2);
    let (factor, sum) = match (factor % &two).is_zero() {
        true => {
            let previous = Expr::sum(trip.clone(), Expr::integer(-1));
            (factor / &two, vec![trip.clone(), previous])
        }
        false => (factor.clone(), vec![sum_of_trips(trip)]),
    };
    let factors = std::iter::once(Expr::Integer(factor));
    product_of(factors.chain(others.iter().cloned()).chain(sum).collect())
}

fn product_of(mut factors: Vec<Expr<Column>>) -> Expr<Column> {
    factors.retain(|factor| *factor != Expr::integer(1));
    apply(Operator::Mul, factors, 1)
}

fn sum_of(parts: Vec<Expr<Column>>) -> Expr<Column> {
    apply(Operator::Add, parts, 0)
}

/// An operator over arguments; the only argument, or the neutral element.
fn apply(operator: Operator, mut arguments: Vec<Expr<Column>>, neutral: i64) -> Expr<Column> {
    match (arguments.len(), arguments.pop()) {
        (_, None) => Expr::integer(neutral),
        (1, Some(only)) => only,
        (_, Some(last)) => {
            arguments.push(last);
            Expr::apply(operator, arguments)
        }
    }
}
