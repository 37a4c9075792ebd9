//! The parser of MLIR's textual form.

mod affine;
mod arguments;
mod attributes;
mod block;
mod dense;
mod directives;
mod elements;
mod flags;
mod format;
mod format_attribute;
mod infer;
mod lenient;
mod lexer;
mod location;
mod number;
mod op;
mod operand;
mod options;
mod parser;
mod signature;
mod types;

pub(crate) use affine::AffineNames;
pub(crate) use attributes::Typing;
pub(crate) use block::Argument;
pub(crate) use lexer::{Kind, Lexer, Token};
pub(crate) use number::float_of_bits;
pub(crate) use op::OpState;
pub(crate) use operand::Unresolved;
pub use options::{ParseOptions, split_chunks};
pub(crate) use parser::{ParseByHand, Parsed, Parser};
