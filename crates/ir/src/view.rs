//! The implementation of [`Program`] for a module.

use super::op::NO_OFFSET;
use super::{AttrData, DenseElements, MemrefLayout, Module, Signedness, Type, TypeData};
use crate::number::Int;
use crate::program::{
    Attribute, BlockId, Datum, Definition, INDEX_WIDTH, Layout, OpId, Program, RegionId, Shape,
    ShapedKind, SourceLocation, TypeView, ValueId,
};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::str::FromStr;
use std::sync::atomic::Ordering;

/// The maximum number of elements to which a splat is expanded.
const MAX_SPLAT: u64 = 1 << 16;

impl Module {
    /// The engine's view of a type.
    pub fn type_view(&self, ty: Type) -> TypeView<'_> {
        match self.type_data(ty) {
            TypeData::Index => TypeView::Index,
            TypeData::Integer { width, .. } => TypeView::Integer { width: *width },
            TypeData::Vector { dims, .. } => TypeView::Shaped(Shape {
                kind: ShapedKind::Vector,
                dims: Some(dims),
                layout: Layout::Identity,
            }),
            TypeData::Tensor { dims, .. } => TypeView::Shaped(Shape {
                kind: ShapedKind::Tensor,
                dims: dims.as_deref(),
                layout: Layout::Identity,
            }),
            TypeData::Memref { dims, layout, .. } => TypeView::Shaped(Shape {
                kind: ShapedKind::Memref,
                dims: dims.as_deref(),
                layout: match layout {
                    MemrefLayout::Identity => Layout::Identity,
                    MemrefLayout::Strided { strides, offset } => Layout::Strided {
                        strides,
                        offset: *offset,
                    },
                    MemrefLayout::Attribute(attribute) => match self.attribute_data(*attribute) {
                        AttrData::Map(map) => Layout::Map(map),
                        _ => Layout::Other,
                    },
                },
            }),
            TypeData::Opaque {
                dims: Some(dims), ..
            } => TypeView::Shaped(Shape {
                kind: ShapedKind::Dialect,
                dims: Some(dims),
                layout: Layout::Other,
            }),
            _ => TypeView::Other,
        }
    }

    /// The engine's view of an attribute.
    pub fn attribute_view(&self, attribute: super::Attr) -> Attribute<'_> {
        match self.attribute_data(attribute) {
            AttrData::Unit => Attribute::Unit,
            AttrData::Bool(value) => Attribute::Bool(*value),
            AttrData::Integer { value, .. } => Attribute::Integer(value.clone()),
            AttrData::String { value, .. } => match std::str::from_utf8(value) {
                Ok(text) => Attribute::String(text),
                Err(_) => Attribute::Other,
            },
            AttrData::Array(items) => self.array_view(items),
            AttrData::DenseArray {
                elements: DenseElements::Integers(values),
                ..
            } => Attribute::Integers(Cow::Borrowed(values)),
            AttrData::Dense {
                ty,
                elements: DenseElements::Integers(values),
                splat,
            } => self.dense_view(*ty, values, *splat),
            AttrData::Map(map) => Attribute::Map(map),
            AttrData::Set(set) => Attribute::Set(set),
            AttrData::Symbol(text) => Attribute::Symbol(text),
            AttrData::Opaque { text, .. } => dialect_view(text),
            AttrData::Dictionary(entries) => {
                let entry = |(name, value): &(super::Name, super::Attr)| {
                    (Some(self.name(*name)), self.attribute_view(*value))
                };
                Attribute::Parameters(entries.iter().map(entry).collect())
            }
            _ => Attribute::Other,
        }
    }

    #[inline]
    fn array_view(&self, items: &[super::Attr]) -> Attribute<'_> {
        let integers: Option<Vec<i64>> = items
            .iter()
            .map(|item| i64::try_from(self.attribute_data(*item).as_integer()?).ok())
            .collect();
        match integers {
            Some(integers) => Attribute::Integers(Cow::Owned(integers)),
            None => Attribute::Array(items.iter().map(|it| self.attribute_view(*it)).collect()),
        }
    }

    #[inline]
    fn dense_view<'a>(&'a self, ty: Type, values: &'a [i64], splat: bool) -> Attribute<'a> {
        if !splat {
            return Attribute::Integers(Cow::Borrowed(values));
        }
        match (self.type_data(ty).element_count(), values) {
            (Some(count), [value]) if count <= MAX_SPLAT => {
                Attribute::Integers(Cow::Owned(vec![*value; count as usize]))
            }
            _ => Attribute::Other,
        }
    }

    #[inline]
    fn number_block(&self, block: BlockId) {
        let data = &self.blocks[block.index()];
        if data.numbered.0.load(Ordering::Acquire) {
            return;
        }
        for (at, op) in data.ops.iter().enumerate() {
            let position = &self.op(*op).position;
            position.0.store(at as u32, Ordering::Relaxed);
        }
        data.numbered.0.store(true, Ordering::Release);
    }

    fn symbol_table(&self) -> HashMap<(OpId, Box<str>), OpId> {
        let mut table = HashMap::new();
        for op in self.walk(self.top) {
            if let Some(name) = self.op_attribute(op, "sym_name")
                && let Some(name) = self.attribute_data(name).as_str()
                && let Some(parent) = self.parent_op(op)
            {
                table.entry((parent, name.into())).or_insert(op);
            }
        }
        table
    }

    #[inline]
    fn symbol_in(&self, table: OpId, name: &str) -> Option<OpId> {
        let symbols = self.symbols.get_or_init(|| self.symbol_table());
        let mut at = table;
        for part in name.split("::@") {
            let part = part.trim_matches('"');
            at = *symbols.get(&(at, part.into()))?;
        }
        Some(at)
    }
}

