//! Decides whether a condition holds at a point, after its columns were defined and the point was entered.

use super::Engine;
use crate::program::{Column, Point};
use crate::solve::decide::{Decided, Decision};
use crate::term::{Compared, Expr};

impl Engine<'_> {
    /// Decides whether a condition (a term that is 0 or 1) holds at a point.
    ///
    /// For a comparison, it defines only the columns that the decision needs.
    ///
    /// # Errors
    /// If neither the condition nor its negation was proved. The value says whether a budget was exhausted.
    pub fn prove(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Decision {
        let nearby = self.definitions.decide_nearby(&mut self.known, condition);
        let compared = match nearby {
            Some(_) => None,
            None => self.definitions.compared(&mut self.known, condition),
        };
        let class = match (nearby, &compared) {
            (None, None) => Some(self.class_of_term(condition)),
            _ => None,
        };
        match point {
            Some(point) => self.enter(point),
            None => self.settle_facts(),
        }
        if self.known.egraph.has_contradiction() {
            return Err(false);
        }
        if let Some(class) = class {
            return self.bounds.decide(&mut self.known, class, point);
        }
        if self.is_unreachable(point) {
            return Ok(Decided::Unreachable);
        }
        let told = || match compared? {
            (Compared::True(_), _) => Some(true),
            (Compared::Open(form), relation) => self.known.is_stated(&form, relation, point),
        };
        match nearby.or_else(told) {
            Some(true) => Ok(Decided::True),
            Some(false) => Ok(Decided::False),
            None => {
                let class = self.class_of_term(condition);
                self.bounds.decide(&mut self.known, class, point)
            }
        }
    }
}
