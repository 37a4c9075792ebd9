use super::*;
use crate::coordinates::Coordinates;

/// A reproducible sequence of numbers.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, limit: u64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit) as i64
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.next((high - low + 1) as u64)
    }
}

fn form(constant: i64, terms: &[i64]) -> Linear<usize> {
    let terms = terms.iter().copied().map(Int::from).enumerate();
    Linear::from_terms(Int::from(constant), terms.filter(|it| !it.1.is_zero())).expect("small")
}

fn at_least_zero(constant: i64, terms: &[i64]) -> Row {
    Row::new(form(constant, terms), Relation::AtLeastZero)
}

fn zero(constant: i64, terms: &[i64]) -> Row {
    Row::new(form(constant, terms), Relation::Zero)
}

fn decided(variables: usize, rows: &[Row]) -> Option<bool> {
    match decide(variables, rows, &mut Budget::default()) {
        Answer::Infeasible(refutation) => {
            assert!(refutation.refutes(rows), "{refutation:?} of {rows:?}");
            Some(false)
        }
        Answer::Model(model) => {
            assert!(rows.iter().all(|row| is_satisfied(row, &model)));
            Some(true)
        }
        Answer::Unknown => None,
    }
}

/// Whether a point of a box satisfies all rows.
fn by_enumeration(rows: &[Row], variables: usize, low: i64, high: i64) -> bool {
    let mut point = vec![low; variables];
    loop {
        let values: Vec<Int> = point.iter().copied().map(Int::from).collect();
        if rows.iter().all(|row| is_satisfied(row, &values)) {
            return true;
        }
        let Some(place) = point.iter().position(|&it| it < high) else {
            return false;
        };
        point[place] += 1;
        point[..place].fill(low);
    }
}

#[test]
fn equations_without_integer_solutions() {
    assert_eq!(decided(2, &[zero(-1, &[6, -10])]), Some(false));
    // 3x + 6y − 9z = 2, hidden in two equations.
    let rows = [zero(-1, &[3, 6, -9, 1]), zero(1, &[0, 0, 0, -1])];
    assert_eq!(decided(4, &rows), Some(true));
    let rows = [zero(-1, &[3, 6, -9, 1]), zero(-1, &[0, 0, 0, -1])];
    assert_eq!(decided(4, &rows), Some(false));
}

#[test]
fn thin_polyhedra() {
    // 5x + 7y = 23 for x, y >= 0.
    let rows = [
        zero(-23, &[5, 7]),
        at_least_zero(0, &[1, 0]),
        at_least_zero(0, &[0, 1]),
    ];
    assert_eq!(decided(2, &rows), Some(false));
    // 1 <= 3x − 3y + z <= 2 and z = 0, unbounded.
    let rows = [
        at_least_zero(-1, &[3, -3, 1]),
        at_least_zero(2, &[-3, 3, -1]),
        zero(0, &[0, 0, 1]),
    ];
    assert_eq!(decided(3, &rows), Some(false));
    // 0 < 27x − 14y < 1 over a long range, where 27x − 14y is an integer that skips nothing: it is always possible.
    let far = 1 << 40;
    let rows = [
        at_least_zero(-1, &[27, -14]),
        at_least_zero(1, &[-27, 14]),
        at_least_zero(0, &[1, 0]),
        at_least_zero(far, &[-1, 0]),
    ];
    assert_eq!(decided(2, &rows), Some(true));
    // 2 <= 12x − 21y + 6z <= 2: all are multiples of 3.
    let rows = [
        at_least_zero(-1, &[12, -21, 6]),
        at_least_zero(2, &[-12, 21, -6]),
    ];
    assert_eq!(decided(3, &rows), Some(false));
}

#[test]
fn implied_equations_of_unbounded_systems() {
    // x + y >= 2z + 1 and x + y <= 2z + 1 and x = y, without bounds.
    let rows = [
        at_least_zero(-1, &[1, 1, -2]),
        at_least_zero(1, &[-1, -1, 2]),
        at_least_zero(0, &[1, -1, 0]),
        at_least_zero(0, &[-1, 1, 0]),
    ];
    assert_eq!(decided(3, &rows), Some(false));
}

#[test]
fn a_knapsack_that_branch_and_bound_on_the_variables_does_not_finish() {
    // 12223x + 12224y + 36674z + 61119u + 85569v = 89643481 has no nonnegative solution (K. Aardal and A. K. Lenstra,
    // "Hard Equality Constrained Integer Knapsacks", 2004).
    let mut rows = vec![zero(-89_643_481, &[12_223, 12_224, 36_674, 61_119, 85_569])];
    for variable in 0..5 {
        let mut terms = [0; 5];
        terms[variable] = 1;
        rows.push(at_least_zero(0, &terms));
    }
    assert_eq!(decided(5, &rows), Some(false));
}

#[test]
fn random_systems_agree_with_enumeration() {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let (mut feasible, mut infeasible) = (0, 0);
    for _ in 0..4000 {
        let variables = numbers.between(1, 3) as usize;
        let mut rows = vec![];
        for _ in 0..numbers.between(1, 4) {
            let terms: Vec<i64> = (0..variables).map(|_| numbers.between(-9, 9)).collect();
            let constant = numbers.between(-20, 20);
            rows.push(match numbers.next(4) {
                0 => zero(constant, &terms),
                _ => at_least_zero(constant, &terms),
            });
        }
        let is_boxed = numbers.next(2) == 0;
        if is_boxed {
            for variable in 0..variables {
                let mut terms = vec![0; variables];
                terms[variable] = 1;
                rows.push(at_least_zero(6, &terms));
                terms[variable] = -1;
                rows.push(at_least_zero(6, &terms));
            }
        }
        let found = decided(variables, &rows);
        let found = found.unwrap_or_else(|| panic!("not decided: {rows:?}"));
        let reach = if is_boxed { 6 } else { 14 };
        let enumerated = by_enumeration(&rows, variables, -reach, reach);
        match is_boxed {
            true => assert_eq!(found, enumerated, "{rows:?}"),
            // Points outside of the box are not enumerated.
            false => assert!(found || !enumerated, "{rows:?}"),
        }
        *(if found {
            &mut feasible
        } else {
            &mut infeasible
        }) += 1;
    }
    assert!(
        feasible > 800 && infeasible > 800,
        "{feasible} {infeasible}"
    );
}

#[test]
fn coordinates_stay_unimodular() {
    let mut coordinates = Coordinates::new(3);
    for (to, from, factor) in [(0, 1, 3), (2, 0, -5), (1, 2, 7), (0, 2, 1)] {
        coordinates
            .add_column(to, from, &Int::from(factor))
            .expect("small");
    }
    for value in [[1, 0, 0], [0, 1, 0], [4, -7, 9]] {
        let values: Vec<(usize, Int)> = value.into_iter().map(Int::from).enumerate().collect();
        let point = coordinates.point(&values);
        for (coordinate, value) in &values {
            let form = coordinates.form(*coordinate).expect("small");
            assert_eq!(value_of(&form, &point), *value);
        }
    }
}
