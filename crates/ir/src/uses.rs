//! Use lists of values.

use super::op::Op;
use crate::program::{OpId, ValueId};
use hashbrown::HashMap;

/// Use lists: a pool for the parsed program, and separate lists for values whose users have changed.
#[derive(Clone, Default, Debug)]
pub(super) struct Uses {
    /// For each value of the pool, the start of its users; one more entry marks the end.
    starts: Vec<u32>,
    pool: Vec<OpId>,
    edited: HashMap<ValueId, Vec<OpId>>,
}

impl Uses {
    /// The use lists of a parsed program, whose ops are in program order.
    pub(super) fn of(ops: &[Op], values: usize) -> Uses {
        let mut starts = vec![0u32; values + 1];
        each_user(ops, values, |value, _| starts[value.index() + 1] += 1);
        for at in 0..values {
            starts[at + 1] += starts[at];
        }
        let mut pool = vec![OpId(0); starts[values] as usize];
        let mut next = starts.clone();
        each_user(ops, values, |value, op| {
            let at = &mut next[value.index()];
            pool[*at as usize] = op;
            *at += 1;
        });
        Uses {
            starts,
            pool,
            edited: HashMap::new(),
        }
    }

    /// The users of `value`, each once.
    pub(super) fn get(&self, value: ValueId) -> &[OpId] {
        if !self.edited.is_empty()
            && let Some(users) = self.edited.get(&value)
        {
            return users;
        }
        self.pooled(value)
    }

    /// The use list of `value`, mutable.
    #[inline]
    pub(super) fn get_mut(&mut self, value: ValueId) -> &mut Vec<OpId> {
        if !self.edited.contains_key(&value) {
            let users = self.pooled(value).to_vec();
            self.edited.insert(value, users);
        }
        self.edited.entry(value).or_default()
    }

    fn pooled(&self, value: ValueId) -> &[OpId] {
        match (
            self.starts.get(value.index()),
            self.starts.get(value.index() + 1),
        ) {
            (Some(&start), Some(&end)) => &self.pool[start as usize..end as usize],
            _ => &[],
        }
    }
}

fn each_user(ops: &[Op], values: usize, mut visit: impl FnMut(ValueId, OpId)) {
    let mut last_user = vec![u32::MAX; values];
    for (number, op) in ops.iter().enumerate() {
        let number = number as u32;
        for &operand in &op.operands {
            let last = &mut last_user[operand.index()];
            if *last != number {
                *last = number;
                visit(operand, OpId(number));
            }
        }
    }
}
