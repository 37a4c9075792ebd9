//! The custom assembly of transform ops that no format describes.

use super::Syntax;
use crate::parse::{Kind, OpState, Parsed, Parser, Unresolved};
use crate::print::Printer;
use crate::program::{OpId, Program, ValueId};
use crate::{Attr, AttrData, DenseElements, Type};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "transform_sequence",
        Syntax {
            parse: parse_sequence,
            print: print_sequence,
        },
    ),
    (
        "transform_positions",
        Syntax {
            parse: parse_positions,
            print: print_positions,
        },
    ),
    (
        "transform_registered_pass",
        Syntax {
            parse: parse_registered_pass,
            print: print_registered_pass,
        },
    ),
    (
        "transform_foreach_match",
        Syntax {
            parse: parse_foreach_match,
            print: print_foreach_match,
        },
    ),
    (
        "transform_split",
        Syntax {
            parse: parse_split,
            print: print_split,
        },
    ),
    (
        "transform_tune",
        Syntax {
            parse: parse_tune,
            print: print_tune,
        },
    ),
];

/// `%root, %a : (T, U) -> results failures(propagate) attributes {…} {…}`
fn parse_sequence(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let operands = parser.operand_list()?;
    if !operands.is_empty() {
        parser.expect(Kind::Colon, "':'")?;
        let at = parser.token.start;
        let types = match parser.is(Kind::LeftParen) {
            true => parser.type_list_parens()?,
            false => parser.type_list()?,
        };
        parser.resolve_all(&operands, &types, at, &mut state.operands)?;
    }
    let extra = operands.len().saturating_sub(1);
    parser.set_segments(state, &[operands.len() - extra, extra]);
    if parser.eat(Kind::Arrow) {
        state.results = parser.type_list()?;
    }
    parser.expect_word("failures")?;
    parser.expect(Kind::LeftParen, "'('")?;
    parser.attribute_of(state, FAILURES)?;
    parser.expect(Kind::RightParen, "')'")?;
    parser.attr_dict_with_keyword(state)?;
    parser.region_list(state)
}

const FAILURES: &str = "failure_propagation_mode";

fn print_sequence(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let operands = &module.op(op).operands[..];
    printer.write(" ");
    if !operands.is_empty() {
        printer.values(operands);
        printer.write(if operands.len() > 1 { " : (" } else { " : " });
        printer.value_types(operands);
        printer.write(if operands.len() > 1 { ")" } else { "" });
    }
    let results = module.result_types(op);
    if !results.is_empty() {
        printer.write(" -> ");
        printer.types(&results);
    }
    printer.write(" failures(");
    printer.attribute_of(op, FAILURES)?;
    printer.write(")");
    printer.attr_dict_with_keyword(op, &[FAILURES]);
    printer.write(" ");
    printer.region_list(op);
    Some(())
}

/// The attributes with the positions of a `transform_positions`.
const POSITIONS: [&str; 2] = ["raw_position_list", "raw_dim_list"];
const INVERTED: &str = "is_inverted";
const ALL: &str = "is_all";

/// `%x[all] : T`, or with `0, -1` or `except(0)` instead of `all`.
fn parse_positions(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let operand = parser.operand()?;
    parser.expect(Kind::LeftBracket, "'['")?;
    let mut positions = Vec::new();
    if parser.eat_word("all") {
        parser.set(state, ALL, Attr::UNIT);
    } else if parser.eat_word("except") {
        parser.set(state, INVERTED, Attr::UNIT);
        positions = parser.integer_list(Kind::LeftParen, Kind::RightParen)?;
    } else {
        positions.push(parser.small_integer()?);
        while parser.eat(Kind::Comma) {
            positions.push(parser.small_integer()?);
        }
    }
    parser.expect(Kind::RightBracket, "']'")?;
    let name = POSITIONS.into_iter().find(|name| {
        let spec = state.spec;
        spec.is_some_and(|spec| spec.attribute(name).is_some())
    });
    let elements = DenseElements::Integers(positions.into());
    let element = Type::I64;
    let data = AttrData::DenseArray { element, elements };
    parser.set_data(state, name.unwrap_or(POSITIONS[0]), data);
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    parse_types(parser, state, &[operand])
}

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

fn print_positions(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let &[operand] = &module.op(op).operands[..] else {
        return None;
    };
    let mut names = POSITIONS.into_iter();
    let positions = names.find_map(|name| module.op_attribute(op, name))?;
    let positions = module.attribute_data(positions).as_dense_array()?;
    let list = |printer: &mut Printer<'_>| {
        printer.list(positions, |printer, at| write!(printer, "{at}"));
    };
    printer.write(" ");
    printer.value(operand);
    if module.op_attribute(op, ALL).is_some() {
        printer.write("[all]");
    } else if module.op_attribute(op, INVERTED).is_some() {
        printer.write("[except(");
        list(printer);
        printer.write(")]");
    } else {
        printer.write("[");
        list(printer);
        printer.write("]");
    }
    printer.attr_dict(op, &[POSITIONS[0], POSITIONS[1], INVERTED, ALL]);
    printer.write(" : ");
    match module.results(op).is_empty() {
        true => printer.value_type(operand),
        false => printer.functional_type(op),
    }
    Some(())
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
    options.sort_by(|a, b| module.name(a.0).cmp(module.name(b.0)));
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

const FLAGS: [&str; 2] = ["restrict_root", "flatten_results"];
const SYMBOLS: [&str; 2] = ["matchers", "actions"];

