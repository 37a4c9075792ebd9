//! Axioms: the rows that follow from an atom's operator.

use super::facts::Relation;
use super::knowledge::Knowledge;
use super::system::{RowOrigin, SystemRow};
use crate::number::{Int, Range};
use crate::program::Point;
use crate::term::{ENode, Form, Id, Operator};
use calipers_support::order::Order;

/// An atom that is a quotient: [`Operator::FloorDiv`] or [`Operator::TruncDiv`].
struct Quotient {
    class: Id,
    operator: Operator,
    dividend: Id,
    divisor: Id,
}

/// The axioms of an atom, as rows of a system.
pub(super) fn axioms(known: &mut Knowledge<'_>, atom: Id, point: Option<Point>) -> Vec<SystemRow> {
    let mut rows = vec![];
    let at_least_zero = |form: Option<Form>, origin: RowOrigin, rows: &mut Vec<SystemRow>| {
        rows.extend(form.map(|form| SystemRow {
            form,
            relation: Relation::AtLeastZero,
            origin,
        }));
    };
    let own = Form::atom(atom);
    let range = known.range_at(atom, point);
    if let Some(lower) = range.lower() {
        at_least_zero(own.add_constant(&-lower), RowOrigin::Range(atom), &mut rows);
    }
    if let Some(upper) = range.upper() {
        at_least_zero(
            own.neg().add_constant(upper),
            RowOrigin::Range(atom),
            &mut rows,
        );
    }
    if let Some(expansion) = known.egraph.expansion(atom).cloned() {
        let row = expansion.sub(&own);
        rows.extend(row.map(|form| SystemRow {
            form,
            relation: Relation::Zero,
            origin: RowOrigin::Expansion(atom),
        }));
    }
    let nodes = known.egraph.nodes(atom).to_vec();
    for node in nodes {
        let ENode::Apply(operator, arguments) = node else {
            continue;
        };
        let origin = RowOrigin::Axiom(atom, operator);
        let form = |known: &Knowledge<'_>, id: Id| known.egraph.form(id).clone();
        match (operator, &arguments[..]) {
            (Operator::Min, all) => {
                for &argument in all {
                    at_least_zero(form(known, argument).sub(&own), origin.clone(), &mut rows);
                }
            }
            (Operator::Max, all) => {
                for &argument in all {
                    at_least_zero(own.sub(&form(known, argument)), origin.clone(), &mut rows);
                }
            }
            (Operator::FloorDiv | Operator::TruncDiv, &[dividend, divisor]) => {
                let quotient = Quotient {
                    class: atom,
                    operator,
                    dividend,
                    divisor,
                };
                quotient_axioms(known, &quotient, point, &mut rows);
            }
            (Operator::Mul, all) => {
                // Split off a factor with a single value, which makes the product linear in the rest; else the factor
                // that is first in program order. Of two factors, either may have a single value.
                let mut all = all.to_vec();
                all.order_by_key(|&factor| known.egraph.rank(factor));
                let is_single =
                    |&factor: &Id| known.range_at(factor, point).as_constant().is_some();
                let single = match all.len() {
                    2 => None,
                    _ => all.iter().position(is_single),
                };
                let first = all.remove(single.unwrap_or(0));
                let rest = match all[..] {
                    [other] => other,
                    _ => known.egraph.apply(Operator::Mul, &all),
                };
                product_axioms(known, atom, first, rest, point, &mut rows);
                for quotient in quotients_in(known, &arguments) {
                    quotient_axioms(known, &quotient, point, &mut rows);
                }
            }
            (Operator::Le, &[a, b]) => {
                // c = [0 <= d], with l <= d <= u: d >= l·(1 − c) and d <= −1 + (u + 1)·c.
                let Some(difference) = form(known, b).sub(&form(known, a)) else {
                    continue;
                };
                let range = known.form_range_at(&difference, point);
                if let Some(lower) = range.lower() {
                    let row = difference
                        .add_constant(&-lower)
                        .and_then(|row| row.add_scaled(lower, &own));
                    at_least_zero(row, origin.clone(), &mut rows);
                }
                if let Some(upper) = range.upper() {
                    let row = difference.neg().add_constant(&Int::NEG_ONE);
                    let row = row.and_then(|row| row.add_scaled(&(upper + Int::ONE), &own));
                    at_least_zero(row, origin.clone(), &mut rows);
                }
            }
            (Operator::Eq, &[a, b]) => {
                // Exactly one of `a = b`, `a < b` and `b < a` holds.
                let one = known.egraph.integer(1);
                let mut less = |a: Id, b: Id| {
                    let after = known.egraph.apply(Operator::Add, &[a, one]);
                    let class = known.egraph.apply(Operator::Le, &[after, b]);
                    known.egraph.form(class).clone()
                };
                let (below, above) = (less(a, b), less(b, a));
                let all = own.add_scaled(&Int::ONE, &below);
                let all = all.and_then(|all| all.add_scaled(&Int::ONE, &above));
                let form = all.and_then(|all| all.add_constant(&Int::NEG_ONE));
                rows.extend(form.map(|form| SystemRow {
                    form,
                    relation: Relation::Zero,
                    origin,
                }));
            }
            _ => {}
        }
    }
    rows
}

