//! Inference rules about variables and their ranges.

use super::{Sequent, conditions, mentions, symbol};
use crate::object::Term;
use crate::rejection::{Checked, Reason, require};
use calipers_number::{Int, Range};
use calipers_program::Column;
use calipers_program::term::Expr;

impl Sequent {
    /// Restricts variables to ranges; that the ranges hold are the premises.
    pub(super) fn narrowed(&self, ranges: &[(u32, Range)]) -> Checked<Vec<Sequent>> {
        let mut left = vec![];
        let mut main = self.clone();
        for (number, range) in ranges {
            require(!range.is_empty(), Reason::DoesNotFit)?;
            let known = main.range_of(*number);
            for condition in conditions(range, &symbol(*number)) {
                left.push(self.with_goal(condition));
            }
            main.ranges.insert(*number, known.intersect(range));
        }
        left.push(main);
        Ok(left)
    }

    /// `x = m·q + r`, `0 <= r < m`.
    pub(super) fn with_digits(
        &self,
        number: u32,
        modulus: &Int,
        quotient: u32,
        remainder: u32,
    ) -> Checked<Vec<Sequent>> {
        require(*modulus >= Int::ONE, Reason::DoesNotFit)?;
        require(quotient != remainder, Reason::NotFresh(quotient))?;
        self.is_fresh(quotient)?;
        self.is_fresh(remainder)?;
        let value = Expr::sum(
            Expr::scaled(modulus.clone(), symbol(quotient)),
            symbol(remainder),
        );
        let range = self.range_of(number);
        let mut left = self.with_variable(number, &value)?;
        let m = Range::constant(modulus.clone());
        left.ranges.insert(quotient, range.floor_div(&m));
        left.ranges.insert(remainder, range.modulo(&m));
        Ok(vec![left])
    }

    /// `x = e + t`, `0 <= t <= w`, where `e <= x <= e + w`.
    pub(super) fn with_offset(
        &self,
        number: u32,
        from: &Term,
        width: &Int,
        offset: u32,
    ) -> Checked<Vec<Sequent>> {
        self.is_fresh(offset)?;
        require(!mentions(from, offset), Reason::NotFresh(offset))?;
        let end = Expr::sum(from.clone(), Expr::Integer(width.clone()));
        let mut left = self.with_variable(number, &Expr::sum(from.clone(), symbol(offset)))?;
        left.ranges.insert(offset, Range::between(0, width.clone()));
        Ok(vec![
            self.with_goal(Expr::at_most(from.clone(), symbol(number))),
            self.with_goal(Expr::at_most(symbol(number), end)),
            left,
        ])
    }

    /// Checks that the sequent does not mention the variable.
    fn is_fresh(&self, number: u32) -> Checked {
        let occurs =
            self.ranges.contains_key(&number) || self.terms().any(|term| mentions(term, number));
        require(!occurs, Reason::NotFresh(number))
    }

    /// Derives the sequent from a more general one by the substitution `x := v(x)`: the values satisfy the ranges and
    /// the assumptions, and the instantiated goal is the goal.
    pub(super) fn generalized(
        &self,
        general: &Sequent,
        values: &[(u32, Term)],
    ) -> Checked<Vec<Sequent>> {
        let mut left: Vec<Sequent> = general
            .instantiated(values)?
            .into_iter()
            .map(|condition| self.with_goal(condition))
            .collect();
        left.push(self.assuming(general.instance(&general.goal, values)?, self.goal.clone()));
        left.push(general.clone());
        Ok(left)
    }

    /// The ranges and assumptions of the sequent as conditions on values of the variables.
    pub fn instantiated(&self, values: &[(u32, Term)]) -> Checked<Vec<Term>> {
        let mut found = vec![];
        for (number, range) in &self.ranges {
            let value = self.instance(&symbol(*number), values)?;
            found.extend(conditions(range, &value));
            require(!range.is_empty(), Reason::DoesNotFit)?;
        }
        for assumption in &self.assumptions {
            found.push(self.instance(assumption, values)?);
        }
        Ok(found)
    }

    /// A term with values substituted for the variables.
    pub fn instance(&self, term: &Term, values: &[(u32, Term)]) -> Checked<Term> {
        let mut missing = None;
        let instance = term.map(&mut |column: &Column| {
            let mut values = values.iter();
            match values.find(|it| *column == Column::Symbol(it.0)) {
                Some((_, value)) => value.clone(),
                None => {
                    missing = Some(*column);
                    Expr::Leaf(*column)
                }
            }
        });
        match missing {
            None => Ok(instance),
            Some(_) => Err(Reason::DoesNotFit),
        }
    }
}
