//! A saturated e-graph as data, for other tools.

use super::graph::Graph;
use super::language::Node;
use super::rules::{class_of_term, runner};
use super::{Facts, Limits, Saturation};
use calipers_number::Range;
use calipers_program::term::Expr;
use calipers_support::order::Order;
use egg::{Id, Language};
use hashbrown::HashMap;

/// The e-classes of a saturated e-graph.
#[derive(Clone, Debug)]
pub struct Classes {
    /// The e-classes, by their number.
    pub all: Vec<Class>,
    /// The number of the e-class of the term.
    pub root: usize,
}

/// An e-class.
#[derive(Clone, Debug)]
pub struct Class {
    /// The e-nodes.
    pub nodes: Vec<Operation>,
    /// The integers that its terms may be.
    pub range: Range,
}

/// An e-node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The operator, the leaf or the integer. A sum is written with `·` for each child: `2·· + · - 1`.
    pub name: String,
    /// The numbers of the e-classes of its arguments.
    pub children: Vec<usize>,
}

impl Saturation {
    /// The e-graph of a term, to which the rules are applied within limits. None if a number exceeds the cap, or if the
    /// facts contradict each other.
    pub fn classes(&self, limits: Limits, term: &Expr, facts: &mut dyn Facts) -> Option<Classes> {
        let mut runner = runner(limits, facts);
        let root = class_of_term(&mut runner.egraph, term)?;
        runner.egraph.rebuild();
        let graph = runner.run([&self.rewrite()]).egraph;
        let is_possible = !graph.analysis.is_contradictory;
        is_possible.then(|| read(&graph, root))
    }
}

fn read(graph: &Graph<'_>, root: Id) -> Classes {
    let mut ids: Vec<Id> = graph.classes().map(|class| class.id).collect();
    ids.order();
    let numbers: HashMap<Id, usize> = ids.iter().copied().zip(0..).collect();
    let number = |id: &Id| numbers[&graph.find(*id)];
    let all = ids.iter().map(|&id| Class {
        range: graph[id].data.range.clone(),
        nodes: graph[id]
            .nodes
            .iter()
            .map(|node| Operation {
                name: name(node),
                children: node.children().iter().map(number).collect(),
            })
            .collect(),
    });
    Classes {
        all: all.collect(),
        root: number(&root),
    }
}

fn name(node: &Node) -> String {
    match node {
        Node::Integer(value) => value.to_string(),
        Node::Leaf(leaf) => leaf.to_string(),
        Node::Apply(operator, _) => operator.name().to_owned(),
        Node::Sum(weights, _) => {
            let mut text = String::new();
            let summands = weights.coefficients.iter().map(|k| (k, "·"));
            let constant = Some((&weights.constant, "")).filter(|(k, _)| !k.is_zero());
            for (k, child) in summands.chain(constant) {
                text += match (text.is_empty(), k.is_negative()) {
                    (true, false) => "",
                    (true, true) => "-",
                    (false, false) => " + ",
                    (false, true) => " - ",
                };
                let magnitude = k.magnitude();
                if child.is_empty() || !magnitude.is_one() {
                    text += &magnitude.to_string();
                    text += child;
                }
                text += child;
            }
            text
        }
    }
}
