//! Compares answers about counters of eight bits with all iterations of their loops.

use calipers::rules::Rules;
use calipers::script::{Answer, ProgramArena, Session};
use calipers::sexp::read;
use std::collections::BTreeSet;

/// A loop whose bounds are in these ranges.
struct Loop {
    is_unsigned: bool,
    lower: [i64; 2],
    upper: [i64; 2],
    step: [i64; 2],
}

fn wrapped(number: i64) -> i64 {
    (number + 128).rem_euclid(256) - 128
}

/// The lower bound, the step and the counter of each iteration.
fn iterations(
    Loop {
        is_unsigned,
        lower,
        upper,
        step,
    }: &Loop,
) -> BTreeSet<[i64; 3]> {
    let read = |number: i64| {
        if *is_unsigned {
            number.rem_euclid(256)
        } else {
            number
        }
    };
    let mut found = BTreeSet::new();
    for first in lower[0]..=lower[1] {
        for end in upper[0]..=upper[1] {
            for by in step[0]..=step[1] {
                let (mut counter, mut seen) = (first, BTreeSet::new());
                // A counter that comes again stays in the loop.
                while read(counter) < read(end) && seen.insert(counter) {
                    found.insert([first, by, counter]);
                    counter = wrapped(counter + by);
                }
            }
        }
    }
    found
}

fn answers(of: &Loop, questions: &[&str]) -> Vec<String> {
    let unsigned = if of.is_unsigned { "unsigned " } else { "" };
    let program = format!(
        "func.func @f(%l: i8, %u: i8, %s: i8) {{
           %c = arith.constant {} : i8
           scf.for {unsigned}%i = %l to %u step {} : i8 {{ \"test.use\"(%i) : (i8) -> () }}
           return
         }}",
        of.step[0],
        if of.step[0] == of.step[1] { "%c" } else { "%s" },
    );
    let mut script = "(load \"p.mlir\")".to_owned();
    for (name, [low, high]) in [("%l", of.lower), ("%u", of.upper), ("%s", of.step)] {
        script += &format!("(assume (and (<= {low} {name}) (<= {name} {high})))");
    }
    let (rules, arena) = (
        Rules::embedded(),
        ProgramArena::sealed([("p.mlir".to_owned(), program)]),
    );
    let mut session = Session::new(&rules, &arena);
    let mut answers = vec![];
    for command in read(&(script + &questions.concat())).expect("the script is well-formed") {
        if let Answer::Text(text) = session.execute(&command).expect("the program is valid") {
            answers.push(text);
        }
    }
    answers
}

#[test]
fn answers_hold_in_all_iterations() {
    /// Whether a condition holds for a lower bound, a step and a counter.
    type Condition = fn([i64; 3]) -> bool;
    let conditions: [(&str, Condition); 5] = [
        ("(prove (<= %l %i))", |[first, _, counter]| first <= counter),
        ("(prove (<= (uint %l) (uint %i)))", |[first, _, counter]| {
            first.rem_euclid(256) <= counter.rem_euclid(256)
        }),
        (
            "(prove (== (mod (- %i %l) %s) 0))",
            |[first, by, counter]| (counter - first) % by == 0,
        ),
        ("(prove (== (mod (- %i %l) 4) 0))", |[first, _, counter]| {
            (counter - first) % 4 == 0
        }),
        (
            "(prove (== (mod (- (uint %i) (uint %l)) %s) 0))",
            |[first, by, counter]| (counter.rem_euclid(256) - first.rem_euclid(256)) % by == 0,
        ),
    ];
    let questions = conditions.map(|(question, _)| question);
    let mut decided = 0;
    for is_unsigned in [false, true] {
        for step in [
            [1, 1],
            [2, 2],
            [3, 3],
            [12, 12],
            [16, 16],
            [100, 100],
            [1, 20],
        ] {
            for lower in [[0, 0], [-128, 127], [-7, 5], [96, 96]] {
                for upper in [[-128, 127], [-20, 60], [112, 112], [127, 127]] {
                    let of = Loop {
                        is_unsigned,
                        lower,
                        upper,
                        step,
                    };
                    let runs = iterations(&of);
                    let found = answers(&of, &questions);
                    assert_eq!(found.len(), questions.len(), "{found:?}");
                    for (answer, (question, holds)) in found.iter().zip(conditions) {
                        let expected = match answer.as_str() {
                            "proved" => true,
                            "refuted" => false,
                            "unreachable" => {
                                assert!(runs.is_empty(), "{question}");
                                continue;
                            }
                            _ => continue,
                        };
                        decided += 1;
                        let wrong = runs.iter().find(|run| holds(**run) != expected);
                        assert_eq!(
                            wrong, None,
                            "{question} {is_unsigned} {lower:?} {upper:?} {step:?}"
                        );
                    }
                }
            }
        }
    }
    assert!(decided > 400, "only {decided}");
}
