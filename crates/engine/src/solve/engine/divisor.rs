//! Divisors of a form, from its coefficients, the congruences of its atoms and the equations at a point.

use super::Engine;
use crate::number::{Congruence, Int, gcd};
use crate::program::{Column, Point};
use crate::solve::facts::Relation;
use crate::term::{Expr, Form};
use calipers_support::order::Order;
use hashbrown::HashSet;
use std::collections::VecDeque;

/// Limit of the combinations with equations.
const MAX_FORMS: usize = 48;

impl Engine<'_> {
    /// Candidate divisors of a term at a point, the greatest first. They come from its range and from its sums with
    /// multiples of the equations that hold there. 0 divides only 0.
    pub fn possible_divisors(&mut self, term: &Expr<Column>, point: Option<Point>) -> Vec<Int> {
        let range = self.best_range(term, point);
        let mut found = vec![greatest(range.congruence())];
        let class = self.class_of_term(term);
        let goal = self.form(class);
        let system = self.bounds.gather(&mut self.known, &goal, point);
        let equations: Vec<Form> = system
            .rows
            .into_iter()
            .filter(|row| row.relation == Relation::Zero)
            .map(|row| row.form)
            .collect();
        let mut seen = HashSet::new();
        let mut work = VecDeque::from([goal]);
        while let Some(form) = work.pop_front() {
            if seen.len() >= MAX_FORMS || !seen.insert(form.clone()) {
                continue;
            }
            let divisor = greatest(self.known.form_range_at(&form, point).congruence());
            if !found.contains(&divisor) {
                found.push(divisor);
            }
            for (atom, k) in form.terms() {
                for equation in &equations {
                    let own = equation.coefficient(atom);
                    if !own.is_zero() && (k % &own).is_zero() {
                        work.extend(form.add_scaled(&-(k / own), equation));
                    }
                }
            }
        }
        found.order_by(|a, b| (b.is_zero(), b).cmp(&(a.is_zero(), a)));
        found
    }
}

/// The greatest number that divides all members of a congruence class.
fn greatest(congruence: Congruence) -> Int {
    gcd(congruence.modulus(), congruence.residue())
}
