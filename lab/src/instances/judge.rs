//! The comparison of answers about a nest with its instances.

use super::enumerate::{Event, Inputs, events};
use super::{Loop, Nest, Statement, View, text};
use crate::parallel;
use calipers::instances::{Access, Conflict, Distance, InBounds, Instance, Instances, Pair};
use calipers::ir::{Module, ParseOptions};
use calipers::number::Int;
use calipers::program::{Column, Definition, OpId, Program, ValueId};
use calipers::rules::Rules;
use fastrand::Rng;
use hashbrown::HashMap;
use std::cmp::Ordering;
use std::fmt;
use std::time::{Duration, Instant};

/// The number of executions of each nest.
const EXECUTIONS: usize = 40;

/// The number of instances of an access that are compared with each element of another instance.
const LIMIT: usize = 400;

/// The results of questions about nests.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// The number of answers that claim something.
    pub decided: u64,
    /// The number of answers that are unknown though a counterexample exists, and though none was found.
    pub undecided: [u64; 2],
    /// The answers that are wrong, with the programs.
    pub wrong: Vec<String>,
    /// The nests whose answers are unknown, for the first few of them.
    pub open: Vec<String>,
    /// The time of each question.
    pub times: Vec<Duration>,
    /// The questions that took longest, with their nests, the slowest first.
    pub slowest: Vec<(Duration, String)>,
}

/// The number of undecided questions that are kept as examples, and of slow ones.
const MAX_OPEN: usize = 40;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for wrong in &self.wrong {
            writeln!(f, "wrong: {wrong}")?;
        }
        let mut times = self.times.clone();
        times.sort_unstable();
        let at = |part: usize| times.get(times.len() * part / 100);
        let [refutable, provable] = self.undecided;
        write!(
            f,
            "{} decided, {refutable} open with a counterexample, {provable} open without, {} wrong; \
             median {:?}, 95 % below {:?}",
            self.decided,
            self.wrong.len(),
            at(50).copied().unwrap_or_default(),
            at(95).copied().unwrap_or_default(),
        )
    }
}

impl parallel::Report for Report {
    fn add(&mut self, other: Report) {
        self.decided += other.decided;
        for (own, other) in self.undecided.iter_mut().zip(other.undecided) {
            *own += other;
        }
        self.wrong.extend(other.wrong);
        self.open.extend(other.open);
        self.times.extend(other.times);
        self.slowest.extend(other.slowest);
        self.slowest.sort_by_key(|it| std::cmp::Reverse(it.0));
        self.slowest.truncate(MAX_OPEN);
    }
}

struct Judge<'n, 'p> {
    nest: &'n Nest,
    module: &'p Module,
    accesses: Vec<OpId>,
    /// The loops around each access, from the outermost one.
    loops: Vec<Vec<&'n Loop>>,
    executions: Vec<(Inputs, Vec<Event>)>,
    report: &'n mut Report,
    text: &'n str,
}

/// Asks about a nest and compares the answers with executions.
pub fn judge(nest: &Nest, rules: &Rules, seed: u64, report: &mut Report) {
    let text = text(nest);
    let module = match Module::parse(&text, "nest.mlir", ParseOptions::default()) {
        Ok(module) => module,
        Err(error) => {
            report
                .wrong
                .push(format!("invalid program: {error}\n{text}"));
            return;
        }
    };
    let mut rng = Rng::with_seed(seed);
    let inputs = (0..EXECUTIONS).map(|_| inputs(nest, &mut rng));
    let executions = inputs.filter_map(|inputs| {
        let events = events(nest, &inputs)?;
        Some((inputs, events))
    });
    let executions: Vec<_> = executions.collect();
    let op = |number: usize| match module.definition(module.value_named(&format!("%a{number}"))?) {
        Definition::Result { op, .. } => Some(op),
        Definition::Argument { .. } => None,
    };
    let accesses: Vec<OpId> = (0..nest.accesses.len()).filter_map(op).collect();
    let loops = (0..nest.accesses.len()).map(|number| {
        let mut around = vec![];
        loops_around(&nest.body, number, &mut around);
        around
    });
    let mut judge = Judge {
        nest,
        module: &module,
        loops: loops.collect(),
        accesses,
        executions,
        report,
        text: &text,
    };
    let mut instances = Instances::new(&module, rules);
    for number in 0..judge.accesses.len() {
        judge.bounds(&mut instances, number);
        judge.alignment(&mut instances, number);
        for other in number..judge.accesses.len() {
            judge.conflicts(&mut instances, number, other);
        }
    }
}

