//! The command language of `calipers run` and `calipers repl`: S-expressions that declare variables, make assumptions
//! and ask questions.
//!
//! ```text
//! (var x :min 0 :max 99)
//! (assume (== (mod x 4) 2))
//! (range (* 2 x))            ; [4, 196] 8k+4
//! (prove (< (floordiv x 4) 25))
//! ```
//!
//! A [`Session`] executes the commands, one form at a time. It reads no files except those that a `load` names, and
//! prints nothing: its clients do.
//!
//! Integers are unbounded, and terms are total, as in [rules](crate::rules): `x floordiv 0` is 0 and `x mod 0` is
//! `x`, for every rounding mode. The rules of an op define its behavior for a divisor of 0.

mod chain;
mod command;
mod counts;
mod error;
mod expression;
mod folded;
mod foreign;
mod infix;
mod instances;
mod names;
mod navigation;
mod notation;
mod operators;
mod pictures;
mod program;
mod program_arena;
mod prompt;
mod question;
mod questions;
mod scopes;
mod session;
mod settings;
mod shapes;
mod simplify;
mod slices;
mod smt;
mod text;
mod why;

pub use error::ScriptError;
pub use notation::Notation;
pub use program_arena::ProgramArena;
pub use prompt::Vocabulary;
pub use session::{Answer, Session};
pub use why::Examples;

#[cfg(test)]
mod tests;
