//! Interprocedural analysis: calls are evaluated in the body of the callee.

use super::call_terms::{agree, known, written_out};
use super::callers::{Callers, columns_of, conditions};
use super::function_memo::{Memo, Shared, Table, depend_on};
use super::shortest::without_wraps;
use super::{Analysis, BoundKind, Variable};
use crate::number::{Int, Range};
use crate::program::{Column, Extent, OpId, Point, Program, ValueId};
use crate::rules::{Anchor, Constants, OpSemantics, Place, Rules, Stop};
use crate::solve::{Config, Engine, FactOrigin, IntegerOverflow, PureOpsAssert};
use crate::term::Expr;
use std::borrow::Cow;
use std::hash::Hash;
use std::sync::Arc;

/// Maximum depth of nested calls.
const MAX_DEPTH: usize = 8;

/// Extends `rules` by the semantics of calls (ops of the interface `call`). The sizes, elements and integers that a
/// call returns are expressed in its operands, by the body of the callee. After the call, the facts that the callee's
/// ops assert hold for its operands and results. Queries thus behave as if the callee were inlined. In the body of a
/// private function that few calls use, and nothing else, what holds of the operands at each call holds of the arguments.
///
/// A query about a result of a call costs the analysis of the values that it depends on, for each call again; one about
/// a private function, the analysis of the operands of its calls.
///
/// ```
/// use calipers::analysis::{Analysis, Comparison, Variable, Verdict, with_calls};
/// use calipers::ir::{Module, ParseOptions};
/// use calipers::program::{Column, ValueId};
/// use calipers::rules::Rules;
/// use calipers::term::Expr;
///
/// let source = "func.func private @twice(%n: index) -> index {
///   %sum = arith.addi %n, %n : index
///   return %sum : index
/// }
/// func.func @f(%m: index) {
///   %called = call @twice(%m) : (index) -> index
///   return
/// }";
/// let module = Module::parse(source, "f.mlir", ParseOptions::default())?;
/// let rules = with_calls(&Rules::embedded());
/// let (m, called) = (Column::Value(ValueId(2)), Column::Value(ValueId(3)));
/// let mut analysis = Analysis::new(&module, &rules);
/// let twice = Variable::term(Expr::scaled(2, Expr::Leaf(m)));
/// let verdict = analysis.compare(&Variable::column(called), Comparison::Eq, &twice);
/// assert_eq!(verdict, Verdict::Proved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn with_calls(rules: &Rules) -> Rules {
    let calls = Calls {
        rules: rules.clone(),
        within: vec![],
        entered: vec![],
        memo: Memo::default(),
    };
    let callers = Callers::new(calls.clone());
    let mut all = calls.provided();
    all.provide(&rules.members("function"), Arc::new(callers));
    all
}

/// Maximum number of case splits in a callee.
const MAX_CASES: usize = 2;
/// Maximum number of case splits for the proof that a size in a callee does not wrap.
const MAX_CASES_OF_SIZES: usize = 16;
/// Maximum number of sub-engines for the proof that a size in a callee does not wrap.
const MAX_ENGINES: usize = 4;
/// Maximum number of ops of a callee whose facts are transferred to its calls.
const MAX_OPS: usize = 512;
/// Maximum number of facts that a call asserts.
const MAX_CONDITIONS: usize = 32;
/// A return value, expressed in the arguments of the function; `None` if there is no such expression.
pub(super) type Told = Option<Expr<Column>>;

/// A query about a function: a column of its return value, given constant arguments.
pub(super) type Asked = (OpId, Column, Vec<(Column, Int)>);

/// The semantics of calls.
#[derive(Clone, Debug)]
pub(super) struct Calls {
    rules: Rules,
    /// The functions that are being evaluated. Recursive calls of them are opaque.
    within: Vec<OpId>,
    /// Those of them whose calls are being asked about their arguments.
    entered: Vec<OpId>,
    memo: Memo,
}

