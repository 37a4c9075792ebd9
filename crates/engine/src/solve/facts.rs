//! Facts: conditions that hold from a program point on.

mod invariants;

use super::min_segment_tree::MinSegmentTree;
use super::path::{FactsByPlace, Path, Places, insert_placed};
use crate::growing;
use crate::half::doubled;
use crate::number::Int;
use crate::program::{BlockId, Column, OpId, Point};
use crate::term::{EGraph, Expr, Form, Id};
use calipers_support::order::Order;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use invariants::FactsOfInvariants;
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::VecDeque;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

/// Up to this many facts are sorted without caching the sort keys.
const FEW: usize = 8;

/// The relation of a form to zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `form >= 0`
    AtLeastZero,
    /// `form = 0`
    Zero,
}

/// The source of a fact.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FactOrigin {
    /// The rule of that name, applied to an op that has executed (or is executing its region).
    Rule(Arc<str>, OpId),
    /// The type of the column's value: a size is nonnegative, the readings of an integer are related.
    Type(Column),
    /// The assumption with that number.
    Assumption(u32),
    /// The invariant with that number, of a loop or a join.
    Invariant(u32),
}

impl FactOrigin {
    /// Whether facts of this origin are never retracted.
    pub(super) fn lasts(&self) -> bool {
        matches!(self, FactOrigin::Rule(..) | FactOrigin::Type(_))
    }
}

/// A linear fact.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The form, over atoms of the e-graph.
    pub form: Form,
    /// Its relation to zero.
    pub relation: Relation,
    /// The point from which it holds; everywhere if `None`.
    pub point: Option<Point>,
    /// Conditions under which it holds.
    pub given: Vec<Id>,
    /// Its source.
    pub origin: FactOrigin,
    /// The condition that it follows from.
    pub stated: Arc<Stated>,
    /// How many invariants must be in force, since it is the last one of them, or was derived from the condition by means
    /// of them. `None` if it was derived from the condition alone.
    pub(super) by_invariants: Option<u32>,
    /// The age of the youngest of its atoms.
    pub(super) youngest: u64,
    /// Whether it was retracted.
    pub(super) retired: bool,
    /// Whether other invariants imply it. Then only the proofs of invariants and readers outside of the engine use it.
    pub(super) implied: bool,
}

impl Fact {
    /// A fact that follows from its condition alone.
    pub(super) fn new(
        form: Form,
        relation: Relation,
        point: Option<Point>,
        given: Vec<Id>,
        origin: FactOrigin,
        stated: Arc<Stated>,
    ) -> Fact {
        let by_invariants = match origin {
            FactOrigin::Invariant(number) => Some(number + 1),
            _ => None,
        };
        Fact {
            form,
            relation,
            point,
            given,
            origin,
            stated,
            by_invariants,
            youngest: 0,
            retired: false,
            implied: false,
        }
    }
}

/// The position of the last fact of a block that begins at or before some point; `None` outside all blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Begun(Option<(BlockId, u32)>);

/// The condition from which facts follow, as the rule states it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    /// The condition.
    pub condition: Expr<Column>,
    /// The conditions under which it holds.
    pub given: Vec<Expr<Column>>,
}

/// A condition that waits to be converted into facts.
#[derive(Debug)]
pub(super) struct Deferred {
    pub(super) condition: Expr<Column>,
    pub(super) given: Vec<Expr<Column>>,
    pub(super) point: Option<Point>,
    pub(super) origin: FactOrigin,
}

/// The points from which the rules state a relation unconditionally.
#[derive(Debug)]
struct Known {
    /// The lower half of the hash of the form and relation.
    half: u32,
    /// One of the facts that state it. The entry is no longer found once the form of this fact has changed.
    fact: u32,
    places: Places,
    /// The points from which rules of ops state it, apart from the facts that sizes are not negative.
    by_rules: Places,
}

impl Known {
    fn hash(&self) -> u64 {
        doubled(self.half)
    }

    fn is_of(&self, facts: &[Fact], hash: u64, form: &Form, relation: Relation) -> bool {
        let fact = &facts[self.fact as usize];
        self.half == hash as u32 && fact.relation == relation && fact.form == *form
    }
}

