//! Proofs about terms without a program.

use super::{Term, accepted, k, op, proof_of, x};
use calipers::analysis::{Analysis, BoundKind, Variable, Verdict};
use calipers::program::NoProgram;
use calipers::rules::Rules;
use calipers::term::{Expr, Operator};

/// Asks under assumptions, checks the proof, and returns its text.
fn ask(assumptions: &[Term], question: &Term, expected: Verdict) -> String {
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&NoProgram, &rules);
    for assumption in assumptions {
        analysis.assume(assumption);
    }
    let (verdict, proof) = proof_of(&mut analysis, question);
    assert_eq!(verdict, expected, "{question:?}");
    calipers::proof::text(&proof, &NoProgram).to_string()
}

fn proved(assumptions: &[Term], question: Term) -> String {
    ask(assumptions, &question, Verdict::Proved)
}

fn refuted(assumptions: &[Term], question: Term) -> String {
    ask(assumptions, &question, Verdict::Refuted)
}

fn unreachable(assumptions: &[Term], question: Term) -> String {
    ask(assumptions, &question, Verdict::Unreachable)
}

fn le(a: Term, b: Term) -> Term {
    Expr::at_most(a, b)
}

fn lt(a: Term, b: Term) -> Term {
    Expr::less(a, b)
}

fn eq(a: Term, b: Term) -> Term {
    Expr::equal(a, b)
}

fn floordiv(a: Term, b: Term) -> Term {
    op(Operator::FloorDiv, &[a, b])
}

fn modulo(a: Term, b: Term) -> Term {
    op(Operator::Mod, &[a, b])
}

fn min(a: Term, b: Term) -> Term {
    op(Operator::Min, &[a, b])
}

fn max(a: Term, b: Term) -> Term {
    op(Operator::Max, &[a, b])
}

fn mul(a: Term, b: Term) -> Term {
    op(Operator::Mul, &[a, b])
}

fn select(c: Term, a: Term, b: Term) -> Term {
    op(Operator::Select, &[c, a, b])
}

#[test]
fn sums() {
    let (ab, ba) = (Expr::sum(x(0), x(1)), Expr::sum(x(1), x(0)));
    proved(&[], eq(ab.clone(), ba.clone()));
    proved(&[], le(ba.clone(), ab.clone()));
    refuted(&[], lt(ab.clone(), ba.clone()));
    proved(
        &[lt(x(0), x(1)), lt(x(1), x(2))],
        le(Expr::sum(x(0), k(2)), x(2)),
    );
    refuted(
        &[lt(x(0), x(1)), lt(x(1), x(2))],
        le(x(2), Expr::sum(x(0), k(1))),
    );
}

#[test]
fn inequalities_add_up_with_rational_multipliers() {
    // 2x + y <= 5 and x + 2y <= 5 imply x + y <= 3.
    let sum = |a: i64, b: i64| Expr::sum(Expr::scaled(a, x(0)), Expr::scaled(b, x(1)));
    let assumptions = [le(sum(2, 1), k(5)), le(sum(1, 2), k(5))];
    let text = proved(&assumptions, le(sum(1, 1), k(3)));
    assert!(text.contains("1/3"), "{text}");
}

#[test]
fn quotients_and_remainders() {
    let four_x = Expr::scaled(4, x(0));
    proved(&[], eq(floordiv(four_x.clone(), k(4)), x(0)));
    proved(&[], eq(modulo(four_x.clone(), k(4)), k(0)));
    let (q, r) = (floordiv(x(0), k(6)), modulo(x(0), k(6)));
    proved(
        &[],
        eq(Expr::sum(Expr::scaled(6, q.clone()), r.clone()), x(0)),
    );
    proved(&[], le(r.clone(), k(5)));
    proved(&[], le(k(0), r));
    proved(&[le(k(0), x(0))], le(q.clone(), x(0)));
    proved(&[le(k(12), x(0))], le(k(2), q.clone()));
    refuted(&[le(x(0), k(11))], le(k(2), q));
    // ⌈x/4⌉·4 is in [x, x + 3].
    let up = Expr::scaled(4, op(Operator::CeilDiv, &[x(0), k(4)]));
    proved(&[], le(x(0), up.clone()));
    proved(&[], le(up, Expr::sum(x(0), k(3))));
    // ⌊⌊x/4⌋/8⌋ = ⌊x/32⌋
    proved(
        &[],
        eq(floordiv(floordiv(x(0), k(4)), k(8)), floordiv(x(0), k(32))),
    );
}

