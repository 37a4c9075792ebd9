//! Compares answers with those of an earlier run.
//!
//! Answers correspond if they are about the same question, or column, of the same file: lines may have moved. Of
//! several with one text, the n-th corresponds to the n-th.

use calipers::number::{Congruence, Int, Interval, Range};
use calipers_support::order::Order;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// The answers of an earlier run.
pub(super) struct Baseline {
    answers: HashMap<Key, Value>,
    /// How many answers of this run had the same text.
    seen: HashMap<(String, String), usize>,
    /// How many answers of this run were compared.
    compared: usize,
}

/// A file, the text of a question or the name of a column, and its number among those with the same text.
type Key = (String, String, usize);

/// How an answer differs from that of the earlier run, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Change {
    Lost,
    Looser,
    Changed,
    Slower,
    Tighter,
}

impl Change {
    pub(super) const ALL: [Change; 5] = [
        Change::Lost,
        Change::Looser,
        Change::Changed,
        Change::Slower,
        Change::Tighter,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Change::Lost => "lost",
            Change::Looser => "looser",
            Change::Changed => "changed",
            Change::Slower => "slower",
            Change::Tighter => "tighter",
        }
    }

    /// Whether it fails the run.
    pub(super) fn is_worse(self) -> bool {
        self != Change::Tighter
    }
}

/// An answer is slower only if it takes so much longer, in microseconds: short times vary.
const MUCH: f64 = 50_000.0;

impl Baseline {
    /// Reads the output of an earlier run.
    ///
    /// # Errors
    /// The file cannot be read, or a line is not an object.
    pub(super) fn read(path: &Path) -> Result<Baseline, String> {
        let name = path.display();
        let text = calipers::utf8::read(path)
            .map_err(|error| format!("calipers: `{name}` can't be read: {error}"))?;
        let mut baseline = Baseline {
            answers: HashMap::new(),
            seen: HashMap::new(),
            compared: 0,
        };
        let mut answers = vec![];
        for (line, number) in text.lines().zip(1..) {
            let object: Value = serde_json::from_str(line).map_err(|error| {
                format!("{name}:{number}:1: error: this is not a line that `batch --json` printed: {error}")
            })?;
            answers.extend(baseline.key(&object).map(|key| (key, object)));
        }
        if answers.is_empty() {
            return Err(format!(
                "{name}:1:1: error: there are no answers; `calipers batch PATH --json > FILE` writes them"
            ));
        }
        baseline.seen.clear();
        baseline.answers.extend(answers);
        Ok(baseline)
    }

    /// The key of the next answer; none of other objects.
    fn key(&mut self, object: &Value) -> Option<Key> {
        let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
        let about = match text("kind")?.as_str() {
            "answer" => text("question")?,
            "value" => text("name")?,
            _ => return None,
        };
        let file = plain(&text("file")?).to_owned();
        let seen = self.seen.entry((file.clone(), about.clone())).or_default();
        *seen += 1;
        Some((file, about, *seen))
    }

    /// The earlier answer to the same question, if there is one, and how this one differs.
    pub(super) fn compare(&mut self, new: &Value, factor: f64) -> Option<(Value, Change)> {
        let key = self.key(new)?;
        let old = self.answers.remove(&key)?;
        self.compared += 1;
        let time = |object: &Value| object.get("us").and_then(Value::as_f64).unwrap_or(0.0);
        let is_slower = time(new) > factor * time(&old) && time(new) > time(&old) + MUCH;
        let change = match new["kind"].as_str() {
            Some("answer") => of_answer(&old, new),
            _ => of_value(&old, new),
        };
        let change = change.or(is_slower.then_some(Change::Slower))?;
        Some((old, change))
    }

    /// How many answers were compared.
    pub(super) fn compared(&self) -> usize {
        self.compared
    }

    /// The earlier answers about a file that has none now.
    pub(super) fn rest_of(&mut self, file: &str) -> Vec<Value> {
        let file = plain(file);
        let rest = self.answers.extract_if(|key, _| key.0 == file);
        let mut rest: Vec<Value> = rest.map(|(_, object)| object).collect();
        rest.order_by_key(|object| (object["line"].as_u64(), object["column"].as_u64()));
        rest
    }

