//! Dialects described in IRDL as concepts and schemas.

use calipers::concept::{Concepts, ConstraintAlgebra, Text};
use calipers::ir::{Module, ParseOptions};
use calipers::irdl::{load, load_concepts};
use calipers::rules::{Rules, Verifier};

const CMATH: &str = include_str!("irdl/cmath.mlir");

fn holds(concepts: &Concepts, concept: &str, ty: &str) -> Option<bool> {
    let concept = concepts.parse(concept).expect("it is a predicate");
    let mut module = Module::new();
    let ty = module.parse_type(ty).expect("it is a type");
    concept.predicate.holds(&module.datum_of_type(ty))
}

#[test]
fn types_and_attributes_become_concepts() {
    let mut concepts = Concepts::embedded();
    load_concepts(&mut concepts, "cmath.mlir", CMATH).expect("it can be read");
    assert_eq!(
        holds(&concepts, "cmath.complex", "!cmath.complex<f32>"),
        Some(true)
    );
    assert_eq!(
        holds(&concepts, "cmath.complex", "!cmath.complex<f16>"),
        Some(false)
    );
    assert_eq!(holds(&concepts, "cmath.complex", "f32"), Some(false));
    let of = |text: &str| concepts.parse(text).expect("it is a predicate");
    assert!(
        of("cmath.complex")
            .is_equivalent(&of("(!cmath.complex (or f32 f64))"))
            .holds()
    );
    assert!(
        of("(like cmath.complex)")
            .is_disjoint(&of("number"))
            .holds()
    );
    // Concepts may refer to them, as to those of rule files.
    let text = "(concept vectors (vector-of cmath.complex))";
    let mut both = concepts.clone();
    both.load("more.concepts", text).expect("it can be read");
    assert_eq!(
        holds(&both, "vectors", "vector<4x!cmath.complex<f64>>"),
        Some(true)
    );
    assert_eq!(
        holds(&both, "vectors", "vector<4x!cmath.complex<i8>>"),
        Some(false)
    );
}

/// Predicates test only some fields of an affine map, so equal predicates must not identify two maps.
#[test]
fn maps_are_not_told_apart_by_their_shape() {
    let mut concepts = Concepts::embedded();
    let types = [
        ("a", "affine_map<(d0, d1) -> (d0, d1)>"),
        ("b", "affine_map<(d0, d1) -> (d1, d0)>"),
        ("c", "affine_map<(d0) -> (d0)>"),
        ("d", "{x = 3 : i8, y}"),
        ("e", "{x = 4 : i8, y}"),
        ("f", "memref<4xf32, affine_map<(d0) -> (d0 + 1)>>"),
        ("g", "memref<4xf32, affine_map<(d0) -> (d0 + 2)>>"),
    ];
    let types = types.map(|(name, is)| {
        format!("irdl.type @{name} {{\n%0 = irdl.is {is}\nirdl.parameters(x: %0)\n}}\n")
    });
    let text = format!("irdl.dialect @maps {{\n{}}}", types.concat());
    load_concepts(&mut concepts, "maps.mlir", &text).expect("it can be read");
    // Compares parameters only, since the types have different names.
    let of = |name: &str| {
        let concept = concepts.get(&format!("maps.{name}")).expect("it is there");
        let text = concept.predicate.text();
        text.replace(&format!("!maps.{name}"), "!maps.t")
    };
    assert_ne!(of("a"), of("b"));
    assert_ne!(of("f"), of("g"));
    assert!(!of("d").contains("interface"), "{}", of("d"));
}

/// The error for the first op of a dialect in a program, by the schemas of the IRDL file.
fn wrong(op: &str) -> Vec<String> {
    let mut rules = Rules::embedded();
    load(&mut rules, "cmath.mlir", CMATH).expect("it can be read");
    let arguments = "%a: !cmath.complex<f32>, %b: !cmath.complex<f64>, %i: i32, %j: i8, %f: f32, %h: !cmath.complex<f16>";
    let text = format!("func.func @f({arguments}) {{\n  {op}\n  return\n}}");
    let module = Module::parse(&text, "p.mlir", ParseOptions::default()).expect("it can be read");
    let mut verifier = Verifier::new(&rules, &module);
    let all = module.walk(module.top());
    all.flat_map(|op| verifier.check(op))
        .map(|it| it.to_string())
        .collect()
}

