//! Both engines against each other, against brute force, and on the cases that break solvers.

use super::*;
use crate::number::{Int, Linear};

/// A small deterministic generator (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = u64::try_from(high - low + 1).expect("low <= high");
        low + i64::try_from(self.next() % span).expect("spans are small")
    }

    fn index(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count as u64).expect("counts are small")
    }
}

fn form(constant: i64, terms: &[(usize, i64)]) -> Linear<usize> {
    let terms = terms.iter().map(|&(v, c)| (v, Int::from(c)));
    Linear::from_terms(Int::from(constant), terms).expect("the numbers are small")
}

fn dense(numbers: &[i64]) -> Linear<usize> {
    let terms: Vec<(usize, i64)> = numbers[1..].iter().copied().enumerate().collect();
    form(numbers[0], &terms)
}

/// Rows `constant + Σ coefficient·x >= 0`, given as `[constant, coefficients…]`.
fn problem(objective: &[i64], rows: &[&[i64]]) -> Problem {
    let mut problem = Problem::new(objective.len() - 1, dense(objective)).expect("in range");
    for row in rows {
        problem
            .push(Row::non_negative(dense(row)))
            .expect("in range");
    }
    problem
}

fn run(problem: &Problem, engine: Engine) -> Outcome {
    let options = Options {
        engine,
        ..Options::default()
    };
    solve(problem, &options, &mut Statistics::default())
}

const ENGINES: [Engine; 3] = [Engine::Auto, Engine::Tableau, Engine::Float];

fn bound(outcome: &Outcome) -> Option<&RBig> {
    match outcome {
        Outcome::Bound { bound, .. } => Some(bound),
        _ => None,
    }
}

#[track_caller]
fn assert_bound(problem: &Problem, numerator: i64, denominator: i64) {
    let expected = crate::number::fraction(Int::from(numerator), Int::from(denominator));
    for engine in ENGINES {
        let outcome = run(problem, engine);
        assert_eq!(bound(&outcome), Some(&expected), "{engine:?} {outcome:?}");
    }
}

#[track_caller]
fn assert_infeasible(problem: &Problem) {
    for engine in ENGINES {
        let outcome = run(problem, engine);
        assert!(
            matches!(outcome, Outcome::Infeasible { .. }),
            "{engine:?} {outcome:?}"
        );
    }
}

#[track_caller]
fn assert_unbounded(problem: &Problem) {
    for engine in ENGINES {
        assert_eq!(run(problem, engine), Outcome::Unbounded, "{engine:?}");
    }
}

#[test]
fn a_vertex_with_fractions() {
    // 3x + y >= 4, x + 4y >= 5: min x + y
    assert_bound(&problem(&[0, 1, 1], &[&[-4, 3, 1], &[-5, 1, 4]]), 2, 1);
    assert_bound(&problem(&[7, 1, 2], &[&[-1, 3, 1], &[-1, 1, 3]]), 31, 4);
}

#[test]
fn empty_and_trivial_problems() {
    assert_bound(&problem(&[5], &[]), 5, 1);
    assert_bound(&problem(&[-3, 0, 0], &[]), -3, 1);
    assert_unbounded(&problem(&[0, 1], &[]));
    assert_unbounded(&problem(&[0, 1], &[&[1, 0]]));
    assert_infeasible(&problem(&[0, 1], &[&[-1, 0]]));
    assert_eq!(
        run(&problem(&[5], &[]), Engine::Off),
        Outcome::GaveUp(GaveUp::Off)
    );
}

#[test]
fn infeasible_and_unbounded() {
    // x >= 1 and -x >= 0
    let rows: &[&[i64]] = &[&[-1, 1], &[0, -1]];
    assert_infeasible(&problem(&[0, 1], rows));
    assert_infeasible(&problem(&[0, 0], rows));
    // No multipliers give the objective, but the rows contradict each other.
    assert_infeasible(&problem(&[0, 0, 1], &[&[-1, 1, 0], &[0, -1, 0]]));
    assert_unbounded(&problem(&[0, -1], &[&[-1, 1]]));
    assert_unbounded(&problem(&[0, 1, -1], &[&[0, 1, 0], &[0, 0, 1]]));
    // 2x − 2y = 1 has rational but no integer solutions: the linear program is feasible.
    let mut half = Problem::new(2, form(0, &[(0, 1), (1, -1)])).expect("in range");
    half.push(Row::zero(form(-1, &[(0, 2), (1, -2)])))
        .expect("in range");
    assert_bound(&half, 1, 2);
}

