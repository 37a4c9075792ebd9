//! `canonicalize`.
use super::pass::*; use crate::diagnostic::Diagnostic; use crate::ir::Module; use crate::program::OpId;
/// x
#[derive(Default)] pub struct Canonicalize {}
impl Pass for Canonicalize { fn scope(&self) -> Scope { Scope::Any }
 fn run(&self, m: &mut Module, r: OpId, p: &mut Vec<Diagnostic>) -> Result<(), PassFailure> { Ok(()) } }
