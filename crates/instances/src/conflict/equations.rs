//! Equations between two instances: what the equality of their indices implies for the values that these depend on.
//!
//! An index is a polynomial over *atoms*: values and terms that are no sums or products. From `s·a + r = s·b + t`, where
//! `s` is the same in both instances and `0 <= r, t < s`, follow `a = b` and `r = t`. The bounds are facts about a single
//! instance, which are proved where the access executes. Equal operands have equal results, and some results determine
//! an operand. So the digits of a number in a mixed radix, the parts of a program id, or the coordinates of a tile are
//! found to be equal without a search.

use super::Question;
use super::identities::{Determined, determined, determined_ids, operations};
use super::quotients::Parted;
use crate::instances::Instances;
use crate::polynomial::Polynomial;
use crate::term::Term;
use crate::variables::Quotients;
use calipers_egraph::{Expr, Operator};
use calipers_engine::analysis::Analysis;
use calipers_number::Int;
use calipers_program::{Column, OpId, Point, Program, ValueId};
use calipers_support::order::Order;
use hashbrown::{HashMap, HashSet};

/// Limit of the equations that are examined.
const MAX_EQUATIONS: usize = 128;

/// What the equality of indices implies.
pub(crate) struct Derived {
    /// The values and lanes that are equal in both instances.
    equal: HashSet<Column>,
    /// The sides of other equations: terms about the first and the second access.
    pub(crate) open: Vec<(Term, Term)>,
    /// Whether an equation never holds.
    pub(crate) is_contradiction: bool,
}

impl Derived {
    pub(crate) fn is_equal(&self, column: Column) -> bool {
        self.equal.contains(&column)
    }
}

/// One of the accesses, in the program itself.
pub(crate) struct Side<'p> {
    pub(crate) analysis: Analysis<'p>,
    pub(crate) point: Option<Point>,
    /// Conditions that hold where the access executes.
    pub(super) given: Vec<Term>,
    /// The same, until it is one of `given`.
    pub(super) mask: Option<Term>,
}

/// The equations of a question.
pub(super) struct Equations<'e, 'p> {
    pub(super) program: &'p dyn Program,
    pub(super) sides: Vec<Side<'p>>,
    /// Whether a column is the same in both instances.
    is_shared: &'e dyn Fn(Column) -> bool,
    pub(super) atoms: Vec<Term>,
    pub(super) numbers: HashMap<Term, usize>,
    pub(super) known: HashMap<(usize, Column), Polynomial>,
    pub(super) equal: Vec<bool>,
    pub(super) open: Vec<(Polynomial, Polynomial)>,
    pub(super) proofs: usize,
    pub(super) depth: usize,
    is_contradiction: bool,
    /// Whether an induction variable whose step is a value is the start and a multiple of the step. The facts about the
    /// variable itself say little about these.
    pub(super) by_steps: bool,
    /// The values that read the same id as others.
    pub(super) aliases: HashMap<ValueId, ValueId>,
    /// The terms that an atom is the minimum of, for a side.
    pub(super) minima: HashMap<(usize, usize), Vec<Term>>,
    /// The values that are known to be quotients and remainders, for each side.
    pub(super) quotients: Vec<Quotients>,
    pub(super) divisions: Vec<Parted>,
    /// Conditions that are assumed to hold everywhere.
    pub(super) stated: Vec<Term>,
    /// The results of bitwise ops that are sums.
    pub(super) sums: HashMap<ValueId, Term>,
}

impl<'p> Instances<'p> {
    /// What follows if these terms about the first and the second access are equal, for two instances in which the
    /// columns are the same that `is_shared` holds for.
    pub(crate) fn derive(
        &mut self,
        question: &Question,
        touching: &[(Term, Term)],
        is_shared: &dyn Fn(Column) -> bool,
        by_steps: bool,
    ) -> Derived {
        let mut sides = vec![self.side(&question.first)];
        if !question.is_one {
            sides.push(self.side(&question.second));
        }
        let mut equations = self.equations(sides, is_shared);
        equations.by_steps = by_steps;
        for level in &question.common {
            for (&variable, readers) in level.variables.iter().zip(&level.readers) {
                let results = readers.iter().flat_map(|&it| self.program.results(it));
                let aliases = results.map(|&result| (result, variable));
                equations.aliases.extend(aliases);
            }
        }
        self.learn_limits(&mut equations, 0, &question.first);
        if !question.is_one {
            self.learn_limits(&mut equations, 1, &question.second);
        }
        let last = equations.sides.len() - 1;
        let mut ops = operations(self.program, touching.iter().map(|(one, _)| one));
        for op in operations(self.program, touching.iter().map(|(_, two)| two)) {
            if !ops.contains(&op) {
                ops.push(op);
            }
        }
        for (one, two) in touching {
            if let (Some(one), Some(two)) = (
                equations.polynomial(0, one),
                equations.polynomial(last, two),
            ) {
                equations.open.push((one, two));
            }
        }
        let mut identities = determined(self.program, &ops);
        let levels = question.common.iter();
        identities.extend(levels.flat_map(|level| determined_ids(self.program, level)));
        equations.solve(&ops, &identities);
        equations.derived()
    }
}

