//! The programs in which a level stands twice.

use super::identities::operations;
use super::{Question, common_ancestors, term_in_copy};
use crate::access::{Access, leaf};
use crate::effort::Effort;
use crate::instances::Instances;
use crate::nest::{
    GLOBAL_ID, Level, ancestors, function_of, inner_levels, is_function, is_launch_size,
    kernel_limit, ops_within, reader_beside,
};
use crate::place::Place;
use crate::sharing::attribution;
use crate::term::Term;
use crate::twin::Twin;
use calipers_egraph::Operator;
use calipers_engine::analysis::{Analysis, Verdict};
use calipers_engine::solve::{Config, IntegerOverflow};
use calipers_number::{Int, Range};
use calipers_program::{Column, OpId, Point, Program, TypeView, ValueId};
use hashbrown::HashSet;

/// The number of sub-engines for a claim before cheaper methods are tried.
const FEW_ENGINES: usize = 1;

/// A configuration for a claim.
fn with_effort(config: Config, effort: Effort) -> Config {
    let max_engines = match effort {
        Effort::Least | Effort::Usual => config.max_engines.min(FEW_ENGINES),
        Effort::All => config.max_engines,
    };
    Config {
        max_engines,
        ..config
    }
}

impl<'p> Instances<'p> {
    /// The program for instances that differ at a level, or that are in the same iteration of all levels. The flag
    /// says whether the copy is the instance of the first access.
    pub(crate) fn twin(
        &mut self,
        question: &Question,
        level: Option<usize>,
    ) -> Option<(Twin<'p>, bool)> {
        let (first, second) = (question.first.op, question.second.op);
        let program = self.program;
        let (part, after, swapped) = match level.map(|number| &question.common[number]) {
            Some(level) if is_function(program, level.op) => {
                let [_, last] = common_ancestors(program, first, second)?;
                let last = outermost_in(program, level.op, last)?;
                let body = program.block_ops(program.block_of(last)?);
                let part = body.get(..=program.position(last))?;
                (part.to_vec(), first, false)
            }
            Some(level) => (vec![level.op], first, false),
            None => {
                // The copy begins with the ancestor of the access that comes first.
                let [one, other] = common_ancestors(program, first, second)?;
                let (from, to) = (program.position(one), program.position(other));
                let ops = program.block_ops(program.block_of(one)?);
                let part = ops.get(from.min(to)..=from.max(to))?.to_vec();
                match from <= to {
                    true => (part, first, false),
                    false => (part, second, true),
                }
            }
        };
        let varying = question.common.iter().enumerate();
        let varying = varying.filter(|(number, _)| Some(*number) == level);
        let readers = varying.flat_map(|(_, level)| level.readers.iter().flatten());
        let varying: HashSet<OpId> = readers.copied().collect();
        let numbers = self.numbers(first);
        let twin = Twin::new(program, numbers, &part, after, varying)?;
        Some((twin, swapped))
    }

    /// A place in the copy, as one of the buffer itself if a launch gives it to its instances, and the instances that
    /// differ at the level are of one launch.
    pub(crate) fn in_one_launch(
        &self,
        question: &Question,
        places: &[Place; 2],
        level: Option<usize>,
        copied: Place,
    ) -> Place {
        let [root, other] = places.each_ref().map(|place| place.root);
        let owner = attribution(self.program, root).map(|(owner, _)| owner);
        let around = level.map(|number| ancestors(self.program, question.common[number].op));
        let is_one = |owner| root == other && around.is_none_or(|all| all.contains(&owner));
        if !owner.is_some_and(is_one) {
            return copied;
        }
        let frame = match copied.frame {
            Some(frame) if frame == copied.root => Some(root),
            other => other,
        };
        Place {
            root,
            frame,
            ..copied
        }
    }

