//! The command line of the laboratory.

mod options;
mod runs;

use calipers::analysis::with_calls;
use calipers::ir::{Module, ParseOptions};
use calipers::program::Program;
use calipers::rules::Rules;
use calipers::solve::{Config, PureOpsAssert};
use calipers_lab::counts;
use calipers_lab::coverage::coverage;
use calipers_lab::differential;
use calipers_lab::fuzz::{Finding, Found, Plan, Summary, fuzz, reasons, replay, seed_of};
use calipers_lab::generate::numbered;
use calipers_lab::instances;
use calipers_lab::laws;
use calipers_lab::oracle::{ASK, Effort, Failure, Fault, Reading};
use calipers_lab::parallel::examined;
use calipers_lab::planted::{defects, rules_with};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use options::{Command, Fuzz, Lab};
use runs::{run_doors, run_passes, run_shortest};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of answers of a program that `--smt` writes.
const SCRIPTS: usize = 12;

fn main() -> ExitCode {
    let result = match Lab::parse().command {
        Command::Fuzz(options) => run_fuzz(&options),
        Command::Show {
            seed,
            number,
            models,
        } => {
            print!("{}", numbered(seed_of(seed, number), number, models));
            Ok(true)
        }
        Command::Coverage { seed, programs } => Ok(run_coverage(seed, programs)),
        Command::Planted {
            seed,
            minutes,
            threads,
            rules,
        } => run_planted(seed, minutes, threads, &rules),
        Command::Passes {
            seed,
            minutes,
            runs,
            pass,
            assume_pure_ops,
        } => {
            let pure_ops_assert = match assume_pure_ops {
                true => PureOpsAssert::Always,
                false => PureOpsAssert::InQuestions,
            };
            let config = Config {
                pure_ops_assert,
                ..Config::default()
            };
            run_passes(seed, minutes, runs, pass.as_deref(), &config)
        }
        Command::Doors {
            seed,
            minutes,
            first,
            values,
            examples,
            models,
            save,
        } => run_doors(
            seed,
            minutes,
            first..,
            models,
            (values, examples),
            save.as_deref(),
        ),
        Command::Laws {
            seed,
            first,
            systems,
            examples,
        } => Ok(run_laws(seed, first..first + systems, examples)),
        Command::Counts {
            first,
            spaces,
            nests,
            threads,
        } => {
            let (spaces, nests) = (first..first + spaces, first..first + nests);
            Ok(run_counts(spaces, nests, threads))
        }
        Command::Differential {
            seed,
            minutes,
            save,
        } => run_differential(seed, minutes, save.as_deref()),
        Command::Instances {
            first,
            nests,
            kernels,
            open,
            slowest,
            threads,
        } => {
            let are_right = run_lanes(first..first + kernels);
            let nests = first..first + nests;
            Ok(run_instances(nests, threads, open, slowest) && are_right)
        }
        Command::Shortest { files, proofs } => run_shortest(&files, proofs),
        Command::Replay { files, runs, seed } => run_replay(&files, runs, seed),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run_fuzz(options: &Fuzz) -> Result<bool, String> {
    let mut rules = Rules::embedded();
    for path in &options.rules {
        let text = read(path)?;
        calipers::irdl::load(&mut rules, &path.display().to_string(), &text)
            .map_err(|error| error.to_string())?;
    }
    let rules = with_calls(&rules);
    let seconds = options.minutes.map(|minutes| minutes * 60.0);
    let time = match (seconds, options.programs) {
        (Some(seconds), _) => Duration::try_from_secs_f64(seconds).map_err(|e| e.to_string())?,
        (None, Some(_)) => Duration::MAX,
        (None, None) => Duration::from_secs(60),
    };
    let plan = Plan {
        seed: options.seed,
        first: options.first,
        programs: options.programs.unwrap_or(u64::MAX),
        models: options.models,
        time,
        threads: options.threads.max(1),
        effort: Effort {
            questions: options.questions,
            runs: options.runs,
            proofs: options.proofs,
            scripts: if options.smt.is_some() { SCRIPTS } else { 0 },
            ..Plan::default().effort
        },
        thorough: options.thorough,
        shrink: !options.whole,
        only_wrong: options.only_wrong,
        failures: options.failures.max(1),
        ..Plan::default()
    };
    let bar = match options.programs {
        Some(programs) => ProgressBar::new(programs),
        None => ProgressBar::no_length(),
    };
    let style = ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos} programs, {msg}");
    bar.set_style(style.map_err(|error| error.to_string())?);
    let summary = fuzz(&plan, &rules, &|so_far| {
        bar.set_position(so_far.programs);
        let (checked, found) = (so_far.report.checked, so_far.found.len());
        bar.set_message(format!("{checked} answers checked, {found} findings"));
    });
    bar.finish_and_clear();
    for found in &summary.found {
        println!("{}", shown(found));
        if let Some(folder) = &options.save {
            save(folder, options.seed, found)?;
        }
    }
    if let Some(folder) = &options.smt {
        save_scripts(folder, &summary.report.scripts)?;
    }
    print_summary(&plan, &summary);
    Ok(summary.found.is_empty())
}

fn run_coverage(seed: u64, programs: u64) -> bool {
    let rules = Rules::embedded();
    let found = coverage(&rules, seed, programs);
    println!("| op | made | reached |\n| --- | --- | --- |");
    for (name, made) in found.made.iter().filter(|it| rules.op(it.0).is_some()) {
        let reached = found.reached.get(name).copied().unwrap_or_default();
        println!("| {name} | {made} | {reached} |");
    }
    println!("\nOf {} ops with rules never made:", rules.op_names().len());
    for name in &found.missing {
        println!("{name}");
    }
    for (name, count) in &found.unsupported {
        println!("not interpreted: {name}: {count} runs");
    }
    for (number, error) in &found.invalid {
        println!("program {number} does not parse: {error}");
    }
    found.invalid.is_empty()
}

fn run_planted(seed: u64, minutes: f64, threads: usize, folder: &Path) -> Result<bool, String> {
    let time = Duration::try_from_secs_f64(minutes * 60.0).map_err(|error| error.to_string())?;
    let mut found_all = true;
    println!("| defect | program | seconds |\n| --- | --- | --- |");
    for (defect, models) in defects() {
        let rules = rules_with(folder, Some(defect))?;
        let began = Instant::now();
        let plan = Plan {
            models,
            within: defect.within,
            ..Plan::for_wrong(seed, time, threads)
        };
        let summary = fuzz(&plan, &rules, &|_| {});
        let took = began.elapsed().as_secs_f64();
        let number = summary.wrong().next().map(|found| found.number);
        found_all &= number.is_some();
        let number = number.map_or("not found".into(), |number| number.to_string());
        println!("| {} | {number} | {took:.1} |", defect.name);
    }
    Ok(found_all)
}

/// Whether no count is wrong.
fn run_counts(spaces: Range<u64>, nests: Range<u64>, threads: usize) -> bool {
    let rules = Rules::embedded();
    let of_spaces: counts::Report = examined(spaces, threads, counts::examine);
    println!("spaces: {of_spaces}");
    let of_programs: counts::Report = examined(nests.clone(), threads, |number, report| {
        counts::examine_program(number, &rules, report);
    });
    println!("programs: {of_programs}");
    let of_peaks: counts::Report = examined(nests, threads, |number, report| {
        counts::examine_peak(number, &rules, report);
    });
    println!("peaks: {of_peaks}");
    of_peaks.wrong.is_empty() && of_spaces.wrong.is_empty() && of_programs.wrong.is_empty()
}

fn run_laws(seed: u64, numbers: Range<u64>, examples: u64) -> bool {
    let (rules, mut report) = (Rules::embedded(), laws::Report::default());
    for number in numbers {
        laws::examine(&rules, seed_of(seed, number), examples, &mut report);
    }
    print!("{report}");
    report.is_right()
}

fn run_differential(seed: u64, minutes: f64, folder: Option<&Path>) -> Result<bool, String> {
    if !differential::is_here() {
        return Err("mlir-opt-22 is not here".into());
    }
    let time = Duration::try_from_secs_f64(minutes * 60.0).map_err(|error| error.to_string())?;
    let seeds = (0..).map(|number| seed_of(seed, number));
    let summary = differential::run(seeds, time, &Arc::new(Rules::embedded()))?;
    for (number, finding) in summary.findings.iter().enumerate() {
        let text = format!(
            "// {}: {}\n{}",
            finding.verdict.words(),
            finding.why,
            finding.text
        );
        match folder {
            Some(folder) => {
                let failed = |error| format!("{}: {error}", folder.display());
                std::fs::create_dir_all(folder).map_err(failed)?;
                let name = format!("{:?}-{seed}-{number}.mlir", finding.verdict);
                std::fs::write(folder.join(name), text).map_err(failed)?;
            }
            None => println!("{text}"),
        }
    }
    println!(
        "programs {}, refused {}, unreadable {}, crashed on {}; {} looks",
        summary.programs, summary.refused, summary.unread, summary.crashes, summary.looks
    );
    println!("| | same | tighter | looser | Calipers only | mlir-opt only | neither |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (name, counts) in [("ranges", summary.ranges), ("bounds", summary.bounds)] {
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} |",
            counts.same,
            counts.tighter,
            counts.looser,
            counts.calipers_only,
            counts.peer_only,
            counts.neither
        );
    }
    let [peer, own, looser] = summary.verdicts;
    println!("mlir-opt wrong {peer}, Calipers wrong {own}, Calipers knows less {looser}");
    Ok(own == 0)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn save(folder: &Path, seed: u64, found: &Found) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    let path = folder.join(format!("{seed}-{}.mlir", found.number));
    let comment: String = finding(&found.finding)
        .lines()
        .map(|line| format!("// {line}\n"))
        .collect();
    std::fs::write(path, format!("{comment}{}", found.text)).map_err(failed)
}

