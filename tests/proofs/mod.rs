//! Proofs: every answer has one; the checker accepts it and rejects mutants and forgeries.
#![allow(missing_docs)]

mod deductions;
mod forgery;
mod inductions;
mod mutation;
mod programs;
mod random;
mod scripts;
mod sequents;
mod terms;

use calipers::analysis::{Analysis, Verdict};
use calipers::program::Column;
use calipers::proof::{self, Proof};
use calipers::term::{Expr, Operator};

pub type Term = Expr<Column>;

pub fn x(n: u32) -> Term {
    Expr::Leaf(Column::Symbol(n))
}

pub fn k(value: i64) -> Term {
    Expr::integer(value)
}

pub fn op(operator: Operator, arguments: &[Term]) -> Term {
    Expr::apply(operator, arguments.to_vec())
}

/// Asks about a condition and returns the verdict with its proof, which is checked; panics if there is no answer.
pub fn proof_of(analysis: &mut Analysis<'_>, condition: &Term) -> (Verdict, Proof) {
    let (verdict, proof) = analysis.explain(condition, None);
    let proof = proof.unwrap_or_else(|e| panic!("{condition:?}: {verdict:?}, but {e}"));
    accepted(analysis, &proof);
    (verdict, proof)
}

/// Panics with the text of the proof if the checker rejects it.
pub fn accepted(analysis: &mut Analysis<'_>, proof: &Proof) {
    let (program, rules) = analysis.engine().sources();
    let setting = analysis.proof_setting();
    if let Err(rejection) = proof::check(proof, program, rules, &setting) {
        panic!("{rejection}\n{}", proof::text(proof, program));
    }
}
