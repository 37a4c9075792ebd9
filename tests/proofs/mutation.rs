//! Mutations of proofs, one change at a time, all of which the checker must reject.
//!
//! A mutant must be rejected unless each of its statements is still true. The generator skips these mutations:
//! weakening a bound of a premise, weakening a row that holds by a range, using
//! an equation as an inequality, changing multipliers of rows without atoms (whose sum
//! is a contradiction with any multiplier), adding universal terms that the proof does not
//! need, replacing terms by equal ones, and replacing claims by other true claims.

use super::deductions;
use super::programs;
use super::random::Numbers;

use super::{Term, k, op, x};
use calipers::analysis::{Analysis, Verdict};
use calipers::number::{Int, Range};
use calipers::program::{Column, NoProgram, OpId, Point, Program};
use calipers::proof::{
    self, Argument, Bounding, Claim, Decision, Derivation, FactSource, Invariant, Invariants,
    Proof, RangeReason, Relation, RowReason, Source, Split, Step,
};
use calipers::rules::Rules;
use calipers::term::{Expr, Operator};
use dashu_ratio::RBig;
use std::sync::Arc;

/// Mutants, each with a description of the change.
pub type Mutants = Vec<(String, Proof)>;

/// All mutants of a proof that must be rejected.
fn mutants(proof: &Proof, program: &dyn Program) -> Mutants {
    let mut all = vec![];
    parts_left_out(proof, &mut all);
    claims(proof, &mut all);
    steps(proof, program, &mut all);
    facts(proof, program, &mut all);
    ranges(proof, &mut all);
    boundings(proof, &mut all);
    decisions(proof, &mut all);
    points(proof, program, &mut all);
    deductions::mutants(proof, &mut all);
    all
}

/// Adds a mutant if it differs from the proof.
fn add(all: &mut Mutants, proof: &Proof, what: String, change: impl FnOnce(&mut Proof)) {
    let mut mutant = proof.clone();
    change(&mut mutant);
    if mutant != *proof {
        all.push((what, mutant));
    }
}

fn parts_left_out(proof: &Proof, all: &mut Mutants) {
    for n in 0..proof.steps.len() {
        add(all, proof, format!("without step {n}"), |p| {
            p.steps.remove(n);
        });
    }
    for n in 0..proof.facts.len() {
        add(all, proof, format!("without fact {n}"), |p| {
            p.facts.remove(n);
        });
    }
    for n in 0..proof.ranges.len() {
        add(all, proof, format!("without range {n}"), |p| {
            p.ranges.remove(n);
        });
    }
}

/// Variations of a term that differ from it in some sample.
pub fn variations(term: &Term) -> Vec<Term> {
    let mut found = all_variations(term);
    found.retain(|changed| {
        (1..8).any(|sample| {
            let value = |term: &Term| term.evaluate(&|&column| Some(value_of(column, sample)));
            value(changed) != value(term)
        })
    });
    found
}

/// The value of a column in a sample.
fn value_of(column: Column, sample: u64) -> Int {
    let seed = format!("{column:?}").bytes().fold(sample, |seed, byte| {
        seed.wrapping_mul(257) + u64::from(byte)
    });
    Int::from(Numbers::new(seed).below(200)) - Int::from(100)
}

/// Variations: an integer one more or less, a column replaced, an operator replaced.
fn all_variations(term: &Term) -> Vec<Term> {
    let mut found = vec![];
    match term {
        Expr::Integer(value) => {
            found.push(Expr::Integer(value + Int::ONE));
            found.push(Expr::Integer(value - Int::ONE));
        }
        Expr::Leaf(column) => found.push(Expr::Leaf(other_column(*column))),
        Expr::Apply(operator, arguments) => {
            for (n, argument) in arguments.iter().enumerate() {
                for changed in all_variations(argument) {
                    let mut arguments = arguments.to_vec();
                    arguments[n] = changed;
                    found.push(Expr::apply(*operator, arguments));
                }
            }
            let swapped = match operator {
                Operator::Le => Some(Operator::Eq),
                Operator::Eq => Some(Operator::Le),
                Operator::Min => Some(Operator::Add),
                Operator::Max => Some(Operator::Add),
                Operator::FloorDiv => Some(Operator::CeilDiv),
                Operator::Mod => Some(Operator::FloorDiv),
                _ => None,
            };
            found.extend(swapped.map(|other| Expr::apply(other, arguments.to_vec())));
        }
    }
    found
}

