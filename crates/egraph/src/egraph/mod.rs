//! The store: an e-graph of terms, and beside it the side solver for linear forms.
//!
//! Every class has a *linear form* `c + Σ kᵢ·xᵢ` over *atoms*: classes that are not linear in
//! others. Two classes whose forms agree are one, through the hash-cons of [`ENode::Linear`]. When an
//! atom is solved (united with another term), it is substituted in every form that mentions it, and
//! what has become equal is united in turn: Shostak's method (R. Shostak, "Deciding combinations of
//! theories", 1984), with an e-graph for the congruence of what is not linear.

mod hashcons;
mod rank;
mod union;

pub use hashcons::Nodes;

use super::enode::ENode;
use super::fuel::Fuel;
use super::lower;
use super::{Expr, Id, Leaf, Operator};
use crate::growing;
use crate::number::{Int, Linear, Range};
use hashbrown::HashMap;
use hashcons::{Graph, Inserted};
use std::sync::Arc;

/// A linear form over atom classes.
pub type Form = Linear<Id>;

/// The classes of so many integers from 0 on are kept at hand.
const SMALL_INTEGERS: usize = 17;
/// For how many classes there is room at first.
const FEW: usize = 28;
/// How many terms a form may have before its class becomes an atom of its own.
const MAX_TERMS: usize = 32;
/// How many rewrites may nest before the rest waits for the outermost to end.
const MAX_DEPTH: usize = 16;
/// How many repairs one union may cause; what is not repaired is merely not known.
const MAX_REPAIRS: usize = 10_000;
/// How many rewrites one may lead to.
const MAX_REWRITES: usize = 400;
/// As how many repairs a term counts that a union brings about: where it brings about ever new ones
/// they grow.
const NODE_REPAIRS: usize = 10;
/// Why two classes were united.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The leaf's definition, as its owner recorded it.
    Definition(Leaf),
    /// The arithmetic rule of that number, with the classes of its variables.
    Rewrite {
        /// The rule's number, in the order of the rule files.
        rule: u32,
        /// What its variables stood for.
        binding: Box<[Id]>,
    },
    /// Only one value lies in the range of the class.
    SingleValue,
    /// The arguments became equal.
    Congruence,
}

/// One union: the classes as they were, and why.
#[derive(Clone, Debug)]
pub struct Union {
    /// One side.
    pub left: Id,
    /// The other.
    pub right: Id,
    /// Why they are equal.
    pub reason: Reason,
}

/// What is known of a comparison before it has a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compared {
    /// It is always true. The difference of the two sides is not negative, or 0.
    True(Form),
    /// It is true where this form is not negative, or 0.
    Open(Form),
}

/// Arithmetic identities, applied to each atom once, when it is made.
pub trait Rewriter {
    /// Whether some identity may apply to values of an operator.
    fn rewrites(&self, operator: Operator) -> bool;

    /// Terms equal to `atom`, each with the rule and the binding that gave it. May add terms.
    fn rewrite(&self, egraph: &mut EGraph, atom: Id) -> Vec<(Id, Reason)>;
}

/// An e-graph of terms, kept canonical modulo linear arithmetic.
pub struct EGraph {
    graph: Graph,
    /// By id, of canonical ids: the linear form. An atom's is the atom itself.
    forms: Vec<Form>,
    /// By id, of canonical ids: where the class stands among others, however it came in.
    ranks: Vec<u64>,
    /// The classes of forms that were there already by another node.
    others: HashMap<Form, Id>,
    /// The classes of the least integers.
    integers: [Option<Id>; SMALL_INTEGERS],
    /// What stands behind an atom whose form was too long.
    expansions: HashMap<Id, Form>,
    rewriter: Option<Arc<dyn Rewriter>>,
    waiting: Vec<Id>,
    depth: usize,
    congruence: bool,
    unions: Vec<Union>,
    /// Atoms that are no longer the form of their class.
    solved: Vec<Id>,
    /// Comparisons that came in.
    comparisons: Vec<Id>,
    /// How many unions are nested.
    uniting: usize,
    /// What the outermost union may cause, and the outermost rewrite.
    repairs: Fuel,
    rewrites: Fuel,
}

