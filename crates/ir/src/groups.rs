//! Named groups of operands and results.

use super::registry::{Arity, Group, GroupSize, OpSpec};
use super::{Attr, AttrData, Module, Type};
use crate::program::{OpId, Program, ValueId};

impl Module {
    /// The operands of a group; none if the op's segment sizes do not match.
    pub(super) fn operand_group(
        &self,
        op: OpId,
        spec: &OpSpec,
        group: usize,
    ) -> Option<&[ValueId]> {
        // A single value after single values is the most frequent group.
        if group < spec.leading_operands {
            return self.op(op).operands.get(group..=group);
        }
        let values = &self.op(op).operands;
        let sizes = match spec.operand_segments {
            true => match self.numbered_attribute(op, spec, spec.operand_sizes_at()) {
                Some(sizes) => Some(sizes),
                None => {
                    let sizes = self.implied_sizes(op, spec)?;
                    let start = sizes[..group].iter().sum::<usize>();
                    return values.get(start..start + sizes[group]);
                }
            },
            false => None,
        };
        if spec.operand_sizes {
            return self.sized_group(op, values, &spec.operands, group);
        }
        self.group(values, &spec.operands, sizes, group)
    }

    /// The results of a group; none if the op's segment sizes do not match.
    pub(super) fn result_group(&self, op: OpId, spec: &OpSpec, group: usize) -> Option<&[ValueId]> {
        let sizes = match spec.result_segments {
            true => Some(self.numbered_attribute(op, spec, spec.result_sizes_at())?),
            false => None,
        };
        self.group(self.results(op), &spec.results, sizes, group)
    }

    /// The sizes of all operand groups by the attributes of an op without segment sizes.
    pub(super) fn implied_sizes(&self, op: OpId, spec: &OpSpec) -> Option<Vec<usize>> {
        let size = |of: &Group| match &of.size {
            _ if of.arity == Arity::One => Some(1),
            Some(GroupSize::Dynamic(name)) => {
                let statics = self.attribute_data(self.op_attribute(op, name)?);
                // The marker of dynamic entries is the least number of the element type.
                let marker = match statics {
                    AttrData::DenseArray { element, .. } if *element == Type::I32 => {
                        i64::from(i32::MIN)
                    }
                    _ => i64::MIN,
                };
                let statics = statics.as_dense_array()?;
                Some(statics.iter().filter(|&&it| it == marker).count())
            }
            _ => None,
        };
        let sizes: Vec<usize> = spec.operands.iter().map(size).collect::<Option<_>>()?;
        (sizes.iter().sum::<usize>() == self.op(op).operands.len()).then_some(sizes)
    }

    /// A group among groups whose sizes follow from types and attributes.
    fn sized_group<'m>(
        &'m self,
        op: OpId,
        values: &'m [ValueId],
        groups: &[Group],
        group: usize,
    ) -> Option<&'m [ValueId]> {
        let mut starts: Vec<usize> = Vec::with_capacity(groups.len() + 1);
        let mut start = 0usize;
        for (at, of) in groups.iter().enumerate() {
            starts.push(start);
            let size = match &of.size {
                _ if of.arity == Arity::One => 1,
                Some(GroupSize::Map(name)) => self.op_map(op, name)?.inputs(),
                Some(GroupSize::Rank(of)) => {
                    let value = *values.get(starts[*of])?;
                    self.value_type(value).shape()?.rank()?
                }
                // The last groups share the rest.
                None | Some(GroupSize::Dynamic(_)) => {
                    values.len().checked_sub(start)? / (groups.len() - at)
                }
            };
            start = start.checked_add(size)?;
        }
        starts.push(start);
        values.get(starts[group]..starts[group + 1])
    }

    fn group<'m>(
        &'m self,
        values: &'m [ValueId],
        groups: &[Group],
        sizes: Option<Attr>,
        group: usize,
    ) -> Option<&'m [ValueId]> {
        if let Some(sizes) = sizes {
            let sizes = self.attribute_data(sizes).as_dense_array()?;
            let size = |at: usize| usize::try_from(*sizes.get(at)?).ok();
            let start = (0..group).try_fold(0usize, |sum, at| sum.checked_add(size(at)?))?;
            return values.get(start..start.checked_add(size(group)?)?);
        }
        // Groups of one value after others of one value are the most frequent.
        if groups[..=group].iter().all(|it| it.arity == Arity::One) {
            return values.get(group..=group);
        }
        let open = groups.iter().filter(|it| it.arity != Arity::One).count();
        let extra = values.len().checked_sub(groups.len() - open)?;
        // Several variadic groups without segment sizes have equal lengths.
        let each = extra.checked_div(open).unwrap_or(0);
        let size = |at: usize| match groups[at].arity {
            Arity::One => 1,
            _ => each,
        };
        let start: usize = (0..group).map(size).sum();
        values.get(start..start + size(group))
    }
}
