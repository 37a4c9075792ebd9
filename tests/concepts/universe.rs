//! A finite universe of types, and predicates about them.

use calipers::concept::{Integers, Predicate, Sort, Test, Words};
use calipers::ir::Module;
use calipers::program::Datum;
use proptest::prelude::*;
use std::sync::Arc;

/// Types of all kinds, and types that differ in one thing only.
pub fn types() -> Vec<Datum> {
    let scalars = "index none i1 i8 i32 si8 ui8 ui32 f16 bf16 f32 f64";
    let shapes = ["", "4x", "?x", "?x4x", "4x4x", "1x?x4x"];
    let mut texts: Vec<String> = scalars.split(' ').map(String::from).collect();
    for element in ["i8", "i32", "f32", "index", "complex<f32>"] {
        for shape in shapes {
            texts.push(format!("tensor<{shape}{element}>"));
            texts.push(format!("memref<{shape}{element}>"));
            if !shape.contains('?') && !shape.is_empty() {
                texts.push(format!("vector<{shape}{element}>"));
            }
        }
        texts.push(format!("tensor<*x{element}>"));
        texts.push(format!("vector<[4]x{element}>"));
        texts.push(format!("memref<4x{element}, 1>"));
        texts.push(format!("memref<4x{element}, strided<[2], offset: ?>>"));
        texts.push(format!("tensor<4x{element}, 7>"));
        texts.push(format!("complex<{element}>"));
        texts.push(format!("tuple<{element}, i8>"));
        texts.push(format!("({element}, i8) -> {element}"));
        texts.push(format!("!d.box<{element}>"));
        texts.push(format!("!d.box<{element}, 4>"));
    }
    texts.extend(["tuple<>", "!d.unit", "!e.box<3>"].map(String::from));
    let mut module = Module::new();
    let datum = |text: &String| {
        let ty = module.parse_type(text).expect("it is a type");
        module.datum_of_type(ty)
    };
    texts.iter().map(datum).collect()
}

fn words(of: &'static [&'static str]) -> impl Strategy<Value = Words> {
    let some = prop::collection::vec(prop::sample::select(of), 1..3);
    (some, any::<bool>()).prop_map(|(some, not)| {
        let set = some
            .into_iter()
            .fold(Words::none(), |all, word| all.union(&Words::one(word)));
        if not { set.complement() } else { set }
    })
}

fn integers(of: &'static [i64]) -> impl Strategy<Value = Integers> {
    let end = || prop::option::weighted(0.8, prop::sample::select(of));
    (end(), end(), any::<bool>()).prop_map(|(low, high, not)| {
        let (low, high) = match (low, high) {
            (Some(a), Some(b)) => (Some(a.min(b)), Some(a.max(b))),
            other => other,
        };
        let set = Integers::between(low.map(Into::into), high.map(Into::into));
        if not { set.complement() } else { set }
    })
}

fn test(test: Test) -> Predicate {
    Predicate::Test(test)
}

/// Predicates that test a thing of the sort directly, or one of its parts.
fn leaf(sort: Sort, depth: u32) -> BoxedStrategy<Predicate> {
    let heads = |of| words(of).prop_map(|set| test(Test::Head(set))).boxed();
    let field = |name: &'static str, sort: Sort| {
        predicate(sort, depth - 1).prop_map(move |part| Predicate::field(name, part))
    };
    let field_of = |name: &'static str, part: BoxedStrategy<Predicate>| {
        part.prop_map(move |part| Predicate::field(name, part))
            .boxed()
    };
    match sort {
        Sort::Type => {
            let kinds = heads(&["index", "integer", "float", "tensor", "vector", "memref"]);
            if depth == 0 {
                return kinds;
            }
            let signs = words(&["signless", "signed"]).prop_map(|set| test(Test::Word(set)));
            let widths = integers(&[8, 16, 32]).prop_map(|set| test(Test::Integer(set)));
            let dims = Sort::Type.field("dims").expect("it is a field");
            prop_oneof![
                3 => kinds,
                1 => field_of("signedness", signs.boxed()),
                1 => field_of("width", widths.boxed()),
                2 => field("element", Sort::Type),
                2 => field("dims", dims),
                1 => field("layout", Sort::Layout),
                1 => field("encoding", Sort::Attribute),
                1 => field("parameters", Sort::List(&Sort::Attribute)),
                1 => field("elements", Sort::List(&Sort::Type)),
            ]
            .boxed()
        }
        Sort::Attribute => {
            let kinds = heads(&["integer", "type", "unit"]);
            if depth == 0 {
                return kinds;
            }
            let values = integers(&[3, 4, 7]).prop_map(|set| test(Test::Integer(set)));
            prop_oneof![
                kinds,
                field("type", Sort::Type),
                field_of("value", values.boxed()),
            ]
            .boxed()
        }
        Sort::Layout => heads(&["identity", "strided", "map"]),
        Sort::Extent => {
            let sizes = integers(&[1, 4]).prop_map(|set| test(Test::Integer(set)));
            prop_oneof![
                heads(&["static", "dynamic", "scalable"]),
                field_of("size", sizes.boxed()),
            ]
            .boxed()
        }
        Sort::List(&part) => {
            let lengths = integers(&[0, 1, 2, 3]).prop_map(|set| test(Test::Length(set)));
            if depth == 0 {
                return lengths.boxed();
            }
            let each = predicate(part, depth - 1).prop_map(|it| test(Test::All(Arc::new(it))));
            let at = (0..3usize, predicate(part, depth - 1));
            let at = at.prop_map(|(number, it)| test(Test::At(number, Arc::new(it))));
            prop_oneof![lengths, each, at].boxed()
        }
        _ => Just(Predicate::ANY).boxed(),
    }
}

/// Predicates on things of the sort, with tests nested to that depth.
pub fn predicate(sort: Sort, depth: u32) -> BoxedStrategy<Predicate> {
    let size = if depth >= 2 { 6 } else { 3 };
    leaf(sort, depth)
        .prop_recursive(2, size, 3, |inner| {
            let several = || prop::collection::vec(inner.clone(), 2..4);
            prop_oneof![
                several().prop_map(Predicate::and),
                several().prop_map(Predicate::or),
                inner.clone().prop_map(Predicate::not),
            ]
        })
        .boxed()
}
