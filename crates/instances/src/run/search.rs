//! The search for executions that refute a claim.

use super::{Choices, Event, Flow, Inputs, Instance, Memo, Run, Watched, values_at};
use crate::access::{Access, Size};
use crate::alignment::Moves;
use crate::conflict::{Pair, Question};
use crate::instances::Instances;
use crate::lanes::{exact_mask, is_masked};
use crate::nest::{Level, ancestors, function_around, function_of, levels};
use crate::place::{Place, dim_of};
use crate::sharing::{Scope, attribution, is_allocation, scope};
use crate::term::Term;
use calipers_engine::solve::IntegerOverflow;
use calipers_number::Int;
use calipers_program::{BlockId, Column, OpId, Program, ValueId};
use hashbrown::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// The number of ops that one attempt executes.
const FUEL: usize = 6000;

/// The same for one of the last attempts, which differ in their inputs only.
const LAST_FUEL: usize = 1500;

/// The number of attempts that execute more.
const LONG_ATTEMPTS: usize = 26;

/// The same for the attempt that executes most iterations, in a program without inputs.
const ALL_FUEL: usize = 60_000;

/// The number of pairs of events that are compared.
const MAX_COMPARED: usize = 20_000;

/// The number of elements of an access that are listed.
const MAX_ELEMENTS: i64 = 64;

/// The numbers of iterations that the attempts execute of each loop, in turn.
const ITERATIONS: [usize; 4] = [8, 256, 12, 5];

/// The attempts before longer proofs: one of each number of iterations. Most counterexamples are found by these.
pub(crate) const FIRST_ATTEMPTS: Range<usize> = 0..ITERATIONS.len();

/// The attempts after longer proofs.
pub(crate) const LATER_ATTEMPTS: Range<usize> = ITERATIONS.len()..Inputs::ATTEMPTS;

/// All attempts.
pub(crate) const ALL_ATTEMPTS: Range<usize> = 0..Inputs::ATTEMPTS;

/// Whether a pair of events that differ first at a level is searched for.
pub(crate) type IsWanted<'f> = &'f dyn Fn(&Event, &Event, Option<usize>) -> bool;

/// Limit of the counterexamples that are confirmed.
const MAX_CONFIRMED: usize = 4;

/// The result of a search.
pub(crate) enum Search<T> {
    /// This was found.
    Found(T),
    /// There is none: the function has one execution, and all instances in it were examined.
    Exhausted,
    /// None was found.
    NotFound,
}

impl<'p> Instances<'p> {
    /// Two instances that touch the same element, in an execution.
    pub(crate) fn find_pair(
        &mut self,
        question: &Question,
        attempts: Range<usize>,
        is_wanted: IsWanted<'_>,
    ) -> Search<Pair> {
        let found = self.try_find_pair(question, attempts, is_wanted);
        found.unwrap_or(Search::NotFound)
    }

