//! Overload resolution, compared with brute force.

use super::universe::{SORTS, matcher, predicate, universe};
use calipers::concept::{Concepts, Constraint, NoPick, Overloads, Sort, Thing, is_narrower};
use calipers::ir::{Module, ParseOptions, Type};
use calipers::program::NoProgram;
use calipers::rules::Rules;
use proptest::prelude::*;
use std::borrow::Cow;

fn of(text: &str) -> Constraint {
    Concepts::embedded()
        .parse(text)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Lowerings of a binary op, selected by the types of both operands.
fn lowerings() -> Overloads<&'static str> {
    let mut all = Overloads::default();
    // The order of insertion does not matter.
    for (first, second, name) in [
        ("number-like", "number-like", "generic"),
        ("(tensor-of float)", "(tensor-of float)", "matrix"),
        ("int-like", "int-like", "scalar"),
        ("i8", "int-like", "byte by scalar"),
        ("int-like", "i8", "scalar by byte"),
        ("(vector-of (float 16))", "any", "half"),
    ] {
        all.add(vec![of(first), of(second)], name);
    }
    all
}

fn pick(from: &Overloads<&'static str>, types: &[&str]) -> Result<&'static str, NoPick> {
    let mut module = Module::new();
    let things: Vec<Thing<'_>> = types
        .iter()
        .map(|text| {
            let ty = module.parse_type(text).expect("it is a type");
            Thing::Datum(Cow::Owned(module.datum_of_type(ty)))
        })
        .collect();
    from.pick(&module, &(), &things).copied()
}

#[test]
fn the_most_specific_is_picked() {
    let all = lowerings();
    for (types, wanted) in [
        (["i32", "i64"], Ok("scalar")),
        (["i8", "i64"], Ok("byte by scalar")),
        (["index", "i8"], Ok("scalar by byte")),
        (["i8", "f32"], Ok("generic")),
        (["tensor<4xf32>", "tensor<4xf32>"], Ok("matrix")),
        (["tensor<4xf32>", "f32"], Ok("generic")),
        (["i8", "i8"], Err(NoPick::Ambiguous(vec![3, 4]))),
        (["vector<4xf16>", "tuple<>"], Ok("half")),
        (["vector<4xf16>", "f16"], Err(NoPick::Ambiguous(vec![0, 5]))),
        (["tuple<>", "i8"], Err(NoPick::None)),
    ] {
        assert_eq!(pick(&all, &types), wanted, "{types:?}");
    }
    assert_eq!(pick(&all, &["i8"]), Err(NoPick::None));
    assert_eq!(all.ambiguities(), [(3, 4), (0, 5)]);
}

#[test]
fn a_third_may_decide_between_two() {
    let mut all = lowerings();
    all.add(vec![of("i8"), of("i8")], "bytes");
    assert_eq!(pick(&all, &["i8", "i8"]), Ok("bytes"));
    assert_eq!(all.ambiguities(), [(0, 5)]);
    // An alternative for only a part of the overlap does not resolve the ambiguity.
    all.add(
        vec![of("(and (vector-of f16) (has-rank 1))"), of("f16")],
        "row",
    );
    assert_eq!(pick(&all, &["vector<4xf16>", "f16"]), Ok("row"));
    assert_eq!(all.ambiguities(), [(0, 5)]);
}

#[test]
fn two_that_say_the_same_are_ambiguous() {
    let mut all = Overloads::default();
    all.add(vec![of("int-like")], "one");
    all.add(
        vec![of(
            "(and (or index integer) (not si8) (not float) int-like)",
        )],
        "other",
    );
    assert_eq!(pick(&all, &["i8"]), Err(NoPick::Ambiguous(vec![0, 1])));
    assert_eq!(all.ambiguities(), [(0, 1)]);
}

#[test]
fn ops_are_dispatched_by_what_they_are() {
    let text = "func.func @f(%a: i8, %t: tensor<4xf32>) {
      %0 = \"d.add\"(%a, %a) {mode = \"fast\"} : (i8, i8) -> i8
      %1 = \"d.add\"(%t, %t) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %2 = \"d.add\"(%0, %a) : (i8, i8) -> i8
      \"d.other\"() : () -> ()
      return
    }";
    let module = Module::parse(text, "p", ParseOptions::default()).expect("it can be read");
    let mut rules = Rules::default();
    let added = "(op d.add (a operand) (b operand)) (interface adding (a b) d.add)";
    rules.load("d.rules", added).expect("they can be read");
    let on_op = |text: &str| Concepts::embedded().parse_on(Sort::Op, text);
    let on_op = |text: &str| on_op(text).unwrap_or_else(|error| panic!("{error}"));
    let mut all = Overloads::default();
    for (text, name) in [
        ("(interface adding)", "any"),
        (
            "(and (interface adding) (operands (all int-like)))",
            "integers",
        ),
        (
            "(and (interface adding) (operands (all int-like)) (attribute mode (string-attr fast)))",
            "fast",
        ),
    ] {
        all.add(vec![on_op(text)], name);
    }
    let pick = |op| all.pick(&module, &rules, &[Thing::Op(op)]).copied();
    let adds = module.ops_named("d.add");
    let picked: Vec<_> = adds.iter().map(|op| pick(*op)).collect();
    assert_eq!(picked, [Ok("fast"), Ok("any"), Ok("integers")]);
    assert_eq!(pick(module.ops_named("d.other")[0]), Err(NoPick::None));
    assert_eq!(all.ambiguities(), []);
    // If it is unknown whether the op implements the interface, no alternative is picked.
    let unknown = all.pick(&module, &(), &[Thing::Op(adds[1])]);
    assert_eq!(unknown, Err(NoPick::Unknown(0)));
}

