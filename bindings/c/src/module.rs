//! Programs, which are parsed or built op by op.

use crate::rules::Rules;
use crate::{Answer, Error, exclusive, fill, free, guard, list, shared, string, text};
use calipers::ir::{InsertionPoint, Module, ParseOptions, Type};
use calipers::program::{BlockId, Definition, OpId, Program, RegionId, ValueId};
use calipers::rules::syntaxes;
use std::ffi::c_char;
use std::sync::Arc;

/// A program: `calipers_module`.
pub struct CModule {
    pub(crate) module: Arc<Module>,
    types: Vec<Type>,
    attributes: Vec<calipers::ir::Attr>,
}

/// The maximal nesting depth of regions, the same as in texts.
const MAX_DEPTH: usize = 256;

/// An attribute with its name: `calipers_named_attribute`.
#[repr(C)]
pub struct NamedAttribute {
    name: *const c_char,
    value: u32,
}

/// The description of an op to create: `calipers_op_state`.
#[repr(C)]
pub struct OpState {
    name: *const c_char,
    operands: *const u32,
    operand_count: usize,
    result_types: *const u32,
    result_count: usize,
    attributes: *const NamedAttribute,
    attribute_count: usize,
    region_count: usize,
}

impl CModule {
    fn new(module: Module) -> *mut CModule {
        Box::into_raw(Box::new(CModule {
            module: Arc::new(module),
            types: vec![],
            attributes: vec![],
        }))
    }

    fn edit(&mut self) -> Answer<&mut Module> {
        let module = Arc::get_mut(&mut self.module);
        module.ok_or_else(|| "an analysis asks about this program: free it first".into())
    }

    pub(crate) fn value(&self, value: u32) -> Answer<ValueId> {
        let value = ValueId(value);
        let exists = self.module.has_value(value);
        exists
            .then_some(value)
            .ok_or_else(|| format!("there is no value {}", value.0))
    }

    pub(crate) fn op(&self, op: u32) -> Answer<OpId> {
        let op = OpId(op);
        let exists = self.module.has_op(op) && self.module.is_live(op);
        exists
            .then_some(op)
            .ok_or_else(|| format!("there is no op {}", op.0))
    }

    fn block(&self, block: u32) -> Answer<BlockId> {
        let block = BlockId(block);
        let exists = self.module.has_block(block);
        exists
            .then_some(block)
            .ok_or_else(|| format!("there is no block {}", block.0))
    }

    fn stored_type(&self, ty: u32) -> Answer<Type> {
        let ty = self.types.get(ty as usize).copied();
        ty.ok_or_else(|| "a type is not of this program".into())
    }

    fn depth(&self, block: BlockId) -> usize {
        let outer = |block: &BlockId| {
            let parent = self.module.region_parent(self.module.block_region(*block));
            self.module.block_of(parent)
        };
        std::iter::successors(Some(block), outer).count()
    }

    fn add_op(&mut self, block: u32, state: &OpState) -> Answer<u32> {
        let block = self.block(block)?;
        // SAFETY: as the header says.
        let (name, operands, types, attributes) = unsafe {
            (
                text(state.name, "name")?,
                list(state.operands, state.operand_count, "operands")?,
                list(state.result_types, state.result_count, "result_types")?,
                list(state.attributes, state.attribute_count, "attributes")?,
            )
        };
        if state.region_count > MAX_DEPTH {
            return Err(format!("an op has more than {MAX_DEPTH} regions"));
        }
        let operands: Vec<ValueId> = each(operands, |&value| self.value(value))?;
        let types: Vec<Type> = each(types, |&ty| self.stored_type(ty))?;
        let attributes = each(attributes, |attribute| {
            // SAFETY: as the header says.
            let name = unsafe { text(attribute.name, "an attribute's name")? };
            let value = self.attributes.get(attribute.value as usize);
            let value = value.ok_or("an attribute is not of this program")?;
            Ok((name, *value))
        })?;
        let module = self.edit()?;
        let op = module.create_op(name, &operands, &types, &attributes, state.region_count);
        module.insert(op, InsertionPoint::End(block));
        Ok(op.0)
    }

    fn add_block(&mut self, op: u32, region: usize, types: &[u32]) -> Answer<u32> {
        let op = self.op(op)?;
        let region = region_of(&self.module, op, region)?;
        let types: Vec<Type> = each(types, |&ty| self.stored_type(ty))?;
        if self
            .module
            .block_of(op)
            .is_some_and(|block| self.depth(block) >= MAX_DEPTH)
        {
            return Err(format!("regions nest deeper than {MAX_DEPTH} levels"));
        }
        Ok(self.edit()?.create_block(region, &types).0)
    }
}

fn each<T, U>(items: &[T], read: impl FnMut(&T) -> Answer<U>) -> Answer<Vec<U>> {
    items.iter().map(read).collect()
}

fn region_of(module: &Module, op: OpId, index: usize) -> Answer<RegionId> {
    let region = module.regions(op).get(index).copied();
    region.ok_or_else(|| format!("`{}` has no region {index}", module.op_name(op)))
}

