//! The command `simplify`: an equal expression that is not longer ([`Analysis::simplified`]).
//!
//! [`Analysis::simplified`]: crate::analysis::Analysis::simplified

use super::expression::{Sort, Typed};
use super::infix::told;
use super::session::Session;
use super::text::Text;
use crate::analysis::{Criterion, Preference};
use crate::sexp::{Form, Forms};
use crate::term::Expr;

/// An equal expression that is not longer, on one line; with the fewest of a quantity, if one is given.
pub(super) fn simplified(
    session: &mut Session<'_>,
    form: &Form,
    read: &Typed,
    fewest: Option<Criterion>,
) -> String {
    let mut preference = Preference::default();
    if let Some(fewest) = fewest {
        preference.0.retain(|criterion| *criterion != fewest);
        preference.0.insert(0, fewest);
    }
    let point = session.point_of(&read.term);
    let simple = session.analysis.simplified(&read.term, point, &preference);
    let text = match (read.sort, &simple) {
        (Sort::Condition, Expr::Integer(value)) => Text::truth(!value.is_zero()),
        (_, term) => told(&session.named(term)),
    };
    let (text, original) = (text.to_string(), form.to_string());
    // A product of numbers that is written as one number may be larger than the engine keeps.
    let is_same = reread(session, &text).is_some_and(|shown| {
        let engine = session.analysis.engine();
        let [a, b] = [&shown.term, &simple].map(|term| engine.class_of_term(term));
        shown.sort == read.sort && engine.egraph().find(a) == engine.egraph().find(b)
    });
    // The same term in other words may be longer.
    let is_changed = simple != read.term;
    match is_same && (is_changed || words(&text) <= words(&original)) {
        true => text,
        false => original,
    }
}

/// The number of words of an expression.
fn words(text: &str) -> usize {
    let words = text.split(|it: char| it.is_whitespace() || matches!(it, '(' | ')'));
    words.filter(|word| !word.is_empty()).count()
}

/// Parses a text that this module generated.
pub(super) fn reread(session: &mut Session<'_>, text: &str) -> Option<Typed> {
    let form = Forms::new(text).large_integers_as_atoms().next()?.ok()?;
    session.expression(&form).ok()
}
