//! Random kernels that store through a tensor of pointers, and how the lanes lie in memory according to the analysis and
//! to the pass `infer-contiguity`, against the offsets of all lanes.

use calipers::instances::Instances;
use calipers::ir::{Module, ParseOptions};
use calipers::number::Int;
use calipers::program::{Attribute, Definition, OpId, Program};
use calipers::rules::Rules;
use calipers::solve::Config;
use calipers::transform::instances::Proving;
use calipers::transform::instances::contiguity::InferContiguity;
use calipers::transform::pass::Pass;
use fastrand::Rng;
use std::fmt::Write;
use std::sync::Arc;

/// The number of executions of each kernel.
const EXECUTIONS: usize = 30;

/// The number of arguments of a kernel that are integers.
const ARGUMENTS: usize = 2;

/// The size of an element in bytes.
const BYTES: i64 = 4;

/// An offset in a lane. All arithmetic is that of integers of 32 bits.
#[derive(Clone, Debug)]
enum Offset {
    /// The index of the lane in a dimension.
    Lane(usize),
    Argument(usize),
    Program,
    Constant(i32),
    Binary(Operator, Box<(Offset, Offset)>),
}

#[derive(Clone, Copy, Debug)]
enum Operator {
    Add,
    Sub,
    Mul,
    Min,
    Max,
    Div,
    Rem,
}

/// A kernel with one store.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The numbers of lanes in each dimension.
    dims: Vec<i32>,
    offset: Offset,
    /// The sides of the comparisons of the mask.
    mask: Vec<(Offset, Offset)>,
    /// What the signature states to divide each argument.
    divisors: Vec<i32>,
    /// What it states to divide the address of the buffer.
    base: i64,
}

/// What was compared.
#[derive(Clone, Default, Debug)]
pub struct LaneReport {
    /// The number of kernels.
    pub kernels: u64,
    /// The number of kernels with lanes that are found to be consecutive.
    pub wide: u64,
    /// The number of groups of lanes that were compared.
    pub compared: u64,
    /// The answers that are wrong, with the programs.
    pub wrong: Vec<String>,
}

/// The kernel with a number.
pub fn kernel(number: u64) -> Kernel {
    let mut rng = Rng::with_seed(number);
    let dims: Vec<i32> = match rng.u8(0..3) {
        0 => vec![1 << rng.u32(0..4), 1 << rng.u32(1..5)],
        _ => vec![1 << rng.u32(1..6)],
    };
    let rank = dims.len();
    let divisor = |rng: &mut Rng| if rng.bool() { 16 } else { 1 };
    let divisors = (0..ARGUMENTS).map(|_| divisor(&mut rng)).collect();
    let last = Offset::Lane(rank - 1);
    // Consecutive lanes are the interesting case, and blocks of them from an id on that is so small that nothing wraps.
    let offset = match rng.u8(0..4) {
        0 => term(&mut rng, rank, 4),
        1 => binary(Operator::Add, term(&mut rng, rank, 3), last),
        _ => {
            let id = match rng.bool() {
                true => Offset::Program,
                false => Offset::Argument(rng.usize(0..ARGUMENTS)),
            };
            let small = binary(Operator::Min, id, Offset::Constant(1000));
            let small = binary(Operator::Max, small, Offset::Constant(0));
            let row = Offset::Constant(1 << rng.u32(0..6));
            let first = binary(Operator::Mul, small, row);
            binary(Operator::Add, first, last)
        }
    };
    let count = rng.usize(0..=2);
    let mask = (0..count).map(|_| {
        let lane = Offset::Lane(rng.usize(0..rank));
        let left = match rng.bool() {
            true => lane,
            false => binary(Operator::Add, term(&mut rng, rank, 2), lane),
        };
        (left, term(&mut rng, rank, 2))
    });
    Kernel {
        mask: mask.collect(),
        dims,
        offset,
        divisors,
        base: if rng.bool() { 16 } else { 1 },
    }
}

