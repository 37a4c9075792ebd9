//! The commands that ask questions.

use super::command::Arguments;
use super::error::ScriptError;
use super::infix::told;
use super::session::{Answer, Session};
use super::simplify;
use super::text::{self, Text};
use super::why::Last;
use crate::analysis::{
    Bound, BoundKind, Comparison, Criterion, Extreme, ToldBound, Unknown, Variable, Verdict,
    is_multiple,
};
use crate::number::{Int, Range};
use crate::program::{Column, Point};
use crate::rules::{Place, owner};
use crate::sexp::Form;
use crate::solve::claim::{Claim, Tried};
use crate::term::{Expr, Operator};

type Result<T> = std::result::Result<T, ScriptError>;

/// The quantities that a term may have little of.
const CRITERIA: [(&str, Criterion); 5] = [
    ("divisions", Criterion::Divisions),
    ("operations", Criterion::Operations),
    ("leaves", Criterion::Leaves),
    ("bits", Criterion::Bits),
    ("non-affine", Criterion::NotAffine),
];

/// Reads the name of a quantity.
fn criterion(form: &Form) -> Result<Criterion> {
    let name = form.as_atom().unwrap_or_default();
    let mut all = CRITERIA.iter();
    match all.find(|(known, _)| *known == name) {
        Some((_, criterion)) => Ok(*criterion),
        None => {
            let names = CRITERIA.map(|(name, _)| name);
            let message = format!("expected one of {}", names.join(", "));
            Err(ScriptError::new(form.span, message).suggesting(name, names))
        }
    }
}

