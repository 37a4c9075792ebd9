//! The memory that is live at once in random functions, compared with executions.

use super::Report;
use calipers::analysis::Analysis;
use calipers::count::{Exactness, peak};
use calipers::ir::{Module, ParseOptions};
use calipers::number::Int;
use calipers::program::Column;
use calipers::rules::Rules;
use fastrand::Rng;
use std::fmt::Write;
use std::time::Instant;

/// The number of executions of each function.
const EXECUTIONS: usize = 20;

/// The number of sizes, and of flags, that are arguments.
const ARGUMENTS: usize = 2;

/// A size: of a dimension, or the number of iterations.
#[derive(Clone, Debug)]
enum Size {
    Constant(i64),
    Argument(usize),
    /// The variable of a loop.
    Variable(usize),
    /// The minimum of the last two and a constant.
    AtMost(Box<Size>, i64),
}

#[derive(Clone, Debug)]
enum Item {
    Allocate {
        id: usize,
        sizes: Vec<Size>,
        on_stack: bool,
    },
    Free(usize),
    Loop {
        variable: usize,
        count: Size,
        is_parallel: bool,
        body: Vec<Item>,
    },
    If {
        flag: usize,
        branches: [Vec<Item>; 2],
    },
}

struct Generator {
    rng: Rng,
    variables: Vec<usize>,
    next: usize,
}

impl Generator {
    fn size(&mut self) -> Size {
        let size = match self.rng.u8(0..4) {
            0 if !self.variables.is_empty() => {
                Size::Variable(self.variables[self.rng.usize(0..self.variables.len())])
            }
            0 | 1 => Size::Constant(self.rng.i64(1..=16)),
            _ => Size::Argument(self.rng.usize(0..ARGUMENTS)),
        };
        match (&size, self.rng.u8(0..4)) {
            (Size::Constant(_), _) | (_, 1..) => size,
            _ => Size::AtMost(Box::new(size), self.rng.i64(1..=8)),
        }
    }

    fn block(&mut self, depth: usize) -> Vec<Item> {
        let mut block = vec![];
        let mut live = vec![];
        for _ in 0..self.rng.usize(1..=4) {
            match self.rng.u8(0..6) {
                0 if depth > 0 => block.push(self.a_loop(depth)),
                1 if depth > 0 => {
                    let branches = [self.block(depth - 1), self.block(depth - 1)];
                    let flag = self.rng.usize(0..ARGUMENTS);
                    block.push(Item::If { flag, branches });
                }
                2 if !live.is_empty() => {
                    let id = live.swap_remove(self.rng.usize(0..live.len()));
                    block.push(Item::Free(id));
                }
                _ => {
                    let on_stack = self.rng.u8(0..5) == 0;
                    let rank = self.rng.usize(1..=2);
                    let sizes = (0..rank).map(|_| self.size()).collect();
                    let id = self.fresh();
                    if !on_stack {
                        live.push(id);
                    }
                    block.push(Item::Allocate {
                        id,
                        sizes,
                        on_stack,
                    });
                }
            }
        }
        for id in live {
            if self.rng.u8(0..3) > 0 {
                block.push(Item::Free(id));
            }
        }
        block
    }

    fn a_loop(&mut self, depth: usize) -> Item {
        let count = self.size();
        let variable = self.fresh();
        self.variables.push(variable);
        let body = self.block(depth - 1);
        self.variables.pop();
        Item::Loop {
            variable,
            count,
            is_parallel: self.rng.u8(0..4) == 0,
            body,
        }
    }

    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next
    }
}

/// The memory of a block: the most at once, and how much remains allocated after it, on the heap and on the stack.
#[derive(Default)]
struct Memory {
    most: i64,
    heap: i64,
    stack: i64,
}

impl Memory {
    fn live(&self) -> i64 {
        self.heap + self.stack
    }

    fn see(&mut self, inner: &Memory) {
        self.most = self.most.max(self.live() + inner.most);
    }
}

struct Inputs {
    sizes: [i64; ARGUMENTS],
    flags: [bool; ARGUMENTS],
}

struct Execution<'i> {
    inputs: &'i Inputs,
    variables: Vec<(usize, i64)>,
}

impl Execution<'_> {
    fn size(&self, size: &Size) -> i64 {
        match size {
            Size::Constant(size) => *size,
            Size::Argument(number) => self.inputs.sizes[*number],
            Size::Variable(id) => {
                let mut known = self.variables.iter();
                known.find(|(other, _)| other == id).map_or(0, |it| it.1)
            }
            Size::AtMost(size, limit) => self.size(size).min(*limit),
        }
    }

    fn block(&mut self, block: &[Item]) -> Memory {
        let mut memory = Memory::default();
        let mut sizes: Vec<(usize, i64)> = vec![];
        for item in block {
            match item {
                Item::Allocate {
                    id,
                    sizes: dims,
                    on_stack,
                } => {
                    let bytes = 4 * dims.iter().map(|it| self.size(it)).product::<i64>();
                    match on_stack {
                        true => memory.stack += bytes,
                        false => memory.heap += bytes,
                    }
                    sizes.push((*id, bytes));
                    memory.most = memory.most.max(memory.live());
                }
                Item::Free(id) => {
                    let freed = sizes.iter().find(|(other, _)| other == id);
                    memory.heap -= freed.map_or(0, |it| it.1);
                }
                Item::If { flag, branches } => {
                    let inner = self.block(&branches[usize::from(!self.inputs.flags[*flag])]);
                    memory.see(&inner);
                    memory.heap += inner.heap;
                    memory.stack += inner.stack;
                }
                Item::Loop {
                    variable,
                    count,
                    is_parallel,
                    body,
                } => {
                    let mut together = Memory::default();
                    for value in 0..self.size(count) {
                        self.variables.push((*variable, value));
                        let inner = self.block(body);
                        self.variables.pop();
                        match is_parallel {
                            true => {
                                together.most += inner.most;
                                together.heap += inner.heap;
                            }
                            false => {
                                memory.see(&inner);
                                memory.heap += inner.heap;
                            }
                        }
                    }
                    memory.see(&together);
                    memory.heap += together.heap;
                }
            }
        }
        memory
    }
}

