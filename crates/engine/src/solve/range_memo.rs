//! Memoized ranges of classes at points, and the state of a computation of one.

use super::epoch_map::EpochMap;
use super::path::Path;
use super::ranges::Bounding;
use crate::number::Range;
use crate::program::{BlockId, Point};
use crate::term::Id;
use hashbrown::HashMap;
use smallvec::SmallVec;

/// The facts that concern a class at a point, identified by the newest visible fact that bounds an atom of at most the
/// reach of the class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Context {
    Everywhere,
    From(Point),
    /// The search ended at its limit before such a fact: the context is all facts visible at that point.
    Around(Point),
}

impl Context {
    pub(super) fn place(self) -> Option<Point> {
        match self {
            Context::Everywhere => None,
            Context::From(point) | Context::Around(point) => Some(point),
        }
    }
}

/// Memoized ranges, by class and context.
#[derive(Default, Debug)]
pub struct RangeMemo {
    pub(super) ranges: HashMap<(Id, Context), Range>,
    /// The greatest position in each block at which a range was computed.
    pub(super) passed: HashMap<BlockId, usize>,
    pub(super) last: Option<Context>,
    pub(super) ages: EpochMap<u64>,
    /// The age of the youngest atom on which the range of a class depends.
    pub(super) reaches: EpochMap<u64>,
    /// The point of the last query.
    pub(super) here: Option<Point>,
    /// The contexts at that point, by reach.
    pub(super) contexts: SmallVec<[(u64, Context); 8]>,
    /// For a long path to that point: its points whose blocks contain facts, innermost first, up to the limit and one
    /// more. A long chain of blocks contains few such points, and is walked once for all classes.
    pub(super) far: Option<Vec<Point>>,
    /// The classes whose ranges are being computed; reused between computations.
    pub(super) in_progress: Progress,
}

impl RangeMemo {
    pub(super) fn clear(&mut self) {
        self.ranges.clear();
        self.passed.clear();
        self.reaches.clear();
        self.forget_contexts();
        self.last = None;
    }

    /// Clears all memos, ages included, since classes were united.
    pub(super) fn forget_classes(&mut self) {
        self.clear();
        self.ages.clear();
    }

    /// Invalidates what a new fact may affect that begins at `place` (everywhere if `None`).
    pub(super) fn forget(&mut self, place: Option<Point>) {
        self.forget_contexts();
        let is_past = |place: Point| {
            let passed = self.passed.get(&place.block);
            passed.is_some_and(|&passed| passed >= place.index)
        };
        if place.is_none_or(is_past) {
            self.clear();
        }
    }

    pub(super) fn forget_contexts(&mut self) {
        self.contexts.clear();
        self.far = None;
    }

    /// The memoized age of an atom.
    pub(super) fn age_of(&self, atom: Id) -> Option<u64> {
        self.ages.get(atom)
    }

    pub(super) fn insert(
        &mut self,
        class: Id,
        context: Context,
        path: Option<&Path>,
        range: Range,
    ) {
        if self.last != Some(context) {
            self.last = Some(context);
            if let (Some(path), Context::From(from) | Context::Around(from)) = (path, context) {
                let mut points = path.points().iter().skip_while(|at| at.block != from.block);
                points.next();
                for at in [from].iter().chain(points) {
                    let passed = self.passed.entry(at.block).or_insert(at.index);
                    *passed = at.index.max(*passed);
                }
            }
        }
        self.ranges.insert((class, context), range);
    }
}

/// How far inwards on a path something holds from: 0 for everywhere, else block depth and position.
pub(super) type Depth = (usize, usize);

/// Initial capacity of a computation.
const MAX_ROOM: usize = 64;
/// A class whose range is being computed.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) class: Id,
    pub(super) context: Context,
    /// The facts that bound it, until they are used.
    pub(super) facts: Option<Bounding>,
    /// The range, and the depth of the innermost fact that it uses.
    pub(super) result: Option<(Range, Depth)>,
    /// The index of the outermost class whose unfinished range was needed here. Its universal range was used instead,
    /// so that a second iteration may improve this one.
    pub(super) awaits: Option<usize>,
}

/// The classes whose ranges are being computed, indexed by id.
#[derive(Default, Debug)]
pub(super) struct Progress {
    pub(super) places: EpochMap<u32>,
    pub(super) pending: Vec<Pending>,
}

impl Progress {
    pub(super) fn get(&self, class: Id) -> Option<&Pending> {
        self.pending.get(self.place(class)?)
    }

    pub(super) fn place(&self, class: Id) -> Option<usize> {
        Some(self.places.get(class)? as usize)
    }

    /// Drops the results that depend on the unfinished range at an index.
    pub(super) fn forget_waiting(&mut self, place: usize) {
        for waiting in &self.pending[place + 1..] {
            if waiting.awaits == Some(place) {
                self.places.remove(waiting.class);
            }
        }
    }

    pub(super) fn insert(&mut self, class: Id, pending: Pending) {
        self.places.insert(class, self.pending.len() as u32);
        self.pending.push(pending);
    }

    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.pending.clear();
        self.pending.shrink_to(MAX_ROOM);
    }
}

/// The depth of a point on a path.
pub(super) fn depth(path: Option<&Path>, place: Option<Point>) -> Depth {
    let (Some(path), Some(place)) = (path, place) else {
        return (0, 0);
    };
    let mut points = path.points().iter();
    let outward = points.position(|at| at.block == place.block);
    (path.points().len() - outward.unwrap_or(0), place.index)
}
