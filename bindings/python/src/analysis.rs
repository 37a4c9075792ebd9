//! Questions about a program: ranges, verdicts, bounds, slices and assumptions.

use crate::answers::{IntegerRange, Picture, Range, Told, Verdict};
use crate::expression::{Expression, Operand, columns_of, leaf_name, proof_text, python_integer};
use crate::own::Own;
use crate::places::{own, point_for};
use crate::program::{Module, Op, Rules, Value, columns, values_in};
use crate::restartable::Restartable;
use crate::{annotations, bad, no_pickle, reasons};
use calipers::analysis::column_name;
use calipers::analysis::{
    BoundKind, Extreme, Preference, SliceRelation, Variable, is_of_argument, with_calls,
};
use calipers::count::{Failure, executions, footprint, peak};
use calipers::instances::{Conflict, InBounds};
use calipers::number::Int;
use calipers::picture::{EGraph, Nest};
use calipers::program::Program;
use calipers::solve::{Config, IntegerOverflow};
use pyo3::prelude::*;
use std::sync::Arc;

/// The module and the rules that an analysis borrows.
pub(crate) struct Sources {
    pub(crate) module: Arc<calipers::ir::Module>,
    /// The rules of the caller with the semantics of calls.
    pub(crate) rules: calipers::rules::Rules,
    /// The rules of the caller, which it can load no more files into.
    _given: Arc<calipers::rules::Rules>,
}

pub(crate) type Inner<'a> = calipers::analysis::Analysis<'a>;

self_cell::self_cell!(
    pub(crate) struct Cell {
        owner: Sources,
        #[not_covariant]
        dependent: Inner,
    }
);

/// Answers about a program. Results are cached for later questions.
#[pyclass(module = "calipers")]
pub struct Analysis {
    own: Own<Restartable>,
}

/// The name of an op, and its line.
type NamedOp = (String, Option<u32>);

impl Analysis {
    /// Asks a question. Other threads of Python run meanwhile: a question has nothing that needs the interpreter's lock.
    /// Ctrl-C ends it.
    pub(crate) fn ask<T: Send>(
        &mut self,
        question: impl FnOnce(&mut Inner<'_>, &Arc<calipers::ir::Module>) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        self.change(|own| own.ask(question))
    }

    /// As [`ask`](Analysis::ask), for what later answers depend on.
    fn change<T: Send>(
        &mut self,
        change: impl FnOnce(&mut Restartable) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let own = &mut self.own;
        Python::attach(|py| py.detach(|| change(own.get()?)))
    }

    fn relate(
        &mut self,
        a: &Value,
        relation: SliceRelation,
        b: &Value,
        at: Option<&Op>,
    ) -> PyResult<Told> {
        self.ask(|analysis, module| {
            for value in [a, b] {
                own(module, &value.module)?;
            }
            let point = point_for(module, at, &[a.value, b.value])?;
            let slices = analysis.common_slices(a.value, b.value);
            let slices = slices.ok_or_else(|| bad("these are no slices of one value"))?;
            Ok(analysis
                .relate_slices(&slices.first, relation, &slices.second, point)
                .into())
        })
    }

    fn bounds(
        &mut self,
        kind: BoundKind,
        of: Operand<'_>,
        terms: Vec<Operand<'_>>,
        at: Option<&Op>,
    ) -> PyResult<(Vec<Expression>, bool)> {
        let (of, allowed) = (of.read()?, columns_of(terms)?);
        self.ask(|analysis, module| {
            let at = of.point(module, at)?;
            let query = analysis.bound(kind, Variable::term(of.term));
            let query = query.in_terms_of_these(allowed.iter().copied());
            let query = match at {
                Some(point) => query.at(point),
                None => query,
            };
            let Ok(bounds) = query.compute_all() else {
                return Ok((vec![], true));
            };
            let by_itself = match kind {
                BoundKind::Lower => Extreme::Greatest,
                _ => Extreme::Least,
            };
            let each = bounds.all.len() < 2 || bounds.extreme == by_itself;
            let terms: Option<Vec<_>> = bounds.all.iter().map(|bound| bound.as_term()).collect();
            let terms = terms.unwrap_or_default().into_iter();
            Ok((
                terms.map(|term| Expression::answer(module, term)).collect(),
                each,
            ))
        })
    }

    fn bound(
        &mut self,
        kind: BoundKind,
        of: Operand<'_>,
        terms: Vec<Operand<'_>>,
        at: Option<&Op>,
    ) -> PyResult<Option<Expression>> {
        let (of, allowed) = (of.read()?, columns_of(terms)?);
        self.ask(|analysis, module| {
            let at = of.point(module, at)?;
            let variable = Variable::term(of.term);
            let bound = analysis.told_bound(kind, &variable, at, &allowed);
            let bound = bound.ok().and_then(|bound| bound.as_term());
            Ok(bound.map(|term| Expression::answer(module, term)))
        })
    }
}

/// Terms, each with the integer that is its value.
type Example<'py> = Vec<(Expression, Bound<'py, PyAny>)>;

