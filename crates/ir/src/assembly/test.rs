//! The custom assembly of ops with regions in MLIR's test dialect.

use super::Syntax;
use crate::parse::{Argument, Kind, OpState, Parsed, Parser};
use crate::print::{EntryArguments, Printer, Terminators};
use crate::program::OpId;

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "test_with_bounds_region",
    Syntax {
        parse: parse_region,
        print: print_region,
    },
)];

fn parse_region(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    parser.attr_dict(state)?;
    let (name, at) = parser.argument_name()?;
    parser.expect(Kind::Colon, "':'")?;
    let argument = Argument {
        name,
        at,
        ty: parser.ty()?,
        attributes: None,
        location: None,
    };
    let region = parser.region(state.op, &[argument])?;
    state.regions.push(region);
    Ok(())
}

fn print_region(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let region = *module.op(op).regions().first()?;
    let argument = *module.entry_arguments(region)?.first()?;
    printer.attr_dict(op, &[]);
    printer.write(" ");
    printer.argument(argument);
    printer.write(" ");
    printer.region(region, EntryArguments::Hidden, Terminators::Shown);
    Some(())
}
