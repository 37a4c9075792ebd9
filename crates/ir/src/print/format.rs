//! The interpreter of assembly formats for printing.

use super::Printer;
use super::attributes::quoted;
use super::ops::{EntryArguments, Terminators};
use crate::program::{OpId, Program, RegionId, ValueId};
use crate::registry::{ArgumentList, Arity, AssemblyFormat, AttrKind, Brackets, Element, OpSpec};
use crate::{Attr, AttrData, Type};

/// The kind of the last output, which determines the space before the next one.
struct Spacing {
    space: bool,
    punctuation: bool,
}

pub(super) struct Writing {
    pub(super) op: OpId,
    pub(super) spec: &'static OpSpec,
    /// The attributes that the format prints.
    shown: &'static [&'static str],
    spacing: Spacing,
    /// The number of entry arguments that have been printed.
    pub(super) arguments: usize,
}

impl<'m> Printer<'m> {
    pub(super) fn format(
        &mut self,
        op: OpId,
        spec: &'static OpSpec,
        format: &'static AssemblyFormat,
    ) -> Option<()> {
        let shown = format.shown.get_or_init(|| {
            let mut shown = Vec::new();
            collect_attributes(spec, &format.elements, &mut shown);
            shown
        });
        let mut writing = Writing {
            op,
            spec,
            shown,
            spacing: Spacing {
                space: true,
                punctuation: false,
            },
            arguments: 0,
        };
        self.elements(&mut writing, &format.elements)
    }

    fn elements(&mut self, writing: &mut Writing, elements: &'static [Element]) -> Option<()> {
        for element in elements {
            self.element(writing, element)?;
        }
        Some(())
    }

