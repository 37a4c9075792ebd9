// RUN: calipers opt %s -canonicalize -allow-unregistered-dialect -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @constants(
//       CHECK:   %[[c12:.*]] = arith.constant 12 : index
//  CHECK-NEXT:   return %[[c12]]
func.func @constants() -> index {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %0 = arith.addi %c5, %c7 : index
  return %0 : index
}

// -----

// Fixed widths wrap.

// CHECK-LABEL: func.func @wrapping(
//       CHECK:   %[[sum:.*]] = arith.constant -56 : i8
//       CHECK:   return %[[sum]]
func.func @wrapping() -> i8 {
  %c100 = arith.constant 100 : i8
  %0 = arith.addi %c100, %c100 : i8
  return %0 : i8
}

// -----

// A division by zero is left alone.

// CHECK-LABEL: func.func @by_zero(
//       CHECK:   arith.divsi
func.func @by_zero() -> index {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.divsi %c1, %c0 : index
  return %0 : index
}

// -----

// CHECK-LABEL: func.func @identities(
//  CHECK-SAME:     %[[a:.*]]: index
//   CHECK-DAG:   %[[zero:.*]] = arith.constant 0 : index
//   CHECK-DAG:   %[[true:.*]] = arith.constant true
//       CHECK:   "test.use"(%[[a]], %[[a]], %[[zero]], %[[a]]) : (index, index, index, index) -> ()
//       CHECK:   "test.use"(%[[true]])
func.func @identities(%a: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.addi %c0, %a : index
  %1 = arith.muli %a, %c1 : index
  %2 = arith.subi %a, %a : index
  %3 = arith.select %c, %a, %a : index
  "test.use"(%0, %1, %2, %3) : (index, index, index, index) -> ()
  %4 = arith.cmpi sle, %a, %a : index
  "test.use"(%4) : (i1) -> ()
  return
}

// -----

// Sizes that the types state.

// CHECK-LABEL: func.func @sizes(
//       CHECK:   %[[four:.*]] = arith.constant 4 : index
//       CHECK:   return %[[four]]
func.func @sizes(%t: tensor<4x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %t, %c0 : tensor<4x?xf32>
  return %0 : index
}

// -----

// A loop whose results nobody needs is gone; one that writes stays.

// CHECK-LABEL: func.func @loops(
//   CHECK-NOT:   iter_args
//       CHECK:   scf.for
//       CHECK:     memref.store
func.func @loops(%n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %dead = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c0) -> index {
    %next = arith.addi %sum, %i : index
    scf.yield %next : index
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %i, %m[%i] : memref<?xindex>
  }
  return
}

// -----

// A branch that is known to be taken.

// CHECK-LABEL: func.func @branches(
//  CHECK-SAME:     %[[a:.*]]: index
//   CHECK-NOT:   scf.if
//       CHECK:   %[[twice:.*]] = arith.addi %[[a]], %[[a]]
//       CHECK:   "test.use"(%[[twice]])
//       CHECK:   return %[[twice]]
func.func @branches(%a: index) -> index {
  %true = arith.constant true
  %false = arith.constant false
  %0 = scf.if %true -> index {
    %twice = arith.addi %a, %a : index
    "test.use"(%twice) : (index) -> ()
    scf.yield %twice : index
  } else {
    scf.yield %a : index
  }
  scf.if %false {
    "test.effect"() : () -> ()
  }
  return %0 : index
}

// -----

// Blocks to which control never comes, those that only they branch to, and loops among them.

// CHECK-LABEL: func.func @unreachable(
//  CHECK-SAME:     %[[a:.*]]: index
//       CHECK:   cf.br ^bb1(%[[a]] : index)
//       CHECK: ^bb1(%[[x:.*]]: index):
//  CHECK-NEXT:   return %[[x]]
//   CHECK-NOT: ^bb2
func.func @unreachable(%a: index) -> index {
  %true = arith.constant true
  cf.cond_br %true, ^bb1(%a : index), ^bb2(%a : index)
^bb1(%x: index):
  return %x : index
^bb2(%y: index):
  %next = arith.addi %y, %y : index
  cf.br ^bb2(%next : index)
^bb3:
  %own = arith.addi %own, %a : index
  cf.br ^bb3
}

