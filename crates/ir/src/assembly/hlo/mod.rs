//! The custom assembly of StableHLO and MHLO ops that no format describes. Long ones are printed in generic form.

mod regions;

use super::syntax::Syntax;
use crate::parse::{Kind, OpState, Parsed, Parser, Unresolved};
use crate::print::Printer;
use crate::program::{Attribute, Extent, OpId, Program};
use crate::{Attr, AttrData, DenseElements, Type, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "hlo_dot_general",
        Syntax {
            parse: parse_dot_general,
            print: print_dot_general,
        },
    ),
    (
        "hlo_convolution",
        Syntax {
            parse: parse_convolution,
            print: generic,
        },
    ),
    (
        "hlo_reduce",
        Syntax {
            parse: regions::parse_reduce,
            print: generic,
        },
    ),
];

/// Prints no custom assembly.
fn generic(_: &mut Printer<'_>, _: OpId) -> Option<()> {
    None
}

/// `{attributes} : (types) -> types`
fn parse_tail<'s>(
    parser: &mut Parser<'s>,
    state: &mut OpState,
    operands: &[Unresolved<'s>],
) -> Parsed<Vec<Type>> {
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let at = parser.token.start;
    let types = parser.type_list_parens()?;
    parser.expect(Kind::Arrow, "'->'")?;
    state.results = parser.function_results()?;
    parser.resolve_all(operands, &types, at, &mut state.operands)?;
    Ok(types)
}

fn print_tail(printer: &mut Printer<'_>, op: OpId, elided: &[&str]) {
    printer.attr_dict(op, elided);
    printer.write(" : ");
    printer.functional_type(op);
}

fn dense_array(values: Vec<i64>) -> AttrData {
    AttrData::DenseArray {
        element: Type::I64,
        elements: DenseElements::Integers(values.into()),
    }
}

fn brackets(parser: &mut Parser<'_>) -> Parsed<Vec<i64>> {
    parser.integer_list(Kind::LeftBracket, Kind::RightBracket)
}

/// The dialect of an op, which prefixes the names of its attributes.
fn dialect(parser: &Parser<'_>, state: &OpState) -> String {
    let name = parser.module.op_name(state.op);
    name.split('.').next().unwrap_or_default().to_owned()
}

/// `[DEFAULT, HIGH]` as attributes.
fn parse_precision(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let dialect = dialect(parser, state);
    parser.expect(Kind::LeftBracket, "'['")?;
    let mut items: Vec<Attr> = vec![];
    parser.list_until(Kind::RightBracket, "']'", |parser| {
        let word = parser.word("a precision")?;
        let text = format!("#{dialect}<precision {word}>").into();
        items.push(
            parser
                .module
                .intern_attribute(AttrData::Opaque { text, ty: None }),
        );
        Ok(())
    })?;
    parser.set_data(state, "precision_config", AttrData::Array(items.into()));
    Ok(())
}

/// The attributes of the dimension lists of a product.
const DOT: [&str; 4] = [
    "lhs_batching_dimensions",
    "rhs_batching_dimensions",
    "lhs_contracting_dimensions",
    "rhs_contracting_dimensions",
];

/// `%a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT]`
fn parse_dot_general(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let lhs = parser.operand()?;
    parser.expect(Kind::Comma, "','")?;
    let rhs = parser.operand()?;
    let mut dims: [Vec<i64>; 4] = Default::default();
    while parser.eat(Kind::Comma) {
        let at = parser.token.start;
        let word = parser.word("the name of dimensions")?;
        parser.expect(Kind::Equal, "'='")?;
        let first = match word {
            "batching_dims" => 0,
            "contracting_dims" => 2,
            "precision" => {
                parse_precision(parser, state)?;
                continue;
            }
            "algorithm" => {
                let head = format!("#{}.dot_algorithm", dialect(parser, state));
                let text = parser.angle_text(&head)?.into();
                parser.set_data(state, "algorithm", AttrData::Opaque { text, ty: None });
                continue;
            }
            _ => {
                return parser.error_at(
                    at,
                    "expected batching_dims, contracting_dims, precision or algorithm",
                );
            }
        };
        dims[first] = brackets(parser)?;
        parser.expect_word("x")?;
        dims[first + 1] = brackets(parser)?;
    }
    let lists = DOT.iter().zip(&dims).filter(|(_, dims)| !dims.is_empty());
    let lists: Vec<String> = lists
        .map(|(name, dims)| format!("{name} = {dims:?}"))
        .collect();
    let text = format!("#{}.dot<{}>", dialect(parser, state), lists.join(", ")).into();
    let data = AttrData::Opaque { text, ty: None };
    parser.set_data(state, "dot_dimension_numbers", data);
    parse_tail(parser, state, &[lhs, rhs])?;
    Ok(())
}

