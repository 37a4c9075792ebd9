//! Op definitions that are added at run time.

use super::OpSpec;
use hashbrown::HashMap;

/// The custom assembly of ops in addition to that of the library. The definitions are entries of an op table, as in
/// the tables of the library.
///
/// ```
/// use calipers::ir::{Module, ParseOptions, Syntaxes};
/// use std::sync::Arc;
///
/// let mut syntaxes = Syntaxes::default();
/// let twice = "op my.twice operand -> result
///   same operand result
///   format $operand attr-dict `:` type($result)";
/// syntaxes.add("my.twice", twice)?;
/// let options = ParseOptions { syntaxes: Arc::new(syntaxes), ..ParseOptions::default() };
/// let text = "func.func @f(%a: index) {\n  %b = my.twice %a : index\n  return\n}";
/// let module = Module::parse(text, "f.mlir", options)?;
/// assert!(module.to_string().contains("%0 = my.twice %arg0 : index"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Syntaxes {
    pub(crate) specs: HashMap<Box<str>, &'static OpSpec>,
}

impl Syntaxes {
    /// The definition of an op.
    #[inline]
    pub(crate) fn find(&self, op: &str) -> Option<&'static OpSpec> {
        if self.specs.is_empty() {
            return None;
        }
        self.specs.get(op).copied()
    }
}
