//! The store: an e-graph of terms, and beside it the side solver for linear forms.
//!
//! Every class has a *linear form* `c + Σ kᵢ·xᵢ` over *atoms*: classes that are not linear in
//! others. Two classes whose forms agree are one, through the hash-cons of [`Node::Linear`]. When an
//! atom is solved (united with another term), it is substituted in every form that mentions it, and
//! what has become equal is united in turn: Shostak's method (R. Shostak, "Deciding combinations of
//! theories", 1984), with egg's e-graph for the congruence of what is not linear.

use super::allowance::Allowance;
use super::lower;
use super::node::{Node, Universal, node_range};
use super::{Expr, Leaf, Operator};
use crate::number::{Int, Linear, Range};
use egg::{EGraph, Id, Language};
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// A linear form over atom classes.
pub type Form = Linear<Id>;

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
/// How many unions may nest, each found in the repairs of the one before.
const MAX_NESTED_UNIONS: usize = 16;
/// Of a rank so many bits tell how a term is built; with those for its depth so many lie below those
/// for its youngest leaf.
const HASH_BITS: u32 = 24;
const RANK_BITS: u32 = HASH_BITS + 8;
/// How many classes are looked through for an atom that is to be solved.
const MAX_OCCURRENCE: usize = 2_000;

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

/// Arithmetic identities, applied to each atom once, when it is made.
pub trait Rewriter {
    /// Terms equal to `atom`, each with the rule and the binding that gave it. May add terms.
    fn rewrite(&self, store: &mut Store, atom: Id) -> Vec<(Id, Reason)>;
}

/// An e-graph of terms, kept canonical modulo linear arithmetic.
pub struct Store {
    egraph: EGraph<Node, Universal>,
    /// By id, of canonical ids: the linear form. An atom's is the atom itself.
    forms: Vec<Form>,
    /// By id, of canonical ids: where the class stands among others, however it came in.
    ranks: Vec<u64>,
    /// The class of each form that was asked for.
    classes: HashMap<Form, Id>,
    /// What stands behind an atom whose form was too long.
    expansions: HashMap<Id, Form>,
    rewriter: Option<Arc<dyn Rewriter>>,
    waiting: Vec<Id>,
    depth: usize,
    congruence: bool,
    unions: Vec<Union>,
    /// Atoms that are no longer the form of their class.
    solved: Vec<Id>,
    /// How many unions are nested.
    uniting: usize,
    /// What the outermost union may cause, and the outermost rewrite.
    repairs: Allowance,
    rewrites: Allowance,
}

impl Default for Store {
    fn default() -> Self {
        Store::new(None)
    }
}

impl Store {
    /// An empty store that applies the identities of `rewriter`.
    pub fn new(rewriter: Option<Arc<dyn Rewriter>>) -> Store {
        Store {
            egraph: EGraph::new(Universal::default()),
            forms: Vec::new(),
            ranks: Vec::new(),
            classes: HashMap::new(),
            expansions: HashMap::new(),
            rewriter,
            waiting: Vec::new(),
            depth: 0,
            congruence: true,
            unions: Vec::new(),
            solved: Vec::new(),
            uniting: 0,
            repairs: Allowance::new(MAX_REPAIRS),
            rewrites: Allowance::new(MAX_REWRITES),
        }
    }

    /// Switches congruence off (or on): without it a late union does not reach the terms built
    /// upon the united classes. For measuring what it is worth.
    pub fn set_congruence(&mut self, congruence: bool) {
        self.congruence = congruence;
    }

    /// Whether a class came out with no possible value, so that some rule is not an identity.
    pub fn has_contradiction(&self) -> bool {
        self.egraph.analysis.contradiction
    }

    /// The canonical id of a class.
    pub fn find(&self, id: Id) -> Id {
        self.egraph.find(id)
    }

    /// The universal range of a class.
    pub fn range(&self, id: Id) -> &Range {
        &self.egraph[id].data
    }

    /// Whether a class is universally 0 or 1.
    pub fn is_condition(&self, id: Id) -> bool {
        let interval = self.range(id).interval();
        interval.is_non_negative() && interval.upper().is_some_and(|upper| *upper <= Int::ONE)
    }

    /// The linear form of a class.
    pub fn form(&self, id: Id) -> &Form {
        &self.forms[usize::from(self.find(id))]
    }

    /// What stands behind an atom whose linear form was too long to be used as one.
    pub fn expansion(&self, atom: Id) -> Option<&Form> {
        self.expansions.get(&atom)
    }

    /// The integer that a class is.
    pub fn as_constant(&self, id: Id) -> Option<&Int> {
        self.form(id).as_constant()
    }

    /// The e-nodes of a class. Their children may not be canonical.
    pub fn nodes(&self, id: Id) -> &[Node] {
        &self.egraph[id].nodes
    }

