//! Compares the algebra of concepts with brute force: checks every answer on every type, attribute, value
//! and op of a finite universe.

use super::universe::{SORTS, matcher, predicate, universe, with_interfaces};
use calipers::concept::{
    Concepts, Constraint, ConstraintAlgebra, Explain, Predicate, PredicateAlgebra, Relation, Sort,
    Test, Text, Thing,
};
use calipers::program::Datum;
use proptest::prelude::*;

/// Whether a predicate holds of a thing of the universe, on which no predicate is undecided.
fn holds(predicate: &Predicate, thing: &Thing<'_>) -> bool {
    matcher().holds(predicate, thing).expect("all is known")
}

/// Whether a predicate holds of an example.
fn holds_of(predicate: &Predicate, example: &Datum) -> bool {
    predicate
        .holds(example)
        .expect("an example says all that is asked")
}

/// `N` constraints of one sort.
fn constraints<const N: usize>() -> impl Strategy<Value = [Constraint; N]> {
    prop::sample::select(SORTS.to_vec()).prop_flat_map(|sort| {
        let on = move |predicate| Constraint::new(sort, predicate);
        std::array::from_fn::<_, N, _>(|_| predicate(sort, 2).prop_map(on))
    })
}

/// The first thing that satisfies `a` and not `b`.
fn counterexample(a: &Constraint, b: &Constraint) -> Option<String> {
    let mut all = universe(a.sort).iter();
    let found = all.find(|it| holds(&a.predicate, it) && !holds(&b.predicate, it));
    found.map(|it| matcher().shown(it))
}

/// The number of tests that the evaluation of a predicate on a thing makes.
fn steps(predicate: &Predicate, thing: &Thing<'_>) -> u64 {
    let mut matcher = matcher();
    matcher.holds(predicate, thing);
    matcher.steps()
}

/// An equivalent predicate: rewritten by the laws of De Morgan, distribution and absorption,
/// by cases on another predicate, and by splitting sets in two.
fn rewritten(
    predicate: &Predicate,
    by: &Predicate,
    choices: &mut impl Iterator<Item = u8>,
) -> Predicate {
    let again = |part: &Predicate, choices: &mut _| rewritten(part, by, choices);
    let not = |part: Predicate| Predicate::Not(part.into());
    let choice = choices.next().unwrap_or(0);
    match predicate {
        Predicate::And(parts) => {
            let parts: Vec<_> = parts.iter().map(|it| again(it, choices)).collect();
            match choice % 3 {
                0 => not(Predicate::Or(parts.into_iter().map(not).collect())),
                1 => Predicate::And(parts.into_iter().rev().collect()),
                _ => Predicate::And(parts),
            }
        }
        Predicate::Or(parts) => {
            let parts: Vec<_> = parts.iter().map(|it| again(it, choices)).collect();
            match choice % 3 {
                0 => not(Predicate::And(parts.into_iter().map(not).collect())),
                1 => Predicate::Or(parts.into_iter().rev().collect()),
                _ => Predicate::Or(parts),
            }
        }
        Predicate::Not(part) => not(again(part, choices)),
        plain => match choice % 4 {
            0 => Predicate::Or(vec![
                Predicate::And(vec![plain.clone(), by.clone()]),
                Predicate::And(vec![not(by.clone()), plain.clone()]),
            ]),
            1 => Predicate::And(vec![
                plain.clone(),
                Predicate::Or(vec![by.clone(), plain.clone()]),
            ]),
            2 => not(not(plain.clone())),
            _ => plain.clone(),
        },
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(1600))]

    #[test]
    fn relations_hold_of_everything([a, b] in constraints()) {
        match a.implies(&b) {
            Relation::Holds => prop_assert_eq!(counterexample(&a, &b), None, "{} {}", a.predicate.text(), b.predicate.text()),
            Relation::Fails(example) => prop_assert!(
                holds_of(&a.predicate, &example) && !holds_of(&b.predicate, &example)
            ),
            Relation::Unknown => prop_assert!(false, "{} {}", a.predicate.text(), b.predicate.text()),
        }
        let both = a.and(&b);
        match a.is_disjoint(&b) {
            Relation::Holds => {
                prop_assert!(universe(a.sort).iter().all(|it| !holds(&both.predicate, it)));
            }
            Relation::Fails(example) => prop_assert!(holds_of(&both.predicate, &example)),
            Relation::Unknown => prop_assert!(false, "{} {}", a.predicate.text(), b.predicate.text()),
        }
    }

    #[test]
    fn what_is_written_reads_as_the_same([a] in constraints()) {
        let text = a.predicate.text();
        let read = Concepts::none().parse_on(a.sort, &text);
        let read = read.map_err(|error| TestCaseError::fail(error.to_string()))?;
        for thing in universe(a.sort) {
            prop_assert_eq!(holds(&read.predicate, thing), holds(&a.predicate, thing), "{}", text);
        }
    }

    /// The algebra does not know which ops implement an interface: it may leave a relation undecided, but must not be
    /// wrong.
    #[test]
    fn interfaces_are_any_sets_of_ops(a in with_interfaces(), b in with_interfaces()) {
        let (a, b) = (Constraint::new(Sort::Op, a), Constraint::new(Sort::Op, b));
        if a.implies(&b).holds() {
            prop_assert_eq!(counterexample(&a, &b), None, "{} {}", a.predicate.text(), b.predicate.text());
        }
        let both = a.and(&b);
        if a.is_disjoint(&b).holds() {
            prop_assert!(universe(Sort::Op).iter().all(|it| !holds(&both.predicate, it)));
        }
        prop_assert!(a.implies(&a).holds());
        prop_assert!(both.implies(&a).holds());
        prop_assert_eq!(counterexample(&a.simplified(), &a), None);
        prop_assert_eq!(counterexample(&a, &a.simplified()), None);
        let left = a.residual(&b);
        for thing in universe(Sort::Op).iter().filter(|it| holds(&b.predicate, it)) {
            prop_assert_eq!(holds(&left.predicate, thing), holds(&a.predicate, thing));
        }
    }
}

