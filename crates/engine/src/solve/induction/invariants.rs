//! Invariants of loops, and of joins inside of loops, by the Houdini algorithm (C. Flanagan and K. R. M. Leino,
//! "Houdini, an annotation assistant for ESC/Java", 2001): all candidates are assumed together. Candidates with an
//! unproved premise (before the loop, at the end of an iteration, at the end of a region) are removed, until the
//! premises of all remaining ones are proved.

use super::super::columns::Induction;
use super::super::decide::Decided;
use super::super::define::Definitions;
use super::super::definitions::Known;
use super::super::engine::Engine;
use super::super::facts::{FactOrigin, Stated};
use super::super::knowledge::Knowledge;
use super::state::Invariant;
use crate::program::{Column, OpId, Point, TypeView, ValueId};
use crate::rules::{CarriedLoop, Merge};
use crate::term::Expr;
use calipers_support::order::Order;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum number of candidates for one group of loops.
const MAX_CANDIDATES: usize = 96;
/// Maximum number of loops, and of joins, in a group.
const MAX_LOOPS: usize = 24;
/// Maximum number of dimensions of a carried value.
const MAX_RANK: usize = 8;
/// Maximum number of elements of a carried tensor.
const MAX_ELEMENTS: u32 = 4;

/// Loops and joins that are processed together: those in the same outermost loop.
#[derive(Default)]
struct Group {
    ops: Vec<OpId>,
    is_prepared: bool,
}

impl Definitions<'_> {
    /// The loop or join of an op.
    pub(in crate::solve) fn merge(&self, known: &Knowledge<'_>, op: OpId) -> Option<Merge> {
        self.rules
            .merge(known.points.program, &known.points.dominance, op)
    }
}

/// The search for invariants, which asks the engine whether candidates hold.
pub(in crate::solve) struct Search<'e, 'p> {
    pub(super) engine: &'e mut Engine<'p>,
}

impl<'e, 'p> Search<'e, 'p> {
    /// The search in the program of an engine.
    pub(in crate::solve) fn new(engine: &'e mut Engine<'p>) -> Search<'e, 'p> {
        Search { engine }
    }
}

impl Search<'_, '_> {
    /// Queues the loops that carry a column without a closed form.
    fn note_open_loops(&mut self) {
        for (column, op) in std::mem::take(&mut self.engine.definitions.open_loops) {
            let is_counted = matches!(
                column,
                Column::Value(_) | Column::Unsigned(_) | Column::Dim(..) | Column::Element(..)
            );
            if is_counted {
                self.note_merge(op);
            }
        }
    }

    /// Queues the search for invariants of a loop or join.
    pub(super) fn note_merge(&mut self, op: OpId) {
        if self.engine.config.invariants && self.engine.invariants.noted.insert(op) {
            self.engine.invariants.waiting.push(op);
            let (mut at, mut depth) = (op, 0);
            while let Some(block) = self.engine.program.block_of(at) {
                at = self
                    .engine
                    .program
                    .region_parent(self.engine.program.block_region(block));
                depth += 1;
                let height = self.engine.invariants.heights.entry(at).or_default();
                // Then the heights of the ops further out are no less.
                if *height >= depth {
                    break;
                }
                *height = depth;
            }
        }
    }

    /// Queues the search for invariants of a CFG loop with several edges, whose columns have no closed forms.
    pub(in crate::solve) fn note_cycle(&mut self, latch: OpId) {
        if let Some(Merge::Loop(the_loop)) =
            self.engine.definitions.merge(&self.engine.known, latch)
            && !the_loop.others.is_empty()
        {
            self.note_merge(latch);
        }
    }

    /// Searches for invariants of the queued loops and joins, and of those that are queued meanwhile. It follows
    /// program order, since later ops may depend on the results of earlier ones.
    pub(in crate::solve) fn find_invariants(&mut self) {
        self.note_open_loops();
        if self.engine.invariants.is_searching || self.engine.invariants.waiting.is_empty() {
            return;
        }
        self.engine.invariants.is_searching = true;
        let mut groups: BTreeMap<Vec<u32>, Group> = BTreeMap::new();
        loop {
            self.note_open_loops();
            for op in std::mem::take(&mut self.engine.invariants.waiting) {
                let group = groups.entry(self.place_in_order(op)).or_default();
                group.ops.push(op);
                group.is_prepared = false;
            }
            // Earlier ops do not depend on later ones.
            let Some(mut first) = groups.first_entry() else {
                break;
            };
            if !first.get().is_prepared {
                first.get_mut().is_prepared = true;
                for op in first.get().ops.clone() {
                    self.prepare(op);
                }
                continue;
            }
            self.find_in_group(first.remove().ops);
        }
        self.engine.invariants.is_searching = false;
    }

