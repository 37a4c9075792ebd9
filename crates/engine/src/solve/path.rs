//! The way by which control has come to a point, and what is found along it.

use super::engine::Engine;
use crate::program::{BlockId, Dominance, Point, Program};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use smallvec::SmallVec;
use std::rc::Rc;

/// Up to this many entries are looked through one by one.
const FEW: usize = 8;

/// The points that every run passes on its way to a point, one a block: itself, then outwards.
#[derive(Clone, Debug)]
pub struct Path {
    points: SmallVec<[Point; FEW]>,
    /// How far each block has run; of long paths only.
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

    /// Leads it to another point in the same block.
    fn move_to(&mut self, point: Point) {
        self.points[0] = point;
        if let Some(index) = self.indices.get_mut(&point.block) {
            *index = point.index;
        }
    }

    /// The points, from the innermost outwards.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Whether a point lies on it: whether it dominates the point to which the path leads.
    pub fn passes(&self, from: Point) -> bool {
        self.index(from.block)
            .is_some_and(|index| from.index <= index)
    }

    /// How far a block has run, if it is on the path.
    fn index(&self, block: BlockId) -> Option<usize> {
        if !self.indices.is_empty() {
            return self.indices.get(&block).copied();
        }
        let mut points = self.points.iter();
        points.find(|at| at.block == block).map(|at| at.index)
    }
}

/// The paths to the points that were last looked at.
#[derive(Default, Debug)]
pub(super) struct LastPaths {
    /// The last of all.
    last: Option<Rc<Path>>,
    /// The last in each block.
    by_block: HashMap<BlockId, Rc<Path>>,
}

/// Where something begins to hold: everywhere if nowhere in particular.
#[derive(Default, Debug)]
pub struct Places {
    everywhere: bool,
    /// The first position in each block, by block.
    first: SmallVec<[(BlockId, usize); 1]>,
}

impl Places {
    /// Adds a place.
    pub fn insert(&mut self, place: Option<Point>) {
        match place {
            None => self.everywhere = true,
            Some(Point { block, index }) => match self.find(block) {
                Ok(at) => self.first[at].1 = index.min(self.first[at].1),
                Err(at) => self.first.insert(at, (block, index)),
            },
        }
    }

    /// Whether one of them lies on a path. Costs the shorter of the two.
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

    /// Where the entry of a block is, or would be.
    fn find(&self, block: BlockId) -> Result<usize, usize> {
        self.first.binary_search_by_key(&block, |it| it.0)
    }
}

/// Adds a fact to those of the block it holds from, each after its position.
pub(super) fn insert_placed(facts: &mut Vec<(usize, u32)>, place: Option<Point>, fact: u32) {
    let entry = (place.map_or(0, |at| at.index), fact);
    let at = facts.partition_point(|other| *other < entry);
    facts.insert(at, entry);
}

/// The most facts of a program about one atom that are looked at, nearest first.
const MAX_FACTS: usize = 128;

/// Facts by number, to be found by where they hold from.
#[derive(Default, Debug)]
pub struct FactsByPlace {
    /// In ascending order.
    all: SmallVec<[(u32, Option<Point>); 2]>,
    /// The same by block, once they are many, each after its position.
    by_block: Option<Box<FactsByBlock>>,
}

type FactsByBlock = HashMap<Option<BlockId>, Vec<(usize, u32)>>;

impl FactsByPlace {
    /// Adds a fact that holds from there.
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

    /// Whether it is among them.
    pub fn contains(&self, fact: u32) -> bool {
        self.all.iter().any(|&(other, _)| other == fact)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = u32> {
        self.all.iter().map(|&(fact, _)| fact)
    }

    /// Those that hold at the end of a path (everywhere, if none is given), in ascending order; of
    /// many that begin on the path, the nearest.
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
        found.extend(facts(None).iter().map(|&(_, fact)| fact));
        found.sort_unstable();
        found
    }
}

impl Engine<'_> {
    /// The path to a point. That of the last point asked about in each block is kept; of long paths
    /// only the last.
    pub(super) fn path(&self, point: Point) -> Rc<Path> {
        let mut paths = self.last_paths.borrow_mut();
        if let Some(path) = &paths.last
            && path.points[0] == point
        {
            return path.clone();
        }
        // Held once where it is not in use, so that it can be led further.
        paths.last = None;
        let path = match paths.by_block.entry(point.block) {
            Entry::Occupied(mut known) => {
                if known.get().points[0] != point {
                    Rc::make_mut(known.get_mut()).move_to(point);
                }
                known.get().clone()
            }
            Entry::Vacant(new) => {
                let path = Path::to(self.program, &self.dominance, point);
                new.insert(Rc::new(path)).clone()
            }
        };
        if path.points.len() > FEW {
            paths.by_block.clear();
            paths.by_block.insert(point.block, path.clone());
        }
        paths.last = Some(path.clone());
        path
    }
}