fn other_column(column: Column) -> Column {
    match column {
        Column::Symbol(n) => Column::Symbol(n + 100),
        Column::Value(v) => Column::Dim(v, 9),
        Column::Unsigned(v) => Column::Dim(v, 9),
        Column::Dim(v, n) => Column::Dim(v, n + 1),
        Column::Stride(v, n) => Column::Stride(v, n + 1),
        Column::Offset(v) => Column::Rank(v),
        Column::Rank(v) => Column::Offset(v),
        Column::Element(v, n) => Column::Element(v, n + 1),
        Column::Trip(v) => Column::Offset(v),
    }
}

pub fn claims(proof: &Proof, all: &mut Mutants) {
    let mut claim = |what: &str, claim: Claim| {
        add(all, proof, format!("claim: {what}"), |p| p.claim = claim);
    };
    match &proof.claim {
        Claim::AtLeast(a, b) => {
            claim("the other way", Claim::AtMost(a.clone(), b.clone()));
            claim("swapped", Claim::AtLeast(b.clone(), a.clone()));
            claim("unreachable", Claim::Unreachable);
            let more = Expr::sum(b.clone(), Expr::integer(1));
            claim("one more", Claim::AtLeast(a.clone(), more));
        }
        Claim::AtMost(a, b) => {
            claim("the other way", Claim::AtLeast(a.clone(), b.clone()));
            claim("swapped", Claim::AtMost(b.clone(), a.clone()));
            claim("unreachable", Claim::Unreachable);
            let less = Expr::difference(b.clone(), Expr::integer(1));
            claim("one less", Claim::AtMost(a.clone(), less));
        }
        Claim::Equal(a, b) => {
            let more = Expr::sum(b.clone(), Expr::integer(1));
            claim("one more", Claim::Equal(a.clone(), more));
            claim("a condition", Claim::Holds(a.clone()));
        }
        Claim::Holds(condition) => {
            claim("the contrary", Claim::Fails(condition.clone()));
            claim("unreachable", Claim::Unreachable);
            claim("negated", Claim::Holds(Expr::negation(condition.clone())));
        }
        Claim::Fails(condition) => {
            claim("the contrary", Claim::Holds(condition.clone()));
            claim("unreachable", Claim::Unreachable);
        }
        Claim::Unreachable => {
            claim("anything", Claim::Holds(Expr::integer(0)));
        }
    }
}

fn is_never(term: &Term, relation: Relation) -> bool {
    match (term, relation) {
        (Expr::Integer(value), Relation::Zero) => !value.is_zero(),
        (Expr::Integer(value), Relation::AtLeastZero) => *value < Int::ZERO,
        _ => false,
    }
}

fn other_op(op: OpId, program: &dyn Program) -> OpId {
    match program.has_op(OpId(op.0 + 1)) {
        true => OpId(op.0 + 1),
        false => OpId(op.0.saturating_sub(1)),
    }
}

