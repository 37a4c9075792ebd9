//! Random questions: every answer has a proof that the checker accepts.

use super::{Term, accepted, k, op, x};
use calipers::analysis::{Analysis, BoundKind, Variable, Verdict};
use calipers::program::NoProgram;
use calipers::rules::Rules;
use calipers::term::{Expr, Operator};

/// A random number generator (Marsaglia's xorshift) with a fixed seed.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

pub fn term(numbers: &mut Numbers, depth: u32) -> Term {
    if depth == 0 || numbers.below(4) == 0 {
        return match numbers.below(4) {
            0 => k(numbers.below(17) as i64 - 8),
            n => x(n as u32),
        };
    }
    let binary = |operator: Operator, numbers: &mut Numbers| {
        let (a, b) = (term(numbers, depth - 1), term(numbers, depth - 1));
        op(operator, &[a, b])
    };
    let by_constant = |operator: Operator, numbers: &mut Numbers| {
        let a = term(numbers, depth - 1);
        let b = k([2, 3, 4, 6, 8, -2][numbers.below(6) as usize]);
        op(operator, &[a, b])
    };
    match numbers.below(14) {
        0..=2 => binary(Operator::Add, numbers),
        3 => {
            let a = term(numbers, depth - 1);
            Expr::scaled(numbers.below(9) as i64 - 4, a)
        }
        4 => binary(Operator::Mul, numbers),
        5 => by_constant(Operator::FloorDiv, numbers),
        6 => by_constant(Operator::CeilDiv, numbers),
        7 => by_constant(Operator::Mod, numbers),
        8 => by_constant(Operator::TruncDiv, numbers),
        9 => by_constant(Operator::TruncMod, numbers),
        10 => binary(Operator::Min, numbers),
        11 => binary(Operator::Max, numbers),
        12 => binary(Operator::FloorDiv, numbers),
        _ => {
            let condition = condition(numbers, depth - 1);
            let (a, b) = (term(numbers, depth - 1), term(numbers, depth - 1));
            op(Operator::Select, &[condition, a, b])
        }
    }
}

pub fn condition(numbers: &mut Numbers, depth: u32) -> Term {
    let shape = if depth == 0 {
        numbers.below(4)
    } else {
        numbers.below(8)
    };
    match shape {
        0..=2 => Expr::at_most(term(numbers, depth), term(numbers, depth)),
        3 => Expr::equal(term(numbers, depth), term(numbers, depth)),
        4 => Expr::negation(condition(numbers, depth - 1)),
        5 => op(
            Operator::Min,
            &[condition(numbers, depth - 1), condition(numbers, depth - 1)],
        ),
        6 => op(
            Operator::Max,
            &[condition(numbers, depth - 1), condition(numbers, depth - 1)],
        ),
        _ => Expr::at_most(term(numbers, depth), term(numbers, depth)),
    }
}

/// A condition that is likely to follow from the assumptions.
fn likely(numbers: &mut Numbers) -> Term {
    let a = term(numbers, 2);
    let shift = k(numbers.below(9) as i64);
    match numbers.below(4) {
        0 => Expr::at_most(a.clone(), op(Operator::Max, &[a, term(numbers, 1)])),
        1 => Expr::at_most(op(Operator::Mod, &[a, k(5)]), shift),
        2 => Expr::at_most(a.clone(), Expr::sum(a, shift)),
        _ => Expr::at_most(
            op(Operator::Min, &[a.clone(), term(numbers, 1)]),
            Expr::sum(a, shift),
        ),
    }
}

fn questions(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let rules = Rules::embedded();
    let (mut answered, mut without) = (0, vec![]);
    for seed in seeds {
        let numbers = &mut Numbers::new(seed);
        let mut analysis = Analysis::new(&NoProgram, &rules);
        for n in 1..4 {
            if numbers.below(2) == 0 {
                analysis.assume(&Expr::at_most(k(numbers.below(9) as i64 - 4), x(n)));
            }
            if numbers.below(3) == 0 {
                analysis.assume(&Expr::at_most(x(n), k(numbers.below(30) as i64 + 4)));
            }
        }
        if numbers.below(2) == 0 {
            let assumption = condition(numbers, 1);
            analysis.assume(&assumption);
        }
        for _ in 0..3 {
            let question = match numbers.below(2) {
                0 => condition(numbers, 2),
                _ => likely(numbers),
            };
            let (verdict, proof) = analysis.explain(&question, None);
            if !matches!(verdict, Verdict::Unknown(_)) {
                answered += 1;
                match proof {
                    Ok(proof) => accepted(&mut analysis, &proof),
                    Err(e) => without.push(format!("seed {seed}: {question:?}: {verdict:?}: {e}")),
                }
            }
            let variable = Variable::term(term(numbers, 2));
            for kind in [BoundKind::Lower, BoundKind::Upper] {
                let found = analysis.explain_constant_bound(kind, &variable, None);
                if let Ok((bound, proof)) = found {
                    answered += 1;
                    match proof {
                        Ok(proof) => accepted(&mut analysis, &proof),
                        Err(e) => without.push(format!(
                            "seed {seed}: {kind:?} {:?} {bound}: {e}",
                            variable.as_term()
                        )),
                    }
                }
            }
        }
    }
    for line in without.iter().take(12) {
        println!("{line}");
    }
    (answered, without.len())
}

#[test]
fn what_is_answered_has_a_proof() {
    let (answered, without) = questions(1..120);
    println!("{answered} answers, {without} without a proof");
    assert!(answered > 300);
    assert_eq!(without, 0);
}
