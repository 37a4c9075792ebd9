//! The rules as tables for the reader: what is known of which op.

use super::{Anchor, Anchors, ColumnKind, Define, Fact, OpRules, Place, Rules, Subject};
use std::fmt::Write;

/// The kinds of columns, in the order of the tables.
const KINDS: [(ColumnKind, &str); 9] = [
    (ColumnKind::Value, "value"),
    (ColumnKind::Unsigned, "uint"),
    (ColumnKind::Dim, "dim"),
    (ColumnKind::Stride, "stride"),
    (ColumnKind::Offset, "offset"),
    (ColumnKind::Rank, "rank"),
    (ColumnKind::Element, "elem"),
    (ColumnKind::Trip, "trip"),
    (ColumnKind::Trips, "trips"),
];

/// How many columns a table has besides that of the ops: the kinds, then words, facts and loops.
const COLUMNS: usize = KINDS.len() + 3;

impl Rules {
    /// Markdown tables, one for each dialect in alphabetical order: for every op that has rules, the
    /// names of those that define each kind of column, say what results are bit by bit, or state facts; then the
    /// identities. Costs the size of the rules.
    pub fn table(&self) -> String {
        let mut text = String::new();
        let mut rest = &self.op_names()[..];
        while let Some(first) = rest.first() {
            let same = |name: &&&str| dialect(name) == dialect(first);
            let (own, others) = rest.split_at(rest.iter().take_while(same).count());
            self.dialect_table(dialect(first), own, &mut text);
            rest = others;
        }
        text.push_str("## Identities\n\n");
        for rewrite in &self.rewrites().all {
            let _ = writeln!(text, "- {}", rewrite.name);
        }
        text
    }

    fn dialect_table(&self, dialect: &str, ops: &[&str], text: &mut String) {
        let rows: Vec<(&str, [String; COLUMNS])> = ops
            .iter()
            .filter_map(|name| Some((*name, row(self.op(name)?))))
            .filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()))
            .collect();
        if rows.is_empty() {
            return;
        }
        let headings = KINDS
            .iter()
            .map(|(_, name)| *name)
            .chain(["word", "facts", "loop"]);
        let shown: Vec<(usize, &str)> = headings
            .enumerate()
            .filter(|(n, _)| rows.iter().any(|(_, cells)| !cells[*n].is_empty()))
            .collect();
        let _ = writeln!(text, "## {dialect}\n");
        let names: Vec<&str> = shown.iter().map(|(_, name)| *name).collect();
        let _ = writeln!(text, "| op | {} |", names.join(" | "));
        let _ = writeln!(text, "|{}", " --- |".repeat(names.len() + 1));
        for (op, cells) in &rows {
            let cells: Vec<&str> = shown.iter().map(|(n, _)| cells[*n].as_str()).collect();
            let _ = writeln!(text, "| {op} | {} |", cells.join(" | "));
        }
        text.push('\n');
    }
}

fn dialect(op: &str) -> &str {
    op.split_once('.').map_or(op, |(dialect, _)| dialect)
}

fn row(op: &OpRules) -> [String; COLUMNS] {
    let mut cells: [String; COLUMNS] = Default::default();
    for (n, (kind, _)) in KINDS.iter().enumerate() {
        let own = op.defines.iter().filter(|define| define.kind == *kind);
        cells[n] = joined(own.map(|define| definition(define)));
    }
    cells[KINDS.len()] = joined(op.words.iter().map(|word| match word.place {
        Some(Place::Argument(region, _)) => format!("{} (region {region})", word.head.name),
        _ => word.head.name.to_string(),
    }));
    cells[KINDS.len() + 1] = joined(op.facts.iter().map(|fact| self::fact(fact)));
    if let Some(the_loop) = &op.loop_ {
        cells[KINDS.len() + 2] = format!("region {}", the_loop.body);
    }
    cells
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

fn definition(define: &Define) -> String {
    match define.subject {
        Subject::Result(_) | Subject::Any => define.head.name.to_string(),
        Subject::Argument(region, _) => format!("{} (region {region})", define.head.name),
    }
}

fn fact(fact: &Fact) -> String {
    match fact.anchors {
        Anchors::One(Anchor::After) => fact.head.name.to_string(),
        Anchors::One(Anchor::In(region)) => format!("{} (region {region})", fact.head.name),
        Anchors::EachRegion(_) => format!("{} (every region)", fact.head.name),
    }
}
