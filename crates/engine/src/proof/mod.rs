//! Proofs and their checker, and what a proof tells a reader: its text, and what it relies on.
//!
//! The checker is a crate of its own, which needs none of these reports.

mod providers;
mod reliance;
mod sequent_text;
mod text;

pub use calipers_checker::*;
pub use providers::providers;
pub use reliance::{Reliance, relies_on};
pub use text::{ProofText, text, with_names};
