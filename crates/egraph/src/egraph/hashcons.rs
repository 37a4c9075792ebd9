//! The hash-consed e-graph: e-nodes, their equivalence classes, and the universal range of each class.
//!
//! The hash-cons maps an e-node with the children that were canonical at insertion. A union does not update the
//! e-nodes itself: [`super::EGraph`] repairs those above the united classes.

use super::analysis::{Analysis, Merged, Ranges};
use crate::enode::ENode;
use crate::{Form, Id};
use calipers_number::Range;
use calipers_support::growing;
use calipers_support::half::doubled;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use smallvec::SmallVec;
use std::hash::{BuildHasher, Hash};

/// The initial capacity, in nodes.
const FEW: usize = 28;

/// The e-graph without theories.
pub(super) struct Graph {
    /// The nodes by id, as they were inserted.
    nodes: Vec<ENode>,
    /// Nodes that were inserted with non-canonical children, with the canonical children of that time.
    renamed: HashMap<Id, ENode>,
    /// A union-find: each id's parent in its class; a canonical id is its own parent.
    leaders: Vec<Id>,
    /// The classes, by canonical id.
    classes: Vec<Class>,
    /// The hash-cons: halves of the hashes of the nodes, and their ids.
    known: HashTable<(u32, Id)>,
    hasher: DefaultHashBuilder,
    /// Whether the range of some class is empty, so that some rule is not an identity.
    pub(super) has_contradiction: bool,
}

/// An equivalence class of nodes.
struct Class {
    range: Range,
    /// Its nodes, if there are several; none if the canonical one is the only one.
    nodes: Option<Box<SmallVec<[Id; 4]>>>,
    /// The nodes that have this class as a child, once for each occurrence.
    parents: SmallVec<[Id; 4]>,
}

/// The result of inserting a node.
pub(super) enum Inserted {
    /// The node is new and has its own class.
    New(Id),
    /// The node exists already, with this id.
    Known(Id),
}

/// An iterator over the nodes of a class. Their children may be non-canonical.
#[derive(Clone)]
pub struct Nodes<'g> {
    graph: &'g Graph,
    ids: std::slice::Iter<'g, Id>,
}

impl<'g> Iterator for Nodes<'g> {
    type Item = &'g ENode;

    #[inline]
    fn next(&mut self) -> Option<&'g ENode> {
        self.ids.next().map(|&id| self.graph.kept(id))
    }
}

impl Nodes<'_> {
    /// A list of all nodes, which stays valid when the e-graph changes. Clones share their contents.
    #[inline]
    pub fn to_vec(self) -> SmallVec<[ENode; 2]> {
        self.cloned().collect()
    }
}

impl Graph {
    /// An empty e-graph.
    pub(super) fn new() -> Graph {
        Graph {
            nodes: Vec::with_capacity(FEW),
            renamed: HashMap::new(),
            leaders: Vec::with_capacity(FEW),
            classes: Vec::with_capacity(FEW),
            known: HashTable::with_capacity(FEW),
            hasher: DefaultHashBuilder::default(),
            has_contradiction: false,
        }
    }

    /// The number of inserted nodes.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The canonical id of a class.
    #[inline]
    pub(super) fn find(&self, mut id: Id) -> Id {
        loop {
            let leader = self.leaders[usize::from(id)];
            if leader == id {
                return id;
            }
            id = leader;
        }
    }

    #[inline]
    fn class(&self, id: Id) -> &Class {
        &self.classes[usize::from(self.find(id))]
    }

    /// The universal range of a class.
    #[inline]
    pub(super) fn range(&self, id: Id) -> &Range {
        &self.class(id).range
    }

    /// Intersects the universal range of a class.
    #[inline]
    pub(super) fn merge_range(&mut self, id: Id, range: &Range) -> Merged {
        let id = self.find(id);
        let merged = Ranges::merge(&mut self.classes[usize::from(id)].range, range);
        self.has_contradiction |= merged == Merged::Contradiction;
        merged
    }

    /// Sets the universal range of a class.
    #[inline]
    pub(super) fn set_range(&mut self, id: Id, range: Range) {
        let id = self.find(id);
        self.classes[usize::from(id)].range = range;
    }