    /// The e-node as which an id came into the store.
    pub fn node(&self, id: Id) -> &Node {
        self.egraph.id_to_node(id)
    }

    /// All unions so far, in order.
    pub fn unions(&self) -> &[Union] {
        &self.unions
    }

    /// The atoms that were solved since this was last asked: no form mentions them any more.
    pub fn take_solved(&mut self) -> Vec<Id> {
        std::mem::take(&mut self.solved)
    }

    /// How many e-nodes the store holds.
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// The e-graph itself, for pictures.
    pub fn egraph(&self) -> &EGraph<Node, Universal> {
        &self.egraph
    }

    /// The class of an integer.
    pub fn integer(&mut self, value: impl Into<Int>) -> Id {
        let value = value.into();
        match Form::from_constant(value.clone()) {
            Some(form) => self.class_of(&form),
            // Past the cap: an atom without a value.
            None => self.atom(Node::Linear(Arc::new([value]), Arc::new([]))),
        }
    }

    /// The class of a leaf. `range` is what is universally true of it.
    pub fn leaf(&mut self, leaf: Leaf, range: Range) -> Id {
        self.leaf_of_rank(leaf, range, leaf.0, 0)
    }

    /// The class of a leaf that stands at a place of its own among all leaves, and among those of that
    /// place at a number below 2²⁴. Of two ways to write a term the one is chosen in which the first
    /// leaf comes first, so that the order in which leaves came in does not show.
    pub fn leaf_of_rank(&mut self, leaf: Leaf, range: Range, place: u32, number: u32) -> Id {
        let node = Node::Leaf(leaf);
        if let Some(id) = self.egraph.lookup(node.clone()) {
            return id;
        }
        let id = self.insert(node, None);
        self.ranks[usize::from(id)] = (u64::from(place) << RANK_BITS) | u64::from(number);
        self.egraph[id].data = range;
        self.settle(id)
    }

    /// The class of an operator's value. The arguments must be as many as it takes.
    pub fn apply(&mut self, operator: Operator, arguments: &[Id]) -> Id {
        lower::apply(self, operator, arguments)
    }