impl<'e, 'p> Equations<'e, 'p> {
    pub(super) fn new(
        program: &'p dyn Program,
        sides: Vec<Side<'p>>,
        is_shared: &'e dyn Fn(Column) -> bool,
    ) -> Equations<'e, 'p> {
        Equations {
            program,
            sides,
            is_shared,
            atoms: vec![],
            numbers: HashMap::new(),
            known: HashMap::new(),
            equal: vec![],
            open: vec![],
            proofs: 0,
            depth: 0,
            is_contradiction: false,
            by_steps: false,
            aliases: HashMap::new(),
            minima: HashMap::new(),
            quotients: vec![],
            divisions: vec![],
            stated: vec![],
            sums: HashMap::new(),
        }
    }

    pub(super) fn atom(&mut self, term: Term) -> usize {
        if let Some(&number) = self.numbers.get(&term) {
            return number;
        }
        self.numbers.insert(term.clone(), self.atoms.len());
        let is_shared = match &term {
            Term::Leaf(column) => (self.is_shared)(*column),
            _ => false,
        };
        self.equal.push(is_shared);
        self.atoms.push(term);
        self.atoms.len() - 1
    }

    pub(super) fn term(&self, polynomial: &Polynomial) -> Term {
        let product = |(atoms, factor): (&[usize], &Int)| {
            let atoms = atoms.iter().map(|&atom| self.atoms[atom].clone());
            let mut parts: Vec<Term> = atoms.collect();
            if parts.is_empty() || !factor.is_one() {
                parts.insert(0, Term::Integer(factor.clone()));
            }
            match parts.len() {
                1 => parts.remove(0),
                _ => Term::apply(Operator::Mul, parts),
            }
        };
        let mut parts: Vec<Term> = polynomial.terms().map(product).collect();
        match parts.len() {
            0 => Term::integer(0),
            1 => parts.remove(0),
            _ => Term::apply(Operator::Add, parts),
        }
    }

    /// The atoms that a term consists of.
    pub(super) fn atoms_in(&self, term: &Term, found: &mut Vec<usize>) {
        match (self.numbers.get(term), term) {
            (Some(&atom), _) => found.push(atom),
            (None, Expr::Apply(_, parts)) => {
                for part in parts.iter() {
                    self.atoms_in(part, found);
                }
            }
            _ => {}
        }
    }

    /// Whether a term is known to be the same in both instances.
    pub(super) fn is_equal_term(&self, term: &Term) -> bool {
        let known = self.numbers.get(term);
        known.is_some_and(|&atom| self.equal[atom])
            || match term {
                Expr::Integer(_) => true,
                Expr::Leaf(column) => (self.is_shared)(*column),
                Expr::Apply(_, parts) => parts.iter().all(|part| self.is_equal_term(part)),
            }
    }

    /// Derives equalities until there are no new ones.
    fn solve(&mut self, ops: &[OpId], identities: &[Determined]) {
        let mut left = MAX_EQUATIONS;
        loop {
            let before = self.equal.iter().filter(|it| **it).count();
            let mut open = std::mem::take(&mut self.open);
            while let Some((one, two)) = open.pop() {
                left = left.saturating_sub(1);
                if left == 0 {
                    self.open.push((one, two));
                    continue;
                }
                match self.step(&one, &two) {
                    Some(parts) => open.extend(parts),
                    None => self.open.push((one, two)),
                }
            }
            self.propagate(ops);
            for identity in identities {
                let (by, value) = (&identity.by, identity.value);
                if by.iter().all(|&it| self.is_equal(it)) && !self.is_equal(value) {
                    self.equate(value);
                }
            }
            self.combine();
            self.divide();
            if self.equal.iter().filter(|it| **it).count() == before || self.is_contradiction {
                return;
            }
        }
    }

    /// What replaces an equation; none if nothing is known.
    pub(super) fn step(
        &mut self,
        one: &Polynomial,
        two: &Polynomial,
    ) -> Option<Vec<(Polynomial, Polynomial)>> {
        let [one, two] = Polynomial::reduced(one, two, |atom| self.equal[atom]);
        if one.is_zero() && two.is_zero() {
            return Some(vec![]);
        }
        if let (Some(a), Some(b)) = (one.as_integer(), two.as_integer())
            && a != b
        {
            self.is_contradiction = true;
            return Some(vec![]);
        }
        if let (Some(atom), Some(other)) = (one.as_atom(), two.as_atom())
            && atom == other
        {
            self.equal[atom] = true;
            return Some(vec![]);
        }
        let last = self.sides.len() - 1;
        for (by, number) in self.radices(&one, &two) {
            let (a, rest) = one.split(&by, &number);
            let (b, others) = two.split(&by, &number);
            if a.is_zero() && b.is_zero() {
                continue;
            }
            let radix = Polynomial::of(by, number);
            let fits = self.is_within(0, &rest, &radix)
                && (last == 0 && rest == others || self.is_within(last, &others, &radix));
            if fits {
                return Some(vec![(a, b), (rest, others)]);
            }
        }
        None
    }

