//! Simplification of predicates.
//!
//! The Boolean structure is represented in an e-graph with the tests as leaves. Relations between two leaves that
//! follow from the theories of heads, words, integers and parts (implication, exclusion, validity, a conjunction that
//! equals another test) are added as unions beforehand. The laws of Boolean algebra are applied, and the cheapest
//! equivalent predicate is extracted. Finally, parts that the decision procedure proves irrelevant are removed.

use super::predicate::TestAlgebra;
use super::residual;
use super::satisfy::{Answer, integers, satisfy, words};
use super::sort::Constructor;
use super::{IntegersAlgebra, PredicateAlgebra, SortTable, WordsAlgebra};
use calipers_number::Int;
use calipers_semantics::concept::{Constraint, Predicate, Sort, Test, Words};
use calipers_support::order::Order;
use egg::{
    CostFunction, EGraph, Extractor, Id, Language, RecExpr, Rewrite, Runner, define_language,
    rewrite,
};
use std::sync::Arc;
use std::time::Duration;

define_language! {
    /// Boolean structure over numbered tests as leaves.
    enum Logic {
        "true" = True,
        "false" = False,
        "not" = Not(Id),
        "and" = And([Id; 2]),
        "or" = Or([Id; 2]),
        Leaf(u32),
    }
}

/// The maximum number of tests for the e-graph; larger predicates are only pruned.
const MAX_LEAVES: usize = 10;
/// The maximum number of e-nodes.
const MAX_NODES: usize = 3_000;
/// The maximum number of iterations of the rewrite rules.
const MAX_ITERATIONS: usize = 8;
/// The maximum nesting depth of parts that are simplified.
const MAX_DEPTH: u32 = 8;

/// The implementation of [`ConstraintAlgebra::simplified`].
pub(super) fn simplified(constraint: &Constraint) -> Constraint {
    let simple = simplify(constraint.sort, &constraint.predicate, MAX_DEPTH);
    Constraint::new(constraint.sort, simple)
}

pub(super) fn simplify(sort: Sort, predicate: &Predicate, depth: u32) -> Predicate {
    let plain = predicate.unnamed();
    if depth == 0 {
        return plain;
    }
    let inner = normal(sort, &plain, depth);
    let mut best = plain.clone();
    let mut take = |candidate: Predicate| {
        if measure(&candidate) < measure(&best) {
            best = candidate;
        }
    };
    take(inner.clone());
    if inner.cost() > 1
        && let Some(found) = of_heads(sort, &inner)
    {
        take(found);
    }
    if let Some(found) = boolean(sort, &inner, depth) {
        take(found);
    }
    residual::pruned(sort, &best, &Predicate::ANY)
}

/// The measure that simplification reduces.
pub(super) fn measure(predicate: &Predicate) -> (usize, usize) {
    (predicate.cost(), predicate.size())
}

/// The predicate with the inner predicates of its tests simplified; on words and integers, a single set.
fn normal(sort: Sort, predicate: &Predicate, depth: u32) -> Predicate {
    match sort {
        Sort::Integer(low, high) => {
            let set = integers(predicate);
            let domain = super::Integers::between(low.map(Int::from), high.map(Int::from));
            match set.complement().intersection(&domain).is_empty() {
                true => return Predicate::ANY,
                false if set.intersection(&domain).is_empty() => return Predicate::NEVER,
                false => return Predicate::integer(set),
            }
        }
        Sort::Word(_) | Sort::Name(_) => return Predicate::words(Test::Word, words(predicate)),
        _ => {}
    }
    let each = |parts: &[Predicate]| -> Vec<Predicate> {
        parts.iter().map(|part| normal(sort, part, depth)).collect()
    };
    match predicate {
        Predicate::And(parts) => joined(sort, each(parts), true, depth),
        Predicate::Or(parts) => joined(sort, each(parts), false, depth),
        Predicate::Not(part) => Predicate::not(normal(sort, part, depth)),
        Predicate::Test(test) => match part_sort(sort, test) {
            Some(part) => test.with_inner(|inner| simplify(part, inner, depth - 1)),
            None => predicate.clone(),
        },
        _ => predicate.clone(),
    }
}

