//! Random systems.

use super::system::{Goal, System, Term, Variable};

/// The number of goals that are kept.
const GOALS: usize = 4;
/// The number of assignments that a goal is tried on.
const SAMPLES: usize = 300;

/// A random system. Most goals hold under all sampled assignments that satisfy the facts.
pub fn system(random: &mut fastrand::Rng) -> System {
    let mut system = match random.bool() {
        true => linear(random),
        false => tiles(random),
    };
    let samples = samples(&system, random);
    let mut goals = vec![];
    for _ in 0..60 {
        if goals.len() == GOALS {
            break;
        }
        let goal = goal(&system, random);
        let holds = goal.command == "range" || all_hold(&goal.term, &samples);
        let is_kept = holds || samples.is_empty() || random.u8(0..30) == 0;
        if is_kept && !goals.contains(&goal) {
            goals.push(goal);
        }
    }
    system.goals = goals;
    system
}

/// A fact for one of the sampled assignments; none if there are none.
pub fn fact(system: &System, random: &mut fastrand::Rng) -> Option<Term> {
    let samples = samples(system, random);
    let names = system.variables.len();
    for _ in 0..20 {
        let fact = match is_linear(system) {
            true => comparison(random, |random| linear_term(random, names, 1)),
            false => comparison(random, |random| product_term(random, names)),
        };
        if samples.iter().any(|it| fact.value(it) == Some(1)) {
            return Some(fact);
        }
    }
    None
}

fn all_hold(condition: &Term, samples: &[Vec<i64>]) -> bool {
    samples.iter().all(|it| condition.value(it) == Some(1))
}

fn is_linear(system: &System) -> bool {
    system.variables.iter().any(|it| it.name == "x")
}

fn variable(name: &str, lower: Option<i64>, upper: Option<i64>) -> Variable {
    Variable {
        name: name.to_owned(),
        lower,
        upper,
    }
}

fn complete(variables: Vec<Variable>, facts: Vec<Term>) -> System {
    System {
        declared: (0..variables.len()).collect(),
        variables,
        facts,
        goals: vec![],
    }
}

/// Linear facts with quotients and remainders by constants.
fn linear(random: &mut fastrand::Rng) -> System {
    let names = ["x", "y", "z", "u"];
    let count = random.usize(2..=4);
    let variables = names[..count].iter().map(|name| {
        let lower = pick(random, &[None, Some(0), Some(0), Some(1), Some(-9)]);
        let upper = lower.and_then(|_| pick(random, &[None, None, Some(9), Some(100)]));
        variable(name, lower, upper)
    });
    let variables = variables.collect();
    let facts = (0..random.usize(1..=3))
        .map(|_| comparison(random, |random| linear_term(random, count, 1)))
        .collect();
    complete(variables, facts)
}

/// Indices below symbolic sizes, multiples of symbolic steps, and shares of symbolic totals.
fn tiles(random: &mut fastrand::Rng) -> System {
    let count = random.usize(2..=3);
    let mut variables = vec![];
    let mut facts = vec![];
    for name in &["n", "m", "k"][..count] {
        variables.push(variable(name, Some(pick(random, &[0, 1, 1, 1])), None));
    }
    for (number, name) in ["i", "j", "l"][..count].iter().enumerate() {
        variables.push(variable(name, Some(0), None));
        let (index, size) = (Term::Variable(count + number), Term::Variable(number));
        let other = Term::Variable((number + 1) % count);
        facts.push(match random.u8(0..8) {
            0 if variables[(number + 1) % count].lower == Some(1) => {
                Term::apply("<", [index, Term::apply("ceildiv", [size, other])])
            }
            1 => Term::apply("<=", [Term::apply("*", [index, other]), size]),
            2 if variables[number].lower == Some(1) => {
                Term::apply("==", [Term::apply("mod", [index, size]), Term::Integer(0)])
            }
            3 => Term::apply("<=", [index, size]),
            _ => Term::apply("<", [index, size]),
        });
    }
    if random.u8(0..3) == 0 {
        let (a, b) = (Term::Variable(0), Term::Variable(1));
        variables.push(variable("t", None, None));
        let name = Term::Variable(variables.len() - 1);
        facts.push(Term::apply("==", [name, Term::apply("*", [a, b])]));
    }
    complete(variables, facts)
}

fn goal(system: &System, random: &mut fastrand::Rng) -> Goal {
    let count = system.variables.len();
    let is_range = random.u8(0..8) == 0;
    let term = match (is_linear(system), is_range) {
        (true, true) => linear_term(random, count, 1),
        (true, false) => comparison(random, |random| linear_term(random, count, 1)),
        (false, true) => product_term(random, count),
        (false, false) => tile_goal(system, random),
    };
    let command = match is_range {
        true => "range",
        false => "prove",
    };
    Goal { command, term }
}

fn comparison(
    random: &mut fastrand::Rng,
    mut term: impl FnMut(&mut fastrand::Rng) -> Term,
) -> Term {
    let operator = pick(random, &["<=", "<", ">=", ">", "==", "!="]);
    let (left, right) = (term(random), term(random));
    Term::apply(operator, [left, right])
}

