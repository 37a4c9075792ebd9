//! The custom assembly of Shardy: meshes of devices, and shardings of tensors. Attributes are kept as text.

use super::Syntax;
use crate::AttrData;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::Printer;
use crate::program::{OpId, Program};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[
    (
        "sdy_mesh",
        Syntax {
            parse: parse_mesh,
            print: print_mesh,
        },
    ),
    (
        "sdy_sharding",
        Syntax {
            parse: parse_sharding,
            print: print_sharding,
        },
    ),
];

const MESH: &str = "#sdy.mesh";
const SHARDING: &str = "#sdy.sharding";

/// `<…>` as the attribute `name`, which `head` prefixes.
fn parse_bare(parser: &mut Parser<'_>, state: &mut OpState, name: &str, head: &str) -> Parsed<()> {
    let text = parser.angle_text(head)?.into();
    parser.set_data(state, name, AttrData::Opaque { text, ty: None });
    Ok(())
}

fn print_bare(printer: &mut Printer<'_>, op: OpId, name: &str, head: &str) -> Option<()> {
    let attribute = printer.module.op_attribute(op, name)?;
    let AttrData::Opaque { text, ty: None } = printer.module.attribute_data(attribute) else {
        return None;
    };
    let body = text.strip_prefix(head).filter(|it| it.starts_with('<'))?;
    printer.write(body);
    Some(())
}

/// `@name = <["axis"=2]> {attributes}`
fn parse_mesh(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let name = parser.symbol_name()?;
    let name = parser.module.string_attribute(&name);
    parser.set(state, "sym_name", name);
    parser.expect(Kind::Equal, "'='")?;
    parse_bare(parser, state, "mesh", MESH)?;
    parser.attr_dict(state)
}

fn print_mesh(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let name = module.op_attribute(op, "sym_name")?;
    printer.write(" ");
    printer.symbol(module.attribute_data(name).as_str()?);
    printer.write(" = ");
    print_bare(printer, op, "mesh", MESH)?;
    printer.attr_dict(op, &["sym_name", "mesh"]);
    Some(())
}

/// `%x <@mesh, [{"axis"}, {}]> : type`
fn parse_sharding(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let operand = parser.operand()?;
    parse_bare(parser, state, "sharding", SHARDING)?;
    parser.attr_dict(state)?;
    parser.expect(Kind::Colon, "':'")?;
    let at = parser.token.start;
    let ty = parser.ty()?;
    state.results = vec![ty];
    parser.resolve_all(&[operand], &[ty], at, &mut state.operands)
}

fn print_sharding(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let (&[operand], &[result]) = (&module.op(op).operands[..], module.results(op)) else {
        return None;
    };
    if module.type_of(operand) != module.type_of(result) {
        return None;
    }
    printer.write(" ");
    printer.values(&[operand]);
    printer.write(" ");
    print_bare(printer, op, "sharding", SHARDING)?;
    printer.attr_dict(op, &["sharding"]);
    printer.write(" : ");
    printer.value_types(&[result]);
    Some(())
}
