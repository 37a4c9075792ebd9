//! A summary of the rules as Markdown tables, by op.

use super::{Rules, WordRule};
use calipers_semantics::{Anchor, Anchors, ColumnKind, Define, Fact, OpRules, Place, Subject};
use std::fmt::{self, Display, Formatter, Write};
use std::sync::Arc;

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

/// The columns of the tables: the kinds of columns that an op's rules define, then word rules, facts, loop and join.
const HEADINGS: [&str; KINDS.len() + 4] = {
    let mut headings = ["word"; KINDS.len() + 4];
    let mut n = 0;
    while n < KINDS.len() {
        headings[n] = KINDS[n].1;
        n += 1;
    }
    headings[n + 1] = "facts";
    headings[n + 2] = "loop";
    headings[n + 3] = "join";
    headings
};

/// The scope of a rule on an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// The op's results, after the op.
    Results,
    /// The region with that number.
    Region(usize),
    /// Each region.
    EachRegion,
}

/// A rule in a summary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleName {
    /// The rule's name in proofs; empty for a loop or a join, which have none.
    pub name: String,
    /// The scope of the rule.
    pub place: Where,
}

impl Display for RuleName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (&self.name[..], self.place) {
            (name, Where::Results) => f.write_str(name),
            ("", Where::Region(region)) => write!(f, "region {region}"),
            ("", Where::EachRegion) => f.write_str("every region"),
            (name, Where::Region(region)) => write!(f, "{name} (region {region})"),
            (name, Where::EachRegion) => write!(f, "{name} (every region)"),
        }
    }
}

/// The rules of an op.
#[derive(Clone, Debug)]
pub struct OpSummary<'r> {
    /// The op's name.
    pub op: &'r str,
    /// The rules of each kind: the kinds of columns, `word`, `facts`, `loop` and `join`, in this order, without kinds
    /// that have no rule.
    pub rules: Vec<(&'static str, Vec<RuleName>)>,
}

impl OpSummary<'_> {
    fn of(&self, heading: &str) -> String {
        let found = self.rules.iter().find(|(kind, _)| *kind == heading);
        let names = found.map_or(&[][..], |(_, names)| names);
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        names.join(", ")
    }
}

impl Rules {
    /// Markdown tables, one for each dialect in alphabetical order, with the names of the rules of each op by kind,
    /// followed by the identities. Costs the size of the rules.
    pub fn table(&self) -> String {
        let mut text = String::new();
        let summaries = self.summaries();
        for own in summaries.chunk_by(|a, b| dialect(a.op) == dialect(b.op)) {
            dialect_table(own, &mut text);
        }
        text.push_str("## Identities\n\n");
        for name in self.identities() {
            let _ = writeln!(text, "- {name}");
        }
        text
    }

    /// The rules of each op that has any, in alphabetical order. Costs the size of the rules.
    pub fn summaries(&self) -> Vec<OpSummary<'_>> {
        let names = self.op_names().into_iter();
        let summaries =
            names.filter_map(|name| Some(summary(name, self.op(name)?, self.words(name))));
        summaries.filter(|it| !it.rules.is_empty()).collect()
    }

    /// The names of the arithmetic identities, in the order of the files.
    pub fn identities(&self) -> impl Iterator<Item = &str> {
        self.rewrites().all.iter().map(|rewrite| &*rewrite.name)
    }
}

fn dialect_table(ops: &[OpSummary<'_>], text: &mut String) {
    let Some(first) = ops.first() else { return };
    let shown: Vec<&str> = HEADINGS
        .into_iter()
        .filter(|heading| {
            let mut kinds = ops.iter().flat_map(|op| &op.rules);
            kinds.any(|(kind, _)| kind == heading)
        })
        .collect();
    let _ = writeln!(text, "## {}\n", dialect(first.op));
    let _ = writeln!(text, "| op | {} |", shown.join(" | "));
    let _ = writeln!(text, "|{}", " --- |".repeat(shown.len() + 1));
    for op in ops {
        let cells: Vec<String> = shown.iter().map(|heading| op.of(heading)).collect();
        let _ = writeln!(text, "| {} | {} |", op.op, cells.join(" | "));
    }
    text.push('\n');
}

fn dialect(op: &str) -> &str {
    op.split_once('.').map_or(op, |(dialect, _)| dialect)
}

fn summary<'r>(name: &'r str, op: &OpRules, words: &[Arc<WordRule>]) -> OpSummary<'r> {
    let mut cells: Vec<Vec<RuleName>> = vec![];
    for (kind, _) in KINDS {
        let own = op.defines.iter().filter(|define| define.kind == kind);
        cells.push(own.map(|define| definition(define)).collect());
    }
    let word = |place, name: &str| {
        let place = match place {
            Some(Place::Argument(region, _)) => Where::Region(region),
            _ => Where::Results,
        };
        RuleName::new(name, place)
    };
    let words = words.iter().map(|it| word(it.place, &it.head.name));
    cells.push(words.collect());
    cells.push(op.facts.iter().map(|it| fact(it)).collect());
    let the_loop = op.loop_.iter();
    cells.push(
        the_loop
            .map(|it| RuleName::new("", Where::Region(it.body)))
            .collect(),
    );
    let join = op.is_join.then(|| RuleName::new("", Where::EachRegion));
    cells.push(join.into_iter().collect());
    let rules = HEADINGS.into_iter().zip(cells);
    OpSummary {
        op: name,
        rules: rules.filter(|(_, names)| !names.is_empty()).collect(),
    }
}

impl RuleName {
    fn new(name: &str, place: Where) -> RuleName {
        RuleName {
            name: name.to_owned(),
            place,
        }
    }
}

fn definition(define: &Define) -> RuleName {
    let place = match define.subject {
        Subject::Result(_) | Subject::Any => Where::Results,
        Subject::Argument(region, _) => Where::Region(region),
    };
    RuleName::new(&define.head.name, place)
}

fn fact(fact: &Fact) -> RuleName {
    let place = match fact.anchors {
        Anchors::One(Anchor::After) => Where::Results,
        Anchors::One(Anchor::In(region)) => Where::Region(region),
        Anchors::EachRegion(_) => Where::EachRegion,
    };
    RuleName::new(&fact.head.name, place)
}