    /// An analysis of a twin, which knows what the copies of ids are.
    pub(crate) fn twin_analysis<'t>(
        &mut self,
        twin: &'t Twin<'p>,
        question: &Question,
        effort: Effort,
    ) -> Analysis<'t>
    where
        'p: 't,
    {
        self.twin_analysis_with(twin, question, with_effort(self.config.clone(), effort))
    }

    /// The same that also knows about the divisions before a point; none if nothing is known there.
    pub(crate) fn twin_analysis_knowing<'t>(
        &mut self,
        twin: &'t Twin<'p>,
        question: &Question,
        point: Option<Point>,
        effort: Effort,
    ) -> Option<Analysis<'t>>
    where
        'p: 't,
    {
        let config = with_effort(self.config_for_lemmas(), effort);
        let mut analysis = self.twin_analysis_with(twin, question, config);
        let copies = self.lemmas.iter().map(|(result, lemma)| {
            let copy = twin.copy_of_value(*result);
            (copy, term_in_copy(twin, lemma))
        });
        let lemmas: Vec<(ValueId, Term)> = self.lemmas.iter().cloned().chain(copies).collect();
        assume_there(&mut analysis, &lemmas, point).then_some(analysis)
    }

    fn twin_analysis_with<'t>(
        &mut self,
        twin: &'t Twin<'p>,
        question: &Question,
        config: Config,
    ) -> Analysis<'t>
    where
        'p: 't,
    {
        let mut analysis = Analysis::with_config(twin, self.rules, config);
        Instances::declare_lanes(&mut analysis, &question.first);
        Instances::declare_lanes(&mut analysis, &question.second);
        for condition in &self.conditions {
            analysis.assume(condition);
            analysis.assume(&term_in_copy(twin, condition));
        }
        let own = self.about_levels(question.first.op);
        for condition in own.iter().chain(&self.about_levels(question.second.op)) {
            analysis.assume(condition);
            analysis.assume(&term_in_copy(twin, condition));
        }
        for value in same_values(self.program, twin, question) {
            analysis.assume(&Term::equal(leaf(value), leaf(twin.copy_of_value(value))));
        }
        for size in launch_sizes(self.program, question.first.op) {
            analysis.assume(&Term::equal(leaf(size), leaf(twin.copy_of_value(size))));
        }
        for level in &question.common {
            for (&variable, readers) in level.variables.iter().zip(&level.readers) {
                for condition in self.about_ids(twin, variable, readers) {
                    analysis.assume(&condition);
                }
            }
        }
        analysis
    }

    /// An analysis of the program itself, which knows the lanes of an access.
    pub(crate) fn base_analysis(&self, access: &Access) -> Analysis<'p> {
        self.base_analysis_with(access, self.config.clone())
    }

    /// The same that also knows about the divisions before a point; none if nothing is known there.
    pub(crate) fn base_analysis_knowing(
        &self,
        access: &Access,
        point: Option<Point>,
    ) -> Option<Analysis<'p>> {
        let mut analysis = self.base_analysis_with(access, self.config_for_lemmas());
        assume_there(&mut analysis, &self.lemmas, point).then_some(analysis)
    }

    /// A lemma holds where its result exists, but an assumption is taken to hold everywhere. So nothing may be concluded
    /// about other points, as the premises of an invariant are.
    fn config_for_lemmas(&self) -> Config {
        Config {
            invariants: false,
            ..self.config.clone()
        }
    }

    fn base_analysis_with(&self, access: &Access, config: Config) -> Analysis<'p> {
        let mut analysis = Analysis::with_config(self.program, self.rules, config);
        Instances::declare_lanes(&mut analysis, access);
        for condition in self.conditions.iter().chain(&self.about_levels(access.op)) {
            analysis.assume(condition);
        }
        analysis
    }

    /// Facts about the variables around an op that no rule states.
    ///
    /// A program id is below the number of programs. A counter of fixed
    /// width is `lower + step·trip`, if integers are taken not to wrap.
    fn about_levels(&self, op: OpId) -> Vec<Term> {
        let program = self.program;
        let (around, _) = inner_levels(program, op);
        let mut conditions = vec![];
        for level in around {
            let ignores = self.config.integer_overflow == IntegerOverflow::Ignore;
            if ignores || self.counters.contains(&(level.op, true)) {
                conditions.extend(about_counter(program, &level));
            }
            for (&variable, readers) in level.variables.iter().zip(&level.readers) {
                let is_program = |&op: &OpId| program.op_name(op) == "tt.get_program_id";
                if readers.iter().any(is_program) {
                    let limits = kernel_limit(program, readers).into_iter();
                    conditions.extend(limits.map(|limit| Term::less(leaf(variable), leaf(limit))));
                }
            }
        }
        conditions
    }

    /// Finds out which loops around an op count by a fixed width without wrapping: the upper bound and the step, which is
    /// positive, are far enough from the largest number.
    pub(crate) fn learn_counters(&mut self, op: OpId) {
        let program = self.program;
        let (around, _) = inner_levels(program, op);
        for level in around {
            let is_known = self.counters.iter().any(|(known, _)| *known == level.op);
            if is_known || about_counter(program, &level).is_empty() {
                continue;
            }
            let (&[_, upper, step, ..], Some(width)) = (
                program.operands(level.op),
                program.word_width(level.variables[0]),
            ) else {
                continue;
            };
            let greatest = Term::Integer((Int::ONE << (width as usize - 1)) - Int::ONE);
            let bounds = [
                Term::at_most(Term::integer(1), leaf(step)),
                Term::less(Term::sum(leaf(upper), leaf(step)), greatest),
            ];
            let point = Point::before(program, level.op);
            let mut analysis = self.analysis_of_conditions();
            let fits = bounds
                .iter()
                .all(|bound| analysis.prove_at(bound, point) == Verdict::Proved);
            self.counters.push((level.op, fits));
        }
    }

    /// An analysis of the program that knows the conditions.
    pub(crate) fn analysis_of_conditions(&self) -> Analysis<'p> {
        let mut analysis = Analysis::with_config(self.program, self.rules, self.config.clone());
        for condition in &self.conditions {
            analysis.assume(condition);
        }
        analysis
    }

    /// The conditions on the copies of the ops that read one id: they read the same one, in its range.
    fn about_ids(&mut self, twin: &Twin<'_>, variable: ValueId, readers: &[OpId]) -> Vec<Term> {
        let program = self.program;
        let copy = |reader: &OpId| twin.results(twin.copy_of(*reader)).first().copied();
        let copies: Vec<ValueId> = readers.iter().filter_map(copy).collect();
        let is_varying = |&copy: &ValueId| copy != variable;
        let Some(&other) = copies.first().filter(|copy| is_varying(copy)) else {
            return vec![];
        };
        let mut conditions = vec![];
        for &copy in copies.iter().skip(1) {
            conditions.push(Term::equal(leaf(copy), leaf(other)));
        }
        let range = self.analysis.range(variable);
        conditions.extend(within(other, &range));
        let limits = kernel_limit(program, readers).into_iter();
        conditions.extend(limits.map(|limit| Term::less(leaf(other), leaf(limit))));
        // The number of a thread in the grid, as the rules say it of the original.
        let beside = |name| {
            let op = reader_beside(program, *readers.first()?, name)?;
            twin.results(twin.copy_of(op)).first().map(|&it| leaf(it))
        };
        let parts = ["gpu.block_id", "gpu.block_dim", "gpu.thread_id"].map(beside);
        if let [Some(block), Some(size), Some(thread)] = parts
            && readers.iter().any(|&it| program.op_name(it) == GLOBAL_ID)
        {
            let first = Term::apply(Operator::Mul, [block, size]);
            conditions.push(Term::equal(leaf(other), Term::sum(first, thread)));
        }
        conditions
    }
}

