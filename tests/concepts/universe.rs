//! A finite universe of types, attributes, values and ops, and predicates about them.

use calipers::concept::{
    Integers, IntegersAlgebra, Interfaces, Matcher, Predicate, PredicateAlgebra, Sort, SortTable,
    Test, Thing, Words, WordsAlgebra,
};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{Datum, OpId, Program};
use proptest::prelude::*;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// Types of all kinds, including types that differ in a single property.
pub fn types() -> Vec<Datum> {
    let scalars = "index none i1 i8 i32 si8 ui8 ui32 f16 bf16 f32 f64";
    let shapes = ["", "4x", "?x", "?x4x", "4x4x", "1x?x4x"];
    let mut texts: Vec<String> = scalars.split(' ').map(String::from).collect();
    for element in ["i8", "i32", "f32", "index", "complex<f32>"] {
        for shape in shapes {
            texts.push(format!("tensor<{shape}{element}>"));
            texts.push(format!("memref<{shape}{element}>"));
            if !shape.contains('?') && !shape.is_empty() && !element.contains('<') {
                texts.push(format!("vector<{shape}{element}>"));
            }
        }
        texts.push(format!("tensor<*x{element}>"));
        if !element.contains('<') {
            texts.push(format!("vector<[4]x{element}>"));
        }
        if matches!(element, "i8" | "i32" | "f32") {
            texts.push(format!("complex<{element}>"));
        }
        texts.push(format!("memref<4x{element}, 1>"));
        texts.push(format!("memref<4x{element}, strided<[2], offset: ?>>"));
        texts.push(format!("tensor<4x{element}, 7>"));
        texts.push(format!("tuple<{element}, i8>"));
        texts.push(format!("({element}, i8) -> {element}"));
        texts.push(format!("!d.box<{element}>"));
        texts.push(format!("!d.box<{element}, 4>"));
    }
    let nested = [
        "tensor<4xvector<4xi8>>",
        "tensor<?x!d.unit>",
        "vector<4x!d.unit>",
        "memref<4xmemref<4xi8>>",
        "memref<?xvector<[4]xi32>>",
        "tuple<tensor<4xi8>, memref<*xf32>>",
    ];
    texts.extend(nested.map(String::from));
    texts.extend(["tuple<>", "!d.unit", "!e.box<3>"].map(String::from));
    let mut module = Module::new();
    let datum = |text: &String| {
        let ty = module.parse_type(text).expect("it is a type");
        module.datum_of_type(ty)
    };
    texts.iter().map(datum).collect()
}

/// Attributes of all kinds.
fn attributes() -> Vec<Datum> {
    let texts = [
        "unit",
        "true",
        "false",
        "3 : i32",
        "4 : index",
        "-1 : i64",
        "18446744073709551615 : ui64",
        "-170141183460469231731687303715884105728 : i128",
        "1.5 : f32",
        "2.0 : f64",
        "\"fast\"",
        "\"slow\"",
        "f32",
        "tensor<4x?xi8>",
        "[]",
        "[1, 2]",
        "[\"fast\", unit]",
        "{}",
        "{a = 1 : i64, b}",
        "array<i64>",
        "array<i64: 1, 2>",
        "array<f32: 1.0>",
        "dense<1> : tensor<2xi32>",
        "dense<[1, 2]> : tensor<2xi64>",
        "dense<1.0> : tensor<2xf32>",
        "dense<[1, 18446744073709551615]> : tensor<2xui64>",
        "dense_resource<blob> : tensor<2xi8>",
        "affine_map<(d0, d1)[s0] -> (d0)>",
        "affine_map<() -> (4)>",
        "affine_set<(d0) : (d0 >= 0)>",
        "@f",
        "strided<[2, 1], offset: ?>",
        "strided<[?]>",
        "loc(\"f\":1:2)",
        "#d.tag",
        "#d.tag<3>",
        "#d.tag<i8, fast>",
    ];
    let mut module = Module::new();
    let datum = |text: &str| {
        let attribute = module.parse_attribute(text);
        let attribute = attribute.unwrap_or_else(|error| panic!("{text}: {error}"));
        module.datum_of_attribute(attribute)
    };
    texts.map(datum).to_vec()
}

