//! The custom assembly of `scf.for`, `if`, `while`, `execute_region` and `index_switch`.

use super::Syntax;
use super::affine::{
    parse_assignment_list, parse_branches, parse_iter_args, print_assignments, print_branches,
    shown_if,
};
use crate::parse::{Argument, Kind, OpState, Parsed, Parser};
use crate::print::{EntryArguments, Printer, Terminators};
use crate::program::{OpId, Program};
use crate::{AttrData, DenseElements, Type};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "scf_for",
        Syntax {
            parse: parse_for,
            print: print_for,
        },
    ),
    (
        "scf_if",
        Syntax {
            parse: parse_if,
            print: print_if,
        },
    ),
    (
        "scf_while",
        Syntax {
            parse: parse_while,
            print: print_while,
        },
    ),
    (
        "scf_execute_region",
        Syntax {
            parse: parse_execute_region,
            print: print_execute_region,
        },
    ),
    (
        "scf_index_switch",
        Syntax {
            parse: parse_index_switch,
            print: print_index_switch,
        },
    ),
];

fn parse_for(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    if parser.eat_word("unsigned") {
        parser.set(state, "unsignedCmp", crate::Attr::UNIT);
    }
    let (name, at) = parser.argument_name()?;
    parser.expect(Kind::Equal, "'='")?;
    let lower = parser.operand()?;
    parser.expect_word("to")?;
    let upper = parser.operand()?;
    parser.expect_word("step")?;
    let step = parser.operand()?;
    let mut arguments = vec![Argument {
        name,
        at,
        ty: Type::INDEX,
        attributes: None,
        location: None,
    }];
    let inits = parse_iter_args(parser, state, &mut arguments)?;
    let ty = if parser.eat(Kind::Colon) {
        parser.ty()?
    } else {
        Type::INDEX
    };
    arguments[0].ty = ty;
    parser.resolve_same(&[lower, upper, step], ty, &mut state.operands)?;
    let types = state.results.clone();
    parser.resolve_into(state, &inits, &types)?;
    let region = parser.region(state.op, &arguments)?;
    if types.is_empty() {
        parser.ensure_terminator(region, "scf.yield");
    }
    state.regions.push(region);
    parser.attr_dict(state)
}

fn print_for(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let [lower, upper, step, inits @ ..] = &module.op(op).operands[..] else {
        return None;
    };
    let region = *module.op(op).regions().first()?;
    let (variable, carried) = module.entry_arguments(region)?.split_first()?;
    if module.op_attribute(op, "unsignedCmp").is_some() {
        printer.write(" unsigned");
    }
    printer.write(" ");
    printer.value(*variable);
    printer.write(" = ");
    printer.value(*lower);
    printer.write(" to ");
    printer.value(*upper);
    printer.write(" step ");
    printer.value(*step);
    if !inits.is_empty() {
        printer.write(" iter_args");
        print_assignments(printer, carried, inits);
        printer.optional_arrow_types_in_parens(&module.result_types(op));
    }
    printer.write(" ");
    let ty = module.type_of(*variable);
    if ty != Type::INDEX {
        printer.write(" : ");
        printer.ty(ty);
        printer.write(" ");
    }
    printer.region(region, EntryArguments::Hidden, shown_if(!inits.is_empty()));
    printer.attr_dict(op, &["unsignedCmp"]);
    Some(())
}

fn parse_if(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let condition = parser.operand()?;
    parser.resolve_into(state, &[condition], &[Type::I1])?;
    if parser.eat(Kind::Arrow) {
        state.results = parser.function_results()?;
    }
    parse_branches(parser, state, "scf.yield")
}

fn print_if(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    printer.write(" ");
    printer.value(*module.op(op).operands.first()?);
    printer.optional_arrow_types_in_parens(&module.result_types(op));
    print_branches(printer, op)?;
    printer.attr_dict(op, &[]);
    Some(())
}

