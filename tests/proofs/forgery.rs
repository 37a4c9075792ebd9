//! Forged proofs: the checker rejects them for the right reason and never panics.

use super::{Term, k, op, x};
use calipers::analysis::{Analysis, Comparison, Variable, Verdict};
use calipers::ir::{Module, ParseOptions};
use calipers::number::Int;
use calipers::program::{BlockId, Column, NoProgram, OpId, Point, Program, ValueId};
use calipers::proof::{
    Argument, Bounding, Claim, Decision, Definition, Derivation, FactSource, FactUse,
    MAX_ARGUMENT_DEPTH, Proof, Reason, Rejection, Relation, RewriteUse, Row, RowReason, Setting,
    Source, Split, Step, check,
};
use calipers::rules::Rules;
use calipers::term::{Expr, Operator};
use dashu_ratio::RBig;

fn module(source: &str) -> Module {
    Module::parse(source, "test.mlir", ParseOptions::default()).unwrap_or_else(|e| panic!("{e}"))
}

fn value(module: &Module, name: &str) -> ValueId {
    (0..module.value_count() as u32)
        .map(ValueId)
        .find(|&value| module.value_name(value) == name)
        .unwrap_or_else(|| panic!("there is no {name}"))
}

/// A proof that claims two terms to be equal because they have the same normal form.
fn same(a: Term, b: Term, steps: Vec<Step>) -> Proof {
    Proof {
        claim: Claim::Equal(a, b),
        point: None,
        steps,
        facts: vec![],
        ranges: vec![],
        argument: Argument::Same,
    }
}

fn defined(column: Column, term: Term, source: Source) -> Step {
    Step::Definition(Definition {
        column,
        term,
        source,
    })
}

fn rejected(proof: &Proof, program: &dyn Program) -> Reason {
    let rules = Rules::embedded();
    let result = check(proof, program, &rules, &Setting::default());
    match result {
        Err(Rejection { reason, .. }) => reason,
        Ok(()) => panic!("accepted: {}", calipers::proof::text(proof, program)),
    }
}

const SWAP: &str = "func.func @f(%t: tensor<?xf32>, %u: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (tensor<?xf32>, tensor<?xf32>) {
    scf.yield %b, %a : tensor<?xf32>, tensor<?xf32>
  }
  return
}";

const KEPT: &str = "func.func @f(%t: tensor<?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<?xf32>) {
    %s = tensor.insert %x into %a[%i] : tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  return
}";

fn dim(module: &Module, name: &str) -> Column {
    Column::Dim(value(module, name), 0)
}

fn op_named(module: &Module, name: &str) -> OpId {
    module
        .ops_named(name)
        .into_iter()
        .next()
        .expect("it is there")
}

#[test]
fn no_definition_crosses_a_back_edge() {
    let module = module(SWAP);
    let the_loop = op_named(&module, "scf.for");
    let (a, b, t) = (dim(&module, "%a"), dim(&module, "%b"), dim(&module, "%t"));
    let claim = |step| same(Expr::Leaf(a), Expr::Leaf(t), vec![step]);
    // The value that the body yields is not the value of the argument.
    for (term, source, reason) in [
        (b, Source::Induction(the_loop), Reason::RuleSaysOtherwise),
        (t, Source::Induction(the_loop), Reason::InductionStep),
        (
            b,
            Source::Rule("for-aligned".into(), the_loop),
            Reason::RuleDoesNotApply,
        ),
        (
            b,
            Source::Rule("yield".into(), the_loop),
            Reason::NoSuchRule,
        ),
        (t, Source::Type, Reason::NotByType),
        (t, Source::Reading, Reason::NotAReading),
    ] {
        let proof = claim(defined(a, Expr::Leaf(term), source.clone()));
        assert_eq!(rejected(&proof, &module), reason, "{source:?}");
    }
}

/// A loop that adds a value which changes in each iteration, with reachable or unreachable control flow.
fn adding(enters: &str) -> String {
    format!(
        "func.func @f(%n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  {enters}
^loop:
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {{
    %s = arith.addi %a, %i : index
    scf.yield %s : index
  }}
  return
}}"
    )
}

