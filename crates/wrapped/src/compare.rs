//! Comparisons of words: the truth value on ranges, and the refinement of a range by a comparison.

use super::WrappedRange;

/// A comparison of two words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    /// `a = b`
    Eq,
    /// `a ≠ b`
    Ne,
    /// `a < b`, signed
    Slt,
    /// `a <= b`, signed
    Sle,
    /// `a > b`, signed
    Sgt,
    /// `a >= b`, signed
    Sge,
    /// `a < b`, unsigned
    Ult,
    /// `a <= b`, unsigned
    Ule,
    /// `a > b`, unsigned
    Ugt,
    /// `a >= b`, unsigned
    Uge,
}

impl Predicate {
    /// All predicates, with their names in dialects, in the order of their enum values.
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

    /// The negated predicate.
    #[inline]
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

    /// The predicate with its operands swapped.
    #[inline]
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

    /// The truth value, if the ranges decide it.
    #[inline]
    pub fn decide(self, a: WrappedRange, b: WrappedRange) -> Option<bool> {
        if self.certain(a, b) {
            return Some(true);
        }
        self.negated().certain(a, b).then_some(false)
    }
}

impl WrappedRange {
    /// The words for which `self PREDICATE other` may hold; none if there are none.
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
                // The range contains only the excluded word.
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
