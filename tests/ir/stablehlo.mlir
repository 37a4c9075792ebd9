func.func @f(%x: tensor<?x8xf32>, %i: tensor<i32>, %s: tensor<2xi32>, %v: tensor<f32>, %p: tensor<i1>, %b: tensor<?x8xf32, #stablehlo.bounds<5, ?>>) {
  %0 = stablehlo.add %x, %x : tensor<?x8xf32>
  %1 = stablehlo.add %x, %0 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.tanh %x {note} : tensor<?x8xf32>
  %3 = stablehlo.compare LT, %x, %0, TOTALORDER : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xi1>
  %4 = stablehlo.select %p, %x, %0 : tensor<i1>, tensor<?x8xf32>
  %5 = stablehlo.clamp %v, %x, %v : (tensor<f32>, tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %6 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %7 = stablehlo.iota dim = 0 : tensor<4xi32>
  %8 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
  %9 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x8xf32>) -> tensor<i32>
  %10 = stablehlo.set_dimension_size %x, %i, dim = 1 : (tensor<?x8xf32>, tensor<i32>) -> tensor<?x?xf32>
  %11 = stablehlo.broadcast_in_dim %v, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %12 = stablehlo.dynamic_broadcast_in_dim %v, %s, dims = [] {known_expanding_dimensions = array<i64>} : (tensor<f32>, tensor<2xi32>) -> tensor<?x8xf32>
  %13 = stablehlo.concatenate %x, %0, dim = 0 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %14 = stablehlo.slice %7 [1:4:2] : (tensor<4xi32>) -> tensor<2xi32>
  %15 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 4] : (tensor<?x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  %16 = stablehlo.dynamic_update_slice %x, %15, %i, %i : (tensor<?x8xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<?x8xf32>
  %17 = stablehlo.pad %x, %v, low = [0, 1], high = [-1, 0], interior = [0, 2] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x23xf32>
  %18 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x8xf32>) -> tensor<8x?xf32>
  %19 = stablehlo.dot_general %x, %18, contracting_dims = [1] x [0] : (tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<?x?xf32>
  %20 = stablehlo.dot_general %x, %18, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<?x?xf32>
  %21 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
  %22:2 = stablehlo.reduce(%x init: %v), (%0 init: %v) across dimensions = [0] : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<f32>, tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>)
   reducer(%a: tensor<f32>, %c: tensor<f32>) (%d: tensor<f32>, %e: tensor<f32>)  {
    %30 = stablehlo.maximum %a, %c : tensor<f32>
    stablehlo.return %30, %d : tensor<f32>, tensor<f32>
  }
  %23:2 = stablehlo.while(%it = %i, %acc = %x) : tensor<i32>, tensor<?x8xf32> attributes {note}
  cond {
    %31 = stablehlo.compare LT, %it, %9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %31 : tensor<i1>
  } do {
    stablehlo.return %it, %acc : tensor<i32>, tensor<?x8xf32>
  }
  stablehlo.custom_call @shape_assertion(%p, %9) {api_version = 2 : i32, has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %24:2 = stablehlo.optimization_barrier %x, %s : tensor<?x8xf32>, tensor<2xi32>
  %25 = mhlo.add %x, %0 : tensor<?x8xf32>
  %26 = mhlo.reshape %25 : (tensor<?x8xf32>) -> tensor<?xf32>
  return
}

func.func @convolution(%x: tensor<?x9x9x3xf32>, %w: tensor<3x3x3x8xf32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 0]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x9x9x3xf32>, tensor<3x3x3x8xf32>) -> tensor<?x?x?x?xf32>
  return
}