#[test]
fn equalities_have_multipliers_of_either_sign() {
    // x = y + 3, y = 2z − 1, z >= 4
    let mut chain = Problem::new(3, form(0, &[(0, 1)])).expect("in range");
    for row in [
        Row::zero(form(3, &[(0, -1), (1, 1)])),
        Row::zero(form(-1, &[(1, -1), (2, 2)])),
        Row::non_negative(form(-4, &[(2, 1)])),
    ] {
        chain.push(row).expect("in range");
    }
    assert_bound(&chain, 10, 1);
    chain
        .push(Row::zero(form(-9, &[(0, 1)])))
        .expect("in range");
    assert_infeasible(&chain);
}

/// microlp 0.6.0 does not terminate on the primal of this problem: `max x1; x0 - x1 <= 80; x1 <= -35`, all free.
#[test]
fn the_primal_that_hangs() {
    let rows: &[&[i64]] = &[&[80, -1, 1, 0], &[-35, 0, -1, 0]];
    assert_bound(&problem(&[0, 0, -1, 0], rows), 35, 1);
}

/// The same primal in the f64 solver itself, which ends by its time limit at the latest.
#[test]
fn the_time_limit_ends_what_hangs() {
    use good_lp::solvers::WithTimeLimit;
    use good_lp::{Expression, ProblemVariables, ResolutionError, SolverModel, microlp, variable};
    let mut variables = ProblemVariables::new();
    let x = variables.add_vector(variable(), 3);
    let outcome = variables
        .maximise(x[1])
        .using(microlp)
        .with_time_limit(0.05)
        .with((x[0] - x[1]).leq(80))
        .with(Expression::from(x[1]).leq(-35))
        .solve();
    assert!(matches!(outcome, Ok(_) | Err(ResolutionError::Other(_))));
}

/// E. Beale's example, on which Dantzig's rule cycles, as the dual of a problem here:
/// `min −3/4·y1 + 20·y2 − 1/2·y3 + 6·y4` with optimum −5/4, scaled to integers.
#[test]
fn cycling() {
    // The columns are rows of the problem: [cost, the entries in the three equations].
    let rows: &[&[i64]] = &[
        &[-3, 1, 2, 0],
        &[80, -32, -48, 0],
        &[-2, -4, -2, 1],
        &[24, 36, 12, 0],
        &[0, 4, 0, 0],
        &[0, 0, 4, 0],
        &[0, 0, 0, 1],
    ];
    // L = −min, so the bound of the objective is 5/4 · 4 = 5 for costs times 4.
    assert_bound(&problem(&[0, 0, 0, 1], rows), 5, 1);
}

#[test]
fn large_coefficients() {
    let large = Int::from(1) << 70;
    let row = |c: &Int, a: Int| {
        Row::non_negative(Linear::from_terms(c.clone(), [(0, a)]).expect("it fits"))
    };
    let mut problem = Problem::new(1, Linear::atom(0)).expect("in range");
    problem.push(row(&-&large, Int::from(3))).expect("in range");
    let expected = crate::number::fraction(large.clone(), Int::from(3));
    for engine in [Engine::Auto, Engine::Tableau] {
        assert_eq!(bound(&run(&problem, engine)), Some(&expected));
    }
    let float = run(&problem, Engine::Float);
    assert_eq!(float, Outcome::GaveUp(GaveUp::HugeCoefficient));
    // At 2^53 the answer of the f64 solver alone is off by one.
    let edge = (Int::from(1) << 53) - Int::from(1);
    let mut problem = Problem::new(1, Linear::atom(0)).expect("in range");
    problem.push(row(&-&edge, Int::from(1))).expect("in range");
    for engine in ENGINES {
        assert_eq!(
            bound(&run(&problem, engine)),
            Some(&RBig::from(edge.clone()))
        );
    }
}

#[test]
fn budgets_are_kept() {
    let hard = random_problem(&mut Random(3), 8, 20, 5);
    let options = Options {
        engine: Engine::Tableau,
        max_pivots: 2,
        ..Options::default()
    };
    let mut statistics = Statistics::default();
    let outcome = solve(&hard, &options, &mut statistics);
    assert_eq!(outcome, Outcome::GaveUp(GaveUp::Pivots));
    assert_eq!(statistics.pivots, 2);
    let options = Options {
        engine: Engine::Float,
        time_limit: Duration::ZERO,
        ..Options::default()
    };
    let outcome = solve(&hard, &options, &mut statistics);
    assert_eq!(outcome, Outcome::GaveUp(GaveUp::Time));
    assert_eq!((statistics.timeouts, statistics.gave_up), (1, 2));
}

