//! The verification of the structure of known ops.

use super::fault::Fault;
use crate::program::{OpId, Program, RegionId, ValueId};
use crate::registry::{Check, OpSpec};
use crate::{AttrData, Module, Type, TypeData};

/// Checks the structure of an op.
pub(super) fn check(check: Check, module: &Module, op: OpId, spec: &OpSpec) -> Result<(), Fault> {
    let check = match check {
        Check::Module => check_module,
        Check::NamedSequence => check_named_sequence,
        Check::Func => check_func,
        Check::Return => check_return,
        Check::Branch => check_branch,
        Check::For => check_for,
        Check::If => check_if,
        Check::While => check_while,
        Check::Forall => check_forall,
        Check::Parallel => check_parallel,
        Check::Reduce => check_reduce,
        Check::Global => check_global,
        Check::ExecuteRegion => check_execute_region,
        Check::IndexSwitch => check_index_switch,
        Check::Map => check_map,
        Check::Access => check_access,
        Check::AffineParallel => check_affine_parallel,
        Check::Generic => check_generic,
        Check::Slice => check_slice,
        Check::Pad => check_pad,
        Check::Expand => check_expand,
        Check::Basis => check_basis,
        Check::Sizes => check_sizes,
    };
    check(module, op, spec)
}

fn check_module(module: &Module, op: OpId, _: &OpSpec) -> Result<(), Fault> {
    module.check_region(op, 0)
}

fn check_reduce(module: &Module, op: OpId, _: &OpSpec) -> Result<(), Fault> {
    match module.regions(op).len() == module.operands(op).len() {
        true => Ok(()),
        false => module.fault(op, "expects a region for each operand"),
    }
}

fn check_global(module: &Module, op: OpId, _: &OpSpec) -> Result<(), Fault> {
    let ty = module.op_attribute(op, "type");
    let is_memref = ty.is_some_and(|ty| match module.attribute_data(ty) {
        AttrData::Type(ty) => matches!(module.type_data(*ty), TypeData::Memref { .. }),
        _ => false,
    });
    match is_memref {
        true => Ok(()),
        false => module.fault(op, "expects a memref type"),
    }
}

fn check_func(module: &Module, op: OpId, _: &OpSpec) -> Result<(), Fault> {
    let region = module.regions(op)[0];
    let Some((inputs, _)) = module.signature(op) else {
        return module.fault(op, "requires a function type");
    };
    if module.blocks(region).is_empty() {
        return Ok(());
    }
    let arguments = module.entry_types(region);
    if arguments.get(..inputs.len()) != Some(inputs) {
        let message = "type of entry block arguments must match the function signature";
        return module.fault(op, message);
    }
    Ok(())
}

fn check_named_sequence(module: &Module, op: OpId, spec: &OpSpec) -> Result<(), Fault> {
    const ALLOWED: &str = "transform.with_named_sequence";
    let allowed = |parent| module.op_attribute(parent, ALLOWED).is_some();
    if module.parent_op(op).is_some_and(|parent| !allowed(parent)) {
        let message = format!("expects the parent symbol table to have the '{ALLOWED}' attribute");
        return Err((module.op(op).offset, message));
    }
    check_func(module, op, spec)
}

fn check_return(module: &Module, op: OpId, _: &OpSpec) -> Result<(), Fault> {
    let Some(func) = module.parent_op(op) else {
        return Ok(());
    };
    match module.signature(func) {
        Some((_, results)) if module.types_of(module.operands(op)) != results => {
            module.fault(op, "returns values of other types than its function")
        }
        Some(_) => Ok(()),
        None => module.fault(op, "expects parent op 'func.func'"),
    }
}

fn check_branch(module: &Module, op: OpId, _: &OpSpec) -> Result<(), Fault> {
    let mut forwarded = 0;
    for (number, block) in module.successors(op).iter().enumerate() {
        let operands = module.successor_operands(op, number);
        forwarded += operands.len();
        if module.types_of(operands) != module.types_of(module.block_arguments(*block)) {
            let message = format!("operands do not fit the arguments of successor #{number}");
            return module.fault(op, message);
        }
    }
    let kept = usize::from(!matches!(module.op_name(op), "cf.br" | "llvm.br"));
    if forwarded + kept != module.operands(op).len() {
        return module.fault(op, "has operands that go to no successor");
    }
    Ok(())
}

