//! Measures a single linear program, by kind and size of the system and by engine.
//!
//! `cargo bench --bench lp`; most facts about indices are difference systems.

use std::hint::black_box;

use calipers::number::{Int, Linear};
use calipers::solve::lp::{Engine, Options, Outcome, Problem, Row, Statistics, solve};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

/// A small deterministic generator (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % count
    }

    fn index(&mut self, count: usize) -> usize {
        self.below(count as u64) as usize
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

fn form(constant: i64, terms: &[(usize, i64)]) -> Linear<usize> {
    let terms = terms.iter().map(|&(v, c)| (v, Int::from(c)));
    Linear::from_terms(Int::from(constant), terms).expect("the numbers are small")
}

fn problem(variables: usize, objective: Linear<usize>, rows: Vec<Linear<usize>>) -> Problem {
    let mut problem = Problem::new(variables, objective).expect("in range");
    for row in rows {
        problem.push(Row::non_negative(row)).expect("in range");
    }
    problem
}

/// Constraints `x(j) - x(i) >= c` along a path and between random pairs; the objective is the distance of the ends.
fn differences(variables: usize) -> Problem {
    let mut random = Random(7);
    let mut rows = Vec::new();
    for index in 1..variables {
        let step = random.between(0, 9);
        rows.push(form(-step, &[(index, 1), (index - 1, -1)]));
        let (a, b) = (random.index(index), index);
        rows.push(form(-random.between(-20, 5), &[(b, 1), (a, -1)]));
    }
    let objective = form(0, &[(variables - 1, 1), (0, -1)]);
    problem(variables, objective, rows)
}

/// Constraints of three terms around a known point, twice as many as variables, in a box.
fn general(variables: usize) -> Problem {
    let mut random = Random(11);
    let point: Vec<i64> = (0..variables).map(|_| random.between(-20, 20)).collect();
    let mut rows = Vec::new();
    for _ in 0..2 * variables {
        let terms: Vec<(usize, i64)> = (0..3)
            .map(|_| (random.index(variables), random.between(-5, 5)))
            .collect();
        let value: i64 = terms.iter().map(|&(v, c)| c * point[v]).sum();
        rows.push(form(random.between(0, 9) - value, &terms));
    }
    for variable in 0..variables {
        rows.push(form(100, &[(variable, 1)]));
        rows.push(form(100, &[(variable, -1)]));
    }
    let terms: Vec<(usize, i64)> = (0..3)
        .map(|_| (random.index(variables), random.between(1, 5)))
        .collect();
    problem(variables, form(0, &terms), rows)
}

fn benchmark(criterion: &mut Criterion) {
    for (kind, build) in [
        ("differences", differences as fn(usize) -> Problem),
        ("general", general),
    ] {
        let mut group = criterion.benchmark_group(format!("lp/{kind}"));
        group.sample_size(20);
        for variables in [5, 20, 50, 100] {
            let problem = build(variables);
            for engine in [Engine::Auto, Engine::Tableau, Engine::Float] {
                let options = Options {
                    engine,
                    ..Options::default()
                };
                let mut statistics = Statistics::default();
                let outcome = solve(&problem, &options, &mut statistics);
                if !matches!(outcome, Outcome::Bound { .. }) {
                    eprintln!("{kind} {variables} {engine:?}: {outcome:?}, left out");
                    continue;
                }
                let id = BenchmarkId::new(format!("{engine:?}"), variables);
                group.bench_with_input(id, &problem, |bencher, problem| {
                    bencher
                        .iter(|| solve(black_box(problem), &options, &mut Statistics::default()));
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, benchmark);
criterion_main!(benches);
