//! Explains the last answer.

use super::infix::{compared, told};
use super::questions::range_text;
use super::session::Session;
use crate::analysis::{HyperrectangularSlice, SliceRelation, Unknown, Variable};
use crate::number::Int;
use crate::program::{Column, OpId, Point};
use crate::proof::{self, Proof};
use crate::solve::NoProof;
use crate::solve::Origin;
use crate::solve::claim::{Assignment, Claim, Decide, Outcome, Tried};
use crate::term::Expr;
use calipers_support::order::Order;
use hashbrown::HashSet;
use std::collections::VecDeque;

/// The last question, and its answer.
#[derive(Clone, Debug)]
pub(super) struct Last {
    pub(super) question: String,
    pub(super) term: Expr<Column>,
    pub(super) answer: String,
    pub(super) unknown: Option<Unknown>,
    /// The answer as conditions, if it is a bound or a range.
    pub(super) claims: Vec<Expr<Column>>,
    /// Counterexample candidates.
    pub(super) witness: Tried,
    /// Whether the question was about a condition.
    pub(super) is_verdict: bool,
    /// The result for a claim, if the question became one.
    pub(super) decided: Option<(Claim, Outcome)>,
    /// The current point at the question.
    pub(super) point: Option<Point>,
    /// The relation and the slices of a question about slices.
    pub(super) slices: Option<Box<(HyperrectangularSlice, SliceRelation, HyperrectangularSlice)>>,
}

/// Points that show why a condition is not proved.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Examples {
    /// Values for which the assumptions and the condition hold.
    pub true_at: Option<Vec<(String, Int)>>,
    /// Values for which the assumptions hold, and the condition does not.
    pub false_at: Option<Vec<(String, Int)>>,
}

/// The maximum numbers of definitions and of assumptions that are printed.
const MAX_LINES: usize = 24;