impl Default for EGraph {
    #[inline]
    fn default() -> Self {
        EGraph::new(None)
    }
}

impl EGraph {
    /// An empty store that applies the identities of `rewriter`.
    pub fn new(rewriter: Option<Arc<dyn Rewriter>>) -> EGraph {
        EGraph {
            graph: Graph::new(),
            forms: Vec::with_capacity(FEW),
            ranks: Vec::with_capacity(FEW),
            others: HashMap::new(),
            integers: [None; SMALL_INTEGERS],
            expansions: HashMap::new(),
            rewriter,
            waiting: Vec::new(),
            depth: 0,
            congruence: true,
            unions: Vec::new(),
            solved: Vec::new(),
            comparisons: Vec::new(),
            uniting: 0,
            repairs: Fuel::new(MAX_REPAIRS),
            rewrites: Fuel::new(MAX_REWRITES),
        }
    }

    /// Switches congruence off (or on): without it a late union does not reach the terms built
    /// upon the united classes. For measuring what it is worth.
    #[inline]
    pub fn set_congruence(&mut self, congruence: bool) {
        self.congruence = congruence;
    }

    /// Whether a class came out with no possible value, so that some rule is not an identity.
    #[inline]
    pub fn has_contradiction(&self) -> bool {
        self.graph.has_contradiction
    }

    /// The canonical id of a class.
    #[inline]
    pub fn find(&self, id: Id) -> Id {
        self.graph.find(id)
    }

    /// The universal range of a class.
    #[inline]
    pub fn range(&self, id: Id) -> &Range {
        self.graph.range(id)
    }

    /// Whether a class is universally 0 or 1.
    #[inline]
    pub fn is_condition(&self, id: Id) -> bool {
        let interval = self.range(id).interval();
        interval.is_non_negative() && interval.upper().is_some_and(|upper| *upper <= Int::ONE)
    }

    /// Whether each of some classes is universally 0 or 1.
    #[inline]
    pub fn are_conditions(&self, ids: &[Id]) -> bool {
        ids.iter().all(|&id| self.is_condition(id))
    }

    /// The linear form of a class.
    #[inline]
    pub fn form(&self, id: Id) -> &Form {
        &self.forms[usize::from(self.find(id))]
    }

    /// What stands behind an atom whose linear form was too long to be used as one.
    #[inline]
    pub fn expansion(&self, atom: Id) -> Option<&Form> {
        self.expansions.get(&atom)
    }

    /// The integer that a class is.
    #[inline]
    pub fn as_constant(&self, id: Id) -> Option<&Int> {
        self.form(id).as_constant()
    }

