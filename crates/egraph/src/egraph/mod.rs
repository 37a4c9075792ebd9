//! The e-graph of terms with linear arithmetic as a built-in theory.
//!
//! Every class has a *linear form* `c + Σ kᵢ·xᵢ` over *atoms*, which are classes that are not linear in others.
//! Classes with equal forms are united through the hash-cons of [`ENode::Linear`]. When an atom is solved (united
//! with another term), its solution is substituted in every form that mentions it, and terms that have become equal
//! are united in turn. This is Shostak's method (R. Shostak, "Deciding combinations of theories", 1984), with an
//! e-graph for the congruence of nonlinear terms.

mod analysis;
mod hashcons;
mod rank;
mod union;

pub use hashcons::Nodes;

use super::Id;
use super::enode::ENode;
use super::fuel::Fuel;
use super::lower;
use analysis::{Analysis, Ranges};
use calipers_number::{Int, Linear, Range};
use calipers_program::term::{Expr, Leaf, Operator};
use calipers_support::growing;
use hashbrown::HashMap;
use hashcons::{Graph, Inserted};
use std::sync::Arc;

/// A linear form over atom classes.
pub type Form = Linear<Id>;

/// The number of integers from 0 on whose classes are cached.
const SMALL_INTEGERS: usize = 17;
/// The initial capacity, in classes.
const FEW: usize = 28;
/// The maximum number of terms of a form; a class with a longer form becomes an atom.
const MAX_TERMS: usize = 32;
/// The maximum nesting depth of rewrites; deeper ones are deferred until the outermost rewrite ends.
const MAX_DEPTH: usize = 16;
/// The budget for repairs after a union. An exhausted budget loses equalities, but is sound.
const MAX_REPAIRS: usize = 10_000;
/// The budget for rewrites that one rewrite triggers.
const MAX_REWRITES: usize = 400;
/// The cost in repairs of each node that is added during a union, since a union that keeps adding nodes makes terms
/// grow.
const NODE_REPAIRS: usize = 10;
/// The reason of a union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The leaf's definition, which the owner of the leaf has recorded.
    Definition(Leaf),
    /// An instance of an arithmetic identity.
    Rewrite {
        /// The rule's number, in the order of the rule files.
        rule: u32,
        /// The classes of its variables.
        binding: Box<[Id]>,
    },
    /// The range of the class contains a single value.
    SingleValue,
    /// The arguments are equal.
    Congruence,
}

/// A union: the ids at the time of the union, and the reason.
#[derive(Clone, Debug)]
pub struct Union {
    /// The first class.
    pub left: Id,
    /// The second class.
    pub right: Id,
    /// The reason of the equality.
    pub reason: Reason,
}

/// The result of comparing two classes whose comparison has no class yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compared {
    /// The comparison is always true; the form is the difference of the sides, which is nonnegative (`<=`) or 0
    /// (`==`).
    True(Form),
    /// The comparison is equivalent to this form being nonnegative (`<=`) or 0 (`==`).
    Open(Form),
}

/// The arithmetic identities. They are applied to each atom once, when it is added.
pub trait Rewriter {
    /// Whether some identity has this operator at its root.
    fn rewrites(&self, operator: Operator) -> bool;

    /// Terms equal to `atom`, each with the rule and binding that gave it. May add terms to the e-graph.
    fn rewrite(&self, egraph: &mut EGraph, atom: Id) -> Vec<(Id, Reason)>;
}

/// An e-graph of terms, kept canonical modulo linear arithmetic.
pub struct EGraph {
    graph: Graph,
    /// The linear form of each canonical id. The form of an atom is the atom itself.
    forms: Vec<Form>,
    /// The rank of each canonical id: an order that is independent of the order of insertion.
    ranks: Vec<u64>,
    /// The classes of forms with non-canonical atoms, whose e-nodes exist with the canonical ones.
    others: HashMap<Form, Id>,
    /// The cached classes of small integers.
    integers: [Option<Id>; SMALL_INTEGERS],
    /// The forms of atoms whose forms were too long.
    expansions: HashMap<Id, Form>,
    rewriting: Rewriting,
    repairing: Repairing,
    congruence: bool,
    unions: Vec<Union>,
    /// Atoms that have been solved.
    solved: Vec<Id>,
    /// Comparisons that have been added.
    comparisons: Vec<Id>,
}

/// The application of identities to new atoms.
struct Rewriting {
    rewriter: Option<Arc<dyn Rewriter>>,
    /// The atoms that are rewritten after the outermost one.
    waiting: Vec<Id>,
    /// The nesting depth of rewrites.
    depth: usize,
    /// The budget of the outermost rewrite.
    fuel: Fuel,
}

