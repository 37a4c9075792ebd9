//! Maps names in source lines to values, and values to the values that they are computed from.

use calipers::ir::Module;
use calipers::program::{Definition, OpId, Program, ValueId};
use calipers::rules::{Place, Rules};
use calipers::transform::pass::children;
use calipers_support::order::Order;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// The values of a module, by the lines that mention them.
pub(super) struct Slices<'m> {
    module: &'m Module,
    rules: &'m Rules,
    /// By line and name.
    in_line: HashMap<(u32, String), ValueId>,
    /// The functions in program order: the line where one begins, and its values by name.
    functions: Vec<(u32, HashMap<String, ValueId>)>,
    /// In program order.
    values: Vec<ValueId>,
}

impl<'m> Slices<'m> {
    /// Linear in the module.
    pub(super) fn of(module: &'m Module, rules: &'m Rules) -> Slices<'m> {
        let mut slices = Slices {
            module,
            rules,
            in_line: HashMap::new(),
            functions: vec![],
            values: vec![],
        };
        for function in children(module, module.top()) {
            let mut names = HashMap::new();
            for op in module.walk(function) {
                let defined: Vec<ValueId> = slices.defined_by(op);
                let line = module.location(op).map_or(0, |place| place.line);
                for &value in defined.iter().chain(module.operands(op)) {
                    let name = base_name(module, value);
                    // A name is defined before its uses, and may be shadowed in another region.
                    slices.in_line.insert((line, name), value);
                }
                for value in defined {
                    names.entry(base_name(module, value)).or_insert(value);
                    slices.values.push(value);
                }
            }
            let line = module.location(function).map_or(0, |place| place.line);
            slices.functions.push((line, names));
        }
        slices
    }

    fn defined_by(&self, op: OpId) -> Vec<ValueId> {
        let module = self.module;
        let regions = module.regions(op).iter();
        let blocks = regions.flat_map(|&region| module.blocks(region));
        let arguments = blocks.flat_map(|&block| module.block_arguments(block));
        arguments.chain(module.results(op)).copied().collect()
    }

    /// The value that a name in a line refers to.
    pub(super) fn value(&self, line: u32, name: &str) -> Option<ValueId> {
        let here = self.in_line.get(&(line, name.to_owned()));
        let around = || {
            let before = self.functions.partition_point(|(start, _)| *start <= line);
            let (_, names) = self.functions.get(before.checked_sub(1)?)?;
            names.get(name)
        };
        here.or_else(around).copied()
    }

    /// A JSON object that maps each value to the line of its definition, and to the values that it is directly
    /// computed from.
    pub(super) fn to_json(&self) -> Value {
        let entry = |&value: &ValueId| {
            let (op, needs) = self.needs(value);
            let line = self.module.location(op).map_or(0, |place| place.line);
            let needs: Vec<u32> = needs.iter().map(|value| value.0).collect();
            (value.0.to_string(), json!({ "line": line, "needs": needs }))
        };
        Value::Object(self.values.iter().map(entry).collect::<Map<_, _>>())
    }

    /// The direct predecessors of a value: for a loop-carried value, its initial value, the value that the body
    /// yields, and the bounds of the loop; otherwise the operands of its op, and the values that its regions yield
    /// for it.
    fn needs(&self, value: ValueId) -> (OpId, Vec<ValueId>) {
        let module = self.module;
        let (op, place) = match module.definition(value) {
            Definition::Result { op, index } => (op, Place::Result(index)),
            Definition::Argument { block, index } => {
                let region = module.block_region(block);
                let op = module.region_parent(region);
                let is_region = |&other: &_| other == region;
                let position = module.regions(op).iter().position(is_region);
                (op, Place::Argument(position.unwrap_or(0), index))
            }
        };
        let carried = self.rules.carried_by_op(module, op);
        let carried = carried.map_or(vec![], |the_loop| the_loop.carried);
        let is_initial = |operand: &ValueId| carried.iter().any(|it| it.initial == *operand);
        let operands = module.operands(op).iter().copied();
        let mut needs: Vec<ValueId> = operands.filter(|operand| !is_initial(operand)).collect();
        match (self.rules.carried(module, op, place), place) {
            (Some(own), _) => {
                needs.extend([own.initial, own.yielded]);
            }
            (None, Place::Result(index)) => {
                let regions = module.regions(op).iter();
                let blocks = regions.flat_map(|&region| module.blocks(region));
                let last = blocks.filter_map(|&block| module.block_ops(block).last());
                let passed_on = last.map(|&last| module.operands(last));
                let passed_on = passed_on.filter(|it| it.len() == module.results(op).len());
                needs.extend(passed_on.map(|it| it[index]));
                needs.extend(carried.iter().map(|it| it.yielded));
            }
            (None, Place::Argument(..)) => {}
        }
        needs.order();
        needs.dedup();
        (op, needs)
    }
}

/// `%0` of `%0#1`.
fn base_name(module: &Module, value: ValueId) -> String {
    let name = module.value_name(value);
    name.split('#').next().unwrap_or_default().to_owned()
}
