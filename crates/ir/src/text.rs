//! Modules as text. The parser and the printer are given the custom assemblies that are written by hand.

use crate::ParseError;
use crate::assembly;
use crate::module::Module;
use crate::parse::{ParseOptions, Parser};
use crate::print::{PrintDetails, PrintOptions, Printer, ValueNames};
use crate::program::OpId;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

impl Module {
    /// An empty `builtin.module`.
    #[inline]
    pub fn new() -> Module {
        Module::parse("", "-", ParseOptions::default()).expect("an empty module parses")
    }

    /// Parses MLIR's textual form.
    ///
    /// A file that contains a single `builtin.module` is that module; otherwise its contents are wrapped in one.
    /// Costs the size of the text.
    pub fn parse(
        source: &str,
        file_name: &str,
        options: ParseOptions,
    ) -> Result<Module, ParseError> {
        Module::parse_shared(&Arc::new(source.to_owned()), file_name, options)
    }

    /// Like [`Module::parse`], but shares the text instead of copying it.
    pub fn parse_shared(
        source: &Arc<String>,
        file_name: &str,
        options: ParseOptions,
    ) -> Result<Module, ParseError> {
        let first_line = options.first_line;
        if source.len() >= (u32::MAX / 2) as usize {
            let message = "expected a file of less than 2 GiB";
            return Err(ParseError::new(file_name, "", 1, 0, message));
        }
        if options.lenient {
            let by_hand = assembly::parsers();
            return Module::parse_leniently(source, file_name, options, by_hand);
        }
        let mut module = Module::empty(Arc::clone(source), file_name, first_line);
        module.syntaxes = Arc::clone(&options.syntaxes);
        let mut parser = Parser::new(source, module, options, assembly::parsers());
        parser.advance();
        parser.file().map_err(|error| *error)?;
        let mut module = parser.module;
        module.finish().map_err(|(offset, message)| {
            ParseError::new(file_name, source, first_line, offset as usize, message)
        })?;
        Ok(module)
    }

    /// The module's text.
    pub fn print(&self, options: PrintOptions) -> String {
        self.print_in_detail(options, PrintDetails::default())
    }

    /// The text with more options.
    pub fn print_in_detail(&self, options: PrintOptions, details: PrintDetails) -> String {
        let names = ValueNames::new(self, options);
        let mut printer = Printer::new(self, options, names, assembly::printers());
        printer.details = details;
        printer.module_text()
    }

    /// The text of an op, with value names from `names` and inline maps.
    pub fn print_op(&self, op: OpId, names: &ValueNames) -> String {
        self.printer(names).op_text(op, false)
    }

    /// The text of an op as in [`Module::print_op`], with each region printed as `{...}`.
    pub fn print_op_without_regions(&self, op: OpId, names: &ValueNames) -> String {
        self.printer(names).op_text(op, true)
    }

    fn printer(&self, names: &ValueNames) -> Printer<'_> {
        let options = PrintOptions::default();
        Printer::new(self, options, names.clone(), assembly::printers())
    }
}

impl Default for Module {
    #[inline]
    fn default() -> Module {
        Module::new()
    }
}

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.print(PrintOptions::default()))
    }
}
