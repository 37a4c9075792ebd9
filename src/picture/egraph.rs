//! The part of an e-graph that a picture shows: the e-classes below a term with their ranges, and whether the answer
//! uses them.

use crate::analysis::{Analysis, Variable};
use crate::number::Range;
use crate::program::{Column, Point};
use crate::proof::{Proof, Step};
use crate::solve::Engine;
use crate::term::{ENode, Expr, Id};
use hashbrown::{HashMap, HashSet};
use std::collections::VecDeque;

/// The maximum number of e-classes in a picture; the ones nearest to the question are kept.
pub const MAX_CLASSES: usize = 150;

/// An e-node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// The operator, the name of a leaf, or the coefficients of a sum; `·` is a placeholder for a child.
    pub text: String,
    /// The positions of the e-classes of its arguments in the picture.
    pub children: Vec<usize>,
}

/// An e-class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// The columns that have this value.
    pub names: Vec<String>,
    /// The range at the point.
    pub range: Range,
    /// The e-nodes.
    pub terms: Vec<Term>,
    /// Whether the answer uses it.
    pub is_used: bool,
}

/// The e-classes below a term; the first is the class of the term.
///
/// ```
/// use calipers::analysis::{Analysis, Variable};
/// use calipers::picture::EGraph;
/// use calipers::program::{Column, NoProgram};
/// use calipers::rules::Rules;
/// use calipers::term::{Expr, Operator};
///
/// let rules = Rules::embedded();
/// let mut analysis = Analysis::new(&NoProgram, &rules);
/// let x = Expr::Leaf(Column::Symbol(0));
/// let rest = Variable::term(Expr::apply(Operator::Mod, [x, Expr::integer(4)]));
/// let graph = EGraph::of(&mut analysis, &rest, None, &[], &|_| "x".to_owned());
/// assert!(graph.dot().contains("[0, 3]"));
/// assert!(graph.svg().starts_with("<svg"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EGraph {
    /// The text of the question.
    pub title: String,
    /// The classes, nearest first.
    pub classes: Vec<Class>,
    /// Whether some e-classes are omitted.
    pub is_cut: bool,
}

impl EGraph {
    /// The e-classes below a variable, with their ranges at a point (by default the point of the question). Classes
    /// that the proofs mention are marked. The cost is linear in the size of the picture and the number of columns
    /// defined so far, plus a range for each marked column.
    pub fn of(
        analysis: &mut Analysis<'_>,
        variable: &Variable,
        point: Option<Point>,
        proofs: &[Proof],
        name: &dyn Fn(Column) -> String,
    ) -> EGraph {
        let point = point.or_else(|| analysis.default_point(variable));
        let best = best_ranges(analysis, variable, point, proofs);
        let whole = analysis.range_at(variable, point);
        // This comes last, since a question may unite classes.
        let engine = analysis.engine();
        let root = engine.class_of_term(variable.as_term());
        let best: HashMap<Id, Range> = best
            .into_iter()
            .map(|(column, range)| (engine.class(column), range))
            .chain([(root, whole)])
            .collect();
        let used = used(engine, root, proofs);
        let (ids, is_cut) = below(engine, root);
        let places: HashMap<Id, usize> = ids.iter().copied().zip(0..).collect();
        let mut names: HashMap<Id, Vec<String>> = HashMap::new();
        for (column, id) in engine.defined_columns() {
            if places.contains_key(&id) {
                names.entry(id).or_default().push(name(column));
            }
        }
        let classes = ids.iter().map(|&id| Class {
            names: names.remove(&id).unwrap_or_default(),
            range: match best.get(&id) {
                Some(range) => range.clone(),
                None => engine.range_at(id, point),
            },
            terms: terms(engine, id, &places, name),
            is_used: used.contains(&id),
        });
        let title = variable
            .as_term()
            .map(&mut |&column| Expr::Leaf(name(column)));
        EGraph {
            classes: classes.collect(),
            title: title.to_string(),
            is_cut,
        }
    }
}

