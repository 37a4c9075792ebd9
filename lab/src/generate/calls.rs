//! Private functions, and calls of them.

use super::types::Ty;
use super::{Character, Generator, Usable};
use fastrand::Rng;

/// A callable function.
#[derive(Clone, Debug)]
pub(super) struct Callee {
    name: String,
    arguments: Vec<Ty>,
    results: Vec<Ty>,
}

impl Generator {
    /// Some private functions. Each may call earlier ones, sometimes itself, and may return from several blocks.
    pub(super) fn callees(random: &mut Rng, character: Character) -> (Vec<Callee>, Vec<String>) {
        let (mut callees, mut texts): (Vec<Callee>, Vec<String>) = (vec![], vec![]);
        for n in 0..random.usize(1..3) {
            let character = Character {
                branches: random.bool(),
                devices: false,
                ..character
            };
            let mut generator = Generator::new(random.fork(), character, 8);
            generator.callees = callees.clone();
            let callee = Callee {
                name: format!("@g{n}"),
                arguments: (0..generator.random.usize(0..4))
                    .map(|_| generator.argument_type())
                    .collect(),
                results: generator.result_types(),
            };
            if generator.chance(25) {
                generator.callees.push(callee.clone());
            }
            texts.push(generator.callee(&callee));
            callees.push(callee);
        }
        (callees, texts)
    }

    fn callee(mut self, callee: &Callee) -> String {
        let mut arguments = vec![];
        for (n, ty) in callee.arguments.iter().enumerate() {
            let name = format!("%a{n}");
            if *ty == Ty::Index {
                self.symbols.push(name.clone());
            }
            arguments.push(format!("{name}: {}", ty.text()));
            self.scope.push(Usable {
                name,
                ty: ty.clone(),
            });
        }
        self.emit("%f = arith.constant 0.0 : f32");
        self.add("%f", Ty::Float);
        if self.character.branches {
            self.graph("func.return", &callee.results);
        } else {
            self.body();
            let results = callee.results.iter();
            let values: Vec<String> = results.map(|ty| self.pick(ty)).collect();
            self.leave("return", &values, &callee.results);
        }
        let arrow = Self::arrow(&callee.results);
        let (arguments, lines) = (arguments.join(", "), self.lines.join("\n"));
        format!(
            "func.func private {}({arguments}){arrow} {{\n{lines}\n}}\n",
            callee.name
        )
    }

    pub(super) fn call(&mut self) {
        let callees = self.callees.clone();
        let callee = self.one_of(&callees);
        let arguments: Vec<String> = callee.arguments.iter().map(|ty| self.pick(ty)).collect();
        let types: Vec<String> = callee.arguments.iter().map(Ty::text).collect();
        let results: Vec<String> = callee.results.iter().map(Ty::text).collect();
        let (head, names) = self.results(&callee.results);
        self.emit(format!(
            "{head}func.call {}({}) : ({}) -> ({})",
            callee.name,
            arguments.join(", "),
            types.join(", "),
            results.join(", ")
        ));
        self.add_all(names, callee.results);
    }
}
