//! Programs of whole tensors: StableHLO, TOSA, ONNX. The generator tracks which sizes are equal by construction, so
//! that most ops have matching operands.

mod hlo;
mod hlo_control;
mod hlo_lists;
mod hlo_shapes;
mod hlo_windows;
mod integers;
mod onnx;
mod tosa;

use fastrand::Rng;

/// A size: the one in the type, and an id. Equal ids are equal sizes; an id below [`FIRST_DYNAMIC`] is the size
/// itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Size {
    stated: Option<i64>,
    id: i64,
}

const FIRST_DYNAMIC: i64 = 1_000;

impl Size {
    /// Its value, if known.
    fn known(self) -> Option<i64> {
        (self.id < FIRST_DYNAMIC).then_some(self.id)
    }
}

/// A type, and the name of a value of that type.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Tensor {
    name: String,
    element: &'static str,
    dims: Vec<Size>,
}

/// Element types, each with its form in the type of a tensor without a rank.
const UNRANKED: [(&str, &str); 3] = [("f32", "*xf32"), ("i32", "*xi32"), ("i64", "*xi64")];

/// The element type of a `!tosa.shape`, which is not a tensor.
const SHAPE: &str = "shape";

impl Tensor {
    fn ty(&self) -> String {
        let size = |dim: &Size| dim.stated.map_or("?".into(), |size| size.to_string());
        let sizes: Vec<String> = self.dims.iter().map(size).collect();
        match self.element {
            SHAPE => format!("!tosa.shape<{}>", sizes.join("x")),
            element => {
                let sizes: String = sizes.iter().map(|size| format!("{size}x")).collect();
                format!("tensor<{sizes}{element}>")
            }
        }
    }

    fn rank(&self) -> usize {
        self.dims.len()
    }

    /// The type with dynamic sizes.
    fn open_sizes(&self) -> Vec<Size> {
        let open = |&size: &Size| Size {
            stated: None,
            ..size
        };
        self.dims.iter().map(open).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dialect {
    Hlo,
    Tosa,
    Onnx,
}

struct Model {
    random: Rng,
    dialect: Dialect,
    lines: Vec<String>,
    indent: usize,
    names: usize,
    sizes: i64,
    scope: Vec<Tensor>,
    depth: usize,
}

/// The text of a program with one function, `@f`, of tensors; deterministic for a seed.
pub fn model(seed: u64) -> String {
    let mut random = Rng::with_seed(seed ^ 0x7e50);
    let dialect = [Dialect::Hlo, Dialect::Hlo, Dialect::Tosa, Dialect::Onnx][random.usize(..4)];
    let model = Model {
        random,
        dialect,
        lines: vec![],
        indent: 1,
        names: 0,
        sizes: FIRST_DYNAMIC,
        scope: vec![],
        depth: 0,
    };
    model.function()
}

impl Model {
    fn function(mut self) -> String {
        let mut arguments = vec![];
        for n in 0..self.random.usize(2..5) {
            let rank = self.one_of(&[1, 2, 2, 3, 3, 4]);
            let dims = (0..rank).map(|_| self.any_size()).collect();
            let mut argument = Tensor {
                name: format!("%a{n}"),
                element: "f32",
                dims,
            };
            if n > 0 && self.chance(30) {
                argument.element = self.integer_element();
                let length = self.random.i64(1..4);
                argument.dims = vec![self.stated(length)];
            }
            let mut ty = argument.ty();
            let open = argument.dims.iter().any(|dim| dim.stated.is_none());
            if self.dialect == Dialect::Hlo && open && argument.element == "f32" && self.chance(15)
            {
                let mut bound = |dim: &Size| match dim.stated {
                    Some(_) => "?".to_owned(),
                    None => self.random.i64(1..9).to_string(),
                };
                let bounds: Vec<String> = argument.dims.iter().map(&mut bound).collect();
                ty = ty.replace('>', &format!(", #stablehlo.bounds<{}>>", bounds.join(", ")));
                // The type of the argument has bounds; the result of `negate` has the plain type.
                arguments.push(format!("%b{n}: {ty}"));
                self.lines.push(format!(
                    "  {} = \"stablehlo.negate\"(%b{n}) : ({ty}) -> {}",
                    argument.name,
                    argument.ty()
                ));
            } else {
                arguments.push(format!("{}: {ty}", argument.name));
            }
            self.scope.push(argument);
        }
        for _ in 0..self.random.usize(4..16) {
            self.statement();
        }
        let arguments = arguments.join(", ");
        let lines = self.lines.join("\n");
        format!("func.func @f({arguments}) {{\n{lines}\n  return\n}}\n")
    }

    fn statement(&mut self) {
        match self.dialect {
            Dialect::Hlo => self.hlo(),
            Dialect::Tosa => self.tosa(),
            Dialect::Onnx => self.onnx(),
        }
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.random.u32(0..100) < percent
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.random.usize(..all.len())].clone()
    }

    fn integer_element(&mut self) -> &'static str {
        match self.dialect {
            Dialect::Onnx => "i64",
            Dialect::Tosa => "i32",
            Dialect::Hlo => self.one_of(&["i32", "i32", "i64", "i8", "i1", "ui8"]),
        }
    }

