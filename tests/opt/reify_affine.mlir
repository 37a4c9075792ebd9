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

// -----

// A chain of affine.apply is told as one, its operands in their order.
// CHECK: #[[MAP:.+]] = affine_map<()[s0, s1] -> (s0 - s1 * 2 + 3)>
// CHECK-LABEL: func.func @chain(
//  CHECK-SAME:     %[[a:.*]]: index, %[[b:.*]]: index
//       CHECK:   %[[bound:.*]] = affine.apply #[[MAP]]()[%[[b]], %[[a]]]
//       CHECK:   return %[[bound]]
func.func @chain(%a: index, %b: index) -> index {
  %x = affine.apply affine_map<(d0) -> (d0 * 2)>(%a)
  %y = affine.apply affine_map<(d0, d1) -> (d0 - d1 + 3)>(%b, %x)
  %0 = "test.reify_bound"(%y) : (index) -> index
  return %0 : index
}

// -----

// The operands stand as they are given, however the map mentions them.
// CHECK: #[[MAP:.+]] = affine_map<()[s0, s1] -> (-s0 + s1)>
// CHECK-LABEL: func.func @order(
//  CHECK-SAME:     %[[a:.*]]: index, %[[b:.*]]: index
//       CHECK:   %[[bound:.*]] = affine.apply #[[MAP]]()[%[[a]], %[[b]]]
//       CHECK:   return %[[bound]]
func.func @order(%a: index, %b: index) -> index {
  %x = affine.apply affine_map<(d0, d1) -> (d1 - d0)>(%a, %b)
  %0 = "test.reify_bound"(%x) : (index) -> index
  return %0 : index
}

// -----

// Bounds with quotients and remainders are in their shortest form.
// CHECK-DAG: #[[UP:.+]] = affine_map<()[s0] -> (s0 ceildiv 16)>
// CHECK-DAG: #[[REST:.+]] = affine_map<()[s0] -> (s0 mod 16)>
// CHECK-DAG: #[[DIFFERENCE:.+]] = affine_map<()[s0, s1] -> (s0 - s1 mod 7)>
// CHECK-LABEL: func.func @quotients(
//       CHECK:   affine.apply #[[UP]]()
//       CHECK:   affine.apply #[[REST]]()
//       CHECK:   affine.apply #[[DIFFERENCE]]()
func.func @quotients(%a: index, %b: index) -> (index, index, index) {
  %x = affine.apply affine_map<(d0) -> (d0 ceildiv 16)>(%a)
  %y = affine.apply affine_map<(d0) -> (d0 mod 16)>(%a)
  %z = affine.apply affine_map<(d0, d1) -> (d1 - d0 mod 7)>(%a, %b)
  %0 = "test.reify_bound"(%x) : (index) -> index
  %1 = "test.reify_bound"(%y) : (index) -> index
  %2 = "test.reify_bound"(%z) : (index) -> index
  return %0, %1, %2 : index, index, index
}
