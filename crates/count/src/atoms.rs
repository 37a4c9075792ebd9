//! The table of atoms: variables, parameters, and quotients of polynomials.

use crate::failure::Failure;
use crate::polynomial::{Atom, Polynomial};
use calipers_number::{Int, floor_div, gcd};
use calipers_program::Column;
use calipers_program::term::{Expr, Operator};
use hashbrown::HashMap;

/// The variables that an atom depends on, a bit for each.
pub(crate) type Variables = u128;

/// The maximum number of variables, the bits of [`Variables`].
const MAX_VARIABLES: u32 = 128;

/// The meaning of an atom.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// A variable of the space that is counted.
    Variable(u32),
    /// A term over columns outside of the space.
    Parameter(Expr<Column>),
    /// The quotient of two polynomials with integer coefficients, rounded down. The divisor is positive.
    Quotient(Polynomial, Polynomial),
}

/// The atoms of a question.
#[derive(Default)]
pub(crate) struct Atoms {
    kinds: Vec<(Kind, Variables)>,
    numbers: HashMap<Kind, Atom>,
    variables: u32,
}

impl Atoms {
    fn intern(&mut self, kind: Kind, variables: Variables) -> Atom {
        if let Some(&atom) = self.numbers.get(&kind) {
            return atom;
        }
        let atom = Atom(self.kinds.len() as u32);
        self.kinds.push((kind.clone(), variables));
        self.numbers.insert(kind, atom);
        atom
    }

    /// A new variable.
    ///
    /// # Errors
    /// There are too many.
    pub(crate) fn variable(&mut self) -> Result<Atom, Failure> {
        if self.variables == MAX_VARIABLES {
            return Err(Failure::Budget);
        }
        let number = self.variables;
        self.variables += 1;
        Ok(self.intern(Kind::Variable(number), 1 << number))
    }

    pub(crate) fn parameter(&mut self, term: Expr<Column>) -> Polynomial {
        match term.evaluate(&|_| None) {
            Some(value) => Polynomial::constant(value),
            None => self.intern(Kind::Parameter(term), 0).into(),
        }
    }

    pub(crate) fn kind(&self, atom: Atom) -> &Kind {
        &self.kinds[atom.0 as usize].0
    }

    pub(crate) fn is_variable(&self, atom: Atom) -> bool {
        matches!(self.kind(atom), Kind::Variable(_))
    }

    /// The variables that an atom depends on.
    pub(crate) fn variables_of(&self, atom: Atom) -> Variables {
        self.kinds[atom.0 as usize].1
    }

    /// The variables that a polynomial depends on.
    pub(crate) fn variables(&self, polynomial: &Polynomial) -> Variables {
        let atoms = polynomial.atoms();
        atoms.fold(0, |all, atom| all | self.variables_of(atom))
    }

    pub(crate) fn is_free(&self, polynomial: &Polynomial) -> bool {
        self.variables(polynomial) == 0
    }

    /// `⌊a / b⌋` for polynomials with integer coefficients and a positive `b`.
    pub(crate) fn quotient(&mut self, a: &Polynomial, b: &Polynomial) -> Polynomial {
        let (whole, rest) = a.split_by(b);
        let (mut rest, mut divisor) = (rest, b.clone());
        if let Some(number) = b.as_integer() {
            // ⌊(g·p + k) / (g·d)⌋ = ⌊(p + ⌊k / g⌋) / d⌋
            let common = gcd(&rest.common_factor(), &number);
            if rest.common_factor().is_zero() {
                let constant = floor_div(&rest.constant_term(), &number);
                return whole.plus(&Polynomial::constant(constant.unwrap_or(Int::ZERO)));
            }
            if !common.is_one() {
                let constant = rest.constant_term();
                let rounded = floor_div(&constant, &common).unwrap_or(Int::ZERO);
                let changed = rounded * &common - constant;
                rest = rest.plus(&Polynomial::constant(changed)).over(&common);
                divisor = Polynomial::constant(number / common);
            }
        }
        if rest.is_zero() {
            return whole;
        }
        if divisor == Polynomial::from(1) {
            return whole.plus(&rest);
        }
        let variables = self.variables(&rest) | self.variables(&divisor);
        let atom = self.intern(Kind::Quotient(rest, divisor), variables);
        whole.plus(&atom.into())
    }

    /// The polynomial with a variable replaced, also in quotients.
    pub(crate) fn replaced(
        &mut self,
        polynomial: &Polynomial,
        variable: Atom,
        value: &Polynomial,
    ) -> Polynomial {
        let bits = self.variables_of(variable);
        if self.variables(polynomial) & bits == 0 {
            return polynomial.clone();
        }
        let mut values: HashMap<Atom, Polynomial> = HashMap::new();
        for atom in polynomial.atoms() {
            if values.contains_key(&atom) {
                continue;
            }
            let new = match self.kind(atom).clone() {
                _ if atom == variable => value.clone(),
                Kind::Quotient(a, b) if self.variables_of(atom) & bits != 0 => {
                    let a = self.replaced(&a, variable, value);
                    let b = self.replaced(&b, variable, value);
                    self.quotient(&a, &b)
                }
                _ => atom.into(),
            };
            values.insert(atom, new);
        }
        // All at once, since a new quotient may be one of the old ones.
        polynomial.with_all(&values)
    }

    /// A polynomial without variables as a term.
    pub(crate) fn term(&self, polynomial: &Polynomial) -> Expr<Column> {
        let mut parts = vec![];
        // Terms of a high degree first, and the constant last.
        for (monomial, coefficient) in polynomial.terms().collect::<Vec<_>>().into_iter().rev() {
            let mut factors = vec![];
            for &(atom, power) in monomial {
                let factor = self.atom_term(atom);
                factors.extend(std::iter::repeat_n(factor, power as usize));
            }
            if !coefficient.is_one() || factors.is_empty() {
                factors.insert(0, Expr::Integer(coefficient.clone()));
            }
            parts.push(apply(Operator::Mul, factors));
        }
        if parts.is_empty() {
            return Expr::integer(0);
        }
        let sum = apply(Operator::Add, parts);
        match polynomial.denominator() {
            one if one.is_one() => sum,
            divisor => Expr::apply(Operator::FloorDiv, [sum, Expr::Integer(divisor.clone())]),
        }
    }

    fn atom_term(&self, atom: Atom) -> Expr<Column> {
        match self.kind(atom) {
            // Not reached, since the polynomial has no variables.
            Kind::Variable(number) => Expr::Leaf(Column::Symbol(*number)),
            Kind::Parameter(term) => term.clone(),
            Kind::Quotient(a, b) => Expr::apply(Operator::FloorDiv, [self.term(a), self.term(b)]),
        }
    }
}

/// An operator over arguments, or the only argument.
pub(crate) fn apply(operator: Operator, mut arguments: Vec<Expr<Column>>) -> Expr<Column> {
    match (arguments.len(), arguments.pop()) {
        (1, Some(only)) => only,
        (_, last) => {
            arguments.extend(last);
            Expr::apply(operator, arguments)
        }
    }
}
