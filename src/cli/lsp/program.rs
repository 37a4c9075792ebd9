//! A program in an editor.

use super::open_condition;
use super::place::{byte_in, position, range_at, word_at};
use super::rule_index::RuleIndex;
use crate::cli::annotate::notes::{Note, Notes, Wanted};
use crate::cli::annotate::text::comment;
use calipers::ir::{Module, ParseOptions};
use calipers::program::{OpId, Program as _};
use calipers::rules::Rules;
use calipers::threads::Threads;
use indicatif::ProgressBar;
use lsp_types::{
    Diagnostic, DiagnosticSeverity, Hover, HoverContents, InlayHint, InlayHintLabel, Location,
    MarkupContent, MarkupKind, Position, Range,
};

/// The size in bytes above which a program has diagnostics only: editors request hints at every keystroke.
const MAX_SIZE: usize = 1 << 20;

/// An open program.
pub struct Program {
    text: String,
    /// None if it cannot be parsed.
    module: Option<Module>,
    /// The bounds of each line, computed on the first request.
    notes: Option<Notes>,
}

impl Program {
    /// A program, and its diagnostics.
    pub fn new(name: &str, text: String) -> (Program, Vec<Diagnostic>) {
        let options = ParseOptions {
            allow_unregistered: true,
            ..ParseOptions::default()
        };
        let (module, diagnostics) = match Module::parse(&text, name, options) {
            Ok(module) => (Some(module), vec![]),
            Err(error) => {
                let diagnostic = Diagnostic {
                    range: range_at(&text, error.line, error.column),
                    severity: Some(DiagnosticSeverity::ERROR),
                    source: Some("calipers".to_owned()),
                    message: error.message,
                    ..Diagnostic::default()
                };
                (None, vec![diagnostic])
            }
        };
        let program = Program {
            text,
            module,
            notes: None,
        };
        (program, diagnostics)
    }

    /// The bounds as hints at the ends of the lines in a range.
    pub fn hints(&mut self, rules: &Rules, range: Range) -> Vec<InlayHint> {
        let Some(module) = self.module.as_ref().filter(|_| self.text.len() <= MAX_SIZE) else {
            return vec![];
        };
        let notes = self.notes.get_or_insert_with(|| notes(module, rules));
        let lines = (1..).zip(self.text.lines());
        let asked =
            lines.filter(|(number, _)| (range.start.line..=range.end.line).contains(&(number - 1)));
        let hints = asked.filter_map(|(number, line)| {
            let told: Vec<String> = notes.at(number).iter().map(comment).collect();
            (!told.is_empty()).then(|| InlayHint {
                position: position(&self.text, number, line.chars().count() as u32 + 1),
                label: InlayHintLabel::String(told.join("; ")),
                kind: None,
                text_edits: None,
                tooltip: None,
                padding_left: Some(true),
                padding_right: None,
                data: None,
            })
        });
        hints.collect()
    }

    /// The bounds of a value with their proofs, values for which a condition holds and fails, or the rules of an op.
    pub fn hover(&mut self, rules: &Rules, index: &RuleIndex, at: Position) -> Option<Hover> {
        let word = word_at(&self.text, at, |c| "%._$-#".contains(c))?.to_owned();
        let text = match word.strip_prefix('%') {
            Some(_) => {
                let known = self.known_of(rules, &word, at.line + 1);
                known.or_else(|| self.examples_of(rules, &word, at.line + 1))?
            }
            None => {
                let module = self.module.as_ref()?;
                let name = module.op_name(self.op_at(at)?);
                let names: Vec<String> = index.of_op(name).map(|entry| entry.title()).collect();
                match names.is_empty() {
                    true => format!("There are no rules for `{name}`."),
                    false => format!("Rules of `{name}`:\n\n- {}", names.join("\n- ")),
                }
            }
        };
        Some(markdown(text))
    }