const C: &str = "!cmath.complex<f32>";
const D: &str = "!cmath.complex<f64>";

#[test]
fn ops_become_schemas() {
    let sizes =
        |parts: u8, limit: u8| format!("operandSegmentSizes = array<i32: {parts}, {limit}>");
    for op in [
        format!("%0 = \"cmath.norm\"(%a) : ({C}) -> f32"),
        format!("%0 = \"cmath.mul\"(%a, %a) : ({C}, {C}) -> {C}"),
        format!(
            "%0 = \"cmath.sum\"(%a, %a, %i) {{order = #cmath.order<\"x\">, any = 3 : i8, {}}} : ({C}, {C}, i32) -> {C}",
            sizes(2, 1)
        ),
        "\"cmath.guarded\"(%f) : (f32) -> ()".to_string(),
    ] {
        assert_eq!(wrong(&op), Vec::<String>::new(), "{op}");
    }
    for (op, message) in [
        (format!("%0 = \"cmath.mul\"(%a, %b) : ({C}, {D}) -> {C}"),
            format!("'cmath.mul' op requires the same type for 'lhs' and 'rhs', but got '{C}' and '{D}'")),
        ("%0 = \"cmath.norm\"(%f) : (f32) -> f32".into(),
            "'cmath.norm' op operand #0 must be cmath.complex, but got 'f32'".into()),
        (format!("%0 = \"cmath.sum\"(%a) {{any = 3 : i8, {}}} : ({C}) -> {C}", sizes(1, 0)),
            "'cmath.sum' op must satisfy (and (attribute order any) (attribute any any)): its attribute 'order' is missing".into()),
        (format!("%0 = \"cmath.sum\"(%a) {{order = 3 : i8, any = 3 : i8, {}}} : ({C}) -> {C}", sizes(1, 0)),
            "'cmath.sum' op attribute 'order' failed to satisfy constraint cmath.order: 3 : i8 is not cmath.order".into()),
        (format!("%0 = \"cmath.sum\"(%a, %j) {{order = #cmath.order<\"x\">, any = 3 : i8, {}}} : ({C}, i8) -> {C}", sizes(1, 1)),
            "'cmath.sum' op operand #1 must be (and integer i32), but got 'i8'".into()),
    ] {
        assert_eq!(wrong(&op), [message], "{op}");
    }
}

