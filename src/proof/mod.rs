//! Proofs, and the checker that accepts them.
//!
//! An answer can hand out its [`Proof`]: the definitions, identities, facts and ranges that it
//! rests on, and the argument that puts them together. [`check`] reads a proof from front to back,
//! by means of its own (its own normal forms, its own equality, its own ranges), and accepts it or
//! says which part does not follow.
//!
//! A claim on variables may also follow by cases: [`sequent`] has the rules of inference, and a
//! [`Deduction`] is a tree of them with ordinary proofs at its leaves. A claim about a program is an
//! [`Instance`] of such a claim.
//!
//! Architecture invariant: nothing in here knows how a proof was found. The checker uses neither the
//! e-graph, the store nor the linear programming solver, and lowers, matches and computes ranges with code
//! of its own. It shares with the engine, so an error there can mislead both:
//! - `number`: the integers and the domains of numbers;
//! - `program`: the view of the program, with its dominance;
//! - `rules`: the rules and their instantiation on ops;
//! - `term`: the operators, the expressions, and the operations on conditions.

mod argument;
mod check;
mod choice;
mod clash;
mod definition;
mod fact;
mod instance;
mod invariants;
mod lowering;
mod measure;
mod object;
mod operator_rows;
mod providers;
mod rejection;
mod reliance;
pub mod sequent;
mod slices;
mod text;
mod theory;
mod walk;

pub(crate) use check::check_lemmas;
pub use check::{Checker, check};
pub use clash::Clash;
pub use instance::Instance;
pub(crate) use invariants::Lemmas;
pub use invariants::{Invariant, Invariants};
pub(crate) use measure::measure;
pub use measure::{MAX_ARGUMENT_DEPTH, MAX_NODES, MAX_TERM_DEPTH};
pub use object::{
    Argument, Bounding, Claim, Decision, Definition, Derivation, FactSource, FactUse, Integers,
    Proof, RangeReason, RangeStep, Relation, RewriteUse, Row, RowReason, Setting, Source, Split,
    Step, Term,
};
pub use rejection::{Part, Reason, Rejection};
pub use reliance::Reliance;
pub use sequent::{Deduction, Inference, Sequent};
pub use slices::{Inclusion, Progression, SliceArgument, SliceProof};
pub use text::with_names;
