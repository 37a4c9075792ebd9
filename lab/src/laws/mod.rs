//! Metamorphic laws: how an answer may change when a question is changed in a way whose effect is known.
//!
//! A question stated in other words has the same answer, whatever was asked before; with one more fact, a verdict stays
//! (or the facts contradict each other), and a range does not grow. The questions are random systems: half of them are
//! linear, with quotients and remainders by constants, half are the products and divisions by symbolic sizes of tiled
//! and linearized indices.

mod generate;
mod system;

use calipers::rules::Rules;
use calipers::script::{Answer, ProgramArena, Session};
use calipers::sexp::read;
use cpu_time::ThreadTime;
use hashbrown::HashMap;
use std::fmt;
use std::time::Duration;
pub use system::System;

/// A way to change a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Law {
    /// Asked a second time.
    Again,
    /// Asked after questions about the same facts, the last one first.
    Order,
    /// Asked after an unrelated system in the same session.
    Unrelated,
    /// With other names of variables, declared in another order.
    Names,
    /// With the facts in another order.
    Facts,
    /// With the operands of commutative operators swapped, and comparisons mirrored.
    Operands,
    /// With equivalent comparisons, like `a + 1 <= b` for `a < b`.
    Comparisons,
    /// With the sides of the goal computed by a program.
    Program,
    /// With upper bounds of variables that had none.
    Bounds,
    /// With one more fact.
    Fact,
}

impl Law {
    /// All laws.
    pub const ALL: [Law; 10] = [
        Law::Again,
        Law::Order,
        Law::Unrelated,
        Law::Names,
        Law::Facts,
        Law::Operands,
        Law::Comparisons,
        Law::Program,
        Law::Bounds,
        Law::Fact,
    ];

    /// Whether the changed question has more facts.
    fn adds_facts(self) -> bool {
        // A value of a program is in the range of its type.
        matches!(self, Law::Program | Law::Bounds | Law::Fact)
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Law::Again => "asked again",
            Law::Order => "asked after others about the same facts",
            Law::Unrelated => "asked after an unrelated system",
            Law::Names => "with other names",
            Law::Facts => "with the facts in another order",
            Law::Operands => "with operands swapped",
            Law::Comparisons => "with equivalent comparisons",
            Law::Program => "with sides computed by a program",
            Law::Bounds => "with upper bounds",
            Law::Fact => "with one more fact",
        })
    }
}

/// An answer that a law does not allow.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The law.
    pub law: Law,
    /// The question and the changed question as scripts, with their answers.
    pub text: String,
}

/// The counts.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// Questions without a change.
    pub questions: u64,
    /// Those of them whose answer is neither "unknown" nor a range without ends.
    pub answered: u64,
    /// Changed questions.
    pub changed: u64,
    /// The number of violations of each law.
    pub counts: HashMap<Law, u64>,
    /// Refused scripts, by the message: defects of the generator.
    pub refused: HashMap<String, u64>,
    /// The first violations of each law, minimized.
    pub found: Vec<Violation>,
    /// The processor time of each question without a change, from a new session to its answer.
    pub times: Vec<Duration>,
    /// The script that took longest, without a change.
    pub slowest: (Duration, String),
}

impl Report {
    /// Whether no law is violated, and no script was refused.
    pub fn is_right(&self) -> bool {
        self.counts.is_empty() && self.refused.is_empty()
    }

    /// The time below which this part of the questions stays.
    fn quantile(&self, part: f64) -> Duration {
        let mut times = self.times.clone();
        times.sort();
        let last = times.len().saturating_sub(1);
        let index = (last as f64 * part) as usize;
        times.get(index).copied().unwrap_or_default()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for violation in &self.found {
            writeln!(f, "{}\n{}", violation.law, violation.text)?;
        }
        writeln!(f, "questions        {}", self.questions)?;
        writeln!(f, "with an answer   {}", self.answered)?;
        writeln!(f, "changed          {}", self.changed)?;
        for (reason, count) in &self.refused {
            writeln!(f, "refused: {reason}: {count}")?;
        }
        for law in Law::ALL {
            writeln!(f, "{law}: {}", self.counts.get(&law).unwrap_or(&0))?;
        }
        let total: Duration = self.times.iter().sum();
        let mean = total / u32::try_from(self.times.len().max(1)).unwrap_or(u32::MAX);
        let (median, most) = (self.quantile(0.5), self.quantile(0.99));
        writeln!(
            f,
            "time: median {median:.0?}, mean {mean:.0?}, 99 % below {most:.0?}; {:.0?} for\n{}",
            self.slowest.0, self.slowest.1
        )
    }
}