/// Random inputs of an execution.
pub(crate) fn inputs(nest: &Nest, rng: &mut Rng) -> Inputs {
    let sizes = nest.sizes.iter();
    Inputs {
        arguments: (0..nest.arguments).map(|_| rng.i64(-2..=9)).collect(),
        sizes: sizes
            .map(|size| size.unwrap_or_else(|| rng.i64(0..=20)))
            .collect(),
    }
}

/// Whether an access is in a block; the loops around it are added.
fn loops_around<'n>(block: &'n [Statement], access: usize, around: &mut Vec<&'n Loop>) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Access(number) => *number == access,
        Statement::Guard { branches, .. } => branches
            .iter()
            .any(|branch| loops_around(branch, access, around)),
        Statement::Loop(it) => {
            around.push(it);
            let is_in = loops_around(&it.body, access, around);
            if !is_in {
                around.pop();
            }
            is_in
        }
    })
}

impl Judge<'_, '_> {
    fn wrong(&mut self, what: String) {
        self.report.wrong.push(format!("{what}\n{}", self.text));
    }

    fn unknown(&mut self, question: &str, has_counterexample: bool) {
        self.report.undecided[usize::from(!has_counterexample)] += 1;
        if self.report.open.len() < MAX_OPEN {
            let kind = if has_counterexample {
                "refutable"
            } else {
                "provable"
            };
            self.report
                .open
                .push(format!("{kind}: {question}\n{}", self.text));
        }
    }

    fn timed<T>(&mut self, ask: impl FnOnce() -> T, question: impl FnOnce() -> String) -> T {
        let start = Instant::now();
        let answer = ask();
        let time = start.elapsed();
        self.report.times.push(time);
        let slowest = &mut self.report.slowest;
        let position = slowest.partition_point(|it| it.0 >= time);
        if position < MAX_OPEN {
            slowest.insert(position, (time, format!("{}\n{}", question(), self.text)));
            slowest.truncate(MAX_OPEN);
        }
        answer
    }

    fn variable(&self, number: usize) -> Option<ValueId> {
        self.module.value_named(&format!("%i{number}"))
    }

    /// The executions on the inputs of an instance.
    fn replayed(&self, instance: &Instance) -> Option<Vec<Event>> {
        let chosen = |column: Column| {
            let found = instance.inputs.iter().find(|(other, _)| *other == column);
            found.and_then(|(_, value)| i64::try_from(value).ok())
        };
        let arguments = (0..self.nest.arguments).map(|number| {
            let value = self.module.value_named(&format!("%n{number}"));
            value
                .and_then(|value| chosen(Column::Value(value)))
                .unwrap_or(3)
        });
        let buffer = self.module.value_named("%m")?;
        let sizes = self.nest.sizes.iter().enumerate().map(|(dim, size)| {
            size.or_else(|| chosen(Column::Dim(buffer, dim as u32)))
                .unwrap_or(3)
        });
        let inputs = Inputs {
            arguments: arguments.collect(),
            sizes: sizes.collect(),
        };
        events(self.nest, &inputs)
    }

    /// Whether an event is an instance.
    fn is_instance(&self, event: &Event, instance: &Instance) -> bool {
        let element = event.indices.iter().map(|&index| Int::from(index));
        instance.op == self.accesses[event.access]
            && element.eq(instance.element.iter().cloned())
            && event.variables.iter().all(|&(number, value)| {
                let variable = self.variable(number);
                let known = variable.and_then(|variable| instance.value_of(variable));
                known == Some(Int::from(value))
            })
    }

