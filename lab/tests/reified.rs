//! Executes materialized bounds: a random program gets a question, the pass replaces it by ops that compute the
//! bound, and runs of the result compare it with the value.

use calipers::ir::{Module, ParseOptions};
use calipers::program::OpId;
use calipers::rules::Rules;
use calipers::solve::Config;
use calipers::transform::pass::Pass;
use calipers::transform::reify::Style;
use calipers::transform::reify_value_bounds::{ReifyValueBounds, Terms};
use calipers_lab::generate;
use calipers_lab::interpret::{Machine, Settings};
use calipers_lab::oracle::{Inputs, functions};
use calipers_lab::reified::{Form, Kind, Watch, ask, columns};
use fastrand::Rng;
use std::sync::Arc;

fn parse(text: &str) -> Module {
    let options = ParseOptions {
        allow_unregistered: true,
        ..ParseOptions::default()
    };
    Module::parse(text, "reified.mlir", options).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn what_is_written_into_a_program_bounds_what_it_is_to_bound() {
    let rules = Arc::new(Rules::embedded());
    let (mut written, mut looks, mut wrong) = (0, 0, vec![]);
    for seed in 0..400 {
        let text = generate::program(seed);
        let mut random = Rng::with_seed(seed);
        for turn in 0..4 {
            let mut module = parse(&text);
            let Some(&function) = functions(&module).first() else {
                continue;
            };
            let ops: Vec<OpId> = module
                .walk(function)
                .filter(|&op| op != function && !columns(&module, op).is_empty())
                .collect();
            let Some(&op) = random.choice(&ops) else {
                continue;
            };
            let Some(column) = random.choice(columns(&module, op)) else {
                continue;
            };
            let kind = Kind::ALL[random.usize(..3)];
            ask(&mut module, op, column, kind, Form::Symbolic);
            let pass = ReifyValueBounds {
                terms: match turn % 2 {
                    0 => Terms::OtherValues,
                    _ => Terms::FunctionArguments,
                },
                style: match random.bool() {
                    true => Style::Affine,
                    false => Style::Arith,
                },
                rules: Arc::clone(&rules),
                config: Config::default(),
            };
            if pass.run(&mut module, function, &mut vec![]).is_err() {
                continue;
            }
            written += 1;
            let printed = module.to_string();
            parse(&printed);
            let mut watch = Watch::new(&module);
            for run in 0..12 {
                let mut inputs = Inputs::new(seed * 1000 + turn * 100 + run);
                let settings = Settings::default();
                // Only the observations matter, not the end of the run.
                let _ = Machine::new(&module, settings, &mut inputs, &mut watch).run(function);
            }
            looks += watch.looks;
            if let Some((own, bound)) = watch.wrong {
                wrong.push(format!(
                    "{kind:?} of {column:?}: {own} against {bound}\n{printed}"
                ));
            }
        }
    }
    println!("{written} bounds written, looked at {looks} times");
    for line in wrong.iter().take(3) {
        println!("{line}");
    }
    assert!(wrong.is_empty());
    assert!(written > 300 && looks > 1000, "{written} {looks}");
}
