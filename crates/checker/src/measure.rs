//! The first pass over a proof: checks the size limits, that terms are well-formed, and that all names refer to the
//! program. Later passes rely on this.

use super::object::*;
use super::rejection::{Checked, Part, Reason, Rejection, require};
use super::sequent::{Conversion, Deduction, Distinction, Inference, Rule, Sequent};
use super::walk::{Piece, pieces};
use calipers_number::{Int, fits};
use calipers_program::term::Expr;
use calipers_program::{Column, NoProgram, Point, Program};
use std::sync::Arc;

/// The maximum total number of operators, integers and columns in the terms of a proof.
pub const MAX_NODES: usize = 200_000;
/// The maximum nesting depth of inferences.
pub const MAX_INFERENCE_DEPTH: usize = 400;
/// The maximum depth of proofs of invariants that rely on other invariants.
pub const MAX_INVARIANT_DEPTH: usize = 24;

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

impl Measure<'_> {
    fn proof(&mut self, proof: &Proof) -> Result<(), Rejection> {
        let at = |part| move |reason| Rejection { part, reason };
        self.point(proof.point).map_err(at(Part::Whole))?;
        for (n, step) in proof.steps.iter().enumerate() {
            self.step(step).map_err(at(Part::Step(n)))?;
        }
        for (n, fact) in proof.facts.iter().enumerate() {
            self.source(fact).map_err(at(Part::Fact(n)))?;
        }
        let visit = &mut |piece: Piece<'_>| match piece {
            Piece::Term(term) => self.term(term),
            Piece::Integer(value) => self.integer(value),
        };
        pieces(proof, visit).map_err(at(Part::Whole))?;
        let result = match &proof.argument {
            Argument::Deduction(deduction) => self.deduction(deduction),
            Argument::Instance(instance) => self.instance(instance),
            _ => Ok(()),
        };
        result.map_err(at(Part::Argument(vec![], None)))
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

    fn source(&mut self, fact: &FactUse) -> Checked {
        self.point(fact.from)?;
        match &fact.source {
            FactSource::Rule(_, op) => require(self.program.has_op(*op), Reason::NotInProgram),
            FactSource::Type(column) => self.column(*column),
            FactSource::Assumption(_) | FactSource::Hypothesis(_) => Ok(()),
            FactSource::Invariant(invariants, _) => self.invariants(invariants),
        }
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

    fn instance(&mut self, instance: &Instance) -> Checked {
        let mut premises = instance.premises.iter();
        premises.try_for_each(|premise| self.inside(premise))?;
        self.inside(&instance.conclusion)?;
        self.values(&instance.values)?;
        self.deduction(&instance.deduction)
    }

    /// A proof nested in another; it must not contain further ones.
    fn inside(&mut self, proof: &Proof) -> Checked {
        require(proof.argument.is_plain(), Reason::DoesNotFit)?;
        self.proof(proof)
            .map_err(|rejection| Reason::Premise(Box::new(rejection)))
    }

    /// Measures a deduction.
    fn deduction(&mut self, deduction: &Deduction) -> Checked {
        self.sequent(&deduction.sequent)?;
        self.on_variables(|measure| measure.inference(&deduction.inference, 0))
    }

    /// Measures a part that mentions variables only.
    fn on_variables(&mut self, part: impl FnOnce(&mut Measure<'_>) -> Checked) -> Checked {
        let mut measure = Measure {
            program: &NoProgram,
            left: self.left,
            read: vec![],
            depth: self.depth,
        };
        let result = part(&mut measure);
        self.left = measure.left;
        result
    }

    /// Depth-first, up to the maximum depth.
    fn inference(&mut self, inference: &Inference, depth: usize) -> Checked {
        self.left = self.left.checked_sub(1).ok_or(Reason::TooLarge)?;
        require(depth <= MAX_INFERENCE_DEPTH, Reason::TooLarge)?;
        self.rule(&inference.rule)?;
        let mut premises = inference.premises.iter();
        premises.try_for_each(|premise| self.inference(premise, depth + 1))
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
            Rule::Digits { modulus, .. } => self.integer(modulus),
            Rule::Offset { from, width, .. } => {
                self.integer(width)?;
                self.term(from)
            }
            Rule::Cases(distinction) => match distinction {
                Distinction::Select(term)
                | Distinction::Condition(term)
                | Distinction::Extremum(term)
                | Distinction::Dividend(term) => self.term(term),
                Distinction::AtLeast(_, end) | Distinction::AtMost(_, end) => self.integer(end),
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
        self.on_variables(|measure| {
            let mut terms = sequent.assumptions.iter().chain([&sequent.goal]);
            terms.try_for_each(|term| measure.term(term))
        })
    }

    fn values(&mut self, values: &[(u32, Term)]) -> Checked {
        values.iter().try_for_each(|(_, value)| self.term(value))
    }

    fn integer(&self, value: &Int) -> Checked {
        require(fits(value), Reason::IllFormed)
    }

    fn point(&self, point: Option<Point>) -> Checked {
        let known = point.is_none_or(|point| self.program.has_block(point.block));
        require(known, Reason::NotInProgram)
    }

    fn column(&self, column: Column) -> Checked {
        let exists = |value| self.program.has_value(value);
        require(column.value().is_none_or(exists), Reason::NotInProgram)
    }

    /// Uses an explicit stack, since the depth of the term is not known yet.
    fn term(&mut self, term: &Term) -> Checked {
        let mut work = vec![(term, 0)];
        while let Some((term, depth)) = work.pop() {
            self.left = self.left.checked_sub(1).ok_or(Reason::TooLarge)?;
            require(depth <= MAX_TERM_DEPTH, Reason::TooLarge)?;
            match term {
                Expr::Integer(value) => self.integer(value)?,
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