    /// The e-nodes of a class. Their children may not be canonical.
    #[inline]
    pub fn nodes(&self, id: Id) -> Nodes<'_> {
        self.graph.nodes(id)
    }

    /// The e-node as which an id came into the egraph.
    #[inline]
    pub fn node(&self, id: Id) -> &ENode {
        self.graph.node(id)
    }

    /// All unions so far, in order.
    #[inline]
    pub fn unions(&self) -> &[Union] {
        &self.unions
    }

    /// The atoms that were solved since this was last asked: no form mentions them any more.
    #[inline]
    pub fn take_solved(&mut self) -> Vec<Id> {
        std::mem::take(&mut self.solved)
    }

    /// The comparisons that got a class since this was last asked.
    #[inline]
    pub fn take_comparisons(&mut self) -> Vec<Id> {
        std::mem::take(&mut self.comparisons)
    }

    /// What is known of `a <= b`, or of `a == b`, if that has no class yet. None where it has, or where a class would
    /// tell more: as it is false, or the ranges of `a` and `b` say more of their difference than its atoms do.
    #[inline]
    pub fn compared(&self, operator: Operator, a: Id, b: Id) -> Option<Compared> {
        let is_rewritten = |rewriter: &Arc<dyn Rewriter>| rewriter.rewrites(operator);
        match self.rewriter.as_ref().is_some_and(is_rewritten) {
            true => None,
            false => lower::compared(self, operator, a, b),
        }
    }

    /// Whether the comparison of a form with 0, as it is written, has a class.
    pub(super) fn has_comparison(&self, operator: Operator, form: &Form) -> bool {
        let (Some(zero), Some(class)) = (self.integers[0], self.known_class_of(form)) else {
            return false;
        };
        let zero = self.find(zero);
        let sides = match operator {
            Operator::Le => [zero, class],
            _ => [class, zero],
        };
        self.graph.holds(&ENode::Apply(operator, sides.into()))
    }

    /// How many e-nodes the store holds.
    #[inline]
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Whether it holds none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The class of an integer.
    pub fn integer(&mut self, value: impl Into<Int>) -> Id {
        let value = value.into();
        let place = u8::try_from(&value).map_or(SMALL_INTEGERS, usize::from);
        match self.integers.get(place) {
            Some(Some(id)) => self.find(*id),
            Some(None) => {
                let id = self.class_of_integer(value);
                self.integers[place] = Some(id);
                id
            }
            None => self.class_of_integer(value),
        }
    }

    #[inline]
    fn class_of_integer(&mut self, value: Int) -> Id {
        match Form::from_constant(value.clone()) {
            Some(form) => self.class_of(&form),
            // Past the cap: an atom without a value.
            None => self.atom(ENode::Linear(Arc::new([value]), Arc::new([]))),
        }
    }

    /// The class of a leaf. `range` is what is universally true of it.
    #[inline]
    pub fn leaf(&mut self, leaf: Leaf, range: Range) -> Id {
        self.leaf_of_rank(leaf, range, leaf.0, 0)
    }

    /// The class of a leaf that stands at a place of its own among all leaves, and among those of that
    /// place at a number below 2²⁴. Of two ways to write a term the one is chosen in which the first
    /// leaf comes first, so that the order in which leaves came in does not show.
    pub fn leaf_of_rank(&mut self, leaf: Leaf, range: Range, place: u32, number: u32) -> Id {
        let node = ENode::Leaf(leaf);
        let id = match self.insert(node) {
            Inserted::New(id) => id,
            Inserted::Known(id) => return self.find(id),
        };
        self.ranks[usize::from(id)] = rank::of_leaf(place, number);
        self.graph.set_range(id, range);
        self.settle(id)
    }

    /// The class of an operator's value. The arguments must be as many as it takes.
    #[inline]
    pub fn apply(&mut self, operator: Operator, arguments: &[Id]) -> Id {
        lower::apply(self, operator, arguments)
    }

    /// The class of a term, whose leaves `leaf` gives.
    pub fn add(&mut self, expr: &Expr, leaf: &mut impl FnMut(&mut EGraph, Leaf) -> Id) -> Id {
        match expr {
            Expr::Integer(value) => self.integer(value.clone()),
            Expr::Leaf(name) => leaf(self, *name),
            Expr::Apply(operator, arguments) => {
                let arguments: Vec<Id> = arguments
                    .iter()
                    .map(|argument| self.add(argument, leaf))
                    .collect();
                self.apply(*operator, &arguments)
            }
        }
    }

    /// The class of a linear form over atoms of this egraph, if it has one by now.
    pub fn known_class_of(&self, form: &Form) -> Option<Id> {
        if let Some(atom) = form.as_atom() {
            return Some(self.find(atom));
        }
        let known = self.known_node_of(form, self.graph.hash_of(form));
        let id = known.or_else(|| self.graph.known_renamed(form))?;
        Some(self.find(id))
    }

    /// The id as which a form came in.
    #[inline]
    fn known_node_of(&self, form: &Form, hash: u64) -> Option<Id> {
        let own = self.graph.known_form(form, hash);
        own.or_else(|| self.others.get(form).copied())
    }

    /// The class of a linear form over atoms of this egraph.
    pub fn class_of(&mut self, form: &Form) -> Id {
        if let Some(atom) = form.as_atom() {
            return self.find(atom);
        }
        let hash = self.graph.hash_of(form);
        match self.known_node_of(form, hash) {
            Some(id) => self.find(id),
            None => self.class_of_new(form, hash),
        }
    }

    fn class_of_new(&mut self, form: &Form, hash: u64) -> Id {
        let too_long = form.terms().len() > MAX_TERMS;
        let id = match self.graph.insert_form(form, hash) {
            Inserted::New(id) => id,
            Inserted::Known(id) => {
                let class = self.find(id);
                self.others.insert(form.clone(), class);
                return class;
            }
        };
        self.note_new(id, (!too_long).then(|| form.clone()));
        if too_long {
            self.expansions.insert(id, form.clone());
        }
        if form.is_constant() {
            id
        } else {
            self.settle(id)
        }
    }

    /// The atom of a node that is not linear.
    pub(super) fn atom(&mut self, node: ENode) -> Id {
        let is_comparison = matches!(node, ENode::Apply(Operator::Le | Operator::Eq, _));
        let id = match self.insert(node) {
            Inserted::New(id) => id,
            Inserted::Known(id) => return self.find(id),
        };
        if is_comparison {
            self.comparisons.push(id);
        }
        let settled = self.settle(id);
        if settled != id {
            return settled;
        }
        self.rewrite(id);
        self.find(id)
    }

    /// Puts one more way to write `class` beside it, for what its range tells.
    pub(super) fn alias(&mut self, node: ENode, class: Id) -> Id {
        match self.graph.insert(node) {
            Inserted::Known(id) => {
                if self.find(id) != self.find(class) {
                    self.unite(id, class, Reason::Congruence);
                }
                self.find(class)
            }
            Inserted::New(id) => {
                self.note_new(id, Some(Form::zero()));
                // A new node has no parents, so that the class stays the root, with its form.
                self.graph.union(class, id);
                self.tell_atom(class);
                self.settle(class)
            }
        }
    }

    /// Puts in a node that is an atom if it is new.
    #[inline]
    fn insert(&mut self, node: ENode) -> Inserted {
        let inserted = self.graph.insert(node);
        if let Inserted::New(id) = inserted {
            self.note_new(id, None);
        }
        inserted
    }

    /// Every new node comes by here. It has the form given, or is an atom.
    fn note_new(&mut self, id: Id, form: Option<Form>) {
        growing::push(&mut self.forms, form.unwrap_or_else(|| Form::atom(id)));
        let rank = self.rank_of(self.graph.node(id));
        growing::push(&mut self.ranks, rank);
        if self.uniting > 0 {
            self.repairs.spend(NODE_REPAIRS);
        }
    }

    /// Unites a class with the integer that its range leaves, if only one is left.
    fn settle(&mut self, id: Id) -> Id {
        let Some(value) = self.range(id).as_constant().cloned() else {
            return self.find(id);
        };
        if self.as_constant(id).is_none() {
            let constant = self.integer(value);
            self.unite(id, constant, Reason::SingleValue);
        }
        self.find(id)
    }

    fn rewrite(&mut self, atom: Id) {
        let Some(rewriter) = self.rewriter.clone() else {
            return;
        };
        // Of a number no identity tells more.
        if self.as_constant(atom).is_some() {
            return;
        }
        if self.depth >= MAX_DEPTH {
            self.waiting.push(atom);
            return;
        }
        if !self.rewrites.spend(1) {
            return;
        }
        self.depth += 1;
        for (equal, reason) in rewriter.rewrite(self, atom) {
            self.unite(atom, equal, reason);
        }
        self.depth -= 1;
        if self.depth == 0 {
            while let Some(atom) = self.waiting.pop() {
                if self.as_constant(atom).is_some() {
                    continue;
                }
                if !self.rewrites.spend(1) {
                    self.waiting.clear();
                    break;
                }
                self.depth = 1;
                for (equal, reason) in rewriter.rewrite(self, atom) {
                    self.unite(atom, equal, reason);
                }
                self.depth = 0;
            }
            self.rewrites.renew();
        }
    }
}
