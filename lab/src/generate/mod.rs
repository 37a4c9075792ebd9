//! Random well-formed programs, biased toward error-prone cases: loops without iterations, casts on paths that are
//! not taken, negative sizes in code that is not executed, values that loops swap, integers that wrap, divisors that
//! may be zero, facts that hold only inside regions.

mod calls;
mod devices;
mod graph;
mod lists;
mod memory;
mod models;
mod more;
mod places;
mod regions;
mod scalars;
mod shape_values;
mod shapes;
mod speculative;
mod types;
mod vectors;

pub use models::model;

use crate::speculate::hoisted;
use calls::Callee;
use fastrand::Rng;
use types::Ty;

/// The emphasis of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Character {
    integers: bool,
    shapes: bool,
    branches: bool,
    huge: bool,
    devices: bool,
    /// Mostly small tensors of index values.
    lists: bool,
    /// Vectors whose elements are rearranged.
    vectors: bool,
    /// Many ops that may give poison, and comparisons of their operands.
    speculates: bool,
}

/// A value in scope.
#[derive(Clone, PartialEq, Debug)]
struct Usable {
    name: String,
    ty: Ty,
}

struct Generator {
    random: Rng,
    character: Character,
    lines: Vec<String>,
    indent: usize,
    names: usize,
    blocks: usize,
    scope: Vec<Usable>,
    /// Values that are valid symbols of affine maps everywhere.
    symbols: Vec<String>,
    /// The callable functions.
    callees: Vec<Callee>,
    /// The remaining number of ops.
    budget: i64,
    depth: usize,
}

/// The text of a program with one public function, `@f`, and in some programs private functions that it calls;
/// deterministic for a seed.
pub fn program(seed: u64) -> String {
    of_character(seed, false)
}

/// The text of a program like those of [`program`], with many speculatable ops, and comparisons that would be decided
/// if none of them gave poison.
pub fn speculative(seed: u64) -> String {
    of_character(seed, true)
}

fn of_character(seed: u64, speculates: bool) -> String {
    let mut random = Rng::with_seed(seed);
    let mut aside = Rng::with_seed(!seed);
    let calls = aside.u32(0..8) == 0;
    let lists = !calls && aside.u32(0..8) == 0;
    let character = Character {
        integers: random.u32(0..5) < 3 || speculates,
        shapes: random.u32(0..10) < 7,
        branches: random.u32(0..10) < 3,
        huge: random.u32(0..10) == 0,
        devices: random.u32(0..8) == 0,
        lists,
        vectors: !calls && !lists && aside.u32(0..8) == 0,
        speculates,
    };
    let budget = [8, 14, 24, 40][random.usize(..4)];
    let (callees, texts) = match calls {
        true => Generator::callees(&mut aside, character),
        false => (vec![], vec![]),
    };
    let mut generator = Generator::new(random, character, budget);
    generator.callees = callees;
    generator.function() + &texts.concat()
}

/// By default, one in this many programs of a fuzzing run consists of whole tensors.
pub const MODELS: u64 = 7;

/// The text of a program for a fuzzing run: one in `models` consists of whole tensors, and one in eight has many
/// speculatable ops.
pub fn numbered(seed: u64, number: u64, models: u64) -> String {
    match number.checked_rem(models) == Some(models - 1) {
        true => model(seed),
        false if number % 8 == 5 => hoisted(seed),
        false => program(seed),
    }
}

impl Generator {
    /// A generator without values.
    fn new(random: Rng, character: Character, budget: i64) -> Generator {
        Generator {
            random,
            character,
            lines: vec![],
            indent: 1,
            names: 0,
            blocks: 0,
            scope: vec![],
            symbols: vec![],
            callees: vec![],
            budget,
            depth: 0,
        }
    }

