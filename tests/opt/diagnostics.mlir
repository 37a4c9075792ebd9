// A function that fails does not stop the others, nor its own comparisons; counts and patterns of
// expectations.
//
// RUN: calipers opt %s -pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds))' -verify-diagnostics -split-input-file

func.func @fails(%i: index, %j: index) -> index {
  // expected-error @below {{'test.reify_bound' op could not reify bound}}
  %0 = "test.reify_bound"(%i) {constant} : (index) -> index
  // Not asked any more:
  %1 = "test.reify_bound"(%j) {constant} : (index) -> index
  // expected-error @below {{unknown}}
  "test.compare"(%i, %j) : (index, index) -> ()
  return %0 : index
}
func.func @goes_on(%i: index) {
  "test.compare"(%i, %i) : (index, index) -> () // expected-remark {{true}}
  return
}

// -----

func.func @more_expectations(%i: index) {
  // expected-remark-re @+1 {{{{^t..e$}}}}
  "test.compare"(%i, %i) : (index, index) -> ()
  "test.compare"(%i, %i) {cmp = "LT"} : (index, index) -> () // expected-remark {{false}}
  "test.compare"(%i, %i) {compose} : (index, index) -> () // expected-remark {{equal}}
  return
}

// -----

func.func @syntax() {
  // expected-error @+1 {{expected}}
  "test.some_op"() : () ->> ()
  return
}

// -----

func.func @integer(%a: i32) -> index {
  // expected-error @below {{'test.reify_bound' op expected index-typed variable or shape type variable}}
  %0 = "test.reify_bound"(%a) : (i32) -> index
  return %0 : index
}

// -----

func.func @misused(%i: index, %t: tensor<?xf32>) {
  // expected-error @below {{expected 'dim' attribute for shaped type variable}}
  %0 = "test.reify_bound"(%t) : (tensor<?xf32>) -> index
  // expected-error @below {{invalid dim for shaped type rank}}
  %1 = "test.reify_bound"(%t) {dim = 1} : (tensor<?xf32>) -> index
  // expected-error @below {{unexpected 'dim' attribute for index variable}}
  %2 = "test.reify_bound"(%i) {dim = 1} : (index) -> index
  // expected-error @below {{expected 'vscale_min' if and only if 'scalable'}}
  %4 = "test.reify_bound"(%i) {scalable} : (index) -> index
  // expected-error @below {{expected 3 operands, but got 2}}
  "test.compare"(%i, %i) {lhs_map = affine_map<(d0, d1) -> (d0 + d1)>} : (index, index) -> ()
  // expected-error @below {{invalid comparison operator}}
  "test.compare"(%i, %i) {cmp = "about"} : (index, index) -> ()
  // expected-error @below {{comparison operator must be EQ when 'composed' is specified}}
  "test.compare"(%i, %i) {compose, cmp = "LT"} : (index, index) -> ()
  return
}

// -----

func.func @malformed(%i: index) {
  // expected-error @below {{requires a single operand}}
  %0 = "test.reify_bound"(%i, %i) : (index, index) -> index
  return
}
