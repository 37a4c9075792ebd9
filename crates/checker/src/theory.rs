//! Equality modulo linear arithmetic, congruence and the equations of a proof.
//!
//! A term becomes a linear form over *atoms*: columns, and nonlinear operators over forms. An equation is solved for
//! an atom, and the solution is substituted into everything that mentions the atom. The procedure is sound, but not
//! complete: terms with the same form are equal in all runs, but not vice versa.

use super::Term;
use calipers_number::{Int, Linear, Range};
use calipers_program::Column;
use calipers_program::term::{Expr, Operator};
use hashbrown::{HashMap, HashSet};
use std::{rc::Rc, sync::Arc};

/// A linear form over atoms.
pub(super) type Poly = Linear<u32>;

/// The meaning of an atom.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    Column(Column),
    /// An operator, over forms.
    Apply(Operator, Vec<Poly>),
    /// A product of atoms, in ascending order.
    Product(Vec<u32>),
}

#[derive(Clone)]
struct Atom {
    key: Key,
    /// The form that it equals, over unsolved atoms.
    solution: Option<Poly>,
    /// Its universal range.
    range: Range,
    /// The atoms that mention it.
    users: Vec<u32>,
}

/// The form of an operator's term, which is valid until new equations are added.
#[derive(Clone)]
struct Lowered {
    form: Poly,
    learned: u64,
    /// Keeps the allocation alive, since its address is the key.
    _arguments: Arc<[Term]>,
}

/// The range of a column by the type of its value.
pub(super) type ColumnRange<'s> = Rc<dyn Fn(Column) -> Range + 's>;

/// The maximum number of equations that are processed, a part of it for one step; further equations are ignored.
const FUEL: usize = 20_000;
/// The maximum number of atoms that the occurs check visits.
const MAX_NESTING: usize = 4096;

/// Terms, equations, and the ranges that hold universally.
#[derive(Clone)]
pub(super) struct Theory<'s> {
    atoms: Vec<Atom>,
    pub(super) numbers: HashMap<Key, u32>,
    /// The ranges of forms without constants that are tighter than those from their atoms.
    known: HashMap<Poly, Range>,
    pub(super) pending: Vec<(Poly, Poly)>,
    fuel: usize,
    contradiction: bool,
    /// The number of updates that may have changed the form of a term.
    learned: u64,
    lowered: HashMap<(Operator, *const Term), Lowered>,
    column_range: ColumnRange<'s>,
}

