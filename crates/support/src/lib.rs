//! Support code: S-expressions, diagnostics, sorted name tables, growing vectors, sorting, quotients of forms, reproducible numbers,
//! interruption.

pub mod affine;
pub mod builtin;
pub mod datum;
pub mod diagnostic;
pub mod growing;
pub mod half;
pub mod interrupt;
pub mod names;
pub mod order;
pub mod quotient;
pub mod random;
pub mod sexp;
pub mod utf8;

use calipers_number as number;
use calipers_program as program;
