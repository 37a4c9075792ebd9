//! The shortest form of a symbolic answer.
//!
//! Equality saturation (`calipers-saturation`) suggests a term, with the ranges of columns and the conditions that are
//! proved at the point. The suggestion counts only if the prover proves that it equals the answer there, like any other
//! verdict.

use super::{Analysis, Bound, Variable, Verdict};
use crate::number::{Int, Range, floor_mod};
use crate::program::{AffineBinary, AffineExpr, AffineMap, Column, Point};
use crate::solve::{PointAnswers, Shortening, Surroundings, may_be_shorter};
use crate::term::condition::is_condition;
use crate::term::{Expr, Operator};
use calipers_saturation::{Preference, Saturation, Size, collected};
use calipers_support::order::Order;
use hashbrown::HashMap;
use std::sync::Arc;

/// Maximum number of operations of a term whose equality with any shorter one is proved by cases.
const MAX_OPERATIONS_BY_CASES: u32 = 24;

/// How many times shorter than a longer term another one is whose equality with it is proved by cases.
const WORTH_OF_CASES: u32 = 4;

/// The least difference of two values of a quotient for which no selection between numbers is shorter.
const LEAST_SPREAD: i64 = 3;

/// A term, the columns that its shortest form may mention, and what makes a term shorter.
type Asked = (Expr<Column>, Vec<Column>, Preference);

/// The surroundings of a term at the point of a search, the point, and the form that the search found.
type Searched = (Surroundings, Option<Point>, Option<Variable>);

/// The shortest forms that were found: many values of a program have the same size.
#[derive(Default)]
pub(super) struct ShortestForms {
    /// The rules, once they were needed.
    saturation: Option<Arc<Saturation>>,
    /// By the surroundings, on which alone the result depends.
    known: HashMap<Asked, Vec<Searched>>,
}

/// Whether an affine expression is a sum of multiples.
fn is_linear(expression: &AffineExpr) -> bool {
    let mut work = vec![expression];
    while let Some(part) = work.pop() {
        match part {
            AffineExpr::Binary(AffineBinary::Add, a, b) => work.extend([&**a, b]),
            AffineExpr::Binary(AffineBinary::Mul, a, b) if b.as_constant().is_some() => {
                work.push(a);
            }
            AffineExpr::Binary(..) => return false,
            AffineExpr::Dim(_) | AffineExpr::Symbol(_) | AffineExpr::Constant(_) => {}
        }
    }
    true
}

/// Whether a sum has parts that can be added up: numbers or multiples of one column, or factors that are numbers.
fn has_like_parts(term: &Expr<Column>) -> bool {
    fn is_number(term: &Expr<Column>) -> bool {
        matches!(term, Expr::Integer(_))
    }
    /// The numbers among the parts of nested sums.
    fn numbers(term: &Expr<Column>) -> usize {
        match term {
            Expr::Apply(Operator::Add, parts) => parts.iter().map(numbers).sum(),
            part => usize::from(is_number(part)),
        }
    }
    /// Whether an operation has an operand that does nothing, 0 or a factor 1, or a product has several numbers.
    fn has_idle_operand(term: &Expr<Column>) -> bool {
        let Expr::Apply(operator, operands) = term else {
            return false;
        };
        let is_idle = |operand: &Expr<Column>| match (operator, operand) {
            (_, Expr::Integer(number)) if number.is_zero() => true,
            (Operator::Mul, Expr::Integer(number)) => number.is_one(),
            _ => has_idle_operand(operand),
        };
        let factors = operands.iter().filter(|it| is_number(it)).count();
        *operator == Operator::Mul && factors > 1 || operands.iter().any(is_idle)
    }
    let mut columns = vec![];
    term.for_each_leaf(&mut |&column| columns.push(column));
    let all = columns.len();
    columns.order();
    columns.dedup();
    columns.len() < all || numbers(term) > 1 || has_idle_operand(term)
}

