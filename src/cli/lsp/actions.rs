//! Changes that an editor offers on a line of a program.

use super::super::rules::skeleton;
use super::hints::{Function, about};
use super::protocol::{Position, Range, code_action, creation, replacement};
use super::rule_index::escaped;
use super::text::{without_comment, words};
use calipers::annotation::Notes;
use calipers::ir::{Module, ParseOptions, PrintOptions, ValueNames};
use calipers::program::{Extent, OpId, Program as _, TypeView, ValueId};
use calipers::rules::Rules;
use calipers::solve::Config;
use calipers::transform::instances::Proving;
use calipers::transform::instances::in_bounds::InferInBounds;
use calipers::transform::is_pure;
use calipers::transform::pass::Pass;
use serde_json::Value;
use std::sync::Arc;

/// A line of a program that has an op.
pub struct Line<'p> {
    pub uri: &'p str,
    pub text: &'p str,
    pub module: &'p Module,
    /// How it is parsed.
    pub options: &'p ParseOptions,
    /// From 1.
    pub number: u32,
    pub function: &'p Function,
    /// The bounds in the function.
    pub notes: &'p Notes,
}

impl Line<'_> {
    /// The changes that are offered.
    pub fn actions(&self, rules: &Rules) -> Vec<Value> {
        let ops = self.module.walk(self.function.op);
        let is_here = |op: &OpId| {
            let place = self.module.location(*op);
            place.is_some_and(|place| place.line == self.number)
        };
        let ops: Vec<OpId> = ops.filter(is_here).collect();
        let mut found: Vec<Value> = ops
            .iter()
            .filter_map(|&op| self.skeleton(rules, op))
            .collect();
        if let &[op] = &ops[..] {
            found.extend(self.constant(op));
            found.extend(self.in_bounds(rules, op));
        }
        found
    }

    /// Replaces an op by the constant that its result always is.
    fn constant(&self, op: OpId) -> Option<Value> {
        let &[result] = self.module.results(op) else {
            return None;
        };
        let is_integer = matches!(
            self.module.value_type(result),
            TypeView::Index | TypeView::Integer { .. }
        );
        if !is_integer || !is_pure(self.module, op) || self.module.operands(op).is_empty() {
            return None;
        }
        let name = self.module.value_name(result);
        let notes = about(self.notes.at(self.number), &name);
        let known = notes.first()?;
        let kind = self.module.type_text(self.module.type_of(result));
        let is_truth = |text: &&String| matches!(text.as_str(), "true" | "false");
        let number = match kind.as_str() {
            "i1" => known.equal.as_ref().filter(is_truth)?.clone(),
            _ => known.number.as_ref()?.to_string(),
        };
        let text = format!("{name} = arith.constant {number} : {kind}");
        let text = match kind.as_str() {
            "i1" => format!("{name} = arith.constant {number}"),
            _ => text,
        };
        let title = format!("Replace {name} by the constant {number}");
        self.replacing(&title, &text)
    }

    /// Adds the dimensions in which an access is proved to be in bounds.
    fn in_bounds(&self, rules: &Rules, op: OpId) -> Option<Value> {
        let mut changed = self.module.clone();
        let pass = Proving {
            rewrite: InferInBounds,
            rules: Arc::new(rules.clone()),
            config: Config::default(),
        };
        pass.run(&mut changed, op, &mut vec![]).ok()?;
        if changed.attribute(op, "in_bounds") == self.module.attribute(op, "in_bounds") {
            return None;
        }
        let text = printed(&changed, op);
        self.replacing("Add the proved `in_bounds`", &text)
    }

    /// Replaces the op of the line, if the program can still be read and has as many ops.
    fn replacing(&self, title: &str, text: &str) -> Option<Value> {
        let at = self.number as usize - 1;
        let line = self.text.lines().nth(at)?;
        let code = without_comment(line);
        let indent = code.len() - code.trim_start().len();
        let changed = self
            .text
            .lines()
            .enumerate()
            .map(|(number, line)| match number == at {
                true => format!("{}{text}", &line[..indent]),
                false => line.to_owned(),
            });
        let changed: Vec<String> = changed.collect();
        let options = ParseOptions {
            lenient: !self.module.unread().is_empty(),
            ..self.options.clone()
        };
        let read = Module::parse(&changed.join("\n"), self.module.file(), options).ok()?;
        let count = |module: &Module| module.walk(module.top()).count();
        if count(&read) != count(self.module) {
            return None;
        }
        let units = |text: &str| text.encode_utf16().count() as u32;
        let place = |character| Position::new(self.number - 1, character);
        let range = Range::new(place(units(&line[..indent])), place(units(code)));
        let change = replacement(self.uri, range, text);
        Some(code_action(title, "refactor.rewrite", &[change]))
    }

    /// Adds the beginning of a rule file for an op without rules, beside the program.
    fn skeleton(&self, rules: &Rules, op: OpId) -> Option<Value> {
        let name = self.module.op_name(op);
        let is_open = |&value: &ValueId| match self.module.value_type(value) {
            TypeView::Index | TypeView::Integer { .. } => true,
            TypeView::Shaped(shape) => shape
                .dims
                .is_none_or(|dims| dims.iter().any(|size| !matches!(size, Extent::Static(_)))),
            TypeView::Other => false,
        };
        let needs_rules = rules.op(name).is_none() && self.module.results(op).iter().any(is_open);
        let (dialect, _) = name.split_once('.').filter(|_| needs_rules)?;
        let (folder, _) = self.uri.rsplit_once('/')?;
        let uri = format!("{folder}/{}.rules", escaped(dialect));
        let start = Position::new(0, 0);
        let text = format!("{}\n", skeleton::of_op(self.module, op));
        let insert = replacement(&uri, Range::new(start, start), &text);
        let title = format!("Begin a rule for `{name}` in {dialect}.rules");
        Some(code_action(&title, "quickfix", &[creation(&uri), insert]))
    }
}

/// The text of an op without regions, with the names of the source.
fn printed(module: &Module, op: OpId) -> String {
    let names = ValueNames::new(module, PrintOptions::default());
    let text = module.print_op(op, &names);
    let values = || module.results(op).iter().chain(module.operands(op));
    let mut renamed = String::new();
    let mut end = 0;
    for word in words(&text, 0) {
        let mut values = values();
        if let Some(&value) = values.find(|&&value| names.name(value) == word.text) {
            renamed += &text[end..word.byte];
            renamed += &module.value_name(value);
            end = word.byte + word.text.len();
        }
    }
    renamed + &text[end..]
}
