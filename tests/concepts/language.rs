//! The language of concepts: accepted texts, rejected texts, and diagnostics.

use calipers::concept::{
    Answer, Concepts, ConstraintAlgebra, Explain, Matcher, PredicateAlgebra, Relation, Sort, Text,
    Thing,
};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{OpId, Program};
use calipers::rules::Rules;
use std::borrow::Cow;

fn holds(concept: &str, ty: &str) -> bool {
    let concepts = Concepts::embedded();
    let concept = concepts.parse(concept).expect("it is a predicate");
    let mut module = Module::new();
    let ty = module.parse_type(ty).expect("it is a type");
    concept
        .predicate
        .holds(&module.datum_of_type(ty))
        .expect("types say all")
}

fn error(text: &str) -> String {
    let mut concepts = Concepts::embedded();
    let error = concepts.load("c", text).expect_err("it is wrong");
    format!("{}:{}: {}", error.line, error.column, error.message)
}

#[test]
fn the_library_says_what_it_should() {
    for (concept, yes, no) in [
        ("int-like", "index i1 i64", "si8 f32 vector<4xi8>"),
        (
            "signless-integer-like",
            "i8 index tensor<*xindex> vector<[4]xi8>",
            "memref<4xi8> ui8 tensor<f32>",
        ),
        (
            "floating-point-like",
            "f32 bf16 f8E4M3FN tensor<4xf64>",
            "i32 complex<f32>",
        ),
        ("(integer 8)", "i8 si8 ui8", "i16"),
        ("(integer * 8)", "i8 si8 ui8", "i16"),
        ("(integer signless 8 *)", "i8", "si8 i16"),
        ("(integer signless (in 8 16))", "i8 i16", "si8 i32"),
        ("(float * 32)", "f32", "f16 tf32"),
        ("(float 16)", "f16 bf16", "f32"),
        ("(float f16 f32)", "f16 f32", "bf16 f64"),
        ("f32", "f32", "f64"),
        (
            "shaped",
            "tensor<f32> memref<*xf32> vector<4xf32>",
            "f32 tuple<>",
        ),
        (
            "ranked",
            "tensor<f32> vector<4xi8> memref<?xi8>",
            "tensor<*xi8> f32",
        ),
        (
            "static-shape",
            "tensor<4x5xf32> tensor<f32>",
            "tensor<?xf32> tensor<*xf32> vector<[4]xi8>",
        ),
        (
            "dynamic-shape",
            "tensor<?xf32> vector<[4]xi8>",
            "tensor<4xf32> f32",
        ),
        (
            "(has-rank 2)",
            "tensor<4x?xf32> vector<4x4xi8>",
            "tensor<4xf32> tensor<*xf32>",
        ),
        (
            "(has-rank (between 1 2))",
            "tensor<4xf32> tensor<?x4xi8>",
            "tensor<f32>",
        ),
        (
            "extent-tensor",
            "tensor<?xindex> tensor<3xi64>",
            "tensor<3xf32> tensor<2x3xindex>",
        ),
        (
            "(dims (each 4 dynamic))",
            "tensor<4x?xf32>",
            "tensor<?x4xf32> tensor<4x?x1xf32>",
        ),
        (
            "(dims (at 1 (>= 2)))",
            "tensor<?x2xf32>",
            "tensor<?x1xf32> tensor<2xf32>",
        ),
        ("(dims (some 1))", "tensor<4x1xf32>", "tensor<4x4xf32>"),
        (
            "(in-space 3)",
            "memref<4xf32, 3>",
            "memref<4xf32> memref<4xf32, 1>",
        ),
        (
            "default-space",
            "memref<4xf32>",
            "memref<4xf32, 1> tensor<4xf32>",
        ),
        (
            "row-major",
            "memref<4x4xf32>",
            "memref<4xf32, strided<[2]>>",
        ),
        (
            "(layout strided)",
            "memref<4xf32, strided<[2]>>",
            "memref<4xf32>",
        ),
        ("(complex-of float)", "complex<f32>", "complex<i32>"),
        (
            "(tuple-of int-like)",
            "tuple<> tuple<i8, index>",
            "tuple<i8, f32>",
        ),
        ("!d.box", "!d.box !d.box<4>", "!d.bag f32"),
        (
            "(!d.box int-like (>= 4))",
            "!d.box<i8, 4>",
            "!d.box<i8> !d.box<f32, 4> !d.box<i8, 3>",
        ),
        (
            "(inputs (all index))",
            "(index, index) -> i8",
            "(i8) -> index index",
        ),
        ("tosa.element", "i8 f32", "i5 index"),
        // A head with additional constraints.
        (
            "(vector (element i8) (has-rank 2))",
            "vector<4x4xi8>",
            "vector<4xi8> tensor<4x4xi8>",
        ),
        (
            "(layout (or identity (strided (strides (at 1 1)))))",
            "memref<4x4xi8> memref<4x4xi8, strided<[?, 1]>>",
            "memref<4x4xi8, strided<[1, 4]>>",
        ),
        (
            "(dims (at 0 (static (size (>= 2)))))",
            "tensor<2xi8>",
            "tensor<1xi8> tensor<?xi8>",
        ),
    ] {
        for ty in types(yes) {
            assert!(holds(concept, &ty), "{concept} of {ty}");
        }
        for ty in types(no) {
            assert!(!holds(concept, &ty), "{concept} of {ty}");
        }
    }
}

