//! Conflicts: two instances of accesses that touch the same element.
//!
//! Two instances of ops in a nest agree in the iterations of some outer levels and differ in that of the next one, or
//! they agree in all common levels. Each of these cases is a question about a program in which the level stands twice.

use crate::access::{Access, Size, leaf};
use crate::effort::Effort;
use crate::enumerated::lanes_differ;
use crate::instances::Instances;
use crate::lanes::second;
use crate::leaves::unbounded_leaves;
use crate::missing::Missing;
use crate::nest::{Level, ancestors};
use crate::place::Place;
use crate::run::{FIRST_ATTEMPTS, Instance, LATER_ATTEMPTS, Search};
use crate::sharing::{Scope, Sharing, scope, sharing};
use crate::term::Term;
use crate::twin::Twin;
use crate::variables::{Budget, holds_of_variables};
use calipers_egraph::Operator;
use calipers_engine::analysis::{Analysis, Verdict};
use calipers_number::Int;
use calipers_program::{Column, OpId, Point, Program, ValueId};
use std::cmp::Ordering;

mod carried;
mod digits;
mod distances;
mod equations;
pub(crate) mod identities;
mod known;
mod question;
mod quotients;
mod stated;
mod twins;

pub(crate) use question::Question;

/// Whether two instances touch the same element.
#[derive(Clone, PartialEq, Debug)]
pub enum Conflict {
    /// No two instances do, in any execution.
    Never,
    /// These two do, in an execution that was replayed.
    Found(Box<Pair>),
    /// Neither was found out.
    Unknown(Missing),
}

/// Two instances that touch the same element.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// The instance of the first access.
    pub first: Instance,
    /// The instance of the second access.
    pub second: Instance,
    /// The outermost level in which they differ; none if they are instances of different ops in the same iteration.
    pub level: Option<OpId>,
    /// How far apart such iterations are, for each variable of the level.
    pub distances: Vec<Distance>,
}

impl Pair {
    /// Swaps instances of one op, so that the first one comes first in the order of the variables.
    fn sort(&mut self, common: &[Level]) {
        let variables = common.iter().flat_map(|level| &level.variables);
        let differ = variables
            .map(|&variable| {
                (
                    self.first.value_of(variable),
                    self.second.value_of(variable),
                )
            })
            .find(|(one, other)| one != other);
        if differ.is_some_and(|(one, other)| one > other) {
            std::mem::swap(&mut self.first, &mut self.second);
        }
    }
}

/// The difference between the values of an induction variable in the second and in the first instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Distance {
    /// It is the same for all conflicts.
    Constant(Int),
    /// It has this sign for all conflicts.
    Direction(Ordering),
    /// Neither was proved.
    Any,
}

/// A case of the difference between two instances at a level.
#[derive(Clone, Debug)]
struct Case {
    /// The number of the first variable that differs, and whether it is smaller in the first instance.
    variable: usize,
    order: Ordering,
}