    /// The nodes of a class.
    pub(super) fn nodes(&self, id: Id) -> Nodes<'_> {
        let leader = &self.leaders[usize::from(self.find(id))];
        let nodes = self.classes[usize::from(*leader)].nodes.as_deref();
        Nodes {
            graph: self,
            ids: nodes.map_or(std::slice::from_ref(leader), |all| all).iter(),
        }
    }

    /// The nodes that have a class as a child, once for each occurrence.
    #[inline]
    pub(super) fn parents(&self, id: Id) -> &[Id] {
        &self.class(id).parents
    }

    /// The node of an id, as it was inserted.
    #[inline]
    pub(super) fn node(&self, id: Id) -> &ENode {
        &self.nodes[usize::from(id)]
    }

    /// The node of an id, as the hash-cons stores it.
    #[inline]
    fn kept(&self, id: Id) -> &ENode {
        if self.renamed.is_empty() {
            return self.node(id);
        }
        self.renamed.get(&id).unwrap_or_else(|| self.node(id))
    }

    /// The hash of a form's node in the hash-cons.
    #[inline]
    pub(super) fn hash_of(&self, form: &Form) -> u64 {
        self.hash(form)
    }

    #[inline]
    fn hash(&self, node: &impl Hash) -> u64 {
        doubled(self.hasher.hash_one(node) as u32)
    }

    /// The id of a form's node without canonicalizing the atoms, given its hash.
    #[inline]
    pub(super) fn known_form(&self, form: &Form, hash: u64) -> Option<Id> {
        let is_of = |&(half, id): &(u32, Id)| half == hash as u32 && self.kept(id).is_of(form);
        self.known.find(hash, is_of).map(|&(_, id)| id)
    }

    /// The node with canonical children; none if they are canonical already.
    #[inline]
    fn renamed(&self, node: &ENode) -> Option<ENode> {
        let is_canonical = |&child: &Id| self.leaders[usize::from(child)] == child;
        if node.children().iter().all(is_canonical) {
            return None;
        }
        Some(node.renamed(|child| self.find(child)))
    }

    /// The id of the node of a form with its atoms made canonical, if it exists. Returns none immediately if they are
    /// canonical, since [`Graph::known_form`] has failed to find the form.
    pub(super) fn known_renamed(&self, form: &Form) -> Option<Id> {
        let is_canonical = |atom: Id| self.leaders[usize::from(atom)] == atom;
        if form.atoms().all(is_canonical) {
            return None;
        }
        let node = ENode::of(form).renamed(|atom| self.find(atom));
        self.known_node(&node, self.hash(&node))
    }

    #[inline]
    fn known_node(&self, node: &ENode, hash: u64) -> Option<Id> {
        let is_it = |&(half, id): &(u32, Id)| half == hash as u32 && self.kept(id) == node;
        self.known.find(hash, is_it).map(|&(_, id)| id)
    }

    /// Whether the e-graph contains this node, whose children are canonical.
    #[inline]
    pub(super) fn holds(&self, node: &ENode) -> bool {
        self.known_node(node, self.hash(node)).is_some()
    }

    /// Inserts a node.
    pub(super) fn insert(&mut self, node: ENode) -> Inserted {
        let renamed = self.renamed(&node);
        let own = renamed.as_ref().unwrap_or(&node);
        let hash = self.hash(own);
        match self.known_node(own, hash) {
            Some(id) => Inserted::Known(id),
            None => Inserted::New(self.insert_new(node, renamed, hash)),
        }
    }

    /// Inserts the node of a form that [`Graph::known_form`] has not found, given the form's hash.
    #[inline]
    pub(super) fn insert_form(&mut self, form: &Form, hash: u64) -> Inserted {
        let node = ENode::of(form);
        match self.renamed(&node) {
            Some(_) => self.insert(node),
            None => Inserted::New(self.insert_new(node, None, hash)),
        }
    }

    fn insert_new(&mut self, node: ENode, renamed: Option<ENode>, hash: u64) -> Id {
        let id = Id::from(self.nodes.len());
        let range = Ranges::make(&node, |child| self.range(child));
        for &child in renamed.as_ref().unwrap_or(&node).children() {
            self.classes[usize::from(child)].parents.push(id);
        }
        growing::push(&mut self.leaders, id);
        let class = Class {
            range,
            nodes: None,
            parents: SmallVec::new(),
        };
        growing::push(&mut self.classes, class);
        growing::push(&mut self.nodes, node);
        if let Some(renamed) = renamed {
            self.renamed.insert(id, renamed);
        }
        self.known
            .insert_unique(hash, (hash as u32, id), |&(half, _)| doubled(half));
        id
    }

    /// Unites two classes. The class with more parents becomes the root, or the first one if both have equally many.
    /// If their ranges are disjoint, some rule is not an identity.
    pub(super) fn union(&mut self, a: Id, b: Id) {
        let (mut into, mut from) = (self.shorten(a), self.shorten(b));
        if into == from {
            return;
        }
        let count = |id: Id| self.classes[usize::from(id)].parents.len();
        if count(into) < count(from) {
            std::mem::swap(&mut into, &mut from);
        }
        self.leaders[usize::from(from)] = into;
        let gone = &mut self.classes[usize::from(from)];
        let nodes = gone.nodes.take();
        let parents = std::mem::take(&mut gone.parents);
        let range = std::mem::replace(&mut gone.range, Range::full());
        let class = &mut self.classes[usize::from(into)];
        self.has_contradiction |= Ranges::merge(&mut class.range, &range) == Merged::Contradiction;
        let own = class
            .nodes
            .get_or_insert_with(|| Box::new(SmallVec::from_slice(&[into])));
        match nodes {
            None => own.push(from),
            Some(nodes) => append(own, *nodes),
        }
        append(&mut class.parents, parents);
    }

    /// The canonical id of a class, with path compression.
    fn shorten(&mut self, mut id: Id) -> Id {
        loop {
            let leader = self.leaders[usize::from(id)];
            if leader == id {
                return id;
            }
            let next = self.leaders[usize::from(leader)];
            self.leaders[usize::from(id)] = next;
            id = next;
        }
    }
}