proptest! {
    #![proptest_config(config(240))]

    #[test]
    fn what_is_simplified_says_the_same([a] in constraints()) {
        let simple = a.simplified();
        prop_assert!(simple.predicate.cost() <= a.predicate.cost());
        for thing in universe(a.sort) {
            prop_assert_eq!(holds(&simple.predicate, thing), holds(&a.predicate, thing), "{}", a.predicate.text());
        }
        prop_assert!(simple.is_equivalent(&a).holds());
    }

    #[test]
    fn what_is_equal_by_the_laws_is_found_equal(
        [a, by] in constraints(),
        choices in prop::collection::vec(any::<u8>(), 40),
    ) {
        let other = rewritten(&a.predicate, &by.predicate, &mut choices.into_iter());
        let other = Constraint::new(a.sort, other);
        prop_assert!(a.is_equivalent(&other).holds(), "{} {}", a.predicate.text(), other.predicate.text());
        let simple = other.simplified();
        prop_assert!(simple.is_equivalent(&a).holds());
        prop_assert!(simple.predicate.cost() <= other.predicate.cost());
        for thing in universe(a.sort) {
            prop_assert_eq!(holds(&simple.predicate, thing), holds(&a.predicate, thing));
        }
    }

    #[test]
    fn residuals_say_the_same_where_the_rest_is_known([wanted, known] in constraints()) {
        let left = wanted.residual(&known);
        prop_assert!(left.predicate.cost() <= wanted.predicate.cost());
        for thing in universe(wanted.sort).iter().filter(|it| holds(&known.predicate, it)) {
            prop_assert_eq!(
                holds(&left.predicate, thing), holds(&wanted.predicate, thing),
                "{} \\ {} = {}", wanted.predicate.text(), known.predicate.text(), left.predicate.text()
            );
        }
        if known.implies(&wanted).holds() {
            prop_assert_eq!(left.predicate, Predicate::ANY);
        }
    }
}

