//! Unstructured control flow.

use super::types::Ty;
use super::{Generator, Usable};

/// A block to be generated, and the types of its arguments.
struct Target {
    label: String,
    arguments: Vec<(String, Ty)>,
}

impl Generator {
    /// The blocks of a region that ends in `terminator`: an entry, and some blocks with arbitrary branches between
    /// them. Each uses values of the entry and its own arguments.
    pub(super) fn graph(&mut self, terminator: &str, types: &[Ty]) {
        let outer = self.scope.len();
        let base = self.blocks;
        let count = self.random.usize(1..5);
        self.blocks += count;
        let targets: Vec<Target> = (0..count)
            .map(|n| {
                let types: Vec<Ty> = (0..self.random.usize(0..3))
                    .map(|_| self.carried_type())
                    .collect();
                Target {
                    label: format!("^bb{}", base + n + 1),
                    arguments: types.into_iter().map(|ty| (self.fresh(), ty)).collect(),
                }
            })
            .collect();
        self.body();
        self.jump(&targets, 0, terminator, types);
        let entry: Vec<Usable> = self.scope.clone();
        for (n, target) in targets.iter().enumerate() {
            let arguments = &target.arguments;
            let list = arguments
                .iter()
                .map(|(name, ty)| format!("{name}: {}", ty.text()));
            let list: Vec<String> = list.collect();
            let shown = match list.is_empty() {
                true => String::new(),
                false => format!("({})", list.join(", ")),
            };
            self.emit(format!("{}{shown}:", target.label));
            self.scope = entry.clone();
            for (name, ty) in arguments {
                self.add(name.clone(), ty.clone());
            }
            self.depth += 1;
            self.body();
            // Later blocks are more likely, so that most runs terminate.
            self.jump(&targets, n + 1, terminator, types);
            self.depth -= 1;
        }
        self.scope = entry;
        self.scope.truncate(outer);
    }

    /// A terminator: mostly to later blocks, sometimes backward, or out of the region.
    fn jump(&mut self, targets: &[Target], next: usize, terminator: &str, types: &[Ty]) {
        let somewhere = |generator: &mut Self| -> String {
            let back = generator.chance(20);
            let at = match (back, next < targets.len()) {
                (false, true) => next + generator.random.usize(..targets.len() - next),
                _ => generator.random.usize(..targets.len()),
            };
            let target = &targets[at];
            let values: Vec<String> = target
                .arguments
                .iter()
                .map(|(_, ty)| generator.pick(ty))
                .collect();
            let types: Vec<String> = target.arguments.iter().map(|(_, ty)| ty.text()).collect();
            match values.is_empty() {
                true => target.label.clone(),
                false => format!(
                    "{}({} : {})",
                    target.label,
                    values.join(", "),
                    types.join(", ")
                ),
            }
        };
        let leaves = next >= targets.len() || self.chance(15);
        match self.random.u32(0..10) {
            _ if leaves && self.chance(70) || next > targets.len() => {
                let values: Vec<String> = types.iter().map(|ty| self.pick(ty)).collect();
                self.leave(terminator, &values, types);
            }
            0..=2 => {
                let target = somewhere(self);
                self.emit(format!("cf.br {target}"));
            }
            3..=8 => {
                let condition = self.condition();
                let (a, b) = (somewhere(self), somewhere(self));
                self.emit(format!("cf.cond_br {condition}, {a}, {b}"));
            }
            _ => {
                let flag = self.pick(&Ty::Int(32));
                let (a, b, c) = (somewhere(self), somewhere(self), somewhere(self));
                self.emit(format!(
                    "cf.switch {flag} : i32, [default: {a}, 0: {b}, 3: {c}]"
                ));
            }
        }
    }
}
