//! Checks `reader` forms: a definition must state that the op computes the column.

use super::rule::{Note, ReadRule};
use calipers_rules::{Body, ColumnKind, Formula, Function, Rules};

pub(super) fn check(rule: &ReadRule, rules: &Rules, notes: &mut Vec<Note>) {
    let ("reader", [name, ..]) = rule.parts() else {
        return;
    };
    let named = |reader: &&std::sync::Arc<calipers_rules::Reader>| {
        name.as_atom() == Some(reader.name.as_str())
    };
    let Some(reader) = rules.readers().iter().find(named) else {
        return;
    };
    let (function, kind) = match reader.kind {
        ColumnKind::Dim => (Function::Dim, "dim"),
        ColumnKind::Stride => (Function::Stride, "stride"),
        ColumnKind::Element => (Function::Element, "elem"),
        _ => (Function::Offset, "offset"),
    };
    let mut defines = rules.op(&reader.op).into_iter().flat_map(|op| &op.defines);
    let is_said = defines.any(|define| {
        define.kind == ColumnKind::Value
            && match &define.body {
                Body::Formula(body) => matches!(&**body, Formula::Call(it, _) if *it == function),
                Body::Provided(_) => false,
            }
    });
    if !is_said {
        notes.push(Note::warning(
            name.span,
            format!("no rule says that '{}' computes a {kind}", reader.op),
            format!("write (define … (value ({} …)) ({kind} …))", reader.op),
        ));
    }
}
