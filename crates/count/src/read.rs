//! Terms and conditions over the variables of a space as polynomials and constraints, by disjoint cases.

use crate::failure::Failure;
use crate::polynomial::{Atom, Polynomial};
use crate::sum::{Piece, Summation};
use calipers_number::Int;
use calipers_program::Column;
use calipers_program::term::condition::{is_condition, negated};
use calipers_program::term::{Expr, Operator};
use hashbrown::HashMap;

/// The maximum number of cases of a term.
const MAX_CASES: usize = 64;
/// The maximum depth of a term.
const MAX_DEPTH: usize = 64;

/// Conditions of a case, with the variables that its quotients introduce.
#[derive(Clone, Debug, Default)]
pub(crate) struct Case {
    pub(crate) equalities: Vec<Polynomial>,
    pub(crate) constraints: Vec<Polynomial>,
    pub(crate) variables: Vec<Atom>,
}

impl Case {
    fn constraint(constraint: Polynomial) -> Case {
        Case {
            constraints: vec![constraint],
            ..Case::default()
        }
    }

    /// The conjunction of two cases.
    pub(crate) fn and(&self, other: &Case) -> Case {
        fn union<T: Clone + PartialEq>(a: &[T], b: &[T]) -> Vec<T> {
            let new = b.iter().filter(|it| !a.contains(it));
            a.iter().chain(new).cloned().collect()
        }
        Case {
            equalities: union(&self.equalities, &other.equalities),
            constraints: union(&self.constraints, &other.constraints),
            variables: union(&self.variables, &other.variables),
        }
    }

    pub(crate) fn into_piece(self) -> (Piece, Vec<Atom>) {
        (
            Piece::new(self.equalities, self.constraints),
            self.variables,
        )
    }
}

/// The conjunctions of all pairs.
pub(crate) fn both(a: &[Case], b: &[Case]) -> Result<Vec<Case>, Failure> {
    if a.len() * b.len() > MAX_CASES {
        return Err(Failure::Budget);
    }
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| x.and(y)));
    Ok(pairs.collect())
}

type Cases = Vec<(Case, Polynomial)>;

/// Reads terms in which some columns are polynomials of variables.
pub(crate) struct Reader<'r, 's> {
    pub(crate) summation: &'r mut Summation<'s>,
    /// The induction variables so far.
    pub(crate) columns: HashMap<Column, Polynomial>,
    /// Whether a column exists outside of the space.
    pub(crate) is_outside: &'r dyn Fn(Column) -> bool,
    quotients: HashMap<(Polynomial, Polynomial), Atom>,
}

impl<'r, 's> Reader<'r, 's> {
    pub(crate) fn new(
        summation: &'r mut Summation<'s>,
        is_outside: &'r dyn Fn(Column) -> bool,
    ) -> Reader<'r, 's> {
        Reader {
            summation,
            columns: HashMap::new(),
            is_outside,
            quotients: HashMap::new(),
        }
    }

    /// A term as a polynomial, by cases.
    pub(crate) fn term(&mut self, term: &Expr<Column>) -> Result<Cases, Failure> {
        self.term_at(term, MAX_DEPTH)
    }

    fn term_at(&mut self, term: &Expr<Column>, depth: usize) -> Result<Cases, Failure> {
        let depth = depth.checked_sub(1).ok_or(Failure::Budget)?;
        let only = |polynomial| Ok(vec![(Case::default(), polynomial)]);
        let (operator, arguments) = match term {
            Expr::Integer(value) => return only(Polynomial::constant(value.clone())),
            Expr::Leaf(column) => {
                return match self.columns.get(column) {
                    Some(polynomial) => only(polynomial.clone()),
                    None if (self.is_outside)(*column) => {
                        only(self.summation.atoms.parameter(term.clone()))
                    }
                    None => Err(Failure::Opaque),
                };
            }
            Expr::Apply(operator, arguments) => (*operator, arguments),
        };
        match operator {
            Operator::Add | Operator::Mul => self.fold(operator, arguments, depth),
            Operator::FloorDiv | Operator::CeilDiv | Operator::Mod => {
                self.division(operator, term, depth)
            }
            _ if self.is_parameter(term) => only(self.summation.atoms.parameter(term.clone())),
            Operator::Min | Operator::Max if !is_condition(term) => {
                self.extreme(operator, arguments, depth)
            }
            Operator::Select => {
                let mut found = vec![];
                let yes = self.condition_at(&arguments[0], depth)?;
                let no = self.refused(&arguments[0], depth)?;
                for (chosen, value) in [(yes, &arguments[1]), (no, &arguments[2])] {
                    for (case, polynomial) in self.term_at(value, depth)? {
                        for when in &chosen {
                            found.push((when.and(&case), polynomial.clone()));
                        }
                    }
                }
                limited(found)
            }
            Operator::TruncDiv | Operator::TruncMod => Err(Failure::NotLinear),
            _ => {
                let yes = self.condition_at(term, depth)?.into_iter();
                let no = self.refused(term, depth)?.into_iter();
                let yes = yes.map(|case| (case, Polynomial::from(1)));
                let no = no.map(|case| (case, Polynomial::from(0)));
                limited(yes.chain(no).collect())
            }
        }
    }

