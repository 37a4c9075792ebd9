//! Structured control flow.

use super::Generator;
use super::types::Ty;

impl Generator {
    /// Generates ops whose values are not in scope outside.
    pub(super) fn nested(&mut self, arguments: Vec<(String, Ty)>, inner: impl FnOnce(&mut Self)) {
        let outside = self.scope.len();
        self.indent += 1;
        self.depth += 1;
        for (name, ty) in arguments {
            self.add(name, ty);
        }
        inner(self);
        self.depth -= 1;
        self.indent -= 1;
        self.scope.truncate(outside);
    }

    /// A region that ends by yielding values of some types.
    pub(super) fn region(&mut self, arguments: Vec<(String, Ty)>, types: &[Ty], terminator: &str) {
        self.nested(arguments, |generator| {
            generator.body();
            let values: Vec<String> = types.iter().map(|ty| generator.yielded(ty)).collect();
            generator.leave(terminator, &values, types);
        });
    }

    fn yielded(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Index | Ty::Int(_) if self.chance(15) => self.constant(ty),
            _ => self.pick(ty),
        }
    }

    pub(super) fn leave(&mut self, terminator: &str, values: &[String], types: &[Ty]) {
        match values.is_empty() {
            true => self.emit(terminator),
            false => {
                let types: Vec<String> = types.iter().map(Ty::text).collect();
                let (values, types) = (values.join(", "), types.join(", "));
                self.emit(format!("{terminator} {values} : {types}"));
            }
        }
    }

    pub(super) fn result_types(&mut self) -> Vec<Ty> {
        let count = self.one_of(&[0, 1, 1, 1, 2, 3]);
        let types: Vec<Ty> = (0..count).map(|_| self.carried_type()).collect();
        // Several values of one type can be swapped.
        match types.first() {
            Some(first) if self.chance(35) => vec![first.clone(); types.len()],
            _ => types,
        }
    }

    /// `%v:2 = `, and the names of the results.
    pub(super) fn results(&mut self, types: &[Ty]) -> (String, Vec<String>) {
        let name = self.fresh();
        match types.len() {
            0 => (String::new(), vec![]),
            1 => (format!("{name} = "), vec![name]),
            n => {
                let names = (0..n).map(|n| format!("{name}#{n}")).collect();
                (format!("{name}:{n} = "), names)
            }
        }
    }

    pub(super) fn add_all(&mut self, names: Vec<String>, types: Vec<Ty>) {
        for (name, ty) in names.into_iter().zip(types) {
            self.add(name, ty);
        }
    }

    pub(super) fn structured(&mut self) {
        match self.random.u32(0..100) {
            0..=27 => self.branch(),
            28..=52 => self.scf_for(),
            53..=62 => self.affine_for(),
            63..=68 => self.affine_if(),
            69..=75 => self.scf_while(),
            76..=80 => self.switch(),
            81..=87 => self.execute_region(),
            88..=92 => self.forall(),
            93..=95 => self.affine_parallel(),
            _ => self.parallel(),
        }
    }

    pub(super) fn arrow(types: &[Ty]) -> String {
        match types.is_empty() {
            true => String::new(),
            false => {
                let types: Vec<String> = types.iter().map(Ty::text).collect();
                format!(" -> ({})", types.join(", "))
            }
        }
    }

    fn branch(&mut self) {
        let types = self.result_types();
        let condition = self.condition();
        let (head, names) = self.results(&types);
        self.emit(format!(
            "{head}scf.if {condition}{} {{",
            Self::arrow(&types)
        ));
        self.region(vec![], &types, "scf.yield");
        if !types.is_empty() || self.chance(40) {
            self.emit("} else {");
            self.region(vec![], &types, "scf.yield");
        }
        self.emit("}");
        self.add_all(names, types);
    }

    /// `iter_args(…)`, with the arguments and their types.
    fn carried(&mut self, types: &[Ty]) -> (String, Vec<(String, Ty)>) {
        let arguments: Vec<String> = types.iter().map(|_| self.fresh()).collect();
        let inits: Vec<String> = types.iter().map(|ty| self.pick(ty)).collect();
        let pairs = arguments.iter().zip(&inits);
        let pairs: Vec<String> = pairs.map(|(a, b)| format!("{a} = {b}")).collect();
        let text = match types.is_empty() {
            true => String::new(),
            false => format!(" iter_args({}){}", pairs.join(", "), Self::arrow(types)),
        };
        (text, arguments.into_iter().zip(types.to_vec()).collect())
    }

    /// The next value of a counter: incremented, decremented, clamped, or conditionally changed.
    fn recurrence(&mut self, name: &str, ty: &Ty) -> String {
        let text = ty.text();
        let step = match self.chance(75) {
            true => {
                let step = self.one_of(&[1, 1, 2, 3, -1, 4]);
                self.constant_of(ty, step)
            }
            false => self.pick(ty),
        };
        let op = self.one_of(&["addi", "addi", "addi", "subi", "minsi", "maxsi", "muli"]);
        let next = self.op(ty.clone(), format!("arith.{op} {name}, {step} : {text}"));
        match self.random.u32(0..10) {
            0..=5 => next,
            6..=7 => {
                let limit = self.pick(ty);
                let op = self.one_of(&["minsi", "maxsi"]);
                self.op(ty.clone(), format!("arith.{op} {next}, {limit} : {text}"))
            }
            _ => {
                let condition = match self.chance(60) {
                    true => {
                        let limit = self.pick(ty);
                        let predicate = self.one_of(&["slt", "sle", "sgt"]);
                        let compared = format!("arith.cmpi {predicate}, {name}, {limit} : {text}");
                        self.op(Ty::Int(1), compared)
                    }
                    false => self.condition(),
                };
                let other = match self.chance(70) {
                    true => name.to_owned(),
                    false => self.pick(ty),
                };
                self.op(
                    ty.clone(),
                    format!("arith.select {condition}, {next}, {other} : {text}"),
                )
            }
        }
    }

    /// The body of a loop, which often yields its arguments, possibly permuted.
    fn loop_body(&mut self, counter: (String, Ty), carried: Vec<(String, Ty)>, terminator: &str) {
        let types: Vec<Ty> = carried.iter().map(|(_, ty)| ty.clone()).collect();
        let mut arguments = vec![counter];
        arguments.extend(carried.clone());
        self.nested(arguments, |generator| {
            generator.body();
            let mut values = vec![];
            for (name, ty) in &carried {
                let same: Vec<String> = carried
                    .iter()
                    .filter(|(_, other)| other == ty)
                    .map(|(name, _)| name.clone())
                    .collect();
                values.push(match generator.random.u32(0..10) {
                    0..=2 => name.clone(),
                    3..=5 => generator.one_of(&same),
                    6..=7 if matches!(ty, Ty::Index | Ty::Int(_)) => generator.recurrence(name, ty),
                    _ => generator.yielded(ty),
                });
            }
            generator.leave(terminator, &values, &types);
        });
    }

    fn scf_for(&mut self) {
        let types = self.result_types();
        let ty = match self.character.integers && self.chance(15) {
            true => Ty::Int(self.one_of(&[8, 32])),
            false => Ty::Index,
        };
        let mut bound = |percent: u32| match self.chance(percent) {
            true => self.constant(&ty),
            false => self.pick(&ty),
        };
        let (lower, upper) = (bound(45), bound(40));
        let step = match self.chance(80) {
            true => {
                let step = self.one_of(&[1, 1, 1, 2, 3, 4, 7]);
                self.constant_of(&ty, step)
            }
            false => self.pick(&ty),
        };
        let (carried, arguments) = self.carried(&types);
        let (head, names) = self.results(&types);
        let counter = self.fresh();
        let unsigned = if self.chance(10) { "unsigned " } else { "" };
        let shown = match &ty {
            Ty::Index => String::new(),
            ty => format!(" : {}", ty.text()),
        };
        self.emit(format!(
            "{head}scf.for {unsigned}{counter} = {lower} to {upper} step {step}{carried}{shown} {{"
        ));
        self.loop_body((counter, ty), arguments, "scf.yield");
        self.emit("}");
        self.add_all(names, types);
    }

    fn affine_bound(&mut self, several: &str) -> String {
        if self.symbols.is_empty() || self.chance(40) {
            return self.one_of(&[0, 1, -3, 5, 10, 20]).to_string();
        }
        let symbols = self.symbols.clone();
        let symbol = self.one_of(&symbols);
        let count = self.one_of(&[1, 1, 2]);
        let results: Vec<&str> = (0..count)
            .map(|_| {
                self.one_of(&[
                    "s0",
                    "s0 + 3",
                    "-s0 + 10",
                    "s0 floordiv 2",
                    "s0 * 2 - 1",
                    "7",
                    "s0 mod 4",
                ])
            })
            .collect();
        let prefix = if count > 1 { several } else { "" };
        let results = results.join(", ");
        format!("{prefix}affine_map<()[s0] -> ({results})>()[{symbol}]")
    }

    fn affine_for(&mut self) {
        let types = self.result_types();
        let (lower, upper) = (self.affine_bound("max "), self.affine_bound("min "));
        let step = self.one_of(&[1, 1, 2, 3, 5]);
        let (carried, arguments) = self.carried(&types);
        let (head, names) = self.results(&types);
        let counter = self.fresh();
        self.emit(format!(
            "{head}affine.for {counter} = {lower} to {upper} step {step}{carried} {{"
        ));
        self.loop_body((counter, Ty::Index), arguments, "affine.yield");
        self.emit("}");
        self.add_all(names, types);
    }

    fn affine_if(&mut self) {
        let types = self.result_types();
        let set = self.set();
        let (head, names) = self.results(&types);
        let arrow = match &types[..] {
            [one] => format!(" -> {}", one.text()),
            types => Self::arrow(types),
        };
        self.emit(format!("{head}affine.if {set}{arrow} {{"));
        self.region(vec![], &types, "affine.yield");
        if !types.is_empty() || self.chance(40) {
            self.emit("} else {");
            self.region(vec![], &types, "affine.yield");
        }
        self.emit("}");
        self.add_all(names, types);
    }

    fn affine_parallel(&mut self) {
        let (lower, upper) = (self.random.i64(-2..3), self.random.i64(0..8));
        let counter = self.fresh();
        self.emit(format!(
            "affine.parallel ({counter}) = ({lower}) to ({upper}) {{"
        ));
        self.region(vec![(counter, Ty::Index)], &[], "affine.yield");
        self.emit("}");
    }

    /// A `while` loop, mostly one that counts up to a limit.
    fn scf_while(&mut self) {
        let mut types = vec![Ty::Index];
        types.extend(self.result_types());
        types.truncate(3);
        let before: Vec<String> = types.iter().map(|_| self.fresh()).collect();
        let inits: Vec<String> = types.iter().map(|ty| self.pick(ty)).collect();
        let pairs = before.iter().zip(&inits);
        let pairs: Vec<String> = pairs.map(|(a, b)| format!("{a} = {b}")).collect();
        let limit = self.index();
        let (head, names) = self.results(&types);
        let shown: Vec<String> = types.iter().map(Ty::text).collect();
        let shown = shown.join(", ");
        let pairs = pairs.join(", ");
        self.emit(format!(
            "{head}scf.while ({pairs}) : ({shown}) -> ({shown}) {{"
        ));
        let arguments: Vec<(String, Ty)> = before.into_iter().zip(types.clone()).collect();
        self.nested(arguments.clone(), |generator| {
            if generator.chance(40) {
                generator.body();
            }
            let counter = &arguments[0].0;
            let predicate = generator.one_of(&["slt", "slt", "slt", "sle", "ne", "sgt"]);
            let condition = match generator.chance(85) {
                true => generator.op(
                    Ty::Int(1),
                    format!("arith.cmpi {predicate}, {counter}, {limit} : index"),
                ),
                false => generator.condition(),
            };
            let values: Vec<String> = arguments
                .iter()
                .map(|(name, ty)| match generator.chance(70) {
                    true => name.clone(),
                    false => generator.yielded(ty),
                })
                .collect();
            let values = values.join(", ");
            generator.emit(format!("scf.condition({condition}) {values} : {shown}"));
        });
        self.emit("} do {");
        let after: Vec<String> = types.iter().map(|_| self.fresh()).collect();
        let list = after.iter().zip(&types);
        let list: Vec<String> = list.map(|(a, ty)| format!("{a}: {}", ty.text())).collect();
        self.emit(format!("^bb0({}):", list.join(", ")));
        let inner: Vec<(String, Ty)> = after.into_iter().zip(types.clone()).collect();
        self.nested(inner.clone(), |generator| {
            generator.body();
            let step = generator.one_of(&[1, 1, 2, 3, -1]);
            let step = generator.constant_of(&Ty::Index, step);
            let counter = &inner[0].0;
            let next = generator.op(Ty::Index, format!("arith.addi {counter}, {step} : index"));
            let mut values = vec![next];
            for ty in &types[1..] {
                values.push(generator.yielded(ty));
            }
            generator.leave("scf.yield", &values, &types);
        });
        self.emit("}");
        self.add_all(names, types);
    }

    fn switch(&mut self) {
        let types = self.result_types();
        let index = self.pick(&Ty::Index);
        let (head, names) = self.results(&types);
        let mut cases: Vec<i64> = (0..self.random.usize(1..4))
            .map(|_| self.one_of(&[0, 1, 2, 3, -1, 7]))
            .collect();
        cases.sort_unstable();
        cases.dedup();
        let shown: Vec<String> = types.iter().map(Ty::text).collect();
        let arrow = match types.is_empty() {
            true => String::new(),
            false => format!(" -> {}", shown.join(", ")),
        };
        self.emit(format!("{head}scf.index_switch {index}{arrow}"));
        for case in cases {
            self.emit(format!("case {case} {{"));
            self.region(vec![], &types, "scf.yield");
            self.emit("}");
        }
        self.emit("default {");
        self.region(vec![], &types, "scf.yield");
        self.emit("}");
        self.add_all(names, types);
    }

    fn execute_region(&mut self) {
        let types = self.result_types();
        let (head, names) = self.results(&types);
        self.emit(format!(
            "{head}scf.execute_region{} {{",
            Self::arrow(&types)
        ));
        self.nested(vec![], |generator| {
            match generator.character.branches && generator.chance(60) {
                true => generator.graph("scf.yield", &types),
                false => {
                    generator.body();
                    let values: Vec<String> =
                        types.iter().map(|ty| generator.yielded(ty)).collect();
                    generator.leave("scf.yield", &values, &types);
                }
            }
        });
        self.emit("}");
        self.add_all(names, types);
    }

    /// Bounds of a loop nest: constants or values.
    fn bounds(&mut self, rank: usize, numbers: &[i64], percent: u32) -> String {
        let bounds: Vec<String> = (0..rank)
            .map(|_| match self.chance(percent) {
                true => self.one_of(numbers).to_string(),
                false => self.pick(&Ty::Index),
            })
            .collect();
        bounds.join(", ")
    }

    fn forall(&mut self) {
        let rank = self.one_of(&[1, 2]);
        let counters: Vec<String> = (0..rank).map(|_| self.fresh()).collect();
        let lower = self.bounds(rank, &[0, 0, 1, -2], 60);
        let upper = self.bounds(rank, &[3, 5, 10], 40);
        let step = self.bounds(rank, &[1, 2, 3, 4], 80);
        let mut types = self.result_types();
        types.retain(|ty| matches!(ty, Ty::Tensor(_)));
        let arguments: Vec<String> = types.iter().map(|_| self.fresh()).collect();
        let inits: Vec<String> = types.iter().map(|ty| self.pick(ty)).collect();
        let (head, names) = self.results(&types);
        let pairs = arguments.iter().zip(&inits);
        let pairs: Vec<String> = pairs.map(|(a, b)| format!("{a} = {b}")).collect();
        let outs = match types.is_empty() {
            true => String::new(),
            false => format!(" shared_outs({}){}", pairs.join(", "), Self::arrow(&types)),
        };
        let shown = counters.join(", ");
        self.emit(format!(
            "{head}scf.forall ({shown}) = ({lower}) to ({upper}) step ({step}){outs} {{"
        ));
        let mut inner: Vec<(String, Ty)> = counters.into_iter().map(|it| (it, Ty::Index)).collect();
        inner.extend(arguments.into_iter().zip(types.clone()));
        self.nested(inner, |generator| {
            generator.body();
            generator.emit("scf.forall.in_parallel {");
            generator.emit("}");
        });
        self.emit("}");
        self.add_all(names, types);
    }

    fn parallel(&mut self) {
        let rank = self.one_of(&[1, 2]);
        let counters: Vec<String> = (0..rank).map(|_| self.fresh()).collect();
        let mut list = |steps: bool| -> String {
            let values: Vec<String> = (0..rank)
                .map(|_| match steps {
                    true => {
                        let step = self.one_of(&[1, 2, 3]);
                        self.constant_of(&Ty::Index, step)
                    }
                    false => self.index(),
                })
                .collect();
            values.join(", ")
        };
        let (lower, upper, step) = (list(false), list(false), list(true));
        let shown = counters.join(", ");
        let reduces = self.chance(30);
        let types = if reduces { vec![Ty::Index] } else { vec![] };
        let init = match reduces {
            true => format!(" init ({}) -> index", self.pick(&Ty::Index)),
            false => String::new(),
        };
        let (head, names) = self.results(&types);
        self.emit(format!(
            "{head}scf.parallel ({shown}) = ({lower}) to ({upper}) step ({step}){init} {{"
        ));
        let inner = counters.into_iter().map(|it| (it, Ty::Index)).collect();
        self.nested(inner, |generator| {
            generator.body();
            if !reduces {
                return generator.emit("scf.reduce");
            }
            let value = generator.pick(&Ty::Index);
            let (a, b, c) = (generator.fresh(), generator.fresh(), generator.fresh());
            let name = generator.one_of(&["addi", "minsi", "maxsi"]);
            generator.emit(format!("scf.reduce({value} : index) {{"));
            generator.emit(format!("^bb0({a}: index, {b}: index):"));
            generator.emit(format!("  {c} = arith.{name} {a}, {b} : index"));
            generator.emit(format!("  scf.reduce.return {c} : index"));
            generator.emit("}");
        });
        self.emit("}");
        self.add_all(names, types);
    }
}