/// The repair of the parents of united classes.
struct Repairing {
    /// The nesting depth of unions.
    nested: usize,
    /// The budget of the outermost union.
    fuel: Fuel,
}

impl Default for EGraph {
    #[inline]
    fn default() -> Self {
        EGraph::new(None)
    }
}

impl EGraph {
    /// An empty e-graph that applies the identities of `rewriter`.
    pub fn new(rewriter: Option<Arc<dyn Rewriter>>) -> EGraph {
        EGraph {
            graph: Graph::new(),
            forms: Vec::with_capacity(FEW),
            ranks: Vec::with_capacity(FEW),
            others: HashMap::new(),
            integers: [None; SMALL_INTEGERS],
            expansions: HashMap::new(),
            rewriting: Rewriting {
                rewriter,
                waiting: Vec::new(),
                depth: 0,
                fuel: Fuel::new(MAX_REWRITES),
            },
            repairing: Repairing {
                nested: 0,
                fuel: Fuel::new(MAX_REPAIRS),
            },
            congruence: true,
            unions: Vec::new(),
            solved: Vec::new(),
            comparisons: Vec::new(),
        }
    }

    /// Switches congruence off or on, to measure its effect. Without it, a union does not affect terms that were
    /// built over the united classes before.
    #[inline]
    pub fn set_congruence(&mut self, congruence: bool) {
        self.congruence = congruence;
    }

    /// Whether the range of some class is empty, so that some rule is not an identity.
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

    /// Whether all classes are universally 0 or 1.
    #[inline]
    pub fn are_conditions(&self, ids: &[Id]) -> bool {
        ids.iter().all(|&id| self.is_condition(id))
    }

    /// The linear form of a class.
    #[inline]
    pub fn form(&self, id: Id) -> &Form {
        &self.forms[usize::from(self.find(id))]
    }

    /// The linear form of an atom whose form was too long to be the form of its class.
    #[inline]
    pub fn expansion(&self, atom: Id) -> Option<&Form> {
        self.expansions.get(&atom)
    }

    /// The constant value of a class, if it has one.
    #[inline]
    pub fn as_constant(&self, id: Id) -> Option<&Int> {
        self.form(id).as_constant()
    }