/// Simplifications whose results are evident.
#[test]
fn simplification_finds_the_short_form() {
    let concepts = Concepts::embedded();
    for (text, short) in [
        (
            "(or (integer signless *) (integer signed *) (integer unsigned *))",
            "integer",
        ),
        ("(and (or index integer) (not index))", "integer"),
        ("(or (and index (not float)) (and float index))", "index"),
        (
            "(and integer (width (>= 8)) (not (width (> 16))))",
            "(and integer (width (between 8 16)))",
        ),
        ("(or (tensor-of i8) (tensor-of (not i8)))", "tensor"),
        (
            "(and tensor (dims (all static)) (not (dims (some dynamic))))",
            "(and tensor (dims (all static)))",
        ),
        ("(and (tensor-of float) (tensor-of integer))", "never"),
        ("(or shaped (not (element)))", "(not complex)"),
        ("(and (width 8) float)", "(and float (width 8))"),
        ("(and f32 (width 16))", "never"),
        ("(and (has-rank 2) (dims (each static any any)))", "never"),
    ] {
        let of = concepts.parse(text).expect("it is a predicate");
        let simple = of.simplified();
        assert!(simple.is_equivalent(&of).holds(), "{text}");
        let wanted = concepts.parse(short).expect("it is a predicate");
        assert!(simple.is_equivalent(&wanted).holds(), "{text}");
        assert!(
            simple.predicate.cost() <= wanted.predicate.unnamed().cost(),
            "{text}: {}",
            simple.predicate.text()
        );
    }
}

/// Specialization under an assumption leaves a smaller predicate, whose evaluation makes fewer tests.
#[test]
fn residuals_are_cheaper_where_what_is_known_helps() {
    let concepts = Concepts::embedded();
    let of = |text: &str| concepts.parse(text).expect("it is a predicate");
    for (wanted, known, left) in [
        (
            "signless-integer-like",
            "tensor",
            "(element (or index (and integer (signedness signless))))",
        ),
        ("signless-integer", "integer", "(signedness signless)"),
        (
            "(tensor-of i8)",
            "(tensor-of (integer signless *))",
            "(element (width 8))",
        ),
        (
            "int-like",
            "(not float)",
            "(or index (and integer (signedness signless)))",
        ),
        ("static-shape", "(has-rank 0)", "any"),
        (
            "(or (tensor-of f32) (vector-of i8))",
            "vector",
            "(element i8)",
        ),
        ("float", "index", "never"),
        ("shaped", "(vector-of f32)", "any"),
    ] {
        let (wanted, known, left) = (of(wanted), of(known), of(left));
        let found = wanted.residual(&known);
        assert!(
            found.predicate.cost() <= left.predicate.cost(),
            "{} \\ {} = {}",
            wanted.predicate.text(),
            known.predicate.text(),
            found.predicate.text()
        );
        let within: Vec<_> = universe(Sort::Type)
            .iter()
            .filter(|it| holds(&known.predicate, it))
            .collect();
        let all = |predicate: &Predicate| within.iter().map(|it| steps(predicate, it)).sum::<u64>();
        let helps = known.predicate.cost() > 0 && left.predicate.cost() < wanted.predicate.cost();
        assert!(
            !helps || all(&found.predicate) < all(&wanted.predicate),
            "{}",
            wanted.predicate.text()
        );
    }
}

#[test]
fn too_many_cases_are_left_undecided() {
    let parity = |n: usize| {
        let unit = Predicate::head("unit").into();
        Predicate::field("parameters", Predicate::Test(Test::At(n, unit)))
    };
    // The parity of the number of unit sizes, in two ways: by cases from either end.
    let fold = |order: Vec<usize>| {
        order.into_iter().fold(Predicate::ANY, |even, n| {
            let here = parity(n);
            Predicate::or([
                Predicate::and([even.clone(), Predicate::not(here.clone())]),
                Predicate::and([Predicate::not(even), here]),
            ])
        })
    };
    let a = Constraint::new(Sort::Type, fold((0..12).collect()));
    let b = Constraint::new(Sort::Type, fold((0..12).rev().collect()));
    assert!(!matches!(a.is_equivalent(&b), Relation::Fails(_)));
}

/// A disjunction of many alternatives is decided alternative by alternative, not by all their combinations.
#[test]
fn choices_between_many_are_decided() {
    let concepts = Concepts::embedded();
    let one = |n: usize| format!("(tensor (element i{n}) (dims (length {})))", n % 7);
    let of = |from: usize| {
        let all: Vec<String> = (from..120).map(one).collect();
        let text = format!("(or {})", all.join(" "));
        concepts.parse(&text).expect("it is a predicate")
    };
    let (all, fewer) = (of(1), of(2));
    assert_eq!(fewer.implies(&all), Relation::Holds);
    assert!(matches!(all.implies(&fewer), Relation::Fails(_)));
}
