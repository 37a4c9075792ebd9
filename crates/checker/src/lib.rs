//! Proofs, and the checker that accepts them.
//!
//! An answer comes with a [`Proof`]: the definitions, identities, facts and ranges that it relies on, and the
//! argument that combines them. [`check`] reads a proof from front to back with its own normal forms, its own
//! equality and its own ranges. It accepts the proof or reports the part that does not follow.
//!
//! A claim on variables can also be proved by cases: [`sequent`] has the rules of inference, and a [`Deduction`] is a
//! tree of them with ordinary proofs at its leaves. A claim about a program is an [`Instance`] of such a claim.
//!
//! Architecture invariant: the checker is independent of the search for proofs. It uses neither the e-graph nor the
//! linear programming solver, and has its own code for lowering, matching and ranges. It shares with the engine the
//! crates that it depends on, so an error in them can mislead both.

mod argument;
mod check;
mod choice;
mod definition;
mod fact;
mod instance;
mod invariants;
mod lowering;
mod measure;
mod object;
mod operator_rows;
mod rejection;
pub mod sequent;
mod theory;
mod walk;

pub use check::check_lemmas;
pub use check::{Checker, check};
pub use definition::{MAX_DEGREE, falling_power};
pub use measure::{MAX_NODES, measure};
pub use object::{
    Argument, Bounding, Claim, Decision, Definition, Derivation, FactSource, FactUse, Instance,
    Integers, Invariant, Invariants, Lemmas, MAX_TERM_DEPTH, Proof, RangeReason, RangeStep,
    Relation, RewriteUse, Row, RowReason, Setting, Source, Split, Step, Term,
};
pub use rejection::{Part, Reason, Rejection};
pub use sequent::{Deduction, Inference, Sequent};
pub use walk::MAX_ARGUMENT_DEPTH;
