//! Random questions about three variables in small boxes, compared with the values at all points.

use calipers::rules::Rules;
use calipers::script::{Answer, ProgramArena, Session};
use calipers::sexp::{Form, FormKind, read};

/// A xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }

    fn integer(&mut self, depth: u32) -> String {
        if depth == 0 || self.below(5) == 0 {
            return match self.below(3) {
                0 => (self.below(19) as i64 - 9).to_string(),
                _ => self.pick(&["x", "y", "z"]).to_owned(),
            };
        }
        let operator = self.pick(&[
            "+", "-", "*", "floordiv", "ceildiv", "mod", "truncdiv", "truncmod", "min", "max",
            "select", "+", "-", "*c", "/c", "%c",
        ]);
        match operator {
            "select" => {
                let condition = self.condition(depth - 1);
                let (a, b) = (self.integer(depth - 1), self.integer(depth - 1));
                format!("(select {condition} {a} {b})")
            }
            "*c" | "/c" | "%c" => {
                let operator = match operator {
                    "*c" => "*",
                    "/c" => self.pick(&["floordiv", "ceildiv", "truncdiv"]),
                    _ => self.pick(&["mod", "truncmod"]),
                };
                let constant = self.pick(&["2", "3", "4", "6", "8", "-2", "-3", "12"]);
                format!("({operator} {} {constant})", self.integer(depth - 1))
            }
            _ => {
                let (a, b) = (self.integer(depth - 1), self.integer(depth - 1));
                format!("({operator} {a} {b})")
            }
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        if depth > 0 && self.below(3) == 0 {
            let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
            return match self.below(6) {
                0 => format!("(not {a})"),
                1 => format!("(== {a} {b})"),
                2 => format!("(select {} {a} {b})", self.condition(depth - 1)),
                3 => format!("(or {a} {b})"),
                _ => format!("(and {a} {b})"),
            };
        }
        let operator = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let (a, b) = (self.integer(depth), self.integer(depth));
        format!("({operator} {a} {b})")
    }
}

/// The value at a point; none if the evaluation divides by zero. A condition is 0 or 1.
fn value(form: &Form, point: [i128; 3]) -> Option<i128> {
    match &form.kind {
        FormKind::Integer(number) => i128::try_from(number.clone()).ok(),
        FormKind::Atom(name) => match &name[..] {
            "x" => Some(point[0]),
            "y" => Some(point[1]),
            "z" => Some(point[2]),
            "true" => Some(1),
            "false" => Some(0),
            _ => panic!("{name}"),
        },
        FormKind::Str(_) => panic!("a string"),
        FormKind::List(_) => {
            let (head, arguments) = form.as_call().expect("a call");
            let at = |n: usize| value(&arguments[n], point);
            match head {
                "select" => return at(if at(0)? != 0 { 1 } else { 2 }),
                "and" => {
                    for argument in arguments {
                        if value(argument, point)? == 0 {
                            return Some(0);
                        }
                    }
                    return Some(1);
                }
                "or" => {
                    for argument in arguments {
                        if value(argument, point)? != 0 {
                            return Some(1);
                        }
                    }
                    return Some(0);
                }
                _ => {}
            }
            let values: Option<Vec<i128>> =
                arguments.iter().map(|form| value(form, point)).collect();
            let values = values?;
            let (a, b) = (values[0], values.get(1).copied().unwrap_or(0));
            let floor =
                |a: i128, b: i128| a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
            Some(match head {
                "+" => values.iter().sum(),
                "*" => values.iter().product(),
                "-" if values.len() == 1 => -a,
                "-" => a - values[1..].iter().sum::<i128>(),
                "min" => *values.iter().min()?,
                "max" => *values.iter().max()?,
                "not" => i128::from(a == 0),
                "<" => i128::from(a < b),
                "<=" => i128::from(a <= b),
                ">" => i128::from(a > b),
                ">=" => i128::from(a >= b),
                "==" => i128::from(a == b),
                "!=" => i128::from(a != b),
                _ if b == 0 => return None,
                "floordiv" => floor(a, b),
                "ceildiv" => -floor(-a, b),
                "mod" => a - b * floor(a, b),
                "truncdiv" => a / b,
                "truncmod" => a % b,
                _ => panic!("{head}"),
            })
        }
    }
}

fn only(text: &str) -> Form {
    read(text).expect("it reads").pop().expect("one form")
}

