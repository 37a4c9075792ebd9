//! Remainders of terms that are in range already, above all wraps of fixed-width integers that do not wrap.
//!
//! They are decided by the ranges of the columns at a point, and by interval arithmetic from there on. What remains
//! is proved to be equal to the term faster than the prover, which does not know where to begin, would prove it.

use super::{Engine, PointAnswers};
use crate::number::Range;
use crate::program::Column;
use crate::term::{Expr, Operator};

/// A term and its range.
type Ranged = (Expr<Column>, Range);

/// The search for remainders at a point.
struct Search<'a, 'p> {
    engine: &'a mut Engine<'p>,
    answers: &'a mut PointAnswers,
    /// Whether the best ranges of columns count, which linear programs find.
    best: bool,
    found: usize,
}

impl Engine<'_> {
    /// The term without its remainders by positive numbers that their dividends are in range for at the point of the
    /// answers: it has the same value there. None if it has no such remainders.
    ///
    /// Costs two linear programs for each of its columns, unless the ranges that are there already decide all remainders.
    pub fn without_idle_remainders(
        &mut self,
        term: &Expr<Column>,
        answers: &mut PointAnswers,
    ) -> Option<Expr<Column>> {
        if !has_remainder(term) || self.is_unreachable(answers.point()) {
            return None;
        }
        for best in [false, true] {
            let mut search = Search {
                engine: &mut *self,
                answers: &mut *answers,
                best,
                found: 0,
            };
            let (reduced, _) = search.reduced(term);
            if search.found > 0 && (best || !has_remainder(&reduced)) {
                return Some(reduced);
            }
        }
        None
    }
}

fn has_remainder(term: &Expr<Column>) -> bool {
    match term {
        Expr::Apply(operator, arguments) => {
            *operator == Operator::Mod || arguments.iter().any(has_remainder)
        }
        _ => false,
    }
}

impl Search<'_, '_> {
    fn reduced(&mut self, term: &Expr<Column>) -> Ranged {
        let (operator, arguments) = match term {
            Expr::Integer(value) => return (term.clone(), Range::constant(value.clone())),
            Expr::Leaf(column) => {
                return (term.clone(), self.range_of(*column));
            }
            Expr::Apply(operator, arguments) => (*operator, arguments),
        };
        let parts = arguments.iter().map(|part| self.reduced(part));
        let (parts, ranges): (Vec<Expr<Column>>, Vec<Range>) = parts.unzip();
        let range = operator.range_over(&parts, &ranges);
        if operator == Operator::Mod
            && let Some(modulus) = ranges[1].as_constant()
            && ranges[0].lower().is_some_and(|least| !least.is_negative())
            && ranges[0].upper().is_some_and(|most| most < modulus)
        {
            self.found += 1;
            return (parts[0].clone(), ranges[0].clone());
        }
        (Expr::apply(operator, parts), range)
    }

    fn range_of(&mut self, column: Column) -> Range {
        match self.best {
            true => self.answers.range(self.engine, column),
            false => {
                let point = self.answers.point();
                let class = self.engine.class_of_term(&Expr::Leaf(column));
                self.engine.known.range_at(class, point)
            }
        }
    }
}
