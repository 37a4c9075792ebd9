//! Comparisons of words: what is known of their outcome, and what an outcome says of the words.

use super::WrappedRange;

/// How two words are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    /// `a = b`
    Eq,
    /// `a ≠ b`
    Ne,
    /// `a < b` with sign
    Slt,
    /// `a <= b` with sign
    Sle,
    /// `a > b` with sign
    Sgt,
    /// `a >= b` with sign
    Sge,
    /// `a < b` without sign
    Ult,
    /// `a <= b` without sign
    Ule,
    /// `a > b` without sign
    Ugt,
    /// `a >= b` without sign
    Uge,
}

impl Predicate {
    /// All of them, with the names that dialects give them, in the order of their numbers.
    pub const ALL: [(&'static str, Predicate); 10] = [
        ("eq", Predicate::Eq),
        ("ne", Predicate::Ne),
        ("slt", Predicate::Slt),
        ("sle", Predicate::Sle),
        ("sgt", Predicate::Sgt),
        ("sge", Predicate::Sge),
        ("ult", Predicate::Ult),
        ("ule", Predicate::Ule),
        ("ugt", Predicate::Ugt),
        ("uge", Predicate::Uge),
    ];

    /// The one that holds where this one does not.
    pub fn negated(self) -> Predicate {
        use Predicate::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Slt => Sge,
            Sle => Sgt,
            Sgt => Sle,
            Sge => Slt,
            Ult => Uge,
            Ule => Ugt,
            Ugt => Ule,
            Uge => Ult,
        }
    }

    /// The one that holds with the words the other way round.
    pub fn swapped(self) -> Predicate {
        use Predicate::*;
        match self {
            Eq => Eq,
            Ne => Ne,
            Slt => Sgt,
            Sle => Sge,
            Sgt => Slt,
            Sge => Sle,
            Ult => Ugt,
            Ule => Uge,
            Ugt => Ult,
            Uge => Ule,
        }
    }

    fn certain(self, a: WrappedRange, b: WrappedRange) -> bool {
        use Predicate::*;
        match self {
            Eq => matches!((a.as_constant(), b.as_constant()), (Some(a), Some(b)) if a == b),
            Ne => [Slt, Sgt, Ult, Ugt].iter().any(|it| it.certain(a, b)),
            Slt => a.smax < b.smin,
            Sle => a.smax <= b.smin,
            Sgt => a.smin > b.smax,
            Sge => a.smin >= b.smax,
            Ult => a.umax < b.umin,
            Ule => a.umax <= b.umin,
            Ugt => a.umin > b.umax,
            Uge => a.umin >= b.umax,
        }
    }

    /// Whether it holds, if that is known.
    pub fn decide(self, a: WrappedRange, b: WrappedRange) -> Option<bool> {
        if self.certain(a, b) {
            return Some(true);
        }
        self.negated().certain(a, b).then_some(false)
    }
}

impl WrappedRange {
    /// What is left of it where `self PREDICATE other` holds; none if nothing is.
    pub fn where_holds(self, predicate: Predicate, other: WrappedRange) -> Option<WrappedRange> {
        use Predicate::*;
        let full = self.widest();
        let signed = |low: i128, high: i128| (low <= high).then(|| full.of_signed(low, high));
        let unsigned = |low: u128, high: u128| (low <= high).then(|| full.of_unsigned(low, high));
        let allowed = match predicate {
            Eq => other,
            Ne => {
                let Some(bits) = other.as_constant() else {
                    return Some(self);
                };
                let signed = super::extend(bits, self.width);
                let mut left = self;
                // Words of width 1 have one end of each reading at most.
                if left.umin == bits && left.umax == bits {
                    return None;
                }
                if left.umin == bits {
                    left.umin += 1;
                } else if left.umax == bits {
                    left.umax -= 1;
                }
                if left.smin == signed && left.smax == signed {
                    return None;
                }
                if left.smin == signed {
                    left.smin += 1;
                } else if left.smax == signed {
                    left.smax -= 1;
                }
                return Some(left.reduced());
            }
            Slt => signed(full.smin, other.smax.checked_sub(1)?)?,
            Sle => signed(full.smin, other.smax)?,
            Sgt => signed(other.smin.checked_add(1)?, full.smax)?,
            Sge => signed(other.smin, full.smax)?,
            Ult => unsigned(0, other.umax.checked_sub(1)?)?,
            Ule => unsigned(0, other.umax)?,
            Ugt => unsigned(other.umin.checked_add(1)?, full.umax)?,
            Uge => unsigned(other.umin, full.umax)?,
        };
        self.meet(allowed).map(WrappedRange::reduced)
    }
}
