//! Nests as programs.

use super::{Kind, Loop, Nest, Operator, Statement, Term, View};
use std::fmt::Write;

/// The text of a nest, with the accesses as `memref.load` and `vector.load` ops of values `%a0`, `%a1`.
pub fn text(nest: &Nest) -> String {
    let mut writer = Writer {
        nest,
        text: String::new(),
        next: 0,
    };
    let arguments = (0..nest.arguments).map(|number| format!("%n{number}: index"));
    let buffer = format!("%m: {}", writer.buffer_type());
    let arguments: Vec<String> = [buffer].into_iter().chain(arguments).collect();
    let arguments = arguments.join(", ");
    let kernel = nest.body.iter().find_map(|statement| match statement {
        Statement::Loop(it) if it.kind == Kind::Kernel => Some(it),
        _ => None,
    });
    match kernel {
        Some(kernel) => {
            let size = |at: usize| match kernel.variables[at].2 {
                Term::Constant(size) => size,
                _ => 1,
            };
            let sizes = format!(
                "known_grid_size = array<i32: {}, 1, 1>, known_block_size = array<i32: {}, 1, 1>",
                size(0),
                size(1)
            );
            writer.line("gpu.module @kernels {");
            writer.line(&format!(
                "gpu.func @f({arguments}) kernel attributes {{{sizes}}} {{"
            ));
            writer.block(&nest.body);
            writer.line("gpu.return\n}\n}");
        }
        None => {
            writer.line(&format!("func.func @f({arguments}) {{"));
            writer.block(&nest.body);
            writer.line("return\n}");
        }
    }
    writer.text
}

