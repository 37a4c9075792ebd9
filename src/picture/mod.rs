//! Pictures: the e-graph behind a question, and the intervals in a nest of loops. As Graphviz's DOT,
//! and as SVG that is laid out here, so that nothing needs to be installed.

mod dot;
mod egraph;
mod layout;
mod nest;
mod svg;

pub use egraph::{Class, EGraph, MAX_CLASSES, Term};
pub use nest::{Bar, Nest};