fn parse_while(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let at = parser.token.start;
    let (names, inits) = if parser.is(Kind::LeftParen) {
        parse_assignment_list(parser)?
    } else {
        Default::default()
    };
    parser.expect(Kind::Colon, "':'")?;
    let inputs = parser.type_list_parens()?;
    parser.expect(Kind::Arrow, "'->'")?;
    state.results = parser.function_results()?;
    if inputs.len() != inits.len() {
        return parser.error_at(at, "expected as many input types as operands");
    }
    let arguments: Vec<Argument<'_>> = names
        .into_iter()
        .zip(&inputs)
        .map(|((name, at), ty)| Argument {
            name,
            at,
            ty: *ty,
            attributes: None,
            location: None,
        })
        .collect();
    parser.resolve_into(state, &inits, &inputs)?;
    let before = parser.region(state.op, &arguments)?;
    parser.expect_word("do")?;
    let after = parser.region(state.op, &[])?;
    state.regions.extend([before, after]);
    parser.attr_dict_with_keyword(state)
}

fn print_while(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let data = module.op(op);
    let [before, after] = data.regions()[..] else {
        return None;
    };
    printer.write(" ");
    if !data.operands.is_empty() {
        print_assignments(printer, module.entry_arguments(before)?, &data.operands);
        printer.write(" ");
    }
    printer.write(": ");
    printer.functional_type(op);
    printer.write(" ");
    printer.region(before, EntryArguments::Hidden, Terminators::Shown);
    printer.write(" do ");
    printer.region(after, EntryArguments::Shown, Terminators::Shown);
    printer.attr_dict_with_keyword(op, &[]);
    Some(())
}

fn parse_execute_region(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    if parser.eat(Kind::Arrow) {
        state.results = parser.function_results()?;
    }
    if parser.eat_word("no_inline") {
        parser.set(state, "no_inline", crate::Attr::UNIT);
    }
    let region = parser.region(state.op, &[])?;
    state.regions.push(region);
    parser.attr_dict(state)
}

fn print_execute_region(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    printer.optional_arrow_types(&module.result_types(op));
    printer.write(" ");
    if module.op_attribute(op, "no_inline").is_some() {
        printer.write("no_inline ");
    }
    let region = *module.op(op).regions().first()?;
    printer.region(region, EntryArguments::Hidden, Terminators::Shown);
    printer.attr_dict(op, &["no_inline"]);
    Some(())
}

fn parse_index_switch(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let arg = parser.operand()?;
    parser.resolve_into(state, &[arg], &[Type::INDEX])?;
    parser.attr_dict(state)?;
    if parser.eat(Kind::Arrow) {
        state.results = if parser.is(Kind::LeftParen) {
            parser.function_results()?
        } else {
            parser.type_list()?
        };
    }
    let (mut cases, mut regions) = (Vec::new(), Vec::new());
    while parser.eat_word("case") {
        cases.push(parser.small_integer()?);
        regions.push(parse_case(parser, state)?);
    }
    parser.expect_word("default")?;
    let default = parse_case(parser, state)?;
    state.regions.push(default);
    state.regions.extend(regions);
    let data = AttrData::DenseArray {
        element: Type::I64,
        elements: DenseElements::Integers(cases.into()),
    };
    parser.set_data(state, "cases", data);
    Ok(())
}

fn parse_case(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<crate::program::RegionId> {
    let region = parser.region(state.op, &[])?;
    if state.results.is_empty() {
        parser.ensure_terminator(region, "scf.yield");
    }
    Ok(region)
}

fn print_index_switch(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let data = module.op(op);
    let cases = module.op_attribute(op, "cases")?;
    let cases = module.attribute_data(cases).as_dense_array()?;
    let (default, regions) = data.regions().split_first()?;
    if cases.len() != regions.len() {
        return None;
    }
    printer.write(" ");
    printer.value(*data.operands.first()?);
    printer.attr_dict(op, &["cases"]);
    let types = module.result_types(op);
    if !types.is_empty() {
        printer.write(" -> ");
        printer.types(&types);
    }
    printer.write(" ");
    for (case, region) in cases.iter().zip(regions) {
        printer.newline();
        write!(printer, "case {case} ");
        printer.region(*region, EntryArguments::Hidden, Terminators::Shown);
    }
    printer.newline();
    printer.write("default ");
    let terminators = shown_if(!module.results(op).is_empty());
    printer.region(*default, EntryArguments::Hidden, terminators);
    Some(())
}