impl<'s> Theory<'s> {
    pub(super) fn new(column_range: ColumnRange<'s>) -> Theory<'s> {
        Theory {
            atoms: vec![],
            numbers: HashMap::new(),
            known: HashMap::new(),
            pending: vec![],
            fuel: FUEL,
            contradiction: false,
            learned: 0,
            lowered: HashMap::new(),
            column_range,
        }
    }

    /// Whether the equations contradict each other.
    pub(super) fn has_contradiction(&self) -> bool {
        self.contradiction
    }

    /// The meaning of an atom.
    pub(super) fn key(&self, atom: u32) -> Option<&Key> {
        self.atoms.get(atom as usize).map(|atom| &atom.key)
    }

    /// The form that an atom equals, over unsolved atoms.
    pub(super) fn solution(&self, atom: u32) -> Option<&Poly> {
        self.atoms.get(atom as usize)?.solution.as_ref()
    }

    /// The products that share a factor with these, of those that pass a test.
    pub(super) fn products_of(&self, factors: &[u32], test: impl Fn(u32) -> bool) -> Vec<u32> {
        let is_product =
            |user: &u32| test(*user) && matches!(self.key(*user), Some(Key::Product(_)));
        let entries = factors.iter().map(|&factor| &self.atoms[factor as usize]);
        let mut products: Vec<u32> = entries
            .flat_map(|entry| entry.users.iter().copied().filter(is_product))
            .collect();
        products.sort_unstable();
        products.dedup();
        products
    }

    /// The normal form of a term. Records the ranges that follow from its operators.
    pub(super) fn normal(&mut self, term: &Term) -> Poly {
        let form = self.lower(term);
        self.settle();
        self.resolve(&form)
    }

    /// Whether two terms have the same normal form.
    pub(super) fn are_equal(&mut self, a: &Term, b: &Term) -> bool {
        let (a, b) = (self.normal(a), self.normal(b));
        self.are_same(&a, &b)
    }

    /// Whether two forms are equal by the equations so far.
    pub(super) fn are_same(&self, a: &Poly, b: &Poly) -> bool {
        self.resolve(a) == self.resolve(b)
    }

    /// Adds an equation, which is preferably solved for the left side if that is an atom.
    pub(super) fn equate(&mut self, left: &Poly, right: &Poly) {
        self.pending.push((left.clone(), right.clone()));
        self.settle();
    }

    /// The universal range of a form.
    pub(super) fn range(&self, form: &Poly) -> Range {
        self.range_with(form, |atom| self.atoms[atom as usize].range.clone())
    }

    /// The range of a form, from ranges of atoms that refine their universal ones.
    pub(super) fn range_with(&self, form: &Poly, atom: impl Fn(u32) -> Range) -> Range {
        let mut sum = Range::constant(form.constant().clone());
        for (number, k) in form.terms() {
            sum = sum.add(&atom(*number).scale(k));
        }
        let shape = Shape::of(form);
        match self.known.get(&shape.body) {
            Some(known) => meet(&sum, &shape.range_from(known)),
            None => sum,
        }
    }

    /// The universal range of an atom.
    pub(super) fn atom_range(&self, atom: u32) -> Range {
        let atom = self.atoms.get(atom as usize);
        atom.map_or_else(Range::full, |atom| atom.range.clone())
    }

    /// Whether a form is 0 or 1 in all runs.
    pub(super) fn is_condition(&self, form: &Poly) -> bool {
        is_zero_or_one(&self.range(form))
    }

    fn lower(&mut self, term: &Term) -> Poly {
        match term {
            Expr::Integer(value) => match Poly::from_constant(value.clone()) {
                Some(form) => form,
                // The form exceeds the cap: the checker does not accept such terms.
                None => self.atom(Key::Apply(Operator::Add, vec![]), Range::full()),
            },
            Expr::Leaf(column) => {
                let range = (self.column_range)(*column);
                self.atom(Key::Column(*column), range)
            }
            Expr::Apply(operator, arguments) => {
                let place = (*operator, arguments.as_ptr());
                if let Some(known) = self.lowered.get(&place)
                    && known.learned == self.learned
                {
                    return known.form.clone();
                }
                let before = self.learned;
                let forms = arguments.iter().map(|argument| self.lower(argument));
                let forms = forms.collect();
                let form = self.apply(*operator, forms);
                // If lowering added equations, the form may be outdated.
                if self.learned == before {
                    let lowered = Lowered {
                        form: form.clone(),
                        learned: before,
                        _arguments: arguments.clone(),
                    };
                    self.lowered.insert(place, lowered);
                }
                form
            }
        }
    }

    /// The form with the solutions of its atoms substituted.
    pub(super) fn resolve(&self, form: &Poly) -> Poly {
        let mut resolved = form.clone();
        for atom in form.atoms() {
            if let Some(solution) = &self.atoms[atom as usize].solution
                && let Some(next) = resolved.substitute(atom, solution)
            {
                resolved = next;
            }
        }
        resolved
    }

    /// The atom of a key, or its solution.
    pub(super) fn atom(&mut self, key: Key, range: Range) -> Poly {
        let number = match self.numbers.get(&key) {
            Some(&number) => number,
            None => {
                let number = self.atoms.len() as u32;
                for child in children(&key) {
                    if let Some(atom) = self.atoms.get_mut(child as usize)
                        && atom.users.last() != Some(&number)
                    {
                        atom.users.push(number);
                    }
                }
                self.numbers.insert(key.clone(), number);
                self.atoms.push(Atom {
                    key,
                    solution: None,
                    range: range.clone(),
                    users: vec![],
                });
                number
            }
        };
        let form = self.resolve(&Poly::atom(number));
        self.learn(&form, &range);
        form
    }

    /// Records that a form is in a range in all runs.
    pub(super) fn learn(&mut self, form: &Poly, range: &Range) {
        if range.is_full() {
            return;
        }
        if let Some(value) = form.as_constant() {
            self.contradiction |= !range.contains(value);
            return;
        }
        let narrowed = range.intersect(&self.range(form));
        if narrowed.is_empty() {
            self.contradiction = true;
            return;
        }
        let shape = Shape::of(form);
        let of_body = shape.range_to(&narrowed);
        let known = match shape.body.as_atom() {
            Some(atom) => Some(&mut self.atoms[atom as usize].range),
            None => self.known.get_mut(&shape.body),
        };
        match known {
            Some(known) => {
                let met = meet(known, &of_body);
                self.learned += u64::from(met != *known);
                *known = met;
            }
            None => {
                self.learned += 1;
                self.known.insert(shape.body, of_body);
            }
        }
        if let Some(value) = narrowed.as_constant()
            && let Some(value) = Poly::from_constant(value.clone())
        {
            self.pending.push((form.clone(), value));
        }
    }

    fn settle(&mut self) {
        let end = self.fuel.saturating_sub(FUEL / 20);
        while let Some((left, right)) = self.pending.pop() {
            if self.fuel == end {
                return self.pending.clear();
            }
            self.fuel -= 1;
            let (left, right) = (self.resolve(&left), self.resolve(&right));
            let Some(difference) = left.sub(&right) else {
                continue;
            };
            if let Some(constant) = difference.as_constant() {
                self.contradiction |= !constant.is_zero();
                continue;
            }
            let Some(reduced) = difference.divide_exactly(&difference.content()) else {
                // g·x = c has no solution where g does not divide c.
                self.contradiction = true;
                continue;
            };
            let preferred = left.as_atom().or_else(|| right.as_atom());
            if let Some((atom, solution)) = self.solve(&reduced, preferred) {
                self.put_in(atom, solution);
            }
        }
    }

    /// `form = 0`, solved for an atom that does not occur inside the others, the preferred one if possible.
    fn solve(&self, form: &Poly, preferred: Option<u32>) -> Option<(u32, Poly)> {
        let has_unit = |(_, k): &&(u32, Int)| *k == Int::ONE || *k == Int::NEG_ONE;
        let candidates = form.terms().iter().filter(has_unit);
        let mut candidates: Vec<u32> = candidates.map(|(atom, _)| *atom).collect();
        candidates.sort_by_key(|&atom| {
            let is_column = matches!(self.atoms[atom as usize].key, Key::Column(_));
            (Some(atom) != preferred, is_column, std::cmp::Reverse(atom))
        });
        let free = candidates.into_iter().find(|&atom| {
            let mut others = form.atoms().filter(|&other| other != atom);
            others.all(|other| !self.mentions(other, atom))
        })?;
        // k·atom + rest = 0, so atom = −k·rest for k = ±1.
        let k = form.coefficient(&free);
        let rest = form.substitute(free, &Poly::zero())?;
        Some((free, rest.scale(&-k)?))
    }

    /// Whether an atom occurs inside another.
    fn mentions(&self, outer: u32, inner: u32) -> bool {
        let mut seen = HashSet::new();
        let mut work = vec![outer];
        while let Some(atom) = work.pop() {
            if atom == inner || seen.len() > MAX_NESTING {
                return true;
            }
            if seen.insert(atom) {
                let entry = &self.atoms[atom as usize];
                work.extend(children(&entry.key));
                work.extend(entry.solution.iter().flat_map(Poly::atoms));
            }
        }
        false
    }

    /// Substitutes the solution of an atom everywhere.
    fn put_in(&mut self, atom: u32, solution: Poly) {
        self.learned += 1;
        for entry in &mut self.atoms {
            if let Some(old) = &entry.solution
                && !old.coefficient(&atom).is_zero()
                && let Some(new) = old.substitute(atom, &solution)
            {
                entry.solution = Some(new);
            }
        }
        let entry = &mut self.atoms[atom as usize];
        entry.solution = Some(solution.clone());
        let (range, users) = (entry.range.clone(), entry.users.clone());
        let touched = |form: &Poly| !form.coefficient(&atom).is_zero();
        let mut moved: Vec<(Poly, Range)> = vec![];
        self.known.retain(|form, range| {
            let stays = !touched(form);
            if !stays {
                moved.push((form.clone(), range.clone()));
            }
            stays
        });
        self.learn(&solution, &range);
        for (form, range) in moved {
            let form = self.resolve(&form);
            self.learn(&form, &range);
        }
        for user in users {
            let renewed = match self.atoms[user as usize].key.clone() {
                Key::Column(_) => continue,
                Key::Apply(operator, arguments) => {
                    let arguments = arguments.iter().map(|form| self.resolve(form)).collect();
                    self.apply(operator, arguments)
                }
                Key::Product(factors) => {
                    let factors = factors.iter().map(|&it| self.resolve(&Poly::atom(it)));
                    let factors = factors.collect();
                    self.apply(Operator::Mul, factors)
                }
            };
            self.pending.push((Poly::atom(user), renewed));
        }
        self.replace_in_products(atom);
    }
}

fn children(key: &Key) -> Vec<u32> {
    match key {
        Key::Column(_) => vec![],
        Key::Apply(_, arguments) => arguments.iter().flat_map(Poly::atoms).collect(),
        Key::Product(factors) => factors.clone(),
    }
}

/// Whether a range has no other numbers than 0 and 1.
pub(super) fn is_zero_or_one(range: &Range) -> bool {
    let upper = range.upper().is_some_and(|upper| *upper <= Int::ONE);
    range.interval().is_non_negative() && upper
}

/// The intersection of two ranges of one value; the first range if it is empty.
pub(super) fn meet(a: &Range, b: &Range) -> Range {
    let both = a.intersect(b);
    if both.is_empty() { a.clone() } else { both }
}

/// Whether the first coefficient of a form is negative.
pub(super) fn has_negative_head(form: &Poly) -> bool {
    form.terms().first().is_some_and(|(_, k)| *k < Int::ZERO)
}

/// A form as `factor·body + constant`. The body is the same for all forms with related ranges: its coefficients have
/// no common factor, and the first one is positive.
pub(super) struct Shape {
    pub(super) body: Poly,
    factor: Int,
    constant: Int,
}

impl Shape {
    pub(super) fn of(form: &Poly) -> Shape {
        let (body, constant) = without_constant(form);
        let content = body.content();
        let factor = if has_negative_head(&body) {
            -content
        } else {
            content
        };
        let (body, factor) = match body.divide_exactly(&factor) {
            Some(divided) => (divided, factor),
            None => (body, Int::ONE),
        };
        Shape {
            body,
            factor,
            constant,
        }
    }

