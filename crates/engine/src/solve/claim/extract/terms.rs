//! The terms of classes in an extracted claim.

use super::super::constants::is_division;
use super::{Extraction, MAX_DEPTH, Term};
use crate::number::Int;
use crate::program::Column;
use crate::term::{ENode, Expr, Form, Id, Operator, selection};
use calipers_support::order::Order;

/// Maximum number of atoms among which an atom is looked for inside its own definition.
const MAX_SEEN: usize = 64;

impl Extraction<'_, '_> {
    /// A form in which a condition is a factor as a `select`, and the summands of both branches beside it: linear
    /// arithmetic decides it, and no term occurs once for each branch.
    fn selected(&mut self, form: &Form, depth: usize) -> Option<Term> {
        if depth >= MAX_DEPTH {
            return None;
        }
        let (condition, branches) = selection(&mut self.engine.known.egraph, form)?;
        let is_shared =
            |(atom, k): &(Id, Int)| branches.iter().all(|it| it.coefficient(atom) == *k);
        let shared = branches[0].terms().iter().filter(|it| is_shared(it));
        let shared = Form::from_terms(Int::ZERO, shared.cloned())?;
        // Facts about an atom count, even if another term replaces it.
        for atom in self.engine.known.egraph.atoms_in_order(form) {
            self.atom(atom, depth);
        }
        let rests = branches.map(|it| it.sub(&shared));
        let [Some(then), Some(otherwise)] = rests else {
            return None;
        };
        let condition = self.condition(condition)?;
        let [then, otherwise] = [then, otherwise].map(|it| self.form(&it, depth + 1));
        let selected = Expr::apply(Operator::Select, [condition, then, otherwise]);
        Some(match shared.terms().is_empty() {
            true => selected,
            false => Expr::apply(Operator::Add, [self.form(&shared, depth + 1), selected]),
        })
    }

    pub(super) fn form(&mut self, form: &Form, depth: usize) -> Term {
        if let Some(selected) = self.selected(form, depth) {
            return selected;
        }
        let atoms = self.engine.known.egraph.atoms_in_order(form);
        let (mut left, mut parts) = (form.clone(), vec![]);
        for &atom in &atoms {
            // Facts about an atom count, even if another term replaces it.
            self.atom(atom, depth);
            let restated = match self.operator(atom).filter(|_| depth < MAX_DEPTH) {
                Some(Operator::Mul) => self.remainder(&left, atom, depth + 1),
                Some(Operator::Min | Operator::Max) => self.unshifted(&left, atom, depth + 1),
                _ => None,
            };
            if let Some((rest, k, told)) = restated {
                parts.push(scaled(k, told));
                left = rest;
            }
        }
        let atoms = match parts.is_empty() {
            true => atoms,
            false => self.engine.known.egraph.atoms_in_order(&left),
        };
        for atom in atoms {
            let told = self.atom(atom, depth);
            parts.push(scaled(left.coefficient(&atom), told));
        }
        if !left.constant().is_zero() || parts.is_empty() {
            parts.push(Expr::Integer(left.constant().clone()));
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => Expr::apply(Operator::Add, parts),
        }
    }

    /// For a multiple `−k·u·⌊x/u⌋` in a form with `k·x`: the form without both, `k`, and the remainder `x mod u`.
    /// Questions and facts about remainders are recognized by these.
    fn remainder(&mut self, form: &Form, product: Id, depth: usize) -> Option<(Form, Int, Term)> {
        let egraph = &self.engine.known.egraph;
        if form.terms().len() < 2 {
            return None;
        }
        let (_, factors) = self.applied(product)?;
        let [a, b] = factors[..] else { return None };
        let (dividend, divisor) = [(a, b), (b, a)].into_iter().find_map(|(by, quotient)| {
            let quotient = egraph.form(quotient).as_atom()?;
            let (operator, sides) = self.applied(quotient)?;
            let is_by = operator == Operator::FloorDiv && egraph.find(sides[1]) == egraph.find(by);
            is_by.then(|| (sides[0], by))
        })?;
        let k = -form.coefficient(&product);
        let rest = form.add_scaled(&k, &Form::atom(product))?;
        let rest = rest.add_scaled(&-&k, egraph.form(dividend))?;
        if rest.terms().len() + 1 >= form.terms().len() {
            return None;
        }
        let sides = [dividend, divisor].map(|side| self.class(side, depth));
        Some((rest, k, Expr::apply(Operator::Mod, sides)))
    }

