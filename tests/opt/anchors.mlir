// A pass named on its own runs wherever it fits; a pipeline says where.
//
// RUN: calipers opt %s --test-affine-reify-value-bounds | FileCheck %s --check-prefix=EVERYWHERE
// RUN: calipers opt %s -pass-pipeline='builtin.module(gpu.module(gpu.func(test-affine-reify-value-bounds)))' | FileCheck %s --check-prefix=GPU
// RUN: calipers opt %s -pass-pipeline='builtin.module(any(test-affine-reify-value-bounds{use-arith-ops=false}))' | FileCheck %s --check-prefix=EVERYWHERE
// RUN: calipers opt %s --answers -pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds))' | FileCheck %s --check-prefix=ANSWERS

// Every question is answered.
// ANSWERS: (tensor<3xf32>) -> index{{	}}3
// ANSWERS: (memref<4xf32>) -> index{{	}}4

// EVERYWHERE-LABEL: func.func @host(
//   EVERYWHERE-NOT:   reify_bound
// GPU-LABEL: func.func @host(
//       GPU:   test.reify_bound
func.func @host(%t: tensor<3xf32>) -> index {
  %0 = "test.reify_bound"(%t) {dim = 0} : (tensor<3xf32>) -> index
  return %0 : index
}

gpu.module @device {
  // EVERYWHERE-LABEL: gpu.func @kernel(
  //   EVERYWHERE-NOT:   reify_bound
  // GPU-LABEL: gpu.func @kernel(
  //   GPU-NOT:   reify_bound
  gpu.func @kernel(%t: memref<4xf32>) {
    %0 = "test.reify_bound"(%t) {dim = 0} : (memref<4xf32>) -> index
    "test.some_use"(%0) : (index) -> ()
    gpu.return
  }
}
