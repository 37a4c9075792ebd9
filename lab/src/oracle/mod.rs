//! The oracle: compares the answers of the engine about a program with runs of it.

mod answer;
mod choose;
mod confirm;
mod examples;
mod inputs;
mod order;
mod question;
mod shrink;

pub use answer::{Answer, agrees, ask, prove};
pub use choose::{places, questions};
pub use inputs::Inputs;
pub use order::permuted;
pub use question::{ASK, Ask, Question, Term, evaluate};
pub use shrink::{shrink, with_question};

use crate::interpret::{Machine, Observer, Settings, State};
use calipers::analysis::Analysis;
use calipers::ir::Module;
use calipers::number::Int;
use calipers::program::{OpId, Point, Program};
use calipers::rules::Rules;
use calipers::solve::{Config, PureOpsAssert};
use cpu_time::ThreadTime;
use hashbrown::HashMap;
use std::time::Duration;

/// The assumption about poison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// Answers assume that no op gave poison, as they do by default, and runs end at the first poison.
    #[default]
    Pure,
    /// Answers do not assume it, as in passes that rewrite, and runs continue with poison.
    Speculative,
}

/// A program, and the assumptions about it.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The program.
    pub module: &'a Module,
    /// The semantics of its ops.
    pub rules: &'a Rules,
    /// The assumption about poison.
    pub reading: Reading,
}

impl<'a> Subject<'a> {
    /// A new analysis of it.
    pub fn analysis(self) -> Analysis<'a> {
        let pure_ops_assert = match self.reading {
            Reading::Pure => PureOpsAssert::InQuestions,
            Reading::Speculative => PureOpsAssert::Never,
        };
        let config = Config {
            pure_ops_assert,
            ..Config::default()
        };
        Analysis::with_config(self.module, self.rules, config)
    }
}

/// The effort for each program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The number of questions.
    pub questions: usize,
    /// The number of runs.
    pub runs: u64,
    /// The number of answers whose proof is checked.
    pub proofs: usize,
    /// The number of comparisons that are not proved whose counterexamples are executed.
    pub examples: usize,
    /// The number of answers that are written as scripts for other solvers.
    pub scripts: usize,
    /// Whether the questions are asked again, on a new analysis and in another order.
    pub reorder: bool,
}

/// The processor time above which an answer counts as too slow: far more than its budget of work allows.
const SLOW: Duration = Duration::from_secs(4);

/// A defect of an answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Fault {
    /// A run contradicts it.
    Wrong {
        /// The inputs of that run.
        seed: u64,
        /// The settings of that run.
        settings: Settings,
    },
    /// Its proof cannot be derived, or is rejected.
    Unproved(String),
    /// The answer depends on the order of the questions.
    Reordered(Answer),
    /// A value of the counterexample is not in the range of its term, or a run with its values does not violate the
    /// comparison.
    Example(Vec<(Term, Int)>),
    /// It exceeded the limit of processor time.
    Slow(Duration),
}

/// A defective answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// The question.
    pub question: Question,
    /// The answer.
    pub answer: Answer,
    /// The defect.
    pub fault: Fault,
    /// The earlier questions, if they are relevant.
    pub after: Vec<Question>,
    /// The assumption about poison.
    pub reading: Reading,
}

/// The results for a program.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// The number of runs.
    pub runs: u64,
    /// Runs that ended early, by the reason.
    pub stopped: HashMap<String, u64>,
    /// The number of questions.
    pub asked: u64,
    /// The number of questions with an answer.
    pub answered: u64,
    /// The number of answers that at least one run observed.
    pub checked: u64,
    /// The number of observations of answers.
    pub looks: u64,
    /// The number of accepted proofs.
    pub proved: u64,
    /// The number of counterexamples.
    pub examples: u64,
    /// Those with whose values a run violated the comparison.
    pub replayed: u64,
    /// Answers as SMT-LIB scripts, each unsatisfiable if the answer is right.
    pub scripts: Vec<String>,
    /// The failures.
    pub failures: Vec<Failure>,
}

/// Answers by the point at which runs observe them.
struct Watch<'a> {
    answers: &'a [(Question, Answer)],
    by_point: HashMap<Point, Vec<usize>>,
    looks: Vec<u64>,
    wrong: Vec<usize>,
}

impl<'a> Watch<'a> {
    fn new(answers: &'a [(Question, Answer)]) -> Watch<'a> {
        let mut by_point: HashMap<Point, Vec<usize>> = HashMap::new();
        for (n, (question, answer)) in answers.iter().enumerate() {
            if !matches!(answer, Answer::Unknown | Answer::Budget) {
                by_point.entry(question.point).or_default().push(n);
            }
        }
        Watch {
            answers,
            by_point,
            looks: vec![0; answers.len()],
            wrong: vec![],
        }
    }
}

impl Observer for Watch<'_> {
    fn reached(&mut self, point: Point, state: &State<'_>) {
        let Some(here) = self.by_point.get(&point) else {
            return;
        };
        for &n in here {
            let (question, answer) = &self.answers[n];
            match agrees(question, answer, state) {
                Some(true) => self.looks[n] += 1,
                Some(false) => self.wrong.push(n),
                None => {}
            }
        }
    }
}

