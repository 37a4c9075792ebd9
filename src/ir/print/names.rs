//! The names that values and blocks get in print.

use super::PrintOptions;
use crate::ir::{AttrData, Module, Type, TypeData};
use crate::program::{BlockId, Definition, OpId, Program, RegionId, ValueId};
use hashbrown::HashSet;
use std::sync::Arc;

/// The printed name of every value and block: MLIR's numbering, with the names that ops suggest.
#[derive(Clone, Default, Debug)]
pub struct ValueNames {
    values: Vec<ValueName>,
    blocks: Vec<u32>,
}

#[derive(Clone, Default, Debug)]
struct ValueName {
    base: Base,
    /// The `n` of `%base#n`.
    number: Option<u32>,
}

#[derive(Clone, Default, Debug)]
enum Base {
    #[default]
    None,
    Number(u32),
    Text(Arc<str>),
}

impl ValueNames {
    /// Names all values of a module.
    pub fn new(module: &Module, options: PrintOptions) -> ValueNames {
        let mut numbering = Numbering {
            module,
            options,
            names: ValueNames {
                values: vec![ValueName::default(); module.value_count()],
                blocks: vec![0; module.blocks.len()],
            },
            used: HashSet::new(),
            scope: Vec::new(),
            next: Counters::default(),
        };
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

    /// Appends the name of a value, without its result number.
    pub(super) fn write_head(&self, out: &mut String, value: ValueId) {
        if let Some(name) = self.values.get(value.index()) {
            self.write_base(out, name);
        }
    }

    /// Whether a result begins a group of its own.
    pub(super) fn begins_group(&self, value: ValueId) -> bool {
        self.values
            .get(value.index())
            .is_none_or(|name| name.number.is_none_or(|number| number == 0))
    }

    fn write_base(&self, out: &mut String, name: &ValueName) {
        match &name.base {
            Base::None => out.push_str("%<<unknown>>"),
            Base::Number(number) => {
                out.push('%');
                push_number(out, *number);
            }
            Base::Text(text) => {
                out.push('%');
                out.push_str(text);
            }
        }
    }

    /// The number of a block in its region.
    pub(super) fn block(&self, block: BlockId) -> u32 {
        self.blocks.get(block.index()).copied().unwrap_or(0)
    }
}

/// Appends a number: what is written most, so that the machinery for formatting would take most of the time.
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
    used: HashSet<Arc<str>>,
    /// Names in order of use, so that a region's can be taken back.
    scope: Vec<Arc<str>>,
    next: Counters,
}

impl Numbering<'_> {
    /// Names what the regions of `op` hold. Siblings begin with the same counters.
    fn nested(&mut self, op: OpId) {
        let module = self.module;
        if self.options.generic {
            return self.nested_unique(op);
        }
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
            for name in self.scope.drain(start..) {
                self.used.remove(&name);
            }
        }
    }

    /// In generic form numbers are unique: regions are numbered last to first, each before what
    /// is in it.
    fn nested_unique(&mut self, op: OpId) {
        let module = self.module;
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
                    let name = format!("arg{}", self.next.argument);
                    self.next.argument += 1;
                    self.set(argument, &name);
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
        let results = &module.results(op);
        if results.is_empty() {
            return;
        }
        let mut groups = Vec::new();
        if !self.options.generic {
            groups = result_names(module, op);
            for (at, name) in &groups {
                if let Some(&result) = results.get(*at) {
                    self.set(result, name);
                }
            }
        }
        if matches!(self.names.values[results[0].index()].base, Base::None) {
            self.number(results[0]);
        }
        let mut starts: Vec<usize> = groups.iter().map(|(at, _)| *at).collect();
        if starts.first() != Some(&0) {
            starts.insert(0, 0);
        }
        starts.retain(|&at| at < results.len());
        for (number, &start) in starts.iter().enumerate() {
            let end = starts.get(number + 1).copied().unwrap_or(results.len());
            if end - start < 2 {
                continue;
            }
            let base = self.names.values[results[start].index()].base.clone();
            for (offset, result) in results[start..end].iter().enumerate() {
                self.names.values[result.index()] = ValueName {
                    base: base.clone(),
                    number: Some(offset as u32),
                };
            }
        }
    }

    fn number(&mut self, value: ValueId) {
        self.names.values[value.index()].base = Base::Number(self.next.value);
        self.next.value += 1;
    }

    /// Gives a value a name, made unique among those that are visible.
    fn set(&mut self, value: ValueId, name: &str) {
        if name.is_empty() {
            return self.number(value);
        }
        let mut unique: Arc<str> = name.into();
        while self.used.contains(&*unique) {
            unique = format!("{name}_{}", self.next.conflict).into();
            self.next.conflict += 1;
        }
        self.used.insert(unique.clone());
        self.scope.push(unique.clone());
        self.names.values[value.index()].base = Base::Text(unique);
    }
}

