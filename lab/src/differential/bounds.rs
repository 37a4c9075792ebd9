//! Compares value bounds: the ops with which `test-affine-reify-value-bounds` replaces a question, and the bounds of
//! Calipers.

use super::{Finding, Summary, Verdict, peer};
use crate::equivalence::parse;
use crate::interpret::{Machine, Settings};
use crate::oracle::{Inputs, functions};
use crate::reified::{CHECK, Form, Kind, Watch, ask, columns};
use calipers::ir::Module;
use calipers::number::Int;
use calipers::program::{Attribute, Definition, OpId, Program};
use calipers::rules::Rules;
use calipers::solve::Config;
use calipers::transform::pass::Pass;
use calipers::transform::reify::Style;
use calipers::transform::reify_value_bounds::{ReifyValueBounds, Terms};
use fastrand::Rng;
use std::sync::Arc;

/// The number of questions for a program.
const QUESTIONS: usize = 8;

const PIPELINE: &str = "-pass-pipeline=builtin.module(func.func(test-affine-reify-value-bounds))";

/// A program with one question.
struct Asked {
    module: Module,
    kind: Kind,
    form: Form,
}

/// A program with a random question about its function.
fn with_question(text: &str, number: usize, random: &mut Rng) -> Option<Asked> {
    let mut module = parse(text).ok()?;
    let function = *functions(&module).first()?;
    let ops: Vec<OpId> = module
        .walk(function)
        .filter(|&op| op != function && !columns(&module, op).is_empty())
        .filter(|&op| crate::equivalence::holds_any_op(&module, op))
        .collect();
    let op = random.choice(ops)?;
    let column = random.choice(columns(&module, op))?;
    let kind = Kind::ALL[random.usize(..3)];
    let form = match random.bool() {
        true => Form::Constant,
        false => Form::Symbolic,
    };
    let check = ask(&mut module, op, column, kind, form);
    let i64 = module.parse_type("i64").ok()?;
    let number = module.integer_attribute(number as i64, i64);
    module.set_attributes(check, &[("n", number)]);
    Some(Asked { module, kind, form })
}

/// The number of the question in an answered program.
fn number(module: &Module) -> Option<usize> {
    let &check = module.ops_named(CHECK).first()?;
    match module.attribute(check, "n")? {
        Attribute::Integer(number) => usize::try_from(&number).ok(),
        _ => None,
    }
}

/// The materialized bound, if it is a constant.
fn constant(module: &Module) -> Option<Int> {
    let &check = module.ops_named(CHECK).first()?;
    let &bound = module.operands(check).get(1)?;
    let Definition::Result { op, .. } = module.definition(bound) else {
        return None;
    };
    match (module.op_name(op), module.attribute(op, "value")?) {
        ("arith.constant", Attribute::Integer(value)) => Some(value),
        _ => None,
    }
}

/// A value and a bound that it violates in a run.
fn wrong(module: &Module, seed: u64, looks: &mut u64) -> Option<(i128, i128)> {
    let function = *functions(module).first()?;
    let mut watch = Watch::new(module);
    for run in 0..20 {
        let mut inputs = Inputs::new(seed.wrapping_mul(89).wrapping_add(run));
        // A run that stops early still observes values.
        let _ = Machine::new(module, Settings::default(), &mut inputs, &mut watch).run(function);
    }
    *looks += u64::from(watch.looks);
    watch.wrong
}

/// The ops with which Calipers replaces the question.
fn answered(asked: &Asked, rules: &Arc<Rules>) -> Option<Module> {
    let mut module = asked.module.clone();
    let function = *functions(&module).first()?;
    let pass = ReifyValueBounds {
        terms: Terms::OtherValues,
        style: Style::Affine,
        rules: Arc::clone(rules),
        config: Config::default(),
    };
    pass.run(&mut module, function, &mut vec![]).ok()?;
    parse(&module.to_string()).ok()
}

