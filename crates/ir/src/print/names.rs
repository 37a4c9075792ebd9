//! The printed names of values and blocks.

use super::PrintOptions;
use super::attributes::is_bare_identifier;
use crate::number::Int;
use crate::program::{BlockId, Definition, OpId, Program, RegionId, ValueId};
use crate::registry::OpSpec;
use crate::{AttrData, Module, Piece, Type, TypeData};
use hashbrown::{DefaultHashBuilder, HashSet, HashTable};
use std::fmt::Write;
use std::hash::BuildHasher;

/// The printed names of all values and blocks: MLIR's numbering, and the names that ops suggest.
#[derive(Clone, Default, Debug)]
pub struct ValueNames {
    values: Vec<ValueName>,
    blocks: Vec<u32>,
    /// The concatenated names that are not numbers.
    words: String,
}

#[derive(Clone, Copy, Default, Debug)]
struct ValueName {
    base: Base,
    /// The `n` of `%base#n`.
    number: Option<u32>,
}

#[derive(Clone, Copy, Default, Debug)]
enum Base {
    #[default]
    None,
    Number(u32),
    Word(Word),
}

/// A range of `words`.
#[derive(Clone, Copy, Debug)]
struct Word {
    start: usize,
    len: u32,
}

impl Word {
    fn of(self, words: &str) -> &str {
        &words[self.start..self.start + self.len as usize]
    }
}

impl ValueNames {
    /// Assigns names to all values of a module.
    pub fn new(module: &Module, options: PrintOptions) -> ValueNames {
        let mut numbering = Numbering {
            module,
            options,
            names: ValueNames {
                values: vec![ValueName::default(); module.value_count()],
                blocks: vec![0; module.blocks.len()],
                words: String::new(),
            },
            used: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            scope: Vec::new(),
            next: Counters::default(),
            starts: Vec::new(),
            suggested: String::new(),
            reserved: HashSet::new(),
        };
        numbering.reserve();
        numbering.op(module.top());
        numbering.nested(module.top());
        numbering.names
    }

    /// The name of a value, with its `%`.
    pub fn name(&self, value: ValueId) -> String {
        let mut text = String::new();
        self.write(&mut text, value);
        text
    }

    /// Appends the name of a value.
    pub(super) fn write(&self, out: &mut String, value: ValueId) {
        let Some(name) = self.values.get(value.index()) else {
            out.push_str("%<<unknown>>");
            return;
        };
        self.write_base(out, name);
        if let Some(number) = name.number {
            out.push('#');
            push_number(out, number);
        }
    }

    /// Appends the name of a value without its result number.
    pub(super) fn write_head(&self, out: &mut String, value: ValueId) {
        if let Some(name) = self.values.get(value.index()) {
            self.write_base(out, name);
        }
    }

    /// Whether a result is the first of its group.
    pub(super) fn begins_group(&self, value: ValueId) -> bool {
        self.values
            .get(value.index())
            .is_none_or(|name| name.number.is_none_or(|number| number == 0))
    }

    fn write_base(&self, out: &mut String, name: &ValueName) {
        match name.base {
            Base::None => out.push_str("%<<unknown>>"),
            Base::Number(number) => {
                out.push('%');
                push_number(out, number);
            }
            Base::Word(word) => {
                out.push('%');
                out.push_str(word.of(&self.words));
            }
        }
    }

    /// The number of a block in its region.
    pub(super) fn block(&self, block: BlockId) -> u32 {
        self.blocks.get(block.index()).copied().unwrap_or(0)
    }
}

/// Appends an integer of any size.
fn push_integer(out: &mut String, value: &Int) {
    match u32::try_from(value) {
        Ok(small) => push_number(out, small),
        Err(_) => write!(out, "{value}").expect("writing to a string does not fail"),
    }
}

