//! Minimizes a failing program.

use super::question::{ASK, Question};
use super::{Failure, functions, written};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{OpId, Program, ValueId};

/// The program with the question of a failure, and the earlier questions if they are relevant.
pub fn with_question(module: &Module, failure: &Failure) -> Module {
    let mut module = module.clone();
    let mut questions: Vec<&Question> = failure.after.iter().collect();
    questions.push(&failure.question);
    // Inserting one shifts the points after it.
    questions.sort_by_key(|question| std::cmp::Reverse(question.point.index));
    for question in questions {
        question.write(&mut module);
    }
    module
}

/// Prints a module and parses the text.
fn reread(module: &Module) -> Option<Module> {
    let text = module.to_string();
    Module::parse(&text, "shrunk", ParseOptions::default()).ok()
}

/// The smallest program, found by greedy removal of parts, for which `fails` still holds.
pub fn shrink(module: &Module, fails: &dyn Fn(&Module) -> bool) -> Module {
    let mut best = match reread(module) {
        Some(module) if fails(&module) => module,
        _ => return module.clone(),
    };
    loop {
        let before = size(&best);
        for change in [erase_ops, forward_results, forward_operands] {
            best = change(best, fails);
        }
        if size(&best) >= before {
            return best;
        }
    }
}

fn size(module: &Module) -> usize {
    let ops = module.walk(module.top());
    ops.map(|op| 1 + module.operands(op).len()).sum()
}

fn is_tried(candidate: &Module, fails: &dyn Fn(&Module) -> bool) -> Option<Module> {
    let count = candidate.ops_named(ASK).len();
    let candidate = reread(candidate)?;
    let function = *functions(&candidate).first()?;
    let asks = written(&candidate, function).ok()?;
    (asks.len() == count && fails(&candidate)).then_some(candidate)
}

fn is_terminator(module: &Module, op: OpId) -> bool {
    let block = module.block_of(op);
    block.is_some_and(|block| module.block_ops(block).last() == Some(&op))
}

/// Erases dead ops.
fn erase_ops(mut best: Module, fails: &dyn Fn(&Module) -> bool) -> Module {
    let mut at = 0;
    loop {
        let mut ops: Vec<OpId> = best.walk(best.top()).collect();
        ops.reverse();
        let Some(&op) = ops.get(at) else {
            return best;
        };
        at += 1;
        let unused = best.results(op).iter().all(|&it| best.users(it).is_empty());
        let kept = ["func.func", "builtin.module", ASK].contains(&best.op_name(op));
        if !unused || kept || is_terminator(&best, op) {
            continue;
        }
        let mut candidate = best.clone();
        candidate.erase(op);
        if let Some(smaller) = is_tried(&candidate, fails) {
            best = smaller;
            at -= 1;
        }
    }
}

/// Replaces a result by an operand of the same type, so that the op is dead.
fn forward_results(mut best: Module, fails: &dyn Fn(&Module) -> bool) -> Module {
    let mut at = 0;
    loop {
        let results: Vec<(OpId, ValueId)> = best
            .walk(best.top())
            .flat_map(|op| best.results(op).iter().map(move |&it| (op, it)))
            .collect();
        let Some(&(op, result)) = results.get(at) else {
            return best;
        };
        at += 1;
        if best.users(result).is_empty() {
            continue;
        }
        let ty = best.type_of(result);
        let inner = inner_values(&best, op);
        let twins = best.operands(op).iter().copied().chain(inner);
        let twins: Vec<ValueId> = twins.filter(|&it| best.type_of(it) == ty).collect();
        for twin in twins {
            let mut candidate = best.clone();
            candidate.replace_all_uses(result, twin);
            if let Some(smaller) = is_tried(&candidate, fails) {
                best = smaller;
                break;
            }
        }
    }
}

/// The arguments of the function around an op.
fn inner_values(module: &Module, op: OpId) -> Vec<ValueId> {
    let mut at = op;
    while let Some(parent) = module.parent_op(at) {
        at = parent;
        if module.op_name(at) == "func.func" {
            let body = module.regions(at)[0];
            let entry = module.blocks(body)[0];
            return module.block_arguments(entry).to_vec();
        }
    }
    vec![]
}

/// Replaces an operand by an argument of the function.
fn forward_operands(mut best: Module, fails: &dyn Fn(&Module) -> bool) -> Module {
    let ops: Vec<OpId> = best.walk(best.top()).collect();
    let mut places = vec![];
    for (n, &op) in ops.iter().enumerate() {
        let count = best.operands(op).len();
        places.extend((0..count).map(|index| (n, index)));
    }
    for (n, index) in places {
        let Some(op) = best.walk(best.top()).nth(n) else {
            break;
        };
        if best.op_name(op) == ASK {
            continue;
        }
        let Some(&operand) = best.operands(op).get(index) else {
            continue;
        };
        let arguments = inner_values(&best, op);
        if arguments.contains(&operand) {
            continue;
        }
        let ty = best.type_of(operand);
        let twins = arguments.into_iter().filter(|&it| best.type_of(it) == ty);
        for twin in twins.take(2).collect::<Vec<_>>() {
            let mut candidate = best.clone();
            candidate.set_operand(op, index, twin);
            if let Some(smaller) = is_tried(&candidate, fails) {
                best = smaller;
                break;
            }
        }
    }
    best
}
