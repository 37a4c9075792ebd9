//! Arithmetic identities as data: patterns over terms, with guards.

use super::Operator;
use calipers_number::Int;
use hashbrown::HashMap;

/// A pattern over terms.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// A variable, which matches any term; all occurrences match the same one.
    Variable(usize),
    /// An integer literal.
    Integer(Int),
    /// An operator.
    Apply(Operator, Vec<Pattern>),
    /// The greatest common divisor of all coefficients of its arguments; only allowed on the right side.
    Content(Vec<Pattern>),
}

/// A condition that must be universally true for an identity to be applied.
#[derive(Clone, PartialEq, Debug)]
pub enum Guard {
    /// A condition, by the ranges of its terms.
    True(Pattern),
    /// The variable is bound to a constant.
    Constant(usize),
}

/// An identity.
#[derive(Clone, Debug)]
pub struct Rewrite {
    /// Its name in proofs.
    pub name: String,
    /// The number of variables.
    pub variables: usize,
    /// The names of the variables in the rule's text.
    pub names: Vec<String>,
    /// The pattern that it matches.
    pub left: Pattern,
    /// Computed variables, in order of evaluation.
    pub bindings: Vec<(usize, Pattern)>,
    /// The guards.
    pub guards: Vec<Guard>,
    /// The pattern that equals the left side.
    pub right: Pattern,
}

/// Identities by the operator at their root.
#[derive(Clone, Default, Debug)]
pub struct Rewrites {
    /// All identities, in the order of the files.
    pub all: Vec<Rewrite>,
    /// The numbers of the identities with an operator at their root, in order.
    pub by_operator: HashMap<Operator, Vec<u32>>,
}

impl Rewrites {
    /// Adds an identity, whose left side must be a nonlinear operator.
    pub fn push(&mut self, rewrite: Rewrite) {
        if let Pattern::Apply(operator, _) = rewrite.left {
            self.by_operator
                .entry(operator)
                .or_default()
                .push(self.all.len() as u32);
        }
        self.all.push(rewrite);
    }
}