#[test]
fn truncating_division() {
    let q = op(Operator::TruncDiv, &[x(0), k(4)]);
    let r = op(Operator::TruncMod, &[x(0), k(4)]);
    proved(&[], le(r.clone(), k(3)));
    proved(&[], le(k(-3), r));
    proved(&[le(k(0), x(0))], le(k(0), q.clone()));
    proved(&[le(k(8), x(0))], le(k(2), q));
}

#[test]
fn minima_and_maxima() {
    let least = min(x(0), x(1));
    proved(&[], le(least.clone(), x(1)));
    proved(&[], le(least.clone(), max(x(0), x(1))));
    proved(
        &[],
        eq(
            Expr::sum(least.clone(), max(x(0), x(1))),
            Expr::sum(x(0), x(1)),
        ),
    );
    let assumptions = [le(k(3), x(0)), le(k(5), x(1))];
    proved(&assumptions, le(k(3), least.clone()));
    // Each case follows from the assumption about that operand.
    let split = proved(&[le(x(2), x(0)), le(x(2), x(1))], le(x(2), least));
    assert!(split.contains("in either case of"), "{split}");
}

#[test]
fn the_last_tile_fits() {
    // For i in [0, n), a multiple of 32: min(32, n − i) is in [1, 32], and i plus it is at most n.
    let size = min(k(32), Expr::difference(x(1), x(0)));
    let assumptions = [
        le(k(0), x(0)),
        lt(x(0), x(1)),
        eq(modulo(x(0), k(32)), k(0)),
    ];
    proved(&assumptions, le(k(1), size.clone()));
    proved(&assumptions, le(Expr::sum(x(0), size.clone()), x(1)));
    proved(&assumptions, le(size, k(32)));
}

#[test]
fn conditions_and_selections() {
    let chosen = select(lt(x(0), x(1)), x(0), x(1));
    proved(&[], le(chosen.clone(), x(0)));
    proved(&[], le(chosen.clone(), x(1)));
    proved(&[], eq(select(lt(x(0), x(1)), k(7), k(7)), k(7)));
    proved(&[le(k(1), x(0)), le(k(4), x(1))], le(k(1), chosen));
    proved(
        &[lt(x(0), x(1))],
        eq(select(lt(x(0), x(1)), x(2), x(3)), x(2)),
    );
}

#[test]
fn conjunctions_and_disjunctions() {
    let both = min(le(x(0), x(1)), le(x(1), x(2)));
    proved(std::slice::from_ref(&both), le(x(0), x(2)));
    proved(&[lt(x(0), x(1)), lt(x(1), x(2))], both.clone());
    refuted(&[lt(x(1), x(0))], both);
    let either = max(lt(x(0), x(1)), lt(x(1), x(0)));
    proved(&[lt(x(1), x(0))], either.clone());
    refuted(&[eq(x(0), x(1))], either);
    let not_both = Expr::negation(min(le(x(0), x(1)), le(x(1), x(0))));
    refuted(&[eq(x(0), x(1))], not_both);
}

#[test]
fn equations() {
    proved(&[le(x(0), x(1)), le(x(1), x(0))], eq(x(0), x(1)));
    refuted(&[lt(x(0), x(1))], eq(x(0), x(1)));
    refuted(
        &[],
        eq(
            Expr::scaled(2, x(0)),
            Expr::sum(Expr::scaled(2, x(1)), k(1)),
        ),
    );
}

