//! A concrete interpreter of the IR, written from the documentation of the ops.
//!
//! It shares only the IR with the engine: no rules, no terms, no solver. Shaped values have sizes and a layout but no
//! data; values read from memory are arbitrary. A run stops at undefined behavior, and reports its kind ([`Stop`]).

mod affine;
mod arith;
mod assume;
mod control;
mod device;
mod elements;
mod hlo;
mod hlo_moves;
mod hlo_products;
mod index;
mod linalg;
mod machine;
mod memref;
mod onnx;
mod poison;
mod shape;
mod state;
mod stop;
mod tensor;
mod tosa;
mod value;
mod vector;

pub use machine::{Machine, Observer, Settings, Source};
pub use poison::may_be_speculated;
pub use state::State;
pub use stop::{Run, Stop, Undefined};
pub use value::{Shaped, Value, ceil_div, floor_div, signed};