    fn bounds(&mut self, instances: &mut Instances<'_>, number: usize) {
        let op = self.accesses[number];
        let answer = self.timed(
            || instances.in_bounds(op),
            || format!("in-bounds %a{number}"),
        );
        let is_outside = |event: &&Event, inputs: &Inputs, nest: &Nest| {
            event.access == number && !is_inside(event, inputs, nest)
        };
        let outside = self.executions.iter().find_map(|(inputs, events)| {
            let found = events.iter().find(|it| is_outside(it, inputs, self.nest));
            Some((inputs.clone(), found?.clone()))
        });
        // The passes ask without a search for an instance outside, which would hide a wrong proof.
        if let (Some(access), Some(_)) = (Access::of(self.module, op), &outside)
            && instances.dims_in_bounds(&access).into_iter().all(|it| it)
        {
            self.wrong(format!(
                "%a{number}: all dimensions are taken for in bounds"
            ));
        }
        match (answer, outside) {
            (InBounds::Always, None) => self.report.decided += 1,
            (InBounds::Always, Some((inputs, event))) => {
                self.wrong(format!(
                    "%a{number} leaves its buffer: {event:?} with {inputs:?}"
                ));
            }
            (InBounds::Unknown(_), outside) => {
                self.unknown(&format!("in-bounds %a{number}"), outside.is_some());
            }
            (InBounds::Violated(found), _) => {
                self.report.decided += 1;
                // Too many instances cannot be replayed.
                let Some(events) = self.replayed(&found.instance) else {
                    return;
                };
                let mut events = events.iter().filter(|event| event.access == number);
                if !events.any(|event| self.is_instance(event, &found.instance)) {
                    self.wrong(format!("no such instance: {found:?}"));
                }
            }
        }
    }

    fn alignment(&mut self, instances: &mut Instances<'_>, number: usize) {
        let op = self.accesses[number];
        let answer = self.timed(
            || instances.alignment(op),
            || format!("alignment %a{number}"),
        );
        let Ok(alignment) = answer else {
            return;
        };
        let nest = self.nest;
        if !matches!(nest.accesses[number].view, View::Whole) {
            return;
        }
        let address = |event: &Event, inputs: &Inputs| match event.indices[..] {
            [index] => index,
            [row, column] => row * inputs.sizes[1] + column,
            _ => 0,
        };
        let inner = self.loops[number].last().and_then(|it| it.variables.last());
        let step = inner.map_or(1, |(_, _, _, step)| *step);
        let mut wrong = vec![];
        for (inputs, events) in &self.executions {
            let own: Vec<&Event> = events.iter().filter(|it| it.access == number).collect();
            for (at, event) in own.iter().enumerate().take(50) {
                let position = Int::from(address(event, inputs));
                let divides = match alignment.divisor == Int::ZERO {
                    true => position == Int::ZERO,
                    false => (&position % &alignment.divisor) == Int::ZERO,
                };
                if !divides {
                    wrong.push(format!("%a{number}: divisor {}", alignment.divisor));
                }
                // The variable of the innermost loop, the last one, changes first.
                let next = own.get(at + 1).filter(|other| {
                    let pairs = event.variables.iter().zip(&other.variables);
                    let count = event.variables.len();
                    pairs
                        .enumerate()
                        .all(|(at, (one, two))| match at + 1 == count {
                            true => two.1 == one.1 + step,
                            false => one == two,
                        })
                });
                if let (Some(next), Some(stride)) = (next, &alignment.stride)
                    && !event.variables.is_empty()
                    && Int::from(address(next, inputs)) - position != *stride
                {
                    wrong.push(format!("%a{number}: stride {stride}"));
                }
            }
            let width = alignment.width();
            let outer = |event: &Event| match event.variables.split_last() {
                Some((_, outer)) => outer.to_vec(),
                None => vec![],
            };
            for run in own.chunk_by(|one, two| outer(one) == outer(two)) {
                let positions: Vec<i64> = run.iter().map(|it| address(it, inputs)).collect();
                let is_group = |group: &[i64]| {
                    group.len() == width as usize
                        && group[0] % width == 0
                        && group.windows(2).all(|pair| pair[1] - pair[0] == 1)
                };
                if width > 1 && !positions.chunks(width as usize).all(is_group) {
                    wrong.push(format!("%a{number}: width {width}"));
                }
            }
        }
        self.report.decided += 1;
        if let Some(what) = wrong.pop() {
            self.wrong(what);
        }
    }

