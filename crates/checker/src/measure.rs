//! The first pass over a proof: checks the size limits, that terms are well-formed, and that all names refer to the
//! program. Later passes rely on this.

use super::instance::Instance;
use super::invariants::Invariants;
use super::object::*;
use super::rejection::{Part, Reason, Rejection};
use super::sequent::{Conversion, Deduction, Distinction, Inference, Rule, Sequent};
use crate::number::fits;
use crate::program::{Column, NoProgram, Point, Program};
use crate::term::Expr;
use std::sync::Arc;

/// The maximum total number of operators, integers and columns in the terms of a proof.
pub const MAX_NODES: usize = 200_000;
/// The maximum depth of a term.
pub const MAX_TERM_DEPTH: usize = 200;
/// The maximum nesting depth of inferences.
pub const MAX_INFERENCE_DEPTH: usize = 400;
/// The maximum depth of proofs of invariants that rely on other invariants.
pub const MAX_INVARIANT_DEPTH: usize = 24;
/// The maximum nesting depth of cases and premises.
pub const MAX_ARGUMENT_DEPTH: usize = 200;

/// A position in an argument.
pub(super) type Path = Vec<usize>;

struct Measure<'m> {
    program: &'m dyn Program,
    left: usize,
    /// Invariants that have been measured.
    read: Vec<Arc<Invariants>>,
    /// The current depth of proofs of invariants.
    depth: usize,
}

/// Traverses a proof and counts the operators, integers and columns of its terms.
pub fn measure(proof: &Proof, program: &dyn Program) -> Result<usize, Rejection> {
    let mut measure = Measure {
        program,
        left: MAX_NODES,
        read: vec![],
        depth: 0,
    };
    measure.proof(proof)?;
    Ok(MAX_NODES - measure.left)
}

/// Attributes an error to a part of the proof.
fn at(part: Part) -> impl FnOnce(Reason) -> Rejection {
    move |reason| Rejection { part, reason }
}

impl Measure<'_> {
    fn proof(&mut self, proof: &Proof) -> Result<(), Rejection> {
        let measure = self;
        measure.claim(proof).map_err(at(Part::Whole))?;
        for (n, step) in proof.steps.iter().enumerate() {
            measure.step(step).map_err(at(Part::Step(n)))?;
        }
        for (n, fact) in proof.facts.iter().enumerate() {
            measure.fact(fact).map_err(at(Part::Fact(n)))?;
        }
        for (n, range) in proof.ranges.iter().enumerate() {
            measure.range(range).map_err(at(Part::Range(n)))?;
        }
        let mut path = vec![];
        let result = match &proof.argument {
            Argument::Same => Ok(()),
            Argument::Bound(bounding) => measure.bounding(bounding, &mut path),
            Argument::Both(both) => measure.boundings(&both[..], &mut path),
            Argument::Decision(decision) => measure.decision(decision, &mut path),
            Argument::Deduction(deduction) => measure.deduction(deduction, &mut path),
            Argument::Instance(instance) => measure.instance(instance, &mut path),
        };
        result.map_err(at(Part::Argument(path, None)))
    }
}

type Checked = Result<(), Reason>;

fn require(holds: bool, reason: Reason) -> Checked {
    if holds { Ok(()) } else { Err(reason) }
}

