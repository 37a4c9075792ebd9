//! The interpreter of assembly formats for printing.

use super::Printer;
use super::ops::{EntryArguments, Terminators};
use crate::program::{OpId, Program, RegionId, ValueId};
use crate::registry::{AssemblyFormat, AttrKind, Brackets, Element, OpSpec};
use crate::{Attr, AttrData, Type};

/// The kind of the last output, which determines the space before the next one.
pub(super) struct Spacing {
    pub(super) space: bool,
    pub(super) punctuation: bool,
}

pub(super) struct Writing {
    pub(super) op: OpId,
    pub(super) spec: &'static OpSpec,
    /// The attributes that the format prints.
    pub(super) shown: &'static [&'static str],
    pub(super) spacing: Spacing,
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

    pub(super) fn elements(
        &mut self,
        writing: &mut Writing,
        elements: &'static [Element],
    ) -> Option<()> {
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
            Element::Literal(literal) => {
                self.literal(&mut writing.spacing, literal.text);
                return Some(());
            }
            Element::AttrDict => {
                self.attr_dict(op, writing.shown);
                writing.spacing.punctuation = false;
                writing.spacing.space = true;
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
            Element::Operand(_)
            | Element::Types(_)
            | Element::Attribute(_)
            | Element::Operands
            | Element::IndexList(..) => self.spaced(&mut writing.spacing),
            _ => return self.other_element(writing, element),
        }
        match element {
            Element::Operand(group) => self.values(self.module.operand_group(op, spec, *group)?),
            Element::Operands => self.values(&self.module.op(op).operands),
            Element::Types(slot) => {
                let values = match slot.checked_sub(spec.operands.len()) {
                    None => self.module.operand_group(op, spec, *slot)?,
                    Some(result) => self.module.result_group(op, spec, result)?,
                };
                self.value_types(values);
            }
            Element::IndexList(group, attribute, brackets) => {
                let values = self.module.operand_group(op, spec, *group)?;
                let statics = self.module.numbered_attribute(op, spec, *attribute)?;
                self.index_list(values, statics, *brackets)?;
            }
            Element::Attribute(at) => {
                let attribute = &spec.attributes[*at];
                let value = self.module.numbered_attribute(op, spec, *at)?;
                self.format_attribute(attribute, value)?;
            }
            _ => {}
        }
        Some(())
    }

    fn literal(&mut self, spacing: &mut Spacing, text: &str) {
        let first = text.as_bytes().first().copied().unwrap_or(b' ');
        let symbol = text.len() == 1;
        let tight = (symbol || text == "->")
            && match first {
                b'>' | b')' | b'}' | b']' | b',' => true,
                b'<' | b'(' | b'{' | b'[' => !spacing.punctuation,
                _ => false,
            };
        if spacing.space && !tight {
            self.write(" ");
        }
        self.write(text);
        spacing.space = !symbol || !matches!(first, b'<' | b'(' | b'{' | b'[');
        spacing.punctuation = first != b'_' && !first.is_ascii_alphabetic();
    }

    pub(super) fn spaced(&mut self, spacing: &mut Spacing) {
        if spacing.space || !spacing.punctuation {
            self.write(" ");
        }
        spacing.space = true;
        spacing.punctuation = false;
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

    /// Whether the regions of an op have no ops.
    fn lacks_ops(&self, op: OpId) -> bool {
        let module = self.module;
        module.op(op).regions().iter().all(|region| {
            let mut blocks = module.regions[region.index()].blocks.iter();
            blocks.all(|block| module.blocks[block.index()].ops.is_empty())
        })
    }

    /// Whether the terminator of a region is printed: not if it is the default one.
    pub(super) fn terminators(&self, spec: &OpSpec, region: RegionId) -> Terminators {
        let module = self.module;
        // Other blocks have terminators of their own.
        let block = match &module.regions[region.index()].blocks[..] {
            [block] => Some(block),
            _ => None,
        };
        let last = block.and_then(|block| module.blocks[block.index()].ops.last());
        let has_no_results = module
            .results(module.regions[region.index()].parent)
            .is_empty();
        let plain = last.zip(spec.ends.as_ref()).is_some_and(|(&last, end)| {
            let data = module.op(last);
            module.op_name(last) == end.name
                && !end.shown
                && has_no_results
                && self.lacks_ops(last)
                && data.operands.is_empty()
                && data.successors().is_empty()
                && module.results(last).is_empty()
                && module.attributes_of(data).is_empty()
        });
        match plain {
            true => Terminators::Implied,
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
    pub(super) fn mixed_list(
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
            | Element::AffineBound(_, at, _)
            | Element::PackedList(_, _, at)
            | Element::Named(_, at) => {
                out.push(spec.attributes[*at].name);
            }
            Element::ScalableList(_, at, other) | Element::Bundles(_, at, other) => {
                out.push(spec.attributes[*at].name);
                out.push(spec.attributes[*other].name);
            }
            Element::CaseRegions(at) => out.push(spec.attributes[*at].name),
            Element::SymbolPairs(first, second) => {
                out.extend([first, second].map(|at| spec.attributes[*at].name));
            }
            Element::Joined(parts) => {
                out.extend(parts.iter().map(|(_, at)| spec.attributes[*at].name));
            }
            Element::Ranges(lists) => {
                out.extend(lists.iter().map(|at| spec.attributes[*at].name));
            }
            Element::UnitBounds { zeros, ones, .. } => {
                out.push(spec.attributes[*zeros].name);
                out.push(spec.attributes[*ones].name);
            }
            Element::Signature(ty) => {
                out.extend([spec.attributes[*ty].name, "arg_attrs", "res_attrs"]);
            }
            Element::AnyOrder(groups) => {
                for group in groups {
                    collect_attributes(spec, &group.then, out);
                }
            }
            Element::Sizes(attributes) => {
                out.extend(attributes.iter().map(|at| spec.attributes[*at].name));
            }
            Element::Optional(group) => {
                collect_attributes(spec, &group.then, out);
                collect_attributes(spec, &group.otherwise, out);
            }
            _ => {}
        }
    }
}
