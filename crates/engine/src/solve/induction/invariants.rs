//! Invariants of loops, found in the way of Houdini (C. Flanagan and K. R. M. Leino, "Houdini, an
//! annotation assistant for ESC/Java", 2001): candidates are taken for granted, all together; those
//! that do not hold before the loop, or that an iteration does not preserve, are thrown out; until
//! all that are left are shown.

use super::super::decide::Decided;
use super::super::definitions::Known;
use super::super::engine::Engine;
use super::super::facts::{FactOrigin, Stated};
use crate::program::{Column, OpId, Point, TypeView};
use crate::proof;
use crate::rules::{CarriedLoop, CarriedValue};
use crate::term::Expr;
use hashbrown::HashSet;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many candidates there may be for loops that are looked at together.
const MAX_CANDIDATES: usize = 96;
/// How many loops are looked at together.
const MAX_LOOPS: usize = 24;
/// How many dimensions of a carried value are looked at.
const MAX_RANK: usize = 8;
/// How many elements of a carried tensor are looked at.
const MAX_ELEMENTS: u32 = 4;

/// A condition at the start of each iteration of a loop.
#[derive(Debug)]
pub(in crate::solve) struct Invariant {
    pub(in crate::solve) op: OpId,
    pub(in crate::solve) condition: Expr<Column>,
    /// The number of those that were shown together.
    pub(in crate::solve) system: u32,
    /// Whether it has not been thrown out.
    pub(in crate::solve) is_live: bool,
    /// That it holds before the loop, and that an iteration preserves it.
    pub(in crate::solve) proofs: Option<[proof::Proof; 2]>,
}

/// All that was found, and what is still to be looked at.
#[derive(Default, Debug)]
pub(in crate::solve) struct Invariants {
    /// Loops with carried columns that have no closed form.
    waiting: Vec<OpId>,
    noted: HashSet<OpId>,
    pub(in crate::solve) all: Vec<Invariant>,
    systems: u32,
    is_searching: bool,
    /// The system that is being explained.
    pub(in crate::solve) explained: Option<u32>,
    /// What was put together for a proof, by the invariant that it was for.
    pub(in crate::solve) shown: Vec<(usize, Arc<proof::Invariants>)>,
}

impl Invariants {
    /// How many there are up to a system.
    pub(in crate::solve) fn up_to(&self, system: u32) -> u32 {
        self.all.partition_point(|it| it.system <= system) as u32
    }
}

/// Loops that are looked at together: those in the same outermost one.
#[derive(Default)]
struct Group {
    loops: Vec<OpId>,
    is_prepared: bool,
}

