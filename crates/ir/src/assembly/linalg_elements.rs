//! The custom assembly of `linalg.map` and `linalg.reduce`, whose body may be the name of an op on elements.

use super::linalg::{element_or_self, parse_ins_outs, print_ins_outs};
use super::syntax::Syntax;
use crate::parse::{Argument, Kind, OpState, Parsed, Parser};
use crate::print::{EntryArguments, Printer, Terminators};
use crate::program::{OpId, Program, RegionId, ValueId};
use crate::registry::OpSpec;
use crate::{Attr, AttrData, DenseElements, Module, Type, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "linalg_elements",
    Syntax {
        parse: parse_elements,
        print: print_elements,
    },
)];

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

/// Whether an op reduces the dimensions in its attribute: then it has an output for each input, else one output.
fn reduces(spec: Option<&OpSpec>) -> bool {
    spec.is_some_and(|spec| spec.attribute(DIMENSIONS).is_some())
}

/// The operands of the only op in a body: the inputs, behind the accumulators of a reduction.
fn payload_operands(arguments: &[ValueId], inputs: usize, reduces: bool) -> Vec<ValueId> {
    match arguments.split_at_checked(inputs) {
        Some((ins, inits)) if reduces => inits.iter().chain(ins).copied().collect(),
        Some((ins, _)) => ins.to_vec(),
        None => Vec::new(),
    }
}

fn parse_elements(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let reduces = reduces(state.spec);
    let payload = parse_payload(parser)?;
    let (types, inputs) = parse_ins_outs(parser, state)?;
    let outputs = types.len() - inputs;
    if reduces && outputs != inputs {
        return parser.error_at(state.at, "expected as many outputs as inputs");
    }
    if !reduces && outputs != 1 {
        return parser.error_at(state.at, "expected one output");
    }
    set_results(parser, state, &types[inputs..]);
    if reduces {
        parse_dimensions(parser, state)?;
    }
    parser.attr_dict(state)?;
    let Some(payload) = payload else {
        return parse_body(parser, state);
    };
    let elements: Vec<Type> = types
        .iter()
        .map(|ty| element_or_self(&parser.module, *ty))
        .collect();
    let Some(&result) = elements.last() else {
        return parser.error_at(state.at, "expected inputs and outputs");
    };
    let operands = |values: &[ValueId]| payload_operands(values, inputs, reduces);
    build_payload(parser, state, &payload, &elements, operands, result);
    Ok(())
}

/// The attribute of a reduction.
const DIMENSIONS: &str = "dimensions";

/// `dimensions = [1, 2]`.
fn parse_dimensions(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    parser.expect_word(DIMENSIONS)?;
    parser.expect(Kind::Equal, "'='")?;
    let values = parser.integer_list(Kind::LeftBracket, Kind::RightBracket)?;
    let data = AttrData::DenseArray {
        element: Type::I64,
        elements: DenseElements::Integers(values.into()),
    };
    parser.set_data(state, DIMENSIONS, data);
    Ok(())
}

fn print_dimensions(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let values = module.attribute_data(module.op_attribute(op, DIMENSIONS)?);
    write!(printer, " {DIMENSIONS} = [");
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

fn print_elements(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let reduces = reduces(module.spec(op));
    let region = *module.op(op).regions().first()?;
    let operands = module.op(op).operands.len();
    let inputs = match reduces {
        true => operands / 2,
        false => operands.checked_sub(1)?,
    };
    let payload = payload_of(module, region, |arguments| {
        payload_operands(arguments, inputs, reduces)
    });
    if let Some(payload) = payload {
        print_payload(printer, payload);
    }
    print_ins_outs(printer, op, inputs)?;
    if reduces {
        print_dimensions(printer, op)?;
    }
    printer.attr_dict(op, if reduces { &[DIMENSIONS] } else { &[] });
    match payload {
        Some(_) => Some(()),
        None => print_body(printer, region),
    }
}
