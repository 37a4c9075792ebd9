//! Calipers beside another tool: who answers what, whether the answers agree, and where not, who is
//! wrong. That the interpreter decides.

mod bounds;
mod peer;
mod ranges;

use crate::generate::program;
use calipers::rules::Rules;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use peer::is_here;

/// What is to be said of a disagreement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// A run contradicts what the peer says.
    PeerWrong,
    /// A run contradicts what Calipers says.
    CalipersWrong,
    /// Calipers says less, and no run contradicts the peer.
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
    /// Who is to blame.
    pub verdict: Verdict,
    /// What is known, and what is so.
    pub why: String,
    /// The program, with the question in it.
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

/// Who answers what.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    /// Both say the same, or each something that cannot be compared.
    pub same: u64,
    /// Calipers says more.
    pub tighter: u64,
    /// Calipers says less.
    pub looser: u64,
    /// Only Calipers answers.
    pub calipers_only: u64,
    /// Only the peer answers.
    pub peer_only: u64,
    /// Neither does.
    pub neither: u64,
}

/// What was found.
#[derive(Default, Debug)]
pub struct Summary {
    /// Programs.
    pub programs: u64,
    /// Programs that the peer refused.
    pub refused: u64,
    /// Programs of which what the peer printed could not be read.
    pub unread: u64,
    /// Programs on which the peer crashed.
    pub crashes: u64,
    /// Ranges of integers that wrap.
    pub ranges: Counts,
    /// Value bounds.
    pub bounds: Counts,
    /// How often a run looked at an answer.
    pub looks: u64,
    /// Disagreements, by verdict; of each at most [`MOST`] are kept.
    pub findings: Vec<Finding>,
    /// How many disagreements there were, by verdict.
    pub verdicts: [u64; 3],
}

/// How many disagreements of a kind are kept: the smallest programs.
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

/// Has both look at random programs, for so long.
///
/// # Errors
/// Where the peer cannot be started.
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