#[test]
fn a_closed_form_is_over_what_is_there_before_the_loop() {
    // In the second program the loop is unreachable: the checker must still reject the equation.
    for enters in ["cf.br ^loop", "return"] {
        let module = module(&adding(enters));
        let (the_loop, add) = (
            op_named(&module, "scf.for"),
            op_named(&module, "arith.addi"),
        );
        let column = |name| Column::Value(value(&module, name));
        let leaf = |name| Expr::Leaf(column(name));
        let trip = Expr::Leaf(Column::Trip(value(&module, "%i")));
        let product = op(Operator::Mul, &[leaf("%i"), trip]);
        let closed = Expr::sum(leaf("%c0"), product);
        let step = defined(
            column("%s"),
            Expr::sum(leaf("%a"), leaf("%i")),
            Source::Rule("addi".into(), add),
        );
        let induction = defined(column("%a"), closed.clone(), Source::Induction(the_loop));
        let proof = same(leaf("%a"), closed, vec![step, induction]);
        assert_eq!(
            rejected(&proof, &module),
            Reason::RuleSaysOtherwise,
            "{enters}"
        );
    }
}

#[test]
fn an_induction_needs_its_step() {
    let module = module(KEPT);
    let rules = Rules::embedded();
    let (the_loop, insert) = (
        op_named(&module, "scf.for"),
        op_named(&module, "tensor.insert"),
    );
    let (a, s, t, r) = (
        dim(&module, "%a"),
        dim(&module, "%s"),
        dim(&module, "%t"),
        dim(&module, "%r"),
    );
    let kept = defined(s, Expr::Leaf(a), Source::Rule("insert-dim".into(), insert));
    let by_induction = |column| defined(column, Expr::Leaf(t), Source::Induction(the_loop));
    let claim = |steps| same(Expr::Leaf(r), Expr::Leaf(t), steps);
    let whole = claim(vec![kept.clone(), by_induction(a), by_induction(r)]);
    assert_eq!(check(&whole, &module, &rules, &Setting::default()), Ok(()));
    // The step is missing, or comes too late.
    for steps in [
        vec![by_induction(a), by_induction(r)],
        vec![by_induction(a), kept.clone(), by_induction(r)],
        vec![by_induction(r)],
    ] {
        assert_eq!(rejected(&claim(steps), &module), Reason::InductionStep);
    }
    let twice = claim(vec![kept.clone(), by_induction(a), by_induction(a)]);
    assert_eq!(rejected(&twice, &module), Reason::DefinedTwice);
}

#[test]
fn values_in_unreachable_blocks_have_no_definitions() {
    let module = module(
        "func.func @f(%n: index) {
           return
         ^bb1:
           %c1 = arith.constant 1 : index
           %a = arith.addi %a, %c1 : index
           cf.br ^bb1
         }",
    );
    let add = op_named(&module, "arith.addi");
    let (a, one) = (
        Column::Value(value(&module, "%a")),
        Column::Value(value(&module, "%c1")),
    );
    let step = defined(
        a,
        Expr::sum(Expr::Leaf(a), Expr::Leaf(one)),
        Source::Rule("addi".into(), add),
    );
    let proof = same(k(0), k(1), vec![step]);
    let reason = rejected(&proof, &module);
    assert!(
        matches!(reason, Reason::Cyclic | Reason::NoDefinitions),
        "{reason}"
    );
}

#[test]
fn what_holds_in_a_loop_does_not_hold_outside() {
    // Outside the loop its facts would say lb < ub, and thus r >= lb.
    let module = module(
        "func.func @f(%c: i1, %lb: index, %ub: index) {
           %c1 = arith.constant 1 : index
           %r = scf.if %c -> index {
             %q = scf.for %i = %lb to %ub step %c1 iter_args(%a = %lb) -> index {
               scf.yield %i : index
             }
             scf.yield %q : index
           } else {
             scf.yield %ub : index
           }
           return
         }",
    );
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&module, &rules);
    let column = |name: &str| Column::Value(value(&module, name));
    let (lb, ub, i, r) = (column("%lb"), column("%ub"), column("%i"), column("%r"));
    let (verdict, _) = analysis.explain_compare(
        &Variable::column(r),
        Comparison::Ge,
        &Variable::column(lb),
        None,
    );
    assert!(matches!(verdict, Verdict::Unknown(_)), "{verdict:?}");
    // The proof is valid inside the loop and nowhere else.
    let inside = Point::of(&module, value(&module, "%i"));
    let question = Expr::less(Expr::Leaf(lb), Expr::Leaf(ub));
    let (verdict, proof) = analysis.explain(&question, inside);
    assert_eq!(verdict, Verdict::Proved);
    let proof = proof.expect("what is proved has a proof");
    let setting = Setting::default();
    assert_eq!(check(&proof, &module, &rules, &setting), Ok(()));
    let mentions_i = calipers::proof::text(&proof, &module)
        .to_string()
        .contains("%i");
    assert!(mentions_i || i == lb);
    for elsewhere in ["%lb", "%c1", "%r", "%q"] {
        let mut moved = proof.clone();
        moved.point = Point::of(&module, value(&module, elsewhere));
        assert_eq!(rejected(&moved, &module), Reason::NotVisible, "{elsewhere}");
    }
    let mut nowhere = proof;
    nowhere.point = None;
    assert_eq!(rejected(&nowhere, &module), Reason::NotVisible);
}

