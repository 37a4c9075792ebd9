//! Proofs and their checker, and what a proof tells a reader: its text, and what it relies on.
//!
//! The checker is a crate of its own, which needs none of these reports.
//!
//! ```
//! use calipers::analysis::{Analysis, Variable, Verdict};
//! use calipers::program::{Column, NoProgram};
//! use calipers::proof;
//! use calipers::rules::Rules;
//! use calipers::term::Expr;
//!
//! let rules = Rules::embedded();
//! let mut analysis = Analysis::new(&NoProgram, &rules);
//! let (x, y) = (Expr::Leaf(Column::Symbol(0)), Expr::Leaf(Column::Symbol(1)));
//! analysis.assume(&Expr::less(x.clone(), y.clone()));
//! let question = Expr::at_most(Expr::sum(x, Expr::integer(1)), y);
//! let (verdict, proof) = analysis.explain(&question, None);
//! assert_eq!(verdict, Verdict::Proved);
//! let proof = proof.expect("what is proved has a proof");
//! assert_eq!(proof::check(&proof, &NoProgram, &rules, &analysis.proof_setting()), Ok(()));
//! ```

mod providers;
mod reliance;
mod sequent_text;
mod text;

pub use calipers_checker::*;
pub use calipers_slices::{Inclusion, Progression, SliceArgument, SliceProof};
pub use providers::providers;
pub use reliance::{Reliance, relies_on};
pub use text::{ProofText, text, with_names};
