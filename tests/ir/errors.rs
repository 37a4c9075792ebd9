//! Errors for invalid programs state the place and the reason.

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

#[test]
fn symbols() {
    let message = "redefinition of symbol named 'f'";
    check(
        "func.func private @f()\nfunc.func @f() {\n  return\n}",
        2,
        1,
        message,
    );
    check(
        "memref.global \"private\" @f : memref<4xf32>\n\"d.op\"() {sym_name = \"f\"} : () -> ()",
        2,
        1,
        message,
    );
    check(
        "module @a {\n  func.func private @f()\n  func.func private @f()\n}",
        3,
        3,
        message,
    );
    super::parse(
        "module @a {\n  func.func private @f()\n}\nmodule @b {\n  func.func private @f()\n}",
    );
    check(
        "func.func @f() {\n  func.func private @g()\n  return\n}",
        2,
        3,
        "'func.func' op symbol's parent must have the SymbolTable trait",
    );
    check(
        "transform.named_sequence @f(%a: !transform.any_op) {\n  transform.yield\n}",
        1,
        1,
        "expects the parent symbol table to have the 'transform.with_named_sequence' attribute",
    );
}

#[test]
fn flags() {
    let of = |op: &str, flags: &str, ty: &str| {
        format!("func.func @f(%a: {ty}) {{\n  %b = {op} %a, %a {flags} : {ty}\n  return\n}}")
    };
    let message = "custom op 'arith.addi' expected ::mlir::arith::IntegerOverflowFlags to be one of: none, nsw, nuw";
    check(&of("arith.addi", "overflow<nsx>", "i32"), 2, 35, message);
    check(
        &of("arith.addi", "overflow<>", "i32"),
        2,
        35,
        "expected valid keyword",
    );
    check(
        &of("arith.addi", "overflow #arith.overflow<nsw>", "i32"),
        3,
        3,
        "expected ':'",
    );
    let message =
        "FastMathFlags to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast";
    check(
        &of("arith.addf", "fastmath<nnan, slow>", "f32"),
        2,
        35,
        message,
    );
    check(
        "\"d.op\"() {a = #vector.kind<plus>} : () -> ()",
        1,
        28,
        "expected ::mlir::vector::CombiningKind to be one of: add, mul",
    );
}

#[test]
fn parts() {
    let of = |op: &str, from: &str, to: &str| {
        let ty = from.split(" to ").next().unwrap_or_default();
        format!("func.func @f(%a: {ty}, %n: index) {{\n  %b = {op} : {from}{to}\n  return\n}}")
    };
    let view = |slice: &str, result: &str| {
        let op = format!("memref.subview %a{slice}");
        of(&op, "memref<8x16xf32>", &format!(" to memref<{result}>"))
    };
    let expected = |ty: &str, what: &str| {
        format!(
            "expected result type to be 'memref<{ty}>' or a rank-reduced version. (mismatch of result {what}), but got"
        )
    };
    let message = expected("4x4xf32, strided<[16, 1]>", "layout");
    check(&view("[0, 0] [4, 4] [1, 1]", "4x4xf32"), 2, 8, &message);
    check(
        &view(
            "[0, 0] [4, 4] [1, 1]",
            "4x4xf32, strided<[16, 1], offset: 4>",
        ),
        2,
        8,
        &message,
    );
    let message = expected("4x4xf32, strided<[16, 1], offset: ?>", "layout");
    check(
        &view("[%n, 0] [4, 4] [1, 1]", "4x4xf32, strided<[16, 1]>"),
        2,
        8,
        &message,
    );
    // Without elements, MLIR leaves the outer strides open.
    let message = expected("1x1x3xf32, strided<[?, 3, 1], offset: ?>", "layout");
    let empty = |result: &str| {
        let op = "memref.subview %a[%n, 0, 0] [1, 1, 3] [1, 1, 1]";
        of(op, "memref<2x0x3xf32>", &format!(" to memref<{result}>"))
    };
    check(
        &empty("1x1x3xf32, strided<[0, 3, 1], offset: ?>"),
        2,
        8,
        &message,
    );
    let message = expected("1x4xf32, strided<[16, 2], offset: 32>", "layout");
    check(
        &view("[2, 0] [1, 4] [1, 2]", "4xf32, strided<[1], offset: 32>"),
        2,
        8,
        &message,
    );
    let message = expected("4x?xf32, strided<[16, 1]>", "sizes");
    check(
        &view("[0, 0] [4, %n] [1, 1]", "4x4xf32, strided<[16, 1]>"),
        2,
        8,
        &message,
    );
    check(
        &view("[0, 0] [4, 4] [1, 1]", "1x4x4xf32"),
        2,
        8,
        "expected result rank to be smaller or equal to the source rank",
    );
    check(
        &view(
            "[-1, 0] [4, 4] [1, 1]",
            "4x4xf32, strided<[16, 1], offset: -16>",
        ),
        2,
        8,
        "expected offsets to be non-negative, but got -1",
    );
    let cast = |layout: &str, result: &str| {
        let op = format!("memref.reinterpret_cast %a to {layout}");
        of(&op, "memref<?xf32>", &format!(" to memref<{result}>"))
    };
    check(
        &cast("offset: [0], sizes: [4, 4], strides: [8, 1]", "4x4xf32"),
        2,
        8,
        "expected result type with stride = 8 instead of 4 in dim = 0",
    );
    check(
        &cast("offset: [%n], sizes: [4], strides: [1]", "4xf32"),
        2,
        8,
        "expected result type with offset = dynamic instead of 0",
    );
    check(
        &cast("offset: [0], sizes: [3], strides: [1]", "4xf32"),
        2,
        8,
        "expected result type with size = 3 instead of 4 in dim = 0",
    );
    check(
        &cast("offset: [0], sizes: [4], strides: [1]", "4xi32"),
        2,
        8,
        "different element types specified for source type 'memref<?xf32>'",
    );
    let slice = of(
        "tensor.extract_slice %a[1, 0] [2, 4] [1, 1]",
        "tensor<8x16xf32>",
        " to tensor<3x4xf32>",
    );
    check(
        &slice,
        2,
        8,
        "expected type to be 'tensor<2x4xf32>' or a rank-reduced version. (size mismatch)",
    );
}

#[test]
fn bases() {
    let of = |ty: &str, results: &str| {
        format!(
            "func.func @f(%a: {ty}) {{\n  %b:2 = affine.delinearize_index %a into (2, 4) : {results}\n  return\n}}"
        )
    };
    check(
        &of("i32", "i32, i32"),
        2,
        10,
        "must take index or vector of index, but got 'i32'",
    );
    check(
        &of("vector<4xindex>", "vector<4xindex>, index"),
        2,
        10,
        "expects operands and results of one type",
    );
}