    /// The rules of the op at a position.
    pub fn rules_at(&self, index: &RuleIndex, at: Position) -> Vec<Location> {
        let op = self.op_at(at);
        let name = op.and_then(|op| Some(self.module.as_ref()?.op_name(op)));
        name.map_or_else(Vec::new, |name| {
            index
                .of_op(name)
                .filter_map(|entry| index.location(entry))
                .collect()
        })
    }

    /// The last op of the line that begins before the position, or the first.
    fn op_at(&self, at: Position) -> Option<OpId> {
        let module = self.module.as_ref()?;
        let line = self.text.lines().nth(at.line as usize)?;
        let column = line[..byte_in(line, at)].chars().count() as u32 + 1;
        let in_line = module.walk(module.top()).filter_map(|op| {
            let place = module.location(op)?;
            (place.line == at.line + 1).then_some((place.column, op))
        });
        let mut ops: Vec<(u32, OpId)> = in_line.collect();
        ops.sort_unstable();
        let last = ops.iter().rfind(|(start, _)| *start <= column);
        last.or(ops.first()).map(|(_, op)| *op)
    }

    /// Values for which the condition of that name holds and fails.
    fn examples_of(&self, rules: &Rules, name: &str, line: u32) -> Option<String> {
        let module = self.module.as_ref();
        let module = module.filter(|_| self.text.len() <= MAX_SIZE)?;
        let (first, _) = function_around(module, line);
        let is_before = |op: OpId| {
            let place = module.location(op);
            place.is_some_and(|place| (first..=line).contains(&place.line))
        };
        let ops = module.walk(module.top()).filter(|&op| is_before(op));
        let values = ops.flat_map(|op| module.results(op).to_vec());
        let named = values.filter(|&value| module.value_name(value) == name);
        open_condition::examples(module, rules, named.last()?)
    }

    fn known_of(&mut self, rules: &Rules, name: &str, line: u32) -> Option<String> {
        let module = self
            .module
            .as_ref()
            .filter(|_| self.text.len() <= MAX_SIZE)?;
        let notes = self.notes.get_or_insert_with(|| notes(module, rules));
        let (first, last) = function_around(module, line);
        let is_of = |note: &&Note| {
            let mut words = note
                .column
                .split(|c: char| c.is_whitespace() || "()".contains(c));
            words.any(|word| word == name)
        };
        // The nearest definition of that name before the line, since blocks may reuse a name.
        let lines = (first..=last).rev();
        let found = lines
            .filter(|&at| at <= line)
            .chain(line + 1..=last.max(line));
        let mut told = found.map(|at| notes.at(at).iter().filter(is_of).collect::<Vec<_>>());
        let told = told.find(|notes| !notes.is_empty())?;
        let parts = told.into_iter().map(|note| {
            let proof = note.explained(module, rules).join("\n");
            format!("`{}`\n```text\n{}\n```", comment(note), proof.trim_end())
        });
        Some(parts.collect::<Vec<_>>().join("\n\n"))
    }
}

/// The bounds, without proofs.
fn notes(module: &Module, rules: &Rules) -> Notes {
    let wanted = Wanted {
        progress: &ProgressBar::hidden(),
        until: None,
    };
    Notes::of(module, rules, &wanted, &Threads::one())
}

/// The lines of the outermost op around a line: from its first line to the line before the next op.
fn function_around(module: &Module, line: u32) -> (u32, u32) {
    let outermost = module.regions(module.top()).iter();
    let blocks = outermost.flat_map(|&region| module.blocks(region));
    let ops = blocks.flat_map(|&block| module.block_ops(block));
    let starts: Vec<u32> = ops
        .filter_map(|&op| Some(module.location(op)?.line))
        .collect();
    let first = starts.iter().filter(|start| **start <= line).max();
    let next = starts.iter().filter(|start| **start > line).min();
    let end = module.source().lines().count() as u32;
    (
        first.copied().unwrap_or(1),
        next.map_or(end, |next| next - 1),
    )
}

/// A hover with a Markdown text.
pub fn markdown(value: String) -> Hover {
    let kind = MarkupKind::Markdown;
    Hover {
        contents: HoverContents::Markup(MarkupContent { kind, value }),
        range: None,
    }
}