fn check_for(module: &Module, op: OpId, spec: &OpSpec) -> Result<(), Fault> {
    module.check_region(op, 0)?;
    let data = module.op(op);
    let arguments = module.entry_types(data.regions()[0]);
    let results = module.types_of(module.results(op));
    if arguments.len() != results.len() + 1 || arguments[1..] != results[..] {
        let message = "mismatch between the induction variable, loop-carried values and results";
        return module.fault(op, message);
    }
    let inits = data.operands.len().checked_sub(results.len());
    let inits = inits.and_then(|at| data.operands.get(at..));
    if inits.is_none_or(|inits| module.types_of(inits) != results) {
        return module.fault(op, "types mismatch between initial values and results");
    }
    if spec.name == "scf.for" {
        let bounds = data.operands.len() - results.len();
        let same = |operand: &ValueId| module.type_of(*operand) == arguments[0];
        if bounds != 3 || !data.operands[..3].iter().all(same) {
            return module.fault(
                op,
                "expects bounds and a step of the induction variable's type",
            );
        }
    } else {
        for (group, map) in ["lowerBoundMap", "upperBoundMap"].into_iter().enumerate() {
            let operands = module.operand_group(op, spec, group).map(<[ValueId]>::len);
            if module.op_map(op, map).map(|map| map.inputs()) != operands {
                return module.fault(op, "expects as many bound operands as the maps take");
            }
        }
        let step = module.integer(op, "step");
        if step.is_none_or(|step| *step <= crate::number::Int::ZERO) {
            return module.fault(op, "expects a step above 0");
        }
    }
    module.check_yield(op, data.regions()[0], &results)
}

fn check_if(module: &Module, op: OpId, _: &OpSpec) -> Result<(), Fault> {
    let data = module.op(op);
    let results = module.types_of(module.results(op));
    let otherwise = !module.blocks(data.regions()[1]).is_empty();
    if !results.is_empty() && !otherwise {
        return module.fault(op, "must have an else block if defining values");
    }
    module.check_yield(op, data.regions()[0], &results)?;
    if otherwise {
        module.check_yield(op, data.regions()[1], &results)?;
    }
    Ok(())
}

fn check_while(module: &Module, op: OpId, _: &OpSpec) -> Result<(), Fault> {
    module.check_region(op, 0)?;
    module.check_region(op, 1)?;
    let data = module.op(op);
    let results = module.types_of(module.results(op));
    let inits = module.types_of(&data.operands);
    let before = module.blocks(data.regions()[0])[0];
    let last = module.block_ops(before).last().copied();
    let condition = last.filter(|last| module.op_name(*last) == "scf.condition");
    let Some(condition) = condition else {
        return module.fault(
            op,
            "expects the 'before' region to end with 'scf.condition'",
        );
    };
    let forwarded = module.types_of(module.operands(condition).get(1..).unwrap_or_default());
    if module.entry_types(data.regions()[0]) != inits
        || module.entry_types(data.regions()[1]) != results
        || forwarded != results
    {
        let message = "expects the types of its operands, regions and results to agree";
        return module.fault(op, message);
    }
    module.check_yield(op, data.regions()[1], &inits)
}

fn check_forall(module: &Module, op: OpId, spec: &OpSpec) -> Result<(), Fault> {
    module.check_region(op, 0)?;
    let names = ["staticLowerBound", "staticUpperBound", "staticStep"];
    let mut rank = None;
    for (group, name) in names.into_iter().enumerate() {
        let length = module.check_index_list(op, spec, group, name)?;
        if rank.is_some_and(|rank| rank != length) {
            return module.fault(op, "expects as many bounds as steps");
        }
        rank = Some(length);
    }
    let outputs = module.operand_group(op, spec, 3).unwrap_or_default();
    let mut expected = vec![Type::INDEX; rank.unwrap_or(0)];
    expected.extend(module.types_of(outputs));
    if module.entry_types(module.regions(op)[0]) != expected
        || module.types_of(module.results(op)) != module.types_of(outputs)
    {
        let message = "expects arguments and results for its induction variables and outputs";
        return module.fault(op, message);
    }
    Ok(())
}