    /// The class of a term, whose leaves `leaf` gives.
    pub fn add(&mut self, expr: &Expr, leaf: &mut impl FnMut(&mut Store, Leaf) -> Id) -> Id {
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

    /// The class of a linear form over atoms of this store.
    pub fn class_of(&mut self, form: &Form) -> Id {
        if let Some(atom) = form.as_atom() {
            return self.find(atom);
        }
        if let Some(&class) = self.classes.get(form) {
            return self.find(class);
        }
        let class = self.class_of_new(form);
        self.classes.insert(form.clone(), class);
        class
    }

    fn class_of_new(&mut self, form: &Form) -> Id {
        let numbers: Arc<[Int]> = std::iter::once(form.constant())
            .chain(form.terms().iter().map(|(_, k)| k))
            .cloned()
            .collect();
        let atoms: Arc<[Id]> = form.atoms().collect();
        let too_long = atoms.len() > MAX_TERMS;
        let node = Node::Linear(numbers, atoms);
        if let Some(id) = self.egraph.lookup(node.clone()) {
            return self.find(id);
        }
        let id = self.insert(node, (!too_long).then(|| form.clone()));
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
    pub(super) fn atom(&mut self, node: Node) -> Id {
        if let Some(id) = self.egraph.lookup(node.clone()) {
            return self.find(id);
        }
        let id = self.insert(node, None);
        let settled = self.settle(id);
        if settled != id {
            return settled;
        }
        self.rewrite(id);
        self.find(id)
    }

    /// Puts one more way to write `class` beside it, for what its range tells.
    pub(super) fn alias(&mut self, node: Node, class: Id) -> Id {
        match self.egraph.lookup(node.clone()) {
            Some(id) => {
                if self.find(id) != self.find(class) {
                    self.unite(id, class, Reason::Congruence);
                }
            }
            None => {
                let form = self.form(class).clone();
                let id = self.insert(node, Some(form.clone()));
                // A new node has no parents, so that the class stays the root: forms mention it.
                self.egraph.union(class, id);
                let root = self.find(id);
                self.forms[usize::from(root)] = form;
                return self.settle(root);
            }
        }
        self.find(class)
    }

    fn insert(&mut self, node: Node, form: Option<Form>) -> Id {
        let id = self.egraph.add(node);
        debug_assert_eq!(
            usize::from(id),
            self.forms.len(),
            "every node comes in here"
        );
        self.forms.push(form.unwrap_or_else(|| Form::atom(id)));
        let rank = self.rank_of(self.egraph.id_to_node(id));
        self.ranks.push(rank);
        if self.uniting > 0 {
            self.repairs.spend(NODE_REPAIRS);
        }
        id
    }

    /// Where a class stands among others, whatever came in first: leaves in their order, then the
    /// rest.
    pub fn rank(&self, id: Id) -> u64 {
        self.ranks[usize::from(self.find(id))]
    }

    /// The atoms of a form, in the order of their ranks.
    pub fn atoms_in_order(&self, form: &Form) -> Vec<Id> {
        let mut atoms: Vec<Id> = form.atoms().collect();
        atoms.sort_by_key(|&atom| self.rank(atom));
        atoms
    }

    /// The rank of an operator's value: right after the leaves in it and what it is made of; of equals
    /// a hash of how it is built decides.
    fn rank_of(&self, node: &Node) -> u64 {
        // FxHash, with the golden ratio.
        let mixed = |a: u64, b: u64| (a.rotate_left(5) ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (own, keeps_order) = match node {
            Node::Leaf(leaf) => return u64::from(leaf.0) << RANK_BITS,
            Node::Apply(operator, _) => (*operator as u64 + 1, *operator != Operator::Mul),
            Node::Linear(..) => (0, false),
        };
        let ranks = || node.children().iter().map(|&child| self.rank(child));
        let below = match node {
            // Its children stand in the order in which they came in.
            Node::Linear(numbers, _) => {
                ranks().zip(&numbers[1..]).fold(0, |sum: u64, (rank, k)| {
                    let k = i64::try_from(k).unwrap_or_default();
                    sum.wrapping_add(mixed(rank, k as u64))
                })
            }
            _ if keeps_order => ranks().fold(0, mixed),
            _ => ranks().fold(0, |sum: u64, rank| sum.wrapping_add(mixed(rank, 1))),
        };
        let last = ranks().max().unwrap_or_default() >> HASH_BITS;
        ((last + 1) << HASH_BITS) | (mixed(own, below) >> (64 - HASH_BITS))
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

    /// Unites two classes, solves an atom of the difference of their forms, and carries that to
    /// everything built upon them. Costs the size of what is built upon them.
    pub fn unite(&mut self, left: Id, right: Id, reason: Reason) {
        // A repair finds again what a union around it is about to make equal.
        if self.uniting == MAX_NESTED_UNIONS {
            return;
        }
        let mut work = vec![Work::Unite(left, right, reason)];
        // What this union makes equal may settle and unite further classes: one budget for all.
        self.uniting += 1;
        while let Some(item) = work.pop() {
            if !self.repairs.spend(1) {
                break;
            }
            match item {
                Work::Repair(parents) => self.repair(parents, &mut work),
                Work::Unite(left, right, reason) => {
                    let (a, b) = (self.find(left), self.find(right));
                    if a == b {
                        continue;
                    }
                    match self.solve(a, b) {
                        Some((atom, form)) if atom != a && atom != b && self.congruence => {
                            // An atom of theirs is solved first; their forms agree after that.
                            let class = self.class_of(&form);
                            work.push(Work::Unite(left, right, Reason::Congruence));
                            work.push(Work::Unite(atom, class, Reason::Congruence));
                            // That is the union that the reason is of.
                            self.unions.push(Union {
                                left,
                                right,
                                reason,
                            });
                        }
                        solution => {
                            let solved_b = match solution {
                                Some((atom, _)) => atom == b,
                                // A number says more than any other form.
                                None => self.form(a).is_constant(),
                            };
                            let (from, into) = if solved_b { (b, a) } else { (a, b) };
                            self.unions.push(Union {
                                left,
                                right,
                                reason,
                            });
                            // Whose id or form changes, its parents are not what they were.
                            let below_from = self.parents(from);
                            let was_atom = self.form(into).as_atom() == Some(into);
                            let was = self.range(into).clone();
                            self.merge(from, into);
                            let root = self.find(into);
                            let is_atom = self.form(into).as_atom() == Some(root);
                            // A number may have very many parents.
                            let changed =
                                root != into || was_atom != is_atom || was != *self.range(root);
                            work.push(Work::Repair(match changed {
                                true => self.parents(root),
                                false => below_from,
                            }));
                        }
                    }
                }
            }
        }
        self.uniting -= 1;
        if self.uniting == 0 {
            self.repairs.renew();
        }
    }

    fn parents(&self, class: Id) -> Vec<Id> {
        if !self.congruence {
            return vec![];
        }
        let mut parents: Vec<Id> = self.egraph[class].parents().collect();
        parents.sort_unstable();
        parents.dedup();
        parents
    }

    /// An atom and the form it equals, given that two classes are equal: one of the two classes
    /// themselves where possible. None if no atom has a coefficient of ±1.
    fn solve(&mut self, a: Id, b: Id) -> Option<(Id, Form)> {
        let (form_a, form_b) = (self.form(a).clone(), self.form(b).clone());
        let is_atom = |id: Id, form: &Form| form.as_atom() == Some(id);
        if is_atom(a, &form_a) && !self.occurs(a, &form_b) {
            return Some((a, form_b));
        }
        if is_atom(b, &form_b) && !self.occurs(b, &form_a) {
            return Some((b, form_a));
        }
        let difference = form_a.sub(&form_b)?;
        if let Some(constant) = difference.as_constant() {
            self.egraph.analysis.contradiction |= *constant != Int::ZERO;
            return None;
        }
        let is_unit = |k: &Int| *k == Int::ONE || *k == Int::NEG_ONE;
        difference
            .terms()
            .iter()
            .rev()
            .filter(|(_, k)| is_unit(k))
            .find_map(|(atom, k)| {
                // k·atom + rest = 0, so atom = −k·rest.
                let rest = difference.substitute(*atom, &Form::zero())?;
                let solution = rest.scale(&-k)?;
                (!self.occurs(*atom, &solution)).then_some((*atom, solution))
            })
    }

    /// Whether an atom lies inside a form: as one of its atoms, or below one. To solve it for such
    /// a form would unfold it without end. Past a limit it counts as lying there.
    fn occurs(&self, atom: Id, form: &Form) -> bool {
        let mut stack: Vec<Id> = form.atoms().map(|atom| self.find(atom)).collect();
        let mut seen: HashSet<Id> = stack.iter().copied().collect();
        while let Some(class) = stack.pop() {
            if class == atom || seen.len() > MAX_OCCURRENCE {
                return true;
            }
            for node in self.nodes(class) {
                for &child in node.children() {
                    let child = self.find(child);
                    if seen.insert(child) {
                        stack.push(child);
                    }
                }
            }
        }
        false
    }

    /// Makes one class of two, with the form of the second.
    fn merge(&mut self, from: Id, into: Id) {
        let form = self.form(into).clone();
        let rank = self.rank(from).min(self.rank(into));
        self.egraph.union(from, into);
        let root = self.find(from);
        self.ranks[usize::from(root)] = rank;
        self.solved.extend(
            [from, into]
                .into_iter()
                .filter(|&id| id != root || form.as_atom() != Some(into)),
        );
        // A class whose form would mention itself is an atom.
        let is_own = |atom: Id| self.find(atom) == root;
        self.forms[usize::from(root)] = if form.atoms().any(is_own) {
            Form::atom(root)
        } else {
            form
        };
    }

    /// Computes nodes anew, and lists what has become equal by that.
    fn repair(&mut self, parents: Vec<Id>, work: &mut Vec<Work>) {
        for parent in parents {
            let class = self.find(parent);
            let renewed = match self.node(parent).clone() {
                Node::Leaf(_) => continue,
                Node::Apply(operator, arguments) => self.apply(operator, &arguments),
                Node::Linear(numbers, atoms) => {
                    let constant = Form::from_constant(numbers[0].clone());
                    let mut terms = atoms.iter().zip(&numbers[1..]);
                    let sum = terms.try_fold(constant, |sum, (&atom, k)| {
                        Some(sum?.add_scaled(k, self.form(atom)))
                    });
                    let Some(Some(sum)) = sum else { continue };
                    let own = &mut self.forms[usize::from(class)];
                    // A class that is a number stays it, whatever else equals it.
                    if own.as_atom() != Some(class) && !own.is_constant() && *own != sum {
                        *own = sum.clone();
                        work.push(Work::Repair(self.parents(class)));
                    }
                    self.class_of(&sum)
                }
            };
            if self.find(renewed) != class {
                work.push(Work::Unite(class, renewed, Reason::Congruence));
            } else {
                self.look_again(parent, work);
            }
        }
    }

    /// What more is known of a node, since more is known of its children.
    fn look_again(&mut self, parent: Id, work: &mut Vec<Work>) {
        let class = self.find(parent);
        let told = node_range(self.node(parent), |child| self.range(child).clone());
        let narrowed = self.range(class).intersect(&told);
        if narrowed != *self.range(class) {
            if narrowed.is_empty() {
                self.egraph.analysis.contradiction = true;
                return;
            }
            self.egraph[class].data = narrowed;
            work.push(Work::Repair(self.parents(class)));
            self.settle(class);
        }
        let is_atom = self.form(class).as_atom() == Some(self.find(class));
        if is_atom && matches!(self.node(parent), Node::Apply(..)) {
            self.rewrite(self.find(class));
        }
    }
}

/// What is left to do after a union.
enum Work {
    Unite(Id, Id, Reason),
    /// Compute these nodes anew.
    Repair(Vec<Id>),
}