/// Appends a number. Written by hand, since formatting numbers would dominate the cost of printing.
pub(super) fn push_number(out: &mut String, number: u32) {
    if number >= 10 {
        push_number(out, number / 10);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

#[derive(Clone, Copy, Default)]
struct Counters {
    value: u32,
    argument: u32,
    conflict: u32,
}

struct Numbering<'m> {
    module: &'m Module,
    options: PrintOptions,
    names: ValueNames,
    /// The names in use.
    used: HashTable<Word>,
    hasher: DefaultHashBuilder,
    /// The names in order of assignment, so that those of a region can be released.
    scope: Vec<Word>,
    next: Counters,
    /// For one op, the first result of each group of results.
    starts: Vec<usize>,
    /// A buffer for the suggested name.
    suggested: String,
    /// Numbers that occur as names in texts of ops that could not be read.
    reserved: HashSet<u32>,
}

impl Numbering<'_> {
    /// Reserves the names in the texts of ops that could not be read.
    fn reserve(&mut self) {
        let module = self.module;
        if module.unread().is_empty() {
            return;
        }
        let verbatims = module.attributes.iter().filter_map(|data| match data {
            AttrData::Verbatim(verbatim) => Some(verbatim),
            _ => None,
        });
        let names = verbatims.flat_map(|it| it.texts()).flat_map(|text| {
            let parts = text.split('%').skip(1);
            parts.map(|part| {
                let is_name = |c: char| c.is_ascii_alphanumeric() || "_$.-".contains(c);
                part.split(|c| !is_name(c)).next().unwrap_or_default()
            })
        });
        for name in names.filter(|name| !name.is_empty()) {
            if let Ok(number) = name.parse() {
                self.reserved.insert(number);
            }
            let start = self.names.words.len();
            self.names.words.push_str(name);
            let word = Word {
                start,
                len: name.len() as u32,
            };
            let (words, hasher) = (&self.names.words, &self.hasher);
            self.used
                .insert_unique(hasher.hash_one(name), word, |word| {
                    hasher.hash_one(word.of(words))
                });
        }
    }

    /// Names the arguments of an op that could not be read as its text does.
    fn homonyms(&mut self, op: OpId) {
        let module = self.module;
        let Some(verbatim) = module.verbatim(op) else {
            return;
        };
        for piece in &verbatim.pieces {
            let argument = match piece {
                Piece::Argument(place) => module.entry_argument(op, *place),
                _ => None,
            };
            if let Some(argument) = argument
                && matches!(self.names.values[argument.index()].base, Base::None)
            {
                self.next_argument(argument);
            }
        }
        for (place, source) in &verbatim.homonyms {
            if let Some(argument) = module.entry_argument(op, *place)
                && let Some(source) = module.value_of_piece(op, source)
            {
                self.names.values[argument.index()] = self.names.values[source.index()];
            }
        }
    }

    /// Assigns names in the regions of `op`. Sibling regions start with the same counters.
    fn nested(&mut self, op: OpId) {
        let module = self.module;
        if self.options.generic {
            return self.nested_unique(op);
        }
        self.homonyms(op);
        for &region in module.op(op).regions() {
            let (next, start) = (self.next, self.scope.len());
            self.region(region);
            for &block in &module.regions[region.index()].blocks {
                for &op in &module.blocks[block.index()].ops {
                    if !module.op(op).regions().is_empty() {
                        self.nested(op);
                    }
                }
            }
            self.next = next;
            while self.scope.len() > start {
                self.take_back();
            }
        }
    }

    /// In generic form numbers are unique: regions are numbered from last to first, each before its nested regions.
    fn nested_unique(&mut self, op: OpId) {
        let module = self.module;
        self.homonyms(op);
        for &region in module.op(op).regions().iter().rev() {
            self.region(region);
            for block in module.regions[region.index()].blocks.iter().rev() {
                for &op in module.blocks[block.index()].ops.iter().rev() {
                    if !module.op(op).regions().is_empty() {
                        self.nested_unique(op);
                    }
                }
            }
        }
    }

    fn region(&mut self, region: RegionId) {
        let module = self.module;
        let parent = module.regions[region.index()].parent;
        let blocks = &module.regions[region.index()].blocks;
        if !self.options.generic
            && let Some(&entry) = blocks.first()
        {
            let arguments = &module.blocks[entry.index()].arguments;
            for (at, &argument) in arguments.iter().enumerate() {
                if let Some(name) = argument_name(module, parent, at, arguments.len()) {
                    self.set(argument, name);
                }
            }
        }
        for (number, &block) in blocks.iter().enumerate() {
            self.names.blocks[block.index()] = number as u32;
            for &argument in &module.blocks[block.index()].arguments {
                if !matches!(self.names.values[argument.index()].base, Base::None) {
                    continue;
                }
                if number == 0 {
                    self.next_argument(argument);
                } else {
                    self.number(argument);
                }
            }
            for &op in &module.blocks[block.index()].ops {
                self.op(op);
            }
        }
    }

    fn op(&mut self, op: OpId) {
        let module = self.module;
        let results = module.results(op);
        if results.is_empty() {
            return;
        }
        self.starts.clear();
        if !self.options.generic {
            self.suggest(op, results);
        }
        if matches!(self.names.values[results[0].index()].base, Base::None) {
            self.number(results[0]);
        }
        if results.len() == 1 {
            return;
        }
        if self.starts.first() != Some(&0) {
            self.starts.insert(0, 0);
        }
        self.starts.retain(|&at| at < results.len());
        for (number, &start) in self.starts.iter().enumerate() {
            let end = self.starts.get(number + 1).copied();
            let end = end.unwrap_or(results.len());
            if end - start < 2 {
                continue;
            }
            let base = self.names.values[results[start].index()].base;
            for (offset, result) in results[start..end].iter().enumerate() {
                self.names.values[result.index()] = ValueName {
                    base,
                    number: Some(offset as u32),
                };
            }
        }
    }

    /// Assigns the suggested names to the results of an op, and records the first result of each group.
    fn suggest(&mut self, op: OpId, results: &[ValueId]) {
        let module = self.module;
        let Some(spec) = module.spec(op) else {
            return;
        };
        let mut name = self.blank();
        match (suggest_one(module, op, spec, &mut name), &*spec.name) {
            (Some(true), _) => self.group(results, 0, &name),
            (Some(false), _) => {}
            (None, "memref.extract_strided_metadata") => {
                self.group(results, 0, "base_buffer");
                self.group(results, 1, "offset");
                let rank = results.len().saturating_sub(2) / 2;
                if rank > 0 {
                    self.group(results, 2, "sizes");
                    self.group(results, 2 + rank, "strides");
                }
            }
            (None, _) => {
                let mut start = 0;
                for (group, name) in spec.result_names.iter().enumerate() {
                    let count = module.result_group(op, spec, group);
                    let count = count.map_or(1, <[ValueId]>::len);
                    if count > 0 {
                        self.group(results, start, name);
                    }
                    start += count;
                }
            }
        }
        self.suggested = name;
    }

    /// Names the group of results that starts at an index.
    fn group(&mut self, results: &[ValueId], at: usize, name: &str) {
        self.starts.push(at);
        if let Some(&result) = results.get(at) {
            self.set(result, name);
        }
    }

    /// An empty buffer for a name.
    fn blank(&mut self) -> String {
        let mut name = std::mem::take(&mut self.suggested);
        name.clear();
        name
    }

    /// Names an argument by its number.
    fn next_argument(&mut self, argument: ValueId) {
        let mut name = self.blank();
        name.push_str("arg");
        push_number(&mut name, self.next.argument);
        self.next.argument += 1;
        self.set(argument, &name);
        self.suggested = name;
    }

    fn number(&mut self, value: ValueId) {
        while self.reserved.contains(&self.next.value) {
            self.next.value += 1;
        }
        self.names.values[value.index()].base = Base::Number(self.next.value);
        self.next.value += 1;
    }

    /// Names a value; the name is made unique among the visible ones.
    fn set(&mut self, value: ValueId, name: &str) {
        if name.is_empty() {
            return self.number(value);
        }
        let start = self.names.words.len();
        self.names.words.push_str(name);
        let mut hash = self.hasher.hash_one(name);
        while self.is_used(hash, start) {
            self.names.words.truncate(start + name.len());
            self.names.words.push('_');
            push_number(&mut self.names.words, self.next.conflict);
            self.next.conflict += 1;
            hash = self.hasher.hash_one(&self.names.words[start..]);
        }
        let word = Word {
            start,
            len: (self.names.words.len() - start) as u32,
        };
        let (words, hasher) = (&self.names.words, &self.hasher);
        self.used
            .insert_unique(hash, word, |word| hasher.hash_one(word.of(words)));
        self.scope.push(word);
        self.names.values[value.index()].base = Base::Word(word);
    }

    /// Whether the name at the end of `words` is in use.
    fn is_used(&self, hash: u64, start: usize) -> bool {
        let words = &self.names.words;
        let is_it = |word: &Word| word.of(words) == &words[start..];
        self.used.find(hash, is_it).is_some()
    }

    /// Releases the most recent name.
    fn take_back(&mut self) {
        if let Some(last) = self.scope.pop() {
            let hash = self.hasher.hash_one(last.of(&self.names.words));
            let is_it = |word: &Word| word.start == last.start;
            if let Ok(entry) = self.used.find_entry(hash, is_it) {
                entry.remove();
            }
        }
    }
}

