//! Arithmetic on indices and integers, affine maps.

use super::Generator;
use super::types::Ty;

impl Generator {
    pub(super) fn arithmetic(&mut self) {
        let ty = match self.scalar_type() {
            Ty::Int(1) => Ty::Int(8),
            ty => ty,
        };
        let (name, is_division) = match self.random.u32(0..24) {
            0..=5 => (
                self.one_of(&["addi", "subi", "addi", "subi", "muli"]),
                false,
            ),
            6..=10 => (self.one_of(&["minsi", "maxsi"]), false),
            11..=15 => (
                self.one_of(&["divsi", "remsi", "floordivsi", "ceildivsi"]),
                true,
            ),
            16..=18 => (self.one_of(&["divui", "remui", "ceildivui"]), true),
            19..=20 => (self.one_of(&["minui", "maxui"]), false),
            21 => (self.one_of(&["andi", "ori", "xori"]), false),
            22 => (self.one_of(&["shli", "shrsi", "shrui"]), false),
            _ => return self.extended(),
        };
        let left = self.pick(&ty);
        let constant = match is_division {
            true => self.chance(75),
            false => self.chance(50),
        };
        let right = match constant {
            true if name.starts_with("sh") => {
                let by = self.random.i64(0..6);
                self.constant_of(&ty, by)
            }
            true => self.constant(&ty),
            false => self.pick(&ty),
        };
        let (left, right) = match self.chance(15) {
            true => (right, left),
            false => (left, right),
        };
        let flags = match name {
            "addi" | "subi" | "muli" | "shli" if self.chance(12) => {
                let flags = ["nsw", "nuw", "nsw, nuw"];
                format!(" overflow<{}>", self.one_of(&flags))
            }
            "divsi" | "divui" | "shrsi" | "shrui" if self.chance(10) => " exact".into(),
            _ => String::new(),
        };
        // The index dialect has the same operations with other names.
        let twin = name.strip_suffix(['i']).unwrap_or(name);
        let has_twin = ty == Ty::Index
            && flags.is_empty()
            && [
                "add", "sub", "mul", "divs", "divu", "rems", "remu", "mins", "maxs",
            ]
            .contains(&twin);
        if has_twin && self.chance(10) {
            self.op(ty, format!("index.{twin} {left}, {right}"));
            return;
        }
        let text = format!("arith.{name} {left}, {right}{flags} : {}", ty.text());
        self.op(ty, text);
    }

    fn extended(&mut self) {
        let ty = match self.character.integers {
            true => Ty::Int(self.one_of(&[8, 32])),
            false => return self.cast(),
        };
        let (a, b) = (self.pick(&ty), self.pick(&ty));
        let name = self.fresh();
        let (text, second) = match self.random.u32(0..3) {
            0 => (
                format!("arith.addui_extended {a}, {b} : {}, i1", ty.text()),
                Ty::Int(1),
            ),
            1 => (
                format!("arith.mulsi_extended {a}, {b} : {}", ty.text()),
                ty.clone(),
            ),
            _ => (
                format!("arith.mului_extended {a}, {b} : {}", ty.text()),
                ty.clone(),
            ),
        };
        self.emit(format!("{name}:2 = {text}"));
        self.add(format!("{name}#0"), ty);
        self.add(format!("{name}#1"), second);
    }

    pub(super) fn comparison(&mut self) -> String {
        let ty = self.scalar_type();
        let predicate = self.one_of(&[
            "eq", "ne", "slt", "sle", "sgt", "sge", "slt", "sge", "ult", "ule", "ugt", "uge",
        ]);
        let left = self.pick(&ty);
        let right = match self.chance(35) {
            true => self.constant(&ty),
            false => self.pick(&ty),
        };
        let text = format!("arith.cmpi {predicate}, {left}, {right} : {}", ty.text());
        self.op(Ty::Int(1), text)
    }

    pub(super) fn logic(&mut self) {
        let name = self.one_of(&["andi", "ori", "xori", "addi"]);
        let (a, b) = (self.condition(), self.condition());
        self.op(Ty::Int(1), format!("arith.{name} {a}, {b} : i1"));
    }

    pub(super) fn condition(&mut self) -> String {
        match self.chance(60) {
            true => self.comparison(),
            false => self.pick(&Ty::Int(1)),
        }
    }

    pub(super) fn selection(&mut self) {
        let condition = self.condition();
        let ty = self.carried_type();
        let (a, b) = (self.pick(&ty), self.pick(&ty));
        let text = format!("arith.select {condition}, {a}, {b} : {}", ty.text());
        self.op(ty, text);
    }

    pub(super) fn cast(&mut self) {
        let (from, to) = match self.character.integers {
            true => self.one_of(&[
                (Ty::Int(8), Ty::Index),
                (Ty::Int(32), Ty::Index),
                (Ty::Index, Ty::Int(8)),
                (Ty::Index, Ty::Int(32)),
                (Ty::Int(8), Ty::Int(32)),
                (Ty::Int(32), Ty::Int(8)),
                (Ty::Int(1), Ty::Int(8)),
                (Ty::Int(1), Ty::Index),
                (Ty::Index, Ty::Int(1)),
                (Ty::Index, Ty::Int(64)),
                (Ty::Int(64), Ty::Index),
                (Ty::Int(8), Ty::Int(16)),
            ]),
            false => (Ty::Int(1), Ty::Index),
        };
        let name = match (&from, &to) {
            (Ty::Int(a), Ty::Int(b)) if a < b => self.one_of(&["extsi", "extui"]),
            (Ty::Int(_), Ty::Int(_)) => "trunci",
            _ => self.one_of(&["index_cast", "index_castui"]),
        };
        let source = self.pick(&from);
        let (from, text) = (from.text(), to.text());
        self.op(to, format!("arith.{name} {source} : {from} to {text}"));
    }

