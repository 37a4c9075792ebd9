// RUN: calipers opt %s -int-range-optimizations -split-input-file | FileCheck %s
// RUN: calipers opt %s -int-range-optimizations=narrowing=2 -split-input-file | FileCheck %s --check-prefixes=CHECK,NARROW

// CHECK-LABEL: func.func @masked(
//       CHECK:   %[[true:.*]] = arith.constant true
//       CHECK:   return %[[true]]
func.func @masked(%x: i8) -> i1 {
  %c7 = arith.constant 7 : i8
  %c8 = arith.constant 8 : i8
  %0 = arith.andi %x, %c7 : i8
  %1 = arith.cmpi ult, %0, %c8 : i8
  return %1 : i1
}

// -----

// What is known in a branch stays there.

// CHECK-LABEL: func.func @branch(
//       CHECK:   scf.if
//       CHECK:     test.reflect_bounds {smax = 9 : si32, smin = 0 : si32, umax = 9 : ui32, umin = 0 : ui32} %{{.*}}
//       CHECK:   } else {
//       CHECK:     test.reflect_bounds {smax = 2147483647 : si32, smin = -2147483648 : si32, umax = 4294967295 : ui32, umin = 10 : ui32} %{{.*}}
//       CHECK:   test.reflect_bounds {smax = 2147483647 : si32, smin = -2147483648 : si32, umax = 4294967295 : ui32, umin = 0 : ui32} %{{.*}}
func.func @branch(%x: i32) {
  %c10 = arith.constant 10 : i32
  %0 = arith.cmpi ult, %x, %c10 : i32
  scf.if %0 {
    test.reflect_bounds %x : i32
  } else {
    test.reflect_bounds %x : i32
  }
  test.reflect_bounds %x : i32
  return
}

// -----

// CHECK-LABEL: func.func @counter(
//      NARROW:   test.reflect_bounds {smax = 4 : index, smin = 4 : index, umax = 4 : index, umin = 4 : index} %{{.*}}
func.func @counter() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %go = arith.cmpi slt, %i, %c4 : index
  cf.cond_br %go, ^body, ^done
^body:
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^done:
  %0 = test.reflect_bounds %i : index
  return %0 : index
}

// -----

// All that a private function is called with, and what it gives.

// CHECK-LABEL: func.func @calls(
//       CHECK:   test.reflect_bounds {smax = 8 : index, smin = 4 : index, umax = 8 : index, umin = 4 : index} %{{.*}}
func.func @calls() {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %0 = call @next(%c3) : (index) -> index
  %1 = call @next(%c7) : (index) -> index
  test.reflect_bounds %0 : index
  return
}
// CHECK-LABEL: func.func private @next(
//       CHECK:   test.reflect_bounds {smax = 7 : index, smin = 3 : index, umax = 7 : index, umin = 3 : index} %{{.*}}
func.func private @next(%x: index) -> index {
  %c1 = arith.constant 1 : index
  test.reflect_bounds %x : index
  %0 = arith.addi %x, %c1 : index
  return %0 : index
}

// -----

// Somebody else may call what is public, or what is passed on.

// CHECK-LABEL: func.func @taken(
func.func @taken() -> ((index) -> ()) {
  %c3 = arith.constant 3 : index
  call @escapes(%c3) : (index) -> ()
  %f = func.constant @escapes : (index) -> ()
  return %f : (index) -> ()
}
// CHECK-LABEL: func.func private @escapes(
//       CHECK:   test.reflect_bounds {smax = 9223372036854775807 : index, smin = -9223372036854775808 : index, umax = -1 : index, umin = 0 : index} %{{.*}}
func.func private @escapes(%x: index) {
  test.reflect_bounds %x : index
  return
}

// -----

// An index is as wide as the target says.

// CHECK-LABEL: func.func @portable(
//       CHECK:   index.divu
//       CHECK:   test.reflect_bounds {smax = 9223372036854775807 : index, smin = 2147483647 : index, umax = 9223372036854775807 : index, umin = 2147483647 : index} %{{.*}}
func.func @portable() -> index {
  %c-1 = index.constant -1
  %c2 = index.constant 2
  %0 = index.divu %c-1, %c2
  %1 = test.reflect_bounds %0 : index
  return %1 : index
}