fn steps(proof: &Proof, program: &dyn Program, all: &mut Mutants) {
    for (n, step) in proof.steps.iter().enumerate() {
        let mut with = |what: &str, step: Step| {
            add(all, proof, format!("step {n}: {what}"), |p| {
                p.steps[n] = step
            });
        };
        match step {
            Step::Term(_) => {}
            Step::Definition(definition) => {
                for term in variations(&definition.term) {
                    let mut changed = definition.clone();
                    changed.term = term;
                    with("another term", Step::Definition(changed));
                }
                let mut changed = definition.clone();
                changed.column = other_column(definition.column);
                with("another column", Step::Definition(changed));
                let sources = match &definition.source {
                    Source::Type => vec![Source::Reading],
                    Source::Reading => vec![Source::Type],
                    Source::Join => vec![Source::Type, Source::Reading],
                    Source::Rule(name, op) => vec![
                        Source::Rule("no-such-rule".into(), *op),
                        Source::Rule("constant-of-something".into(), *op),
                        Source::Rule(name.clone(), other_op(*op, program)),
                        Source::Rule(name.clone(), OpId(1_000_000)),
                        Source::Type,
                        Source::Reading,
                        Source::Induction(*op),
                    ],
                    Source::Induction(op) => vec![
                        Source::Induction(other_op(*op, program)),
                        Source::Induction(OpId(1_000_000)),
                        Source::Type,
                    ],
                };
                for source in sources {
                    let mut changed = definition.clone();
                    changed.source = source;
                    with("another source", Step::Definition(changed));
                }
                add(all, proof, format!("step {n}: twice"), |p| {
                    p.steps.insert(n, step.clone());
                });
            }
            Step::Rewrite(rewrite) => {
                for (slot, term) in rewrite.binding.iter().enumerate() {
                    for term in variations(term) {
                        let mut changed = rewrite.clone();
                        changed.binding[slot] = term;
                        with("another binding", Step::Rewrite(changed));
                    }
                }
                let mut changed = rewrite.clone();
                changed.name = "no-such-rule".into();
                with("another name", Step::Rewrite(changed));
                let mut changed = rewrite.clone();
                changed.number += 1;
                with("another number", Step::Rewrite(changed));
                let mut changed = rewrite.clone();
                changed.binding.reverse();
                with("bindings reversed", Step::Rewrite(changed));
                let mut changed = rewrite.clone();
                changed.binding.pop();
                with("a binding missing", Step::Rewrite(changed));
            }
        }
    }
}

fn facts(proof: &Proof, program: &dyn Program, all: &mut Mutants) {
    for (n, fact) in proof.facts.iter().enumerate() {
        for condition in variations(&fact.condition) {
            add(all, proof, format!("fact {n}: another condition"), |p| {
                p.facts[n].condition = condition;
            });
        }
        let sources = match &fact.source {
            FactSource::Rule(name, op) => vec![
                FactSource::Rule("no-such-rule".into(), *op),
                FactSource::Rule(name.clone(), other_op(*op, program)),
                FactSource::Rule(name.clone(), OpId(1_000_000)),
                FactSource::Assumption(0),
            ],
            FactSource::Type(column) => vec![
                FactSource::Type(other_column(*column)),
                FactSource::Assumption(0),
            ],
            FactSource::Assumption(number) => vec![
                FactSource::Assumption(number + 1),
                FactSource::Assumption(1_000_000),
                FactSource::Type(Column::Symbol(0)),
            ],
            FactSource::Invariant(invariants, number) => {
                invariant_sources(invariants, *number, program)
            }
            FactSource::Hypothesis(number) => vec![
                FactSource::Hypothesis(number + 1_000_000),
                FactSource::Assumption(0),
            ],
        };
        for source in sources {
            add(all, proof, format!("fact {n}: another source"), |p| {
                p.facts[n].source = source;
            });
        }
        if let Some(from) = fact.from {
            let elsewhere = Point {
                index: from.index + 1,
                ..from
            };
            for from in [None, Some(elsewhere)] {
                add(all, proof, format!("fact {n}: from elsewhere"), |p| {
                    p.facts[n].from = from;
                });
            }
        }
        if !fact.given.is_empty() {
            add(all, proof, format!("fact {n}: nothing given"), |p| {
                p.facts[n].given.clear();
            });
        }
    }
}

/// Proofs in which one invariant has another statement or another proof.
fn invariant_sources(
    invariants: &Arc<Invariants>,
    number: usize,
    program: &dyn Program,
) -> Vec<FactSource> {
    let mut found = vec![
        FactSource::Invariant(invariants.clone(), invariants.all.len()),
        FactSource::Hypothesis(number),
        FactSource::Assumption(0),
    ];
    let mut with = |n: usize, change: &dyn Fn(&mut Invariant)| {
        let mut changed = (**invariants).clone();
        change(&mut changed.all[n]);
        if changed != **invariants {
            found.push(FactSource::Invariant(Arc::new(changed), number));
        }
    };
    for (n, invariant) in invariants.all.iter().enumerate() {
        with(n, &|it| it.op = other_op(it.op, program));
        with(n, &|it| it.op = OpId(1_000_000));
        with(n, &|it| it.premises.rotate_left(1));
        with(n, &|it| {
            it.premises.pop();
        });
        for condition in variations(&invariant.condition) {
            with(n, &|it| it.condition = condition.clone());
        }
        for (k, premise) in invariant.premises.iter().enumerate() {
            for (_, changed) in mutants(premise, program).into_iter().step_by(7) {
                with(n, &|it| it.premises[k] = changed.clone());
            }
        }
    }
    found
}

