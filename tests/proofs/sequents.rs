//! Soundness of the rules of inference: the sequents that an application leaves imply the original sequent.

use super::random::{Numbers, condition, term};
use super::{Term, k, op, x};
use calipers::number::{Int, Range};
use calipers::proof::Reason;
use calipers::proof::sequent::{
    Conversion, Distinction, Factor, Place, Ranges, Rule, Sequent, Sign,
};
use calipers::term::condition::negated;
use calipers::term::{Expr, Operator};

fn sequent(ranges: &[(u32, i64, i64)], assumptions: &[Term], goal: Term) -> Sequent {
    Sequent {
        ranges: ranges
            .iter()
            .map(|&(number, lower, upper)| (number, Range::between(lower, upper)))
            .collect(),
        assumptions: assumptions.to_vec(),
        goal,
    }
}

/// Whether a sequent holds at all points, by enumeration.
fn holds(sequent: &Sequent) -> Option<bool> {
    sequent.holds_at_all_points(&mut 100_000_000)
}

/// The subterms of a term.
fn parts(term: &Term, found: &mut Vec<Term>) {
    found.push(term.clone());
    if let Expr::Apply(_, arguments) = term {
        arguments.iter().for_each(|part| parts(part, found));
    }
}

fn random_sequent(numbers: &mut Numbers) -> Sequent {
    let ranges: Ranges = (1..4)
        .map(|number| {
            let lower = numbers.below(7) as i64 - 4;
            let upper = lower + numbers.below(5) as i64;
            (number, Range::between(lower, upper))
        })
        .collect();
    let mut assumptions = vec![];
    for _ in 0..numbers.below(3) {
        assumptions.push(match numbers.below(3) {
            0 => Expr::equal(x(1 + numbers.below(3) as u32), term(numbers, 1)),
            _ => condition(numbers, 2),
        });
    }
    Sequent {
        ranges,
        assumptions,
        goal: condition(numbers, 2),
    }
}

fn random_rule(numbers: &mut Numbers, sequent: &Sequent) -> Rule {
    let mut all = vec![];
    sequent
        .assumptions
        .iter()
        .chain([&sequent.goal])
        .for_each(|term| parts(term, &mut all));
    let part = |numbers: &mut Numbers| all[numbers.below(all.len() as u64) as usize].clone();
    let position = numbers.below(3) as usize;
    let symbol = 1 + numbers.below(3) as u32;
    let small = |numbers: &mut Numbers| Int::from(numbers.below(9)) - Int::from(4);
    let factor = |numbers: &mut Numbers| match numbers.below(3) {
        0 => Factor::Assumption(numbers.below(3) as usize),
        1 => Factor::Lower(1 + numbers.below(3) as u32),
        _ => Factor::Upper(1 + numbers.below(3) as u32),
    };
    match numbers.below(20) {
        16 => Rule::Square(part(numbers)),
        17 => Rule::Factor {
            assumption: position,
            cofactor: k([-1, 0, 1, 2][numbers.below(4) as usize]),
        },
        0 => Rule::AndIntro,
        1 => Rule::OrIntro(position),
        2 => Rule::ByContradiction,
        3 => Rule::AndElim(position),
        4 => Rule::Drop(position),
        5 => {
            let value = match sequent.assumptions.get(position) {
                Some(Expr::Apply(Operator::Eq, sides)) => sides[1].clone(),
                _ => term(numbers, 1),
            };
            Rule::Substitute {
                assumption: position,
                symbol,
                value,
            }
        }
        6 => Rule::Product(factor(numbers), factor(numbers)),
        7 => {
            let sign = match numbers.below(2) {
                0 => Sign::Positive,
                _ => Sign::Negative,
            };
            Rule::Quotient(part(numbers), sign)
        }
        8 => {
            let lower = small(numbers);
            let width = Int::from(numbers.below(4));
            let range = Range::between(lower.clone(), lower + width);
            Rule::Narrow(vec![(symbol, range)])
        }
        9 => Rule::Digits {
            symbol,
            modulus: small(numbers),
            quotient: 3 + numbers.below(3) as u32,
            remainder: 5,
        },
        10 => Rule::Offset {
            symbol,
            from: term(numbers, 1),
            width: small(numbers),
            offset: 3 + numbers.below(3) as u32,
        },
        11 | 12 => {
            let part = part(numbers);
            Rule::Cases(match numbers.below(10) {
                9 => Distinction::Factors(position),
                8 => Distinction::Unequal(position),
                0 => Distinction::Select(part),
                1 => Distinction::Condition(part),
                2 => Distinction::AndElim(position),
                3 => Distinction::Extremum(part),
                4 => Distinction::Sign(symbol),
                5 => Distinction::Dividend(part),
                6 => Distinction::AtLeast(symbol, small(numbers)),
                _ => Distinction::AtMost(symbol, small(numbers)),
            })
        }
        13 | 14 => {
            let part = part(numbers);
            let conversion = match (numbers.below(6), &part) {
                (0, _) => Conversion::Down,
                (3, _) => Conversion::Equal(term(numbers, 1)),
                (4, Expr::Apply(_, arguments)) => Conversion::Split {
                    quotient: k(1),
                    rest: Expr::difference(
                        arguments[0].clone(),
                        arguments[arguments.len() - 1].clone(),
                    ),
                },
                (1, Expr::Apply(_, arguments)) => Conversion::Settled {
                    quotient: k(0),
                    rest: arguments[0].clone(),
                },
                (_, Expr::Apply(_, arguments)) if arguments.len() == 2 => Conversion::Cancelled {
                    common: k([-1, 1, 2][numbers.below(3) as usize]),
                    dividend: Expr::scaled(-1, arguments[0].clone()),
                    divisor: Expr::scaled(-1, arguments[1].clone()),
                },
                _ => Conversion::Down,
            };
            let place = match numbers.below(2) {
                0 => Place::Goal,
                _ => Place::Everywhere,
            };
            Rule::Convert {
                part,
                conversion,
                place,
            }
        }
        15 => {
            let values = (1..4).map(|number| (number, term(numbers, 1))).collect();
            Rule::Instance(Box::new(random_sequent(numbers)), values)
        }
        _ => Rule::Trivial,
    }
}

