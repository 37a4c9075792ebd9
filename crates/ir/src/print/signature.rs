//! The printer of the arguments and results in a function's header.

use super::Printer;
use crate::program::{OpId, ValueId};
use crate::{Attr, AttrData, Module, Type, TypeData};

/// The dictionary at an index of an attribute that is an array of dictionaries, if it is not empty.
pub(crate) fn attributes_at(module: &Module, op: OpId, name: &str, at: usize) -> Option<Attr> {
    let AttrData::Array(items) = module.attribute_data(module.op_attribute(op, name)?) else {
        return None;
    };
    let attribute = *items.get(at)?;
    match module.attribute_data(attribute) {
        AttrData::Dictionary(items) if !items.is_empty() => Some(attribute),
        _ => None,
    }
}

impl Printer<'_> {
    /// Prints `(%a: type {attrs}, …) -> (type {attrs}, …)` for the arguments of the entry block except the last
    /// `extra`, by the function type in the attribute `name`. Returns the number of arguments of the entry block.
    pub(crate) fn signature(&mut self, op: OpId, name: &str, extra: usize) -> Option<usize> {
        let module = self.module;
        let ty = match module.attribute_data(module.op_attribute(op, name)?) {
            AttrData::Type(ty) => *ty,
            _ => return None,
        };
        let TypeData::Function { inputs, results } = module.type_data(ty) else {
            return None;
        };
        let region = *module.op(op).regions().first()?;
        let arguments = module.entry_arguments(region);
        if arguments.is_some_and(|it| it.len() != inputs.len() + extra) {
            return None;
        }
        self.signature_of(op, (inputs, results), arguments);
        Some(arguments.map_or(0, <[_]>::len))
    }

    /// Prints `(%a: type {attrs}, …) -> (type {attrs}, …)`, without names if no arguments are given.
    pub(crate) fn signature_of(
        &mut self,
        op: OpId,
        (inputs, results): (&[Type], &[Type]),
        arguments: Option<&[ValueId]>,
    ) {
        let module = self.module;
        let attributes = |name: &str, at: usize| attributes_at(module, op, name, at);
        let suffix = |printer: &mut Printer<'_>, attributes: Option<Attr>| {
            if let Some(attributes) = attributes {
                printer.write(" ");
                printer.attribute(attributes);
            }
        };
        self.write("(");
        self.list(inputs.iter().enumerate(), |printer, (at, input)| {
            match arguments {
                Some(arguments) => printer.argument(arguments[at]),
                None => printer.ty(*input),
            }
            suffix(printer, attributes("arg_attrs", at));
        });
        self.write(")");
        match results[..] {
            [] => {}
            [ty] if attributes("res_attrs", 0).is_none()
                && !matches!(module.type_data(ty), TypeData::Function { .. }) =>
            {
                self.write(" -> ");
                self.ty(ty);
            }
            _ => {
                self.write(" -> (");
                self.list(results.iter().enumerate(), |printer, (at, ty)| {
                    printer.ty(*ty);
                    suffix(printer, attributes("res_attrs", at));
                });
                self.write(")");
            }
        }
    }
}
