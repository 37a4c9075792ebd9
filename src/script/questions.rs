//! The questions of a session.

use super::cases::{Cases, Claim, Focused, Ranges};
use super::command::Arguments;
use super::conditions::{self, negated};
use super::error::ScriptError;
use super::points::{self, Tried};
use super::session::{Answer, Session};
use super::why::Last;
use super::{simplify, text};
use crate::analysis::{BoundKind, Unknown, Variable, Verdict};
use crate::number::{Int, Range};
use crate::program::Column;
use crate::sexp::Form;
use crate::term::Expr;

type Result<T> = std::result::Result<T, ScriptError>;

impl Session<'_> {
    /// Whether the assumptions contradict each other, as far as that is seen.
    fn is_contradictory(&mut self) -> bool {
        !self.assumptions.is_empty() && self.analysis.engine().is_unreachable(None)
    }

    /// Whether some rule turned out to be wrong, so that nothing is to be believed.
    fn is_broken(&mut self) -> bool {
        self.analysis.engine().store().has_contradiction()
    }

    pub(super) fn prove(&mut self, question: &Form, form: &Form) -> Result<String> {
        let condition = self.condition(form)?;
        let mut witness = Tried::default();
        let verdict = match self.analysis.prove(&condition) {
            Verdict::Unknown(unknown) => {
                let (verdict, tried) = self.prove_by_cases(&condition);
                witness = tried;
                verdict.unwrap_or(Verdict::Unknown(unknown))
            }
            verdict => verdict,
        };
        let (answer, unknown) = match verdict {
            Verdict::Proved => ("proved", None),
            Verdict::Refuted => ("refuted", None),
            Verdict::Unreachable => ("unreachable", None),
            Verdict::Unknown(unknown) => ("unknown", Some(unknown)),
        };
        self.remember(question, condition, answer, unknown);
        if let Some(last) = &mut self.last {
            last.witness = witness;
        }
        Ok(answer.to_owned())
    }

    /// What is claimed, if it is about the script's variables alone and not too large.
    fn claim(&self, goal: &Expr<Column>) -> Option<Claim> {
        let assumed = self.assumptions.iter().map(|assumption| &assumption.term);
        if !points::is_small(assumed.clone().chain([goal])) {
            return None;
        }
        let assumptions: Vec<Expr<Column>> = assumed.cloned().collect();
        let mut ranges = Some(Ranges::new());
        for term in assumptions.iter().chain([goal]) {
            term.for_each_leaf(&mut |column| match (column, &mut ranges) {
                (Column::Symbol(number), Some(ranges)) => {
                    let range = self.names.range(*number);
                    ranges.insert(*number, range.cloned().unwrap_or_else(Range::full));
                }
                _ => ranges = None,
            });
        }
        Some(Claim {
            ranges: ranges?,
            assumptions,
            goal: goal.clone(),
        })
    }

    /// Tries a condition at some points, and proves by cases what they leave possible.
    fn prove_by_cases(&self, condition: &Expr<Column>) -> (Option<Verdict>, Tried) {
        let Some(claim) = self.claim(condition) else {
            return (None, Tried::default());
        };
        let tried = points::attempt(&claim.ranges, &claim.assumptions, condition);
        let holds = |goal: Expr<Column>| {
            let claim = Claim {
                goal,
                ..claim.clone()
            };
            Cases::new(self.rules).holds(claim)
        };
        let verdict = match (&tried.holds, &tried.fails) {
            (Some(_), Some(_)) => None,
            (None, None) if holds(Expr::integer(0)) => Some(Verdict::Unreachable),
            (_, None) if holds(condition.clone()) => Some(Verdict::Proved),
            (None, _) if holds(negated(condition)) => Some(Verdict::Refuted),
            _ => None,
        };
        (verdict, tried)
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
        let variable = Variable::term(term.clone());
        let mut compute = |kind| {
            let query = self.analysis.bound(kind, variable.clone());
            query
                .semi_affine(true)
                .in_terms_of(|column| allowed.contains(&column))
                .compute()
        };
        let mut found = compute(kind);
        if kind == BoundKind::Equal
            && found.is_err()
            && let (Ok(lower), Ok(upper)) = (compute(BoundKind::Lower), compute(BoundKind::Upper))
            && lower == upper
        {
            found = Ok(lower);
        }
        if kind == BoundKind::Equal
            && found.is_err()
            && let Some(solved) = self.solved(&term, &allowed)
        {
            let query = self.analysis.bound(kind, Variable::term(solved));
            let query = query.in_terms_of(|column| allowed.contains(&column));
            found = query.compute().or(found);
        }
        let (answer, unknown) = match found {
            Ok(bound) => {
                let operand = |n: usize| {
                    let column = bound.operands.get(n);
                    column.map_or_else(|| "?".to_owned(), |&column| self.column_name(column))
                };
                let shown = text::affine_map(&bound.map, &operand);
                let unknown = shown.is_none().then_some(Unknown::NoBound);
                (
                    shown.map_or_else(|| "none".to_owned(), |text| text.to_string()),
                    unknown,
                )
            }
            Err(unknown) => ("none".to_owned(), Some(unknown)),
        };
        self.remember(question, term, &answer, unknown);
        Ok(Answer::Text(answer))
    }

    /// A term with the columns that an answer may not mention replaced by what they are assumed to
    /// be equal to; none if nothing is known of them.
    fn solved(&self, term: &Expr<Column>, allowed: &[Column]) -> Option<Expr<Column>> {
        const MAX_STEPS: usize = 16;
        let mut solved = term.clone();
        for _ in 0..MAX_STEPS {
            if !points::is_small([&solved].into_iter()) {
                return None;
            }
            let mut open = vec![];
            solved.for_each_leaf(&mut |&column| open.push(column));
            open.retain(|column| !allowed.contains(column));
            let known = open.iter().find_map(|&column| {
                let assumed = self.assumptions.iter().map(|assumption| &assumption.term);
                let value = assumed.filter_map(|term| conditions::value_of(term, column));
                Some((column, value.into_iter().next()?))
            });
            match known {
                Some((column, value)) => {
                    solved = conditions::replaced(&solved, &Expr::Leaf(column), &value);
                }
                None => break,
            }
        }
        (solved != *term).then_some(solved)
    }

    /// The columns in a list, or the one that stands for a list.
    fn columns(&mut self, form: &Form) -> Result<Vec<Column>> {
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
        let mut range = self.analysis.range(Variable::term(term.clone()));
        if !self.assumptions.is_empty()
            && let Some(claim) = self.claim(&term)
        {
            // What is assumed of single variables is of more use where it is taken as given.
            match Cases::new(self.rules).focus(&claim.ranges, &claim.assumptions) {
                Focused::Unreachable => range = Range::empty(),
                Focused::Analysis(mut analysis, _) => {
                    let focused = analysis.range(Variable::term(term.clone()));
                    range = range.intersect(&focused);
                }
            }
        }
        let answer = if self.is_broken() {
            range_text(&Range::full())
        } else if range.is_empty() || self.is_contradictory() {
            "unreachable".to_owned()
        } else {
            range_text(&range)
        };
        self.remember(question, term, &answer, None);
        Answer::Text(answer)
    }

    pub(super) fn simplify(&mut self, question: &Form, form: &Form) -> Result<Answer> {
        let read = self.expression(form)?;
        let answer = match self.is_broken() {
            true => form.to_string(),
            false => simplify::simplified(self, form, &read),
        };
        self.remember(question, read.term, &answer, None);
        Ok(Answer::Text(answer))
    }

    pub(super) fn remember(
        &mut self,
        question: &Form,
        term: Expr<Column>,
        answer: &str,
        unknown: Option<Unknown>,
    ) {
        self.last = Some(Last {
            question: question.to_string(),
            term,
            answer: answer.to_owned(),
            unknown,
            witness: Tried::default(),
        });
    }
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
