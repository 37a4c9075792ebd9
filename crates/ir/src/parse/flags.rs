//! Normalization of enum and flags attributes to MLIR's output.

/// An enumeration.
struct Words {
    /// The text of the attribute up to its `<`.
    head: &'static str,
    /// MLIR's name of the enumeration.
    name: &'static str,
    /// The keywords; for flags, in the order of their bits.
    words: &'static [&'static str],
    flags: Option<Flags>,
}

/// The syntax of a set of flags.
struct Flags {
    separator: &'static str,
    /// The keyword for all flags.
    all: Option<&'static str>,
}

/// The keyword for no flags.
const NONE: &str = "none";

const KNOWN: &[Words] = &[
    Words {
        head: "#arith.overflow",
        name: "::mlir::arith::IntegerOverflowFlags",
        words: &["nsw", "nuw"],
        flags: Some(Flags {
            separator: ", ",
            all: None,
        }),
    },
    Words {
        head: "#arith.fastmath",
        name: "::mlir::arith::FastMathFlags",
        words: &["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"],
        flags: Some(Flags {
            separator: ",",
            all: Some("fast"),
        }),
    },
    Words {
        head: "#vector.kind",
        name: "::mlir::vector::CombiningKind",
        words: &[
            "add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or",
            "xor", "maximumf", "minimumf",
        ],
        flags: None,
    },
];

/// Normalizes the text between `<` and `>` of the attribute that starts with `head` to MLIR's output, or returns an
/// error message. The text of attributes that are not listed here is unchanged.
pub(super) fn normal(head: &str, body: String) -> Result<String, String> {
    match KNOWN.iter().find(|known| known.head == head) {
        Some(known) => known.normal(&body),
        None => Ok(body),
    }
}

impl Words {
    fn normal(&self, body: &str) -> Result<String, String> {
        if body.trim().is_empty() {
            return Err("expected valid keyword or string".to_owned());
        }
        let Some(flags) = &self.flags else {
            let word = body.trim();
            return match self.words.contains(&word) {
                true => Ok(word.to_owned()),
                false => Err(self.expected(&[])),
            };
        };
        let mut set = vec![false; self.words.len()];
        for word in body.split(',').map(str::trim) {
            if flags.all == Some(word) {
                set.fill(true);
            } else if let Some(bit) = self.words.iter().position(|known| *known == word) {
                set[bit] = true;
            } else if word != NONE {
                return Err(self.expected(flags.all.as_slice()));
            }
        }
        let words = self.words.iter().zip(&set).filter(|(_, set)| **set);
        let words: Vec<&str> = words.map(|(word, _)| *word).collect();
        Ok(match flags.all {
            Some(all) if words.len() == set.len() => all.to_owned(),
            _ if words.is_empty() => NONE.to_owned(),
            _ => words.join(flags.separator),
        })
    }

    fn expected(&self, all: &[&str]) -> String {
        let none = self.flags.as_ref().map(|_| NONE);
        let words: Vec<&str> = none.iter().chain(self.words).chain(all).copied().collect();
        format!("expected {} to be one of: {}", self.name, words.join(", "))
    }
}
