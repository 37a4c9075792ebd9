//! Lenient parsing: ops that cannot be read are kept as text, and nothing is assumed about them.

use calipers::analysis::Analysis;
use calipers::ir::{InsertionPoint, Module, OpBuilder, ParseError, ParseOptions, PrintOptions};
use calipers::program::Program;
use calipers::ranges::{Precision, Ranges};
use calipers::rules::Rules;

fn read(text: &str) -> Result<Module, ParseError> {
    let options = ParseOptions {
        lenient: true,
        ..ParseOptions::default()
    };
    Module::parse(text, "test.mlir", options)
}

/// Reads a program, and checks that its text is read again as the same program.
fn lenient(text: &str) -> Module {
    let module = read(text).unwrap_or_else(|error| panic!("{error}"));
    let printed = module.to_string();
    let again = read(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(again.to_string(), printed);
    module
}

fn kept(module: &Module) -> Vec<(&str, usize)> {
    let all = module.unread().iter();
    all.map(|unread| (unread.name.as_str(), unread.count))
        .collect()
}

/// The range of the value with that name.
fn range(module: &Module, name: &str) -> String {
    let value = module.value_named(name).expect("one value has the name");
    Analysis::new(module, &Rules::embedded())
        .range(value)
        .to_string()
}

fn type_text(module: &Module, name: &str) -> String {
    let value = module.value_named(name).expect("one value has the name");
    module.type_text(module.type_of(value))
}

#[test]
fn an_op_ends_where_another_begins() {
    let module = lenient(
        "#own = #mine.attr<1>
func.func @f(%n: index) -> index {
  %a, %b:2 = mine.split %n
      ins(%n : index) outs(
        %n : index
      )
      {flag, note = \"} %x\"} // the end
      : (index) -> (index, index, index)
  mine.alone
  %c = mine.make %b#1 #own : !mine.type<\"a\", 3>  %d = arith.addi %a, %b#0 : index
  mine.use %c, %d
  return %d : index
}",
    );
    let expected = [("mine.split", 1), ("mine.alone", 1), ("mine.make", 1)];
    assert_eq!(kept(&module)[..3], expected);
    assert_eq!(kept(&module)[3], ("mine.use", 1));
    assert_eq!(type_text(&module, "%a"), "index");
    assert_eq!(type_text(&module, "%c"), "!calipers.unknown");
    assert_eq!(range(&module, "%d"), "[-inf, +inf]");
    let text = module.to_string();
    assert!(text.contains("#mine.attr<1> : !mine.type"), "{text}");
}

#[test]
fn the_first_use_tells_the_type_of_a_result() {
    let module = lenient(
        "func.func @f() -> index {
  %t = mine.tensor
  %c0 = arith.constant 0 : index
  %d = tensor.dim %t, %c0 : tensor<4x?xf32>
  %e = tensor.dim %t, %c0 : tensor<?x?xf32>
  return %d : index
}",
    );
    assert_eq!(type_text(&module, "%t"), "tensor<4x?xf32>");
    assert_eq!(range(&module, "%d"), "[4, 4]");
    // The second use states another type, so that this op cannot be read.
    assert_eq!(kept(&module), [("mine.tensor", 1), ("tensor.dim", 1)]);
}

#[test]
fn regions_are_read() {
    let module = lenient(
        "mine.func public @f(%n: index {mine.hint = 8 : i32}) -> (index) attributes {a = {b = 1}} {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %twice = arith.addi %i, %i : index
    mine.use %twice : index
  }
  mine.return %c4 : index
}",
    );
    let expected = [("mine.func", 1), ("mine.use", 1), ("mine.return", 1)];
    assert_eq!(kept(&module), expected);
    assert_eq!(range(&module, "%i"), "[0, 3]");
    assert_eq!(range(&module, "%twice"), "[0, 6] 2k");
    assert_eq!(range(&module, "%n"), "[-inf, +inf]");
}