#[test]
fn what_is_not_known_of_an_alternative_matters_unless_it_is_wider() {
    let mut all = Overloads::default();
    all.add(vec![of("any")], "any");
    all.add(vec![of("int-like")], "integers");
    let unknown = all.pick(&NoProgram, &(), &[Thing::Unknown]);
    assert_eq!(unknown, Err(NoPick::Unknown(1)));
    let mut module = Module::new();
    let ty = module.parse_type("i8").expect("it is a type");
    assert_ne!(ty, Type::I32);
    let datum = Thing::Datum(Cow::Owned(module.datum_of_type(ty)));
    assert_eq!(all.pick(&module, &(), &[datum]), Ok(&"integers"));
}

/// Signatures of one sort.
fn signatures() -> impl Strategy<Value = Vec<Constraint>> {
    prop::sample::select(SORTS.to_vec()).prop_flat_map(|sort| {
        let on = move |predicate| Constraint::new(sort, predicate);
        prop::collection::vec(predicate(sort, 1).prop_map(on), 1..5)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_picked_applies_and_is_narrower_than_all_that_do(signatures in signatures()) {
        let mut all = Overloads::default();
        for (number, signature) in signatures.iter().enumerate() {
            all.add(vec![signature.clone()], number);
        }
        let narrower = |a: &usize, b: &usize| {
            is_narrower(&signatures[*a..=*a], &signatures[*b..=*b])
        };
        let ambiguities = all.ambiguities();
        for thing in universe(signatures[0].sort) {
            let holds = |number: &usize| matcher().holds(&signatures[*number].predicate, thing);
            let applying: Vec<usize> = (0..signatures.len()).filter(|it| holds(it) == Some(true)).collect();
            match matcher_pick(&all, thing) {
                Ok(picked) => {
                    prop_assert!(applying.contains(&picked));
                    prop_assert!(applying.iter().all(|it| *it == picked || narrower(&picked, it)));
                }
                Err(NoPick::None) => prop_assert!(applying.is_empty()),
                Err(NoPick::Ambiguous(several)) => {
                    prop_assert!(several.len() > 1);
                    for it in &several {
                        prop_assert!(applying.contains(it));
                        prop_assert!(!applying.iter().any(|other| narrower(other, it)));
                    }
                    // The ambiguity check reported this pair.
                    prop_assert!(ambiguities.iter().any(|(a, b)| several.contains(a) && several.contains(b)));
                }
                Err(NoPick::Unknown(_)) => prop_assert!(false, "all is known"),
            }
        }
    }
}

fn matcher_pick(all: &Overloads<usize>, thing: &Thing<'_>) -> Result<usize, NoPick> {
    all.pick(super::universe::program(), &(), std::slice::from_ref(thing))
        .copied()
}
