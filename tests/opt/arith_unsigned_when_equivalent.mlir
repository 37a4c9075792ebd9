// RUN: calipers opt %s -arith-unsigned-when-equivalent -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @known_in_the_branch(
//       CHECK:   scf.if
//       CHECK:     arith.divui
//       CHECK:   arith.divsi
func.func @known_in_the_branch(%x: i32, %m: memref<2xi32>) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %c4 = arith.constant 4 : i32
  %0 = arith.cmpi sge, %x, %c0 : i32
  scf.if %0 {
    %1 = arith.divsi %x, %c4 : i32
    memref.store %1, %m[%i0] : memref<2xi32>
  }
  %2 = arith.divsi %x, %c4 : i32
  memref.store %2, %m[%i1] : memref<2xi32>
  return
}