/// A row of `table`: the name of a column, the ends of its range, modulus and residue.
type Row = (String, Option<i64>, Option<i64>, i64, i64);

#[pymethods]
impl Analysis {
    /// Without a module, terms have variables alone. With `overflow="ignore"`, fixed-width integers do not wrap.
    #[new]
    #[pyo3(signature = (module = None, rules = None, overflow = "wrap"))]
    fn new(module: Option<&Module>, rules: Option<&Rules>, overflow: &str) -> PyResult<Analysis> {
        let integer_overflow = match overflow {
            "wrap" => IntegerOverflow::Wrap,
            "ignore" => IntegerOverflow::Ignore,
            other => return Err(bad(format!("overflow is wrap or ignore, not {other}"))),
        };
        let config = Config {
            integer_overflow,
            ..Config::default()
        };
        let (empty, all) = (Module::empty()?, calipers::rules::Rules::embedded);
        let given = rules.map_or_else(|| Arc::new(all()), |rules| Arc::clone(&rules.rules));
        let sources = Sources {
            module: Arc::clone(&module.unwrap_or(&empty).module),
            rules: with_calls(&given),
            _given: given,
        };
        let own = Own::new(Restartable::new(sources, config));
        Ok(Analysis { own })
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(no_pickle(
            "an Analysis",
            "pickle the text of its program, `str(module)`",
        ))
    }

    /// The range of a term right before the op `at`; without `at`, right after the latest definition
    /// among the values of the term.
    #[pyo3(signature = (of, at = None))]
    fn range(&mut self, of: Operand<'_>, at: Option<&Op>) -> PyResult<Range> {
        let of = of.read()?;
        self.ask(|analysis, module| {
            let point = of.point(module, at)?;
            let range = analysis.range_at(&Variable::term(of.term), point);
            Ok(Range { range })
        })
    }

    /// Whether a condition holds.
    #[pyo3(signature = (condition, at = None))]
    fn prove(&mut self, condition: Operand<'_>, at: Option<&Op>) -> PyResult<Told> {
        let condition = condition.read_condition()?;
        self.ask(|analysis, module| {
            let point = condition.point(module, at)?;
            Ok(analysis.prove_at(&condition.term, point).into())
        })
    }

