//! The custom assembly of `llvm.extractvalue` and `llvm.insertvalue`, which infer the type at a position of a struct
//! or an array.

use super::Syntax;
use super::affine::integers;
use super::llvm_func::outer_text;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::Printer;
use crate::program::{OpId, Program};
use crate::{AttrData, DenseElements, Type, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "llvm_extractvalue",
        Syntax {
            parse: parse_extract,
            print: print_extract,
        },
    ),
    (
        "llvm_insertvalue",
        Syntax {
            parse: parse_insert,
            print: print_insert,
        },
    ),
];

/// The text of the type at an index of a struct or an array, without `!llvm.`.
fn member(text: &str, index: i64) -> Option<&str> {
    let (kind, body) = text.split_once('<')?;
    let body = body.strip_suffix('>')?;
    let index = usize::try_from(index).ok()?;
    match kind {
        "array" => {
            let (size, element) = body.split_once(" x ")?;
            (index < size.trim().parse().ok()?).then(|| element.trim())
        }
        "struct" => {
            // A quoted name comes first, which may contain any characters.
            let name = match body.strip_prefix('"') {
                Some(rest) => 2 + rest.find('"')?,
                None => 0,
            };
            let body = &body[name..];
            let members = body[body.find('(')? + 1..].strip_suffix(')')?;
            parts(members).nth(index).map(str::trim)
        }
        _ => None,
    }
}

/// Splits at commas outside of brackets and quotes.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut is_quoted) = (0, false);
    text.split(move |character| {
        match character {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        character == ',' && depth == 0 && !is_quoted
    })
}

/// The text of the type at a position of a nested type.
fn at_position(container: &str, position: &[i64]) -> Option<String> {
    let inner = container.strip_prefix("!llvm.")?;
    let found = position
        .iter()
        .try_fold(inner, |text, &at| member(text, at))?;
    Some(outer_text(found))
}

/// `[1, 0] {attributes} : type`; returns the container type and the type at the position.
fn parse_rest(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<(Type, Type)> {
    let position = parser.integer_list(Kind::LeftBracket, Kind::RightBracket)?;
    let data = AttrData::DenseArray {
        element: Type::I64,
        elements: DenseElements::Integers(position.clone().into()),
    };
    parser.set_data(state, "position", data);
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let at = parser.token.start;
    let container = parser.ty()?;
    let found = match parser.module.type_data(container) {
        TypeData::Opaque { text, .. } => at_position(text, &position),
        _ => None,
    };
    match found.and_then(|text| parser.module.parse_type(&text).ok()) {
        Some(member) => Ok((container, member)),
        None => parser.error_at(at, "expected a struct or an array with such a position"),
    }
}

fn parse_extract(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let container = parser.operand()?;
    let (ty, member) = parse_rest(parser, state)?;
    state.results.push(member);
    parser.resolve_same(&[container], ty, &mut state.operands)
}

fn parse_insert(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let value = parser.operand()?;
    parser.expect(Kind::Comma, "','")?;
    let container = parser.operand()?;
    let (ty, member) = parse_rest(parser, state)?;
    state.results.push(ty);
    parser.resolve_same(&[container], ty, &mut state.operands)?;
    parser.resolve_same(&[value], member, &mut state.operands)
}

/// The position, if the type there is `member`.
fn position(printer: &Printer<'_>, op: OpId, container: Type, member: Type) -> Option<Vec<i64>> {
    let module = printer.module;
    let position = integers(printer, op, "position")?;
    let tight = |text: &str| text.replace(' ', "");
    let found = at_position(&module.type_text(container), &position)?;
    (tight(&found) == tight(&module.type_text(member))).then_some(position)
}

fn print_rest(printer: &mut Printer<'_>, op: OpId, container: Type, position: Vec<i64>) {
    printer.write("[");
    printer.list(position, |printer, at| printer.write(&at.to_string()));
    printer.write("]");
    printer.attr_dict(op, &["position"]);
    printer.write(" : ");
    printer.ty(container);
    // Matches MLIR's output.
    printer.write(" ");
}

fn print_extract(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let data = module.op(op);
    let ([container], [result]) = (&data.operands[..], module.results(op)) else {
        return None;
    };
    let ty = module.type_of(*container);
    let position = position(printer, op, ty, module.type_of(*result))?;
    printer.write(" ");
    printer.value(*container);
    print_rest(printer, op, ty, position);
    Some(())
}

fn print_insert(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let data = module.op(op);
    let ([container, value], [result]) = (&data.operands[..], module.results(op)) else {
        return None;
    };
    let ty = module.type_of(*container);
    if module.type_of(*result) != ty {
        return None;
    }
    let position = position(printer, op, ty, module.type_of(*value))?;
    printer.write(" ");
    printer.values(&[*value, *container]);
    print_rest(printer, op, ty, position);
    Some(())
}
