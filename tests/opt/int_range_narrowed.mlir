// What the ranges know beyond intervals of single values: congruences, conditions under which values are
// handed on, halves of products.
//
// RUN: calipers opt %s -int-range-optimizations=narrowing=2 -split-input-file | FileCheck %s
// RUN: calipers opt %s -int-range-optimizations -split-input-file | FileCheck %s --check-prefix=PLAIN

// A counter is its start and a multiple of the step.

// CHECK-LABEL: func.func @steps(
//       CHECK:   %[[c1:.*]] = arith.constant 1 : index
//       CHECK:   "test.use"(%[[c1]])
//       CHECK:   test.reflect_bounds {smax = 97 : index, smin = 1 : index, umax = 97 : index, umin = 1 : index}
// PLAIN-LABEL: func.func @steps(
//       PLAIN:   arith.remui
func.func @steps() {
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c1 to %c100 step %c6 {
    %rest = arith.remui %i, %c3 : index
    "test.use"(%rest) : (index) -> ()
    test.reflect_bounds %i : index
  }
  return
}

// -----

// What wraps keeps its lowest bits.

// CHECK-LABEL: func.func @wraps(
//       CHECK:   %[[false:.*]] = arith.constant false
//       CHECK:   return %[[false]]
func.func @wraps(%x: i32) -> i1 {
  %c12 = arith.constant 12 : i32
  %c4 = arith.constant 4 : i32
  %c3 = arith.constant 3 : i32
  %c0 = arith.constant 0 : i32
  %0 = arith.muli %x, %c12 : i32
  %1 = arith.addi %0, %c4 : i32
  %2 = arith.andi %1, %c3 : i32
  %3 = arith.cmpi ne, %2, %c0 : i32
  return %3 : i1
}

// -----

// A loop of branches: 4, 12, 20, ...

// CHECK-LABEL: func.func @blocks(
//       CHECK:   test.reflect_bounds {smax = 2147483644 : si32, smin = -2147483644 : si32, umax = 4294967292 : ui32, umin = 4 : ui32}
func.func @blocks(%c: i1) {
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  cf.br ^bb1(%c4 : i32)
^bb1(%x: i32):
  test.reflect_bounds %x : i32
  %next = arith.addi %x, %c8 : i32
  %more = "test.condition"() : () -> i1
  cf.cond_br %more, ^bb1(%next : i32), ^bb2
^bb2:
  return
}

// -----

// What a branch hands on it hands on where its condition holds.

// CHECK-LABEL: func.func @clamped(
//       CHECK:   test.reflect_bounds {smax = 99 : si32, smin = 0 : si32, umax = 99 : ui32, umin = 0 : ui32}
//       CHECK:   test.reflect_bounds {smax = 99 : si32, smin = 0 : si32, umax = 99 : ui32, umin = 0 : ui32}
// PLAIN-LABEL: func.func @clamped(
//       PLAIN:   test.reflect_bounds {smax = 99 : si32, smin = 0 : si32, umax = 99 : ui32, umin = 0 : ui32}
func.func @clamped(%x: i32) {
  %c99 = arith.constant 99 : i32
  %c100 = arith.constant 100 : i32
  %small = arith.cmpi ult, %x, %c100 : i32
  %0 = scf.if %small -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %c99 : i32
  }
  test.reflect_bounds %0 : i32
  %1 = arith.select %small, %x, %c99 : i32
  test.reflect_bounds %1 : i32
  return
}

// -----

// A region of several blocks gives what any of them leaves it with; what never comes round a loop counts
// for nothing.

// CHECK-LABEL: func.func @handed_on(
//       CHECK:   test.reflect_bounds {smax = 7 : si32, smin = 5 : si32, umax = 7 : ui32, umin = 5 : ui32}
//       CHECK:   test.reflect_bounds {smax = 5 : si32, smin = 5 : si32, umax = 5 : ui32, umin = 5 : ui32}
func.func @handed_on(%c: i1, %x: i32) {
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %false = arith.constant false
  %0 = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %c5 : i32
  ^bb2:
    scf.yield %c7 : i32
  }
  test.reflect_bounds %0 : i32
  %1 = scf.while (%a = %c5) : (i32) -> i32 {
    scf.condition(%false) %a : i32
  } do {
  ^bb0(%a: i32):
    scf.yield %x : i32
  }
  test.reflect_bounds %1 : i32
  return
}

// -----

// Halves of products, and the carry of a sum.

// CHECK-LABEL: func.func @halves(
//       CHECK:   test.reflect_bounds {smax = 1 : si8, smin = 0 : si8, umax = 1 : ui8, umin = 0 : ui8}
//       CHECK:   test.reflect_bounds {smax = 0 : si8, smin = -1 : si8, umax = 255 : ui8, umin = 0 : ui8}
//       CHECK:   test.reflect_bounds {smax = 0 : si1, smin = 0 : si1, umax = 0 : ui1, umin = 0 : ui1}
func.func @halves(%x: i8, %y: i8) {
  %c2 = arith.constant 2 : i8
  %c10 = arith.constant 10 : i8
  %c50 = arith.constant 50 : i8
  %a = arith.minui %x, %c10 : i8
  %b = arith.minui %y, %c50 : i8
  %low, %high = arith.mului_extended %a, %b : i8
  test.reflect_bounds %high : i8
  %slow, %shigh = arith.mulsi_extended %x, %c2 : i8
  test.reflect_bounds %shigh : i8
  %sum, %carry = arith.addui_extended %a, %b : i8, i1
  test.reflect_bounds %carry : i1
  return
}

// -----

// The index dialect, where 32 bits give the same as 64.

// CHECK-LABEL: func.func @index_dialect(
//   CHECK-NOT:   index.remu
//       CHECK:   test.reflect_bounds {smax = 576 : index, smin = 0 : index, umax = 576 : index, umin = 0 : index}
//       CHECK:   "test.use"(%{{.*}}) : (index) -> ()
// PLAIN-LABEL: func.func @index_dialect(
//       PLAIN:   index.remu
func.func @index_dialect() {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  %c4 = arith.constant 4 : index
  %c6 = index.constant 6
  %c8 = index.constant 8
  scf.for %i = %c0 to %c100 step %c4 {
    %multiple = index.mul %i, %c6
    test.reflect_bounds %multiple : index
    %rest = index.remu %multiple, %c8
    "test.use"(%rest) : (index) -> ()
  }
  return
}