/// The conjunction (if `all`) or the disjunction of the parts, with tests of the same datum merged.
fn joined(sort: Sort, mut parts: Vec<Predicate>, all: bool, depth: u32) -> Predicate {
    let merged = |a: &Predicate, b: &Predicate| match (a, b) {
        (Predicate::Test(a), Predicate::Test(b)) => a.merged(b, all),
        _ => None,
    };
    let mut first = 0;
    while first < parts.len() {
        let others = first + 1..parts.len();
        let found = others
            .filter_map(|second| Some((second, merged(&parts[first], &parts[second])?)))
            .next();
        match found {
            Some((second, both)) => {
                parts.remove(second);
                parts[first] = normal(sort, &both, depth);
            }
            None => first += 1,
        }
    }
    match all {
        true => Predicate::and(parts),
        false => Predicate::or(parts),
    }
}

/// The predicate as a single test of the head, if it depends on nothing else.
fn of_heads(sort: Sort, predicate: &Predicate) -> Option<Predicate> {
    let mut heads = Words::none();
    let constructors = sort.constructors();
    if constructors.is_empty() {
        return None;
    }
    for constructor in constructors {
        let here = Predicate::head(constructor.head);
        let some = Predicate::and([here.clone(), predicate.clone()]);
        let others = Predicate::and([here, Predicate::not(predicate.clone())]);
        if satisfy(sort, &others) == Answer::Nothing {
            heads = heads.union(&Words::one(constructor.head));
        } else if satisfy(sort, &some) != Answer::Nothing {
            return None;
        }
    }
    let has = |it: &&Constructor| heads.contains(it.head);
    let count = constructors.iter().filter(has).count();
    if count == constructors.len() {
        return Some(Predicate::ANY);
    }
    if 2 * count > constructors.len() {
        // Uses the complement if that has fewer words.
        let others = constructors.iter().filter(|it| !has(it));
        heads = others
            .fold(Words::none(), |all, it| all.union(&Words::one(it.head)))
            .complement();
    }
    Some(Predicate::words(Test::Head, heads))
}

/// The sort of the inner predicate of a test.
fn part_sort(sort: Sort, test: &Test) -> Option<Sort> {
    match (sort, test) {
        (_, Test::Field(name, _)) => sort
            .field(name)
            .or((sort == Sort::Op).then_some(Sort::Attribute)),
        (Sort::List(part), Test::At(..) | Test::All(_)) => Some(*part),
        _ => None,
    }
}

/// Simplifies the predicate by the e-graph.
fn boolean(sort: Sort, predicate: &Predicate, depth: u32) -> Option<Predicate> {
    let mut leaves = vec![];
    let mut expression = RecExpr::default();
    write(predicate, &mut leaves, &mut expression)?;
    let mut graph: EGraph<Logic, ()> = EGraph::default();
    let root = graph.add_expr(&expression);
    for leaf in 0..leaves.len() {
        if refuses(predicate, &leaves[leaf]) {
            invert(leaf, &mut leaves, &mut graph);
        }
    }
    let given = leaves.len();
    if given > MAX_LEAVES {
        return None;
    }
    for first in 0..given {
        for second in first + 1..given {
            relate(sort, [first, second], &leaves, &mut graph);
            for all in [true, false] {
                let Some(merged) = leaves[first].merged(&leaves[second], all) else {
                    continue;
                };
                let merged = normal(sort, &merged, depth);
                let mut expression = RecExpr::default();
                if write(&merged, &mut leaves, &mut expression).is_none() {
                    continue;
                }
                let merged = graph.add_expr(&expression);
                let [a, b] = [first, second].map(|leaf| graph.add(Logic::Leaf(leaf as u32)));
                let both = graph.add(match all {
                    true => Logic::And([a, b]),
                    false => Logic::Or([a, b]),
                });
                graph.union(both, merged);
            }
        }
    }
    graph.rebuild();
    let runner = Runner::default()
        .with_egraph(graph)
        .with_iter_limit(MAX_ITERATIONS)
        .with_node_limit(MAX_NODES)
        // The limits above end the run deterministically; the time limit must never apply.
        .with_time_limit(Duration::from_secs(3_600))
        .run(&laws());
    let cost = Cost { leaves: &leaves };
    let (_, best) = Extractor::new(&runner.egraph, cost).find_best(root);
    Some(read(&best, best.root(), &leaves))
}

/// Whether a test occurs negated.
fn refuses(predicate: &Predicate, test: &Test) -> bool {
    match predicate {
        Predicate::And(parts) | Predicate::Or(parts) => {
            parts.iter().any(|part| refuses(part, test))
        }
        Predicate::Not(part) => matches!(&**part, Predicate::Test(inner) if inner == test),
        _ => false,
    }
}