impl Analysis<'_> {
    /// The shortest term over allowed columns that is found and proved to equal a term at a point (the default point if
    /// `None`): the fewest divisions and wraps, then the fewest operations. None if none is shorter than the term. If
    /// the term mentions a column that is not allowed, any term over allowed columns counts as shorter.
    ///
    /// A bound by definitions reads as the program does, with the wraps of its fixed-width integers; this is how a
    /// person would write it. Costs the facts around it for a sum of multiples of different columns, else some hundred
    /// microseconds, and a comparison where a shorter term is found.
    ///
    /// ```
    /// use calipers::analysis::{Analysis, Variable};
    /// use calipers::number::Range;
    /// use calipers::program::{Column, NoProgram};
    /// use calipers::rules::Rules;
    /// use calipers::term::{Expr, Operator};
    ///
    /// let rules = Rules::embedded();
    /// let mut analysis = Analysis::new(&NoProgram, &rules);
    /// analysis.declare(0, Range::between(1, 1000));
    /// let n = Expr::Leaf(Column::Symbol(0));
    /// let wrapped = Variable::term(Expr::apply(Operator::Mod, [n.clone(), Expr::integer(4096)]));
    /// assert_eq!(analysis.shortest(&wrapped, None, |_| true), Some(Variable::term(n.clone())));
    /// let none = Variable::term(Expr::sum(n.clone(), Expr::scaled(-1, n)));
    /// assert_eq!(analysis.shortest(&none, None, |_| true), Some(Variable::constant(0)));
    /// ```
    pub fn shortest(
        &mut self,
        variable: &Variable,
        point: Option<Point>,
        allowed: impl Fn(Column) -> bool,
    ) -> Option<Variable> {
        self.shortest_by(variable, point, allowed, &Preference::default())
    }

    /// The sum of a multiple of one allowed column and a number that a term is when its like parts are added up, if it is
    /// one and the column has several values at the point: nothing is shorter.
    fn shortest_multiple(
        &mut self,
        term: &Expr<Column>,
        allowed: &impl Fn(Column) -> bool,
        answers: &mut PointAnswers,
    ) -> Option<Expr<Column>> {
        let sum = collected(term);
        let columns = Variable::term(sum.clone()).columns();
        if may_be_shorter(&sum) || has_like_parts(&sum) || columns.len() > 1 {
            return None;
        }
        let has_values = columns.first().is_none_or(|&column| {
            let seen = self
                .engine
                .seen_values_of(&Expr::Leaf(column), answers.point());
            let varies = seen.is_some_and(|(least, most)| least < most);
            let mut range = || answers.range(&mut self.engine, column);
            allowed(column) && (varies || range().as_constant().is_none())
        });
        has_values.then_some(sum)
    }

    /// Whether a term is a rounded quotient of one column by a number that has several values at a point: no term without
    /// divisions over that column equals it. By an equality, a term over other columns may.
    fn is_shortest_quotient(
        &mut self,
        term: &Expr<Column>,
        allowed: &impl Fn(Column) -> bool,
        equalities: &[Expr<Column>],
        answers: &mut PointAnswers,
    ) -> bool {
        let Some((operator, Expr::Leaf(column), Expr::Integer(number))) = term.as_binary() else {
            return false;
        };
        let is_other = |it: &Expr<Column>| it.has_leaf(|leaf| leaf != column);
        if !matches!(operator, Operator::FloorDiv | Operator::CeilDiv)
            || *number <= Int::ONE
            || !allowed(*column)
            || equalities.iter().any(is_other)
        {
            return false;
        }
        let varies = |least: &Int, most: &Int| most - least >= Int::from(LEAST_SPREAD);
        let seen = self.engine.seen_values_of(term, answers.point());
        if seen.is_some_and(|(least, most)| varies(&least, &most)) {
            return true;
        }
        let range = answers.range(&mut self.engine, *column);
        let range = operator.range(&[range, Range::constant(number.clone())]);
        let ends = range.lower().zip(range.upper());
        !range.is_empty() && ends.is_none_or(|(least, most)| varies(least, most))
    }

    /// Like [`Analysis::shortest`], where another quantity than divisions decides first.
    ///
    /// ```
    /// use calipers::analysis::{Analysis, Criterion, Preference, Variable};
    /// use calipers::program::{Column, NoProgram};
    /// use calipers::rules::Rules;
    /// use calipers::term::{Expr, Operator};
    ///
    /// let rules = Rules::embedded();
    /// let mut analysis = Analysis::new(&NoProgram, &rules);
    /// let n = Expr::Leaf(Column::Symbol(0));
    /// let quotient = Expr::apply(Operator::FloorDiv, [n.clone(), Expr::integer(8)]);
    /// let multiple = Expr::scaled(-8, quotient);
    /// let rest = Variable::term(Expr::sum(n.clone(), multiple));
    /// let by = Preference(vec![Criterion::Operations]);
    /// let shortest = analysis.shortest_by(&rest, None, |_| true, &by);
    /// let remainder = Expr::apply(Operator::Mod, [n, Expr::integer(8)]);
    /// assert_eq!(shortest, Some(Variable::term(remainder)));
    /// ```
    pub fn shortest_by(
        &mut self,
        variable: &Variable,
        point: Option<Point>,
        allowed: impl Fn(Column) -> bool,
        preference: &Preference,
    ) -> Option<Variable> {
        let term = variable.as_term();
        let point = point.or_else(|| self.default_point(variable));
        let own = variable.columns();
        let is_plain = !may_be_shorter(term) && !has_like_parts(term);
        if is_plain && own.len() < 2 {
            return None;
        }
        if is_condition(term)
            && let Some(truth) = self.truth_of(term, point)
        {
            return Some(truth);
        }
        let surroundings = self.engine.surroundings(term, point);
        let equal = match (is_plain, &surroundings) {
            (true, Some(around)) => self.engine.equal_columns(&own, around, point),
            _ => vec![],
        };
        if is_plain && equal.is_empty() {
            return None;
        }
        let may_mention = |column| own.contains(&column) || allowed(column);
        let equalities = surroundings.as_ref();
        let equalities = equalities.map(|it| self.engine.equalities(it, &may_mention));
        let mut equalities = equalities.unwrap_or_default();
        equalities.extend(equal);
        let mut columns = own.clone();
        for equality in &equalities {
            columns.extend(Variable::term(equality.clone()).columns());
        }
        columns.retain(|column| allowed(*column));
        columns.order();
        columns.dedup();
        let asked = (term.clone(), columns, preference.clone());
        let known = self.shortest.known.get(&asked).into_iter().flatten();
        let mut known = known.filter(|it| Some(&it.0) == surroundings.as_ref());
        if let Some((_, searched, shortest)) = known.next().cloned() {
            let mut holds = |found| self.is_proved_equal(term, found, point);
            if searched == point || shortest.as_ref().is_none_or(|it| holds(it.as_term())) {
                return shortest;
            }
        }
        let mut answers = PointAnswers::at(point);
        if self.is_shortest_quotient(term, &allowed, &equalities, &mut answers) {
            return None;
        }
        let reduced = self.engine.without_idle_remainders(term, &mut answers);
        let start = reduced.as_ref().unwrap_or(term);
        let multiple = self.shortest_multiple(start, &allowed, &mut answers);
        let shortest = match multiple.filter(|it| it != term) {
            Some(shortest) => Some(shortest),
            None => {
                let shortening = Shortening {
                    term: start,
                    allowed: &allowed,
                    preference,
                    equalities: &equalities,
                };
                let saturation = self.saturation();
                let shortest = shortening.first(
                    &saturation,
                    &mut answers,
                    self,
                    |it| &mut it.engine,
                    |it, found| it.is_proved_equal(start, found, point),
                );
                shortest.or(reduced.filter(|it| !it.has_leaf(|&column| !allowed(column))))
            }
        };
        let shortest = shortest.map(Variable::term);
        if let Some(surroundings) = surroundings {
            let known = self.shortest.known.entry(asked).or_default();
            known.push((surroundings, point, shortest.clone()));
        }
        shortest
    }

    /// The [`shortest`](Analysis::shortest) form of the term `told` that a variable equals at a point.
    ///
    /// What else is known of the variable counts, too: a size is not negative, so that sums which it is computed from may
    /// not have wrapped. Costs another search and a comparison where wraps remain.
    pub fn shortest_of(
        &mut self,
        variable: &Variable,
        told: &Variable,
        point: Option<Point>,
        allowed: impl Fn(Column) -> bool,
    ) -> Option<Variable> {
        // The columns of `told` alone may exist earlier, where less is known.
        let point = point.or_else(|| self.default_point(variable));
        let is_allowed = |term: &Expr<Column>| !term.has_leaf(|&column| !allowed(column));
        let is_long = Size::of(told.as_term()).operations > MAX_OPERATIONS_BY_CASES;
        let may_be_stated = is_long || !is_allowed(told.as_term());
        let stated = may_be_stated.then(|| self.stated(variable, told, point, &allowed));
        let stated = stated.flatten();
        let told = stated.as_ref().unwrap_or(told);
        let shortest = self.shortest(told, point, &allowed);
        let shortest = shortest.or_else(|| stated.clone());
        let best = shortest.as_ref().unwrap_or(told);
        let Some(plain) = without_wraps(best.as_term()).map(Variable::term) else {
            let is_other = shortest.is_none() && told != variable;
            let tells = is_other && is_allowed(told.as_term());
            return match tells && self.is_proved_equal(variable.as_term(), told.as_term(), point) {
                true => Some(told.clone()),
                false => shortest,
            };
        };
        let plain = self.shortest(&plain, point, &allowed).unwrap_or(plain);
        let is_equal = is_allowed(plain.as_term())
            && self.is_proved_equal(variable.as_term(), plain.as_term(), point);
        if is_equal {
            return Some(plain);
        }
        let stated = self.stated(variable, best, point, &allowed);
        stated.or(shortest)
    }

    /// The shortest term over allowed columns that a fact at a point says a variable equals, if it is shorter than `told`.
    fn stated(
        &mut self,
        variable: &Variable,
        told: &Variable,
        point: Option<Point>,
        allowed: impl Fn(Column) -> bool,
    ) -> Option<Variable> {
        let is_allowed = |term: &Expr<Column>| !term.has_leaf(|&column| !allowed(column));
        let size = Size::of(told.as_term());
        let point = point.or_else(|| self.default_point(variable));
        let term = variable.as_term();
        let surroundings = self.engine.surroundings(term, point)?;
        let others = self.engine.equal_by_fact(term, &surroundings, &allowed);
        let preference = Preference::default();
        let by_size =
            |a: &Expr<Column>, b: &Expr<Column>| preference.compare(&Size::of(a), &Size::of(b));
        let shortest = others.into_iter().min_by(by_size)?;
        let is_shorter = preference.compare(&Size::of(&shortest), &size).is_lt();
        let counts = is_shorter || !is_allowed(told.as_term());
        let is_equal = counts && self.is_proved_equal(term, &shortest, point);
        is_equal.then(|| Variable::term(shortest))
    }

    /// The [`shortest`](Analysis::shortest) form over the variable's own columns, or the variable if it has none.
    pub fn shortened(&mut self, variable: Variable) -> Variable {
        let columns = variable.columns();
        let found = self.shortest(&variable, None, |column| columns.contains(&column));
        found.unwrap_or(variable)
    }

    /// The shortest affine form of a bound at a point, as in [`Analysis::shortest`], over its operands and allowed columns;
    /// the bound itself if there is none. The form equals the bound at that point, also where the bound itself holds by
    /// definitions alone: a caller that uses it elsewhere asks again there.
    pub fn shortest_bound(
        &mut self,
        bound: Bound,
        point: Option<Point>,
        allowed: impl Fn(Column) -> bool,
    ) -> Bound {
        // Sums of multiples have been added up.
        if bound.map.results.iter().all(is_linear) {
            return bound;
        }
        let point = bound.valid_at.or(point);
        let Some(term) = bound.as_term() else {
            return bound;
        };
        let allowed = |column| bound.operands.contains(&column) || allowed(column);
        let shortest =
            self.shortest_by(&Variable::term(term), point, allowed, &Preference::affine());
        let affine = shortest.and_then(|it| Bound::of_term(it.as_term(), bound.valid_at));
        affine.unwrap_or(bound)
    }

    /// The truth of a condition as an integer, if it is decided.
    fn truth_of(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Option<Variable> {
        match self.decide_at(condition, point) {
            Verdict::Proved => Some(Variable::constant(1)),
            Verdict::Refuted => Some(Variable::constant(0)),
            _ => None,
        }
    }

    /// Whether two terms are proved to be equal at a point. As for every verdict, the proof is derived on request.
    pub(super) fn is_proved_equal(
        &mut self,
        a: &Expr<Column>,
        b: &Expr<Column>,
        point: Option<Point>,
    ) -> bool {
        let is_equal = Expr::equal(a.clone(), b.clone());
        let [before, after] = [a, b].map(|term| Size::of(term).operations);
        let by_cases = before <= MAX_OPERATIONS_BY_CASES
            || after <= MAX_OPERATIONS_BY_CASES && after * WORTH_OF_CASES <= before;
        let by_cases = |it: &mut Self| by_cases && it.prove_at(&is_equal, point) == Verdict::Proved;
        let is_small = before <= MAX_OPERATIONS_BY_CASES;
        let at_once = |it: &mut Self| it.decide_at(&is_equal, point) == Verdict::Proved;
        !is_small && at_once(self) || by_cases(self)
    }

    /// The rules that shorten answers, which are prepared once.
    fn saturation(&mut self) -> Arc<Saturation> {
        let (_, rules) = self.engine.sources();
        let prepared = || Arc::new(Saturation::new(rules.answer_rewrites().clone()));
        self.shortest
            .saturation
            .get_or_insert_with(prepared)
            .clone()
    }
}