/// Splits types at blanks outside of brackets.
fn types(text: &str) -> Vec<String> {
    let (mut found, mut depth) = (vec![String::new()], 0i32);
    for (at, c) in text.char_indices() {
        let arrow = text[..at].ends_with('-') || text[at..].starts_with("->");
        let is_space = c == ' ' && depth == 0;
        let after_arrow = text[..at].ends_with("->") || text[at..].starts_with(" ->");
        match c {
            _ if is_space && !after_arrow => found.push(String::new()),
            _ => found.last_mut().expect("there is one").push(c),
        }
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' if !arrow => depth -= 1,
            _ => {}
        }
    }
    found
}

#[test]
fn mistakes_have_their_place() {
    for (text, wanted) in [
        ("(concept a)", "1:1: expected (concept NAME PREDICATE)"),
        ("(concept a b)", "1:12: unknown predicate 'b' on a type"),
        (
            "(concept a (or i8 (vector-of a)))",
            "1:30: the concept 'a' cannot be said by itself",
        ),
        (
            "(concept a index)\n(concept a i8)",
            "2:10: the concept 'a' is there already, in line 1",
        ),
        (
            "(namespace builtin)\n(concept int-like index)",
            "2:10: the concept 'builtin.int-like' is there already, in line 10 of builtin.concepts",
        ),
        (
            "(concept tensor index)",
            "1:10: 'tensor' has a meaning already",
        ),
        ("(concept f32 i8)", "1:10: 'f32' has a meaning already"),
        ("(concept * i8)", "1:10: '*' has a meaning already"),
        (
            "(concept memref i8 :of attribute)",
            "1:10: 'memref' has a meaning already",
        ),
        (
            "(concept (element ?c) ?c)",
            "1:11: 'element' has a meaning already",
        ),
        (
            "(concept (between ?c) ?c)",
            "1:11: 'between' has a meaning already",
        ),
        (
            "(concept a (tensor-of))",
            "1:12: 'tensor-of' takes 1 argument: ?c, a type",
        ),
        (
            "(concept a (has-rank i8))",
            "1:22: unknown predicate 'i8' on an integer",
        ),
        ("(concept (a ?c ?c) ?c)", "1:16: '?c' is no new parameter"),
        (
            "(concept a (tensor-of ?c))",
            "1:23: the parameter '?c' is not bound",
        ),
        (
            "(concept (a (?n integer)) (tensor-of ?n))",
            "1:38: '?n' is an integer, here a type is wanted",
        ),
        (
            "(concept a (signedness odd))",
            "1:24: unknown word 'odd': expected signless, signed, unsigned",
        ),
        (
            "(concept a (element i8 i16))",
            "1:13: 'element' takes one predicate",
        ),
        (
            "(concept a (dims (at 99 static)))",
            "1:22: expected 0 to 63",
        ),
        (
            "(concept a positive-attr)",
            "1:12: 'positive-attr' is about an attribute (:of attribute), here one about a type is wanted",
        ),
        (
            "(concept a i8 :of thing)",
            "1:19: unknown sort 'thing': expected type, attribute, layout, extent, value, op, integer or word",
        ),
        (
            "(import nowhere.concepts)",
            "1:1: 'nowhere.concepts' can't be read: No such file or directory (os error 2)",
        ),
        ("(concept a (in", "1:12: this parenthesis is never closed"),
        (
            "(concept a 3)",
            "1:12: an integer is no predicate on a type",
        ),
        ("(concept a ())", "1:12: an empty predicate"),
        (
            "(concept (a ?t (?n integer)) ?t) (concept b (a i8))",
            "1:45: 'a' takes 2 arguments: ?t, a type; ?n, an integer",
        ),
        (
            "(concept (a ?n) (integer ?n))",
            "1:26: '?n' is a type, here an integer is wanted; declare it as (?n integer)",
        ),
        (
            "(concept a (array-of (odd 1)) :of attribute)",
            "1:23: unknown predicate 'odd' on an attribute",
        ),
        (
            "(concept a (operands (all odd)) :of op)",
            "1:27: unknown predicate 'odd' on a value",
        ),
        (
            "(concept a (if-present size i8))",
            "1:24: a type has no 'size'",
        ),
    ] {
        assert_eq!(error(text), wanted, "{text}");
    }
}

