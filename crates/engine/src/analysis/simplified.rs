//! Simplification of terms: an equal term that is not longer, and that is defined wherever the term is.

use super::{Analysis, Preference, Variable};
use crate::number::Int;
use crate::program::{Column, Point};
use crate::solve::MAX_OPERATIONS;
use crate::term::condition::is_condition;
use crate::term::{Expr, Id, Operator};
use calipers_saturation::{Size, collected};

impl Analysis<'_> {
    /// A term that equals a term at a point (the default point if `None`), over the same columns: the shortest one that is
    /// found and proved equal ([`Analysis::shortest_by`]), with like parts added up. It divides by zero only where the
    /// term does. The term itself if there is none.
    ///
    /// Costs as much as [`Analysis::shortest_by`], and the range of each divisor.
    ///
    /// ```
    /// use calipers::analysis::{Analysis, Preference};
    /// use calipers::program::{Column, NoProgram};
    /// use calipers::rules::Rules;
    /// use calipers::term::Expr;
    ///
    /// let rules = Rules::embedded();
    /// let mut analysis = Analysis::new(&NoProgram, &rules);
    /// let n = Expr::Leaf(Column::Symbol(0));
    /// let twice = Expr::sum(n.clone(), n.clone());
    /// let simple = analysis.simplified(&twice, None, &Preference::default());
    /// assert_eq!(simple, Expr::scaled(2, n));
    /// ```
    pub fn simplified(
        &mut self,
        term: &Expr<Column>,
        point: Option<Point>,
        preference: &Preference,
    ) -> Expr<Column> {
        if Size::of(term).operations > MAX_OPERATIONS {
            return term.clone();
        }
        let variable = Variable::term(term.clone());
        let point = point.or_else(|| self.default_point(&variable));
        let columns = variable.columns();
        let own = |column| columns.contains(&column);
        let shortest = self.shortest_by(&variable, point, own, preference);
        let shortest = shortest.map(|it| it.as_term().clone());
        let shortest = shortest.filter(|it| self.divides_no_more(term, it, point));
        let best = shortest.unwrap_or_else(|| term.clone());
        let simple = collected(&best);
        // What is shortest by another preference may be written in its own way, and numbers may exceed the cap.
        let size = Size::of(&best);
        let counts = simple != best
            && preference.compare(&Size::of(&simple), &size).is_le()
            && self.is_proved_equal(&best, &simple, point);
        if counts { simple } else { best }
    }

    /// Whether a term divides by zero only where another one does.
    fn divides_no_more(
        &mut self,
        original: &Expr<Column>,
        found: &Expr<Column>,
        point: Option<Point>,
    ) -> bool {
        let before = self.divisions(original, Connectives::StopEarly, point);
        let after = self.divisions(found, Connectives::LookAtAll, point);
        after.iter().all(|division| {
            before.iter().any(|other| {
                let own = |guard| division.guards.contains(guard);
                other.divisor == division.divisor && other.guards.iter().all(own)
            })
        })
    }

    /// The divisions of a term whose divisors may be zero. A `select` evaluates one branch.
    fn divisions(
        &mut self,
        term: &Expr<Column>,
        connectives: Connectives,
        point: Option<Point>,
    ) -> Vec<Division> {
        let mut divisions = Divisions {
            analysis: self,
            connectives,
            point,
            guards: vec![],
            found: vec![],
        };
        divisions.collect(term);
        divisions.found
    }
}

/// A division whose divisor may be zero.
struct Division {
    divisor: Id,
    /// The path conditions of the division, with their values.
    guards: Vec<(Id, Value)>,
}

/// The value of a condition on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    True,
    False,
}

/// Whether `and` and `or` are assumed to evaluate arguments after one that decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Connectives {
    StopEarly,
    LookAtAll,
}

/// A traversal of a term that collects its divisions.
struct Divisions<'a, 'p> {
    analysis: &'a mut Analysis<'p>,
    connectives: Connectives,
    point: Option<Point>,
    guards: Vec<(Id, Value)>,
    found: Vec<Division>,
}

impl Divisions<'_, '_> {
    fn class(&mut self, term: &Expr<Column>) -> Id {
        let engine = self.analysis.engine();
        let class = engine.class_of_term(term);
        engine.egraph().find(class)
    }

    fn collect(&mut self, term: &Expr<Column>) {
        let Expr::Apply(operator, arguments) = term else {
            return;
        };
        match (operator, &arguments[..]) {
            (Operator::Select, [condition, then, otherwise]) => {
                let decided = self.class(condition);
                self.collect(condition);
                for (branch, value) in [(then, Value::True), (otherwise, Value::False)] {
                    self.guards.push((decided, value));
                    self.collect(branch);
                    self.guards.pop();
                }
                return;
            }
            (Operator::Min | Operator::Max, all)
                if self.connectives == Connectives::StopEarly && is_condition(term) =>
            {
                let going_on = match operator {
                    Operator::Min => Value::True,
                    _ => Value::False,
                };
                let depth = self.guards.len();
                for argument in all {
                    self.collect(argument);
                    let decided = self.class(argument);
                    self.guards.push((decided, going_on));
                }
                self.guards.truncate(depth);
                return;
            }
            (operator, [_, divisor]) if operator.is_division() => {
                let divisor = self.class(divisor);
                let engine = self.analysis.engine();
                let form = engine.form(divisor);
                if engine.form_range_at(&form, self.point).contains(&Int::ZERO) {
                    let guards = self.guards.clone();
                    self.found.push(Division { divisor, guards });
                }
            }
            _ => {}
        }
        for argument in arguments.iter() {
            self.collect(argument);
        }
    }
}
