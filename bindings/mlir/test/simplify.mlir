// RUN: mlir-opt %s --pass-pipeline='builtin.module(calipers-simplify)' | FileCheck %s

// The last tile of a loop over 128 elements by 8 is full.
// CHECK-LABEL: func.func @full_tiles
//       CHECK:   %[[C8:.*]] = arith.constant 8 : index
//       CHECK:   scf.for
//   CHECK-NOT:     affine.min
//       CHECK:     "test.use"(%[[C8]])
func.func @full_tiles() {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %c128 step %c8 {
    %width = affine.min affine_map<(d0) -> (-d0 + 128, 8)>(%i)
    "test.use"(%width) : (index) -> ()
  }
  return
}

// A comparison that always holds, of integers that wrap.
// CHECK-LABEL: func.func @comparison
//       CHECK:   %[[TRUE:.*]] = arith.constant true
//       CHECK:   "test.use"(%[[TRUE]])
func.func @comparison(%a: i32) {
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %low = arith.andi %a, %c7 : i32
  %less = arith.cmpi ult, %low, %c8 : i32
  "test.use"(%less) : (i1) -> ()
  return
}

// A minimum that is always its first operand.
// CHECK-LABEL: func.func @minimum
//  CHECK-SAME:     %[[N:.*]]: index
//       CHECK:   %[[REST:.*]] = arith.remui
//   CHECK-NOT:   arith.minui
//       CHECK:   "test.use"(%[[REST]])
func.func @minimum(%n: index) {
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %rest = arith.remui %n, %c8 : index
  %min = arith.minui %rest, %c9 : index
  "test.use"(%min) : (index) -> ()
  return
}

// Poison that nobody uses is no undefined behaviour: the sum says nothing about %a.
// CHECK-LABEL: func.func @speculated
//       CHECK:   %[[LESS:.*]] = arith.cmpi slt
//       CHECK:   "test.use"(%[[LESS]],
func.func @speculated(%a: i8) {
  %c1 = arith.constant 1 : i8
  %c127 = arith.constant 127 : i8
  %sum = arith.addi %a, %c1 overflow<nsw> : i8
  %less = arith.cmpi slt, %a, %c127 : i8
  "test.use"(%less, %sum) : (i1, i8) -> ()
  return
}
