//! The outline of a document.

use super::hints::Function;
use super::protocol::{Position, Range, SymbolKind, symbol};
use super::rule_index::{Entry, range};
use calipers::ir::Module;
use calipers::program::{Attribute, OpId, Program as _};
use calipers::sexp::Source;
use serde_json::Value;

/// The functions of a program, with the ops in them that have regions.
pub fn of_program(module: &Module, functions: &[Function]) -> Vec<Value> {
    let symbols = functions.iter().filter_map(|function| {
        let (first, last) = (function.lines.start() - 1, *function.lines.end());
        let whole = Range::new(Position::new(first, 0), Position::new(last, 0));
        let kind = match module.regions(function.op).is_empty() {
            true => SymbolKind::Constant,
            false => SymbolKind::Function,
        };
        symbol_of(module, function.op, whole, kind)
    });
    symbols.collect()
}

fn symbol_of(module: &Module, op: OpId, whole: Range, kind: SymbolKind) -> Option<Value> {
    let name = module.op_name(op);
    let (title, detail) = match module.attribute(op, "sym_name") {
        Some(Attribute::String(symbol)) => (format!("@{symbol}"), Some(name.to_owned())),
        _ => (name.to_owned(), results(module, op)),
    };
    let place = module.location(op)?;
    let start = Position::new(place.line - 1, place.column - 1);
    let range = match whole.start.line == start.line {
        true => whole,
        false => Range::new(start, start),
    };
    Some(symbol(title, detail, kind, range, inner(module, op)))
}

/// The ops with regions in an op.
fn inner(module: &Module, op: OpId) -> Vec<Value> {
    let regions = module.regions(op).iter();
    let blocks = regions.flat_map(|&region| module.blocks(region));
    let ops = blocks.flat_map(|&block| module.block_ops(block)).copied();
    let nested = ops.filter(|&op| !module.regions(op).is_empty());
    let symbols = nested.filter_map(|op| {
        let lines = module
            .walk(op)
            .filter_map(|op| Some(module.location(op)?.line));
        let (first, last) = (module.location(op)?.line, lines.max()?);
        let whole = Range::new(Position::new(first - 1, 0), Position::new(last, 0));
        symbol_of(module, op, whole, SymbolKind::Namespace)
    });
    symbols.collect()
}

fn results(module: &Module, op: OpId) -> Option<String> {
    let names = module.results(op).iter();
    let names: Vec<String> = names.map(|&value| module.value_name(value)).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// The forms of a rule file.
pub fn of_rules(source: &Source, entries: &[Entry]) -> Vec<Value> {
    let symbols = entries.iter().filter_map(|entry| {
        let name = entry.names.join(" ");
        // The protocol rejects empty names.
        if name.is_empty() {
            return None;
        }
        let kind = match entry.kind() {
            "op" => SymbolKind::Class,
            "interface" => SymbolKind::Interface,
            "define" | "word" => SymbolKind::Function,
            _ => SymbolKind::Property,
        };
        let detail = Some(entry.kind().to_owned());
        let range = range(source, entry.span());
        Some(symbol(name, detail, kind, range, vec![]))
    });
    symbols.collect()
}
