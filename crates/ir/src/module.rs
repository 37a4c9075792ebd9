//! A module: the tables of its ops, blocks, regions, values, types and attributes.

use crate::attributes::Attr;
use crate::attributes::AttrData;
use crate::attributes::Attributes;
use crate::intern::Interner;
use crate::location::Location;
use crate::op::{NO_OFFSET, Op, Value};
use crate::program::{BlockId, Definition, OpId, Program, RegionId, SourceLocation, ValueId};
use crate::registry::{OpSpec, Regions, Syntaxes};
use crate::types::Types;
use crate::types::{Type, TypeData};
use crate::uses::Uses;
use crate::verbatim::Unread;
use hashbrown::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// An interned name of an op or an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Name(pub(crate) u32);

/// An attribute of an op, with its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NamedAttribute {
    /// The name.
    pub name: Name,
    /// The value.
    pub value: Attr,
    /// Whether it belongs to the op's definition (a property, `<{…}>`), in contrast to a discardable attribute.
    pub inherent: bool,
}

/// Whether the recorded positions of a block's ops are up to date.
#[derive(Debug)]
pub(crate) struct Numbered(pub(crate) AtomicBool);

impl Clone for Numbered {
    #[inline]
    fn clone(&self) -> Numbered {
        Numbered(AtomicBool::new(self.0.load(Ordering::Acquire)))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) region: RegionId,
    pub(crate) arguments: Vec<ValueId>,
    pub(crate) ops: Vec<OpId>,
    /// Byte offset of its label in the source, or [`NO_OFFSET`].
    pub(crate) label: u32,
    pub(crate) numbered: Numbered,
}

#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) parent: OpId,
    pub(crate) blocks: Vec<BlockId>,
}

/// The op definition of a name, if any, with the defaults of its attributes.
#[derive(Clone, Debug)]
pub(crate) struct Definitions {
    pub(crate) spec: Option<&'static OpSpec>,
    pub(crate) defaults: Box<[DefaultValue]>,
    /// The names of the definition's attributes that the parser has interned, then those of its segment sizes.
    pub(crate) attribute_names: Vec<Option<Name>>,
}

impl Definitions {
    /// The default attributes that parsing adds to an op of this name.
    #[inline]
    pub(crate) fn filled_in(&self) -> impl Iterator<Item = (Name, Attr)> {
        let filled = self.defaults.iter().filter(|default| default.filled_in);
        filled.map(|default| (default.name, default.value))
    }
}

/// The default of an attribute.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DefaultValue {
    pub(crate) name: Name,
    pub(crate) value: Attr,
    /// Whether parsing adds the default to an op without the attribute.
    pub(crate) filled_in: bool,
}

/// A top-level op with everything in it, and its tables.
#[derive(Clone, Debug)]
pub struct Module {
    pub(crate) names: Interner<Box<str>>,
    /// For each name, the op definition.
    pub(crate) specs: Vec<Definitions>,
    pub(crate) types: Types,
    pub(crate) attributes: Attributes,
    pub(crate) ops: Vec<Op>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) regions: Vec<Region>,
    pub(crate) values: Vec<Value>,
    /// All value ids in order, from which lists of results are slices.
    pub(crate) value_ids: Vec<ValueId>,
    /// The interned attribute lists of ops, many of which are equal.
    pub(crate) attribute_lists: Interner<Box<[NamedAttribute]>>,
    pub(crate) uses: Uses,
    pub(crate) locations: HashMap<OpId, Attr>,
    pub(crate) argument_locations: HashMap<ValueId, Attr>,
    /// `{-# … #-}` sections, as text.
    pub(crate) metadata: Option<Box<str>>,
    /// Interned attributes and types of op definitions, by their text.
    pub(crate) static_attributes: HashMap<&'static str, Attr>,
    pub(crate) static_types: HashMap<&'static str, Type>,
    /// Ops that were parsed in generic form and await their type check.
    pub(crate) generic_ops: Vec<OpId>,
    /// Ops with forward references that await their dominance check.
    pub(crate) forward_users: Vec<OpId>,
    pub(crate) symbols: OnceLock<HashMap<(OpId, Box<str>), OpId>>,
    /// The custom assembly of ops in addition to that of the library.
    pub(crate) syntaxes: Arc<Syntaxes>,
    /// The regions with values that are used before their definitions.
    pub(crate) with_forward_uses: HashSet<RegionId>,
    /// Whether an op of another project was parsed in custom assembly.
    pub(crate) has_foreign_syntax: bool,
    /// The ops that could not be read, by name.
    pub(crate) unread: Vec<Unread>,
    pub(crate) top: OpId,
    pub(crate) file: Box<str>,
    pub(crate) source: Arc<String>,
    pub(crate) first_line: u32,
    pub(crate) line_starts: Vec<u32>,
}

/// The ops of [`Module::walk`].
pub struct Walk<'m> {
    module: &'m Module,
    /// Ops that have not been returned, the next one last. Those in their regions are added when they are returned.
    stack: Vec<OpId>,
}

