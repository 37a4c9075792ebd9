//! The instances of a kernel that are executed.

use super::Run;
use crate::nest::{Level, kernel_limit, ops_within};
use calipers_number::Int;
use calipers_program::{Attribute, OpId, Program, ValueId};

/// The number of instances of a kernel that one attempt executes.
const MAX_THREADS: usize = 192;

impl Run<'_, '_> {
    /// The instances of a kernel that are executed, by their ids.
    pub(super) fn threads(&mut self, kernel: &Level, constants: &[i64]) -> Vec<Vec<Int>> {
        let limit = match kernel.variables.len() {
            1 => 72,
            2 => 12,
            _ => 5,
        };
        let mut own = vec![];
        let mut number: usize = 1;
        for (variable, readers) in kernel.variables.iter().zip(&kernel.readers) {
            let count = self.count(*variable, readers);
            let choices = choices(count.as_ref(), limit, constants);
            self.is_complete &= count == Some(Int::from(choices.len() as i64));
            number = number.saturating_mul(choices.len());
            own.push(choices);
        }
        // All combinations, or those of the first values of each id, and then each other value with zeros.
        let is_all = number <= MAX_THREADS;
        self.is_complete &= is_all;
        let first = match own.len() {
            _ if is_all => MAX_THREADS,
            2 => 8,
            3 => 4,
            4 => 3,
            _ => 2,
        };
        let mut all = vec![vec![]];
        for choices in &own {
            let with = |ids: &Vec<Int>| {
                let more = choices.iter().take(first).map(|id| {
                    let mut ids = ids.clone();
                    ids.push(id.clone());
                    ids
                });
                more.collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        let more = own.iter().enumerate().flat_map(|(at, choices)| {
            let rest = choices.iter().skip(first);
            let zero = || {
                own.iter()
                    .map(|it| it.first().cloned().unwrap_or(Int::ZERO))
            };
            rest.map(move |id| {
                let mut ids: Vec<Int> = zero().collect();
                ids[at] = id.clone();
                ids
            })
        });
        all.extend(more);
        all.truncate(MAX_THREADS);
        all
    }

    /// The number of values of an id.
    fn count(&mut self, variable: ValueId, readers: &[OpId]) -> Option<Int> {
        let sizes = kernel_limit(self.program, readers);
        let size = sizes.first().and_then(|&size| self.value(size));
        let range = self.analysis.range(variable);
        let last = range.upper().map(|last| last + Int::ONE);
        match (size, last) {
            (Some(size), Some(last)) => Some(size.min(last)),
            (size, last) => size.or(last),
        }
    }

    /// Sets the ids of an instance of a kernel.
    pub(super) fn enter(&mut self, kernel: &Level, ids: &[Int]) {
        for ((&variable, readers), id) in kernel.variables.iter().zip(&kernel.readers).zip(ids) {
            for &reader in readers {
                if let Some(&result) = self.program.results(reader).first() {
                    self.set_value(result, [Some(id.clone()), Some(id.clone())]);
                }
            }
            self.variables.push((variable, id.clone()));
        }
    }
}

/// Some numbers below a count.
fn choices(count: Option<&Int>, limit: usize, constants: &[i64]) -> Vec<Int> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let is_below = |number: &Int| count.is_none_or(|count| number < count);
    let first = (0..limit).map(Int::from).filter(is_below);
    let mut special: Vec<i64> = vec![16, 31, 32, 33, 64, 128];
    special.extend(constants.iter().rev().take(4));
    special.sort_unstable();
    special.dedup();
    let special = special.into_iter().filter(|&it| it >= limit).map(Int::from);
    first.chain(special.filter(is_below)).collect()
}

/// The integers that constant ops of a function define.
pub(super) fn constants(program: &dyn Program, function: OpId) -> Vec<i64> {
    let value = |op: OpId| match program.attribute(op, "value") {
        Some(Attribute::Integer(value)) => i64::try_from(&value).ok(),
        _ => None,
    };
    let mut found: Vec<i64> = ops_within(program, function)
        .into_iter()
        .filter_map(value)
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