/// The view of a dialect's attribute, `#dialect.name<…>` or `#dialect<name …>`. A single word is an enum case;
/// otherwise the body is a list of parameters.
fn dialect_view(text: &str) -> Attribute<'_> {
    let body = || {
        let (head, body) = text.strip_suffix('>')?.split_once('<')?;
        if head.contains('.') {
            return Some(body.trim());
        }
        let (_, body) = body.split_once([' ', '<'])?;
        Some(body.trim_end_matches('>').trim())
    };
    let Some(body) = body() else {
        return Attribute::Other;
    };
    if let Some(lists) = lists(body) {
        return lists;
    }
    match parameters(body).as_slice() {
        [_] if !body.contains('=') => Attribute::String(body),
        several => Attribute::Parameters(several.iter().map(|text| parameter(text)).collect()),
    }
}

/// `[b, 0, f]x[0, i, o]->[b, 0, f]`: the lists of integers and words.
fn lists(body: &str) -> Option<Attribute<'_>> {
    let mut found = vec![];
    let mut rest = body;
    loop {
        let (list, after) = rest.strip_prefix('[')?.split_once(']')?;
        found.push(Attribute::Array(entries(list)));
        if after.is_empty() {
            return (found.len() > 1).then_some(Attribute::Array(found));
        }
        rest = after
            .strip_prefix('x')
            .or_else(|| after.strip_prefix("->"))?;
    }
}

/// The integers and words of a list.
#[inline]
fn entries(list: &str) -> Vec<Attribute<'_>> {
    let entries = list.split(',').map(str::trim);
    let entries = entries.filter(|entry| !entry.is_empty());
    entries.map(|entry| parameter(entry).1).collect()
}