impl Iterator for Walk<'_> {
    type Item = OpId;

    fn next(&mut self) -> Option<OpId> {
        let op = self.stack.pop()?;
        for region in self.module.op(op).regions().iter().rev() {
            for block in self.module.regions[region.index()].blocks.iter().rev() {
                let ops = &self.module.blocks[block.index()].ops;
                self.stack.extend(ops.iter().rev());
            }
        }
        Some(op)
    }
}

impl Module {
    pub(crate) fn empty(source: Arc<String>, file: &str, first_line: u32) -> Module {
        let starts = memchr::memchr_iter(b'\n', source.as_bytes()).map(|at| at as u32 + 1);
        let line_starts: Vec<u32> = std::iter::once(0).chain(starts).collect();
        // Assumes about one op for each line.
        let expected = line_starts.len().min(source.len() / 16);
        let mut attribute_lists = Interner::new();
        attribute_lists.intern_from(&[][..]);
        Module {
            names: Interner::new(),
            specs: Vec::new(),
            types: Types::new(),
            attributes: Attributes::new(),
            ops: Vec::with_capacity(expected),
            blocks: Vec::new(),
            regions: Vec::new(),
            values: Vec::with_capacity(expected),
            value_ids: Vec::with_capacity(expected),
            attribute_lists,
            uses: Uses::default(),
            locations: HashMap::new(),
            argument_locations: HashMap::new(),
            metadata: None,
            static_attributes: HashMap::new(),
            static_types: HashMap::new(),
            generic_ops: Vec::new(),
            forward_users: Vec::new(),
            symbols: OnceLock::new(),
            syntaxes: Arc::default(),
            with_forward_uses: HashSet::new(),
            has_foreign_syntax: false,
            unread: Vec::new(),
            top: OpId(0),
            file: file.into(),
            line_starts,
            source,
            first_line,
        }
    }

    /// The outermost op, a `builtin.module`.
    #[inline]
    pub fn top(&self) -> OpId {
        self.top
    }

    /// The name of the source file.
    #[inline]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The source text.
    #[inline]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The ops that could not be read and are kept as text, by name, with [`ParseOptions::lenient`](crate::ParseOptions).
    #[inline]
    pub fn unread(&self) -> &[Unread] {
        &self.unread
    }

    /// The number of values created so far; all [`ValueId`]s are below it.
    #[inline]
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// The values with that name in the source, such as `%size`, in order of creation. Costs a visit of every value.
    pub fn values_named<'n>(&'n self, name: &'n str) -> impl Iterator<Item = ValueId> + 'n {
        let values = (0..self.value_count() as u32).map(ValueId);
        values.filter(move |&value| {
            let lives = match self.definition(value) {
                Definition::Result { op, .. } => self.is_live(op),
                Definition::Argument { .. } => true,
            };
            lives && self.value_name(value) == name
        })
    }

