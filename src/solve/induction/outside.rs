//! Classes as terms over the columns that exist at a point.

use super::super::engine::Engine;
use crate::number::Int;
use crate::program::{Column, Point};
use crate::term::{Expr, Form, Node, Operator};
use egg::Id;

/// How deep a term may become.
const MAX_DEPTH: usize = 12;

impl Engine<'_> {
    /// A form as a term over columns that exist at a point; none where it needs others, or is large.
    pub(in crate::solve) fn write_before(&self, form: &Form, point: Point) -> Option<Expr<Column>> {
        self.write_sum_before(form.constant(), form.terms(), point, MAX_DEPTH)
    }

    fn write_sum_before(
        &self,
        constant: &Int,
        terms: &[(Id, Int)],
        point: Point,
        depth: usize,
    ) -> Option<Expr<Column>> {
        let depth = depth.checked_sub(1)?;
        let mut parts = vec![];
        for (atom, k) in terms {
            let term = self.write_class_before(*atom, point, depth)?;
            parts.push(match *k == Int::ONE {
                true => term,
                false => Expr::scaled(k.clone(), term),
            });
        }
        if !constant.is_zero() || parts.is_empty() {
            parts.push(Expr::Integer(constant.clone()));
        }
        Some(match parts.len() {
            1 => parts.remove(0),
            _ => Expr::apply(Operator::Add, parts),
        })
    }

    fn write_class_before(&self, class: Id, point: Point, depth: usize) -> Option<Expr<Column>> {
        let class = self.store.find(class);
        if let Some(value) = self.store.as_constant(class) {
            return Some(Expr::Integer(value.clone()));
        }
        let form = self.store.form(class);
        if form.as_atom() != Some(class) && !form.atoms().any(|atom| atom == class) {
            return self.write_sum_before(form.constant(), form.terms(), point, depth);
        }
        self.store.nodes(class).iter().find_map(|node| match node {
            Node::Leaf(leaf) => {
                let column = self.columns.entry(*leaf).column;
                let exists = self.exists_at(column, Some(point));
                exists.then_some(Expr::Leaf(column))
            }
            Node::Apply(operator, arguments) => {
                let depth = depth.checked_sub(1)?;
                let arguments: Option<Vec<_>> = arguments
                    .iter()
                    .map(|&argument| self.write_class_before(argument, point, depth))
                    .collect();
                Some(Expr::apply(*operator, arguments?))
            }
            Node::Linear(numbers, atoms) => {
                let (constant, factors) = numbers.split_first()?;
                let terms: Vec<(Id, Int)> = atoms.iter().copied().zip(factors.to_vec()).collect();
                self.write_sum_before(constant, &terms, point, depth)
            }
        })
    }
}