    fn try_find_pair(
        &mut self,
        question: &Question,
        attempts: Range<usize>,
        is_wanted: IsWanted<'_>,
    ) -> Option<Search<Pair>> {
        let [first, second] = self.places(question);
        let by_index = first.frame.is_some() && first.frame == second.frame;
        let terms = |place: &Place, access: &Access| {
            let mut terms = access.indices.clone();
            match by_index {
                true => terms.extend(place.indices.iter().cloned()),
                false => terms.push(place.address.as_ref()?.0.clone()),
            }
            self.watched(access, terms)
        };
        let sizes = |place: &Place| match by_index {
            true => Some(place.sizes.clone()),
            false => Some(vec![place.address.as_ref()?.1]),
        };
        let mut watched = vec![terms(&first, &question.first)?];
        let mut boxes = vec![sizes(&first)?];
        if !question.is_one {
            watched.push(terms(&second, &question.second)?);
            boxes.push(sizes(&second)?);
        }
        let is_padded = |access: &Access| access.padded.iter().any(|&padded| padded);
        if is_padded(&question.first) || is_padded(&question.second) {
            return None;
        }
        let program = self.program;
        let separate = separate_levels(program, question, first.root);
        let blocks = block_variables(program, question, first.root);
        let matcher = Matcher {
            question,
            boxes,
            separate,
            blocks,
        };
        let accesses = [&question.first, &question.second];
        let common = &question.common;
        let search = self.executions(&watched, common, attempts, |instances, events, inputs| {
            let mut confirmed = 0;
            let mut left = MAX_COMPARED;
            let found = matcher.pairs(events, &mut left, &mut |a, b, level| {
                if !is_wanted(a, b, level) {
                    return None;
                }
                confirmed += 1;
                if confirmed > MAX_CONFIRMED {
                    return None;
                }
                let of = |event: &Event| {
                    let access = accesses[event.watched.min(1)];
                    instance(program, access, event, inputs)
                };
                let pair = Pair {
                    first: of(a)?,
                    second: of(b)?,
                    level: level.map(|number: usize| question.common[number].op),
                    distances: vec![],
                };
                let occur = [(accesses[0], &pair.first), (accesses[1], &pair.second)];
                let occur = occur.into_iter().all(|it| instances.may_occur(it.0, it.1));
                occur.then_some(pair)
            });
            let is_known = |event: &Event| event.values.iter().all(Option::is_some);
            let is_clear = confirmed == 0 && left > 0 && events.iter().all(is_known);
            (found, is_clear)
        });
        Some(search)
    }

    /// An instance of an access that touches an element outside of its buffer, with the dimension.
    pub(crate) fn find_out_of_bounds(
        &mut self,
        access: &Access,
        attempts: Range<usize>,
    ) -> Search<(Instance, usize)> {
        let dims = 0..access.indices.len();
        let sizes = dims.map(|dim| dim_of(self.program, access.buffer, dim));
        match sizes.collect() {
            Some(sizes) => self.find_outside(access, sizes, attempts),
            None => Search::NotFound,
        }
    }

    /// The same for a buffer of these sizes.
    pub(crate) fn find_outside(
        &mut self,
        access: &Access,
        sizes: Vec<Term>,
        attempts: Range<usize>,
    ) -> Search<(Instance, usize)> {
        let found = self.try_find_outside(access, sizes, attempts);
        found.unwrap_or(Search::NotFound)
    }

    /// What is recorded of an access; none if it is unknown which lanes access an element.
    fn watched(&self, access: &Access, terms: Vec<Term>) -> Option<Watched> {
        let wraps = self.config.integer_overflow == IntegerOverflow::Wrap;
        let mask = match is_masked(self.program, access) {
            true => Some(exact_mask(self.program, access, wraps)?),
            // That of a slice is exact.
            false => access.mask.clone(),
        };
        Some(Watched {
            op: access.op,
            terms,
            lanes: access.lanes.clone(),
            mask,
            given: self.conditions.clone(),
        })
    }

    fn try_find_outside(
        &mut self,
        access: &Access,
        sizes: Vec<Term>,
        attempts: Range<usize>,
    ) -> Option<Search<(Instance, usize)>> {
        let program = self.program;
        let rank = access.indices.len();
        let terms = access.indices.iter().cloned().chain(sizes).collect();
        let levels = levels(program, access.op).ok()?;
        let watched = [self.watched(access, terms)?];
        let is_exact = access
            .sizes
            .iter()
            .all(|size| matches!(size, Size::Exactly(_)));
        let search = self.executions(&watched, &levels, attempts, |instances, events, inputs| {
            let outside = events.iter().filter_map(|event| {
                let dim = (0..rank).find(|&dim| is_outside(access, event, dim, rank))?;
                Some((instance(program, access, event, inputs)?, dim))
            });
            let mut candidates: Vec<(Instance, usize)> = outside.take(MAX_CONFIRMED).collect();
            let mut occurs = |it: &(Instance, usize)| instances.may_occur(access, &it.0);
            let found = candidates.iter().position(&mut occurs);
            let is_known = |event: &Event| event.values.iter().all(Option::is_some);
            let is_clear = is_exact && candidates.is_empty() && events.iter().all(is_known);
            (found.map(|found| candidates.swap_remove(found)), is_clear)
        });
        Some(search)
    }