/// The least number of bits of a wrap.
const LEAST_BITS: usize = 8;

/// A term as if nothing in it wrapped; none if it has no wraps.
pub(super) fn without_wraps(term: &Expr<Column>) -> Option<Expr<Column>> {
    let Expr::Apply(operator, arguments) = term else {
        return None;
    };
    let parts: Vec<Option<Expr<Column>>> = arguments.iter().map(without_wraps).collect();
    let is_changed = parts.iter().any(Option::is_some);
    let parts = parts.into_iter().zip(arguments.iter());
    let mut parts = parts.map(|(part, old)| part.unwrap_or_else(|| old.clone()));
    let changed = match operator {
        Operator::Add => parts.fold(Expr::integer(0), plus),
        _ => Expr::apply(*operator, parts.by_ref().collect::<Vec<_>>()),
    };
    let (Operator::Mod, Expr::Apply(_, sides)) = (operator, &changed) else {
        return is_changed.then_some(changed);
    };
    let modulus = match &sides[1] {
        Expr::Integer(modulus) if *modulus > Int::ZERO => modulus,
        _ => return is_changed.then_some(changed),
    };
    let bits = modulus.trailing_zeros().filter(|bits| *bits >= LEAST_BITS);
    if bits.is_none_or(|bits| *modulus != Int::ONE << bits) {
        return is_changed.then_some(changed);
    }
    // A constant near to 0 is that of an unsigned wrap, one near to half of the modulus that of a signed one.
    let constant = constant_of(&sides[0]);
    let quarter = modulus.clone() / &Int::from(4);
    let shifted = floor_mod(&(&constant + &quarter), modulus)?;
    let wanted = shifted - &quarter;
    Some(plus(sides[0].clone(), Expr::Integer(&wanted - &constant)))
}

