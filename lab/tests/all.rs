//! The tests of the laboratory. They are one program, since each further one would be linked with the whole library, and
//! would be run by itself.

mod bounded;
mod corpus;
mod counters;
mod counts;
mod definitions;
mod differential;
mod doors;
mod instances;
mod interpreter;
mod passes;
mod planted;
mod poison;
mod ranges;
mod reified;
mod words;
