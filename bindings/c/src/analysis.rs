//! Questions about a program: ranges, verdicts, bounds, slices and assumptions.

use crate::bound::kind_of;
use crate::expression::condition_at;
use crate::subject::{Strength, Subject};
use crate::{
    Answer, CColumn, CModule, Error, Expression, Rules, exclusive, fill, free, guard, list, shared,
    string,
};
use calipers::analysis::{
    Analysis, HyperrectangularSlice, SliceRelation, Unknown, Variable, Verdict,
};
use calipers::number::Range;
use calipers::program::{Column, OpId, Point, Program};
use std::ffi::c_char;

/// Answers about a program: `calipers_analysis`.
pub struct CAnalysis {
    pub(crate) subject: Subject,
}

/// A program point: `calipers_point`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CPoint {
    place: u32,
    op: u32,
}

impl CPoint {
    pub(crate) fn read(self, module: &dyn Program) -> Answer<Option<Point>> {
        let op = OpId(self.op);
        if self.place == 0 {
            return Ok(None);
        }
        if !module.has_op(op) {
            return Err(format!("there is no op {}", op.0));
        }
        let point = match self.place {
            1 => Point::before(module, op),
            2 => Point::after(module, op),
            place => return Err(format!("there is no place {place}")),
        };
        point
            .map(Some)
            .ok_or_else(|| "the outermost op stands nowhere".into())
    }
}

/// The range of a term: `calipers_range`.
#[repr(C)]
pub struct CRange {
    has_lower: bool,
    has_upper: bool,
    is_empty: bool,
    lower: i64,
    upper: i64,
    modulus: i64,
    residue: i64,
}

impl CPoint {
    /// The op that the point names.
    pub(crate) fn op(self) -> Option<OpId> {
        (self.place != 0).then_some(OpId(self.op))
    }
}

impl CRange {
    /// Leaves out ends and congruences that do not fit into 64 bits.
    fn new(range: &Range) -> CRange {
        let number =
            |end: Option<&calipers::number::Int>| end.and_then(|it| i64::try_from(it).ok());
        let (lower, upper) = (number(range.lower()), number(range.upper()));
        let congruence = range.congruence();
        let parts = number(Some(congruence.modulus())).zip(number(Some(congruence.residue())));
        let (modulus, residue) = parts.unwrap_or((1, 0));
        CRange {
            has_lower: lower.is_some(),
            has_upper: upper.is_some(),
            is_empty: range.is_empty(),
            lower: lower.unwrap_or(0),
            upper: upper.unwrap_or(0),
            modulus,
            residue,
        }
    }
}

fn verdict(verdict: &Verdict) -> u32 {
    match verdict {
        Verdict::Unknown(_) => 0,
        Verdict::Proved => 1,
        Verdict::Refuted => 2,
        Verdict::Unreachable => 3,
    }
}

pub(crate) fn why(unknown: &Unknown, module: &dyn Program) -> String {
    match unknown {
        Unknown::NoBound => "no bound follows from what is known".into(),
        Unknown::Budget => "a budget ran out".into(),
        Unknown::BadRule => "a rule contradicts itself".into(),
        Unknown::MissingRule(ops) => {
            let mut names: Vec<&str> = ops.iter().map(|&op| module.op_name(op)).collect();
            names.sort_unstable();
            names.dedup();
            format!(
                "no bound follows from what is known: there are no rules for {}",
                names.join(", ")
            )
        }
    }
}

impl CAnalysis {
    /// Runs a question about a term at a point, after checking that both belong to the program.
    pub(crate) fn ask_about<T>(
        &mut self,
        expression: &Expression,
        point: CPoint,
        question: impl FnOnce(&mut Analysis<'_>, &dyn Program, Option<Point>) -> Answer<T>,
    ) -> Answer<T> {
        self.ask_with(Strength::Full, expression, point, question)
    }

    /// The same with a limit on the work.
    pub(crate) fn ask_with<T>(
        &mut self,
        strength: Strength,
        expression: &Expression,
        point: CPoint,
        question: impl FnOnce(&mut Analysis<'_>, &dyn Program, Option<Point>) -> Answer<T>,
    ) -> Answer<T> {
        let value = || expression.first_value();
        self.subject
            .ask_with(strength, point.op(), value, |analysis, module| {
                expression.check(module)?;
                let point = point.read(module)?;
                question(analysis, module, point)
            })
    }
}

/// Creates an analysis of a program by rules. It keeps both alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_new(
    module: *const CModule,
    rules: *const Rules,
    error: *mut *mut Error,
) -> *mut CAnalysis {
    let make = || {
        // SAFETY: as the header says.
        let (module, rules) = unsafe { (shared(module, "module")?, shared(rules, "rules")?) };
        let subject = Subject::fixed(&module.module, &rules.rules);
        Ok(Box::into_raw(Box::new(CAnalysis { subject })))
    };
    // SAFETY: as the header says.
    unsafe { guard(error, make) }.unwrap_or(std::ptr::null_mut())
}

/// Frees an analysis.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_free(analysis: *mut CAnalysis) {
    // SAFETY: as the header says.
    unsafe { free(analysis) }
}