fn check_parallel(module: &Module, op: OpId, spec: &OpSpec) -> Result<(), Fault> {
    module.check_region(op, 0)?;
    let rank = module.entry_types(module.regions(op)[0]).len();
    for group in 0..3 {
        let length = module.operand_group(op, spec, group).map(<[ValueId]>::len);
        if length != Some(rank) {
            return module.fault(
                op,
                "expects as many bounds and steps as induction variables",
            );
        }
    }
    let inits = module.operand_group(op, spec, 3).unwrap_or_default();
    if module.types_of(inits) != module.types_of(module.results(op)) {
        return module.fault(op, "expects results of the types of its initial values");
    }
    Ok(())
}

fn check_execute_region(module: &Module, op: OpId, _: &OpSpec) -> Result<(), Fault> {
    let results = module.types_of(module.results(op));
    for block in module.blocks(module.regions(op)[0]) {
        if let Some(&last) = module.block_ops(*block).last()
            && module.op_name(last) == "scf.yield"
            && module.types_of(module.operands(last)) != results
        {
            return module.fault(op, "yields values of other types than its results");
        }
    }
    Ok(())
}

fn check_index_switch(module: &Module, op: OpId, _: &OpSpec) -> Result<(), Fault> {
    let cases = module.dense_array(op, "cases").map_or(0, <[i64]>::len);
    let regions = module.regions(op);
    if regions.len() != cases + 1 {
        return module.fault(op, "expects a region for each case and the default");
    }
    let results = module.types_of(module.results(op));
    regions
        .iter()
        .try_for_each(|region| module.check_yield(op, *region, &results))
}

fn check_map(module: &Module, op: OpId, spec: &OpSpec) -> Result<(), Fault> {
    let Some(map) = module.op_map(op, "map") else {
        return module.fault(op, "requires an affine map");
    };
    if map.inputs() != module.operands(op).len() {
        let message = "operand count and affine map dimension and symbol count must match";
        return module.fault(op, message);
    }
    let apply = spec.name == "affine.apply";
    if map.results.is_empty() || (apply && map.results.len() != 1) {
        return module.fault(op, "has an affine map with the wrong number of results");
    }
    let index = |value: &ValueId| module.type_of(*value) == Type::INDEX;
    if !module.operands(op).iter().all(index) || !module.results(op).iter().all(index) {
        return module.fault(op, "expects operands and a result of type index");
    }
    Ok(())
}

fn check_access(module: &Module, op: OpId, spec: &OpSpec) -> Result<(), Fault> {
    let memref = usize::from(spec.operands[0].name == "value");
    let operands = module.operands(op);
    let indices = operands.len() - memref - 1;
    let rank = module.rank(operands[memref]);
    match module.op_map(op, "map") {
        Some(map) if map.inputs() == indices && Some(map.results.len()) == rank => Ok(()),
        _ => module.fault(
            op,
            "expects an affine map from its indices to the memref's dimensions",
        ),
    }
}

fn check_affine_parallel(module: &Module, op: OpId, _: &OpSpec) -> Result<(), Fault> {
    module.check_region(op, 0)?;
    let rank = module.entry_types(module.regions(op)[0]).len();
    let mut inputs = 0;
    for which in ["lower", "upper"] {
        let map = module.op_map(op, &format!("{which}BoundsMap"));
        let groups = module
            .op_attribute(op, &format!("{which}BoundsGroups"))
            .map(|groups| module.attribute_view(groups));
        let (Some(map), Some(crate::program::Attribute::Integers(groups))) = (map, groups) else {
            return module.fault(op, "requires maps and groups for its bounds");
        };
        let sum = groups.iter().copied().fold(0, i64::saturating_add);
        if groups.len() != rank || sum != map.results.len() as i64 {
            return module.fault(op, "expects a group of bounds for each induction variable");
        }
        inputs += map.inputs();
    }
    if inputs != module.operands(op).len() {
        return module.fault(op, "expects as many operands as the bounds take");
    }
    module.check_yield(op, module.regions(op)[0], &module.result_types(op))
}

