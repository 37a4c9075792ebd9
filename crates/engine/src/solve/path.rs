//! Dominator paths to points, and facts indexed along them.

use crate::program::{BlockId, Dominance, Point, Program};
use calipers_support::order::Order;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use smallvec::SmallVec;
use std::rc::Rc;

/// Up to this many entries are searched linearly.
const FEW: usize = 8;

/// The points that every execution passes on its way to a point, one per block: the point itself, then the ends of its
/// dominators, outwards.
#[derive(Clone, Debug)]
pub struct Path {
    points: SmallVec<[Point; FEW]>,
    /// The position in each block on the path; for long paths only.
    indices: HashMap<BlockId, usize>,
}

impl Path {
    fn to(program: &dyn Program, dominance: &Dominance, point: Point) -> Path {
        let outward = |here: &Point| match dominance.immediate_dominator(program, here.block) {
            Some(block) => {
                let index = program.block_ops(block).len();
                let end = Point { block, index };
                program.relies_on_order(end);
                Some(end)
            }
            None => {
                let region = program.block_region(here.block);
                Point::before(program, program.region_parent(region))
            }
        };
        let points: SmallVec<[Point; FEW]> = std::iter::successors(Some(point), outward).collect();
        let indices = match points.len() > FEW {
            true => points.iter().map(|at| (at.block, at.index)).collect(),
            false => HashMap::new(),
        };
        Path { points, indices }
    }

    /// Moves the end of the path to another point in the same block.
    fn move_to(&mut self, point: Point) {
        self.points[0] = point;
        if let Some(index) = self.indices.get_mut(&point.block) {
            *index = point.index;
        }
    }

    /// The points, innermost first.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Whether a point is on the path, that is, dominates its end.
    pub fn passes(&self, from: Point) -> bool {
        self.index(from.block)
            .is_some_and(|index| from.index <= index)
    }

    /// The position in a block, if the block is on the path.
    fn index(&self, block: BlockId) -> Option<usize> {
        if !self.indices.is_empty() {
            return self.indices.get(&block).copied();
        }
        let mut points = self.points.iter();
        points.find(|at| at.block == block).map(|at| at.index)
    }
}

/// The memoized paths.
#[derive(Default, Debug)]
pub(super) struct LastPaths {
    /// The path of the last query.
    last: Option<Rc<Path>>,
    /// The last path in each block.
    by_block: HashMap<BlockId, Rc<Path>>,
}

impl LastPaths {
    /// The path to a point. The last path in each block is memoized; among long paths only the last one.
    pub(super) fn path(
        &mut self,
        program: &dyn Program,
        dominance: &Dominance,
        point: Point,
    ) -> Rc<Path> {
        if let Some(path) = &self.last
            && path.points[0] == point
        {
            return path.clone();
        }
        // Drops the second reference, so that `make_mut` can move the path without a copy.
        self.last = None;
        let path = match self.by_block.entry(point.block) {
            Entry::Occupied(mut known) => {
                if known.get().points[0] != point {
                    Rc::make_mut(known.get_mut()).move_to(point);
                }
                known.get().clone()
            }
            Entry::Vacant(new) => {
                let path = Path::to(program, dominance, point);
                new.insert(Rc::new(path)).clone()
            }
        };
        if path.points.len() > FEW {
            self.by_block.clear();
            self.by_block.insert(point.block, path.clone());
        }
        self.last = Some(path.clone());
        path
    }
}

/// The points from which something holds.
#[derive(Default, Debug)]
pub struct Places {
    everywhere: bool,
    /// The first position in each block, sorted by block.
    first: SmallVec<[(BlockId, usize); 1]>,
}

impl Places {
    /// Adds a point (everywhere if `None`).
    pub fn insert(&mut self, place: Option<Point>) {
        match place {
            None => self.everywhere = true,
            Some(Point { block, index }) => match self.find(block) {
                Ok(at) => self.first[at].1 = index.min(self.first[at].1),
                Err(at) => self.first.insert(at, (block, index)),
            },
        }
    }

    /// Whether one of the points is on a path. Costs O(the shorter of the two).
    pub fn cover(&self, path: Option<&Path>) -> bool {
        let Some(path) = path else {
            return self.everywhere;
        };
        let passes = |&(block, index): &(BlockId, usize)| path.passes(Point { block, index });
        self.everywhere
            || match self.first.len() <= path.points.len() {
                true => self.first.iter().any(passes),
                false => path.points.iter().any(|at| {
                    let first = self.find(at.block);
                    first.is_ok_and(|first| self.first[first].1 <= at.index)
                }),
            }
    }

