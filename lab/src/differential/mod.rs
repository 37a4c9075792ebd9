//! Compares Calipers with another tool: which questions each answers, whether the answers agree, and if not, which
//! one is wrong. The interpreter decides that.

mod bounds;
mod peer;
mod ranges;

use crate::generate::program;
use calipers::rules::Rules;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use peer::is_here;

/// The verdict on a disagreement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// A run contradicts the peer.
    PeerWrong,
    /// A run contradicts Calipers.
    CalipersWrong,
    /// The answer of Calipers is weaker, and no run contradicts the peer.
    CalipersLooser,
}

impl Verdict {
    /// The verdict in words.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::PeerWrong => "mlir-opt is wrong",
            Verdict::CalipersWrong => "Calipers is wrong",
            Verdict::CalipersLooser => "Calipers knows less",
        }
    }
}

/// A disagreement.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// Both answers, and the value in a run.
    pub why: String,
    /// The program with the question.
    pub text: String,
}

impl Finding {
    fn new(verdict: Verdict, why: String, text: &str) -> Finding {
        Finding {
            verdict,
            why,
            text: text.to_owned(),
        }
    }
}

/// Counts of answers.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    /// Both give the same answer, or answers that cannot be compared.
    pub same: u64,
    /// The answer of Calipers is stronger.
    pub tighter: u64,
    /// The answer of Calipers is weaker.
    pub looser: u64,
    /// Only Calipers answers.
    pub calipers_only: u64,
    /// Only the peer answers.
    pub peer_only: u64,
    /// Neither does.
    pub neither: u64,
}

/// The results of a comparison.
#[derive(Default, Debug)]
pub struct Summary {
    /// Programs.
    pub programs: u64,
    /// Programs that the peer rejected.
    pub refused: u64,
    /// Programs for which the output of the peer could not be parsed.
    pub unread: u64,
    /// Programs on which the peer crashed.
    pub crashes: u64,
    /// Counts for wrapped ranges.
    pub ranges: Counts,
    /// Counts for value bounds.
    pub bounds: Counts,
    /// The number of observations of answers in runs.
    pub looks: u64,
    /// Disagreements by verdict; at most [`MOST`] of each are kept.
    pub findings: Vec<Finding>,
    /// The number of disagreements by verdict.
    pub verdicts: [u64; 3],
}

/// The maximum number of disagreements of a kind that are kept: the smallest programs.
pub const MOST: usize = 12;

impl Summary {
    fn found(&mut self, finding: Finding) {
        let verdict = finding.verdict;
        self.verdicts[verdict as usize] += 1;
        self.findings.push(finding);
        self.findings.sort_by_key(|it| (it.verdict, it.text.len()));
        let mut kept = 0;
        self.findings.retain(|it| {
            kept += usize::from(it.verdict == verdict);
            it.verdict != verdict || kept <= MOST
        });
    }
}

/// Compares both tools on random programs until a time limit.
///
/// # Errors
/// If the peer cannot be started.
pub fn run(
    seeds: impl Iterator<Item = u64>,
    time: Duration,
    rules: &Arc<Rules>,
) -> Result<Summary, String> {
    let (began, mut summary) = (Instant::now(), Summary::default());
    for seed in seeds {
        if began.elapsed() >= time {
            break;
        }
        let text = program(seed);
        summary.programs += 1;
        ranges::examine(&text, seed, rules, &mut summary)?;
        bounds::examine(&text, seed, rules, &mut summary)?;
    }
    Ok(summary)
}

/// Compares both tools on a program with questions.
///
/// # Errors
/// If the program cannot be parsed, or the peer cannot be started.
pub fn replay(text: &str, rules: &Arc<Rules>) -> Result<Summary, String> {
    let mut summary = Summary {
        programs: 1,
        ..Summary::default()
    };
    let module = crate::equivalence::parse(text)?;
    for seed in 0..4 {
        ranges::examine_asked(text, seed, rules, &mut summary)?;
    }
    bounds::examine_written(module, rules, &mut summary)?;
    Ok(summary)
}

/// Compares the ranges of Calipers for the integers in the questions of a program with runs, without the peer.
pub fn hold(text: &str, rules: &Rules) -> Summary {
    let mut summary = Summary::default();
    for seed in 0..4 {
        ranges::compare(text, text, rules, seed, &mut summary);
    }
    summary
}