fn print_dot_general(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    if module.op_attribute(op, "precision_config").is_some()
        || module.op_attribute(op, "algorithm").is_some()
    {
        return None;
    }
    let Attribute::Parameters(parameters) = module.attribute(op, "dot_dimension_numbers")? else {
        return None;
    };
    let list = |name: &str| -> Option<Vec<String>> {
        let found = parameters.iter().find(|(key, _)| *key == Some(name));
        let Some((_, Attribute::Array(items))) = found else {
            return found.is_none().then(Vec::new);
        };
        items
            .iter()
            .map(|item| match item {
                Attribute::Integer(dim) => Some(dim.to_string()),
                _ => None,
            })
            .collect()
    };
    let [a, b, c, d] = DOT.map(list);
    let (a, b, c, d) = (a?.join(", "), b?.join(", "), c?.join(", "), d?.join(", "));
    printer.write(" ");
    printer.values(&module.op(op).operands);
    if !a.is_empty() || !b.is_empty() {
        write!(printer, ", batching_dims = [{a}] x [{b}]");
    }
    write!(printer, ", contracting_dims = [{c}] x [{d}]");
    print_tail(printer, op, &["dot_dimension_numbers"]);
    Some(())
}

/// `(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[0, 1]]}`
fn parse_convolution(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let operands = parser.operand_list_in(Kind::LeftParen, Kind::RightParen)?;
    parser.expect_word("dim_numbers")?;
    parser.expect(Kind::Equal, "'='")?;
    let start = parser.token.start;
    let (mut depth, mut end) = (0, start);
    while depth > 0 || !parser.is(Kind::Comma) {
        match parser.token.kind {
            Kind::LeftBracket => depth += 1,
            Kind::RightBracket => depth -= 1,
            Kind::Comma | Kind::Bare | Kind::Integer | Kind::Arrow => {}
            _ => return parser.error("expected the numbers of dimensions"),
        }
        end = parser.advance().end;
    }
    let text = parser.slice(start, end);
    let text = format!("#{}.conv<{text}>", dialect(parser, state)).into();
    parser.set_data(
        state,
        "dimension_numbers",
        AttrData::Opaque { text, ty: None },
    );
    parser.expect(Kind::Comma, "','")?;
    parser.expect_word("window")?;
    parser.expect(Kind::Equal, "'='")?;
    parser.expect(Kind::LeftBrace, "'{'")?;
    parser.list_until(Kind::RightBrace, "'}'", |parser| {
        parse_window(parser, state)
    })?;
    parse_tail(parser, state, &operands)?;
    Ok(())
}

/// One item of a window: `stride = [2, 2]`, `pad = [[0, 1], [0, 1]]`, …
fn parse_window(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let at = parser.token.start;
    let word = parser.word("a part of the window")?;
    parser.expect(Kind::Equal, "'='")?;
    let name = match word {
        "stride" => "window_strides",
        "lhs_dilate" => "lhs_dilation",
        "rhs_dilate" => "rhs_dilation",
        "pad" => {
            parser.expect(Kind::LeftBracket, "'['")?;
            let mut values = vec![];
            parser.list_until(Kind::RightBracket, "']'", |parser| {
                values.extend(brackets(parser)?);
                Ok(())
            })?;
            let ty = parser.module.intern_type(TypeData::Tensor {
                dims: Some([Extent::Static(values.len() as i64 / 2), Extent::Static(2)].into()),
                element: Type::I64,
                encoding: None,
            });
            let splat = !values.is_empty() && values.iter().all(|value| *value == values[0]);
            values.truncate(if splat { 1 } else { values.len() });
            let elements = DenseElements::Integers(values.into());
            let data = AttrData::Dense {
                ty,
                elements,
                splat,
            };
            parser.set_data(state, "padding", data);
            return Ok(());
        }
        "reverse" => {
            let mut values = vec![];
            parser.expect(Kind::LeftBracket, "'['")?;
            parser.list_until(Kind::RightBracket, "']'", |parser| {
                values.push(match parser.word("true or false")? {
                    "true" | "1" => 1,
                    _ => 0,
                });
                Ok(())
            })?;
            let data = AttrData::DenseArray {
                element: Type::I1,
                elements: DenseElements::Integers(values.into()),
            };
            parser.set_data(state, "window_reversal", data);
            return Ok(());
        }
        _ => {
            return parser.error_at(
                at,
                "expected stride, pad, lhs_dilate, rhs_dilate or reverse",
            );
        }
    };
    let values = brackets(parser)?;
    parser.set_data(state, name, dense_array(values));
    Ok(())
}
