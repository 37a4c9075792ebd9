//! A program in an editor.

use super::actions::Line;
use super::hints::{Function, Hints, about, functions, notes};
use super::place::{byte_in, range_at, word_at};
use super::protocol::{Position, Range, Severity, diagnostic, hover, inlay_hint, location};
use super::rule_index::RuleIndex;
use super::text::{Lines, Word, words};
use super::values::Occurrence;
use super::{open_condition, symbols, values};
use crate::cli::input::parse_draft;
use calipers::annotation::{Notes, comment, defined_at};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{OpId, Program as _};
use calipers::rules::Rules;
use calipers_support::order::Order;
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The size in bytes above which a program has diagnostics only: editors request hints at every keystroke.
const MAX_SIZE: usize = 1 << 20;

/// An open program.
pub struct Program {
    name: String,
    options: ParseOptions,
    text: String,
    /// The last version that could be parsed.
    read: Option<Read>,
    /// Whether that is the present text.
    is_read: bool,
    hints: Hints,
}

/// A version that could be parsed.
struct Read {
    module: Arc<Module>,
    functions: Vec<Function>,
    /// The bounds of the function that was asked about last.
    notes: RefCell<Option<(OpId, Rc<Notes>)>>,
}

impl Program {
    /// A program without hints, and its diagnostics.
    pub fn new(
        name: &str,
        text: String,
        options: ParseOptions,
        hints: Hints,
    ) -> (Program, Vec<Value>) {
        let mut program = Program {
            name: name.to_owned(),
            options,
            text: String::new(),
            read: None,
            is_read: false,
            hints,
        };
        let diagnostics = program.change(text);
        (program, diagnostics)
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Replaces the text, and returns its diagnostics. Functions that stay as they are keep their hints.
    pub fn change(&mut self, text: String) -> Vec<Value> {
        self.text = text;
        match parse_draft(&self.text, &self.name, &self.options) {
            Ok(module) => {
                let warnings = module.unread().iter().map(|it| {
                    let severity = Severity::Warning;
                    self.diagnostic(severity, it.line, it.column, &it.to_string())
                });
                let warnings = warnings.collect();
                let functions = functions(&module);
                self.hints.retain(&functions);
                self.read = Some(Read {
                    module: Arc::new(module),
                    functions,
                    notes: RefCell::default(),
                });
                self.is_read = true;
                warnings
            }
            Err(error) => {
                self.is_read = false;
                let severity = Severity::Error;
                vec![self.diagnostic(severity, error.line, error.column, &error.message)]
            }
        }
    }

    fn diagnostic(&self, severity: Severity, line: u32, column: u32, message: &str) -> Value {
        diagnostic(range_at(&self.text, line, column), severity, message)
    }

    /// The present version, if it could be parsed.
    fn current(&self) -> Option<&Read> {
        self.read.as_ref().filter(|_| self.is_read)
    }

    /// The present version, if it could be parsed and is small enough for bounds.
    fn analyzable(&self) -> Option<&Read> {
        self.current().filter(|_| self.text.len() <= MAX_SIZE)
    }

    /// The bounds as hints at the ends of the lines in a range. While the text cannot be parsed, the lines that are as
    /// before keep their hints.
    pub fn hints(&self, rules: &Arc<Rules>, range: Range) -> Vec<Value> {
        let Some(read) = self.read.as_ref().filter(|_| self.text.len() <= MAX_SIZE) else {
            return vec![];
        };
        let versions = match self.is_read {
            true => None,
            false => Some(Lines::of(read.module.source(), &self.text)),
        };
        let old = |line: u32| match &versions {
            None => Some(line + 1),
            Some(lines) => lines.old(line as usize).map(|line| line as u32 + 1),
        };
        let asked = (0..).zip(self.text.lines());
        let asked = asked.filter(|(line, _)| (range.start.line..=range.end.line).contains(line));
        let asked: Vec<_> = asked
            .filter_map(|(line, text)| Some((line, text, old(line)?)))
            .collect();
        let (Some(first), Some(last)) = (asked.first(), asked.last()) else {
            return vec![];
        };
        let lines = first.2..=last.2;
        let (module, functions) = (&read.module, &read.functions);
        let labels = self.hints.at(module, rules, functions, &lines);
        let hints = asked.into_iter().filter_map(|(line, text, old)| {
            let units = text.encode_utf16().count();
            let end = Position::new(line, u32::try_from(units).unwrap_or(u32::MAX));
            Some(inlay_hint(end, labels.get(&old)?))
        });
        hints.collect()
    }

    /// The outline.
    pub fn symbols(&self) -> Vec<Value> {
        let read = self.current();
        read.map_or_else(Vec::new, |it| {
            symbols::of_program(&it.module, &it.functions)
        })
    }

    /// The word at a position, a value or a symbol.
    fn name_at(&self, at: Position) -> Option<Word<'_>> {
        let line = self.text.lines().nth(at.line as usize)?;
        let byte = byte_in(line, at);
        let mut words = words(line, at.line).into_iter();
        words.find(|word| (word.byte..=word.byte + word.text.len()).contains(&byte))
    }