/// The range of a term.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_range(
    analysis: *mut CAnalysis,
    expression: *const Expression,
    point: CPoint,
    range: *mut CRange,
    error: *mut *mut Error,
) -> bool {
    let ask = || {
        // SAFETY: as the header says.
        let (analysis, expression) = unsafe {
            (
                exclusive(analysis, "analysis")?,
                shared(expression, "expression")?,
            )
        };
        analysis.ask_about(expression, point, |analysis, _, point| {
            let variable = Variable::term(expression.term.clone());
            Ok(CRange::new(&analysis.range_at(&variable, point)))
        })
    };
    // SAFETY: as the header says.
    unsafe { fill(range, error, ask) }
}

/// Whether a condition holds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_prove(
    analysis: *mut CAnalysis,
    condition: *const Expression,
    point: CPoint,
    answer: *mut u32,
    error: *mut *mut Error,
) -> bool {
    let ask = || {
        // SAFETY: as the header says.
        let (analysis, condition) =
            unsafe { (exclusive(analysis, "analysis")?, condition_at(condition)?) };
        analysis.ask_about(condition, point, |analysis, _, point| {
            Ok(verdict(&analysis.prove_at(&condition.term, point)))
        })
    };
    // SAFETY: as the header says.
    unsafe { fill(answer, error, ask) }
}

/// Whether a condition holds, with the proof that the checker has accepted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_explain(
    analysis: *mut CAnalysis,
    condition: *const Expression,
    point: CPoint,
    answer: *mut u32,
    proof: *mut *mut c_char,
    error: *mut *mut Error,
) -> bool {
    let ask = || {
        // SAFETY: as the header says.
        let (analysis, condition) =
            unsafe { (exclusive(analysis, "analysis")?, condition_at(condition)?) };
        analysis.ask_about(condition, point, |analysis, module, point| {
            let (found, told) = analysis.explain(&condition.term, point);
            let accepted = told
                .ok()
                .filter(|proof| analysis.check_proof(proof).is_ok());
            let text =
                accepted.map(|proof| string(&calipers::proof::text(&proof, module).to_string()));
            Ok((verdict(&found), text.unwrap_or(std::ptr::null_mut())))
        })
    };
    // SAFETY: as the header says.
    let found = unsafe { guard(error, ask) };
    let Some((found, text)) = found else {
        return false;
    };
    // SAFETY: each is null or points to a place.
    unsafe {
        match proof.is_null() {
            true => crate::calipers_string_free(text),
            false => proof.write(text),
        }
        if !answer.is_null() {
            answer.write(found);
        }
    }
    true
}

/// The ops that the proof of a condition assumes not to give poison, one per line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_relies_on(
    analysis: *mut CAnalysis,
    condition: *const Expression,
    point: CPoint,
    error: *mut *mut Error,
) -> *mut c_char {
    let ask = || {
        // SAFETY: as the header says.
        let (analysis, condition) =
            unsafe { (exclusive(analysis, "analysis")?, condition_at(condition)?) };
        analysis.ask_about(condition, point, |analysis, module, point| {
            let (_, proof) = analysis.explain(&condition.term, point);
            let proof = proof.map_err(|no_proof| format!("there is no proof: {no_proof}"))?;
            let line = |op| {
                let line = module.location(op).map(|place| format!(":{}", place.line));
                format!("{}{}\n", module.op_name(op), line.unwrap_or_default())
            };
            let relied = analysis.relies_on(&proof).into_iter();
            let lines: String = relied.map(|reliance| line(reliance.op)).collect();
            Ok(string(&lines))
        })
    };
    // SAFETY: as the header says.
    unsafe { guard(error, ask) }.unwrap_or(std::ptr::null_mut())
}

/// A bound in terms of the given columns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_bound(
    analysis: *mut CAnalysis,
    kind: u32,
    expression: *const Expression,
    point: CPoint,
    columns: *const CColumn,
    column_count: usize,
    error: *mut *mut Error,
) -> *mut Expression {
    let ask = || {
        // SAFETY: as the header says.
        let (analysis, expression, columns) = unsafe {
            (
                exclusive(analysis, "analysis")?,
                shared(expression, "expression")?,
                list(columns, column_count, "columns")?,
            )
        };
        let kind = kind_of(kind)?;
        let allowed: Answer<Vec<Column>> = columns.iter().map(|column| column.read()).collect();
        let allowed = allowed?;
        analysis.ask_about(expression, point, |analysis, module, point| {
            let variable = Variable::term(expression.term.clone());
            let bound = analysis.told_bound(kind, &variable, point, &allowed);
            let bound = bound.map_err(|unknown| why(&unknown, module))?;
            let term = bound.as_term().ok_or("the bound is no term")?;
            Ok(Expression::answer(term))
        })
    };
    // SAFETY: as the header says.
    unsafe { guard(error, ask) }.unwrap_or(std::ptr::null_mut())
}