/// Checks all laws on the system of a seed. Keeps up to `examples` violations of each law.
pub fn examine(rules: &Rules, seed: u64, examples: u64, report: &mut Report) {
    let system = generate::system(&mut fastrand::Rng::with_seed(seed));
    for number in 0..system.goals.len() {
        let asked = system.only(number);
        report.questions += 1;
        let script = asked.script();
        let start = ThreadTime::now();
        let answer = match ask(rules, "", &script) {
            Ok(answer) => answer,
            Err(message) => {
                *report.refused.entry(message).or_default() += 1;
                continue;
            }
        };
        let time = start.elapsed();
        report.times.push(time);
        if time > report.slowest.0 {
            report.slowest = (time, script);
        }
        report.answered += u64::from(is_answer(&answer));
        for law in Law::ALL {
            let Some((_, after)) = ask_changed(rules, &system, number, law, seed) else {
                continue;
            };
            report.changed += 1;
            if is_allowed(law, &answer, &after) {
                continue;
            }
            let count = report.counts.entry(law).or_default();
            *count += 1;
            if *count <= examples {
                let text = smaller(rules, &system, number, law, seed);
                report.found.push(Violation { law, text });
            }
        }
    }
}

/// A script and its last answer.
type Asked = (String, String);

/// The changed question with its answer; none if the law does not apply.
fn ask_changed(
    rules: &Rules,
    system: &System,
    number: usize,
    law: Law,
    seed: u64,
) -> Option<Asked> {
    let mut random = fastrand::Rng::with_seed(seed ^ 0x5eed);
    let (program, changed) = changed(law, system, number, &mut random)?;
    let after = ask(rules, &program, &changed).ok()?;
    let changed = match program.is_empty() {
        true => changed,
        false => format!("{changed}\n; p.mlir:\n{program}"),
    };
    Some((changed, after))
}

/// The program and the script of a changed question.
fn changed(
    law: Law,
    system: &System,
    number: usize,
    random: &mut fastrand::Rng,
) -> Option<(String, String)> {
    let asked = system.only(number);
    let script = match law {
        Law::Again => format!("{}\n{}", asked.script(), asked.show_goal(&asked.goals[0])),
        Law::Order => {
            let mut reordered = system.clone();
            reordered.goals.reverse();
            let own = reordered.goals.len() - 1 - number;
            let goal = reordered.goals.remove(own);
            reordered.goals.push(goal);
            (reordered.goals.len() > 1).then(|| reordered.script())?
        }
        Law::Unrelated => {
            let other = generate::system(random).script();
            format!("(push)\n{other}\n(pop)\n{}", asked.script())
        }
        Law::Names => asked.renamed(random).script(),
        Law::Facts => asked.reordered(random)?.script(),
        Law::Operands => asked.swapped(random).script(),
        Law::Comparisons => asked.rephrased().script(),
        Law::Program => return asked.as_program(),
        Law::Bounds => asked.bounded(random)?.script(),
        Law::Fact => {
            let fact = generate::fact(&asked, random)?;
            asked.with_fact(fact).script()
        }
    };
    Some((String::new(), script))
}

/// Drops facts and ends while the law stays violated.
fn smaller(rules: &Rules, system: &System, number: usize, law: Law, seed: u64) -> String {
    let violated = |system: &System| {
        let script = system.only(number).script();
        let answer = ask(rules, "", &script).ok()?;
        let after = ask_changed(rules, system, number, law, seed)?;
        (!is_allowed(law, &answer, &after.1)).then_some(((script, answer), after))
    };
    let mut small = system.clone();
    loop {
        let next = small.smaller().find(|it| violated(it).is_some());
        let Some(next) = next else { break };
        small = next;
    }
    let Some((before, after)) = violated(&small) else {
        return String::new();
    };
    format!(
        "{}\n; => {}\n; changed:\n{}\n; => {}\n",
        before.0, before.1, after.0, after.1
    )
}