#[test]
fn branches_and_loops_have_proofs() {
    let module = module(
        "func.func @f(%n: index, %m: index, %t: tensor<?xf32>) {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %c8 = arith.constant 8 : index
           %c128 = arith.constant 128 : index
           %cast = tensor.cast %t : tensor<?xf32> to tensor<128xf32>
           %d = tensor.dim %t, %c0 : tensor<?xf32>
           scf.for %i = %c0 to %c128 step %c8 {
             %size = affine.min affine_map<(d0) -> (8, 128 - d0)>(%i)
             %lt = arith.cmpi slt, %i, %n : index
             %z = scf.if %lt -> index {
               %gt = arith.cmpi sgt, %m, %n : index
               %y = scf.if %gt -> index {
                 scf.yield %m : index
               } else {
                 scf.yield %n : index
               }
               scf.yield %y : index
             } else {
               scf.yield %i : index
             }
             \"test.use\"(%size, %z) : (index, index) -> ()
           }
           return
         }",
    );
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&module, &rules);
    let leaf = |name: &str| Expr::Leaf(Column::Value(value(&module, name)));
    for question in [
        Expr::equal(leaf("%d"), k(128)),
        Expr::at_most(leaf("%n"), leaf("%z")),
        Expr::at_most(leaf("%i"), leaf("%z")),
        Expr::less(leaf("%n"), leaf("%m")),
        Expr::less(leaf("%i"), leaf("%m")),
        Expr::equal(leaf("%size"), k(8)),
        Expr::at_most(Expr::sum(leaf("%i"), leaf("%size")), leaf("%d")),
        Expr::equal(op(Operator::Mod, &[leaf("%i"), k(8)]), k(0)),
    ] {
        let point =
            ["%z", "%size", "%y", "%d"].map(|name| Point::of(&module, value(&module, name)));
        for point in point {
            let (verdict, proof) = analysis.explain(&question, point);
            if matches!(verdict, Verdict::Unknown(_)) {
                continue;
            }
            let proof = proof.unwrap_or_else(|e| panic!("{question:?}: {verdict:?}, but {e}"));
            assert_eq!(analysis.check_proof(&proof), Ok(()));
        }
    }
}

#[test]
fn what_is_not_in_the_program_is_named_in_vain() {
    let module = module(KEPT);
    let far = 4_000_000_000;
    let strange = Column::Dim(ValueId(far), u32::MAX);
    let cases = [
        same(Expr::Leaf(strange), k(0), vec![]),
        same(
            k(0),
            k(0),
            vec![defined(
                dim(&module, "%a"),
                k(0),
                Source::Rule("x".into(), OpId(far)),
            )],
        ),
        Proof {
            point: Some(Point {
                block: BlockId(far),
                index: usize::MAX,
            }),
            ..same(k(0), k(0), vec![])
        },
        Proof {
            facts: vec![FactUse {
                condition: k(1),
                given: vec![],
                source: FactSource::Rule("x".into(), OpId(far)),
                from: None,
            }],
            ..same(k(0), k(0), vec![])
        },
    ];
    for proof in &cases {
        assert_eq!(rejected(proof, &module), Reason::NotInProgram);
        assert_eq!(rejected(proof, &NoProgram), Reason::NotInProgram);
    }
    // A point past the end of a block sees the same facts as the end.
    let past = Proof {
        point: Some(Point {
            block: BlockId(0),
            index: usize::MAX,
        }),
        ..same(k(0), k(1), vec![])
    };
    assert_eq!(rejected(&past, &module), Reason::NotEqual);
}

