//! The instances of a kernel that are executed.

use super::Run;
use crate::nest::{Level, axis, dimension, kernel_limit, known_block_size, reader_beside};
use calipers_number::{Int, floor_div, floor_mod};
use calipers_program::{OpId, ValueId};
use calipers_support::order::Order;
use hashbrown::HashSet;

/// The number of instances of a kernel that one attempt executes.
const MAX_THREADS: usize = 256;

/// The number of threads in a subgroup, of blocks that are executed.
const SUBGROUP: i64 = 32;

impl Run<'_, '_> {
    /// The instances of a kernel that are executed, by their ids.
    pub(super) fn threads(&mut self, kernel: &Level, constants: &[i64]) -> Vec<Vec<Int>> {
        let limit = match kernel.variables.len() {
            1 => self.iterations.clamp(72, MAX_THREADS),
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
        if !self.determine(kernel, &mut all) {
            self.is_complete = false;
            all.clear();
        }
        let mut seen = HashSet::new();
        all.retain(|ids| seen.insert(ids.clone()));
        all
    }

    /// Computes the ids that others determine: a thread of a block has one number in the grid and one in its subgroup.
    /// Returns false if an id depends on what is unknown, such as the shape of the block.
    fn determine(&mut self, kernel: &Level, all: &mut [Vec<Int>]) -> bool {
        let program = self.program;
        let first = kernel.readers.iter().filter_map(|it| it.first().copied());
        let first: Vec<OpId> = first.collect();
        let places = |name: &str, like: Option<OpId>| -> Vec<usize> {
            let is_it = |reader: OpId| {
                let is_alike = |like| axis(program, reader) == axis(program, like);
                program.op_name(reader) == name && like.is_none_or(is_alike)
            };
            (0..first.len()).filter(|&at| is_it(first[at])).collect()
        };
        for (at, &reader) in first.iter().enumerate() {
            let like = Some(reader);
            let by: (Vec<usize>, Vec<usize>, Int) = match program.op_name(reader) {
                "gpu.global_id" => {
                    let threads = places("gpu.thread_id", like);
                    let own = all
                        .iter()
                        .flat_map(|ids| threads.iter().map(|&at| &ids[at]));
                    let least = own.max().map_or(Int::ONE, |last| last + Int::ONE);
                    let size = self.block_size(reader).unwrap_or(least);
                    (threads, places("gpu.block_id", like), size)
                }
                "gpu.lane_id" | "gpu.subgroup_id" => {
                    let threads = places("gpu.thread_id", None);
                    let is_first = threads
                        .iter()
                        .all(|&at| dimension(program, first[at]) == Some(0));
                    if !is_first || !places("gpu.global_id", None).is_empty() {
                        return false;
                    }
                    (threads, vec![], Int::from(SUBGROUP))
                }
                "gpu.cluster_id" | "gpu.cluster_block_id" => {
                    let names = ["gpu.block_id", "gpu.global_id"];
                    if names.iter().any(|name| !places(name, like).is_empty()) {
                        return false;
                    }
                    continue;
                }
                _ => continue,
            };
            let (threads, blocks, size) = by;
            if threads.is_empty() && blocks.is_empty() {
                continue;
            }
            self.is_complete = false;
            for ids in all.iter_mut() {
                let of = |places: &[usize]| places.first().map_or(Int::ZERO, |&at| ids[at].clone());
                let (thread, block) = (of(&threads), of(&blocks));
                ids[at] = match program.op_name(reader) {
                    "gpu.global_id" => block * size.clone() + thread,
                    "gpu.lane_id" => floor_mod(&thread, &size).unwrap_or(Int::ZERO),
                    _ => floor_div(&thread, &size).unwrap_or(Int::ZERO),
                };
            }
        }
        true
    }

    /// The size of a block in the dimension that an id reads, if the kernel states or reads it.
    fn block_size(&mut self, reader: OpId) -> Option<Int> {
        let program = self.program;
        if let Some(op) = reader_beside(program, reader, "gpu.block_dim") {
            return self.value(*program.results(op).first()?);
        }
        known_block_size(program, reader).map(Int::from)
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
    special.order();
    special.dedup();
    let special = special.into_iter().filter(|&it| it >= limit).map(Int::from);
    first.chain(special.filter(is_below)).collect()
}