    /// The files of the earlier run that this one lacks, sorted, each with the number of its answers. To be asked after
    /// the last file.
    pub(super) fn other_files(&self) -> BTreeMap<&str, usize> {
        let mut files = BTreeMap::new();
        for (file, ..) in self.answers.keys() {
            *files.entry(file.as_str()).or_default() += 1;
        }
        files
    }
}

/// The path of a file without `./` in front.
fn plain(file: &str) -> &str {
    file.trim_start_matches("./")
}

/// Whether an answer says something.
pub(super) fn is_known(object: &Value) -> bool {
    match object["kind"].as_str() {
        Some("answer") => !object["answer"].is_null(),
        _ => matches!(
            object["status"].as_str(),
            Some("constant" | "symbolic" | "bounded")
        ),
    }
}

/// The text of an answer.
pub(super) fn told(object: &Value) -> String {
    if object["kind"] == "answer" {
        return match &object["answer"] {
            Value::Null => "unknown".to_owned(),
            answer => answer.to_string(),
        };
    }
    let mut parts = vec![object["status"].as_str().unwrap_or("unknown").to_owned()];
    if is_known(object) {
        parts.extend(range(object).map(|range| range.to_string()));
        for key in ["equal", "lower", "upper"] {
            parts.extend(object[key].as_str().map(|text| format!("{key} {text}")));
        }
    }
    parts.join(", ")
}

/// What an answer is about.
pub(super) fn about(object: &Value) -> &str {
    let text = object["question"].as_str().or(object["name"].as_str());
    text.unwrap_or_default()
}

fn lost_or_found(old: &Value, new: &Value) -> Option<Change> {
    match (is_known(old), is_known(new)) {
        (true, false) => Some(Change::Lost),
        (false, true) => Some(Change::Tighter),
        _ => None,
    }
}

fn of_answer(old: &Value, new: &Value) -> Option<Change> {
    let (before, after) = (&old["answer"], &new["answer"]);
    if before == after {
        return None;
    }
    lost_or_found(old, new)
        .or_else(|| {
            let question = new["question"].as_str().unwrap_or_default();
            let order = integer(after)?.cmp(&integer(before)?);
            let is_looser = match question {
                it if it.contains("type = \"UB\"") => order.is_gt(),
                it if it.contains("type = \"LB\"") => order.is_lt(),
                _ => return None,
            };
            Some(if is_looser {
                Change::Looser
            } else {
                Change::Tighter
            })
        })
        .or(Some(Change::Changed))
}

fn of_value(old: &Value, new: &Value) -> Option<Change> {
    if let Some(change) = lost_or_found(old, new) {
        return Some(change);
    }
    let (before, after) = (range(old)?, range(new)?);
    let symbolic = |object: &Value| ["equal", "lower", "upper"].map(|key| object[key].clone());
    let (old, new) = (symbolic(old), symbolic(new));
    // A narrower range is no gain where the value equals something else now, or nothing that is known.
    let has_other_equal = !old[0].is_null() && old[0] != new[0] && after.as_constant().is_none();
    match (before.contains_range(&after), after.contains_range(&before)) {
        (true, false) if has_other_equal => return Some(Change::Changed),
        (true, false) => return Some(Change::Tighter),
        (false, true) => return Some(Change::Looser),
        (false, false) => return Some(Change::Changed),
        (true, true) if old == new => return None,
        (true, true) => {}
    }
    let lacks = |some: &[Value; 3], others: &[Value; 3]| {
        some.iter()
            .zip(others)
            .all(|(some, other)| some.is_null() || some == other)
    };
    Some(match (lacks(&old, &new), lacks(&new, &old)) {
        (true, false) => Change::Tighter,
        (false, true) => Change::Looser,
        _ => Change::Changed,
    })
}

/// An integer, as this program prints it.
fn integer(value: &Value) -> Option<Int> {
    match value {
        Value::Number(number) => Some(number.as_i64()?.into()),
        Value::String(digits) => digits.parse().ok(),
        _ => None,
    }
}

fn range(object: &Value) -> Option<Range> {
    let end = |key: &str| integer(&object[key]);
    let at_least = end("min").map_or_else(Range::full, Range::at_least);
    let at_most = end("max").map_or_else(Range::full, Range::at_most);
    let congruence = Congruence::new(end("modulus")?, end("residue")?);
    let aligned = Range::new(Interval::full(), congruence);
    Some(at_least.intersect(&at_most).intersect(&aligned))
}