fn save_scripts(folder: &Path, scripts: &[String]) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    for (n, script) in scripts.iter().enumerate() {
        std::fs::write(folder.join(format!("{n}.smt2")), script).map_err(failed)?;
    }
    Ok(())
}

fn shown(found: &Found) -> String {
    format!(
        "program {}: {}\n{}",
        found.number,
        finding(&found.finding),
        found.text
    )
}

fn finding(finding: &Finding) -> String {
    match finding {
        Finding::Invalid(error) => format!("it does not parse: {error}"),
        Finding::Panic => "a panic".into(),
        Finding::Failure(failure) => failed(failure),
    }
}

fn failed(failure: &Failure) -> String {
    let (question, _) = failure.question.text();
    let why = match &failure.fault {
        Fault::Wrong { seed, settings } => format!(
            "is wrong: inputs {seed}, an index of {} bits",
            settings.index_width
        ),
        Fault::Unproved(reason) => format!("has no proof: {reason}"),
        Fault::Reordered(answer) => format!("in another order was {answer:?}"),
        Fault::Example(example) => {
            let values: Vec<String> = example.iter().map(|it| format!("{it:?}")).collect();
            format!("has a counterexample that is none: {}", values.join(", "))
        }
        Fault::Slow(took) => format!("took {:.1} s", took.as_secs_f64()),
    };
    let reading = match failure.reading {
        Reading::Pure => "",
        Reading::Speculative => ", where ops may have given poison,",
    };
    format!("{question}: {:?}{reading} {why}", failure.answer)
}

