//! The custom assembly of the globals of `ml_program`.

use super::Syntax;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::Printer;
use crate::program::{OpId, Program, ValueId};
use crate::{Attr, AttrData, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "ml_program_global",
        Syntax {
            parse: parse_global,
            print: print_global,
        },
    ),
    (
        "ml_program_load_graph",
        Syntax {
            parse: parse_load_graph,
            print: print_load_graph,
        },
    ),
    (
        "ml_program_store_graph",
        Syntax {
            parse: parse_store_graph,
            print: print_store_graph,
        },
    ),
];

const TOKEN: &str = "!ml_program.token";

/// `private mutable @name(value) : type`
fn parse_global(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let visibilities = ["public", "private", "nested"];
    let Some(visibility) = visibilities.into_iter().find(|word| parser.eat_word(word)) else {
        return parser.error("expected 'public', 'private', or 'nested'");
    };
    let visibility = parser.module.string_attribute(visibility);
    parser.set(state, "sym_visibility", visibility);
    if parser.eat_word("mutable") {
        parser.set(state, "is_mutable", Attr::UNIT);
    }
    parser.attribute_of(state, "sym_name")?;
    if parser.eat(Kind::LeftParen) {
        let value = parser.attribute()?;
        parser.set(state, "value", value);
        parser.expect(Kind::RightParen, "')'")?;
    }
    parser.expect(Kind::Colon, "':'")?;
    parser.attribute_of(state, "type")?;
    parser.attr_dict(state)
}

fn print_global(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let visibility = module.op_attribute(op, "sym_visibility")?;
    printer.write(" ");
    printer.write(module.attribute_data(visibility).as_str()?);
    if module.op_attribute(op, "is_mutable").is_some() {
        printer.write(" mutable");
    }
    printer.write(" ");
    printer.attribute_of(op, "sym_name")?;
    if let Some(value) = module.op_attribute(op, "value") {
        printer.write("(");
        printer.attribute(value);
        printer.write(")");
    }
    printer.write(" : ");
    printer.attribute_of(op, "type")?;
    let shown = ["sym_visibility", "is_mutable", "sym_name", "value", "type"];
    printer.attr_dict(op, &shown);
    Some(())
}

/// `ordering(%a, %b -> !ml_program.token)`, or `ordering(() -> !ml_program.token)`
fn parse_ordering(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let token = parser.module.intern_type(TypeData::opaque(TOKEN));
    let mut tokens = Vec::new();
    if parser.eat_word("ordering") {
        parser.expect(Kind::LeftParen, "'('")?;
        if parser.eat(Kind::LeftParen) {
            parser.expect(Kind::RightParen, "')'")?;
        } else {
            tokens = parser.operand_list()?;
        }
        if parser.eat(Kind::Arrow) {
            let ty = parser.ty()?;
            state.results.push(ty);
        }
        parser.expect(Kind::RightParen, "')'")?;
    }
    parser.resolve_same(&tokens, token, &mut state.operands)
}

fn print_ordering(printer: &mut Printer<'_>, tokens: &[ValueId], result: ValueId) {
    printer.write(" ordering(");
    match tokens {
        [] => printer.write("()"),
        tokens => printer.values(tokens),
    }
    printer.write(" -> ");
    printer.value_type(result);
    printer.write(")");
}

/// `@name ordering(…) : type`
fn parse_load_graph(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    parser.attribute_of(state, "global")?;
    parse_ordering(parser, state)?;
    parser.expect(Kind::Colon, "':'")?;
    let ty = parser.ty()?;
    state.results.insert(0, ty);
    parser.attr_dict(state)
}

fn print_load_graph(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let &[value, token] = module.results(op) else {
        return None;
    };
    printer.write(" ");
    print_symbol(printer, op)?;
    print_ordering(printer, &module.op(op).operands, token);
    printer.write(" : ");
    printer.value_type(value);
    printer.attr_dict(op, &["global"]);
    Some(())
}

fn print_symbol(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let global = printer.module.op_attribute(op, "global")?;
    match printer.module.attribute_data(global) {
        AttrData::Symbol(_) => {
            printer.attribute(global);
            Some(())
        }
        _ => None,
    }
}

/// `@name = %value ordering(…) : type`
fn parse_store_graph(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    parser.attribute_of(state, "global")?;
    parser.expect(Kind::Equal, "'='")?;
    let value = parser.operand()?;
    parse_ordering(parser, state)?;
    parser.expect(Kind::Colon, "':'")?;
    let ty = parser.ty()?;
    let value = parser.resolve(value, ty)?;
    state.operands.insert(0, value);
    parser.attr_dict(state)
}

fn print_store_graph(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let (&value, tokens) = module.op(op).operands.split_first()?;
    printer.write(" ");
    print_symbol(printer, op)?;
    printer.write(" = ");
    printer.value(value);
    print_ordering(printer, tokens, *module.results(op).first()?);
    printer.write(" : ");
    printer.value_type(value);
    printer.attr_dict(op, &["global"]);
    Some(())
}
