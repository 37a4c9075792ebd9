//! Questions between changes of a program: the answers agree with those of a fresh analysis.

use calipers::analysis::{Analysis, Bound, BoundKind, Changing, Comparison, Variable, Verdict};
use calipers::ir::{InsertionPoint, Module, OpBuilder, ParseOptions, Type};
use calipers::number::Range;
use calipers::program::{Column, OpId, Program, TypeView, ValueId};
use calipers::rules::Rules;
use calipers::solve::Config;
use proptest::prelude::*;

const FUNCTIONS: usize = 3;

/// Functions of sums, minima and maxima, some in a branch, each in a loop that carries a value.
fn functions() -> Module {
    let mut text = String::new();
    for n in 0..FUNCTIONS {
        let tile = 7 + n;
        text += &format!(
            "func.func @f{n}(%n: index) -> index {{
               %c0 = arith.constant 0 : index
               %tile = arith.constant {tile} : index
               %sum = scf.for %i = %c0 to %n step %tile iter_args(%so_far = %c0) -> (index) {{
                 %v0 = affine.min affine_map<(d0)[s0] -> ({tile}, s0 - d0)>(%i)[%n]
                 %v1 = arith.minsi %v0, %tile : index
                 %v2 = arith.maxsi %v1, %tile : index
                 %v3 = arith.addi %v2, %v0 : index
                 %less = arith.cmpi slt, %v1, %v3 : index
                 %v4 = scf.if %less -> index {{
                   %w0 = arith.addi %v1, %tile : index
                   %w1 = arith.subi %v3, %v1 : index
                   %w2 = arith.minsi %w0, %w1 : index
                   scf.yield %w2 : index
                 }} else {{
                   scf.yield %v2 : index
                 }}
                 %v5 = arith.addi %v4, %v0 : index
                 %v6 = arith.minsi %v5, %v3 : index
                 %next = arith.addi %so_far, %v0 : index
                 scf.yield %next : index
               }}
               %u0 = arith.maxsi %sum, %n : index
               %u1 = arith.addi %u0, %tile : index
               return %u1 : index
             }}\n"
        );
    }
    Module::parse(&text, "changing.mlir", ParseOptions::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The sums, minima and maxima of a function, in program order.
fn ops(module: &Module, function: usize) -> Vec<OpId> {
    let function = module.ops_named("func.func")[function];
    let is_binary = |&op: &OpId| {
        matches!(module.results(op), [result] if module.value_type(*result) == TypeView::Index)
            && module.operands(op).len() == 2
            && module.op_name(op).starts_with("arith.")
    };
    module.walk(function).filter(is_binary).collect()
}

/// The index values that are defined before an op in its block.
fn before(module: &Module, op: OpId) -> Vec<ValueId> {
    let block = module.block_of(op).expect("the op is in a block");
    let earlier = &module.block_ops(block)[..module.position(op)];
    let results = earlier.iter().flat_map(|&op| module.results(op));
    let values = module.block_arguments(block).iter().chain(results);
    let is_index = |value: &&ValueId| module.value_type(**value) == TypeView::Index;
    let mut values: Vec<ValueId> = values.filter(is_index).copied().collect();
    if values.is_empty() {
        values.push(module.operands(op)[0]);
    }
    values
}

/// Changes a function and notifies the analyses: replaces an operand, inserts an op, or erases one.
fn change(module: &mut Module, analyses: &mut Changing<'_>, at: (usize, u8, usize, usize)) {
    let (function, kind, which, operand) = at;
    let ops = ops(module, function);
    let op = ops[which % ops.len()];
    let values = before(module, op);
    let value = values[operand % values.len()];
    match kind {
        0 => {
            analyses.changed(module, op);
            module.set_operand(op, operand % 2, value);
        }
        1 => {
            let (name, other) = (["arith.addi", "arith.minsi"][which % 2], values[0]);
            let mut builder = OpBuilder::new(module, InsertionPoint::Before(op));
            let made = builder.value(name, &[value, other], Type::INDEX, &[]);
            let new = module.block_ops(module.block_of(op).expect("it is in a block"));
            let new = new[module.position(op) - 1];
            analyses.inserted(module, new);
            analyses.changed(module, op);
            module.set_operand(op, 1, made);
        }
        _ => {
            let result = module.results(op)[0];
            for user in module.users(result).to_vec() {
                analyses.changed(module, user);
            }
            module.replace_all_uses(result, value);
            if ops.len() > 2 {
                analyses.erased(module, op);
                module.erase(op);
            }
        }
    }
}

/// Answers of several kinds.
struct Answers {
    range: Range,
    upper: Option<Bound>,
    verdict: Verdict,
}

impl Answers {
    fn of(analysis: &mut Analysis<'_>, value: ValueId, other: ValueId) -> Answers {
        let range = analysis.range(value);
        let upper = analysis
            .bound(BoundKind::Upper, value)
            .closed(true)
            .in_terms_of(move |column| column == Column::Value(other))
            .compute();
        let (a, b) = (Variable::value(value), Variable::value(other));
        Answers {
            range,
            upper: upper.ok(),
            verdict: analysis.compare(&a, Comparison::Le, &b),
        }
    }

    /// Whether both answers may be true of one program: earlier questions may make one of them tighter.
    fn agree(&self, other: &Answers) -> bool {
        let unknown = |verdict: &Verdict| matches!(verdict, Verdict::Unknown(_));
        (self.range.contains_range(&other.range) || other.range.contains_range(&self.range))
            && (self.upper.is_none() || other.upper.is_none() || self.upper == other.upper)
            && (unknown(&self.verdict) || unknown(&other.verdict) || self.verdict == other.verdict)
    }
}

impl std::fmt::Display for Answers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?} {:?}", self.range, self.upper, self.verdict)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn answers_after_changes_agree_with_a_fresh_analysis(
        steps in prop::collection::vec(
            ((0..FUNCTIONS, 0u8..3, 0usize..24, 0usize..24), (0usize..24, 0usize..24)),
            1..24,
        )
    ) {
        let rules = Rules::embedded();
        let mut module = functions();
        let mut analyses = Changing::new(&rules, Config::default());
        for (at, (asked, other)) in steps {
            change(&mut module, &mut analyses, at);
            for function in 0..FUNCTIONS {
                let ops = ops(&module, function);
                let op = ops[asked % ops.len()];
                let value = module.results(op)[0];
                let values = before(&module, op);
                let other = values[other % values.len()];
                let kept =
                    analyses.ask(&module, op, |analysis| Answers::of(analysis, value, other));
                let fresh = Answers::of(&mut Analysis::new(&module, &rules), value, other);
                prop_assert!(
                    kept.agree(&fresh),
                    "{kept}, but afresh {fresh}: {value:?} and {other:?} in\n{module}"
                );
            }
        }
    }
}

