//! Proofs as text, with one numbered line for each step.

use super::sequent_text;
use super::{
    Argument, Bounding, Claim, Decision, Deduction, Derivation, FactSource, FactUse, Instance,
    Proof, RangeReason, RangeStep, Relation, Row, RowReason, Source, Split, Step, Term,
};
use crate::column_name::column_name;
use crate::number::Int;
use crate::program::{Column, OpId, Point, Program};
use crate::term::Expr;
use dashu_ratio::RBig;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// A proof that displays with the names of a program.
pub struct ProofText<'t> {
    proof: &'t Proof,
    program: &'t dyn Program,
}

/// A proof as text, one step a line: `s` for universal steps, `f` for facts, `r` for ranges, then the argument, indented
/// by its depth.
pub fn text<'t>(proof: &'t Proof, program: &'t dyn Program) -> ProofText<'t> {
    ProofText { proof, program }
}

impl fmt::Display for ProofText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proof = self.proof;
        let writer = Writer {
            program: self.program,
        };
        write!(f, "claim: ")?;
        writer.claim(f, &proof.claim)?;
        if let Some(point) = proof.point {
            write!(f, ", {}", writer.point(point))?;
        }
        writeln!(f)?;
        for (n, step) in proof.steps.iter().enumerate() {
            writeln!(f, "s{n}: {}", writer.step(step))?;
        }
        for (n, fact) in proof.facts.iter().enumerate() {
            writeln!(f, "f{n}: {}", writer.fact(fact))?;
        }
        for (n, range) in proof.ranges.iter().enumerate() {
            writeln!(f, "r{n}: {}", writer.range(range))?;
        }
        match &proof.argument {
            Argument::Same => writeln!(f, "both sides have one normal form"),
            Argument::Bound(bounding) => writer.bounding(f, bounding, 0),
            Argument::Both(both) => both
                .iter()
                .try_for_each(|bounding| writer.bounding(f, bounding, 0)),
            Argument::Decision(decision) => writer.decision(f, decision, 0),
            Argument::Deduction(deduction) => write!(f, "{}", DeductionText(deduction)),
            Argument::Instance(instance) => writer.instance(f, instance),
        }
    }
}

/// The conclusion of a deduction, followed by its inference.
struct DeductionText<'t>(&'t Deduction);

impl fmt::Display for DeductionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DeductionText(deduction) = self;
        sequent_text::sequent(f, &deduction.sequent, "")?;
        sequent_text::inference(f, &deduction.inference, &deduction.sequent, 1)
    }
}

/// Replaces the variables `?0`, `?1`, … in a text by their names, if they have one.
pub fn with_names(text: &str, name: &dyn Fn(u32) -> Option<String>) -> String {
    let mut parts = text.split('?');
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = part.split_at(digits);
        match number.parse().ok().and_then(name) {
            Some(known) => named.push_str(&known),
            None => {
                named.push('?');
                named.push_str(number);
            }
        }
        named.push_str(rest);
    }
    named
}

/// A term with the names of the program.
pub(super) fn term_text(term: &Term, program: &dyn Program) -> String {
    Writer { program }.term(term)
}

struct Writer<'t> {
    program: &'t dyn Program,
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::AtLeastZero => ">= 0",
        Relation::Zero => "= 0",
    }
}