    fn conflicts(&mut self, instances: &mut Instances<'_>, first: usize, second: usize) {
        let pairs = self.loops[first].iter().zip(&self.loops[second]);
        let is_same = |(a, b): &(&&Loop, &&Loop)| std::ptr::eq(**a, **b);
        let common = pairs.take_while(is_same).count();
        let within = [None].into_iter().chain((0..common).map(Some));
        for within in within.collect::<Vec<_>>() {
            self.conflict(instances, (first, second), common, within);
        }
    }

    fn conflict(
        &mut self,
        instances: &mut Instances<'_>,
        (first, second): (usize, usize),
        common: usize,
        within: Option<usize>,
    ) {
        let (one, other) = (self.accesses[first], self.accesses[second]);
        let level = within.and_then(|within| self.op_of(first, within));
        let answer = self.timed(
            || instances.conflict(one, other, level),
            || format!("conflict %a{first} %a{second} {within:?}"),
        );
        let levels = Levels::new(&self.loops[first][..common], within, first == second);
        let found = |judge: &Self| {
            judge.executions.iter().find_map(|(inputs, events)| {
                let (one, other) = *levels.pairs(events, first, second, 1).first()?;
                Some((inputs.clone(), one.clone(), other.clone()))
            })
        };
        match answer {
            Conflict::Never => match found(self) {
                None => self.report.decided += 1,
                Some(found) => self.wrong(format!(
                    "%a{first} and %a{second} within {within:?}: {found:?}"
                )),
            },
            Conflict::Unknown(missing) => {
                let missing = missing.describe(self.module);
                let question = format!("conflict %a{first} %a{second} {within:?} {missing}");
                self.unknown(&question, found(self).is_some());
            }
            Conflict::Found(pair) => {
                self.report.decided += 1;
                self.check_pair(&pair, (first, second), &levels);
            }
        }
    }

    fn check_pair(&mut self, pair: &Pair, (first, second): (usize, usize), levels: &Levels) {
        let Some(events) = self.replayed(&pair.first) else {
            return;
        };
        let of = |instance: &Instance| -> Vec<&Event> {
            let events = events.iter();
            events
                .filter(|event| self.is_instance(event, instance))
                .collect()
        };
        let (ones, others) = (of(&pair.first), of(&pair.second));
        let mut candidates = ones.iter().flat_map(|a| others.iter().map(move |b| (a, b)));
        let touch = |a: &Event, b: &Event| a.elements.iter().any(|it| b.elements.contains(it));
        let is_it = candidates.any(|(a, b)| touch(a, b) && levels.is_conflict(a, b));
        if !is_it {
            self.wrong(format!("no such instances: {pair:?}"));
            return;
        }
        let level = (0..levels.variables.len()).find(|&it| self.op_of(first, it) == pair.level);
        let Some(level) = level.filter(|_| pair.level.is_some()) else {
            return;
        };
        let mut wrong = vec![];
        for (_, events) in &self.executions {
            for (a, b) in levels.pairs(events, first, second, 200) {
                let count = levels.variables[level].len();
                // The ids of a launch that do not vary are not variables of the nest.
                if levels.level(a, b) != Some(level) || count != pair.distances.len() {
                    continue;
                }
                for (variable, distance) in levels.variables[level].iter().zip(&pair.distances) {
                    let moved = value(b, *variable) - value(a, *variable);
                    let holds = match distance {
                        Distance::Constant(number) => Int::from(moved) == *number,
                        Distance::Direction(order) => moved.cmp(&0) == *order,
                        Distance::Any => true,
                    };
                    if !holds {
                        wrong.push(format!("distance {moved} in {pair:?}"));
                    }
                }
            }
        }
        if let Some(what) = wrong.pop() {
            self.wrong(what);
        }
    }