    /// The e-nodes of a class. Their children may be non-canonical.
    #[inline]
    pub fn nodes(&self, id: Id) -> Nodes<'_> {
        self.graph.nodes(id)
    }

    /// The e-node of an id, as it was inserted.
    #[inline]
    pub fn node(&self, id: Id) -> &ENode {
        self.graph.node(id)
    }

    /// All unions so far, in order.
    #[inline]
    pub fn unions(&self) -> &[Union] {
        &self.unions
    }

    /// Returns the atoms that were solved since the last call; no form mentions them any more.
    #[inline]
    pub fn take_solved(&mut self) -> Vec<Id> {
        std::mem::take(&mut self.solved)
    }

    /// Returns the comparisons that were added since the last call.
    #[inline]
    pub fn take_comparisons(&mut self) -> Vec<Id> {
        std::mem::take(&mut self.comparisons)
    }

    /// Evaluates `a <= b` or `a == b` without adding it. None if the comparison has a class already, or if adding it
    /// gives a more precise result: it is false, or the ranges of `a` and `b` bound their difference more tightly
    /// than the ranges of its atoms do.
    #[inline]
    pub fn compared(&self, operator: Operator, a: Id, b: Id) -> Option<Compared> {
        let is_rewritten = |rewriter: &Arc<dyn Rewriter>| rewriter.rewrites(operator);
        match self.rewriting.rewriter.as_ref().is_some_and(is_rewritten) {
            true => None,
            false => lower::compared(self, operator, a, b),
        }
    }

    /// Whether the comparison of this form with 0 has a class.
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

    /// The number of e-nodes.
    #[inline]
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Whether there are no e-nodes.
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
            // The integer exceeds the cap: an atom without a known value.
            None => self.atom(ENode::Linear(Arc::new([value]), Arc::new([]))),
        }
    }

    /// The class of a leaf with this universal range.
    #[inline]
    pub fn leaf(&mut self, leaf: Leaf, range: Range) -> Id {
        self.leaf_of_rank(leaf, range, leaf.0, 0)
    }

    /// The class of a leaf with an explicit rank: its place among all leaves, and its number, below 2²⁴, among the
    /// leaves of that place. Ranks orient terms, so that their canonical forms do not depend on the order in which
    /// leaves were added.
    pub fn leaf_of_rank(&mut self, leaf: Leaf, range: Range, place: u32, number: u32) -> Id {
        let node = ENode::Leaf(leaf);
        let id = match self.insert(node) {
            Inserted::New(id) => id,
            Inserted::Known(id) => return self.find(id),
        };
        self.ranks[usize::from(id)] = rank::of_leaf(place, number);
        self.graph.set_range(id, range);
        Ranges::modify(self, id)
    }

    /// The class of an operator over arguments, whose number must match the operator.
    #[inline]
    pub fn apply(&mut self, operator: Operator, arguments: &[Id]) -> Id {
        lower::apply(self, operator, arguments)
    }

    /// The class of a term, with leaves mapped by `leaf`.
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

    /// The class of a linear form over atoms of this e-graph, if it exists.
    pub fn known_class_of(&self, form: &Form) -> Option<Id> {
        if let Some(atom) = form.as_atom() {
            return Some(self.find(atom));
        }
        let known = self.known_node_of(form, self.graph.hash_of(form));
        let id = known.or_else(|| self.graph.known_renamed(form))?;
        Some(self.find(id))
    }

    /// The id of the node of a form, if it exists.
    #[inline]
    fn known_node_of(&self, form: &Form, hash: u64) -> Option<Id> {
        let own = self.graph.known_form(form, hash);
        own.or_else(|| self.others.get(form).copied())
    }

    /// The class of a linear form over atoms of this e-graph.
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
        // The repairs that replace a solved atom would miss a node that is added after they were listed.
        if let Some(resolved) = self.without_solved(form) {
            let class = self.class_of(&resolved);
            self.others.insert(form.clone(), class);
            return class;
        }
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
            Ranges::modify(self, id)
        }
    }

    /// The atom of a nonlinear node.
    pub(super) fn atom(&mut self, node: ENode) -> Id {
        let is_comparison = matches!(node, ENode::Apply(Operator::Le | Operator::Eq, _));
        let id = match self.insert(node) {
            Inserted::New(id) => id,
            Inserted::Known(id) => return self.find(id),
        };
        if is_comparison {
            self.comparisons.push(id);
        }
        let settled = Ranges::modify(self, id);
        if settled != id {
            return settled;
        }
        self.rewrite(id);
        self.find(id)
    }

    /// Adds a node to `class`, since its range may be tighter than that of the class.
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
                // A new node has no parents, so `class` remains the root and keeps its form.
                self.graph.union(class, id);
                self.tell_atom(class);
                Ranges::modify(self, class)
            }
        }
    }

    /// Inserts a node, which is an atom if it is new.
    #[inline]
    fn insert(&mut self, node: ENode) -> Inserted {
        let inserted = self.graph.insert(node);
        if let Inserted::New(id) = inserted {
            self.note_new(id, None);
        }
        inserted
    }

    /// Initializes the tables for a new node, whose form is the given one or itself as an atom.
    fn note_new(&mut self, id: Id, form: Option<Form>) {
        growing::push(&mut self.forms, form.unwrap_or_else(|| Form::atom(id)));
        let rank = self.rank_of(self.graph.node(id));
        growing::push(&mut self.ranks, rank);
        if self.repairing.nested > 0 {
            self.repairing.fuel.spend(NODE_REPAIRS);
        }
    }

    fn rewrite(&mut self, atom: Id) {
        let Some(rewriter) = self.rewriting.rewriter.clone() else {
            return;
        };
        // Identities are useless for constants.
        if self.as_constant(atom).is_some() {
            return;
        }
        if self.rewriting.depth >= MAX_DEPTH {
            self.rewriting.waiting.push(atom);
            return;
        }
        if !self.rewriting.fuel.spend(1) {
            return;
        }
        self.rewriting.depth += 1;
        for (equal, reason) in rewriter.rewrite(self, atom) {
            self.unite(atom, equal, reason);
        }
        self.rewriting.depth -= 1;
        if self.rewriting.depth == 0 {
            while let Some(atom) = self.rewriting.waiting.pop() {
                if self.as_constant(atom).is_some() {
                    continue;
                }
                if !self.rewriting.fuel.spend(1) {
                    self.rewriting.waiting.clear();
                    break;
                }
                self.rewriting.depth = 1;
                for (equal, reason) in rewriter.rewrite(self, atom) {
                    self.unite(atom, equal, reason);
                }
                self.rewriting.depth = 0;
            }
            self.rewriting.fuel.renew();
        }
    }
}
