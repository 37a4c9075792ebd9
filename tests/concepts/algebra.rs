//! The algebra of concepts against brute force: every answer is held against every type of a finite
//! universe.

use crate::universe::{predicate, types};
use calipers::concept::{Concepts, Constraint, Matcher, Predicate, Relation, Sort, Test, Thing};
use calipers::program::{Datum, NoProgram};
use proptest::prelude::*;
use std::borrow::Cow;
use std::sync::OnceLock;

fn universe() -> &'static [Datum] {
    static UNIVERSE: OnceLock<Vec<Datum>> = OnceLock::new();
    UNIVERSE.get_or_init(types)
}

fn holds(predicate: &Predicate, datum: &Datum) -> bool {
    predicate.holds(datum).expect("types say all that is asked")
}

fn on_types() -> impl Strategy<Value = Constraint> {
    predicate(Sort::Type, 2).prop_map(|predicate| Constraint::new(Sort::Type, predicate))
}

/// The first type of which `a` holds and `b` does not.
fn counterexample(a: &Constraint, b: &Constraint) -> Option<&'static Datum> {
    let mut all = universe().iter();
    all.find(|it| holds(&a.predicate, it) && !holds(&b.predicate, it))
}

/// How many tests are made on a type.
fn steps(predicate: &Predicate, datum: &Datum) -> u64 {
    let mut matcher = Matcher::new(&NoProgram, &());
    matcher.holds(predicate, &Thing::Datum(Cow::Borrowed(datum)));
    matcher.steps()
}

/// The same predicate, written in another way: by the laws of De Morgan, of distribution and absorption,
/// by cases on another predicate, and with sets in two parts.
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
    #![proptest_config(config(400))]

    #[test]
    fn relations_hold_of_every_type(a in on_types(), b in on_types()) {
        match a.implies(&b) {
            Relation::Holds => prop_assert_eq!(counterexample(&a, &b), None, "{} {}", a.predicate, b.predicate),
            Relation::Fails(example) => {
                prop_assert!(holds(&a.predicate, &example) && !holds(&b.predicate, &example));
            }
            Relation::Unknown => prop_assert!(false, "{} {}", a.predicate, b.predicate),
        }
        let both = a.and(&b);
        match a.is_disjoint(&b) {
            Relation::Holds => {
                prop_assert!(universe().iter().all(|it| !holds(&both.predicate, it)));
            }
            Relation::Fails(example) => prop_assert!(holds(&both.predicate, &example)),
            Relation::Unknown => prop_assert!(false, "{} {}", a.predicate, b.predicate),
        }
    }

    #[test]
    fn what_is_written_reads_as_the_same(a in on_types()) {
        let text = a.predicate.to_string();
        let read = Concepts::none().parse_on(Sort::Type, &text);
        let read = read.map_err(|error| TestCaseError::fail(error.to_string()))?;
        for datum in universe() {
            prop_assert_eq!(holds(&read.predicate, datum), holds(&a.predicate, datum), "{}", text);
        }
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn what_is_simplified_says_the_same(a in on_types()) {
        let simple = a.simplified();
        prop_assert!(simple.predicate.cost() <= a.predicate.cost());
        for datum in universe() {
            prop_assert_eq!(holds(&simple.predicate, datum), holds(&a.predicate, datum), "{}", a.predicate);
        }
        prop_assert!(simple.is_equivalent(&a).holds());
    }

    #[test]
    fn what_is_equal_by_the_laws_is_found_equal(
        a in on_types(),
        by in predicate(Sort::Type, 1),
        choices in prop::collection::vec(any::<u8>(), 40),
    ) {
        let other = rewritten(&a.predicate, &by, &mut choices.into_iter());
        let other = Constraint::new(Sort::Type, other);
        prop_assert!(a.is_equivalent(&other).holds(), "{} {}", a.predicate, other.predicate);
        let simple = other.simplified();
        prop_assert!(simple.is_equivalent(&a).holds());
        prop_assert!(simple.predicate.cost() <= other.predicate.cost());
    }

    #[test]
    fn residuals_say_the_same_where_the_rest_is_known(wanted in on_types(), known in on_types()) {
        let left = wanted.residual(&known);
        prop_assert!(left.predicate.cost() <= wanted.predicate.cost());
        for datum in universe().iter().filter(|it| holds(&known.predicate, it)) {
            prop_assert_eq!(
                holds(&left.predicate, datum), holds(&wanted.predicate, datum),
                "{} \\ {} = {}", wanted.predicate, known.predicate, left.predicate
            );
        }
        if known.implies(&wanted).holds() {
            prop_assert_eq!(left.predicate, Predicate::ANY);
        }
    }
}

/// What simplification makes of predicates where a reader sees it at once.
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
            simple.predicate
        );
    }
}

/// Where something is known, less is left to test, and fewer tests are made.
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
            wanted.predicate,
            known.predicate,
            found.predicate
        );
        let within: Vec<_> = universe()
            .iter()
            .filter(|it| holds(&known.predicate, it))
            .collect();
        let all = |predicate: &Predicate| within.iter().map(|it| steps(predicate, it)).sum::<u64>();
        let helps = known.predicate.cost() > 0 && left.predicate.cost() < wanted.predicate.cost();
        assert!(
            !helps || all(&found.predicate) < all(&wanted.predicate),
            "{}",
            wanted.predicate
        );
    }
}

#[test]
fn too_many_cases_are_left_undecided() {
    let parity = |n: usize| {
        let unit = Predicate::head("unit").into();
        Predicate::field("parameters", Predicate::Test(Test::At(n, unit)))
    };
    // Whether an even number of parts are units, in two ways: by cases from either end.
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
