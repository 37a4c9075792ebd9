//! The hints of a program. They are computed function by function, a long function part by part, for the lines that an
//! editor shows, and kept for the functions that a change leaves as they are. An editor that asks again after a notice gets
//! the hints that are there in time, and the others later.

use super::protocol::method;
use super::transport::Output;
use calipers::annotation::{Note, Notes, Wanted, comment};
use calipers::ir::Module;
use calipers::program::OpId;
use calipers::program::Program as _;
use calipers::rules::Rules;
use calipers::transform::pass::children;
use calipers_support::order::Order;
use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;
use std::sync::{Arc, Condvar, LockResult, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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

/// What has the same hints: the key of a function, and the number of one of its parts.
type Key = (u64, u32);

/// The hints of functions. A thread computes them; it ends when none are left to compute.
pub struct Hints {
    shared: Arc<Shared>,
}

/// What the threads share.
struct Shared {
    state: Mutex<State>,
    /// Notified when there are more hints.
    changed: Condvar,
    /// The editor, if it asks for hints again after a notice that there are more.
    editor: Option<Arc<Output>>,
}

#[derive(Default)]
struct State {
    /// The parts that are done.
    known: HashMap<Key, Labels>,
    begun: Option<Begun>,
    /// The parts that come next.
    jobs: VecDeque<Job>,
    is_running: bool,
    /// What the last incomplete answer was about, and when the editor got it.
    incomplete: Option<(Vec<(Key, u32)>, Instant)>,
}

/// A part whose hints are being computed.
struct Begun {
    key: Key,
    labels: Labels,
    /// The lines before this one are done.
    until: u32,
}

/// A part of a function of which hints are wanted.
struct Job {
    key: Key,
    module: Arc<Module>,
    rules: Arc<Rules>,
    function: Function,
}

/// The time in which an editor gets an answer that may lack hints. It draws a text without hints as long.
const PATIENCE: Duration = Duration::from_millis(60);

/// The time between the notices of more hints in the same lines.
const PAUSE: Duration = Duration::from_secs(1);

/// The time between two states of the hints of a part that is being computed.
const STEP: Duration = Duration::from_millis(20);

/// The size of a stack in bytes, as that of the main thread.
const STACK: usize = 8 << 20;

impl Hints {
    /// No hints. Without an editor, [`at`](Self::at) waits for all hints.
    pub fn new(editor: Option<Arc<Output>>) -> Hints {
        Hints {
            shared: Arc::new(Shared {
                state: Mutex::default(),
                changed: Condvar::new(),
                editor,
            }),
        }
    }

    /// Forgets the hints of all functions but these, and stops computing them.
    pub fn retain(&self, functions: &[Function]) {
        let keys: Vec<u64> = functions.iter().map(|function| function.key).collect();
        let mut state = self.shared.state();
        state.known.retain(|(key, _), _| keys.contains(key));
        state.jobs.retain(|job| keys.contains(&job.key.0));
        let begun = state.begun.take();
        state.begun = begun.filter(|begun| keys.contains(&begun.key.0));
        state.incomplete = None;
    }

    /// The hints of the functions, or their parts, that some of these lines belong to, by line. Costs the analysis of
    /// those that have not been analysed yet. An editor that asks again gets those that are there in time.
    pub fn at(
        &self,
        module: &Arc<Module>,
        rules: &Arc<Rules>,
        functions: &[Function],
        lines: &RangeInclusive<u32>,
    ) -> HashMap<u32, String> {
        // The first line of the function, and the last one that is asked about, from it.
        let mut asked: Vec<(Key, u32, u32)> = vec![];
        let mut jobs = vec![];
        for function in functions {
            let (&first, &last) = (function.lines.start(), function.lines.end());
            if last < *lines.start() || first > *lines.end() {
                continue;
            }
            let part = |line: u32| (line.clamp(first, last) - first) / function.part();
            for number in part(*lines.start())..=part(*lines.end()) {
                let key = (function.key, number);
                asked.push((key, first, (*lines.end()).min(last) - first));
                jobs.push(Job {
                    key,
                    module: Arc::clone(module),
                    rules: Arc::clone(rules),
                    function: function.clone(),
                });
            }
        }
        let wanted: Vec<(Key, u32)> = asked.iter().map(|&(key, _, last)| (key, last)).collect();
        let begin = Instant::now();
        let mut state = self.shared.begin(jobs);
        while state.is_running && !wanted.iter().all(|it| state.has(it)) {
            state = match self.shared.editor {
                None => unpoisoned(self.shared.changed.wait(state)),
                Some(_) => {
                    let Some(rest) = PATIENCE.checked_sub(begin.elapsed()) else {
                        break;
                    };
                    unpoisoned(self.shared.changed.wait_timeout(state, rest)).0
                }
            };
        }
        let is_complete = wanted.iter().all(|it| state.has(it));
        state.incomplete = (!is_complete).then(|| (wanted, Instant::now()));
        let mut found = HashMap::new();
        for (key, first, _) in asked {
            let labels = state.labels(key).iter();
            found.extend(labels.map(|(line, text)| (first + line, text.clone())));
        }
        found
    }
}

impl Drop for Hints {
    fn drop(&mut self) {
        self.retain(&[]);
    }
}

/// What a lock protects. A thread that has panicked leaves hints that are incomplete, not wrong.
fn unpoisoned<T>(locked: LockResult<T>) -> T {
    locked.unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// The hints of a part that are there.
    fn labels(&self, key: Key) -> &[(u32, String)] {
        let begun = self.begun.as_ref().filter(|begun| begun.key == key);
        let labels = self.known.get(&key).or(begun.map(|begun| &begun.labels));
        labels.map_or(&[], Vec::as_slice)
    }

    /// Whether the hints of a part are there, up to a line.
    fn has(&self, (key, last): &(Key, u32)) -> bool {
        let begun = self.begun.as_ref();
        self.known.contains_key(key)
            || begun.is_some_and(|begun| begun.key == *key && begun.until > *last)
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        unpoisoned(self.state.lock())
    }

    /// Adds jobs in front of the others, and begins with them if no thread is running.
    fn begin(self: &Arc<Shared>, jobs: Vec<Job>) -> MutexGuard<'_, State> {
        let mut state = self.state();
        for job in jobs.into_iter().rev() {
            let is_begun = state.begun.as_ref().is_some_and(|it| it.key == job.key);
            if !is_begun && !state.known.contains_key(&job.key) {
                state.jobs.retain(|other| other.key != job.key);
                state.jobs.push_front(job);
            }
        }
        if state.jobs.is_empty() || state.is_running {
            return state;
        }
        state.is_running = true;
        drop(state);
        let shared = Arc::clone(self);
        let thread = std::thread::Builder::new().stack_size(STACK);
        if thread.spawn(move || shared.run()).is_err() {
            self.run();
        }
        self.state()
    }

    /// Computes hints until there are no more jobs.
    fn run(&self) {
        /// So that nobody waits for a thread that has panicked.
        struct Running<'s>(&'s Shared);
        impl Drop for Running<'_> {
            fn drop(&mut self) {
                if std::thread::panicking() {
                    self.0.state().is_running = false;
                    self.0.changed.notify_all();
                }
            }
        }
        let _running = Running(self);
        loop {
            let mut state = self.state();
            let Some(job) = state.jobs.pop_front() else {
                state.begun = None;
                state.is_running = false;
                self.notify(&mut state);
                return;
            };
            state.begun = Some(Begun {
                key: job.key,
                labels: vec![],
                until: 0,
            });
            drop(state);
            let labels = labels_of(&job, &|until, labels| self.advance(job.key, until, labels));
            let mut state = self.state();
            if state.begun.take_if(|it| it.key == job.key).is_some() {
                state.known.insert(job.key, labels);
            }
            self.notify(&mut state);
        }
    }

    /// Takes the hints of a part before a line. Returns whether they are still wanted.
    fn advance(&self, key: Key, until: u32, labels: Option<Labels>) -> bool {
        let mut state = self.state();
        let Some(begun) = state.begun.as_mut().filter(|begun| begun.key == key) else {
            return false;
        };
        if let Some(labels) = labels {
            (begun.until, begun.labels) = (until, labels);
            self.notify(&mut state);
        }
        true
    }

    /// Tells those who wait that there are more hints.
    fn notify(&self, state: &mut State) {
        self.changed.notify_all();
        let is_due = state.incomplete.as_ref().is_some_and(|(wanted, told)| {
            !state.is_running || told.elapsed() > PAUSE || wanted.iter().all(|it| state.has(it))
        });
        if is_due && let Some(editor) = &self.editor {
            state.incomplete = None;
            // An editor that is gone needs no hints.
            let _ = editor.request(method::INLAY_HINT_REFRESH);
        }
    }
}

