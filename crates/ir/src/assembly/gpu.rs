//! The custom assembly of GPU kernels and their launches.

use super::syntax::Syntax;
use crate::parse::{Argument, Kind, OpState, Parsed, Parser, Unresolved};
use crate::print::{EntryArguments, Printer, Terminators, attributes_at};
use crate::program::{OpId, Program, ValueId};
use crate::{Attr, AttrData, Module, Type, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "gpu_func",
        Syntax {
            parse: parse_func,
            print: print_func,
        },
    ),
    (
        "gpu_launch",
        Syntax {
            parse: parse_launch,
            print: print_launch,
        },
    ),
];

/// Memory attributions of a kernel: the keyword, and the name of the attribute with a dictionary for each.
type Attributions = (&'static str, &'static str);
const WORKGROUP: Attributions = ("workgroup", "workgroup_attrib_attrs");
const PRIVATE: Attributions = ("private", "private_attrib_attrs");

/// An optional `name(%a : type {attributes}, …)`.
fn parse_attributions<'s>(
    parser: &mut Parser<'s>,
    state: &mut OpState,
    (name, attributes): Attributions,
    arguments: &mut Vec<Argument<'s>>,
) -> Parsed<usize> {
    let before = arguments.len();
    if parser.eat_word(name) {
        parser.expect(Kind::LeftParen, "'('")?;
        parser.list_until(Kind::RightParen, "')'", |parser| {
            let name = parser.argument_name()?;
            parser.expect(Kind::Colon, "':' after an argument")?;
            arguments.push(parser.rest_of_argument(name)?);
            Ok(())
        })?;
    }
    let given = &arguments[before..];
    let list = given.iter().map(|it| it.attributes).collect();
    parser.set_dictionaries(state, attributes, list);
    Ok(arguments.len() - before)
}

fn print_attributions(
    printer: &mut Printer<'_>,
    op: OpId,
    (name, attributes): Attributions,
    arguments: &[ValueId],
) {
    if arguments.is_empty() {
        return;
    }
    write!(printer, " {name}(");
    printer.list(arguments.iter().enumerate(), |printer, (at, argument)| {
        printer.value(*argument);
        printer.write(" : ");
        printer.value_type(*argument);
        if let Some(attributes) = attributes_at(printer.module, op, attributes, at) {
            printer.write(" ");
            printer.attribute(attributes);
        }
    });
    printer.write(")");
}

fn set_workgroup(parser: &mut Parser<'_>, state: &mut OpState, count: usize) {
    let count = parser.module.integer_attribute(count as i64, Type::I64);
    parser.set(state, "workgroup_attributions", count);
}

fn workgroup_count(module: &Module, op: OpId) -> usize {
    let count = module.integer(op, "workgroup_attributions");
    count.map_or(0, |count| usize::try_from(count).unwrap_or(0))
}

fn parse_func(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let name = parser.symbol_name()?;
    let name = parser.module.string_attribute(&name);
    parser.set(state, "sym_name", name);
    let signature = parser.signature()?;
    parser.set_signature(state, "function_type", &signature);
    let mut arguments = signature.arguments;
    let workgroup = parse_attributions(parser, state, WORKGROUP, &mut arguments)?;
    set_workgroup(parser, state, workgroup);
    parse_attributions(parser, state, PRIVATE, &mut arguments)?;
    if parser.eat_word("kernel") {
        parser.set(state, "gpu.kernel", Attr::UNIT);
    }
    parser.attr_dict_with_keyword(state)?;
    let region = parser.region(state.op, &arguments)?;
    state.regions.push(region);
    Ok(())
}

