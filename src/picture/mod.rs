//! Pictures of e-graphs and of the intervals in loop nests, as Graphviz DOT, and as SVG with a built-in layout, so
//! that no other tool is needed.

mod dot;
mod egraph;
mod layout;
mod nest;
mod svg;

pub use egraph::{Class, EGraph, MAX_CLASSES, Term};
pub use nest::{Bar, Nest};