/// Parses a program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_parse(
    source: *const c_char,
    file: *const c_char,
    error: *mut *mut Error,
) -> *mut CModule {
    // SAFETY: as the header says.
    unsafe { calipers_module_parse_with(source, file, std::ptr::null(), false, error) }
}

/// Parses a program, with what rules say of how ops are written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_parse_with(
    source: *const c_char,
    file: *const c_char,
    rules: *const Rules,
    lenient: bool,
    error: *mut *mut Error,
) -> *mut CModule {
    let parse = || {
        // SAFETY: as the header says.
        let (source, file) = unsafe { (text(source, "source")?, text(file, "file")?) };
        // SAFETY: as the header says.
        let rules = unsafe { rules.as_ref() };
        let syntaxes = rules.map(|it| syntaxes(&it.rules)).transpose();
        let options = ParseOptions {
            syntaxes: syntaxes
                .map_err(|error| error.rendered)?
                .unwrap_or_default(),
            lenient,
            ..ParseOptions::default()
        };
        let module = Module::parse(source, file, options).map_err(|error| error.to_string())?;
        Ok(CModule::new(module))
    };
    // SAFETY: as the header says.
    unsafe { guard(error, parse) }.unwrap_or(std::ptr::null_mut())
}

/// Creates an empty program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_new() -> *mut CModule {
    // SAFETY: there is no place for an error.
    let made = unsafe { guard(std::ptr::null_mut(), || Ok(CModule::new(Module::new()))) };
    made.unwrap_or(std::ptr::null_mut())
}

/// Frees a program. Analyses of it stay valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_free(module: *mut CModule) {
    // SAFETY: as the header says.
    unsafe { free(module) }
}

/// Prints a program in MLIR's syntax.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_text(module: *const CModule) -> *mut c_char {
    // SAFETY: as the header says.
    let print = || {
        Ok(string(
            &unsafe { shared(module, "module")? }.module.to_string(),
        ))
    };
    // SAFETY: there is no place for an error.
    unsafe { guard(std::ptr::null_mut(), print) }.unwrap_or(std::ptr::null_mut())
}

/// The top-level op, which contains all others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_top(
    module: *const CModule,
    op: *mut u32,
    error: *mut *mut Error,
) -> bool {
    // SAFETY: as the header says.
    unsafe { fill(op, error, || Ok(shared(module, "module")?.module.top().0)) }
}

/// Parses a type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_type(
    module: *mut CModule,
    source: *const c_char,
    ty: *mut u32,
    error: *mut *mut Error,
) -> bool {
    let parse = || {
        // SAFETY: as the header says.
        let (module, source) = unsafe { (exclusive(module, "module")?, text(source, "source")?) };
        let parsed = module.edit()?.parse_type(source);
        module
            .types
            .push(parsed.map_err(|error| error.to_string())?);
        Ok((module.types.len() - 1) as u32)
    };
    // SAFETY: as the header says.
    unsafe { fill(ty, error, parse) }
}

/// Parses an attribute.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_attribute(
    module: *mut CModule,
    source: *const c_char,
    attribute: *mut u32,
    error: *mut *mut Error,
) -> bool {
    let parse = || {
        // SAFETY: as the header says.
        let (module, source) = unsafe { (exclusive(module, "module")?, text(source, "source")?) };
        let parsed = module.edit()?.parse_attribute(source);
        module
            .attributes
            .push(parsed.map_err(|error| error.to_string())?);
        Ok((module.attributes.len() - 1) as u32)
    };
    // SAFETY: as the header says.
    unsafe { fill(attribute, error, parse) }
}

/// Appends an op to a block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_add_op(
    module: *mut CModule,
    block: u32,
    state: *const OpState,
    op: *mut u32,
    error: *mut *mut Error,
) -> bool {
    // SAFETY: as the header says.
    let add = || unsafe { exclusive(module, "module")?.add_op(block, shared(state, "state")?) };
    // SAFETY: as the header says.
    unsafe { fill(op, error, add) }
}

/// Appends a block to a region of an op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_add_block(
    module: *mut CModule,
    op: u32,
    region: usize,
    argument_types: *const u32,
    argument_count: usize,
    block: *mut u32,
    error: *mut *mut Error,
) -> bool {
    let add = || {
        // SAFETY: as the header says.
        let (module, types) = unsafe {
            (
                exclusive(module, "module")?,
                list(argument_types, argument_count, "argument_types")?,
            )
        };
        module.add_block(op, region, types)
    };
    // SAFETY: as the header says.
    unsafe { fill(block, error, add) }
}

/// Replaces the operands of an op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_set_operands(
    module: *mut CModule,
    op: u32,
    operands: *const u32,
    operand_count: usize,
    error: *mut *mut Error,
) -> bool {
    let set = || {
        // SAFETY: as the header says.
        let (module, operands) = unsafe {
            (
                exclusive(module, "module")?,
                list(operands, operand_count, "operands")?,
            )
        };
        let op = module.op(op)?;
        let operands = each(operands, |&value| module.value(value))?;
        module.edit()?.set_operands(op, &operands);
        Ok(())
    };
    // SAFETY: as the header says.
    unsafe { guard(error, set) }.is_some()
}

