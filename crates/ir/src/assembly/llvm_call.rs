//! The custom assembly of `llvm.call`.

use super::shared::integers;
use super::syntax::Syntax;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::Printer;
use crate::program::OpId;
use crate::{AttrData, Module, Type};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "llvm_call",
    Syntax {
        parse: parse_call,
        print: print_call,
    },
)];

/// The attributes with the sizes and the tags of operand bundles.
const BUNDLES: [&str; 2] = ["op_bundle_sizes", "op_bundle_tags"];

const TAILS: &[&str] = &["tail", "musttail", "notail"];

/// `convention tail @callee(operands) vararg(type) [bundles] {attributes} : signature`; the callee may be a pointer,
/// whose type precedes the signature.
fn parse_call(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let (mut convention, mut tail) = ("ccc", "none");
    while parser.is(Kind::Bare) {
        let word = parser.word("a calling convention")?;
        match TAILS.contains(&word) {
            true => tail = word,
            false => convention = word,
        }
    }
    for (name, text) in [
        ("CConv", format!("#llvm.cconv<{convention}>")),
        ("TailCallKind", format!("#llvm.tailcallkind<{tail}>")),
    ] {
        let text = text.into();
        parser.set_data(state, name, AttrData::Opaque { text, ty: None });
    }
    let pointer = match parser.is(Kind::Percent) {
        true => Some(parser.operand()?),
        false => {
            let callee = parser.attribute()?;
            parser.set(state, "callee", callee);
            None
        }
    };
    let operands = parser.operand_list_in(Kind::LeftParen, Kind::RightParen)?;
    if parser.eat_word("vararg") {
        parser.expect(Kind::LeftParen, "'('")?;
        let ty = parser.ty()?;
        parser.set_data(state, "var_callee_type", AttrData::Type(ty));
        parser.expect(Kind::RightParen, "')'")?;
    }
    let at = parser.token.start;
    let bundles = parser.bundles()?;
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    if let Some(pointer) = pointer {
        let ty = parser.ty()?;
        parser.resolve_into(state, &[pointer], &[ty])?;
        parser.expect(Kind::Comma, "','")?;
    }
    let signature = parser.signature()?;
    parser.set_value_attributes(state, &signature);
    let inputs: Vec<Type> = signature.arguments.iter().map(|it| it.ty).collect();
    parser.resolve_into(state, &operands, &inputs)?;
    state.results = signature.results.iter().map(|(ty, _)| *ty).collect();
    parser.set_segments(state, &[state.operands.len(), bundles.operands.len()]);
    parser.resolve_all(&bundles.operands, &bundles.types, at, &mut state.operands)?;
    parser.set_bundles(state, BUNDLES, bundles.sizes, bundles.tags);
    Ok(())
}

/// The word in `#llvm.KIND<word>`.
fn word<'m>(module: &'m Module, op: OpId, name: &str, kind: &str) -> Option<&'m str> {
    let attribute = module.op_attribute(op, name)?;
    let AttrData::Opaque { text, .. } = module.attribute_data(attribute) else {
        return None;
    };
    let word = text.strip_prefix("#llvm.")?.strip_prefix(kind)?;
    word.strip_prefix('<')?.strip_suffix('>')
}

fn print_call(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let convention = word(module, op, "CConv", "cconv")?;
    let tail = word(module, op, "TailCallKind", "tailcallkind")?;
    for (word, default) in [(convention, "ccc"), (tail, "none")] {
        if word != default {
            write!(printer, " {word}");
        }
    }
    let sizes = integers(printer, op, "operandSegmentSizes")?;
    let called = usize::try_from(*sizes.first()?).ok()?;
    let (mut operands, bundled) = module.op(op).operands.split_at_checked(called)?;
    printer.write(" ");
    let mut pointer = None;
    match module.op_attribute(op, "callee") {
        Some(callee) => printer.attribute(callee),
        None => {
            let (callee, rest) = operands.split_first()?;
            (pointer, operands) = (Some(*callee), rest);
            printer.value(*callee);
        }
    }
    printer.write("(");
    printer.values(operands);
    printer.write(")");
    if let Some(ty) = module.op_attribute(op, "var_callee_type") {
        printer.write(" vararg(");
        printer.attribute(ty);
        printer.write(")");
    }
    if module.op_attribute(op, BUNDLES[1]).is_some() {
        printer.write(" ");
        printer.bundles_of(op, bundled, BUNDLES)?;
    }
    let elided = [
        "CConv",
        "TailCallKind",
        "callee",
        "var_callee_type",
        "op_bundle_sizes",
        "op_bundle_tags",
        "operandSegmentSizes",
        "arg_attrs",
        "res_attrs",
    ];
    printer.attr_dict(op, &elided);
    printer.write(" : ");
    if let Some(pointer) = pointer {
        printer.value_type(pointer);
        printer.write(", ");
    }
    let inputs: Vec<Type> = operands.iter().map(|it| module.type_of(*it)).collect();
    let results = module.result_types(op);
    printer.signature_of(op, (&inputs, &results), None);
    if results.is_empty() {
        printer.write(" -> ()");
    }
    Some(())
}