    /// The op of a loop around an access.
    fn op_of(&self, access: usize, level: usize) -> Option<OpId> {
        let it = self.loops[access].get(level)?;
        let value = self.variable(it.variables.first()?.0)?;
        let region = match self.module.definition(value) {
            Definition::Argument { block, .. } => self.module.block_region(block),
            Definition::Result { op, .. } => self.module.block_region(self.module.block_of(op)?),
        };
        Some(self.module.region_parent(region))
    }
}

fn value(event: &Event, variable: usize) -> i64 {
    let found = event.variables.iter().find(|(other, _)| *other == variable);
    found.map_or(0, |(_, value)| *value)
}

/// Whether all elements of an event are elements of the view.
pub(crate) fn is_inside(event: &Event, inputs: &Inputs, nest: &Nest) -> bool {
    let touch = &nest.accesses[event.access];
    let sizes = &inputs.sizes;
    let sizes: Vec<i64> = match &touch.view {
        View::Whole => sizes.clone(),
        View::Slice(..) => vec![1000; sizes.len()],
        View::Transposed => sizes.iter().rev().copied().collect(),
        View::Rows(length) => vec![sizes[0] / length, *length],
        View::Flat => vec![sizes.iter().product()],
    };
    let last = sizes.len() - 1;
    let dims = event.indices.iter().zip(&sizes).enumerate();
    dims.into_iter().all(|(dim, (&index, &size))| {
        let width = if dim == last { touch.width } else { 1 };
        index >= 0 && index + width <= size
    })
}

/// The common loops of two accesses, and the pairs that a question is about.
struct Levels {
    variables: Vec<Vec<usize>>,
    within: Option<usize>,
    is_one: bool,
}

impl Levels {
    fn new(common: &[&Loop], within: Option<usize>, is_one: bool) -> Levels {
        let variables = common.iter().map(|it| {
            let variables = it.variables.iter();
            variables.map(|(variable, ..)| *variable).collect()
        });
        Levels {
            variables: variables.collect(),
            within,
            is_one,
        }
    }

    /// The first loop in whose iteration two instances differ.
    fn level(&self, a: &Event, b: &Event) -> Option<usize> {
        let differs = |level: &Vec<usize>| level.iter().any(|&it| value(a, it) != value(b, it));
        self.variables.iter().position(differs)
    }

    fn order(&self, a: &Event, b: &Event) -> Ordering {
        let variables = self.variables.iter().flatten();
        let orders = variables.map(|&it| value(a, it).cmp(&value(b, it)));
        orders.fold(Ordering::Equal, Ordering::then)
    }

    /// The first pairs of instances of a conflict that the question is about: some of each instance of the first access,
    /// for at least the first [`LIMIT`] instances.
    fn pairs<'e>(
        &self,
        events: &'e [Event],
        first: usize,
        second: usize,
        count: usize,
    ) -> Vec<(&'e Event, &'e Event)> {
        let of = |access: usize| events.iter().filter(move |it| it.access == access);
        let mut touching: HashMap<&[i64], Vec<&Event>> = HashMap::new();
        for event in of(second) {
            for element in &event.elements {
                touching.entry(element).or_default().push(event);
            }
        }
        let (mut found, mut compared) = (vec![], 0);
        for (number, a) in of(first).enumerate() {
            if number >= LIMIT && compared >= LIMIT * LIMIT {
                break;
            }
            for (at, element) in a.elements.iter().enumerate() {
                let others = touching.get(&element[..]).into_iter().flatten();
                for &b in others.take(LIMIT) {
                    compared += 1;
                    let mut earlier = a.elements[..at].iter();
                    let is_new = !earlier.any(|it| b.elements.contains(it));
                    if is_new && self.is_conflict(a, b) {
                        found.push((a, b));
                        if found.len() == count {
                            return found;
                        }
                    }
                }
            }
        }
        found
    }

    /// Whether two instances that touch a common element are those of a conflict that the question is about.
    fn is_conflict(&self, a: &Event, b: &Event) -> bool {
        let is_asked = match self.level(a, b) {
            None => !self.is_one && self.within.is_none(),
            Some(level) => self.within.is_none_or(|within| within == level),
        };
        let is_ordered = !self.is_one || self.order(a, b) == Ordering::Less;
        is_asked && is_ordered
    }
}