    /// An affine expression over `dims` dimensions and `symbols` symbols.
    fn expression(&mut self, dims: usize, symbols: usize, depth: u32) -> String {
        if depth == 0 || self.chance(25) {
            let inputs = dims + symbols;
            return match self.random.usize(0..4) {
                1..=3 if inputs > 0 => match self.random.usize(0..inputs) {
                    n if n < dims => format!("d{n}"),
                    n => format!("s{}", n - dims),
                },
                _ => self.one_of(&[0, 1, 2, 3, 5, 8, -1, -4, 7]).to_string(),
            };
        }
        let a = self.expression(dims, symbols, depth - 1);
        match self.random.u32(0..20) {
            0..=6 => {
                let b = self.expression(dims, symbols, depth - 1);
                format!("({a} {} {b})", self.one_of(&["+", "-"]))
            }
            7..=10 => format!("({a} * {})", self.one_of(&[2, 3, 4, -1, -2, -3, 8])),
            11 if symbols > 0 => {
                let operator = self.one_of(&["floordiv", "ceildiv", "mod"]);
                format!("({a} {operator} s{})", self.random.usize(0..symbols))
            }
            _ => {
                let operator = self.one_of(&["floordiv", "ceildiv", "mod"]);
                format!("({a} {operator} {})", self.one_of(&[2, 3, 4, 5, 8, 16, 1]))
            }
        }
    }

    /// A map, and its operands in brackets.
    pub(super) fn map(&mut self, dims: usize, results: usize) -> String {
        let symbols = match self.symbols.is_empty() {
            true => 0,
            false => self.one_of(&[0, 0, 1]),
        };
        let results: Vec<String> = (0..results)
            .map(|_| self.expression(dims, symbols, 2))
            .collect();
        let (heads, tails) = self.inputs(dims, symbols);
        format!("affine_map<{heads} -> ({})>{tails}", results.join(", "))
    }

    /// `(d0)[s0]`, and `(%a)[%b]`.
    fn inputs(&mut self, dims: usize, symbols: usize) -> (String, String) {
        let names = |letter: char, count: usize| -> String {
            let names: Vec<String> = (0..count).map(|n| format!("{letter}{n}")).collect();
            names.join(", ")
        };
        let heads = format!("({})[{}]", names('d', dims), names('s', symbols));
        let own: Vec<String> = (0..dims).map(|_| self.pick(&Ty::Index)).collect();
        let known: Vec<String> = (0..symbols)
            .map(|_| {
                let all = self.symbols.clone();
                self.one_of(&all)
            })
            .collect();
        let tails = format!("({})[{}]", own.join(", "), known.join(", "));
        (heads, tails)
    }

    /// A set over symbols.
    pub(super) fn set(&mut self) -> String {
        let symbols = match self.symbols.is_empty() {
            true => 0,
            false => self.random.usize(1..3),
        };
        let count = self.random.usize(1..3);
        let constraints: Vec<String> = (0..count)
            .map(|_| {
                let expression = self.expression(0, symbols, 1);
                let shift = self.one_of(&["", " + 1", " - 3", " - 1"]);
                let relation = self.one_of(&[">=", ">=", "=="]);
                format!("{expression}{shift} {relation} 0")
            })
            .collect();
        let (heads, tails) = self.inputs(0, symbols);
        let constraints = constraints.join(", ");
        format!("affine_set<{heads} : ({constraints})>{tails}")
    }

    pub(super) fn affine(&mut self) {
        let dims = self.one_of(&[1, 1, 2]);
        match self.random.u32(0..20) {
            0..=9 => {
                let map = self.map(dims, 1);
                self.op(Ty::Index, format!("affine.apply {map}"));
            }
            10..=16 => {
                let results = self.one_of(&[1, 2, 2, 3]);
                let map = self.map(dims, results);
                let name = self.one_of(&["min", "max"]);
                self.op(Ty::Index, format!("affine.{name} {map}"));
            }
            17..=18 => {
                let count = self.one_of(&[2, 3]);
                let basis = self.basis(count);
                let index = self.pick(&Ty::Index);
                let name = self.fresh();
                let types = vec!["index"; count].join(", ");
                self.emit(format!(
                    "{name}:{count} = affine.delinearize_index {index} into ({basis}) : {types}"
                ));
                for n in 0..count {
                    self.add(format!("{name}#{n}"), Ty::Index);
                }
            }
            _ => {
                let count = self.one_of(&[2, 3]);
                let basis = self.basis(count);
                let indices: Vec<String> = (0..count).map(|_| self.pick(&Ty::Index)).collect();
                let disjoint = self.one_of(&["", "disjoint "]);
                let indices = indices.join(", ");
                self.op(
                    Ty::Index,
                    format!("affine.linearize_index {disjoint}[{indices}] by ({basis}) : index"),
                );
            }
        }
    }

    /// As many basis elements as indices, or one fewer.
    fn basis(&mut self, count: usize) -> String {
        let length = count - self.random.usize(0..2);
        let basis: Vec<String> = (0..length)
            .map(|_| match self.random.u32(0..5) {
                0 => self.pick(&Ty::Index),
                _ => self.one_of(&["2", "3", "5", "1"]).to_owned(),
            })
            .collect();
        basis.join(", ")
    }
}