/// Splits at the outermost commas.
pub(super) fn parameters(body: &str) -> Vec<&str> {
    let (mut found, mut start, mut depth, mut quoted) = (vec![], 0, 0usize, false);
    for (at, byte) in body.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'<' | b'[' | b'(' | b'{' => depth += 1,
            b'>' | b']' | b')' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                found.push(&body[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&body[start..]);
    found
}

/// `value` or `name = value`.
fn parameter(text: &str) -> (Option<&str>, Attribute<'_>) {
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (name, value) = match text.split_once('=') {
        Some((name, value)) if is_name(name.trim()) => (Some(name.trim()), value.trim()),
        _ => (None, text.trim()),
    };
    // An integer may be followed by its type, as in `2 : i32`.
    let number = value.split_once(" : ").map_or(value, |(number, _)| number);
    match Int::from_str(number) {
        Ok(integer) => (name, Attribute::Integer(integer)),
        Err(_) => (
            name,
            match value.strip_prefix('[').and_then(|v| v.strip_suffix(']')) {
                Some(list) if !list.contains(['[', '<', '"']) => Attribute::Array(entries(list)),
                _ => Attribute::String(value),
            },
        ),
    }
}

/// The distance from its last known position within which an op is searched.
const NEAR: usize = 32;

impl Program for Module {
    #[inline]
    fn has_value(&self, value: ValueId) -> bool {
        value.index() < self.values.len()
    }

    #[inline]
    fn has_op(&self, op: OpId) -> bool {
        op.index() < self.ops.len()
    }

    #[inline]
    fn has_block(&self, block: BlockId) -> bool {
        block.index() < self.blocks.len()
    }

    #[inline]
    fn definition(&self, value: ValueId) -> Definition {
        self.values[value.index()].definition()
    }

    #[inline]
    fn value_type(&self, value: ValueId) -> TypeView<'_> {
        self.type_view(self.type_of(value))
    }

    fn word_width(&self, value: ValueId) -> Option<u32> {
        let bits = |ty: &TypeData| match ty {
            TypeData::Index => Some(INDEX_WIDTH),
            TypeData::Integer { width, .. } => Some(*width),
            _ => None,
        };
        match self.type_data(self.type_of(value)) {
            TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => {
                bits(self.type_data(*element))
            }
            scalar => bits(scalar),
        }
    }

    #[inline]
    fn element_type(&self, value: ValueId) -> Option<TypeView<'_>> {
        let element = self.type_data(self.type_of(value)).element()?;
        Some(match self.type_data(element) {
            TypeData::Integer {
                signedness: Signedness::Unsigned,
                ..
            } => TypeView::Other,
            _ => self.type_view(element),
        })
    }

    #[inline]
    fn size_limit(&self, value: ValueId, dim: u32) -> Option<Int> {
        let TypeData::Tensor { encoding, .. } = self.type_data(self.type_of(value)) else {
            return None;
        };
        let AttrData::Opaque { text, .. } = self.attribute_data((*encoding)?) else {
            return None;
        };
        stated_limit(text, usize::try_from(dim).ok()?)
    }

    fn symbol_users(&self, op: OpId) -> Option<Vec<OpId>> {
        let name = self.text_of(op, "sym_name")?;
        if self.text_of(op, "sym_visibility")? != "private" {
            return None;
        }
        Some(self.ops_that_mention(name, op))
    }

    #[inline]
    fn type_name(&self, value: ValueId) -> Option<&str> {
        Some(match self.type_data(self.type_of(value)) {
            TypeData::Tensor { .. } => "tensor",
            TypeData::Memref { .. } => "memref",
            TypeData::Vector { .. } => "vector",
            opaque => opaque.opaque_name()?,
        })
    }

    #[inline]
    fn type_datum(&self, value: ValueId) -> Option<Datum> {
        Some(self.datum_of_type(self.type_of(value)))
    }

    #[inline]
    fn type_number(&self, value: ValueId) -> Option<u32> {
        Some(self.type_of(value).0)
    }

    #[inline]
    fn attribute_datum(&self, op: OpId, name: &str) -> Option<Datum> {
        let attribute = self.op_attribute(op, name)?;
        Some(self.datum_of_attribute(attribute))
    }

    #[inline]
    fn value_name(&self, value: ValueId) -> String {
        super::print::source_name(self, value)
    }

    #[inline]
    fn op_name(&self, op: OpId) -> &str {
        self.name(self.op(op).name)
    }

    #[inline]
    fn operands(&self, op: OpId) -> &[ValueId] {
        &self.op(op).operands
    }

    #[inline]
    fn results(&self, op: OpId) -> &[ValueId] {
        self.results_of(self.op(op))
    }

    #[inline]
    fn attribute(&self, op: OpId, name: &str) -> Option<Attribute<'_>> {
        match self.op_attribute(op, name) {
            Some(attribute) => Some(self.attribute_view(attribute)),
            // An op that is kept as text may be a symbol.
            None if name == "sym_name" && self.verbatim(op).is_some() => Some(Attribute::Other),
            None => None,
        }
    }

    #[inline]
    fn regions(&self, op: OpId) -> &[RegionId] {
        self.op(op).regions()
    }

    #[inline]
    fn successors(&self, op: OpId) -> &[BlockId] {
        self.op(op).successors()
    }

    fn successor_operands(&self, op: OpId, index: usize) -> &[ValueId] {
        let operands = &self.op(op).operands;
        let sizes = |name: &str| {
            let attribute = self.op_attribute(op, name)?;
            self.attribute_data(attribute).as_dense_array()
        };
        // The operands of each successor follow those of the op itself.
        let (kept, counts): (usize, &[i64]) = match self.op_name(op) {
            "cf.br" | "llvm.br" => return if index == 0 { operands } else { &[] },
            "cf.cond_br" | "llvm.cond_br" => match sizes("operandSegmentSizes") {
                Some([1, counts @ ..]) => (1, counts),
                _ => return &[],
            },
            "cf.switch" | "llvm.switch" => {
                match (sizes("operandSegmentSizes"), sizes("case_operand_segments")) {
                    (Some([1, default, _]), cases) => {
                        let default = usize::try_from(*default).unwrap_or(0);
                        if index == 0 {
                            return operands.get(1..1 + default).unwrap_or_default();
                        }
                        return segment(
                            operands,
                            1 + default,
                            cases.unwrap_or_default(),
                            index - 1,
                        );
                    }
                    _ => return &[],
                }
            }
            _ => return &[],
        };
        segment(operands, kept, counts, index)
    }

    #[inline]
    fn block_of(&self, op: OpId) -> Option<BlockId> {
        self.op(op).block()
    }

    fn position(&self, op: OpId) -> usize {
        let data = self.op(op);
        let last_known = || data.position.0.load(Ordering::Relaxed) as usize;
        let Some(block) = data.block() else {
            return last_known();
        };
        let block_data = &self.blocks[block.index()];
        if !block_data.numbered.0.load(Ordering::Acquire) {
            // After a series of edits, an op is near its last known position.
            let from = last_known().saturating_sub(NEAR);
            let mut around = block_data.ops.iter().skip(from).take(2 * NEAR + 1);
            if let Some(at) = around.position(|&other| other == op) {
                return from + at;
            }
            self.number_block(block);
        }
        last_known()
    }

    /// In the text from which the op was read; of another op, what it states.
    fn location(&self, op: OpId) -> Option<SourceLocation> {
        let offset = self.op(op).offset;
        if offset == NO_OFFSET {
            return self.stated_position(op);
        }
        let (line, column) = self.line_and_column(offset);
        Some(SourceLocation {
            file: self.file.to_string(),
            line,
            column,
        })
    }

    #[inline]
    fn blocks(&self, region: RegionId) -> &[BlockId] {
        &self.regions[region.index()].blocks
    }

    #[inline]
    fn region_parent(&self, region: RegionId) -> OpId {
        self.regions[region.index()].parent
    }

    #[inline]
    fn has_ssa_dominance(&self, region: RegionId) -> bool {
        let parent = self.regions[region.index()].parent;
        self.spec(parent).is_some_and(|spec| !spec.graph)
    }

    fn is_acyclic(&self, region: RegionId) -> bool {
        let data = &self.regions[region.index()];
        match self.spec(data.parent) {
            Some(spec) => !spec.graph,
            // A graph region has one block.
            None => data.blocks.len() > 1 || !self.with_forward_uses.contains(&region),
        }
    }

    #[inline]
    fn block_arguments(&self, block: BlockId) -> &[ValueId] {
        &self.blocks[block.index()].arguments
    }

    #[inline]
    fn block_ops(&self, block: BlockId) -> &[OpId] {
        &self.blocks[block.index()].ops
    }

    #[inline]
    fn block_region(&self, block: BlockId) -> RegionId {
        self.blocks[block.index()].region
    }

    #[inline]
    fn users(&self, value: ValueId) -> &[OpId] {
        self.uses.get(value)
    }

    fn symbol(&self, from: OpId, name: &str) -> Option<OpId> {
        let name = name.strip_prefix('@').unwrap_or(name);
        let mut at = Some(from);
        while let Some(table) = at {
            if self.spec(table).is_some_and(|spec| spec.symbol_table)
                && let Some(found) = self.symbol_in(table, name)
            {
                return Some(found);
            }
            if self.may_define_symbol(table, name) {
                return None;
            }
            at = self.parent_op(table);
        }
        None
    }
}