impl Session<'_> {
    /// Calls `tell` with the last answer, at the point of its question.
    pub(super) fn of_last(&mut self, tell: impl FnOnce(&mut Self, Last) -> String) -> String {
        let told = self.at_last(tell);
        told.unwrap_or_else(|| "nothing was asked since the last scope was closed".to_owned())
    }

    /// The same; `None` if nothing was asked since the last scope was closed.
    pub(super) fn at_last<T>(&mut self, tell: impl FnOnce(&mut Self, Last) -> T) -> Option<T> {
        let last = self.last.clone()?;
        let chosen = std::mem::replace(&mut self.point, last.point);
        let told = tell(self, last);
        self.point = chosen;
        Some(told)
    }

    /// Points at which the condition of the last question is true and false, if it was neither proved nor found to be
    /// unreachable: values of variables, or of the terms of a program that the condition depends on. Both are absent for
    /// other questions, and where a bounded search finds no such point.
    ///
    /// Costs the search for a point at which the condition is false.
    pub fn examples(&mut self) -> Examples {
        let Some(last) = self.last.clone() else {
            return Examples::default();
        };
        if !last.is_verdict || !["unknown", "refuted"].contains(&last.answer.as_str()) {
            return Examples::default();
        }
        let fails = &last.witness.fails;
        let mut false_at = fails.as_ref().map(|point| self.named_point(point));
        if false_at.is_none() {
            let point = self.point_of(&last.term);
            let found = self.analysis.counterexample_at(&last.term, point);
            false_at = found.map(|values| {
                let named = values.into_iter();
                let named = named.map(|(term, value)| (self.term_text(&term), value));
                named.collect()
            });
        }
        Examples {
            true_at: last.witness.holds.as_ref().map(|it| self.named_point(it)),
            false_at,
        }
    }

    fn named_point(&self, point: &Assignment) -> Vec<(String, Int)> {
        let named = point.iter();
        let named =
            named.map(|(&number, value)| (self.column_name(Column::Symbol(number)), value.clone()));
        named.collect()
    }

    /// The premises of the last answer.
    pub(super) fn why(&mut self) -> String {
        self.of_last(Self::why_of)
    }

    fn why_of(&mut self, last: Last) -> String {
        let mut lines = vec![format!("{} is {}", last.question, last.answer)];
        if let Some(unknown) = &last.unknown {
            lines.push(self.reason(unknown));
        }
        let fails = match last.witness.fails.is_some() {
            true => {
                let config = self.analysis.claim_config();
                let claim = self.claim(&last.term);
                claim.and_then(|it| it.counterexample(&config))
            }
            false => None,
        };
        let fails = fails.or(last.witness.fails.clone());
        for (point, verb) in [(&last.witness.holds, "true"), (&fails, "false")] {
            lines.extend(
                point
                    .as_ref()
                    .map(|point| format!("  {verb} at {}", self.point_text(point))),
            );
        }
        if last.is_verdict && last.unknown.is_none() {
            let proof = self.proof_of(last.clone());
            if let Ok(proof) = proof {
                lines.extend(self.chain(&proof));
                lines.extend(self.reliances(&[&proof]));
                return lines.join("\n");
            }
        }
        if let (Some(slices), None) = (&last.slices, &last.unknown)
            && let Ok(proof) = self.proof_of_slices(slices)
        {
            for proof in &proof.proofs {
                if let proof::Claim::Holds(condition) = &proof.claim {
                    if condition.evaluate(&|_| None).is_some() {
                        continue;
                    }
                    lines.push(format!("  {} since", self.term_text(condition)));
                }
                lines.extend(
                    self.chain(proof)
                        .into_iter()
                        .map(|line| format!("  {line}")),
                );
            }
            return lines.join("\n");
        }
        if last.unknown.is_none() && !last.claims.is_empty() {
            let proofs: Result<Vec<Proof>, NoProof> =
                self.proofs_of(&last.claims).into_iter().collect();
            if let Ok(proofs) = proofs {
                let proofs = proofs.iter().collect::<Vec<_>>();
                lines.extend(self.chains(&proofs));
                lines.extend(self.reliances(&proofs));
                return lines.join("\n");
            }
        }
        if last.unknown.is_some() {
            lines.extend(self.what_is_open(&last));
        }
        lines.extend(self.definitions(&last.term));
        lines.extend(self.assumed());
        lines.join("\n")
    }

    /// The ops that proofs assume not to give poison.
    fn reliances(&mut self, proofs: &[&Proof]) -> Vec<String> {
        let (program, rules) = self.analysis.engine().sources();
        let relied = proofs
            .iter()
            .flat_map(|it| proof::relies_on(it, program, rules));
        let mut ops: Vec<OpId> = relied.map(|reliance| reliance.op).collect();
        ops.order();
        ops.dedup();
        let more = ops.len().saturating_sub(MAX_LINES);
        ops.truncate(MAX_LINES);
        let mut texts: Vec<String> = ops.iter().map(|&op| self.op_text(op)).collect();
        if more > 0 {
            texts.push(format!("{more} more"));
        }
        match texts.is_empty() {
            true => vec![],
            false => vec![format!("  if no poison came from {}", texts.join(", "))],
        }
    }

    /// A violation of an open question, and its unbounded parts.
    fn what_is_open(&mut self, last: &Last) -> Vec<String> {
        let point = self.point_of(&last.term);
        let point = point.or_else(|| {
            let variable = Variable::term(last.term.clone());
            self.analysis.default_point(&variable)
        });
        if last.is_verdict {
            if last.witness.fails.is_some() {
                return vec![];
            }
            let example = self.analysis.counterexample_at(&last.term, point);
            let values = example.unwrap_or_default().into_iter();
            let values = values.map(|(term, value)| format!("{} = {value}", self.term_text(&term)));
            let values: Vec<String> = values.collect();
            return match values.is_empty() {
                true => vec![],
                false => vec![format!("  nothing known excludes {}", values.join(", "))],
            };
        }
        let engine = self.analysis.engine();
        let open: Vec<Column> = engine.unbounded_columns(&last.term, point);
        let names: Vec<String> = open.iter().map(|&it| self.column_name(it)).collect();
        match names.is_empty() {
            true => vec![],
            false => vec![format!("  no bound is known of {}", names.join(", "))],
        }
    }

    fn proof_of(&mut self, last: Last) -> Result<Proof, NoProof> {
        match (last.decided, last.is_verdict) {
            // The assumptions may have changed since.
            (Some((claim, outcome)), _)
                if self.analysis.written_claim(&claim.goal).as_ref() != Some(&claim) =>
            {
                claim.explain(outcome, self.rules, &self.analysis.claim_config())
            }
            (Some(_), _) | (None, true) => {
                let point = self.point_of(&last.term);
                self.analysis.explain(&last.term, point).1
            }
            (None, false) => Err(NoProof::NoAnswer),
        }
    }

    /// The proof of the last verdict, bound or range; for a range, one for each of its parts.
    pub(super) fn proof(&mut self) -> String {
        self.of_last(Self::proof_text)
    }

    fn proof_text(&mut self, last: Last) -> String {
        let proofs = match (&last.slices, last.claims.is_empty()) {
            (Some(slices), _) => match self.proof_of_slices(slices) {
                Ok(proof) => proof.proofs.into_iter().map(Ok).collect(),
                Err(no_proof) => vec![Err(no_proof)],
            },
            (None, true) => vec![self.proof_of(last)],
            (None, false) => self.proofs_of(&last.claims),
        };
        let (program, _) = self.analysis.engine().sources();
        let name = |number| self.names.name(number).map(str::to_owned);
        let texts = proofs.into_iter().map(|proof| match proof {
            Ok(proof) => {
                proof::with_names(proof::text(&proof, program).to_string().trim_end(), &name)
            }
            Err(no_proof) => format!("no proof: {no_proof}"),
        });
        let mut texts: Vec<String> = texts.collect();
        texts.dedup();
        texts.join("\n\n")
    }

    /// Proofs of the conditions of an answer.
    fn proofs_of(&mut self, claims: &[Expr<Column>]) -> Vec<Result<Proof, NoProof>> {
        let prove = |claim| {
            let point = self.point_of(claim);
            self.analysis.explain(claim, point).1
        };
        claims.iter().map(prove).collect()
    }

    fn point_text(&self, point: &Assignment) -> String {
        let values = point.iter().map(|(&number, value)| {
            format!("{} = {value}", self.column_name(Column::Symbol(number)))
        });
        values.collect::<Vec<String>>().join(", ")
    }

    fn reason(&self, unknown: &Unknown) -> String {
        match unknown {
            Unknown::MissingRule(ops) => {
                let ops: Vec<String> = ops.iter().take(8).map(|&op| self.op_text(op)).collect();
                format!("  it depends on ops without rules: {}", ops.join(", "))
            }
            Unknown::Budget => "  a budget ran out".to_owned(),
            Unknown::NoBound => "  nothing that is known decides it".to_owned(),
            Unknown::BadRule => {
                "  a rule contradicts itself: nothing is answered any more".to_owned()
            }
        }
    }

    pub(super) fn op_text(&self, op: OpId) -> String {
        let name = self.op_name(op);
        match self.program().location(op) {
            Some(place) => format!("`{name}` (line {})", place.line),
            None => format!("`{name}`"),
        }
    }

    /// The declarations and definitions of the columns in a term, nearest first.
    fn definitions(&mut self, term: &Expr<Column>) -> Vec<String> {
        let mut lines = vec![];
        let mut seen = HashSet::new();
        let mut work = VecDeque::new();
        term.for_each_leaf(&mut |&column| work.push_back(column));
        while let Some(column) = work.pop_front() {
            if !seen.insert(column) {
                continue;
            }
            if lines.len() == MAX_LINES {
                lines.push("  …".to_owned());
                break;
            }
            if let Column::Symbol(number) = column {
                lines.extend(self.declaration(number));
                continue;
            }
            let Some(definition) = self.analysis.engine().definition(column).cloned() else {
                continue;
            };
            let origin = match &definition.origin {
                Origin::Type => "by its type".to_owned(),
                Origin::Rule(rule, op) => format!("by the rule {rule} of {}", self.op_text(*op)),
                Origin::Induction(op) => format!("by induction over {}", self.op_text(*op)),
                Origin::Join => "by the edges into its block".to_owned(),
                Origin::Reading => "as another reading of it".to_owned(),
            };
            let name = self.column_name(column);
            let shown = self.term_text(&definition.term);
            lines.push(format!("  {name} = {shown} {origin}"));
            definition
                .term
                .for_each_leaf(&mut |&column| work.push_back(column));
        }
        lines
    }

    /// The declaration of a variable, if it has a range.
    pub(super) fn declaration(&self, number: u32) -> Option<String> {
        let range = self.names.range(number).filter(|range| !range.is_full())?;
        let name = self.column_name(Column::Symbol(number));
        Some(format!(
            "  {name} in {} by its declaration",
            range_text(range)
        ))
    }

    /// All assumptions.
    pub(super) fn assumed(&self) -> Vec<String> {
        let count = self.assumptions.len();
        let shown = self.assumptions.iter().rev().take(MAX_LINES);
        let mut lines: Vec<String> = shown
            .map(|assumption| format!("  assumed: {}", assumption.text))
            .collect();
        lines.reverse();
        if count > MAX_LINES {
            lines.insert(0, format!("  assumed: {} more", count - MAX_LINES));
        }
        lines
    }

    /// The declarations, the assumptions and the facts at a point.
    pub(super) fn facts(&mut self, point: Option<Point>) -> String {
        let known = point.map(|point| self.known_at(point));
        let declared = self.names.ranges().filter_map(|(number, range)| {
            let name = self.names.name(number)?;
            Some(format!("{name} in {}", range_text(range)))
        });
        let assumed = self
            .assumptions
            .iter()
            .map(|assumption| assumption.text.clone());
        let lines = declared.chain(assumed).chain(known.into_iter().flatten());
        let lines: Vec<String> = lines.collect();
        match lines.is_empty() {
            true if point.is_some() => "nothing is known here".to_owned(),
            true => "nothing is declared or assumed".to_owned(),
            false => lines.join("\n"),
        }
    }

    /// A term as text, however long.
    pub(super) fn whole_text(&self, term: &Expr<Column>) -> String {
        told(&self.named(term)).in_notation(self.notation)
    }

    pub(super) fn term_text(&self, term: &Expr<Column>) -> String {
        cut(self.whole_text(term))
    }

    /// `term >= bound`, or `=`.
    pub(super) fn comparison_text(&self, term: &Expr<Column>, sign: &str, bound: &Int) -> String {
        cut(compared(&self.named(term), sign, bound, self.notation))
    }

    /// The term with the names of its columns.
    pub(super) fn named(&self, term: &Expr<Column>) -> Expr<String> {
        term.map(&mut |&column| Expr::Leaf(self.column_name(column)))
    }
}

/// A text, truncated to a readable length.
fn cut(text: String) -> String {
    const MAX: usize = 200;
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