#[test]
fn a_name_before_a_region_may_be_an_argument_of_it() {
    let module = lenient(
        "func.func @f() {
  %n = arith.constant 8 : index
  mine.isolated with %n {
    %inner = arith.addi %n, %n : index
    mine.yield %inner
  }
  mine.open {
    %outer = arith.addi %n, %n : index
    mine.yield %outer
  }
  return
}",
    );
    assert_eq!(range(&module, "%inner"), "[-inf, +inf] 2k");
    assert_eq!(range(&module, "%outer"), "[16, 16]");
}

#[test]
fn values_that_depend_on_themselves_have_no_definitions() {
    let module = lenient(
        "mine.graph {
  %c1 = arith.constant 1 : index
  %a = arith.addi %b, %c1 : index
  %b = arith.addi %a, %c1 : index
  %c = arith.constant 5 : index
}",
    );
    assert_eq!(range(&module, "%c"), "[-inf, +inf]");
}

#[test]
fn a_branch_that_is_not_read_reaches_its_blocks_with_any_values() {
    let module = lenient(
        "func.func @f(%c: i1) -> index {
  %zero = arith.constant 0 : index
  cf.cond_br %c, ^one, ^two(%zero : index)
^one:
  mine.jump [^two, ^three] or { default: ^two(%zero) }
^two(%x: index):
  return %x : index
^three:
  return %zero : index
}",
    );
    assert_eq!(kept(&module), [("mine.jump", 1)]);
    assert_eq!(range(&module, "%x"), "[-inf, +inf]");
    let jump = module.ops_named("calipers.verbatim")[0];
    assert_eq!(module.successors(jump).len(), 2);
    let text = module.to_string();
    assert!(
        text.contains("mine.jump [^bb2, ^bb3] or { default: ^bb2(%c0) }"),
        "{text}"
    );
}

#[test]
fn a_function_that_a_text_mentions_may_be_called_with_anything() {
    let program = |use_: &str| {
        let text = format!(
            "func.func private @g(%n: i32) -> i32 {{
  %one = arith.constant 1 : i32
  %m = arith.addi %n, %one : i32
  return %m : i32
}}
func.func @f() {{
  %c = arith.constant 7 : i32
  %r = call @g(%c) : (i32) -> i32
  {use_}
  return
}}"
        );
        let module = lenient(&text);
        let rules = Rules::embedded();
        let ranges = Ranges::of(&module, &rules, module.top(), Precision::default());
        let m = module.value_named("%m").expect("the value is there");
        ranges.word(m).map(|word| word.signed())
    };
    assert_eq!(program(""), Some((8.into(), 8.into())));
    assert_ne!(program("mine.spawn @g"), program(""));
}

#[test]
fn the_text_follows_the_names_of_values() {
    let mut module = lenient(
        "func.func @f(%first: index, %second: index) {
  %r = mine.op %first, later = %late { nested %first, %local } : index
  %late = arith.addi %first, %second : index
  mine.use %r
  return
}",
    );
    let text = module.to_string();
    let expected = "%0 = mine.op %arg0, later = %1 { nested %arg0, %local } : index";
    assert!(text.contains(expected), "{text}");
    let first = module.value_named("%first").expect("the value is there");
    let op = module.ops_named("calipers.verbatim")[0];
    let mut builder = OpBuilder::new(&mut module, InsertionPoint::Before(op));
    let constant = builder.constant_index(5);
    module.replace_all_uses(first, constant);
    let text = module.to_string();
    assert!(text.contains("mine.op %c5, later = %1"), "{text}");
}

#[test]
fn names_in_texts_are_not_given_to_other_values() {
    let text = "func.func @f(%n: index) {
  mine.op [%0 is foo; %c5]
  %five = arith.constant 5 : index
  %sum = arith.addi %n, %five : index
  return
}";
    let printed = lenient(text).to_string();
    assert!(printed.contains("%c5_0 = arith.constant 5"), "{printed}");
    assert!(printed.contains("%1 = arith.addi"), "{printed}");
}

