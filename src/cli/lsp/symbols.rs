//! The outline of a document.

#![expect(
    deprecated,
    reason = "the type of the protocol has a field that is deprecated"
)]

use super::hints::Function;
use super::rule_index::{Entry, range};
use calipers::ir::Module;
use calipers::program::{Attribute, OpId, Program as _};
use calipers::sexp::Source;
use lsp_types::{DocumentSymbol, Position, Range, SymbolKind};

/// The functions of a program, with the ops in them that have regions.
pub fn of_program(module: &Module, functions: &[Function]) -> Vec<DocumentSymbol> {
    let symbols = functions.iter().filter_map(|function| {
        let (first, last) = (function.lines.start() - 1, *function.lines.end());
        let whole = Range::new(Position::new(first, 0), Position::new(last, 0));
        let kind = match module.regions(function.op).is_empty() {
            true => SymbolKind::CONSTANT,
            false => SymbolKind::FUNCTION,
        };
        symbol_of(module, function.op, whole, kind)
    });
    symbols.collect()
}

fn symbol_of(module: &Module, op: OpId, whole: Range, kind: SymbolKind) -> Option<DocumentSymbol> {
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
fn inner(module: &Module, op: OpId) -> Vec<DocumentSymbol> {
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
        symbol_of(module, op, whole, SymbolKind::NAMESPACE)
    });
    symbols.collect()
}

fn results(module: &Module, op: OpId) -> Option<String> {
    let names = module.results(op).iter();
    let names: Vec<String> = names.map(|&value| module.value_name(value)).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// The forms of a rule file.
pub fn of_rules(source: &Source, entries: &[Entry]) -> Vec<DocumentSymbol> {
    let symbols = entries.iter().map(|entry| {
        let kind = match entry.kind() {
            "op" => SymbolKind::CLASS,
            "interface" => SymbolKind::INTERFACE,
            "define" | "word" => SymbolKind::FUNCTION,
            _ => SymbolKind::PROPERTY,
        };
        let detail = Some(entry.kind().to_owned());
        let range = range(source, entry.span());
        symbol(entry.names.join(" "), detail, kind, range, vec![])
    });
    // The protocol rejects empty names.
    symbols.filter(|symbol| !symbol.name.is_empty()).collect()
}

fn symbol(
    name: String,
    detail: Option<String>,
    kind: SymbolKind,
    range: Range,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range: Range::new(range.start, range.start),
        children: (!children.is_empty()).then_some(children),
    }
}
