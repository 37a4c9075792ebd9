func.func @f(%i: index, %f: f32, %b: i1, %n: i32, %t: tensor<?x4xf32>, %m: memref<?x4xf32>, %v: vector<4xf32>, %s: tensor<2xindex>, %c: complex<f32>, %h: f16, %dm: memref<4x4xf32>) {
  %0 = "tensor.dim"(%t, %i) : (tensor<?x4xf32>, index) -> index
  %1 = "tensor.empty"(%i) : (index) -> tensor<?xf32>
  %2 = "tensor.extract"(%t, %i, %i) : (tensor<?x4xf32>, index, index) -> f32
  %3 = "tensor.insert"(%f, %t, %i, %i) : (f32, tensor<?x4xf32>, index, index) -> tensor<?x4xf32>
  %4 = "tensor.from_elements"(%i, %i) : (index, index) -> tensor<2xindex>
  %5 = "tensor.cast"(%t) : (tensor<?x4xf32>) -> tensor<4x4xf32>
  %6 = "tensor.rank"(%t) : (tensor<?x4xf32>) -> index
  %7 = "tensor.reshape"(%t, %s) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %8 = "tensor.splat"(%f, %i) : (f32, index) -> tensor<?xf32>
  %9 = "tensor.bitcast"(%t) : (tensor<?x4xf32>) -> tensor<?x4xi32>
  %10 = "tensor.concat"(%t, %t) <{dim = 0 : i64}> : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %11 = "tensor.generate"(%i) ({
  ^bb0(%a: index):
     "tensor.yield"(%f) : (f32) -> ()
  }) : (index) -> tensor<?xf32>
  %12 = "tensor.pad"(%t, %i) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_low = array<i64: 0, -9223372036854775808>, static_high = array<i64: 1, 2>, nofold}> ({
  ^bb0(%a: index, %bb: index):
     "tensor.yield"(%f) : (f32) -> ()
  }) : (tensor<?x4xf32>, index) -> tensor<?x?xf32>
  return
}