/// `restrict_root in %root, %a @matcher -> @action, … : functional type`
fn parse_foreach_match(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    while let Some(flag) = FLAGS.into_iter().find(|flag| parser.is_word(flag)) {
        parser.advance();
        parser.set(state, flag, Attr::UNIT);
    }
    parser.expect_word("in")?;
    let mut operands = vec![parser.operand()?];
    while parser.eat(Kind::Comma) {
        operands.push(parser.operand()?);
    }
    let mut symbols = [Vec::new(), Vec::new()];
    loop {
        let matcher = parser.symbol_text()?;
        parser.expect(Kind::Arrow, "'->'")?;
        let action = parser.symbol_text()?;
        for (list, symbol) in symbols.iter_mut().zip([matcher, action]) {
            list.push(parser.module.intern_attribute(AttrData::Symbol(symbol)));
        }
        if !parser.eat(Kind::Comma) {
            break;
        }
    }
    for (name, list) in SYMBOLS.into_iter().zip(symbols) {
        parser.set_data(state, name, AttrData::Array(list.into()));
    }
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    parse_types(parser, state, &operands)
}

fn print_foreach_match(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let array = |name: &str| match module.attribute_data(module.op_attribute(op, name)?) {
        AttrData::Array(items) => Some(items),
        _ => None,
    };
    for flag in FLAGS {
        if module.op_attribute(op, flag).is_some() {
            write!(printer, " {flag}");
        }
    }
    printer.write(" in ");
    printer.values(&module.op(op).operands);
    printer.write(" ");
    let (matchers, actions) = (array(SYMBOLS[0])?, array(SYMBOLS[1])?);
    if matchers.len() != actions.len() || matchers.is_empty() {
        return None;
    }
    printer.indented(|printer| {
        printer.indented(|printer| {
            for (at, (matcher, action)) in matchers.iter().zip(actions).enumerate() {
                printer.write(if at > 0 { ", " } else { "" });
                printer.newline();
                printer.attribute(*matcher);
                printer.write(" -> ");
                printer.attribute(*action);
            }
        });
    });
    printer.attr_dict(op, &[FLAGS[0], FLAGS[1], SYMBOLS[0], SYMBOLS[1]]);
    printer.write(" : ");
    printer.functional_type(op);
    Some(())
}

const CHUNK: &str = "static_chunk_sizes";

/// `%target after 42 {…} : T`, or with an operand instead of the number, whose type is then stated, too.
fn parse_split(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let mut operands = vec![parser.operand()?];
    parser.expect_word("after")?;
    let chunk = match parser.optional_operand()? {
        Some(chunk) => {
            operands.push(chunk);
            i64::MIN
        }
        None => parser.small_integer()?,
    };
    let chunk = parser.module.integer_attribute(chunk, Type::I64);
    parser.set(state, CHUNK, chunk);
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let at = parser.token.start;
    let types = parser.type_list()?;
    state.results.extend(types.first());
    parser.resolve_all(&operands, &types, at, &mut state.operands)
}

fn print_split(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let operands = &module.op(op).operands[..];
    let (&target, &result) = (operands.first()?, module.results(op).first()?);
    if module.type_of(target) != module.type_of(result) {
        return None;
    }
    printer.write(" ");
    printer.value(target);
    printer.write(" after ");
    match operands.get(1) {
        Some(chunk) => printer.value(*chunk),
        None => printer.attribute_of(op, CHUNK)?,
    }
    printer.write(" ");
    printer.attr_dict(op, &[CHUNK]);
    printer.write(" : ");
    printer.value_types(operands);
    Some(())
}

const SELECTED: &str = "selected_region_attr";

/// `<"name"> selected_region = %n attributes {…} : T -> results {…}, {…}`, or with a number instead of `%n` and its
/// type.
fn parse_tune(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    parser.expect(Kind::Less, "'<'")?;
    parser.attribute_of(state, "name")?;
    parser.expect(Kind::Greater, "'>'")?;
    let mut operands = Vec::new();
    if parser.eat_word("selected_region") {
        parser.expect(Kind::Equal, "'='")?;
        match parser.optional_operand()? {
            Some(operand) => operands.push(operand),
            None => {
                let number = parser.small_integer()?;
                let number = parser.module.integer_attribute(number, Type::INDEX);
                parser.set(state, SELECTED, number);
            }
        }
    }
    parser.attr_dict_with_keyword(state)?;
    let mut types = Vec::new();
    let at = parser.token.start;
    if parser.eat(Kind::Colon) {
        types.push(parser.ty()?);
    }
    parser.resolve_all(&operands, &types, at, &mut state.operands)?;
    if parser.eat(Kind::Arrow) {
        state.results = parser.type_list()?;
    }
    parser.region_list(state)
}

fn print_tune(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    printer.write("<");
    printer.attribute_of(op, "name")?;
    printer.write(">");
    let operand = module.op(op).operands.first().copied();
    if operand.is_some() || module.op_attribute(op, SELECTED).is_some() {
        printer.write(" selected_region = ");
    }
    match (operand, module.integer(op, SELECTED)) {
        (Some(operand), _) => printer.value(operand),
        (None, Some(number)) => write!(printer, "{number}"),
        (None, None) => {}
    }
    printer.attr_dict_with_keyword(op, &["name", SELECTED]);
    if let Some(operand) = operand {
        printer.write(" : ");
        printer.value_type(operand);
    }
    let results = module.result_types(op);
    if !results.is_empty() {
        printer.write(" -> ");
        printer.types(&results);
    }
    printer.write(" ");
    printer.region_list(op);
    Some(())
}