    /// Whether a term is over columns outside of the space alone.
    fn is_parameter(&self, term: &Expr<Column>) -> bool {
        !term.has_leaf(|column| self.columns.contains_key(column) || !(self.is_outside)(*column))
    }

    fn fold(
        &mut self,
        operator: Operator,
        arguments: &[Expr<Column>],
        depth: usize,
    ) -> Result<Cases, Failure> {
        let neutral = i64::from(operator == Operator::Mul);
        let mut found = vec![(Case::default(), Polynomial::from(neutral))];
        for argument in arguments {
            let next = self.term_at(argument, depth)?;
            let mut combined = vec![];
            for (case, sum) in &found {
                for (other, part) in &next {
                    let value = match operator {
                        Operator::Add => sum.plus(part),
                        _ => sum.times(part),
                    };
                    if !value.is_small() {
                        return Err(Failure::Budget);
                    }
                    combined.push((case.and(other), value));
                }
            }
            found = limited(combined)?;
        }
        Ok(found)
    }

    fn division(
        &mut self,
        operator: Operator,
        term: &Expr<Column>,
        depth: usize,
    ) -> Result<Cases, Failure> {
        let Some((_, a, b)) = term.as_binary() else {
            return Err(Failure::NotLinear);
        };
        let divisors = self.term_at(b, depth)?;
        let [(given, divisor)] = &divisors[..] else {
            return Err(Failure::NotLinear);
        };
        let is_positive = given.equalities.is_empty()
            && given.constraints.is_empty()
            && self.summation.is_positive(divisor);
        if !is_positive {
            return match self.is_parameter(term) {
                true => Ok(vec![(
                    Case::default(),
                    self.summation.atoms.parameter(term.clone()),
                )]),
                false => Err(Failure::NotLinear),
            };
        }
        let mut found = vec![];
        for (case, dividend) in self.term_at(a, depth)? {
            let dividend = match operator {
                Operator::CeilDiv => dividend.plus(divisor).plus_integer(-1),
                _ => dividend,
            };
            let (when, quotient) = self.quotient(&dividend, divisor)?;
            let value = match operator {
                Operator::Mod => dividend.minus(&quotient.times(divisor)),
                _ => quotient,
            };
            found.push((case.and(&when), value));
        }
        limited(found)
    }

    /// `⌊a / b⌋` for a positive `b`: a new variable, unless the dividend has no variables.
    fn quotient(&mut self, a: &Polynomial, b: &Polynomial) -> Result<(Case, Polynomial), Failure> {
        let atoms = &mut self.summation.atoms;
        let quotient = atoms.quotient(a, b);
        let is_plain = quotient
            .atoms()
            .all(|atom| atoms.is_variable(atom) || atoms.variables_of(atom) == 0);
        if is_plain {
            return Ok((Case::default(), quotient));
        }
        let key = (a.clone(), b.clone());
        let variable = match self.quotients.get(&key) {
            Some(&variable) => variable,
            None => {
                let variable = atoms.variable()?;
                self.quotients.insert(key, variable);
                variable
            }
        };
        // 0 <= a − b·q < b
        let rest = a.minus(&b.times(&variable.into()));
        let below = b.minus(&rest).plus_integer(-1);
        let case = Case {
            constraints: vec![rest, below],
            variables: vec![variable],
            ..Case::default()
        };
        Ok((case, variable.into()))
    }

    fn extreme(
        &mut self,
        operator: Operator,
        arguments: &[Expr<Column>],
        depth: usize,
    ) -> Result<Cases, Failure> {
        let mut found: Cases = vec![];
        for (number, argument) in arguments.iter().enumerate() {
            let next = self.term_at(argument, depth)?;
            if number == 0 {
                found = next;
                continue;
            }
            let mut combined = vec![];
            for (case, best) in &found {
                for (other, value) in &next {
                    let case = case.and(other);
                    let ahead = match operator {
                        Operator::Min => value.minus(best),
                        _ => best.minus(value),
                    };
                    let behind = ahead.negated().plus_integer(-1);
                    combined.push((case.and(&Case::constraint(ahead)), best.clone()));
                    combined.push((case.and(&Case::constraint(behind)), value.clone()));
                }
            }
            found = limited(combined)?;
        }
        Ok(found)
    }

    /// The disjoint cases in which a condition holds.
    pub(crate) fn condition(&mut self, condition: &Expr<Column>) -> Result<Vec<Case>, Failure> {
        self.condition_at(condition, MAX_DEPTH)
    }

    /// The cases in which a condition does not hold.
    fn refused(&mut self, condition: &Expr<Column>, depth: usize) -> Result<Vec<Case>, Failure> {
        match is_condition(condition) {
            true => self.condition_at(&negated(condition), depth),
            false => {
                let zero = Expr::equal(condition.clone(), Expr::integer(0));
                self.condition_at(&zero, depth)
            }
        }
    }

