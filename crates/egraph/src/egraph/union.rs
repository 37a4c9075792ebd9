//! Uniting classes: an atom of their difference is solved, and what is built upon them is repaired.

use super::{EGraph, Form, Reason, Union};
use crate::enode::node_range;
use crate::number::{Int, Range};
use crate::{ENode, Id};
use hashbrown::HashSet;
use smallvec::SmallVec;

/// How many unions may nest, each found in the repairs of the one before.
const MAX_NESTED_UNIONS: usize = 16;
/// How many classes are looked through for an atom that is to be solved.
const MAX_OCCURRENCE: usize = 2_000;

impl EGraph {
    /// Unites two classes, solves an atom of the difference of their forms, and carries that to
    /// everything built upon them. Costs the size of what is built upon them.
    #[inline]
    pub fn unite(&mut self, left: Id, right: Id, reason: Reason) {
        self.work_off(vec![Work::Unite(left, right, reason)]);
    }

    /// Unites a class with what its term is written as by now, and lets go of an atom of the former that the
    /// latter does not need.
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

    /// An atom of the form of one class that is not in that of another, and what it equals if they are equal.
    fn solve_for_former(&self, old: Id, new: Id) -> Option<(Id, Form)> {
        let (old, new) = (self.form(old), self.form(new));
        let difference = old.sub(new)?;
        let mut former: SmallVec<[&(Id, Int); 4]> = old
            .terms()
            .iter()
            .filter(|(atom, _)| new.coefficient(atom).is_zero())
            .collect();
        former.sort_by_key(|(atom, _)| std::cmp::Reverse((self.rank(*atom), *atom)));
        former
            .into_iter()
            .find_map(|term| self.solve_for(&difference, term))
    }

    /// Takes in that a class is always in a range.
    #[inline]
    pub(crate) fn tell(&mut self, class: Id, range: &Range) {
        let mut work = vec![];
        self.narrow(self.find(class), range, &mut work);
        if !work.is_empty() {
            self.work_off(work);
        }
    }

    /// Carries the range of a class to its atom, and that to everything built upon it.
    #[inline]
    pub(super) fn tell_atom(&mut self, class: Id) {
        let mut work = vec![];
        self.narrow_atom(class, &mut work);
        if !work.is_empty() {
            self.work_off(work);
        }
    }

    fn work_off(&mut self, mut work: Vec<Work>) {
        // A repair finds again what a union around it is about to make equal.
        if self.uniting == MAX_NESTED_UNIONS {
            return;
        }
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
                            let stood = [self.rank(from), self.rank(into)];
                            self.merge(from, into);
                            let root = self.find(into);
                            if stood[0] != stood[1] && !self.form(root).is_constant() {
                                work.push(Work::Repair(self.turned_above(root)));
                            }
                            self.narrow_atom(root, &mut work);
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
        let mut parents = self.graph.parents(class).to_vec();
        parents.sort_unstable();
        parents.dedup();
        parents
    }

    /// What compares sums with a class in them, and would be written the other way round by now, as the
    /// class stands elsewhere.
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

    /// An atom and the form it equals, given that two classes are equal: one of the two classes
    /// themselves where possible. None if no atom has a coefficient of ±1.
    fn solve(&mut self, a: Id, b: Id) -> Option<(Id, Form)> {
        let (form_a, form_b) = (self.form(a).clone(), self.form(b).clone());
        let difference = form_a.sub(&form_b);
        if let Some(turned) = difference.as_ref().and_then(|it| self.solve_turned(it)) {
            return Some(turned);
        }
        let is_atom = |id: Id, form: &Form| form.as_atom() == Some(id);
        if is_atom(a, &form_a) && !self.occurs(a, &form_b) {
            return Some((a, form_b));
        }
        if is_atom(b, &form_b) && !self.occurs(b, &form_a) {
            return Some((b, form_a));
        }
        let difference = difference?;
        if let Some(constant) = difference.as_constant() {
            self.graph.has_contradiction |= *constant != Int::ZERO;
            return None;
        }
        let mut terms = difference.terms().iter().rev();
        terms.find_map(|term| self.solve_for(&difference, term))
    }

    /// Of two atoms that say the same of opposite signs the one is kept as which it would come in now,
    /// whichever was there first.
    #[inline]
    fn solve_turned(&self, difference: &Form) -> Option<(Id, Form)> {
        let mut terms = difference.terms().iter();
        terms.find_map(|term| match self.is_turned(term.0) {
            true => self.solve_for(difference, term),
            false => None,
        })
    }

    /// An atom of a form that is 0, and what it equals then.
    fn solve_for(&self, form: &Form, (atom, k): &(Id, Int)) -> Option<(Id, Form)> {
        if *k != Int::ONE && *k != Int::NEG_ONE {
            return None;
        }
        // k·atom + rest = 0, so atom = −k·rest.
        let rest = form.substitute(*atom, &Form::zero())?;
        let solution = rest.scale(&-k)?;
        (!self.occurs(*atom, &solution)).then_some((*atom, solution))
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
                    // What else is the same number is no part of anything.
                    if self.as_constant(child).is_none() && seen.insert(child) {
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
        // Of two without parents the first stays the root: the class of a number is united with very
        // many conditions, one after the other, and must not lie ever deeper.
        self.graph.union(into, from);
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
                    // A class that is a number stays it, whatever else equals it.
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

    /// What is known of a sum without its constant, or of the opposite: when the sum is first written, its
    /// operands tell it.
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

    /// Takes in what else is known of a class. Gives whether that is possible.
    fn narrow(&mut self, class: Id, told: &Range, work: &mut Vec<Work>) -> bool {
        let narrowed = self.range(class).intersect(told);
        if narrowed == *self.range(class) {
            return true;
        }
        if narrowed.is_empty() {
            self.graph.has_contradiction = true;
            return false;
        }
        self.graph.set_range(class, narrowed);
        work.push(Work::Repair(self.parents(class)));
        self.settle(class);
        true
    }

    /// What the range of a class `k·x + c` tells of the atom `x`.
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

    /// What more is known of a node, since more is known of its children.
    fn look_again(&mut self, parent: Id, work: &mut Vec<Work>) {
        let class = self.find(parent);
        let told = node_range(self.node(parent), |child| self.range(child));
        if !self.narrow(class, &told, work) {
            return;
        }
        let is_atom = self.form(class).as_atom() == Some(self.find(class));
        if is_atom && matches!(self.node(parent), ENode::Apply(..)) {
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
