//! The custom assembly of transform ops that no format describes.

use super::syntax::Syntax;
use crate::parse::{Kind, OpState, Parsed, Parser, Unresolved};
use crate::print::Printer;
use crate::program::{OpId, ValueId};
use crate::{Attr, AttrData};
use calipers_support::order::Order;

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "transform_registered_pass",
    Syntax {
        parse: parse_registered_pass,
        print: print_registered_pass,
    },
)];

/// The operand types alone, or a functional type.
fn parse_types<'s>(
    parser: &mut Parser<'s>,
    state: &mut OpState,
    operands: &[Unresolved<'s>],
) -> Parsed<()> {
    let at = parser.token.start;
    let types = match parser.is(Kind::LeftParen) {
        true => {
            let types = parser.type_list_parens()?;
            parser.expect(Kind::Arrow, "'->'")?;
            state.results = parser.function_results()?;
            types
        }
        false => vec![parser.ty()?],
    };
    parser.resolve_all(operands, &types, at, &mut state.operands)
}

/// The placeholder of an operand in the options of a pass.
const PARAMETER: &str = "#transform.param_operand<index = ";

/// `"name" with options = {"key" = %value} to %target : functional type`
fn parse_registered_pass(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    parser.attribute_of(state, "pass_name")?;
    let mut values = Vec::new();
    if parser.eat_word("with") {
        parser.expect_word("options")?;
        parser.expect(Kind::Equal, "'='")?;
        let options = parse_options(parser, &mut values)?;
        parser.set(state, "options", options);
    }
    parser.expect_word("to")?;
    let mut operands = vec![parser.operand()?];
    operands.extend(values);
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    parse_types(parser, state, &operands)
}

fn parse_options<'s>(parser: &mut Parser<'s>, values: &mut Vec<Unresolved<'s>>) -> Parsed<Attr> {
    parser.expect(Kind::LeftBrace, "'{'")?;
    let mut options = Vec::new();
    parser.list_until(Kind::RightBrace, "'}'", |parser| {
        let at = parser.token.start;
        let name = match parser.is(Kind::String) {
            true => parser.string_text()?,
            false => parser.word("the name of an option")?.to_owned(),
        };
        let name = parser.module.intern_name(&name);
        if options.iter().any(|(known, _)| *known == name) {
            let name = parser.module.name(name);
            return parser.error_at(at, format!("duplicate option '{name}'"));
        }
        parser.expect(Kind::Equal, "'='")?;
        let value = parse_option(parser, values)?;
        options.push((name, value));
        Ok(())
    })?;
    let module = &mut parser.module;
    options.order_by(|a, b| module.name(a.0).cmp(module.name(b.0)));
    Ok(module.intern_attribute(AttrData::Dictionary(options.into())))
}

fn parse_option<'s>(parser: &mut Parser<'s>, values: &mut Vec<Unresolved<'s>>) -> Parsed<Attr> {
    if let Some(value) = parser.optional_operand()? {
        let text = format!("{PARAMETER}{} : i64>", values.len()).into();
        values.push(value);
        let data = AttrData::Opaque { text, ty: None };
        return Ok(parser.module.intern_attribute(data));
    }
    if !parser.eat(Kind::LeftBracket) {
        return parser.attribute();
    }
    parser.nested(|parser| {
        let mut items = Vec::new();
        parser.list_until(Kind::RightBracket, "']'", |parser| {
            items.push(parse_option(parser, values)?);
            Ok(())
        })?;
        let items = AttrData::Array(items.into());
        Ok(parser.module.intern_attribute(items))
    })
}

fn print_registered_pass(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let (target, values) = module.op(op).operands.split_first()?;
    printer.write(" ");
    printer.attribute_of(op, "pass_name")?;
    let options = module.op_attribute(op, "options")?;
    let AttrData::Dictionary(options) = module.attribute_data(options) else {
        return None;
    };
    if !options.is_empty() {
        printer.write(" with options = {");
        let mut all_known = true;
        printer.list(options, |printer, (name, value)| {
            let name = super::super::print::quoted(module.name(*name).as_bytes());
            write!(printer, "{name} = ");
            all_known &= print_option(printer, *value, values).is_some();
        });
        if !all_known {
            return None;
        }
        printer.write("}");
    }
    printer.write(" to ");
    printer.value(*target);
    printer.attr_dict(op, &["pass_name", "options"]);
    printer.write(" : ");
    printer.functional_type(op);
    Some(())
}

fn print_option(printer: &mut Printer<'_>, option: Attr, values: &[ValueId]) -> Option<()> {
    match printer.module.attribute_data(option) {
        AttrData::Array(items) => {
            let mut all_known = true;
            printer.write("[");
            printer.list(items, |printer, item| {
                all_known &= print_option(printer, *item, values).is_some();
            });
            printer.write("]");
            all_known.then_some(())
        }
        AttrData::Opaque { text, .. } if text.starts_with(PARAMETER) => {
            let number = text.strip_prefix(PARAMETER)?.strip_suffix(" : i64>")?;
            printer.value(*values.get(number.parse::<usize>().ok()?)?);
            Some(())
        }
        _ => {
            printer.attribute(option);
            Some(())
        }
    }
}