    /// Such a distance between the addresses of two consecutive iterations in an execution. If the step is not constant,
    /// it is unknown which iterations are consecutive, and the first distance is taken.
    pub(crate) fn seen_stride(
        &mut self,
        address: &Term,
        access: OpId,
        level: &Level,
        moves: Moves<'_>,
        is_wanted: &dyn Fn(&Int) -> bool,
    ) -> Option<Int> {
        let levels = levels(self.program, access).ok()?;
        let watched = [Watched {
            op: access,
            terms: vec![address.clone()],
            lanes: vec![],
            mask: None,
            given: self.conditions.clone(),
        }];
        let at = level
            .variables
            .iter()
            .position(|&it| it == moves.variable)?;
        let search = self.executions(&watched, &levels, ALL_ATTEMPTS, |_, events, _| {
            let mut left = MAX_COMPARED;
            // The variable need not be the one that changes first from one execution of the access to the next.
            let next = |number: usize| {
                let a = &events[number];
                let others = &events[number + 1..];
                let others = others.get(..left).unwrap_or(others);
                let found = others.iter().position(|b| is_next(a, b, level, at));
                left -= found.map_or(others.len(), |it| it + 1);
                let b = &others[found?];
                let near = &values_at(b, level)?[at] - &values_at(a, level)?[at];
                let is_consecutive = moves.step.is_none_or(|step| near == *step);
                let distance = b.values.first()?.as_ref()? - a.values.first()?.as_ref()?;
                (is_consecutive && is_wanted(&distance)).then_some(distance)
            };
            ((0..events.len()).find_map(next), false)
        });
        match search {
            Search::Found(stride) => Some(stride),
            Search::Exhausted | Search::NotFound => None,
        }
    }

    /// The function around an op, with its body if that is one block.
    pub(super) fn body_around(&self, op: OpId) -> Option<(OpId, BlockId)> {
        let program = self.program;
        let function = function_of(program, op)?;
        match program.blocks(*program.regions(function).first()?) {
            [body] => Some((function, *body)),
            _ => None,
        }
    }

    /// Executes the function that contains the watched ops on several inputs, and shows the events of each execution.
    /// `found` returns what it looks for, and whether it would have noticed it.
    fn executions<T>(
        &mut self,
        watched: &[Watched],
        levels: &[Level],
        attempts: Range<usize>,
        mut found: impl FnMut(&mut Self, &[Event], &Inputs) -> (Option<T>, bool),
    ) -> Search<T> {
        let program = self.program;
        let Some((function, body)) = watched.first().and_then(|it| self.body_around(it.op)) else {
            return Search::NotFound;
        };
        let relevant = watched.iter().flat_map(|it| ancestors(program, it.op));
        let relevant: HashSet<OpId> = relevant.collect();
        let kernel = levels.iter().find(|level| level.op == function);
        let mut memo = Memo::default();
        let conditions = self.conditions.clone();
        let mut has_no_inputs = false;
        let constants = self.constants(function, watched, levels);
        let choices = Arc::new(Choices::new(&constants));
        for attempt in attempts {
            let mut inputs = Inputs::new(&choices, attempt);
            let mut events = vec![];
            let mut fuel = match attempt == 1 && has_no_inputs {
                true => ALL_FUEL,
                false if attempt < LONG_ATTEMPTS => FUEL,
                false => LAST_FUEL,
            };
            let mut is_complete = true;
            let mut threads: Option<Vec<Vec<Int>>> = None;
            let mut number = 0;
            let mut is_undefined = false;
            loop {
                let mut run = Run {
                    program,
                    analysis: &mut self.analysis,
                    memo: &mut memo,
                    relevant: &relevant,
                    watched,
                    inputs,
                    known: HashMap::new(),
                    loaded: HashMap::new(),
                    trail: vec![],
                    variables: vec![],
                    events: vec![],
                    fuel,
                    iterations: ITERATIONS[attempt % ITERATIONS.len()],
                    is_only: false,
                    is_complete,
                    is_undefined: false,
                    depth: 0,
                };
                if number == 0 {
                    run.fit_inputs(&conditions);
                }
                let ids = match kernel {
                    Some(kernel) => {
                        let all = threads.get_or_insert_with(|| run.threads(kernel, &constants));
                        let Some(ids) = all.get(number) else {
                            (inputs, is_complete) = (run.inputs, run.is_complete);
                            break;
                        };
                        Some((kernel, ids.clone()))
                    }
                    None => None,
                };
                if let Some((kernel, ids)) = &ids {
                    run.enter(kernel, ids);
                }
                let _: Flow = run.block(body);
                (fuel, inputs, is_complete) = (run.fuel, run.inputs, run.is_complete);
                events.append(&mut run.events);
                is_undefined |= run.is_undefined;
                number += 1;
                if ids.is_none() || fuel == 0 || is_undefined {
                    break;
                }
            }
            has_no_inputs = inputs.is_empty();
            let is_last = has_no_inputs && attempt + 1 >= ITERATIONS.len();
            let is_only = inputs.is_empty() && self.conditions.is_empty();
            if !is_undefined {
                match found(self, &events, &inputs) {
                    (Some(it), _) => return Search::Found(it),
                    (None, true) if is_complete && is_only => return Search::Exhausted,
                    _ => {}
                }
            }
            if is_last {
                break;
            }
        }
        Search::NotFound
    }
}