#[test]
fn malformed_and_oversized_terms_are_not_read() {
    let two_arguments = Expr::Apply(Operator::Select, [k(1), k(2)].into());
    assert_eq!(
        rejected(&same(two_arguments, k(0), vec![]), &NoProgram),
        Reason::IllFormed
    );
    let none = Expr::Apply(Operator::Min, [].into());
    assert_eq!(
        rejected(&same(none, k(0), vec![]), &NoProgram),
        Reason::IllFormed
    );
    let huge = Expr::Integer(Int::ONE << 100_000);
    assert_eq!(
        rejected(&same(huge, k(0), vec![]), &NoProgram),
        Reason::IllFormed
    );
    let deep = (0..2000).fold(x(0), |term, _| op(Operator::Min, &[term, x(1)]));
    assert_eq!(
        rejected(&same(deep, k(0), vec![]), &NoProgram),
        Reason::TooLarge
    );
    // Shared subterms: small in memory but huge as a tree.
    let wide = (0..60).fold(x(0), |term, _| Expr::sum(term.clone(), term));
    assert_eq!(
        rejected(&same(wide, k(0), vec![]), &NoProgram),
        Reason::TooLarge
    );
    let nested = (0..2 * MAX_ARGUMENT_DEPTH)
        .fold(Decision::Range, |by, _| Decision::Not(k(0), Box::new(by)));
    let proof = Proof {
        claim: Claim::Holds(k(1)),
        argument: Argument::Decision(nested),
        ..same(k(0), k(0), vec![])
    };
    assert_eq!(rejected(&proof, &NoProgram), Reason::TooLarge);
}

#[test]
fn numbers_grow_without_a_panic() {
    // Products and powers beyond the size cap are not folded.
    let big = Expr::Integer(Int::ONE << 4000);
    let product = (0..8).fold(big.clone(), |term, _| {
        op(Operator::Mul, &[term, Expr::sum(x(0), big.clone())])
    });
    let quotient = op(Operator::FloorDiv, &[product.clone(), x(1)]);
    rejected(&same(quotient, product, vec![]), &NoProgram);
}

#[test]
fn a_rewrite_that_does_not_exist_is_not_applied() {
    let step = |number, name: &str, binding: Vec<Term>| {
        Step::Rewrite(RewriteUse {
            number,
            name: name.into(),
            binding,
        })
    };
    let rules = Rules::embedded();
    let all = &rules.rewrites().all;
    let find = |name: &str| {
        let number = all.iter().position(|rule| rule.name == name);
        number.expect("there is such a rule") as u32
    };
    let truncated = find("truncdiv-of-nonnegative");
    for (wrong, reason) in [
        (step(1_000_000, "x", vec![]), Reason::NoSuchRule),
        (step(truncated, "x", vec![]), Reason::NoSuchRule),
        (
            step(truncated, "truncdiv-of-nonnegative", vec![x(0)]),
            Reason::Binding(1),
        ),
        // x may be negative.
        (
            step(truncated, "truncdiv-of-nonnegative", vec![x(0), k(4)]),
            Reason::Guard(0),
        ),
    ] {
        assert_eq!(rejected(&same(k(0), k(0), vec![wrong]), &NoProgram), reason);
    }
}

#[test]
fn arguments_that_do_not_fit_the_claim() {
    let row = |term: Term, relation, reason| Row {
        term,
        relation,
        reason,
    };
    let bound = |goal: Term, bound: Option<i64>, derivation| Bounding {
        goal,
        bound: bound.map(Int::from),
        derivation,
    };
    let of = |claim, argument| Proof {
        claim,
        argument,
        ..same(k(0), k(0), vec![])
    };
    let zero = row(k(0), Relation::Zero, RowReason::Range);
    let minus_one = row(k(-1), Relation::AtLeastZero, RowReason::Range);
    let cases = [
        // There is no contradiction.
        (
            of(
                Claim::Unreachable,
                Argument::Bound(bound(k(0), None, Derivation::Rows(vec![]))),
            ),
            Reason::BoundDiffers,
        ),
        (
            of(
                Claim::Unreachable,
                Argument::Bound(bound(
                    k(0),
                    None,
                    Derivation::Rows(vec![(minus_one, RBig::ONE)]),
                )),
            ),
            Reason::RangeNotShown,
        ),
        (
            of(
                Claim::AtLeast(x(0), k(0)),
                Argument::Bound(bound(
                    Expr::difference(x(0), k(0)),
                    Some(0),
                    Derivation::Rows(vec![(zero, RBig::ONE)]),
                )),
            ),
            Reason::DoesNotAddUp,
        ),
        (
            of(Claim::AtLeast(x(0), k(0)), Argument::Same),
            Reason::DoesNotFit,
        ),
        (
            of(Claim::Equal(x(0), x(1)), Argument::Same),
            Reason::NotEqual,
        ),
        (
            of(Claim::Holds(x(0)), Argument::Decision(Decision::Range)),
            Reason::RangeNotShown,
        ),
        // A split on a term that is not 0 or 1 does not cover all cases.
        (
            of(
                Claim::AtLeast(x(0), k(0)),
                Argument::Bound(bound(
                    x(0),
                    Some(0),
                    Derivation::Cases(
                        Split::Condition(x(0)),
                        Box::new([
                            bound(x(0), Some(1), Derivation::Rows(vec![])),
                            bound(x(0), Some(0), Derivation::Rows(vec![])),
                        ]),
                    ),
                )),
            ),
            Reason::CasesIncomplete,
        ),
    ];
    for (proof, reason) in cases {
        assert_eq!(rejected(&proof, &NoProgram), reason);
    }
}