/// Ops with different numbers of operands, results, regions, successors and attributes.
const PROGRAM: &str = "func.func @f(%a: i8, %t: tensor<4x?xf32>, %i: index) {
  %0 = \"d.one\"(%a) {k = 3 : i32} : (i8) -> i8
  %1, %2 = \"d.two\"(%0, %t) {k = \"fast\"} : (i8, tensor<4x?xf32>) -> (tensor<4xi8>, f32)
  \"d.none\"() {k} : () -> ()
  \"d.none\"(%1, %2, %i) {other = true} : (tensor<4xi8>, f32, index) -> ()
  %3 = \"d.region\"(%i) ({
    \"d.end\"(%i) {k = f32} : (index) -> ()
  }, {
  }) : (index) -> index
  \"cf.br\"(%0)[^bb1] : (i8) -> ()
^bb1(%b: i8):
  \"d.switch\"()[^bb1, ^bb2] : () -> ()
^bb2:
  return
}";

/// The program that contains the values and ops.
pub fn program() -> &'static Module {
    static MODULE: OnceLock<Module> = OnceLock::new();
    MODULE.get_or_init(|| {
        Module::parse(PROGRAM, "p", ParseOptions::default()).expect("it can be read")
    })
}

fn ops() -> Vec<OpId> {
    let names = [
        "func.func",
        "d.one",
        "d.two",
        "d.none",
        "d.region",
        "d.end",
        "cf.br",
        "d.switch",
        "func.return",
    ];
    let named = names.iter().flat_map(|name| program().ops_named(name));
    named.collect()
}

/// An interface that ops implement if their names have the same last part.
struct Endings;

impl Interfaces for Endings {
    fn is_member(&self, interface: &str, op: &str) -> Option<bool> {
        Some(op.ends_with(interface))
    }
}

/// All things of a sort.
pub fn universe(sort: Sort) -> &'static [Thing<'static>] {
    static ALL: OnceLock<[Vec<Thing<'static>>; 4]> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let data = |data: Vec<Datum>| data.into_iter().map(|it| Thing::Datum(Cow::Owned(it)));
        let results = ops().into_iter().flat_map(|op| program().results(op));
        let operands = ops().into_iter().flat_map(|op| program().operands(op));
        [
            data(types()).collect(),
            data(attributes()).collect(),
            results
                .chain(operands)
                .map(|it| Thing::Value(*it))
                .collect(),
            ops().into_iter().map(Thing::Op).collect(),
        ]
    });
    let number = SORTS.iter().position(|it| *it == sort);
    &all[number.expect("it is a sort of the universe")]
}

/// The sorts of things in the universe.
pub const SORTS: [Sort; 4] = [Sort::Type, Sort::Attribute, Sort::Value, Sort::Op];

/// A matcher for things of the universe.
pub fn matcher() -> Matcher<'static, Module> {
    Matcher::new(program(), &Endings)
}

fn words(of: Vec<&'static str>) -> impl Strategy<Value = Words> {
    let some = prop::collection::vec(prop::sample::select(of), 1..3);
    (some, any::<bool>()).prop_map(|(some, not)| {
        let set = some
            .into_iter()
            .fold(Words::none(), |all, word| all.union(&Words::one(word)));
        if not { set.complement() } else { set }
    })
}

fn integers() -> impl Strategy<Value = Integers> {
    between(vec![i64::MIN, -1, 0, 1, 2, 3, 4, 8, 16, 32, i64::MAX])
}

fn lengths() -> impl Strategy<Value = Integers> {
    between(vec![-1, 0, 1, 2, 3, 4, 8, 16, 32])
}

