//! The custom assembly of functions.

use super::Syntax;
use crate::parse::{Argument, Kind, OpState, Parsed, Parser};
use crate::print::{EntryArguments, Printer, Terminators};
use crate::program::{OpId, ValueId};
use crate::{Attr, AttrData, Module, Type, TypeData};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "func",
    Syntax {
        parse: parse_func,
        print: print_func,
    },
)];

/// The arguments and results in a function's header.
pub(super) struct Signature<'s> {
    pub(super) arguments: Vec<Argument<'s>>,
    pub(super) results: Vec<(Type, Option<Attr>)>,
}

fn parse_func(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    for visibility in ["public", "private", "nested"] {
        if parser.eat_word(visibility) {
            let value = parser.module.string_attribute(visibility);
            parser.set(state, "sym_visibility", value);
            break;
        }
    }
    let name = parser.symbol_name()?;
    let name = parser.module.string_attribute(&name);
    parser.set(state, "sym_name", name);
    let signature = parse_signature(parser)?;
    set_signature(parser, state, &signature);
    parser.attr_dict_with_keyword(state)?;
    let named = signature.arguments.iter().all(|it| !it.name.is_empty());
    let region = if parser.is(Kind::LeftBrace) && named {
        parser.region(state.op, &signature.arguments)?
    } else {
        parser.optional_region(state.op, &[])?
    };
    state.regions.push(region);
    Ok(())
}

/// `(%a: type {attrs}, …) -> (type {attrs}, …)`; arguments may be unnamed types.
pub(super) fn parse_signature<'s>(parser: &mut Parser<'s>) -> Parsed<Signature<'s>> {
    let mut arguments = Vec::new();
    parser.expect(Kind::LeftParen, "'(' before the arguments")?;
    parser.list_until(Kind::RightParen, "')'", |parser| {
        let mut argument = if parser.is(Kind::Percent) {
            let (name, at) = parser.argument_name()?;
            parser.expect(Kind::Colon, "':' after an argument")?;
            Argument {
                name,
                at,
                ty: parser.ty()?,
                attributes: None,
                location: None,
            }
        } else {
            Argument {
                name: "",
                at: parser.token.start,
                ty: parser.ty()?,
                attributes: None,
                location: None,
            }
        };
        argument.attributes = parse_attributes(parser)?;
        argument.location = parser.argument_location()?;
        arguments.push(argument);
        Ok(())
    })?;
    let mut results = Vec::new();
    if parser.eat(Kind::Arrow) {
        if parser.eat(Kind::LeftParen) {
            parser.list_until(Kind::RightParen, "')'", |parser| {
                let ty = parser.ty()?;
                results.push((ty, parse_attributes(parser)?));
                Ok(())
            })?;
        } else {
            results.push((parser.ty()?, None));
        }
    }
    Ok(Signature { arguments, results })
}

/// Optional `{attributes}` of an argument or a result.
pub(super) fn parse_attributes(parser: &mut Parser<'_>) -> Parsed<Option<Attr>> {
    if !parser.is(Kind::LeftBrace) {
        return Ok(None);
    }
    let attributes = parser.attribute()?;
    let empty = matches!(
        parser.module.attribute_data(attributes),
        AttrData::Dictionary(items) if items.is_empty()
    );
    Ok((!empty).then_some(attributes))
}

/// Sets the type of a function and the attributes of its arguments and results.
pub(super) fn set_signature(
    parser: &mut Parser<'_>,
    state: &mut OpState,
    signature: &Signature<'_>,
) {
    let inputs: Vec<Type> = signature.arguments.iter().map(|it| it.ty).collect();
    let results: Vec<Type> = signature.results.iter().map(|(ty, _)| *ty).collect();
    let ty = parser.module.function_type(&inputs, &results);
    parser.set_data(state, "function_type", AttrData::Type(ty));
    set_value_attributes(parser, state, signature);
}

/// Sets the attributes of arguments and results.
pub(super) fn set_value_attributes(
    parser: &mut Parser<'_>,
    state: &mut OpState,
    signature: &Signature<'_>,
) {
    let arguments: Vec<_> = signature.arguments.iter().map(|it| it.attributes).collect();
    let results: Vec<_> = signature.results.iter().map(|(_, it)| *it).collect();
    for (name, list) in [("arg_attrs", arguments), ("res_attrs", results)] {
        set_attributes(parser, state, name, list);
    }
}

