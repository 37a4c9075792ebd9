//! Answers: unfolding on demand, facts with their scopes, ranges at a point, linear programs with
//! exact certificates, case splits, induction over loops.

pub mod claim;
pub mod lp;

mod assert;
mod axioms;
mod cases;
mod chain;
mod columns;
mod config;
mod cuts;
mod decide;
mod definitions;
mod derivation;
mod divisor;
mod elastic;
mod engine;
mod explain;
mod facts;
mod implied;
mod induction;
mod known;
mod late;
mod lower;
mod memory;
mod nearby;
mod parking;
mod path;
mod ranges;
mod scope;
mod steps;
mod system;
mod table;
mod unfold;
mod unknown;
mod unreached;
mod witness;

pub use columns::{ColumnDefinition, Origin};
pub use config::{Config, IntegerOverflow, PureOpsAssert, Statistics};
pub use decide::Decided;
pub use derivation::{Case, Derivation, Effort, Lower, Split};
pub use engine::Engine;
pub use explain::{NoProof, Side};
pub use facts::{Fact, FactOrigin, Relation, Stated};
pub use memory::Memory;
pub use system::{RowOrigin, SystemRow};