impl Instances<'_> {
    /// Whether two different instances of two accesses (or of one, if they are the same op) touch the same element.
    ///
    /// With `within`, the op of a level, the instances are in different iterations of this loop and in the same
    /// iteration of the loops around it. Otherwise they may be any two instances in one execution of the function, or
    /// of the kernel.
    ///
    /// An op may access several buffers, as a copy does: what it reads and what it writes. Then two reads are no
    /// conflict.
    ///
    /// Costs a proof for each level and, where single proofs do not suffice, executions of the function on small inputs,
    /// then proofs by cases. Verdicts about a level are kept for later questions.
    pub fn conflict(&mut self, first: OpId, second: OpId, within: Option<OpId>) -> Conflict {
        let pairs = self.pairs(first, second);
        self.decide_all(pairs, within)
    }

    /// Whether an access touches different elements in different iterations: a conflict of the access with itself. Of
    /// an op that reads one buffer and writes another, what it writes counts.
    pub fn injective(&mut self, access: OpId, within: Option<OpId>) -> Conflict {
        let accesses = self.accesses(access).map(|accesses| {
            let writes = accesses.iter().any(Access::writes);
            let kept = accesses.into_iter().filter(|it| it.writes() == writes);
            kept.map(|access| (access.clone(), access)).collect()
        });
        self.decide_all(accesses, within)
    }

    /// Whether the iterations of a level touch different elements with these two accesses, without a search for a
    /// counterexample. Cheaper than [`Instances::conflict`].
    pub fn never_conflict(&mut self, first: OpId, second: OpId, within: OpId) -> bool {
        let Ok(pairs) = self.pairs(first, second) else {
            return false;
        };
        pairs.into_iter().all(|(first, second)| {
            let question = self.question(first, second, Some(within));
            let open = question.and_then(|it| self.open_cases(&it, Effort::All));
            open.is_ok_and(|open| open.is_empty())
        })
    }

    fn decide_all(
        &mut self,
        pairs: Result<Vec<(Access, Access)>, Missing>,
        within: Option<OpId>,
    ) -> Conflict {
        let pairs = match pairs {
            Ok(pairs) => pairs,
            Err(missing) => return Conflict::Unknown(missing),
        };
        let mut verdict = Conflict::Never;
        for (first, second) in pairs {
            self.learn_counters(first.op);
            self.learn_counters(second.op);
            let found = match self.question(first, second, within) {
                Ok(question) => self.decide(&question),
                Err(missing) => Conflict::Unknown(missing),
            };
            match found {
                Conflict::Never => {}
                Conflict::Found(_) => return found,
                Conflict::Unknown(_) if verdict == Conflict::Never => verdict = found,
                Conflict::Unknown(_) => {}
            }
        }
        verdict
    }

    /// Searches for a proof and for a counterexample in turn: a search in few executions costs more than a single proof,
    /// and less than proofs by cases.
    fn decide(&mut self, question: &Question) -> Conflict {
        for (effort, attempts) in [
            (Effort::Least, FIRST_ATTEMPTS),
            (Effort::Usual, LATER_ATTEMPTS),
        ] {
            match self.open_cases(question, effort) {
                Ok(open) if open.is_empty() => return Conflict::Never,
                Ok(_) => {}
                Err(missing) => return Conflict::Unknown(missing),
            }
            match self.find_pair(question, attempts, &|_, _, _| true) {
                Search::Found(mut pair) => {
                    if question.is_one {
                        pair.sort(&question.common);
                    }
                    pair.distances = self.distances(question, &pair);
                    return Conflict::Found(Box::new(pair));
                }
                Search::Exhausted => return Conflict::Never,
                Search::NotFound => {}
            }
        }
        match self.open_cases(question, Effort::All) {
            Ok(open) if open.is_empty() => Conflict::Never,
            Ok(open) => Conflict::Unknown(self.why_open(question, &open)),
            Err(missing) => Conflict::Unknown(missing),
        }
    }

    /// The condition that stays open in words.
    fn why_open(&mut self, question: &Question, open: &[Option<usize>]) -> Missing {
        let indices = question
            .first
            .indices
            .iter()
            .chain(&question.second.indices);
        let leaves = unbounded_leaves(&mut self.analysis, indices);
        if !leaves.is_empty() {
            return Missing::Values(leaves);
        }
        let name = |value: &ValueId| self.program.value_name(*value);
        let differ = match open.first().copied().flatten() {
            Some(level) => {
                let names = question.common[level].variables.iter().map(name);
                format!("where {} differs", names.collect::<Vec<_>>().join(", "))
            }
            None => "in one iteration".to_owned(),
        };
        Missing::Condition(format!("the indices of the accesses are equal {differ}"))
    }

    /// The levels at which a conflict was not excluded; none for the same iteration.
    fn open_cases(
        &mut self,
        question: &Question,
        effort: Effort,
    ) -> Result<Vec<Option<usize>>, Missing> {
        let mut open = vec![];
        let places = self.places(question);
        let level = |number: &usize| Some(*number);
        let same = question.same_iteration.then_some(None);
        for level in question.asked.iter().map(level).chain(same) {
            if !self.is_known_disjoint(question, &places, level, effort)? {
                open.push(level);
            }
        }
        let is_one = question.is_one && question.is_everywhere;
        if is_one && !self.lanes_are_disjoint(&question.first, &places[0], effort) {
            open.push(None);
        }
        Ok(open)
    }

    /// Whether different lanes of one instance touch different elements.
    fn lanes_are_disjoint(&mut self, access: &Access, place: &Place, effort: Effort) -> bool {
        let other = place.map(|value| value, in_second);
        let Some(mut touching) = touching(place, &other) else {
            return access.lanes.is_empty();
        };
        touching.extend(access.mask.clone());
        touching.extend(access.mask.iter().map(in_second));
        let point = Point::before(self.program, access.op);
        let question = Question {
            first: access.clone(),
            second: access.clone(),
            is_one: true,
            common: vec![],
            asked: vec![],
            is_everywhere: true,
            same_iteration: true,
        };
        let is_shared = |column: Column| column.value().is_some();
        let derived = self.derive(
            &question,
            &equal_pairs(place, place, true),
            &is_shared,
            false,
        );
        let mut lanes = access.lanes.iter();
        if lanes.all(|lane| derived.is_equal(Column::Symbol(lane.symbol))) {
            return true;
        }
        if lanes_differ(access, place) {
            return true;
        }
        let mut analysis = self.base_analysis(access);
        let lanes = access.lanes.iter().enumerate();
        lanes.into_iter().all(|(at, _)| {
            let mut parts = touching.clone();
            for (number, lane) in access.lanes.iter().enumerate().take(at + 1) {
                let column = Column::Symbol(lane.symbol);
                let (own, other) = (Term::Leaf(column), Term::Leaf(second(column)));
                parts.push(match number < at {
                    true => Term::equal(own, other),
                    false => Term::less(own, other),
                });
            }
            is_never(&mut analysis, parts, point, effort)
        })
    }

    /// Whether instances that differ first at a level, or that are in the same iteration, touch different elements, by
    /// the attempts of these efforts.
    fn is_disjoint(
        &mut self,
        question: &Question,
        places: &[Place; 2],
        level: Option<usize>,
        efforts: impl Iterator<Item = Effort>,
    ) -> Result<bool, Missing> {
        let Some((twin, swapped)) = self.twin(question, level) else {
            return Err(Missing::ControlFlow(question.first.op));
        };
        let (original, copied) = match swapped {
            true => (&places[1], &places[0]),
            false => (&places[0], &places[1]),
        };
        let copied = self.in_one_launch(question, places, level, in_copy(&twin, copied));
        let distinct = self.assumptions.distinct_arguments;
        match sharing(&twin, original.root, copied.root, distinct) {
            Sharing::Distinct => return Ok(true),
            Sharing::Unknown => {
                return Err(Missing::Aliasing(places[0].root, places[1].root));
            }
            Sharing::Same => {}
        }
        let Some(mut touching) = touching(original, &copied) else {
            return Err(Missing::View(question.first.buffer));
        };
        // The variables of inner loops whose bounds or steps may differ.
        let first = level.map_or(question.common.len(), |number| number + 1);
        let differs = |it: &ValueId| twin.copy_of_value(*it) != *it;
        let inner = question.common.iter().skip(first);
        let inner = inner.filter(|it| self.program.operands(it.op).iter().any(differs));
        let inner: Vec<ValueId> = inner.flat_map(|it| it.variables.clone()).collect();
        let level = level.map(|number| &question.common[number]);
        let mut blocks: Vec<ValueId> = vec![];
        match level.map_or(Scope::Grid, |_| scope(self.program, places[0].root)) {
            Scope::Thread if level.is_some_and(Level::is_launch) => return Ok(true),
            Scope::Block => {
                blocks = level.map_or(vec![], |level| level.block_ids(self.program));
                let same = |&id: &ValueId| Term::equal(leaf(id), leaf(twin.copy_of_value(id)));
                touching.extend(blocks.iter().map(same));
            }
            Scope::Grid | Scope::Thread => {}
        }
        let is_symmetric = question.is_one;
        let mut cases = cases(level, is_symmetric);
        let sizes = twins::launch_sizes(self.program, question.first.op);
        let is_shared = |column: Column| {
            let same = |value| {
                let is_copied = twin.copy_of_value(value) != value;
                !is_copied || blocks.contains(&value) || sizes.contains(&value)
            };
            column.value().is_some_and(same)
        };
        let by_index = original.frame == copied.frame;
        let pairs = equal_pairs(&places[0], &places[1], by_index);
        let mut open = vec![];
        let mut equal_inner: Vec<ValueId> = vec![];
        // Where a step is a value, that reading decides most cases.
        let readings: &[bool] = match question.has_stepped_loop(self.program) {
            true => &[true, false],
            false => &[false],
        };
        for &by_steps in readings {
            let derived = self.derive(question, &pairs, &is_shared, by_steps);
            if derived.is_contradiction {
                return Ok(true);
            }
            if let Some(level) = level {
                let is_equal = |variable: ValueId| derived.is_equal(Column::Value(variable));
                cases.retain(|case| {
                    let variable = level.variables.get(case.variable);
                    !variable.is_some_and(|&it| is_equal(it))
                });
            }
            if cases.is_empty() {
                return Ok(true);
            }
            for &variable in &inner {
                if derived.is_equal(Column::Value(variable)) && !equal_inner.contains(&variable) {
                    equal_inner.push(variable);
                }
            }
            if !by_steps {
                open = derived.open;
            }
        }
        touching.extend(open.iter().map(|(one, two)| match swapped {
            true => Term::equal(term_in_copy(&twin, one), two.clone()),
            false => Term::equal(one.clone(), term_in_copy(&twin, two)),
        }));
        let (own, other) = match swapped {
            true => (&question.second, &question.first),
            false => (&question.first, &question.second),
        };
        touching.extend(own.mask.clone());
        touching.extend(other.mask.iter().map(|mask| term_in_copy(&twin, mask)));
        let mut implied = identities::implications(self.program, &twin, question);
        let mut has_courses = false;
        let point = twins::point(&twin, question, swapped);
        let mut open: Vec<Vec<Term>> = cases
            .into_iter()
            .map(|case| level.map_or(vec![], |level| conditions(&twin, level, &case)))
            .collect();
        // What the variables of inner loops are computed from may decide alone: the places are long terms.
        if !equal_inner.is_empty() {
            let same = |&it: &ValueId| Term::equal(leaf(it), leaf(twin.copy_of_value(it)));
            let same: Vec<Term> = equal_inner.iter().map(same).collect();
            let mut analysis = self.twin_analysis(&twin, question, Effort::Usual);
            open.retain(|case| {
                let parts = case.iter().chain(&same).cloned().collect();
                !is_never(&mut analysis, parts, point, Effort::Usual)
            });
        }
        for case in &mut open {
            case.extend(touching.iter().cloned());
        }
        let is_open =
            |analysis: &mut Analysis<'_>, parts: &Vec<Term>, implied: &[Term], step: Effort| {
                // Most proofs need no implications, which make the search longer.
                let with_implied = || parts.iter().chain(implied).cloned().collect();
                !is_never(analysis, parts.clone(), point, step)
                    && (implied.is_empty() || !is_never(analysis, with_implied(), point, step))
            };
        for effort in efforts {
            if open.is_empty() {
                break;
            }
            if effort > Effort::Least && !has_courses {
                has_courses = true;
                implied.extend(level.map_or(vec![], |level| self.courses(&twin, question, level)));
            }
            if effort == Effort::All {
                let knowing = self.twin_analysis_knowing(&twin, question, point, Effort::Usual);
                let mut analysis =
                    knowing.unwrap_or_else(|| self.twin_analysis(&twin, question, Effort::Usual));
                let quotients = self.twin_quotients(&twin, own.op, other.op);
                let budget = &mut Budget::of_question(&self.config);
                open.retain(|parts| {
                    let parts: Vec<Term> = parts.iter().chain(&implied).cloned().collect();
                    let never = Term::negation(Term::apply(Operator::Min, parts));
                    !holds_of_variables(&mut analysis, &quotients, point, &never, budget)
                });
            }
            let mut analysis = self.twin_analysis(&twin, question, effort);
            open.retain(|parts| is_open(&mut analysis, parts, &implied, effort));
            if !open.is_empty() && effort > Effort::Least {
                self.learn_divisions(own);
                self.learn_divisions(other);
                if let Some(it) = self.twin_analysis_knowing(&twin, question, point, effort) {
                    analysis = it;
                    open.retain(|parts| is_open(&mut analysis, parts, &implied, effort));
                }
            }
        }
        Ok(open.is_empty())
    }
}