fn shifted(range: &Range, by: i64) -> Range {
    range.add(&Range::constant(by))
}

fn ranges(proof: &Proof, all: &mut Mutants) {
    for (n, step) in proof.ranges.iter().enumerate() {
        for range in [
            shifted(&step.range, 1),
            shifted(&step.range, -1),
            step.range.join(&Range::constant(1_000_000)),
            step.range.intersect(&Range::between(-3, 3)),
        ] {
            add(all, proof, format!("range {n}: another range"), |p| {
                p.ranges[n].range = range;
            });
        }
        match &step.reason {
            RangeReason::Operator(term) => {
                for term in variations(term) {
                    add(all, proof, format!("range {n}: another operator"), |p| {
                        p.ranges[n].reason = RangeReason::Operator(term);
                    });
                }
            }
            RangeReason::Fact {
                fact,
                row,
                relation,
            } => {
                for row in variations(row) {
                    add(all, proof, format!("range {n}: another row"), |p| {
                        p.ranges[n].reason = RangeReason::Fact {
                            fact: *fact,
                            row,
                            relation: *relation,
                        };
                    });
                }
                add(all, proof, format!("range {n}: no such fact"), |p| {
                    p.ranges[n].reason = RangeReason::Fact {
                        fact: 1000,
                        row: row.clone(),
                        relation: *relation,
                    };
                });
                if *relation == Relation::AtLeastZero {
                    add(all, proof, format!("range {n}: an equation"), |p| {
                        p.ranges[n].reason = RangeReason::Fact {
                            fact: *fact,
                            row: row.clone(),
                            relation: Relation::Zero,
                        };
                    });
                }
            }
        }
    }
}

/// Mutable references to the bounds in an argument, in order.
fn all_boundings<'b>(argument: &'b mut Argument, found: &mut Vec<&'b mut Bounding>) {
    fn of_decision<'b>(decision: &'b mut Decision, found: &mut Vec<&'b mut Bounding>) {
        match decision {
            Decision::Range => {}
            Decision::Number(by) => found.push(by),
            Decision::Comparison(_, by) => found.extend(by),
            Decision::Not(_, by) | Decision::One(_, _, by) => of_decision(by, found),
            Decision::All(_, all) => all.iter_mut().for_each(|by| of_decision(by, found)),
        }
    }
    match argument {
        Argument::Same => {}
        Argument::Bound(by) => found.push(by),
        Argument::Both(both) => found.extend(both.iter_mut()),
        Argument::Decision(decision) => of_decision(decision, found),
        Argument::Deduction(_) | Argument::Instance(_) => {}
    }
}

