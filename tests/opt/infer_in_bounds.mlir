// Transfers that stay within their buffer say so.
//
// RUN: calipers opt %s -infer-in-bounds -split-input-file | FileCheck %s

// The last tile is cut off unless the size is a multiple of the tile.
// CHECK-LABEL: func.func @tiles(
//       CHECK:   vector.transfer_read {{.*}} {in_bounds = [true]} : memref<64xf32>, vector<8xf32>
//       CHECK:   vector.transfer_read
//   CHECK-NOT:   in_bounds
//       CHECK:   return
func.func @tiles(%m: memref<64xf32>, %odd: memref<60xf32>, %pad: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c60 = arith.constant 60 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c8 {
    %v = vector.transfer_read %m[%i], %pad : memref<64xf32>, vector<8xf32>
  }
  scf.for %i = %c0 to %c60 step %c8 {
    %v = vector.transfer_read %odd[%i], %pad : memref<60xf32>, vector<8xf32>
  }
  return
}

// -----

// A guard bounds one dimension; the other one is open.
// CHECK-LABEL: func.func @guarded(
//       CHECK:   vector.transfer_write {{.*}} {in_bounds = [false, true]} : vector<4x4xf32>, memref<?x?xf32>
func.func @guarded(%m: memref<?x?xf32>, %i: index, %v: vector<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %m, %c1 : memref<?x?xf32>
  %end = arith.addi %i, %c4 : index
  %fits = arith.cmpi sle, %end, %n : index
  %starts = arith.cmpi sge, %i, %c0 : index
  %both = arith.andi %fits, %starts : i1
  scf.if %both {
    vector.transfer_write %v, %m[%c0, %i] : vector<4x4xf32>, memref<?x?xf32>
  }
  return
}

// -----

// Where the quotient exists, its dividend is not negative. Elsewhere the dividend may be.
// CHECK-LABEL: func.func @dividend_of_a_guarded_quotient(
//       CHECK:   vector.transfer_read %{{.*}}, %{{.*}} : memref<?xf32>
//       CHECK:   vector.transfer_read %{{.*}}, %{{.*}} : memref<200xf32>
//   CHECK-NOT:   in_bounds
//       CHECK:   return
func.func @dividend_of_a_guarded_quotient(%m: memref<?xf32>, %n: memref<200xf32>, %pad: f32, %a: index) -> (vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c99 = arith.constant 99 : index
  %none = arith.constant dense<0.0> : vector<4xf32>
  %is = arith.cmpi sge, %a, %c0 : index
  %v = scf.if %is -> (vector<4xf32>) {
    %c2 = arith.constant 2 : index
    %half = arith.divsi %a, %c2 : index
    %read = vector.transfer_read %m[%half], %pad : memref<?xf32>, vector<4xf32>
    scf.yield %read : vector<4xf32>
  } else {
    scf.yield %none : vector<4xf32>
  }
  %at = arith.minsi %a, %c99 : index
  %w = vector.transfer_read %n[%at], %pad : memref<200xf32>, vector<4xf32>
  return %v, %w : vector<4xf32>, vector<4xf32>
}