    /// The only value with that name in the source; none if there are none or several. Costs the same as
    /// [`Module::values_named`].
    ///
    /// ```
    /// use calipers::ir::{Module, ParseOptions};
    ///
    /// let text = "func.func @f(%n: index) {\n return\n}";
    /// let module = Module::parse(text, "f.mlir", ParseOptions::default())?;
    /// assert!(module.value_named("%n").is_some());
    /// assert!(module.value_named("%m").is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn value_named(&self, name: &str) -> Option<ValueId> {
        let mut values = self.values_named(name);
        values.next().filter(|_| values.next().is_none())
    }

    /// The number of ops created so far; all [`OpId`]s are below it.
    #[inline]
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// `root` and all ops in it in program order: an op precedes the ops in its regions.
    pub fn walk(&self, root: OpId) -> Walk<'_> {
        Walk {
            module: self,
            stack: vec![root],
        }
    }

    /// All ops called `name`, in program order.
    pub fn ops_named(&self, name: &str) -> Vec<OpId> {
        match self.names.index_of(name) {
            Some(name) => self
                .walk(self.top)
                .filter(|&op| self.op(op).name == Name(name))
                .collect(),
            None => Vec::new(),
        }
    }

    /// Interns a name.
    pub fn intern_name(&mut self, text: &str) -> Name {
        let name = self.names.intern_from(text);
        while self.specs.len() < self.names.len() {
            let at = self.specs.len();
            let name = self.names.get(at as u32);
            let spec = crate::registry::find(name).or_else(|| self.syntaxes.find(name));
            self.specs.push(Definitions {
                spec,
                defaults: Box::default(),
                attribute_names: Vec::new(),
            });
            if let Some(spec) = spec {
                self.specs[at].defaults = self.defaults_of(spec);
            }
        }
        Name(name)
    }

    /// The interned name of an attribute of the definition of the ops with a name.
    pub(crate) fn attribute_name(&mut self, op_name: Name, spec: &OpSpec, at: usize) -> Name {
        let definitions = &self.specs[op_name.0 as usize];
        if let Some(Some(name)) = definitions.attribute_names.get(at) {
            return *name;
        }
        let name = self.intern_name(spec.attribute_text(at));
        let names = &mut self.specs[op_name.0 as usize].attribute_names;
        names.resize(names.len().max(at + 1), None);
        names[at] = Some(name);
        name
    }

    /// The text of a name.
    #[inline]
    pub fn name(&self, name: Name) -> &str {
        self.names.get(name.0)
    }

    /// Interns a type.
    #[inline]
    pub fn intern_type(&mut self, data: TypeData) -> Type {
        self.types.intern(data)
    }

    /// The contents of a type.
    #[inline]
    pub fn type_data(&self, ty: Type) -> &TypeData {
        self.types.get(ty)
    }

    /// Interns an attribute.
    #[inline]
    pub fn intern_attribute(&mut self, data: AttrData) -> Attr {
        self.attributes.intern(data)
    }

    /// The contents of an attribute.
    #[inline]
    pub fn attribute_data(&self, attr: Attr) -> &AttrData {
        self.attributes.get(attr)
    }

    /// The type of a value.
    #[inline]
    pub fn type_of(&self, value: ValueId) -> Type {
        self.values[value.index()].ty
    }

    /// The attributes of an op, sorted by name.
    #[inline]
    pub fn op_attributes(&self, op: OpId) -> &[NamedAttribute] {
        self.attributes_of(self.op(op))
    }

    /// The attribute or property `name` of an op.
    #[inline]
    pub fn op_attribute(&self, op: OpId, name: &str) -> Option<Attr> {
        self.op_attributes(op)
            .iter()
            .find(|attribute| self.name(attribute.name) == name)
            .map(|attribute| attribute.value)
    }

    /// The attribute with that number in an op's definition.
    pub(crate) fn numbered_attribute(&self, op: OpId, spec: &OpSpec, at: usize) -> Option<Attr> {
        let names = &self.specs[self.op(op).name.0 as usize].attribute_names;
        let Some(Some(name)) = names.get(at) else {
            return self.op_attribute(op, spec.attribute_text(at));
        };
        let mut attributes = self.op_attributes(op).iter();
        let found = attributes.find(|attribute| attribute.name == *name);
        found.map(|attribute| attribute.value)
    }

    /// Whether an op has not been erased.
    #[inline]
    pub fn is_live(&self, op: OpId) -> bool {
        self.ops.get(op.index()).is_some_and(|op| !op.erased)
    }

    /// The op whose region contains `op`.
    #[inline]
    pub fn parent_op(&self, op: OpId) -> Option<OpId> {
        let block = self.op(op).block()?;
        Some(self.regions[self.blocks[block.index()].region.index()].parent)
    }

    /// The location of an op that the source states with `loc(…)`.
    #[inline]
    pub fn stated_location(&self, op: OpId) -> Option<Attr> {
        self.locations.get(&op).copied()
    }

    /// The position that an op states with `loc("file":line:column)`.
    pub(crate) fn stated_position(&self, op: OpId) -> Option<SourceLocation> {
        match self.attribute_data(self.stated_location(op)?) {
            AttrData::Location(Location::File {
                file, line, column, ..
            }) => Some(SourceLocation {
                file: file.to_string(),
                line: *line,
                column: *column,
            }),
            _ => None,
        }
    }

    /// The position of a diagnostic that a compiler of the program emits about an op: what the op states, else
    /// its place in the text.
    pub fn reported_position(&self, op: OpId) -> Option<SourceLocation> {
        self.stated_position(op).or_else(|| self.location(op))
    }

    /// The position where a value is defined in the text: of its op; of an argument, that of the label of its block, and
    /// of the op around the block where it has no label.
    pub fn definition_location(&self, value: ValueId) -> Option<SourceLocation> {
        let block = match self.definition(value) {
            Definition::Result { op, .. } => return self.location(op),
            Definition::Argument { block, .. } => block,
        };
        let around = self.region_parent(self.block_region(block));
        let label = self.blocks[block.index()].label;
        if label == NO_OFFSET {
            return self.location(around);
        }
        let (line, column) = self.line_and_column(label);
        Some(SourceLocation {
            file: self.file.to_string(),
            line,
            column,
        })
    }

    #[inline]
    pub(crate) fn op(&self, op: OpId) -> &Op {
        &self.ops[op.index()]
    }

    /// Whether the generic form would require a region that the op, parsed from custom assembly, does not have.
    pub(crate) fn lacks_body(&self, op: OpId) -> bool {
        let is_named =
            |spec: &OpSpec| spec.name.starts_with("linalg.") && spec.regions == Regions::Any;
        self.op(op).regions().is_empty() && self.spec(op).is_some_and(is_named)
    }

    #[inline]
    pub(crate) fn spec(&self, op: OpId) -> Option<&'static OpSpec> {
        self.specs[self.op(op).name.0 as usize].spec
    }

    /// The 1-based line and column of a byte of the source.
    #[inline]
    pub(crate) fn line_and_column(&self, offset: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let start = self.line_starts[line.saturating_sub(1)] as usize;
        let head = self.source.get(start..offset as usize).unwrap_or_default();
        let column = head.chars().count() as u32 + 1;
        (self.first_line + line.saturating_sub(1) as u32, column)
    }
}
