//! An SSA IR like MLIR's: modules of ops with regions, blocks, values, types and attributes.
//!
//! A [`Module`] owns everything: ops, blocks, regions and values are in tables, indexed by the handles of
//! [`calipers_program`]; types, attributes and names are interned as [`Type`], [`Attr`] and [`Name`].
//! [`Module::parse`] reads MLIR's textual form, [`Module::print`] writes it such that `mlir-opt` can parse it, and a
//! module implements [`Program`](calipers_program::Program) for the engine.
//!
//! ```
//! use calipers::ir::{Module, ParseOptions};
//! let text = "func.func @f(%a: index) -> index {\n  %0 = arith.addi %a, %a : index\n  return %0 : index\n}\n";
//! let module = Module::parse(text, "f.mlir", ParseOptions::default())?;
//! assert!(module.to_string().contains("%0 = arith.addi %arg0, %arg0 : index"));
//! # Ok::<(), calipers::ir::ParseError>(())
//! ```

pub mod affine;
mod assemble;
mod assembly;
mod attributes;
mod build;
mod datum;
mod declared;
mod derivation;
mod edit;
mod error;
mod float_bits;
mod float_formats;
mod groups;
mod implied_body;
mod intern;
mod location;
mod module;
mod number;
mod op;
mod parse;
mod print;
mod program;
mod registry;
mod symbol_uses;
mod text;
mod types;
mod unread;
mod uses;
mod verbatim;
mod verify;
mod view;

pub use assemble::{Assembler, InvalidOp, OpParts};
pub use attributes::{Attr, AttrData, DenseElements, FloatValue};
pub use build::OpBuilder;
pub use edit::{InsertionPoint, Replacement};
pub use error::ParseError;
pub use float_formats::float_width;
pub use location::Location;
pub(crate) use module::{Block, DefaultValue, Numbered, Region};
pub use module::{Module, Name, NamedAttribute, Walk};
pub(crate) use op::Value;
pub use parse::{ParseOptions, split_chunks};
pub use print::{PrintDetails, PrintOptions, ValueNames, quoted_text};
pub use registry::{Syntaxes, is_known_dialect};
pub use types::{MemrefLayout, Signedness, Type, TypeData};
pub use verbatim::{ArgumentPlace, Piece, Unread, Verbatim};
