//! The long run: program after program, each found again by the seed and its number.

use crate::generate::{MODELS, numbered};
use crate::oracle::{
    Effort, Failure, Fault, Reading, Report, Subject, examine, functions, permuted, questions,
    shrink, with_question, written,
};
use calipers::ir::{Module, ParseOptions};
use calipers::rules::Rules;
use cpu_time::ThreadTime;
use hashbrown::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What is run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Names the sequence of programs.
    pub seed: u64,
    /// The number of the first program.
    pub first: u64,
    /// How many programs at most.
    pub programs: u64,
    /// Of how many programs one is of whole tensors; 0 if none is.
    pub models: u64,
    /// For how long at most.
    pub time: Duration,
    /// Programs at a time.
    pub threads: usize,
    /// How much is done with each.
    pub effort: Effort,
    /// Of how many programs one has its proofs checked and its questions reordered.
    pub thorough: u64,
    /// After how many failures the run ends.
    pub failures: usize,
    /// Whether programs that fail are made small.
    pub shrink: bool,
    /// Whether only answers that a run contradicts are told.
    pub only_wrong: bool,
}

impl Summary {
    /// The answers that a run contradicts.
    pub fn wrong(&self) -> impl Iterator<Item = &Found> {
        self.with_fault(|fault| matches!(fault, Fault::Wrong { .. }))
    }

    /// What was found with a fault of some kind.
    pub fn with_fault(&self, keep: fn(&Fault) -> bool) -> impl Iterator<Item = &Found> {
        self.found.iter().filter(move |found| match &found.finding {
            Finding::Failure(failure) => keep(&failure.fault),
            _ => false,
        })
    }
}

impl Plan {
    /// To look for the first answer that a run contradicts, and for nothing else.
    pub fn for_wrong(seed: u64, time: Duration, threads: usize) -> Plan {
        Plan {
            seed,
            time,
            threads,
            failures: 1,
            shrink: false,
            only_wrong: true,
            thorough: u64::MAX,
            ..Plan::default()
        }
    }
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            seed: 1,
            first: 0,
            programs: u64::MAX,
            models: MODELS,
            time: Duration::MAX,
            threads: 1,
            effort: Effort {
                questions: 90,
                runs: 30,
                proofs: 12,
                reorder: true,
            },
            thorough: 8,
            failures: 20,
            shrink: true,
            only_wrong: false,
        }
    }
}

/// What is wrong with a program.
#[derive(Clone, Debug)]
pub enum Finding {
    /// It does not parse.
    Invalid(String),
    /// Something panicked.
    Panic,
    /// An answer does not hold.
    Failure(Box<Failure>),
}

/// A finding and where to find it again.
#[derive(Clone, Debug)]
pub struct Found {
    /// The number of the program.
    pub number: u64,
    /// What was found.
    pub finding: Finding,
    /// The program, with its question where there is one; shrunk where that was possible.
    pub text: String,
}

/// All that was counted and found.
#[derive(Clone, Default, Debug)]
pub struct Summary {
    /// Programs.
    pub programs: u64,
    /// The sums of all reports.
    pub report: Report,
    /// The most processor time that asking about a program and running it took, and its number.
    pub slowest: (Duration, u64),
    /// What was found.
    pub found: Vec<Found>,
}

