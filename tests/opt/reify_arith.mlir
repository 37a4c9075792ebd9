// Bounds in arith ops.
//
// RUN: calipers opt %s --test-affine-reify-value-bounds="use-arith-ops" -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @sum(
//  CHECK-SAME:     %[[a:.*]]: index, %[[b:.*]]: index
//       CHECK:   %[[two:.*]] = arith.constant 2 : index
//  CHECK-NEXT:   %[[twice:.*]] = arith.muli %[[b]], %[[two]] : index
//  CHECK-NEXT:   %[[sum:.*]] = arith.addi %[[a]], %[[twice]] : index
//  CHECK-NEXT:   return %[[sum]]
func.func @sum(%a: index, %b: index) -> index {
  %0 = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 2)>()[%a, %b]
  %1 = "test.reify_bound"(%0) : (index) -> index
  return %1 : index
}

// -----

// The remainder of arith may be negative; that of an affine map is not.

// CHECK-LABEL: func.func @remainder(
//  CHECK-SAME:     %[[a:.*]]: index
//       CHECK:   %[[m:.*]] = arith.constant 5 : index
//       CHECK:   %[[rest:.*]] = arith.remsi %[[a]], %[[m]] : index
//       CHECK:   %[[zero:.*]] = arith.constant 0 : index
//       CHECK:   %[[negative:.*]] = arith.cmpi slt, %[[rest]], %[[zero]] : index
//       CHECK:   %[[shifted:.*]] = arith.addi %[[rest]], %[[m]] : index
//       CHECK:   %[[result:.*]] = arith.select %[[negative]], %[[shifted]], %[[rest]] : index
//       CHECK:   return %[[result]]
func.func @remainder(%a: index) -> index {
  %0 = affine.apply affine_map<()[s0] -> (s0 mod 5)>()[%a]
  %1 = "test.reify_bound"(%0) : (index) -> index
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @quotient(
//  CHECK-SAME:     %[[t:.*]]: memref<?x?xf32>
//       CHECK:   %[[one:.*]] = arith.constant 1 : index
//       CHECK:   %[[dim:.*]] = memref.dim %[[t]], %[[one]] : memref<?x?xf32>
//       CHECK:   %[[five:.*]] = arith.constant 5 : index
//       CHECK:   arith.ceildivsi %[[dim]], %[[five]] : index
func.func @quotient(%t: memref<?x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %d = memref.dim %t, %c1 : memref<?x?xf32>
  %0 = affine.apply affine_map<()[s0] -> (s0 ceildiv 5)>()[%d]
  %1 = "test.reify_bound"(%0) {type = "EQ"} : (index) -> index
  return %1 : index
}
