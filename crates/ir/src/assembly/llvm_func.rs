//! The custom assembly of `llvm.func` and `llvm.mlir.global`.

use super::syntax::Syntax;
use crate::derivation::outer_text;
use crate::parse::{Argument, Kind, OpState, Parsed, Parser};
use crate::print::{EntryArguments, Printer, Terminators, attributes_at};
use crate::program::OpId;
use crate::{Attr, AttrData, Module, Type, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "llvm_func",
        Syntax {
            parse: parse_func,
            print: print_func,
        },
    ),
    (
        "llvm_global",
        Syntax {
            parse: parse_global,
            print: print_global,
        },
    ),
];

const LINKAGES: &[&str] = &[
    "private",
    "internal",
    "available_externally",
    "linkonce",
    "weak",
    "common",
    "appending",
    "extern_weak",
    "linkonce_odr",
    "weak_odr",
    "external",
];

/// Keywords of enum values from 1 on.
const VISIBILITIES: &[&str] = &["hidden", "protected"];
const UNNAMED: &[&str] = &["local_unnamed_addr", "unnamed_addr"];
const CONVENTIONS: &[&str] = &[
    "ccc",
    "fastcc",
    "coldcc",
    "cc_10",
    "cc_11",
    "anyregcc",
    "preserve_mostcc",
    "preserve_allcc",
    "swiftcc",
    "cxx_fast_tlscc",
    "tailcc",
    "cfguard_checkcc",
    "swifttailcc",
    "x86_stdcallcc",
    "x86_fastcallcc",
    "arm_apcscc",
    "arm_aapcscc",
    "arm_aapcs_vfpcc",
    "msp430_intrcc",
    "x86_thiscallcc",
    "ptx_kernelcc",
    "ptx_devicecc",
    "spir_funccc",
    "spir_kernelcc",
    "intel_ocl_bicc",
    "x86_64_sysvcc",
    "win64cc",
    "x86_vectorcallcc",
    "hhvmcc",
    "hhvm_ccc",
    "x86_intrcc",
    "avr_intrcc",
    "avr_builtincc",
    "amdgpu_vscc",
    "amdgpu_gscc",
    "amdgpu_cscc",
    "amdgpu_kernelcc",
    "x86_regcallcc",
    "amdgpu_hscc",
    "msp430_builtincc",
    "amdgpu_lscc",
    "amdgpu_escc",
    "aarch64_vectorcallcc",
    "aarch64_sve_vectorcallcc",
    "wasm_emscripten_invokecc",
    "amdgpu_gfxcc",
    "m68k_intrcc",
];

/// Sets `name` to the number of the next keyword, or to 0 if there is none.
fn parse_word(parser: &mut Parser<'_>, state: &mut OpState, name: &str, words: &[&str]) {
    let number = words.iter().position(|word| parser.eat_word(word));
    let number = number.map_or(0, |at| at + 1);
    let value = parser.module.integer_attribute(number, Type::I64);
    parser.set(state, name, value);
}

/// The value of a number attribute, 0 if it is missing.
fn number(module: &Module, op: OpId, name: &str) -> Option<usize> {
    match module.integer(op, name) {
        Some(number) => usize::try_from(number).ok(),
        None => Some(0),
    }
}

fn print_word(printer: &mut Printer<'_>, op: OpId, name: &str, words: &[&str]) -> Option<()> {
    if let Some(at) = number(printer.module, op, name)?.checked_sub(1) {
        write!(printer, " {}", words.get(at)?);
    }
    Some(())
}

/// Sets `name` to `#llvm.KIND<word>` with the next word or the default.
fn parse_tagged(
    parser: &mut Parser<'_>,
    state: &mut OpState,
    (name, kind): (&str, &str),
    words: &[&str],
    default: &str,
) {
    let word = words.iter().find(|word| parser.eat_word(word));
    let word = word.unwrap_or(&default);
    let text = format!("#llvm.{kind}<{word}>").into();
    parser.set_data(state, name, AttrData::Opaque { text, ty: None });
}

