//! Induction over loops.
//!
//! A carried column to which each iteration adds the same amount, or an amount that is a polynomial of the trip number,
//! has a closed form as its definition. For other carried columns, and for products in closed forms, the engine searches
//! invariants. Likewise it carries facts from the regions of a join to its results.

mod candidates;
mod closed;
mod implied;
mod intervals;
mod invariants;
mod joins;
mod outside;
mod polynomial;
mod relations;
mod state;

pub(super) use invariants::Search;
pub(super) use state::Invariants;
