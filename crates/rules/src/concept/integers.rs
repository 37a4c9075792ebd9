//! Sets of integers, as unions of intervals.

use calipers_number::Int;
use calipers_semantics::concept::Integers;
use calipers_support::order::Order;

extension! {
    /// Construction of sets of integers, and operations on them.
    pub trait IntegersAlgebra for Integers {
        /// The empty set.
        fn none() -> Integers {
            Integers { spans: vec![] }
        }

        /// The set of all integers.
        fn all() -> Integers {
            Integers {
                spans: vec![(None, None)],
            }
        }

        /// The set with one element.
        fn one(value: impl Into<Int>) -> Integers {
            let value = value.into();
            Integers::between(Some(value.clone()), Some(value))
        }

        /// The integers from `low` to `high`, inclusive.
        fn between(low: Option<Int>, high: Option<Int>) -> Integers {
            match (&low, &high) {
                (Some(a), Some(b)) if a > b => Integers::none(),
                _ => Integers {
                    spans: vec![(low, high)],
                },
            }
        }

        /// The integers `x` with `x >= y + more` for some `y` in the set.
        fn at_least(&self, more: &Int) -> Integers {
            match self.spans.first() {
                Some((low, _)) => Integers::between(low.as_ref().map(|low| low + more), None),
                None => Integers::none(),
            }
        }

        /// The integers `x` with `x <= y + more` for some `y` in the set.
        fn at_most(&self, more: &Int) -> Integers {
            match self.spans.last() {
                Some((_, high)) => Integers::between(None, high.as_ref().map(|high| high + more)),
                None => Integers::none(),
            }
        }

        /// Whether no integer is in the set.
        fn is_empty(&self) -> bool {
            self.spans.is_empty()
        }

        /// The complement.
        fn complement(&self) -> Integers {
            let (mut spans, mut from) = (vec![], Some(None));
            for (low, high) in &self.spans {
                if let (Some(from), Some(low)) = (&from, low) {
                    spans.push((from.clone(), Some(low - Int::ONE)));
                }
                from = high.as_ref().map(|high| Some(high + Int::ONE));
            }
            if let Some(from) = from {
                spans.push((from, None));
            }
            Integers { spans }
        }

        /// The intersection.
        fn intersection(&self, other: &Integers) -> Integers {
            let mut spans = vec![];
            for (low, high) in &self.spans {
                for (other_low, other_high) in &other.spans {
                    let low = match (low, other_low) {
                        (Some(a), Some(b)) => Some(a.max(b).clone()),
                        (a, b) => a.as_ref().or(b.as_ref()).cloned(),
                    };
                    let high = match (high, other_high) {
                        (Some(a), Some(b)) => Some(a.min(b).clone()),
                        (a, b) => a.as_ref().or(b.as_ref()).cloned(),
                    };
                    spans.extend(Integers::between(low, high).spans);
                }
            }
            spans.order();
            Integers { spans }
        }

        /// The union.
        fn union(&self, other: &Integers) -> Integers {
            let neither = self.complement().intersection(&other.complement());
            neither.complement()
        }

        /// An element: one of `preferred` if possible, else the least nonnegative element, else the greatest. None if the
        /// set is empty.
        fn example(&self, preferred: &[i64]) -> Option<Int> {
            let mut preferred = preferred.iter().map(|&value| Int::from(value));
            if let Some(value) = preferred.find(|value| self.contains(value)) {
                return Some(value);
            }
            let positive = Integers::between(Some(Int::ZERO), None);
            match self.intersection(&positive).spans.first() {
                Some((low, _)) => low.clone(),
                None => self.spans.last()?.1.clone(),
            }
        }

        /// The least element that is at least `from`.
        fn first_from(&self, from: usize) -> Option<Int> {
            let above = Integers::between(Some(Int::from(from)), None);
            self.intersection(&above).spans.first()?.0.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn set() -> impl Strategy<Value = (Integers, [bool; 9])> {
        let spans = prop::collection::vec((-5..6i64, -5..6i64, 0..4u8), 0..4);
        spans.prop_map(|spans| {
            let mut set = Integers::none();
            for (low, high, open) in spans {
                let low = (open & 1 == 0).then(|| Int::from(low));
                let high = (open & 2 == 0).then(|| Int::from(high));
                set = set.union(&Integers::between(low, high));
            }
            let members = std::array::from_fn(|n| set.contains(&Int::from(n as i64 - 4)));
            (set, members)
        })
    }

    proptest! {
        #[test]
        fn operations_are_those_of_sets((a, in_a) in set(), (b, in_b) in set()) {
            let (both, either, not) = (a.intersection(&b), a.union(&b), a.complement());
            for n in 0..9 {
                let value = Int::from(n as i64 - 4);
                prop_assert_eq!(both.contains(&value), in_a[n] && in_b[n]);
                prop_assert_eq!(either.contains(&value), in_a[n] || in_b[n]);
                prop_assert_eq!(not.contains(&value), !in_a[n]);
            }
            prop_assert_eq!(&not.complement(), &a);
            prop_assert_eq!(a.is_empty(), a.example(&[]).is_none() && a != Integers::all());
            if let Some(example) = a.example(&[3]) {
                prop_assert!(a.contains(&example));
            }
        }
    }
}
