//! The levels of a nest: the loops and launches around an op, by which its instances differ.

use crate::missing::Missing;
use calipers_egraph::Expr;
use calipers_number::Int;
use calipers_program::{
    Attribute, BlockId, Column, Definition, OpId, Program, RegionId, TypeView, ValueId,
};

/// A loop, a launch or a kernel around an op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// The loop or the function.
    pub op: OpId,
    /// The induction variables or ids, whose values together identify an iteration.
    pub variables: Vec<ValueId>,
    /// For a kernel, its ops that read ids, by variable.
    pub(crate) readers: Vec<Vec<OpId>>,
    /// Whether iterations execute in the order of the induction variable.
    pub is_sequential: bool,
    is_launch: bool,
}

/// How an op executes the region that contains another one.
enum Around {
    /// At most once in each of its executions.
    Once,
    /// Repeatedly, with these induction variables.
    Repeats(Vec<ValueId>, bool),
}

/// The op that reads the number of a thread in the grid.
pub(crate) const GLOBAL_ID: &str = "gpu.global_id";

/// The names of the ops that read the id of an instance of a kernel.
const IDS: [&str; 8] = [
    "gpu.block_id",
    "gpu.thread_id",
    GLOBAL_ID,
    "gpu.cluster_id",
    "gpu.cluster_block_id",
    "gpu.subgroup_id",
    "gpu.lane_id",
    "tt.get_program_id",
];

/// The levels around an op, from the outermost one.
///
/// # Errors
/// [`Missing::ControlFlow`], if an op around it repeats its body in an unknown way.
pub fn levels(program: &dyn Program, op: OpId) -> Result<Vec<Level>, Missing> {
    match inner_levels(program, op) {
        (levels, None) => Ok(levels),
        (_, Some(outer)) => Err(Missing::ControlFlow(outer)),
    }
}

/// The levels around an op, from the outermost one inside an op that repeats its body in an unknown way, with that op
/// if there is one.
pub(crate) fn inner_levels(program: &dyn Program, op: OpId) -> (Vec<Level>, Option<OpId>) {
    let mut levels = vec![];
    let mut unknown = None;
    let mut at = op;
    while let Some(block) = program.block_of(at) {
        let region = program.block_region(block);
        let parent = program.region_parent(region);
        if program.blocks(region).len() != 1 {
            unknown = Some(parent);
            break;
        }
        if is_function(program, parent) {
            levels.extend(kernel(program, parent));
            break;
        }
        match around(program, parent, region) {
            Some(Around::Once) => {}
            Some(Around::Repeats(variables, is_sequential)) => levels.push(Level {
                op: parent,
                readers: vec![vec![]; variables.len()],
                variables,
                is_sequential,
                is_launch: program.op_name(parent) == "gpu.launch",
            }),
            None => {
                unknown = Some(parent);
                break;
            }
        }
        at = parent;
    }
    levels.reverse();
    (levels, unknown)
}

/// Whether an op is a function, whose executions are independent.
pub(crate) fn is_function(program: &dyn Program, op: OpId) -> bool {
    let name = program.op_name(op);
    name.ends_with(".func") || name == "builtin.module"
}

/// Whether a block is the one at which a function begins, whose arguments the caller gives.
pub(crate) fn is_entry(program: &dyn Program, block: BlockId) -> bool {
    let region = program.block_region(block);
    program.blocks(region).first() == Some(&block)
        && is_function(program, program.region_parent(region))
}

/// The innermost function around an op.
pub(crate) fn function_of(program: &dyn Program, op: OpId) -> Option<OpId> {
    let mut around = ancestors(program, op).into_iter();
    around.find(|&op| is_function(program, op))
}

/// The function in which a value is defined.
pub(crate) fn function_around(program: &dyn Program, value: ValueId) -> Option<OpId> {
    let op = match program.definition(value) {
        Definition::Result { op, .. } => op,
        Definition::Argument { block, .. } => program.region_parent(program.block_region(block)),
    };
    match is_function(program, op) {
        true => Some(op),
        false => function_of(program, op),
    }
}