/// Assumes those lemmas whose results exist at a point. Returns whether there are any.
fn assume_there(
    analysis: &mut Analysis<'_>,
    lemmas: &[(ValueId, Term)],
    point: Option<Point>,
) -> bool {
    let mut is_any = false;
    for (result, lemma) in lemmas {
        let column = Column::Value(*result);
        if point.is_some() && analysis.engine().exists_at(column, point) {
            analysis.assume(lemma);
            is_any = true;
        }
    }
    is_any
}

/// The results of arithmetic in the copied part whose operands are the same in both instances.
fn same_values(program: &dyn Program, twin: &Twin<'_>, question: &Question) -> Vec<ValueId> {
    let indices = question
        .first
        .indices
        .iter()
        .chain(&question.second.indices);
    let is_arithmetic = |op: &OpId| {
        let name = program.op_name(*op);
        name.starts_with("arith.") || name.starts_with("index.") || name == "affine.apply"
    };
    let ops = operations(program, indices).into_iter();
    let mut open: Vec<OpId> = ops.filter(is_arithmetic).collect();
    let mut same: Vec<OpId> = vec![];
    let mut values: Vec<ValueId> = vec![];
    loop {
        let known = same.len();
        open.retain(|&op| {
            let is_same = |it: &ValueId| twin.copy_of_value(*it) == *it || values.contains(it);
            let all = program.operands(op).iter().all(is_same);
            if all {
                same.push(op);
                values.extend(program.results(op));
            }
            !all
        });
        if same.len() == known {
            break;
        }
    }
    // Constants are known to be equal.
    same.retain(|&op| !program.operands(op).is_empty());
    let results = same.into_iter().flat_map(|op| program.results(op)).copied();
    let is_copied_integer = |value: &ValueId| {
        let is_integer = matches!(
            program.value_type(*value),
            TypeView::Index | TypeView::Integer { .. }
        );
        is_integer && twin.copy_of_value(*value) != *value
    };
    results.filter(is_copied_integer).collect()
}

