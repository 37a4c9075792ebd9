//! Arithmetic identities that a machine finds.
//!
//! Terms of a grammar are enumerated up to a size and evaluated on many assignments of integers, as in Ruler (Nandi et
//! al., *Rewrite rule inference using equality saturation*, 2021). Two terms with the same values on all of them are a
//! candidate. The candidates are gone through from the shortest and most general on: one that follows from the known
//! rules and from those that were accepted before is dropped, one that an assignment of small integers refutes as well.
//! So the accepted rules are few (as in Enumo, Pal et al., *Equality saturation theory exploration à la carte*, 2023).
//! Terms that are equal only where a condition holds give rules with that side condition.
//!
//! The values are evidence only: the caller proves what it uses.
//!
//! ```
//! use calipers_mining::{Grammar, mine};
//! use calipers_program::term::Operator;
//!
//! let grammar = Grammar {
//!     operators: vec![Operator::Min, Operator::Max],
//!     size: 2,
//!     ..Grammar::default()
//! };
//! let mined = mine(&grammar, &[]);
//! let rules: Vec<String> = mined.rules.iter().map(|it| it.to_string()).collect();
//! assert!(rules.contains(&"(max y (max x c)) = (max x (max y c))".to_owned()));
//! ```

mod conditions;
mod grammar;
mod minimize;
mod samples;
mod values;

pub use grammar::{Grammar, LeafKind};
pub use minimize::Identity;

use calipers_program::term::Rewrite;
use samples::Samples;
use values::Table;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Mined {
    /// The identities that do not follow from each other and from the known rules, in the order in which they were
    /// accepted.
    pub rules: Vec<Identity>,
    /// The number of terms that were evaluated.
    pub terms: usize,
    /// The number of pairs of terms that have the same values.
    pub candidates: usize,
    /// The number of candidates that follow from others.
    pub following: usize,
    /// Whether the limit of terms ended the enumeration.
    pub is_complete: bool,
}

/// Finds identities between terms of a grammar that do not follow from the known rules.
///
/// Costs an evaluation of each term on some hundred assignments, and an equality saturation for each candidate.
pub fn mine(grammar: &Grammar, known: &[Rewrite]) -> Mined {
    let samples = Samples::new(grammar);
    let mut table = Table::new(grammar, &samples);
    let mut minimizer = minimize::Minimizer::new(grammar, &samples, known);
    for size in 1..=grammar.size {
        let candidates = table.grow(size);
        minimizer.add(candidates, None);
    }
    for condition in conditions::all(grammar) {
        let candidates = table.equal_under(&condition, &samples);
        minimizer.add(candidates, Some(&condition));
    }
    minimizer.prune();
    Mined {
        rules: minimizer.rules,
        terms: table.evaluated,
        candidates: minimizer.candidates,
        following: minimizer.following,
        is_complete: table.evaluated < grammar.max_terms,
    }
}