/// All facts, indexed by atom.
#[derive(Default, Debug)]
pub struct FactBase {
    facts: Vec<Fact>,
    about: FactsByAtom,
    stated: StatedRelations,
    /// Per block, the positions at which facts begin that bound an atom, with the age of the atom.
    bounding: HashMap<BlockId, MinSegmentTree>,
    /// Facts by the block from which they hold, sorted by position.
    placed: HashMap<Option<BlockId>, Vec<(usize, u32)>>,
    /// Memo: the block of the last query, the number of facts at that time, and how many of them begin on the path
    /// outside the block.
    around: Cell<Option<(BlockId, u32, u32)>>,
    deferred: VecDeque<Deferred>,
    /// The assumed facts that have not been retracted.
    assumed: Vec<u32>,
    /// Contradictory facts: no execution reaches their points.
    refuted: Vec<u32>,
    invariants: FactsOfInvariants,
}

/// How an atom is a part of a fact's own atoms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// Conditions compare it.
    Compared,
    /// The alternatives of a disjunction compare it.
    Alternative,
    /// It is below a quotient or a minimum, or a factor of one of a few products of which the fact consists.
    Below,
    /// It is a factor of a product among several atoms that are not all products.
    Factor,
    /// The fact has a condition, or another of its atoms has an operator.
    Beside,
}

impl Part {
    pub(in crate::solve) const ALL: [Part; 5] = [
        Part::Compared,
        Part::Alternative,
        Part::Below,
        Part::Factor,
        Part::Beside,
    ];
}

/// Facts by the atoms that they are about.
#[derive(Default, Debug)]
struct FactsByAtom {
    /// By the atoms of their forms.
    by_atom: HashMap<Id, FactsByPlace>,
    /// By atoms that are parts of theirs: one index for each [`Part`].
    by_part: [HashMap<Id, FactsByPlace>; 5],
    /// Unconditional facts about several atoms, by the hash of their terms.
    by_terms: HashMap<u64, FactsByPlace>,
}

/// The relations that rules state unconditionally.
#[derive(Default, Debug)]
struct StatedRelations {
    /// By form and relation.
    known: HashTable<Known>,
    hasher: DefaultHashBuilder,
    /// Facts of rules that only repeat that a size is not negative: point, origin and condition.
    restated: Vec<(Option<Point>, FactOrigin, Arc<Stated>)>,
}

impl FactBase {
    /// The fact with that number.
    pub fn get(&self, number: u32) -> &Fact {
        &self.facts[number as usize]
    }

    /// The facts that mention an atom and hold at the end of a path (everywhere if it is `None`). They are in program
    /// order, independent of the order of queries.
    pub fn visible_about(&self, atom: Id, path: Option<&Path>) -> SmallVec<[u32; 8]> {
        self.visible(self.about.by_atom.get(&atom), path)
    }

    /// The facts that an atom is a part of; see [`visible_about`](FactBase::visible_about).
    pub(super) fn visible_with(
        &self,
        part: Part,
        atom: Id,
        path: Option<&Path>,
    ) -> SmallVec<[u32; 8]> {
        self.visible(self.about.by_part[part as usize].get(&atom), path)
    }

    /// The unconditional facts that bound a form of several terms by a constant; see
    /// [`visible_about`](FactBase::visible_about).
    pub(super) fn visible_bounding(&self, form: &Form, path: Option<&Path>) -> SmallVec<[u32; 8]> {
        let about = self.about.by_terms.get(&self.hash_of_terms(form));
        let mut found = self.visible(about, path);
        found.retain(|&mut number| self.get(number).form.as_multiple_of(form).is_some());
        found
    }

    /// The hash of the terms of a form, which is also that of the negated form.
    fn hash_of_terms(&self, form: &Form) -> u64 {
        let terms = form.terms();
        let is_negative = terms.first().is_some_and(|(_, k)| *k < Int::ZERO);
        let mut hasher = self.stated.hasher.build_hasher();
        for (atom, k) in terms {
            atom.hash(&mut hasher);
            match is_negative {
                true => (-k).hash(&mut hasher),
                false => k.hash(&mut hasher),
            }
        }
        hasher.finish()
    }

