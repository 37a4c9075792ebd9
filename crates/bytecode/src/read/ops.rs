//! Ops, regions and blocks.

use super::entries::Entries;
use super::header::{Header, Names};
use super::properties::{Properties, named};
use super::vhlo;
use crate::cursor::Cursor;
use crate::error::{Fault, Read};
use crate::format::{MAX_DEPTH, mask, section, since};
use crate::layout::names_of;
use calipers_ir::{
    Assembler, Attr, AttrData, InvalidOp, Location, Module, Name, NamedAttribute, OpParts, Type,
};
use calipers_program::{BlockId, OpId, Program, RegionId, ValueId};
use hashbrown::HashMap;

/// The values that an op may use: those of the open regions, up to the innermost isolated one.
#[derive(Default)]
struct Scope {
    values: Vec<Option<ValueId>>,
    /// The first value that may be used: an op may be isolated although the writer gave it no own scope.
    first: usize,
    /// The uses of values that are not defined yet.
    pending: HashMap<usize, Vec<(OpId, usize)>>,
}

/// The blocks of a region, and the place of its next value in the scope.
struct Region {
    blocks: Vec<BlockId>,
    next: usize,
    end: usize,
}

/// The name of an op, interned when it first occurs.
struct KnownName {
    name: Name,
    /// The name of the op directly in a function.
    in_function: Name,
    /// The attributes of a VHLO op, which are those of another op in StableHLO.
    versioned: Option<Vec<&'static str>>,
    /// The names of the attributes in its properties.
    inherent: Vec<Name>,
}

/// The state of the reader of ops.
pub(super) struct OpReader<'a, 'b> {
    version: u64,
    entries: Entries<'b>,
    properties: Properties<'b>,
    names: &'a Names,
    known: Vec<Option<KnownName>>,
    assembler: Assembler,
    scopes: Vec<Scope>,
    depth: u32,
    /// Whether the operands that were read last include a value that is not defined yet.
    has_forward_use: bool,
    /// The number of values that regions have announced but not defined.
    announced: usize,
    /// The end of the ops in the file.
    end: usize,
}

/// What is wrong with a region that does not define the number of values that it announces.
const VALUE_COUNT: &str = "expected a region that defines as many values as it announces";

impl<'a, 'b> OpReader<'a, 'b> {
    pub(super) fn new(
        header: &Header<'b>,
        entries: Entries<'b>,
        names: &'a Names,
        assembler: Assembler,
    ) -> Read<OpReader<'a, 'b>> {
        Ok(OpReader {
            version: header.version,
            properties: Properties::read(header)?,
            entries,
            names,
            known: names.ops.iter().map(|_| None).collect(),
            assembler,
            scopes: vec![Scope::default()],
            depth: 0,
            has_forward_use: false,
            announced: 0,
            end: 0,
        })
    }

    /// The ops of the file.
    pub(super) fn file(mut self, mut cursor: Cursor<'b>) -> Read<Module> {
        let start = cursor;
        self.end = cursor.offset() + cursor.left();
        let (count, arguments) = cursor.flagged("the number of ops")?;
        if arguments {
            return start.fail("expected no arguments of the outermost block");
        }
        let count = start.checked_count(count, cursor.left(), "a number of ops")?;
        let block = self.assembler.body();
        // The results of the outermost ops have no numbers, so that nothing can refer to them.
        let mut region = Region {
            blocks: Vec::new(),
            next: 0,
            end: 0,
        };
        for _ in 0..count {
            self.op(&mut cursor, block, &mut region)?;
        }
        cursor.expect_end("the ops")?;
        let invalid = |error: InvalidOp| Fault::new(error.place as usize, error.message);
        self.assembler.finish().map_err(invalid)
    }

    fn module(&mut self) -> &mut Module {
        self.assembler.module()
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes
            .last_mut()
            .expect("the outermost scope stays open")
    }