    /// The index of a block's entry, or where to insert it.
    fn find(&self, block: BlockId) -> Result<usize, usize> {
        self.first.binary_search_by_key(&block, |it| it.0)
    }
}

/// Inserts a fact into the list of its block, sorted by position.
pub(super) fn insert_placed(facts: &mut Vec<(usize, u32)>, place: Option<Point>, fact: u32) {
    let entry = (place.map_or(0, |at| at.index), fact);
    let at = facts.partition_point(|other| *other < entry);
    facts.insert(at, entry);
}

/// Maximum number of visible facts about one atom that are the nearest ones.
const MAX_FACTS: usize = 128;
/// Maximum number of visible facts about one atom that begin where the first one does, if there are more than the nearest:
/// those of its definition, which ops that use it must not displace.
const MAX_FIRST: usize = 128;

/// A set of facts that is indexed by the points from which they hold.
#[derive(Default, Debug)]
pub struct FactsByPlace {
    /// All facts, ascending.
    all: SmallVec<[(u32, Option<Point>); 2]>,
    /// The facts by block, each list sorted by position. Built once there are many facts.
    by_block: Option<Box<FactsByBlock>>,
}

type FactsByBlock = HashMap<Option<BlockId>, Vec<(usize, u32)>>;

impl FactsByPlace {
    /// Adds a fact that holds from `place` on.
    pub fn insert(&mut self, fact: u32, place: Option<Point>) {
        if self.all.len() == FEW {
            for &(fact, place) in &self.all.clone() {
                self.index(fact, place);
            }
        }
        self.all.push((fact, place));
        if self.all.len() > FEW {
            self.index(fact, place);
        }
    }

    fn index(&mut self, fact: u32, place: Option<Point>) {
        let by_block = self.by_block.get_or_insert_default();
        let block = by_block.entry(place.map(|at| at.block));
        insert_placed(block.or_default(), place, fact);
    }

    /// Whether the set contains a fact.
    pub fn contains(&self, fact: u32) -> bool {
        self.all.iter().any(|&(other, _)| other == fact)
    }

    /// The number of facts.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// All facts, ascending.
    pub fn all(&self) -> impl Iterator<Item = u32> {
        self.all.iter().map(|&(fact, _)| fact)
    }

    /// The facts that hold at the end of a path (everywhere if it is `None`), ascending. If many facts begin on the
    /// path, only the nearest ones and those that begin where the first one does.
    pub fn along(&self, path: Option<&Path>) -> SmallVec<[u32; FEW]> {
        let length = path.map_or(0, |path| path.points.len());
        if self.all.len() <= FEW.max(length.min(MAX_FACTS)) {
            let holds = |place: Option<Point>| match (place, path) {
                (None, _) => true,
                (Some(place), Some(path)) => path.passes(place),
                (Some(_), None) => false,
            };
            let all = self.all.iter().filter(|&&(_, place)| holds(place));
            return all.map(|&(fact, _)| fact).collect();
        }
        let by_block = self.by_block.as_deref();
        let facts = |block| {
            let facts = by_block.and_then(|by_block| by_block.get(&block));
            facts.map_or(&[][..], Vec::as_slice)
        };
        let mut found: SmallVec<[u32; FEW]> = SmallVec::new();
        for at in path.map_or(&[][..], Path::points) {
            let facts = facts(Some(at.block));
            let begun = facts.partition_point(|&(index, _)| index <= at.index);
            let nearest = begun.saturating_sub(MAX_FACTS - found.len());
            found.extend(facts[nearest..begun].iter().map(|&(_, fact)| fact));
        }
        if found.len() >= MAX_FACTS {
            let mut outermost = path.map_or(&[][..], Path::points).iter().rev();
            let first = outermost.find_map(|at| {
                let facts = facts(Some(at.block));
                let begun = facts.partition_point(|&(index, _)| index <= at.index);
                let (first, _) = facts[..begun].first()?;
                Some(
                    facts[..begun]
                        .iter()
                        .take_while(move |(index, _)| index == first),
                )
            });
            found.extend(first.into_iter().flatten().take(MAX_FIRST).map(|it| it.1));
        }
        found.extend(facts(None).iter().map(|&(_, fact)| fact));
        found.order();
        found.dedup();
        found
    }
}
