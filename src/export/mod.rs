//! Questions in the formats of other tools for e-graphs: programs of egglog, and the JSON of `egraph-serialize`.

mod egglog;
mod question;

pub use egglog::program;
pub use question::{Question, classes};
