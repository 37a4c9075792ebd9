//! Counts of random spaces against enumeration.
use calipers_count::*;
use calipers_number::Int;
use calipers_program::Column;
use calipers_program::term::{Expr, Operator};
use std::collections::{BTreeMap, HashSet};

type Term = Expr<Column>;
struct Random(u64);
impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: u64) -> u64 { self.next() % n }
    fn range(&mut self, a: i64, b: i64) -> i64 { a + self.below((b - a + 1) as u64) as i64 }
    fn chance(&mut self, one_in: u64) -> bool { self.below(one_in) == 0 }
}
const N: Column = Column::Symbol(0);
const M: Column = Column::Symbol(1);
const T: Column = Column::Symbol(2);
fn text(t: &Term) -> String {
    struct S(String);
    #[derive(Clone)] struct Name(String);
    impl std::fmt::Display for Name { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "{}", self.0) } }
    let _ = S(String::new());
    t.map(&mut |c| Expr::Leaf(Name(match c { Column::Symbol(k) => format!("v{k}"), _ => "?".into() }))).to_string()
}
type Env = BTreeMap<Column, Int>;
fn eval(t: &Term, env: &Env) -> i64 {
    let v = t.evaluate(&|c| env.get(c).cloned()).expect("value");
    i64::try_from(v).expect("small")
}
struct Domain(Vec<Env>);
impl Signs for Domain {
    fn is_non_negative(&mut self, t: &Term) -> bool { self.0.iter().all(|e| eval(t, e) >= 0) }
}
fn domain(neg: bool) -> Vec<Env> {
    let mut all = vec![];
    for n in (if neg { -2 } else { 0 })..=6 { for m in (if neg { -2 } else { 0 })..=6 { for t in 1..=4 {
        all.push(BTreeMap::from([(N, Int::from(n)), (M, Int::from(m)), (T, Int::from(t))]));
    }}}
    all
}
fn affine(r: &mut Random, outer: &[Column], base: i64) -> Term {
    let mut parts = vec![Expr::integer(r.range(-2, 3) + base)];
    if !r.chance(3) { parts.push(Expr::Leaf(if r.chance(2) { N } else { M })); }
    for &c in outer { if r.chance(3) {
        let k = [1, 1, 1, -1, 2, -2, 3][r.below(7) as usize];
        parts.push(if k == 1 { Expr::Leaf(c) } else { Expr::scaled(k, Expr::Leaf(c)) });
    }}
    Expr::apply(Operator::Add, parts)
}
fn space(r: &mut Random) -> (Space, Vec<Column>) {
    let depth = r.range(1, 3);
    let mut levels = vec![]; let mut outer: Vec<Column> = vec![];
    let mut d = 0;
    while d < depth {
        let iv = Column::Symbol(10 + d as u32);
        if r.chance(6) {
            // a tile
            let w = match r.below(3) { 0 => Expr::Leaf(T), k => Expr::integer(if k == 1 { 3 } else { 4 }) };
            let end = if r.chance(2) { Expr::Leaf(N) } else { affine(r, &outer, 2) };
            levels.push(Level::Loop(Dimension { variable: iv, lower: vec![Expr::integer(0)], upper: vec![end.clone()], step: w.clone() }));
            let inner = Column::Symbol(30 + d as u32);
            if r.chance(2) {
                levels.push(Level::Loop(Dimension { variable: inner, lower: vec![Expr::integer(0)], upper: vec![Expr::apply(Operator::Min, [w.clone(), Expr::difference(end, Expr::Leaf(iv))])], step: Expr::integer(1) }));
            } else {
                levels.push(Level::Loop(Dimension { variable: inner, lower: vec![Expr::Leaf(iv)], upper: vec![Expr::sum(Expr::Leaf(iv), w), end], step: Expr::integer(if r.chance(3) {2} else {1}) }));
            }
            outer.push(iv); outer.push(inner);
            d += 1;
            continue;
        }
        let lower = if r.chance(3) { vec![affine(r, &outer, -1)] } else if r.chance(6) { vec![Expr::integer(0), affine(r, &outer, 0)] } else { vec![Expr::integer(0)] };
        let upper = if r.chance(4) { vec![affine(r, &outer, 2), affine(r, &outer, 2)] } else { vec![affine(r, &outer, 2)] };
        let step = match r.below(8) { 0 => Expr::Leaf(T), 1 => Expr::integer(2), 2 => Expr::integer(3), _ => Expr::integer(1) };
        levels.push(Level::Loop(Dimension { variable: iv, lower, upper, step }));
        outer.push(iv);
        if r.chance(4) { levels.push(Level::Guard(guard(r, &outer, 2))); }
        d += 1;
    }
    (Space { levels }, outer)
}
fn guard(r: &mut Random, outer: &[Column], depth: u32) -> Term {
    let a = affine(r, outer, 0); let b = affine(r, outer, 1);
    match r.below(if depth > 0 { 8 } else { 4 }) {
        0 | 1 => Expr::at_most(a, b),
        2 => Expr::equal(Expr::apply(Operator::Mod, [a, Expr::integer(r.range(2, 4))]), Expr::integer(r.range(0, 1))),
        3 => Expr::at_most(Expr::apply(Operator::FloorDiv, [a, Expr::integer(r.range(2, 3))]), b),
        4 => Expr::apply(Operator::Min, [guard(r, outer, depth - 1), guard(r, outer, depth - 1)]),
        5 => Expr::apply(Operator::Max, [guard(r, outer, depth - 1), guard(r, outer, depth - 1)]),
        6 => Expr::negation(Expr::equal(a, b)),
        _ => Expr::at_most(a, Expr::apply(Operator::Max, [b, affine(r, outer, 0)])),
    }
}
fn run(levels: &[Level], env: &mut Env, visit: &mut dyn FnMut(&Env)) {
    let Some((first, rest)) = levels.split_first() else { visit(env); return };
    match first {
        Level::Guard(g) => if eval(g, env) != 0 { run(rest, env, visit) },
        Level::Unknown => run(rest, env, visit),
        Level::Loop(d) => {
            let lo = d.lower.iter().map(|t| eval(t, env)).max().unwrap();
            let hi = d.upper.iter().map(|t| eval(t, env)).min().unwrap();
            let step = eval(&d.step, env);
            let mut i = lo;
            while i < hi { env.insert(d.variable, Int::from(i)); run(rest, env, visit); i += step; }
            env.remove(&d.variable);
        }
    }
}
fn outside(c: Column) -> bool { matches!(c, Column::Symbol(k) if k < 10) }