fn print_func(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let name = module.attribute_data(module.op_attribute(op, "sym_name")?);
    printer.write(" ");
    printer.symbol(name.as_str()?);
    let AttrData::Type(ty) = module.attribute_data(module.op_attribute(op, "function_type")?)
    else {
        return None;
    };
    let TypeData::Function { inputs, .. } = module.type_data(*ty) else {
        return None;
    };
    let region = *module.op(op).regions().first()?;
    let arguments = module.entry_arguments(region)?;
    let extra = arguments.get(inputs.len()..)?;
    printer.signature(op, "function_type", extra.len())?;
    let (workgroup, private) = extra.split_at_checked(workgroup_count(module, op))?;
    print_attributions(printer, op, WORKGROUP, workgroup);
    print_attributions(printer, op, PRIVATE, private);
    if module.op_attribute(op, "gpu.kernel").is_some() {
        printer.write(" kernel");
    }
    let elided = [
        "sym_name",
        "function_type",
        "arg_attrs",
        "res_attrs",
        "workgroup_attributions",
        WORKGROUP.1,
        PRIVATE.1,
        "gpu.kernel",
    ];
    printer.attr_dict_with_keyword(op, &elided);
    printer.write(" ");
    printer.region(region, EntryArguments::Hidden, Terminators::Shown);
    Some(())
}

impl<'s> Parser<'s> {
    /// `async [%dependencies]`: whether the op returns a token, and the tokens on which it waits.
    pub(crate) fn async_dependencies(&mut self) -> Parsed<(bool, Vec<Unresolved<'s>>)> {
        let gives = self.eat_word("async");
        let dependencies = if self.is(Kind::LeftBracket) {
            self.operand_list_in(Kind::LeftBracket, Kind::RightBracket)?
        } else {
            Vec::new()
        };
        Ok((gives, dependencies))
    }

    /// The type of the tokens of asynchronous GPU ops.
    pub(crate) fn token_type(&mut self) -> Type {
        let name = "!gpu.async.token";
        self.module.intern_type(TypeData::opaque(name))
    }
}

impl Printer<'_> {
    /// Prints `async [%dependencies]`.
    pub(crate) fn async_dependencies(&mut self, gives: bool, dependencies: &[ValueId]) {
        if gives {
            self.write("async");
        }
        if !dependencies.is_empty() {
            if gives {
                self.write(" ");
            }
            self.write("[");
            self.values(dependencies);
            self.write("]");
        }
    }
}

/// One level of a launch: the names of the ids, the names of the sizes, and the sizes.
#[derive(Default)]
struct Level<'s> {
    ids: Vec<Argument<'s>>,
    names: Vec<Argument<'s>>,
    sizes: Vec<Unresolved<'s>>,
}

fn index_argument<'s>((name, at): (&'s str, u32)) -> Argument<'s> {
    Argument {
        name,
        at,
        ty: Type::INDEX,
        attributes: None,
        location: None,
    }
}

/// Names with their positions, and the operands assigned to them.
type Assignments<'s> = (Vec<(&'s str, u32)>, Vec<Unresolved<'s>>);

/// `(%a = %init, …)`.
fn parse_assignment_list<'s>(parser: &mut Parser<'s>) -> Parsed<Assignments<'s>> {
    parser.expect(Kind::LeftParen, "'('")?;
    let (mut names, mut inits) = (Vec::new(), Vec::new());
    parser.list_until(Kind::RightParen, "')'", |parser| {
        names.push(parser.argument_name()?);
        parser.expect(Kind::Equal, "'='")?;
        inits.push(parser.operand()?);
        Ok(())
    })?;
    Ok((names, inits))
}

/// `(%x, %y, %z) in (%sx = %a, %sy = %b, %sz = %c)`.
fn parse_level<'s>(parser: &mut Parser<'s>) -> Parsed<Level<'s>> {
    let at = parser.token.start;
    let mut level = Level::default();
    parser.expect(Kind::LeftParen, "'('")?;
    parser.list_until(Kind::RightParen, "')'", |parser| {
        level.ids.push(index_argument(parser.argument_name()?));
        Ok(())
    })?;
    parser.expect_word("in")?;
    let (names, sizes) = parse_assignment_list(parser)?;
    if level.ids.len() != 3 || names.len() != 3 {
        return parser.error_at(at, "expected three ids and three sizes");
    }
    level.names = names.into_iter().map(index_argument).collect();
    level.sizes = sizes;
    Ok(level)
}

