//! An optimizer with its own IR: it removes bounds checks that cannot fail, and reports those
//! that always fail. [`program`] implements the engine's `Program` trait for the IR ([`ir`]), and `kernel.rules`
//! defines the meaning of its ops.
//!
//! `cargo run --example bounds_checks`

mod ir;
mod program;

use calipers::analysis::{Analysis, Comparison, Variable, Verdict};
use calipers::program::{OpId, Point};
use calipers::rules::{RuleError, Rules};
use ir::{Kernel, Kind, Type};

/// `for i in 0..min(n, length(a)): a[i], a[i + 1], a[i]`; then `a[length(a)]`.
fn example() -> Kernel {
    let (mut kernel, parameters) = Kernel::new(&[Type::Array, Type::Integer]);
    let (array, n) = (parameters[0], parameters[1]);
    let zero = kernel.value(Kind::Const(0), &[]);
    let one = kernel.value(Kind::Const(1), &[]);
    let length = kernel.value(Kind::Length, &[array]);
    let end = kernel.value(Kind::Min, &[n, length]);
    kernel.count(zero, end, |kernel, i| {
        kernel.load(array, i);
        let next = kernel.value(Kind::Add, &[i, one]);
        kernel.load(array, next);
        kernel.load(array, next);
    });
    kernel.load(array, length);
    kernel
}

/// The outcome of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// The check never fails.
    Superfluous,
    /// The check fails whenever it is reached.
    AlwaysFails,
    /// The check may fail.
    Needed,
}

/// Decides every check, in program order.
///
/// A check may be removed even if the proof uses an earlier check that is removed, too: that one
/// cannot fail either.
fn checks(kernel: &Kernel) -> Result<Vec<(OpId, Outcome)>, RuleError> {
    let mut rules = Rules::none();
    rules.load("kernel.rules", include_str!("kernel.rules"))?;
    let mut analysis = Analysis::new(kernel, &rules);
    let ops = (0..kernel.ops.len() as u32).map(OpId);
    let checks = ops.filter(|op| kernel.ops[op.index()].kind == Kind::Check);
    let decided = checks.map(|op| {
        let operands = &kernel.ops[op.index()].operands;
        let (index, length) = (Variable::value(operands[0]), Variable::dim(operands[1], 0));
        let before = Point::before(kernel, op);
        let zero = Variable::constant(0);
        let outcome = match (
            analysis.compare_at(&zero, Comparison::Le, &index, before),
            analysis.compare_at(&index, Comparison::Lt, &length, before),
        ) {
            (Verdict::Proved, Verdict::Proved) => Outcome::Superfluous,
            (Verdict::Refuted, _) | (_, Verdict::Refuted) => Outcome::AlwaysFails,
            _ => Outcome::Needed,
        };
        (op, outcome)
    });
    Ok(decided.collect())
}

fn main() -> Result<(), RuleError> {
    let mut kernel = example();
    println!("{kernel}");
    let checks = checks(&kernel)?;
    for (op, outcome) in &checks {
        let names = kernel.ops[op.index()].operands.iter();
        let names: Vec<String> = names.map(|&value| kernel.name(value)).collect();
        println!("check {}: {outcome:?}", names.join(", "));
    }
    for block in &mut kernel.blocks {
        block
            .ops
            .retain(|op| !checks.contains(&(*op, Outcome::Superfluous)));
    }
    println!("\n{kernel}");
    Ok(())
}

#[test]
fn checks_that_cannot_fail_are_found() {
    use Outcome::{AlwaysFails, Needed, Superfluous};
    let found = checks(&example()).expect("the rules are fine");
    let outcomes: Vec<Outcome> = found.into_iter().map(|(_, outcome)| outcome).collect();
    // a[i]; a[i + 1], twice: the second check follows from the first; a[length(a)].
    assert_eq!(outcomes, [Superfluous, Needed, Superfluous, AlwaysFails]);
}
