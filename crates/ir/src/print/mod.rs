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
use std::fmt::{self, Display, Formatter};

/// The options of the printer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PrintOptions {
    /// Print all ops in generic form.
    pub generic: bool,
    /// Print the locations that ops state.
    pub locations: bool,
}

/// The state of a printer.
pub(crate) struct Printer<'m> {
    pub(crate) module: &'m Module,
    pub(crate) out: String,
    options: PrintOptions,
    indent: usize,
    /// Whether each region is printed as `{...}`.
    skips_regions: bool,
    names: ValueNames,
    aliases: Aliases,
    default_dialects: Vec<&'static str>,
}

impl Module {
    /// The module's text.
    pub fn print(&self, options: PrintOptions) -> String {
        let names = ValueNames::new(self, options);
        let mut printer = Printer::new(self, options, names);
        if self.has_aliased_attributes() {
            printer.aliases.naming = Naming::AsPrinted;
        }
        printer.out.reserve(self.source().len());
        printer.op(self.top());
        printer.define_aliases();
        printer.out.push('\n');
        if let Some(metadata) = &self.metadata {
            printer.out.push('\n');
            printer.out.push_str(metadata);
            printer.out.push('\n');
        }
        printer.out
    }

    /// The text of an op, with value names from `names` and inline maps.
    pub fn print_op(&self, op: OpId, names: &ValueNames) -> String {
        let mut printer = Printer::new(self, PrintOptions::default(), names.clone());
        printer.op(op);
        printer.out
    }

    /// The text of an op as in [`Module::print_op`], with each region printed as `{...}`.
    pub fn print_op_without_regions(&self, op: OpId, names: &ValueNames) -> String {
        let mut printer = Printer::new(self, PrintOptions::default(), names.clone());
        printer.skips_regions = true;
        printer.op(op);
        printer.out
    }

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

    fn has_aliased_attributes(&self) -> bool {
        self.attributes
            .iter()
            .any(|data| matches!(data, AttrData::Map(_) | AttrData::Set(_)))
    }
}

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.print(PrintOptions::default()))
    }
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module, options: PrintOptions, names: ValueNames) -> Printer<'m> {
        Printer {
            module,
            out: String::new(),
            options,
            indent: 0,
            skips_regions: false,
            names,
            aliases: Aliases::default(),
            default_dialects: vec!["builtin"],
        }
    }

    fn plain(module: &'m Module) -> Printer<'m> {
        Printer::new(module, PrintOptions::default(), ValueNames::default())
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
