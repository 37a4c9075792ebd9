//! Answers: unfolding on demand, facts with their scopes, ranges at a point, linear programs with
//! exact certificates, case splits, induction over loops.

pub mod lp;

mod columns;
mod config;
mod decide;
mod engine;
mod explain;
mod facts;
mod ranges;
mod system;

pub use columns::{ColumnDefinition, Origin};
pub use config::{Config, IntegerOverflow, Statistics};
pub use decide::Decided;
pub use engine::Engine;
pub use explain::{NoProof, Side};
pub use facts::{Fact, FactOrigin, Relation, Stated};
pub use system::{Case, Derivation, Effort, Lower, RowOrigin, Split, SystemRow};
