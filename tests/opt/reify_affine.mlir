// Which ops compute a bound, and which operands they take.
//
// RUN: calipers opt %s -pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds))' -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @constant(
//       CHECK:   %[[c7:.*]] = arith.constant 7 : index
//  CHECK-NEXT:   return %[[c7]]
func.func @constant(%t: tensor<7x?xf32>) -> index {
  %0 = "test.reify_bound"(%t) {dim = 0} : (tensor<7x?xf32>) -> index
  return %0 : index
}

// -----

// Of equal values the first that the definitions lead to.

// CHECK-LABEL: func.func @identity(
//  CHECK-SAME:     %[[n:.*]]: index
//       CHECK:   return %[[n]]
func.func @identity(%n: index) -> index {
  %t = tensor.empty(%n) : tensor<?xf32>
  %0 = "test.reify_bound"(%t) {dim = 0} : (tensor<?xf32>) -> index
  return %0 : index
}

// -----

// An affine induction variable may stand only as a dimension; an scf one is a symbol.

// CHECK-DAG: #[[$dim:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-DAG: #[[$symbol:.*]] = affine_map<()[s0] -> (s0 + 1)>
// CHECK-LABEL: func.func @induction_variables(
//       CHECK:   affine.for %[[i:.*]] =
//       CHECK:     affine.apply #[[$dim]](%[[i]])
//       CHECK:   scf.for %[[j:.*]] =
//       CHECK:     affine.apply #[[$symbol]]()[%[[j]]]
func.func @induction_variables(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %n {
    %next = arith.addi %i, %c1 : index
    %0 = "test.reify_bound"(%next) : (index) -> index
    "test.some_use"(%0) : (index) -> ()
  }
  scf.for %j = %c0 to %n step %c1 {
    %next = arith.addi %j, %c1 : index
    %0 = "test.reify_bound"(%next) : (index) -> index
    "test.some_use"(%0) : (index) -> ()
  }
  return
}

// -----

// A later question sees what an earlier one was replaced by.

// CHECK: #[[$map:.*]] = affine_map<()[s0] -> (s0 + 2)>
// CHECK-LABEL: func.func @question_about_an_answer(
//  CHECK-SAME:     %[[n:.*]]: index
//       CHECK:   %[[first:.*]] = affine.apply #[[$map]]()[%[[n]]]
//       CHECK:   return
func.func @question_about_an_answer(%n: index) -> index {
  %c2 = arith.constant 2 : index
  %sum = arith.addi %n, %c2 : index
  %0 = "test.reify_bound"(%sum) : (index) -> index
  %1 = "test.reify_bound"(%0) : (index) -> index
  return %1 : index
}
