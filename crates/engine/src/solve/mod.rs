//! The decision procedure: demand-driven definitions, scoped facts, ranges at a point, linear programs with exact
//! certificates, case splits, and induction over loops.

pub mod claim;
pub mod lp;

mod agenda;
mod assert;
mod axioms;
mod bounds;
mod cases;
mod chain;
mod columns;
mod config;
mod cuts;
mod decide;
mod define;
mod definitions;
mod derivation;
mod divisor;
mod engine;
mod epoch_map;
mod explain;
mod facts;
mod implied;
mod induction;
mod inspection;
mod knowledge;
mod lower;
mod min_segment_tree;
mod missing_rules;
mod models;
mod parking;
mod path;
mod points;
mod range_memo;
mod ranges;
mod redefine;
mod relaxed;
mod scope;
mod shared_definitions;
mod snapshot;
mod system;

pub use columns::{ColumnDefinition, Origin};
pub use config::{Config, IntegerOverflow, PureOpsAssert, Statistics};
pub use decide::Decided;
pub use derivation::{Case, Derivation, Effort, Lower, Split};
pub use engine::Engine;
pub use explain::{NoProof, Side};
pub use facts::{Fact, FactOrigin, Relation, Stated};
pub use snapshot::Snapshot;
pub use system::{RowOrigin, SystemRow};
