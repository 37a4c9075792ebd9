//! The heads of rules, as they are read.

use super::demand::is_test;
use calipers_semantics::{Formula, Head, Schema, Slot};
use calipers_support::order::Order;
use std::sync::Arc;

/// The head of a rule without guards.
pub(super) fn without_guards(name: Arc<str>, fields: Vec<(usize, Slot)>) -> Head {
    Head {
        name,
        fields,
        variables: 0,
        when: Arc::default(),
        given: Arc::default(),
        schema: Arc::default(),
    }
}

/// The head for ops with this schema, in which the fields of the rule have these positions. Guards that only look at
/// the type of an operand or for an attribute come first: they cost least, and reject most ops.
pub(super) fn on(head: &Head, schema: &Arc<Schema>, fields: Vec<(usize, Slot)>) -> Head {
    let mut head = Head {
        fields,
        schema: schema.clone(),
        ..head.clone()
    };
    let is_late = |guard: &Formula| !is_test(&head, guard);
    if !head.when.is_sorted_by_key(is_late) {
        let mut guards = (*head.when).clone();
        guards.order_by_key(is_late);
        head.when = guards.into();
    }
    head
}