/// Adds the equivalence: a field test fails if the field is missing, or if it satisfies the negated predicate.
fn invert(leaf: usize, leaves: &mut Vec<Test>, graph: &mut EGraph<Logic, ()>) {
    let Test::Field(name, part) = leaves[leaf].clone() else {
        return;
    };
    let mut add = |predicate: Predicate| {
        let mut expression = RecExpr::default();
        write(&predicate, leaves, &mut expression)?;
        Some(graph.add_expr(&expression))
    };
    let there = add(Predicate::field(name.clone(), Predicate::ANY));
    let opposite = add(Predicate::field(name, Predicate::not((*part).clone())));
    if let (Some(there), Some(opposite)) = (there, opposite) {
        let this = graph.add(Logic::Leaf(leaf as u32));
        let (refused, missing) = (graph.add(Logic::Not(this)), graph.add(Logic::Not(there)));
        let either = graph.add(Logic::Or([missing, opposite]));
        graph.union(refused, either);
        let both = graph.add(Logic::And([there, refused]));
        graph.union(both, opposite);
    }
}

/// Adds the relations between two leaves that follow from the theories.
fn relate(sort: Sort, pair: [usize; 2], leaves: &[Test], graph: &mut EGraph<Logic, ()>) {
    let nothing =
        |a: Predicate, b: Predicate| satisfy(sort, &Predicate::and([a, b])) == Answer::Nothing;
    let predicates = pair.map(|leaf| Predicate::Test(leaves[leaf].clone()));
    let [a, b] = pair.map(|leaf| graph.add(Logic::Leaf(leaf as u32)));
    let constant = graph.add(Logic::False);
    let always = graph.add(Logic::True);
    for (first_holds, second_holds) in [(true, true), (true, false), (false, true), (false, false)]
    {
        let signed = |predicate: &Predicate, holds: bool| match holds {
            true => predicate.clone(),
            false => Predicate::not(predicate.clone()),
        };
        let first = signed(&predicates[0], first_holds);
        let second = signed(&predicates[1], second_holds);
        if !nothing(first, second) {
            continue;
        }
        // The first excludes the second, so it implies its negation.
        let mut side = |leaf: Id, holds: bool| match holds {
            true => leaf,
            false => graph.add(Logic::Not(leaf)),
        };
        let (x, y) = (side(a, first_holds), side(b, second_holds));
        let (not_x, not_y) = (side(a, !first_holds), side(b, !second_holds));
        for (node, equal) in [
            (Logic::And([x, y]), constant),
            (Logic::Or([not_x, not_y]), always),
            (Logic::And([x, not_y]), x),
            (Logic::And([y, not_x]), y),
            (Logic::Or([x, not_y]), not_y),
            (Logic::Or([y, not_x]), not_x),
        ] {
            let node = graph.add(node);
            graph.union(node, equal);
        }
    }
}

/// The laws of Boolean algebra.
fn laws() -> Vec<Rewrite<Logic, ()>> {
    let mut laws = vec![
        rewrite!("and-commutes"; "(and ?a ?b)" => "(and ?b ?a)"),
        rewrite!("or-commutes"; "(or ?a ?b)" => "(or ?b ?a)"),
        rewrite!("and-repeats"; "(and ?a ?a)" => "?a"),
        rewrite!("or-repeats"; "(or ?a ?a)" => "?a"),
        rewrite!("and-true"; "(and ?a true)" => "?a"),
        rewrite!("and-false"; "(and ?a false)" => "false"),
        rewrite!("or-true"; "(or ?a true)" => "true"),
        rewrite!("or-false"; "(or ?a false)" => "?a"),
        rewrite!("and-not"; "(and ?a (not ?a))" => "false"),
        rewrite!("or-not"; "(or ?a (not ?a))" => "true"),
        rewrite!("not-not"; "(not (not ?a))" => "?a"),
        rewrite!("not-true"; "(not true)" => "false"),
        rewrite!("not-false"; "(not false)" => "true"),
        rewrite!("and-absorbs"; "(and ?a (or ?a ?b))" => "?a"),
        rewrite!("or-absorbs"; "(or ?a (and ?a ?b))" => "?a"),
        rewrite!("or-factors"; "(or (and ?a ?b) (and ?a ?c))" => "(and ?a (or ?b ?c))"),
        rewrite!("and-factors"; "(and (or ?a ?b) (or ?a ?c))" => "(or ?a (and ?b ?c))"),
        rewrite!("and-distributes"; "(and ?a (or ?b ?c))" => "(or (and ?a ?b) (and ?a ?c))"),
        rewrite!("or-distributes"; "(or ?a (and ?b ?c))" => "(and (or ?a ?b) (or ?a ?c))"),
    ];
    laws.extend(rewrite!("and-associates"; "(and ?a (and ?b ?c))" <=> "(and (and ?a ?b) ?c)"));
    laws.extend(rewrite!("or-associates"; "(or ?a (or ?b ?c))" <=> "(or (or ?a ?b) ?c)"));
    laws.extend(rewrite!("not-and"; "(not (and ?a ?b))" <=> "(or (not ?a) (not ?b))"));
    laws.extend(rewrite!("not-or"; "(not (or ?a ?b))" <=> "(and (not ?a) (not ?b))"));
    laws
}

