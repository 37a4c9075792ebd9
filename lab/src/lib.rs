//! The soundness laboratory of Calipers.
//!
//! It generates random programs ([`generate`]), asks the engine about them, executes them ([`interpret`]), and
//! compares every answer with every run that reaches its point ([`oracle`]).

pub mod counts;
pub mod coverage;
pub mod differential;
pub mod doors;
pub mod equivalence;
pub mod fuzz;
pub mod generate;
pub mod instances;
pub mod interpret;
pub mod laws;
pub mod oracle;
pub mod parallel;
pub mod planted;
pub mod reified;
pub mod shortest;
pub mod speculate;