#[test]
fn false_certificates_are_refused() {
    let problem = problem(&[0, 1], &[&[-1, 1], &[9, -1]]);
    let certificate = |terms: &[(usize, i64)]| {
        Certificate::new(terms.iter().map(|&(row, y)| (row, RBig::from(y))))
    };
    let one = RBig::ONE;
    assert_eq!(certificate(&[(0, 1)]).verify_bound(&problem), Some(one));
    for wrong in [&[(0, 2)][..], &[(1, -1)], &[(2, 1)], &[], &[(0, 2), (1, 2)]] {
        assert_eq!(certificate(wrong).verify_bound(&problem), None, "{wrong:?}");
        assert!(!certificate(wrong).verify_infeasible(&problem), "{wrong:?}");
    }
}

fn random_problem(random: &mut Random, variables: usize, rows: usize, size: i64) -> Problem {
    let sparse = |random: &mut Random, constant: i64| {
        let count = random.between(1, 3);
        let terms: Vec<(usize, i64)> = (0..count)
            .map(|_| (random.index(variables), random.between(-size, size)))
            .collect();
        form(constant, &terms)
    };
    let objective = sparse(random, 0);
    let mut problem = Problem::new(variables, objective).expect("in range");
    for _ in 0..rows {
        let constant = random.between(-4, 12);
        let form = sparse(random, constant);
        let row = match random.between(0, 7) {
            0 => Row::zero(form),
            _ => Row::non_negative(form),
        };
        problem.push(row).expect("in range");
    }
    problem
}

#[test]
fn the_engines_agree_on_random_systems() {
    let mut random = Random(1);
    let mut counts = [0; 4];
    for round in 0..1_500 {
        let variables = 1 + random.index(12);
        let rows = random.index(3 * variables + 2);
        let problem = random_problem(&mut random, variables, rows, 4);
        let exact = run(&problem, Engine::Tableau);
        let float = run(&problem, Engine::Float);
        match (&exact, &float) {
            (Outcome::Bound { bound: a, .. }, Outcome::Bound { bound: b, .. }) => {
                assert_eq!(a, b, "round {round}: {problem:?}");
                counts[0] += 1;
            }
            (Outcome::Infeasible { .. }, Outcome::Infeasible { .. }) => counts[1] += 1,
            (Outcome::Unbounded, Outcome::Unbounded) => counts[2] += 1,
            // The f64 solver may fail, the tableau on such small systems may not.
            (Outcome::Bound { .. } | Outcome::Infeasible { .. }, Outcome::GaveUp(_)) => {
                counts[3] += 1;
            }
            _ => panic!("round {round}: {exact:?} but {float:?}: {problem:?}"),
        }
    }
    assert!(counts[..3].iter().all(|&count| count > 100), "{counts:?}");
    assert!(
        counts[3] <= 15,
        "the f64 solver fails too often: {counts:?}"
    );
}

/// The problem with every third variable in units of 2^-40, so that 64 bits do not suffice.
fn widened(problem: &Problem) -> Problem {
    let wide = |form: &Linear<usize>| {
        let terms = form.terms().iter().map(|(variable, coefficient)| {
            let bits = if variable % 3 == 0 { 40 } else { 0 };
            (*variable, coefficient.clone() << bits)
        });
        Linear::from_terms(form.constant().clone(), terms).expect("the numbers fit")
    };
    let mut wider = Problem::new(problem.variables(), wide(problem.objective())).expect("in range");
    for row in problem.rows() {
        let row = Row::new(wide(row.form()), row.relation());
        wider.push(row).expect("in range");
    }
    wider
}

#[test]
fn exact_steps_from_a_suggested_basis_give_the_exact_answer() {
    let mut random = Random(3);
    let mut counts = [0; 4];
    for round in 0..3_000 {
        let variables = 1 + random.index(12);
        let rows = random.index(3 * variables + 2);
        let mut problem = random_problem(&mut random, variables, rows, 4);
        if round % 2 == 0 {
            problem = widened(&problem);
        }
        let exact = run(&problem, Engine::Tableau);
        let found = guided::solve(&problem, 2_000, &mut Statistics::default());
        match (&exact, found.and_then(|found| verified(&problem, found))) {
            (Outcome::Bound { bound: a, .. }, Ok(Outcome::Bound { bound: b, .. })) => {
                assert_eq!(*a, b, "round {round}: {problem:?}");
                counts[0] += 1;
            }
            (Outcome::Infeasible { .. }, Ok(Outcome::Infeasible { .. })) => counts[1] += 1,
            (Outcome::Unbounded, Ok(Outcome::Unbounded)) => counts[2] += 1,
            (_, Err(_)) => counts[3] += 1,
            (_, found) => panic!("round {round}: {exact:?} but {found:?}: {problem:?}"),
        }
    }
    assert!(counts[..3].iter().all(|&count| count > 200), "{counts:?}");
    assert!(
        counts[3] == 0,
        "there is an answer from each basis: {counts:?}"
    );
}