fn around(program: &dyn Program, op: OpId, region: RegionId) -> Option<Around> {
    let arguments = || -> Option<&[ValueId]> {
        let region = program.regions(op).first()?;
        Some(program.block_arguments(*program.blocks(*region).first()?))
    };
    Some(match program.op_name(op) {
        "scf.if"
        | "affine.if"
        | "scf.index_switch"
        | "scf.execute_region"
        | "scf.forall.in_parallel"
        | "memref.alloca_scope"
        | "memref.generic_atomic_rmw"
        | "gpu.module" => Around::Once,
        "scf.for" | "affine.for" => Around::Repeats(arguments()?.get(..1)?.to_vec(), true),
        "scf.parallel" | "affine.parallel" => Around::Repeats(arguments()?.to_vec(), false),
        "scf.forall" => {
            let shared = program.results(op).len();
            let count = arguments()?.len().checked_sub(shared)?;
            Around::Repeats(arguments()?[..count].to_vec(), false)
        }
        // What a `while` does in each iteration, not what it does to decide whether there is one.
        "scf.while" if program.regions(op).last() == Some(&region) => {
            Around::Repeats(vec![while_counter(program, op)?.variable], true)
        }
        // Block ids, thread ids; the sizes follow.
        "gpu.launch" => Around::Repeats(arguments()?.get(..6)?.to_vec(), false),
        _ => return None,
    })
}

/// The start and the step of the loop of an induction variable, which counts by an index.
pub(crate) fn by_steps(program: &dyn Program, variable: ValueId) -> Option<[ValueId; 2]> {
    let Definition::Argument { block, index } = program.definition(variable) else {
        return None;
    };
    let op = program.region_parent(program.block_region(block));
    let count = match program.op_name(op) {
        "scf.for" => 1,
        "scf.parallel" => program.block_arguments(block).len(),
        _ => return None,
    };
    let is_counter = index < count && program.value_type(variable) == TypeView::Index;
    let operands = program.operands(op);
    let of = |part: usize| operands.get(part * count + index).filter(|_| is_counter);
    Some([*of(0)?, *of(2)?])
}

/// A value of an `scf.while` that grows or shrinks by the same number in each iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The argument of the second region.
    pub variable: ValueId,
    /// The value before the loop.
    pub initial: ValueId,
    /// The number, which is not 0.
    pub step: i64,
    /// The end that the values in the loop do not reach, if that is the condition of the loop.
    pub limit: Option<Expr<Column>>,
}

/// The first argument of the second region of an `scf.while` that identifies an iteration, since it grows or shrinks. Only an index
/// is assumed not to wrap.
pub fn while_counter(program: &dyn Program, op: OpId) -> Option<Counter> {
    let body = |region: usize| match program.blocks(*program.regions(op).get(region)?) {
        [block] => Some((
            program.block_arguments(*block),
            *program.block_ops(*block).last()?,
        )),
        _ => None,
    };
    let ((first, condition), (second, end)) = (body(0)?, body(1)?);
    let forwarded = program.operands(condition).get(1..)?;
    let yielded = program.operands(end);
    let counter = |(&variable, forwarded): (&ValueId, &ValueId)| {
        let number = first.iter().position(|it| it == forwarded)?;
        let initial = *program.operands(op).get(number)?;
        let step = added(program, *yielded.get(number)?, variable).filter(|&step| step != 0)?;
        let is_index = program.value_type(variable) == TypeView::Index;
        let flag = *program.operands(condition).first()?;
        is_index.then_some(Counter {
            variable,
            initial,
            step,
            limit: limit(program, flag, *forwarded, (op, step)),
        })
    };
    second.iter().zip(forwarded).find_map(counter)
}