fn linear_term(random: &mut fastrand::Rng, variables: usize, depth: u8) -> Term {
    let mut parts = vec![];
    for _ in 0..random.usize(1..=2) {
        let mut part = Term::Variable(random.usize(0..variables));
        if depth > 0 && random.u8(0..5) == 0 {
            let inner = linear_term(random, variables, depth - 1);
            let divisor = Term::Integer(pick(random, &[2, 3, 4, 5, 8, 16, 32]));
            part = Term::apply(
                pick(random, &["floordiv", "mod", "ceildiv"]),
                [inner, divisor],
            );
        } else if depth > 0 && random.u8(0..8) == 0 {
            let sides = [(); 2].map(|()| linear_term(random, variables, depth - 1));
            part = Term::apply(pick(random, &["min", "max"]), sides);
        }
        let factor = pick(random, &[1, 1, 1, -1, 2, 3, -2, 5]);
        parts.push(match factor {
            1 => part,
            _ => Term::apply("*", [Term::Integer(factor), part]),
        });
    }
    if random.u8(0..5) < 3 {
        parts.push(Term::Integer(random.i64(-30..=30)));
    }
    sum(parts)
}

fn sum(mut parts: Vec<Term>) -> Term {
    match parts.len() {
        1 => parts.remove(0),
        _ => Term::Apply("+", parts),
    }
}

/// A sum of products, quotients, minima and maxima of variables.
fn product_term(random: &mut fastrand::Rng, variables: usize) -> Term {
    let leaf = |random: &mut fastrand::Rng| Term::Variable(random.usize(0..variables));
    let parts = (0..random.usize(1..=2)).map(|_| {
        let (a, b) = (leaf(random), leaf(random));
        match random.u8(0..8) {
            0..=2 => Term::apply("*", [a, b]),
            3 => Term::apply("*", [a, b, leaf(random)]),
            4 => Term::apply(pick(random, &["min", "max"]), [a, b]),
            _ => a,
        }
    });
    let mut parts: Vec<Term> = parts.collect();
    if random.u8(0..4) == 0 {
        parts.push(Term::Integer(random.i64(-3..=3)));
    }
    sum(parts)
}

/// A claim about a linearized index, its digits, or its tiles.
fn tile_goal(system: &System, random: &mut fastrand::Rng) -> Term {
    let count = system.variables.len();
    let leaf = |random: &mut fastrand::Rng| Term::Variable(random.usize(0..count));
    let product = |a: &Term, b: &Term| Term::apply("*", [a.clone(), b.clone()]);
    let [i, j, n, m] = [(); 4].map(|()| leaf(random));
    let index = Term::apply("+", [product(&i, &n), j.clone()]);
    match random.u8(0..10) {
        0 | 1 => Term::apply("<", [index, product(&m, &n)]),
        2 => {
            let next = Term::apply("+", [product(&index, &m), leaf(random)]);
            let size = Term::apply("*", [leaf(random), n, m]);
            Term::apply("<", [next, size])
        }
        3 if is_positive(system, &n) => Term::apply("==", [Term::apply("floordiv", [index, n]), i]),
        4 if is_positive(system, &n) => Term::apply("==", [Term::apply("mod", [index, n]), j]),
        5 if is_positive(system, &n) => {
            let quotient = Term::apply(pick(random, &["floordiv", "ceildiv"]), [i, n.clone()]);
            Term::apply(pick(random, &["<=", ">="]), [product(&quotient, &n), j])
        }
        6 => {
            let least = Term::apply("min", [i, j]);
            Term::apply(
                pick(random, &["<=", "<"]),
                [product(&least, &n), product(&m, &n)],
            )
        }
        _ => comparison(random, |random| product_term(random, count)),
    }
}

fn is_positive(system: &System, term: &Term) -> bool {
    matches!(term, Term::Variable(number) if system.variables[*number].lower == Some(1))
}

/// Assignments of small numbers that satisfy the facts.
fn samples(system: &System, random: &mut fastrand::Rng) -> Vec<Vec<i64>> {
    let mut found = vec![];
    for _ in 0..SAMPLES {
        let values: Vec<i64> = system
            .variables
            .iter()
            .map(|it| value(it, random))
            .collect();
        let values = consistent(system, values);
        if all_facts_hold(system, &values) {
            found.push(values);
        }
    }
    found
}

fn all_facts_hold(system: &System, values: &[i64]) -> bool {
    system
        .facts
        .iter()
        .all(|fact| fact.value(values) == Some(1))
}

/// With values of variables that an equation defines.
fn consistent(system: &System, mut values: Vec<i64>) -> Vec<i64> {
    for fact in &system.facts {
        if let Term::Apply("==", sides) = fact
            && let [Term::Variable(number), other] = &sides[..]
            && let Some(value) = other.value(&values)
            && let Ok(value) = i64::try_from(value)
        {
            values[*number] = value;
        }
    }
    values
}

fn value(variable: &Variable, random: &mut fastrand::Rng) -> i64 {
    let lower = variable.lower.unwrap_or(-12);
    let upper = variable
        .upper
        .unwrap_or(i64::MAX)
        .min(lower.saturating_add(20));
    random.i64(lower..=upper.max(lower))
}

fn pick<T: Copy>(random: &mut fastrand::Rng, choices: &[T]) -> T {
    choices[random.usize(0..choices.len())]
}
