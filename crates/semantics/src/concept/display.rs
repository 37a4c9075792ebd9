//! The text of predicates, in the syntax of concepts.

use super::{ATTRIBUTE, Integers, Predicate, Test, Words};
use crate::number::Int;
use std::fmt::{self, Display, Formatter, Write};

/// An interval; a missing endpoint is infinite.
type Span = (Option<Int>, Option<Int>);

impl Display for Predicate {
    /// Prints the predicate in the syntax of concepts; parsing the text gives an equivalent predicate.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let list = |f: &mut Formatter<'_>, name: &str, parts: &[Predicate]| {
            write!(f, "({name}")?;
            for part in parts {
                write!(f, " {part}")?;
            }
            f.write_str(")")
        };
        match self {
            Predicate::Constant(true) => f.write_str("any"),
            Predicate::Constant(false) => f.write_str("never"),
            Predicate::And(parts) => list(f, "and", parts),
            Predicate::Or(parts) => list(f, "or", parts),
            Predicate::Not(part) => write!(f, "(not {part})"),
            Predicate::Test(test) => write!(f, "{test}"),
            Predicate::Concept(name, _) => f.write_str(name),
        }
    }
}

impl Display for Test {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Test::Head(words) | Test::Word(words) => write!(f, "{words}"),
            Test::Field(name, part) => match name.strip_prefix(ATTRIBUTE) {
                Some(attribute) => write!(f, "(attribute {attribute} {part})"),
                None => write!(f, "({name} {part})"),
            },
            Test::Integer(integers) => write!(f, "{integers}"),
            Test::Length(integers) => write!(f, "(length {integers})"),
            Test::At(number, part) => write!(f, "(at {number} {part})"),
            Test::All(part) => write!(f, "(all {part})"),
            Test::Interface(name) => write!(f, "(interface {name})"),
        }
    }
}

impl Display for Integers {
    /// Prints the set as concepts are written.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // Small sets are printed as a list of their elements.
        let members = |(low, high): &Span| -> Option<Vec<Int>> {
            let (low, high) = (low.as_ref()?, high.as_ref()?);
            let mut all = vec![low.clone()];
            while all.last() != Some(high) {
                if all.len() == 3 {
                    return None;
                }
                let next = all.last()? + &Int::ONE;
                all.push(next);
            }
            Some(all)
        };
        let span = |f: &mut Formatter<'_>, span: &Span| match span {
            (Some(low), Some(high)) if low == high => write!(f, "{low}"),
            (Some(low), Some(high)) => write!(f, "(between {low} {high})"),
            (Some(low), None) => write!(f, "(>= {low})"),
            (None, Some(high)) => write!(f, "(<= {high})"),
            (None, None) => f.write_str("any"),
        };
        match self.spans.as_slice() {
            [] => f.write_str("never"),
            [one] => span(f, one),
            several => {
                let few = several.iter().map(members).collect::<Option<Vec<_>>>();
                f.write_str(if few.is_some() { "(in" } else { "(or" })?;
                match few {
                    Some(few) => few.iter().flatten().try_for_each(|it| write!(f, " {it}"))?,
                    None => several.iter().try_for_each(|it| {
                        f.write_str(" ")?;
                        span(f, it)
                    })?,
                }
                f.write_str(")")
            }
        }
    }
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

/// Writes a word in the syntax of concepts, quoted if necessary.
fn write_word(f: &mut Formatter<'_>, word: &str) -> fmt::Result {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if is_name && word.chars().all(is_plain) && !["any", "never"].contains(&word) {
        return f.write_str(word);
    }
    f.write_char('"')?;
    for c in word.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            '\r' => f.write_str("\\r")?,
            _ => f.write_char(c)?,
        }
    }
    f.write_char('"')
}
