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
  %27 = stablehlo.complex %x, %0 : tensor<?x8xcomplex<f32>>
  %28 = stablehlo.complex %x, %1 {note} : (tensor<?x8xf32>, tensor<4x8xf32>) -> tensor<?x8xcomplex<f32>>
  %29 = stablehlo.real %27 : (tensor<?x8xcomplex<f32>>) -> tensor<?x8xf32>
  return
}

func.func @convolution(%x: tensor<?x9x9x3xf32>, %w: tensor<3x3x3x8xf32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 0]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x9x9x3xf32>, tensor<3x3x3x8xf32>) -> tensor<?x?x?x?xf32>
  return
}

func.func @more(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %s: tensor<8x8xf32>, %i: tensor<2xi32>) {
  %0 = stablehlo.dot %x, %w : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %1 = stablehlo.dot %x, %w, precision = [HIGHEST, DEFAULT] : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %2 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %3 = stablehlo.einsum %x, %w, config = "ab,bc->ac" : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %4 = stablehlo.unary_einsum %x, config = "ab->a" : (tensor<?x8xf32>) -> tensor<?xf32>
  %5 = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<?x8xf32>, tensor<2xi32>) -> tensor<2x8xf32>
  %6 = stablehlo.partition_id : tensor<ui32>
  %7 = stablehlo.replica_id {note} : tensor<ui32>
  %8 = stablehlo.create_token : !stablehlo.token
  %9 = stablehlo.after_all %8, %8 : !stablehlo.token
  %10 = stablehlo.tuple %x, %i : tuple<tensor<?x8xf32>, tensor<2xi32>>
  %11 = stablehlo.get_tuple_element %10[1] : (tuple<tensor<?x8xf32>, tensor<2xi32>>) -> tensor<2xi32>
  %12 = stablehlo.uniform_quantize %x : (tensor<?x8xf32>) -> tensor<?x8x!quant.uniform<i8:f32, 1.0:3>>
  %13 = stablehlo.uniform_dequantize %12 : (tensor<?x8x!quant.uniform<i8:f32, 1.0:3>>) -> tensor<?x8xf32>
  %14 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %20 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %20 : tensor<f32>
  }) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %16 = "mhlo.dot"(%x, %w) : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %17 = mhlo.complex %x, %x : tensor<?x8xcomplex<f32>>
  %15 = "stablehlo.triangular_solve"(%s, %w) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

sdy.mesh @mesh = <["x"=2, "y"=4, "z"=1]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
sdy.mesh @empty_mesh = <[]>

func.func @sharded(%x: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<?x8xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}, {"y", ?}], replicated={"z"}> : tensor<?x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}
