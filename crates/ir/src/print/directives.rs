//! The printer of format directives that cover several parts of an op.

use super::Printer;
use super::format::Writing;
use super::ops::{EntryArguments, Terminators};
use crate::affine::NamedExprText;
use crate::program::{AffineExpr, AffineMap, OpId, ValueId};
use crate::registry::{ArgumentList, OpSpec, Rule, Slot};
use crate::{AttrData, Module, Type};

impl Module {
    /// The type of the first value of a group.
    fn slot_type(&self, op: OpId, spec: &OpSpec, slot: Slot) -> Option<Type> {
        let values = match slot.checked_sub(spec.operands.len()) {
            None => self.operand_group(op, spec, slot)?,
            Some(result) => self.result_group(op, spec, result)?,
        };
        values.first().map(|value| self.type_of(*value))
    }
}

impl Printer<'_> {
    /// Whether the type of a group is the one that custom assembly may omit.
    pub(super) fn has_default_type(&self, op: OpId, spec: &'static OpSpec, slot: Slot) -> bool {
        let mut rules = spec.default_types.iter();
        rules.any(|(target, rule)| *target == slot && self.is_default_type(op, spec, slot, rule))
    }

    fn is_default_type(&self, op: OpId, spec: &OpSpec, slot: Slot, rule: &Rule) -> bool {
        let module = self.module;
        let ty = module.slot_type(op, spec, slot);
        ty.is_none_or(|ty| module.gives(rule, |slot| module.slot_type(op, spec, slot), ty))
    }

    /// The types of groups with one value, without leading ones that have their default.
    pub(super) fn defaulted_types(&mut self, writing: &Writing, slots: &[Slot]) -> Option<()> {
        let (op, spec) = (writing.op, writing.spec);
        let mut before = "";
        for (number, slot) in slots.iter().enumerate() {
            let is_last = number + 1 == slots.len();
            if before.is_empty() && !is_last && self.has_default_type(op, spec, *slot) {
                continue;
            }
            self.write(before);
            self.ty(self.module.slot_type(op, spec, *slot)?);
            before = ", ";
        }
        Some(())
    }

    /// The types of groups if the other ones have their defaults, else a functional type.
    pub(super) fn short_types(&mut self, writing: &Writing, slots: &[Slot]) -> Option<()> {
        let (op, spec) = (writing.op, writing.spec);
        let mut defaults = spec.default_types.iter();
        if !defaults.all(|(slot, rule)| self.is_default_type(op, spec, *slot, rule)) {
            self.functional_type(op);
            return Some(());
        }
        for (number, slot) in slots.iter().enumerate() {
            self.write(if number > 0 { ", " } else { "" });
            self.ty(self.module.slot_type(op, spec, *slot)?);
        }
        Some(())
    }

    /// `(%dims)[%symbols]`.
    pub(super) fn map_operands(
        &mut self,
        writing: &Writing,
        group: usize,
        map: usize,
    ) -> Option<()> {
        let (module, spec) = (self.module, writing.spec);
        let map = module.numbered_attribute(writing.op, spec, map)?;
        let (dims, _) = module.attribute_data(map).inputs()?;
        let operands = module.operand_group(writing.op, spec, group)?;
        self.operands_of_map(operands, dims)
    }

    /// `(%dims)[%symbols]` of a map with that many dimensions.
    pub(crate) fn operands_of_map(&mut self, operands: &[ValueId], dims: u32) -> Option<()> {
        let (dims, symbols) = operands.split_at_checked(dims as usize)?;
        self.write("(");
        self.values(dims);
        self.write(")");
        if !symbols.is_empty() {
            self.write("[");
            self.values(symbols);
            self.write("]");
        }
        Some(())
    }

    /// `[%a + 1, %b]`.
    pub(super) fn inline_map(&mut self, writing: &Writing, group: usize, map: usize) -> Option<()> {
        let (module, spec) = (self.module, writing.spec);
        let map = module.op_map(writing.op, spec.attributes[map].name)?;
        let operands = module.operand_group(writing.op, spec, group)?;
        self.write("[");
        self.map_results(map, &map.results, operands)?;
        self.write("]");
        Some(())
    }

    /// The results of a map over named operands, separated by commas.
    pub(crate) fn map_results(
        &mut self,
        map: &AffineMap,
        results: &[AffineExpr],
        operands: &[ValueId],
    ) -> Option<()> {
        if operands.len() != map.inputs() {
            return None;
        }
        // Fast path: most results are dimensions, which print as values.
        let is_value = |expr: &AffineExpr| matches!(expr, AffineExpr::Dim(_));
        let names: Vec<String> = match results.iter().all(is_value) {
            true => vec![],
            false => operands.iter().map(|it| self.value_text(*it)).collect(),
        };
        self.list(results, |printer, expr| {
            if let AffineExpr::Dim(at) = expr
                && let Some(&value) = operands.get(*at as usize)
            {
                return printer.value(value);
            }
            let text = NamedExprText {
                expr,
                dims: map.dims,
                names: &names,
            };
            write!(printer, "{text}");
        });
        Some(())
    }

    /// A bound of a loop: a number, a value, or a map with its operands.
    pub(super) fn affine_bound(
        &mut self,
        writing: &Writing,
        group: usize,
        map: usize,
        prefix: &str,
    ) -> Option<()> {
        let (module, op, spec) = (self.module, writing.op, writing.spec);
        let operands = module.operand_group(op, spec, group)?;
        let name = spec.attributes[map].name;
        let map = module.op_map(op, name)?;
        if let [result] = &map.results[..] {
            match (map.dims, map.symbols, result) {
                (0, 0, AffineExpr::Constant(value)) => {
                    write!(self, "{value}");
                    return Some(());
                }
                (0, 1, AffineExpr::Symbol(_)) => {
                    self.value(*operands.first()?);
                    return Some(());
                }
                _ => {}
            }
        } else {
            self.write(prefix);
            self.write(" ");
        }
        self.attribute(module.op_attribute(op, name)?);
        self.operands_of_map(operands, map.dims)
    }

    /// `["tag"(%a, %b : types), …]` of the bundles of a group.
    pub(super) fn bundles(
        &mut self,
        writing: &Writing,
        group: usize,
        attributes: [usize; 2],
    ) -> Option<()> {
        let operands = self.module.operand_group(writing.op, writing.spec, group)?;
        let names = attributes.map(|at| writing.spec.attributes[at].name);
        self.bundles_of(writing.op, operands, names)
    }

    /// `["tag"(%a, %b : types), …]` of bundles with these operands, and with the sizes and the tags in attributes.
    pub(crate) fn bundles_of(
        &mut self,
        op: OpId,
        mut operands: &[ValueId],
        [sizes, tags]: [&str; 2],
    ) -> Option<()> {
        let module = self.module;
        let AttrData::Array(tags) = module.attribute_data(module.op_attribute(op, tags)?) else {
            return None;
        };
        let mut bundles = Vec::new();
        for (tag, size) in tags.iter().zip(module.dense_array(op, sizes)?) {
            let (own, others) = operands.split_at_checked(usize::try_from(*size).ok()?)?;
            bundles.push((*tag, own));
            operands = others;
        }
        self.write("[");
        self.list(bundles, |printer, (tag, operands)| {
            printer.attribute(tag);
            printer.write("(");
            printer.values(operands);
            if !operands.is_empty() {
                printer.write(" : ");
                printer.value_types(operands);
            }
            printer.write(")");
        });
        self.write("]");
        Some(())
    }

    /// `[start:limit:stride, …]`, without strides of 1.
    pub(super) fn ranges(&mut self, writing: &Writing, lists: &[usize; 3]) -> Option<()> {
        let (module, spec) = (self.module, writing.spec);
        let lists = lists.map(|at| module.dense_array(writing.op, spec.attributes[at].name));
        let [starts, limits, strides] = lists;
        let (starts, limits, strides) = (starts?, limits?, strides?);
        if starts.len() != limits.len() || starts.len() != strides.len() {
            return None;
        }
        self.write("[");
        self.list(0..starts.len(), |printer, at| {
            write!(printer, "{}:{}", starts[at], limits[at]);
            if strides[at] != 1 {
                write!(printer, ":{}", strides[at]);
            }
        });
        self.write("]");
        Some(())
    }

    /// `case 1 {…}` on lines of their own, for the regions after the first.
    pub(super) fn case_regions(&mut self, op: OpId, spec: &OpSpec, cases: usize) -> Option<()> {
        let module = self.module;
        let cases = module.dense_array(op, spec.attributes[cases].name)?;
        let (_, regions) = module.op(op).regions().split_first()?;
        if cases.len() != regions.len() {
            return None;
        }
        for (case, region) in cases.iter().zip(regions) {
            self.newline();
            write!(self, "case {case} ");
            self.region(*region, EntryArguments::Hidden, Terminators::Shown);
        }
        Some(())
    }

    /// `@a -> @b, @c -> @d` on lines of their own.
    pub(super) fn symbol_pairs(
        &mut self,
        op: OpId,
        spec: &OpSpec,
        attributes: [usize; 2],
    ) -> Option<()> {
        let module = self.module;
        let lists = attributes.map(|at| {
            let value = module.op_attribute(op, spec.attributes[at].name)?;
            match module.attribute_data(value) {
                AttrData::Array(items) => Some(items),
                _ => None,
            }
        });
        let [Some(first), Some(second)] = lists else {
            return None;
        };
        if first.len() != second.len() || first.is_empty() {
            return None;
        }
        self.indented(|printer| {
            printer.indented(|printer| {
                for (at, (first, second)) in first.iter().zip(second).enumerate() {
                    printer.write(if at > 0 { ", " } else { "" });
                    printer.newline();
                    printer.attribute(*first);
                    printer.write(" -> ");
                    printer.attribute(*second);
                }
            });
        });
        Some(())
    }

    /// Whether all integers in a list are equal to `value`.
    pub(super) fn is_list_of(
        &self,
        op: OpId,
        spec: &OpSpec,
        list: usize,
        value: i64,
    ) -> Option<bool> {
        let values = self.module.dense_array(op, spec.attributes[list].name)?;
        Some(values.iter().all(|it| *it == value))
    }

    /// Names of the next entry arguments.
    pub(super) fn argument_list(
        &mut self,
        writing: &mut Writing,
        list: &ArgumentList,
    ) -> Option<()> {
        let (module, op, spec) = (self.module, writing.op, writing.spec);
        let region = *module.op(op).regions().first()?;
        let rest = module.entry_arguments(region)?.get(writing.arguments..)?;
        let count = match list {
            ArgumentList::One(_) | ArgumentList::Fixed(_) | ArgumentList::Typed => 1,
            ArgumentList::Many(group) | ArgumentList::Assigned(group) => {
                module.operand_group(op, spec, *group)?.len()
            }
            ArgumentList::Before(_, group) => {
                let after = module.operand_group(op, spec, *group)?.len();
                rest.len().checked_sub(after)?
            }
        };
        let arguments = rest.get(..count)?;
        match list {
            ArgumentList::Typed => self.argument(*arguments.first()?),
            ArgumentList::Assigned(group) => {
                self.assignments(arguments, module.operand_group(op, spec, *group)?);
            }
            _ => self.values(arguments),
        }
        writing.arguments += count;
        Some(())
    }

    /// `(%a = %init, …)`.
    pub(crate) fn assignments(&mut self, arguments: &[ValueId], inits: &[ValueId]) {
        self.write("(");
        self.list(arguments.iter().zip(inits), |printer, (argument, init)| {
            printer.value(*argument);
            printer.write(" = ");
            printer.value(*init);
        });
        self.write(")");
    }
}
