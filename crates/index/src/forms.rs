//! Top-level forms of rule and concept files.

use calipers_support::sexp::{self, Form, FormKind, Span};

/// A top-level form.
pub(crate) struct TopForm<'t> {
    pub(crate) span: Span,
    /// Its atoms and numbers, and the words in its strings, in order.
    pub(crate) words: Vec<&'t str>,
    /// The names after the first word: a name, or a list of names.
    pub(crate) names: Vec<&'t str>,
}

/// The forms of a text.
///
/// # Panics
/// Panics if the text is no list of forms; a build must not go on then.
pub(crate) fn top_forms<'t>(file: &str, text: &'t str) -> Vec<TopForm<'t>> {
    let forms = sexp::read(text).unwrap_or_else(|error| panic!("{file}: {error}"));
    let top = |form: &Form| {
        let mut top = TopForm {
            span: form.span,
            words: Vec::new(),
            names: Vec::new(),
        };
        add_words(form, text, &mut top.words);
        if let Some(second) = form.as_list().and_then(|parts| parts.get(1)) {
            add_words(second, text, &mut top.names);
        }
        top
    };
    forms.iter().map(top).collect()
}

fn add_words<'t>(form: &Form, text: &'t str, words: &mut Vec<&'t str>) {
    let own = &text[form.span.start..form.span.end];
    match &form.kind {
        FormKind::List(parts) => parts.iter().for_each(|part| add_words(part, text, words)),
        FormKind::Str(_) => words.extend(own.trim_matches('"').split_ascii_whitespace()),
        FormKind::Atom(_) | FormKind::Integer(_) => words.push(own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_order() {
        let forms = top_forms("f", "; A comment.\n(op (a.b a.c) x\n  (y \"two words\" 3))");
        let [form] = &forms[..] else {
            panic!("one form");
        };
        assert_eq!(
            form.words,
            ["op", "a.b", "a.c", "x", "y", "two", "words", "3"]
        );
        assert_eq!(form.names, ["a.b", "a.c"]);
        assert_eq!((form.span.start, form.span.end), (13, 49));
    }
}
