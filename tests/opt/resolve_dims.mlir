// Sizes of results, in terms of the operands.
//
// RUN: calipers opt %s -resolve-shaped-type-result-dims -split-input-file | FileCheck %s
// RUN: calipers opt %s -resolve-ranked-shaped-type-result-dims -split-input-file | FileCheck %s

// Through a chain of ops, a level at a time; what the chain made is gone.

//       CHECK: #[[sum:.*]] = affine_map<()[s0, s1] -> (s0 + s1)>
//       CHECK: #[[product:.*]] = affine_map<()[s0] -> (s0 * 4)>
// CHECK-LABEL: func.func @chain(
//  CHECK-SAME:     %[[t:.*]]: tensor<?x4xf32>, %[[n:.*]]: index
//   CHECK-NOT:   tensor.pad
//       CHECK:   %[[dim:.*]] = tensor.dim %[[t]]
//  CHECK-NEXT:   %[[padded:.*]] = affine.apply #[[sum]]()[%[[n]], %[[dim]]]
//  CHECK-NEXT:   %[[flat:.*]] = affine.apply #[[product]]()[%[[padded]]]
//  CHECK-NEXT:   return %[[flat]]
func.func @chain(%t: tensor<?x4xf32>, %n: index, %f: f32) -> index {
  %c0 = arith.constant 0 : index
  %padded = tensor.pad %t low[%n, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<?x4xf32> to tensor<?x4xf32>
  %flat = tensor.collapse_shape %padded [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %size = tensor.dim %flat, %c0 : tensor<?xf32>
  return %size : index
}

// -----

// Structured ops tell the sizes of their inputs; those that run over outputs alone, their own.

// CHECK-LABEL: func.func @structured(
//  CHECK-SAME:     %[[image:.*]]: tensor<?x?x?x?xf32>, %[[kernel:.*]]: tensor<?x?x?x?xf32>, %[[out:.*]]: tensor<?x?x?x?xf32>
//   CHECK-DAG:   %[[n:.*]] = tensor.dim %[[image]], %c0
//   CHECK-DAG:   %[[h:.*]] = tensor.dim %[[out]], %c1
//   CHECK-DAG:   %[[f:.*]] = tensor.dim %[[kernel]], %c3
//       CHECK:   return %[[n]], %[[h]], %[[f]]
func.func @structured(%image: tensor<?x?x?x?xf32>, %kernel: tensor<?x?x?x?xf32>, %out: tensor<?x?x?x?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = linalg.conv_2d_nhwc_hwcf ins(%image, %kernel : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%out : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %n = tensor.dim %0, %c0 : tensor<?x?x?x?xf32>
  %h = tensor.dim %0, %c1 : tensor<?x?x?x?xf32>
  %f = tensor.dim %0, %c3 : tensor<?x?x?x?xf32>
  return %n, %h, %f : index, index, index
}

// -----

// What a loop carries keeps its size, where induction shows so.

// CHECK-LABEL: func.func @carried(
//  CHECK-SAME:     %[[t:.*]]: tensor<?xf32>
//       CHECK:   scf.for
//       CHECK:     tensor.dim %[[t]]
//       CHECK:   %[[size:.*]] = tensor.dim %[[t]]
//       CHECK:   return {{.*}}, %[[size]]
func.func @carried(%t: tensor<?xf32>, %n: index, %f: f32) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %t) -> tensor<?xf32> {
    %size = tensor.dim %carried, %c0 : tensor<?xf32>
    %at = arith.remui %i, %size : index
    %next = tensor.insert %f into %carried[%at] : tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  %size = tensor.dim %0, %c0 : tensor<?xf32>
  return %0, %size : tensor<?xf32>, index
}

// -----

// A loop that changes the size, a branch, an index that is no constant, one that is out of bounds.

// CHECK-LABEL: func.func @left_alone(
//       CHECK:   %[[loop:.*]] = scf.for
//       CHECK:   %[[dim:.*]] = tensor.dim %[[loop]]
//       CHECK:   %[[branch:.*]] = scf.if
//       CHECK:   %[[dim1:.*]] = tensor.dim %[[branch]]
//       CHECK:   %[[dim2:.*]] = tensor.dim {{.*}}, %{{arg2|n}}
//       CHECK:   %[[dim3:.*]] = tensor.dim
//       CHECK:   return %[[dim]], %[[dim1]], %[[dim2]], %[[dim3]]
func.func @left_alone(%t: tensor<?xf32>, %f: f32, %n: index, %c: i1) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %t) -> tensor<?xf32> {
    %next = tensor.pad %carried low[0] high[1] {
    ^bb0(%j: index):
      tensor.yield %f : f32
    } : tensor<?xf32> to tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  %dim = tensor.dim %0, %c0 : tensor<?xf32>
  %1 = scf.if %c -> tensor<?xf32> {
    %empty = tensor.empty(%n) : tensor<?xf32>
    scf.yield %empty : tensor<?xf32>
  } else {
    scf.yield %t : tensor<?xf32>
  }
  %dim1 = tensor.dim %1, %c0 : tensor<?xf32>
  %2 = tensor.empty(%n) : tensor<?xf32>
  %dim2 = tensor.dim %2, %n : tensor<?xf32>
  %dim3 = tensor.dim %2, %c7 : tensor<?xf32>
  return %dim, %dim1, %dim2, %dim3 : index, index, index, index
}

// -----

// The sizes of what is reshaped are the elements of the shape.

// CHECK-LABEL: func.func @reshaped(
//  CHECK-SAME:   %[[t:.*]]: tensor<?x?xf32>, %[[shape:.*]]: tensor<2xindex>, %[[small:.*]]: tensor<2xi32>)
//   CHECK-DAG:   %[[c0:.*]] = arith.constant 0 : index
//   CHECK-DAG:   %[[c1:.*]] = arith.constant 1 : index
//       CHECK:   %[[size:.*]] = tensor.extract %[[shape]][%[[c0]]] : tensor<2xindex>
//       CHECK:   %[[other:.*]] = tensor.extract %[[small]][%[[c1]]] : tensor<2xi32>
//       CHECK:   %[[cast:.*]] = arith.index_cast %[[other]] : i32 to index
//       CHECK:   return %[[size]], %[[cast]]
func.func @reshaped(%t: tensor<?x?xf32>, %shape: tensor<2xindex>, %small: tensor<2xi32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.reshape %t(%shape) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = tensor.reshape %t(%small) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %dim0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %dim1 = tensor.dim %1, %c1 : tensor<?x?xf32>
  return %dim0, %dim1 : index, index
}