/// Mutations of one bound that leave the rest of the proof unchanged.
fn bounding_changes(by: &Bounding) -> Vec<(String, Bounding)> {
    let mut changes = vec![];
    let mut with = |what: String, change: &dyn Fn(&mut Bounding)| {
        let mut changed = by.clone();
        change(&mut changed);
        if changed != *by {
            changes.push((what, changed));
        }
    };
    for goal in variations(&by.goal) {
        with("another goal".into(), &|by| by.goal = goal.clone());
    }
    match &by.bound {
        Some(bound) => {
            with("a bound one more".into(), &|by| {
                by.bound = Some(bound + Int::ONE);
            });
            with("a contradiction".into(), &|by| by.bound = None);
        }
        None => with("no contradiction".into(), &|by| by.bound = Some(Int::ZERO)),
    }
    match &by.derivation {
        Derivation::Range => {}
        Derivation::Rows(rows) => {
            for (n, (row, multiplier)) in rows.iter().enumerate() {
                let edit = |change: &dyn Fn(&mut (proof::Row, RBig))| {
                    let mut rows = rows.clone();
                    change(&mut rows[n]);
                    Derivation::Rows(rows)
                };
                let mut without = rows.clone();
                without.remove(n);
                let without = Derivation::Rows(without);
                with(format!("without row {n}"), &|by| {
                    by.derivation = without.clone();
                });
                let mut has_leaves = false;
                row.term.for_each_leaf(&mut |_| has_leaves = true);
                if has_leaves {
                    for shift in [RBig::ONE, -RBig::ONE] {
                        let derivation = edit(&|(_, y)| *y += &shift);
                        with(format!("row {n} times another number"), &|by| {
                            by.derivation = derivation.clone();
                        });
                    }
                    let derivation = edit(&|(_, y)| *y = -multiplier.clone());
                    with(format!("row {n} times its negative"), &|by| {
                        by.derivation = derivation.clone();
                    });
                }
                if row.reason != RowReason::Range {
                    for term in variations(&row.term) {
                        // All rows that never hold are equivalent.
                        if is_never(&row.term, row.relation) && is_never(&term, row.relation) {
                            continue;
                        }
                        let derivation = edit(&|(row, _)| row.term = term.clone());
                        with(format!("row {n}: another term"), &|by| {
                            by.derivation = derivation.clone();
                        });
                    }
                }
                for reason in other_reasons(&row.reason) {
                    let derivation = edit(&|(row, _)| row.reason = reason.clone());
                    with(format!("row {n}: {reason:?}"), &|by| {
                        by.derivation = derivation.clone();
                    });
                }
            }
        }
        Derivation::Cases(split, cases) => {
            let [a, b] = &**cases;
            for pair in [
                [a.clone(), a.clone()],
                [b.clone(), b.clone()],
                [b.clone(), a.clone()],
            ] {
                let derivation = Derivation::Cases(split.clone(), Box::new(pair));
                with("other cases".into(), &|by| {
                    by.derivation = derivation.clone();
                });
            }
            for term in variations(split.term()) {
                let split = match split {
                    Split::Condition(_) => Split::Condition(term),
                    Split::Minimum(_) => Split::Minimum(term),
                    Split::Limit(_, limit) => Split::Limit(term, limit.clone()),
                };
                let derivation = Derivation::Cases(split, cases.clone());
                with("another split".into(), &|by| {
                    by.derivation = derivation.clone();
                });
            }
            let other = match split {
                Split::Condition(term) => Split::Minimum(term.clone()),
                Split::Minimum(term) => Split::Condition(term.clone()),
                Split::Limit(term, limit) => Split::Limit(term.clone(), limit + Int::from(1)),
            };
            let derivation = Derivation::Cases(other, cases.clone());
            with("another kind of split".into(), &|by| {
                by.derivation = derivation.clone();
            });
            for n in 0..2 {
                for (what, changed) in bounding_changes(&cases[n]) {
                    let mut cases = cases.clone();
                    cases[n] = changed;
                    let derivation = Derivation::Cases(split.clone(), cases);
                    with(format!("case {n}: {what}"), &|by| {
                        by.derivation = derivation.clone();
                    });
                }
            }
        }
    }
    changes
}

/// Reasons other than the one of the row.
fn other_reasons(reason: &RowReason) -> Vec<RowReason> {
    let never = RowReason::Fact(1000);
    match reason {
        RowReason::Fact(_) => vec![never, RowReason::Case(7)],
        RowReason::Range => vec![never],
        RowReason::Case(_) => vec![never, RowReason::Case(7)],
        RowReason::Cut(rows) => {
            let mut others = vec![never, RowReason::Cut(vec![])];
            for (n, (row, _)) in rows.iter().enumerate() {
                let edit = |change: &dyn Fn(&mut (proof::Row, RBig))| {
                    let mut rows = rows.clone();
                    change(&mut rows[n]);
                    RowReason::Cut(rows)
                };
                let mut without = rows.clone();
                without.remove(n);
                others.push(RowReason::Cut(without));
                others.push(edit(&|(_, y)| *y += RBig::ONE));
                others.push(edit(&|(_, y)| *y = -y.clone()));
                let cut = RowReason::Cut(vec![(row.clone(), RBig::ONE)]);
                others.push(edit(&|(row, _)| row.reason = cut.clone()));
                for reason in other_reasons(&row.reason) {
                    others.push(edit(&|(row, _)| row.reason = reason.clone()));
                }
            }
            others
        }
        RowReason::Selected { factor, .. } => vec![
            never,
            RowReason::Selected {
                case: 7,
                factor: factor.clone(),
            },
        ],
        RowReason::Operator(term) => variations(term)
            .into_iter()
            .map(RowReason::Operator)
            .chain([never])
            .collect(),
        RowReason::Product {
            left,
            right,
            left_end,
            right_end,
        } => [(1, 0), (-1, 0), (0, 1), (0, -1)]
            .into_iter()
            .map(|(i, j)| RowReason::Product {
                left: left.clone(),
                right: right.clone(),
                left_end: left_end + Int::from(i),
                right_end: right_end + Int::from(j),
            })
            .chain([never])
            .collect(),
        RowReason::Comparison { condition, end } => [1, -1]
            .into_iter()
            .map(|shift| RowReason::Comparison {
                condition: condition.clone(),
                end: end + Int::from(shift),
            })
            .chain([never])
            .collect(),
    }
}