    fn element(&mut self, writing: &mut Writing, element: &'static Element) -> Option<()> {
        let (op, spec) = (writing.op, writing.spec);
        match element {
            Element::Space => {
                self.write(" ");
                writing.spacing = Spacing {
                    space: false,
                    punctuation: true,
                };
                return Some(());
            }
            Element::NoSpace => {
                writing.spacing = Spacing {
                    space: false,
                    punctuation: true,
                };
                return Some(());
            }
            Element::Literal(text) => {
                self.literal(&mut writing.spacing, text);
                return Some(());
            }
            Element::AttrDict => {
                self.attr_dict(op, writing.shown);
                writing.spacing.punctuation = false;
                writing.spacing.space = true;
                return Some(());
            }
            Element::AttrDictWithKeyword => {
                self.attr_dict_with_keyword(op, writing.shown);
                writing.spacing.punctuation = false;
                writing.spacing.space = true;
                return Some(());
            }
            Element::AttrDictInFull => {
                self.attr_dict_in_full(op, writing.shown);
                writing.spacing.punctuation = false;
                writing.spacing.space = true;
                return Some(());
            }
            Element::Results { parens } => {
                let results = self.module.result_types(op);
                match parens {
                    true => self.optional_arrow_types_in_parens(&results),
                    false => self.optional_arrow_types(&results),
                }
                writing.spacing.punctuation = false;
                writing.spacing.space = true;
                return Some(());
            }
            Element::AnyOrder(groups) => {
                for group in groups {
                    if self.is_present(op, spec, &group.anchor)? {
                        self.elements(writing, &group.then)?;
                    }
                }
                return Some(());
            }
            Element::Optional(group) => {
                let elements = if self.is_present(op, spec, &group.anchor)? {
                    &group.then
                } else {
                    &group.otherwise
                };
                return self.elements(writing, elements);
            }
            Element::Attribute(at) if matches!(spec.attributes[*at].kind, AttrKind::Unit) => {
                return Some(());
            }
            _ => {}
        }
        self.spaced(&mut writing.spacing);
        match element {
            Element::Operand(group) => self.values(self.module.operand_group(op, spec, *group)?),
            Element::MapOperands(group, map) => self.map_operands(writing, *group, *map)?,
            Element::InlineMap(group, map) => self.inline_map(writing, *group, *map)?,
            Element::Arguments(list) => self.argument_list(writing, list)?,
            Element::RegionOfArguments(number) => {
                let region = *self.module.op(op).regions().get(*number)?;
                if self.module.entry_arguments(region).map_or(0, <[_]>::len) != writing.arguments {
                    return None;
                }
                let terminators = self.terminators(spec, region);
                self.region(region, EntryArguments::Hidden, terminators);
            }
            Element::TypedOperands(group) => {
                let values = self.module.operand_group(op, spec, *group)?;
                self.list(values, |printer, value| {
                    printer.value(*value);
                    printer.write(" : ");
                    printer.value_type(*value);
                });
            }
            Element::OperandTypeList => match self.module.operands(op) {
                [operand] => self.value_type(*operand),
                operands => {
                    self.write("(");
                    self.value_types(operands);
                    self.write(")");
                }
            },
            Element::ResultTypes => self.value_types(self.module.results(op)),
            Element::DefaultedTypes(slots) => self.defaulted_types(writing, slots)?,
            Element::ShortTypes(slots) => self.short_types(writing, slots)?,
            Element::Operands => self.values(&self.module.op(op).operands),
            Element::OperandTypes => self.value_types(&self.module.op(op).operands),
            Element::Types(slot) => {
                let values = match slot.checked_sub(spec.operands.len()) {
                    None => self.module.operand_group(op, spec, *slot)?,
                    Some(result) => self.module.result_group(op, spec, result)?,
                };
                self.value_types(values);
            }
            Element::SemiFunctionalType if self.module.results(op).is_empty() => {
                self.value_types(&self.module.op(op).operands);
            }
            Element::FunctionalType | Element::SemiFunctionalType => self.functional_type(op),
            Element::SameType => {
                let data = self.module.op(op);
                let mut types = data.operands.iter().chain(self.module.results(op));
                let types = types.by_ref().map(|value| self.module.type_of(*value));
                let types: Vec<_> = types.collect();
                match (types.first(), self.module.results(op).first()) {
                    (Some(first), Some(result)) if types.iter().all(|ty| ty == first) => {
                        self.value_type(*result);
                    }
                    _ => self.functional_type(op),
                }
            }
            Element::Commas(group) => {
                for value in self.module.operand_group(op, spec, *group)?.to_vec() {
                    self.value(value);
                    self.write(", ");
                }
                writing.spacing = Spacing {
                    space: false,
                    punctuation: true,
                };
                return Some(());
            }
            Element::Region(number) => {
                let region = *self.module.op(op).regions().get(*number)?;
                self.region(
                    region,
                    EntryArguments::Shown,
                    self.terminators(spec, region),
                );
            }
            Element::Named(group, attribute) => {
                let values = self.module.operand_group(op, spec, *group)?;
                let name = &spec.attributes[*attribute].name;
                self.named_values(values, self.module.op_attribute(op, name)?)?;
            }
            Element::Regions => {
                self.region_list(op);
            }
            Element::Successor(group) => {
                let successors = &self.module.op(op).successors();
                match spec.successors[*group].arity {
                    Arity::One => self.block_name(*successors.get(*group)?),
                    _ => {
                        let rest = successors.get(*group..)?;
                        self.list(rest, |printer, block| printer.block_name(*block));
                    }
                }
            }
            Element::Sizes(attributes) => {
                for (number, at) in attributes.iter().enumerate() {
                    let spec = &spec.attributes[*at];
                    if number > 0 {
                        self.write("x");
                    }
                    self.format_attribute(spec, self.module.op_attribute(op, &spec.name)?)?;
                }
            }
            Element::Async(result, group) => {
                let gives = !self.module.result_group(op, spec, *result)?.is_empty();
                let dependencies = self.module.operand_group(op, spec, *group)?;
                self.async_dependencies(gives, dependencies);
            }
            Element::IndexList(group, attribute, brackets) => {
                let values = self.module.operand_group(op, spec, *group)?;
                let name = &spec.attributes[*attribute].name;
                self.index_list(values, self.module.op_attribute(op, name)?, *brackets)?;
            }
            Element::ScalableList(group, attribute, scalable) => {
                let values = self.module.operand_group(op, spec, *group)?;
                let name = &spec.attributes[*attribute].name;
                let flags = self
                    .module
                    .dense_array(op, &spec.attributes[*scalable].name);
                let statics = self.module.op_attribute(op, name)?;
                self.mixed_list(values, statics, flags.unwrap_or_default(), ("[", "]"))?;
            }
            Element::PackedList(packed, group, attribute) => {
                if let [packed] = self.module.operand_group(op, spec, *packed)? {
                    self.write("*(");
                    self.value(*packed);
                    self.write(")");
                } else {
                    let values = self.module.operand_group(op, spec, *group)?;
                    let name = &spec.attributes[*attribute].name;
                    let statics = self.module.op_attribute(op, name)?;
                    self.index_list(values, statics, Brackets::Square)?;
                }
            }
            Element::Attribute(at) => {
                let attribute = &spec.attributes[*at];
                let value = self.module.op_attribute(op, &attribute.name)?;
                self.format_attribute(attribute, value)?;
            }
            _ => {}
        }
        Some(())
    }

