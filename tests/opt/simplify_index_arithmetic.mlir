// Index arithmetic in its cheapest equal form under the facts of its point.
//
// RUN: calipers opt %s -simplify-index-arithmetic -split-input-file -allow-unregistered-dialect | FileCheck %s
// RUN: calipers opt %s -simplify-with-bounds -split-input-file -allow-unregistered-dialect | FileCheck %s

// A remainder of an induction variable below the divisor.

// CHECK-LABEL: func.func @below_divisor(
//       CHECK:   scf.for %[[i:.*]] =
//  CHECK-NEXT:     "test.use"(%[[i]])
func.func @below_divisor() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    "test.use"(%0) : (index) -> ()
  }
  return
}

// -----

// A size that is padded to a multiple of what it is a multiple of.

// CHECK-LABEL: func.func @exact(
//  CHECK-SAME:     %[[k:.*]]: index
//       CHECK:   %[[n:.*]] = arith.muli %[[k]]
//  CHECK-NEXT:   "test.use"(%[[n]], %[[n]])
func.func @exact(%k: index) {
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %n = arith.muli %k, %c8 : index
  %0 = arith.addi %n, %c7 : index
  %1 = arith.floordivsi %0, %c8 : index
  %2 = arith.muli %1, %c8 : index
  "test.use"(%n, %2) : (index, index) -> ()
  return
}

// -----

// One division instead of two. The values that stay in use are not computed again.

// CHECK-LABEL: func.func @row_and_column(
//  CHECK-SAME:     %[[n:.*]]: index
//       CHECK:   %[[all:.*]] = affine.apply #{{.*}}()[%[[n]]]
//  CHECK-NEXT:   "test.use"(%[[all]])
// CHECK-LABEL: func.func @stays(
//       CHECK:   arith.divsi
//       CHECK:   arith.muli
//       CHECK:   "test.use"
func.func @row_and_column(%n: index) {
  %0 = affine.apply affine_map<(d0) -> ((d0 floordiv 4) floordiv 8)>(%n)
  "test.use"(%0) : (index) -> ()
  return
}
func.func @stays(%a: index, %b: index) {
  %0 = arith.divsi %a, %b : index
  %1 = arith.muli %0, %b : index
  "test.use"(%0, %1) : (index, index) -> ()
  return
}

// -----

// A dividend that is not negative needs no rounding down.

// CHECK-LABEL: func.func @nonnegative(
//  CHECK-SAME:     %[[t:.*]]: tensor<?xf32>
//       CHECK:   %[[n:.*]] = tensor.dim
//       CHECK:   %[[q:.*]] = arith.divsi %[[n]], %{{.*}} : index
//  CHECK-NEXT:   "test.use"(%[[q]])
func.func @nonnegative(%t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %0 = arith.floordivsi %n, %c8 : index
  "test.use"(%0) : (index) -> ()
  return
}

// -----

// The sum of two arbitrary indices may overflow where the quotients do not.

// CHECK-LABEL: func.func @may_overflow(
//  CHECK-COUNT-2: arith.floordivsi
func.func @may_overflow(%a: index, %b: index) {
  %c8 = arith.constant 8 : index
  %0 = arith.floordivsi %a, %c8 : index
  %1 = arith.addi %0, %b : index
  %2 = arith.floordivsi %1, %c8 : index
  "test.use"(%2) : (index) -> ()
  return
}

// -----

// The branch of a loop: the remainder does not move into the loop.

// CHECK-LABEL: func.func @invariant(
//       CHECK:   arith.remsi
//       CHECK:   scf.for
//   CHECK-NOT:     arith.remsi
//       CHECK:   return
func.func @invariant(%n: index, %a: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = arith.remsi %a, %c8 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.maxsi %r, %i : index
    "test.use"(%0) : (index) -> ()
  }
  return
}
