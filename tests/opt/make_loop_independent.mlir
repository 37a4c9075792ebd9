// Sizes that do not depend on induction variables, and slices of what has them.
//
// RUN: calipers opt %s -make-loop-independent -split-input-file -allow-unregistered-dialect | FileCheck %s
// RUN: calipers opt %s -make-loop-independent='num-loops=2' -split-input-file -allow-unregistered-dialect | FileCheck %s --check-prefix=TWO

//       CHECK: #[[last:.*]] = affine_map<()[s0] -> (s0 - 1)>
// CHECK-LABEL: func.func @buffers(
//  CHECK-SAME:     %[[lb:.*]]: index, %[[ub:.*]]: index, %[[step:.*]]: index
//       CHECK:   scf.for %[[i:.*]] = %[[lb]] to %[[ub]]
//       CHECK:     %[[size:.*]] = affine.apply #[[last]]()[%[[ub]]]
//       CHECK:     %[[buffer:.*]] = memref.alloca(%[[size]]) : memref<?xf32>
//       CHECK:     %[[rows:.*]] = memref.subview %[[buffer]][0] [%[[i]]] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
//       CHECK:     %[[cast:.*]] = memref.cast %[[rows]]
//       CHECK:     "test.some_use"(%[[cast]]) : (memref<?xf32>) -> ()
//       CHECK:     %[[size:.*]] = affine.apply #[[last]]()[%[[ub]]]
//       CHECK:     %[[count:.*]] = arith.muli %[[ub]], %[[size]]
//       CHECK:     %[[flat:.*]] = memref.alloca(%[[count]]) : memref<?xf32>
//       CHECK:     %[[view:.*]] = memref.reinterpret_cast %[[flat]] to offset: [0], sizes: [%[[ub]], %[[i]]], strides: [%[[i]], 1] : memref<?xf32> to memref<?x?xf32>
//       CHECK:     "test.some_use"(%[[view]])
func.func @buffers(%lb: index, %ub: index, %step: index) {
  scf.for %i = %lb to %ub step %step {
    %0 = memref.alloca(%i) : memref<?xf32>
    "test.some_use"(%0) : (memref<?xf32>) -> ()
    %1 = memref.alloca(%ub, %i) : memref<?x?xf32>
    "test.some_use"(%1) : (memref<?x?xf32>) -> ()
  }
  return
}

// -----

//       CHECK: #[[minus:.*]] = affine_map<()[s0] -> (-s0 + 32)>
// CHECK-LABEL: func.func @tensors(
//  CHECK-SAME:     %[[n:.*]]: index, %[[t:.*]]: tensor<3x4xf32>
//       CHECK:   scf.for %[[i:.*]] =
//       CHECK:     %[[h:.*]] = affine.min
//       CHECK:     %[[empty:.*]] = tensor.empty() : tensor<32x8xf32>
//       CHECK:     %[[slice:.*]] = tensor.extract_slice %[[empty]][0, 0] [%[[h]], 8] [1, 1] : tensor<32x8xf32> to tensor<?x8xf32>
//       CHECK:     %[[size:.*]] = affine.apply {{.*}}[%[[h]]]
//       CHECK:     %[[offset:.*]] = affine.apply #[[minus]]()[%[[h]]]
//       CHECK:     %[[padded:.*]] = tensor.pad %[[t]] low[32, 0] high[1, 3]
//       CHECK:       tensor<3x4xf32> to tensor<36x7xf32>
//       CHECK:     %[[part:.*]] = tensor.extract_slice %[[padded]][%[[offset]], 0] [%[[size]], 7] [1, 1] : tensor<36x7xf32> to tensor<?x7xf32>
//       CHECK:     "test.some_use"(%[[slice]], %[[part]])
#tile = affine_map<(d0)[s0] -> (32, -d0 + s0)>
func.func @tensors(%n: index, %t: tensor<3x4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c32 {
    %h = affine.min #tile(%i)[%n]
    %empty = tensor.empty(%h) : tensor<?x8xf32>
    %padded = tensor.pad %t low[%h, 0] high[1, 3] {
    ^bb0(%x: index, %y: index):
      tensor.yield %v : f32
    } : tensor<3x4xf32> to tensor<?x7xf32>
    "test.some_use"(%empty, %padded) : (tensor<?x8xf32>, tensor<?x7xf32>) -> ()
  }
  return
}

// -----

// Of both loops; the padding that depends on its place is left alone.

// TWO-LABEL: func.func @nest(
//  TWO-SAME:     %[[n:.*]]: index
//       TWO:     %[[size:.*]] = affine.apply {{.*}}()[%[[n]]]
//       TWO:     tensor.empty(%[[size]])
//       TWO:     tensor.pad %{{.*}} low[0] high[%{{.*}}]
//   TWO-NOT:     tensor.extract_slice
// CHECK-LABEL: func.func @nest(
//       CHECK:   scf.for %[[i:.*]] =
//       CHECK:     scf.for
//       CHECK:       affine.apply {{.*}}()[%[[i]]]
//       CHECK:       tensor.empty
func.func @nest(%n: index, %t: tensor<4xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      %empty = tensor.empty(%j) : tensor<?xf32>
      %padded = tensor.pad %t low[0] high[%j] {
      ^bb0(%x: index):
        tensor.yield %x : index
      } : tensor<4xindex> to tensor<?xindex>
      "test.some_use"(%empty, %padded) : (tensor<?xf32>, tensor<?xindex>) -> ()
    }
  }
  return
}