    fn literal(&mut self, spacing: &mut Spacing, text: &str) {
        let first = text.chars().next().unwrap_or(' ');
        let symbol = text.len() == 1;
        let tight = (symbol || text == "->")
            && match first {
                '>' | ')' | '}' | ']' | ',' => true,
                '<' | '(' | '{' | '[' => !spacing.punctuation,
                _ => false,
            };
        if spacing.space && !tight {
            self.write(" ");
        }
        self.write(text);
        spacing.space = !symbol || !matches!(first, '<' | '(' | '{' | '[');
        spacing.punctuation = first != '_' && !first.is_ascii_alphabetic();
    }

    fn spaced(&mut self, spacing: &mut Spacing) {
        if spacing.space || !spacing.punctuation {
            self.write(" ");
        }
        spacing.space = true;
        spacing.punctuation = false;
    }

    fn is_present(&self, op: OpId, spec: &'static OpSpec, anchor: &Element) -> Option<bool> {
        Some(match anchor {
            Element::Operand(group) => !self.module.operand_group(op, spec, *group)?.is_empty(),
            Element::Operands | Element::OperandTypes => !self.module.op(op).operands.is_empty(),
            Element::Types(slot) => match slot.checked_sub(spec.operands.len()) {
                None => {
                    let values = self.module.operand_group(op, spec, *slot)?;
                    !values.is_empty() && !self.has_default_type(op, spec, *slot)
                }
                Some(result) => !self.module.result_group(op, spec, result)?.is_empty(),
            },
            Element::TypedOperands(group)
            | Element::MapOperands(group, _)
            | Element::Arguments(ArgumentList::Assigned(group)) => {
                !self.module.operand_group(op, spec, *group)?.is_empty()
            }
            Element::Results { .. } => !self.module.results(op).is_empty(),
            Element::Optional(group) => {
                let mut others = group.otherwise.iter();
                self.is_present(op, spec, &group.anchor)?
                    || others.any(|it| self.is_present(op, spec, it) == Some(true))
            }
            Element::Attribute(at) => {
                let name = &spec.attributes[*at].name;
                self.module
                    .op_attribute(op, name)
                    .is_some_and(|value| !self.is_default(op, name, value))
            }
            Element::Region(number) => {
                let region = self.module.op(op).regions().get(*number);
                region.is_some_and(|it| !self.module.regions[it.index()].blocks.is_empty())
            }
            Element::IndexList(group, at, _) | Element::ScalableList(group, at, _) => {
                self.has_list(op, spec, *group, *at)?
            }
            Element::PackedList(packed, group, at) => {
                !self.module.operand_group(op, spec, *packed)?.is_empty()
                    || self.has_list(op, spec, *group, *at)?
            }
            _ => true,
        })
    }

    /// Whether an index list is nonempty.
    fn has_list(&self, op: OpId, spec: &'static OpSpec, group: usize, at: usize) -> Option<bool> {
        let attribute = Element::Attribute(at);
        Some(
            !self.module.operand_group(op, spec, group)?.is_empty()
                || self.is_present(op, spec, &attribute)?,
        )
    }

    /// ` {"name" = %a, …}`, or nothing if there are no values.
    fn named_values(&mut self, values: &[ValueId], names: Attr) -> Option<()> {
        let module = self.module;
        let names = match module.attribute_data(names) {
            AttrData::Array(names) if names.len() == values.len() => names.iter(),
            _ => return None,
        };
        let names = names.map(|name| module.attribute_data(*name).as_str());
        let names: Vec<&str> = names.collect::<Option<_>>()?;
        if !names.is_empty() {
            self.write(" {");
            self.list(names.iter().zip(values), |printer, (name, value)| {
                write!(printer, "{} = ", quoted(name.as_bytes()));
                printer.value(*value);
            });
            self.write("}");
        }
        Some(())
    }