    fn op(&mut self, cursor: &mut Cursor<'b>, block: BlockId, region: &mut Region) -> Read<()> {
        let start = *cursor;
        let number = cursor.index(self.names.ops.len(), "the number of an op name")?;
        let name = self.name_of(&start, number, block)?;
        let place = u32::try_from(start.offset()).unwrap_or(u32::MAX - 1);
        let begun = self.assembler.begin_op(block, name, place);
        let op = begun.map_err(|error| Fault::new(start.offset(), error.message))?;

        let mask = cursor.byte("the mask of an op")?;
        let mut parts = OpParts {
            location: self.location(cursor)?,
            ..OpParts::default()
        };
        self.attributes(cursor, mask, number, &mut parts)?;
        self.convert(cursor, mask, (number, name), &mut parts)?;
        if mask & mask::RESULTS != 0 {
            parts.results = self.types(cursor)?;
        }
        if mask & mask::OPERANDS != 0 {
            parts.operands = self.operands(cursor, op)?;
        }
        if mask & mask::SUCCESSORS != 0 {
            parts.successors = cursor.list("the number of successors", |cursor| {
                let index = cursor.index(region.blocks.len(), "the number of a block")?;
                Ok(region.blocks[index])
            })?;
        }
        if mask & mask::USE_LISTS != 0 {
            self.use_lists(cursor, &start, parts.results.len())?;
        }
        if mask & mask::REGIONS != 0 {
            parts.regions = self.regions(cursor, op)?;
        }
        let results = match self.is_identity(number, &parts) {
            true => {
                self.assembler.drop_op(op);
                parts.operands
            }
            false => self.assembler.end_op(op, parts).to_vec(),
        };
        match region.blocks.is_empty() {
            true => Ok(()),
            false => self.define(&start, region, &results),
        }
    }

    /// Whether the op converts values between VHLO and other dialects, whose types are the same here.
    fn is_identity(&mut self, number: usize, parts: &OpParts) -> bool {
        let mixes = self.names.dialects.iter().any(|dialect| dialect == "vhlo");
        let casts = self.names.ops[number].full == "builtin.unrealized_conversion_cast";
        if !mixes || !casts || self.has_forward_use {
            return false;
        }
        let module = self.assembler.module();
        let types = parts
            .operands
            .iter()
            .map(|operand| module.type_of(*operand));
        parts.regions.is_empty() && types.eq(parts.results.iter().copied())
    }

    /// The name of an op with a number, in a block.
    fn name_of(&mut self, at: &Cursor, number: usize, block: BlockId) -> Read<Name> {
        if self.known[number].is_none() {
            self.intern_name(at, number)?;
        }
        let known = self.known[number].as_ref();
        let known = known.expect("the name has been interned");
        let (name, in_function) = (known.name, known.in_function);
        if name == in_function {
            return Ok(name);
        }
        let module = self.assembler.module();
        let parent = module.region_parent(module.block_region(block));
        Ok(match module.op_name(parent) {
            "func.func" => in_function,
            _ => name,
        })
    }

    fn intern_name(&mut self, at: &Cursor, number: usize) -> Read<()> {
        let full = &self.names.ops[number].full;
        let module = self.assembler.module();
        let versioned = full.starts_with(vhlo::ops::PREFIX);
        let mut names = [full.clone(), full.clone()];
        if versioned {
            for (name, in_function) in names.iter_mut().zip([false, true]) {
                match vhlo::ops::name_of(full, in_function) {
                    Some(known) => *name = known,
                    None => return at.fail(format!("'{full}' is not an op of VHLO 1.20 or older")),
                }
            }
        }
        let [name, in_function] = names.map(|name| module.intern_name(&name));
        let registered = self.names.ops[number].registered;
        let names = match registered {
            true => names_of(full),
            false => Vec::new(),
        };
        let inherent = names.into_iter().map(|name| module.intern_name(name));
        self.known[number] = Some(KnownName {
            name,
            in_function,
            versioned: vhlo::ops::attributes_of(full).map(Iterator::collect),
            inherent: inherent.collect(),
        });
        Ok(())
    }

    /// A location; none if it is unknown.
    fn location(&mut self, cursor: &mut Cursor<'b>) -> Read<Option<Attr>> {
        let start = *cursor;
        let index = cursor.index(self.entries.attribute_count(), "the number of a location")?;
        let location = self.entries.attribute(self.assembler.module(), index)?;
        match self.module().attribute_data(location) {
            AttrData::Location(Location::Unknown) => Ok(None),
            AttrData::Location(_) | AttrData::Opaque { .. } => Ok(Some(location)),
            _ => start.fail("expected an attribute that is a location"),
        }
    }

