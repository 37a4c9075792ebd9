//! Counterexamples to comparisons that are not proved: each value must be in the range of its term, and a
//! run with all of the values must violate the comparison.

use super::answer::{Answer, contains};
use super::inputs::Inputs;
use super::question::{Ask, Question, Term, evaluate};
use super::{Failure, Fault, Report, Subject, settings};
use crate::interpret::{Machine, Observer, Source, State};
use calipers::analysis::{Analysis, Variable};
use calipers::number::Int;
use calipers::program::{Column, OpId, Point, Program, TypeView, ValueId};

/// The number of runs with the arguments of a counterexample.
const RUNS: u64 = 4;

/// Values of terms that are said to satisfy what is known and to violate a condition.
type Example = Vec<(Term, Int)>;

/// Asks for counterexamples, executes the function with them, and counts the runs that have their values.
pub(super) fn replay(
    analysis: &mut Analysis<'_>,
    subject: Subject<'_>,
    function: OpId,
    answers: &[(Question, Answer)],
    most: usize,
    seed: u64,
    report: &mut Report,
) {
    let open = answers.iter().filter_map(|(question, answer)| {
        let Ask::Compare(comparison, other) = &question.ask else {
            return None;
        };
        let condition = comparison.condition(&question.term, other);
        let is_open = matches!(answer, Answer::Unknown | Answer::Truth(false));
        is_open.then_some((question, answer, condition))
    });
    for (question, answer, condition) in open.take(most) {
        let Some(example) = analysis.counterexample_at(&condition, Some(question.point)) else {
            continue;
        };
        report.examples += 1;
        let is_outside = example.iter().any(|(term, value)| {
            let variable = Variable::term(term.clone());
            let range = analysis.range_at(&variable, Some(question.point));
            !range.is_empty() && !contains(&range, value)
        });
        let mut watch = Watch {
            point: question.point,
            example: &example,
            condition: &condition,
            violated: false,
            satisfied: false,
        };
        for n in 0..RUNS {
            let mut inputs = arguments(subject, function, &example, seed ^ n);
            let settings = settings(0, subject.reading);
            // How the run ends does not matter.
            let _ = Machine::new(subject.module, settings, &mut inputs, &mut watch).run(function);
        }
        report.replayed += u64::from(watch.violated);
        if is_outside || watch.satisfied {
            report.failures.push(Failure {
                question: question.clone(),
                answer: answer.clone(),
                fault: Fault::Example(example),
                after: vec![],
                reading: subject.reading,
            });
        }
    }
}

/// The arguments of a counterexample, up to the first one that is no number; the others are random.
fn arguments(subject: Subject<'_>, function: OpId, example: &Example, seed: u64) -> Arguments {
    let module = subject.module;
    let value_of = |argument: ValueId| {
        let is_it = |it: &&(Term, Int)| it.0 == Term::Leaf(Column::Value(argument));
        let (_, value) = example.iter().find(is_it)?;
        i128::try_from(value).ok()
    };
    let mut first = vec![];
    let entry = module.regions(function).first();
    let entry = entry.and_then(|&body| module.blocks(body).first());
    for &argument in entry.map_or(&[][..], |&block| module.block_arguments(block)) {
        match module.value_type(argument) {
            TypeView::Index | TypeView::Integer { .. } => first.push(value_of(argument)),
            TypeView::Shaped(_) => break,
            _ => {}
        }
    }
    first.reverse();
    Arguments {
        first,
        others: Inputs::new(seed),
    }
}

/// Given values for the first arguments, the first of them at the end.
struct Arguments {
    first: Vec<Option<i128>>,
    others: Inputs,
}

impl Source for Arguments {
    fn integer(&mut self, width: Option<u32>) -> i128 {
        let given = self.first.pop().flatten();
        given.unwrap_or_else(|| self.others.integer(width))
    }

    fn size(&mut self) -> i128 {
        self.others.size()
    }
}

struct Watch<'a> {
    point: Point,
    example: &'a Example,
    condition: &'a Term,
    violated: bool,
    satisfied: bool,
}

impl Observer for Watch<'_> {
    fn reached(&mut self, point: Point, state: &State<'_>) {
        if point != self.point {
            return;
        }
        let value = |term: &Term| evaluate(term, &|column| state.column(column));
        let mut values = self.example.iter();
        if values.all(|(term, told)| value(term).as_ref() == Some(told)) {
            match value(self.condition) {
                Some(truth) if truth == Int::ZERO => self.violated = true,
                Some(_) => self.satisfied = true,
                None => {}
            }
        }
    }
}