#[test]
fn a_minimum_of_other_than_conditions_is_no_conjunction() {
    // min(0, −1) is not 0, although one of its arguments is.
    let both = op(Operator::Min, &[x(0), x(1)]);
    let proof = Proof {
        claim: Claim::Fails(both.clone()),
        argument: Argument::Decision(Decision::One(both, 0, Box::new(Decision::Range))),
        facts: vec![FactUse {
            condition: Expr::equal(x(0), k(0)),
            given: vec![],
            source: FactSource::Assumption(0),
            from: None,
        }],
        ..same(k(0), k(0), vec![])
    };
    let setting = Setting {
        assumptions: vec![(0, Expr::equal(x(0), k(0)))],
        ..Setting::default()
    };
    let result = check(&proof, &NoProgram, &Rules::embedded(), &setting);
    assert_eq!(result.map_err(|e| e.reason), Err(Reason::RangeNotShown));
}

#[test]
fn a_type_states_only_how_the_readings_of_its_own_integer_are_related() {
    let module = module("func.func @f(%a: i8, %b: i8, %n: index) { return }");
    let [a, b, n] = ["%a", "%b", "%n"].map(|name| value(&module, name));
    let unsigned = |value| Expr::Leaf(Column::Unsigned(value));
    let reading = |value, modulus| {
        let signed = Expr::Leaf(Column::Value(value));
        Expr::apply(Operator::Mod, [signed, k(modulus)])
    };
    let stated = |condition: &Term, value| FactUse {
        condition: condition.clone(),
        given: vec![],
        source: FactSource::Type(Column::Unsigned(value)),
        from: Point::of(&module, value),
    };
    let with = |fact| Proof {
        facts: vec![fact],
        point: Some(Point::of(&module, a).expect("it is an argument")),
        ..same(k(0), k(0), vec![])
    };
    let own = Expr::equal(unsigned(a), reading(a, 256));
    let accepted = with(stated(&own, a));
    let result = check(&accepted, &module, &Rules::embedded(), &Setting::default());
    assert_eq!(result, Ok(()));
    for (condition, value, reason) in [
        (
            Expr::equal(unsigned(a), reading(a, 128)),
            a,
            Reason::NotAReading,
        ),
        (
            Expr::equal(unsigned(a), reading(b, 256)),
            a,
            Reason::NotAReading,
        ),
        (own.clone(), b, Reason::RuleSaysOtherwise),
        (
            Expr::at_most(unsigned(a), k(127)),
            a,
            Reason::RuleSaysOtherwise,
        ),
        (
            Expr::equal(unsigned(n), reading(n, 256)),
            n,
            Reason::NotAReading,
        ),
    ] {
        assert_eq!(rejected(&with(stated(&condition, value)), &module), reason);
    }
    // Without wrapping, the readings are not related.
    let unbounded = Setting {
        integers: calipers::proof::Integers::Unbounded,
        ..Setting::default()
    };
    let result = check(&accepted, &module, &Rules::embedded(), &unbounded);
    let reason = result.map_err(|rejection| rejection.reason);
    assert_eq!(reason, Err(Reason::NotAReading));
    let given = FactUse {
        given: vec![k(1)],
        ..stated(&own, a)
    };
    assert_eq!(rejected(&with(given), &module), Reason::RuleSaysOtherwise);
}