struct Writer<'n> {
    nest: &'n Nest,
    text: String,
    next: usize,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%t{}", self.next)
    }

    fn buffer_type(&self) -> String {
        let sizes = self.nest.sizes.iter();
        let sizes = sizes.map(|size| size.map_or("?".to_owned(), |size| size.to_string()) + "x");
        format!("memref<{}f32>", sizes.collect::<String>())
    }

    fn block(&mut self, block: &[Statement]) {
        for statement in block {
            match statement {
                Statement::Loop(it) => self.a_loop(it),
                Statement::Guard {
                    equal,
                    sides: [a, b],
                    branches: [then, otherwise],
                } => {
                    let (a, b) = (self.term(a), self.term(b));
                    let condition = self.fresh();
                    let predicate = if *equal { "eq" } else { "slt" };
                    self.line(&format!(
                        "{condition} = arith.cmpi {predicate}, {a}, {b} : index"
                    ));
                    self.line(&format!("scf.if {condition} {{"));
                    self.block(then);
                    self.line("} else {");
                    self.block(otherwise);
                    self.line("}");
                }
                Statement::Access(number) => self.access(*number),
            }
        }
    }

    fn a_loop(&mut self, it: &Loop) {
        let mut lists: [Vec<String>; 4] = Default::default();
        for (variable, lower, upper, step) in &it.variables {
            lists[0].push(format!("%i{variable}"));
            if it.kind == Kind::Affine {
                for (list, term) in lists[1..].iter_mut().zip([lower, upper]) {
                    if let Term::Constant(value) = term {
                        list.push(value.to_string());
                    }
                }
                lists[3].push(step.to_string());
            } else {
                let values = [self.term(lower), self.term(upper), self.constant(*step)];
                for (list, value) in lists[1..].iter_mut().zip(values) {
                    list.push(value);
                }
            }
        }
        let [variables, lowers, uppers, steps] = lists.map(|list| list.join(", "));
        match it.kind {
            Kind::For => return self.a_for(it, &variables, &lowers, &uppers, &steps),
            Kind::Affine => self.line(&format!(
                "affine.for {variables} = {lowers} to {uppers} step {steps} {{"
            )),
            Kind::Parallel => self.line(&format!(
                "scf.parallel ({variables}) = ({lowers}) to ({uppers}) step ({steps}) {{"
            )),
            Kind::Forall => self.line(&format!(
                "scf.forall ({variables}) = ({lowers}) to ({uppers}) step ({steps}) {{"
            )),
            Kind::Launch => {
                let one = self.constant(1);
                let ids: Vec<&str> = variables.split(", ").collect();
                let sizes: Vec<&str> = uppers.split(", ").collect();
                let [block, thread] = [ids[0], ids[1]];
                let [grid, threads] = [sizes[0], sizes[1]];
                self.line(&format!(
                    "gpu.launch blocks({block}, %by, %bz) in (%gx = {grid}, %gy = {one}, %gz = {one}) \
                     threads({thread}, %ty, %tz) in (%sx = {threads}, %sy = {one}, %sz = {one}) {{"
                ));
                self.block(&it.body);
                return self.line("gpu.terminator\n}");
            }
            Kind::Kernel => {
                let ids: Vec<&str> = variables.split(", ").collect();
                self.line(&format!("{} = gpu.block_id x", ids[0]));
                self.line(&format!("{} = gpu.thread_id x", ids[1]));
                return self.block(&it.body);
            }
        }
        self.block(&it.body);
        self.line("}");
    }

    fn a_for(&mut self, it: &Loop, variable: &str, lower: &str, upper: &str, step: &str) {
        let range = format!("{variable} = {lower} to {upper} step {step}");
        let Some((number, initial, increment)) = &it.carried else {
            self.line(&format!("scf.for {range} {{"));
            self.block(&it.body);
            return self.line("}");
        };
        let initial = self.term(initial);
        let result = self.fresh();
        self.line(&format!(
            "{result} = scf.for {range} iter_args(%i{number} = {initial}) -> (index) {{"
        ));
        self.block(&it.body);
        let increment = self.term(increment);
        let next = self.fresh();
        self.line(&format!(
            "{next} = arith.addi %i{number}, {increment} : index"
        ));
        self.line(&format!("scf.yield {next} : index\n}}"));
    }

    fn access(&mut self, number: usize) {
        let touch = &self.nest.accesses[number];
        let mut buffer = "%m".to_owned();
        let mut ty = self.buffer_type();
        let rank = self.nest.sizes.len();
        match &touch.view {
            View::Whole => {}
            View::Slice(offsets, strides) => {
                let offsets: Vec<String> = offsets.iter().map(|it| self.term(it)).collect();
                let big = self.constant(1000);
                let sizes = vec![big; rank].join(", ");
                let layout = strides.iter().enumerate().map(|(dim, stride)| {
                    let inner = self.nest.sizes[dim + 1..].iter().copied();
                    let inner = inner.product::<Option<i64>>();
                    inner.map_or("?".to_owned(), |inner| (inner * stride).to_string())
                });
                let result = format!(
                    "memref<{}f32, strided<[{}], offset: ?>>",
                    "?x".repeat(rank),
                    layout.collect::<Vec<_>>().join(", ")
                );
                let strides: Vec<String> = strides.iter().map(i64::to_string).collect();
                let view = self.fresh();
                self.line(&format!(
                    "{view} = memref.subview {buffer}[{}] [{sizes}] [{}] : {ty} to {result}",
                    offsets.join(", "),
                    strides.join(", ")
                ));
                (buffer, ty) = (view, result);
            }
            View::Transposed => {
                let size = |at: usize| {
                    let size: Option<i64> = self.nest.sizes[at];
                    size.map_or("?".to_owned(), |size| size.to_string())
                };
                let row = size(1);
                let result = format!("memref<{}x{}xf32, strided<[1, {row}]>>", size(1), size(0));
                let view = self.fresh();
                self.line(&format!(
                    "{view} = memref.transpose {buffer} (d0, d1) -> (d1, d0) : {ty} to {result}"
                ));
                (buffer, ty) = (view, result);
            }
            View::Rows(length) => {
                let zero = self.constant(0);
                let size = self.fresh();
                self.line(&format!("{size} = memref.dim {buffer}, {zero} : {ty}"));
                let rows = self.fresh();
                let divisor = self.constant(*length);
                self.line(&format!("{rows} = arith.divui {size}, {divisor} : index"));
                let result = format!("memref<?x{length}xf32>");
                let view = self.fresh();
                self.line(&format!(
                    "{view} = memref.expand_shape {buffer} [[0, 1]] output_shape [{rows}, {length}] : {ty} into {result}"
                ));
                (buffer, ty) = (view, result);
            }
            View::Flat => {
                let count: i64 = self.nest.sizes.iter().flatten().product();
                let result = format!("memref<{count}xf32>");
                let view = self.fresh();
                self.line(&format!(
                    "{view} = memref.collapse_shape {buffer} [[0, 1]] : {ty} into {result}"
                ));
                (buffer, ty) = (view, result);
            }
        }
        let indices: Vec<String> = touch.indices.iter().map(|it| self.term(it)).collect();
        let indices = indices.join(", ");
        self.line(&match touch.width {
            1 => format!("%a{number} = memref.load {buffer}[{indices}] : {ty}"),
            width => {
                format!("%a{number} = vector.load {buffer}[{indices}] : {ty}, vector<{width}xf32>")
            }
        });
    }

    fn constant(&mut self, value: i64) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = arith.constant {value} : index"));
        name
    }

    /// The name of the value of a term.
    fn term(&mut self, term: &Term) -> String {
        match term {
            Term::Variable(number) | Term::Carried(number) => format!("%i{number}"),
            Term::Argument(number) => format!("%n{number}"),
            Term::Constant(value) => self.constant(*value),
            Term::Binary(operator, a, b) => {
                let (a, b) = (self.term(a), self.term(b));
                let name = self.fresh();
                let op = match operator {
                    Operator::Add => format!("arith.addi {a}, {b} : index"),
                    Operator::Sub => format!("arith.subi {a}, {b} : index"),
                    Operator::Mul => format!("arith.muli {a}, {b} : index"),
                    Operator::FloorDiv => format!("arith.floordivsi {a}, {b} : index"),
                    Operator::Mod => {
                        format!("affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>({a})[{b}]")
                    }
                    Operator::Xor => format!("arith.xori {a}, {b} : index"),
                    Operator::Div => format!("arith.divsi {a}, {b} : index"),
                    Operator::Rem => format!("arith.remsi {a}, {b} : index"),
                    Operator::Min => format!("arith.minsi {a}, {b} : index"),
                    Operator::Max => format!("arith.maxsi {a}, {b} : index"),
                };
                self.line(&format!("{name} = {op}"));
                name
            }
        }
    }
}
