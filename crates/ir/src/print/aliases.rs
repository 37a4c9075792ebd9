//! The short names of affine maps and sets, which are defined in front of the text.

use crate::{Attr, AttrData, Module};
use hashbrown::HashMap;

/// Maps and sets by the order in which they are first mentioned.
#[derive(Default)]
pub(super) struct Aliases {
    pub(super) naming: Naming,
    /// The number of each among those of its kind.
    pub(super) numbers: HashMap<Attr, usize>,
    pub(super) maps: Vec<Attr>,
    pub(super) sets: Vec<Attr>,
}

/// When maps and sets get their names.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Naming {
    /// Never: they are written in full.
    #[default]
    None,
    /// When they are first printed.
    AsPrinted,
    /// Now, by a visit that prints nothing of use.
    Ahead,
    /// They have them.
    Done,
}

/// How many had names.
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

    /// Takes back the names given since.
    pub(super) fn take_back(&mut self, mark: Mark) {
        let maps = self.maps.drain(mark.maps..);
        for attribute in maps.chain(self.sets.drain(mark.sets..)) {
            self.numbers.remove(&attribute);
        }
    }

    /// The prefix and the number of a map or set, which may be named now; none if it is written in full.
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