fn parse_launch(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let (gives, dependencies) = parser.async_dependencies()?;
    let cluster = if parser.eat_word("clusters") {
        Some(parse_level(parser)?)
    } else {
        None
    };
    parser.expect_word("blocks")?;
    let blocks = parse_level(parser)?;
    parser.expect_word("threads")?;
    let threads = parse_level(parser)?;
    let memory = if parser.eat_word("dynamic_shared_memory_size") {
        Some(parser.operand()?)
    } else {
        None
    };
    for name in ["module", "function"] {
        if parser.eat_word(name) {
            parser.expect(Kind::LeftParen, "'('")?;
            let symbol = parser.attribute()?;
            parser.set(state, name, symbol);
            parser.expect(Kind::RightParen, "')'")?;
        }
    }
    let mut arguments = Vec::new();
    arguments.extend(blocks.ids);
    arguments.extend(threads.ids);
    arguments.extend(blocks.names);
    arguments.extend(threads.names);
    let clusters = cluster.map(|level| {
        arguments.extend(level.ids);
        arguments.extend(level.names);
        level.sizes
    });
    let workgroup = parse_attributions(parser, state, WORKGROUP, &mut arguments)?;
    set_workgroup(parser, state, workgroup);
    parse_attributions(parser, state, PRIVATE, &mut arguments)?;
    let token = parser.token_type();
    parser.resolve_same(&dependencies, token, &mut state.operands)?;
    for sizes in [&blocks.sizes, &threads.sizes] {
        parser.resolve_same(sizes, Type::INDEX, &mut state.operands)?;
    }
    let clusters = clusters.unwrap_or_default();
    parser.resolve_same(&clusters, Type::INDEX, &mut state.operands)?;
    parser.resolve_same(memory.as_slice(), Type::I32, &mut state.operands)?;
    let one = clusters.len() / 3;
    let memory = memory.iter().len();
    let lengths = [dependencies.len(), 1, 1, 1, 1, 1, 1, one, one, one, memory];
    parser.set_segments(state, &lengths);
    if gives {
        state.results.push(token);
    }
    let region = parser.region(state.op, &arguments)?;
    state.regions.push(region);
    parser.attr_dict(state)
}

fn print_level(
    printer: &mut Printer<'_>,
    name: &str,
    ids: &[ValueId],
    names: &[ValueId],
    sizes: &[ValueId],
) {
    write!(printer, " {name}(");
    printer.values(ids);
    printer.write(") in ");
    printer.assignments(names, sizes);
}

fn print_launch(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let spec = module.spec(op)?;
    let data = module.op(op);
    let region = *data.regions().first()?;
    let arguments = module.entry_arguments(region)?;
    let dependencies = printer.module.operand_group(op, spec, 0)?;
    let memory = printer.module.operand_group(op, spec, 10)?;
    let middle = dependencies.len()..data.operands.len() - memory.len();
    let sizes = data.operands.get(middle)?;
    let (blocks, rest) = sizes.split_at_checked(3)?;
    let (threads, clusters) = rest.split_at_checked(3)?;
    let (fixed, mut extra) = arguments.split_at_checked(12)?;
    let gives = !module.results(op).is_empty();
    if gives || !dependencies.is_empty() {
        printer.write(" ");
        printer.async_dependencies(gives, dependencies);
    }
    if !clusters.is_empty() {
        let (names, rest) = extra.split_at_checked(6)?;
        print_level(printer, "clusters", &names[..3], &names[3..], clusters);
        extra = rest;
    }
    print_level(printer, "blocks", &fixed[..3], &fixed[6..9], blocks);
    print_level(printer, "threads", &fixed[3..6], &fixed[9..], threads);
    if let Some(memory) = memory.first() {
        printer.write(" dynamic_shared_memory_size ");
        printer.value(*memory);
    }
    for name in ["module", "function"] {
        if let Some(symbol) = module.op_attribute(op, name) {
            write!(printer, " {name}(");
            printer.attribute(symbol);
            printer.write(")");
        }
    }
    let (workgroup, private) = extra.split_at_checked(workgroup_count(module, op))?;
    print_attributions(printer, op, WORKGROUP, workgroup);
    print_attributions(printer, op, PRIVATE, private);
    printer.write(" ");
    printer.region(region, EntryArguments::Hidden, Terminators::Shown);
    printer.attr_dict(op, &["workgroup_attributions", "module", "function"]);
    Some(())
}