    fn attributes(
        &mut self,
        cursor: &mut Cursor<'b>,
        mask: u8,
        number: usize,
        parts: &mut OpParts,
    ) -> Read<()> {
        if mask & mask::ATTRIBUTES != 0 {
            let start = *cursor;
            let index =
                cursor.index(self.entries.attribute_count(), "the number of a dictionary")?;
            let dictionary = self.entries.attribute(self.assembler.module(), index)?;
            let Some(attributes) = named(self.module(), dictionary, false) else {
                return start.fail("expected attributes that are a dictionary");
            };
            parts.attributes = attributes;
            self.mark_inherent(number, &mut parts.attributes);
        }
        let versioned = self.known[number]
            .as_ref()
            .is_some_and(|it| it.versioned.is_some());
        if mask & mask::PROPERTIES != 0 && !versioned {
            let start = *cursor;
            let name = &self.names.ops[number];
            let module = self.assembler.module();
            let entries = &mut self.entries;
            let attributes = self
                .properties
                .of_op(cursor, (number, name), entries, module)?;
            for attribute in attributes {
                self.add(&start, attribute, parts)?;
            }
        }
        Ok(())
    }

    /// The attributes of the StableHLO op that a VHLO op becomes.
    fn convert(
        &mut self,
        cursor: &mut Cursor<'b>,
        mask: u8,
        (number, name): (usize, Name),
        parts: &mut OpParts,
    ) -> Read<()> {
        let known = self.known[number].as_ref();
        let Some(names) = known.and_then(|known| known.versioned.clone()) else {
            return Ok(());
        };
        let start = *cursor;
        let module = self.assembler.module();
        let attributes = if mask & mask::PROPERTIES != 0 {
            let entries = &mut self.entries;
            let values = self
                .properties
                .listed(cursor, names.len(), entries, module)?;
            names.into_iter().zip(values).collect()
        } else {
            // Before there were properties, they were among the other attributes.
            let listed = names.into_iter().filter_map(|name| {
                let named = |it: &NamedAttribute| module.name(it.name) == name;
                let place = parts.attributes.iter().position(named)?;
                Some((name, parts.attributes.remove(place).value))
            });
            listed.collect()
        };
        let op = module.name(name).to_owned();
        let converted = vhlo::ops::convert(module, &start, &op, attributes)?;
        for attribute in converted {
            self.add(&start, attribute, parts)?;
        }
        Ok(())
    }

    /// Marks the attributes that belong to the properties of the op.
    fn mark_inherent(&self, number: usize, attributes: &mut [NamedAttribute]) {
        let inherent = self.known[number].as_ref().map(|known| &known.inherent);
        for attribute in attributes {
            attribute.inherent = inherent.is_some_and(|names| names.contains(&attribute.name));
        }
    }

    fn add(&mut self, at: &Cursor, attribute: NamedAttribute, parts: &mut OpParts) -> Read<()> {
        if parts.attributes.iter().any(|it| it.name == attribute.name) {
            let name = self.module().name(attribute.name);
            return at.fail(format!("expected the attribute '{name}' once"));
        }
        parts.attributes.push(attribute);
        Ok(())
    }

    fn types(&mut self, cursor: &mut Cursor<'b>) -> Read<Vec<Type>> {
        cursor.list("the number of results", |cursor| self.ty(cursor))
    }

    fn ty(&mut self, cursor: &mut Cursor<'b>) -> Read<Type> {
        let index = cursor.index(self.entries.type_count(), "the number of a type")?;
        self.entries.ty(self.assembler.module(), index)
    }

    fn operands(&mut self, cursor: &mut Cursor<'b>, op: OpId) -> Read<Vec<ValueId>> {
        let mut place = 0;
        self.has_forward_use = false;
        cursor.list("the number of operands", |cursor| {
            let start = *cursor;
            let scope = self.scopes.last_mut();
            let scope = scope.expect("the outermost scope stays open");
            let index = cursor.index(scope.values.len(), "the number of a value")?;
            if index < scope.first {
                return start.fail("expected an operand from inside the isolated op");
            }
            place += 1;
            Ok(match scope.values[index] {
                Some(value) => value,
                None => {
                    scope
                        .pending
                        .entry(index)
                        .or_default()
                        .push((op, place - 1));
                    self.has_forward_use = true;
                    ValueId(0)
                }
            })
        })
    }

    /// Skips the orders of use lists of `values` values.
    fn use_lists(&self, cursor: &mut Cursor<'b>, at: &Cursor, values: usize) -> Read<()> {
        if self.version < since::USE_LISTS {
            return at.fail("expected no orders of use lists in this version of the format");
        }
        let count = match values {
            1 => 1,
            _ => cursor.count("the number of use lists")?,
        };
        for _ in 0..count {
            if values != 1 {
                cursor.index(values, "the number of a value")?;
            }
            let start = *cursor;
            let (length, _) = cursor.flagged("the length of a use list")?;
            for _ in 0..start.checked_count(length, cursor.left(), "a length of a use list")? {
                cursor.varint("a place in a use list")?;
            }
        }
        Ok(())
    }

