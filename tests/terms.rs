//! Questions about terms without a program: the e-graph, the facts and the linear programs combined.

use calipers::analysis::{Analysis, Comparison, Variable, Verdict};
use calipers::number::{Int, Range};
use calipers::program::{Column, NoProgram};
use calipers::rules::Rules;
use calipers::term::{Compared, EGraph, Expr, Form, Id, Leaf, Operator};

fn x(n: u32) -> Expr<Column> {
    Expr::Leaf(Column::Symbol(n))
}

fn k(value: i64) -> Expr<Column> {
    Expr::integer(value)
}

fn op(operator: Operator, arguments: &[Expr<Column>]) -> Expr<Column> {
    Expr::apply(operator, arguments.to_vec())
}

#[test]
fn sums_are_equal_in_any_order() {
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&NoProgram, &rules);
    let (ab, ba) = (
        Variable::term(Expr::sum(x(0), x(1))),
        Variable::term(Expr::sum(x(1), x(0))),
    );
    assert_eq!(analysis.compare(&ab, Comparison::Eq, &ba), Verdict::Proved);
    assert_eq!(analysis.compare(&ab, Comparison::Ge, &ba), Verdict::Proved);
    assert_eq!(analysis.compare(&ab, Comparison::Lt, &ba), Verdict::Refuted);
    assert!(matches!(
        analysis.compare(&ab, Comparison::Ge, &Variable::term(x(0))),
        Verdict::Unknown(_)
    ));
}

#[test]
fn quotients_and_remainders() {
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&NoProgram, &rules);
    let four_x = Expr::scaled(4, x(0));
    let equal = |analysis: &mut Analysis<'_>, a: Expr<Column>, b: Expr<Column>| {
        assert_eq!(
            analysis.prove(&Expr::equal(a.clone(), b.clone())),
            Verdict::Proved,
            "{a:?} = {b:?}"
        );
    };
    equal(
        &mut analysis,
        op(Operator::FloorDiv, &[four_x.clone(), k(4)]),
        x(0),
    );
    equal(&mut analysis, op(Operator::Mod, &[four_x, k(4)]), k(0));
    let (q, r) = (
        op(Operator::FloorDiv, &[x(0), k(6)]),
        op(Operator::Mod, &[x(0), k(6)]),
    );
    equal(
        &mut analysis,
        Expr::sum(Expr::scaled(6, q), r.clone()),
        x(0),
    );
    assert_eq!(analysis.range(Variable::term(r)).to_string(), "[0, 5]");
}

#[test]
fn a_minimum_is_below_its_arguments_and_splits() {
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&NoProgram, &rules);
    let least = op(Operator::Min, &[x(0), x(1)]);
    assert_eq!(
        analysis.prove(&Expr::at_most(least.clone(), x(1))),
        Verdict::Proved
    );
    analysis.push();
    analysis.assume(&Expr::at_most(k(3), x(0)));
    analysis.assume(&Expr::at_most(k(5), x(1)));
    assert_eq!(
        analysis.range(Variable::term(least.clone())).to_string(),
        "[3, +inf]"
    );
    assert!(analysis.pop());
    assert_eq!(
        analysis.range(Variable::term(least)).to_string(),
        "[-inf, +inf]"
    );
}

#[test]
fn contradictory_assumptions_are_unreachable() {
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&NoProgram, &rules);
    analysis.assume(&Expr::less(x(0), k(0)));
    analysis.assume(&Expr::less(k(5), x(0)));
    assert_eq!(
        analysis.prove(&Expr::less(k(0), k(1))),
        Verdict::Unreachable
    );
}

#[test]
fn what_a_comparison_says_is_known_without_a_class() {
    let leaves = [(0, 3), (-1, 1)];
    let sides: Vec<[i64; 3]> = [-3, 0, 2]
        .into_iter()
        .flat_map(|c| [-2, 0, 1].map(|p| [0, 2].map(|q| [c, p, q])))
        .flatten()
        .collect();
    let mut opened = 0;
    for (a, b) in sides.iter().flat_map(|a| sides.iter().map(move |b| (a, b))) {
        let mut store = EGraph::new(None);
        let ids: Vec<Id> = (0..2)
            .map(|n| {
                let (low, high) = leaves[n];
                store.leaf(Leaf(n as u32), Range::between(low, high))
            })
            .collect();
        let class = |store: &mut EGraph, [c, p, q]: &[i64; 3]| {
            let terms = [(ids[0], Int::from(*p)), (ids[1], Int::from(*q))];
            let form = Form::from_terms(Int::from(*c), terms).expect("small numbers fit");
            store.class_of(&form)
        };
        let (left, right) = (class(&mut store, a), class(&mut store, b));
        for operator in [Operator::Le, Operator::Eq] {
            let known = store.compared(operator, left, right);
            let value = |form: &Form, xs: [i64; 2]| {
                let terms = form.terms().iter();
                terms.fold(form.constant().clone(), |sum, (atom, k)| {
                    let leaf = ids
                        .iter()
                        .position(|id| id == atom)
                        .expect("one of the leaves");
                    sum + k * Int::from(xs[leaf])
                })
            };
            let points = (0..=3).flat_map(|x| (-1..=1).map(move |y| [x, y]));
            for xs in points {
                let of = |[c, p, q]: &[i64; 3]| c + p * xs[0] + q * xs[1];
                let holds = match operator {
                    Operator::Le => of(a) <= of(b),
                    _ => of(a) == of(b),
                };
                let says = |form: &Form| match operator {
                    Operator::Le => value(form, xs) >= Int::ZERO,
                    _ => value(form, xs).is_zero(),
                };
                match &known {
                    Some(Compared::True(form)) => assert!(holds && says(form), "{a:?} {b:?}"),
                    Some(Compared::Open(form)) => assert_eq!(says(form), holds, "{a:?} {b:?}"),
                    None => {}
                }
            }
            opened += usize::from(matches!(known, Some(Compared::Open(_))));
            let truth = store.apply(operator, &[left, right]);
            let is_true = store.as_constant(truth).is_some_and(Int::is_one);
            let was_true = matches!(known, Some(Compared::True(_)));
            assert!(is_true || !was_true, "{operator:?} {a:?} {b:?}");
            if let Some(Compared::Open(_)) = known {
                assert_eq!(
                    store.compared(operator, left, right),
                    None,
                    "it has a class now"
                );
            }
        }
    }
    assert!(opened > 100, "{opened}");
}

/// A condition equals its square, so that its products never end.
#[test]
fn products_of_conditions_are_multiplied_out_once() {
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&NoProgram, &rules);
    let equal = |a, b| Expr::equal(x(a), x(b));
    let differ = Expr::sum(k(1), Expr::scaled(-1, equal(1, 2)));
    let sum = Expr::sum(equal(0, 0), x(2));
    let product = op(Operator::Mul, &[differ, sum]);
    let found = analysis.shortest(&Variable::term(product.clone()), None, |_| true);
    let shorter = found.map_or(product.clone(), |it| it.as_term().clone());
    assert_eq!(
        analysis.prove(&Expr::equal(shorter, product)),
        Verdict::Proved
    );
}
