//! Writes classes as terms over columns.

use super::super::columns::State;
use super::{Explainer, NoProof};
use crate::number::Int;
use crate::program::Column;
use crate::proof::Term;
use crate::term::condition::size;
use crate::term::{ENode, Expr, Form, Id, Operator};
use hashbrown::HashSet;

/// Maximum depth of a term. The checker accepts somewhat deeper ones.
const MAX_DEPTH: usize = 120;
/// Maximum size of a term: where a class has another one twice, terms double with each class.
const MAX_SIZE: usize = 4000;
/// Limit of the classes below a query.
const MAX_CONE: usize = 20_000;

impl Explainer<'_, '_, '_> {
    /// The class of a term of the query, of a fact or of a definition. Adds its definitions, and the identities about
    /// its parts.
    pub(super) fn take_in(&mut self, term: &Term) -> Id {
        term.for_each_leaf(&mut |&column| self.want(column));
        let class = self.intern(term);
        self.tell_wanted();
        class
    }

    /// The class of a term. Records the class of each part.
    pub(super) fn intern(&mut self, term: &Term) -> Id {
        let class = match term {
            Expr::Integer(value) => self.engine.known.egraph.integer(value.clone()),
            Expr::Leaf(column) => self.engine.class(*column),
            Expr::Apply(operator, arguments) => {
                let arguments: Vec<Id> = arguments
                    .iter()
                    .map(|argument| self.intern(argument))
                    .collect();
                self.reach_quotient(*operator, &arguments);
                self.engine.known.egraph.apply(*operator, &arguments)
            }
        };
        self.reach(class);
        self.engine.known.egraph.find(class)
    }

    /// Records the quotient of a remainder: identities apply to it, and no node of the term mentions it.
    fn reach_quotient(&mut self, operator: Operator, arguments: &[Id]) {
        let &[a, b] = arguments else { return };
        let egraph = &mut self.engine.known.egraph;
        let quotient = match operator {
            Operator::Mod => egraph.apply(Operator::FloorDiv, &[a, b]),
            Operator::TruncMod => egraph.apply(Operator::TruncDiv, &[a, b]),
            Operator::CeilDiv => {
                let minus_one = egraph.integer(-1);
                let negated = egraph.apply(Operator::Mul, &[minus_one, a]);
                egraph.apply(Operator::FloorDiv, &[negated, b])
            }
            Operator::FloorDiv | Operator::TruncDiv => b,
            _ => return,
        };
        self.reach(quotient);
        // The normal form uses positive divisors.
        let egraph = &mut self.engine.known.egraph;
        if let Some(k) = egraph.as_constant(b).filter(|k| **k < Int::ZERO).cloned() {
            let (minus_one, positive) = (egraph.integer(-1), egraph.integer(-k));
            let negated = egraph.apply(Operator::Mul, &[minus_one, a]);
            for dividend in [a, negated] {
                for operator in [Operator::FloorDiv, Operator::TruncDiv] {
                    let quotient = self
                        .engine
                        .known
                        .egraph
                        .apply(operator, &[dividend, positive]);
                    self.reach(quotient);
                }
            }
        }
    }

    /// Records a class and all classes below it.
    pub(super) fn reach(&mut self, class: Id) {
        let egraph = &self.engine.known.egraph;
        let mut work = vec![egraph.find(class)];
        while let Some(class) = work.pop() {
            if self.cone.classes.len() > MAX_CONE || !self.cone.classes.insert(class) {
                continue;
            }
            for node in egraph.nodes(class) {
                work.extend(node.children().iter().map(|&child| egraph.find(child)));
            }
            work.extend(egraph.form(class).atoms());
        }
    }

    /// A class as a term: an integer, a column, or an operator over such terms.
    pub(super) fn write(&mut self, class: Id) -> Result<Term, NoProof> {
        self.write_within(class, &mut HashSet::new(), 0)
    }

    /// A node as a term.
    pub(super) fn write_node(&mut self, node: &ENode) -> Result<Term, NoProof> {
        self.write_node_within(node, &mut HashSet::new(), 0)
    }

    /// A form as a sum of terms.
    pub(super) fn write_form(&mut self, form: &Form) -> Result<Term, NoProof> {
        self.write_form_within(form, &mut HashSet::new(), 0)
    }

    fn write_within(
        &mut self,
        class: Id,
        open: &mut HashSet<Id>,
        depth: usize,
    ) -> Result<Term, NoProof> {
        if depth > MAX_DEPTH {
            return Err(NoProof::TooLarge);
        }
        let class = self.engine.known.egraph.find(class);
        if let Some(value) = self.engine.known.egraph.as_constant(class) {
            return Ok(Expr::Integer(value.clone()));
        }
        if let Some(term) = self.terms.written.get(&class) {
            return Ok(term.clone());
        }
        if let Some(&column) = self.terms.names.get(&class) {
            return Ok(Expr::Leaf(column));
        }
        if !open.insert(class) {
            return Err(NoProof::TooLarge);
        }
        let term = self.write_class(class, open, depth);
        open.remove(&class);
        let term = term?;
        if size(&term, MAX_SIZE) >= MAX_SIZE {
            return Err(NoProof::TooLarge);
        }
        self.terms.written.insert(class, term.clone());
        Ok(term)
    }

    fn write_class(
        &mut self,
        class: Id,
        open: &mut HashSet<Id>,
        depth: usize,
    ) -> Result<Term, NoProof> {
        let form = self.engine.known.egraph.form(class).clone();
        if form.as_atom() != Some(class) && !form.atoms().any(|atom| atom == class) {
            return self.write_form_within(&form, open, depth + 1);
        }
        let nodes = self.engine.known.egraph.nodes(class).to_vec();
        // Prefer a column to an operator, and of operators the first that does not contain the class itself.
        let (leaves, others): (Vec<ENode>, Vec<ENode>) = nodes
            .into_iter()
            .partition(|node| matches!(node, ENode::Leaf(_)));
        let mut last = NoProof::TooLarge;
        for node in leaves.iter().chain(&others) {
            match self.write_node_within(node, open, depth + 1) {
                Ok(term) => return Ok(term),
                Err(no_proof) => last = no_proof,
            }
        }
        Err(last)
    }

    fn write_node_within(
        &mut self,
        node: &ENode,
        open: &mut HashSet<Id>,
        depth: usize,
    ) -> Result<Term, NoProof> {
        match node {
            ENode::Leaf(leaf) => {
                let column = self.engine.known.columns.entry(*leaf).column;
                self.want(column);
                Ok(Expr::Leaf(column))
            }
            ENode::Apply(operator, arguments) => {
                let arguments: Result<Vec<Term>, NoProof> = arguments
                    .iter()
                    .map(|&argument| self.write_within(argument, open, depth + 1))
                    .collect();
                Ok(Expr::apply(*operator, arguments?))
            }
            ENode::Linear(numbers, atoms) => {
                let (constant, factors) = numbers.split_first().ok_or(NoProof::TooLarge)?;
                let terms: Vec<(Id, Int)> = atoms.iter().copied().zip(factors.to_vec()).collect();
                self.write_sum(constant, &terms, open, depth)
            }
        }
    }

    fn write_form_within(
        &mut self,
        form: &Form,
        open: &mut HashSet<Id>,
        depth: usize,
    ) -> Result<Term, NoProof> {
        self.write_sum(form.constant(), form.terms(), open, depth)
    }

    fn write_sum(
        &mut self,
        constant: &Int,
        terms: &[(Id, Int)],
        open: &mut HashSet<Id>,
        depth: usize,
    ) -> Result<Term, NoProof> {
        let mut parts = vec![];
        for (atom, k) in terms {
            let term = self.write_within(*atom, open, depth + 1)?;
            parts.push(match *k == Int::ONE {
                true => term,
                false => Expr::scaled(k.clone(), term),
            });
        }
        if !constant.is_zero() || parts.is_empty() {
            parts.push(Expr::Integer(constant.clone()));
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Expr::apply(Operator::Add, parts),
        })
    }

    /// From now on, writes the class of a defined column as that column, unless the class also contains a column
    /// without definition: the identities that prove the two equal mention the latter.
    pub(super) fn name(&mut self, column: Column) {
        let Some(leaf) = self.engine.known.columns.get(column) else {
            return;
        };
        if let State::Done(id) = self.engine.known.columns.entry(leaf).state {
            let class = self.engine.known.egraph.find(id);
            let is_undefined = |node: &ENode| match node {
                ENode::Leaf(leaf) => self.engine.known.columns.entry(*leaf).definition.is_none(),
                _ => false,
            };
            if !self.engine.known.egraph.nodes(class).any(is_undefined) {
                self.terms.names.entry(class).or_insert(column);
            }
        }
    }
}