/// The sizes of the launch that a kernel reads, which are the same for all of its instances.
pub(super) fn launch_sizes(program: &dyn Program, op: OpId) -> Vec<ValueId> {
    let ops = function_of(program, op).map_or(vec![], |function| ops_within(program, function));
    let is_of_function = |op: &OpId| {
        let mut around = ancestors(program, *op).into_iter();
        is_launch_size(program, *op) && !around.any(|it| program.op_name(it) == "gpu.launch")
    };
    let readers = ops.into_iter().filter(is_of_function);
    readers
        .flat_map(|op| program.results(op))
        .copied()
        .collect()
}

/// What holds of the counter of fixed width of an `scf.for`, as its facts say it of an index.
fn about_counter(program: &dyn Program, level: &Level) -> Vec<Term> {
    let (&[variable], &[lower, _, step, ..]) = (&level.variables[..], program.operands(level.op))
    else {
        return vec![];
    };
    let is_for = program.op_name(level.op) == "scf.for";
    let is_index = program.value_type(variable) == TypeView::Index;
    if !is_for || is_index || program.attribute(level.op, "unsignedCmp").is_some() {
        return vec![];
    }
    let trip = || Term::Leaf(Column::Trip(variable));
    let moved = Term::apply(Operator::Mul, [leaf(step), trip()]);
    vec![
        Term::at_most(leaf(lower), leaf(variable)),
        Term::at_most(Term::integer(0), trip()),
        Term::at_most(Term::integer(1), leaf(step)),
        Term::equal(leaf(variable), Term::sum(leaf(lower), moved)),
    ]
}

/// That a value is in a range.
fn within(value: ValueId, range: &Range) -> Vec<Term> {
    let end = |end: Option<&Int>| end.cloned().map(Term::Integer);
    let lower = end(range.lower()).map(|lower| Term::at_most(lower, leaf(value)));
    let upper = end(range.upper()).map(|upper| Term::at_most(leaf(value), upper));
    lower.into_iter().chain(upper).collect()
}

/// The ancestor of an op that is directly in the body of a function.
fn outermost_in(program: &dyn Program, function: OpId, op: OpId) -> Option<OpId> {
    let all = ancestors(program, op);
    let at = all.iter().position(|&it| it == function)?;
    all.get(at.checked_sub(1)?).copied()
}

/// The point after the copy of the second access, or of the first one if they are swapped.
pub(super) fn point(twin: &Twin<'_>, question: &Question, swapped: bool) -> Option<Point> {
    let op = match swapped {
        true => question.first.op,
        false => question.second.op,
    };
    Point::after(twin, twin.copy_of(op))
}
