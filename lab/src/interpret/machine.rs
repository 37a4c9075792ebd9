//! The machine: blocks, branches, and the dispatch of ops to dialects.

use super::device::{self, Geometry};
use super::elements::Elements;
use super::poison::Reaction;
use super::state::State;
use super::stop::{Run, Stop, Undefined, require};
use super::value::{Shaped, Value, signed};
use super::{
    affine, arith, assume, control, elements, hlo, index, linalg, memref, onnx, poison, shape,
    tensor, tosa, vector,
};
use calipers::ir::{MemrefLayout, Module, TypeData};
use calipers::program::{
    Attribute, BlockId, Extent, OpId, Point, Program, RegionId, ShapedKind, TypeView, ValueId,
};

/// The settings of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The width of an index, at most 64 bits.
    pub index_width: u32,
    /// Whether out-of-bounds accesses and slices end the run. Answers that do not assume their absence must hold in
    /// runs that continue.
    pub in_bounds: bool,
    /// Whether index arithmetic wraps, including that of affine maps, as in the integer-range passes; otherwise an
    /// overflow ends the run.
    pub index_wraps: bool,
    /// Whether a speculatable op gives poison if its operands violate its precondition, and the run continues.
    /// Otherwise the run ends, since answers assume by default that no op gave poison (`PureOpsAssert`).
    pub poison: bool,
    /// Whether `ceildivsi` is undefined where MLIR's analysis of integer ranges gets another result than its lowering.
    pub as_mlir: bool,
    /// The maximum number of executed ops.
    pub fuel: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            index_width: 64,
            in_bounds: false,
            index_wraps: false,
            poison: false,
            as_mlir: false,
            fuel: 4_000,
        }
    }
}

/// The maximum depth of calls.
const MAX_CALLS: u32 = 16;

/// The source of values that the program does not compute: arguments, memory, calls.
pub trait Source {
    /// Any value of an integer type of that width (its signed reading), or any index.
    fn integer(&mut self, width: Option<u32>) -> i128;
    /// Any size.
    fn size(&mut self) -> i128;
}

/// An observer of a run.
pub trait Observer {
    /// Control is at `point`; `state` has all values that dominate it.
    fn reached(&mut self, point: Point, state: &State<'_>);
}

/// The control flow after an op.
pub(super) enum Flow {
    /// To the next op.
    Next,
    /// To a successor, with values for its arguments.
    Branch(usize),
    /// Out of the region, by this terminator.
    Leave,
}

/// A run of a function.
pub struct Machine<'m, 'o> {
    pub(super) module: &'m Module,
    pub(super) settings: Settings,
    pub(super) state: State<'m>,
    source: &'o mut dyn Source,
    observer: &'o mut dyn Observer,
    fuel: u32,
    /// The current depth of calls.
    calls: u32,
    /// The launch that executes the function, created on demand.
    geometry: Option<Geometry>,
    scale: i128,
    function: Option<OpId>,
    /// Whether the run ended with undefined behavior that no enclosing op turns into poison.
    is_over: bool,
    /// The iteration points of the linalg ops around the current op.
    pub(super) iterations: Vec<Vec<i128>>,
}

impl<'m, 'o> Machine<'m, 'o> {
    /// A machine before its run.
    pub fn new(
        module: &'m Module,
        settings: Settings,
        source: &'o mut dyn Source,
        observer: &'o mut dyn Observer,
    ) -> Machine<'m, 'o> {
        Machine {
            module,
            settings,
            state: State::new(module),
            source,
            observer,
            fuel: settings.fuel,
            calls: 0,
            geometry: None,
            scale: 0,
            function: None,
            is_over: false,
            iterations: vec![],
        }
    }

    /// The launch that executes the function.
    pub(super) fn geometry(&mut self, any: fn(&mut Self, OpId) -> Geometry) -> Geometry {
        if self.geometry.is_none()
            && let Some(function) = self.function
        {
            self.geometry = Some(any(self, function));
        }
        self.geometry.expect("a function runs")
    }

    pub(super) fn set_geometry(&mut self, geometry: Geometry) {
        self.geometry = Some(geometry);
    }

    /// How many times longer a scalable vector is than its type says: the same throughout a run.
    pub(super) fn vscale(&mut self) -> i128 {
        if self.scale == 0 {
            self.scale = 1 + self.source.size() % 16;
        }
        self.scale
    }

    pub(super) fn any_integer(&mut self, width: Option<u32>) -> i128 {
        self.source.integer(width)
    }

    pub(super) fn any_size(&mut self) -> i128 {
        self.source.size()
    }