/// The names that an op suggests for its results, with the result where each group begins.
fn result_names(module: &Module, op: OpId) -> Vec<(usize, String)> {
    let Some(spec) = module.spec(op) else {
        return Vec::new();
    };
    let one = |name: String| vec![(0, name)];
    match spec.name.as_str() {
        "arith.constant" => one(constant_name(module, op, "c", "cst")),
        "arith.muli" => match scaled_vscale(module, op) {
            Some(name) => one(name),
            None => Vec::new(),
        },
        "index.constant" => one(constant_name(module, op, "idx", "idx")),
        "shape.const_size" => match module.integer(op, "value") {
            Some(value) => one(format!("c{value}")),
            None => Vec::new(),
        },
        "index.bool.constant" => one(constant_name(module, op, "", "")),
        "gpu.thread_id"
        | "gpu.block_id"
        | "gpu.grid_dim"
        | "gpu.block_dim"
        | "gpu.cluster_id"
        | "gpu.cluster_dim"
        | "gpu.cluster_block_id"
        | "gpu.cluster_dim_blocks"
        | "gpu.global_id" => {
            let base = spec.name.trim_start_matches("gpu.");
            let dimension = module
                .op_attribute(op, "dimension")
                .map(|attribute| module.attribute_text(attribute))
                .unwrap_or_default();
            let dimension = dimension
                .trim_end_matches('>')
                .rsplit(' ')
                .next()
                .unwrap_or_default();
            match dimension {
                "x" | "y" | "z" => one(format!("{base}_{dimension}")),
                _ => Vec::new(),
            }
        }
        "memref.extract_strided_metadata" => {
            let rank = (module.results(op).len().saturating_sub(2)) / 2;
            let mut names = vec![(0, "base_buffer".to_owned()), (1, "offset".to_owned())];
            if rank > 0 {
                names.push((2, "sizes".to_owned()));
                names.push((2 + rank, "strides".to_owned()));
            }
            names
        }
        _ => {
            let mut start = 0;
            let mut names = Vec::new();
            for (group, name) in spec.result_names.iter().enumerate() {
                let results = module.result_group(op, spec, group);
                let count = results.map_or(1, <[ValueId]>::len);
                if count > 0 {
                    names.push((start, name.clone()));
                }
                start += count;
            }
            names
        }
    }
}

/// `c8_vscale` for the product of a constant and `vector.vscale`.
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

fn constant_name(module: &Module, op: OpId, prefix: &str, other: &str) -> String {
    let value = module.op_attribute(op, "value");
    match value.map(|value| module.attribute_data(value)) {
        Some(AttrData::Bool(value)) => value.to_string(),
        Some(AttrData::Integer { value, ty }) => match module.type_data(*ty) {
            TypeData::Index => format!("{prefix}{value}"),
            TypeData::Integer { .. } if *ty != Type::I1 => {
                format!("{prefix}{value}_{}", module.type_text(*ty))
            }
            _ => other.to_owned(),
        },
        _ => other.to_owned(),
    }
}

/// The name that an op suggests for an argument of its regions' entry blocks.
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

/// How the source calls a value, with its `%`; `%_n` for one that has no name there.
pub(crate) fn source_name(module: &Module, value: ValueId) -> String {
    let data = &module.values[value.index()];
    let name = data.name_in(module.source());
    if name.is_empty() {
        return format!("%_{}", value.0);
    }
    // `%name:2 =` names several results: the first has the same name.
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
