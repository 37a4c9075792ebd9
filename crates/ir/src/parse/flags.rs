//! Attributes that consist of words of an enumeration, as MLIR writes them.

/// The words that an attribute may consist of.
struct Words {
    /// The attribute, up to its `<`.
    head: &'static str,
    /// What MLIR calls the enumeration.
    name: &'static str,
    /// The words; of flags in the order of their bits.
    words: &'static [&'static str],
    flags: Option<Flags>,
}

/// How a set of flags is written.
struct Flags {
    separator: &'static str,
    /// The word for all of them.
    all: Option<&'static str>,
}

/// The word for no flag.
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

/// What stands between `<` and `>` of the attribute that begins with `head`, as MLIR writes it, or what is wrong with
/// it. Of other attributes than those listed here the text itself.
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