/// Appends the name that an op suggests for all its results, and returns whether it suggests one. None if the op's
/// definition names the results.
fn suggest_one(module: &Module, op: OpId, spec: &OpSpec, name: &mut String) -> Option<bool> {
    match spec.name.as_str() {
        "arith.constant" => constant_name(module, op, "c", "cst", name),
        "arith.muli" => match scaled_vscale(module, op) {
            Some(scaled) => name.push_str(&scaled),
            None => return Some(false),
        },
        "index.constant" => constant_name(module, op, "idx", "idx", name),
        "shape.const_size" => match module.integer(op, "value") {
            Some(value) => {
                name.push('c');
                push_integer(name, value);
            }
            None => return Some(false),
        },
        "ml_program.global_load" | "ml_program.global_load_const" => {
            let global = module.op_attribute(op, "global");
            let symbol = global.map(|global| module.attribute_text(global));
            let leaf = symbol
                .as_deref()
                .and_then(|symbol| symbol.rsplit('@').next());
            match leaf.filter(|leaf| is_bare_identifier(leaf)) {
                Some(leaf) => name.push_str(leaf),
                None => return Some(false),
            }
        }
        "index.bool.constant" => constant_name(module, op, "", "", name),
        "gpu.thread_id"
        | "gpu.block_id"
        | "gpu.grid_dim"
        | "gpu.block_dim"
        | "gpu.cluster_id"
        | "gpu.cluster_dim"
        | "gpu.cluster_block_id"
        | "gpu.cluster_dim_blocks"
        | "gpu.global_id" => {
            let dimension = module
                .op_attribute(op, "dimension")
                .map(|attribute| module.attribute_text(attribute))
                .unwrap_or_default();
            let dimension = dimension
                .trim_end_matches('>')
                .rsplit(' ')
                .next()
                .unwrap_or_default();
            if !matches!(dimension, "x" | "y" | "z") {
                return Some(false);
            }
            name.push_str(spec.name.trim_start_matches("gpu."));
            name.push('_');
            name.push_str(dimension);
        }
        _ => return None,
    }
    Some(true)
}

