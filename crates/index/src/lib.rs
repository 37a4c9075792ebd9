//! Indexes of op tables and rule files, as Rust source with statics. Build scripts generate them, so that a process
//! reads only the entries of the ops that occur in its programs.

mod concepts;
mod forms;
mod rules;
mod statics;
mod tables;

pub use rules::{RuleIndex, rule_index};
pub use tables::op_index;

/// Names with their texts: files or tables.
pub type Texts = [(&'static str, &'static str)];