    /// The words that name the value or the symbol at a position, each with whether it is the definition.
    fn occurrences(&self, at: Position) -> Vec<(Range, bool)> {
        let Some((read, word)) = self.current().zip(self.name_at(at)) else {
            return vec![];
        };
        let range = |word: &Word<'_>| {
            let line = self.text.lines().nth(word.line as usize);
            word.range(line.unwrap_or_default())
        };
        if word.text.starts_with('@') {
            let symbols = values::symbols(&self.text, word.text);
            let is_definition = |it: &Word<'_>| {
                let here = |function: &&Function| *function.lines.start() == it.line + 1;
                read.functions.iter().any(|function| here(&function))
            };
            let found = symbols.iter().map(|it| (range(it), is_definition(it)));
            return found.collect();
        }
        let Some(function) = read.function_at(at.line + 1) else {
            return vec![];
        };
        let all = values::occurrences(&read.module, &self.text, function);
        let is_asked =
            |it: &&Occurrence<'_>| (it.word.line, it.word.byte) == (word.line, word.byte);
        let Some(value) = all.iter().find(is_asked).map(|it| it.value) else {
            return vec![];
        };
        let found = all.iter().filter(|it| it.value == value);
        found
            .map(|it| (range(&it.word), it.is_definition))
            .collect()
    }

    /// The words that name the value or the symbol at a position.
    pub fn references(&self, uri: &str, at: Position, with_definition: bool) -> Vec<Value> {
        let all = self.occurrences(at).into_iter();
        let wanted = all.filter(|(_, is_definition)| with_definition || !is_definition);
        wanted.map(|(range, _)| location(uri, range)).collect()
    }

    /// The definition of the value or the symbol at a position, or the rules of the op.
    pub fn definitions(&self, index: &RuleIndex, uri: &str, at: Position) -> Vec<Value> {
        let all = self.occurrences(at);
        let found: Vec<Value> = all
            .iter()
            .filter(|(_, is_definition)| *is_definition)
            .take(1)
            .map(|(range, _)| location(uri, *range))
            .collect();
        match found.is_empty() {
            true => self.rules_at(index, at),
            false => found,
        }
    }

    /// The changes that are offered on a line.
    pub fn actions(&self, rules: &Rules, uri: &str, line: u32) -> Vec<Value> {
        let Some(read) = self.analyzable() else {
            return vec![];
        };
        let number = line + 1;
        let Some(function) = read.function_at(number) else {
            return vec![];
        };
        let line = Line {
            uri,
            text: &self.text,
            module: &read.module,
            options: &self.options,
            number,
            function,
            notes: &read.notes(rules, function, number),
        };
        line.actions(rules)
    }

    /// The bounds of a value with their proofs, values for which a condition holds and fails, or the rules of an op.
    pub fn hover(&self, rules: &Rules, index: &RuleIndex, at: Position) -> Option<Value> {
        let word = word_at(&self.text, at, |c| "%._$-#".contains(c))?.to_owned();
        let text = match word.strip_prefix('%') {
            Some(_) => {
                let known = self.known_of(rules, &word, at.line + 1);
                known.or_else(|| self.examples_of(rules, &word, at.line + 1))?
            }
            None => {
                let module = &self.current()?.module;
                let name = module.op_name(self.op_at(at)?);
                let names: Vec<String> = index.of_op(name).map(|entry| entry.title()).collect();
                match names.is_empty() {
                    true => format!("There are no rules for `{name}`."),
                    false => format!("Rules of `{name}`:\n\n- {}", names.join("\n- ")),
                }
            }
        };
        Some(hover(&text))
    }

    /// The rules of the op at a position.
    fn rules_at(&self, index: &RuleIndex, at: Position) -> Vec<Value> {
        let op = self.op_at(at);
        let name = op.and_then(|op| Some(self.current()?.module.op_name(op)));
        name.map_or_else(Vec::new, |name| {
            index
                .of_op(name)
                .filter_map(|entry| index.location(entry))
                .collect()
        })
    }

    /// The last op of the line that begins before the position, or the first.
    fn op_at(&self, at: Position) -> Option<OpId> {
        let module = &self.current()?.module;
        let line = self.text.lines().nth(at.line as usize)?;
        let column = line[..byte_in(line, at)].chars().count() as u32 + 1;
        let in_line = module.walk(module.top()).filter_map(|op| {
            let place = module.location(op)?;
            (place.line == at.line + 1).then_some((place.column, op))
        });
        let mut ops: Vec<(u32, OpId)> = in_line.collect();
        ops.order();
        let last = ops.iter().rfind(|(start, _)| *start <= column);
        last.or(ops.first()).map(|(_, op)| *op)
    }

    /// Values for which the condition of that name holds and fails.
    fn examples_of(&self, rules: &Rules, name: &str, line: u32) -> Option<String> {
        let read = self.analyzable()?;
        let module = &read.module;
        let first = *read.function_at(line)?.lines.start();
        let is_before = |op: OpId| {
            let place = module.location(op);
            place.is_some_and(|place| (first..=line).contains(&place.line))
        };
        let ops = module.walk(module.top()).filter(|&op| is_before(op));
        let values = ops.flat_map(|op| module.results(op).to_vec());
        let named = values.filter(|&value| module.value_name(value) == name);
        open_condition::examples(module, rules, named.last()?)
    }

    fn known_of(&self, rules: &Rules, name: &str, line: u32) -> Option<String> {
        let read = self.analyzable()?;
        let module = &read.module;
        let function = read.function_at(line)?;
        let ops = module.walk(function.op);
        let values = ops.flat_map(|op| defined_at(module, op));
        let named = values.filter(|&value| module.value_name(value) == name);
        let mut lines: Vec<u32> = named
            .filter_map(|value| Some(module.definition_location(value)?.line))
            .collect();
        // The nearest definition of that name before the line, since blocks may reuse a name.
        lines.order_by_key(|&at| (at > line, at.abs_diff(line)));
        lines.dedup();
        let notes = lines
            .into_iter()
            .map(|at| (at, read.notes(rules, function, at)));
        let mut notes = notes.filter(|(at, notes)| !about(notes.at(*at), name).is_empty());
        let (at, notes) = notes.next()?;
        let told = about(notes.at(at), name);
        let parts = told.into_iter().map(|note| {
            let proof = note.explained(module, rules).join("\n");
            format!("`{}`\n```text\n{}\n```", comment(note), proof.trim_end())
        });
        Some(parts.collect::<Vec<_>>().join("\n\n"))
    }
}

impl Read {
    /// The bounds of a function, of a long one those of a line. Costs the analysis of the line, or of the function unless
    /// it is the one that was asked about last.
    fn notes(&self, rules: &Rules, function: &Function, line: u32) -> Rc<Notes> {
        if function.is_long() {
            return Rc::new(notes(&self.module, rules, function, Some(line..=line)));
        }
        let mut kept = self.notes.borrow_mut();
        if let Some((_, notes)) = kept.as_ref().filter(|(op, _)| *op == function.op) {
            return Rc::clone(notes);
        }
        let found = Rc::new(notes(&self.module, rules, function, None));
        *kept = Some((function.op, Rc::clone(&found)));
        found
    }

    /// The function that a line belongs to, or the first one.
    fn function_at(&self, line: u32) -> Option<&Function> {
        let mut functions = self.functions.iter();
        let found = functions.find(|function| function.lines.contains(&line));
        found.or(self.functions.first())
    }
}