/// The `index`-th of consecutive segments that start at `start`.
#[inline]
fn segment<'v>(
    operands: &'v [ValueId],
    start: usize,
    sizes: &[i64],
    index: usize,
) -> &'v [ValueId] {
    let size = |size: &i64| usize::try_from(*size).unwrap_or(0);
    let before = sizes.iter().take(index).map(size);
    let before = before.fold(0, usize::saturating_add);
    let length = sizes.get(index).map_or(0, size);
    let start = start.saturating_add(before);
    operands
        .get(start..start.saturating_add(length))
        .unwrap_or_default()
}

impl Module {
    #[inline]
    pub(crate) fn text_of(&self, op: OpId, name: &str) -> Option<&str> {
        self.attribute_data(self.op_attribute(op, name)?).as_str()
    }

    /// The value of an integer attribute of an op.
    #[inline]
    pub fn integer(&self, op: OpId, name: &str) -> Option<&Int> {
        let attribute = self.op_attribute(op, name)?;
        self.attribute_data(attribute).as_integer()
    }
}

/// The limit of a dimension in `#stablehlo.bounds<16, ?>` or `#stablehlo.type_extensions<bounds = [16, ?]>`, or the
/// same in MHLO.
fn stated_limit(encoding: &str, dim: usize) -> Option<Int> {
    let own = encoding
        .strip_prefix("#stablehlo.")
        .or(encoding.strip_prefix("#mhlo."))?;
    let list = match own.strip_prefix("bounds<") {
        Some(list) => list.strip_suffix('>')?,
        None => own
            .strip_prefix("type_extensions<bounds = [")?
            .strip_suffix("]>")?,
    };
    let limit: i64 = list.split(',').nth(dim)?.trim().parse().ok()?;
    (limit >= 0).then(|| Int::from(limit))
}
