//! Explains an answer in words: the definitions, facts and sums of its proof.

use super::session::Session;
use crate::number::Int;
use crate::program::{Column, OpId};
use crate::proof::{
    Argument, Bounding, Claim, Decision, Derivation, FactSource, Proof, Relation, Source, Step,
};
use crate::term::Expr;
use std::collections::BTreeSet;

/// The maximum number of lines for the premises of an answer, and for the derivation of each of its parts.
const MAX_LINES: usize = 32;

/// The explanation of an answer that a range decides.
const BY_RANGE: &str = "  by its range";

impl Session<'_> {
    /// The chain of definitions, facts and sums that implies a claim.
    pub(super) fn chain(&self, proof: &Proof) -> Vec<String> {
        self.chains(&[proof])
    }

    /// The same for several claims of one answer: their common premises, then the derivation of each.
    pub(super) fn chains(&self, proofs: &[&Proof]) -> Vec<String> {
        let mut lines: Vec<String> = vec![];
        for line in proofs.iter().flat_map(|proof| self.grounds(proof)) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        shorten(&mut lines);
        for proof in proofs {
            let mut argument = self.argument(proof);
            shorten(&mut argument);
            match (&proof.claim, proofs.len(), &argument[..]) {
                (Claim::Holds(_), 2.., [only]) if only == BY_RANGE => {
                    lines.push(format!("  {}, by its range", self.claim_text(proof)));
                }
                (Claim::Holds(_), 2.., _) => {
                    lines.push(format!("  {} since", self.claim_text(proof)));
                    lines.extend(argument.into_iter().map(|line| format!("  {line}")));
                }
                _ => lines.extend(argument),
            }
        }
        lines
    }

    fn claim_text(&self, proof: &Proof) -> String {
        match &proof.claim {
            Claim::Holds(condition) => self.term_text(condition),
            _ => String::new(),
        }
    }

    /// The declarations, definitions, identities and facts that a proof uses.
    fn grounds(&self, proof: &Proof) -> Vec<String> {
        let mut lines = self.declarations(proof);
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
                FactSource::Type(Column::Unsigned(_)) => {
                    "as two readings of one integer".to_owned()
                }
                FactSource::Type(_) => "as sizes are".to_owned(),
                FactSource::Assumption(_) => "as assumed".to_owned(),
                FactSource::Invariant(invariants, number) => match invariants.all.get(*number) {
                    Some(it) => self.invariant_text(it.op),
                    None => "by induction".to_owned(),
                },
                FactSource::Hypothesis(_) => "by hypothesis".to_owned(),
            };
            lines.push(format!("  {shown} {origin}"));
        }
        if matches!(
            proof.argument,
            Argument::Deduction(_) | Argument::Instance(_)
        ) {
            lines.extend(self.assumed());
        }
        lines
    }

    /// The declarations of the variables that a proof mentions.
    fn declarations(&self, proof: &Proof) -> Vec<String> {
        let mut mentioned = BTreeSet::new();
        let mut note = |term: &Expr<Column>| {
            term.for_each_leaf(&mut |&column| {
                if let Column::Symbol(number) = column {
                    mentioned.insert(number);
                }
            });
        };
        if let Claim::Holds(condition) | Claim::Fails(condition) = &proof.claim {
            note(condition);
        }
        for step in &proof.steps {
            if let Step::Definition(definition) = step {
                note(&definition.term);
            }
        }
        proof.facts.iter().for_each(|fact| note(&fact.condition));
        let told = mentioned
            .into_iter()
            .filter_map(|number| self.declaration(number));
        told.collect()
    }

    /// The steps of a proof after its premises.
    fn argument(&self, proof: &Proof) -> Vec<String> {
        let mut lines = vec![];
        match &proof.argument {
            Argument::Same => lines.push("  so both are the same".to_owned()),
            Argument::Bound(by) => self.sum(by, 1, &mut lines),
            Argument::Both(both) => both.iter().for_each(|by| self.sum(by, 1, &mut lines)),
            Argument::Decision(by) => self.decision(by, &mut lines),
            Argument::Deduction(_) | Argument::Instance(_) => {
                lines.push("  by cases: `(proof)` lists them".to_owned());
            }
        }
        lines
    }

    /// The scope of an invariant of a loop or a join.
    pub(super) fn invariant_text(&self, op: OpId) -> String {
        let place = match self.rules.join(self.program(), op) {
            Some(_) => "at the end of each region of",
            None => "in each iteration of",
        };
        format!("{place} {}", self.op_text(op))
    }

    fn rule_text(&self, rule: &str, op: OpId) -> String {
        format!("by the rule {rule} of {}", self.op_text(op))
    }

    fn decision(&self, by: &Decision, lines: &mut Vec<String>) {
        match by {
            Decision::Range => lines.push(BY_RANGE.to_owned()),
            Decision::Number(bounding) => self.sum(bounding, 1, lines),
            Decision::Comparison(_, all) => all.iter().for_each(|by| self.sum(by, 1, lines)),
            Decision::Not(_, by) | Decision::One(_, _, by) => self.decision(by, lines),
            Decision::All(_, all) => all.iter().for_each(|by| self.decision(by, lines)),
        }
    }

    /// The rows that sum to a bound, each with its multiplier.
    fn sum(&self, by: &Bounding, depth: usize, lines: &mut Vec<String>) {
        let indent = "  ".repeat(depth);
        let claimed = match &by.bound {
            Some(bound) => self.comparison_text(&by.goal, ">=", bound),
            None => "this point is unreachable".to_owned(),
        };
        match &by.derivation {
            Derivation::Range if by.bound.is_none() => {
                lines.push(format!(
                    "{indent}so {claimed}: ranges contradict each other"
                ));
            }
            Derivation::Range => lines.push(format!("{indent}so {claimed}, by its range")),
            Derivation::Rows(rows) => {
                let rows: Vec<(String, String)> = rows
                    .iter()
                    .map(|(row, multiplier)| {
                        let relation = match row.relation {
                            Relation::AtLeastZero => ">=",
                            Relation::Zero => "=",
                        };
                        let row = self.comparison_text(&row.term, relation, &Int::ZERO);
                        (multiplier.to_string(), row)
                    })
                    .collect();
                // A single fact needs no sum.
                if matches!(&rows[..], [(_, only)] if *only == claimed) {
                    return lines.push(format!("{indent}so {claimed}"));
                }
                lines.push(format!("{indent}so {claimed}, which is the sum of"));
                for (multiplier, row) in rows {
                    lines.push(format!("{indent}  {multiplier} × ({row})"));
                }
            }
            Derivation::Cases(split, cases) => {
                let term = self.term_text(split.term());
                lines.push(format!("{indent}so {claimed}, in either case of {term}:"));
                cases
                    .iter()
                    .for_each(|case| self.sum(case, depth + 1, lines));
            }
        }
    }
}

/// Truncates a list that is too long.
fn shorten(lines: &mut Vec<String>) {
    if lines.len() > MAX_LINES {
        lines.truncate(MAX_LINES);
        lines.push("  …".to_owned());
    }
}
