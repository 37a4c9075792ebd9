//! Construction of a module by readers of other formats, one op after the other.

use super::op::NO_OFFSET;
use super::{Attr, Module, Name, NamedAttribute, ParseOptions, Type};
use crate::program::{BlockId, Definition, OpId, RegionId, ValueId};
use crate::registry;
use calipers_support::order::Order;
use std::sync::Arc;

/// A module under construction.
///
/// Ops are begun in program order. An op is ended after its regions, so that its results get larger numbers than the
/// values in its regions, as in a parsed module.
#[derive(Debug)]
pub struct Assembler {
    module: Module,
    body: BlockId,
    options: ParseOptions,
}

/// The parts of an op that [`Assembler::end_op`] adds.
#[derive(Clone, Debug, Default)]
pub struct OpParts {
    /// The operands; [`Assembler::set_operand`] can replace them later.
    pub operands: Vec<ValueId>,
    /// The types of the results.
    pub results: Vec<Type>,
    /// The attributes, each name once.
    pub attributes: Vec<NamedAttribute>,
    /// The regions.
    pub regions: Vec<RegionId>,
    /// The successors.
    pub successors: Vec<BlockId>,
    /// The location, if the source states one.
    pub location: Option<Attr>,
}

/// An invalid op, with the place that was given to [`Assembler::begin_op`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidOp {
    /// The place.
    pub place: u32,
    /// The message.
    pub message: String,
}

impl Assembler {
    /// A module without ops, for a file of that name.
    pub fn new(file: &str, options: ParseOptions) -> Assembler {
        let mut module = Module::empty(Arc::default(), file, 1);
        module.syntaxes = Arc::clone(&options.syntaxes);
        let (top, _, body) = module.implicit_top();
        module.top = top;
        Assembler {
            module,
            body,
            options,
        }
    }

    /// The module, to intern names, types and attributes.
    #[inline]
    pub fn module(&mut self) -> &mut Module {
        &mut self.module
    }

    /// The block of the outermost ops.
    #[inline]
    pub fn body(&self) -> BlockId {
        self.body
    }

    /// Begins an op. `place` is its position in the source, for [`InvalidOp`].
    ///
    /// # Errors
    /// If the dialect is unknown and unknown dialects are not accepted.
    pub fn begin_op(&mut self, block: BlockId, name: Name, place: u32) -> Result<OpId, InvalidOp> {
        let text = self.module.name(name);
        let dialect = text.split('.').next().unwrap_or(text);
        let known = self.options.allow_unregistered
            || self.module.specs[name.0 as usize].spec.is_some()
            || registry::is_known_dialect(text)
            || self.options.dialects.iter().any(|it| it == dialect);
        if !known {
            let message = format!("'{text}' op is of a dialect that is not registered");
            return Err(InvalidOp { place, message });
        }
        let op = self.module.new_op(name, place);
        self.module.ops[op.index()].set_block(Some(block));
        Ok(op)
    }

    /// Creates a region of an op that has been begun.
    pub fn region(&mut self, op: OpId) -> RegionId {
        self.module.new_region(op)
    }

    /// Creates a block at the end of a region.
    pub fn block(&mut self, region: RegionId) -> BlockId {
        let block = self.module.new_block(region);
        self.module.regions[region.index()].blocks.push(block);
        block
    }

    /// Appends an argument to a block.
    pub fn argument(&mut self, block: BlockId, ty: Type, location: Option<Attr>) -> ValueId {
        let index = self.module.blocks[block.index()].arguments.len();
        let definition = Definition::Argument { block, index };
        let value = self.module.new_value(ty, definition);
        self.module.blocks[block.index()].arguments.push(value);
        if let Some(location) = location {
            self.module.argument_locations.insert(value, location);
        }
        value
    }

    /// Completes an op, and appends it to the block in which it was begun. Attributes of its definition become
    /// inherent, and default ones are added. Returns its results.
    pub fn end_op(&mut self, op: OpId, parts: OpParts) -> &[ValueId] {
        let module = &mut self.module;
        let mut attributes = parts.attributes;
        module.complete_attributes(op, &mut attributes);
        let attributes = module.intern_list(&attributes);
        module.new_results(op, &parts.results);
        if let Some(location) = parts.location {
            module.locations.insert(op, location);
        }
        if module.spec(op).is_some() {
            module.generic_ops.push(op);
        }
        let data = &mut module.ops[op.index()];
        data.operands = parts.operands.into();
        data.attributes = attributes;
        data.set_regions(&parts.regions);
        data.set_successors(&parts.successors);
        if let Some(block) = data.block() {
            module.append(block, op);
        }
        module.results_of(module.op(op))
    }

    /// Drops an op that has been begun, without regions.
    pub fn drop_op(&mut self, op: OpId) {
        let data = &mut self.module.ops[op.index()];
        data.erased = true;
        data.set_block(None);
    }