    fn condition_at(
        &mut self,
        condition: &Expr<Column>,
        depth: usize,
    ) -> Result<Vec<Case>, Failure> {
        let depth = depth.checked_sub(1).ok_or(Failure::Budget)?;
        match condition {
            Expr::Integer(value) if value.is_zero() => Ok(vec![]),
            Expr::Integer(_) => Ok(vec![Case::default()]),
            Expr::Apply(Operator::Le, sides) => self.at_most(&sides[0], &sides[1], depth),
            Expr::Apply(Operator::Eq, sides) => {
                let difference = Expr::difference(sides[0].clone(), sides[1].clone());
                let cases = self.term_at(&difference, depth)?.into_iter();
                let equal = cases.map(|(mut case, value)| {
                    case.equalities.push(value);
                    case
                });
                Ok(equal.collect())
            }
            Expr::Apply(Operator::Min, all) if is_condition(condition) => {
                let mut found = vec![Case::default()];
                for part in all.iter() {
                    found = both(&found, &self.condition_at(part, depth)?)?;
                }
                Ok(found)
            }
            Expr::Apply(Operator::Max, all) if is_condition(condition) => {
                // One after the other, where none before holds.
                let (mut found, mut open) = (vec![], vec![Case::default()]);
                for part in all.iter() {
                    found.extend(both(&open, &self.condition_at(part, depth)?)?);
                    open = both(&open, &self.refused(part, depth)?)?;
                }
                Ok(found)
            }
            Expr::Apply(Operator::Select, parts) => {
                let yes = self.condition_at(&parts[0], depth)?;
                let no = self.refused(&parts[0], depth)?;
                let mut found = both(&yes, &self.condition_at(&parts[1], depth)?)?;
                found.extend(both(&no, &self.condition_at(&parts[2], depth)?)?);
                Ok(found)
            }
            _ if calipers_program::term::condition::as_negated(condition).is_some() => {
                let inner = calipers_program::term::condition::as_negated(condition);
                inner.map_or(Err(Failure::NotLinear), |inner| self.not(inner, depth))
            }
            _ => self.is_nonzero(condition, depth),
        }
    }

    /// The cases in which a condition is false.
    fn not(&mut self, condition: &Expr<Column>, depth: usize) -> Result<Vec<Case>, Failure> {
        let Expr::Apply(Operator::Eq, sides) = condition else {
            return self.refused(condition, depth);
        };
        let mut found = self.at_most(
            &Expr::sum(sides[0].clone(), Expr::integer(1)),
            &sides[1],
            depth,
        )?;
        let above = Expr::sum(sides[1].clone(), Expr::integer(1));
        found.extend(self.at_most(&above, &sides[0], depth)?);
        Ok(found)
    }

    /// The cases in which an integer, as a condition, is not 0.
    fn is_nonzero(&mut self, term: &Expr<Column>, depth: usize) -> Result<Vec<Case>, Failure> {
        let mut found = vec![];
        for (case, value) in self.term_at(term, depth)? {
            let above = value.plus_integer(-1);
            let below = value.negated().plus_integer(-1);
            found.push(case.and(&Case::constraint(above)));
            found.push(case.and(&Case::constraint(below)));
        }
        Ok(found)
    }

    fn at_most(
        &mut self,
        a: &Expr<Column>,
        b: &Expr<Column>,
        depth: usize,
    ) -> Result<Vec<Case>, Failure> {
        // max(…) <= b and a <= min(…) are conjunctions.
        let parts = match (a, b) {
            (Expr::Apply(Operator::Max, all), _) if !is_condition(a) => {
                Some(all.iter().map(|it| (it, b)).collect::<Vec<_>>())
            }
            (_, Expr::Apply(Operator::Min, all)) if !is_condition(b) => {
                Some(all.iter().map(|it| (a, it)).collect())
            }
            _ => None,
        };
        if let Some(parts) = parts.filter(|_| !(self.is_parameter(a) && self.is_parameter(b))) {
            let depth = depth.checked_sub(1).ok_or(Failure::Budget)?;
            let mut found = vec![Case::default()];
            for (a, b) in parts {
                found = both(&found, &self.at_most(a, b, depth)?)?;
            }
            return Ok(found);
        }
        let difference = Expr::difference(b.clone(), a.clone());
        let cases = self.term_at(&difference, depth)?.into_iter();
        let held = cases.map(|(case, value)| case.and(&Case::constraint(value)));
        Ok(held.collect())
    }
}

fn limited(cases: Cases) -> Result<Cases, Failure> {
    match cases.len() <= MAX_CASES {
        true => Ok(cases),
        false => Err(Failure::Budget),
    }
}

/// Whether a term is the integer 1.
pub(crate) fn is_one(term: &Expr<Column>) -> bool {
    matches!(term, Expr::Integer(value) if *value == Int::ONE)
}