/// The sum of two terms, with one integer at its end.
fn plus(a: Expr<Column>, b: Expr<Column>) -> Expr<Column> {
    let constant = constant_of(&a) + &constant_of(&b);
    let mut terms = vec![];
    for term in [a, b] {
        match term {
            Expr::Integer(_) => {}
            Expr::Apply(Operator::Add, parts) => {
                let is_open = |it: &&Expr<Column>| !matches!(it, Expr::Integer(_));
                terms.extend(parts.iter().filter(is_open).cloned());
            }
            term => terms.push(term),
        }
    }
    if !constant.is_zero() || terms.is_empty() {
        terms.push(Expr::Integer(constant));
    }
    match terms.len() {
        1 => terms.swap_remove(0),
        _ => Expr::apply(Operator::Add, terms),
    }
}

/// The sum of the integers in a sum.
fn constant_of(term: &Expr<Column>) -> Int {
    let integer = |term: &Expr<Column>| match term {
        Expr::Integer(value) => value.clone(),
        _ => Int::ZERO,
    };
    match term {
        Expr::Apply(Operator::Add, parts) => parts
            .iter()
            .fold(Int::ZERO, |sum, part| sum + &integer(part)),
        term => integer(term),
    }
}

impl Bound {
    /// A term as a bound; none if it is not affine, apart from products.
    pub fn of_term(term: &Expr<Column>, valid_at: Option<Point>) -> Option<Bound> {
        let mut operands = vec![];
        let result = affine(term, &mut operands)?;
        let map = AffineMap {
            dims: 0,
            symbols: operands.len() as u32,
            results: vec![result],
        };
        Some(Bound {
            map,
            operands,
            valid_at,
        })
    }
}