    /// Executes a function on arguments from the source.
    ///
    /// # Errors
    /// [`Stop`]: the reason why it did not return.
    pub fn run(&mut self, function: OpId) -> Run {
        self.function = Some(function);
        let Some(&body) = self.module.regions(function).first() else {
            return Ok(());
        };
        let Some(&entry) = self.module.blocks(body).first() else {
            return Ok(());
        };
        let mut arguments = vec![];
        for &argument in self.module.block_arguments(entry) {
            arguments.push(self.arbitrary(argument));
        }
        self.region(body, arguments).map(|_| ())
    }

    /// Executes the callee; one without a body returns arbitrary values. The values of the caller are saved, since
    /// the callee may be the same function.
    fn call(&mut self, op: OpId) -> Run {
        let module = self.module;
        let body = match module.attribute(op, "callee") {
            Some(Attribute::Symbol(name)) => module.symbol(op, name),
            _ => None,
        };
        let body = body.and_then(|callee| module.regions(callee).first().copied());
        let Some(body) = body.filter(|&body| !module.blocks(body).is_empty()) else {
            let results = module.results(op).iter();
            let values = results.map(|&result| self.arbitrary(result)).collect();
            return self.set_results(op, values);
        };
        self.calls += 1;
        if self.calls > MAX_CALLS {
            return Err(Stop::Fuel);
        }
        let arguments = self.operands(op)?;
        let own = self.state.clone();
        let (_, returned) = self.region(body, arguments)?;
        self.state = own;
        self.calls -= 1;
        self.set_results(op, returned)
    }

