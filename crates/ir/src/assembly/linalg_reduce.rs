//! The custom assembly of `linalg.map`, `reduce`, `transpose` and `broadcast`.

use super::linalg::{element_or_self, parse_ins_outs, print_ins_outs};
use super::syntax::Syntax;
use crate::parse::{Argument, Kind, OpState, Parsed, Parser};
use crate::print::{EntryArguments, Printer, Terminators};
use crate::program::{OpId, Program, RegionId, ValueId};
use crate::{Attr, AttrData, DenseElements, Module, Type, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "linalg_map",
        Syntax {
            parse: parse_map,
            print: print_map,
        },
    ),
    (
        "linalg_reduce",
        Syntax {
            parse: parse_reduce,
            print: print_reduce,
        },
    ),
];

/// A body in the short form `{ dialect.op {attrs} }`.
struct Payload {
    name: String,
    attributes: Vec<(String, Attr)>,
    at: u32,
}

/// An optional `{ dialect.op {attrs} }`.
fn parse_payload(parser: &mut Parser<'_>) -> Parsed<Option<Payload>> {
    if !parser.eat(Kind::LeftBrace) {
        return Ok(None);
    }
    let at = parser.token.start;
    let name = parser.word("an op name")?.to_owned();
    let mut attributes = Vec::new();
    if parser.is(Kind::LeftBrace) {
        parser.dictionary(|parser, name, value| {
            attributes.push((parser.module.name(name).to_owned(), value));
        })?;
    }
    parser.expect(Kind::RightBrace, "'}'")?;
    Ok(Some(Payload {
        name,
        attributes,
        at,
    }))
}

/// Expands the short form of a body: creates an op on the arguments, and a yield.
fn build_payload(
    parser: &mut Parser<'_>,
    state: &mut OpState,
    payload: &Payload,
    arguments: &[Type],
    operands: impl Fn(&[ValueId]) -> Vec<ValueId>,
    result: Type,
) {
    let module = &mut parser.module;
    let region = module.new_region(state.op);
    let block = module.create_block(region, arguments);
    let values = operands(&module.blocks[block.index()].arguments);
    let attributes: Vec<(&str, Attr)> = payload
        .attributes
        .iter()
        .map(|(name, value)| (name.as_str(), *value))
        .collect();
    let op = module.create_op(&payload.name, &values, &[result], &attributes, 0);
    module.ops[op.index()].offset = payload.at;
    module.append(block, op);
    let result = module.results(op)[0];
    let end = module.create_op("linalg.yield", &[result], &[], &[], 0);
    module.ops[end.index()].offset = payload.at;
    module.append(block, end);
    state.regions.push(region);
}

/// `(%a: type, …) { … }`.
fn parse_body(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let mut arguments: Vec<Argument<'_>> = Vec::new();
    parser.expect(Kind::LeftParen, "'(' and the arguments of the body")?;
    parser.list_until(Kind::RightParen, "')'", |parser| {
        arguments.push(parser.argument()?);
        Ok(())
    })?;
    let region = parser.region(state.op, &arguments)?;
    state.regions.push(region);
    Ok(())
}

/// The results are the tensors among the outputs.
fn set_results(parser: &Parser<'_>, state: &mut OpState, outputs: &[Type]) {
    let tensors = outputs
        .iter()
        .filter(|ty| matches!(parser.module.type_data(**ty), TypeData::Tensor { .. }));
    state.results = tensors.copied().collect();
}

fn parse_map(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let payload = parse_payload(parser)?;
    let (types, inputs) = parse_ins_outs(parser, state)?;
    if types.len() != inputs + 1 {
        return parser.error_at(state.at, "expected one output");
    }
    set_results(parser, state, &types[inputs..]);
    parser.attr_dict(state)?;
    let Some(payload) = payload else {
        return parse_body(parser, state);
    };
    let elements: Vec<Type> = types
        .iter()
        .map(|ty| element_or_self(&parser.module, *ty))
        .collect();
    let result = elements[inputs];
    let operands = |values: &[ValueId]| values[..inputs].to_vec();
    build_payload(parser, state, &payload, &elements, operands, result);
    Ok(())
}