/// If each concept uses the previous one twice, parsing them does not take exponential time.
#[test]
fn concepts_do_not_explode() {
    let mut text = String::from("(concept (c0 ?a) (tensor-of ?a))\n");
    for n in 1..60 {
        let (last, half) = (n - 1, format!("(c{} ?a)", n - 1));
        text += &format!("(concept (c{n} ?a) (and (element {half}) (c{last} (element {half}))))\n");
    }
    assert!(error(&text).contains("too large"), "{}", error(&text));
    // A parameter that occurs twice, whose argument contains a parameter twice again.
    let text = "(concept (d ?a) (or (vector (element ?a)) (tensor (element ?a))))";
    let nested = format!("{}i8{}", "(d ".repeat(40), ")".repeat(40));
    let text = format!("{text}\n(concept e {nested})");
    assert!(error(&text).contains("too large"), "{}", error(&text));
}

#[test]
fn integers_may_be_parameters() {
    let mut concepts = Concepts::embedded();
    let text = "(concept (below (?n integer)) (integer (< ?n)))
        (concept (above (?n integer)) (integer (> ?n)))
        (concept (within (?a integer) (?b integer)) (and integer (width (between ?a ?b))))
        (concept (one-of (?a integer) (?b integer)) (integer (in ?a ?b)))
        (concept (deeper (?n integer)) (below ?n))";
    concepts.load("p", text).expect("it can be read");
    for (some, other) in [
        ("(below 9)", "(integer (<= 8))"),
        ("(above 9)", "(integer (>= 10))"),
        ("(deeper 9)", "(below 9)"),
        ("(within 4 8)", "(and (below 9) (above 3))"),
        ("(one-of 8 16)", "(integer (in 8 16))"),
        // Less than one of several numbers means less than the maximum.
        ("(below (in 4 8))", "(below 8)"),
        ("(below any)", "integer"),
        ("(below (and (>= 2) (not (> 8))))", "(below 8)"),
        (
            "(one-of (or 8 16) (between 3 5))",
            "(integer (in 3 4 5 8 16))",
        ),
    ] {
        let of = |text: &str| concepts.parse(text).expect("it is a predicate");
        assert!(of(some).implies(&of(other)).holds(), "{some}, {other}");
        assert!(of(other).implies(&of(some)).holds(), "{other}, {some}");
    }
    assert_eq!(
        error("(concept (bad ?t) (integer (< ?t x)))"),
        "1:29: unknown predicate '<' on an integer"
    );
    assert_eq!(
        error("(concept (bad ?t) (integer (< ?t)))"),
        "1:31: '?t' is a type, here an integer is wanted; declare it as (?t integer)"
    );
}