/// Appends the shorter of two lists to the longer one.
#[inline]
fn append<const N: usize>(to: &mut SmallVec<[Id; N]>, mut from: SmallVec<[Id; N]>)
where
    [Id; N]: smallvec::Array<Item = Id>,
{
    if to.len() < from.len() {
        std::mem::swap(to, &mut from);
    }
    to.extend_from_slice(&from);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Leaf, Operator};

    fn id(inserted: Inserted) -> Id {
        match inserted {
            Inserted::New(id) | Inserted::Known(id) => id,
        }
    }

    #[test]
    fn each_node_is_kept_once_and_classes_hold_what_is_equal() {
        let mut graph = Graph::new();
        let [x, y, z] = [0, 1, 2].map(|leaf| id(graph.insert(ENode::Leaf(Leaf(leaf)))));
        let quotient = |of: Id| ENode::Apply(Operator::FloorDiv, [of, z].into());
        let over_x = id(graph.insert(quotient(x)));
        assert!(matches!(graph.insert(quotient(x)), Inserted::Known(id) if id == over_x));
        // The class with a parent becomes the root.
        graph.union(y, x);
        assert_eq!((graph.find(x), graph.find(y)), (x, x));
        assert_eq!(graph.nodes(y).count(), 2);
        // A node over one of them is found with the other as child.
        assert!(matches!(graph.insert(quotient(y)), Inserted::Known(id) if id == over_x));
        assert_eq!(graph.parents(y), [over_x]);
        // A node keeps its original children; the hash-cons finds it by the canonical ones of that time.
        let over_y = ENode::Apply(Operator::Mod, [y, z].into());
        let kept = id(graph.insert(over_y.clone()));
        assert_eq!(*graph.node(kept), over_y);
        let found = graph.nodes(kept).next();
        assert_eq!(found.map(ENode::children), Some(&[x, z][..]));
    }

    #[test]
    fn a_form_is_found_by_its_hash() {
        let mut graph = Graph::new();
        let [x, y] = [0, 1].map(|leaf| id(graph.insert(ENode::Leaf(Leaf(leaf)))));
        graph.set_range(x, Range::between(0, 3));
        let form = Form::from_terms(2.into(), [(x, 4.into())]).expect("small numbers fit");
        let hash = graph.hash_of(&form);
        assert_eq!(graph.known_form(&form, hash), None);
        let class = id(graph.insert_form(&form, hash));
        assert_eq!(graph.known_form(&form, hash), Some(class));
        assert_eq!(graph.range(class).to_string(), "[2, 14] 4k+2");
        assert!(matches!(graph.insert(ENode::of(&form)), Inserted::Known(id) if id == class));
        // With another id of the class of x as atom, the form is the same.
        graph.union(x, y);
        let other = Form::from_terms(2.into(), [(y, 4.into())]).expect("small numbers fit");
        assert_eq!(graph.known_form(&other, graph.hash_of(&other)), None);
        assert_eq!(graph.known_renamed(&other), Some(class));
    }

    #[test]
    fn ranges_without_common_value_are_a_contradiction() {
        let mut graph = Graph::new();
        let [x, y] = [0, 1].map(|leaf| id(graph.insert(ENode::Leaf(Leaf(leaf)))));
        graph.set_range(x, Range::between(0, 3));
        graph.set_range(y, Range::between(4, 7));
        graph.union(x, y);
        assert!(graph.has_contradiction && *graph.range(y) == Range::between(0, 3));
    }
}