    /// Executes a region; returns the terminator through which control left it, and its operands.
    pub(super) fn region(
        &mut self,
        region: RegionId,
        arguments: Vec<Value>,
    ) -> Run<(OpId, Vec<Value>)> {
        let entry = *self
            .module
            .blocks(region)
            .first()
            .ok_or_else(|| Stop::Unsupported("an empty region".into()))?;
        let (mut block, mut arguments) = (entry, arguments);
        'blocks: loop {
            self.enter(block, arguments)?;
            for (at, &op) in self.module.block_ops(block).iter().enumerate() {
                self.observer
                    .reached(Point { block, index: at }, &self.state);
                self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Fuel)?;
                match self.execute(op)? {
                    Flow::Next => {}
                    Flow::Leave => {
                        let given = self.operands(op)?;
                        let around = self.module.region_parent(region);
                        let is_poison =
                            given.contains(&Value::Poison) && poison::yields_elements(self, around);
                        // Then the results of the parent op are poison.
                        require(!is_poison, Undefined::Poison)?;
                        return Ok((op, given));
                    }
                    Flow::Branch(successor) => {
                        arguments = self.values(self.module.successor_operands(op, successor))?;
                        block = self.module.successors(op)[successor];
                        continue 'blocks;
                    }
                }
            }
            return Err(Stop::Unsupported("a block without a terminator".into()));
        }
    }

    fn enter(&mut self, block: BlockId, arguments: Vec<Value>) -> Run {
        let expected = self.module.block_arguments(block);
        if expected.len() != arguments.len() {
            return Err(Stop::Unsupported("another number of arguments".into()));
        }
        for (&id, value) in expected.iter().zip(arguments) {
            self.state.set(id, value);
        }
        Ok(())
    }

    /// Executes an op, or determines that it gives poison.
    fn execute(&mut self, op: OpId) -> Run<Flow> {
        if !self.settings.poison {
            return self.perform(op);
        }
        let mut operands = self.module.operands(op).iter();
        let done = match operands.any(|&id| self.state.value(id) == Some(&Value::Poison)) {
            false => self.perform(op),
            true => match poison::reaction(self, op, &self.operands(op)?) {
                Reaction::Passes => self.perform(op),
                Reaction::Poisons => return Ok(self.poisoned(op)),
                Reaction::Undefined => {
                    self.is_over = true;
                    Err(Stop::Undefined(Undefined::Poison))
                }
            },
        };
        match done {
            Err(Stop::Undefined(what)) if !self.is_over => {
                if poison::gives_poison(self.module, op, what) {
                    return Ok(self.poisoned(op));
                }
                self.is_over = true;
                Err(Stop::Undefined(what))
            }
            done => done,
        }
    }

    /// Makes all results of an op poison.
    fn poisoned(&mut self, op: OpId) -> Flow {
        for &result in self.module.results(op) {
            self.state.set(result, Value::Poison);
        }
        Flow::Next
    }

    fn perform(&mut self, op: OpId) -> Run<Flow> {
        let name = self.module.op_name(op);
        let (dialect, rest) = name.split_once('.').unwrap_or(("", name));
        match (dialect, rest) {
            (_, "yield") | ("func", "return") | ("gpu", "terminator" | "return") => {
                return Ok(Flow::Leave);
            }
            ("memref", "alloca_scope.return") | ("shape", "assuming_yield") => {
                return Ok(Flow::Leave);
            }
            ("stablehlo" | "mhlo", "return") => return Ok(Flow::Leave),
            ("arith", _) => arith::execute(self, op, rest)?,
            ("index", _) => index::execute(self, op, rest)?,
            ("affine", _) => affine::execute(self, op, rest)?,
            ("scf" | "cf", _) => return control::execute(self, op, name),
            ("func", "call") => self.call(op)?,
            ("tensor", _) => tensor::execute(self, op, rest)?,
            ("memref", _) | ("bufferization", _) => memref::execute(self, op, name)?,
            ("shape", _) => shape::execute(self, op, rest)?,
            ("linalg", _) => linalg::execute(self, op, rest)?,
            ("gpu" | "nvvm" | "rocdl", _) => device::execute(self, op, name)?,
            ("vector", _) => vector::execute(self, op, rest)?,
            ("llvm", "intr.assume") | ("util", "assume.int") => assume::execute(self, op, name)?,
            ("test", "value_with_bounds") => assume::execute(self, op, name)?,
            ("tosa", _) => tosa::execute(self, op, rest)?,
            ("stablehlo" | "mhlo" | "chlo", _) => hlo::execute(self, op, rest)?,
            ("onnx", _) => onnx::execute(self, op, rest)?,
            ("amdgpu", "fat_raw_buffer_cast") => memref::execute(self, op, name)?,
            // An op without regions that the interpreter does not implement returns arbitrary values.
            ("func" | "test" | "lab", _) if self.module.regions(op).is_empty() => {
                for &result in self.module.results(op) {
                    let value = self.arbitrary(result);
                    self.state.set(result, value);
                }
            }
            _ => return Err(self.unsupported(op)),
        }
        Ok(Flow::Next)
    }

    pub(super) fn unsupported(&self, op: OpId) -> Stop {
        Stop::Unsupported(self.module.op_name(op).to_owned())
    }

    /// The current values of some SSA values.
    pub(super) fn values(&self, ids: &[ValueId]) -> Run<Vec<Value>> {
        ids.iter()
            .map(|&id| {
                let value = self.state.value(id).cloned();
                value.ok_or_else(|| Stop::Unsupported("a value before its definition".into()))
            })
            .collect()
    }

    /// The operands of an op.
    pub(super) fn operands(&self, op: OpId) -> Run<Vec<Value>> {
        self.values(self.module.operands(op))
    }

    /// The operands of an op by their segments.
    pub(super) fn segments(&self, op: OpId) -> Run<Vec<Vec<Value>>> {
        let sizes = self.integers(op, "operandSegmentSizes")?;
        let mut operands = self.operands(op)?.into_iter();
        Ok(sizes
            .iter()
            .map(|&size| operands.by_ref().take(size as usize).collect())
            .collect())
    }

    /// Sets the results of an op.
    pub(super) fn set_results(&mut self, op: OpId, values: Vec<Value>) -> Run {
        let results = self.module.results(op);
        if results.len() != values.len() {
            return Err(self.unsupported(op));
        }
        for (&id, value) in results.iter().zip(values) {
            self.state.set(id, value);
        }
        Ok(())
    }

    /// A list-of-integers attribute.
    pub(super) fn integers(&self, op: OpId, name: &str) -> Run<Vec<i64>> {
        match self.module.attribute(op, name) {
            Some(Attribute::Integers(values)) => Ok(values.into_owned()),
            None => Ok(vec![]),
            _ => Err(self.unsupported(op)),
        }
    }

    /// An integer attribute.
    pub(super) fn integer(&self, op: OpId, name: &str) -> Run<i128> {
        match self.module.attribute(op, name) {
            Some(Attribute::Integer(value)) => {
                i128::try_from(&value).map_err(|_| self.unsupported(op))
            }
            _ => Err(self.unsupported(op)),
        }
    }

    /// Whether a flag is set.
    pub(super) fn flag(&self, op: OpId, name: &str) -> bool {
        matches!(
            self.module.attribute(op, name),
            Some(Attribute::Unit | Attribute::Bool(true))
        )
    }

    /// A static list with dynamic entries from operands.
    pub(super) fn mixed(&self, op: OpId, name: &str, operands: &[Value]) -> Run<Vec<i128>> {
        let mut operands = operands.iter();
        self.integers(op, name)?
            .into_iter()
            .map(|entry| match entry {
                i64::MIN => match operands.next() {
                    Some(Value::Integer(value)) => Ok(*value),
                    _ => Err(self.unsupported(op)),
                },
                entry => Ok(i128::from(entry)),
            })
            .collect()
    }

    /// An index, if it fits the index width.
    pub(super) fn index(&self, value: i128) -> Run<i128> {
        let half = 1i128 << (self.settings.index_width - 1);
        match (-half..half).contains(&value) {
            true => Ok(value),
            false => Err(Stop::IndexOverflow),
        }
    }

    /// The result of index arithmetic.
    pub(super) fn index_result(&self, value: i128) -> Run<i128> {
        match self.settings.index_wraps {
            true => Ok(signed(value, self.settings.index_width)),
            false => self.index(value),
        }
    }

    /// A shaped result of an op, if its type admits the sizes and the layout.
    pub(super) fn shaped(&self, id: ValueId, shaped: Shaped) -> Run<Value> {
        for &dim in &shaped.dims {
            require(dim >= 0, Undefined::NegativeSize)?;
            self.index(dim)?;
        }
        let fits = |extent: &Extent, value: i128| match extent {
            Extent::Static(size) => i128::from(*size) == value,
            Extent::Dynamic => true,
            Extent::Scalable(_) => false,
        };
        let all = |extents: &[Extent], values: &[i128]| {
            extents.len() == values.len() && extents.iter().zip(values).all(|(e, v)| fits(e, *v))
        };
        match self.module.type_data(self.module.type_of(id)) {
            TypeData::Tensor { dims, .. } => {
                let fits = dims.as_ref().is_none_or(|dims| all(dims, &shaped.dims));
                require(fits, Undefined::TypeMismatch)?;
            }
            TypeData::Vector { dims, .. } => {
                require(all(dims, &shaped.dims), Undefined::TypeMismatch)?;
            }
            TypeData::Memref { dims, layout, .. } => {
                let sized = dims.as_ref().is_none_or(|dims| all(dims, &shaped.dims));
                require(sized, Undefined::TypeMismatch)?;
                match layout {
                    MemrefLayout::Identity if dims.is_some() => {
                        let plain = Shaped::contiguous(shaped.dims.clone());
                        let is_plain = plain.strides == shaped.strides && shaped.offset == 0;
                        require(is_plain, Undefined::TypeMismatch)?;
                    }
                    MemrefLayout::Strided { strides, offset } => {
                        let lies = all(strides, &shaped.strides) && fits(offset, shaped.offset);
                        require(lies, Undefined::TypeMismatch)?;
                    }
                    _ => {}
                }
            }
            _ => return Err(Stop::Unsupported("a shaped type".into())),
        }
        Ok(shaped.into())
    }

    /// An arbitrary value of an SSA value's type.
    pub(super) fn arbitrary(&mut self, id: ValueId) -> Value {
        match self.module.value_type(id) {
            TypeView::Index => {
                let value = self.source.integer(None);
                Value::Integer(signed(value, self.settings.index_width))
            }
            TypeView::Integer { width } if width <= 100 => {
                Value::Integer(self.source.integer(Some(width)))
            }
            TypeView::Shaped(shape) => {
                let extents = shape.dims.unwrap_or(&[Extent::Dynamic, Extent::Dynamic]);
                let mut size = |extent: &Extent| match extent {
                    Extent::Static(size) => i128::from(*size),
                    _ => self.source.size(),
                };
                let dims = extents.iter().map(&mut size).collect();
                let mut shaped = Shaped::contiguous(dims);
                for (at, dim) in shaped.dims.iter_mut().enumerate() {
                    let limit = self.module.size_limit(id, at as u32);
                    if let Some(limit) = limit.and_then(|limit| i128::try_from(&limit).ok()) {
                        *dim %= limit + 1;
                    }
                }
                let ty = self.module.type_data(self.module.type_of(id));
                if let TypeData::Memref {
                    layout: MemrefLayout::Strided { strides, offset },
                    ..
                } = ty
                {
                    shaped.strides = strides.iter().map(&mut size).collect();
                    shaped.offset = size(offset);
                }
                if shape.kind == ShapedKind::Tensor {
                    shaped.elements = self.arbitrary_elements(id, &shaped, 8);
                }
                shaped.into()
            }
            _ => Value::Opaque,
        }
    }

    /// Arbitrary elements for a tensor of integers that has at most `most` of them.
    pub(super) fn arbitrary_elements(
        &mut self,
        id: ValueId,
        shaped: &Shaped,
        most: usize,
    ) -> Elements {
        let width = elements::element_width(self, id)?;
        let count = shaped.count()?;
        let width = (width > 0).then_some(width);
        let index_width = self.settings.index_width;
        let mut element = || signed(self.source.integer(width), width.unwrap_or(index_width));
        (count <= most).then(|| (0..count).map(|_| element()).collect())
    }
}
