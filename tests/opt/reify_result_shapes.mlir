// What is known of the shape of a pad or a concatenation goes into its type.
//
// RUN: calipers opt %s -reify-result-shapes | FileCheck %s

// CHECK-LABEL: func.func @concat(
//       CHECK:   %[[all:.*]] = tensor.concat dim(1) {{.*}} -> tensor<4x11xf32>
//  CHECK-NEXT:   %[[cast:.*]] = tensor.cast %[[all]] : tensor<4x11xf32> to tensor<?x?xf32>
//  CHECK-NEXT:   return %[[cast]]
func.func @concat(%a: tensor<4x7xf32>, %b: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<4x7xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A chain of pads: what the first one shows reaches the second.

// CHECK-LABEL: func.func @pads(
//       CHECK:   tensor.pad
//       CHECK:   tensor<4x?xf32> to tensor<6x?xf32>
//       CHECK:   tensor.pad
//       CHECK:   tensor<?x?xf32> to tensor<8x?xf32>
func.func @pads(%t: tensor<4x?xf32>, %f: f32, %n: index) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.pad %t low[%c1, %n] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = tensor.pad %0 low[%c1, 0] high[%c1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// A size that MLIR tells by a convention alone does not go into a type.

// CHECK-LABEL: func.func @convention(
//       CHECK:   tensor.pad
//       CHECK:   tensor<?xf32> to tensor<?xf32>
//   CHECK-NOT:   tensor.cast
func.func @convention(%a: tensor<4xf32>, %b: tensor<3xf32>, %out: tensor<?xf32>, %f: f32) -> tensor<?xf32> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0 + d1)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%a, %b : tensor<4xf32>, tensor<3xf32>) outs(%out : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %z : f32
  } -> tensor<?xf32>
  %1 = tensor.pad %0 low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
