// What grows by numbers in loops that count their iterations.
//
// RUN: calipers opt %s -int-range-optimizations -split-input-file | FileCheck %s

// At most 4·3 steps of 2, which the inner loop adds and the outer carries on.
// CHECK-LABEL: func.func @nested(
//       CHECK:   %[[open:.*]] = arith.cmpi sle, %{{.*}}, %c23
//       CHECK:   return %true, %[[open]]
func.func @nested(%k: index) -> (i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c23 = arith.constant 23 : index
  %c24 = arith.constant 24 : index
  %n = arith.minsi %k, %c3 : index
  %all = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %c0) -> (index) {
    %some = scf.for %j = %c0 to %n step %c1 iter_args(%y = %x) -> (index) {
      %more = arith.addi %y, %c2 : index
      scf.yield %more : index
    }
    scf.yield %some : index
  }
  %within = arith.cmpi sle, %all, %c24 : index
  %below = arith.cmpi sle, %all, %c23 : index
  return %within, %below : i1, i1
}

// -----

// Down by 1 or 2 in each of at most 5 iterations, as a condition says.
// CHECK-LABEL: func.func @down(
//       CHECK:   return %true, %true
func.func @down(%k: index, %twice: i1) -> (i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1 : i32
  %most = arith.constant 100 : i32
  %least = arith.constant 90 : i32
  %n = arith.minsi %k, %c5 : index
  %left = scf.for %i = %c0 to %n step %c1 iter_args(%x = %most) -> (i32) {
    %less = arith.subi %x, %one : i32
    %next = scf.if %twice -> i32 {
      %lesser = arith.subi %less, %one : i32
      scf.yield %lesser : i32
    } else {
      scf.yield %less : i32
    }
    scf.yield %next : i32
  }
  %a = arith.cmpi sge, %left, %least : i32
  %b = arith.cmpi sle, %left, %most : i32
  return %a, %b : i1, i1
}

// -----

// What leaves the width is open.
// CHECK-LABEL: func.func @wraps(
//       CHECK:   %[[open:.*]] = arith.cmpi sge
//       CHECK:   return %[[open]]
func.func @wraps() -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %big = arith.constant 2147483640 : i32
  %sum = scf.for %i = %c0 to %c5 step %c1 iter_args(%x = %big) -> (i32) {
    %more = arith.addi %x, %three : i32
    scf.yield %more : i32
  }
  %positive = arith.cmpi sge, %sum, %zero : i32
  return %positive : i1
}

// A loop that says by itself that it runs gives what it yields, however often it does; one that may not run gives what it
// begins with too.

// CHECK-LABEL: func.func @sure_to_run(
//       CHECK:   %[[C4:.*]] = arith.constant 4 : index
//       CHECK:   %[[MAY:.*]] = affine.for %{{.*}} = 0 to %{{.*}} iter_args
//       CHECK:   return %[[C4]], %[[MAY]]
func.func @sure_to_run(%x: index, %n: index) -> (index, index) {
  %c4 = arith.constant 4 : index
  %sure = affine.for %i = 0 to 3 iter_args(%carried = %x) -> index {
    affine.yield %c4 : index
  }
  %may = affine.for %i = 0 to %n iter_args(%carried = %x) -> index {
    affine.yield %c4 : index
  }
  return %sure, %may : index, index
}