/// Whether conditions never hold together.
fn is_never(
    analysis: &mut Analysis<'_>,
    parts: Vec<Term>,
    point: Option<Point>,
    effort: Effort,
) -> bool {
    let never = Term::negation(Term::apply(Operator::Min, parts));
    let verdict = match effort {
        Effort::Least => analysis.decide_at(&never, point),
        Effort::Usual | Effort::All => analysis.prove_at(&never, point),
    };
    matches!(verdict, Verdict::Proved | Verdict::Unreachable)
}

/// A place of the original program in the copy.
fn in_copy(twin: &Twin<'_>, place: &Place) -> Place {
    let value = |value| twin.copy_of_value(value);
    place.map(value, |term| term_in_copy(twin, term))
}

pub(crate) fn term_in_copy(twin: &Twin<'_>, term: &Term) -> Term {
    term.map(&mut |column: &Column| {
        Term::Leaf(match column.value() {
            Some(value) => column.of_value(twin.copy_of_value(value)),
            None => second(*column),
        })
    })
}

/// A term about the lanes of the second instance.
fn in_second(term: &Term) -> Term {
    term.map(&mut |column| Term::Leaf(second(*column)))
}

/// The terms that are equal if two places have a common element.
fn equal_pairs(a: &Place, b: &Place, by_index: bool) -> Vec<(Term, Term)> {
    let is_one = |size: &Size| size.limit() == 1;
    if by_index && a.frame.is_some() && a.indices.len() == b.indices.len() {
        let dims = a.indices.iter().zip(&a.sizes);
        let dims = dims.zip(b.indices.iter().zip(&b.sizes));
        let single = dims.filter(|((_, a), (_, b))| is_one(a) && is_one(b));
        return single
            .map(|((a, _), (b, _))| (a.clone(), b.clone()))
            .collect();
    }
    match (&a.address, &b.address) {
        (Some((a, size)), Some((b, other))) if is_one(size) && is_one(other) => {
            vec![(a.clone(), b.clone())]
        }
        _ => vec![],
    }
}

