//! Questions about two instances of the ops of a program: whether two iterations of a loop, or two threads, access the
//! same element; whether an access stays within its buffer, and how it is aligned.
//!
//! An *instance* of an op is one execution of it. [`Instances`] answers the questions about a program. An answer is
//! proved by the engine on a program in which the part that repeats stands twice (`twin.rs`), or refuted by two
//! instances that occur in an execution (`run/`), or unknown for a reason ([`Missing`]).
//!
//! ```
//! use calipers::instances::{Conflict, Instances};
//! use calipers::ir::{Module, ParseOptions};
//! use calipers::rules::Rules;
//!
//! let text = "func.func @f(%m: memref<?xf32>, %n: index, %x: f32) {
//!   %c0 = arith.constant 0 : index
//!   %c1 = arith.constant 1 : index
//!   scf.for %i = %c0 to %n step %c1 {
//!     scf.for %j = %c0 to %n step %c1 {
//!       %row = arith.muli %i, %n : index
//!       %at = arith.addi %row, %j : index
//!       memref.store %x, %m[%at] : memref<?xf32>
//!     }
//!   }
//!   return
//! }";
//! let module = Module::parse(text, "f.mlir", ParseOptions::default())?;
//! let rules = Rules::embedded();
//! let store = module.ops_named("memref.store")[0];
//! let mut instances = Instances::new(&module, &rules);
//! assert_eq!(instances.injective(store, None), Conflict::Never);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod access;
mod alignment;
mod bits;
mod bounds;
mod bytes;
mod casts;
mod conflict;
mod divisions;
mod effort;
mod enumerated;
mod handed_on;
mod instances;
mod kept;
mod lanes;
mod leaves;
mod missing;
mod nest;
mod place;
mod polynomial;
mod run;
mod sharing;
mod slices;
mod sums;
mod term;
mod text;
mod twin;
mod uses;
mod variables;
mod whole;

pub use access::{Access, AccessKind, Size};
pub use alignment::Alignment;
pub use bounds::{InBounds, OutOfBounds};
pub use bytes::bytes_of;
pub use casts::is_cast_of_memory;
pub use conflict::{Conflict, Distance, Pair};
pub use instances::{Assumptions, Instances};
pub use lanes::Lane;
pub use leaves::unbounded_leaves;
pub use missing::Missing;
pub use nest::{Counter, Level, levels, while_counter};
pub use place::{dim_of, has_distinct_elements, indices_in};
pub use run::{Content, Instance, Visit};
pub use slices::{accessed, is_part_of_memref, masked};
pub use uses::{accesses_of, is_unknown_access, is_view_by_indices};
pub use whole::touched_if;