// -----

// A loop that runs once is its body, one that never runs is what it begins with.

// CHECK-LABEL: func.func @at_most_once(
//  CHECK-SAME:     %[[n:.*]]: index, %[[x:.*]]: i32
//   CHECK-NOT:   scf.for
//       CHECK:   %[[c0:.*]] = arith.constant 0 : index
//       CHECK:   %[[once:.*]] = "test.use"(%[[x]], %[[c0]])
//  CHECK-NEXT:   return %[[once]], %[[x]], %[[x]]
func.func @at_most_once(%n: index, %x: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %once = scf.for %i = %c0 to %c4 step %c4 iter_args(%a = %x) -> i32 {
    %y = "test.use"(%a, %i) : (i32, index) -> i32
    scf.yield %y : i32
  }
  %never = scf.for %i = %n to %n step %c4 iter_args(%a = %x) -> i32 {
    %y = "test.use"(%a, %i) : (i32, index) -> i32
    scf.yield %y : i32
  }
  %empty = affine.for %i = 4 to 3 iter_args(%a = %x) -> i32 {
    %y = "test.use"(%a, %i) : (i32, index) -> i32
    affine.yield %y : i32
  }
  return %once, %never, %empty : i32, i32, i32
}

// -----

// Counters wrap: from 100 the next is -56, which is below 120. Without sign -1 is the greatest.

// CHECK-LABEL: func.func @counters_that_wrap(
// CHECK-COUNT-1:   scf.for
//       CHECK:     "test.use"
//   CHECK-NOT:   scf.for
//       CHECK:   return
func.func @counters_that_wrap() {
  %c100 = arith.constant 100 : i8
  %c120 = arith.constant 120 : i8
  %minus = arith.constant -1 : i8
  scf.for %i = %c100 to %c120 step %c100 : i8 {
    "test.use"(%i) : (i8) -> ()
  }
  scf.for unsigned %i = %minus to %c100 step %c100 : i8 {
    "test.never"(%i) : (i8) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @parallel(
//  CHECK-SAME:     %[[n:.*]]: index, %[[t:.*]]: tensor<4x8xf32>, %[[v:.*]]: tensor<4x1xf32>
//       CHECK:   "test.use"
//       CHECK:   %[[new:.*]] = tensor.insert_slice %[[v]] into %[[t]]
//       CHECK:   "test.both"
//   CHECK-NOT:   "test.never"
//       CHECK:   scf.parallel
//       CHECK:   return %[[new]], %[[t]]
func.func @parallel(%n: index, %t: tensor<4x8xf32>, %v: tensor<4x1xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %once = scf.forall (%i, %j) = (0, 3) to (4, 4) step (4, 2) shared_outs(%o = %t) -> tensor<4x8xf32> {
    "test.use"(%i, %j) : (index, index) -> ()
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %o[%i, %j] [4, 1] [1, 1] : tensor<4x1xf32> into tensor<4x8xf32>
    }
  }
  %never = scf.forall (%i, %j) = (0, 3) to (%n, 3) step (4, 2) shared_outs(%o = %t) -> tensor<4x8xf32> {
    "test.never"(%i) : (index) -> ()
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %o[%i, %j] [4, 1] [1, 1] : tensor<4x1xf32> into tensor<4x8xf32>
    }
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %c1) step (%c1, %c1) {
    "test.both"(%i, %j) : (index, index) -> ()
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c0) step (%c1, %c1) {
    "test.never"(%i) : (index) -> ()
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    "test.some"(%i) : (index) -> ()
    scf.reduce
  }
  return %once, %never : tensor<4x8xf32>, tensor<4x8xf32>
}