fn print_summary(plan: &Plan, summary: &Summary) {
    let report = &summary.report;
    let count = |keep: fn(&Finding) -> bool| {
        let findings = summary.found.iter().map(|it| &it.finding);
        findings.filter(|it| keep(it)).count()
    };
    let fault = |keep: fn(&Fault) -> bool| summary.with_fault(keep).count();
    println!(
        "seed {}, programs {}..{}",
        plan.seed,
        plan.first,
        plan.first + summary.programs
    );
    println!("programs         {}", summary.programs);
    println!("runs             {}", report.runs);
    println!("questions        {}", report.asked);
    println!("answers          {}", report.answered);
    println!("answers checked  {}", report.checked);
    println!("looks at them    {}", report.looks);
    println!("proofs checked   {}", report.proved);
    println!(
        "counterexamples  {}, {} of them executed",
        report.examples, report.replayed
    );
    println!(
        "wrong            {}",
        fault(|it| matches!(it, Fault::Wrong { .. }))
    );
    println!(
        "without proof    {}",
        fault(|it| matches!(it, Fault::Unproved(_)))
    );
    println!(
        "other in another order {}",
        fault(|it| matches!(it, Fault::Reordered(_)))
    );
    println!(
        "false counterexamples {}",
        fault(|it| matches!(it, Fault::Example(_)))
    );
    println!(
        "panics           {}",
        count(|it| matches!(it, Finding::Panic))
    );
    println!(
        "too slow         {}",
        fault(|it| matches!(it, Fault::Slow(_)))
    );
    println!(
        "not well-formed  {}",
        count(|it| matches!(it, Finding::Invalid(_)))
    );
    let (took, number) = summary.slowest;
    println!(
        "slowest          {:.2} s, program {number}",
        took.as_secs_f64()
    );
    for (reason, count) in reasons(&report.stopped) {
        println!("ended by {reason}: {count}");
    }
}

