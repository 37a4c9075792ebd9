//! Concepts: the language, the algebra against brute force, the library.

mod algebra;
mod language;
mod universe;
