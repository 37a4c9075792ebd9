// Strides and offsets, read by memref.extract_strided_metadata.
//
// RUN: calipers opt %s --test-affine-reify-value-bounds -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @subview(
//  CHECK-SAME:     %[[m:[a-z0-9]*]]: memref<?x?xf32, strided<[?, 1], offset: ?>>, %[[i:[a-z0-9]*]]: index, %[[n:[a-z0-9]*]]: index
//       CHECK:   %{{.*}}, %[[offset:.*]], %{{.*}}:2, %[[strides:.*]]:2 = memref.extract_strided_metadata %[[m]] : memref<?x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
//   CHECK-DAG:   %[[row:.*]] = arith.muli %[[i]], %[[strides]]#0 : index
//   CHECK-DAG:   %[[sum:.*]] = arith.addi %[[offset]], %[[row]] : index
//       CHECK:   %{{.*}}, %{{.*}}, %{{.*}}:2, %[[again:.*]]:2 = memref.extract_strided_metadata %[[m]]
//       CHECK:   %[[twice:.*]] = affine.apply #{{.*}}()[%[[again]]#0]
//       CHECK:   return %[[sum]], %[[twice]]
func.func @subview(%m: memref<?x?xf32, strided<[?, 1], offset: ?>>, %i: index, %n: index) -> (index, index) {
  %v = memref.subview %m[%i, 0] [%n, %n] [2, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %0 = "test.reify_bound"(%v) {offset} : (memref<?x?xf32, strided<[?, 1], offset: ?>>) -> index
  %1 = "test.reify_bound"(%v) {stride = 0 : i64} : (memref<?x?xf32, strided<[?, 1], offset: ?>>) -> index
  return %0, %1 : index, index
}

// -----

// A row-major stride is a product of sizes.

// CHECK-LABEL: func.func @alloc(
//  CHECK-SAME:     %[[n:.*]]: index, %[[k:.*]]: index
//   CHECK-NOT:   extract_strided_metadata
//       CHECK:   %[[product:.*]] = arith.muli %[[n]], %[[k]] : index
//       CHECK:   return %[[product]]
func.func @alloc(%n: index, %k: index) -> index {
  %a = memref.alloc(%n, %k) : memref<2x?x?xf32>
  %0 = "test.reify_bound"(%a) {stride = 0 : i64} : (memref<2x?x?xf32>) -> index
  return %0 : index
}
