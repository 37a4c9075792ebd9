//! What answers about a term at a point depend on: two points with the same surroundings have the same answers.

use super::Engine;
use crate::number::Range;
use crate::program::{Column, Point};
use crate::term::{Expr, Id};
use calipers_support::order::Order;

/// Maximum number of atoms around a term.
const MAX_ATOMS: usize = 96;

/// The facts around a term at a point, however indirect, and the ranges of its columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Surroundings {
    /// The numbers of the facts, in ascending order.
    facts: Vec<u32>,
    ranges: Vec<Range>,
    is_unreachable: bool,
}

impl Engine<'_> {
    /// The surroundings of a term at a point; none if they are large.
    ///
    /// Costs the number of facts around the term.
    pub fn surroundings(
        &mut self,
        term: &Expr<Column>,
        point: Option<Point>,
    ) -> Option<Surroundings> {
        let class = self.class_of_term(term);
        let mut leaves: Vec<Id> = vec![];
        term.for_each_leaf(&mut |column| leaves.push(self.class_of_term(&Expr::Leaf(*column))));
        if let Some(point) = point {
            self.enter(point);
        }
        let is_unreachable = self.is_unreachable(point);
        let ranges = leaves.iter().map(|leaf| self.known.range_at(*leaf, point));
        let ranges: Vec<Range> = ranges.collect();
        let facts = self.facts_around(leaves.into_iter().chain([class]), point)?;
        Some(Surroundings {
            facts,
            ranges,
            is_unreachable,
        })
    }

    /// The facts visible at a point about the atoms of classes, about what these are computed from, and so on.
    fn facts_around(
        &self,
        classes: impl Iterator<Item = Id>,
        point: Option<Point>,
    ) -> Option<Vec<u32>> {
        let known = &self.known;
        let path = point.map(|point| known.points.path(point));
        let path = path.as_deref();
        let (mut atoms, mut facts): (Vec<Id>, Vec<u32>) = (vec![], vec![]);
        let mut work: Vec<Id> = classes.collect();
        while let Some(class) = work.pop() {
            for atom in known.egraph.form(class).atoms() {
                if atoms.contains(&atom) {
                    continue;
                }
                if atoms.len() == MAX_ATOMS {
                    return None;
                }
                atoms.push(atom);
                let nodes = known.egraph.nodes(atom);
                work.extend(nodes.flat_map(|node| node.children().iter().copied()));
                let about = known.facts.visible_about(atom, path);
                let above = known.facts.visible_above(atom, path);
                let comparing = known.facts.visible_comparing(atom, path);
                for number in about.into_iter().chain(above).chain(comparing) {
                    if !facts.contains(&number) {
                        facts.push(number);
                        let fact = known.facts.get(number);
                        work.extend(fact.form.atoms().chain(fact.given.iter().copied()));
                    }
                }
            }
        }
        facts.order();
        Some(facts)
    }
}
