//! Aliases of affine maps and sets, which are defined at the start of the text.

use crate::{Attr, AttrData, Module};
use hashbrown::HashMap;

/// The aliased maps and sets in order of their first mention.
#[derive(Default)]
pub(super) struct Aliases {
    pub(super) naming: Naming,
    /// The number of each map or set among those of its kind.
    pub(super) numbers: HashMap<Attr, usize>,
    pub(super) maps: Vec<Attr>,
    pub(super) sets: Vec<Attr>,
}

/// The mode of assigning aliases.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Naming {
    /// No aliases: maps and sets are printed inline.
    #[default]
    None,
    /// On first print.
    AsPrinted,
    /// During a preliminary traversal, whose output is discarded.
    Ahead,
    /// All aliases have been assigned.
    Done,
}

/// The number of aliases at some time.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    maps: usize,
    sets: usize,
}

impl Aliases {
    pub(super) fn mark(&self) -> Mark {
        Mark {
            maps: self.maps.len(),
            sets: self.sets.len(),
        }
    }

    /// Removes the aliases assigned since then.
    pub(super) fn take_back(&mut self, mark: Mark) {
        let maps = self.maps.drain(mark.maps..);
        for attribute in maps.chain(self.sets.drain(mark.sets..)) {
            self.numbers.remove(&attribute);
        }
    }

    /// The prefix and the number of a map or set, which may be assigned now; none if it is printed inline.
    pub(super) fn of(&mut self, module: &Module, attribute: Attr) -> Option<(&'static str, usize)> {
        let (prefix, all) = match module.attribute_data(attribute) {
            AttrData::Map(_) => ("#map", &mut self.maps),
            _ => ("#set", &mut self.sets),
        };
        let number = match (self.numbers.get(&attribute), self.naming) {
            (_, Naming::None) => return None,
            (Some(&number), _) => number,
            (None, _) => {
                let number = all.len();
                all.push(attribute);
                self.numbers.insert(attribute, number);
                number
            }
        };
        Some((prefix, number))
    }
}