fn binary(operator: Operator, a: Offset, b: Offset) -> Offset {
    Offset::Binary(operator, Box::new((a, b)))
}

fn term(rng: &mut Rng, rank: usize, size: usize) -> Offset {
    if size <= 1 || rng.u8(0..4) == 0 {
        return match rng.u8(0..6) {
            0 => Offset::Argument(rng.usize(0..ARGUMENTS)),
            1 => Offset::Program,
            2 => Offset::Constant(rng.i32(-4..=40)),
            3 => Offset::Constant(1 << rng.u32(0..8)),
            _ => Offset::Lane(rng.usize(0..rank)),
        };
    }
    let (a, b) = (term(rng, rank, size - 1), term(rng, rank, size - 1));
    let power = Offset::Constant(1 << rng.u32(0..6));
    match rng.u8(0..9) {
        0 | 1 => binary(Operator::Add, a, b),
        2 => binary(Operator::Sub, a, b),
        3 => binary(Operator::Mul, a, b),
        4 => binary(Operator::Mul, a, power),
        5 => binary(Operator::Div, a, power),
        6 => binary(Operator::Rem, a, power),
        7 => binary(Operator::Min, a, b),
        _ => binary(Operator::Max, a, b),
    }
}

/// The text of a kernel.
pub fn kernel_text(kernel: &Kernel) -> String {
    let mut writer = Writer {
        kernel,
        text: String::new(),
        next: 0,
    };
    writer.all();
    writer.text
}

struct Writer<'k> {
    kernel: &'k Kernel,
    text: String,
    next: usize,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    /// A new value.
    fn value(&mut self, op: &str) -> String {
        self.next += 1;
        let name = format!("%t{}", self.next);
        self.line(&format!("{name} = {op}"));
        name
    }

    fn tensor(&self, element: &str) -> String {
        let dims = self.kernel.dims.iter().map(|dim| format!("{dim}x"));
        format!("tensor<{}{element}>", dims.collect::<String>())
    }

    fn all(&mut self) {
        let stated = |divisor: i64| match divisor {
            1 => String::new(),
            divisor => format!(" {{tt.divisibility = {divisor} : i32}}"),
        };
        let divisors = self.kernel.divisors.iter().enumerate();
        let arguments =
            divisors.map(|(at, divisor)| format!("%n{at}: i32{}", stated((*divisor).into())));
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let base = stated(self.kernel.base);
        self.line(&format!(
            "tt.func public @f(%p: !tt.ptr<f32>{base}, {arguments}) {{"
        ));
        self.line("%id = tt.get_program_id x : i32");
        let offset = self.term(&self.kernel.offset);
        let (integers, pointers) = (self.tensor("i32"), self.tensor("!tt.ptr<f32>"));
        let mut mask: Option<String> = None;
        for (a, b) in &self.kernel.mask {
            let (a, b) = (self.term(a), self.term(b));
            let one = self.value(&format!("arith.cmpi slt, {a}, {b} : {integers}"));
            mask = Some(match mask {
                Some(mask) => {
                    let bits = self.tensor("i1");
                    self.value(&format!("arith.andi {mask}, {one} : {bits}"))
                }
                None => one,
            });
        }
        let bases = self.value(&format!("tt.splat %p : !tt.ptr<f32> -> {pointers}"));
        let elements = self.tensor("f32");
        let values = self.value(&format!("arith.constant dense<0.0> : {elements}"));
        self.line(&format!(
            "%at = tt.addptr {bases}, {offset} : {pointers}, {integers}"
        ));
        let mask = mask.map_or(String::new(), |mask| format!(", {mask}"));
        self.line(&format!("tt.store %at, {values}{mask} : {pointers}"));
        self.line("tt.return\n}");
    }

    /// The tensor of the values of a term in all lanes.
    fn term(&mut self, term: &Offset) -> String {
        let ty = self.tensor("i32");
        match term {
            Offset::Lane(dim) => self.lane(*dim),
            Offset::Argument(number) => self.value(&format!("tt.splat %n{number} : i32 -> {ty}")),
            Offset::Program => self.value(&format!("tt.splat %id : i32 -> {ty}")),
            Offset::Constant(value) => self.value(&format!("arith.constant dense<{value}> : {ty}")),
            Offset::Binary(operator, sides) => {
                let (a, b) = (self.term(&sides.0), self.term(&sides.1));
                let name = match operator {
                    Operator::Add => "addi",
                    Operator::Sub => "subi",
                    Operator::Mul => "muli",
                    Operator::Min => "minsi",
                    Operator::Max => "maxsi",
                    Operator::Div => "divsi",
                    Operator::Rem => "remsi",
                };
                self.value(&format!("arith.{name} {a}, {b} : {ty}"))
            }
        }
    }

    fn lane(&mut self, dim: usize) -> String {
        let count = self.kernel.dims[dim];
        let line = format!("tensor<{count}xi32>");
        let range = self.value(&format!(
            "tt.make_range {{end = {count} : i32, start = 0 : i32}} : {line}"
        ));
        if self.kernel.dims.len() == 1 {
            return range;
        }
        let (axis, shape) = match dim {
            0 => (1, format!("tensor<{count}x1xi32>")),
            _ => (0, format!("tensor<1x{count}xi32>")),
        };
        let thin = self.value(&format!(
            "tt.expand_dims {range} {{axis = {axis} : i32}} : {line} -> {shape}"
        ));
        let ty = self.tensor("i32");
        self.value(&format!("tt.broadcast {thin} : {shape} -> {ty}"))
    }
}

