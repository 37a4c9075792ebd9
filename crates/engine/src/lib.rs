//! The engine: computes bounds, equalities and comparisons of the columns of a program, at a point.
//!
//! [`analysis`] is the query interface; [`solve`] is the decision procedure, with demand-driven definitions, scoped
//! facts, linear programs and case splits; [`ranges`] is the analysis of wrapped ranges of whole programs; [`proof`] has the
//! proofs of answers, their checker and their texts.

pub mod analysis;
mod column_name;
pub mod proof;
pub mod ranges;
pub mod solve;

use calipers_egraph as term;
use calipers_number as number;
use calipers_program as program;
use calipers_rules as rules;
use calipers_support::{diagnostic, growing, half};
use calipers_wrapped as wrapped;
