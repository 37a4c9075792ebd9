// Conditions that bounds decide, and what hangs on them.
//
// RUN: calipers opt %s -simplify-with-bounds -split-input-file -allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @decided(
//   CHECK-NOT:   arith.cmpi
//   CHECK-NOT:   scf.if
//       CHECK:   scf.for %[[i:.*]] = 
//       CHECK:     "test.use"(%[[i]])
//  CHECK-NEXT:   }
func.func @decided(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %inside = arith.cmpi slt, %i, %n : index
    %0 = arith.select %inside, %i, %n : index
    scf.if %inside {
      "test.use"(%0) : (index) -> ()
    } else {
      "test.never"() : () -> ()
    }
  }
  return
}

// -----

// Decided only within a branch: the outer condition stays.

// CHECK-LABEL: func.func @within(
//  CHECK-SAME:     %[[a:.*]]: index, %[[c:.*]]: i1
//       CHECK:   %[[less:.*]] = arith.cmpi slt, %[[a]],
//       CHECK:   scf.if %[[less]] {
//  CHECK-NEXT:     "test.small"
//  CHECK-NEXT:   }
//       CHECK:   scf.if %[[c]] {
//  CHECK-NEXT:     "test.yes"
//  CHECK-NEXT:   }
//       CHECK:   %[[other:.*]] = arith.cmpi slt
//       CHECK:   "test.use"(%[[other]])
func.func @within(%a: index, %c: i1) {
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %0 = arith.cmpi slt, %a, %c8 : index
  scf.if %0 {
    %1 = arith.cmpi slt, %a, %c9 : index
    scf.if %1 {
      "test.small"() : () -> ()
    }
  }
  scf.if %c {
    scf.if %c {
      "test.yes"() : () -> ()
    }
  }
  %2 = arith.cmpi slt, %a, %c9 : index
  "test.use"(%2) : (i1) -> ()
  return
}

// -----

// Minima: signed, unsigned where nothing is negative, and of integers that wrap.

// CHECK-LABEL: func.func @extrema(
//  CHECK-SAME:     %[[a:.*]]: index, %[[b:.*]]: i8
//       CHECK:   %[[small:.*]] = affine.apply
//   CHECK-NOT:   arith.minui
//       CHECK:   %[[next:.*]] = arith.addi %[[b]]
//       CHECK:   %[[min:.*]] = arith.minsi %[[next]], %[[b]]
//       CHECK:   return %[[small]], %[[min]]
func.func @extrema(%a: index, %b: i8) -> (index, i8) {
  %c8 = arith.constant 8 : index
  %c1 = arith.constant 1 : i8
  %0 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%a]
  %1 = arith.minui %0, %c8 : index
  %2 = arith.addi %b, %c1 : i8
  %3 = arith.minsi %2, %b : i8
  return %1, %3 : index, i8
}

// -----

// Integers wrap: `b < b + 1` fails for the greatest `b`.

// CHECK-LABEL: func.func @wraps(
//       CHECK:   %[[less:.*]] = arith.cmpi slt
//       CHECK:   return %[[less]]
func.func @wraps(%b: i8) -> i1 {
  %c1 = arith.constant 1 : i8
  %0 = arith.addi %b, %c1 : i8
  %1 = arith.cmpi slt, %b, %0 : i8
  return %1 : i1
}
