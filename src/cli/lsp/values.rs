//! The places of values and symbols in the text of a program.

use super::hints::Function;
use super::text::{Word, without_comment, words};
use calipers::ir::Module;
use calipers::program::{OpId, Program as _, ValueId};
use calipers_support::order::Order;

/// A word of the text, and the value that it names.
pub struct Occurrence<'t> {
    pub word: Word<'t>,
    pub value: ValueId,
    pub is_definition: bool,
}

/// The words of a function that name values, in order. Costs the ops of the function for each word.
pub fn occurrences<'t>(module: &Module, text: &'t str, function: &Function) -> Vec<Occurrence<'t>> {
    let ops = placed_ops(module, function);
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(number, _)| function.lines.contains(number));
    let mut found = vec![];
    for (number, line) in lines {
        for word in words(line, number - 1) {
            if word.text.starts_with('%') {
                found.extend(resolved(module, &ops, line, word));
            }
        }
    }
    found
}

/// The ops in a function, by their places: line and column from 1.
fn placed_ops(module: &Module, function: &Function) -> Vec<((u32, u32), OpId)> {
    let place = |op: OpId| Some((module.location(op)?, op));
    let ops = module.walk(function.op).filter_map(place);
    let mut ops: Vec<_> = ops
        .map(|(place, op)| ((place.line, place.column), op))
        .collect();
    ops.order();
    ops
}

/// The value that a word names.
fn resolved<'t>(
    module: &Module,
    ops: &[((u32, u32), OpId)],
    line: &str,
    word: Word<'t>,
) -> Option<Occurrence<'t>> {
    let is_named = |&value: &ValueId| module.value_name(value) == word.text;
    let here = word.line + 1;
    let occurrence = |value, is_definition| Occurrence {
        word,
        value,
        is_definition,
    };
    if is_result(line, word) {
        let on_line = ops.iter().filter(|((line, _), _)| *line == here);
        let mut results = on_line.flat_map(|(_, op)| module.results(*op));
        let value = results.find(|value| {
            // `%x:2` defines `%x#0` and `%x#1`.
            is_named(value) || module.value_name(**value) == format!("{}#0", word.text)
        })?;
        return Some(occurrence(*value, true));
    }
    if line.trim_start().starts_with('^') {
        let arguments = ops.iter().flat_map(|(_, op)| arguments(module, *op));
        let place = |value| module.definition_location(value);
        let is_here = |value| place(value).is_some_and(|place| place.line == here);
        if let Some(value) = arguments.filter(is_named).find(|&value| is_here(value)) {
            return Some(occurrence(value, true));
        }
    }
    let column = line[..word.byte].chars().count() as u32 + 1;
    let before = ops.partition_point(|(place, _)| *place <= (here, column));
    let latest = ops[..before].iter().rev().map(|(_, op)| *op);
    for op in latest {
        if let Some(value) = arguments(module, op).into_iter().find(is_named) {
            let is_definition = module.location(op).is_some_and(|place| place.line == here);
            return Some(occurrence(value, is_definition));
        }
        let operands = module.operands(op).iter();
        if let Some(value) = operands.chain(module.results(op)).copied().find(is_named) {
            return Some(occurrence(value, false));
        }
    }
    None
}

/// Whether a word is a result of an op, before its `=`.
fn is_result(line: &str, word: Word<'_>) -> bool {
    let line = without_comment(line);
    let Some((results, _)) = line.split_once(" = ") else {
        return false;
    };
    let is_list = |c: char| c.is_alphanumeric() || "%._$-#:, ".contains(c);
    word.byte < results.len()
        && results.trim_start().starts_with('%')
        && results.trim_start().chars().all(is_list)
}

/// The arguments of the blocks in the regions of an op.
fn arguments(module: &Module, op: OpId) -> Vec<ValueId> {
    let regions = module.regions(op).iter();
    let blocks = regions.flat_map(|&region| module.blocks(region));
    blocks
        .flat_map(|&block| module.block_arguments(block))
        .copied()
        .collect()
}

/// The words of a program that are a symbol, `@f`.
pub fn symbols<'t>(text: &'t str, symbol: &str) -> Vec<Word<'t>> {
    let lines = (0..).zip(text.lines());
    let words = lines.flat_map(|(number, line)| words(line, number));
    words.filter(|word| word.text == symbol).collect()
}