    /// The range of the form, from that of the body.
    pub(super) fn range_from(&self, body: &Range) -> Range {
        body.scale(&self.factor)
            .add(&Range::constant(self.constant.clone()))
    }

    /// The range of the body, from that of the form.
    pub(super) fn range_to(&self, form: &Range) -> Range {
        let multiple = form.sub(&Range::constant(self.constant.clone()));
        quotient(&multiple, &self.factor)
    }
}

/// The integers whose product with `k` is in a range, for `k` other than 0.
pub(super) fn quotient(multiple: &Range, k: &Int) -> Range {
    if *k == Int::ONE {
        return multiple.clone();
    }
    if *k == Int::NEG_ONE {
        return multiple.neg();
    }
    let divisor = Range::constant(k.clone());
    let (down, up) = (multiple.floor_div(&divisor), multiple.ceil_div(&divisor));
    let mut range = Range::full();
    if let Some(lower) = up.lower() {
        range = range.intersect(&Range::at_least(lower.clone()));
    }
    if let Some(upper) = down.upper() {
        range = range.intersect(&Range::at_most(upper.clone()));
    }
    range
}

/// Splits a form into one without a constant, and the constant.
pub(super) fn without_constant(form: &Poly) -> (Poly, Int) {
    let constant = form.constant().clone();
    match form.add_constant(&-&constant) {
        Some(body) => (body, constant),
        None => (form.clone(), Int::ZERO),
    }
}

/// `g·x + c` as `x + floor(c/g)`: both are `>= 0` for the same integers.
pub(super) fn reduced(form: &Poly) -> Option<Poly> {
    let content = form.content();
    if content.is_zero() {
        return Some(form.clone());
    }
    let quotient = calipers_number::floor_div(form.constant(), &content)?;
    let (body, _) = without_constant(form);
    body.divide_exactly(&content)?.add_constant(&quotient)
}
