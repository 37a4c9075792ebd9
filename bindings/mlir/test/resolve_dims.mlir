// RUN: mlir-opt %s --pass-pipeline='builtin.module(calipers-resolve-dims)' | FileCheck %s

// CHECK-LABEL: func.func @of_slice
//  CHECK-SAME:     %[[T:.*]]: tensor<?x?xf32>, %[[N:.*]]: index
//       CHECK:   return %[[N]]
func.func @of_slice(%t: tensor<?x?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %slice = tensor.extract_slice %t[0, 0] [%n, 4] [1, 1] : tensor<?x?xf32> to tensor<?x4xf32>
  %dim = tensor.dim %slice, %c0 : tensor<?x4xf32>
  return %dim : index
}

// The size of what a loop carries is that of the initial value.
// CHECK-LABEL: func.func @carried
//  CHECK-SAME:     %[[T:.*]]: tensor<?xf32>
//   CHECK-DAG:   %[[C0:.*]] = arith.constant 0 : index
//       CHECK:   %[[DIM:.*]] = tensor.dim %[[T]], %[[C0]]
//       CHECK:   return %[[DIM]]
func.func @carried(%t: tensor<?xf32>, %n: index, %f: f32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> (tensor<?xf32>) {
    %y = tensor.insert %f into %x[%c0] : tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  %dim = tensor.dim %r, %c0 : tensor<?xf32>
  return %dim : index
}

// CHECK-LABEL: func.func @padded
//  CHECK-SAME:     %[[T:.*]]: memref<?xf32>
//       CHECK:   %[[DIM:.*]] = memref.dim %[[T]]
//       CHECK:   return %[[DIM]]
func.func @padded(%t: memref<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %cast = memref.cast %t : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  %dim = memref.dim %cast, %c0 : memref<?xf32, strided<[1], offset: ?>>
  return %dim : index
}