/// Sets the successors of a terminator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_set_successors(
    module: *mut CModule,
    op: u32,
    blocks: *const u32,
    block_count: usize,
    error: *mut *mut Error,
) -> bool {
    let set = || {
        // SAFETY: as the header says.
        let (module, blocks) = unsafe {
            (
                exclusive(module, "module")?,
                list(blocks, block_count, "blocks")?,
            )
        };
        let op = module.op(op)?;
        let region = module
            .module
            .block_of(op)
            .map(|block| module.module.block_region(block));
        let blocks = each(blocks, |&block| {
            let block = module.block(block)?;
            match Some(module.module.block_region(block)) == region {
                true => Ok(block),
                false => Err("a successor is in another region".into()),
            }
        })?;
        module.edit()?.set_successors(op, &blocks);
        Ok(())
    };
    // SAFETY: as the header says.
    unsafe { guard(error, set) }.is_some()
}

/// A block of an op's region.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_block(
    module: *const CModule,
    op: u32,
    region: usize,
    index: usize,
    block: *mut u32,
    error: *mut *mut Error,
) -> bool {
    let find = || {
        // SAFETY: as the header says.
        let module = unsafe { shared(module, "module")? };
        let region = region_of(&module.module, module.op(op)?, region)?;
        let block = module.module.blocks(region).get(index);
        let block = block.ok_or_else(|| format!("the region has no block {index}"))?;
        Ok(block.0)
    };
    // SAFETY: as the header says.
    unsafe { fill(block, error, find) }
}

/// A result of an op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_result(
    module: *const CModule,
    op: u32,
    index: usize,
    value: *mut u32,
    error: *mut *mut Error,
) -> bool {
    let find = || {
        // SAFETY: as the header says.
        let module = unsafe { shared(module, "module")? };
        let result = module.module.results(module.op(op)?).get(index);
        let result = result.ok_or_else(|| format!("the op has no result {index}"))?;
        Ok(result.0)
    };
    // SAFETY: as the header says.
    unsafe { fill(value, error, find) }
}

/// An argument of a block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_argument(
    module: *const CModule,
    block: u32,
    index: usize,
    value: *mut u32,
    error: *mut *mut Error,
) -> bool {
    let find = || {
        // SAFETY: as the header says.
        let module = unsafe { shared(module, "module")? };
        let argument = module
            .module
            .block_arguments(module.block(block)?)
            .get(index);
        let argument = argument.ok_or_else(|| format!("the block has no argument {index}"))?;
        Ok(argument.0)
    };
    // SAFETY: as the header says.
    unsafe { fill(value, error, find) }
}

/// The value that has that name in the program's text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_find_value(
    module: *const CModule,
    name: *const c_char,
    value: *mut u32,
    error: *mut *mut Error,
) -> bool {
    let find = || {
        // SAFETY: as the header says.
        let (module, name) = unsafe { (shared(module, "module")?, text(name, "name")?) };
        let module = &module.module;
        let mut values = module.values_named(name);
        match (values.next(), values.next()) {
            (Some(value), None) => Ok(value.0),
            (None, _) => Err(format!("there is no value `{name}`")),
            (Some(_), Some(_)) => Err(format!("several values are called `{name}`")),
        }
    };
    // SAFETY: as the header says.
    unsafe { fill(value, error, find) }
}

/// The op that defines a value: the owner of the result, or of the region whose entry block has the argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_defining_op(
    module: *const CModule,
    value: u32,
    op: *mut u32,
    error: *mut *mut Error,
) -> bool {
    let find = || {
        // SAFETY: as the header says.
        let module = unsafe { shared(module, "module")? };
        Ok(match module.module.definition(module.value(value)?) {
            Definition::Result { op, .. } => op.0,
            Definition::Argument { block, .. } => {
                let region = module.module.block_region(block);
                module.module.region_parent(region).0
            }
        })
    };
    // SAFETY: as the header says.
    unsafe { fill(op, error, find) }
}

/// A position in a file: `calipers_source_location`.
#[repr(C)]
pub struct CLocation {
    file: *mut c_char,
    line: u32,
    column: u32,
}

/// The position of an op in the text that it comes from.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_module_location(
    module: *const CModule,
    op: u32,
    location: *mut CLocation,
    error: *mut *mut Error,
) -> bool {
    let find = || {
        // SAFETY: as the header says.
        let module = unsafe { shared(module, "module")? };
        let found = module.module.location(module.op(op)?);
        let found = found.ok_or("the op has no location")?;
        Ok(CLocation {
            file: string(&found.file),
            line: found.line,
            column: found.column,
        })
    };
    // SAFETY: as the header says.
    unsafe { fill(location, error, find) }
}
