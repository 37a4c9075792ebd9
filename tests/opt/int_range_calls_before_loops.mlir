// RUN: calipers opt %s -int-range-optimizations=narrowing=2 | FileCheck %s

// What the call returns becomes known after the loop was looked at; it is the result where the loop does not run.

// CHECK-LABEL: func.func @after_no_trip(
//       CHECK:   %[[RESULT:.*]] = scf.for
//       CHECK:   return %[[RESULT]]
func.func @after_no_trip(%n: index, %m: index) -> index {
  %first = func.call @same(%n) : (index) -> index
  %c1 = arith.constant 1 : index
  %c-3 = arith.constant -3 : index
  %result = scf.for %i = %n to %m step %c1 iter_args(%carried = %first) -> (index) {
    scf.yield %c-3 : index
  }
  return %result : index
}

func.func private @same(%x: index) -> index {
  return %x : index
}
