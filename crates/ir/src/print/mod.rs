//! The printer of MLIR's textual form.

mod aliases;
mod attributes;
mod directives;
mod elements;
mod floats;
mod format;
mod format_attribute;
mod names;
mod ops;
mod signature;
mod verbatim;

pub use attributes::quoted_text;
pub(crate) use attributes::{quoted, symbol};
pub(crate) use floats::short_float;
pub use names::ValueNames;
pub(crate) use names::source_name;
pub(crate) use ops::{EntryArguments, Terminators};
pub(crate) use signature::attributes_at;

use super::{Attr, AttrData, Module, Type};
use crate::program::OpId;
use aliases::{Aliases, Naming};
use std::fmt;

/// The options of the printer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PrintOptions {
    /// Print all ops in generic form.
    pub generic: bool,
    /// Print the locations that ops state.
    pub locations: bool,
}

/// Options of the printer for debugging.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PrintDetails {
    /// Print the place in the source of ops that state no location, if locations are printed.
    pub source_locations: bool,
    /// Print maps and sets in place instead of by aliases.
    pub local_scope: bool,
}

/// A function that prints the custom assembly of an op, after its name; none if the op requires the generic form.
pub(crate) type PrintByHand = for<'p, 'm> fn(&'p mut Printer<'m>, OpId) -> Option<()>;

/// The state of a printer.
pub(crate) struct Printer<'m> {
    pub(crate) module: &'m Module,
    pub(crate) out: String,
    options: PrintOptions,
    pub(crate) details: PrintDetails,
    /// The functions for custom assemblies that are written by hand, by their numbers.
    by_hand: &'static [PrintByHand],
    indent: usize,
    /// Whether each region is printed as `{...}`.
    skips_regions: bool,
    names: ValueNames,
    aliases: Aliases,
    default_dialects: Vec<&'static str>,
}

impl Module {
    /// The text of a type.
    pub fn type_text(&self, ty: Type) -> String {
        let mut printer = Printer::plain(self);
        printer.ty(ty);
        printer.out
    }

    /// The text of an attribute.
    pub fn attribute_text(&self, attribute: Attr) -> String {
        let mut printer = Printer::plain(self);
        printer.attribute(attribute);
        printer.out
    }
}

impl<'m> Printer<'m> {
    /// A printer with these functions for custom assemblies that are written by hand; ops without one have the generic
    /// form.
    pub(crate) fn new(
        module: &'m Module,
        options: PrintOptions,
        names: ValueNames,
        by_hand: &'static [PrintByHand],
    ) -> Printer<'m> {
        Printer {
            module,
            out: String::new(),
            options,
            details: PrintDetails::default(),
            by_hand,
            indent: 0,
            skips_regions: false,
            names,
            aliases: Aliases::default(),
            default_dialects: vec!["builtin"],
        }
    }

    fn plain(module: &'m Module) -> Printer<'m> {
        Printer::new(module, PrintOptions::default(), ValueNames::default(), &[])
    }

    /// The text of the module.
    pub(crate) fn module_text(mut self) -> String {
        let module = self.module;
        let is_aliased = |data: &AttrData| matches!(data, AttrData::Map(_) | AttrData::Set(_));
        if !self.details.local_scope && module.attributes.iter().any(is_aliased) {
            self.aliases.naming = Naming::AsPrinted;
        }
        self.out.reserve(module.source().len());
        self.op(module.top());
        self.define_aliases();
        self.out.push('\n');
        if let Some(metadata) = &module.metadata {
            self.out.push('\n');
            self.out.push_str(metadata);
            self.out.push('\n');
        }
        self.out
    }

    /// The text of an op, possibly with each region printed as `{...}`.
    pub(crate) fn op_text(mut self, op: OpId, skips_regions: bool) -> String {
        self.skips_regions = skips_regions;
        self.op(op);
        self.out
    }

    /// Inserts the definitions of the aliases at the start of the text, maps first.
    fn define_aliases(&mut self) {
        let aliases = std::mem::take(&mut self.aliases);
        if aliases.numbers.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.out);
        for (prefix, attributes) in [("#map", &aliases.maps), ("#set", &aliases.sets)] {
            for (number, &attribute) in attributes.iter().enumerate() {
                self.write(prefix);
                if number > 0 {
                    write!(self, "{number}");
                }
                self.write(" = ");
                self.attribute(attribute);
                self.write("\n");
            }
        }
        let definitions = std::mem::replace(&mut self.out, text);
        self.out.insert_str(0, &definitions);
    }

    /// Appends text.
    pub(crate) fn write(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Appends formatted text.
    pub(crate) fn write_fmt(&mut self, text: fmt::Arguments<'_>) {
        fmt::Write::write_fmt(&mut self.out, text).expect("writing to a string does not fail");
    }

    /// Appends items, separated by `, `.
    pub(crate) fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut item: impl FnMut(&mut Self, T),
    ) {
        for (at, it) in items.into_iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            item(self, it);
        }
    }

    /// `@name`.
    pub(crate) fn symbol(&mut self, name: &str) {
        self.out.push('@');
        self.out.push_str(&symbol(name));
    }

    pub(crate) fn newline(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }
}