    fn note_terms(&mut self, number: u32) {
        let fact = self.get(number);
        if fact.given.is_empty() && fact.form.terms().len() > 1 {
            let (hash, point) = (self.hash_of_terms(&fact.form), fact.point);
            let about = self.about.by_terms.entry(hash).or_default();
            if !about.contains(number) {
                about.insert(number, point);
            }
        }
    }

    fn visible(&self, about: Option<&FactsByPlace>, path: Option<&Path>) -> SmallVec<[u32; 8]> {
        let mut visible = about.map_or_else(SmallVec::new, |facts| facts.along(path));
        visible.retain(|fact| !self.is_retired(*fact));
        if visible.len() < 2 {
            return visible;
        }
        let place = |&number: &u32| {
            let fact = self.get(number);
            match &fact.origin {
                FactOrigin::Type(column) => (0, 0, "", Some(*column)),
                FactOrigin::Rule(name, op) => (1, op.0, &name[..], None),
                FactOrigin::Assumption(number) => (2, *number, "", None),
                // Their numbers depend on earlier queries.
                FactOrigin::Invariant(_) => {
                    (3, fact.point.map_or(0, |point| point.block.0), "", None)
                }
            }
        };
        match visible.len() {
            ..=FEW => visible.order_by_key(place),
            _ => visible.order_by_cached_key(place),
        }
        visible
    }

    /// The contradictory facts.
    pub fn refuted(&self) -> &[u32] {
        &self.refuted
    }

    /// The greatest position up to `point` in its block at which a fact begins that bounds an atom of at most that age.
    pub(super) fn newest(&self, point: Point, age: u64) -> Option<usize> {
        self.bounding.get(&point.block)?.last(point.index, age)
    }

    /// Whether any fact that bounds an atom begins in a block.
    pub(super) fn is_bounded_in(&self, block: BlockId) -> bool {
        self.bounding.contains_key(&block)
    }

    /// The numbers of all facts, including the retracted ones.
    pub(super) fn numbers(&self) -> std::ops::Range<u32> {
        0..self.count()
    }

    /// The number of facts.
    pub(super) fn count(&self) -> u32 {
        self.facts.len() as u32
    }
    /// The facts that begin in the block of `point` at or before it, and behind `after`. If `point` is `None`, the
    /// facts that hold everywhere.
    pub(super) fn placed(&self, point: Option<Point>, after: Option<Point>) -> Vec<u32> {
        let facts = self.placed.get(&point.map(|it| it.block));
        let facts = facts.map_or(&[][..], Vec::as_slice);
        let upto = |point: Point| facts.partition_point(|&(index, _)| index <= point.index);
        let (start, end) = (after.map_or(0, upto), point.map_or(facts.len(), upto));
        facts[start..end.max(start)].iter().map(|it| it.1).collect()
    }

    /// The last position at or before the end of a path at which a fact begins, and the number of facts that begin
    /// along the path. Two points for which both are equal have the same facts, unless facts were retracted in between.
    pub(super) fn begun(&self, path: Option<&Path>) -> (Begun, u32) {
        let of_block = |block| self.placed.get(&block).map_or(&[][..], Vec::as_slice);
        let everywhere = of_block(None).len() as u32;
        let Some((&here, outer)) = path.and_then(|path| path.points().split_first()) else {
            return (Begun(None), everywhere);
        };
        let begun = |at: &Point| {
            let facts = of_block(Some(at.block));
            (
                facts,
                facts.partition_point(|&(index, _)| index <= at.index),
            )
        };
        // The facts outside the block are the same for all its points.
        let around = match self.around.get() {
            Some((block, facts, around)) if (block, facts) == (here.block, self.count()) => around,
            _ => {
                let outer = outer.iter().map(|at| begun(at).1 as u32);
                let around = everywhere + outer.sum::<u32>();
                let noted = (here.block, self.count(), around);
                self.around.set(Some(noted));
                around
            }
        };
        let (facts, count) = begun(&here);
        let last = count.checked_sub(1).map_or(0, |last| facts[last].0);
        let begun = Begun(Some((here.block, last as u32)));
        (begun, around + count as u32)
    }