impl Calls {
    /// An answer, evaluated at the first query.
    pub(super) fn memoized<K: Clone + Eq + Hash, T: Clone + Default>(
        &self,
        search: &Shared,
        key: &K,
        table: Table<K, T>,
        evaluate: impl FnOnce() -> T,
    ) -> T {
        self.memo
            .of(search, self.within.len(), (key, table), evaluate)
    }

    /// The memo of the query, or that of a new one.
    pub(super) fn searched(&self) -> Shared {
        self.memo.searched()
    }

    /// Whether the calls of a function may be asked about its arguments.
    pub(super) fn may_enter(&self, function: OpId, search: &Shared) -> bool {
        if self.entered.len() >= MAX_DEPTH {
            depend_on(search, 0);
            return false;
        }
        let is_entered = self.entered.contains(&function);
        let place = self.within.iter().rposition(|it| *it == function);
        if let Some(place) = place.filter(|_| is_entered) {
            depend_on(search, place);
        }
        !is_entered
    }

    /// The rules with this semantics.
    fn provided(self) -> Rules {
        let rules = self.rules.clone();
        let mut all = rules.clone();
        all.provide(&rules.members("call"), Arc::new(self));
        all
    }

    /// The callee, if the call can be evaluated.
    fn called<'p>(&self, program: &'p dyn Program, op: OpId) -> Option<Called<'p>> {
        let function = self.rules.callee(program, op)?;
        let (ends, arguments) = self.rules.ends(program, function)?;
        let passed = self.rules.passed(program, op)?;
        let is_return = |&end: &OpId| agree(program, program.results(op), program.operands(end));
        let fits = agree(program, &passed, arguments) && ends.iter().all(is_return);
        let place = self.within.iter().rposition(|it| *it == function);
        let is_too_deep = self.within.len() >= MAX_DEPTH;
        if let Some(search) = self.memo.search().filter(|_| fits)
            && let Some(place) = place.or(is_too_deep.then_some(0))
        {
            depend_on(search, place);
        }
        (fits && place.is_none() && !is_too_deep).then_some(Called {
            function,
            ends,
            arguments,
            passed,
        })
    }

    /// The same calls, whose answers are kept.
    pub(super) fn keeping(&self) -> Calls {
        Calls {
            memo: self.memo.keeping(),
            ..self.clone()
        }
    }

    /// The same calls in a query that reads integers as `constants` do.
    pub(super) fn as_read(&self, constants: &dyn Constants) -> Cow<'_, Calls> {
        let overflow = match constants.wraps() {
            true => IntegerOverflow::Wrap,
            false => IntegerOverflow::Ignore,
        };
        if overflow == self.memo.overflow {
            return Cow::Borrowed(self);
        }
        let mut other = self.clone();
        other.memo.overflow = overflow;
        Cow::Owned(other)
    }

    /// The configuration in which functions are evaluated.
    pub(super) fn config(&self) -> Config {
        Config {
            integer_overflow: self.memo.overflow,
            ..Config::default()
        }
    }

    /// The same calls as a part of a query.
    fn in_search(&self, search: &Shared) -> Calls {
        Calls {
            memo: self.memo.in_search(search),
            ..self.clone()
        }
    }

    /// The rules without the semantics of calls.
    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The rules for the calls of a function, in which calls of it are opaque.
    pub(super) fn at_calls_of(&self, function: OpId, search: &Shared) -> Rules {
        let (mut within, mut entered) = (self.within.clone(), self.entered.clone());
        within.push(function);
        entered.push(function);
        let calls = Calls {
            rules: self.rules.clone(),
            within,
            entered,
            memo: self.memo.in_search(search),
        };
        let callers = Callers::new(calls.clone());
        let mut all = calls.provided();
        all.provide(&self.rules.members("function"), Arc::new(callers));
        all
    }

    /// The rules for the body of a function.
    fn rules_in(&self, function: OpId, search: &Shared) -> Rules {
        let mut within = self.within.clone();
        within.push(function);
        let inner = Calls {
            rules: self.rules.clone(),
            within,
            entered: self.entered.clone(),
            memo: self.memo.in_search(search),
        };
        inner.provided()
    }

    /// The facts that hold when a function returns because its ops have executed, over its arguments and results.
    fn shown(
        &self,
        program: &dyn Program,
        (called, end): (&Called<'_>, OpId),
        search: &Shared,
    ) -> Vec<Expr<Column>> {
        let point = Point::before(program, end);
        let Some(point) = point.filter(|point| point.index <= MAX_OPS) else {
            return vec![];
        };
        let rules = self.rules_in(called.function, search);
        // A fact of an op with results assumes that it did not produce poison. A fact of an op without results, such as
        // a call of a function that returns nothing, holds in any case.
        let pure_ops_assert = match program.operands(end) {
            [] => PureOpsAssert::Never,
            _ => PureOpsAssert::InQuestions,
        };
        let config = Config {
            pure_ops_assert,
            ..self.config()
        };
        let mut engine = Engine::new(program, &rules, config);
        let stated = engine.facts_at(point);
        let is_leaf = |column: Column| {
            let is_it = |it: &ValueId| Some(*it) == column.value();
            called.arguments.iter().any(is_it) || program.operands(end).iter().any(is_it)
        };
        let mut in_terms = |term: &Expr<Column>| {
            let mut is_told = true;
            let term = term.map(&mut |&column| {
                if is_leaf(column) {
                    return Expr::Leaf(column);
                }
                let written = written_out(&mut engine, column, &is_leaf);
                is_told &= written.is_some();
                written.unwrap_or(Expr::Leaf(column))
            });
            is_told.then_some(term)
        };
        let by_rules = stated.iter().filter(|(origin, stated)| {
            matches!(origin, FactOrigin::Rule(..)) && stated.given.is_empty()
        });
        let found = by_rules.filter_map(|(_, stated)| in_terms(&stated.condition));
        let mut found: Vec<Expr<Column>> = found.take(MAX_CONDITIONS).collect();
        found.extend(self.sizes_by_facts(program, (called, end), search));
        found
    }

    /// The ranges of what a function returns, in the order of the columns: of all of it if it returns at several places, else
    /// of integers for which there is no term.
    fn ranges_of_returned(
        &self,
        program: &dyn Program,
        called: &Called<'_>,
        search: &Shared,
    ) -> Vec<Range> {
        let rules = self.rules_in(called.function, search);
        let mut analysis = Analysis::with_config(program, &rules, self.config());
        let mut all: Vec<Range> = vec![];
        for &end in &called.ends {
            let Some(point) = Point::before(program, end) else {
                return vec![];
            };
            let columns = columns_of(program, program.operands(end));
            all.resize(columns.len(), Range::empty());
            for (range, column) in all.iter_mut().zip(columns) {
                if range.is_full() {
                    continue;
                }
                let is_wanted = called.end().is_none()
                    || matches!(column, Column::Value(_))
                        && self
                            .answer(
                                program,
                                (called.function, column, vec![]),
                                (called, end),
                                search,
                            )
                            .is_none();
                *range = match is_wanted {
                    true => {
                        let own = analysis
                            .engine()
                            .best_range(&Expr::Leaf(column), Some(point));
                        range.join(&own)
                    }
                    false => Range::full(),
                };
            }
        }
        all
    }

    /// The equalities of the sizes that a function returns with terms over its arguments, where these follow only with
    /// what its ops assert, such as that a slice lies within its operand.
    fn sizes_by_facts(
        &self,
        program: &dyn Program,
        (called, end): (&Called<'_>, OpId),
        search: &Shared,
    ) -> Vec<Expr<Column>> {
        let dynamic = |&value: &ValueId| -> Vec<Column> {
            let shape = program.value_type(value).shape();
            let dims = shape.and_then(|shape| shape.dims).unwrap_or_default();
            let dims = dims.iter().zip(0..);
            let dynamic = dims.filter(|(size, _)| **size == Extent::Dynamic);
            dynamic.map(|(_, dim)| Column::Dim(value, dim)).collect()
        };
        let mut rules = self.rules_in(called.function, search);
        if program.symbol_users(called.function).is_some() {
            let callers = Callers::new(self.in_search(search));
            rules.provide(&[program.op_name(called.function)], Arc::new(callers));
        }
        let config = Config {
            max_cases: MAX_CASES_OF_SIZES,
            max_engines: MAX_ENGINES,
            ..self.config()
        };
        let mut analysis = Analysis::with_config(program, &rules, config);
        let is_argument = |other: Column| {
            let value = other.value();
            value.is_some_and(|it| called.arguments.contains(&it))
        };
        let wraps = |term: &Variable| without_wraps(term.as_term()).is_some();
        // Most sizes follow where they are defined; some only with what later ops assert.
        let points = [None, Point::before(program, end)];
        let mut found = vec![];
        for column in program.operands(end).iter().flat_map(dynamic) {
            if is_argument(column) {
                continue;
            }
            let asked = (called.function, column, vec![]);
            let defined = self.answer(program, asked, (called, end), search);
            if defined
                .as_ref()
                .is_some_and(|term| without_wraps(term).is_none())
            {
                continue;
            }
            let size = Variable::column(column);
            let told = points.iter().find_map(|&point| {
                let told = analysis.expression_at(&size, point, is_argument).ok()?;
                let shortest = analysis.shortest_of(&size, &told, point, is_argument);
                shortest.or(Some(told)).filter(|it| !wraps(it))
            });
            if let Some(told) = told {
                let told = told.as_term().clone();
                found.push(Expr::equal(Expr::Leaf(column), told));
            }
        }
        found
    }

    /// The memoized evaluation of a return value.
    fn answer(
        &self,
        program: &dyn Program,
        asked: Asked,
        (called, end): (&Called<'_>, OpId),
        search: &Shared,
    ) -> Told {
        self.memoized(
            search,
            &asked,
            |it| &mut it.returned,
            || self.told(program, &asked, end, called.arguments, search),
        )
    }

    /// Evaluates a return value of a function with the terminator `end`: for all arguments, or else for those that its
    /// calls pass.
    fn told(
        &self,
        program: &dyn Program,
        asked: &Asked,
        end: OpId,
        arguments: &[ValueId],
        search: &Shared,
    ) -> Told {
        let rules = self.rules_in(asked.0, search);
        let told = self.told_by(program, asked, end, arguments, rules.clone());
        if told.is_some() || program.symbol_users(asked.0).is_none() {
            return told;
        }
        let mut rules = rules;
        let callers = Callers::new(self.in_search(search));
        rules.provide(&[program.op_name(asked.0)], Arc::new(callers));
        self.told_by(program, asked, end, arguments, rules)
    }

    fn told_by(
        &self,
        program: &dyn Program,
        (function, column, integers): &Asked,
        end: OpId,
        arguments: &[ValueId],
        mut rules: Rules,
    ) -> Told {
        let (function, column) = (*function, *column);
        let given = Given {
            function,
            integers: integers.clone(),
        };
        rules.provide(&[program.op_name(function)], Arc::new(given));
        // A definition must hold even if ops produce poison. The facts that exclude poison hold after the call.
        let config = Config {
            max_cases: MAX_CASES,
            pure_ops_assert: PureOpsAssert::Never,
            ..self.config()
        };
        let mut analysis = Analysis::with_config(program, &rules, config);
        let is_argument = |other: Column| other.value().is_some_and(|it| arguments.contains(&it));
        let point = Point::before(program, end)?;
        // If definitions suffice, skip the search over facts.
        let query = analysis.bound(BoundKind::Equal, column).semi_affine(true);
        let told = query.at(point).in_terms_of(is_argument).by_definition();
        let told = match told {
            Some(told) => told.as_term()?,
            None => match written_out(analysis.engine(), column, &is_argument) {
                Some(term) => return Some(term),
                None => {
                    let returned = Variable::column(column);
                    let told = analysis.expression_at(&returned, Some(point), is_argument);
                    told.ok()?.as_term().clone()
                }
            },
        };
        (!told.has_leaf(|&other| !is_argument(other))).then_some(told)
    }
}

impl OpSemantics for Calls {
    fn name(&self) -> &str {
        "calls"
    }

    fn define(
        &self,
        program: &dyn Program,
        op: OpId,
        place: Place,
        column: Column,
        constants: &mut dyn Constants,
    ) -> Result<Option<Expr<Column>>, Stop> {
        let Place::Result(result) = place else {
            return Ok(None);
        };
        let calls = self.as_read(constants);
        let Some(called) = calls.called(program, op) else {
            return Ok(None);
        };
        let Some(end) = called.end() else {
            return Ok(None);
        };
        let Some(&returned) = program.operands(end).get(result) else {
            return Ok(None);
        };
        let arguments = called.arguments;
        let column = column.of_value(returned);
        let passed = &called.passed;
        let constants = known(program, passed, arguments, constants)?;
        let asked = (called.function, column, constants);
        let search = calls.searched();
        let told = calls.answer(program, asked, (&called, end), &search);
        let in_operands = |other: &Column| {
            let position = arguments.iter().position(|it| Some(*it) == other.value());
            Expr::Leaf(position.map_or(*other, |at| other.of_value(passed[at])))
        };
        Ok(told.map(|term| term.map(&mut |other| in_operands(other))))
    }

    fn facts(
        &self,
        program: &dyn Program,
        op: OpId,
        anchor: Anchor,
        constants: &mut dyn Constants,
    ) -> Result<Vec<Expr<Column>>, Stop> {
        let calls = self.as_read(constants);
        let called = calls
            .called(program, op)
            .filter(|_| anchor == Anchor::After);
        let Some(called) = called else {
            return Ok(vec![]);
        };
        let search = calls.searched();
        let mut facts = vec![];
        if let Some(end) = called.end() {
            let shown = calls.memoized(
                &search,
                &called.function,
                |it| &mut it.shown,
                || calls.shown(program, (&called, end), &search),
            );
            let inside = called.arguments.iter().chain(program.operands(end));
            let outside = called.passed.iter().chain(program.results(op));
            let pairs: Vec<(ValueId, ValueId)> = inside.copied().zip(outside.copied()).collect();
            let of_call = |column: &Column| {
                let pair = pairs.iter().find(|it| Some(it.0) == column.value());
                Expr::Leaf(pair.map_or(*column, |pair| column.of_value(pair.1)))
            };
            let shown = shown.into_iter();
            facts.extend(shown.map(|term| term.map(&mut |column| of_call(column))));
        }
        let ranges = calls.memoized(
            &search,
            &called.function,
            |it| &mut it.ranges,
            || calls.ranges_of_returned(program, &called, &search),
        );
        let results = columns_of(program, program.results(op));
        for (&column, range) in results.iter().zip(&ranges) {
            if !range.is_empty() {
                facts.extend(conditions(column, range));
            }
        }
        Ok(facts)
    }

    fn remembering(&self) -> Option<Arc<dyn OpSemantics>> {
        Some(Arc::new(self.keeping()))
    }
}

/// A call's target.
struct Called<'p> {
    function: OpId,
    /// The ops that return from the function.
    ends: Vec<OpId>,
    arguments: &'p [ValueId],
    /// The values that the call passes to them.
    passed: Vec<ValueId>,
}

impl Called<'_> {
    /// The op that returns from the function, if there is one only.
    fn end(&self) -> Option<OpId> {
        match self.ends[..] {
            [end] => Some(end),
            _ => None,
        }
    }
}

/// The constant arguments of the call that is evaluated.
#[derive(Debug)]
struct Given {
    function: OpId,
    /// Columns of the function's arguments, and their values.
    integers: Vec<(Column, Int)>,
}

impl OpSemantics for Given {
    fn name(&self) -> &str {
        "given"
    }

    fn define(
        &self,
        _: &dyn Program,
        op: OpId,
        place: Place,
        column: Column,
        _: &mut dyn Constants,
    ) -> Result<Option<Expr<Column>>, Stop> {
        let Place::Argument(0, _) = place else {
            return Ok(None);
        };
        let is_asked = |(known, _): &&(Column, Int)| op == self.function && *known == column;
        let found = self.integers.iter().find(is_asked);
        Ok(found.map(|(_, integer)| Expr::Integer(integer.clone())))
    }
}
