//! Finite and cofinite sets of words.

use calipers_semantics::concept::Words;
use std::collections::BTreeSet;

extension! {
    /// Construction of sets of words, and operations on them.
    pub trait WordsAlgebra for Words {
        /// The empty set.
        fn none() -> Words {
            Words {
                excluded: false,
                words: BTreeSet::new(),
            }
        }

        /// The set of all words.
        fn all() -> Words {
            Words::none().complement()
        }

        /// The set with one element.
        fn one(word: impl Into<Box<str>>) -> Words {
            Words {
                excluded: false,
                words: BTreeSet::from([word.into()]),
            }
        }

        /// The set with each of its listed words mapped by `change`.
        fn map(&self, change: impl Fn(&str) -> String) -> Words {
            let words = self.words.iter().map(|word| change(word).into());
            Words {
                excluded: self.excluded,
                words: words.collect(),
            }
        }

        /// The complement.
        fn complement(&self) -> Words {
            Words {
                excluded: !self.excluded,
                words: self.words.clone(),
            }
        }

        /// The intersection.
        fn intersection(&self, other: &Words) -> Words {
            let words: BTreeSet<_> = match (self.excluded, other.excluded) {
                (true, true) => self.words.union(&other.words).cloned().collect(),
                (false, _) => filtered(self, other),
                (true, false) => filtered(other, self),
            };
            Words {
                excluded: self.excluded && other.excluded,
                words,
            }
        }

        /// The union.
        fn union(&self, other: &Words) -> Words {
            let neither = self.complement().intersection(&other.complement());
            neither.complement()
        }

        /// An element of the set: the first one of `domain`; or any word if `domain` is empty, where a generated one
        /// starts with `prefix`.
        fn example(&self, domain: &[&str], prefix: &str) -> Option<String> {
            if !domain.is_empty() {
                let found = domain.iter().find(|word| self.contains(word));
                return found.map(|word| (*word).to_string());
            }
            if !self.excluded {
                return self.words.first().map(|word| word.to_string());
            }
            let mut fresh = (0..=self.words.len()).map(|n| match n {
                0 => format!("{prefix}test.some"),
                n => format!("{prefix}test.some{n}"),
            });
            fresh.find(|word| self.contains(word))
        }
    }
}

fn filtered(one: &Words, other: &Words) -> BTreeSet<Box<str>> {
    let kept = one.words.iter().filter(|word| other.contains(word));
    kept.cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::super::Text;
    use super::*;

    #[test]
    fn sets_of_words_may_leave_words_out() {
        let ab = Words::one("a").union(&Words::one("b"));
        let not_b = Words::one("b").complement();
        assert_eq!(ab.intersection(&not_b), Words::one("a"));
        assert_eq!(ab.union(&not_b), Words::all());
        assert!(not_b.contains("c") && !not_b.contains("b"));
        assert_eq!(not_b.union(&Words::none()), not_b);
        assert_eq!(not_b.example(&["b", "a"], "").as_deref(), Some("a"));
        assert_eq!(Words::one("b").example(&["a"], ""), None);
        assert!(
            not_b
                .example(&[], "!")
                .is_some_and(|word| word.starts_with('!'))
        );
        assert_eq!(not_b.text(), "(not b)");
        assert_eq!(ab.text(), "(or a b)");
    }
}
