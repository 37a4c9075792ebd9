//! Concepts: the language, the algebra compared with brute force, and the built-in concepts.

mod algebra;
mod irdl;
mod language;
mod overloads;
mod universe;
mod wrappers;