impl Session<'_> {
    /// The current point, if all values in the term exist there; otherwise none, so that the question is asked at its
    /// default point.
    pub(super) fn point_of(&mut self, term: &Expr<Column>) -> Option<Point> {
        let point = self.point?;
        let mut columns = vec![];
        term.for_each_leaf(&mut |&column| columns.push(column));
        let engine = self.analysis.engine();
        let exists = columns
            .into_iter()
            .all(|column| engine.exists_at(column, Some(point)));
        exists.then_some(point)
    }

    /// Whether the assumptions are found to be contradictory.
    fn is_contradictory(&mut self) -> bool {
        self.analysis.is_contradictory()
    }

    /// Whether some rule was found to be wrong, so that answers are meaningless.
    fn is_broken(&mut self) -> bool {
        self.analysis.engine().egraph().has_contradiction()
    }

    pub(super) fn prove(&mut self, question: &Form, form: &Form) -> Result<String> {
        let condition = self.condition(form)?;
        let point = self.point_of(&condition);
        let decision = self.analysis.decision_at(&condition, point);
        let (mut verdict, witness, decided) = (decision.verdict, decision.tried, decision.claim);
        let mut claims = vec![];
        if let (Verdict::Unknown(_), Some(column)) = (&verdict, truth_of(&condition)) {
            let parts = self.analysis.parts_of(column);
            if parts.len() > 1 {
                verdict = self.analysis.prove_parts_at(column, point);
                if verdict == Verdict::Proved {
                    claims = parts;
                }
            }
        }
        let (answer, unknown) = match verdict {
            Verdict::Proved => ("proved", None),
            Verdict::Refuted => ("refuted", None),
            Verdict::Unreachable => ("unreachable", None),
            Verdict::Unknown(unknown) => ("unknown", Some(unknown)),
        };
        self.remember(question, condition, answer, unknown);
        if let Some(last) = &mut self.last {
            last.witness = witness;
            last.is_verdict = claims.is_empty();
            last.claims = claims;
            last.decided = decided;
        }
        Ok(answer.to_owned())
    }

    /// The claim, if it is over the script's variables alone and within the size limit.
    pub(super) fn claim(&self, goal: &Expr<Column>) -> Option<Claim> {
        self.analysis.written_claim(goal)
    }

    pub(super) fn bound(
        &mut self,
        question: &Form,
        kind: BoundKind,
        form: &Form,
        arguments: &Arguments<'_>,
    ) -> Result<Answer> {
        let term = self.integer(form)?;
        self.bound_of(question, kind, term, arguments)
    }

    pub(super) fn bound_of(
        &mut self,
        question: &Form,
        kind: BoundKind,
        term: Expr<Column>,
        arguments: &Arguments<'_>,
    ) -> Result<Answer> {
        let allowed = match arguments.named(":in") {
            None => vec![],
            Some(list) => self.columns(list)?,
        };
        let point = self.point_of(&term);
        let variable = Variable::term(term.clone());
        let found = self.analysis.told_bound(kind, &variable, point, &allowed);
        let mut claims = vec![];
        let (answer, unknown) = match found {
            Ok(ToldBound::Term(told_term)) => {
                let equal = told_term.as_term();
                claims.push(comparison(kind).condition(&term, equal));
                (told(&self.named(equal)).in_notation(self.notation), None)
            }
            Ok(ToldBound::Bound(bound)) => {
                let end = bound.as_term();
                claims.extend(end.map(|end| comparison(kind).condition(&term, &end)));
                let operand = |n: usize| {
                    let column = bound.operands.get(n);
                    column.map_or_else(|| "?".to_owned(), |&column| self.column_name(column))
                };
                let shown = text::affine_map(&bound.map, &operand);
                let unknown = shown.is_none().then_some(Unknown::NoBound);
                (
                    shown.map_or_else(|| "none".to_owned(), |text| text.in_notation(self.notation)),
                    unknown,
                )
            }
            Err(unknown) => ("none".to_owned(), Some(unknown)),
        };
        self.remember(question, term, &answer, unknown);
        self.claim_that(claims);
        Ok(Answer::Text(answer))
    }

    /// The shortest form of a bound of a term.
    fn shortened(&mut self, bound: Bound, term: &Expr<Column>, allowed: &[Column]) -> Bound {
        let point = self.point_of(term);
        let default = self.analysis.default_point(&Variable::term(term.clone()));
        let allowed = |column| allowed.contains(&column);
        self.analysis
            .shortest_bound(bound, point.or(default), allowed)
    }

    /// The last answer as conditions that can be proved.
    pub(super) fn claim_that(&mut self, claims: Vec<Expr<Column>>) {
        if let Some(last) = &mut self.last {
            last.claims = claims;
        }
    }

    /// All bounds that no other bound implies.
    pub(super) fn bounds(
        &mut self,
        question: &Form,
        kind: BoundKind,
        form: &Form,
        arguments: &Arguments<'_>,
    ) -> Result<Answer> {
        let term = self.integer(form)?;
        let allowed = match arguments.named(":in") {
            None => vec![],
            Some(list) => self.columns(list)?,
        };
        let point = self.point_of(&term);
        let query = self.analysis.bound(kind, Variable::term(term.clone()));
        let query = query.in_terms_of_these(allowed.iter().copied());
        let query = match point {
            Some(point) => query.at(point),
            None => query,
        };
        let mut claims = vec![];
        let (answer, unknown) = match query.compute_all() {
            Err(unknown) => ("none".to_owned(), Some(unknown)),
            Ok(mut bounds) => {
                for bound in &mut bounds.all {
                    *bound = self.shortened(bound.clone(), &term, &allowed);
                }
                let ends: Option<Vec<Expr<Column>>> =
                    bounds.all.iter().map(Bound::as_term).collect();
                claims = claims_of(&term, kind, bounds.extreme, ends.unwrap_or_default());
                let shown: Vec<Text> = bounds
                    .all
                    .iter()
                    .map(|bound| {
                        let operand = |n: usize| {
                            let column = bound.operands.get(n);
                            let name = |&column| self.column_name(column);
                            column.map_or_else(|| "?".to_owned(), name)
                        };
                        let text = text::affine_map(&bound.map, &operand);
                        text.unwrap_or_else(|| Text::Word("?".to_owned()))
                    })
                    .collect();
                let text = match (&shown[..], bounds.extreme) {
                    ([only], _) => only.clone(),
                    (all, Extreme::Least) => Text::call("min", all),
                    (all, Extreme::Greatest) => Text::call("max", all),
                };
                (text.in_notation(self.notation), None)
            }
        };
        self.remember(question, term, &answer, unknown);
        self.claim_that(claims);
        Ok(Answer::Text(answer))
    }

    /// The columns in a list, or the single column in place of a list.
    pub(super) fn columns(&mut self, form: &Form) -> Result<Vec<Column>> {
        let Some(forms) = form.as_list() else {
            return Ok(vec![self.read(|reader| reader.column(form))?]);
        };
        self.read(|reader| forms.iter().map(|form| reader.column(form)).collect())
    }

    pub(super) fn range(&mut self, question: &Form, form: &Form) -> Result<Answer> {
        let term = self.integer(form)?;
        Ok(self.range_of(question, term))
    }

    pub(super) fn range_of(&mut self, question: &Form, term: Expr<Column>) -> Answer {
        let point = self.point_of(&term);
        let variable = Variable::term(term.clone());
        let range = self.analysis.range_at(&variable, point);
        let is_unreachable = range.is_empty() || self.is_contradictory();
        let (answer, claims) = match (self.is_broken(), is_unreachable) {
            (true, _) => (range_text(&Range::full()), vec![]),
            (false, true) => ("unreachable".to_owned(), vec![anything_about(&term)]),
            (false, false) => (range_text(&range), parts_of(&term, &range)),
        };
        let missing = match range.is_full() {
            true => self.analysis.ops_without_rules(&term),
            false => vec![],
        };
        let unknown = (!missing.is_empty()).then_some(Unknown::MissingRule(missing));
        self.remember(question, term, &answer, unknown);
        self.claim_that(claims);
        Answer::Text(answer)
    }

    pub(super) fn divisor(&mut self, question: &Form, form: &Form) -> Result<Answer> {
        let term = self.integer(form)?;
        let mut claims = vec![];
        let answer = match (self.is_broken(), self.is_contradictory()) {
            (true, _) => Int::ONE.to_string(),
            (_, true) => {
                claims.push(anything_about(&term));
                "unreachable".to_owned()
            }
            _ => {
                let variable = Variable::term(term.clone());
                let point = self.point_of(&term);
                let divisor = self.analysis.divisor(&variable, point);
                if divisor != Int::ONE {
                    claims.push(is_multiple(&term, &divisor));
                }
                divisor.to_string()
            }
        };
        self.remember(question, term, &answer, None);
        self.claim_that(claims);
        Ok(Answer::Text(answer))
    }

    /// The number of iterations of a loop.
    pub(super) fn trips(&mut self, question: &Form, form: &Form) -> Result<Answer> {
        let term = self.integer(form)?;
        let (program, _) = self.analysis.engine().sources();
        let owner = match &term {
            Expr::Leaf(Column::Value(value)) => owner(program, *value),
            _ => None,
        };
        let the_loop = match owner {
            Some((op, Place::Argument(0, 0))) if self.rules.tells_trips(program.op_name(op)) => op,
            _ => {
                let message = "expected the induction variable of a loop whose rules tell its trips, such as `%i`";
                return Err(ScriptError::new(form.span, message));
            }
        };
        let Some(trips) = self.analysis.trips(the_loop) else {
            self.remember(question, term, "none", Some(Unknown::NoBound));
            return Ok(Answer::Text("none".to_owned()));
        };
        let range = self.analysis.range(trips.clone());
        let answer = match range.as_constant() {
            Some(number) => Expr::Integer(number.clone()),
            None => self.analysis.shortened(trips.clone()).as_term().clone(),
        };
        let claim = Expr::equal(trips.as_term().clone(), answer.clone());
        let answer = self.term_text(&answer);
        self.remember(question, trips.as_term().clone(), &answer, None);
        self.claim_that(vec![claim]);
        Ok(Answer::Text(answer))
    }

    pub(super) fn simplify(
        &mut self,
        question: &Form,
        form: &Form,
        arguments: &Arguments<'_>,
    ) -> Result<Answer> {
        let read = self.expression(form)?;
        let fewest = arguments.named(":fewest").map(criterion).transpose()?;
        let answer = match self.is_broken() {
            true => form.to_string(),
            false => simplify::simplified(self, form, &read, fewest),
        };
        let claim = simplify::reread(self, &answer);
        let claim = claim.map(|simple| Expr::equal(read.term.clone(), simple.term));
        let answer = self.in_notation(answer);
        self.remember(question, read.term, &answer, None);
        self.claim_that(claim.into_iter().collect());
        Ok(Answer::Text(answer))
    }

    pub(super) fn remember(
        &mut self,
        question: &Form,
        term: Expr<Column>,
        answer: &str,
        unknown: Option<Unknown>,
    ) {
        if let Some(Unknown::MissingRule(ops)) = &unknown {
            self.note_ops_without_rules(ops);
        }
        self.last = Some(Last {
            question: question.text(),
            term,
            answer: answer.to_owned(),
            unknown,
            claims: vec![],
            witness: Tried::default(),
            is_verdict: false,
            decided: None,
            point: self.point,
            slices: None,
        });
    }
}