#[test]
fn counts() {
    let count: u64 = std::env::var("SPACES").ok().and_then(|s| s.parse().ok()).unwrap_or(300);
    let seed: u64 = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let mut failures: BTreeMap<String, u32> = BTreeMap::new();
    let mut wrong = 0; let mut time = vec![];
    let mut sizes = vec![];
    for number in 0..count {
        let mut r = Random(seed * 1_000_003 + number);
        let neg = r.chance(2);
        let (space, _) = space(&mut r);
        let domain_points = domain(neg);
        let mut signs = Domain(domain_points.clone());
        let start = std::time::Instant::now();
        let result = space.count(&outside, &mut signs);
        time.push(start.elapsed().as_micros());
        match result {
            Ok(c) if c.exactness == Exactness::Exact => {
                sizes.push(text(&c.term).len());
                for _ in 0..12 {
                    let mut env = domain_points[r.below(domain_points.len() as u64) as usize].clone();
                    let mut n = 0; run(&space.levels, &mut env.clone(), &mut |_| n += 1);
                    let got = eval(&c.term, &env);
                    if got != n { wrong += 1; if wrong < 4 { println!("{number}: {space:#?}\n{}\n at {env:?}: {got} not {n}", text(&c.term)); } break; }
                    env.clear();
                }
            }
            Ok(_) => *failures.entry("upper".into()).or_default() += 1,
            Err(e) => { *failures.entry(format!("{e:?}")).or_default() += 1; if std::env::var("SHOW").is_ok() { println!("{number} {e:?} {space:?}"); } }
        }
    }
    time.sort(); sizes.sort();
    println!("wrong {wrong} failures {failures:?} of {count}; median {} max {:?} us; size median {} max {:?}", time[time.len() / 2], time.last(), sizes[sizes.len()/2], sizes.last());
    assert_eq!(wrong, 0);
}

#[test]
fn footprints() {
    let count: u64 = std::env::var("SPACES").ok().and_then(|s| s.parse().ok()).unwrap_or(300);
    let seed: u64 = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let mut failures: BTreeMap<String, u32> = BTreeMap::new();
    let (mut wrong, mut exact) = (0, 0); let mut time = vec![];
    for number in 0..count {
        let mut r = Random(seed * 1_000_033 + number);
        let neg = r.chance(3);
        let domain_points = domain(neg);
        let mut signs = Domain(domain_points.clone());
        let rank = r.range(1, 2);
        let mut accesses = vec![];
        let (mut first, mut outer) = space(&mut r);
        for _ in 0..r.range(1, 3) {
            if r.chance(4) { (first, outer) = space(&mut r); }
            let indices = (0..rank).map(|_| {
                let a = affine(&mut r, &outer, 0);
                Some(match r.below(8) { 0 => Expr::apply(Operator::FloorDiv, [a, Expr::integer(2)]), 1 => Expr::apply(Operator::Mod, [a, Expr::integer(3)]), 2 => Expr::Leaf(outer[0]), _ => a })
            }).collect();
            accesses.push(Access { space: first.clone(), indices });
        }
        let start = std::time::Instant::now();
        let result = elements(&accesses, &outside, &mut signs);
        time.push(start.elapsed().as_micros());
        match result {
            Ok(c) => {
                let is_exact = c.exactness == Exactness::Exact;
                exact += u32::from(is_exact);
                for _ in 0..12 {
                    let env = domain_points[r.below(domain_points.len() as u64) as usize].clone();
                    let mut set = HashSet::new();
                    for a in &accesses { run(&a.space.levels, &mut env.clone(), &mut |e| { set.insert(a.indices.iter().map(|i| eval(i.as_ref().unwrap(), e)).collect::<Vec<_>>()); }); }
                    let got = eval(&c.term, &env); let n = set.len() as i64;
                    if if is_exact { got != n } else { got < n } { wrong += 1; if wrong < 4 { println!("{number}: {accesses:#?}\n{}\n at {env:?}: {got} not {n} {:?}", text(&c.term), c.exactness); } break; }
                }
            }
            Err(e) => { *failures.entry(format!("{e:?}")).or_default() += 1; }
        }
    }
    time.sort();
    println!("wrong {wrong} exact {exact} failures {failures:?} of {count}; median {} max {:?} us", time[time.len() / 2], time.last());
    assert_eq!(wrong, 0);
}