    /// Products that may be the base of digits: factors of the terms that are the same in both instances.
    pub(super) fn radices(&self, one: &Polynomial, two: &Polynomial) -> Vec<(Vec<usize>, Int)> {
        let mut found: Vec<(Vec<usize>, Int)> = vec![];
        for (atoms, factor) in one.terms().chain(two.terms()) {
            let shared = atoms.iter().copied().filter(|&atom| self.equal[atom]);
            let shared: Vec<usize> = shared.collect();
            if shared.len() == atoms.len() {
                continue;
            }
            let number = factor.magnitude();
            let choices = [
                (shared.clone(), number.clone()),
                (shared, Int::ONE),
                (vec![], number),
            ];
            for choice in choices {
                let is_one = choice.0.is_empty() && choice.1.is_one();
                if !is_one && !found.contains(&choice) {
                    found.push(choice);
                }
            }
        }
        // The smallest digit comes first.
        found.order_by_key(|(atoms, number)| (atoms.len(), number.clone()));
        found
    }

    pub(super) fn is_equal(&self, value: ValueId) -> bool {
        (self.is_shared)(Column::Value(value)) || self.is_known_equal(Column::Value(value))
    }

    /// Whether all atoms that a column consists of are equal.
    pub(super) fn is_known_equal(&self, column: Column) -> bool {
        let own = self.numbers.get(&Term::Leaf(column));
        if own.is_some_and(|&atom| self.equal[atom]) {
            return true;
        }
        let first = self.known.get(&(0, column));
        let last = self.known.get(&(self.sides.len() - 1, column));
        first == last && first.is_some_and(|it| it.atoms().all(|atom| self.equal[atom]))
    }

    /// Equal operands have equal results.
    pub(super) fn propagate(&mut self, ops: &[OpId]) {
        loop {
            let before = self.equal.iter().filter(|it| **it).count();
            for atom in 0..self.atoms.len() {
                if self.equal[atom] {
                    continue;
                }
                if let Term::Leaf(column) = self.atoms[atom] {
                    // Both readings of an integer determine it.
                    self.equal[atom] = match column {
                        Column::Unsigned(value) => self.is_equal(value),
                        _ => false,
                    };
                    continue;
                }
                self.equal[atom] = self.is_equal_term(&self.atoms[atom]);
            }
            for &op in ops {
                let name = self.program.op_name(op);
                let is_arithmetic = name.starts_with("arith.")
                    || name.starts_with("index.")
                    || matches!(name, "affine.apply" | "affine.min" | "affine.max");
                let operands = self.program.operands(op);
                if is_arithmetic
                    && !operands.is_empty()
                    && operands.iter().all(|&it| self.is_equal(it))
                {
                    for &result in self.program.results(op) {
                        let atom = self.atom(Term::Leaf(Column::Value(result)));
                        self.equal[atom] = true;
                    }
                }
            }
            if self.equal.iter().filter(|it| **it).count() == before {
                return;
            }
        }
    }

    /// A value is equal in both instances, and so are the polynomials that it is.
    pub(super) fn equate(&mut self, value: ValueId) {
        let own = self.atom(Term::Leaf(Column::Value(value)));
        self.equal[own] = true;
        let last = self.sides.len() - 1;
        let one = self.column(0, Column::Value(value));
        let two = self.column(last, Column::Value(value));
        self.open.push((one, two));
    }

    /// A quotient and a remainder of the same term determine it.
    pub(super) fn combine(&mut self) {
        let mut found = vec![];
        for (at, atom) in self.atoms.iter().enumerate() {
            let (rest, number, divisor) = match atom.as_binary() {
                Some((Operator::FloorDiv, number, divisor)) => (Operator::Mod, number, divisor),
                Some((Operator::TruncDiv, number, divisor)) => {
                    (Operator::TruncMod, number, divisor)
                }
                _ => continue,
            };
            let rest = Term::apply(rest, [number.clone(), divisor.clone()]);
            let both = self.equal[at] && self.is_equal_term(&rest);
            if both && self.is_equal_term(divisor) && !self.is_equal_term(number) {
                found.push(number.clone());
            }
        }
        let last = self.sides.len() - 1;
        for number in found {
            if let (Some(one), Some(two)) =
                (self.polynomial(0, &number), self.polynomial(last, &number))
            {
                self.open.push((one, two));
            }
        }
    }

    pub(super) fn derived(self) -> Derived {
        let mut equal = HashSet::new();
        for (atom, is_equal) in self.atoms.iter().zip(&self.equal) {
            if let (Term::Leaf(column), true) = (atom, is_equal) {
                equal.insert(*column);
            }
        }
        for (_, column) in self.known.keys() {
            if self.is_known_equal(*column) {
                equal.insert(*column);
            }
        }
        let open = self.open.iter();
        Derived {
            open: open
                .map(|(one, two)| (self.term(one), self.term(two)))
                .collect(),
            equal,
            is_contradiction: self.is_contradiction,
        }
    }
}
