//! Concepts: the language, the algebra against brute force, the library.

mod algebra;
mod irdl;
mod language;
mod overloads;
mod universe;
mod wrappers;