/// The first value for which a comparison with a value outside of the loop ends a loop that counts in a direction.
fn limit(
    program: &dyn Program,
    flag: ValueId,
    value: ValueId,
    (the_loop, step): (OpId, i64),
) -> Option<Expr<Column>> {
    let Definition::Result { op, .. } = program.definition(flag) else {
        return None;
    };
    if program.op_name(op) != "arith.cmpi" {
        return None;
    }
    let predicate = match program.attribute(op, "predicate")? {
        Attribute::Integer(number) => {
            let names = ["eq", "ne", "slt", "sle", "sgt", "sge"];
            *names.get(usize::try_from(i64::try_from(&number).ok()?).ok()?)?
        }
        Attribute::String(name) => match name {
            "slt" => "slt",
            "sle" => "sle",
            "sgt" => "sgt",
            "sge" => "sge",
            _ => return None,
        },
        _ => return None,
    };
    let &[a, b] = program.operands(op) else {
        return None;
    };
    let turned = match predicate {
        "slt" => "sgt",
        "sle" => "sge",
        "sgt" => "slt",
        "sge" => "sle",
        other => other,
    };
    let (predicate, end) = match (a == value, b == value) {
        (true, false) => (predicate, b),
        (false, true) => (turned, a),
        _ => return None,
    };
    if is_inside(program, end, the_loop) {
        return None;
    }
    let moved = |by| Expr::sum(Expr::Leaf(Column::Value(end)), Expr::integer(by));
    match (predicate, step > 0) {
        ("slt", true) | ("sgt", false) => Some(Expr::Leaf(Column::Value(end))),
        ("sle", true) => Some(moved(1)),
        ("sge", false) => Some(moved(-1)),
        _ => None,
    }
}

/// Whether a value is defined in a region of an op.
pub(crate) fn is_inside(program: &dyn Program, value: ValueId, op: OpId) -> bool {
    let block = match program.definition(value) {
        Definition::Result { op, .. } => program.block_of(op),
        Definition::Argument { block, .. } => Some(block),
    };
    let parent = block.map(|block| program.region_parent(program.block_region(block)));
    parent.is_some_and(|parent| ancestors(program, parent).contains(&op))
}

/// The constant that a sum or a difference adds to a value.
fn added(program: &dyn Program, sum: ValueId, value: ValueId) -> Option<i64> {
    let Definition::Result { op, .. } = program.definition(sum) else {
        return None;
    };
    let (step, sign) = match (program.op_name(op), program.operands(op)) {
        ("arith.addi" | "index.add", &[a, b]) if a == value => (b, 1),
        ("arith.addi" | "index.add", &[a, b]) if b == value => (a, 1),
        ("arith.subi" | "index.sub", &[a, b]) if a == value => (b, -1),
        _ => return None,
    };
    i64::try_from(&constant(program, step)?)
        .ok()?
        .checked_mul(sign)
}

/// Whether a value is the result of a constant op.
pub(crate) fn is_constant(program: &dyn Program, value: ValueId) -> bool {
    constant(program, value).is_some()
}

/// Whether a value is one integer that is no condition.
pub(crate) fn is_integer(program: &dyn Program, value: ValueId) -> bool {
    match program.value_type(value) {
        TypeView::Index => true,
        TypeView::Integer { width } => width > 1,
        _ => false,
    }
}

/// The integer that a constant op returns.
pub(crate) fn constant(program: &dyn Program, value: ValueId) -> Option<Int> {
    let Definition::Result { op, .. } = program.definition(value) else {
        return None;
    };
    match program.attribute(op, "value") {
        Some(Attribute::Integer(value)) if is_constant_op(program, op) => Some(value),
        _ => None,
    }
}

/// Whether an op returns what its attribute `value` says, which means something else on other ops.
pub(crate) fn is_constant_op(program: &dyn Program, op: OpId) -> bool {
    matches!(
        program.op_name(op),
        "arith.constant" | "index.constant" | "llvm.mlir.constant"
    )
}

/// The level of the instances of a kernel: those that read different ids.
fn kernel(program: &dyn Program, function: OpId) -> Option<Level> {
    let mut level = Level {
        op: function,
        variables: vec![],
        readers: vec![],
        is_sequential: false,
        is_launch: true,
    };
    for reader in ops_within(program, function) {
        // A launch in the function is a level of its own, and an id in it is another name for one of its arguments.
        let mut around = ancestors(program, reader).into_iter();
        if !is_id(program, reader) || around.any(|it| program.op_name(it) == "gpu.launch") {
            continue;
        }
        let Some(&id) = program.results(reader).first() else {
            continue;
        };
        let same = |others: &Vec<OpId>| others.iter().any(|&it| reads_same(program, reader, it));
        match level.readers.iter().position(same) {
            Some(known) => level.readers[known].push(reader),
            None => {
                level.variables.push(id);
                level.readers.push(vec![reader]);
            }
        }
    }
    (!level.variables.is_empty()).then_some(level)
}