/// Bounds of the remainder `a − b·q` of a quotient `q`: for `b > 0` it is at most `b − 1`, and at least 0 if
/// `a >= 0` or the division rounds down. If the division truncates, the remainder has the sign of `a` and is at
/// least `1 − b`. For `b = 0`, `q` is defined as 0.
fn quotient_axioms(
    known: &mut Knowledge<'_>,
    &Quotient {
        class,
        operator,
        dividend,
        divisor,
    }: &Quotient,
    point: Option<Point>,
    rows: &mut Vec<SystemRow>,
) {
    let of_divisor = known.range_at(divisor, point);
    let is_positive = of_divisor.lower().is_some_and(|lower| *lower >= Int::ONE);
    if !of_divisor.interval().is_non_negative() {
        return;
    }
    let rounds_down = operator == Operator::FloorDiv;
    // Floor division needs no sign of the dividend.
    let of_dividend = match rounds_down && is_positive {
        true => Range::at_least(0),
        false => known.range_at(dividend, point),
    };
    let is_up = !rounds_down && of_dividend.upper().is_some_and(|upper| *upper <= Int::ZERO);
    let is_down = of_dividend.interval().is_non_negative();
    if !is_positive && !is_up && !is_down {
        return;
    }
    let multiple = known.egraph.apply(Operator::Mul, &[divisor, class]);
    let form = |id: Id| known.egraph.form(id);
    let Some(rest) = form(dividend).sub(form(multiple)) else {
        return;
    };
    let opposite = rest.neg();
    let room = |rest: &Form| form(divisor).add(rest)?.add_constant(&Int::NEG_ONE);
    let found = [
        is_down.then(|| rest.clone()),
        is_positive.then(|| room(&opposite)).flatten(),
        is_up.then(|| opposite.clone()),
        (is_positive && !rounds_down && !is_down)
            .then(|| room(&rest))
            .flatten(),
    ];
    rows.extend(found.into_iter().flatten().map(|form| SystemRow {
        form,
        relation: Relation::AtLeastZero,
        origin: RowOrigin::Axiom(class, operator),
    }));
}

/// The quotients among some factors whose divisor is another one of these factors.
fn quotients_in(known: &Knowledge<'_>, factors: &[Id]) -> Vec<Quotient> {
    let is_factor = |id: Id| {
        let divisor = known.egraph.find(id);
        factors
            .iter()
            .any(|&factor| known.egraph.find(factor) == divisor)
    };
    let of = |class: Id, node: &ENode| match node {
        ENode::Apply(operator @ (Operator::FloorDiv | Operator::TruncDiv), sides) => {
            Some(Quotient {
                class,
                operator: *operator,
                dividend: sides[0],
                divisor: sides[1],
            })
        }
        _ => None,
    };
    let quotients = factors.iter().flat_map(|&factor| {
        known
            .egraph
            .nodes(factor)
            .filter_map(move |node| of(factor, node))
    });
    quotients
        .filter(|quotient| is_factor(quotient.divisor))
        .collect()
}

/// McCormick inequalities of a product: `(a − l)(b − m) >= 0` for the lower bounds `l` and `m`, and likewise for
/// the other combinations of bounds (G. P. McCormick, "Computability of global solutions to factorable nonconvex
/// programs", 1976).
fn product_axioms(
    known: &mut Knowledge<'_>,
    product: Id,
    a: Id,
    b: Id,
    point: Option<Point>,
    rows: &mut Vec<SystemRow>,
) {
    let (form_a, form_b) = (known.egraph.form(a).clone(), known.egraph.form(b).clone());
    let (range_a, range_b) = (known.range_at(a, point), known.range_at(b, point));
    // If `a` is the constant `k`, the product is `k·b`.
    for (own, other) in [(&range_a, &form_b), (&range_b, &form_a)] {
        if let Some(k) = own.as_constant() {
            let row = Form::atom(product).add_scaled(&-k, other);
            rows.extend(row.map(|form| SystemRow {
                form,
                relation: Relation::Zero,
                origin: RowOrigin::Axiom(product, Operator::Mul),
            }));
        }
    }
    let ends = |range: &Range| {
        [
            (range.lower().cloned(), true),
            (range.upper().cloned(), false),
        ]
    };
    for (end_a, a_is_lower) in ends(&range_a) {
        for (end_b, b_is_lower) in ends(&range_b) {
            let (Some(end_a), Some(end_b)) = (&end_a, &end_b) else {
                continue;
            };
            // (a − i)·(b − j) = ab − j·a − i·b + i·j; the kinds of the two bounds determine its sign.
            let expanded = (|| {
                let row = Form::atom(product)
                    .add_scaled(&-end_b, &form_a)?
                    .add_scaled(&-end_a, &form_b)?;
                row.add_constant(&(end_a * end_b))
            })();
            let signed = expanded.map(|row| {
                if a_is_lower == b_is_lower {
                    row
                } else {
                    row.neg()
                }
            });
            rows.extend(signed.map(|form| SystemRow {
                form,
                relation: Relation::AtLeastZero,
                origin: RowOrigin::Axiom(product, Operator::Mul),
            }));
        }
    }
}
