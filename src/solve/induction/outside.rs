//! Classes as terms over the columns that exist at a point.

use super::super::engine::Engine;
use crate::number::Int;
use crate::program::{Column, Point};
use crate::term::{Expr, Form, Id, Node, Operator};
use hashbrown::HashMap;

/// How deep a term may become.
const MAX_DEPTH: usize = 12;

impl Engine<'_> {
    /// A form as a term over columns that exist at a point; none where it needs others, or is large.
    /// Costs the number of classes below it, times the depth of a term at most.
    pub(in crate::solve) fn write_before(&self, form: &Form, point: Point) -> Option<Expr<Column>> {
        let mut writer = Writer {
            engine: self,
            point,
            written: HashMap::new(),
        };
        writer.sum(form.constant(), form.terms(), MAX_DEPTH)
    }
}

struct Writer<'e, 'p> {
    engine: &'e Engine<'p>,
    point: Point,
    /// By class and the depth that was left for it.
    written: HashMap<(Id, usize), Option<Expr<Column>>>,
}

impl Writer<'_, '_> {
    fn sum(&mut self, constant: &Int, terms: &[(Id, Int)], depth: usize) -> Option<Expr<Column>> {
        let depth = depth.checked_sub(1)?;
        let mut parts = vec![];
        for (atom, k) in terms {
            let term = self.class(*atom, depth)?;
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

    fn class(&mut self, class: Id, depth: usize) -> Option<Expr<Column>> {
        let class = self.engine.store.find(class);
        if let Some(written) = self.written.get(&(class, depth)) {
            return written.clone();
        }
        let term = self.new_class(class, depth);
        self.written.insert((class, depth), term.clone());
        term
    }

    fn new_class(&mut self, class: Id, depth: usize) -> Option<Expr<Column>> {
        let engine = self.engine;
        if let Some(value) = engine.store.as_constant(class) {
            return Some(Expr::Integer(value.clone()));
        }
        let form = engine.store.form(class);
        if form.as_atom() != Some(class) && !form.atoms().any(|atom| atom == class) {
            return self.sum(form.constant(), form.terms(), depth);
        }
        let mut nodes = engine.store.nodes(class);
        nodes.find_map(|node| match node {
            Node::Leaf(leaf) => {
                let column = engine.columns.entry(*leaf).column;
                let exists = engine.exists_at(column, Some(self.point));
                exists.then_some(Expr::Leaf(column))
            }
            Node::Apply(operator, arguments) => {
                let depth = depth.checked_sub(1)?;
                let arguments: Option<Vec<_>> = arguments
                    .iter()
                    .map(|&argument| self.class(argument, depth))
                    .collect();
                Some(Expr::apply(*operator, arguments?))
            }
            Node::Linear(numbers, atoms) => {
                let (constant, factors) = numbers.split_first()?;
                let terms: Vec<(Id, Int)> = atoms.iter().copied().zip(factors.to_vec()).collect();
                self.sum(constant, &terms, depth)
            }
        })
    }
}