/// A sum whose operand is defined by a value with a later handle is added while the closed form of a carried value is
/// substituted.
#[test]
fn a_value_that_is_inserted_later_is_no_other_atom() {
    let rules = Rules::embedded();
    let mut module = functions();
    let mut analyses = Changing::new(&rules, Config::default());
    // `%v1` is `min(%v0, %so_far)`, and `%next` is `%so_far + 2·%i`.
    change(&mut module, &mut analyses, (1, 0, 11, 13));
    change(&mut module, &mut analyses, (1, 1, 8, 9));
    let last_in_branch = module.results(ops(&module, 1)[5])[0];
    let range = Analysis::new(&module, &rules).range(last_in_branch);
    assert_eq!(range, Range::constant(8), "{module}");
}

/// The number of columns that were defined in total, after a question about the result of an op.
fn unfolded(analyses: &mut Changing<'_>, module: &Module, op: OpId) -> usize {
    let value = module.results(op)[0];
    analyses.ask(module, op, |analysis| {
        analysis.range(value);
        analysis.statistics().columns
    })
}

#[test]
fn what_is_not_changed_stays_known() {
    let rules = Rules::embedded();
    let mut module = functions();
    let mut analyses = Changing::new(&rules, Config::default());
    let last = |module: &Module, function| *ops(module, function).last().expect("there are some");
    let (one, other) = (last(&module, 0), last(&module, 1));
    let before_change = [one, other].map(|op| unfolded(&mut analyses, &module, op));
    change(&mut module, &mut analyses, (0, 0, 0, 0));
    assert_eq!(analyses.known(), 1);
    let after_change = [one, other].map(|op| unfolded(&mut analyses, &module, op));
    // The other function's analysis defines nothing again: its total stays the same.
    assert_eq!(before_change[1], after_change[1]);
}

#[test]
fn what_comes_after_what_was_asked_may_change_freely() {
    let rules = Rules::embedded();
    let mut text = "func.func @f(%n: index) {\n%v0 = arith.addi %n, %n : index\n".to_owned();
    for n in 1..=20 {
        text += &format!("%v{n} = arith.minsi %v{}, %n : index\n", n - 1);
    }
    text += "return\n}\n";
    let mut module = Module::parse(&text, "f.mlir", ParseOptions::default()).expect("it parses");
    let mut analyses = Changing::new(&rules, Config::default());
    let ops = ops(&module, 0);
    let mut columns = 0;
    for pair in ops.windows(2) {
        // Asks about the first op, then changes the next op and inserts an op before it.
        let more = unfolded(&mut analyses, &module, pair[0]);
        assert!(more > columns, "nothing was forgotten");
        columns = more;
        let value = module.results(pair[0])[0];
        analyses.changed(&module, pair[1]);
        module.set_operand(pair[1], 1, value);
        let mut builder = OpBuilder::new(&mut module, InsertionPoint::Before(pair[1]));
        builder.value("arith.maxsi", &[value, value], Type::INDEX, &[]);
        let block = module.block_of(pair[1]).expect("it is in a block");
        let new = module.block_ops(block)[module.position(pair[1]) - 1];
        analyses.inserted(&module, new);
        assert_eq!(analyses.known(), 1);
    }
    // The analysis notices a change of an op that earlier questions were about.
    analyses.erased(&module, ops[3]);
    assert_eq!(analyses.known(), 0);
}

#[test]
fn what_a_question_assumes_is_not_kept() {
    let rules = Rules::embedded();
    let module = functions();
    let mut analyses = Changing::new(&rules, Config::default());
    let op = ops(&module, 0)[0];
    let is_empty = |analysis: &mut Analysis<'_>| analysis.range(Variable::constant(1)).is_empty();
    let assumed = analyses.ask(&module, op, |analysis| {
        analysis.assume(&calipers::term::Expr::integer(0));
        is_empty(analysis)
    });
    assert!(assumed);
    assert_eq!(analyses.known(), 0);
    assert!(!analyses.ask(&module, op, is_empty));
}
