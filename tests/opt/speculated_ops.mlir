// An op that may be executed speculatively gives poison where its operands are not as it wants them, which does
// no harm as long as nobody uses it: loop-invariant code motion moves such ops out of loops that never run. So
// passes learn nothing about operands from it, unless they are told to.
//
// RUN: calipers opt %s -simplify-with-bounds -split-input-file -allow-unregistered-dialect | FileCheck %s
// RUN: calipers opt %s -simplify-with-bounds=assume-pure-ops -split-input-file -allow-unregistered-dialect | FileCheck %s --check-prefix=ASSUMED
// RUN: calipers opt %s -int-range-optimizations -split-input-file -allow-unregistered-dialect | FileCheck %s --check-prefix=RANGES

// For n = 0 and x = 127 the sum is poison that nobody uses.

// CHECK-LABEL: func.func @sum(
//       CHECK:   arith.cmpi slt
// ASSUMED-LABEL: func.func @sum(
//   ASSUMED-NOT:   arith.cmpi
//       ASSUMED:   return
// RANGES-LABEL: func.func @sum(
//       RANGES:   arith.cmpi slt
func.func @sum(%x: i8, %n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i8
  %c127 = arith.constant 127 : i8
  %z = arith.addi %x, %one overflow<nsw> : i8
  scf.for %i = %c0 to %n step %c1 {
    "test.use"(%z) : (i8) -> ()
  }
  %r = arith.cmpi slt, %x, %c127 : i8
  return %r : i1
}

// -----

// CHECK-LABEL: func.func @cast(
//       CHECK:   arith.cmpi eq
// ASSUMED-LABEL: func.func @cast(
//   ASSUMED-NOT:   arith.cmpi
//       ASSUMED:   return
func.func @cast(%t: tensor<?xf32>) -> i1 {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %z = tensor.cast %t : tensor<?xf32> to tensor<10xf32>
  "test.use"(%z) : (tensor<10xf32>) -> ()
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %r = arith.cmpi eq, %d, %c10 : index
  return %r : i1
}

// -----

// CHECK-LABEL: func.func @empty(
//       CHECK:   arith.cmpi sge
// ASSUMED-LABEL: func.func @empty(
//   ASSUMED-NOT:   arith.cmpi
//       ASSUMED:   return
func.func @empty(%n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %z = tensor.empty(%n) : tensor<?xf32>
  "test.use"(%z) : (tensor<?xf32>) -> ()
  %r = arith.cmpi sge, %n, %c0 : index
  return %r : i1
}

// -----

// What a loop carries begins as such a tensor.

// CHECK-LABEL: func.func @carried(
//       CHECK:   arith.cmpi sge
func.func @carried(%n: index, %k: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %t = scf.for %i = %c0 to %k step %c1 iter_args(%a = %e) -> tensor<?xf32> {
    %b = "test.same"(%i) : (index) -> index
    scf.yield %a : tensor<?xf32>
  }
  "test.use"(%t) : (tensor<?xf32>) -> ()
  %r = arith.cmpi sge, %n, %c0 : index
  return %r : i1
}

// -----

// A launch without blocks does nothing.

// CHECK-LABEL: func.func @launch(
//       CHECK:   arith.cmpi sge
// ASSUMED-LABEL: func.func @launch(
//       ASSUMED:   arith.cmpi sge
func.func @launch(%n: index) -> i1 {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }
  %r = arith.cmpi sge, %n, %c1 : index
  return %r : i1
}

// -----

// A division by 0 is undefined, and is not executed speculatively; a copy has no result, and so is executed for what
// it does. The sizes of an argument are not negative.

// CHECK-LABEL: func.func @executed(
//   CHECK-DAG:   %[[true:.*]] = arith.constant true
//       CHECK:   return %[[true]], %[[true]], %[[true]]
func.func @executed(%a: index, %n: index, %m: memref<?xf32>, %t: memref<10xf32>) -> (i1, i1, i1) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %q = arith.divsi %a, %n : index
  "test.use"(%q) : (index) -> ()
  memref.copy %m, %t : memref<?xf32> to memref<10xf32>
  %d = memref.dim %m, %c0 : memref<?xf32>
  %not = arith.cmpi ne, %n, %c0 : index
  %same = arith.cmpi eq, %d, %c10 : index
  %ge = arith.cmpi sge, %d, %c0 : index
  return %not, %same, %ge : i1, i1, i1
}

// -----

// Remainders, and quotients that are rounded down, are moved out of loops as if they could not fail; other quotients
// are not.

// CHECK-LABEL: func.func @divisors(
//       CHECK:   %[[a:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : index
//       CHECK:   %[[b:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : index
//       CHECK:   %[[c:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : index
//       CHECK:   return %[[a]], %[[b]], %[[c]], %true
// ASSUMED-LABEL: func.func @divisors(
//       ASSUMED:   return %true, %true, %true, %true
func.func @divisors(%a: index, %b: index, %c: index, %d: index, %n: index) -> (i1, i1, i1, i1) {
  %c0 = arith.constant 0 : index
  %0 = arith.remsi %n, %a : index
  %1 = arith.remui %n, %b : index
  %2 = arith.floordivsi %n, %c : index
  %3 = arith.divsi %n, %d : index
  "test.use"(%0, %1, %2, %3) : (index, index, index, index) -> ()
  %r0 = arith.cmpi ne, %a, %c0 : index
  %r1 = arith.cmpi ne, %b, %c0 : index
  %r2 = arith.cmpi ne, %c, %c0 : index
  %r3 = arith.cmpi ne, %d, %c0 : index
  return %r0, %r1, %r2, %r3 : i1, i1, i1, i1
}

// -----

// A branch may have been executed speculatively, too.

// CHECK-LABEL: func.func @branch(
//       CHECK:   arith.cmpi slt
// ASSUMED-LABEL: func.func @branch(
//   ASSUMED-NOT:   arith.cmpi
//       ASSUMED:   return
// RANGES-LABEL: func.func @branch(
//       RANGES:   arith.cmpi slt
func.func @branch(%c: i1, %n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> index {
    %t = tensor.empty(%n) : tensor<?xf32>
    scf.yield %n : index
  } else {
    scf.yield %c0 : index
  }
  %below = arith.cmpi slt, %r, %c0 : index
  return %below : i1
}