    fn function(mut self) -> String {
        let mut arguments = vec![];
        let count = self.random.usize(1..6);
        let mut types: Vec<Ty> = (0..count).map(|_| self.argument_type()).collect();
        if self.character.speculates {
            types.extend([Ty::Int(8), Ty::Int(32), Ty::Int(8)]);
        }
        if self.character.vectors {
            let all = [Ty::Index, Ty::Int(8), Ty::Int(32)];
            types.extend(all.clone().into_iter().chain(all));
        }
        for ty in types {
            let name = format!("%a{}", arguments.len());
            if ty == Ty::Index {
                self.symbols.push(name.clone());
            }
            arguments.push(format!("{name}: {}", ty.text()));
            self.scope.push(Usable { name, ty });
        }
        arguments.push("%f: f32".into());
        let own = |name: &str, ty: Ty| Usable {
            name: name.into(),
            ty,
        };
        self.scope.push(own("%f", Ty::Float));
        if self.character.branches && self.random.u32(0..2) == 0 {
            self.graph("func.return", &[]);
        } else {
            self.body();
            self.emit("return");
        }
        let arguments = arguments.join(", ");
        let lines = self.lines.join("\n");
        let kernel = self.kernel();
        format!("func.func @f({arguments}){kernel} {{\n{lines}\n}}\n")
    }

    fn argument_type(&mut self) -> Ty {
        match self.random.u32(0..10) {
            0..=4 => Ty::Index,
            5..=6 if self.character.integers => self.integer_type(),
            7..=9 if self.character.shapes => self.new_shape(),
            _ => Ty::Index,
        }
    }

    fn integer_type(&mut self) -> Ty {
        Ty::Int([1, 8, 8, 8, 16, 32, 32, 64, 5][self.random.usize(..9)])
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.random.u32(0..100) < percent
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.random.usize(..all.len())].clone()
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn emit(&mut self, text: impl AsRef<str>) {
        let line = format!("{}{}", "  ".repeat(self.indent), text.as_ref());
        self.lines.push(line);
    }

    fn add(&mut self, name: impl Into<String>, ty: Ty) -> String {
        let name = name.into();
        self.scope.push(Usable {
            name: name.clone(),
            ty,
        });
        name
    }

    /// An op with one result.
    fn op(&mut self, ty: Ty, text: impl AsRef<str>) -> String {
        let name = self.fresh();
        self.emit(format!("{name} = {}", text.as_ref()));
        self.add(name, ty)
    }

    /// An existing value of a type, with a preference for recent ones.
    fn find(&mut self, ty: &Ty) -> Option<String> {
        let all: Vec<&Usable> = self.scope.iter().filter(|it| it.ty == *ty).collect();
        let from = match self.random.bool() {
            true => all.len().saturating_sub(6),
            false => 0,
        };
        let count = all.len() - from;
        (count > 0).then(|| all[from + self.random.usize(..count)].name.clone())
    }

    /// An existing value of a type, or a new one.
    fn pick(&mut self, ty: &Ty) -> String {
        match self.find(ty) {
            Some(name) => name,
            None => self.make(ty),
        }
    }

    fn index(&mut self) -> String {
        match self.chance(15) {
            true => self.constant(&Ty::Index),
            false => self.pick(&Ty::Index),
        }
    }

    fn number(&mut self) -> i64 {
        const HUGE: [i64; 9] = [
            i64::MAX,
            i64::MIN,
            i64::MAX - 1,
            1 << 62,
            1 << 32,
            1 << 31,
            -(1 << 31),
            1_000_000_007,
            -(1 << 62),
        ];
        const USUAL: [i64; 17] = [0, 1, 2, 3, 4, 5, 7, 8, 10, 12, 16, -1, -2, -3, -5, -8, 32];
        match self.random.u32(0..10) {
            0..=2 if self.character.huge => self.one_of(&HUGE),
            0..=7 => self.one_of(&USUAL),
            _ => self.random.i64(-20..=20),
        }
    }

    fn constant(&mut self, ty: &Ty) -> String {
        let value = self.number();
        self.constant_of(ty, value)
    }

    /// A constant, wrapped to the width of the type.
    fn constant_of(&mut self, ty: &Ty, value: i64) -> String {
        let text = match ty {
            Ty::Int(1) => self.one_of(&["true", "false"]).to_owned(),
            Ty::Int(width) => {
                let half = 1i128 << (width - 1);
                let value = (i128::from(value) + half).rem_euclid(2 * half) - half;
                format!("{value} : i{width}")
            }
            _ => format!("{value} : index"),
        };
        let name = self.op(ty.clone(), format!("arith.constant {text}"));
        if *ty == Ty::Index && self.depth == 0 {
            self.symbols.push(name.clone());
        }
        name
    }

