// Structured ops on the greatest sizes that they have.
//
// RUN: calipers opt %s -pad-to-static-bounds -split-input-file | FileCheck %s
// RUN: calipers opt %s -pad-to-static-bounds='max-size=16' -split-input-file | FileCheck %s --check-prefix=LIMIT

// The rows are padded; the reduction is not.

//       CHECK: #[[missing:.*]] = affine_map<()[s0] -> (-s0 + 32)>
// CHECK-LABEL: func.func @matmul(
//  CHECK-SAME:     %[[a:.*]]: tensor<?x?xf32>, %[[b:.*]]: tensor<?x8xf32>, %[[n:.*]]: index, %[[i:.*]]: index
//       CHECK:   %[[rows:.*]] = affine.min
//       CHECK:   %[[slice:.*]] = tensor.extract_slice %[[a]]
//       CHECK:   %[[dim:.*]] = tensor.dim %[[slice]], %c0
//       CHECK:   %[[high:.*]] = affine.apply #[[missing]]()[%[[dim]]]
//       CHECK:   %[[padded:.*]] = tensor.pad %[[slice]] low[0, 0] high[%[[high]], 0]
//       CHECK:     tensor.yield %{{.*}} : f32
//       CHECK:   tensor<?x?xf32> to tensor<32x?xf32>
//       CHECK:   %[[empty:.*]] = tensor.empty() : tensor<32x8xf32>
//       CHECK:   %[[all:.*]] = linalg.matmul ins(%[[padded]], %[[b]] : tensor<32x?xf32>, tensor<?x8xf32>) outs(%[[empty]] : tensor<32x8xf32>) -> tensor<32x8xf32>
//       CHECK:   %[[result:.*]] = tensor.extract_slice %[[all]][0, 0] [%{{.*}}, 8] [1, 1] : tensor<32x8xf32> to tensor<?x8xf32>
//       CHECK:   return %[[result]]
// LIMIT-LABEL: func.func @matmul(
//       LIMIT:   linalg.matmul {{.*}} -> tensor<?x8xf32>
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x8xf32>, %n: index, %i: index) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %k = tensor.dim %b, %c0 : tensor<?x8xf32>
  %rows = affine.min affine_map<()[s0, s1] -> (32, s0 - s1)>()[%n, %i]
  %slice = tensor.extract_slice %a[%i, 0] [%rows, %k] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %empty = tensor.empty(%rows) : tensor<?x8xf32>
  %0 = linalg.matmul ins(%slice, %b : tensor<?x?xf32>, tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// A division of integers could fail on the padding; a convolution's image is indexed by sums.

// CHECK-LABEL: func.func @left_alone(
//   CHECK-NOT:   tensor.pad
//       CHECK:   linalg.generic
//   CHECK-NOT:   tensor.pad
//       CHECK:   linalg.conv_1d
//       CHECK:   return
#id = affine_map<(d0) -> (d0)>
func.func @left_alone(%n: index, %k: tensor<3xf32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %size = affine.min affine_map<()[s0] -> (32, s0)>()[%n]
  %a = tensor.empty(%size) : tensor<?xi32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<?xi32>) outs(%a : tensor<?xi32>) {
  ^bb0(%x: i32, %y: i32):
    %q = arith.divsi %x, %y : i32
    linalg.yield %q : i32
  } -> tensor<?xi32>
  %in = tensor.empty(%n) : tensor<?xf32>
  %more = affine.apply affine_map<()[s0] -> (s0 - 2)>()[%n]
  %out = tensor.empty(%more) : tensor<?xf32>
  %1 = linalg.conv_1d ins(%in, %k : tensor<?xf32>, tensor<3xf32>) outs(%out : tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xi32>, tensor<?xf32>
}

// -----

// A size of which 0 is the bound is not padded: no slice begins inside a dimension without elements.

// CHECK-LABEL: func.func @no_elements(
//   CHECK-NOT:   tensor.pad
//       CHECK:   linalg.matmul ins({{.*}} : tensor<?x8xf32>, tensor<8x16xf32>)
func.func @no_elements(%a: tensor<?x8xf32>, %b: tensor<8x16xf32>, %n: index) -> tensor<?x16xf32> {
  %m = affine.min affine_map<()[s0] -> (s0, 0)>()[%n]
  %s = tensor.extract_slice %a[0, 0] [%m, 8] [1, 1] : tensor<?x8xf32> to tensor<?x8xf32>
  %e = tensor.empty(%m) : tensor<?x16xf32>
  %r = linalg.matmul ins(%s, %b : tensor<?x8xf32>, tensor<8x16xf32>) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %r : tensor<?x16xf32>
}
