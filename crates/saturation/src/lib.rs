//! The shortest form of a term, by equality saturation.
//!
//! A term is put into an e-graph of the crate `egg`, rules whose conditions hold at the point of the question add equal
//! terms until nothing is new or a limit is reached, and the cheapest term over allowed leaves is extracted. The rules
//! are data, the `rewrite` and `birewrite` forms of rule files with the option `:for answers`. Sums are linear forms
//! and are matched modulo linear arithmetic, so that no rule states that addition commutes or associates.
//!
//! The result is a *suggestion*: conditions are decided by ranges and by the caller, and nothing here is a proof. The
//! caller proves that the result equals the term before it uses it.
//!
//! ```
//! use calipers_number::Range;
//! use calipers_program::term::{Expr, Leaf, Operator};
//! use calipers_saturation::{Facts, Preference, Saturation};
//!
//! struct Small;
//! impl Facts for Small {
//!     fn range(&mut self, _: Leaf) -> Range {
//!         Range::between(0, 100)
//!     }
//!     fn holds(&mut self, _: &Expr) -> Option<bool> {
//!         None
//!     }
//!     fn is_allowed(&self, _: Leaf) -> bool {
//!         true
//!     }
//! }
//! let rules = calipers_rules::Rules::embedded();
//! let saturation = Saturation::new(rules.answer_rewrites().clone());
//! let x: Expr = Expr::Leaf(Leaf(0));
//! let wrapped = Expr::apply(Operator::Mod, [x.clone(), Expr::integer(256)]);
//! let found = saturation.shortest(&wrapped, &mut Small, &Preference::default());
//! assert_eq!(found.map(|it| it.term), Some(x));
//! ```

mod classes;
mod collect;
mod comparisons;
mod context;
mod deciding;
mod extract;
mod extremes;
mod facts;
mod graph;
mod instance;
mod language;
mod limits;
mod matching;
mod neighbours;
mod parts;
mod ranges;
mod rules;
mod single_quotient;
mod steps;
mod summand;
mod text;
mod theory;

pub use classes::{Class, Classes, Operation};
pub use collect::collected;
pub use extract::{Criterion, Preference, Size};
pub use facts::Facts;
pub use limits::Limits;
pub use rules::{Found, Saturation};
pub use text::{ReadError, read};