fn boundings(proof: &Proof, all: &mut Mutants) {
    let mut original = proof.clone();
    let mut found = vec![];
    all_boundings(&mut original.argument, &mut found);
    for (n, by) in found.iter().enumerate() {
        for (what, changed) in bounding_changes(by) {
            add(all, proof, format!("bound {n}: {what}"), |p| {
                let mut found = vec![];
                all_boundings(&mut p.argument, &mut found);
                *found[n] = changed;
            });
        }
    }
}

fn decisions(proof: &Proof, all: &mut Mutants) {
    fn changes(by: &Decision) -> Vec<Decision> {
        match by {
            Decision::Range => vec![Decision::Comparison(k(1), vec![])],
            Decision::Number(_) => vec![Decision::Range],
            Decision::Comparison(term, bounds) => {
                let mut found: Vec<Decision> = variations(term)
                    .into_iter()
                    .map(|term| Decision::Comparison(term, bounds.clone()))
                    .collect();
                found.push(Decision::Range);
                if !bounds.is_empty() {
                    found.push(Decision::Comparison(term.clone(), bounds[1..].to_vec()));
                    found.push(Decision::Comparison(
                        term.clone(),
                        [bounds.clone(), bounds.clone()].concat(),
                    ));
                }
                found
            }
            Decision::Not(term, by) => {
                let mut found: Vec<Decision> = changes(by)
                    .into_iter()
                    .map(|by| Decision::Not(term.clone(), Box::new(by)))
                    .collect();
                found.extend(
                    variations(term)
                        .into_iter()
                        .map(|term| Decision::Not(term, by.clone())),
                );
                found
            }
            Decision::All(term, parts) => vec![
                Decision::All(term.clone(), parts[1..].to_vec()),
                Decision::One(term.clone(), 0, Box::new(parts[0].clone())),
            ],
            Decision::One(term, n, by) => vec![
                Decision::One(term.clone(), n + 1, by.clone()),
                Decision::One(term.clone(), n + 7, by.clone()),
                Decision::All(term.clone(), vec![(**by).clone()]),
            ],
        }
    }
    if let Argument::Decision(decision) = &proof.argument {
        for changed in changes(decision) {
            add(all, proof, format!("decision: {changed:?}"), |p| {
                p.argument = Argument::Decision(changed);
            });
        }
        add(all, proof, "argument: the same".into(), |p| {
            p.argument = Argument::Same;
        });
    }
}

/// Mutations that move the proof to points at which one of its facts does not hold.
fn points(proof: &Proof, program: &dyn Program, all: &mut Mutants) {
    let dominance = calipers::program::Dominance::new();
    let Some(from) = proof.facts.iter().find_map(|fact| fact.from) else {
        return;
    };
    add(all, proof, "no point".into(), |p| p.point = None);
    let start = Point::start(from.block);
    let outer = Point::before(
        program,
        program.region_parent(program.block_region(from.block)),
    );
    for elsewhere in [Some(start), outer].into_iter().flatten() {
        let sees_all = proof
            .facts
            .iter()
            .filter_map(|fact| fact.from)
            .all(|from| dominance.dominates(program, from, elsewhere));
        if !sees_all {
            add(all, proof, "another point".into(), |p| {
                p.point = Some(elsewhere);
            });
        }
    }
}

/// Whether the engine also proves the claim of the mutant.
fn is_proved(claim: &Claim, point: Option<Point>, analysis: &mut Analysis<'_>) -> bool {
    let condition = match claim {
        Claim::AtLeast(a, b) => Expr::at_most(b.clone(), a.clone()),
        Claim::AtMost(a, b) => Expr::at_most(a.clone(), b.clone()),
        Claim::Equal(a, b) => Expr::equal(a.clone(), b.clone()),
        _ => return false,
    };
    // All claims are true at an unreachable point.
    matches!(
        analysis.prove_at(&condition, point),
        Verdict::Proved | Verdict::Unreachable
    )
}