/// Integers inside or outside of an interval.
fn between(ends: Vec<i64>) -> impl Strategy<Value = Integers> {
    let end = move || prop::option::weighted(0.8, prop::sample::select(ends.clone()));
    (end(), end(), any::<bool>()).prop_map(|(low, high, not)| {
        let (low, high) = match (low, high) {
            (Some(a), Some(b)) => (Some(a.min(b)), Some(a.max(b))),
            other => other,
        };
        let set = Integers::between(low.map(Into::into), high.map(Into::into));
        if not { set.complement() } else { set }
    })
}

/// Words that occur in the universe.
fn known_words(sort: Sort) -> Vec<&'static str> {
    match sort {
        Sort::Word(domain) => domain.to_vec(),
        Sort::Name("!") => vec!["!d.box", "!d.unit", "!e.box"],
        Sort::Name("#") => vec!["#d.tag", "#d.other"],
        _ => vec![
            "f32", "bf16", "f64", "fast", "slow", "1.5", "a", "f", "d.one", "d.none", "cf.br",
        ],
    }
}

fn test(test: Test) -> Predicate {
    Predicate::Test(test)
}

/// Tests of a thing of the sort or of one of its parts: any head and any field that a thing of the sort can
/// have.
fn leaf(sort: Sort, depth: u32) -> BoxedStrategy<Predicate> {
    match sort {
        Sort::Integer(..) => integers().prop_map(|set| test(Test::Integer(set))).boxed(),
        Sort::Word(_) | Sort::Name(_) => words(known_words(sort))
            .prop_map(|set| test(Test::Word(set)))
            .boxed(),
        Sort::List(&part) => {
            let lengths = lengths().prop_map(|set| test(Test::Length(set)));
            if depth == 0 {
                return lengths.boxed();
            }
            let each = predicate(part, depth - 1).prop_map(|it| test(Test::All(Arc::new(it))));
            let at = (0..3usize, predicate(part, depth - 1));
            let at = at.prop_map(|(number, it)| test(Test::At(number, Arc::new(it))));
            prop_oneof![lengths, each, at].boxed()
        }
        _ => {
            let constructors = sort.constructors();
            let heads = words(constructors.iter().map(|it| it.head).collect());
            let heads = heads.prop_map(|set| test(Test::Head(set)));
            let mut fields: Vec<(&'static str, Sort)> = vec![];
            for field in constructors.iter().flat_map(|it| it.fields) {
                if !fields.contains(&(field.name, field.sort)) {
                    fields.push((field.name, field.sort));
                }
            }
            if sort == Sort::Op {
                let attributes = ["attribute k", "attribute other"];
                fields.extend(attributes.map(|name| (name, Sort::Attribute)));
            }
            if depth == 0 || fields.is_empty() {
                return heads.boxed();
            }
            let field = prop::sample::select(fields).prop_flat_map(move |(name, sort)| {
                predicate(sort, depth - 1).prop_map(move |part| Predicate::field(name, part))
            });
            prop_oneof![1 => heads, 3 => field].boxed()
        }
    }
}

/// Predicates on things of the sort, with tests nested to that depth.
pub fn predicate(sort: Sort, depth: u32) -> BoxedStrategy<Predicate> {
    let size = if depth >= 2 { 6 } else { 3 };
    combined(leaf(sort, depth), size)
}

/// Predicates on ops, including tests of interfaces.
pub fn with_interfaces() -> BoxedStrategy<Predicate> {
    let names = prop::sample::select(vec!["one", "o", "none", "br"]);
    let interface = names.prop_map(|name| test(Test::Interface(name.into())));
    combined(prop_oneof![interface, leaf(Sort::Op, 1)].boxed(), 6)
}

fn combined(leaves: BoxedStrategy<Predicate>, size: u32) -> BoxedStrategy<Predicate> {
    leaves
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