/// Converts the predicate to an expression over leaves; none if there are too many.
fn write(
    predicate: &Predicate,
    leaves: &mut Vec<Test>,
    expression: &mut RecExpr<Logic>,
) -> Option<Id> {
    let mut fold = |parts: &[Predicate], all: bool| {
        let mut joined: Option<Id> = None;
        for part in parts {
            let part = write(part, leaves, expression)?;
            joined = Some(match (joined, all) {
                (None, _) => part,
                (Some(before), true) => expression.add(Logic::And([before, part])),
                (Some(before), false) => expression.add(Logic::Or([before, part])),
            });
        }
        joined
    };
    Some(match predicate {
        Predicate::Constant(true) => expression.add(Logic::True),
        Predicate::Constant(false) => expression.add(Logic::False),
        Predicate::And(parts) => fold(parts, true)?,
        Predicate::Or(parts) => fold(parts, false)?,
        Predicate::Not(part) => {
            let part = write(part, leaves, expression)?;
            expression.add(Logic::Not(part))
        }
        Predicate::Concept(_, body) => write(body, leaves, expression)?,
        Predicate::Test(test) => {
            let known = leaves.iter().position(|leaf| leaf == test);
            let leaf = known.unwrap_or(leaves.len());
            if known.is_none() {
                // Merged leaves are added to those of the predicate.
                if leaves.len() >= MAX_LEAVES * MAX_LEAVES {
                    return None;
                }
                leaves.push(test.clone());
            }
            expression.add(Logic::Leaf(leaf as u32))
        }
    })
}

fn read(expression: &RecExpr<Logic>, id: Id, leaves: &[Test]) -> Predicate {
    let part = |id: &Id| read(expression, *id, leaves);
    match &expression[id] {
        Logic::True => Predicate::ANY,
        Logic::False => Predicate::NEVER,
        Logic::Not(of) => Predicate::not(part(of)),
        Logic::And(parts) => sorted(Predicate::and(parts.iter().map(part))),
        Logic::Or(parts) => sorted(Predicate::or(parts.iter().map(part))),
        Logic::Leaf(number) => match leaves.get(*number as usize) {
            Some(test) => Predicate::Test(test.clone()),
            None => Predicate::Not(Arc::new(Predicate::ANY)),
        },
    }
}

/// Sorts parts by cost, the cheapest first.
fn sorted(predicate: Predicate) -> Predicate {
    let by_cost = |mut parts: Vec<Predicate>| {
        parts.order_by(|a, b| (a.cost(), a).cmp(&(b.cost(), b)));
        parts
    };
    match predicate {
        Predicate::And(parts) => Predicate::And(by_cost(parts)),
        Predicate::Or(parts) => Predicate::Or(by_cost(parts)),
        other => other,
    }
}

/// The cost of the tests; the size breaks ties.
struct Cost<'l> {
    leaves: &'l [Test],
}

impl CostFunction<Logic> for Cost<'_> {
    type Cost = (usize, usize);

    fn cost<C: FnMut(Id) -> Self::Cost>(&mut self, node: &Logic, mut costs: C) -> Self::Cost {
        let own = match node {
            Logic::Leaf(number) => match self.leaves.get(*number as usize) {
                Some(test) => {
                    let (tests, size) = measure(&Predicate::Test(test.clone()));
                    (tests, size)
                }
                None => (usize::MAX / 4, 1),
            },
            _ => (0, 1),
        };
        node.fold(own, |sum, id| {
            let part = costs(id);
            (sum.0.saturating_add(part.0), sum.1.saturating_add(part.1))
        })
    }
}
