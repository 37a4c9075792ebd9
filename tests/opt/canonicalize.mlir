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