fn ask(session: &mut Session<'_>, text: &str) -> String {
    match session.execute(&only(text)) {
        Ok(Answer::Text(text) | Answer::CheckFailed(text)) => text,
        Ok(_) => String::new(),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// Whether an answer to `range` contains a value.
fn admits(range: &str, value: i128) -> bool {
    let (interval, congruence) = range.split_once(']').expect("a range");
    let (lower, upper) = interval[1..].split_once(", ").expect("two ends");
    let above = lower == "-inf" || lower.parse::<i128>().expect("an end") <= value;
    let below = upper == "+inf" || value <= upper.parse::<i128>().expect("an end");
    let congruent = congruence.trim().split_once("k+").is_none_or(|(m, r)| {
        let (m, r): (i128, i128) = (m.parse().expect("m"), r.parse().expect("r"));
        assert!(m >= 2 && 0 <= r && r < m, "{range}");
        (value - r) % m == 0
    });
    above && below && congruent
}

#[test]
fn answers_hold_at_all_points() {
    let count = std::env::var("CALIPERS_SOUNDNESS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(1_500);
    let seed = std::env::var("CALIPERS_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(0x5eed_cafe_u64);
    let mut random = Random(seed);
    let (rules, arena) = (Rules::embedded(), ProgramArena::new());
    let mut session = Session::new(&rules, &arena);
    let mut decided = 0;
    for _ in 0..count {
        let mut script = vec!["(push)".to_owned()];
        let mut boxes = vec![];
        for name in ["x", "y", "z"] {
            let lower = random.below(13) as i128 - 8;
            let upper = lower + random.below(9) as i128;
            script.push(match random.below(3) {
                0 => format!("(var {name})"),
                1 => format!("(var {name} :min {lower})"),
                _ => format!("(var {name} :min {lower} :max {upper})"),
            });
            let is_open = |mark: &str| !script.last().expect("a line").contains(mark);
            // If there is no bound, tries some points beyond it.
            let lower = if is_open(":min") { lower - 3 } else { lower };
            let upper = if is_open(":max") { upper + 3 } else { upper };
            boxes.push(lower..=upper);
        }
        let assumptions: Vec<Form> = (0..random.below(3))
            .map(|_| {
                let condition = random.condition(1);
                script.push(format!("(assume {condition})"));
                only(&condition)
            })
            .collect();
        for line in &script {
            ask(&mut session, line);
        }
        let depth = 1 + random.below(3) as u32;
        let (integer, condition) = (random.integer(depth), random.condition(depth));
        let points: Vec<[i128; 3]> = boxes[0]
            .clone()
            .flat_map(|x| {
                let (ys, zs) = (boxes[1].clone(), boxes[2].clone());
                ys.flat_map(move |y| zs.clone().map(move |z| [x, y, z]))
            })
            .filter(|&point| {
                assumptions
                    .iter()
                    .all(|condition| value(condition, point).is_some_and(|truth| truth != 0))
            })
            .collect();

        let questions = [
            format!("(range {integer})"),
            format!("(prove {condition})"),
            format!("(simplify {integer})"),
            format!("(simplify {condition})"),
            format!("(lb {integer} :in (x y))"),
            format!("(ub {integer} :in (x y))"),
            format!("(eq {integer} :in (x y))"),
        ];
        let answers: Vec<String> = questions
            .iter()
            .map(|question| ask(&mut session, question))
            .collect();
        let (integer, condition) = (only(&integer), only(&condition));
        decided += usize::from(answers[1] != "unknown");
        let told: Vec<Option<Form>> = answers[2..]
            .iter()
            .map(|answer| (answer != "none").then(|| only(answer)))
            .collect();
        for point in points {
            let context = || format!("{script:?}\n{questions:?}\n{answers:?}\nat {point:?}");
            if let Some(truth) = value(&condition, point) {
                let allowed: &[&str] = if truth != 0 {
                    &["proved", "unknown"]
                } else {
                    &["refuted", "unknown"]
                };
                assert!(allowed.contains(&&answers[1][..]), "{}", context());
                let simple = told[1].as_ref().and_then(|form| value(form, point));
                assert_eq!(simple, Some(truth), "{}", context());
            }
            if let Some(number) = value(&integer, point) {
                assert!(admits(&answers[0], number), "{}", context());
                let at = |n: usize| {
                    told[n]
                        .as_ref()
                        .map(|form| value(form, point).expect("a value where the original has one"))
                };
                assert_eq!(at(0), Some(number), "{}", context());
                assert!(at(2).is_none_or(|lower| lower <= number), "{}", context());
                assert!(at(3).is_none_or(|upper| number <= upper), "{}", context());
                assert!(at(4).is_none_or(|equal| equal == number), "{}", context());
            }
        }
        ask(&mut session, "(pop)");
    }
    assert!(
        decided * 4 > count,
        "only {decided} of {count} were decided"
    );
}