    /// Integers that satisfy the known facts but violate a condition, each with its term; none if a bounded search
    /// finds none.
    #[pyo3(signature = (condition, at = None))]
    fn counterexample<'py>(
        &mut self,
        py: Python<'py>,
        condition: Operand<'_>,
        at: Option<&Op>,
    ) -> PyResult<Option<Example<'py>>> {
        let condition = condition.read_condition()?;
        let found = self.ask(|analysis, module| {
            let point = condition.point(module, at)?;
            let found = analysis.counterexample_at(&condition.term, point);
            let pair = |(term, value)| (Expression::answer(module, term), value);
            Ok(found.map(|values| values.into_iter().map(pair).collect::<Vec<_>>()))
        })?;
        let pair = |(term, value)| Ok((term, python_integer(py, &value)?));
        let pairs = found.map(|values| values.into_iter().map(pair).collect());
        pairs.transpose()
    }

    /// The ranges of an integer in both readings of its bits.
    #[pyo3(signature = (of, at = None))]
    fn integer_range(&mut self, of: &Value, at: Option<&Op>) -> PyResult<IntegerRange> {
        self.ask(|analysis, module| {
            own(module, &of.module)?;
            let point = point_for(module, at, &[of.value])?;
            let range = analysis.integer_range(of.value, point);
            let name = || module.value_name(of.value);
            let range = range.ok_or_else(|| bad(format!("{} is no integer", name())))?;
            Ok(IntegerRange { range })
        })
    }

    /// The conditions that hold right before the op `at`, each with its reason.
    fn facts(&mut self, at: &Op) -> PyResult<Vec<(Expression, String)>> {
        self.ask(|analysis, module| {
            let facts = match point_for(module, Some(at), &[])? {
                Some(point) => reasons::facts(analysis, module, point),
                None => vec![],
            };
            let facts = facts.into_iter();
            let shown = |(term, reason)| (Expression::answer(module, term), reason);
            Ok(facts.map(shown).collect())
        })
    }

    /// The reasons of an answer as text: the proof of a condition or of both ends of a range, or why there is none.
    #[pyo3(signature = (of, at = None))]
    fn why(&mut self, of: Operand<'_>, at: Option<&Op>) -> PyResult<String> {
        let of = of.read()?;
        self.ask(|analysis, module| {
            let point = of.point(module, at)?;
            Ok(reasons::why(analysis, module, &of.term, point))
        })
    }

    /// The e-graph of a term.
    #[pyo3(signature = (of, at = None))]
    fn picture(&mut self, of: Operand<'_>, at: Option<&Op>) -> PyResult<Picture> {
        let of = of.read()?;
        self.ask(|analysis, module| {
            let point = of.point(module, at)?;
            let proofs = reasons::proofs(analysis, &of.term, point);
            let name = |column| leaf_name(column, &**module);
            let graph = EGraph::of(analysis, &Variable::term(of.term), point, &proofs, &name);
            Ok(Picture {
                svg: graph.svg(),
                dot: Some(graph.dot()),
            })
        })
    }

    /// The intervals of the loops around an integer, and its own.
    fn nest(&mut self, of: &Value) -> PyResult<Picture> {
        of.own_expression()?;
        self.ask(|analysis, module| {
            own(module, &of.module)?;
            let svg = Nest::of(analysis, of.value).svg();
            Ok(Picture { svg, dot: None })
        })
    }

    /// Whether a condition holds, with the text of the proof that the checker has accepted.
    #[pyo3(signature = (condition, at = None))]
    fn explain(
        &mut self,
        condition: Operand<'_>,
        at: Option<&Op>,
    ) -> PyResult<(Told, Option<String>)> {
        let condition = condition.read_condition()?;
        self.ask(|analysis, module| {
            let point = condition.point(module, at)?;
            let (verdict, proof) = analysis.explain(&condition.term, point);
            let accepted = proof
                .ok()
                .filter(|proof| analysis.check_proof(proof).is_ok());
            let text = accepted.map(|proof| proof_text(&proof, &**module));
            Ok((verdict.into(), text))
        })
    }

    /// The ops that the proof of a condition assumes not to give poison, each as its name and its line; none
    /// if there is no proof.
    #[pyo3(signature = (condition, at = None))]
    fn relies_on(
        &mut self,
        condition: Operand<'_>,
        at: Option<&Op>,
    ) -> PyResult<Option<Vec<NamedOp>>> {
        let condition = condition.read_condition()?;
        self.ask(|analysis, module| {
            let point = condition.point(module, at)?;
            let (_, proof) = analysis.explain(&condition.term, point);
            let place = |op| {
                let line = module.location(op).map(|place| place.line);
                (module.op_name(op).to_owned(), line)
            };
            let relied = proof.ok().map(|proof| analysis.relies_on(&proof));
            Ok(relied.map(|relied| relied.into_iter().map(|it| place(it.op)).collect()))
        })
    }

    /// Whether no two different instances (iterations, threads) of two accesses touch the same element, and the answer
    /// in words. `within` is a loop in whose iterations they differ. Arguments of the function may share memory, unless
    /// they are stated to be distinct.
    #[pyo3(signature = (first, second, within = None, distinct_arguments = false))]
    fn conflict(
        &mut self,
        first: &Op,
        second: &Op,
        within: Option<&Op>,
        distinct_arguments: bool,
    ) -> PyResult<(Told, String)> {
        let ops = [first, second].into_iter().chain(within);
        self.ask_instances(ops.collect(), distinct_arguments, |instances, program| {
            let found = instances.conflict(first.op, second.op, within.map(|it| it.op));
            let verdict: Told = match found {
                Conflict::Never => Verdict::Proved,
                Conflict::Found(_) => Verdict::Refuted,
                Conflict::Unknown(_) => Verdict::Unknown,
            }
            .into();
            (verdict, found.describe(program, ("disjoint", "conflict")))
        })
    }

    /// Whether all elements of an access are elements of its buffer, and the answer in words.
    fn in_bounds(&mut self, access: &Op) -> PyResult<(Told, String)> {
        self.ask_instances(vec![access], false, |instances, program| {
            let found = instances.in_bounds(access.op);
            let verdict: Told = match found {
                InBounds::Always => Verdict::Proved,
                InBounds::Violated(_) => Verdict::Refuted,
                InBounds::Unknown(_) => Verdict::Unknown,
            }
            .into();
            (verdict, found.describe(program))
        })
    }

    /// How often one execution of the function executes an op, and whether that is exact or an upper bound.
    fn executions(&mut self, op: &Op) -> PyResult<(Expression, bool)> {
        self.count(&op.module, |analysis, program| {
            let block = program.block_of(op.op).ok_or(Failure::Unstructured)?;
            executions(analysis, block)
        })
    }

    /// How many distinct elements of a buffer loads and stores touch, and whether that is exact or an upper bound.
    fn footprint(&mut self, buffer: &Value) -> PyResult<(Expression, bool)> {
        self.count(&buffer.module, |analysis, _| {
            footprint(analysis, buffer.value).map(|found| found.elements)
        })
    }

    /// The most bytes that the buffers which a function allocates hold at once, and whether that is exact or an upper
    /// bound.
    fn peak(&mut self, function: &Op) -> PyResult<(Expression, bool)> {
        self.count(&function.module, |analysis, _| {
            peak(analysis, function.op).map(|found| found.bytes)
        })
    }

    /// The greatest lower bound that the engine finds in terms of the given values and sizes.
    #[pyo3(signature = (of, terms = vec![], at = None))]
    fn lower(
        &mut self,
        of: Operand<'_>,
        terms: Vec<Operand<'_>>,
        at: Option<&Op>,
    ) -> PyResult<Option<Expression>> {
        self.bound(BoundKind::Lower, of, terms, at)
    }

    /// The least upper bound that the engine finds in terms of the given values and sizes.
    #[pyo3(signature = (of, terms = vec![], at = None))]
    fn upper(
        &mut self,
        of: Operand<'_>,
        terms: Vec<Operand<'_>>,
        at: Option<&Op>,
    ) -> PyResult<Option<Expression>> {
        self.bound(BoundKind::Upper, of, terms, at)
    }

    /// An expression in the given values and sizes that a term equals.
    #[pyo3(signature = (of, terms = vec![], at = None))]
    fn equal(
        &mut self,
        of: Operand<'_>,
        terms: Vec<Operand<'_>>,
        at: Option<&Op>,
    ) -> PyResult<Option<Expression>> {
        self.bound(BoundKind::Equal, of, terms, at)
    }

    /// All lower bounds in terms of the given values and sizes that no other one implies, and whether each holds by
    /// itself: otherwise only their minimum is a bound.
    #[pyo3(signature = (of, terms = vec![], at = None))]
    fn lowers(
        &mut self,
        of: Operand<'_>,
        terms: Vec<Operand<'_>>,
        at: Option<&Op>,
    ) -> PyResult<(Vec<Expression>, bool)> {
        self.bounds(BoundKind::Lower, of, terms, at)
    }

    /// All upper bounds in terms of the given values and sizes that no other one implies, and whether each holds by
    /// itself: otherwise only their maximum is a bound.
    #[pyo3(signature = (of, terms = vec![], at = None))]
    fn uppers(
        &mut self,
        of: Operand<'_>,
        terms: Vec<Operand<'_>>,
        at: Option<&Op>,
    ) -> PyResult<(Vec<Expression>, bool)> {
        self.bounds(BoundKind::Upper, of, terms, at)
    }

    /// The number of iterations of the loop with this induction variable, if a rule defines it.
    fn trips(&mut self, of: &Value) -> PyResult<Option<Expression>> {
        self.ask(|analysis, module| {
            own(module, &of.module)?;
            let owner = calipers::rules::owner(&**module, of.value);
            let trips = owner.and_then(|(op, _)| analysis.trips(op));
            let trips = trips.map(|trips| analysis.shortened(trips));
            Ok(trips.map(|trips| Expression::answer(module, trips.as_term().clone())))
        })
    }

    /// The sizes of a value in terms of arguments, `None` for one that is not known.
    #[pyo3(signature = (of, at = None))]
    fn shape(&mut self, of: &Value, at: Option<&Op>) -> PyResult<Vec<Option<Expression>>> {
        self.ask(|analysis, module| {
            own(module, &of.module)?;
            let point = point_for(module, at, &[of.value])?;
            let rank = module.value_type(of.value).shape().and_then(|it| it.rank());
            rank.ok_or_else(|| {
                let name = module.value_name(of.value);
                bad(format!("{name} is no tensor, memref or vector with a rank"))
            })?;
            let allowed = |column| is_of_argument(&**module, column);
            let sizes = analysis.shape(of.value, point, allowed).into_iter();
            let sizes = sizes.zip(0..).map(|(size, dim)| {
                let (size, own) = (size.ok()?, Variable::dim(of.value, dim));
                let shorter = analysis.shortest_of(&own, &size, point, allowed);
                let shorter = shorter.unwrap_or(size).as_term().clone();
                Some(Expression::answer(module, shorter))
            });
            Ok(sizes.collect())
        })
    }

    /// An equal term that is not longer, by the facts at the point.
    #[pyo3(signature = (of, at = None))]
    fn simplify(&mut self, of: Operand<'_>, at: Option<&Op>) -> PyResult<Expression> {
        let of = of.read()?;
        self.ask(|analysis, module| {
            let point = of.point(module, at)?;
            let simple = analysis.simplified(&of.term, point, &Preference::default());
            Ok(Expression::answer(module, simple))
        })
    }

    /// The program with its bounds as comments.
    fn annotate(&mut self) -> PyResult<String> {
        self.ask(|analysis, module| Ok(calipers::annotation::text(module, analysis)))
    }

    /// The program with its bounds as a table, for notebooks.
    fn _repr_html_(&mut self) -> PyResult<String> {
        self.ask(|analysis, module| {
            let notes = calipers::annotation::found(module, analysis);
            Ok(annotations::html(module.source(), Some(&notes)))
        })
    }

    /// Whether two slices of one value have an element in common.
    #[pyo3(signature = (a, b, at = None))]
    fn overlap(&mut self, a: &Value, b: &Value, at: Option<&Op>) -> PyResult<Told> {
        self.relate(a, SliceRelation::Overlaps, b, at)
    }

    /// Whether two slices of one value have the same sizes and, at each index, the same element.
    #[pyo3(signature = (a, b, at = None))]
    fn equivalent(&mut self, a: &Value, b: &Value, at: Option<&Op>) -> PyResult<Told> {
        self.relate(a, SliceRelation::IsEquivalentTo, b, at)
    }

    /// Whether every element of the second slice is one of the first.
    #[pyo3(signature = (a, b, at = None))]
    fn contains(&mut self, a: &Value, b: &Value, at: Option<&Op>) -> PyResult<Told> {
        self.relate(a, SliceRelation::Contains, b, at)
    }

    /// Assumes a condition until the current scope is popped. Warns if it contradicts the program or earlier ones.
    fn assume(&mut self, py: Python<'_>, condition: Operand<'_>) -> PyResult<()> {
        let condition = condition.read_condition()?;
        self.ask(|_, module| condition.check(module))?;
        let is_contradictory = self.change(|own| own.assume(condition.term))?;
        reasons::warn_of_contradiction(py, is_contradictory)
    }

    /// Opens a scope of assumptions.
    fn push(&mut self) -> PyResult<()> {
        self.change(Restartable::push)
    }

    /// Closes the innermost scope and retracts its assumptions.
    fn pop(&mut self) -> PyResult<()> {
        self.change(Restartable::pop)
    }

    /// The ranges of all integers and dimensions. `None` replaces an end that does not fit into 64 bits.
    fn rows(&mut self) -> PyResult<Vec<Row>> {
        self.ask(|analysis, module| {
            let values = values_in(module, module.top()).into_iter();
            let columns = values.flat_map(|value| columns(module, value));
            let number = |value: &Int| i64::try_from(value).ok();
            let rows = columns.map(|column| {
                let range = analysis.range_at(&Variable::column(column), None);
                let congruence = range.congruence();
                let parts = number(congruence.modulus()).zip(number(congruence.residue()));
                let (modulus, residue) = parts.unwrap_or((1, 0));
                let (lower, upper) = (range.lower(), range.upper());
                let name = column_name(column, &**module);
                (
                    name,
                    lower.and_then(number),
                    upper.and_then(number),
                    modulus,
                    residue,
                )
            });
            Ok(rows.collect())
        })
    }
}
