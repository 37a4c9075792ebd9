//! The op definitions of each dialect, and the hand-written custom assembly of ops that no format describes.

mod affine_parallel;
mod cf;
mod gpu;
mod hlo;
mod linalg;
mod linalg_reduce;
mod llvm_call;
mod llvm_func;
mod shared;
pub(super) mod tables;
mod tosa;
mod transform;
mod vector;

use super::parse::{OpState, Parsed, Parser};
use super::print::Printer;
use crate::program::OpId;

/// A hand-written custom assembly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Syntax {
    /// Parses the text after the op's name.
    pub(crate) parse: for<'p, 's, 'o> fn(&'p mut Parser<'s>, &'o mut OpState) -> Parsed<()>,
    /// Prints the text after the op's name; none if the op requires the generic form.
    pub(crate) print: for<'p, 'm> fn(&'p mut Printer<'m>, OpId) -> Option<()>,
}

/// The hand-written custom assembly with that name in the tables.
pub(super) fn syntax(name: &str) -> Option<Syntax> {
    let all = [
        affine_parallel::SYNTAX,
        cf::SYNTAX,
        gpu::SYNTAX,
        hlo::SYNTAX,
        linalg::SYNTAX,
        linalg_reduce::SYNTAX,
        llvm_call::SYNTAX,
        llvm_func::SYNTAX,
        tosa::SYNTAX,
        transform::SYNTAX,
        vector::SYNTAX,
    ];
    all.into_iter()
        .flatten()
        .find(|(known, _)| *known == name)
        .map(|(_, syntax)| *syntax)
}
