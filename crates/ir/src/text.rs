//! Modules as text. The parser and the printer are given the custom assemblies that are written by hand.

use crate::ParseError;
use crate::assembly;
use crate::implied_body::implied_body;
use crate::module::Module;
use crate::parse::{ParseOptions, Parser};
use crate::print::{PrintDetails, PrintOptions, Printer, ValueNames};
use crate::program::{OpId, Program};
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
        if options.generic
            && let Ok(Some(complete)) = self.with_bodies(details)
        {
            let stated = PrintDetails {
                source_locations: false,
                ..details
            };
            return complete.text_as_it_is(options, stated);
        }
        self.text_as_it_is(options, details)
    }

    /// The module with the bodies of named structured ops that were parsed without them; none if there are no such ops.
    /// Costs printing and parsing the module.
    ///
    /// # Errors
    /// That the body of an op is unknown, or that it does not verify.
    pub fn with_implied_bodies(&self) -> Result<Option<Module>, String> {
        self.with_bodies(PrintDetails::default())
    }

    fn with_bodies(&self, details: PrintDetails) -> Result<Option<Module>, String> {
        let ops = self.walk(self.top());
        let mut lacking = ops.filter(|&op| self.lacks_body(op)).peekable();
        if lacking.peek().is_none() {
            return Ok(None);
        }
        if let Some(op) = lacking.find(|&op| implied_body(self, op).is_none()) {
            let name = self.op_name(op);
            return Err(format!(
                "the body of '{name}' on such elements is not known here"
            ));
        }
        let options = PrintOptions {
            generic: true,
            locations: true,
        };
        let text = self.text_as_it_is(options, details);
        let complete = Module::parse(&text, &self.file, ParseOptions::default());
        complete.map(Some).map_err(|error| error.to_string())
    }

    fn text_as_it_is(&self, options: PrintOptions, details: PrintDetails) -> String {
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
