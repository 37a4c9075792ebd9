// Which of two values is the smaller one, as loops and branches show, counts in ranges: of differences, of
// comparisons, of the bounds of the loop inside it.
//
// RUN: calipers opt %s -int-range-optimizations -split-input-file | FileCheck %s

// The size of the last tile, as affine maps are lowered.

// CHECK-LABEL: func.func @tile(
//       CHECK:   test.reflect_bounds {smax = 9223372036854775807 : index, smin = 1 : index, umax = 9223372036854775807 : index, umin = 1 : index} %{{.*}} : index
//       CHECK:   test.reflect_bounds {smax = 32 : index, smin = 1 : index, umax = 32 : index, umin = 1 : index} %{{.*}} : index
//       CHECK:   test.reflect_bounds {smax = 9223372036854775807 : index, smin = 1 : index, umax = 9223372036854775807 : index, umin = 1 : index} %arg0 : index
func.func @tile(%n: index) {
  %c0 = arith.constant 0 : index
  %c-1 = arith.constant -1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c32 {
    %negative = arith.muli %i, %c-1 : index
    %left = arith.addi %negative, %n : index
    %width = arith.minsi %left, %c32 : index
    test.reflect_bounds %left : index
    test.reflect_bounds %width : index
    test.reflect_bounds %n : index
  }
  return
}

// -----

// CHECK-LABEL: func.func @compared(
//   CHECK-DAG:   %[[true:.*]] = arith.constant true
//   CHECK-DAG:   %[[false:.*]] = arith.constant false
//       CHECK:   "test.use"(%[[true]], %[[true]], %[[false]], %[[true]])
func.func @compared(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %next = arith.addi %i, %c1 : i32
    %below = arith.cmpi slt, %i, %n : i32
    %within = arith.cmpi sle, %next, %n : i32
    %same = arith.cmpi eq, %n, %i : i32
    %some = arith.cmpi sgt, %n, %c0 : i32
    "test.use"(%below, %within, %same, %some) : (i1, i1, i1, i1) -> ()
  }
  return
}

// -----

// After the next step nothing is known: it may be beyond the end, and wrap.

// CHECK-LABEL: func.func @beyond(
//       CHECK:   arith.cmpi sle
//       CHECK:   arith.cmpi slt
//       CHECK:   arith.cmpi ule
func.func @beyond(%n: i32, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  scf.for %i = %m to %n step %c1 : i32 {
    %next = arith.addi %i, %c2 : i32
    %within = arith.cmpi sle, %next, %n : i32
    "test.use"(%within) : (i1) -> ()
  }
  %after = arith.cmpi slt, %m, %n : i32
  %unsigned = arith.cmpi ule, %m, %n : i32
  "test.use"(%after, %unsigned) : (i1, i1) -> ()
  return
}

// -----

// What branches show; without sign where neither is negative. Modulo 2ᴺ the order in which terms are added up
// does not matter.

// CHECK-LABEL: func.func @branches(
//       CHECK:   test.reflect_bounds {smax = 127 : si8, smin = -128 : si8, umax = 255 : ui8, umin = 1 : ui8}
//       CHECK:   test.reflect_bounds {smax = 103 : si8, smin = 4 : si8, umax = 103 : ui8, umin = 4 : ui8}
//   CHECK-NOT:   arith.cmpi
func.func @branches(%a: i8, %b: i8) {
  %c3 = arith.constant 3 : i8
  %less = arith.cmpi ult, %a, %b : i8
  cf.cond_br %less, ^below, ^end
^below:
  %difference = arith.subi %b, %a : i8
  test.reflect_bounds %difference : i8
  %low = test.with_bounds {smax = 100 : i8, smin = 0 : i8, umax = 100 : i8, umin = 0 : i8} : i8
  %high = test.with_bounds {smax = 100 : i8, smin = 0 : i8, umax = 100 : i8, umin = 0 : i8} : i8
  %order = arith.cmpi slt, %low, %high : i8
  cf.cond_br %order, ^ordered, ^end
^ordered:
  %plus = arith.addi %high, %c3 : i8
  %more = arith.subi %plus, %low : i8
  test.reflect_bounds %more : i8
  %unsigned = arith.cmpi uge, %plus, %low : i8
  "test.use"(%unsigned) : (i1) -> ()
  cf.br ^end
^end:
  return
}