/// Asks both tools about a program.
///
/// # Errors
/// If the peer cannot be started.
pub fn examine(
    text: &str,
    seed: u64,
    rules: &Arc<Rules>,
    summary: &mut Summary,
) -> Result<(), String> {
    let mut random = Rng::with_seed(seed);
    let asked: Vec<Asked> = (0..QUESTIONS)
        .filter_map(|number| with_question(text, number, &mut random))
        .collect();
    match asked.is_empty() {
        true => Ok(()),
        false => examine_asked(asked, seed, rules, summary),
    }
}

/// Asks both tools the question in a program.
///
/// # Errors
/// If the peer cannot be started.
pub fn examine_written(
    module: Module,
    rules: &Arc<Rules>,
    summary: &mut Summary,
) -> Result<(), String> {
    let question = module.ops_named(CHECK).first().and_then(|&check| {
        let word = match module.attribute(check, "kind")? {
            Attribute::String(word) => word,
            _ => return None,
        };
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    });
    let Some(kind) = question else {
        return Ok(());
    };
    let asks = module.ops_named("test.reify_bound").into_iter();
    let constant = asks.last().and_then(|op| module.attribute(op, "constant"));
    let form = match constant.is_some() {
        true => Form::Constant,
        false => Form::Symbolic,
    };
    examine_asked(vec![Asked { module, kind, form }], 1, rules, summary)
}

fn examine_asked(
    asked: Vec<Asked>,
    seed: u64,
    rules: &Arc<Rules>,
    summary: &mut Summary,
) -> Result<(), String> {
    let programs: Vec<String> = asked.iter().map(|it| it.module.to_string()).collect();
    let output = peer::run(&[PIPELINE], &programs)?;
    summary.crashes += output.crashes as u64;
    let mut theirs: Vec<Option<Module>> = asked.iter().map(|_| None).collect();
    for printed in &output.programs {
        if let Ok(module) = parse(printed)
            && let Some(slot) = number(&module).and_then(|number| theirs.get_mut(number))
        {
            *slot = Some(module);
        }
    }
    for ((asked, theirs), text) in asked.iter().zip(theirs).zip(&programs) {
        let own = answered(asked, rules);
        compare(asked, text, [theirs, own], seed, summary);
    }
    Ok(())
}

fn compare(
    asked: &Asked,
    text: &str,
    answers: [Option<Module>; 2],
    seed: u64,
    summary: &mut Summary,
) {
    // An answer that no run observed is about unreachable code.
    let mut right = [false; 2];
    let verdicts = [Verdict::PeerWrong, Verdict::CalipersWrong];
    for ((answer, verdict), right) in answers.iter().zip(verdicts).zip(&mut right) {
        let Some(module) = answer else {
            continue;
        };
        let before = summary.looks;
        match wrong(module, seed, &mut summary.looks) {
            Some((value, bound)) => {
                let why = format!("{:?}: {value} against {bound}", asked.kind);
                summary.found(Finding::new(verdict, why, text));
            }
            None => *right = summary.looks > before,
        }
    }
    let [theirs, own] = answers;
    let counts = &mut summary.bounds;
    match (own, theirs) {
        (Some(own), Some(theirs)) => match (constant(&own), constant(&theirs)) {
            (Some(a), Some(b)) if a != b && asked.form == Form::Constant => {
                let tighter = match asked.kind {
                    Kind::Lower => a > b,
                    _ => a < b,
                };
                counts.tighter += u64::from(tighter);
                counts.looser += u64::from(!tighter);
                if !tighter && right[0] {
                    let why = format!("{:?} is {a}, for mlir-opt {b}", asked.kind);
                    summary.found(Finding::new(Verdict::CalipersLooser, why, text));
                }
            }
            _ => counts.same += 1,
        },
        (Some(_), None) => counts.calipers_only += 1,
        (None, Some(_)) => {
            counts.peer_only += 1;
            if right[0] {
                let why = format!("{:?} is known to mlir-opt alone", asked.kind);
                summary.found(Finding::new(Verdict::CalipersLooser, why, text));
            }
        }
        (None, None) => counts.neither += 1,
    }
}
