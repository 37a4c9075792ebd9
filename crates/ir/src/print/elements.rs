//! The printer of less frequent elements of assembly formats, and of the presence of optional groups.

use super::Printer;
use super::attributes::quoted;
use super::format::{Spacing, Writing};
use super::ops::EntryArguments;
use crate::program::{OpId, Program, ValueId};
use crate::registry::{ArgumentList, Arity, Brackets, Element, OpSpec, ResultsStyle};
use crate::{Attr, AttrData};

impl Printer<'_> {
    /// Prints an element that is not among the frequent ones. They are apart, since a small function has less to save.
    #[inline(never)]
    pub(super) fn other_element(
        &mut self,
        writing: &mut Writing,
        element: &'static Element,
    ) -> Option<()> {
        let (op, spec) = (writing.op, writing.spec);
        match element {
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
            Element::Results(style) => {
                let results = self.module.result_types(op);
                match style {
                    ResultsStyle::Parens => self.optional_arrow_types_in_parens(&results),
                    ResultsStyle::Usual => self.optional_arrow_types(&results),
                    ResultsStyle::Bare if results.is_empty() => {}
                    ResultsStyle::Bare => {
                        self.write(" -> ");
                        self.types(&results);
                    }
                }
                writing.spacing.punctuation = false;
                writing.spacing.space = true;
                return Some(());
            }
            Element::Newline => {
                self.newline();
                writing.spacing = Spacing {
                    space: false,
                    punctuation: true,
                };
                return Some(());
            }
            Element::CaseRegions(cases) => return self.case_regions(op, spec, *cases),
            Element::AnyOrder(groups) => {
                for group in groups {
                    if self.is_present(op, spec, &group.anchor)? {
                        self.elements(writing, &group.then)?;
                    }
                }
                return Some(());
            }
            Element::UnitBounds { .. } => return Some(()),
            Element::Signature(ty) => {
                let name = spec.attributes[*ty].name;
                writing.arguments += self.signature(op, name, 0)?;
                return Some(());
            }
            _ => {}
        }
        self.spaced(&mut writing.spacing);
        match element {
            Element::MapOperands(group, map) => self.map_operands(writing, *group, *map)?,
            Element::InlineMap(group, map) => self.inline_map(writing, *group, *map)?,
            Element::AffineBound(group, map, prefix) => {
                self.affine_bound(writing, *group, *map, prefix)?;
            }
            Element::Bundles(group, sizes, tags) => {
                self.bundles(writing, *group, [*sizes, *tags])?;
            }
            Element::Ranges(lists) => self.ranges(writing, lists)?,
            Element::SymbolPairs(first, second) => {
                self.symbol_pairs(op, spec, [*first, *second])?;
            }
            Element::Joined(parts) => {
                for (text, at) in parts {
                    let value = self.module.integer(op, spec.attributes[*at].name)?;
                    write!(self, "{text}{value}");
                }
            }
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
            Element::OperandTypes => self.value_types(&self.module.op(op).operands),
            Element::SemiFunctionalType if self.module.results(op).is_empty() => {
                self.value_types(&self.module.op(op).operands);
            }
            Element::BareFunctionalType => {
                let operands = &self.module.op(op).operands;
                let results = self.module.results(op);
                self.value_types(operands);
                if !operands.is_empty() && !results.is_empty() {
                    self.write(" -> ");
                }
                self.value_types(results);
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
                let name = spec.attributes[*attribute].name;
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
                    self.format_attribute(spec, self.module.op_attribute(op, spec.name)?)?;
                }
            }
            Element::Async(result, group) => {
                let gives = !self.module.result_group(op, spec, *result)?.is_empty();
                let dependencies = self.module.operand_group(op, spec, *group)?;
                self.async_dependencies(gives, dependencies);
            }
            Element::ScalableList(group, attribute, scalable) => {
                let values = self.module.operand_group(op, spec, *group)?;
                let name = spec.attributes[*attribute].name;
                let flags = self.module.dense_array(op, spec.attributes[*scalable].name);
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
                    let name = spec.attributes[*attribute].name;
                    let statics = self.module.op_attribute(op, name)?;
                    self.index_list(values, statics, Brackets::Square)?;
                }
            }
            // The caller prints the frequent ones.
            _ => {}
        }
        Some(())
    }

    pub(super) fn is_present(
        &self,
        op: OpId,
        spec: &'static OpSpec,
        anchor: &Element,
    ) -> Option<bool> {
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
            Element::Results(_) => !self.module.results(op).is_empty(),
            Element::Bundles(_, _, tags) => {
                let name = spec.attributes[*tags].name;
                self.module.op_attribute(op, name).is_some()
            }
            Element::UnitBounds { zeros, ones, .. } => {
                self.is_list_of(op, spec, *zeros, 0)? && self.is_list_of(op, spec, *ones, 1)?
            }
            Element::RegionOfArguments(number) => {
                self.is_present(op, spec, &Element::Region(*number))?
            }
            Element::Optional(group) => {
                let mut others = group.otherwise.iter();
                self.is_present(op, spec, &group.anchor)?
                    || others.any(|it| self.is_present(op, spec, it) == Some(true))
            }
            Element::Attribute(at) => {
                let name = spec.attributes[*at].name;
                self.module
                    .numbered_attribute(op, spec, *at)
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
}