#[derive(Default)]
struct Writer {
    text: String,
    next: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    fn name(&mut self, op: &str) -> String {
        self.next += 1;
        let name = format!("%t{}", self.next);
        self.line(&format!("{name} = {op}"));
        name
    }

    fn size(&mut self, size: &Size) -> String {
        match size {
            Size::Constant(size) => self.name(&format!("arith.constant {size} : index")),
            Size::Argument(number) => format!("%n{number}"),
            Size::Variable(id) => format!("%v{id}"),
            Size::AtMost(size, limit) => {
                let size = self.size(size);
                let limit = self.name(&format!("arith.constant {limit} : index"));
                self.name(&format!("arith.minsi {size}, {limit} : index"))
            }
        }
    }

    fn block(&mut self, block: &[Item]) {
        let mut types: Vec<(usize, String)> = vec![];
        for item in block {
            match item {
                Item::Allocate {
                    id,
                    sizes,
                    on_stack,
                } => {
                    let mut ty = String::from("memref<");
                    let mut dynamic = vec![];
                    for size in sizes {
                        match size {
                            Size::Constant(size) => ty += &format!("{size}x"),
                            size => {
                                dynamic.push(self.size(size));
                                ty += "?x";
                            }
                        }
                    }
                    ty += "f32>";
                    let op = if *on_stack { "alloca" } else { "alloc" };
                    self.line(&format!(
                        "%b{id} = memref.{op}({}) : {ty}",
                        dynamic.join(", ")
                    ));
                    types.push((*id, ty));
                }
                Item::Free(id) => {
                    let ty = types.iter().find(|(other, _)| other == id);
                    let ty = ty.map_or("", |it| &it.1);
                    self.line(&format!("memref.dealloc %b{id} : {ty}"));
                }
                Item::Loop {
                    variable,
                    count,
                    is_parallel,
                    body,
                } => {
                    let zero = self.name("arith.constant 0 : index");
                    let one = self.name("arith.constant 1 : index");
                    let count = self.size(count);
                    self.line(&match is_parallel {
                        true => format!(
                            "scf.parallel (%v{variable}) = ({zero}) to ({count}) step ({one}) {{"
                        ),
                        false => format!("scf.for %v{variable} = {zero} to {count} step {one} {{"),
                    });
                    self.block(body);
                    self.line("}");
                }
                Item::If { flag, branches } => {
                    self.line(&format!("scf.if %f{flag} {{"));
                    self.block(&branches[0]);
                    self.line("} else {");
                    self.block(&branches[1]);
                    self.line("}");
                }
            }
        }
    }
}

/// Asks for the peak of the function with a number.
pub fn examine_peak(number: u64, rules: &Rules, report: &mut Report) {
    let mut generator = Generator {
        rng: Rng::with_seed(number),
        variables: vec![],
        next: 0,
    };
    let body = generator.block(2);
    let mut writer = Writer::default();
    writer.line("func.func @f(%n0: index, %n1: index, %f0: i1, %f1: i1) {");
    writer.block(&body);
    writer.line("return\n}");
    let text = writer.text;
    let module = match Module::parse(&text, "peak.mlir", ParseOptions::default()) {
        Ok(module) => module,
        Err(error) => return report.wrong.push(format!("invalid: {error}\n{text}")),
    };
    let mut analysis = Analysis::new(&module, rules);
    let start = Instant::now();
    let found = peak(&mut analysis, module.ops_named("func.func")[0]);
    report.times.push(start.elapsed());
    report.questions += 1;
    let count = match found {
        Ok(found) => found.bytes,
        Err(failure) => {
            let reason = failure.to_string();
            *report.none.entry(reason).or_default() += 1;
            return;
        }
    };
    match count.exactness {
        Exactness::Exact => report.exact += 1,
        Exactness::Upper => report.upper += 1,
    }
    let mut rng = Rng::with_seed(number);
    for _ in 0..EXECUTIONS {
        let inputs = Inputs {
            sizes: [rng.i64(0..=9), rng.i64(0..=9)],
            flags: [rng.bool(), rng.bool()],
        };
        let mut execution = Execution {
            inputs: &inputs,
            variables: vec![],
        };
        let expected = Int::from(execution.block(&body).most);
        let value = |column: &Column| {
            let named = |name: String| module.value_named(&name);
            let is = |name: String| column.value().is_some() && named(name) == column.value();
            (0..ARGUMENTS).find_map(|at| match () {
                () if is(format!("%n{at}")) => Some(Int::from(inputs.sizes[at])),
                () if is(format!("%f{at}")) => Some(Int::from(i64::from(inputs.flags[at]))),
                () => None,
            })
        };
        let found = count.term.evaluate(&value);
        let is_right = found.as_ref().is_some_and(|found| match count.exactness {
            Exactness::Exact => *found == expected,
            Exactness::Upper => *found >= expected,
        });
        if !is_right {
            let answer = format!(
                "{:?} {:?} is {found:?}, not {expected}",
                count.exactness, count.term
            );
            return report.wrong.push(format!("{text}\n{answer}"));
        }
    }
}
