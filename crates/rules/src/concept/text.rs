//! The text of predicates, in the syntax of concepts.

use calipers_number::Int;
use calipers_program::Datum;
use calipers_semantics::concept::{ATTRIBUTE, Integers, Predicate, Test, Words};
use calipers_support::sexp::{Form, FormKind, Span};

/// Data with a text in the syntax of concepts.
pub trait Text {
    /// The text. Parsing the text of a predicate gives an equivalent predicate.
    fn text(&self) -> String;
}

impl Text for Predicate {
    fn text(&self) -> String {
        match self {
            Predicate::Constant(true) => "any".to_string(),
            Predicate::Constant(false) => "never".to_string(),
            Predicate::And(parts) => list("and", parts.iter().map(Text::text)),
            Predicate::Or(parts) => list("or", parts.iter().map(Text::text)),
            Predicate::Not(part) => list("not", [part.text()]),
            Predicate::Test(test) => test.text(),
            Predicate::Concept(name, _) => name.to_string(),
        }
    }
}

/// In MLIR's syntax, if that is simple.
impl Text for Datum {
    fn text(&self) -> String {
        calipers_support::datum::text(self)
    }
}

impl Text for Test {
    fn text(&self) -> String {
        match self {
            Test::Head(words) | Test::Word(words) => words.text(),
            Test::Field(name, part) => match name.strip_prefix(ATTRIBUTE) {
                Some(attribute) => list("attribute", [attribute.to_string(), part.text()]),
                None => list(name, [part.text()]),
            },
            Test::Integer(integers) => integers.text(),
            Test::Length(integers) => list("length", [integers.text()]),
            Test::At(number, part) => list("at", [number.to_string(), part.text()]),
            Test::All(part) => list("all", [part.text()]),
            Test::Interface(name) => list("interface", [name.to_string()]),
        }
    }
}

impl Text for Integers {
    fn text(&self) -> String {
        match self.spans.as_slice() {
            [] => "never".to_string(),
            [one] => span(one),
            several => match several.iter().map(members).collect::<Option<Vec<_>>>() {
                Some(few) => list("in", few.iter().flatten().map(Int::to_string)),
                None => list("or", several.iter().map(span)),
            },
        }
    }
}

impl Text for Words {
    fn text(&self) -> String {
        let mut words = self.words.iter().map(|word| quoted(word));
        let text = match (self.words.len(), self.excluded) {
            (0, true) => return "any".to_string(),
            (0, false) => return "never".to_string(),
            (1, _) => words.next().unwrap_or_default(),
            _ => list("or", words),
        };
        match self.excluded {
            true => list("not", [text]),
            false => text,
        }
    }
}

/// `(NAME PART …)`
fn list(name: &str, parts: impl IntoIterator<Item = String>) -> String {
    let parts: String = parts.into_iter().map(|part| format!(" {part}")).collect();
    format!("({name}{parts})")
}

/// An interval; a missing endpoint is infinite.
fn span(span: &(Option<Int>, Option<Int>)) -> String {
    match span {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("(between {low} {high})"),
        (Some(low), None) => format!("(>= {low})"),
        (None, Some(high)) => format!("(<= {high})"),
        (None, None) => "any".to_string(),
    }
}

/// The elements of an interval, if there are at most three: small sets are printed as a list.
fn members((low, high): &(Option<Int>, Option<Int>)) -> Option<Vec<Int>> {
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
}

/// A word, quoted if necessary.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if is_name && word.chars().all(is_plain) && !["any", "never"].contains(&word) {
        return word.to_string();
    }
    let kind = FormKind::Str(word.to_string());
    let span = Span::default();
    Form { span, kind }.text()
}