/// The ranges of the columns below a variable that proofs mention, as a question for them gives.
fn best_ranges(
    analysis: &mut Analysis<'_>,
    variable: &Variable,
    point: Option<Point>,
    proofs: &[Proof],
) -> Vec<(Column, Range)> {
    let engine = analysis.engine();
    let root = engine.class_of_term(variable.as_term());
    let marked = used(engine, root, proofs);
    let (ids, _) = below(engine, root);
    let unfolded = engine.defined_columns();
    let columns = unfolded.filter(|(_, id)| marked.contains(id) && ids.contains(id));
    let columns: Vec<Column> = columns.map(|(column, _)| column).collect();
    let range = |column| {
        let range = analysis.range_at(&Variable::column(column), point);
        (column, range)
    };
    columns.into_iter().map(range).collect()
}

/// The e-classes that proofs mention, and the root.
fn used(engine: &mut Engine<'_>, root: Id, proofs: &[Proof]) -> HashSet<Id> {
    let mut used: HashSet<Id> = [root].into();
    for proof in proofs {
        for step in &proof.steps {
            let term = match step {
                Step::Definition(definition) => Expr::Leaf(definition.column),
                Step::Term(term) => term.clone(),
                Step::Rewrite(_) => continue,
            };
            used.insert(engine.class_of_term(&term));
        }
        for step in &proof.ranges {
            used.insert(engine.class_of_term(&step.term));
        }
    }
    used
}

/// The e-classes below a class, nearest first, and whether there are more.
fn below(engine: &Engine<'_>, root: Id) -> (Vec<Id>, bool) {
    let store = engine.egraph();
    let mut found = vec![root];
    let mut seen: HashSet<Id> = [root].into();
    let mut work = VecDeque::from([root]);
    while let Some(id) = work.pop_front() {
        for node in store.nodes(id) {
            for &child in node.children() {
                let child = store.find(child);
                if !seen.contains(&child) {
                    if found.len() == MAX_CLASSES {
                        return (found, true);
                    }
                    seen.insert(child);
                    found.push(child);
                    work.push_back(child);
                }
            }
        }
    }
    (found, false)
}

fn terms(
    engine: &Engine<'_>,
    id: Id,
    places: &HashMap<Id, usize>,
    name: &dyn Fn(Column) -> String,
) -> Vec<Term> {
    let store = engine.egraph();
    let mut terms: Vec<Term> = vec![];
    for node in store.nodes(id) {
        let text = match node {
            ENode::Leaf(leaf) => name(engine.column_of(*leaf)),
            ENode::Apply(operator, _) => operator.name().to_owned(),
            ENode::Linear(numbers, _) => sum(numbers.iter().map(ToString::to_string)),
        };
        let children = node.children().iter().map(|&child| store.find(child));
        let children = children.filter_map(|child| places.get(&child).copied());
        let term = Term {
            text,
            children: children.collect(),
        };
        // After unions, several e-nodes may be equal.
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    terms
}

/// `3 + 2·_ − _`, from the constant and the coefficients.
fn sum(mut numbers: impl Iterator<Item = String>) -> String {
    let constant = numbers.next().filter(|constant| constant != "0");
    let products = numbers.map(|number| match number.as_str() {
        "1" => "·".to_owned(),
        "-1" => "−·".to_owned(),
        _ => format!("{number}×·"),
    });
    let parts: Vec<String> = products.chain(constant).collect();
    match parts.is_empty() {
        true => "0".to_owned(),
        false => parts.join(" + "),
    }
}

impl Class {
    /// Its lines: the columns, the range, the terms.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![];
        if !self.names.is_empty() {
            let more = self.names.len().saturating_sub(MAX_NAMES);
            let mut names = self.names[..self.names.len() - more].join(" = ");
            if more > 0 {
                names += &format!(" = … ({more} more)");
            }
            lines.push(shortened(&names));
        }
        lines.push(match self.range.as_constant() {
            Some(value) => format!("= {value}"),
            None => format!("in {}", self.range),
        });
        lines.extend(self.terms.iter().map(|term| shortened(&term.text)));
        lines
    }

    /// The index of the first line with a term.
    pub(super) fn first_term(&self) -> usize {
        1 + usize::from(!self.names.is_empty())
    }
}

/// The maximum number of names of a class.
const MAX_NAMES: usize = 3;

fn shortened(text: &str) -> String {
    const MAX: usize = 48;
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