/// In a box the optimum over the integers is found by trying all points; the bound is no higher,
/// and a contradiction means that there are none.
#[test]
fn bounds_hold_at_all_points_of_a_box() {
    const HALF: i64 = 4;
    let mut random = Random(2);
    for _ in 0..300 {
        let mut problem = random_problem(&mut random, 3, 4, 3);
        for variable in 0..3 {
            for sign in [-1, 1] {
                let row = Row::non_negative(form(HALF, &[(variable, sign)]));
                problem.push(row).expect("in range");
            }
        }
        let value = |form: &Linear<usize>, point: &[i64; 3]| {
            let terms = form.terms().iter();
            terms.fold(form.constant().clone(), |sum, (v, c)| {
                sum + c * Int::from(point[*v])
            })
        };
        let mut least: Option<Int> = None;
        for index in 0..(2 * HALF + 1).pow(3) {
            let side = 2 * HALF + 1;
            let point = [
                index % side - HALF,
                index / side % side - HALF,
                index / side / side - HALF,
            ];
            let holds = problem.rows().iter().all(|row| {
                let value = value(row.form(), &point);
                value.is_zero() || (row.relation() == Relation::NonNegative && value > Int::ZERO)
            });
            if holds {
                let objective = value(problem.objective(), &point);
                least = Some(least.map_or(objective.clone(), |l| l.min(objective)));
            }
        }
        for engine in ENGINES {
            match run(&problem, engine) {
                Outcome::Bound { bound, .. } => {
                    assert!(
                        least
                            .as_ref()
                            .is_none_or(|l| bound <= RBig::from(l.clone()))
                    );
                }
                Outcome::Infeasible { .. } => assert_eq!(least, None),
                outcome => panic!("a box bounds everything: {outcome:?}"),
            }
        }
    }
}

/// Long chains `x(i+1) >= x(i) + 1`, beyond the limit of the tableau.
#[test]
fn a_long_chain() {
    let length = 120;
    let objective = form(0, &[(length - 1, 1), (0, -1)]);
    let mut chain = Problem::new(length, objective).expect("in range");
    for index in 1..length {
        let row = Row::non_negative(form(-1, &[(index, 1), (index - 1, -1)]));
        chain.push(row).expect("in range");
    }
    assert_bound(&chain, 119, 1);
}

#[test]
fn the_same_problem_has_the_same_certificate() {
    let problem = random_problem(&mut Random(9), 6, 18, 4);
    for engine in ENGINES {
        assert_eq!(run(&problem, engine), run(&problem, engine));
    }
}

/// Rows as those of arithmetic that wraps at 32 and 64 bits: rounded numbers mislead the simplex method.
#[test]
fn numbers_of_very_different_lengths() {
    let mut random = Random(11);
    let mut compared = 0;
    for _ in 0..60 {
        let count = 21 + random.index(3);
        let long = |random: &mut Random| {
            let length = [0, 0, 0, 2, 31, 64][random.index(6)];
            Int::from(random.between(1, 9)) << length
        };
        let mut objective = Linear::from_terms(Int::ZERO, [(0, Int::ONE)]).expect("in range");
        for variable in 1..count {
            let k = Int::from(random.between(-2, 2));
            let term = Linear::from_terms(Int::ZERO, [(variable, k)]).expect("in range");
            objective = objective.add(&term).expect("in range");
        }
        let mut problem = Problem::new(count, objective).expect("in range");
        for variable in 0..count {
            let end = long(&mut random) << 3;
            for sign in [Int::ONE, Int::NEG_ONE] {
                let row = Linear::from_terms(end.clone(), [(variable, sign)]).expect("in range");
                problem.push(Row::non_negative(row)).expect("in range");
            }
        }
        for variable in 1..count {
            let terms = [
                (variable, long(&mut random)),
                (variable - 1, -long(&mut random)),
                (random.index(variable), Int::from(random.between(-9, 9))),
            ];
            let row = Linear::from_terms(long(&mut random), terms).expect("in range");
            problem.push(Row::non_negative(row)).expect("in range");
        }
        let exact = Options {
            engine: Engine::Tableau,
            max_pivots: 100_000,
            ..Options::default()
        };
        let best = solve(&problem, &exact, &mut Statistics::default());
        // The numbers of the tableau may become too long.
        if bound(&best).is_some() {
            assert_eq!(bound(&run(&problem, Engine::Auto)), bound(&best));
            compared += 1;
        }
    }
    assert!(compared >= 30, "{compared}");
}