impl Writer<'_> {
    fn term(&self, term: &Term) -> String {
        let mut text = String::new();
        self.put_term(&mut text, term);
        text
    }

    fn put_term(&self, text: &mut String, term: &Term) {
        match term {
            Expr::Integer(value) => text.push_str(&value.to_string()),
            Expr::Leaf(column) => text.push_str(&column_name(*column, self.program)),
            Expr::Apply(operator, arguments) => {
                text.push('(');
                text.push_str(operator.name());
                for argument in arguments.iter() {
                    text.push(' ');
                    self.put_term(text, argument);
                }
                text.push(')');
            }
        }
    }

    fn op(&self, op: OpId) -> String {
        let name = self.program.op_name(op);
        match self.program.location(op) {
            Some(at) => format!("{name} at {}:{}:{}", at.file, at.line, at.column),
            None => name.to_string(),
        }
    }

    fn point(&self, point: Point) -> String {
        let ops = self.program.block_ops(point.block);
        match ops.get(point.index) {
            Some(&op) => format!("before {}", self.op(op)),
            None => match ops.last() {
                Some(&op) => format!("after {}", self.op(op)),
                None => "in an empty block".to_string(),
            },
        }
    }

    fn claim(&self, f: &mut fmt::Formatter<'_>, claim: &Claim) -> fmt::Result {
        match claim {
            Claim::AtLeast(a, b) => write!(f, "{} >= {}", self.term(a), self.term(b)),
            Claim::AtMost(a, b) => write!(f, "{} <= {}", self.term(a), self.term(b)),
            Claim::Equal(a, b) => write!(f, "{} = {}", self.term(a), self.term(b)),
            Claim::Holds(condition) => write!(f, "{} holds", self.term(condition)),
            Claim::Fails(condition) => write!(f, "{} fails", self.term(condition)),
            Claim::Unreachable => write!(f, "this point is unreachable"),
        }
    }

    fn step(&self, step: &Step) -> String {
        match step {
            Step::Definition(definition) => {
                let column = column_name(definition.column, self.program);
                let term = self.term(&definition.term);
                let source = match &definition.source {
                    Source::Type => "by its type".to_string(),
                    Source::Rule(name, op) => format!("{name}, {}", self.op(*op)),
                    Source::Induction(op) => format!("by induction, {}", self.op(*op)),
                    Source::Join => "by the edges into its block".to_string(),
                    Source::Reading => "two readings of one integer".to_string(),
                };
                format!("{column} := {term}  [{source}]")
            }
            Step::Rewrite(rewrite) => {
                let binding: Vec<String> =
                    rewrite.binding.iter().map(|term| self.term(term)).collect();
                format!("{} with {}", rewrite.name, binding.join(", "))
            }
            Step::Term(term) => format!("consider {}", self.term(term)),
        }
    }

    fn fact(&self, fact: &FactUse) -> String {
        let mut text = self.term(&fact.condition);
        for given in &fact.given {
            let _ = write!(text, ", given {}", self.term(given));
        }
        let source = match &fact.source {
            FactSource::Rule(name, op) => format!("{name}, {}", self.op(*op)),
            FactSource::Type(Column::Unsigned(_)) => "two readings of one integer".to_string(),
            FactSource::Type(column) => format!("size {}", column_name(*column, self.program)),
            FactSource::Assumption(number) => format!("assumption {number}"),
            FactSource::Invariant(invariants, number) => match invariants.all.get(*number) {
                Some(invariant) => format!("invariant, {}", self.op(invariant.op)),
                None => "invariant".to_string(),
            },
            FactSource::Hypothesis(number) => format!("hypothesis {number}"),
        };
        format!("{text}  [{source}]")
    }

    fn range(&self, step: &RangeStep) -> String {
        let reason = match &step.reason {
            RangeReason::Operator(term) if *term == step.term => "by its operator".to_string(),
            RangeReason::Operator(term) => format!("as {}", self.term(term)),
            RangeReason::Fact {
                fact,
                row,
                relation,
            } => format!("f{fact}: {} {}", self.term(row), sign(*relation)),
        };
        format!("{} in {}  [{reason}]", self.term(&step.term), step.range)
    }

    fn bounding(&self, f: &mut fmt::Formatter<'_>, by: &Bounding, depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        write!(f, "{indent}")?;
        match &by.bound {
            Some(bound) => write!(f, "{} >= {bound}", self.term(&by.goal))?,
            None => write!(f, "a contradiction")?,
        }
        match &by.derivation {
            Derivation::Range if by.bound.is_none() => writeln!(f, " of the ranges"),
            Derivation::Range => writeln!(f, ", by its range"),
            Derivation::Rows(rows) => {
                writeln!(f, ", by the sum of")?;
                for (row, multiplier) in rows {
                    writeln!(f, "{indent}  {}", self.row(row, multiplier))?;
                }
                Ok(())
            }
            Derivation::Cases(split, cases) => {
                let term = self.term(split.term());
                match split {
                    Split::Limit(_, limit) => {
                        let next = limit + Int::ONE;
                        writeln!(f, ", for {term} <= {limit} and for {term} >= {next}")?;
                    }
                    _ => writeln!(f, ", in either case of {term}")?,
                }
                cases
                    .iter()
                    .try_for_each(|case| self.bounding(f, case, depth + 1))
            }
        }
    }

    fn instance(&self, f: &mut fmt::Formatter<'_>, instance: &Instance) -> fmt::Result {
        // A variable that is bound to a column gets the name of the column; others keep their own names.
        let mut names = BTreeMap::new();
        for (number, value) in &instance.values {
            let name = match value {
                Expr::Leaf(_) => self.term(value),
                _ => format!("_{number}"),
            };
            if !matches!(value, Expr::Leaf(_)) {
                writeln!(f, "write {name} for {}", self.term(value))?;
            }
            names.insert(*number, name);
        }
        for premise in &instance.premises {
            self.inside(f, premise)?;
        }
        let deduction = DeductionText(&instance.deduction).to_string();
        f.write_str(&with_names(&deduction, &|number| {
            names.get(&number).cloned()
        }))?;
        writeln!(f, "with that as assumption {}", instance.hypothesis)?;
        self.inside(f, &instance.conclusion)
    }

    /// A proof nested in another.
    fn inside(&self, f: &mut fmt::Formatter<'_>, proof: &Proof) -> fmt::Result {
        let text = text(proof, self.program).to_string();
        text.lines().try_for_each(|line| writeln!(f, "  {line}"))
    }

    fn row(&self, row: &Row, multiplier: &RBig) -> String {
        let end = |end: &Int| end.to_string();
        let reason = match &row.reason {
            RowReason::Fact(fact) => format!("f{fact}"),
            RowReason::Range => "range".to_string(),
            RowReason::Case(case) => format!("case of split {case}"),
            RowReason::Selected { case, factor } => {
                format!("case of split {case} times {}", self.term(factor))
            }
            RowReason::Operator(term) => format!("operator of {}", self.term(term)),
            RowReason::Cut(rows) => {
                let rows = rows.iter().map(|(row, times)| self.row(row, times));
                format!(
                    "over the integers: {}",
                    rows.collect::<Vec<_>>().join(" + ")
                )
            }
            RowReason::Product {
                left,
                right,
                left_end,
                right_end,
            } => format!(
                "product of {} and {}, ends {} and {}",
                self.term(left),
                self.term(right),
                end(left_end),
                end(right_end)
            ),
            RowReason::Comparison {
                condition,
                end: value,
            } => format!("comparison {}, end {}", self.term(condition), end(value)),
        };
        let (term, sign) = (self.term(&row.term), sign(row.relation));
        format!("{multiplier} × ({term} {sign})  [{reason}]")
    }

    fn decision(&self, f: &mut fmt::Formatter<'_>, by: &Decision, depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        match by {
            Decision::Range => writeln!(f, "{indent}by its range"),
            Decision::Number(bounding) => {
                writeln!(f, "{indent}as a number:")?;
                self.bounding(f, bounding, depth + 1)
            }
            Decision::Comparison(condition, by) => {
                writeln!(f, "{indent}as {}:", self.term(condition))?;
                if by.is_empty() {
                    return writeln!(f, "{indent}  by the range of the difference");
                }
                by.iter()
                    .try_for_each(|bounding| self.bounding(f, bounding, depth + 1))
            }
            Decision::Not(condition, by) => {
                writeln!(f, "{indent}as the negation of {}:", self.term(condition))?;
                self.decision(f, by, depth + 1)
            }
            Decision::All(condition, all) => {
                writeln!(f, "{indent}as {}, every part:", self.term(condition))?;
                all.iter()
                    .try_for_each(|decision| self.decision(f, decision, depth + 1))
            }
            Decision::One(condition, n, by) => {
                writeln!(f, "{indent}as {}, part {n}:", self.term(condition))?;
                self.decision(f, by, depth + 1)
            }
        }
    }
}
