// RUN: calipers opt %s -arith-int-range-narrowing="int-bitwidths-supported=8,16,32" -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @index(
//       CHECK:   %[[a:.*]] = arith.index_castui %{{.*}} : index to i8
//       CHECK:   %[[b:.*]] = arith.index_castui %{{.*}} : index to i8
//       CHECK:   %[[sum:.*]] = arith.addi %[[a]], %[[b]] : i8
//       CHECK:   %[[product:.*]] = arith.muli %[[sum]], %[[sum]] : i8
//       CHECK:   arith.index_castui %[[product]] : i8 to index
func.func @index(%x: index, %y: index) -> index {
  %c7 = arith.constant 7 : index
  %a = arith.andi %x, %c7 : index
  %b = arith.remui %y, %c7 : index
  %0 = arith.addi %a, %b : index
  %1 = arith.muli %0, %0 : index
  return %1 : index
}

// -----

// 200 is negative in eight bits, and 3 − 5 is not the same without sign.

// CHECK-LABEL: func.func @signs(
//       CHECK:   arith.divsi %{{.*}} : i16
//       CHECK:   arith.cmpi slt, %{{.*}} : i16
//       CHECK:   arith.divui %{{.*}} : i64
func.func @signs(%x: i64, %y: i64) -> (i64, i1, i64) {
  %c3 = arith.constant 3 : i64
  %c200 = arith.constant 200 : i64
  %a = arith.minui %x, %c200 : i64
  %0 = arith.divsi %a, %c3 : i64
  %1 = arith.cmpi slt, %a, %c3 : i64
  %b = test.with_bounds {umin = 0 : i64, umax = -1 : i64, smin = -5 : i64, smax = 3 : i64} : i64
  %2 = arith.divui %b, %c3 : i64
  return %0, %1, %2 : i64, i1, i64
}

// -----

// What does not wrap in 64 bits may do so in eight, and a shift by ten is poison there.

// CHECK-LABEL: func.func @promises(
//       CHECK:   arith.addi %{{.*}}, %{{.*}} : i8
//       CHECK:   arith.shrui %{{.*}} : i16
func.func @promises(%x: i64) -> (i64, i64) {
  %c100 = arith.constant 100 : i64
  %c10 = arith.constant 10 : i64
  %a = arith.minui %x, %c100 : i64
  %0 = arith.addi %a, %c100 overflow<nsw, nuw> : i64
  %1 = arith.shrui %a, %c10 : i64
  return %0, %1 : i64, i64
}