/// The last answer of a script.
fn ask(rules: &Rules, program: &str, script: &str) -> Result<String, String> {
    let arena = ProgramArena::sealed([("p.mlir".to_owned(), program.to_owned())]);
    let mut session = Session::new(rules, &arena);
    let forms = read(script).map_err(|error| format!("{error:?}"))?;
    let mut last = String::new();
    for form in &forms {
        match session.execute(form) {
            Ok(Answer::Text(text) | Answer::CheckFailed(text)) => last = text,
            Ok(Answer::Nothing | Answer::Leave) => (),
            Err(error) => return Err(error.message.clone()),
        }
    }
    Ok(last)
}

fn is_answer(answer: &str) -> bool {
    answer != "unknown" && answer != "[-inf, +inf]"
}

/// Whether an answer may become another one by a change.
fn is_allowed(law: Law, before: &str, after: &str) -> bool {
    if before == after {
        return true;
    }
    if !law.adds_facts() {
        return false;
    }
    match (before, after) {
        ("unknown", _) | (_, "unreachable") => true,
        ("unreachable" | "proved" | "refuted", _) => false,
        _ => match (Ends::read(before), Ends::read(after)) {
            (Some(before), Some(after)) => before.contains(&after),
            _ => false,
        },
    }
}

/// A range as scripts print it.
struct Ends {
    lower: Option<i128>,
    upper: Option<i128>,
    modulus: i128,
    residue: i128,
}

impl Ends {
    fn read(text: &str) -> Option<Ends> {
        let (ends, congruence) = text.strip_prefix('[')?.split_once(']')?;
        let (lower, upper) = ends.split_once(", ")?;
        let (modulus, residue) = match congruence.trim().split_once("k+") {
            Some((modulus, residue)) => (modulus.parse().ok()?, residue.parse().ok()?),
            None => (1, 0),
        };
        Some(Ends {
            lower: lower.parse().ok(),
            upper: upper.parse().ok(),
            modulus,
            residue,
        })
    }

    fn contains(&self, other: &Ends) -> bool {
        let lower = self
            .lower
            .is_none_or(|a| other.lower.is_some_and(|b| a <= b));
        let upper = self
            .upper
            .is_none_or(|a| other.upper.is_some_and(|b| b <= a));
        let is_one = other.lower.is_some() && other.lower == other.upper;
        let number = other.lower.unwrap_or(0);
        let congruence = match is_one {
            true => (number - self.residue) % self.modulus == 0,
            false => {
                other.modulus % self.modulus == 0
                    && (other.residue - self.residue) % self.modulus == 0
            }
        };
        lower && upper && congruence
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_may_shrink_only() {
        assert!(is_allowed(Law::Fact, "[0, +inf]", "[1, 9] 4k+1"));
        assert!(is_allowed(Law::Fact, "[0, 12] 4k+0", "[8, 8]"));
        assert!(!is_allowed(Law::Fact, "[0, 12] 4k+0", "[0, 12]"));
        assert!(!is_allowed(Law::Names, "[0, +inf]", "[1, 9]"));
    }

    #[test]
    fn a_verdict_stays_or_the_facts_contradict_each_other() {
        assert!(is_allowed(Law::Fact, "proved", "unreachable"));
        assert!(is_allowed(Law::Fact, "unknown", "refuted"));
        assert!(!is_allowed(Law::Fact, "proved", "unknown"));
        assert!(!is_allowed(Law::Order, "unknown", "proved"));
    }

    #[test]
    fn systems_are_scripts_without_errors() {
        let rules = Rules::embedded();
        let mut report = Report::default();
        for seed in 0..20 {
            examine(&rules, seed, 0, &mut report);
        }
        assert!(report.refused.is_empty(), "{:?}", report.refused);
        assert!(report.answered > 0);
    }
}