/// The seed of a program.
pub fn seed_of(seed: u64, number: u64) -> u64 {
    // SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators").
    let mut z = seed
        .wrapping_mul(0xd134_2543_de82_ef95)
        .wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Runs a plan. `progress` is told now and then how far it is.
pub fn fuzz(plan: &Plan, rules: &Rules, progress: &(dyn Fn(&Summary) + Sync)) -> Summary {
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let start = Instant::now();
    let summary = Mutex::new(Summary::default());
    let lock = || {
        summary
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    };
    let work = || {
        while !stop.load(Ordering::Relaxed) && start.elapsed() < plan.time {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= plan.programs {
                return;
            }
            let number = plan.first + n;
            let (report, took, mut found) = one(plan, rules, number);
            let mut all = lock();
            all.programs += 1;
            all.slowest = all.slowest.max((took, number));
            add(&mut all.report, &report);
            all.found.append(&mut found);
            if all.found.len() >= plan.failures {
                stop.store(true, Ordering::Relaxed);
            }
            progress(&all);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.threads {
            scope.spawn(work);
        }
    });
    summary
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn add(sum: &mut Report, report: &Report) {
    sum.runs += report.runs;
    sum.asked += report.asked;
    sum.answered += report.answered;
    sum.checked += report.checked;
    sum.looks += report.looks;
    sum.proved += report.proved;
    for (reason, count) in &report.stopped {
        *sum.stopped.entry(reason.clone()).or_default() += count;
    }
}

/// What is assumed of poison in the program of that number: in one of four that an op may have given some.
pub fn reading(number: u64) -> Reading {
    match number % 4 {
        1 => Reading::Speculative,
        _ => Reading::Pure,
    }
}

/// One program of a plan.
fn one(plan: &Plan, rules: &Rules, number: u64) -> (Report, Duration, Vec<Found>) {
    let seed = seed_of(plan.seed, number);
    let text = numbered(seed, number, plan.models);
    let found = |finding: Finding, text: &str| Found {
        number,
        finding,
        text: text.to_owned(),
    };
    let module = match Module::parse(&text, "program", ParseOptions::default()) {
        Ok(module) => module,
        Err(error) => {
            let finding = Finding::Invalid(error.to_string());
            let found = vec![found(finding, &text)];
            return (Report::default(), Duration::ZERO, found);
        }
    };
    let is_thorough = number.checked_rem(plan.thorough) == Some(0);
    let effort = Effort {
        proofs: if is_thorough { plan.effort.proofs } else { 0 },
        reorder: is_thorough && plan.effort.reorder,
        ..plan.effort
    };
    let began = ThreadTime::now();
    let examined = catch_unwind(AssertUnwindSafe(|| {
        let function = functions(&module)[0];
        let mut random = fastrand::Rng::with_seed(seed ^ 1);
        let asked = questions(&module, function, &mut random, effort.questions);
        let subject = Subject {
            module: &module,
            rules,
            reading: reading(number),
        };
        examine(subject, function, asked, &effort, seed)
    }));
    let took = began.elapsed();
    let Ok(mut report) = examined else {
        let found = vec![found(Finding::Panic, &text)];
        return (Report::default(), took, found);
    };
    let mut all = vec![];
    for failure in std::mem::take(&mut report.failures) {
        if plan.only_wrong && !matches!(failure.fault, Fault::Wrong { .. }) {
            continue;
        }
        // Of many failures the first ones tell enough.
        if all.len() < 2 {
            let small = smaller(plan, &module, &failure, rules, seed);
            all.push(found(Finding::Failure(Box::new(failure)), &small));
        }
    }
    (report, took, all)
}

/// The program with the question that fails, made small where the question fails by itself.
fn smaller(plan: &Plan, module: &Module, failure: &Failure, rules: &Rules, seed: u64) -> String {
    let asked = with_question(module, failure);
    let shrunk = match &failure.fault {
        _ if !plan.shrink => asked,
        // Each attempt would take as long.
        Fault::Slow(_) => asked,
        fault => {
            let kind = std::mem::discriminant(fault);
            let fails = |module: &Module| {
                let check = || replay(module, rules, 60, seed).unwrap_or_default();
                let report = catch_unwind(AssertUnwindSafe(check)).unwrap_or_default();
                let same = |it: &Failure| std::mem::discriminant(&it.fault) == kind;
                report.failures.iter().any(same)
            };
            shrink(&asked, &fails)
        }
    };
    shrunk.to_string()
}

/// Asks the questions that are written into a program, a few of them in every order, and runs it, by each reading
/// of poison: what was done, and what does not hold.
///
/// # Errors
/// What is wrong with a question.
pub fn replay(module: &Module, rules: &Rules, runs: u64, seed: u64) -> Result<Report, String> {
    let effort = Effort {
        questions: 0,
        runs,
        proofs: usize::MAX,
        reorder: false,
    };
    let mut all = Report::default();
    for function in functions(module) {
        let asked = written(module, function)?;
        for reading in [Reading::Pure, Reading::Speculative] {
            let subject = Subject {
                module,
                rules,
                reading,
            };
            all.failures.extend(permuted(subject, &asked));
            let mut report = examine(subject, function, asked.clone(), &effort, seed);
            all.failures.append(&mut report.failures);
            add(&mut all, &report);
        }
    }
    Ok(all)
}

/// How often each reason ended a run, the most frequent first.
pub fn reasons(stopped: &HashMap<String, u64>) -> Vec<(&str, u64)> {
    let mut reasons: Vec<(&str, u64)> = stopped.iter().map(|(it, n)| (&it[..], *n)).collect();
    reasons.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    reasons
}
