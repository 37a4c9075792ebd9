module @jit_encoder attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?xi32>, %arg1: tensor<50x16xf32>, %arg2: tensor<16x24xf32>, %arg3: tensor<24x16xf32>) -> (tensor<?x16xf32> {jax.result_info = "result[0]"}, tensor<?x?xi32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, s). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 's'. Using the following polymorphic shapes specifications: args[0].shape = (b, s). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 's' = {1} from specification 's' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4:2 = call @_wrapped_jax_export_main(%0, %1, %arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<i32>, tensor<?x?xi32>, tensor<50x16xf32>, tensor<16x24xf32>, tensor<24x16xf32>) -> (tensor<?x16xf32>, tensor<?x?xi32>)
    return %4#0, %4#1 : tensor<?x16xf32>, tensor<?x?xi32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "s"}, %arg2: tensor<?x?xi32>, %arg3: tensor<50x16xf32>, %arg4: tensor<16x24xf32>, %arg5: tensor<24x16xf32>) -> (tensor<?x16xf32> {jax.result_info = "result[0]"}, tensor<?x?xi32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<16> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<3> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %c_3 = stablehlo.constant dense<50> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_broadcast_in_dim %c_4, %2, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x?xi32>
    %4 = stablehlo.compare LT, %arg2, %3, SIGNED : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
    %5 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.concatenate %5, %6, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %8 = stablehlo.dynamic_broadcast_in_dim %c_3, %7, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x?xi32>
    %9 = stablehlo.add %arg2, %8 : tensor<?x?xi32>
    %10 = stablehlo.select %4, %9, %arg2 : tensor<?x?xi1>, tensor<?x?xi32>
    %11 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %13 = stablehlo.concatenate %11, %12, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %14 = stablehlo.dynamic_broadcast_in_dim %10, %13, dims = [0, 1] : (tensor<?x?xi32>, tensor<3xi32>) -> tensor<?x?x1xi32>
    %15 = "stablehlo.gather"(%arg3, %14) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 16>}> : (tensor<50x16xf32>, tensor<?x?x1xi32>) -> tensor<?x?x16xf32>
    %16:5 = stablehlo.while(%iterArg = %arg4, %iterArg_5 = %arg5, %iterArg_6 = %c_4, %iterArg_7 = %c_4, %iterArg_8 = %15) : tensor<16x24xf32>, tensor<24x16xf32>, tensor<i32>, tensor<i32>, tensor<?x?x16xf32>
    cond {
      %22 = stablehlo.compare LT, %iterArg_6, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %22 : tensor<i1>
    } do {
      %22:2 = func.call @closed_call(%arg0, %arg1, %iterArg, %iterArg_5, %iterArg_7, %iterArg_8) : (tensor<i32>, tensor<i32>, tensor<16x24xf32>, tensor<24x16xf32>, tensor<i32>, tensor<?x?x16xf32>) -> (tensor<i32>, tensor<?x?x16xf32>)
      %23 = stablehlo.add %iterArg_6, %c_2 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_5, %23, %22#0, %22#1 : tensor<16x24xf32>, tensor<24x16xf32>, tensor<i32>, tensor<i32>, tensor<?x?x16xf32>
    }
    %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %19 = stablehlo.concatenate %18, %c_1, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %20 = "stablehlo.dynamic_gather"(%16#4, %17, %19) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x?x16xf32>, tensor<1xi32>, tensor<3xi32>) -> tensor<?x16xf32>
    %21 = call @argmax(%arg0, %arg1, %16#4) : (tensor<i32>, tensor<i32>, tensor<?x?x16xf32>) -> tensor<?x?xi32>
    return %20, %21 : tensor<?x16xf32>, tensor<?x?xi32>
  }
  func.func private @closed_call(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "s"}, %arg2: tensor<16x24xf32>, %arg3: tensor<24x16xf32>, %arg4: tensor<i32>, %arg5: tensor<?x?x16xf32>) -> (tensor<i32>, tensor<?x?x16xf32>) {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %c = stablehlo.constant dense<24> : tensor<1xi32>
    %cst_2 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg4, %c_3 : tensor<i32>
    %1 = stablehlo.dot_general %arg5, %arg2, contracting_dims = [2] x [0] : (tensor<?x?x16xf32>, tensor<16x24xf32>) -> tensor<?x?x24xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<?x?x24xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<?x?x24xf32>
    %4 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.concatenate %4, %5, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %7 = stablehlo.dynamic_broadcast_in_dim %cst_2, %6, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x24xf32>
    %8 = stablehlo.multiply %7, %3 : tensor<?x?x24xf32>
    %9 = stablehlo.add %1, %8 : tensor<?x?x24xf32>
    %10 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %10, %11, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %13 = stablehlo.dynamic_broadcast_in_dim %cst_1, %12, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x24xf32>
    %14 = stablehlo.multiply %13, %9 : tensor<?x?x24xf32>
    %15 = stablehlo.tanh %14 : tensor<?x?x24xf32>
    %16 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %17 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.concatenate %16, %17, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %19 = stablehlo.dynamic_broadcast_in_dim %cst_0, %18, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x24xf32>
    %20 = stablehlo.add %19, %15 : tensor<?x?x24xf32>
    %21 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %22 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %23 = stablehlo.concatenate %21, %22, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %24 = stablehlo.dynamic_broadcast_in_dim %cst, %23, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x24xf32>
    %25 = stablehlo.multiply %24, %20 : tensor<?x?x24xf32>
    %26 = stablehlo.multiply %1, %25 : tensor<?x?x24xf32>
    %27 = stablehlo.dot_general %26, %arg3, contracting_dims = [2] x [0] : (tensor<?x?x24xf32>, tensor<24x16xf32>) -> tensor<?x?x16xf32>
    %28 = stablehlo.add %arg5, %27 : tensor<?x?x16xf32>
    return %0, %28 : tensor<i32>, tensor<?x?x16xf32>
  }
  func.func private @argmax(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<?x?x16xf32>) -> tensor<?x?xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c_0 = stablehlo.constant dense<16> : tensor<1xi32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %3 = stablehlo.dynamic_iota %2, dim = 2 : (tensor<3xi32>) -> tensor<?x?x16xi32>
    %4:2 = stablehlo.reduce(%arg2 init: %cst), (%3 init: %c) across dimensions = [2] : (tensor<?x?x16xf32>, tensor<?x?x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
     reducer(%arg3: tensor<f32>, %arg5: tensor<f32>) (%arg4: tensor<i32>, %arg6: tensor<i32>)  {
      %5 = stablehlo.compare GT, %arg3, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %7 = stablehlo.or %5, %6 : tensor<i1>
      %8 = stablehlo.compare EQ, %arg3, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %9 = stablehlo.compare LT, %arg4, %arg6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %10 = stablehlo.and %8, %9 : tensor<i1>
      %11 = stablehlo.or %7, %10 : tensor<i1>
      %12 = stablehlo.select %7, %arg3, %arg5 : tensor<i1>, tensor<f32>
      %13 = stablehlo.select %11, %arg4, %arg6 : tensor<i1>, tensor<i32>
      stablehlo.return %12, %13 : tensor<f32>, tensor<i32>
    }
    return %4#1 : tensor<?x?xi32>
  }
}