impl Function {
    /// Whether its bounds are computed part by part.
    pub fn is_long(&self) -> bool {
        self.count() > LONG
    }

    /// The number of lines in a part.
    fn part(&self) -> u32 {
        if self.is_long() { PART } else { self.count() }
    }

    fn count(&self) -> u32 {
        self.lines.end() - self.lines.start() + 1
    }
}

/// The hints of a part. `advance` gets the hints before a line now and then, and says whether to go on.
fn labels_of(job: &Job, advance: &(dyn Fn(u32, Option<Labels>) -> bool + Sync)) -> Labels {
    let function = &job.function;
    let (first, last) = (*function.lines.start(), *function.lines.end());
    let begin = first + job.key.1 * function.part();
    let lines = begin..=last.min(begin + function.part() - 1);
    let labels = |notes: &Notes| -> Labels {
        let told = lines.clone().map(|line| {
            let told: Vec<String> = notes.at(line).iter().map(comment).collect();
            (line - first, told.join("; "))
        });
        told.filter(|(_, text)| !text.is_empty()).collect()
    };
    let told = Mutex::new(Instant::now());
    let before = |line: u32, notes: &Notes| {
        let mut told = unpoisoned(told.lock());
        let is_due = told.elapsed() >= STEP;
        if is_due {
            *told = Instant::now();
        }
        advance(line.saturating_sub(first), is_due.then(|| labels(notes)))
    };
    let wanted = Wanted {
        before: &before,
        lines: (lines != function.lines).then(|| lines.clone()),
    };
    labels(&Notes::of_function(
        &job.module,
        &job.rules,
        &wanted,
        function.op,
    ))
}

/// The bounds of a function, or of some of its lines, without proofs.
pub fn notes(
    module: &Module,
    rules: &Rules,
    function: &Function,
    lines: Option<RangeInclusive<u32>>,
) -> Notes {
    let wanted = Wanted {
        before: &|_, _| true,
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
    placed.order_by_key(|(line, _)| *line);
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
