//! Unions: solves an atom of the difference of two classes, and repairs the terms above them.

use super::analysis::{Analysis, Merged, Ranges};
use super::{EGraph, Form, Reason, Union};
use crate::{ENode, Id};
use calipers_number::{Int, Range};
use calipers_support::order::Order;
use hashbrown::HashSet;
use smallvec::SmallVec;

/// The maximum number of solved atoms that are replaced in a form.
const MAX_RESOLUTIONS: usize = 32;
/// The maximum nesting depth of unions that repairs trigger.
const MAX_NESTED_UNIONS: usize = 16;
/// The maximum number of classes that the occurs check visits.
const MAX_OCCURRENCE: usize = 2_000;

impl EGraph {
    /// Unites two classes: solves an atom of the difference of their forms, and propagates the solution to all terms
    /// above them. Costs the size of these terms.
    #[inline]
    pub fn unite(&mut self, left: Id, right: Id, reason: Reason) {
        self.work_off(vec![Work::Unite(left, right, reason)]);
    }

    /// Unites a class with the term to which its definition lowers now, and eliminates an atom of the old class that
    /// the new one does not mention.
    pub fn replace(&mut self, old: Id, new: Id) {
        let (old, new) = (self.find(old), self.find(new));
        if old == new {
            return;
        }
        let mut work = vec![Work::Unite(old, new, Reason::Congruence)];
        if let Some((atom, solution)) = self.solve_for_former(old, new) {
            let class = self.class_of(&solution);
            work.push(Work::Unite(atom, class, Reason::Congruence));
        }
        self.work_off(work);
    }

    /// An atom that occurs only in the form of the old class, with the form that it equals if both classes are equal.
    fn solve_for_former(&self, old: Id, new: Id) -> Option<(Id, Form)> {
        let (old, new) = (self.form(old), self.form(new));
        let difference = old.sub(new)?;
        let mut former: SmallVec<[&(Id, Int); 4]> = old
            .terms()
            .iter()
            .filter(|(atom, _)| new.coefficient(atom).is_zero())
            .collect();
        former.order_by_key(|(atom, _)| std::cmp::Reverse((self.rank(*atom), *atom)));
        former
            .into_iter()
            .find_map(|term| self.solve_for(&difference, term))
    }

    /// Intersects the universal range of a class with `range`, and that of its atom, if it has only one.
    #[inline]
    pub fn tell(&mut self, class: Id, range: &Range) {
        let mut work = vec![];
        let class = self.find(class);
        if self.narrow(class, range, &mut work) {
            self.narrow_atom(class, &mut work);
        }
        if !work.is_empty() {
            self.work_off(work);
        }
    }

    /// Propagates the range of a class to its atom and to all terms above it.
    #[inline]
    pub(super) fn tell_atom(&mut self, class: Id) {
        let mut work = vec![];
        self.narrow_atom(class, &mut work);
        if !work.is_empty() {
            self.work_off(work);
        }
    }

