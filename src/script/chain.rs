//! What an answer rests on, in words: the definitions, facts and sums of its proof.

use super::session::Session;
use crate::program::OpId;
use crate::proof::{
    Argument, Bounding, Decision, Derivation, FactSource, Proof, Relation, Source, Step,
};

/// How many lines are told.
const MAX_LINES: usize = 32;

impl Session<'_> {
    /// The chain of definitions, facts and sums by which a claim follows.
    pub(super) fn chain(&self, proof: &Proof) -> Vec<String> {
        let mut lines = vec![];
        for step in &proof.steps {
            match step {
                Step::Definition(definition) => {
                    let name = self.column_name(definition.column);
                    let shown = self.term_text(&definition.term);
                    let origin = match &definition.source {
                        Source::Type => "by its type".to_owned(),
                        Source::Rule(rule, op) => self.rule_text(rule, *op),
                        Source::Induction(op) => {
                            format!("by induction over {}", self.op_text(*op))
                        }
                        Source::Join => "by the edges into its block".to_owned(),
                        Source::Reading => "as another reading of it".to_owned(),
                    };
                    lines.push(format!("  {name} = {shown} {origin}"));
                }
                Step::Rewrite(rewrite) => lines.push(format!("  by the identity {}", rewrite.name)),
                Step::Term(_) => {}
            }
        }
        for fact in &proof.facts {
            let shown = self.term_text(&fact.condition);
            let origin = match &fact.source {
                FactSource::Rule(rule, op) => self.rule_text(rule, *op),
                FactSource::Size(_) => "as sizes are".to_owned(),
                FactSource::Assumption(_) => "as assumed".to_owned(),
                FactSource::Invariant(invariants, number) => match invariants.all.get(*number) {
                    Some(it) => format!("in each iteration of {}", self.op_text(it.op)),
                    None => "by induction".to_owned(),
                },
                FactSource::Hypothesis(_) => "by hypothesis".to_owned(),
            };
            lines.push(format!("  {shown} {origin}"));
        }
        match &proof.argument {
            Argument::Same => lines.push("  so both are the same".to_owned()),
            Argument::Bound(by) => self.sum(by, &mut lines),
            Argument::Both(both) => both.iter().for_each(|by| self.sum(by, &mut lines)),
            Argument::Decision(by) => self.decision(by, &mut lines),
            Argument::Deduction(_) | Argument::Instance(_) => {
                lines.push("  by cases: `(proof)` tells them".to_owned());
            }
        }
        if lines.len() > MAX_LINES {
            lines.truncate(MAX_LINES);
            lines.push("  …".to_owned());
        }
        lines
    }

    fn rule_text(&self, rule: &str, op: OpId) -> String {
        format!("by the rule {rule} of {}", self.op_text(op))
    }

    fn decision(&self, by: &Decision, lines: &mut Vec<String>) {
        match by {
            Decision::Range => lines.push("  by its range".to_owned()),
            Decision::Number(bounding) => self.sum(bounding, lines),
            Decision::Comparison(_, all) => all.iter().for_each(|by| self.sum(by, lines)),
            Decision::Not(_, by) | Decision::One(_, _, by) => self.decision(by, lines),
            Decision::All(_, all) => all.iter().for_each(|by| self.decision(by, lines)),
        }
    }

    /// The rows that add up to a bound, each with how often it is taken.
    fn sum(&self, by: &Bounding, lines: &mut Vec<String>) {
        let goal = self.term_text(&by.goal);
        let claimed = match &by.bound {
            Some(bound) => format!("{goal} >= {bound}"),
            None => "no run comes here".to_owned(),
        };
        match &by.derivation {
            Derivation::Range => lines.push(format!("  so {claimed}, by its range")),
            Derivation::Rows(rows) => {
                lines.push(format!("  so {claimed}, which is the sum of"));
                for (row, multiplier) in rows {
                    let relation = match row.relation {
                        Relation::AtLeastZero => ">=",
                        Relation::Zero => "=",
                    };
                    let term = self.term_text(&row.term);
                    lines.push(format!("    {multiplier} × ({term} {relation} 0)"));
                }
            }
            Derivation::Cases(split, cases) => {
                let term = self.term_text(split.term());
                lines.push(format!("  so {claimed}, in either case of {term}:"));
                cases.iter().for_each(|case| self.sum(case, lines));
            }
        }
    }
}