fn run_replay(files: &[PathBuf], runs: u64, seed: u64) -> Result<bool, String> {
    let rules = with_calls(&Rules::embedded());
    let mut holds = true;
    for path in files {
        let text = read(path)?;
        let name = path.display().to_string();
        let module = Module::parse(&text, &name, ParseOptions::default());
        let module = module.map_err(|error| error.to_string())?;
        let report = replay(&module, &rules, runs, seed)?;
        for failure in &report.failures {
            let names: Vec<String> = failure
                .question
                .values()
                .iter()
                .map(|&value| module.value_name(value))
                .collect();
            println!("{name}: {} ({})", failed(failure), names.join(", "));
            holds = false;
        }
        match report.asked {
            0 => println!("{name}: there is no `{ASK}` in it, so nothing was asked"),
            asked => println!(
                "{name}: {asked} questions, {} answers, {} of them looked at in {} runs, {} proofs \
                 checked",
                report.answered, report.checked, report.runs, report.proved
            ),
        }
        for (reason, count) in reasons(&report.stopped) {
            println!("{name}: ended by {reason}: {count} of {} runs", report.runs);
        }
    }
    Ok(holds)
}

/// Asks how the lanes of kernels lie in memory, and returns whether all answers are right.
fn run_lanes(kernels: Range<u64>) -> bool {
    if kernels.is_empty() {
        return true;
    }
    let rules = Arc::new(Rules::embedded());
    let mut report = instances::LaneReport::default();
    for number in kernels {
        instances::judge_lanes(&instances::kernel(number), &rules, number, &mut report);
    }
    for wrong in &report.wrong {
        println!("wrong: {wrong}");
    }
    println!(
        "{} kernels, {} with groups of lanes, {} lanes compared, {} wrong",
        report.kernels,
        report.wide,
        report.compared,
        report.wrong.len()
    );
    report.wrong.is_empty()
}

/// Asks about nests, and returns whether all answers are right.
fn run_instances(nests: Range<u64>, threads: usize, open: usize, slowest: usize) -> bool {
    let rules = Rules::embedded();
    let report: instances::Report = examined(nests, threads, |number, report| {
        instances::judge(&instances::nest(number), &rules, number, report);
    });
    for question in report.open.iter().take(open) {
        println!("{question}");
    }
    for (time, question) in report.slowest.iter().take(slowest) {
        println!("{time:?}: {question}");
    }
    println!("{report}");
    report.wrong.is_empty()
}