/// Whether two ops read the same id or size of a kernel.
fn reads_same(program: &dyn Program, a: OpId, b: OpId) -> bool {
    program.op_name(a) == program.op_name(b) && axis(program, a) == axis(program, b)
}

/// The dimension of an id or a size.
pub(crate) fn axis(program: &dyn Program, op: OpId) -> [Option<Attribute<'_>>; 2] {
    ["dimension", "axis"].map(|name| program.attribute(op, name))
}

/// The op of a name in the kernel or the launch around another op that reads the same dimension.
pub(crate) fn reader_beside(program: &dyn Program, op: OpId, name: &str) -> Option<OpId> {
    let mut ops = ops_within(program, function_of(program, op)?).into_iter();
    ops.find(|&it| program.op_name(it) == name && is_beside(program, it, op))
}

/// Whether two ops read the same dimension in one kernel or launch.
fn is_beside(program: &dyn Program, a: OpId, b: OpId) -> bool {
    let launch = |op| {
        let mut around = ancestors(program, op).into_iter();
        around.find(|&it| program.op_name(it) == "gpu.launch")
    };
    axis(program, a) == axis(program, b) && launch(a) == launch(b)
}

/// All ops within an op, in order.
pub(crate) fn ops_within(program: &dyn Program, op: OpId) -> Vec<OpId> {
    let inside = |op: OpId| {
        let blocks = program.regions(op).iter();
        let blocks = blocks.flat_map(|&region| program.blocks(region));
        blocks.flat_map(|&block| program.block_ops(block))
    };
    let mut found = vec![];
    let mut stack: Vec<OpId> = inside(op).copied().collect();
    stack.reverse();
    while let Some(op) = stack.pop() {
        found.push(op);
        let from = stack.len();
        stack.extend(inside(op));
        stack[from..].reverse();
    }
    found
}

/// The ancestors of an op, with itself first.
pub(crate) fn ancestors(program: &dyn Program, op: OpId) -> Vec<OpId> {
    let parent = |&op: &OpId| {
        let block = program.block_of(op)?;
        Some(program.region_parent(program.block_region(block)))
    };
    std::iter::successors(Some(op), parent).collect()
}

/// Whether an op reads the id of an instance of a kernel.
pub(crate) fn is_id(program: &dyn Program, op: OpId) -> bool {
    IDS.contains(&program.op_name(op))
}

/// Whether an op reads a size of a launch.
pub(crate) fn is_launch_size(program: &dyn Program, op: OpId) -> bool {
    matches!(
        program.op_name(op),
        "gpu.block_dim" | "gpu.grid_dim" | "tt.get_num_programs"
    )
}

/// The values that an id is below in every instance: the sizes that the kernel reads.
pub(crate) fn kernel_limit(program: &dyn Program, readers: &[OpId]) -> Vec<ValueId> {
    let limits = || {
        let reader = *readers.first()?;
        let size = match program.op_name(reader) {
            "gpu.thread_id" => "gpu.block_dim",
            "gpu.block_id" => "gpu.grid_dim",
            "tt.get_program_id" => "tt.get_num_programs",
            _ => return None,
        };
        let function = function_of(program, reader)?;
        let sizes = ops_within(program, function).into_iter();
        let same = |&op: &OpId| program.op_name(op) == size && is_beside(program, op, reader);
        let results = sizes
            .filter(same)
            .filter_map(|op| program.results(op).first());
        Some(results.copied().collect())
    };
    limits().unwrap_or_default()
}

/// The number of values of a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Size {
    Number(i64),
    Value(ValueId),
}

