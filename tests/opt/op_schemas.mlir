// Operands, attributes and results are as the schemas of rule files say.
//
// RUN: calipers opt %s -verify-diagnostics -split-input-file --rules tests/opt/op_schemas.rules

func.func @fine(%a: i32, %b: vector<4xi8>, %c: i8) -> i32 {
  %0 = "tosa.apply_scale"(%a, %a, %c) {rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>} : (i32, i32, i8) -> i32
  %1 = "tosa.apply_scale"(%b, %b, %b) {rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>} : (vector<4xi8>, vector<4xi8>, vector<4xi8>) -> vector<4xi8>
  return %0 : i32
}

// -----

func.func @operand(%a: i32, %b: f32, %c: i8) {
  // expected-error @below {{'tosa.apply_scale' op operand #1 must be signless-integer-like, but got 'f32'}}
  %0 = "tosa.apply_scale"(%a, %b, %c) {rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>} : (i32, f32, i8) -> i32
  return
}

// -----

func.func @element(%a: tensor<4xf32>, %c: i8) {
  // expected-error @below {{'tosa.apply_scale' op operand #0 must be signless-integer-like, but got 'tensor<4xf32>': its element is f32, not int-like}}
  %0 = "tosa.apply_scale"(%a, %c, %c) {rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>} : (tensor<4xf32>, i8, i8) -> i8
  return
}

// -----

func.func @shift(%a: i32) {
  // expected-error @below {{'tosa.apply_scale' op operand #2 must be signless-integer-8-bit-like, but got 'i32'}}
  %0 = "tosa.apply_scale"(%a, %a, %a) {rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>} : (i32, i32, i32) -> i32
  return
}

// -----

func.func @arithmetic(%a: f32) {
  // expected-error @below {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @below {{'arith.addi' op operand #1 must be signless-integer-like, but got 'f32'}}
  // expected-error @below {{'arith.addi' op result #0 must be signless-integer-like, but got 'f32'}}
  %0 = "arith.addi"(%a, %a) : (f32, f32) -> f32
  return
}

// -----

func.func @blocks(%t: tensor<4x4xf32>, %m: memref<4xf32>) {
  "block.copy"(%t, %t) {size = 16 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  // expected-error @below {{'block.copy' op operand #1 must be (has-rank 2), but got 'memref<4xf32>': its dims, length is 1, not 2}}
  // expected-error @below {{'block.copy' op requires the same type for 'from' and 'to', but got 'tensor<4x4xf32>' and 'memref<4xf32>'}}
  "block.copy"(%t, %m) : (tensor<4x4xf32>, memref<4xf32>) -> ()
  // expected-error @below {{'block.copy' op attribute 'size' failed to satisfy constraint block.size: its value is 17, not (in 16 32)}}
  "block.copy"(%t, %t) {size = 17 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  // expected-error @below {{'block.copy' op must satisfy (regions 0): its regions is 1, not 0}}
  "block.copy"(%t, %t) ({ "block.end"() : () -> () }) : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  return
}

// -----

func.func @results(%t: tensor<4xf32>) {
  %0, %1, %2 = "block.split"(%t) : (tensor<4xf32>) -> (index, tensor<2xf32>, tensor<2xf32>)
  // expected-error @below {{'block.split' op result #2 must be tensor, but got 'index'}}
  %3, %4, %5 = "block.split"(%t) : (tensor<4xf32>) -> (index, tensor<2xf32>, index)
  "block.again"(%1, %0) : (tensor<2xf32>, index) -> ()
  // expected-error @below {{'block.again' op operand #0 must be (op (name block.split)), but got 'tensor<4xf32>'}}
  "block.again"(%t, %0) : (tensor<4xf32>, index) -> ()
  return
}

// -----

func.func @counts(%a: i32, %b: i8, %t: tensor<4xf32>) {
  // expected-error @below {{'tosa.apply_scale' op expected 3 operands, but found 2}}
  %0 = "tosa.apply_scale"(%a, %a) : (i32, i32) -> i32
  // expected-error @below {{'tosa.apply_scale' op expected 3 operands, but found 4}}
  // expected-error @below {{'tosa.apply_scale' op expected 1 result, but found 0}}
  "tosa.apply_scale"(%a, %a, %b, %b) : (i32, i32, i8, i8) -> ()
  // expected-error @below {{'block.split' op expected 1 or more results, but found 0}}
  "block.split"(%t) : (tensor<4xf32>) -> ()
  "block.fill"(%a) : (i32) -> ()
  "block.fill"(%a, %b) : (i32, i8) -> ()
  // expected-error @below {{'block.fill' op expected 1 to 2 operands, but found 3}}
  "block.fill"(%a, %b, %b) : (i32, i8, i8) -> ()
  return
}