/// `mlir-opt` accepts the same programs, if it is installed.
#[test]
fn mlir_says_the_same() {
    let tool = "mlir-opt-22";
    if std::process::Command::new(tool)
        .arg("--version")
        .output()
        .is_err()
    {
        eprintln!("skipped: there is no {tool}");
        return;
    }
    let folder = std::env::temp_dir().join(format!("calipers-irdl-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    // MLIR's interpreter cannot evaluate constraints in C++ either, so this op is left out.
    let description = CMATH
        .split("  irdl.operation @guarded")
        .next()
        .expect("there is one");
    let file = |name: &str| folder.join(name);
    std::fs::write(file("d.mlir"), format!("{description}}}\n")).expect("it can be written");
    for op in [
        format!("%0 = \"cmath.mul\"(%a, %a) : ({C}, {C}) -> {C}"),
        format!("%0 = \"cmath.mul\"(%a, %b) : ({C}, {D}) -> {C}"),
        format!("%0 = \"cmath.mul\"(%f, %f) : (f32, f32) -> {C}"),
        format!("%0 = \"cmath.mul\"(%b, %b) : ({D}, {D}) -> {D}"),
        format!("%0 = \"cmath.norm\"(%a) : ({C}) -> f32"),
        "%0 = \"cmath.norm\"(%f) : (f32) -> f32".to_string(),
        format!(
            "%0 = \"cmath.sum\"(%a, %b) {{order = #cmath.order<\"x\">, any = 1, operandSegmentSizes = array<i32: 2, 0>}} : ({C}, {D}) -> {C}"
        ),
        format!(
            "%0 = \"cmath.sum\"(%a, %a) {{order = #cmath.order<\"x\">, any = 1, operandSegmentSizes = array<i32: 2, 0>}} : ({C}, {C}) -> {C}"
        ),
        format!(
            "%0 = \"cmath.sum\"(%a, %j) {{order = #cmath.order<\"x\">, any = 1, operandSegmentSizes = array<i32: 1, 1>}} : ({C}, i8) -> {C}"
        ),
        format!(
            "%0 = \"cmath.sum\"(%a) {{order = 4, any = 1, operandSegmentSizes = array<i32: 1, 0>}} : ({C}) -> {C}"
        ),
        format!(
            "%0 = \"cmath.sum\"(%a) {{any = 1, operandSegmentSizes = array<i32: 1, 0>}} : ({C}) -> {C}"
        ),
    ] {
        let text =
            format!("func.func @f(%a: {C}, %b: {D}, %j: i8, %f: f32) {{\n  {op}\n  return\n}}\n");
        std::fs::write(file("p.mlir"), text).expect("it can be written");
        let output = std::process::Command::new(tool)
            .arg(format!("--irdl-file={}", file("d.mlir").display()))
            .arg(file("p.mlir"))
            .output()
            .expect("it runs");
        assert_eq!(output.status.success(), wrong(&op).is_empty(), "{op}");
    }
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn mistakes_have_their_place() {
    for (text, wanted) in [
        (
            "irdl.dialect @d {",
            "1:18: expected irdl.type, irdl.attribute or irdl.operation",
        ),
        (
            "irdl.dialect @d {\n  irdl.thing @t\n}",
            "2:14: 'irdl.thing' is not known in a dialect",
        ),
        (
            "irdl.dialect @d {\n  irdl.type @t {\n    irdl.parameters(a: %0)\n  }\n}",
            "3:24: '%0' is no constraint",
        ),
        (
            "irdl.dialect @d {\n  irdl.type @t {\n    %0 = irdl.is no no\n  }\n}",
            "3:10: 'no no' is no type and no attribute",
        ),
        (
            "irdl.dialect @d {\n  irdl.type @t {\n    %0 = irdl.base @e::@t\n  }\n}",
            "3:20: the file defines no 'e.t'",
        ),
        (
            "irdl.dialect @d {\n  irdl.type @t {\n    %0 = irdl.base \"!builtin.what\"\n  }\n}",
            "3:10: nothing is known of '!builtin.what'",
        ),
        (
            "irdl.dialect @d {\n  irdl.type @t\n  irdl.type @t\n}",
            "3:13: the concept 'd.t' is there already",
        ),
        ("func.func @f() { return }", "1:1: expected irdl.dialect"),
        (
            "irdl.dialect @d {\n  irdl.operation @o {\n    irdl.regions(\n  }\n}",
            "3:17: this bracket is never closed",
        ),
    ] {
        let error = load_concepts(&mut Concepts::none(), "d.mlir", text).expect_err("it is wrong");
        let shown = format!("{}:{}: {}", error.line, error.column, error.message);
        assert_eq!(shown, wanted, "{text}");
    }
    // The expansion of this constraint doubles with every line.
    let mut text = String::from("irdl.dialect @d {\n irdl.type @t {\n %0 = irdl.is f32\n");
    for n in 1..60 {
        let last = n - 1;
        text += &format!(" %{n} = irdl.parametric @t<%{last}, %{last}>\n");
    }
    let error = load_concepts(&mut Concepts::none(), "d.mlir", &(text + "}}"))
        .expect_err("it is too large");
    assert_eq!(error.message, "the constraint is too large");
}

/// The constraints on a type's own parameters hold at every use, even before the description.
#[test]
fn a_type_brings_what_its_parameters_must_be() {
    let text = "irdl.dialect @d {
  irdl.type @user {
    %0 = irdl.base @complex
    %1 = irdl.base @order
    irdl.parameters(of: %0, by: %1)
  }
  irdl.type @wide {
    %0 = irdl.any
    %1 = irdl.parametric @complex<%0>
    irdl.parameters(of: %1)
  }
  irdl.type @complex {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(elem: %2)
  }
  irdl.attribute @order {
    %0 = irdl.base \"#builtin.string\"
    irdl.parameters(by: %0)
  }
}";
    let mut concepts = Concepts::embedded();
    load_concepts(&mut concepts, "d.mlir", text).expect("it can be read");
    for (concept, ty, wanted) in [
        ("d.user", "!d.user<!d.complex<f32>, #d.order<\"x\">>", true),
        ("d.user", "!d.user<!d.complex<f16>, #d.order<\"x\">>", false),
        ("d.user", "!d.user<!d.complex<f32>, #d.order<3>>", false),
        ("d.wide", "!d.wide<!d.complex<f64>>", true),
        ("d.wide", "!d.wide<!d.complex<i8>>", false),
    ] {
        assert_eq!(holds(&concepts, concept, ty), Some(wanted), "{ty}");
    }
    let of = |text: &str| concepts.parse(text).expect("it is a predicate");
    let written = of("(!d.wide (!d.complex (or f32 f64)))");
    assert!(of("d.wide").is_equivalent(&written).holds());
    assert_eq!(
        wrong(
            "%0 = \"cmath.sum\"(%h) {order = #cmath.order<\"x\">, any = 1, operandSegmentSizes = array<i32: 1, 0>} : (!cmath.complex<f16>) -> !cmath.complex<f16>"
        ),
        [
            "'cmath.sum' op operand #0 must be cmath.complex, but got '!cmath.complex<f16>': its parameters, part 0 is f16, not (or f32 f64)",
            "'cmath.sum' op result #0 must be cmath.complex, but got '!cmath.complex<f16>': its parameters, part 0 is f16, not (or f32 f64)",
        ]
    );
}

/// In a cycle of types that refer to each other, at least one is referred to by name without its parameters.
#[test]
fn types_may_speak_of_each_other() {
    let text = "irdl.dialect @d {
  irdl.type @list {
    %0 = irdl.base @pair
    %1 = irdl.is i32
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(of: %2)
  }
  irdl.type @pair {
    %0 = irdl.base @list
    irdl.parameters(first: %0, second: %0)
  }
  irdl.type @tree {
    %0 = irdl.base @tree
    %1 = irdl.is i32
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(left: %2, right: %2)
  }
  irdl.type @above {
    %0 = irdl.base @tree
    irdl.parameters(of: %0)
  }
}";
    let mut concepts = Concepts::embedded();
    load_concepts(&mut concepts, "d.mlir", text).expect("it can be read");
    let list = "!d.list<i32>";
    for (concept, ty, wanted) in [
        ("d.list", format!("!d.list<!d.pair<{list}, {list}>>"), true),
        ("d.list", format!("!d.list<!d.pair<{list}, i32>>"), false),
        ("d.list", "!d.list<i8>".into(), false),
        ("d.pair", format!("!d.pair<{list}, {list}>"), true),
        ("d.pair", "!d.pair<i32, i32>".into(), false),
        ("d.tree", "!d.tree<!d.tree<i32, i32>, i32>".into(), true),
        ("d.tree", "!d.tree<!d.list<i32>, i32>".into(), false),
        ("d.above", "!d.above<!d.tree<i32, i32>>".into(), true),
        ("d.above", "!d.above<!d.tree<i32, i8>>".into(), false),
    ] {
        assert_eq!(holds(&concepts, concept, &ty), Some(wanted), "{ty}");
    }
}

/// The constraints of recursive types are cut off where their expansion would be unbounded.
#[test]
fn many_types_that_speak_of_others_can_be_read() {
    let mut text = String::from("irdl.dialect @d {\n irdl.type @t0\n");
    for n in 1..200 {
        let last = n - 1;
        text += &format!(
            " irdl.type @t{n} {{\n  %0 = irdl.base @t{last}\n  irdl.parameters(a: %0, b: %0)\n }}\n"
        );
    }
    let mut concepts = Concepts::none();
    load_concepts(&mut concepts, "d.mlir", &(text + "}")).expect("it can be read");
    assert_eq!(
        holds(
            &concepts,
            "d.t2",
            "!d.t2<!d.t1<!d.t0, !d.t0>, !d.t1<!d.t0, !d.t0>>"
        ),
        Some(true)
    );
    assert_eq!(
        holds(
            &concepts,
            "d.t2",
            "!d.t2<!d.t1<!d.t0, i8>, !d.t1<!d.t0, !d.t0>>"
        ),
        Some(false)
    );
}