/// The blocks of rules in the documentation of concepts.
#[test]
fn what_the_documentation_shows_can_be_read() {
    let text = include_str!("../../docs/concepts.md");
    let blocks = text.split("```lisp\n").skip(1);
    let blocks: Vec<&str> = blocks.filter_map(|it| it.split("```").next()).collect();
    assert!(blocks.len() >= 3);
    let ops = "(op my.op (x operand)) (op (my.grow my.keep) (x operand))\n";
    let mut rules = Rules::default();
    rules
        .load(
            "concepts.md",
            &format!("{}{ops}{}", blocks[0], blocks[1..].concat()),
        )
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn names_are_looked_up_from_the_inside_out() {
    let mut concepts = Concepts::embedded();
    let text = "(namespace mine)\n(concept int-like i8)\n(concept pair (tuple (elements (each int-like builtin.int-like))))";
    let text = text.replace("(tuple (elements", "(and tuple (elements");
    concepts.load("m", &text).expect("it can be read");
    let of = |text: &str| concepts.parse(text).expect("it is a predicate");
    assert!(of("mine.int-like").implies(&of("int-like")).holds());
    assert!(matches!(
        of("int-like").implies(&of("mine.int-like")),
        Relation::Fails(_)
    ));
    let pair = of("mine.pair").predicate.unnamed();
    assert_eq!(pair.text().matches("index").count(), 1);
    let homonyms = concepts.homonyms();
    assert_eq!(homonyms.len(), 1);
    assert_eq!(homonyms[0].2, "only one holds of i32");
}

#[test]
fn homonyms_with_parameters_are_compared_for_arguments() {
    let mut concepts = Concepts::embedded();
    let text = |name: &str, rank: u8| {
        let matrix = format!("(concept (matrix-of ?c) (and (tensor-of ?c) (has-rank {rank})))");
        let same = "(concept (wide (?n integer)) (integer (>= ?n)))";
        format!("(namespace {name}) {matrix} {same}")
    };
    let mut load = |name: &str, text: &str| concepts.load(name, text).expect("it can be read");
    load("a", &text("a", 2));
    load("b", &text("b", 3));
    load(
        "c",
        "(namespace c) (concept (wide (?m integer)) (integer (> ?m)))",
    );
    load(
        "d",
        "(namespace d) (concept (matrix-of (?n integer)) (tensor (has-rank ?n)))",
    );
    let found = concepts.homonyms();
    let shown: Vec<String> = found
        .iter()
        .map(|(a, b, why)| format!("{} {}: {why}", a.name, b.name))
        .collect();
    let about = "they are about different things";
    assert_eq!(
        shown,
        [
            "a.matrix-of b.matrix-of: only one holds of tensor<?x?xi32>, for ?c any",
            &format!("a.matrix-of d.matrix-of: {about}"),
            "a.wide c.wide: only one holds of i0, for ?n 0",
            &format!("b.matrix-of d.matrix-of: {about}"),
            "b.wide c.wide: only one holds of i0, for ?n 0",
        ]
    );
}

/// A concept is resolved where it is defined, not by names defined later, also when it is instantiated with arguments.
#[test]
fn later_names_change_no_earlier_concept() {
    let mut concepts = Concepts::embedded();
    let matrices = "(namespace m)\n(concept (matrix-of ?c) (and (tensor-of ?c) (has-rank 2)))";
    concepts.load("m", matrices).expect("it can be read");
    let of = |concepts: &Concepts| {
        let of = concepts.parse("(m.matrix-of i8)");
        of.expect("it is a predicate")
    };
    let before = of(&concepts);
    let others = "(concept (has-rank (?n integer)) never) (concept (tensor-of ?c) (vector-of ?c))";
    concepts.load("o", others).expect("it can be read");
    assert!(of(&concepts).is_equivalent(&before).holds());
}

#[test]
fn the_library_has_no_homonyms_that_differ() {
    let found = Concepts::embedded().homonyms();
    let shown: Vec<_> = found
        .iter()
        .map(|(a, b, why)| format!("{} {} {why}", a.name, b.name))
        .collect();
    assert!(shown.is_empty(), "{shown:?}");
}

#[test]
fn an_import_takes_in_concepts_and_nothing_else() {
    let folder = std::env::temp_dir().join(format!("calipers-concepts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = |name: &str| folder.join(name).display().to_string();
    let dialect = "(namespace d)\n(import builtin.concepts)\n(concept small (integer (<= 8)))\n(op d.op (a operand))\n(import \"second.rules\")";
    std::fs::write(file("first.rules"), dialect).expect("it can be written");
    std::fs::write(
        file("second.rules"),
        "(import \"first.rules\")\n(namespace e)\n(concept large (not d.small))",
    )
    .expect("it can be written");
    let mut concepts = Concepts::none();
    concepts
        .load(
            &file("main.rules"),
            "(import \"first.rules\")\n(concept mine d.small)",
        )
        .expect("it can be read");
    let names: Vec<_> = concepts
        .iter()
        .map(|it| it.name.to_string())
        .filter(|it| !it.starts_with("builtin"))
        .collect();
    assert_eq!(names, ["d.small", "e.large", "mine"]);
    // A file is read once if it imports itself through another file, or has two paths.
    let text = std::fs::read_to_string(file("first.rules")).expect("it can be read");
    let text = format!("{text}\n(import {:?})", file("./second.rules"));
    let mut concepts = Concepts::none();
    concepts
        .load(&file("first.rules"), &text)
        .expect("it can be read");
    assert!(concepts.get("e.large").is_some());
    std::fs::write(file("second.rules"), "(concept x\n y)").expect("it can be written");
    let error = Concepts::none()
        .load(&file("main.rules"), "\n(import \"first.rules\")")
        .expect_err("it is wrong");
    assert_eq!(error.line, 2);
    assert!(
        error
            .message
            .contains("second.rules:2:2: unknown predicate 'y' on a type"),
        "{}",
        error.message
    );
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn diagnostics_say_which_leaf_failed() {
    let concepts = Concepts::embedded();
    let mut module = Module::new();
    for (concept, ty, wanted) in [
        ("int-like", "f32", "f32 is not int-like"),
        (
            "signless-integer-like",
            "tensor<4xf32>",
            "its element is f32, not int-like",
        ),
        (
            "extent-tensor",
            "tensor<2x3xindex>",
            "its dims, length is 2, not 1",
        ),
        (
            "static-shape",
            "tensor<4x?xf32>",
            "its dims, part 1 is ?, not static",
        ),
        (
            "(in-space 3)",
            "memref<4xf32>",
            "its space is missing, not (and integer (value 3))",
        ),
        (
            "(not shaped)",
            "vector<4xf32>",
            "vector<4xf32> is not (not shaped)",
        ),
        (
            "(!d.box int-like)",
            "!d.box<f32>",
            "its parameters, part 0, type is f32, not int-like",
        ),
    ] {
        let concept = concepts.parse(concept).expect("it is a predicate");
        let ty = module.parse_type(ty).expect("it is a type");
        let datum = module.datum_of_type(ty);
        let mut matcher = Matcher::new(&module, &());
        let failure = matcher.explain(&concept.predicate, &Thing::Datum(Cow::Borrowed(&datum)));
        assert_eq!(failure.map(|it| it.to_string()).as_deref(), Some(wanted));
    }
}

const PROGRAM: &str = "func.func @f(%a: i8, %b: tensor<4xf32>) {
  %c = arith.constant 4 : i8
  %0 = arith.addi %a, %c : i8
  \"d.op\"(%0, %b) {mode = \"fast\", sizes = array<i64: 1, 2>, ty = f32, flag, deep = true} : (i8, tensor<4xf32>) -> ()
  return
}";

#[test]
fn values_and_ops_satisfy_concepts_too() {
    let concepts = Concepts::embedded();
    let module = Module::parse(PROGRAM, "p", ParseOptions::default()).expect("it can be read");
    let op = |name: &str| -> OpId { module.ops_named(name)[0] };
    let mut matcher = Matcher::new(&module, &());
    let mut op_is = |text: &str, name: &str| {
        let sort = calipers::concept::Sort::Op;
        let concept = concepts.parse_on(sort, text).expect("it is a predicate");
        matcher.holds(&concept.predicate, &Thing::Op(op(name)))
    };
    for (text, wanted) in [
        ("(name d.op arith.addi)", Some(true)),
        ("(operands (each int-like (tensor-of float)))", Some(true)),
        ("(operands (all (type int-like)))", Some(false)),
        ("(operands (at 0 (op (name arith.addi))))", Some(true)),
        (
            "(operands (at 0 (op (operands (at 0 argument)))))",
            Some(true),
        ),
        ("(attribute mode (string-attr fast))", Some(true)),
        ("(attribute mode (string-attr slow))", Some(false)),
        ("(attribute sizes integer-array)", Some(true)),
        ("(attribute sizes (integers (all (>= 2))))", Some(false)),
        ("(attribute ty (type-attr f32))", Some(true)),
        ("(attribute ty f32)", Some(true)),
        ("(attribute flag)", Some(true)),
        ("(attribute flag true)", Some(false)),
        ("(attribute deep true)", Some(true)),
        ("(attribute deep false)", Some(false)),
        ("(attribute mode (string (text fast slow)))", Some(true)),
        ("(not (attribute other))", Some(true)),
        ("(results (length 0))", Some(true)),
        ("(regions 0)", Some(true)),
        ("(interface loop)", None),
        ("(or (interface loop) (name d.op))", Some(true)),
    ] {
        assert_eq!(op_is(text, "d.op"), wanted, "{text}");
    }
    let value = module.operands(op("arith.addi"))[1];
    let of = concepts.parse_on(
        calipers::concept::Sort::Value,
        "(and i8 (op (attribute value (integer-attr (>= 3)))))",
    );
    let of = of.expect("it is a predicate");
    assert_eq!(
        Matcher::new(&module, &()).holds(&of.predicate, &Thing::Value(value)),
        Some(true)
    );
}

#[test]
fn examples_are_types_that_can_be_written() {
    let concepts = Concepts::embedded();
    let mut module = Module::new();
    for (text, wanted) in [
        ("int-like", "i32"),
        ("float", "f32"),
        ("extent-tensor", "tensor<?xi32>"),
        ("(and extent-tensor static-shape)", "tensor<1xi32>"),
        ("(memref-of f64)", "memref<f64>"),
        ("(and (in-space 3) (has-rank 2))", "memref<?x?xi32, 3>"),
        ("(!d.box f32 4)", "!d.box<f32, 4>"),
        ("unranked", "tensor<*xi32>"),
        ("(integer unsigned (>= 9))", "ui32"),
        ("(integer (in 3 5))", "i3"),
    ] {
        let Answer::Example(example) = concepts.parse(text).expect("it is a predicate").example()
        else {
            panic!("{text} has an example");
        };
        assert_eq!(example.text(), wanted, "{text}");
        if wanted.contains(", 3>") || wanted.contains("4>") {
            continue;
        }
        let ty = module.type_of_datum(&example).expect("it can be written");
        assert_eq!(module.datum_of_type(ty), example);
    }
    // A dialect's own type has its dimensions in its parameters, in a form of its own.
    let of = |text: &str| concepts.parse(text).expect("it is a predicate");
    let Answer::Example(example) = of("(and !d.box (has-rank 1))").example() else {
        panic!("there is one");
    };
    assert_eq!(
        example.text(),
        "dialect(name: !d.box, parameters: [], dims: [?])"
    );
}

/// Valid element types as in MLIR's verifiers, in predicates and in programs.
#[test]
fn elements_are_those_that_can_be() {
    let concepts = Concepts::embedded();
    let scalars = ["i8", "si8", "ui8", "f32", "f8E8M0FNU"];
    let rows: [(&str, &str, &[&str]); 4] = [
        ("complex", "complex<X>", &[]),
        ("vector", "vector<4xX>", &["index"]),
        ("tensor", "tensor<4xX>", &["index", "complex", "vector"]),
        (
            "memref",
            "memref<4xX>",
            &["index", "complex", "vector", "memref"],
        ),
    ];
    let elements = [
        ("index", "index"),
        ("none", "none"),
        ("complex", "complex<f32>"),
        ("vector", "vector<[4]xi8>"),
        ("tensor", "tensor<*xi8>"),
        ("memref", "memref<?xi8>"),
        ("tuple", "tuple<i8>"),
        ("function", "() -> i8"),
    ];
    let mut module = Module::new();
    for (head, text, others) in rows {
        let scalars = scalars.map(|it| (it, it, true)).into_iter();
        let others = elements.map(|(name, it)| (name, it, others.contains(&name)));
        for (name, element, is_allowed) in scalars.chain(others) {
            let predicate = format!("({head} (element {name}))");
            let answer = concepts.parse(&predicate).expect("it is one").example();
            assert_eq!(
                matches!(answer, Answer::Example(_)),
                is_allowed,
                "{predicate}"
            );
            let written = text.replace('X', element);
            let read = module.parse_type(&written);
            assert_eq!(read.is_ok(), is_allowed, "{written}");
            if let Answer::Example(example) = answer {
                let ty = module.type_of_datum(&example);
                assert!(ty.is_some(), "{}", example.text());
            }
        }
    }
    let of = |text: &str| concepts.parse(text).expect("it is a predicate");
    assert!(of("(container-of (container-of tensor))").example() == Answer::Nothing);
    assert!(
        of("(tensor (element shaped))")
            .is_equivalent(&of("(tensor (element vector))"))
            .holds()
    );
    // The element types that a container accepts imply the constraints that all of them satisfy.
    assert!(
        of("(complex (element any))")
            .implies(&of("(complex (element (or integer float)))"))
            .holds()
    );
    assert!(
        of("(typed-integer-attr i1)")
            .is_equivalent(&of("bool-attr"))
            .holds()
    );
    let on = |text| {
        concepts
            .parse_on(Sort::Attribute, text)
            .expect("it is a predicate")
    };
    assert!(on("true").implies(&on("(typed-integer-attr i1)")).holds());
    assert_eq!(of("(in-space 0)").example(), Answer::Nothing);
    for zero in ["0", "0 : i32", "0 : index", "false"] {
        let ty = module
            .parse_type(&format!("memref<4xi8, {zero}>"))
            .expect("it is one");
        assert_eq!(ty, module.parse_type("memref<4xi8>").expect("it is one"));
    }
}
