//! The hints of a program. They are computed function by function, a long function part by part, for the lines that an
//! editor shows, and kept for the functions that a change leaves as they are.

use crate::cli::annotate::notes::{Note, Notes, Wanted};
use crate::cli::annotate::text::comment;
use calipers::ir::Module;
use calipers::program::OpId;
use calipers::program::Program as _;
use calipers::rules::Rules;
use calipers::transform::pass::children;
use indicatif::ProgressBar;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;

/// The hints of a part of a function: lines from its first one, and their texts.
type Labels = Vec<(u32, String)>;

/// The number of lines up to which a function is one part.
const LONG: u32 = 1000;

/// The number of lines in a part of a longer one: more than an editor shows.
const PART: u32 = 200;

/// A function, or another op of the outermost region.
#[derive(Clone, Debug)]
pub struct Function {
    pub op: OpId,
    /// From its first line to the line before the next one, from 1.
    pub lines: RangeInclusive<u32>,
    /// Equal for texts that have the same bounds.
    key: u64,
}

/// The hints of functions, by their keys and the numbers of their parts.
#[derive(Default)]
pub struct Hints {
    known: HashMap<(u64, u32), Labels>,
}

impl Hints {
    /// Forgets the hints of all functions but these.
    pub fn retain(&mut self, functions: &[Function]) {
        let keys: Vec<u64> = functions.iter().map(|function| function.key).collect();
        self.known.retain(|(key, _), _| keys.contains(key));
    }

    /// The hints of the functions, or their parts, that some of these lines belong to, by line. Costs the analysis of
    /// those that have not been analysed yet.
    pub fn at(
        &mut self,
        module: &Module,
        rules: &Rules,
        functions: &[Function],
        lines: &RangeInclusive<u32>,
    ) -> HashMap<u32, String> {
        let mut found = HashMap::new();
        for function in functions {
            let (&first, &last) = (function.lines.start(), function.lines.end());
            if last < *lines.start() || first > *lines.end() {
                continue;
            }
            let part = |line: u32| (line.clamp(first, last) - first) / function.part();
            for number in part(*lines.start())..=part(*lines.end()) {
                let labels = self.known.entry((function.key, number));
                let labels = labels.or_insert_with(|| labels_of(module, rules, function, number));
                let labels = labels.iter();
                found.extend(labels.map(|(line, text)| (first + line, text.clone())));
            }
        }
        found
    }
}

impl Function {
    /// The number of lines in a part.
    fn part(&self) -> u32 {
        let count = self.lines.end() - self.lines.start() + 1;
        if count > LONG { PART } else { count }
    }
}

/// The hints of the part of that number.
fn labels_of(module: &Module, rules: &Rules, function: &Function, number: u32) -> Labels {
    let (first, last) = (*function.lines.start(), *function.lines.end());
    let begin = first + number * function.part();
    let lines = begin..=last.min(begin + function.part() - 1);
    let is_whole = lines == function.lines;
    let notes = notes(module, rules, function, (!is_whole).then(|| lines.clone()));
    let told = lines.map(|line| {
        let told: Vec<String> = notes.at(line).iter().map(comment).collect();
        (line - first, told.join("; "))
    });
    told.filter(|(_, text)| !text.is_empty()).collect()
}

/// The bounds of a function, or of some of its lines, without proofs.
pub fn notes(
    module: &Module,
    rules: &Rules,
    function: &Function,
    lines: Option<RangeInclusive<u32>>,
) -> Notes {
    let wanted = Wanted {
        progress: &ProgressBar::hidden(),
        until: None,
        lines,
    };
    Notes::of_function(module, rules, &wanted, function.op)
}

/// The notes about the values of that name.
pub fn about<'n>(notes: &'n [Note], name: &str) -> Vec<&'n Note> {
    let is_about = |note: &&Note| {
        let is_end = |c: char| c.is_whitespace() || "()".contains(c);
        note.column.split(is_end).any(|word| word == name)
    };
    notes.iter().filter(is_about).collect()
}

/// The functions of a program, in order.
pub fn functions(module: &Module) -> Vec<Function> {
    let source = module.source();
    let starts = line_starts(source);
    let placed = children(module, module.top()).into_iter();
    let mut placed: Vec<(u32, OpId)> = placed
        .filter_map(|op| Some((module.location(op)?.line, op)))
        .collect();
    placed.sort_by_key(|(line, _)| *line);
    let end = u32::try_from(starts.len()).unwrap_or(u32::MAX);
    let ends = placed.iter().skip(1).map(|(next, _)| next - 1).chain([end]);
    let whole = key_of(source);
    let shared = shared(source, placed.first().map_or(end, |(line, _)| *line));
    let function = |(&(line, op), last): (&(u32, OpId), u32)| {
        let last = last.max(line);
        let at = |line: u32| starts.get(line as usize).copied().unwrap_or(source.len());
        let text = &source[at(line - 1)..at(last)];
        // What another symbol is can change the bounds.
        let around = match text.matches('@').count() {
            0 | 1 => shared,
            _ => whole,
        };
        Function {
            op,
            lines: line..=last,
            key: key_of((text, around)),
        }
    };
    placed.iter().zip(ends).map(function).collect()
}

/// What every function depends on: the lines before the first one, and the aliases of types and attributes.
fn shared(source: &str, first: u32) -> u64 {
    let is_shared = |(number, line): &(u32, &str)| *number < first || line.starts_with(['#', '!']);
    let lines = (1..).zip(source.lines()).filter(is_shared);
    key_of(lines.map(|(_, line)| line).collect::<Vec<_>>())
}

fn key_of(text: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn line_starts(source: &str) -> Vec<usize> {
    let lines = source.split_inclusive('\n');
    let starts = lines.scan(0, |next, line| {
        let start = *next;
        *next += line.len();
        Some(start)
    });
    starts.collect()
}
