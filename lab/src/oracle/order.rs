//! Checks whether answers depend on earlier questions.

use super::answer::{Answer, ask};
use super::question::Question;
use super::{Failure, Fault, Subject};
use fastrand::Rng;

/// The maximum number of questions that are asked in every order.
const FEW: usize = 4;

/// Asks some of the questions again, on a new analysis and in another order.
pub(super) fn reorder(
    subject: Subject<'_>,
    answers: &[(Question, Answer)],
    seed: u64,
) -> Vec<Failure> {
    let mut random = Rng::with_seed(seed);
    let mut some: Vec<usize> = (0..answers.len()).filter(|_| random.bool()).collect();
    random.shuffle(&mut some);
    let mut analysis = subject.analysis();
    let mut failures = vec![];
    for (n, &at) in some.iter().enumerate() {
        let (question, answer) = &answers[at];
        let again = ask(&mut analysis, question);
        if differ(answer, &again) {
            let first = answers[..at].iter().map(|(it, _)| it.clone());
            let second = some[..n].iter().map(|&at| answers[at].0.clone());
            let orders = [first.collect(), second.collect()];
            failures.push(Failure {
                question: question.clone(),
                answer: answer.clone(),
                fault: Fault::Reordered(again),
                after: culprits(subject, question, orders),
                reading: subject.reading,
            });
        }
    }
    failures
}

fn differ(a: &Answer, b: &Answer) -> bool {
    a != b && *a != Answer::Budget && *b != Answer::Budget
}

fn ask_after(subject: Subject<'_>, before: &[Question], question: &Question) -> Answer {
    let mut analysis = subject.analysis();
    for other in before {
        ask(&mut analysis, other);
    }
    ask(&mut analysis, question)
}

/// A small list of questions after which the answer to another one differs from its answer on a new analysis.
pub(super) fn culprits(
    subject: Subject<'_>,
    question: &Question,
    orders: impl IntoIterator<Item = Vec<Question>>,
) -> Vec<Question> {
    let alone = ask_after(subject, &[], question);
    let matters = |before: &[Question]| differ(&alone, &ask_after(subject, before, question));
    let Some(mut before) = orders.into_iter().find(|before| matters(before)) else {
        return vec![];
    };
    let mut step = before.len().div_ceil(2);
    while step > 0 {
        let mut from = 0;
        while from < before.len() {
            let mut fewer = before.clone();
            fewer.drain(from..(from + step).min(before.len()));
            match matters(&fewer) {
                true => before = fewer,
                false => from += step,
            }
        }
        step /= 2;
    }
    before
}

/// Asks a few questions in all orders, each order on a new analysis.
pub fn permuted(subject: Subject<'_>, questions: &[Question]) -> Vec<Failure> {
    if !(2..=FEW).contains(&questions.len()) {
        return vec![];
    }
    let mut first: Vec<Option<Answer>> = vec![None; questions.len()];
    let mut failures = vec![];
    for order in orders(questions.len()) {
        let mut analysis = subject.analysis();
        for (n, &at) in order.iter().enumerate() {
            let answer = ask(&mut analysis, &questions[at]);
            match &first[at] {
                None => first[at] = Some(answer),
                Some(other) if differ(other, &answer) => failures.push(Failure {
                    question: questions[at].clone(),
                    answer: other.clone(),
                    fault: Fault::Reordered(answer),
                    after: order[..n].iter().map(|&at| questions[at].clone()).collect(),
                    reading: subject.reading,
                }),
                Some(_) => {}
            }
        }
    }
    failures
}

/// All orders of `0..count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for last in 0..count {
        let longer = all.iter().flat_map(|order: &Vec<usize>| {
            (0..=order.len()).map(move |at| {
                let mut order = order.clone();
                order.insert(at, last);
                order
            })
        });
        all = longer.collect();
    }
    all
}
