//! Products that occur in no assumption and lie between two that do: `i·j <= i·b <= a·b` with `i <= a` and `j <= b`.

use super::system::System;
use calipers_support::order::Order;

/// Maximum number of products that are added.
const MAX_EXCHANGED: usize = 16;

/// Adds the products in which one factor is exchanged for an atom that a row compares it with.
pub(super) fn add_exchanged(system: &mut System) {
    let pairs = compared(system);
    let mut added = 0;
    for product in system.products() {
        for (position, factor) in product.iter().enumerate() {
            if product[..position].contains(factor) {
                continue;
            }
            let others = pairs.iter().filter(|(own, _)| own == factor);
            for (_, other) in others {
                let mut exchanged = product.clone();
                exchanged[position] = *other;
                exchanged.order();
                added += usize::from(system.add_product(exchanged));
                if added == MAX_EXCHANGED {
                    return;
                }
            }
        }
    }
}

/// The pairs of atoms, none of them a product, whose difference is the varying part of a row, each in both orders.
fn compared(system: &System) -> Vec<(usize, usize)> {
    let mut found = vec![];
    for row in &system.rows {
        let [(a, k), (b, l)] = row.row.form.terms() else {
            continue;
        };
        if *k == -l && !system.is_product(*a) && !system.is_product(*b) {
            found.extend([(*a, *b), (*b, *a)]);
        }
    }
    found.order();
    found.dedup();
    found
}