    /// Records that a fact bounds an atom of that age.
    pub(super) fn note_bounding(&mut self, fact: u32, age: u64) {
        let fact = &mut self.facts[fact as usize];
        fact.youngest = age;
        if let Some(point) = fact.point {
            let steps = self.bounding.entry(point.block).or_default();
            steps.insert(point.index, age);
        }
    }

    pub(super) fn defer(
        &mut self,
        condition: Expr<Column>,
        given: Vec<Expr<Column>>,
        point: Option<Point>,
        origin: FactOrigin,
    ) {
        self.deferred.push_back(Deferred {
            condition,
            given,
            point,
            origin,
        });
    }

    pub(super) fn take_deferred(&mut self) -> Option<Deferred> {
        self.deferred.pop_front()
    }

    /// The points from which the rules state a relation unconditionally, if they state it.
    pub(super) fn known(&self, form: &Form, relation: Relation) -> Option<&Places> {
        let hash = self.hash(form, relation);
        let is_it = |known: &Known| known.is_of(&self.facts, hash, form, relation);
        self.stated
            .known
            .find(hash, is_it)
            .map(|known| &known.places)
    }

    /// The unconditional facts of rules that state a relation. Costs the number of facts about one of the form's atoms
    /// if there are any, else O(1).
    pub(super) fn stating(&self, form: &Form, relation: Relation) -> Vec<u32> {
        if self.known(form, relation).is_none() {
            return vec![];
        }
        let about = form
            .atoms()
            .filter_map(|atom| self.about.by_atom.get(&atom));
        let fewest = about.min_by_key(|facts| facts.count());
        let all = fewest.into_iter().flat_map(FactsByPlace::all);
        let states = |number: &u32| {
            let fact = self.get(*number);
            fact.relation == relation && fact.form == *form && self.is_lasting(*number)
        };
        all.filter(states).collect()
    }

    /// Whether a fact is an unconditional one that is never retracted.
    fn is_lasting(&self, number: u32) -> bool {
        let fact = self.get(number);
        fact.origin.lasts() && fact.given.is_empty() && fact.by_invariants.is_none()
    }

    fn hash(&self, form: &Form, relation: Relation) -> u64 {
        doubled(self.stated.hasher.hash_one((form, relation)) as u32)
    }

    /// Adds a fact. Returns `false` if it is trivial.
    pub(super) fn push(&mut self, fact: Fact) -> bool {
        let number = self.facts.len() as u32;
        for atom in fact.form.atoms() {
            let about = self.about.by_atom.entry(atom).or_default();
            about.insert(number, fact.point);
        }
        if let Some(constant) = fact.form.as_constant()
            && fact.given.is_empty()
        {
            let holds = match fact.relation {
                Relation::AtLeastZero => *constant >= Int::ZERO,
                Relation::Zero => *constant == Int::ZERO,
            };
            if holds {
                return false;
            }
            self.refuted.push(number);
        }
        match fact.origin {
            FactOrigin::Assumption(_) => self.assumed.push(number),
            FactOrigin::Invariant(invariant) => self.invariants.push(invariant, number),
            FactOrigin::Rule(..) | FactOrigin::Type(_) if fact.by_invariants.is_some() => {
                self.invariants.derived.push(number);
            }
            FactOrigin::Rule(..) | FactOrigin::Type(_) => {}
        }

        let placed = self.placed.entry(fact.point.map(|it| it.block));
        insert_placed(placed.or_default(), fact.point, number);
        growing::push(&mut self.facts, fact);
        self.note_known(number);
        self.note_terms(number);
        true
    }