impl Measure<'_> {
    fn claim(&mut self, proof: &Proof) -> Checked {
        self.point(proof.point)?;
        match &proof.claim {
            Claim::AtLeast(a, b) | Claim::AtMost(a, b) | Claim::Equal(a, b) => {
                self.term(a)?;
                self.term(b)
            }
            Claim::Holds(condition) | Claim::Fails(condition) => self.term(condition),
            Claim::Unreachable => Ok(()),
        }
    }

    fn step(&mut self, step: &Step) -> Checked {
        match step {
            Step::Definition(definition) => {
                self.column(definition.column)?;
                if let Source::Rule(_, op) | Source::Induction(op) = definition.source {
                    require(self.program.has_op(op), Reason::NotInProgram)?;
                }
                self.term(&definition.term)
            }
            Step::Rewrite(rewrite) => rewrite.binding.iter().try_for_each(|term| self.term(term)),
            Step::Term(term) => self.term(term),
        }
    }

    fn fact(&mut self, fact: &FactUse) -> Checked {
        self.point(fact.from)?;
        match &fact.source {
            FactSource::Rule(_, op) => require(self.program.has_op(*op), Reason::NotInProgram)?,
            FactSource::Size(column) => self.column(*column)?,
            FactSource::Assumption(_) | FactSource::Hypothesis(_) => {}
            FactSource::Invariant(invariants, _) => self.invariants(invariants)?,
        }
        self.term(&fact.condition)?;
        fact.given.iter().try_for_each(|term| self.term(term))
    }

    /// Invariants, including those that their proofs rely on, each once.
    fn invariants(&mut self, invariants: &Arc<Invariants>) -> Checked {
        if self.read.iter().any(|it| Arc::ptr_eq(it, invariants)) {
            return Ok(());
        }
        require(self.depth < MAX_INVARIANT_DEPTH, Reason::TooLarge)?;
        self.depth += 1;
        for invariant in &invariants.all {
            require(self.program.has_op(invariant.op), Reason::NotInProgram)?;
            self.term(&invariant.condition)?;
            for proof in &invariant.premises {
                self.proof(proof)
                    .map_err(|rejection| Reason::Premise(Box::new(rejection)))?;
            }
        }
        self.depth -= 1;
        self.read.push(invariants.clone());
        Ok(())
    }

    fn range(&mut self, step: &RangeStep) -> Checked {
        self.term(&step.term)?;
        match &step.reason {
            RangeReason::Operator(term) | RangeReason::Fact { row: term, .. } => self.term(term),
        }
    }

    fn boundings(&mut self, boundings: &[Bounding], path: &mut Path) -> Checked {
        for (n, bounding) in boundings.iter().enumerate() {
            path.push(n);
            self.bounding(bounding, path)?;
            path.pop();
        }
        Ok(())
    }

    fn bounding(&mut self, bounding: &Bounding, path: &mut Path) -> Checked {
        require(path.len() <= MAX_ARGUMENT_DEPTH, Reason::TooLarge)?;
        self.term(&bounding.goal)?;
        if let Some(bound) = &bounding.bound {
            require(fits(bound), Reason::IllFormed)?;
        }
        match &bounding.derivation {
            Derivation::Range => Ok(()),
            Derivation::Rows(rows) => rows.iter().try_for_each(|(row, _)| self.row(row)),
            Derivation::Cases(split, cases) => {
                self.term(split.term())?;
                if let Split::Limit(_, limit) = split {
                    require(fits(limit), Reason::IllFormed)?;
                }
                self.boundings(&cases[..], path)
            }
        }
    }

    fn row(&mut self, row: &Row) -> Checked {
        self.term(&row.term)?;
        match &row.reason {
            RowReason::Fact(_) | RowReason::Range | RowReason::Case(_) => Ok(()),
            RowReason::Selected { factor: term, .. } | RowReason::Operator(term) => self.term(term),
            RowReason::Comparison { condition, end } => {
                require(fits(end), Reason::IllFormed)?;
                self.term(condition)
            }
            RowReason::Product {
                left,
                right,
                left_end,
                right_end,
            } => {
                require(fits(left_end) && fits(right_end), Reason::IllFormed)?;
                self.term(left)?;
                self.term(right)
            }
            RowReason::Cut(rows) => rows.iter().try_for_each(|(row, _)| {
                let is_cut = matches!(row.reason, RowReason::Cut(_));
                require(!is_cut, Reason::IllFormed)?;
                self.row(row)
            }),
        }
    }

    fn decision(&mut self, decision: &Decision, path: &mut Path) -> Checked {
        require(path.len() <= MAX_ARGUMENT_DEPTH, Reason::TooLarge)?;
        match decision {
            Decision::Range => Ok(()),
            Decision::Number(bounding) => self.bounding(bounding, path),
            Decision::Comparison(condition, by) => {
                self.term(condition)?;
                self.boundings(by, path)
            }
            Decision::Not(condition, by) => {
                self.term(condition)?;
                path.push(0);
                self.decision(by, path)?;
                path.pop();
                Ok(())
            }
            Decision::All(condition, all) => {
                self.term(condition)?;
                for (n, decision) in all.iter().enumerate() {
                    path.push(n);
                    self.decision(decision, path)?;
                    path.pop();
                }
                Ok(())
            }
            Decision::One(condition, n, by) => {
                self.term(condition)?;
                path.push(*n);
                self.decision(by, path)?;
                path.pop();
                Ok(())
            }
        }
    }

    fn instance(&mut self, instance: &Instance, path: &mut Path) -> Checked {
        for (n, premise) in instance.premises.iter().enumerate() {
            path.push(n);
            self.inside(premise)?;
            path.pop();
        }
        self.inside(&instance.conclusion)?;
        self.values(&instance.values)?;
        self.deduction(&instance.deduction, path)
    }

    /// A proof nested in another; it must not contain further ones.
    fn inside(&mut self, proof: &Proof) -> Checked {
        let has_others = matches!(
            proof.argument,
            Argument::Deduction(_) | Argument::Instance(_)
        );
        require(!has_others, Reason::DoesNotFit)?;
        self.proof(proof)
            .map_err(|rejection| Reason::Premise(Box::new(rejection)))
    }

    /// Measures a deduction, which mentions variables only.
    fn deduction(&mut self, deduction: &Deduction, path: &mut Path) -> Checked {
        self.sequent(&deduction.sequent)?;
        let mut measure = Measure {
            program: &NoProgram,
            left: self.left,
            read: vec![],
            depth: self.depth,
        };
        let result = measure.inference(&deduction.inference, path);
        self.left = measure.left;
        result
    }

    /// Depth-first, up to the maximum depth.
    fn inference(&mut self, inference: &Inference, path: &mut Path) -> Checked {
        self.left = self.left.checked_sub(1).ok_or(Reason::TooLarge)?;
        require(path.len() <= MAX_INFERENCE_DEPTH, Reason::TooLarge)?;
        self.rule(&inference.rule)?;
        for (n, premise) in inference.premises.iter().enumerate() {
            path.push(n);
            self.inference(premise, path)?;
            path.pop();
        }
        Ok(())
    }

    fn rule(&mut self, rule: &Rule) -> Checked {
        match rule {
            Rule::Open
            | Rule::Points
            | Rule::Trivial
            | Rule::AndIntro
            | Rule::OrIntro(_)
            | Rule::ByContradiction
            | Rule::AndElim(_)
            | Rule::Drop(_)
            | Rule::Product(..)
            | Rule::Narrow(_) => Ok(()),
            Rule::Proof(proof) => self.inside(proof),
            Rule::Substitute { value: term, .. }
            | Rule::Factor { cofactor: term, .. }
            | Rule::Square(term)
            | Rule::Quotient(term, _) => self.term(term),
            Rule::Digits { modulus, .. } => require(fits(modulus), Reason::IllFormed),
            Rule::Offset { from, width, .. } => {
                require(fits(width), Reason::IllFormed)?;
                self.term(from)
            }
            Rule::Cases(distinction) => match distinction {
                Distinction::Select(term)
                | Distinction::Condition(term)
                | Distinction::Extremum(term)
                | Distinction::Dividend(term) => self.term(term),
                Distinction::AtLeast(_, end) | Distinction::AtMost(_, end) => {
                    require(fits(end), Reason::IllFormed)
                }
                Distinction::AndElim(_)
                | Distinction::Factors(_)
                | Distinction::Unequal(_)
                | Distinction::Sign(_) => Ok(()),
            },
            Rule::Convert {
                part, conversion, ..
            } => {
                self.term(part)?;
                match conversion {
                    Conversion::Settled { quotient, rest }
                    | Conversion::Split { quotient, rest } => {
                        self.term(quotient)?;
                        self.term(rest)
                    }
                    Conversion::Down => Ok(()),
                    Conversion::Equal(by) => self.term(by),
                    Conversion::Cancelled {
                        common,
                        dividend,
                        divisor,
                    } => [common, dividend, divisor]
                        .into_iter()
                        .try_for_each(|term| self.term(term)),
                }
            }
            Rule::Instance(general, values) => {
                self.values(values)?;
                self.sequent(general)
            }
        }
    }

    fn sequent(&mut self, sequent: &Sequent) -> Checked {
        let mut measure = Measure {
            program: &NoProgram,
            left: self.left,
            read: vec![],
            depth: self.depth,
        };
        measure.term(&sequent.goal)?;
        let mut assumptions = sequent.assumptions.iter();
        assumptions.try_for_each(|term| measure.term(term))?;
        self.left = measure.left;
        Ok(())
    }

    fn values(&mut self, values: &[(u32, Term)]) -> Checked {
        values.iter().try_for_each(|(_, value)| self.term(value))
    }

    fn point(&self, point: Option<Point>) -> Checked {
        let known = point.is_none_or(|point| self.program.has_block(point.block));
        require(known, Reason::NotInProgram)
    }

    fn column(&self, column: Column) -> Checked {
        let known = column
            .value()
            .is_none_or(|value| self.program.has_value(value));
        require(known, Reason::NotInProgram)
    }

    /// Uses an explicit stack, since the depth of the term is not known yet.
    fn term(&mut self, term: &Term) -> Checked {
        let mut work = vec![(term, 0)];
        while let Some((term, depth)) = work.pop() {
            self.left = self.left.checked_sub(1).ok_or(Reason::TooLarge)?;
            require(depth <= MAX_TERM_DEPTH, Reason::TooLarge)?;
            match term {
                Expr::Integer(value) => require(fits(value), Reason::IllFormed)?,
                Expr::Leaf(column) => self.column(*column)?,
                Expr::Apply(operator, arguments) => {
                    require(operator.accepts(arguments.len()), Reason::IllFormed)?;
                    require(arguments.len() <= self.left, Reason::TooLarge)?;
                    work.extend(arguments.iter().map(|argument| (argument, depth + 1)));
                }
            }
        }
        Ok(())
    }
}