/// `c8_vscale`, for the product of a constant and `vector.vscale`.
fn scaled_vscale(module: &Module, op: OpId) -> Option<String> {
    let [lhs, rhs] = module.op(op).operands[..] else {
        return None;
    };
    let definition = |value: ValueId| match module.values[value.index()].definition() {
        Definition::Result { op, .. } => Some((op, module.spec(op)?.name.as_str())),
        Definition::Argument { .. } => None,
    };
    let (lhs, rhs) = (definition(lhs)?, definition(rhs)?);
    let constant = match (lhs.1, rhs.1) {
        ("arith.constant", "vector.vscale") => lhs.0,
        ("vector.vscale", "arith.constant") => rhs.0,
        _ => return None,
    };
    Some(format!("c{}_vscale", module.integer(constant, "value")?))
}

/// Appends the suggested name of a constant.
fn constant_name(module: &Module, op: OpId, prefix: &str, other: &str, name: &mut String) {
    let value = module.op_attribute(op, "value");
    match value.map(|value| module.attribute_data(value)) {
        Some(AttrData::Bool(value)) => name.push_str(if *value { "true" } else { "false" }),
        Some(AttrData::Integer { value, ty }) => match module.type_data(*ty) {
            TypeData::Index => {
                name.push_str(prefix);
                push_integer(name, value);
            }
            TypeData::Integer { .. } if *ty != Type::I1 => {
                name.push_str(prefix);
                push_integer(name, value);
                name.push('_');
                name.push_str(&module.type_text(*ty));
            }
            _ => name.push_str(other),
        },
        _ => name.push_str(other),
    }
}

/// The name that an op suggests for an argument of an entry block.
fn argument_name(module: &Module, op: OpId, at: usize, count: usize) -> Option<&'static str> {
    let name = module.spec(op)?.name.as_str();
    if !name.starts_with("linalg.") {
        return None;
    }
    let outputs = match name {
        "linalg.reduce" => count / 2,
        "linalg.map" => 1,
        _ => {
            let sizes = module.op_attribute(op, "operandSegmentSizes")?;
            let sizes = module.attribute_data(sizes).as_dense_array()?;
            usize::try_from(*sizes.get(1)?).ok()?
        }
    };
    Some(if at < count.saturating_sub(outputs) {
        "in"
    } else if name == "linalg.reduce" || name == "linalg.map" {
        "init"
    } else {
        "out"
    })
}

/// The name of a value in the source, with its `%`; `%_n` for an unnamed value.
pub(crate) fn source_name(module: &Module, value: ValueId) -> String {
    let data = &module.values[value.index()];
    let name = data.name_in(module.source());
    if name.is_empty() {
        return format!("%_{}", value.0);
    }
    // `%name:2 =` names several results, so the first one has the same name.
    if let Definition::Result { op, index } = data.definition() {
        let results = &module.results(op);
        let same = |at: usize| {
            results
                .get(at)
                .is_some_and(|it| module.values[it.index()].name_start == data.name_start)
        };
        let first = (0..index).rev().take_while(|&at| same(at)).count();
        if first > 0 || same(index + 1) {
            return format!("%{name}#{first}");
        }
    }
    format!("%{name}")
}