    /// Replaces an operand that was a forward reference.
    pub fn set_operand(&mut self, op: OpId, index: usize, value: ValueId) {
        self.module.ops[op.index()].operands[index] = value;
        if self.module.forward_users.last() != Some(&op) {
            self.module.forward_users.push(op);
        }
    }

    /// Completes the tables and verifies the ops, as for a parsed module. A single `builtin.module` becomes the
    /// outermost op.
    ///
    /// # Errors
    /// If an op is invalid.
    pub fn finish(mut self) -> Result<Module, InvalidOp> {
        let top = self.module.top;
        self.module.unwrap_single_module(top, self.body);
        self.module
            .finish()
            .map_err(|(place, message)| InvalidOp { place, message })?;
        for op in &mut self.module.ops {
            op.offset = NO_OFFSET;
        }
        Ok(self.module)
    }
}

impl Module {
    /// Marks the attributes of the op's definition as inherent, adds those with defaults, and sorts them.
    fn complete_attributes(&mut self, op: OpId, attributes: &mut Vec<NamedAttribute>) {
        if let Some(spec) = self.spec(op) {
            for attribute in &mut *attributes {
                attribute.inherent |= spec.is_inherent(self.name(attribute.name));
            }
        }
        let definitions = &self.specs[self.op(op).name.0 as usize];
        for (name, value) in definitions.filled_in() {
            if !attributes.iter().any(|known| known.name == name) {
                attributes.push(NamedAttribute {
                    name,
                    value,
                    inherent: true,
                });
            }
        }
        attributes.order_by(|a, b| self.name(a.name).cmp(self.name(b.name)));
    }

    /// Whether the definition of an op forbids its regions to use values from outside.
    #[inline]
    pub fn is_isolated(&self, op: OpId) -> bool {
        self.spec(op).is_some_and(|spec| spec.isolated)
    }

    /// Whether the definition of an op is known.
    #[inline]
    pub fn has_definition(&self, op: OpId) -> bool {
        self.spec(op).is_some()
    }

    /// `@a::@b` for the path `a`, `b`.
    pub fn symbol_attribute<'p>(&mut self, path: impl IntoIterator<Item = &'p str>) -> Attr {
        let parts: Vec<_> = path.into_iter().map(crate::print::symbol).collect();
        self.intern_attribute(super::AttrData::Symbol(parts.join("::@").into()))
    }

    /// The location of a block argument that the source states with `loc(…)`.
    #[inline]
    pub fn stated_argument_location(&self, argument: ValueId) -> Option<Attr> {
        self.argument_locations.get(&argument).copied()
    }

    /// The section `{-# … #-}` of the file, with its brackets.
    #[inline]
    pub fn metadata(&self) -> Option<&str> {
        self.metadata.as_deref()
    }

    /// Replaces the section `{-# … #-}` of the file.
    pub fn set_metadata(&mut self, text: Option<String>) {
        self.metadata = text.map(String::into_boxed_str);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AttrData;

    #[test]
    fn a_module_is_assembled_op_by_op() {
        let mut assembler = Assembler::new("a", ParseOptions::default());
        let body = assembler.body();
        let name = assembler.module().intern_name("d.source");
        let op = assembler.begin_op(body, name, 7).expect("a known dialect");
        let region = assembler.region(op);
        let block = assembler.block(region);
        let argument = assembler.argument(block, Type::I32, None);
        let inner = assembler.module().intern_name("arith.addi");
        let add = assembler.begin_op(block, inner, 8).expect("a known op");
        let parts = OpParts {
            operands: vec![argument, argument],
            results: vec![Type::I32],
            ..OpParts::default()
        };
        assert_eq!(assembler.end_op(add, parts).len(), 1);
        let parts = OpParts {
            regions: vec![region],
            ..OpParts::default()
        };
        assembler.end_op(op, parts);
        let module = assembler.finish().expect("a valid module");
        let text = module.to_string();
        assert!(text.contains("arith.addi %arg0, %arg0 : i32"), "{text}");
    }

    #[test]
    fn an_invalid_op_has_its_place() {
        let mut assembler = Assembler::new("a", ParseOptions::default());
        let body = assembler.body();
        let name = assembler.module().intern_name("arith.addi");
        let op = assembler.begin_op(body, name, 9).expect("a known op");
        assembler.end_op(op, OpParts::default());
        assert_eq!(
            assembler.finish().map_err(|error| error.place).err(),
            Some(9)
        );
    }

    #[test]
    fn names_of_symbols_are_quoted_if_necessary() {
        let mut module = Module::new();
        let symbol = module.symbol_attribute(["a", "b c"]);
        let data = module.attribute_data(symbol);
        assert_eq!(data, &AttrData::Symbol("a::@\"b c\"".into()));
    }
}