fn check_generic(module: &Module, op: OpId, _: &OpSpec) -> Result<(), Fault> {
    module.check_region(op, 0)?;
    let operands = module.operands(op);
    if module.entry_types(module.regions(op)[0]).len() != operands.len() {
        return module.fault(op, "expects a block argument for each operand");
    }
    let maps = module.op_attribute(op, "indexing_maps");
    let Some(AttrData::Array(maps)) = maps.map(|maps| module.attribute_data(maps)) else {
        return module.fault(op, "requires indexing maps");
    };
    let iterators = module.op_attribute(op, "iterator_types");
    let loops = match iterators.map(|iterators| module.attribute_data(iterators)) {
        Some(AttrData::Array(items)) => items.len(),
        _ => return module.fault(op, "requires iterator types"),
    };
    if maps.len() != operands.len() {
        return module.fault(op, "expects an indexing map for each operand");
    }
    for (map, operand) in maps.iter().zip(operands) {
        let AttrData::Map(map) = module.attribute_data(*map) else {
            return module.fault(op, "expects its indexing maps to be affine maps");
        };
        let rank = module.rank(*operand).unwrap_or(0);
        if map.dims as usize != loops || map.symbols != 0 || map.results.len() != rank {
            return module.fault(
                op,
                "expects indexing maps from its loops to operand dimensions",
            );
        }
    }
    Ok(())
}

fn check_slice(module: &Module, op: OpId, spec: &OpSpec) -> Result<(), Fault> {
    let names = ["static_offsets", "static_sizes", "static_strides"];
    let first = spec.operands.len() - 3;
    let mut lengths = [0; 3];
    for (at, name) in names.into_iter().enumerate() {
        lengths[at] = module.check_index_list(op, spec, first + at, name)?;
    }
    let Some(slice) = module.slice(op) else {
        return Ok(());
    };
    module.check_not_negative(op, &slice)?;
    let [offsets, sizes, strides] = lengths;
    if spec.name == "memref.reinterpret_cast" {
        let rank = module.results(op).first().and_then(|it| module.rank(*it));
        if offsets != 1 || Some(sizes) != rank || Some(strides) != rank {
            return module.fault(
                op,
                "expects one offset, and a size and stride per dimension",
            );
        }
        return module.check_reinterpret_cast(op, &slice);
    }
    // The sliced value: the source, or the destination of an insertion.
    let rank = module.rank(module.operands(op)[first - 1]);
    if [offsets, sizes, strides]
        .iter()
        .any(|length| Some(*length) != rank)
    {
        return module.fault(op, "expects an offset, size and stride per dimension");
    }
    match spec.name.as_str() {
        "memref.subview" => module.check_subview(op, &slice),
        _ => module.check_tensor_slice(op, spec, &slice),
    }
}

fn check_pad(module: &Module, op: OpId, spec: &OpSpec) -> Result<(), Fault> {
    let rank = module.rank(module.operands(op)[0]);
    let result = module.rank(module.results(op)[0]);
    for (group, name) in [(1, "static_low"), (2, "static_high")] {
        let length = Some(module.check_index_list(op, spec, group, name)?);
        if length != rank || length != result {
            return module.fault(op, "expects a low and high padding per dimension");
        }
    }
    Ok(())
}

fn check_expand(module: &Module, op: OpId, spec: &OpSpec) -> Result<(), Fault> {
    let length = module.check_index_list(op, spec, 1, "static_output_shape")?;
    if Some(length) != module.rank(module.results(op)[0]) {
        return module.fault(op, "expects an output size per dimension");
    }
    Ok(())
}

fn check_basis(module: &Module, op: OpId, spec: &OpSpec) -> Result<(), Fault> {
    let basis = module.check_index_list(op, spec, 1, "static_basis")?;
    let indices = match spec.name.as_str() {
        "affine.delinearize_index" => module.results(op).len(),
        _ => module
            .operand_group(op, spec, 0)
            .map_or(0, <[ValueId]>::len),
    };
    if indices != basis && indices != basis + 1 {
        return module.fault(
            op,
            "expects a basis element for each index but perhaps the first",
        );
    }
    let (groups, results) = (spec.operands.len(), module.results(op));
    let dynamic = module.operand_group(op, spec, groups - 1);
    let operands = module.operands(op);
    let indices = &operands[..operands.len() - dynamic.map_or(0, <[ValueId]>::len)];
    let mut types = indices.iter().chain(results).map(|it| module.type_of(*it));
    let first = types.next().unwrap_or(Type::INDEX);
    let element = match module.type_data(first) {
        TypeData::Vector { element, .. } => *element,
        _ => first,
    };
    if element != Type::INDEX {
        let text = module.type_text(first);
        let message = format!("must take index or vector of index, but got '{text}'");
        return module.fault(op, message);
    }
    if types.any(|ty| ty != first) {
        return module.fault(op, "expects operands and results of one type");
    }
    Ok(())
}

