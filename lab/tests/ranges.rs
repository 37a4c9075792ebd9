//! Compares the wrapped ranges of random programs with runs: every integer is in its range at every observation, and
//! no block that the analysis finds unreachable is executed.

use calipers::ir::{Module, ParseOptions};
use calipers::number::Int;
use calipers::program::{OpId, Point, Program, ValueId};
use calipers::ranges::{Precision, Ranges};
use calipers::rules::Rules;
use calipers_lab::generate;
use calipers_lab::interpret::{Machine, Observer, Settings, State, Value};
use calipers_lab::oracle::{Inputs, functions};

fn parse(text: &str) -> Module {
    let options = ParseOptions {
        allow_unregistered: true,
        ..ParseOptions::default()
    };
    Module::parse(text, "ranges.mlir", options).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

struct Watch<'m> {
    module: &'m Module,
    ranges: &'m Ranges<'m>,
    looks: u64,
    wrong: Option<String>,
}

impl Watch<'_> {
    fn look(&mut self, value: ValueId, point: Point, state: &State<'_>) {
        let Some(Value::Integer(number)) = state.value(value) else {
            return;
        };
        // An integer value of a dialect type has no bits.
        if self.module.word_width(value).is_none() {
            return;
        }
        self.looks += 1;
        let word = self.ranges.word_at(value, point);
        if !word.is_some_and(|word| word.contains(*number as u128)) {
            let name = self.module.value_name(value);
            self.wrong = Some(format!("{name} is {number}, said to be {word:?}"));
        }
        let congruence = self.ranges.congruence(value);
        if !congruence.contains(&Int::from(*number)) {
            let name = self.module.value_name(value);
            self.wrong = Some(format!("{name} is {number}, said to be {congruence:?}"));
        }
    }
}

impl Observer for Watch<'_> {
    fn reached(&mut self, point: Point, state: &State<'_>) {
        if !self.ranges.is_reached(point.block) {
            self.wrong = Some(format!("{point:?} is reached"));
        }
        let ops = self.module.block_ops(point.block);
        match point.index.checked_sub(1) {
            Some(before) => {
                for &result in self.module.results(ops[before]) {
                    self.look(result, point, state);
                }
            }
            None => {
                for &argument in self.module.block_arguments(point.block) {
                    self.look(argument, point, state);
                }
            }
        }
        // The range at a use may be narrower.
        if let Some(&op) = ops.get(point.index) {
            for &operand in self.module.operands(op) {
                self.look(operand, point, state);
            }
        }
    }
}

#[test]
fn integers_lie_in_their_ranges() {
    let rules = Rules::embedded();
    let (mut looks, mut wrong) = (0, vec![]);
    for seed in 0..1200 {
        let text = generate::program(seed);
        let module = parse(&text);
        for precision in [Precision::Plain, Precision::Narrowed(2)] {
            let ranges = Ranges::of(&module, &rules, module.top(), precision);
            // The analysis knows the callers of a private function.
            let private = |op: OpId| module.attribute(op, "sym_visibility").is_some();
            let all: Vec<OpId> = functions(&module);
            for function in all.into_iter().filter(|&op| !private(op)) {
                for run in 0..6 {
                    let mut inputs = Inputs::new(seed.wrapping_mul(31) + run);
                    let mut watch = Watch {
                        module: &module,
                        ranges: &ranges,
                        looks: 0,
                        wrong: None,
                    };
                    // A run that stops early still observes values.
                    let _ = Machine::new(&module, Settings::default(), &mut inputs, &mut watch)
                        .run(function);
                    looks += watch.looks;
                    if let Some(why) = watch.wrong
                        && wrong.len() < 5
                    {
                        wrong.push(format!("{precision:?}, seed {seed}: {why}\n{text}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{looks} looks");
    assert!(looks > 100_000, "only {looks}");
}