/// Whether the proofs differ only in goals that are equal numbers: every multiple of 0 is equal.
fn is_same_proof(proof: &Proof, mutant: &Proof, analysis: &mut Analysis<'_>) -> bool {
    let mut copies = [proof.clone(), mutant.clone()];
    let [original, changed] = copies.each_mut().map(|copy| {
        let mut found = vec![];
        all_boundings(&mut copy.argument, &mut found);
        let goals = found
            .into_iter()
            .map(|by| std::mem::replace(&mut by.goal, Expr::integer(0)));
        goals.collect::<Vec<_>>()
    });
    let mut is_same = |(a, b): (&Expr<Column>, &Expr<Column>)| {
        let equal = Expr::equal(a.clone(), b.clone());
        analysis.prove_at(&equal, proof.point) == Verdict::Proved
    };
    copies[0] == copies[1] && original.iter().zip(&changed).all(&mut is_same)
}

/// Checks that the proof is accepted and its mutants are rejected; returns the number of mutants.
fn all_rejected(proof: &Proof, analysis: &mut Analysis<'_>, wrong: &mut Vec<String>) -> usize {
    let (program, rules) = analysis.engine().sources();
    let setting = &analysis.proof_setting();
    assert_eq!(proof::check(proof, program, rules, setting), Ok(()));
    let mutants = mutants(proof, program);
    let is_deduction = deductions::deduction(&mut proof.clone()).is_some();
    let mut rejected = 0;
    for (what, mutant) in &mutants {
        let accepted = proof::check(mutant, program, rules, setting).is_ok();
        let is_other_claim = mutant.claim != proof.claim;
        let is_true = match is_other_claim {
            true => accepted && is_proved(&mutant.claim, mutant.point, analysis),
            false if deductions::deduction(&mut proof.clone()).is_some() => {
                accepted && deductions::is_harmless(mutant)
            }
            // The range of the claim proves it without another argument.
            false
                if matches!(mutant.argument, Argument::Decision(Decision::Range))
                    && mutant.argument != proof.argument =>
            {
                accepted
            }
            false => accepted && is_same_proof(proof, mutant, analysis),
        };
        rejected += usize::from(!accepted);
        if accepted && !is_true {
            wrong.push(format!(
                "{what}\n{}became\n{}",
                proof::text(proof, program),
                proof::text(mutant, program)
            ));
        }
    }
    // At least three quarters of a deduction's mutants must be rejected.
    if is_deduction && 4 * rejected < 3 * mutants.len() {
        let all = mutants.len();
        wrong.push(format!("only {rejected} of {all} changes are rejected"));
    }
    mutants.len()
}

fn verify(wrong: &[String], tried: usize) {
    println!("{tried} mutants, {} accepted", wrong.len());
    for line in wrong.iter().take(8) {
        println!("{line}");
    }
    assert!(wrong.is_empty());
}