/// Checks that there is one size operand for each dynamic dimension of the result.
fn check_sizes(module: &Module, op: OpId, spec: &OpSpec) -> Result<(), Fault> {
    let group = usize::from(spec.name == "tensor.splat");
    let sizes = module.operand_group(op, spec, group).map(<[ValueId]>::len);
    let result = module.type_data(module.type_of(module.results(op)[0]));
    let dynamic = result.dims().map(|dims| {
        let dynamic = dims
            .iter()
            .filter(|it| **it == crate::program::Extent::Dynamic);
        dynamic.count()
    });
    if sizes != dynamic {
        return module.fault(
            op,
            "expects as many sizes as the result has dynamic dimensions",
        );
    }
    Ok(())
}

impl Module {
    /// The inputs and results of a function.
    fn signature(&self, func: OpId) -> Option<(&[Type], &[Type])> {
        let ty = match self.attribute_data(self.op_attribute(func, "function_type")?) {
            AttrData::Type(ty) => *ty,
            _ => return None,
        };
        match self.type_data(ty) {
            TypeData::Function { inputs, results } => Some((inputs, results)),
            _ => None,
        }
    }

    /// Checks an `array<i64: …>`, which must have as many dynamic entries as a group has operands; returns its
    /// length.
    fn check_index_list(
        &self,
        op: OpId,
        spec: &OpSpec,
        group: usize,
        name: &str,
    ) -> Result<usize, Fault> {
        let Some(values) = self.dense_array(op, name) else {
            return self.fault(op, format!("requires attribute '{name}'"));
        };
        let dynamic = values.iter().filter(|value| **value == i64::MIN).count();
        let operands = self.operand_group(op, spec, group).map(<[ValueId]>::len);
        if operands != Some(dynamic) {
            let group = &spec.operands[group].name;
            let message = format!("expects as many '{group}' as dynamic entries in '{name}'");
            return self.fault(op, message);
        }
        Ok(values.len())
    }

    pub(crate) fn dense_array(&self, op: OpId, name: &str) -> Option<&[i64]> {
        self.attribute_data(self.op_attribute(op, name)?)
            .as_dense_array()
    }

    fn rank(&self, value: ValueId) -> Option<usize> {
        let dims = self.type_data(self.type_of(value)).dims()?;
        Some(dims.len())
    }

    fn check_region(&self, op: OpId, number: usize) -> Result<(), Fault> {
        match self.blocks(self.op(op).regions()[number]).len() {
            1 => Ok(()),
            _ => self.fault(op, format!("expects region #{number} to have 1 block")),
        }
    }

    fn entry_types(&self, region: RegionId) -> Vec<Type> {
        self.types_of(self.entry_arguments(region).unwrap_or_default())
    }

    fn types_of(&self, values: &[ValueId]) -> Vec<Type> {
        values.iter().map(|value| self.type_of(*value)).collect()
    }

    /// Checks that the region has one block, which ends in a yield of these types.
    fn check_yield(&self, op: OpId, region: RegionId, types: &[Type]) -> Result<(), Fault> {
        let [block] = self.blocks(region)[..] else {
            return self.fault(op, "expects its regions to have 1 block");
        };
        let last = self.block_ops(block).last().copied();
        let last = last.filter(|last| matches!(self.op_name(*last), "scf.yield" | "affine.yield"));
        let Some(last) = last else {
            return self.fault(op, "expects its regions to end with a yield");
        };
        if self.types_of(self.operands(last)) != types {
            return self.fault(op, "yields values of other types than its results");
        }
        Ok(())
    }
}