/// The conditions under which two places have a common element; none if they cannot be compared.
fn touching(a: &Place, b: &Place) -> Option<Vec<Term>> {
    let meet = |a: &Term, sizes: [i64; 2], b: &Term| match sizes {
        [1, 1] => vec![Term::equal(a.clone(), b.clone())],
        [size, other] => vec![
            Term::less(a.clone(), Term::sum(b.clone(), Term::integer(other))),
            Term::less(b.clone(), Term::sum(a.clone(), Term::integer(size))),
        ],
    };
    if a.frame.is_some() && a.frame == b.frame && a.indices.len() == b.indices.len() {
        let dims = a.indices.iter().zip(&a.sizes);
        let others = b.indices.iter().zip(&b.sizes);
        let conditions = dims
            .zip(others)
            .flat_map(|((index, size), (other, others))| {
                meet(index, [size.limit(), others.limit()], other)
            });
        return Some(conditions.collect());
    }
    let ((a, size), (b, other)) = (a.address.as_ref()?, b.address.as_ref()?);
    Some(meet(a, [size.limit(), other.limit()], b))
}

/// The cases in which two iterations of a level differ; one case for instances of the same iteration.
fn cases(level: Option<&Level>, is_symmetric: bool) -> Vec<Case> {
    let variables = level.map_or(0, |level| level.variables.len());
    let orders: &[Ordering] = match is_symmetric {
        true => &[Ordering::Less],
        false => &[Ordering::Less, Ordering::Greater],
    };
    if variables == 0 {
        return vec![Case {
            variable: 0,
            order: Ordering::Equal,
        }];
    }
    let of_variable = |variable: usize| {
        let case = move |&order: &Ordering| Case { variable, order };
        orders.iter().map(case)
    };
    (0..variables).flat_map(of_variable).collect()
}

/// The conditions of a case: the variables before the first one that differs are equal.
fn conditions(twin: &Twin<'_>, level: &Level, case: &Case) -> Vec<Term> {
    let mut conditions = vec![];
    for (at, &variable) in level.variables.iter().enumerate().take(case.variable + 1) {
        let (own, other) = (leaf(variable), leaf(twin.copy_of_value(variable)));
        conditions.push(match case.order {
            _ if at < case.variable => Term::equal(own, other),
            Ordering::Less => Term::less(own, other),
            Ordering::Greater => Term::less(other, own),
            Ordering::Equal => Term::equal(own, other),
        });
    }
    conditions
}

/// The block that contains two ops or their ancestors, with these ancestors.
pub(crate) fn common_ancestors(program: &dyn Program, a: OpId, b: OpId) -> Option<[OpId; 2]> {
    let others = ancestors(program, b);
    let block = |op: OpId| program.block_of(op);
    ancestors(program, a).into_iter().find_map(|one| {
        let same = |&&other: &&OpId| block(one).is_some() && block(one) == block(other);
        Some([one, *others.iter().find(same)?])
    })
}
