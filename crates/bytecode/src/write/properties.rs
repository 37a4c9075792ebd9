//! The attributes of ops: their properties and the others.

use super::output::Output;
use super::tables::Tables;
use crate::error::WriteError;
use crate::format::since;
use crate::layout::{Field, Form, layout_of};
use calipers_ir::{Attr, AttrData, Name, NamedAttribute};
use calipers_program::{OpId, Program};

/// The numbers of the properties and of the dictionary of an op.
pub(super) type Numbers = (Option<u64>, Option<u64>);

impl Tables<'_> {
    /// The properties and the dictionary of an op.
    pub(super) fn op_attributes(&mut self, op: OpId, version: u64) -> Result<Numbers, WriteError> {
        let name = self.module.op_name(op);
        let all = self.module.op_attributes(op);
        let layout = layout_of(name).filter(|fields| fields.iter().any(Field::is_native));
        let Some(layout) = layout else {
            // A reader that knows the op expects its own layout of properties, and takes them from the dictionary as
            // well.
            let separate = version >= since::PROPERTIES && !self.is_known(op);
            let (inherent, others): (Vec<_>, Vec<_>) = all
                .iter()
                .partition(|attribute| separate && attribute.inherent);
            let properties = self.named(&inherent).map(|dictionary| {
                let mut contents = Output::default();
                contents.varint(dictionary);
                self.add_properties(contents)
            });
            return Ok((properties, self.named(&others)));
        };
        if version < since::PROPERTIES {
            return self.without_native(op, &layout, version);
        }
        let field = |attribute: &NamedAttribute| {
            let name = self.module.name(attribute.name);
            layout.iter().any(|field| field.name == name)
        };
        let others: Vec<_> = all.iter().filter(|attribute| !field(attribute)).collect();
        let contents = self.native(op, &layout, version)?;
        Ok((Some(self.add_properties(contents)), self.named(&others)))
    }

    fn named(&mut self, attributes: &[&NamedAttribute]) -> Option<u64> {
        let items: Vec<(Name, Attr)> = attributes.iter().map(|it| (it.name, it.value)).collect();
        (!items.is_empty()).then(|| self.dictionary(items))
    }

    /// The attributes in a version that has no properties: readers take those that are not attributes in MLIR as
    /// absent.
    fn without_native(
        &mut self,
        op: OpId,
        layout: &[Field],
        version: u64,
    ) -> Result<Numbers, WriteError> {
        let module = self.module;
        let mut kept = Vec::new();
        for attribute in module.op_attributes(op) {
            let name = module.name(attribute.name);
            if !layout
                .iter()
                .any(|field| field.name == name && field.is_native())
            {
                kept.push(attribute);
            } else if number(module.attribute_data(attribute.value)) != Some(0) {
                return Err(WriteError::Property {
                    op: module.op_name(op).to_owned(),
                    attribute: name.to_owned(),
                    version,
                });
            }
        }
        Ok((None, self.named(&kept)))
    }

    /// The properties of an op in its own layout.
    fn native(&mut self, op: OpId, layout: &[Field], version: u64) -> Result<Output, WriteError> {
        let module = self.module;
        let mut output = Output::default();
        for field in layout {
            let value = module.op_attribute(op, field.name);
            let sizes_are_native = version >= since::SEGMENT_SIZES;
            let fault = || WriteError::Property {
                op: module.op_name(op).to_owned(),
                attribute: field.name.to_owned(),
                version,
            };
            match field.form {
                Form::OldSizes if sizes_are_native => {}
                Form::Sizes(_) if !sizes_are_native => {}
                Form::Attribute | Form::OldSizes => {
                    output.varint(self.attribute(value.ok_or_else(fault)?));
                }
                Form::Optional => match value {
                    Some(value) => output.flagged(self.attribute(value), true),
                    None => output.varint(0),
                },
                Form::Flag | Form::Number => {
                    let value = value.map_or(Some(0), |it| number(module.attribute_data(it)));
                    let value = value.ok_or_else(fault)?;
                    match field.form {
                        Form::Flag => output.byte((value != 0).into()),
                        _ => output.varint(value),
                    }
                }
                Form::Sizes(count) => {
                    let sizes = value.and_then(|it| module.attribute_data(it).as_dense_array());
                    let sizes = sizes
                        .filter(|sizes| sizes.len() == count)
                        .ok_or_else(fault)?;
                    output.flagged(count as u64, false);
                    sizes.iter().for_each(|size| output.varint(*size as u64));
                }
            }
        }
        Ok(output)
    }
}

/// The number of an attribute that MLIR stores as a flag or a number.
fn number(data: &AttrData) -> Option<u64> {
    match data {
        AttrData::Unit => Some(1),
        AttrData::Bool(value) => Some((*value).into()),
        AttrData::Integer { value, .. } => u64::try_from(value).ok(),
        _ => None,
    }
}
