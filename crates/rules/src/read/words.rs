//! Parsing of names of ops; re-exports the accessors of forms.

pub(crate) use calipers_support::sexp::expect::{
    Complaint, Result, atom, clauses, complain, list, number,
};
use calipers_support::sexp::{Form, FormKind};

/// Names given one by one or in a list.
pub(super) fn names(form: &Form) -> Result<Vec<String>> {
    match &form.kind {
        FormKind::List(parts) => parts
            .iter()
            .map(|part| Ok(atom(part, "the name of an op")?.to_string()))
            .collect(),
        _ => Ok(vec![atom(form, "the name of an op")?.to_string()]),
    }
}
