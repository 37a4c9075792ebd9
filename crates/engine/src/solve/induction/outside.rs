//! Writes classes as terms over columns that exist at a point.

use super::super::knowledge::Knowledge;
use crate::number::Int;
use crate::program::{Column, Point};
use crate::term::{ENode, Expr, Form, Id, Operator};
use hashbrown::HashMap;

/// Maximum depth of a term.
const MAX_DEPTH: usize = 12;
/// Maximum number of operators, integers and leaves of a term. Shared parts are repeated, so that a term can be
/// exponentially larger than its class.
const MAX_SIZE: usize = 512;

/// A form as a term over columns that exist at a point; `None` if it needs other columns, or is too large. Costs at
/// most the number of classes below it times the maximum depth.
pub(in crate::solve) fn write_before(
    known: &Knowledge<'_>,
    form: &Form,
    point: Point,
) -> Option<Expr<Column>> {
    write_with(known, form, point, &[])
}

/// The same, with more columns, for which other terms are written.
pub(super) fn write_with(
    known: &Knowledge<'_>,
    form: &Form,
    point: Point,
    replaced: &[(Column, Expr<Column>)],
) -> Option<Expr<Column>> {
    let mut writer = Writer {
        known,
        point,
        replaced,
        written: HashMap::new(),
    };
    let written = writer.sum(form.constant(), form.terms(), MAX_DEPTH);
    written.map(|it| it.term)
}

struct Writer<'e, 'p> {
    known: &'e Knowledge<'p>,
    point: Point,
    replaced: &'e [(Column, Expr<Column>)],
    /// By class and remaining depth.
    written: HashMap<(Id, usize), Option<Written>>,
}

/// A term and its number of operators, integers and leaves.
#[derive(Clone)]
struct Written {
    term: Expr<Column>,
    size: usize,
}

impl Written {
    fn new(term: Expr<Column>) -> Written {
        Written { term, size: 1 }
    }

    /// `operator` over `arguments`; `None` if the result is too large.
    fn apply(operator: Operator, arguments: Vec<Written>) -> Option<Written> {
        let size = 1 + arguments.iter().map(|it| it.size).sum::<usize>();
        let terms = arguments.into_iter().map(|it| it.term).collect::<Vec<_>>();
        (size <= MAX_SIZE).then(|| Written {
            term: Expr::apply(operator, terms),
            size,
        })
    }
}

impl Writer<'_, '_> {
    fn sum(&mut self, constant: &Int, terms: &[(Id, Int)], depth: usize) -> Option<Written> {
        let depth = depth.checked_sub(1)?;
        let mut parts = vec![];
        for (atom, k) in terms {
            let term = self.class(*atom, depth)?;
            parts.push(match *k == Int::ONE {
                true => term,
                false => {
                    let factor = Written::new(Expr::Integer(k.clone()));
                    Written::apply(Operator::Mul, vec![factor, term])?
                }
            });
        }
        if !constant.is_zero() || parts.is_empty() {
            parts.push(Written::new(Expr::Integer(constant.clone())));
        }
        match parts.len() {
            1 => parts.pop(),
            _ => Written::apply(Operator::Add, parts),
        }
    }

    fn class(&mut self, class: Id, depth: usize) -> Option<Written> {
        let class = self.known.egraph.find(class);
        if let Some(written) = self.written.get(&(class, depth)) {
            return written.clone();
        }
        let term = self.new_class(class, depth);
        self.written.insert((class, depth), term.clone());
        term
    }

    fn new_class(&mut self, class: Id, depth: usize) -> Option<Written> {
        let known = self.known;
        if let Some(value) = known.egraph.as_constant(class) {
            return Some(Written::new(Expr::Integer(value.clone())));
        }
        let form = known.egraph.form(class);
        if form.as_atom() != Some(class) && !form.atoms().any(|atom| atom == class) {
            return self.sum(form.constant(), form.terms(), depth);
        }
        let mut nodes = known.egraph.nodes(class);
        nodes.find_map(|node| match node {
            ENode::Leaf(leaf) => {
                let column = known.columns.entry(*leaf).column;
                if let Some((_, term)) = self.replaced.iter().find(|it| it.0 == column) {
                    return Some(Written::new(term.clone()));
                }
                let exists = known.points.exists_at(column, Some(self.point));
                exists.then(|| Written::new(Expr::Leaf(column)))
            }
            ENode::Apply(operator, arguments) => {
                let depth = depth.checked_sub(1)?;
                let arguments: Option<Vec<_>> = arguments
                    .iter()
                    .map(|&argument| self.class(argument, depth))
                    .collect();
                Written::apply(*operator, arguments?)
            }
            ENode::Linear(numbers, atoms) => {
                let (constant, factors) = numbers.split_first()?;
                let terms: Vec<(Id, Int)> = atoms.iter().copied().zip(factors.to_vec()).collect();
                self.sum(constant, &terms, depth)
            }
        })
    }
}
