//! Accessors that expect a kind of form, and fail with a complaint about others.

use super::{Form, FormKind, Span};

/// An error message with its position.
pub struct Complaint(pub Span, pub String);

/// The expected form, or a complaint.
pub type Result<T> = std::result::Result<T, Complaint>;

/// A complaint about a form.
///
/// # Errors
/// Always.
pub fn complain<T>(form: &Form, message: impl Into<String>) -> Result<T> {
    Err(Complaint(form.span, message.into()))
}

/// The parts of a list; `expected` names it in complaints.
///
/// # Errors
/// Another kind of form.
pub fn list<'f>(form: &'f Form, expected: &str) -> Result<&'f [Form]> {
    match &form.kind {
        FormKind::List(parts) => Ok(parts),
        _ => complain(form, format!("expected {expected}")),
    }
}

/// The text of an atom; `expected` names it in complaints.
///
/// # Errors
/// Another kind of form.
pub fn atom<'f>(form: &'f Form, expected: &str) -> Result<&'f str> {
    match &form.kind {
        FormKind::Atom(text) => Ok(text),
        _ => complain(form, format!("expected {expected}")),
    }
}

/// A natural number; `expected` names it in complaints.
///
/// # Errors
/// Another kind of form.
pub fn number(form: &Form, expected: &str) -> Result<usize> {
    match &form.kind {
        FormKind::Integer(value) => usize::try_from(value.clone())
            .or_else(|_| complain(form, format!("expected {expected}"))),
        _ => complain(form, format!("expected {expected}")),
    }
}

/// The clauses `:when G…`, `:given G…`, `:in N`, `:let (?x E)…` after the fixed parts of a rule.
///
/// # Errors
/// A clause that is not allowed, or that is empty.
pub fn clauses<'f>(rest: &'f [Form], allowed: &[&str]) -> Result<Vec<(&'f str, &'f [Form])>> {
    let mut found: Vec<(&str, &[Form])> = vec![];
    let mut at = 0;
    while at < rest.len() {
        let key = atom(&rest[at], "a clause such as :when")?;
        if !allowed.contains(&key) {
            return complain(&rest[at], format!("expected {}", allowed.join(" or ")));
        }
        let is_key =
            |form: &Form| matches!(&form.kind, FormKind::Atom(text) if text.starts_with(':'));
        let end = rest[at + 1..]
            .iter()
            .position(is_key)
            .map_or(rest.len(), |n| at + 1 + n);
        if end == at + 1 {
            return complain(&rest[at], format!("nothing follows {key}"));
        }
        found.push((key, &rest[at + 1..end]));
        at = end;
    }
    Ok(found)
}
