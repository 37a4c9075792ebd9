//! The query interface: bounds, comparisons, ranges, divisors and slices.
//!
//! ```
//! use calipers::analysis::{Analysis, Comparison, Variable, Verdict};
//! use calipers::program::{Column, NoProgram};
//! use calipers::rules::Rules;
//! use calipers::term::Expr;
//!
//! let rules = Rules::embedded();
//! let mut analysis = Analysis::new(&NoProgram, &rules);
//! let (x, y) = (Expr::Leaf(Column::Symbol(0)), Expr::Leaf(Column::Symbol(1)));
//! analysis.assume(&Expr::less(x.clone(), y.clone()));
//! let next = Variable::term(Expr::sum(x, Expr::integer(1)));
//! assert_eq!(analysis.compare(&next, Comparison::Le, &Variable::term(y)), Verdict::Proved);
//! ```

mod alternatives;
mod attained;
mod bound;
mod bounds;
mod call_terms;
mod callers;
mod calls;
mod changing;
mod claimed_ranges;
mod claims;
mod clash;
mod clashes;
mod compare;
mod display;
mod divisor;
mod expression;
mod function_memo;
mod integer;
mod layout;
mod progression;
mod proof;
mod questions;
mod search;
mod shape;
mod shortest;
mod simplified;
mod slice;
mod slice_proof;
mod state;
mod stop_condition;
mod told_bound;
mod unreachable;
mod unwrap;
mod value_bounds;
mod variable;
mod watched;

pub use crate::column_name::column_name;
pub use bound::{Bound, BoundKind, BoundQuery};
pub use bounds::{Bounds, Extreme};
pub use calipers_saturation::{Criterion, Preference};
pub use calls::with_calls;
pub use changing::Changing;
pub use clash::Clash;
pub use clashes::without_rules;
pub use compare::{Comparison, Verdict};
pub use display::infix;
pub use divisor::is_multiple;
pub use integer::IntegerRange;
pub use shape::{SameClass, Sameness, shaped_values};
pub use slice::{CommonSlices, HyperrectangularSlice, SliceRelation};
pub use state::{Analysis, Unknown};
pub use stop_condition::AffineTerm;
pub use told_bound::ToldBound;
pub use value_bounds::{Effort, Known, columns_of, is_of_argument};
pub use variable::Variable;