#[test]
fn no_mutant_of_a_proof_about_terms_is_accepted() {
    let le = Expr::at_most;
    let lt = Expr::less;
    let modulo = |a: Term, n: i64| op(Operator::Mod, &[a, k(n)]);
    let floor = |a: Term, n: i64| op(Operator::FloorDiv, &[a, k(n)]);
    let min = |a: Term, b: Term| op(Operator::Min, &[a, b]);
    let questions: Vec<(Vec<Term>, Term)> = vec![
        (
            vec![lt(x(0), x(1)), lt(x(1), x(2))],
            le(Expr::sum(x(0), k(2)), x(2)),
        ),
        (
            vec![lt(x(0), x(1)), lt(x(1), x(2))],
            le(x(2), Expr::sum(x(0), k(1))),
        ),
        (
            vec![
                le(Expr::sum(Expr::scaled(2, x(0)), x(1)), k(5)),
                le(Expr::sum(x(0), Expr::scaled(2, x(1))), k(5)),
            ],
            le(Expr::sum(x(0), x(1)), k(3)),
        ),
        (vec![], Expr::equal(floor(Expr::scaled(4, x(0)), 4), x(0))),
        (
            vec![],
            Expr::equal(floor(floor(x(0), 4), 8), floor(x(0), 32)),
        ),
        (vec![le(k(12), x(0))], le(k(2), floor(x(0), 6))),
        (vec![le(x(0), k(11))], le(k(2), floor(x(0), 6))),
        (vec![], le(modulo(x(0), 6), k(5))),
        (
            vec![le(x(2), x(0)), le(x(2), x(1))],
            le(x(2), min(x(0), x(1))),
        ),
        (
            vec![
                le(k(0), x(0)),
                lt(x(0), x(1)),
                Expr::equal(modulo(x(0), 32), k(0)),
            ],
            le(k(1), min(k(32), Expr::difference(x(1), x(0)))),
        ),
        (
            vec![],
            le(op(Operator::Select, &[lt(x(0), x(1)), x(0), x(1)]), x(0)),
        ),
        (
            vec![lt(x(0), x(1)), lt(x(1), x(2))],
            min(le(x(0), x(1)), le(x(1), x(2))),
        ),
        (vec![lt(x(1), x(0))], min(le(x(0), x(1)), le(x(1), x(2)))),
        (
            vec![le(x(0), x(1)), le(x(1), x(0))],
            Expr::equal(x(0), x(1)),
        ),
        (vec![lt(x(0), x(1))], Expr::equal(x(0), x(1))),
        (
            vec![
                le(k(2), x(0)),
                le(x(0), k(5)),
                le(k(3), x(1)),
                le(x(1), k(7)),
            ],
            le(
                Expr::sum(Expr::scaled(3, x(0)), Expr::scaled(2, x(1))),
                Expr::sum(op(Operator::Mul, &[x(0), x(1)]), k(6)),
            ),
        ),
        // Claims proved by case splits.
        (
            vec![Expr::equal(x(0), x(1))],
            Expr::equal(floor(x(0), 7), floor(x(1), 7)),
        ),
        (vec![], le(k(0), op(Operator::Mul, &[x(0), x(0)]))),
        (
            vec![],
            Expr::equal(
                op(Operator::Select, &[lt(x(0), x(1)), x(0), x(1)]),
                min(x(0), x(1)),
            ),
        ),
        (
            vec![le(k(0), x(0)), lt(x(0), x(1))],
            Expr::equal(
                op(
                    Operator::FloorDiv,
                    &[Expr::sum(op(Operator::Mul, &[x(2), x(1)]), x(0)), x(1)],
                ),
                x(2),
            ),
        ),
        (
            vec![],
            Expr::equal(
                floor(Expr::sum(modulo(x(0), 64), Expr::scaled(64, x(1))), 64),
                x(1),
            ),
        ),
        (
            vec![le(k(1), x(1))],
            le(
                op(Operator::TruncMod, &[x(0), x(1)]),
                Expr::difference(x(1), k(1)),
            ),
        ),
        (vec![lt(x(0), k(0)), lt(k(5), x(0))], lt(k(0), k(1))),
        (vec![lt(x(0), x(1)), lt(x(1), x(0))], lt(x(0), x(1))),
    ];
    let rules = Rules::embedded();
    let (mut wrong, mut tried) = (vec![], 0);
    for (assumptions, question) in questions {
        let mut analysis = Analysis::new(&NoProgram, &rules);
        for assumption in &assumptions {
            analysis.assume(assumption);
        }
        let (verdict, proof) = analysis.explain(&question, None);
        assert!(!matches!(verdict, Verdict::Unknown(_)), "{question:?}");
        let proof = proof.unwrap_or_else(|e| panic!("{question:?}: {e}"));
        tried += all_rejected(&proof, &mut analysis, &mut wrong);
    }
    verify(&wrong, tried);
    assert!(tried > 500);
}

#[test]
fn no_mutant_of_a_proof_about_a_program_is_accepted() {
    let rules = Rules::embedded();
    let (mut wrong, mut tried) = (vec![], 0);
    for (n, answered) in programs::answered().iter().enumerate() {
        let mut analysis = Analysis::new(&answered.module, &rules);
        // The proofs of one question are similar, so a sample suffices.
        for proof in answered.tally.proofs.iter().skip(n % 5).step_by(5) {
            tried += all_rejected(proof, &mut analysis, &mut wrong);
        }
    }
    verify(&wrong, tried);
    assert!(tried > 2000);
}
