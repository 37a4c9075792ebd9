//! Overload sets, from which the most specific applicable alternative is selected.

use super::ConstraintAlgebra;
use super::algebra::Relation;
use calipers_program::Program;
use calipers_semantics::concept::{Constraint, Matcher, Thing};
use thiserror::Error;

/// Whether a signature is narrower than another: it implies the other, constraint by constraint, but not vice versa.
pub fn is_narrower(signature: &[Constraint], other: &[Constraint]) -> bool {
    implies(signature, other) && !implies(other, signature)
}

fn implies(signature: &[Constraint], other: &[Constraint]) -> bool {
    let mut pairs = signature.iter().zip(other);
    signature.len() == other.len() && pairs.all(|(a, b)| a.implies(b).holds())
}

/// Whether some arguments may satisfy both signatures; false only if that is disproved.
fn overlap(signature: &[Constraint], other: &[Constraint]) -> bool {
    let mut pairs = signature.iter().zip(other);
    signature.len() == other.len() && pairs.all(|(a, b)| a.is_disjoint(b) != Relation::Holds)
}

/// Whether two signatures are ambiguous: some arguments may satisfy both, neither is narrower, and no signature of
/// `others` for these arguments is narrower than both.
pub fn is_ambiguous<'s>(
    first: &[Constraint],
    second: &[Constraint],
    others: impl IntoIterator<Item = &'s [Constraint]>,
) -> bool {
    if is_narrower(first, second) || is_narrower(second, first) || !overlap(first, second) {
        return false;
    }
    let both: Vec<Constraint> = first.iter().zip(second).map(|(a, b)| a.and(b)).collect();
    let mut others = others.into_iter();
    let decides = |other: &[Constraint]| {
        is_narrower(other, first) && is_narrower(other, second) && implies(&both, other)
    };
    !others.any(decides)
}

/// The reason why no alternative is selected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoPick {
    /// No alternative applies.
    #[error("no alternative applies")]
    None,
    /// Several alternatives apply and none is the narrowest; their indices.
    #[error("alternatives {0:?} apply, and none of them is the narrowest")]
    Ambiguous(Vec<usize>),
    /// It is unknown whether the alternative with this index applies.
    #[error("it is not known whether alternative {0} applies")]
    Unknown(usize),
}

/// Alternatives with constraints on their arguments.
///
/// ```
/// use calipers::concept::{Concepts, NoPick, Overloads, Thing};
/// use calipers::ir::Module;
/// use calipers::program::Program;
/// use std::borrow::Cow;
/// let concepts = Concepts::embedded();
/// let of = |text: &str| concepts.parse(text).expect("it is a predicate");
/// let mut lowering = Overloads::default();
/// lowering.add(vec![of("number")], "generic");
/// lowering.add(vec![of("int-like")], "integer");
/// lowering.add(vec![of("(or index float)")], "native");
/// let mut module = Module::new();
/// let mut pick = |text: &str| {
///     let ty = module.parse_type(text).expect("it is a type");
///     let datum = module.datum_of_type(ty);
///     lowering.pick(&module, &(), &[Thing::Datum(Cow::Owned(datum))]).map(|picked| *picked)
/// };
/// assert_eq!(pick("i8"), Ok("integer"));
/// assert_eq!(pick("si8"), Ok("generic"));
/// assert_eq!(pick("index"), Err(NoPick::Ambiguous(vec![1, 2])));
/// assert_eq!(lowering.ambiguities(), [(1, 2)]);
/// lowering.add(vec![of("index")], "index");
/// assert_eq!(lowering.ambiguities(), []);
/// ```
#[derive(Clone, Debug)]
pub struct Overloads<T> {
    alternatives: Vec<(Vec<Constraint>, T)>,
    /// For each alternative, the indices of the narrower ones.
    narrower: Vec<Vec<usize>>,
}

impl<T> Default for Overloads<T> {
    fn default() -> Overloads<T> {
        Overloads {
            alternatives: vec![],
            narrower: vec![],
        }
    }
}

impl<T> Overloads<T> {
    /// Adds an alternative. Costs two implications for each existing alternative.
    pub fn add(&mut self, signature: Vec<Constraint>, value: T) {
        let own = self.alternatives.len();
        let mut narrower = vec![];
        for (number, (other, _)) in self.alternatives.iter().enumerate() {
            if is_narrower(&signature, other) {
                self.narrower[number].push(own);
            } else if is_narrower(other, &signature) {
                narrower.push(number);
            }
        }
        self.narrower.push(narrower);
        self.alternatives.push((signature, value));
    }

    /// The narrowest alternative that applies to these arguments.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn pick<P: Program + ?Sized>(
        &self,
        program: &P,
        interfaces: &dyn super::Interfaces,
        things: &[Thing<'_>],
    ) -> Result<&T, NoPick> {
        let mut matcher = Matcher::new(program, interfaces);
        let mut applies = |signature: &[Constraint]| {
            let mut all_known = Some(true);
            if signature.len() != things.len() {
                return Some(false);
            }
            for (constraint, thing) in signature.iter().zip(things) {
                match matcher.holds(&constraint.predicate, thing) {
                    Some(true) => {}
                    Some(false) => return Some(false),
                    None => all_known = None,
                }
            }
            all_known
        };
        let (mut known, mut open) = (vec![], vec![]);
        for (number, (signature, _)) in self.alternatives.iter().enumerate() {
            match applies(signature) {
                Some(true) => known.push(number),
                Some(false) => {}
                None => open.push(number),
            }
        }
        let is_narrowest = |number: &usize| {
            let others = known.iter().filter(|other| *other != number);
            let mut others = others.map(|other| &self.narrower[*other]);
            others.all(|narrower| narrower.contains(number))
        };
        let Some(picked) = known.iter().copied().find(is_narrowest) else {
            return Err(match (known.is_empty(), open.first()) {
                (true, None) => NoPick::None,
                (_, Some(open)) => NoPick::Unknown(*open),
                (false, None) => NoPick::Ambiguous(self.narrowest(&known)),
            });
        };
        // An undecided alternative is irrelevant if the selected one is narrower.
        match open
            .into_iter()
            .find(|open| !self.narrower[*open].contains(&picked))
        {
            Some(open) => Err(NoPick::Unknown(open)),
            None => Ok(&self.alternatives[picked].1),
        }
    }

    /// The alternatives for which no narrower one is given.
    fn narrowest(&self, of: &[usize]) -> Vec<usize> {
        let is = |number: &usize| !self.narrower[*number].iter().any(|it| of.contains(it));
        of.iter().copied().filter(is).collect()
    }

    /// The pairs of alternatives that may both apply although neither is narrower, nor a third narrower than both.
    /// Costs some implications for each pair.
    pub fn ambiguities(&self) -> Vec<(usize, usize)> {
        let mut found = vec![];
        for (second, (signature, _)) in self.alternatives.iter().enumerate() {
            for (first, (other, _)) in self.alternatives[..second].iter().enumerate() {
                let all = self.alternatives.iter().map(|(it, _)| it.as_slice());
                if is_ambiguous(other, signature, all) {
                    found.push((first, second));
                }
            }
        }
        found
    }
}