    /// A new dynamic size.
    fn open(&mut self) -> Size {
        self.sizes += 1;
        Size {
            stated: None,
            id: self.sizes,
        }
    }

    /// A static size.
    fn stated(&mut self, size: i64) -> Size {
        Size {
            stated: Some(size),
            id: size,
        }
    }

    fn any_size(&mut self) -> Size {
        match self.chance(60) {
            true => self.open(),
            false => {
                let size = self.one_of(&[1, 1, 2, 3, 4, 8]);
                self.stated(size)
            }
        }
    }

    /// A size of a result that is computed from others; the type may be less static than possible.
    fn computed(&mut self, of: &[Size], compute: impl Fn(&[i64]) -> i64) -> Size {
        let known: Option<Vec<i64>> = of.iter().map(|size| size.known()).collect();
        match known.map(|known| compute(&known)) {
            Some(size) if (0..FIRST_DYNAMIC).contains(&size) => Size {
                stated: self.chance(50).then_some(size),
                id: size,
            },
            _ => self.open(),
        }
    }

    /// The same size in another type.
    fn again(&mut self, size: Size) -> Size {
        match self.chance(20) {
            true => Size {
                stated: None,
                ..size
            },
            false => size,
        }
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn emit(&mut self, text: &str) {
        let line = format!("{}{text}", "  ".repeat(self.indent));
        self.lines.push(line);
    }

    /// An op in generic form; its results are in scope from here on.
    fn op(
        &mut self,
        name: &str,
        operands: &[&Tensor],
        attributes: &str,
        regions: &str,
        results: &[(&'static str, Vec<Size>)],
    ) -> Vec<Tensor> {
        // The results of a barrier have the types of its operands.
        let operands: Vec<Tensor> = match name == "stablehlo.optimization_barrier" {
            true => operands.iter().copied().cloned().collect(),
            false => operands.iter().map(|it| self.less_known(it)).collect(),
        };
        let own = self.fresh();
        let made: Vec<Tensor> = results
            .iter()
            .enumerate()
            .map(|(n, (element, dims))| Tensor {
                name: match results.len() {
                    1 => own.clone(),
                    _ => format!("{own}#{n}"),
                },
                element,
                dims: dims.clone(),
            })
            .collect();
        let left = match results.len() {
            0 => String::new(),
            1 => format!("{own} = "),
            n => format!("{own}:{n} = "),
        };
        let list = |all: Vec<String>| all.join(", ");
        let values = list(operands.iter().map(|it| it.name.clone()).collect());
        let types = list(operands.iter().map(|it| it.ty()).collect());
        let to = list(made.iter().map(Tensor::ty).collect());
        self.emit(&format!(
            "{left}\"{name}\"({values}){regions}{attributes} : ({types}) -> ({to})"
        ));
        self.scope.extend(made.clone());
        made
    }

    /// The same value, sometimes with fewer sizes in its type, or with no rank.
    fn less_known(&mut self, tensor: &Tensor) -> Tensor {
        if tensor.element == SHAPE || !self.chance(6) {
            return tensor.clone();
        }
        let mut open = Tensor {
            dims: tensor.open_sizes(),
            ..tensor.clone()
        };
        if self.chance(20)
            && let Some(&(_, unranked)) = UNRANKED.iter().find(|(it, _)| *it == tensor.element)
        {
            open.element = unranked;
            open.dims.clear();
        }
        let (from, to) = (tensor.ty(), open.ty());
        if to == from {
            return open;
        }
        open.name = self.fresh();
        self.emit(&format!(
            "{} = tensor.cast {} : {from} to {to}",
            open.name, tensor.name
        ));
        open
    }

    /// The same with one result.
    fn one(
        &mut self,
        name: &str,
        operands: &[&Tensor],
        attributes: &str,
        element: &'static str,
        dims: Vec<Size>,
    ) -> Tensor {
        let mut made = self.op(name, operands, attributes, "", &[(element, dims)]);
        made.remove(0)
    }

    /// A tensor of floats whose rank is within limits; created if there is none.
    fn find(&mut self, least: usize, most: usize) -> Tensor {
        let fits = |it: &&Tensor| it.element == "f32" && (least..=most).contains(&it.rank());
        let all: Vec<Tensor> = self.scope.iter().filter(fits).cloned().collect();
        let from = match self.chance(60) {
            true => all.len().saturating_sub(4),
            false => 0,
        };
        match all.is_empty() {
            false => self.one_of(&all[from..]),
            true => self.filled(least),
        }
    }

    /// A constant tensor of floats.
    fn filled(&mut self, rank: usize) -> Tensor {
        let mut dims = vec![];
        for _ in 0..rank {
            let size = self.random.i64(1..5);
            dims.push(self.stated(size));
        }
        let name = match self.dialect {
            Dialect::Hlo => "stablehlo.constant",
            Dialect::Tosa => "tosa.const",
            Dialect::Onnx => "onnx.Constant",
        };
        let key = if self.dialect == Dialect::Tosa {
            "values"
        } else {
            "value"
        };
        let ty = Tensor {
            name: String::new(),
            element: "f32",
            dims: dims.clone(),
        };
        let attributes = format!(" {{{key} = dense<1.0> : {}}}", ty.ty());
        self.one(name, &[], &attributes, "f32", dims)
    }

    /// Another tensor of floats of the same sizes, sometimes of others.
    fn like(&mut self, tensor: &Tensor) -> Tensor {
        let ids = |it: &Tensor| it.dims.iter().map(|dim| dim.id).collect::<Vec<i64>>();
        let (own, rank) = (ids(tensor), tensor.rank());
        let risky = self.chance(10);
        let fits =
            |it: &&Tensor| it.element == "f32" && it.rank() == rank && (risky || ids(it) == own);
        let all: Vec<Tensor> = self.scope.iter().filter(fits).cloned().collect();
        match all.is_empty() {
            true => tensor.clone(),
            false => self.one_of(&all),
        }
    }

    /// A permutation of the numbers below a rank.
    fn order(&mut self, rank: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..rank).collect();
        self.random.shuffle(&mut order);
        order
    }

    /// A proper subset of the numbers below a rank, in order.
    fn some(&mut self, rank: usize) -> Vec<usize> {
        let mut chosen: Vec<usize> = (0..rank).filter(|_| self.random.bool()).collect();
        if chosen.len() == rank && rank > 0 {
            chosen.pop();
        }
        chosen
    }
}

/// `1, 2, 3`.
fn listed<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    let all: Vec<String> = all.into_iter().map(|it| it.to_string()).collect();
    all.join(", ")
}

/// `array<i64: 1, 2>`.
fn array<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    match listed(all) {
        none if none.is_empty() => "array<i64>".into(),
        all => format!("array<i64: {all}>"),
    }
}
