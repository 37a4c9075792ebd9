//! Finite and cofinite sets of words.

use crate::sexp::{Form, FormKind, Span};
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

/// A set of words.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Words {
    /// Whether the set is the complement of `words`.
    excluded: bool,
    words: BTreeSet<Box<str>>,
}

impl Words {
    /// The empty set.
    pub fn none() -> Words {
        Words {
            excluded: false,
            words: BTreeSet::new(),
        }
    }

    /// The set of all words.
    pub fn all() -> Words {
        Words::none().complement()
    }

    /// The set with one element.
    pub fn one(word: impl Into<Box<str>>) -> Words {
        Words {
            excluded: false,
            words: BTreeSet::from([word.into()]),
        }
    }

    /// Whether `word` is an element.
    pub fn contains(&self, word: &str) -> bool {
        self.words.contains(word) != self.excluded
    }

    /// The set with each of its listed words mapped by `change`.
    pub(crate) fn map(&self, change: impl Fn(&str) -> String) -> Words {
        let words = self.words.iter().map(|word| change(word).into());
        Words {
            excluded: self.excluded,
            words: words.collect(),
        }
    }

    /// The complement.
    pub fn complement(&self) -> Words {
        Words {
            excluded: !self.excluded,
            words: self.words.clone(),
        }
    }

    /// The intersection.
    pub fn intersection(&self, other: &Words) -> Words {
        let words: BTreeSet<_> = match (self.excluded, other.excluded) {
            (true, true) => self.words.union(&other.words).cloned().collect(),
            (false, _) => self.filtered(other),
            (true, false) => other.filtered(self),
        };
        Words {
            excluded: self.excluded && other.excluded,
            words,
        }
    }

    /// The union.
    pub fn union(&self, other: &Words) -> Words {
        let neither = self.complement().intersection(&other.complement());
        neither.complement()
    }

    /// An element of the set: the first one of `domain`; or any word if `domain` is empty, where a generated one
    /// starts with `prefix`.
    pub fn example(&self, domain: &[&str], prefix: &str) -> Option<String> {
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

    fn filtered(&self, other: &Words) -> BTreeSet<Box<str>> {
        let kept = self.words.iter().filter(|word| other.contains(word));
        kept.cloned().collect()
    }
}

/// Writes a word in the syntax of concepts, quoted if necessary.
fn write_word(f: &mut Formatter<'_>, word: &str) -> fmt::Result {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if is_name && word.chars().all(is_plain) && !["any", "never"].contains(&word) {
        return f.write_str(word);
    }
    let kind = FormKind::Str(word.to_string());
    let span = Span::default();
    write!(f, "{}", Form { span, kind })
}

impl Display for Words {
    /// Prints the set in the syntax of concepts.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.words.is_empty() {
            return f.write_str(if self.excluded { "any" } else { "never" });
        }
        if self.excluded {
            f.write_str("(not ")?;
        }
        let several = self.words.len() > 1;
        f.write_str(if several { "(or" } else { "" })?;
        for word in &self.words {
            f.write_str(if several { " " } else { "" })?;
            write_word(f, word)?;
        }
        f.write_str(if several { ")" } else { "" })?;
        f.write_str(if self.excluded { ")" } else { "" })
    }
}

#[cfg(test)]
mod tests {
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
        assert_eq!(not_b.to_string(), "(not b)");
        assert_eq!(ab.to_string(), "(or a b)");
    }
}