    /// Drops the invariants, since the assumptions that their premises may need have changed, and queues all searches
    /// again. The next question then finds the same invariants as if it were the first.
    pub(in crate::solve) fn search_again(&mut self) {
        let live = self.engine.invariants.all.iter().enumerate();
        let live = live.filter(|(_, it)| it.is_live).map(|(number, _)| number);
        for number in live.collect::<Vec<usize>>() {
            self.throw_out(number);
        }
        let engine = &mut *self.engine;
        if let Some(first) = engine.disequalities.start_again(&mut engine.known) {
            engine.bounds.models.forget(first);
            engine.known.forget_ranges();
        }
        let mut noted: Vec<OpId> = self.engine.invariants.noted.iter().copied().collect();
        noted.order();
        self.engine.invariants.waiting = noted;
    }

    fn find_in_group(&mut self, mut ops: Vec<OpId>) {
        ops.order();
        let (mut loops, mut joins) = (vec![], vec![]);
        for op in ops {
            match self.engine.definitions.merge(&self.engine.known, op) {
                join @ Some(Merge::Join(_)) => joins.extend(join),
                the_loop => loops.extend(the_loop),
            }
        }
        if let ([merge], []) = (&joins[..], &loops[..])
            && !self.is_in_loop(op_of(merge))
        {
            return self.find_of_join(merge);
        }
        loops.truncate(MAX_LOOPS);
        joins.truncate(MAX_LOOPS);
        // Joins last: if there are too many candidates, those of loops are tried.
        loops.extend(joins);
        let all: Vec<&Merge> = loops.iter().collect();
        let before = self.engine.invariants.all.len();
        self.find_together(&all, Self::candidates);
        // The invariants may narrow the yielded values. Without any, joins have no further candidates, unless there were
        // too many.
        let tried = &self.engine.invariants.all[before..];
        let gains = tried.len() == MAX_CANDIDATES || tried.iter().any(|it| it.is_live);
        let is_retried = |merge: &&Merge| gains || matches!(merge, Merge::Loop(_));
        let retried: Vec<&Merge> = all.into_iter().filter(is_retried).collect();
        self.find_together(&retried, Self::narrower);
        self.find_around(&loops);
    }

    /// The sort key of an op's group: the ops around its outermost loop, outermost first. A join outside of loops comes
    /// after the ops inside of it, on which it depends.
    fn place_in_order(&self, op: OpId) -> Vec<u32> {
        let outermost = self.outermost_loop(op);
        let mut place = vec![outermost.0];
        let mut at = outermost;
        while let Some(block) = self.engine.program.block_of(at) {
            at = self
                .engine
                .program
                .region_parent(self.engine.program.block_region(block));
            place.push(at.0);
        }
        place.reverse();
        let known = self.engine.rules.op(self.engine.program.op_name(outermost));
        if known.is_some_and(|known| known.is_join) {
            place.push(u32::MAX);
        }
        place
    }

    /// The outermost loop around a loop or join. For a loop of blocks, the op that contains the blocks, if that is in
    /// no loop.
    pub(super) fn outermost_loop(&self, op: OpId) -> OpId {
        let (mut at, mut outermost) = (op, op);
        if !self.engine.program.successors(op).is_empty()
            && let Some(block) = self.engine.program.block_of(op)
        {
            at = self
                .engine
                .program
                .region_parent(self.engine.program.block_region(block));
            outermost = at;
        }
        while let Some(block) = self.engine.program.block_of(at) {
            at = self
                .engine
                .program
                .region_parent(self.engine.program.block_region(block));
            let known = self.engine.rules.op(self.engine.program.op_name(at));
            if known.is_some_and(|known| known.loop_.is_some()) {
                outermost = at;
            }
        }
        outermost
    }

    /// Defines the values that are merged at a loop or join, and enters the points that they come from.
    fn prepare(&mut self, op: OpId) {
        let Some(merge) = self.engine.definitions.merge(&self.engine.known, op) else {
            return;
        };
        for value in merge.values() {
            for column in self.merged_columns(value) {
                self.engine
                    .definitions
                    .define(&mut self.engine.known, column);
                for (condition, _) in merge.premises(&Expr::Leaf(column)) {
                    condition.for_each_leaf(&mut |&column| {
                        self.engine
                            .definitions
                            .define(&mut self.engine.known, column);
                    });
                }
            }
        }
        for point in sources_of(&merge) {
            self.engine.enter(point);
        }
    }