/// A term as an affine expression over symbols, which are numbered in order of occurrence.
fn affine(term: &Expr<Column>, operands: &mut Vec<Column>) -> Option<AffineExpr> {
    let (operator, arguments) = match term {
        Expr::Integer(value) => return Some(AffineExpr::Constant(value.clone())),
        Expr::Leaf(column) => {
            let known = operands.iter().position(|it| it == column);
            let number = known.unwrap_or_else(|| {
                operands.push(*column);
                operands.len() - 1
            });
            return Some(AffineExpr::Symbol(number as u32));
        }
        Expr::Apply(operator, arguments) => (operator, arguments),
    };
    let binary = match operator {
        Operator::Add => AffineBinary::Add,
        Operator::Mul => AffineBinary::Mul,
        Operator::FloorDiv => AffineBinary::FloorDiv,
        Operator::CeilDiv => AffineBinary::CeilDiv,
        Operator::Mod => AffineBinary::Mod,
        _ => return None,
    };
    let is_number = |it: &&Expr<Column>| matches!(it, Expr::Integer(_));
    let is_quotient = !matches!(operator, Operator::Add | Operator::Mul);
    if is_quotient && !matches!(&arguments[1], Expr::Integer(k) if *k > Int::ZERO) {
        return None;
    }
    // The integer of a product is on the right.
    let mut ordered: Vec<&Expr<Column>> = arguments.iter().collect();
    if *operator == Operator::Mul {
        ordered.order_by_key(is_number);
    }
    let mut parts = ordered.into_iter();
    let first = affine(parts.next()?, operands)?;
    parts.try_fold(first, |before, part| {
        Some(AffineExpr::binary(binary, before, affine(part, operands)?))
    })
}