/// Sets an array of dictionaries, unless all are absent.
pub(super) fn set_attributes(
    parser: &mut Parser<'_>,
    state: &mut OpState,
    name: &'static str,
    list: Vec<Option<Attr>>,
) {
    if list.iter().all(Option::is_none) {
        return;
    }
    let empty = AttrData::Dictionary(Box::default());
    let empty = parser.module.intern_attribute(empty);
    let list = list.into_iter().map(|it| it.unwrap_or(empty)).collect();
    parser.set_data(state, name, AttrData::Array(list));
}

/// The dictionary at an index of such an array, if it is not empty.
pub(super) fn attributes_at(module: &Module, op: OpId, name: &str, at: usize) -> Option<Attr> {
    let AttrData::Array(items) = module.attribute_data(module.op_attribute(op, name)?) else {
        return None;
    };
    let attribute = *items.get(at)?;
    match module.attribute_data(attribute) {
        AttrData::Dictionary(items) if !items.is_empty() => Some(attribute),
        _ => None,
    }
}

/// The attributes that are printed in a function's header.
pub(super) const HEADER: &[&str] = &[
    "sym_name",
    "sym_visibility",
    "function_type",
    "arg_attrs",
    "res_attrs",
];

fn print_func(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let text = |name: &str| {
        module
            .attribute_data(module.op_attribute(op, name)?)
            .as_str()
    };
    printer.write(" ");
    if let Some(visibility) = text("sym_visibility") {
        write!(printer, "{visibility} ");
    }
    let name = text("sym_name")?;
    printer.symbol(name);
    print_signature(printer, op, 0)?;
    printer.attr_dict_with_keyword(op, HEADER);
    let region = *module.op(op).regions().first()?;
    if !module.regions[region.index()].blocks.is_empty() {
        printer.write(" ");
        printer.region(region, EntryArguments::Hidden, Terminators::Shown);
    }
    Some(())
}

/// Prints `(%a: type {attrs}, …) -> (type {attrs}, …)` for the arguments of the entry block except the last `extra`.
pub(super) fn print_signature(printer: &mut Printer<'_>, op: OpId, extra: usize) -> Option<()> {
    let module = printer.module;
    let ty = match module.attribute_data(module.op_attribute(op, "function_type")?) {
        AttrData::Type(ty) => *ty,
        _ => return None,
    };
    let TypeData::Function { inputs, results } = module.type_data(ty) else {
        return None;
    };
    let region = *module.op(op).regions().first()?;
    let entry = module.regions[region.index()].blocks.first();
    let arguments = entry.map(|block| &module.blocks[block.index()].arguments);
    if arguments.is_some_and(|it| it.len() != inputs.len() + extra) {
        return None;
    }
    print_types(printer, op, (inputs, results), arguments.map(|it| &it[..]));
    Some(())
}

/// Prints `(%a: type {attrs}, …) -> (type {attrs}, …)`, without names if no arguments are given.
pub(super) fn print_types(
    printer: &mut Printer<'_>,
    op: OpId,
    (inputs, results): (&[Type], &[Type]),
    arguments: Option<&[ValueId]>,
) {
    let module = printer.module;
    let attributes = |name: &str, at: usize| attributes_at(module, op, name, at);
    let suffix = |printer: &mut Printer<'_>, attributes: Option<Attr>| {
        if let Some(attributes) = attributes {
            printer.write(" ");
            printer.attribute(attributes);
        }
    };
    printer.write("(");
    printer.list(inputs.iter().enumerate(), |printer, (at, input)| {
        match arguments {
            Some(arguments) => printer.argument(arguments[at]),
            None => printer.ty(*input),
        }
        suffix(printer, attributes("arg_attrs", at));
    });
    printer.write(")");
    match results[..] {
        [] => {}
        [ty] if attributes("res_attrs", 0).is_none()
            && !matches!(module.type_data(ty), TypeData::Function { .. }) =>
        {
            printer.write(" -> ");
            printer.ty(ty);
        }
        _ => {
            printer.write(" -> (");
            printer.list(results.iter().enumerate(), |printer, (at, ty)| {
                printer.ty(*ty);
                suffix(printer, attributes("res_attrs", at));
            });
            printer.write(")");
        }
    }
}
