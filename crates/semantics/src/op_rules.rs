//! The rules for ops of one name.

use crate::rule::{Define, Fact, Loop};
use crate::schema::Schema;
use std::sync::Arc;

/// The rules for ops of one name.
#[derive(Clone, Default, Debug)]
pub struct OpRules {
    /// The op's schema.
    pub schema: Arc<Schema>,
    /// Definitions in order of priority.
    pub defines: Vec<Arc<Define>>,
    /// Facts.
    pub facts: Vec<Arc<Fact>>,
    /// Its carried values, if it is a loop.
    pub loop_: Option<Arc<Loop>>,
    /// Whether it runs exactly one of its regions to the end and returns what that yields.
    pub is_join: bool,
}

impl OpRules {
    /// Whether one of the definitions has that name.
    pub fn has_definition(&self, name: &str) -> bool {
        self.defines.iter().any(|it| *it.head.name == *name)
    }
}
