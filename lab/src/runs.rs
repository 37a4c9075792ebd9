//! Commands of the laboratory that compare answers, passes and short forms.

use calipers::analysis::with_calls;
use calipers::ir::{Module, ParseOptions};
use calipers::rules::Rules;
use calipers::solve::Config;
use calipers_lab::doors;
use calipers_lab::equivalence;
use calipers_lab::fuzz::seed_of;
use calipers_lab::generate::numbered;
use calipers_lab::shortest::{Shortening, shortening, shortening_of_script};
use calipers_lab::speculate;
use std::ops::RangeFrom;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn print_shortening(found: &Shortening, name: &str) {
    let change = |before: u32, after: u32| format!("{before}→{after}");
    println!(
        "{:7} {:7} {:>9} {:>9} {:>10} {:8.0?} {:8.0?}  {name}",
        found.answers,
        found.shortened,
        change(found.before.divisions, found.after.divisions),
        change(found.before.wraps, found.after.wraps),
        change(found.before.operations, found.after.operations),
        found.median(),
        found.times.last().copied().unwrap_or_default(),
    );
}

pub(super) fn run_shortest(files: &[PathBuf], proofs: bool) -> Result<bool, String> {
    println!("answers shorter divisions     wraps operations   median      max  file");
    let rules = with_calls(&Rules::embedded());
    let (mut all, mut unproved) = (Shortening::default(), 0);
    for file in files {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
        let is_script = file.extension().is_some_and(|it| it == "cal");
        let found = match is_script {
            true => match shortening_of_script(&text, &rules) {
                Ok(found) => found,
                // Tests of errors are scripts that cannot be read.
                Err(error) => {
                    eprintln!("{name}: {error}");
                    continue;
                }
            },
            false => {
                let module = Module::parse(&text, &name, ParseOptions::default());
                let module = module.map_err(|error| format!("{name}: {error}"))?;
                shortening(&module, &rules, proofs)
            }
        };
        print_shortening(&found, &name);
        if proofs && !is_script {
            unproved += found.shortened - found.proved;
        }
        all.add(found);
    }
    print_shortening(&all, "all");
    if proofs {
        println!("{unproved} without an accepted proof");
    }
    Ok(unproved == 0)
}

pub(super) fn run_passes(
    seed: u64,
    minutes: f64,
    runs: u64,
    pass: Option<&str>,
    config: &Config,
) -> Result<bool, String> {
    let time = Duration::try_from_secs_f64(minutes * 60.0).map_err(|error| error.to_string())?;
    let mut subjects = equivalence::subjects(&Arc::new(Rules::embedded()), config);
    subjects.retain(|subject| pass.is_none_or(|pass| subject.name == pass));
    let (began, mut report, mut number) = (Instant::now(), equivalence::Report::default(), 0);
    while began.elapsed() < time && report.wrong.len() < 5 {
        let seed = seed_of(seed, number);
        equivalence::examine(
            &speculate::numbered(seed, number),
            &subjects,
            seed,
            runs,
            &mut report,
        );
        number += 1;
    }
    for wrong in &report.wrong {
        println!("{wrong}");
    }
    println!("programs         {number}");
    println!("changed          {}", report.changed);
    println!("runs compared    {}", report.compared);
    println!("values shown     {}", report.shown);
    println!("wrong            {}", report.wrong.len());
    Ok(report.wrong.is_empty())
}

pub(super) fn run_doors(
    seed: u64,
    minutes: f64,
    numbers: RangeFrom<u64>,
    models: u64,
    effort: (usize, u64),
    folder: Option<&Path>,
) -> Result<bool, String> {
    let time = Duration::try_from_secs_f64(minutes * 60.0).map_err(|error| error.to_string())?;
    let rules = with_calls(&Rules::embedded());
    let (began, mut report, mut programs) = (Instant::now(), doors::Report::default(), 0);
    for number in numbers {
        if began.elapsed() >= time {
            break;
        }
        let own = seed_of(seed, number);
        doors::examine(
            &numbered(own, number, models),
            &rules,
            own,
            effort,
            &mut report,
        );
        programs += 1;
    }
    for (number, found) in report.found.iter().enumerate() {
        println!("{}\n{}\n{}", found.kind, found.program, found.script);
        if let Some(folder) = folder {
            let failed = |error| format!("{}: {error}", folder.display());
            let own = folder.join(format!("{:?}-{number}", found.kind));
            std::fs::create_dir_all(&own).map_err(failed)?;
            std::fs::write(own.join("program.mlir"), &found.program).map_err(failed)?;
            std::fs::write(own.join("script.cal"), &found.script).map_err(failed)?;
        }
    }
    println!("programs         {programs}");
    println!("values           {}", report.values);
    println!("commands         {}", report.commands);
    for (reason, count) in &report.refused {
        println!("not carried out: {reason}: {count}");
    }
    let mut counts: Vec<_> = report.counts.iter().collect();
    counts.sort();
    for (kind, count) in counts {
        println!("{kind}: {count}");
    }
    Ok(report.found.is_empty())
}
