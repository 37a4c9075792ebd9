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
