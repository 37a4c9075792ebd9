// RUN: calipers opt %s -inline -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @outer(
//  CHECK-SAME:     %[[x:.*]]: index) -> index
//       CHECK:   %[[c:.*]] = arith.constant 3 : index
//       CHECK:   %[[sum:.*]] = arith.addi %[[x]], %[[c]]
//       CHECK:   %[[d:.*]] = arith.constant 3 : index
//       CHECK:   %[[twice:.*]] = arith.addi %[[sum]], %[[d]]
//       CHECK:   return %[[twice]]
//   CHECK-NOT: @inner
func.func @outer(%x: index) -> index {
  %0 = call @inner(%x) : (index) -> index
  %1 = call @middle(%0) : (index) -> index
  return %1 : index
}
func.func private @middle(%x: index) -> index {
  %0 = call @inner(%x) : (index) -> index
  return %0 : index
}
func.func private @inner(%x: index) -> index {
  %c = arith.constant 3 : index
  %0 = arith.addi %x, %c : index
  return %0 : index
}

// -----

// What calls itself stays, and so does what has no body.

// CHECK-LABEL: func.func @recursive(
//       CHECK:   call @recursive
//       CHECK:   call @elsewhere
func.func @recursive(%x: index) -> index {
  %0 = call @recursive(%x) : (index) -> index
  %1 = call @elsewhere(%0) : (index) -> index
  return %1 : index
}
func.func private @elsewhere(index) -> index

// -----

// The linker may choose another definition of a weak function.

// CHECK-LABEL: func.func @of_weak(
//       CHECK:   call @weak
//   CHECK-NOT:   call @weak_odr
func.func @of_weak(%x: index) -> (index, index) {
  %0 = call @weak(%x) : (index) -> index
  %1 = call @weak_odr(%x) : (index) -> index
  return %0, %1 : index, index
}
func.func @weak(%x: index) -> index attributes {llvm.linkage = #llvm.linkage<weak>} {
  return %x : index
}
func.func @weak_odr(%x: index) -> index attributes {llvm.linkage = #llvm.linkage<weak_odr>} {
  return %x : index
}

// -----

// CHECK-LABEL: func.func @asked_not_to(
//       CHECK:   call @kept
//       CHECK:   call @other(%{{.*}}) {no_inline}
func.func @asked_not_to(%x: index) -> (index, index) {
  %0 = call @kept(%x) : (index) -> index
  %1 = call @other(%x) {no_inline} : (index) -> index
  return %0, %1 : index, index
}
func.func @kept(%x: index) -> index attributes {no_inline} {
  return %x : index
}
func.func @other(%x: index) -> index {
  return %x : index
}
