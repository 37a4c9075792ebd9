// Masks that are all true.
//
// RUN: calipers opt %s -test-eliminate-vector-masks -split-input-file | FileCheck %s
// RUN: calipers opt %s -fold-all-true-masks -split-input-file | FileCheck %s --check-prefix=FOLD
// RUN: calipers opt %s -fold-all-true-masks='vscale-min=2 vscale-max=4' -split-input-file | FileCheck %s --check-prefix=RANGE

// CHECK-LABEL: func.func @transfers(
//       CHECK:   %[[mask:.*]] = vector.constant_mask [4] : vector<4xi1>
//       CHECK:   vector.transfer_read %{{.*}}[%{{.*}}], %{{.*}}, %[[mask]] : memref<80xf32>
//       CHECK:   vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}], %[[mask]] : vector<4xf32>, memref<?xf32>
// FOLD-LABEL: func.func @transfers(
//   FOLD-NOT:   mask
//       FOLD:   vector.transfer_read %{{.*}}[%{{.*}}], %{{[a-z0-9_]*}} {in_bounds = [true]} : memref<80xf32>
//       FOLD:   vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}] : vector<4xf32>, memref<?xf32>
func.func @transfers(%from: memref<80xf32>, %to: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c80 = arith.constant 80 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c80 step %c4 {
    %rest = affine.min affine_map<(d0) -> (-d0 + 80, 4)>(%i)
    %mask = vector.create_mask %rest : vector<4xi1>
    %0 = vector.transfer_read %from[%i], %zero, %mask : memref<80xf32>, vector<4xf32>
    vector.transfer_write %0, %to[%i], %mask : vector<4xf32>, memref<?xf32>
  }
  return
}

// -----

// Not all true: the last iteration is partial.

// CHECK-LABEL: func.func @partial(
//       CHECK:   vector.create_mask
// FOLD-LABEL: func.func @partial(
//       FOLD:   %[[mask:.*]] = vector.create_mask
//       FOLD:   vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}], %[[mask]] :
func.func @partial(%v: vector<4xf32>, %to: memref<81xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c81 = arith.constant 81 : index
  scf.for %i = %c0 to %c81 step %c4 {
    %rest = affine.min affine_map<(d0) -> (-d0 + 81, 4)>(%i)
    %mask = vector.create_mask %rest : vector<4xi1>
    vector.transfer_write %v, %to[%i], %mask : vector<4xf32>, memref<81xf32>
  }
  return
}

// -----

// Scalable sizes: two mentions of vscale are one number.

//  CHECK-LABEL: func.func @scalable(
//        CHECK:   %[[mask:.*]] = vector.constant_mask [2, 4] : vector<2x[4]xi1>
//        CHECK:   %[[not:.*]] = vector.create_mask %{{.*}} : vector<[4]xi1>
//        CHECK:   %[[range:.*]] = vector.create_mask %{{.*}} : vector<[8]xi1>
//        CHECK:   return %[[mask]], %[[not]], %[[range]]
// RANGE-LABEL: func.func @scalable(
//    RANGE-DAG:   %[[mask:.*]] = vector.constant_mask [2, 4] : vector<2x[4]xi1>
//    RANGE-DAG:   %[[range:.*]] = vector.constant_mask [8] : vector<[8]xi1>
//        RANGE:   %[[not:.*]] = vector.create_mask %{{.*}} : vector<[4]xi1>
//        RANGE:   return %[[mask]], %[[not]], %[[range]]
func.func @scalable() -> (vector<2x[4]xi1>, vector<[4]xi1>, vector<[8]xi1>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %first = vector.vscale
  %second = vector.vscale
  %size = arith.muli %first, %c4 : index
  %same = arith.muli %second, %c4 : index
  %smaller = arith.minsi %size, %same : index
  %0 = vector.create_mask %c2, %smaller : vector<2x[4]xi1>
  %1 = vector.create_mask %c4 : vector<[4]xi1>
  %2 = vector.create_mask %c32 : vector<[8]xi1>
  return %0, %1, %2 : vector<2x[4]xi1>, vector<[4]xi1>, vector<[8]xi1>
}

// -----

// A masked op.

// FOLD-LABEL: func.func @masked(
//   FOLD-NOT:   vector.mask
//       FOLD:   %[[sum:.*]] = vector.reduction <add>, %{{.*}} : vector<8xf32> into f32
//       FOLD:   return %[[sum]]
func.func @masked(%v: vector<8xf32>) -> f32 {
  %c9 = arith.constant 9 : index
  %mask = vector.create_mask %c9 : vector<8xi1>
  %0 = vector.mask %mask { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return %0 : f32
}
