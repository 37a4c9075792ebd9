//! Splits that a proof can do without.

use crate::proof::{Bounding, Derivation, Row, RowReason};
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// A case as it is without the split around it (numbered from the outermost); none if it rests on
/// which case it is.
pub(super) fn without(by: &Bounding, split: usize) -> Option<Bounding> {
    let derivation = match &by.derivation {
        Derivation::Range => Derivation::Range,
        Derivation::Rows(rows) => Derivation::Rows(rows_without(rows, split)?),
        Derivation::Cases(own, both) => {
            let [first, second] = &**both;
            let both = [without(first, split)?, without(second, split)?];
            Derivation::Cases(own.clone(), Box::new(both))
        }
    };
    Some(Bounding {
        goal: by.goal.clone(),
        bound: by.bound.clone(),
        derivation,
    })
}

fn rows_without(rows: &[(Row, RBig)], split: usize) -> Option<Vec<(Row, RBig)>> {
    rows.iter()
        .map(|(row, multiplier)| {
            let reason = match &row.reason {
                RowReason::Case(case) => RowReason::Case(number_without(*case, split)?),
                RowReason::Selected { case, factor } => RowReason::Selected {
                    case: number_without(*case, split)?,
                    factor: factor.clone(),
                },
                RowReason::Cut(rows) => RowReason::Cut(rows_without(rows, split)?),
                other => other.clone(),
            };
            let row = Row {
                term: row.term.clone(),
                relation: row.relation,
                reason,
            };
            Some((row, multiplier.clone()))
        })
        .collect()
}

fn number_without(case: usize, split: usize) -> Option<usize> {
    match case.cmp(&split) {
        Ordering::Less => Some(case),
        Ordering::Equal => None,
        Ordering::Greater => Some(case - 1),
    }
}