#[test]
fn what_a_rule_leaves_implies_what_it_was_applied_to() {
    let (mut applied, mut decisive) = (0, 0);
    for seed in 1..60_000 {
        let numbers = &mut Numbers::new(seed);
        let own = random_sequent(numbers);
        let rule = random_rule(numbers, &own);
        let Ok(left) = rule.apply(&own) else {
            continue;
        };
        applied += 1;
        if left.iter().all(|sequent| holds(sequent) == Some(true)) {
            decisive += 1;
            assert_ne!(holds(&own), Some(false), "seed {seed}: {rule:?} of {own:?}");
        }
    }
    println!("{applied} applied, {decisive} with nothing left to show");
    assert!(applied > 5_000 && decisive > 500);
}

#[test]
fn a_factor_of_what_is_not_zero_is_not_zero() {
    let nonzero = |term: Term| negated(&Expr::equal(term, k(0)));
    let product = op(Operator::Mul, &[k(6), x(1), Expr::sum(x(2), k(1))]);
    let of = |goal: Term| sequent(&[(1, -3, 3), (2, -3, 3)], &[nonzero(product.clone())], goal);
    let by = |cofactor: Term| Rule::Factor {
        assumption: 0,
        cofactor,
    };
    let cofactor = op(Operator::Mul, &[k(6), Expr::sum(k(1), x(2))]);
    assert_eq!(by(cofactor.clone()).apply(&of(nonzero(x(1)))), Ok(vec![]));
    assert_eq!(holds(&of(nonzero(x(1)))), Some(true));
    let other = by(cofactor.clone()).apply(&of(nonzero(x(2))));
    assert_eq!(other, Err(Reason::NotEqual));
    let zero = by(k(0)).apply(&of(nonzero(x(1))));
    assert_eq!(zero, Err(Reason::NotEqual));
    let other_goal = by(cofactor).apply(&of(Expr::equal(x(1), k(0))));
    assert_eq!(other_goal, Err(Reason::DoesNotFit));
    assert_eq!(
        by(k(1)).apply(&sequent(&[], &[], nonzero(x(1)))),
        Err(Reason::NoSuchAssumption(0))
    );
}