/// The relation of a term to its bound.
fn comparison(kind: BoundKind) -> Comparison {
    match kind {
        BoundKind::Lower => Comparison::Ge,
        BoundKind::Upper => Comparison::Le,
        BoundKind::Equal => Comparison::Eq,
    }
}

/// The column that a condition states to be nonzero, if it states nothing else.
fn truth_of(condition: &Expr<Column>) -> Option<Column> {
    let mut columns = vec![];
    condition.for_each_leaf(&mut |&column| columns.push(column));
    let &[column @ (Column::Value(_) | Column::Unsigned(_))] = columns.as_slice() else {
        return None;
    };
    let is_zero = Expr::equal(Expr::Leaf(column), Expr::integer(0));
    (*condition == Expr::negation(is_zero)).then_some(column)
}

/// The condition that some terms are bounds of another: each individually, or their extremum.
fn claims_of(
    term: &Expr<Column>,
    kind: BoundKind,
    extreme: Extreme,
    ends: Vec<Expr<Column>>,
) -> Vec<Expr<Column>> {
    let by_itself = matches!(
        (kind, extreme),
        (BoundKind::Lower, Extreme::Greatest) | (BoundKind::Upper, Extreme::Least)
    );
    let operator = match extreme {
        Extreme::Least => Operator::Min,
        Extreme::Greatest => Operator::Max,
    };
    let joined = |a, b| Expr::apply(operator, [a, b]);
    let ends = match by_itself {
        true => ends,
        false => ends.into_iter().reduce(joined).into_iter().collect(),
    };
    let claim = |end: Expr<Column>| comparison(kind).condition(term, &end);
    ends.into_iter().map(claim).collect()
}

