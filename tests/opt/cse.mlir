// RUN: calipers opt %s -cse -allow-unregistered-dialect -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @congruent(
//       CHECK:   %[[sum:.*]] = arith.addi
//   CHECK-NOT:   arith.addi
//       CHECK:   return %[[sum]], %[[sum]]
func.func @congruent(%a: index, %b: index) -> (index, index) {
  %0 = arith.addi %a, %b : index
  %1 = arith.addi %a, %b : index
  %dead = arith.muli %a, %b : index
  return %0, %1 : index, index
}

// -----

// Attributes count.

// CHECK-LABEL: func.func @different_attributes(
//       CHECK:   %[[lt:.*]] = arith.cmpi slt
//       CHECK:   %[[le:.*]] = arith.cmpi sle
//       CHECK:   return %[[lt]], %[[le]]
func.func @different_attributes(%a: index, %b: index) -> (i1, i1) {
  %0 = arith.cmpi slt, %a, %b : index
  %1 = arith.cmpi sle, %a, %b : index
  return %0, %1 : i1, i1
}

// -----

// What dominates may be used; what stands in a branch may not be used in the other.

// CHECK-LABEL: func.func @regions(
//       CHECK:   %[[outer:.*]] = arith.addi
//       CHECK:   scf.if
//       CHECK:     %[[one:.*]] = arith.muli
//       CHECK:     "test.use"(%[[outer]], %[[one]])
//       CHECK:   } else {
//       CHECK:     %[[other:.*]] = arith.muli
//       CHECK:     "test.use"(%[[outer]], %[[other]])
func.func @regions(%c: i1, %a: index, %b: index) {
  %outer = arith.addi %a, %b : index
  scf.if %c {
    %0 = arith.addi %a, %b : index
    %1 = arith.muli %a, %b : index
    "test.use"(%0, %1) : (index, index) -> ()
  } else {
    %0 = arith.addi %a, %b : index
    %1 = arith.muli %a, %b : index
    "test.use"(%0, %1) : (index, index) -> ()
  }
  "test.use"(%outer) : (index) -> ()
  return
}

// -----

// CHECK-LABEL: func.func @blocks(
//       CHECK:   %[[entry:.*]] = arith.addi
//       CHECK: ^bb1:
//       CHECK:   %[[left:.*]] = arith.muli
//       CHECK: ^bb2:
//       CHECK:   %[[right:.*]] = arith.muli
//       CHECK: ^bb3:
//       CHECK:   %[[last:.*]] = arith.muli
//       CHECK:   return %[[entry]], %[[last]]
func.func @blocks(%c: i1, %a: index, %b: index) -> (index, index) {
  %0 = arith.addi %a, %b : index
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = arith.muli %a, %b : index
  "test.use"(%0, %1) : (index, index) -> ()
  cf.br ^bb3
^bb2:
  %2 = arith.muli %a, %b : index
  "test.use"(%0, %2) : (index, index) -> ()
  cf.br ^bb3
^bb3:
  %3 = arith.muli %a, %b : index
  %4 = arith.addi %a, %b : index
  return %4, %3 : index, index
}

// -----

// Effects are not merged.

// CHECK-LABEL: func.func @effects(
//       CHECK:   "test.effect"
//       CHECK:   "test.effect"
//       CHECK:   memref.alloc
//       CHECK:   memref.alloc
func.func @effects(%a: index) -> (memref<?xf32>, memref<?xf32>) {
  %0 = "test.effect"(%a) : (index) -> index
  %1 = "test.effect"(%a) : (index) -> index
  %2 = memref.alloc(%a) : memref<?xf32>
  %3 = memref.alloc(%a) : memref<?xf32>
  return %2, %3 : memref<?xf32>, memref<?xf32>
}

// -----

// Ops with regions that only compute; what they use inside is compared too.

// CHECK-LABEL: func.func @with_regions(
//       CHECK:   %[[first:.*]] = tensor.generate
//   CHECK-NOT:   tensor.generate
//       CHECK:   %[[sum:.*]] = scf.for
//   CHECK-NOT:   scf.for
//       CHECK:   %[[third:.*]] = tensor.generate
//       CHECK:     arith.muli
//       CHECK:   return %[[first]], %[[first]], %[[third]], %[[sum]], %[[sum]]
func.func @with_regions(%n: index, %a: index) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %x = arith.addi %i, %a : index
    tensor.yield %x : index
  } : tensor<?xindex>
  %1 = tensor.generate %n {
  ^bb0(%j: index):
    %y = arith.addi %j, %a : index
    tensor.yield %y : index
  } : tensor<?xindex>
  %3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %t = arith.addi %s, %i : index
    scf.yield %t : index
  }
  %4 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %t = arith.addi %s, %i : index
    scf.yield %t : index
  }
  %2 = tensor.generate %n {
  ^bb0(%j: index):
    %y = arith.muli %j, %a : index
    tensor.yield %y : index
  } : tensor<?xindex>
  return %0, %1, %2, %3, %4 : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, index, index
}

// -----

// One that reads memory is not merged: something may have been written meanwhile.

// CHECK-LABEL: func.func @reads(
//       CHECK:   tensor.generate
//       CHECK:   memref.store
//       CHECK:   tensor.generate
func.func @reads(%m: memref<?xf32>, %n: index, %f: f32) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %x = memref.load %m[%i] : memref<?xf32>
    tensor.yield %x : f32
  } : tensor<?xf32>
  memref.store %f, %m[%n] : memref<?xf32>
  %1 = tensor.generate %n {
  ^bb0(%i: index):
    %x = memref.load %m[%i] : memref<?xf32>
    tensor.yield %x : f32
  } : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Nor one that reads the sizes of its result, but without uses it goes.

// CHECK-LABEL: func.func @sizes_in_memory(
//       CHECK:   %[[one:.*]] = memref.reshape
//       CHECK:   memref.store
//       CHECK:   %[[other:.*]] = memref.reshape
//   CHECK-NOT:   memref.reshape
//       CHECK:   memref.dim %[[one]]
//       CHECK:   memref.dim %[[other]]
func.func @sizes_in_memory(%m: memref<?xf32>, %s: memref<2xindex>, %i: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %a = memref.reshape %m(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  memref.store %i, %s[%c0] : memref<2xindex>
  %b = memref.reshape %m(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %dead = memref.reshape %m(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %d = memref.dim %a, %c0 : memref<?x?xf32>
  %e = memref.dim %b, %c0 : memref<?x?xf32>
  return %d, %e : index, index
}