    /// A new value of a type.
    fn make(&mut self, ty: &Ty) -> String {
        let sizes = |generator: &mut Self, dims: &[Option<i64>]| {
            let dynamic = dims.iter().filter(|dim| dim.is_none());
            let sizes: Vec<String> = dynamic.map(|_| generator.size()).collect();
            sizes.join(", ")
        };
        match ty {
            Ty::Index | Ty::Int(_) => self.constant(ty),
            Ty::Float => "%f".into(),
            Ty::Tensor(dims) => {
                let sizes = sizes(self, dims);
                self.op(ty.clone(), format!("tensor.empty({sizes}) : {}", ty.text()))
            }
            Ty::Memref(dims, None) => {
                let sizes = sizes(self, dims);
                self.op(ty.clone(), format!("memref.alloc({sizes}) : {}", ty.text()))
            }
            Ty::Extents(length) => {
                let elements: Vec<String> = (0..*length).map(|_| self.index()).collect();
                let elements = elements.join(", ");
                self.op(
                    ty.clone(),
                    format!("tensor.from_elements {elements} : {}", ty.text()),
                )
            }
            Ty::Memref(dims, Some(layout)) => {
                // A view of a plain buffer of any size.
                let plain = Ty::Memref(vec![None], None);
                let source = self.pick(&plain);
                let list = |generator: &mut Self, values: &[Option<i64>]| {
                    let values: Vec<String> = values
                        .iter()
                        .map(|value| match value {
                            Some(value) => value.to_string(),
                            None => generator.size(),
                        })
                        .collect();
                    values.join(", ")
                };
                let offset = list(self, &[layout.offset]);
                let dims = list(self, dims);
                let strides = list(self, &layout.strides);
                self.op(
                    ty.clone(),
                    format!(
                        "memref.reinterpret_cast {source} to offset: [{offset}], sizes: [{dims}], \
                         strides: [{strides}] : {} to {}",
                        plain.text(),
                        ty.text()
                    ),
                )
            }
        }
    }

    /// A value for use as a size, often non-negative.
    fn size(&mut self) -> String {
        match self.random.u32(0..20) {
            0..=7 => self.pick(&Ty::Index),
            8..=11 => {
                let size = self.one_of(&[0, 1, 2, 3, 4, 7]);
                self.constant_of(&Ty::Index, size)
            }
            _ => {
                let zero = self.constant_of(&Ty::Index, 0);
                let other = self.pick(&Ty::Index);
                self.op(Ty::Index, format!("arith.maxsi {other}, {zero} : index"))
            }
        }
    }

    /// A sequence of ops.
    fn body(&mut self) {
        for _ in 0..self.random.usize(2..9) {
            if self.budget <= 0 {
                return;
            }
            self.budget -= 1;
            self.statement();
        }
    }

    fn statement(&mut self) {
        if self.character.speculates && self.chance(30) {
            return self.speculated();
        }
        if self.character.devices && self.chance(25) {
            return self.device();
        }
        if self.character.lists && self.chance(60) {
            return self.elements();
        }
        if self.character.vectors && self.chance(30) {
            return self.vector_elements();
        }
        if !self.callees.is_empty() && self.chance(15) {
            return self.call();
        }
        match self.random.u32(0..100) {
            0 => self.assumption(),
            1 => self.index_op(),
            2..=24 => self.arithmetic(),
            25..=31 => drop(self.comparison()),
            32..=35 => self.logic(),
            36..=41 => self.selection(),
            42..=47 => self.cast(),
            48..=57 => self.affine(),
            58..=75 if self.character.shapes => self.shaped(),
            58..=62 => self.arithmetic(),
            63..=66 => self.constant_statement(),
            _ if self.depth < 3 => self.structured(),
            _ => self.arithmetic(),
        }
    }

    fn constant_statement(&mut self) {
        let ty = self.scalar_type();
        self.constant(&ty);
    }

    /// Mostly an index, sometimes an integer.
    fn scalar_type(&mut self) -> Ty {
        match self.character.integers && self.chance(40) {
            true => self.integer_type(),
            false => Ty::Index,
        }
    }
}