/// The inputs of an execution.
struct Inputs {
    arguments: Vec<i32>,
    program: i32,
    base: i64,
}

fn value(term: &Offset, inputs: &Inputs, lane: &[i32]) -> i32 {
    match term {
        Offset::Lane(dim) => lane[*dim],
        Offset::Argument(number) => inputs.arguments[*number],
        Offset::Program => inputs.program,
        Offset::Constant(value) => *value,
        Offset::Binary(operator, sides) => {
            let a = value(&sides.0, inputs, lane);
            let b = value(&sides.1, inputs, lane);
            match operator {
                Operator::Add => a.wrapping_add(b),
                Operator::Sub => a.wrapping_sub(b),
                Operator::Mul => a.wrapping_mul(b),
                Operator::Min => a.min(b),
                Operator::Max => a.max(b),
                // Divisors are positive constants.
                Operator::Div => a / b,
                Operator::Rem => a % b,
            }
        }
    }
}

/// Groups of lanes of the last dimension: their number, and what divides the address of the first one in bytes.
struct Groups {
    width: i64,
    bytes: i64,
}

/// Compares the answers about the lanes of a kernel with executions.
pub fn judge_lanes(kernel: &Kernel, rules: &Arc<Rules>, seed: u64, report: &mut LaneReport) {
    let text = kernel_text(kernel);
    report.kernels += 1;
    let mut module = match Module::parse(&text, "kernel.mlir", ParseOptions::default()) {
        Ok(module) => module,
        Err(error) => {
            let what = format!("invalid program: {error}\n{text}");
            return report.wrong.push(what);
        }
    };
    let Some(&store) = module.ops_named("tt.store").first() else {
        return;
    };
    let mut instances = Instances::new(&module, rules);
    let mut claims: Vec<Groups> = vec![];
    let mut divisors = [Int::ONE, Int::ONE];
    if let Ok(alignment) = instances.alignment(store) {
        let width = alignment.width();
        divisors = [alignment.divisor, alignment.first_divisor];
        // Without the address of the buffer, elements are compared.
        claims.push(Groups { width, bytes: 1 });
    }
    drop(instances);
    claims.extend(annotated(&mut module, store, rules));
    report.wide += u64::from(claims.iter().any(|claim| claim.width > 1));
    let mut rng = Rng::with_seed(seed);
    for _ in 0..EXECUTIONS {
        let inputs = inputs(kernel, &mut rng);
        report.compared += claims.len() as u64 * kernel.dims.iter().product::<i32>() as u64;
        if let Some(what) = contradiction(kernel, &inputs, &claims, &divisors) {
            let arguments = &inputs.arguments;
            let what = format!("{what} with {arguments:?}, id {}\n{text}", inputs.program);
            return report.wrong.push(what);
        }
    }
}

