//! The op definitions of each dialect, and the hand-written custom assembly of ops that no format describes.

mod affine_parallel;
mod assume_int;
mod cf;
mod gpu;
mod hlo;
mod linalg;
mod linalg_elements;
mod llvm_call;
mod llvm_func;
mod onnx;
mod shared;
mod syntax;
pub(super) mod tables;
mod tosa;
mod transform;
mod vector;

use super::parse::ParseByHand;
use super::print::PrintByHand;
use super::registry::ByHand;
use std::sync::LazyLock;
use syntax::Syntax;

/// The functions of each custom assembly that is written by hand, by its number.
static ALL: LazyLock<(Vec<ParseByHand>, Vec<PrintByHand>)> = LazyLock::new(|| {
    let found = ByHand::all().map(|(_, name)| syntax(name).expect("a test looks each name up"));
    found.map(|syntax| (syntax.parse, syntax.print)).unzip()
});

/// The functions that parse, by the numbers of the custom assemblies.
pub(super) fn parsers() -> &'static [ParseByHand] {
    &ALL.0
}

/// The functions that print, by the numbers of the custom assemblies.
pub(super) fn printers() -> &'static [PrintByHand] {
    &ALL.1
}

/// The hand-written custom assembly with that name in the tables.
fn syntax(name: &str) -> Option<Syntax> {
    let all = [
        affine_parallel::SYNTAX,
        assume_int::SYNTAX,
        cf::SYNTAX,
        gpu::SYNTAX,
        hlo::SYNTAX,
        linalg::SYNTAX,
        linalg_elements::SYNTAX,
        llvm_call::SYNTAX,
        llvm_func::SYNTAX,
        onnx::SYNTAX,
        tosa::SYNTAX,
        transform::SYNTAX,
        vector::SYNTAX,
    ];
    all.into_iter()
        .flatten()
        .find(|(known, _)| *known == name)
        .map(|(_, syntax)| *syntax)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_functions() {
        for (by_hand, name) in ByHand::all() {
            assert!(syntax(name).is_some(), "{name}");
            assert!(by_hand.number() < parsers().len().min(printers().len()));
        }
    }
}