    /// The regions of an op, separated by commas.
    pub(crate) fn region_list(&mut self, op: OpId) {
        let module = self.module;
        self.list(module.op(op).regions(), |printer, &region| {
            let terminators = match module.spec(op) {
                Some(spec) => printer.terminators(spec, region),
                None => Terminators::Shown,
            };
            printer.region(region, EntryArguments::Shown, terminators);
        });
    }

    /// An attribute of the op's definition in its custom syntax.
    pub(crate) fn attribute_of(&mut self, op: OpId, name: &str) -> Option<()> {
        let spec = self.module.spec(op)?.attribute(name)?;
        self.format_attribute(spec, self.module.op_attribute(op, name)?)
    }

    /// Whether the terminator of a region is printed: not if it is the default one.
    fn terminators(&self, spec: &OpSpec, region: RegionId) -> Terminators {
        let module = self.module;
        let block = module.regions[region.index()].blocks.last();
        let last = block.and_then(|block| module.blocks[block.index()].ops.last());
        let plain = last.zip(spec.ends.as_ref()).is_some_and(|(&last, end)| {
            let data = module.op(last);
            module.op_name(last) == end.name
                && !end.shown
                && data.operands.is_empty()
                && module.results(last).is_empty()
                && module.attributes_of(data).is_empty()
        });
        match plain {
            true => Terminators::Hidden,
            false => Terminators::Shown,
        }
    }

    /// `[%a, 4, %b]`: values at the positions of dynamic entries.
    pub(crate) fn index_list(
        &mut self,
        values: &[ValueId],
        statics: Attr,
        brackets: Brackets,
    ) -> Option<()> {
        let brackets = match brackets {
            Brackets::Square => ("[", "]"),
            Brackets::Round => ("(", ")"),
        };
        self.mixed_list(values, statics, &[], brackets)
    }

    /// An index list whose flagged entries are in inner brackets.
    fn mixed_list(
        &mut self,
        values: &[ValueId],
        statics: Attr,
        flags: &[i64],
        (open, close): (&str, &str),
    ) -> Option<()> {
        let module = self.module;
        let statics = module.attribute_data(statics);
        // The marker of dynamic entries is the least number of the element type.
        let marker = match statics {
            AttrData::DenseArray { element, .. } if *element == Type::I32 => i64::from(i32::MIN),
            _ => i64::MIN,
        };
        let statics = statics.as_dense_array()?;
        let is_dynamic = |value: i64| value == marker;
        let dynamic = statics.iter().filter(|&&value| is_dynamic(value)).count();
        if dynamic != values.len() {
            return None;
        }
        let mut values = values.iter();
        self.write(open);
        self.list(statics.iter().enumerate(), |printer, (at, value)| {
            let flagged = flags.get(at).is_some_and(|flag| *flag != 0);
            if flagged {
                printer.write(open);
            }
            if is_dynamic(*value) {
                if let Some(value) = values.next() {
                    printer.value(*value);
                }
            } else {
                write!(printer, "{value}");
            }
            if flagged {
                printer.write(close);
            }
        });
        self.write(close);
        Some(())
    }
}

fn collect_attributes(
    spec: &'static OpSpec,
    elements: &'static [Element],
    out: &mut Vec<&'static str>,
) {
    for element in elements {
        match element {
            Element::Attribute(at)
            | Element::IndexList(_, at, _)
            | Element::InlineMap(_, at)
            | Element::PackedList(_, _, at)
            | Element::Named(_, at) => {
                out.push(&spec.attributes[*at].name);
            }
            Element::ScalableList(_, at, flags) => {
                out.push(&spec.attributes[*at].name);
                out.push(&spec.attributes[*flags].name);
            }
            Element::AnyOrder(groups) => {
                for group in groups {
                    collect_attributes(spec, &group.then, out);
                }
            }
            Element::Sizes(attributes) => {
                out.extend(attributes.iter().map(|at| &spec.attributes[*at].name[..]));
            }
            Element::Optional(group) => {
                collect_attributes(spec, &group.then, out);
                collect_attributes(spec, &group.otherwise, out);
            }
            _ => {}
        }
    }
}