/// Prints the word of `#llvm.KIND<word>`, unless it is the default.
fn print_tagged(
    printer: &mut Printer<'_>,
    op: OpId,
    (name, kind): (&str, &str),
    words: &[&str],
    default: &str,
) -> Option<()> {
    let attribute = printer.module.op_attribute(op, name)?;
    let AttrData::Opaque { text, .. } = printer.module.attribute_data(attribute) else {
        return None;
    };
    let word = text.strip_prefix("#llvm.")?.strip_prefix(kind)?;
    let word = word.strip_prefix('<')?.strip_suffix('>')?;
    if word != default {
        write!(printer, " {}", words.iter().find(|it| **it == word)?);
    }
    Some(())
}

/// The text of a vscale range around its endpoints.
const SCALE: &str = "#llvm.vscale_range<minRange = ";
const SCALE_TO: &str = " : i32, maxRange = ";
const SCALE_END: &str = " : i32>";

/// The text of a type nested in a type of the dialect.
fn inner_text(module: &Module, ty: Type) -> String {
    let text = module.type_text(ty);
    match text.strip_prefix("!llvm.") {
        Some(inner) => inner.to_owned(),
        None => text,
    }
}

/// The result and the arguments in `!llvm.func<result (argument, …)>`.
fn signature(text: &str) -> Option<(&str, Vec<&str>)> {
    let body = text.strip_prefix("!llvm.func<")?.strip_suffix(">")?;
    let arguments_at = {
        let mut depth = 0;
        body.char_indices().rev().find_map(|(at, c)| {
            match c {
                ')' => depth += 1,
                '(' => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(at)
        })?
    };
    let result = body[..arguments_at].trim_end();
    let list = body[arguments_at..].strip_prefix('(')?.strip_suffix(')')?;
    let (mut depth, mut start, mut arguments) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '(' | '<' | '[' => depth += 1,
            ')' | '>' | ']' => depth -= 1,
            ',' if depth == 0 => {
                arguments.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = list[start..].trim();
    if !last.is_empty() {
        arguments.push(last);
    }
    Some((result, arguments))
}

/// `linkage visibility unnamed convention @name(arguments) -> result attributes {…} {body}`.
fn parse_func(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    parse_tagged(parser, state, ("linkage", "linkage"), LINKAGES, "external");
    parse_word(parser, state, "visibility_", VISIBILITIES);
    parse_word(parser, state, "unnamed_addr", UNNAMED);
    parse_tagged(parser, state, ("CConv", "cconv"), CONVENTIONS, "ccc");
    let name = parser.symbol_name()?;
    let name = parser.module.string_attribute(&name);
    parser.set(state, "sym_name", name);
    let (mut arguments, mut texts) = (Vec::new(), Vec::new());
    let mut attributes = Vec::new();
    parser.expect(Kind::LeftParen, "'(' before the arguments")?;
    parser.list_until(Kind::RightParen, "')'", |parser| {
        if parser.eat(Kind::Ellipsis) {
            texts.push("...".to_owned());
            return Ok(());
        }
        let (mut name, mut at) = ("", parser.token.start);
        if parser.is(Kind::Percent) {
            (name, at) = parser.argument_name()?;
            parser.expect(Kind::Colon, "':' after an argument")?;
        }
        let ty = parser.ty()?;
        attributes.push(parser.value_attributes()?);
        let location = parser.argument_location()?;
        texts.push(inner_text(&parser.module, ty));
        arguments.push(Argument {
            name,
            at,
            ty,
            attributes: None,
            location,
        });
        Ok(())
    })?;
    let (mut result, mut of_result) = ("void".to_owned(), None);
    if parser.eat(Kind::Arrow) {
        let in_parens = parser.eat(Kind::LeftParen);
        let ty = parser.ty()?;
        result = inner_text(&parser.module, ty);
        if in_parens {
            of_result = parser.value_attributes()?;
            parser.expect(Kind::RightParen, "')'")?;
        }
    }
    parse_scale(parser, state)?;
    let text = format!("!llvm.func<{result} ({})>", texts.join(", "));
    let ty = parser.module.intern_type(TypeData::opaque(text));
    parser.set_data(state, "function_type", AttrData::Type(ty));
    for (name, list) in [("arg_attrs", attributes), ("res_attrs", vec![of_result])] {
        if list.iter().any(Option::is_some) {
            let empty = AttrData::Dictionary(Box::default());
            let empty = parser.module.intern_attribute(empty);
            let list = list.into_iter().map(|it| it.unwrap_or(empty)).collect();
            parser.set_data(state, name, AttrData::Array(list));
        }
    }
    parser.attr_dict_with_keyword(state)?;
    let named = arguments.iter().all(|it| !it.name.is_empty());
    let region = match parser.is(Kind::LeftBrace) && named {
        true => parser.region(state.op, &arguments)?,
        false => parser.optional_region(state.op, &[])?,
    };
    state.regions.push(region);
    Ok(())
}

/// An optional `vscale_range(1, 16)`.
fn parse_scale(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    if parser.eat_word("vscale_range") {
        let at = parser.token.start;
        let ends = parser.integer_list(Kind::LeftParen, Kind::RightParen)?;
        let [least, most] = ends[..] else {
            return parser.error_at(at, "expected the least and the greatest scale");
        };
        let text = format!("{SCALE}{least}{SCALE_TO}{most}{SCALE_END}").into();
        parser.set_data(state, "vscale_range", AttrData::Opaque { text, ty: None });
    }
    Ok(())
}

fn print_scale(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let Some(attribute) = printer.module.op_attribute(op, "vscale_range") else {
        return Some(());
    };
    let AttrData::Opaque { text, .. } = printer.module.attribute_data(attribute) else {
        return None;
    };
    let ends = text.strip_prefix(SCALE)?.strip_suffix(SCALE_END)?;
    let (least, most) = ends.split_once(SCALE_TO)?;
    write!(printer, " vscale_range({least}, {most})");
    Some(())
}

fn print_func(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    // Ops that were parsed from this form have the attribute; others are printed in generic form.
    module.op_attribute(op, "unnamed_addr")?;
    print_tagged(printer, op, ("linkage", "linkage"), LINKAGES, "external")?;
    print_word(printer, op, "visibility_", VISIBILITIES)?;
    print_word(printer, op, "unnamed_addr", UNNAMED)?;
    print_tagged(printer, op, ("CConv", "cconv"), CONVENTIONS, "ccc")?;
    printer.write(" ");
    let name = module.attribute_data(module.op_attribute(op, "sym_name")?);
    printer.symbol(name.as_str()?);
    let AttrData::Type(ty) = module.attribute_data(module.op_attribute(op, "function_type")?)
    else {
        return None;
    };
    let text = module.type_text(*ty);
    let (result, inputs) = signature(&text)?;
    let region = *module.op(op).regions().first()?;
    let entry = module.regions[region.index()].blocks.first();
    let arguments = entry.map(|block| &module.blocks[block.index()].arguments);
    let fixed = inputs.iter().filter(|input| **input != "...").count();
    if arguments.is_some_and(|it| it.len() != fixed) {
        return None;
    }
    printer.write("(");
    printer.list(inputs.iter().enumerate(), |printer, (at, input)| {
        match arguments.and_then(|it| it.get(at)) {
            Some(argument) => printer.argument(*argument),
            None if *input == "..." => printer.write(input),
            None => write!(printer, "{}", outer_text(input)),
        }
        if let Some(attributes) = attributes_at(module, op, "arg_attrs", at) {
            printer.write(" ");
            printer.attribute(attributes);
        }
    });
    printer.write(")");
    match attributes_at(module, op, "res_attrs", 0) {
        Some(attributes) => {
            write!(printer, " -> ({} ", outer_text(result));
            printer.attribute(attributes);
            printer.write(")");
        }
        None if result != "void" => write!(printer, " -> {}", outer_text(result)),
        None => {}
    }
    print_scale(printer, op)?;
    let header = [
        "linkage",
        "visibility_",
        "unnamed_addr",
        "CConv",
        "sym_name",
        "function_type",
        "arg_attrs",
        "res_attrs",
        "vscale_range",
    ];
    printer.attr_dict_with_keyword(op, &header);
    if entry.is_some() {
        printer.write(" ");
        printer.region(region, EntryArguments::Hidden, Terminators::Shown);
    }
    Some(())
}

/// `linkage visibility unnamed constant @name(value) {…} : type {initializer}`.
fn parse_global(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    parse_tagged(parser, state, ("linkage", "linkage"), LINKAGES, "external");
    parse_word(parser, state, "visibility_", VISIBILITIES);
    if parser.eat_word("thread_local") {
        parser.set(state, "thread_local_", Attr::UNIT);
    }
    parse_word(parser, state, "unnamed_addr", UNNAMED);
    if parser.eat_word("constant") {
        parser.set(state, "constant", Attr::UNIT);
    }
    let name = parser.symbol_name()?;
    let name = parser.module.string_attribute(&name);
    parser.set(state, "sym_name", name);
    parser.expect(Kind::LeftParen, "'('")?;
    let mut length = None;
    if !parser.eat(Kind::RightParen) {
        let value = parser.attribute()?;
        if let AttrData::String { value, .. } = parser.module.attribute_data(value) {
            length = Some(value.len());
        }
        parser.set(state, "value", value);
        parser.expect(Kind::RightParen, "')'")?;
    }
    parser.attr_dict(state)?;
    let ty = match length {
        Some(length) if !parser.is(Kind::Colon) => {
            let text = format!("!llvm.array<{length} x i8>");
            parser.module.intern_type(TypeData::opaque(text))
        }
        _ => {
            parser.expect(Kind::Colon, "':'")?;
            parser.ty()?
        }
    };
    parser.set_data(state, "global_type", AttrData::Type(ty));
    let region = parser.optional_region(state.op, &[])?;
    state.regions.push(region);
    Ok(())
}

fn print_global(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    module.op_attribute(op, "unnamed_addr")?;
    print_tagged(printer, op, ("linkage", "linkage"), LINKAGES, "")?;
    print_word(printer, op, "visibility_", VISIBILITIES)?;
    if module.op_attribute(op, "thread_local_").is_some() {
        printer.write(" thread_local");
    }
    print_word(printer, op, "unnamed_addr", UNNAMED)?;
    if module.op_attribute(op, "constant").is_some() {
        printer.write(" constant");
    }
    printer.write(" ");
    let name = module.attribute_data(module.op_attribute(op, "sym_name")?);
    printer.symbol(name.as_str()?);
    printer.write("(");
    let value = module.op_attribute(op, "value");
    if let Some(value) = value {
        printer.attribute(value);
    }
    printer.write(")");
    let header = [
        "linkage",
        "visibility_",
        "thread_local_",
        "unnamed_addr",
        "constant",
        "sym_name",
        "value",
        "global_type",
    ];
    printer.attr_dict_in_full(op, &header);
    let is_text =
        value.is_some_and(|value| matches!(module.attribute_data(value), AttrData::String { .. }));
    if !is_text {
        let AttrData::Type(ty) = module.attribute_data(module.op_attribute(op, "global_type")?)
        else {
            return None;
        };
        printer.write(" : ");
        printer.ty(*ty);
    }
    let region = *module.op(op).regions().first()?;
    if !module.regions[region.index()].blocks.is_empty() {
        printer.write(" ");
        printer.region(region, EntryArguments::Shown, Terminators::Shown);
    }
    Some(())
}