/// The size of a block in the dimension that an id reads, if an attribute of the kernel states it.
pub(crate) fn known_block_size(program: &dyn Program, reader: OpId) -> Option<i64> {
    let function = function_of(program, reader)?;
    let names = ["known_block_size", "gpu.known_block_size"];
    let sizes = names
        .iter()
        .find_map(|name| program.attribute(function, name));
    let Some(Attribute::Integers(sizes)) = sizes else {
        return None;
    };
    sizes.get(dimension(program, reader)?).copied()
}

/// The dimension of a launch that an id reads.
pub(crate) fn dimension(program: &dyn Program, reader: OpId) -> Option<usize> {
    match program.attribute(reader, "dimension")? {
        Attribute::String(name) => ["x", "y", "z"].iter().position(|it| *it == name),
        _ => None,
    }
}

impl Level {
    /// Whether its iterations are the instances of a kernel.
    pub(crate) fn is_launch(&self) -> bool {
        self.is_launch
    }

    /// The number of the variable that differs between neighbouring threads.
    pub(crate) fn fastest(&self, program: &dyn Program) -> usize {
        if program.op_name(self.op) == "gpu.launch" {
            return 3;
        }
        let is_thread = |readers: &Vec<OpId>| {
            let name = readers.first().map(|&op| program.op_name(op));
            matches!(
                name,
                Some("gpu.thread_id" | "gpu.global_id" | "gpu.lane_id")
            )
        };
        self.readers.iter().position(is_thread).unwrap_or(0)
    }

    /// Whether its iterations are the instances of a function that reads ids.
    pub(crate) fn is_function(&self, program: &dyn Program) -> bool {
        is_function(program, self.op)
    }

    /// Whether a variable is known to be the same in two iterations that differ in another one. Of the ids of a kernel some
    /// determine others, such as the number of a thread in its block its number in the grid.
    pub(crate) fn stays(&self, program: &dyn Program, at: usize, moving: usize) -> bool {
        let name = |at: usize| {
            let reader = self.readers.get(at)?.first()?;
            Some(program.op_name(*reader))
        };
        match (name(at), name(moving)) {
            _ if at == moving => false,
            (None, _) | (_, None) => true,
            (Some("gpu.block_id" | "tt.get_program_id"), Some(_)) => true,
            (Some("gpu.thread_id"), Some("gpu.thread_id")) => true,
            _ => false,
        }
    }

    /// The number of values of a variable of a launch, if the program states it.
    pub(crate) fn size(&self, program: &dyn Program, at: usize) -> Option<Size> {
        if program.op_name(self.op) == "gpu.launch" {
            let Some(Attribute::Integers(segments)) =
                program.attribute(self.op, "operandSegmentSizes")
            else {
                return None;
            };
            // Without async dependencies and clusters, the sizes are the first operands.
            let is_plain = segments.first() == Some(&0) && segments.get(7..10) == Some(&[0; 3]);
            let size = program.operands(self.op).get(at).filter(|_| is_plain)?;
            return Some(Size::Value(*size));
        }
        let readers = self.readers.get(at)?;
        if let Some(&size) = kernel_limit(program, readers).first() {
            return Some(Size::Value(size));
        }
        let reader = *readers.first()?;
        let is_thread = program.op_name(reader) == "gpu.thread_id";
        let size = known_block_size(program, reader).filter(|_| is_thread)?;
        Some(Size::Number(size))
    }

    /// The variables that are the same in all threads of a block.
    pub(crate) fn block_ids(&self, program: &dyn Program) -> Vec<ValueId> {
        if program.op_name(self.op) == "gpu.launch" {
            return self.variables.iter().take(3).copied().collect();
        }
        let of_block = |readers: &[OpId]| {
            let name = readers.first().map(|&op| program.op_name(op));
            matches!(
                name,
                Some("gpu.block_id" | "gpu.cluster_id" | "gpu.cluster_block_id")
            )
        };
        let variables = self.variables.iter().zip(&self.readers);
        let of_block = variables.filter(|(_, readers)| of_block(readers));
        of_block.map(|(&variable, _)| variable).collect()
    }
}