    /// The columns of a loop's argument, or of a join's result, that invariants may mention.
    pub(super) fn merged_columns(&self, value: ValueId) -> Vec<Column> {
        match self.engine.program.value_type(value) {
            TypeView::Index => vec![Column::Value(value)],
            TypeView::Integer { width } if width > 1 => vec![Column::Value(value)],
            kind => {
                let rank = kind.shape().and_then(|shape| shape.rank()).unwrap_or(0);
                let dims = (0..rank.min(MAX_RANK)).map(|dim| Column::Dim(value, dim as u32));
                let of_integers = match self.engine.program.element_type(value) {
                    Some(TypeView::Integer { width }) => width > 1,
                    other => matches!(other, Some(TypeView::Index)),
                };
                let elements = (0..MAX_ELEMENTS)
                    .filter(|&at| {
                        of_integers && Column::has_element(self.engine.program, value, at)
                    })
                    .map(|at| Column::Element(value, at));
                dims.chain(elements).collect()
            }
        }
    }

    /// The carried columns that invariants may bound: argument, initial value and yielded value. They have no closed form, or
    /// one whose range is not that of its factors.
    pub(super) fn open_columns(&self, the_loop: &CarriedLoop) -> Vec<[Column; 3]> {
        let mut open = vec![];
        for carried in &the_loop.carried {
            if self
                .engine
                .definitions
                .has_definitions(&self.engine.known, carried.argument)
            {
                for column in self.merged_columns(carried.argument) {
                    let is_polynomial = self.engine.known.columns.get(column).is_some_and(|leaf| {
                        self.engine.known.columns.entry(leaf).induction == Induction::Polynomial
                    });
                    if (self.engine.definition(column).is_none() || is_polynomial)
                        && self.engine.known.columns.done(column).is_some()
                    {
                        let at = |value| column.of_value(value);
                        open.push([column, at(carried.initial), at(carried.yielded)]);
                    }
                }
            }
        }
        open
    }

    /// Retries candidates of the loops and joins around others, inner ones first: the invariants of inner loops may prove
    /// further ones, whether the inner loops belong to an earlier question or to this one.
    fn find_around(&mut self, merges: &[Merge]) {
        self.note_open_loops();
        let heights = &self.engine.invariants.heights;
        let around = merges
            .iter()
            .filter_map(|outer| Some((*heights.get(&op_of(outer))?, outer)));
        let mut around: Vec<(usize, &Merge)> = around.collect();
        around.order_by_key(|(height, outer)| (*height, op_of(outer)));
        for (_, outer) in around {
            let before = self.engine.invariants.all.len();
            self.find_together(&[outer], Self::untried);
            if self.engine.invariants.all[before..]
                .iter()
                .any(|it| it.is_live)
            {
                self.find_together(&[outer], Self::narrower);
            }
        }
    }

    /// The candidate invariants of merged values.
    pub(super) fn candidates(&mut self, merge: &Merge) -> Vec<Expr<Column>> {
        match merge {
            Merge::Loop(the_loop) => {
                let mut found = vec![];
                for path in the_loop.paths() {
                    let by_path = self.candidates_of_loop(path).into_iter();
                    found.extend(by_path.filter(|it| !found.contains(it)).collect::<Vec<_>>());
                }
                found
            }
            Merge::Join(join) => self.candidates_of_join(join),
        }
    }

    /// Bounds by the current ranges of the merged values, and equations of those that have none yet.
    fn narrower(&mut self, merge: &Merge) -> Vec<Expr<Column>> {
        match merge {
            Merge::Loop(the_loop) => {
                let mut found = self.narrower_of_loop(the_loop);
                found.extend(self.limited_of_loop(the_loop));
                found
            }
            Merge::Join(_) => self.untried(merge),
        }
    }

    /// The candidates of a loop or join that were not tried before.
    fn untried(&mut self, merge: &Merge) -> Vec<Expr<Column>> {
        let mut found = self.candidates(merge);
        let known = self.engine.invariants.all.iter();
        let tried: Vec<_> = known.filter(|it| it.op == op_of(merge)).collect();
        found.retain(|condition| tried.iter().all(|it| it.condition != *condition));
        found
    }

