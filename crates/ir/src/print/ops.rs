//! The printer of ops, blocks and regions.

use super::Printer;
use super::aliases::Naming;
use crate::implied_body::implied_body;
use crate::program::{BlockId, OpId, Program, RegionId, ValueId};
use crate::registry::{Assembly, AttrKind, OpSpec};
use crate::{Attr, AttrData, Type, quoted_text};
use smallvec::SmallVec;

/// The parts of a region's entry block that are printed.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum EntryArguments {
    /// The arguments.
    Shown,
    /// The arguments, and the label even if there are none.
    Always,
    /// Not the arguments, since the op prints them.
    Hidden,
}

/// Whether the terminator of a region's blocks is printed.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Terminators {
    Shown,
    /// Ops that are not known as terminators are printed.
    Hidden,
    /// The last op is the one that the parser adds, which may have no definition.
    Implied,
}

impl Printer<'_> {
    /// Prints an op without the indentation before it and the line break after it.
    pub(crate) fn op(&mut self, op: OpId) {
        self.result_names(op);
        self.op_alone(op);
    }

    /// Prints an op without the names of its results.
    pub(crate) fn op_alone(&mut self, op: OpId) {
        let (start, named) = (self.out.len(), self.aliases.mark());
        let dialects = self.default_dialects.len();
        let indent = self.indent;
        let lacks_body = self.options.generic && self.module.lacks_body(op);
        let custom = !self.options.generic || lacks_body && implied_body(self.module, op).is_none();
        if let Some(verbatim) = self.module.verbatim(op) {
            self.verbatim(op, verbatim);
        } else if !custom || self.custom(op).is_none() {
            self.out.truncate(start);
            self.aliases.take_back(named);
            self.default_dialects.truncate(dialects);
            self.indent = indent;
            self.generic(op);
        }
        if self.options.locations {
            self.op_location(op);
        }
    }

    /// The location that an op states, or its place in the source.
    fn op_location(&mut self, op: OpId) {
        if let Some(location) = self.module.stated_location(op) {
            self.write(" ");
            self.attribute(location);
        } else if self.details.source_locations
            && let Some(place) = self.module.location(op)
        {
            let file = quoted_text(&place.file);
            write!(self, " loc({file}:{}:{})", place.line, place.column);
        }
    }

    fn result_names(&mut self, op: OpId) {
        let results = &self.module.results(op);
        if results.is_empty() {
            return;
        }
        let mut at = 0;
        while at < results.len() {
            if at > 0 {
                self.out.push_str(", ");
            }
            let rest = &results[at + 1..];
            let size = 1 + rest
                .iter()
                .take_while(|result| !self.names.begins_group(**result))
                .count();
            self.names.write_head(&mut self.out, results[at]);
            if size > 1 {
                write!(self, ":{size}");
            }
            at += size;
        }
        self.out.push_str(" = ");
    }

    /// Prints the op's custom assembly; none if it has none or requires the generic form.
    fn custom(&mut self, op: OpId) -> Option<()> {
        let is_custom =
            |spec: &&OpSpec| !spec.generic && (!spec.foreign || self.module.has_foreign_syntax);
        let spec = self.module.spec(op).filter(is_custom)?;
        let dialect = match self.indent {
            0 => "builtin",
            _ => self.default_dialects.last().copied().unwrap_or("builtin"),
        };
        let name = self.module.name(self.module.op(op).name);
        let short = name
            .strip_prefix(dialect)
            .and_then(|name| name.strip_prefix('.'))
            .filter(|name| !name.contains('.'));
        self.write(short.unwrap_or(name));
        match &spec.assembly {
            Assembly::Generic => None,
            Assembly::Format(format) => self.format(op, spec, format),
            Assembly::Hand(by_hand) => (self.by_hand.get(by_hand.number())?)(self, op),
        }
    }

    fn generic(&mut self, op: OpId) {
        match self.aliases.naming {
            Naming::None | Naming::Done => self.generic_text(op),
            Naming::Ahead => self.mention_generic(op),
            Naming::AsPrinted => {
                let start = self.out.len();
                self.aliases.naming = Naming::Ahead;
                self.mention_generic(op);
                self.out.truncate(start);
                self.aliases.naming = Naming::Done;
                self.generic_text(op);
                self.aliases.naming = Naming::AsPrinted;
            }
        }
    }

    fn generic_text(&mut self, op: OpId) {
        let module = self.module;
        let data = module.op(op);
        write!(
            self,
            "{}(",
            super::quoted(module.name(data.name).as_bytes())
        );
        self.values(&data.operands);
        self.write(")");
        if !data.successors().is_empty() {
            self.write("[");
            self.list(data.successors(), |printer, block| {
                printer.block_name(*block)
            });
            self.write("]");
        }
        let attributes = module.attributes_of(data);
        if attributes.iter().any(|attribute| attribute.inherent) {
            self.write(" <");
            self.dictionary(op, |inherent| inherent);
            self.write(">");
        }
        if !data.regions().is_empty() {
            self.write(" (");
            self.list(data.regions(), |printer, region| {
                printer.region(*region, EntryArguments::Always, Terminators::Shown);
            });
            self.write(")");
        } else if module.lacks_body(op)
            && let Some(lines) = implied_body(module, op)
        {
            self.implied_region(&lines);
        }
        if attributes.iter().any(|attribute| !attribute.inherent) {
            self.write(" ");
            self.dictionary(op, |inherent| !inherent);
        }
        self.write(" : ");
        self.functional_type(op);
    }

    /// Prints the body of an op that was parsed without one.
    fn implied_region(&mut self, lines: &[String]) {
        self.write(" ({");
        for (at, line) in lines.iter().enumerate() {
            self.indent += usize::from(at > 0);
            self.newline();
            self.write(line);
            self.indent -= usize::from(at > 0);
        }
        self.newline();
        self.write("})");
    }

    /// Assigns aliases to the maps and sets of an op in generic form, in MLIR's order, which differs from that of the
    /// text.
    fn mention_generic(&mut self, op: OpId) {
        let module = self.module;
        let data = module.op(op);
        for region in data.regions() {
            self.region(*region, EntryArguments::Always, Terminators::Shown);
        }
        self.value_types(&data.operands);
        self.value_types(module.results(op));
        for attribute in module.attributes_of(data) {
            self.attribute(attribute.value);
        }
    }

    fn dictionary(&mut self, op: OpId, shown: impl Fn(bool) -> bool) {
        let module = self.module;
        self.write("{");
        let attributes = module.op_attributes(op).iter();
        self.list(
            attributes.filter(|attribute| shown(attribute.inherent)),
            |printer, attribute| {
                printer.named_attribute(module.name(attribute.name), attribute.value);
            },
        );
        self.write("}");
    }

    /// `(operand types) -> result types`.
    pub(crate) fn functional_type(&mut self, op: OpId) {
        let module = self.module;
        let data = module.op(op);
        self.write("(");
        self.value_types(&data.operands);
        self.write(") -> ");
        let results: SmallVec<[Type; 4]> = module
            .results(op)
            .iter()
            .map(|it| module.type_of(*it))
            .collect();
        self.function_results(&results);
    }

    /// ` -> types` for the results, if there are any.
    pub(crate) fn optional_arrow_types(&mut self, types: &[Type]) {
        if !types.is_empty() {
            self.write(" -> ");
            self.function_results(types);
        }
    }

    /// ` -> (types)`, if there are any.
    pub(crate) fn optional_arrow_types_in_parens(&mut self, types: &[Type]) {
        if !types.is_empty() {
            self.write(" -> (");
            self.types(types);
            self.write(")");
        }
    }

    /// The attributes except the elided ones: ` {…}`.
    pub(crate) fn attr_dict(&mut self, op: OpId, elided: &[&str]) {
        self.attr_dict_after(op, elided, " ");
    }

    /// The attributes except the elided ones: ` attributes {…}`.
    pub(crate) fn attr_dict_with_keyword(&mut self, op: OpId, elided: &[&str]) {
        self.attr_dict_after(op, elided, " attributes ");
    }

    /// The attributes except the elided ones, including those with default values.
    pub(crate) fn attr_dict_in_full(&mut self, op: OpId, elided: &[&str]) {
        let module = self.module;
        let shown: Vec<(&str, Attr)> = module
            .op_attributes(op)
            .iter()
            .map(|attribute| (module.name(attribute.name), attribute.value))
            .filter(|(name, _)| !elided.contains(name))
            .collect();
        self.braces(op, &shown, " ");
    }

    fn braces(&mut self, op: OpId, shown: &[(&str, Attr)], before: &str) {
        if shown.is_empty() {
            return;
        }
        self.write(before);
        self.write("{");
        self.list(shown, |printer, (name, value)| {
            match printer.word_of(op, name, *value) {
                Some(word) => write!(printer, "{name} = {word}"),
                None => printer.named_attribute(name, *value),
            }
        });
        self.write("}");
    }

    /// The keyword of an enum attribute of the op's definition, if the value is one of its cases.
    fn word_of(&self, op: OpId, name: &str, value: Attr) -> Option<&'static str> {
        let AttrKind::Tagged { prefix, cases, .. } = &self.module.spec(op)?.attribute(name)?.kind
        else {
            return None;
        };
        let AttrData::Opaque { text, .. } = self.module.attribute_data(value) else {
            return None;
        };
        let word = text.strip_prefix(prefix.as_str())?.strip_suffix('>')?;
        cases.iter().map(String::as_str).find(|case| *case == word)
    }

    /// The attributes except the elided ones, in braces after `before`.
    pub(crate) fn attr_dict_after(&mut self, op: OpId, elided: &[&str], before: &str) {
        let module = self.module;
        let spec = module.spec(op);
        let shown = module.op_attributes(op).iter().filter(|attribute| {
            let name = module.name(attribute.name);
            let sizes = matches!(name, "operandSegmentSizes" | "resultSegmentSizes")
                && spec.is_some_and(|spec| spec.is_inherent(name));
            !sizes && !elided.contains(&name) && !self.is_default(op, name, attribute.value)
        });
        let shown: SmallVec<[(&str, Attr); 4]> = shown
            .map(|attribute| (module.name(attribute.name), attribute.value))
            .collect();
        self.braces(op, &shown, before);
    }

    /// Whether an attribute has the default value of its definition.
    pub(crate) fn is_default(&self, op: OpId, name: &str, value: Attr) -> bool {
        let module = self.module;
        let defaults = &module.specs[module.op(op).name.0 as usize].defaults;
        defaults
            .iter()
            .any(|default| default.value == value && module.name(default.name) == name)
    }

    /// A value's name.
    pub(crate) fn value(&mut self, value: ValueId) {
        self.names.write(&mut self.out, value);
    }

    /// Runs `write` with one more level of indentation.
    pub(crate) fn indented<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.indent += 1;
        let result = write(self);
        self.indent -= 1;
        result
    }

    /// The name of a value as a string.
    pub(crate) fn value_text(&self, value: ValueId) -> String {
        self.names.name(value)
    }

    /// Values' names, with commas.
    pub(crate) fn values(&mut self, values: &[ValueId]) {
        for (at, value) in values.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            self.names.write(&mut self.out, *value);
        }
    }

    /// A value's type.
    pub(crate) fn value_type(&mut self, value: ValueId) {
        self.ty(self.module.type_of(value));
    }

    /// Values' types, with commas.
    pub(crate) fn value_types(&mut self, values: &[ValueId]) {
        for (at, value) in values.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            self.value_type(*value);
        }
    }

    /// `%a: type`.
    pub(crate) fn argument(&mut self, value: ValueId) {
        self.value(value);
        self.write(": ");
        self.value_type(value);
        if self.options.locations
            && let Some(location) = self.module.argument_locations.get(&value)
        {
            self.write(" ");
            self.attribute(*location);
        }
    }

    pub(crate) fn block_name(&mut self, block: BlockId) {
        write!(self, "^bb{}", self.names.block(block));
    }

    /// A successor with its operands: `^bb1(%a : type)`.
    pub(crate) fn successor(&mut self, block: BlockId, operands: &[ValueId]) {
        self.block_name(block);
        if !operands.is_empty() {
            self.write("(");
            self.values(operands);
            self.write(" : ");
            self.value_types(operands);
            self.write(")");
        }
    }

    /// `{ … }`.
    pub(crate) fn region(
        &mut self,
        region: RegionId,
        arguments: EntryArguments,
        terminators: Terminators,
    ) {
        if self.skips_regions {
            self.write("{...}");
            return;
        }
        let module = self.module;
        let data = &module.regions[region.index()];
        let dialect = module.spec(data.parent).map_or("", OpSpec::inner_dialect);
        self.write("{");
        self.default_dialects.push(dialect);
        let predecessors = Predecessors::of(self, region);
        for (number, &block) in data.blocks.iter().enumerate() {
            let content = &module.blocks[block.index()];
            let header = number > 0
                || (arguments != EntryArguments::Hidden && !content.arguments.is_empty())
                || (arguments == EntryArguments::Always && content.ops.is_empty());
            if header {
                self.newline();
                self.block_header(block, number, &predecessors);
            }
            self.block_ops(block, terminators);
        }
        self.default_dialects.pop();
        self.newline();
        self.write("}");
    }

    fn block_header(&mut self, block: BlockId, number: usize, predecessors: &Predecessors) {
        let module = self.module;
        self.block_name(block);
        let arguments = &module.blocks[block.index()].arguments;
        if !arguments.is_empty() {
            self.write("(");
            self.list(arguments, |printer, argument| printer.argument(*argument));
            self.write(")");
        }
        self.write(":");
        match predecessors.0.get(number).map_or(&[][..], Vec::as_slice) {
            [] if number == 0 => {}
            [] => self.write("  // no predecessors"),
            [one] => write!(self, "  // pred: ^bb{one}"),
            many => {
                write!(self, "  // {} preds: ", many.len());
                self.list(many, |printer, number| write!(printer, "^bb{number}"));
            }
        }
    }

    fn block_ops(&mut self, block: BlockId, terminators: Terminators) {
        let module = self.module;
        let mut ops = &module.blocks[block.index()].ops[..];
        if let Some((&last, before)) = ops.split_last()
            && match terminators {
                Terminators::Shown => false,
                Terminators::Hidden => module.spec(last).is_some_and(|spec| spec.terminator),
                Terminators::Implied => true,
            }
        {
            ops = before;
        }
        self.indent += 1;
        for &op in ops {
            self.newline();
            self.op(op);
        }
        self.indent -= 1;
    }
}

/// For each block of a region, the numbers of its predecessors.
struct Predecessors(Vec<Vec<u32>>);

impl Predecessors {
    fn of(printer: &Printer<'_>, region: RegionId) -> Predecessors {
        let module = printer.module;
        let blocks = &module.regions[region.index()].blocks;
        if blocks.len() < 2 {
            return Predecessors(Vec::new());
        }
        let mut table = vec![Vec::new(); blocks.len()];
        for (number, block) in blocks.iter().enumerate() {
            let last = module.blocks[block.index()].ops.last();
            for successor in last.into_iter().flat_map(|&op| module.op(op).successors()) {
                let at = printer.names.block(*successor) as usize;
                if let Some(list) = table.get_mut(at) {
                    list.push(number as u32);
                }
            }
        }
        Predecessors(table)
    }
}