    /// For a multiple by `k` of `min(x − y, 0)` in a form, which is `min(x, y) − y`: the form with `−k·y` in place of it,
    /// `k`, and `min(x, y)`. The same for other minima and maxima that are those of atoms and constants up to a summand.
    /// So the term does not depend on the argument that the e-graph has chosen as the summand.
    fn unshifted(&mut self, form: &Form, extreme: Id, depth: usize) -> Option<(Form, Int, Term)> {
        let egraph = &self.engine.known.egraph;
        let (operator, arguments) = self.application(extreme)?;
        let is_short = |form: &Form| form.as_atom().is_some() || form.is_constant();
        let mut forms = arguments.iter().map(|&it| egraph.form(it));
        let longest = forms.find(|it| !is_short(it))?;
        let summand = match longest.terms() {
            [_, (atom, k)] | [(atom, k), _] if *k == Int::NEG_ONE => Form::atom(*atom),
            _ => return None,
        };
        let shifted = arguments.iter().map(|&it| egraph.form(it).add(&summand));
        let shifted: Vec<Form> = shifted.collect::<Option<_>>()?;
        let k = form.coefficient(&extreme);
        if k.is_zero() || !shifted.iter().all(is_short) {
            return None;
        }
        let rest = form.add_scaled(&-&k, &Form::atom(extreme))?;
        let rest = rest.add_scaled(&-&k, &summand)?;
        let arguments: Vec<Term> = shifted.iter().map(|it| self.form(it, depth)).collect();
        Some((rest, k, Expr::apply(operator, arguments)))
    }

    pub(super) fn class(&mut self, class: Id, depth: usize) -> Term {
        let form = self.engine.known.egraph.form(class).clone();
        self.form(&form, depth)
    }

    pub(super) fn atom(&mut self, atom: Id, depth: usize) -> Term {
        let atom = self.engine.known.egraph.find(atom);
        if let Some(told) = self.terms.get(&atom) {
            return told.clone();
        }
        let range = self.engine.range_at(atom, self.point);
        let applied = self.applied(atom).filter(|_| depth < MAX_DEPTH);
        let applied = applied.filter(|(_, arguments)| !self.is_derived(atom, arguments));
        let constant = range.as_constant().cloned();
        let constant = constant.filter(|_| applied.as_ref().is_some_and(|it| is_division(it.0)));
        let told = match applied {
            Some((operator, mut arguments)) if constant.is_none() && self.open.insert(atom) => {
                if operator == Operator::Mul {
                    arguments.order_by_key(|&argument| self.engine.known.egraph.rank(argument));
                }
                let arguments: Vec<Term> = arguments
                    .into_iter()
                    .map(|argument| self.class(argument, depth + 1))
                    .collect();
                self.open.remove(&atom);
                Expr::apply(operator, arguments)
            }
            _ => {
                let number = self.ranges.len() as u32;
                self.ranges.insert(number, range);
                self.atoms.push(atom);
                Expr::Leaf(Column::Symbol(number))
            }
        };
        if !self.terms.contains_key(&atom) {
            self.order.push(atom);
            self.constants.extend(constant.map(|it| (atom, it)));
        }
        // An atom that occurs inside its own definition keeps its variable.
        self.terms.entry(atom).or_insert(told).clone()
    }

    /// Whether an operator with these arguments is no definition of an atom, but follows from what is defined by it: the
    /// number of iterations `k` of a loop with the step `s` is a quotient of the induction variable, which is `s * k`. The
    /// e-graph has the quotient if an earlier question mentioned it.
    fn is_derived(&self, atom: Id, arguments: &[Id]) -> bool {
        let egraph = &self.engine.known.egraph;
        let columns = &self.engine.known.columns;
        let is_undefined = egraph.nodes(atom).any(|node| match node {
            ENode::Leaf(leaf) => columns.definition(columns.entry(*leaf).column).is_none(),
            _ => false,
        });
        if !is_undefined {
            return false;
        }
        let mut seen: Vec<Id> = vec![];
        let mut work: Vec<Id> = arguments.to_vec();
        while let Some(class) = work.pop() {
            for part in egraph.form(class).atoms() {
                let part = egraph.find(part);
                if part == atom {
                    return true;
                }
                if seen.len() < MAX_SEEN && !seen.contains(&part) {
                    seen.push(part);
                    let applied = self.application(part);
                    work.extend(applied.into_iter().flat_map(|(_, arguments)| arguments));
                }
            }
        }
        false
    }

    /// A node of a class other than the sums and products of its form.
    pub(super) fn applied(&self, atom: Id) -> Option<(Operator, Vec<Id>)> {
        let (operator, arguments) = self.application(atom)?;
        Some((operator, arguments.to_vec()))
    }

    /// The operator of this node.
    fn operator(&self, atom: Id) -> Option<Operator> {
        Some(self.application(atom)?.0)
    }

    fn application(&self, atom: Id) -> Option<(Operator, &[Id])> {
        let mut nodes = self.engine.known.egraph.nodes(atom);
        nodes.find_map(|node| match node {
            ENode::Apply(Operator::Add | Operator::Select, _) => None,
            ENode::Apply(operator, arguments) => Some((*operator, &arguments[..])),
            ENode::Linear(..) | ENode::Leaf(_) => None,
        })
    }
}

fn scaled(k: Int, term: Term) -> Term {
    match k == Int::ONE {
        true => term,
        false => Expr::scaled(k, term),
    }
}
