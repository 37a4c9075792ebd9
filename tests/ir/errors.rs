//! Wrong programs get an error that says where and what.

use super::error;

#[track_caller]
fn check(text: &str, line: u32, column: u32, message: &str) {
    let error = error(text);
    assert!(error.message.contains(message), "{error}");
    assert_eq!((error.line, error.column), (line, column), "{error}");
}

#[test]
fn an_error_shows_its_place() {
    let error = error("func.func @f() {\n  %0 = arith.addi %a, %a : i32\n  return\n}\n");
    assert_eq!(
        error.to_string(),
        "test.mlir:2:19: error: use of undeclared SSA value name\n  \
         %0 = arith.addi %a, %a : i32\n                  ^"
    );
}

#[test]
fn values() {
    check(
        "func.func @f(%a: i32) {\n  %a = arith.constant 1 : i32\n}",
        2,
        3,
        "redefinition of SSA value '%a'",
    );
    check(
        "func.func @f(%a: i32) {\n  %b = arith.addi %a, %a : i64\n}",
        2,
        19,
        "use of value '%a' expects different type than prior uses: 'i64' vs 'i32'",
    );
    check(
        "\"d.op\"(%a) : () -> ()",
        1,
        14,
        "expected 1 operand type but had 0",
    );
    check("%a:2 = \"d.op\"() : () -> (i32)", 1, 1, "defines 1 results");
    check(
        "%a = \"d.op\"() : () -> i32\n\"d.use\"(%a#1) : (i32) -> ()",
        2,
        9,
        "invalid result number",
    );
    check(
        "func.func @f() {\n  cf.br ^a\n^b:\n  %x = \"d.op\"() : () -> i32\n  return\n^a:\n  \"d.use\"(%x) : (i32) -> ()\n  return\n}",
        7,
        3,
        "operand #0 does not dominate this use",
    );
}

#[test]
fn positions() {
    let of = |position: &str, ty: &str| {
        format!("func.func @f(%a: {ty}) {{\n  %b = llvm.extractvalue %a[{position}] : {ty}\n}}")
    };
    let message = "expected a struct or an array with such a position";
    check(&of("2", "!llvm.struct<(i32, ptr)>"), 2, 34, message);
    check(&of("-1", "!llvm.struct<(i32, ptr)>"), 2, 35, message);
    check(
        &of("0, 4", "!llvm.struct<(array<4 x f32>)>"),
        2,
        37,
        message,
    );
    check(&of("0", "!llvm.struct<\"a\", opaque>"), 2, 34, message);
    check(&of("0", "vector<4xi32>"), 2, 34, message);
}

#[test]
fn blocks() {
    check("func.func @f() {\n  cf.br ^a\n}", 2, 9, "undefined block");
    check(
        "func.func @f() {\n  cf.br ^a\n^a:\n  return\n^a:\n  return\n}",
        5,
        1,
        "redefinition of block '^a'",
    );
    check(
        "func.func @f() {\n  return\n  return\n}",
        2,
        3,
        "must be the last operation",
    );
}

#[test]
fn ops() {
    check("arith.foo", 1, 1, "custom op 'arith.foo' is unknown");
    check(
        "foo",
        1,
        1,
        "custom op 'foo' is unknown (tried 'builtin.foo' as well)",
    );
    check(
        "func.func @f(%a: index, %f: f32) {\n  %0 = scf.for %i = %a to %a step %a iter_args(%x = %f) -> (f32) {\n    scf.yield %i : index\n  }\n  return\n}",
        2,
        8,
        "yields values of other types than its results",
    );
    check(
        "func.func @f(%a: index) {\n  %0 = \"memref.alloc\"(%a) <{operandSegmentSizes = array<i32: 0, 2>}> : (index) -> memref<?xf32>\n  return\n}",
        2,
        8,
        "segment sizes that do not fit",
    );
    check(
        "func.func @f(%a: index) {\n  %0 = affine.apply affine_map<(d0) -> (d0)>()[%a]\n  return\n}",
        2,
        45,
        "dimension operand count does not match the map",
    );
    check(
        "\"arith.constant\"() : () -> i32",
        1,
        1,
        "requires attribute 'value'",
    );
}

#[test]
fn unknown_dialects_need_leave() {
    use calipers::ir::{Module, ParseOptions};
    let options = ParseOptions {
        allow_unregistered: false,
        ..ParseOptions::default()
    };
    let error = Module::parse("\"foo.bar\"() : () -> ()", "x", options.clone()).unwrap_err();
    assert!(error.message.contains("unregistered dialect"), "{error}");
    assert!(Module::parse("\"test.any\"() : () -> ()", "x", options).is_ok());
}

#[test]
fn types_and_attributes() {
    check("\"d.op\"() : () -> tensor<4x>", 1, 27, "expected a type");
    check("\"d.op\"() : () -> vector<0xf32>", 1, 25, "above 0");
    check(
        "\"d.op\"() {a = 256 : i8} : () -> ()",
        1,
        15,
        "out of range",
    );
    check("\"d.op\"() {a, a} : () -> ()", 1, 14, "duplicate key 'a'");
    check(
        "\"d.op\"() {a = #b} : () -> ()",
        1,
        15,
        "undefined symbol alias id 'b'",
    );
    check(
        "\"d.op\"() {a = affine_map<(d0) -> (d0 * d0)>} : () -> ()",
        1,
        38,
        "non-affine",
    );
    check(
        "\"d.op\"() {a = \"x} : () -> ()",
        1,
        15,
        "at the end of a string",
    );
    check(
        "\"d.op\"() {a = dense<[1, 2]> : tensor<3xi32>} : () -> ()",
        1,
        15,
        "does not match type",
    );
}