/// What the pass states about the pointers of a store.
fn annotated(module: &mut Module, store: OpId, rules: &Arc<Rules>) -> Option<Groups> {
    let pass = Proving {
        rewrite: InferContiguity,
        rules: rules.clone(),
        config: Config::default(),
    };
    let top = module.top();
    pass.run(module, top, &mut vec![]).ok()?;
    let pointer = *module.operands(store).first()?;
    let Definition::Result { op, .. } = module.definition(pointer) else {
        return None;
    };
    let last = |name| match module.attribute(op, name) {
        Some(Attribute::Integers(all)) => all.last().copied(),
        _ => None,
    };
    Some(Groups {
        width: last("tt.contiguity")?,
        bytes: last("tt.divisibility")?,
    })
}

fn inputs(kernel: &Kernel, rng: &mut Rng) -> Inputs {
    let argument = |rng: &mut Rng, divisor: i32| {
        let value = match rng.u8(0..8) {
            0 => rng.i32(..),
            _ => rng.i32(-20..=100),
        };
        value.wrapping_sub(value.rem_euclid(divisor))
    };
    let divisors = kernel.divisors.iter();
    Inputs {
        arguments: divisors.map(|&divisor| argument(rng, divisor)).collect(),
        program: match rng.u8(0..8) {
            0 => rng.i32(0..i32::MAX),
            _ => rng.i32(0..40),
        },
        base: kernel.base * rng.i64(1000..2000),
    }
}

/// A claim that an execution contradicts.
fn contradiction(
    kernel: &Kernel,
    inputs: &Inputs,
    claims: &[Groups],
    [always, first]: &[Int; 2],
) -> Option<String> {
    let divides = |divisor: &Int, position: i64| match divisor.is_zero() {
        true => position == 0,
        false => (&Int::from(position) % divisor).is_zero(),
    };
    let last = *kernel.dims.last()?;
    let rows = match kernel.dims[..] {
        [rows, _] => rows,
        _ => 1,
    };
    for row in 0..rows {
        let lane = |at: i32| match kernel.dims.len() {
            1 => vec![at],
            _ => vec![row, at],
        };
        let offset = |at| i64::from(value(&kernel.offset, inputs, &lane(at)));
        let accesses = |at| {
            let mut sides = kernel.mask.iter();
            sides.all(|(a, b)| value(a, inputs, &lane(at)) < value(b, inputs, &lane(at)))
        };
        if accesses(0) && !divides(first, offset(0)) {
            return Some(format!("first divisor {first}"));
        }
        if (0..last).any(|at| accesses(at) && !divides(always, offset(at))) {
            return Some(format!("divisor {always}"));
        }
        for Groups { width, bytes } in claims {
            let width = i32::try_from(*width).ok()?;
            for from in (0..last).step_by(usize::try_from(width).ok()?) {
                let lanes = from..from + width;
                let admitted = lanes.clone().filter(|&at| accesses(at)).count() as i32;
                if admitted == 0 {
                    continue;
                }
                let is_line = lanes
                    .clone()
                    .all(|at| offset(at) == offset(from) + i64::from(at - from));
                let address = inputs.base + BYTES * offset(from);
                if admitted != width || !is_line || address % bytes != 0 {
                    return Some(format!("groups of {width} lanes, {bytes} bytes"));
                }
                if *bytes == 1 && offset(from) % i64::from(width) != 0 {
                    return Some(format!("groups of {width} aligned lanes"));
                }
            }
        }
    }
    None
}