fn instance(
    program: &dyn Program,
    access: &Access,
    event: &Event,
    inputs: &Inputs,
) -> Option<Instance> {
    let element = event.values.iter().take(access.indices.len()).cloned();
    // Conditions may be about values of other functions.
    let function = function_of(program, access.op);
    let is_own = |column: Column| {
        let value = column.value();
        value.is_none_or(|value| function_around(program, value) == function)
    };
    let own = inputs.chosen.iter().filter(|(column, _)| is_own(*column));
    let contents = event.contents.iter();
    let contents = contents.filter_map(|&at| inputs.contents.get(at).cloned());
    Some(Instance {
        op: access.op,
        variables: event.variables.clone(),
        inputs: own.cloned().collect(),
        contents: contents.collect(),
        lane: event.lane.clone(),
        element: element.collect::<Option<_>>()?,
    })
}

/// Whether two executions of an access are in iterations of a level that differ in one variable, which is greater in the
/// second one, and in the same iteration of all other loops.
fn is_next(a: &Event, b: &Event, level: &Level, at: usize) -> bool {
    let pairs = a.variables.iter().zip(&b.variables);
    let (Some(one), Some(two)) = (values_at(a, level), values_at(b, level)) else {
        return false;
    };
    two[at] > one[at] && pairs.filter(|(one, two)| one != two).count() == 1
}

fn is_outside(access: &Access, event: &Event, dim: usize, rank: usize) -> bool {
    let of = |at: usize| event.values.get(at).cloned().flatten();
    let (Some(index), Some(size)) = (of(dim), of(rank + dim)) else {
        return false;
    };
    match access.sizes.get(dim) {
        Some(Size::Exactly(own)) => {
            *own > 0 && (index.is_negative() || index + Int::from(*own) > size)
        }
        _ => false,
    }
}

/// The number of outermost common levels in whose iterations a root is allocated anew.
fn separate_levels(program: &dyn Program, question: &Question, root: ValueId) -> usize {
    if !is_allocation(program, root) {
        return match scope(program, root) {
            Scope::Thread => {
                let launch = question.common.iter().rposition(Level::is_launch);
                launch.map_or(0, |launch| launch + 1)
            }
            // Each launch has its own.
            Scope::Block => {
                let owner = attribution(program, root).map(|(owner, _)| owner);
                let mut levels = question.common.iter();
                levels.position(|it| Some(it.op) == owner).unwrap_or(0)
            }
            Scope::Grid => 0,
        };
    }
    let Some((op, _)) = calipers_rules::owner(program, root) else {
        return 0;
    };
    let around = ancestors(program, op);
    let levels = question.common.iter();
    levels
        .take_while(|level| around.contains(&level.op))
        .count()
}