impl Engine<'_> {
    /// Notes that a loop carries a column that has no closed form.
    pub(in crate::solve) fn note_open_loop(&mut self, column: Column, op: OpId) {
        let is_counted = matches!(
            column,
            Column::Value(_) | Column::Unsigned(_) | Column::Dim(..) | Column::Element(..)
        );
        if is_counted && self.config.invariants && self.invariants.noted.insert(op) {
            self.invariants.waiting.push(op);
        }
    }

    /// Looks for invariants of the loops noted so far, and of those met on the way: first of those
    /// that come first in the program, whose results others may depend on.
    pub(in crate::solve) fn find_invariants(&mut self) {
        if self.invariants.is_searching || self.invariants.waiting.is_empty() {
            return;
        }
        self.invariants.is_searching = true;
        let mut groups: BTreeMap<OpId, Group> = BTreeMap::new();
        loop {
            for op in std::mem::take(&mut self.invariants.waiting) {
                let group = groups.entry(self.outermost_loop(op)).or_default();
                group.loops.push(op);
                group.is_prepared = false;
            }
            // What comes first in the program does not depend on what comes after it.
            let Some(mut first) = groups.first_entry() else {
                break;
            };
            if !first.get().is_prepared {
                first.get_mut().is_prepared = true;
                for op in first.get().loops.clone() {
                    self.prepare(op);
                }
                continue;
            }
            let mut loops = first.remove().loops;
            loops.sort_unstable();
            loops.truncate(MAX_LOOPS);
            let loops: Vec<CarriedLoop> = loops
                .iter()
                .filter_map(|&op| self.carried_loop(op))
                .collect();
            self.find_together(&loops, Self::candidates);
            // What was found may narrow what is passed on.
            self.find_together(&loops, Self::narrower);
            self.find_around(&loops);
        }
        self.invariants.is_searching = false;
    }

    /// A loop and what it carries.
    pub(in crate::solve) fn carried_loop(&self, op: OpId) -> Option<CarriedLoop> {
        self.rules.carried_loop(self.program, &self.dominance, op)
    }

    /// The outermost loop around a loop; of loops made of blocks what the blocks are in, where that is
    /// in no loop.
    fn outermost_loop(&self, op: OpId) -> OpId {
        let (mut at, mut outermost) = (op, op);
        if !self.program.successors(op).is_empty()
            && let Some(block) = self.program.block_of(op)
        {
            at = self.program.region_parent(self.program.block_region(block));
            outermost = at;
        }
        while let Some(block) = self.program.block_of(at) {
            at = self.program.region_parent(self.program.block_region(block));
            let known = self.rules.op(self.program.op_name(at));
            if known.is_some_and(|known| known.loop_.is_some()) {
                outermost = at;
            }
        }
        outermost
    }

    /// Unfolds what a loop carries, and what is known where it begins and where its iterations end.
    fn prepare(&mut self, op: OpId) {
        let Some(the_loop) = self.carried_loop(op) else {
            return;
        };
        for carried in &the_loop.carried {
            for column in self.carried_columns(carried) {
                let at = |value| column.of_value(value);
                for value in [carried.argument, carried.initial, carried.yielded] {
                    self.unfold(at(value));
                }
            }
        }
        for point in [the_loop.before, the_loop.end] {
            self.enter(point);
        }
    }

    /// The columns of an argument that invariants may be about.
    fn carried_columns(&self, carried: &CarriedValue) -> Vec<Column> {
        let argument = carried.argument;
        match self.program.value_type(argument) {
            TypeView::Index => vec![Column::Value(argument)],
            TypeView::Integer { width } if width > 1 => vec![Column::Value(argument)],
            kind => {
                let rank = kind.shape().and_then(|shape| shape.rank()).unwrap_or(0);
                let dims = (0..rank.min(MAX_RANK)).map(|dim| Column::Dim(argument, dim as u32));
                let of_integers = match self.program.element_type(argument) {
                    Some(TypeView::Integer { width }) => width > 1,
                    other => matches!(other, Some(TypeView::Index)),
                };
                let elements = (0..MAX_ELEMENTS)
                    .filter(|&at| of_integers && Column::has_element(self.program, argument, at))
                    .map(|at| Column::Element(argument, at));
                dims.chain(elements).collect()
            }
        }
    }

    /// Those of what a loop carries that have no definition: of the argument, at first, and passed on.
    pub(super) fn open_columns(&self, the_loop: &CarriedLoop) -> Vec<[Column; 3]> {
        let mut open = vec![];
        for carried in &the_loop.carried {
            if self.has_definitions(carried.argument) {
                for column in self.carried_columns(carried) {
                    if self.definition(column).is_none() && self.done(column).is_some() {
                        let at = |value| column.of_value(value);
                        open.push([column, at(carried.initial), at(carried.yielded)]);
                    }
                }
            }
        }
        open
    }

    /// What is known of loops by now tells more of what those around them may keep, as it does where the inner
    /// ones were asked about before: of these, the inner first, what has not been tried yet is.
    fn find_around(&mut self, loops: &[CarriedLoop]) {
        let mut around: Vec<(usize, &CarriedLoop)> = vec![];
        for outer in loops {
            if loops.iter().any(|it| self.depth_below(it.op, outer.op) > 0) {
                let inside = loops.iter().map(|it| self.depth_below(it.op, outer.op));
                around.push((inside.max().unwrap_or_default(), outer));
            }
        }
        around.sort_by_key(|(height, outer)| (*height, outer.op));
        for (_, outer) in around {
            let before = self.invariants.all.len();
            self.find_together(std::slice::from_ref(outer), Self::untried);
            if self.invariants.all[before..].iter().any(|it| it.is_live) {
                self.find_together(std::slice::from_ref(outer), Self::narrower);
            }
        }
    }

    /// How far inside of `outer` an op is; 0 where it is not inside.
    fn depth_below(&self, op: OpId, outer: OpId) -> usize {
        let (mut at, mut depth) = (op, 0);
        while at != outer {
            let Some(block) = self.program.block_of(at) else {
                return 0;
            };
            at = self.program.region_parent(self.program.block_region(block));
            depth += 1;
        }
        depth
    }

    /// Candidates that have not been among those of the loop before.
    fn untried(&mut self, the_loop: &CarriedLoop) -> Vec<Expr<Column>> {
        let mut found = self.candidates(the_loop);
        let known = self.invariants.all.iter();
        let tried: Vec<_> = known.filter(|it| it.op == the_loop.op).collect();
        found.retain(|condition| tried.iter().all(|it| it.condition != *condition));
        found
    }

    fn find_together(
        &mut self,
        loops: &[CarriedLoop],
        candidates: fn(&mut Self, &CarriedLoop) -> Vec<Expr<Column>>,
    ) {
        let system = self.invariants.systems;
        self.invariants.systems += 1;
        let mut numbers = vec![];
        for the_loop in loops {
            for condition in candidates(self, the_loop) {
                if numbers.len() < MAX_CANDIDATES {
                    numbers.push((self.invariants.all.len(), the_loop));
                    self.invariants.all.push(Invariant {
                        op: the_loop.op,
                        condition,
                        system,
                        is_live: true,
                        proofs: None,
                    });
                }
            }
        }
        for (number, the_loop) in &numbers {
            self.state_invariant(*number, the_loop);
        }
        loop {
            let before = numbers.len();
            numbers.retain(|(number, the_loop)| {
                let holds = self.is_inductive(*number, the_loop);
                if !holds {
                    self.throw_out(*number);
                }
                holds
            });
            if numbers.len() == before {
                return;
            }
        }
    }

    /// Puts an invariant down wherever it holds.
    fn state_invariant(&mut self, number: usize, the_loop: &CarriedLoop) {
        let condition = self.invariants.all[number].condition.clone();
        for &start in &the_loop.starts {
            self.state_at(number, condition.clone(), Some(start));
        }
        let after = loop {
            let mut constants =
                Known::new(&self.columns, &self.store, self.config.integer_overflow);
            match the_loop.after(&condition, self.rules, self.program, &mut constants) {
                Err(crate::rules::Stop::Demand(column)) => {
                    self.unfold(column);
                }
                Err(crate::rules::Stop::Inapplicable) => return,
                Ok(after) => break after,
            }
        };
        self.state_at(number, after, the_loop.after);
    }

    fn state_at(&mut self, number: usize, condition: Expr<Column>, point: Option<Point>) {
        let class = self.intern(&condition);
        let origin = FactOrigin::Invariant(number as u32);
        let stated = Arc::new(Stated {
            condition,
            given: vec![],
        });
        self.assert(class, point, vec![], origin, stated);
    }

    fn throw_out(&mut self, number: usize) {
        self.invariants.all[number].is_live = false;
        if let Some(first) = self.facts.retire_invariant(number as u32) {
            self.witnesses.forget(first);
        }
        self.ranges.clear();
        self.unreachable.clear();
    }

    /// Whether an invariant holds before the loop, and an iteration preserves it. Of a loop that no run comes
    /// to everything would be one.
    fn is_inductive(&mut self, number: usize, the_loop: &CarriedLoop) -> bool {
        let condition = self.invariants.all[number].condition.clone();
        self.prove(&the_loop.first(&condition), Some(the_loop.before)) == Ok(Decided::True)
            && self
                .prove(&the_loop.next(&condition), Some(the_loop.end))
                .is_ok_and(|decided| decided != Decided::False)
    }
}