fn parse_reduce(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let payload = parse_payload(parser)?;
    let (types, inputs) = parse_ins_outs(parser, state)?;
    if types.len() != 2 * inputs {
        return parser.error_at(state.at, "expected as many outputs as inputs");
    }
    set_results(parser, state, &types[inputs..]);
    parse_dimensions(parser, state, "dimensions")?;
    parser.attr_dict(state)?;
    let Some(payload) = payload else {
        return parse_body(parser, state);
    };
    let Some(last) = types.last() else {
        return parser.error_at(state.at, "expected inputs and outputs");
    };
    let result = element_or_self(&parser.module, *last);
    let elements: Vec<Type> = types
        .iter()
        .map(|ty| element_or_self(&parser.module, *ty))
        .collect();
    // The accumulator comes first.
    let operands = |values: &[ValueId]| {
        let (ins, inits) = values.split_at(inputs);
        inits.iter().chain(ins).copied().collect()
    };
    build_payload(parser, state, &payload, &elements, operands, result);
    Ok(())
}

/// `name = [1, 2]`.
fn parse_dimensions(parser: &mut Parser<'_>, state: &mut OpState, name: &str) -> Parsed<()> {
    parser.expect_word(name)?;
    parser.expect(Kind::Equal, "'='")?;
    let values = parser.integer_list(Kind::LeftBracket, Kind::RightBracket)?;
    let data = AttrData::DenseArray {
        element: Type::I64,
        elements: DenseElements::Integers(values.into()),
    };
    parser.set_data(state, name, data);
    Ok(())
}

fn print_dimensions(printer: &mut Printer<'_>, op: OpId, name: &str) -> Option<()> {
    let module = printer.module;
    let values = module.attribute_data(module.op_attribute(op, name)?);
    write!(printer, " {name} = [");
    printer.list(values.as_dense_array()?, |printer, value| {
        write!(printer, "{value}");
    });
    printer.write("] ");
    Some(())
}

/// The op of a body that consists of one op on its arguments, in the order that `operands` returns.
fn payload_of(
    module: &Module,
    region: RegionId,
    operands: impl Fn(&[ValueId]) -> Vec<ValueId>,
) -> Option<OpId> {
    let block = *module.regions[region.index()].blocks.first()?;
    let block = &module.blocks[block.index()];
    let [op, end] = block.ops[..] else {
        return None;
    };
    let (payload, end) = (module.op(op), module.op(end));
    let same = payload.operands[..] == operands(&block.arguments)[..];
    let yields = payload.results.count == 1 && end.operands[..] == *module.results_of(payload);
    (same && yields && !payload.operands.is_empty() && payload.regions().is_empty()).then_some(op)
}

fn print_payload(printer: &mut Printer<'_>, payload: OpId) {
    let module = printer.module;
    let name = module.name(module.op(payload).name);
    write!(printer, " {{ {name}");
    printer.attr_dict(payload, &[]);
    printer.write(" }");
}

/// Prints the body on separate lines.
fn print_body(printer: &mut Printer<'_>, region: RegionId) -> Option<()> {
    let module = printer.module;
    printer.indented(|printer| {
        printer.newline();
        printer.write("(");
        printer.list(module.entry_arguments(region)?, |printer, argument| {
            printer.argument(*argument);
        });
        printer.write(") ");
        printer.region(region, EntryArguments::Hidden, Terminators::Shown);
        Some(())
    })
}

fn print_map(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let region = *module.op(op).regions().first()?;
    let inputs = module.op(op).operands.len().checked_sub(1)?;
    let payload = payload_of(module, region, |arguments| {
        arguments.get(..inputs).unwrap_or_default().to_vec()
    });
    if let Some(payload) = payload {
        print_payload(printer, payload);
    }
    print_ins_outs(printer, op, inputs)?;
    printer.attr_dict(op, &[]);
    match payload {
        Some(_) => Some(()),
        None => print_body(printer, region),
    }
}

fn print_reduce(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let region = *module.op(op).regions().first()?;
    let inputs = module.op(op).operands.len() / 2;
    let payload = payload_of(module, region, |arguments| {
        match arguments.split_at_checked(inputs) {
            Some((ins, inits)) => inits.iter().chain(ins).copied().collect(),
            None => Vec::new(),
        }
    });
    if let Some(payload) = payload {
        print_payload(printer, payload);
    }
    print_ins_outs(printer, op, inputs)?;
    print_dimensions(printer, op, "dimensions")?;
    printer.attr_dict(op, &["dimensions"]);
    match payload {
        Some(_) => Some(()),
        None => print_body(printer, region),
    }
}