    /// Adds candidates as a new system, and returns their numbers.
    pub(super) fn add_system<'m>(
        &mut self,
        candidates: Vec<(&'m Merge, Vec<Expr<Column>>)>,
    ) -> Vec<(usize, &'m Merge)> {
        let system = self.engine.invariants.systems;
        self.engine.invariants.systems += 1;
        let mut numbers = vec![];
        for (merge, conditions) in candidates {
            for condition in conditions {
                if numbers.len() < MAX_CANDIDATES {
                    numbers.push((self.engine.invariants.all.len(), merge));
                    self.engine.invariants.all.push(Invariant {
                        op: op_of(merge),
                        condition,
                        system,
                        is_live: true,
                        proofs: None,
                    });
                }
            }
        }
        numbers
    }

    fn find_together(
        &mut self,
        merges: &[&Merge],
        candidates: fn(&mut Self, &Merge) -> Vec<Expr<Column>>,
    ) {
        let candidates = merges.iter().map(|&merge| (merge, candidates(self, merge)));
        let candidates = candidates.collect();
        let mut numbers = self.add_system(candidates);
        for (number, merge) in &numbers {
            self.state_invariant(*number, merge);
        }
        loop {
            let before = numbers.len();
            numbers.retain(|(number, merge)| {
                let condition = self.engine.invariants.all[*number].condition.clone();
                let holds = self.are_premises_shown(&condition, merge);
                if !holds {
                    self.throw_out(*number);
                }
                holds
            });
            if numbers.len() == before {
                break;
            }
        }
        if !numbers.is_empty() {
            for merge in merges {
                self.set_aside_implied(op_of(merge));
            }
            self.engine.known.forget_ranges();
        }
    }

    /// Asserts an invariant wherever it holds.
    pub(super) fn state_invariant(&mut self, number: usize, merge: &Merge) {
        let condition = self.engine.invariants.all[number].condition.clone();
        for &start in merge.starts() {
            self.state_at(number, condition.clone(), Some(start));
        }
        let Merge::Loop(the_loop) = merge else {
            return;
        };
        let after = loop {
            let mut constants = Known::new(
                &self.engine.known.columns,
                &self.engine.known.egraph,
                self.engine.config.integer_overflow,
            );
            match the_loop.after(
                &condition,
                self.engine.rules,
                self.engine.program,
                &mut constants,
            ) {
                Err(crate::rules::Stop::Demand(column)) => {
                    self.engine
                        .definitions
                        .define(&mut self.engine.known, column);
                }
                Err(crate::rules::Stop::Inapplicable) => return,
                Ok(after) => break after,
            }
        };
        self.state_at(number, after, the_loop.after);
    }

    fn state_at(&mut self, number: usize, condition: Expr<Column>, point: Option<Point>) {
        let class = self
            .engine
            .definitions
            .intern(&mut self.engine.known, &condition);
        let origin = FactOrigin::Invariant(number as u32);
        let stated = Arc::new(Stated {
            condition,
            given: vec![],
        });
        self.engine.assert(class, point, vec![], origin, stated);
    }

    fn throw_out(&mut self, number: usize) {
        self.engine.invariants.all[number].is_live = false;
        let engine = &mut *self.engine;
        let own = engine.known.facts.retire_invariant(number as u32);
        let derived = engine
            .disequalities
            .retract(&mut engine.known, number as u32);
        if let Some(first) = own.into_iter().chain(derived).min() {
            engine.bounds.models.forget(first);
        }
        self.engine.known.forget_ranges();
    }

    /// Whether the premises of an invariant hold. For a loop, the first one must hold at a reachable point; for a join,
    /// at least one of them: any condition would be an invariant of unreachable code.
    pub(super) fn are_premises_shown(&mut self, condition: &Expr<Column>, merge: &Merge) -> bool {
        let mut is_reached = false;
        for (number, (premise, point)) in merge.premises(condition).into_iter().enumerate() {
            let decided = self.engine.prove(&premise, Some(point));
            is_reached |= decided == Ok(Decided::True);
            let is_entry = number == 0 && matches!(merge, Merge::Loop(_));
            if decided.is_ok_and(|it| it == Decided::False)
                || decided.is_err()
                || is_entry && !is_reached
            {
                return false;
            }
        }
        is_reached
    }
}

/// The op; for a CFG loop, the terminator of the back edge.
fn op_of(merge: &Merge) -> OpId {
    match merge {
        Merge::Loop(the_loop) => the_loop.op,
        Merge::Join(join) => join.op,
    }
}

/// The points at which the premises must be proved.
fn sources_of(merge: &Merge) -> Vec<Point> {
    match merge {
        Merge::Loop(the_loop) => {
            let paths = the_loop.paths();
            paths.flat_map(|path| [path.before, path.end]).collect()
        }
        Merge::Join(join) => join.ends.iter().map(|(end, _)| *end).collect(),
    }
}