/// The settings of the `n`-th run of a program: most with an index of 64 bits, some with other widths. Out-of-bounds
/// accesses do not end a run, since answers must not assume them absent.
fn settings(n: u64, reading: Reading) -> Settings {
    Settings {
        poison: reading == Reading::Speculative,
        index_width: match n % 8 {
            3 => 32,
            _ => 64,
        },
        ..Settings::default()
    }
}

/// Asks questions about a function, and executes it to compare the answers with the values.
pub fn examine(
    subject: Subject<'_>,
    function: OpId,
    questions: Vec<Question>,
    effort: &Effort,
    seed: u64,
) -> Report {
    let reading = subject.reading;
    let mut analysis = subject.analysis();
    let mut failures = vec![];
    let answers: Vec<(Question, Answer)> = questions
        .into_iter()
        .map(|question| {
            let began = ThreadTime::now();
            let answer = ask(&mut analysis, &question);
            let took = began.elapsed();
            if took > SLOW {
                failures.push(Failure {
                    question: question.clone(),
                    answer: answer.clone(),
                    fault: Fault::Slow(took),
                    after: vec![],
                    reading,
                });
            }
            (question, answer)
        })
        .collect();
    let mut report = Report {
        asked: answers.len() as u64,
        failures,
        ..Report::default()
    };
    run(subject, function, &answers, effort, seed, &mut report);
    let wrong = |failure: &&mut Failure| matches!(failure.fault, Fault::Wrong { .. });
    for failure in report.failures.iter_mut().filter(wrong) {
        let asked = answers.iter().map(|(question, _)| question);
        let before = asked.take_while(|&question| *question != failure.question);
        let before = before.cloned().collect();
        failure.after = order::culprits(subject, &failure.question, [before]);
    }
    proofs(&mut analysis, reading, &answers, effort, &mut report);
    examples::replay(
        &mut analysis,
        subject,
        function,
        &answers,
        effort.examples,
        seed,
        &mut report,
    );
    let scripts = answers
        .iter()
        .flat_map(|(question, answer)| confirm::scripts(&mut analysis, question, answer));
    report.scripts = scripts.take(effort.scripts).collect();
    if effort.reorder {
        let failures = order::reorder(subject, &answers, seed);
        report.failures.extend(failures);
    }
    report
}

/// Executes the function, and checks each answer wherever a run reaches its point.
fn run(
    subject: Subject<'_>,
    function: OpId,
    answers: &[(Question, Answer)],
    effort: &Effort,
    seed: u64,
    report: &mut Report,
) {
    let Subject {
        module, reading, ..
    } = subject;
    let mut watch = Watch::new(answers);
    report.answered = watch.by_point.values().map(|here| here.len() as u64).sum();
    let mut found = vec![false; answers.len()];
    for n in 0..effort.runs {
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(n);
        let settings = settings(n, reading);
        let mut inputs = Inputs::new(seed);
        let ended = Machine::new(module, settings, &mut inputs, &mut watch).run(function);
        if let Err(stop) = ended {
            *report.stopped.entry(stop.to_string()).or_default() += 1;
        }
        report.runs += 1;
        for n in std::mem::take(&mut watch.wrong) {
            if !std::mem::replace(&mut found[n], true) {
                let (question, answer) = answers[n].clone();
                report.failures.push(Failure {
                    question,
                    answer,
                    fault: Fault::Wrong { seed, settings },
                    after: vec![],
                    reading,
                });
            }
        }
    }
    report.checked = watch.looks.iter().filter(|looks| **looks > 0).count() as u64;
    report.looks = watch.looks.iter().sum();
}

/// Derives the proofs of some answers, and checks them independently.
fn proofs(
    analysis: &mut Analysis<'_>,
    reading: Reading,
    answers: &[(Question, Answer)],
    effort: &Effort,
    report: &mut Report,
) {
    let answered = answers
        .iter()
        .filter(|(_, answer)| !matches!(answer, Answer::Unknown | Answer::Budget));
    for (question, answer) in answered.take(effort.proofs) {
        let why = match prove(analysis, question, answer) {
            None => continue,
            Some(Err(reason)) => reason.to_string(),
            Some(Ok(proof)) => match analysis.check_proof(&proof) {
                Err(rejection) => rejection.to_string(),
                Ok(()) => {
                    report.proved += 1;
                    continue;
                }
            },
        };
        report.failures.push(Failure {
            question: question.clone(),
            answer: answer.clone(),
            fault: Fault::Unproved(why),
            after: vec![],
            reading,
        });
    }
}

/// The functions of a module that have a body.
pub fn functions(module: &Module) -> Vec<OpId> {
    let mut found = module.ops_named("func.func");
    found.retain(|&op| {
        let bodies = module.regions(op);
        bodies.iter().any(|&body| !module.blocks(body).is_empty())
    });
    found
}

/// The questions in a function.
///
/// # Errors
/// The error in one of them.
pub fn written(module: &Module, function: OpId) -> Result<Vec<Question>, String> {
    module
        .walk(function)
        .filter(|&op| module.op_name(op) == ASK)
        .map(|op| Question::of(module, op))
        .collect()
}