    fn work_off(&mut self, mut work: Vec<Work>) {
        // Beyond the limit, an enclosing union will find the equality again.
        if self.repairing.nested == MAX_NESTED_UNIONS {
            return;
        }
        // All nested unions share one budget.
        self.repairing.nested += 1;
        while let Some(item) = work.pop() {
            if !self.repairing.fuel.spend(1) {
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
                        Solution::Atom(atom, form) if self.congruence => {
                            // First solves an atom of the two forms; afterwards the forms are equal.
                            let class = self.class_of(&form);
                            work.push(Work::Unite(left, right, Reason::Congruence));
                            work.push(Work::Unite(atom, class, Reason::Congruence));
                            // The union to which the reason belongs.
                            self.unions.push(Union {
                                left,
                                right,
                                reason,
                            });
                        }
                        solution => {
                            self.graph.has_contradiction |= solution == Solution::Contradiction;
                            let solved_b = match solution {
                                Solution::Second => true,
                                Solution::First | Solution::Atom(..) => false,
                                // A constant is more precise than any other form, and a form over unsolved atoms
                                // needs no repair.
                                Solution::Unsolved | Solution::Contradiction => {
                                    self.form(a).is_constant() || self.is_stale(self.form(b))
                                }
                            };
                            let (from, into) = if solved_b { (b, a) } else { (a, b) };
                            self.unions.push(Union {
                                left,
                                right,
                                reason,
                            });
                            // If the id or the form changes, the parents must be repaired.
                            let below_from = self.parents(from);
                            let was_atom = self.form(into).as_atom() == Some(into);
                            let was = self.range(into).clone();
                            let stood = [self.rank(from), self.rank(into)];
                            self.merge(from, into);
                            let root = self.find(into);
                            if stood[0] != stood[1] && !self.form(root).is_constant() {
                                work.push(Work::Repair(self.turned_above(root)));
                            }
                            self.narrow_atom(root, &mut work);
                            let is_atom = self.form(into).as_atom() == Some(root);
                            // A constant may have very many parents.
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
        self.repairing.nested -= 1;
        if self.repairing.nested == 0 {
            self.repairing.fuel.renew();
        }
    }

    fn parents(&self, class: Id) -> Vec<Id> {
        if !self.congruence {
            return vec![];
        }
        let mut parents = self.graph.parents(class).to_vec();
        parents.order();
        parents.dedup();
        parents
    }

    /// The comparisons over sums of a class whose orientation has changed because the rank of the class has.
    fn turned_above(&self, class: Id) -> Vec<Id> {
        let mut turned = vec![];
        for sum in self.parents(class) {
            if matches!(self.node(sum), ENode::Linear(..)) {
                let above = self.parents(self.find(sum)).into_iter();
                turned.extend(above.filter(|&it| self.is_turned(self.find(it))));
            }
        }
        turned
    }

    /// What the equality of two classes determines, preferably that one of them is an atom and equals the other.
    fn solve(&self, a: Id, b: Id) -> Solution {
        let (form_a, form_b) = (self.form(a), self.form(b));
        let resolved = [form_a, form_b].map(|form| self.without_solved(form));
        if resolved.iter().any(Option::is_some)
            && resolved[0].as_ref().unwrap_or(form_a) == resolved[1].as_ref().unwrap_or(form_b)
        {
            return Solution::Unsolved;
        }
        let atom = |(atom, form): (Id, Form)| match atom {
            _ if atom == a => Solution::First,
            _ if atom == b => Solution::Second,
            _ => Solution::Atom(atom, form),
        };
        let difference = form_a.sub(form_b);
        if let Some(turned) = difference.as_ref().and_then(|it| self.solve_turned(it)) {
            return atom(turned);
        }
        let is_atom = |id: Id, form: &Form| form.as_atom() == Some(id);
        if is_atom(a, form_a) && !self.occurs(a, form_b) {
            return Solution::First;
        }
        if is_atom(b, form_b) && !self.occurs(b, form_a) {
            return Solution::Second;
        }
        let Some(difference) = difference else {
            return Solution::Unsolved;
        };
        match difference.as_constant() {
            Some(constant) if constant.is_zero() => Solution::Unsolved,
            Some(_) => Solution::Contradiction,
            None => {
                let mut terms = difference.terms().iter().rev();
                let solved = terms.find_map(|term| self.solve_for(&difference, term));
                solved.map_or(Solution::Unsolved, atom)
            }
        }
    }

    /// Whether the form of an atom is no longer the atom itself.
    fn is_solved(&self, atom: Id) -> bool {
        self.form(atom).as_atom() != Some(atom)
    }

    /// Whether a form mentions solved atoms, which pending repairs will replace.
    fn is_stale(&self, form: &Form) -> bool {
        form.atoms().any(|atom| self.is_solved(atom))
    }

    /// A stale form over unsolved atoms; none if it is not stale, or if it has no such form within the limit.
    pub(super) fn without_solved(&self, form: &Form) -> Option<Form> {
        let solved = |form: &Form| form.atoms().find(|&atom| self.is_solved(atom));
        let mut next = solved(form)?;
        let mut resolved = form.clone();
        for _ in 0..MAX_RESOLUTIONS {
            resolved = resolved.substitute(next, self.form(next))?;
            match solved(&resolved) {
                Some(atom) => next = atom,
                None => return Some(resolved),
            }
        }
        None
    }

    /// If the difference contains a comparison of the wrong orientation, eliminates it in favor of the other one,
    /// whichever was added first.
    #[inline]
    fn solve_turned(&self, difference: &Form) -> Option<(Id, Form)> {
        let mut terms = difference.terms().iter();
        terms.find_map(|term| match self.is_turned(term.0) {
            true => self.solve_for(difference, term),
            false => None,
        })
    }

    /// Solves `form = 0` for an atom with coefficient ±1.
    fn solve_for(&self, form: &Form, (atom, k): &(Id, Int)) -> Option<(Id, Form)> {
        if *k != Int::ONE && *k != Int::NEG_ONE {
            return None;
        }
        // k·atom + rest = 0, so atom = −k·rest.
        let rest = form.substitute(*atom, &Form::zero())?;
        let solution = rest.scale(&-k)?;
        (!self.occurs(*atom, &solution)).then_some((*atom, solution))
    }

    /// The occurs check: whether an atom occurs in a form or below its atoms, so that the substitution would not
    /// terminate. Beyond a limit, the answer is yes.
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
                    // A constant has no relevant subterms, although its class has other nodes.
                    if self.as_constant(child).is_none() && seen.insert(child) {
                        stack.push(child);
                    }
                }
            }
        }
        false
    }

    /// Merges two classes; the result has the form of the second.
    fn merge(&mut self, from: Id, into: Id) {
        let form = self.form(into).clone();
        let rank = self.rank(from).min(self.rank(into));
        // If neither has parents, `into` remains the root: the class of a constant is united with very many
        // conditions in succession, and must not end up deep in the union-find tree.
        self.graph.union(into, from);
        let root = self.find(from);
        self.ranks[usize::from(root)] = rank;
        self.solved.extend(
            [from, into]
                .into_iter()
                .filter(|&id| id != root || form.as_atom() != Some(into)),
        );
        // A class whose form would mention itself becomes an atom.
        let is_own = |atom: Id| self.find(atom) == root;
        self.forms[usize::from(root)] = if form.atoms().any(is_own) {
            Form::atom(root)
        } else {
            form
        };
    }

    /// Recomputes nodes, and adds the equalities that follow to the work list.
    fn repair(&mut self, parents: Vec<Id>, work: &mut Vec<Work>) {
        for parent in parents {
            let class = self.find(parent);
            let renewed = match self.node(parent).clone() {
                ENode::Leaf(_) => continue,
                ENode::Apply(operator, arguments) => self.apply(operator, &arguments),
                ENode::Linear(numbers, atoms) => {
                    let constant = Form::from_constant(numbers[0].clone());
                    let mut terms = atoms.iter().zip(&numbers[1..]);
                    let sum = terms.try_fold(constant, |sum, (&atom, k)| {
                        Some(sum?.add_scaled(k, self.form(atom)))
                    });
                    let Some(Some(sum)) = sum else { continue };
                    let own = &mut self.forms[usize::from(class)];
                    // The form of a constant never changes.
                    if own.as_atom() != Some(class) && !own.is_constant() && *own != sum {
                        *own = sum.clone();
                        work.push(Work::Repair(self.parents(class)));
                    }
                    let renewed = self.class_of(&sum);
                    let told = self.range_of_body(&sum);
                    self.narrow(renewed, &told, work);
                    self.find(renewed)
                }
            };
            if self.find(renewed) != class {
                work.push(Work::Unite(class, renewed, Reason::Congruence));
            } else {
                self.look_again(parent, work);
            }
        }
    }

    /// The range of a sum, from the classes of its body (the sum without its constant) and of the negated body: when
    /// the sum is first added, its operands may have restricted them.
    fn range_of_body(&self, sum: &Form) -> Range {
        let constant = Range::constant(sum.constant().clone());
        let body = sum.add_constant(&-sum.constant());
        let Some(body) = body.filter(|body| body.terms().len() > 1) else {
            return Range::full();
        };
        let own = self.known_class_of(&body);
        let opposite = self.known_class_of(&body.neg());
        let own = own.map(|class| self.range(class).clone());
        let opposite = opposite.map(|class| self.range(class).neg());
        let told = own.into_iter().chain(opposite);
        told.fold(Range::full(), |range, told| {
            range.intersect(&told.add(&constant))
        })
    }

    /// Intersects the range of a class; returns false for a contradiction.
    fn narrow(&mut self, class: Id, told: &Range, work: &mut Vec<Work>) -> bool {
        match self.graph.merge_range(class, told) {
            Merged::Unchanged => true,
            Merged::Contradiction => false,
            Merged::Changed => {
                work.push(Work::Repair(self.parents(class)));
                Ranges::modify(self, class);
                true
            }
        }
    }

    /// Propagates the range of a class `k·x + c` to the atom `x`.
    fn narrow_atom(&mut self, class: Id, work: &mut Vec<Work>) {
        let form = self.form(class);
        let &[(atom, ref k)] = form.terms() else {
            return;
        };
        if atom == class {
            return;
        }
        let told = self.range(class).add(&Range::constant(-form.constant()));
        let told = told.unscale(k);
        self.narrow(atom, &told, work);
    }

    /// Recomputes the range of a node after the ranges of its children have changed.
    fn look_again(&mut self, parent: Id, work: &mut Vec<Work>) {
        let class = self.find(parent);
        let told = Ranges::make(self.node(parent), |child| self.range(child));
        if !self.narrow(class, &told, work) {
            return;
        }
        let is_atom = self.form(class).as_atom() == Some(self.find(class));
        if is_atom && matches!(self.node(parent), ENode::Apply(..)) {
            self.rewrite(self.find(class));
        }
    }
}

/// What the equality of two classes determines.
#[derive(PartialEq)]
enum Solution {
    /// The first class is an atom and equals the second.
    First,
    /// The second class is an atom and equals the first.
    Second,
    /// Another atom equals this form.
    Atom(Id, Form),
    /// No atom: none has the coefficient ±1, or the equality follows from repairs that are pending.
    Unsolved,
    /// The forms differ by a constant.
    Contradiction,
}

/// An item of the work list of a union.
enum Work {
    Unite(Id, Id, Reason),
    /// Recompute these nodes.
    Repair(Vec<Id>),
}
