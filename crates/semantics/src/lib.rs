//! The semantics of ops as data: schemas, definitions and facts with their guards, loops and joins, and what they state
//! about an op of a program.
//!
//! The engine and the proof checker apply the same data to an op. Where the data come from does not matter here: a
//! [`RuleSet`] provides them, as a [`Program`](calipers_program::Program) provides ops. The rules crate reads them from
//! text.

pub mod concept;
mod constants;
mod evaluate;
mod fields;
mod flow;
mod formula;
mod instance;
mod item;
mod loops;
mod merge;
mod op_rules;
mod op_semantics;
mod rank_reduction;
mod result_range;
mod rule;
mod rule_set;
mod schema;

pub use calipers_program::term::{Guard, Pattern, Rewrite, Rewrites};
pub use constants::{Constants, Stop};
pub use evaluate::Evaluator;
pub use fields::{Field, Fields, Source};
pub use formula::{Formula, Function, Quantifier, Slot};
pub use instance::Instance;
pub use item::Item;
pub use loops::{CarriedLoop, CarriedValue};
pub use merge::{Join, Merge};
pub use op_rules::OpRules;
pub use op_semantics::{OpSemantics, PREFIX};
pub use rank_reduction::{Kept, kept_dims};
pub use rule::{
    Anchor, Anchors, Body, ColumnKind, Define, Fact, Head, Loop, Place, Role, Shown, Subject,
};
pub use rule_set::{RuleSet, owner};
pub use schema::{ResultField, Schema};
