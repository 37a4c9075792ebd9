//! Questions about terms alone: what the store, the facts and the linear programs know together.

use calipers::analysis::{Analysis, Comparison, Variable, Verdict};
use calipers::program::{Column, NoProgram};
use calipers::rules::Rules;
use calipers::term::{Expr, Operator};

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
