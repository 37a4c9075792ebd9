//! Answers to questions at a point while a term is shortened: its parts, and the term again, lead to the same ones.

use super::Engine;
use crate::number::Range;
use crate::program::{Column, Point};
use crate::term::Expr;
use hashbrown::HashMap;

/// The answers at a point, whose facts stay the same.
pub struct PointAnswers {
    point: Option<Point>,
    ranges: HashMap<Column, Range>,
    conditions: HashMap<Expr<Column>, Option<bool>>,
}

impl PointAnswers {
    /// No answers.
    pub fn at(point: Option<Point>) -> PointAnswers {
        PointAnswers {
            point,
            ranges: HashMap::new(),
            conditions: HashMap::new(),
        }
    }

    /// The point.
    pub fn point(&self) -> Option<Point> {
        self.point
    }

    /// The best range of a column. Costs two linear programs if it is new.
    pub fn range(&mut self, engine: &mut Engine<'_>, column: Column) -> Range {
        let asked = || engine.best_range(&Expr::Leaf(column), self.point);
        self.ranges.entry(column).or_insert_with(asked).clone()
    }

    /// Whether a condition holds, if that was asked.
    pub(super) fn decided(&self, condition: &Expr<Column>) -> Option<Option<bool>> {
        self.conditions.get(condition).copied()
    }

    /// Keeps whether a condition holds.
    pub(super) fn add(&mut self, condition: Expr<Column>, holds: Option<bool>) {
        self.conditions.insert(condition, holds);
    }
}