#[test]
fn an_invalid_op_is_kept_as_text() {
    let module = lenient(
        "func.func @f(%n: index) {
  %c = \"arith.addi\"(%n) : (index) -> index
  %s = arith.addi %n, %c : index
  return
}",
    );
    assert_eq!(kept(&module), [("arith.addi", 1)]);
    let reason = &module.unread()[0].reason;
    assert!(reason.contains("2 operands"), "{reason}");
    assert_eq!((module.unread()[0].line, module.unread()[0].column), (2, 8));
}

#[test]
fn the_place_of_an_unread_op_is_that_of_what_is_wrong_in_it() {
    let module =
        lenient("func.func @f(%n: index) {\n  %x = arith.addi %n, %m : index\n  return\n}");
    assert_eq!(kept(&module), [("func.func", 1)]);
    assert_eq!(
        (module.unread()[0].line, module.unread()[0].column),
        (2, 23)
    );
}

#[test]
fn locations_and_aliases_may_be_defined_later() {
    let module = lenient(
        "mine.func @f(%x: i32 loc(\"x\"(#loc1))) {
  %y = mine.op %x {a = #loc_is_no_alias.x} : i32 loc(#loc2)
  mine.return loc(#loc1)
} loc(#loc1)
#loc1 = loc(\"a.py\":1:2)
#loc2 = loc(\"b.py\":3:4)",
    );
    let options = PrintOptions {
        locations: true,
        ..PrintOptions::default()
    };
    let text = module.print(options);
    assert!(text.contains("i32 loc(\"b.py\":3:4)"), "{text}");
    assert!(text.contains("loc(\"x\"(\"a.py\":1:2))"), "{text}");
}

#[test]
fn a_symbol_in_an_unknown_table_hides_those_outside() {
    let module = lenient(
        "func.func @g() -> index {
  %c = arith.constant 1 : index
  return %c : index
}
module @inner {
  mine.func @g() -> index
  func.func @f() -> index {
    %r = call @g() : () -> index
    return %r : index
  }
}",
    );
    let call = module.ops_named("func.call")[0];
    assert_eq!(module.symbol(call, "g"), None);
}

#[test]
fn what_has_no_end_is_an_error() {
    let error = read("func.func @f() {\n  mine.op (%a, [\n  return\n}\n").err();
    let error = error.expect("there is no end").to_string();
    assert!(error.starts_with("test.mlir:2:"), "{error}");
    for text in ["mine.op {", "mine.op )", "}", "%a = ", "?", "^a:"] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn the_time_is_linear_in_deep_nests_that_cannot_be_read() {
    let depth = 200;
    let open = "scf.if %c {\n".repeat(depth);
    let close = "} nonsense\n".repeat(depth);
    let body = "mine.op {\n  %x = arith.constant 1 : index\n".repeat(20) + &"}\n".repeat(20);
    let text = format!("func.func @f(%c: i1) {{\n{open}{body}{close}return\n}}");
    let module = lenient(&text);
    assert!(!module.unread().is_empty());
}

#[test]
fn the_default_is_strict() {
    let strict = Module::parse("mine.op", "test.mlir", ParseOptions::default());
    assert!(strict.is_err());
}

#[test]
fn facts_around_an_op_that_is_not_read_do_not_hold_in_it() {
    let program = |around: &str| {
        let text = format!(
            "func.func @f(%n: index) {{
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c4, %gz = %c4)
      threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c4, %sz = %c4) {{
    {around}
      %id = gpu.thread_id x
    }}
    gpu.terminator
  }}
  return
}}"
        );
        range(&lenient(&text), "%id")
    };
    assert_ne!(program("mine.kernel {"), program("scf.execute_region {"));
}