/// How two slices relate that two ops extract from one value or write to it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_relate_slices(
    analysis: *mut CAnalysis,
    first: u32,
    relation: u32,
    second: u32,
    point: CPoint,
    answer: *mut u32,
    error: *mut *mut Error,
) -> bool {
    let ask = || {
        // SAFETY: as the header says.
        let analysis = unsafe { exclusive(analysis, "analysis")? };
        let relation = relation_of(relation)?;
        let near = Some(OpId(first));
        analysis.subject.ask(
            near,
            || None,
            |analysis, module| {
                let point = point.read(module)?;
                let result = |op: u32| {
                    let exists = module.has_op(OpId(op));
                    let results = exists.then(|| module.results(OpId(op)));
                    let value = results.and_then(|results| results.first()).copied();
                    value.ok_or_else(|| format!("there is no op {op}, or it has no result"))
                };
                let slices = analysis.common_slices(result(first)?, result(second)?);
                let slices = slices.ok_or("the ops give no slices of one value")?;
                let related =
                    analysis.relate_slices(&slices.first, relation, &slices.second, point);
                Ok(verdict(&related))
            },
        )
    };
    // SAFETY: as the header says.
    unsafe { fill(answer, error, ask) }
}

/// How two slices relate whose offsets, sizes and strides are terms.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_relate_terms(
    analysis: *mut CAnalysis,
    rank: usize,
    first: *const *const Expression,
    relation: u32,
    second: *const *const Expression,
    point: CPoint,
    answer: *mut u32,
    error: *mut *mut Error,
) -> bool {
    let ask = || {
        let count = rank.checked_mul(3).ok_or("the rank is too large")?;
        // SAFETY: as the header says.
        let (analysis, first, second) = unsafe {
            (
                exclusive(analysis, "analysis")?,
                terms(list(first, count, "first")?)?,
                terms(list(second, count, "second")?)?,
            )
        };
        let relation = relation_of(relation)?;
        let all = || first.iter().chain(&second);
        let value = || all().find_map(|term| term.first_value());
        analysis
            .subject
            .ask(point.op(), value, |analysis, program| {
                for term in all() {
                    term.check(program)?;
                }
                let point = point.read(program)?;
                let [first, second] = [&first, &second].map(|terms| slice(terms));
                Ok(verdict(
                    &analysis.relate_slices(&first, relation, &second, point),
                ))
            })
    };
    // SAFETY: as the header says.
    unsafe { fill(answer, error, ask) }
}

/// Dereferences a list of terms.
///
/// # Safety
/// Each is null or points to a term that lives as long as the answer is used.
unsafe fn terms<'a>(list: &[*const Expression]) -> Answer<Vec<&'a Expression>> {
    // SAFETY: as promised by the caller.
    let terms = list.iter().map(|&term| unsafe { shared(term, "a term") });
    terms.collect()
}

/// The slice of an offset, a size and a stride for each dimension.
fn slice(terms: &[&Expression]) -> HyperrectangularSlice {
    let variable = |term: &Expression| Variable::term(term.term.clone());
    let dims = terms.chunks_exact(3);
    let dims = dims.map(|dim| (variable(dim[0]), variable(dim[1]), variable(dim[2])));
    HyperrectangularSlice::new(dims)
}

/// The relation that has that number in the header.
fn relation_of(relation: u32) -> Answer<SliceRelation> {
    match relation {
        0 => Ok(SliceRelation::Overlaps),
        1 => Ok(SliceRelation::IsEquivalentTo),
        2 => Ok(SliceRelation::Contains),
        relation => Err(format!("there is no relation {relation}")),
    }
}

/// Assumes a condition until the current scope is popped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_assume(
    analysis: *mut CAnalysis,
    condition: *const Expression,
    error: *mut *mut Error,
) -> bool {
    let assume = || {
        // SAFETY: as the header says.
        let (analysis, condition) =
            unsafe { (exclusive(analysis, "analysis")?, condition_at(condition)?) };
        analysis.subject.fixed_only(|analysis, module| {
            condition.check(module)?;
            analysis.assume(&condition.term);
            Ok(())
        })
    };
    // SAFETY: as the header says.
    unsafe { guard(error, assume) }.is_some()
}

/// Opens a scope of assumptions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_push(
    analysis: *mut CAnalysis,
    error: *mut *mut Error,
) -> bool {
    let push = || {
        // SAFETY: as the header says.
        let subject = unsafe { &mut exclusive(analysis, "analysis")?.subject };
        subject.fixed_only(|analysis, _| {
            analysis.push();
            Ok(())
        })
    };
    // SAFETY: as the header says.
    unsafe { guard(error, push) }.is_some()
}

/// Closes the innermost scope and retracts its assumptions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_pop(
    analysis: *mut CAnalysis,
    error: *mut *mut Error,
) -> bool {
    let pop = || {
        // SAFETY: as the header says.
        let subject = unsafe { &mut exclusive(analysis, "analysis")?.subject };
        subject.fixed_only(|analysis, _| match analysis.pop() {
            true => Ok(()),
            false => Err("there is no scope to close".into()),
        })
    };
    // SAFETY: as the header says.
    unsafe { guard(error, pop) }.is_some()
}
