//! Lanes of one instance, one by one.

use crate::access::{Access, Size};
use crate::place::Place;
use crate::term::Term;
use calipers_egraph::Operator;
use calipers_number::Int;
use calipers_program::Column;
use hashbrown::HashSet;

/// Limit of the lanes that are examined.
const MAX_LANES: i64 = 4096;

/// Whether the lanes of one instance touch different elements, whatever the values are that do not depend on the lane:
/// the parts of the indices that depend on nothing else are computed for each lane.
pub(crate) fn lanes_differ(access: &Access, place: &Place) -> bool {
    let counts = || access.lanes.iter().map(|lane| lane.count);
    let number = counts().try_fold(1_i64, i64::checked_mul);
    let Some(number) = number.filter(|it| (2..=MAX_LANES).contains(it)) else {
        return false;
    };
    let is_one = |size: &Size| *size == Size::Exactly(1);
    let indices: Vec<&Term> = match &place.address {
        _ if place.frame.is_some() && place.sizes.iter().all(is_one) => {
            place.indices.iter().collect()
        }
        Some((address, size)) if place.frame.is_none() && is_one(size) => vec![address],
        _ => return false,
    };
    let parts = indices.into_iter().filter_map(|it| of_lanes(access, it));
    let parts: Vec<Term> = parts.collect();
    let mut seen = HashSet::new();
    (0..number).all(|number| {
        let mut rest = number;
        let lane: Vec<Int> = counts()
            .map(|count| {
                let at = rest % count;
                rest /= count;
                Int::from(at)
            })
            .collect();
        let value = |column: &Column| {
            let at = access
                .lanes
                .iter()
                .position(|it| is_lane(column, it.symbol));
            at.and_then(|at| lane.get(at).cloned())
        };
        let values = parts.iter().map(|part| part.evaluate(&value));
        let values: Option<Vec<Int>> = values.collect();
        values.is_some_and(|values| seen.insert(values))
    })
}

/// The part of a sum that depends on lanes alone, if the rest does not depend on them.
fn of_lanes(access: &Access, term: &Term) -> Option<Term> {
    let has = |term: &Term, lanes: bool| {
        term.has_leaf(|column| access.lanes.iter().any(|it| is_lane(column, it.symbol)) == lanes)
    };
    match term {
        Term::Apply(Operator::Add, parts) => {
            let parts = parts.iter().map(|part| of_lanes(access, part));
            Some(Term::apply(
                Operator::Add,
                parts.collect::<Option<Vec<_>>>()?,
            ))
        }
        _ if !has(term, true) => Some(Term::integer(0)),
        _ if !has(term, false) => Some(term.clone()),
        _ => None,
    }
}

fn is_lane(column: &Column, symbol: u32) -> bool {
    *column == Column::Symbol(symbol)
}