/// The variables of a launch in which instances that share the root agree.
fn block_variables(program: &dyn Program, question: &Question, root: ValueId) -> Vec<ValueId> {
    match scope(program, root) {
        Scope::Block => {
            let levels = question.common.iter();
            levels.flat_map(|level| level.block_ids(program)).collect()
        }
        Scope::Grid | Scope::Thread => vec![],
    }
}

/// Judges a pair of events that differ at a level.
type Accept<'f, T> = &'f mut dyn FnMut(&Event, &Event, Option<usize>) -> Option<T>;

/// What pairs of events are conflicts.
struct Matcher<'q> {
    question: &'q Question,
    /// The sizes of the accesses.
    boxes: Vec<Vec<Size>>,
    separate: usize,
    blocks: Vec<ValueId>,
}

impl Matcher<'_> {
    fn pairs<T>(&self, events: &[Event], left: &mut usize, found: Accept<'_, T>) -> Option<T> {
        let second = self.boxes.len() - 1;
        let mut by_element: HashMap<Vec<Int>, Vec<&Event>> = HashMap::new();
        for event in events.iter().filter(|it| it.watched == second) {
            let Some(elements) = self.elements(event) else {
                *left = 0;
                continue;
            };
            for element in elements {
                by_element.entry(element).or_default().push(event);
            }
        }
        for event in events.iter().filter(|it| it.watched == 0) {
            let Some(elements) = self.elements(event) else {
                *left = 0;
                continue;
            };
            let others = elements.iter().filter_map(|it| by_element.get(it));
            for &other in others.flatten() {
                *left = left.saturating_sub(1);
                if *left == 0 {
                    return None;
                }
                if let Some(level) = self.level(event, other)
                    && let Some(it) = found(event, other, level)
                {
                    return Some(it);
                }
            }
        }
        None
    }

    /// The elements of the common buffer; none if they are unknown or too many.
    fn elements(&self, event: &Event) -> Option<Vec<Vec<Int>>> {
        let sizes = &self.boxes[event.watched.min(self.boxes.len() - 1)];
        let mut elements = vec![self.element(event)?];
        let mut count: i64 = 1;
        for (dim, size) in sizes.iter().enumerate() {
            let &Size::Exactly(size) = size else {
                return None;
            };
            count = count
                .checked_mul(size)
                .filter(|&count| count <= MAX_ELEMENTS)?;
            let moved = |element: &Vec<Int>| {
                let all = (0..size).map(|by| {
                    let mut element = element.clone();
                    element[dim] = &element[dim] + Int::from(by);
                    element
                });
                all.collect::<Vec<_>>()
            };
            elements = elements.iter().flat_map(moved).collect();
        }
        Some(elements)
    }

    /// The first element of the common buffer.
    fn element(&self, event: &Event) -> Option<Vec<Int>> {
        let count = self.boxes[event.watched.min(self.boxes.len() - 1)].len();
        let from = event.values.len().checked_sub(count)?;
        event.values[from..].iter().cloned().collect()
    }

    /// The first common level in which two instances differ, if the question is about such a pair.
    fn level(&self, a: &Event, b: &Event) -> Option<Option<usize>> {
        let mut differ = None;
        for (number, level) in self.question.common.iter().enumerate() {
            if values_at(a, level)? != values_at(b, level)? {
                differ = Some(number);
                break;
            }
        }
        let value = |event: &Event, variable: ValueId| {
            let mut known = event.variables.iter();
            known.find(|(it, _)| *it == variable).map(|it| it.1.clone())
        };
        if self.blocks.iter().any(|&it| value(a, it) != value(b, it)) {
            return None;
        }
        match differ {
            Some(number) if number < self.separate => None,
            Some(number) => self.question.asked.contains(&number).then_some(differ),
            None if self.boxes.len() == 1 => {
                let is_other = self.question.is_everywhere && a.lane != b.lane;
                is_other.then_some(None)
            }
            None => self.question.same_iteration.then_some(None),
        }
    }
}