    fn regions(&mut self, cursor: &mut Cursor<'b>, op: OpId) -> Read<Vec<RegionId>> {
        let start = *cursor;
        let (count, isolated) = cursor.flagged("the number of regions")?;
        let count = start.checked_count(count, cursor.left(), "a number of regions")?;
        if self.depth >= MAX_DEPTH {
            return start.fail(format!("expected less than {MAX_DEPTH} levels of regions"));
        }
        self.depth += 1;
        if isolated {
            self.scopes.push(Scope::default());
        }
        let first = self.scope().first;
        if self.module().is_isolated(op) {
            let scope = self.scope();
            scope.first = scope.values.len();
        }
        let mut regions = Vec::with_capacity(count);
        if isolated && self.version >= since::LAZY_REGIONS {
            let mut inner =
                cursor.section_of(section::IR, "the section of the regions of an op")?;
            for _ in 0..count {
                regions.push(self.region(&mut inner, op)?);
            }
            inner.expect_end("the regions of an op")?;
        } else {
            for _ in 0..count {
                regions.push(self.region(cursor, op)?);
            }
        }
        self.scope().first = first;
        if isolated {
            self.scopes.pop();
        }
        self.depth -= 1;
        Ok(regions)
    }

    fn region(&mut self, cursor: &mut Cursor<'b>, op: OpId) -> Read<RegionId> {
        let id = self.assembler.region(op);
        let blocks = cursor.count("the number of blocks")?;
        if blocks == 0 {
            return Ok(id);
        }
        let start = *cursor;
        let values = cursor.varint("the number of values")?;
        // Each value needs at least a byte for its type.
        let left = self.end.saturating_sub(start.offset() + self.announced);
        let values = start.checked_count(values, left, "a number of values")?;
        self.announced += values;
        let base = self.scope().values.len();
        let mut region = Region {
            blocks: (0..blocks).map(|_| self.assembler.block(id)).collect(),
            next: base,
            end: base + values,
        };
        self.scope().values.resize(base + values, None);
        for number in 0..blocks {
            let block = region.blocks[number];
            self.block(cursor, block, &mut region)?;
        }
        if region.next != region.end {
            return start.fail(VALUE_COUNT);
        }
        self.scope().values.truncate(base);
        Ok(id)
    }

    fn block(&mut self, cursor: &mut Cursor<'b>, block: BlockId, region: &mut Region) -> Read<()> {
        let start = *cursor;
        let (ops, arguments) = cursor.flagged("the number of ops")?;
        if arguments {
            self.arguments(cursor, block, region)?;
        }
        let ops = start.checked_count(ops, cursor.left(), "a number of ops")?;
        for _ in 0..ops {
            self.op(cursor, block, region)?;
        }
        Ok(())
    }

    fn arguments(
        &mut self,
        cursor: &mut Cursor<'b>,
        block: BlockId,
        region: &mut Region,
    ) -> Read<()> {
        let start = *cursor;
        let values = cursor.list("the number of arguments", |cursor| {
            let (ty, located) = match self.version >= since::ELIDED_LOCATIONS {
                true => {
                    let start = *cursor;
                    let (index, located) = cursor.flagged("the type of an argument")?;
                    let types = self.entries.type_count();
                    let index = start.checked_index(index, types, "the number of a type")?;
                    (self.entries.ty(self.assembler.module(), index)?, located)
                }
                false => (self.ty(cursor)?, true),
            };
            let location = match located {
                true => self.location(cursor)?,
                false => None,
            };
            Ok(self.assembler.argument(block, ty, location))
        })?;
        if self.version >= since::USE_LISTS
            && cursor.byte("a mask of arguments")? & mask::USE_LISTS != 0
        {
            self.use_lists(cursor, &start, values.len())?;
        }
        self.define(&start, region, &values)
    }

    /// Gives the next numbers of the region to values, and completes the uses that came before.
    fn define(&mut self, at: &Cursor, region: &mut Region, values: &[ValueId]) -> Read<()> {
        for &value in values {
            if region.next == region.end {
                return at.fail(VALUE_COUNT);
            }
            let scope = self
                .scopes
                .last_mut()
                .expect("the outermost scope stays open");
            scope.values[region.next] = Some(value);
            let uses = scope.pending.remove(&region.next);
            for (op, operand) in uses.into_iter().flatten() {
                self.assembler.set_operand(op, operand, value);
            }
            region.next += 1;
            self.announced -= 1;
        }
        Ok(())
    }
}
