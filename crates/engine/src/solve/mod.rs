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
mod disequalities;
mod disjunctions;
mod engine;
mod epoch_map;
mod explain;
mod facts;
mod idle_remainders;
mod implied;
mod induction;
mod knowledge;
mod lower;
mod min_segment_tree;
mod models;
mod op_facts;
mod parking;
mod path;
mod point_answers;
mod points;
mod range_memo;
mod ranges;
mod redefine;
mod relaxed;
mod shared_definitions;
mod shorter;
mod surroundings;
mod system;

pub use columns::{ColumnDefinition, Origin};
pub use config::{Config, IntegerOverflow, PureOpsAssert, Statistics};
pub use decide::Decided;
pub use derivation::{Case, Derivation, Effort, Lower, Split};
pub use engine::{Engine, Snapshot};
pub use explain::{NoProof, Side};
pub use facts::{Fact, FactOrigin, Relation, Stated};
pub use point_answers::PointAnswers;
pub use shorter::{MAX_OPERATIONS, Shortening, may_be_shorter};
pub use surroundings::Surroundings;
pub use system::{RowOrigin, SystemRow};
