//! What rules give whose guards hold, for `calipers rules why`.

use super::why::{Known, MAX_DIMS, Stated};
use calipers::analysis::{Analysis, column_name};
use calipers::ir::Module;
use calipers::number::Int;
use calipers::program::{Column, Extent, OpId, Program};
use calipers::rules::{Body, ColumnKind, Define, Instance, Place, Rules};
use calipers::term::Expr;
use std::fmt;

/// The maximum number of terms that are shown of a rule.
const MAX_PARTS: usize = 4;
/// The maximum length of a text that is shown.
const MAX_TEXT: usize = 160;

/// What a rule whose guards hold gives, or that it gives nothing, as the end of a sentence.
pub(super) fn told(rules: &Rules, module: &Module, op: OpId, stated: Stated<'_>) -> String {
    let found = found(rules, module, op, stated);
    match found.is_empty() {
        true => ", but gives nothing: a part of its term has no value".to_owned(),
        false => text_of(&found, module),
    }
}

/// What semantics in Rust give, as a sentence about the rules made for them.
pub(super) fn provided<'r>(
    rules: &Rules,
    module: &Module,
    op: OpId,
    all: impl Iterator<Item = Stated<'r>>,
) -> String {
    let found = all.flat_map(|stated| found(rules, module, op, stated));
    let found: Vec<Found> = found.collect();
    match found.is_empty() {
        true => "gives nothing here".to_owned(),
        false => format!("applies{}", text_of(&found, module)),
    }
}

fn found(rules: &Rules, module: &Module, op: OpId, stated: Stated<'_>) -> Vec<Found> {
    let mut analysis = Analysis::new(module, rules);
    let mut known = Known {
        analysis: &mut analysis,
        open: vec![],
    };
    match stated {
        Stated::Define(define) => definitions(rules, (module, op), define, known),
        Stated::Fact(fact) => {
            let anchors = fact.anchors_on(module, op).into_iter();
            let found = anchors
                .filter_map(|anchor| fact.instantiate(rules, module, op, anchor, &mut known).ok());
            found.map(|found| (None, found)).collect()
        }
    }
}

fn text_of(found: &[Found], module: &Module) -> String {
    let (mut given, mut parts) = (vec![], vec![]);
    let add = |list: &mut Vec<String>, text: String| {
        if !list.contains(&text) {
            list.push(text);
        }
    };
    for (
        column,
        Instance {
            given: premises,
            terms,
        },
    ) in found
    {
        premises
            .iter()
            .for_each(|it| add(&mut given, text(it, module)));
        for term in terms {
            let term_text = text(term, module);
            add(
                &mut parts,
                match column {
                    Some((name, column)) => {
                        let stated = column.and_then(|column| in_type(column, module));
                        let wrong = stated
                            .filter(|stated| matches!(term, Expr::Integer(own) if own != stated));
                        let wrong =
                            wrong.map_or_else(String::new, |it| format!(", but {it} by its type"));
                        format!("{name} = {term_text}{wrong}")
                    }
                    None => term_text,
                },
            );
        }
    }
    if parts.is_empty() {
        return ", and states nothing here".to_owned();
    }
    let more = match parts.len().checked_sub(MAX_PARTS) {
        None | Some(0) => String::new(),
        Some(more) => format!("; and {more} more"),
    };
    parts.truncate(MAX_PARTS);
    let given = match given.is_empty() {
        true => String::new(),
        false => format!(" where this is proved: {};", given.join("; ")),
    };
    let gives = match given.is_empty() {
        true => ": ",
        false => " it gives ",
    };
    format!("{given}{gives}{}{more}", parts.join("; "))
}

/// A column with its name, and the term that a definition gives to it.
type Found = (Option<(String, Option<Column>)>, Instance);

fn definitions(
    rules: &Rules,
    (module, op): (&Module, OpId),
    define: &Define,
    mut known: Known<'_, '_>,
) -> Vec<Found> {
    let found = places_of(module, op, define)
        .into_iter()
        .filter_map(|(place, index)| {
            let found = define
                .instantiate(rules, module, op, place, index, &mut known)
                .ok()?;
            let column = place.value(module, op).and_then(|value| {
                let at = index.unwrap_or(0);
                Some(match define.kind {
                    ColumnKind::Value => Column::Value(value),
                    ColumnKind::Unsigned => Column::Unsigned(value),
                    ColumnKind::Dim => Column::Dim(value, at),
                    ColumnKind::Stride => Column::Stride(value, at),
                    ColumnKind::Offset => Column::Offset(value),
                    ColumnKind::Rank => Column::Rank(value),
                    ColumnKind::Element => Column::Element(value, at),
                    ColumnKind::Trip => Column::Trip(value),
                    ColumnKind::Trips => return None,
                })
            });
            let name = column.map_or_else(
                || "(trips)".to_owned(),
                |column| column_name(column, module),
            );
            Some((Some((name, column)), found))
        });
    found.collect()
}

/// The places and indices that a definition is about.
pub(super) fn places_of(module: &Module, op: OpId, define: &Define) -> Vec<(Place, Option<u32>)> {
    if define.kind == ColumnKind::Trips {
        return vec![(Place::Result(0), None)];
    }
    let results = (0..module.results(op).len()).map(Place::Result);
    let regions = module.regions(op).iter().zip(0..);
    let arguments = regions.flat_map(|(&region, number)| {
        let entry = module.blocks(region).first();
        let count = entry.map_or(0, |&entry| module.block_arguments(entry).len());
        (0..count).map(move |argument| Place::Argument(number, argument))
    });
    let about = results.chain(arguments);
    // Semantics in Rust are about all values and sizes.
    let is_any = matches!(define.body, Body::Provided(_));
    let about = about.filter(|place| is_any || define.number_of(*place).is_some());
    let is_indexed = match define.kind {
        ColumnKind::Dim | ColumnKind::Stride | ColumnKind::Element => true,
        _ => define.index.is_some(),
    };
    let columns = about.flat_map(|place| {
        let value = place.value(module, op);
        let rank = value.and_then(|value| module.value_type(value).shape()?.rank());
        let indices: Vec<Option<u32>> = match (is_indexed, value) {
            (false, _) => vec![None],
            (true, Some(value)) if define.kind == ColumnKind::Element => {
                let all = (0..MAX_DIMS).filter(|at| Column::has_element(module, value, *at));
                all.map(Some).collect()
            }
            (true, _) => {
                let dims = u32::try_from(rank.unwrap_or(1)).unwrap_or(MAX_DIMS);
                (0..dims.min(MAX_DIMS)).map(Some).collect()
            }
        };
        indices.into_iter().map(move |index| (place, index))
    });
    columns.collect()
}

/// The number that a type states for a column.
fn in_type(column: Column, module: &Module) -> Option<Int> {
    match column {
        Column::Dim(value, at) => {
            let shape = module.value_type(value).shape()?;
            match shape.extent(usize::try_from(at).ok()?)? {
                Extent::Static(size) => Some(Int::from(size)),
                Extent::Dynamic | Extent::Scalable(_) => None,
            }
        }
        _ => None,
    }
}

/// The columns in a term.
pub(super) fn leaves(term: &Expr<Column>) -> Vec<Column> {
    let mut found = vec![];
    term.for_each_leaf(&mut |column| found.push(*column));
    found
}

/// A column by its name.
#[derive(Clone)]
struct Named(String);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn text(term: &Expr<Column>, module: &Module) -> String {
    let named = term.map(&mut |column| Expr::Leaf(Named(column_name(*column, module))));
    let text = named.to_string();
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