#[test]
fn a_division_is_split_where_the_divisor_is_not_zero() {
    let kinds = [
        Operator::FloorDiv,
        Operator::CeilDiv,
        Operator::Mod,
        Operator::TruncDiv,
        Operator::TruncMod,
    ];
    let dividend = Expr::sum(op(Operator::Mul, &[x(1), x(2)]), x(3));
    for kind in kinds {
        for exact in [false, true] {
            let (dividend, rest) = match exact {
                true => (op(Operator::Mul, &[x(1), x(2)]), k(0)),
                false => (dividend.clone(), x(3)),
            };
            let part = op(kind, &[dividend, x(1)]);
            let rule = Rule::Convert {
                part: part.clone(),
                conversion: Conversion::Split {
                    quotient: x(2),
                    rest,
                },
                place: Place::Goal,
            };
            let rounds_to_zero = matches!(kind, Operator::TruncDiv | Operator::TruncMod);
            let of = |value: i64| {
                let ranges = [(1, -3, 3), (2, -4, 4), (3, -4, 4)];
                rule.apply(&sequent(&ranges, &[], Expr::equal(part.clone(), k(value))))
            };
            if rounds_to_zero && !exact {
                assert_eq!(of(0), Err(Reason::DoesNotFit));
                continue;
            }
            let [condition, main] = &of(0).expect("it applies")[..] else {
                panic!("one condition")
            };
            assert_eq!(condition.goal, negated(&Expr::equal(x(1), k(0))));
            let Expr::Apply(Operator::Eq, sides) = &main.goal else {
                panic!("an equality")
            };
            let same = Expr::equal(part, sides[0].clone());
            let nonzero = std::slice::from_ref(&condition.goal);
            let all = sequent(&[(1, -3, 3), (2, -4, 4), (3, -4, 4)], nonzero, same);
            assert_eq!(holds(&all), Some(true), "{kind:?}");
        }
    }
}

#[test]
fn fresh_variables_are_fresh() {
    let own = sequent(&[(1, 0, 9), (2, 0, 9)], &[], Expr::at_most(x(1), x(3)));
    let digits = |quotient, remainder| Rule::Digits {
        symbol: 1,
        modulus: Int::from(4),
        quotient,
        remainder,
    };
    assert_eq!(digits(2, 7).apply(&own), Err(Reason::NotFresh(2)));
    assert_eq!(digits(7, 3).apply(&own), Err(Reason::NotFresh(3)));
    assert_eq!(digits(7, 7).apply(&own), Err(Reason::NotFresh(7)));
    assert!(digits(7, 8).apply(&own).is_ok());
}

#[test]
fn what_is_put_in_is_what_the_equality_says() {
    let equality = Expr::equal(Expr::sum(x(1), x(2)), k(5));
    let own = sequent(
        &[(1, 0, 9), (2, 0, 9)],
        &[equality],
        Expr::at_most(x(1), k(5)),
    );
    let with = |value: Term| Rule::Substitute {
        assumption: 0,
        symbol: 1,
        value,
    };
    assert!(with(Expr::difference(k(5), x(2))).apply(&own).is_ok());
    let other = with(Expr::difference(k(6), x(2))).apply(&own);
    assert_eq!(other, Err(Reason::NotEqual));
    let circular = Expr::equal(x(1), op(Operator::Mul, &[x(1), x(2)]));
    let own = sequent(&[(1, 0, 9)], &[circular], Expr::at_most(x(1), k(0)));
    let itself = with(op(Operator::Mul, &[x(1), x(2)])).apply(&own);
    assert_eq!(itself, Err(Reason::Cyclic));
}

#[test]
fn an_empty_range_is_not_taken_on_trust() {
    let own = sequent(&[(1, 0, 9)], &[], Expr::at_most(x(1), k(5)));
    let narrow = Rule::Narrow(vec![(1, Range::empty())]);
    assert_eq!(narrow.apply(&own), Err(Reason::DoesNotFit));
    let general = Sequent {
        ranges: [(1, Range::empty())].into_iter().collect(),
        assumptions: vec![],
        goal: k(0),
    };
    let instance = Rule::Instance(Box::new(general), vec![(1, x(1))]);
    assert_eq!(instance.apply(&own), Err(Reason::DoesNotFit));
}
