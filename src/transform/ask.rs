//! Putting the questions of the test ops to the engine. What the engine's interface looks like is
//! known in this file alone, among the transforms.

use super::questions::{BoundQuestion, CompareQuestion, Form, Readable};
use super::reify::is_readable;
use crate::ir::Module;
use crate::program::{AffineMap, BlockId, Column, Definition, OpId, Program, TypeView};
use crate::rules::Rules;
use dashu_int::IBig;

/// What a bound may be in terms of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Terms {
    /// Every value but the one that is asked about.
    OtherValues,
    /// The arguments of the function.
    FunctionArguments,
}

/// How fixed-width integers are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reading {
    /// They wrap around, as they do.
    Wrapping,
    /// As unbounded integers, as by MLIR's value bounds.
    Unbounded,
}

/// A bound that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// A number.
    Constant(IBig),
    /// An affine map with one result, of these operands.
    Symbolic {
        /// The map.
        map: AffineMap,
        /// Its operands, dimensions first.
        operands: Vec<Column>,
    },
}

/// What was found about a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Truth {
    /// It holds.
    True,
    /// It never holds.
    False,
    /// Neither is known.
    Unknown,
}

/// An analysis of a module that answers questions.
pub struct Asker<'m> {
    module: &'m Module,
}

impl<'m> Asker<'m> {
    /// An analysis that knows `rules`.
    pub fn new(module: &'m Module, _rules: &Rules, _reading: Reading) -> Asker<'m> {
        Asker { module }
    }

    /// The bound that the question at `op` asks for, if there is one: valid right before `op`, and
    /// in terms that exist there.
    pub fn bound(&self, _op: OpId, question: &BoundQuestion, terms: Terms) -> Option<Bound> {
        let _allowed = |column: Column| self.is_allowed(column, question, terms);
        None
    }

    /// Whether the comparison at `op` holds there.
    pub fn compare(&self, _op: OpId, _question: &CompareQuestion) -> Truth {
        Truth::Unknown
    }

    /// Whether the answer may be in terms of `column`.
    fn is_allowed(&self, column: Column, question: &BoundQuestion, terms: Terms) -> bool {
        if let Column::Unsigned(_) = column {
            return false;
        }
        let Some(value) = column.value().filter(|_| is_readable(self.module, column)) else {
            return false;
        };
        if let Column::Value(value) = column
            && !question.readable.includes(self.module.value_type(value))
        {
            return false;
        }
        match question.form {
            Form::Constant => false,
            Form::Scalable => match self.module.definition(value) {
                Definition::Result { op, .. } => self.module.op_name(op) == "vector.vscale",
                Definition::Argument { .. } => false,
            },
            Form::Symbolic => match (terms, self.module.definition(value)) {
                (Terms::OtherValues, _) => value != question.value,
                (Terms::FunctionArguments, Definition::Argument { block, .. }) => {
                    self.is_function_entry(block)
                }
                (Terms::FunctionArguments, Definition::Result { .. }) => false,
            },
        }
    }

    fn is_function_entry(&self, block: BlockId) -> bool {
        let region = self.module.block_region(block);
        super::pass::is_function(self.module, self.module.region_parent(region))
            && self.module.blocks(region).first() == Some(&block)
    }
}
