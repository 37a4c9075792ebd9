//! Coverage: which ops with rules occur in generated programs, and are executed.

use crate::fuzz::seed_of;
use crate::generate::{MODELS, numbered};
use crate::interpret::{Machine, Observer, Settings, State, Stop};
use crate::oracle::{Inputs, functions};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{Point, Program};
use calipers::rules::Rules;
use std::collections::{BTreeMap, BTreeSet};

/// The counts.
#[derive(Clone, Default, Debug)]
pub struct Coverage {
    /// The number of occurrences of each op with rules.
    pub made: BTreeMap<String, u64>,
    /// The number of occurrences that were reached.
    pub reached: BTreeMap<String, u64>,
    /// Ops that the interpreter does not implement.
    pub unsupported: BTreeMap<String, u64>,
    /// Ops with rules that are in no program.
    pub missing: BTreeSet<String>,
    /// Programs that do not parse.
    pub invalid: Vec<(u64, String)>,
}

struct Reached<'m> {
    module: &'m Module,
    names: BTreeMap<String, u64>,
}

impl Observer for Reached<'_> {
    fn reached(&mut self, point: Point, _: &State<'_>) {
        let op = self.module.block_ops(point.block)[point.index];
        let name = self.module.op_name(op);
        match self.names.get_mut(name) {
            Some(count) => *count += 1,
            None => drop(self.names.insert(name.to_owned(), 1)),
        }
    }
}

/// Generates programs, and executes each a few times.
pub fn coverage(rules: &Rules, seed: u64, programs: u64) -> Coverage {
    let mut found = Coverage::default();
    for number in 0..programs {
        let seed = seed_of(seed, number);
        let text = numbered(seed, number, MODELS);
        let module = match Module::parse(&text, "program", ParseOptions::default()) {
            Ok(module) => module,
            Err(error) => {
                found.invalid.push((number, error.to_string()));
                continue;
            }
        };
        for op in module.walk(module.top()) {
            let count = found.made.entry(module.op_name(op).to_owned());
            *count.or_default() += 1;
        }
        let names = BTreeMap::new();
        let mut observer = Reached {
            module: &module,
            names,
        };
        for run in 0..4 {
            let mut inputs = Inputs::new(seed.wrapping_add(run));
            let settings = Settings::default();
            let mut machine = Machine::new(&module, settings, &mut inputs, &mut observer);
            if let Err(Stop::Unsupported(name)) = machine.run(functions(&module)[0]) {
                *found.unsupported.entry(name).or_default() += 1;
            }
        }
        for (name, count) in observer.names {
            *found.reached.entry(name).or_default() += count;
        }
    }
    let known = rules.op_names().into_iter();
    let missing = known.filter(|name| !found.made.contains_key(*name));
    found.missing = missing.map(str::to_owned).collect();
    found
}