/// A condition on a term, whose proof at an unreachable point is that the point is unreachable.
fn anything_about(term: &Expr<Column>) -> Expr<Column> {
    Expr::at_most(Expr::integer(0), term.clone())
}

/// The membership of a term in a range, as conditions: one for each end and one for the congruence.
fn parts_of(term: &Expr<Column>, range: &Range) -> Vec<Expr<Column>> {
    let number = |number: &Int| Expr::Integer(number.clone());
    if let Some(only) = range.as_constant() {
        return vec![Expr::equal(term.clone(), number(only))];
    }
    let lower = range
        .lower()
        .map(|end| Expr::at_most(number(end), term.clone()));
    let upper = range
        .upper()
        .map(|end| Expr::at_most(term.clone(), number(end)));
    let congruence = range.congruence();
    let rest = || Expr::apply(Operator::Mod, [term.clone(), number(congruence.modulus())]);
    let residue = (!congruence.is_any()).then(|| Expr::equal(rest(), number(congruence.residue())));
    lower.into_iter().chain(upper).chain(residue).collect()
}

/// `[0, 14] 4k+2`
pub(super) fn range_text(range: &Range) -> String {
    let end =
        |end: Option<&Int>, infinity: &str| end.map_or_else(|| infinity.to_owned(), Int::to_string);
    let (lower, upper) = (end(range.lower(), "-inf"), end(range.upper(), "+inf"));
    let congruence = range.congruence();
    let plain = congruence.is_any() || range.as_constant().is_some();
    match plain {
        true => format!("[{lower}, {upper}]"),
        false => format!(
            "[{lower}, {upper}] {}k+{}",
            congruence.modulus(),
            congruence.residue()
        ),
    }
}