    /// Records the point of a fact that is unconditional and lasting.
    fn note_known(&mut self, number: u32) {
        if !self.is_lasting(number) {
            return;
        }
        let fact = self.get(number);
        let hash = self.hash(&fact.form, fact.relation);
        let (fact, facts) = (&self.facts[number as usize], &self.facts);
        let is_same = |known: &Known| known.is_of(facts, hash, &fact.form, fact.relation);
        let known = self.stated.known.entry(hash, is_same, Known::hash);
        let known = known.or_insert_with(|| Known {
            half: hash as u32,
            fact: number,
            places: Places::default(),
            by_rules: Places::default(),
        });
        let known = known.into_mut();
        known.places.insert(fact.point);
        if let FactOrigin::Rule(..) = fact.origin {
            known.by_rules.insert(fact.point);
        }
    }

    /// Records that a rule repeats a known relation at the end of a path, unless another rule states it there.
    pub(super) fn restate(
        &mut self,
        form: &Form,
        relation: Relation,
        path: Option<&Path>,
        origin: FactOrigin,
        stated: impl FnOnce() -> Arc<Stated>,
    ) {
        let hash = self.hash(form, relation);
        let facts = &self.facts;
        let is_it = |known: &Known| known.is_of(facts, hash, form, relation);
        if let FactOrigin::Rule(..) = origin
            && let Some(known) = self.stated.known.find_mut(hash, is_it)
            && !known.by_rules.cover(path)
        {
            let point = path.and_then(|path| path.points().first()).copied();
            known.by_rules.insert(point);
            self.stated.restated.push((point, origin, stated()));
        }
    }

    /// The facts of rules that only repeat that a size is not negative.
    pub(super) fn restated(
        &self,
    ) -> impl Iterator<Item = &(Option<Point>, FactOrigin, Arc<Stated>)> {
        self.stated.restated.iter()
    }

    /// Indexes a fact by atoms that are parts of it.
    pub(super) fn note_parts(&mut self, part: Part, number: u32, atoms: impl Iterator<Item = Id>) {
        let point = self.facts[number as usize].point;
        note(&mut self.about.by_part[part as usize], number, point, atoms);
    }

    /// Retracts the assumptions from that number on.
    pub(super) fn retire_assumptions(&mut self, from: u32) {
        let (facts, refuted) = (&mut self.facts, &mut self.refuted);
        self.assumed.retain(|&number| {
            let fact = &mut facts[number as usize];
            fact.retired =
                matches!(fact.origin, FactOrigin::Assumption(assumption) if assumption >= from);
            if fact.retired {
                refuted.retain(|&other| other != number);
            }
            !fact.retired
        });
    }

    /// The assumed facts that have not been retracted.
    pub(super) fn assumptions(&self) -> impl Iterator<Item = (u32, &Fact)> {
        let numbers = self.assumed.iter();
        numbers.map(|&number| (number, self.get(number)))
    }

    /// Updates the forms of the facts about an atom that was solved, and returns the facts that changed.
    pub(super) fn refresh(&mut self, atom: Id, egraph: &EGraph) -> Vec<u32> {
        for part in Part::ALL {
            let facts = self.about.by_part[part as usize].remove(&atom);
            for number in facts.iter().flat_map(FactsByPlace::all) {
                self.note_parts(part, number, egraph.form(atom).atoms());
            }
        }
        let Some(facts) = self.about.by_atom.remove(&atom) else {
            return vec![];
        };
        let mut changed = vec![];
        for number in facts.all() {
            let old = self.facts[number as usize].form.clone();
            let mut terms = old.terms().iter();
            let constant = Form::from_constant(old.constant().clone());
            let renewed = terms.try_fold(constant, |sum, (atom, k)| {
                Some(sum?.add_scaled(k, egraph.form(*atom)))
            });
            let Some(Some(form)) = renewed else { continue };
            for other in form.atoms() {
                let about = self.about.by_atom.entry(other).or_default();
                if !about.contains(number) {
                    about.insert(number, self.facts[number as usize].point);
                }
            }
            self.facts[number as usize].form = form;
            self.note_terms(number);
            changed.push(number);
        }
        changed
    }
}

fn note(
    index: &mut HashMap<Id, FactsByPlace>,
    number: u32,
    point: Option<Point>,
    atoms: impl Iterator<Item = Id>,
) {
    for atom in atoms {
        let about = index.entry(atom).or_default();
        if !about.contains(number) {
            about.insert(number, point);
        }
    }
}
