//! Arithmetic identities as data: patterns over terms, and what must be true for one to be applied.

use super::Operator;
use crate::number::Int;
use hashbrown::HashMap;

/// A pattern over terms.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// Anything; the same thing wherever the variable stands.
    Variable(usize),
    /// That integer.
    Integer(Int),
    /// An operator.
    Apply(Operator, Vec<Pattern>),
    /// The greatest common divisor of all coefficients of its arguments; on the right only.
    Content(Vec<Pattern>),
}

/// What must be universally true for an identity to be applied.
#[derive(Clone, PartialEq, Debug)]
pub enum Guard {
    /// A condition, by the ranges of its terms.
    True(Pattern),
    /// That a variable is an integer.
    Constant(usize),
}

/// An identity.
#[derive(Clone, Debug)]
pub struct Rewrite {
    /// Its name in proofs.
    pub name: String,
    /// How many variables it has.
    pub variables: usize,
    /// What the rule's text calls them.
    pub names: Vec<String>,
    /// What it matches.
    pub left: Pattern,
    /// Variables that are computed, in order.
    pub bindings: Vec<(usize, Pattern)>,
    /// What must be true.
    pub guards: Vec<Guard>,
    /// What the left is equal to.
    pub right: Pattern,
}

/// Identities by the operator at their root.
#[derive(Clone, Default, Debug)]
pub struct Rewrites {
    /// All, in the order of the files.
    pub all: Vec<Rewrite>,
    /// The numbers of those with an operator at their root, in order.
    pub by_operator: HashMap<Operator, Vec<u32>>,
}

impl Rewrites {
    /// Adds an identity. Its left side must be an operator that is not linear.
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
