//! The tests of the library and of the binary as a user has them. They are one program, since each further one would be
//! linked with the whole library.
#![allow(missing_docs)]

mod adversarial;
mod annotate;
mod batch;
mod book;
mod budgets;
mod bytecode;
mod changing;
mod check;
mod cli;
mod concepts;
mod engine;
mod examples;
mod expectations;
mod export;
mod ir;
mod jax;
#[cfg(feature = "lsp")]
mod lsp;
mod mine;
mod opt;
mod order;
mod proofs;
mod repl;
mod rule_authors;
mod rule_language;
mod rules;
mod scripts;
mod semantics;
#[cfg(feature = "serve")]
mod serve;
mod slices;
mod soundness;
mod terms;