#[test]
fn products() {
    let product = mul(x(0), x(1));
    let assumptions = [
        le(k(2), x(0)),
        le(x(0), k(5)),
        le(k(3), x(1)),
        le(x(1), k(7)),
    ];
    proved(&assumptions, le(k(6), product.clone()));
    proved(&assumptions, le(product.clone(), k(35)));
    // (x − 2)(y − 3) >= 0
    proved(
        &assumptions,
        le(
            Expr::sum(Expr::scaled(3, x(0)), Expr::scaled(2, x(1))),
            Expr::sum(product, k(6)),
        ),
    );
    proved(
        &[],
        eq(
            mul(Expr::sum(x(0), x(1)), Expr::difference(x(0), x(1))),
            Expr::difference(mul(x(0), x(0)), mul(x(1), x(1))),
        ),
    );
}

#[test]
fn congruences_round_bounds() {
    // 4x + 2 > 5 implies 4x + 2 >= 6.
    let term = Expr::sum(Expr::scaled(4, x(0)), k(2));
    proved(&[lt(k(5), term.clone())], le(k(6), term));
    let assumptions = [eq(modulo(x(0), k(8)), k(0)), le(k(1), x(0))];
    proved(&assumptions, le(k(8), x(0)));
}

#[test]
fn contradictions() {
    unreachable(&[lt(x(0), k(0)), lt(k(5), x(0))], lt(k(0), k(1)));
    unreachable(&[lt(x(0), x(1)), lt(x(1), x(0))], lt(x(0), x(1)));
    unreachable(&[lt(k(1), k(0))], le(x(0), x(1)));
}

#[test]
fn constant_bounds() {
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&NoProgram, &rules);
    analysis.assume(&le(k(3), x(0)));
    analysis.assume(&le(x(0), k(9)));
    let term = Expr::sum(floordiv(x(0), k(2)), modulo(x(0), k(2)));
    for kind in [BoundKind::Lower, BoundKind::Upper] {
        let variable = Variable::term(term.clone());
        let (_, proof) = analysis
            .explain_constant_bound(kind, &variable, None)
            .expect("there is a bound");
        let proof = proof.unwrap_or_else(|e| panic!("{kind:?}: {e}"));
        accepted(&mut analysis, &proof);
    }
}

#[test]
fn bounds_in_terms_of_others() {
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&NoProgram, &rules);
    analysis.assume(&le(Expr::sum(x(1), k(2)), x(0)));
    analysis.assume(&le(x(0), Expr::scaled(3, x(2))));
    let only = |n: u32| move |column| column == calipers::program::Column::Symbol(n);
    let variable = Variable::term(x(0));
    for (kind, n, closed) in [
        (BoundKind::Lower, 1, true),
        (BoundKind::Upper, 2, true),
        (BoundKind::Upper, 2, false),
    ] {
        let bound = analysis
            .bound(kind, variable.clone())
            .closed(closed)
            .in_terms_of(only(n))
            .compute()
            .unwrap_or_else(|e| panic!("{kind:?}: {e:?}"));
        let proof = analysis
            .explain_bound(kind, &variable, &bound, closed)
            .unwrap_or_else(|e| panic!("{kind:?}: {e}"));
        accepted(&mut analysis, &proof);
    }
    let sum = Variable::term(Expr::sum(Expr::scaled(2, x(5)), k(3)));
    let bound = analysis
        .bound(BoundKind::Equal, sum.clone())
        .in_terms_of(only(5))
        .compute()
        .expect("it is affine");
    let proof = analysis
        .explain_bound(BoundKind::Equal, &sum, &bound, true)
        .expect("it is equal by definition");
    accepted(&mut analysis, &proof);
}

#[test]
fn an_assumption_that_was_taken_back_is_no_ground() {
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&NoProgram, &rules);
    analysis.push();
    analysis.assume(&lt(x(0), x(1)));
    let (_, proof) = proof_of(&mut analysis, &le(x(0), x(1)));
    assert!(analysis.pop());
    assert!(analysis.check_proof(&proof).is_err());
}

#[test]
fn a_proof_reads_as_text() {
    let text = proved(
        &[lt(x(0), x(1)), lt(x(1), x(2))],
        le(Expr::sum(x(0), k(2)), x(2)),
    );
    for part in ["claim: ", "f0: ", "assumption 0", "by the sum of", "1 × "] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}
