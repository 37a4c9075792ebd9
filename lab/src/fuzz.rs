//! The fuzzing loop: each program is reproducible from the seed and its number.

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

/// The parameters of a fuzzing run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of the sequence of programs.
    pub seed: u64,
    /// The number of the first program.
    pub first: u64,
    /// The maximum number of programs.
    pub programs: u64,
    /// One in this many programs consists of whole tensors; 0 for none.
    pub models: u64,
    /// Only programs whose text has this part are tried.
    pub within: &'static str,
    /// The time limit.
    pub time: Duration,
    /// The number of programs in parallel.
    pub threads: usize,
    /// The effort for each program.
    pub effort: Effort,
    /// One in this many programs has its proofs checked and its questions reordered.
    pub thorough: u64,
    /// The number of failures after which the run stops.
    pub failures: usize,
    /// Whether failing programs are minimized.
    pub shrink: bool,
    /// Whether only answers that a run contradicts are reported.
    pub only_wrong: bool,
}

impl Summary {
    /// The answers that a run contradicts.
    pub fn wrong(&self) -> impl Iterator<Item = &Found> {
        self.with_fault(|fault| matches!(fault, Fault::Wrong { .. }))
    }

    /// The findings of one kind.
    pub fn with_fault(&self, keep: fn(&Fault) -> bool) -> impl Iterator<Item = &Found> {
        self.found.iter().filter(move |found| match &found.finding {
            Finding::Failure(failure) => keep(&failure.fault),
            _ => false,
        })
    }
}

impl Plan {
    /// Parameters that stop at the first answer that a run contradicts, and check nothing else.
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
            within: "",
            time: Duration::MAX,
            threads: 1,
            effort: Effort {
                questions: 90,
                runs: 30,
                proofs: 12,
                examples: 12,
                scripts: 0,
                reorder: true,
            },
            thorough: 8,
            failures: 20,
            shrink: true,
            only_wrong: false,
        }
    }
}

/// A defect that a program reveals.
#[derive(Clone, Debug)]
pub enum Finding {
    /// The program does not parse.
    Invalid(String),
    /// A panic.
    Panic,
    /// A wrong answer.
    Failure(Box<Failure>),
}

/// A finding, with the number of its program.
#[derive(Clone, Debug)]
pub struct Found {
    /// The number of the program.
    pub number: u64,
    /// The defect.
    pub finding: Finding,
    /// The program, with the question if there is one; minimized if possible.
    pub text: String,
}

/// The counts and findings of a run.
#[derive(Clone, Default, Debug)]
pub struct Summary {
    /// The number of programs.
    pub programs: u64,
    /// The sums of all reports.
    pub report: Report,
    /// The maximum processor time for a program, and the number of that program.
    pub slowest: (Duration, u64),
    /// The findings.
    pub found: Vec<Found>,
}

/// The seed of a program, from that of the sequence.
pub fn seed_of(seed: u64, number: u64) -> u64 {
    // SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators").
    let mut z = seed
        .wrapping_mul(0xd134_2543_de82_ef95)
        .wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Runs a plan. `progress` is called from time to time.
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
            let Some((report, took, mut found)) = one(plan, rules, number) else {
                continue;
            };
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
    sum.examples += report.examples;
    sum.replayed += report.replayed;
    sum.scripts.extend_from_slice(&report.scripts);
    for (reason, count) in &report.stopped {
        *sum.stopped.entry(reason.clone()).or_default() += count;
    }
}

/// The assumption about poison for the program of that number: one in four allows poison.
pub fn reading(number: u64) -> Reading {
    match number % 4 {
        1 => Reading::Speculative,
        _ => Reading::Pure,
    }
}

/// Processes one program of a plan; none if the plan leaves it out.
fn one(plan: &Plan, rules: &Rules, number: u64) -> Option<(Report, Duration, Vec<Found>)> {
    let seed = seed_of(plan.seed, number);
    let text = numbered(seed, number, plan.models);
    if !text.contains(plan.within) {
        return None;
    }
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
            return Some((Report::default(), Duration::ZERO, found));
        }
    };
    let is_thorough = number.checked_rem(plan.thorough) == Some(0);
    let effort = Effort {
        proofs: if is_thorough { plan.effort.proofs } else { 0 },
        examples: if is_thorough { plan.effort.examples } else { 0 },
        scripts: if is_thorough { plan.effort.scripts } else { 0 },
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
        return Some((Report::default(), took, found));
    };
    for script in &mut report.scripts {
        script.push_str(&format!("; program {number} of seed {}\n", plan.seed));
    }
    let mut all = vec![];
    for failure in std::mem::take(&mut report.failures) {
        if plan.only_wrong && !matches!(failure.fault, Fault::Wrong { .. }) {
            continue;
        }
        // The first failures suffice.
        if all.len() < 2 {
            let small = smaller(plan, &module, &failure, rules, seed);
            all.push(found(Finding::Failure(Box::new(failure)), &small));
        }
    }
    Some((report, took, all))
}

/// The program with the failing question, minimized if the question fails on its own.
fn smaller(plan: &Plan, module: &Module, failure: &Failure, rules: &Rules, seed: u64) -> String {
    let asked = with_question(module, failure);
    let shrunk = match &failure.fault {
        _ if !plan.shrink => asked,
        // Each attempt would take as long as the slow answer.
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

/// Asks the questions in a program, a few of them in every order, and runs it, with and without poison. Returns the
/// counts and the failures.
///
/// # Errors
/// The error in a question.
pub fn replay(module: &Module, rules: &Rules, runs: u64, seed: u64) -> Result<Report, String> {
    let effort = Effort {
        questions: 0,
        runs,
        proofs: usize::MAX,
        examples: usize::MAX,
        scripts: 0,
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

/// The number of runs that each reason ended, the most frequent first.
pub fn reasons(stopped: &HashMap<String, u64>) -> Vec<(&str, u64)> {
    let mut reasons: Vec<(&str, u64)> = stopped.iter().map(|(it, n)| (&it[..], *n)).collect();
    reasons.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    reasons
}
