module @jit_branches attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?xf32>) -> (tensor<i32> {jax.result_info = "result[0]"}, tensor<?x?xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, s). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 's'. Using the following polymorphic shapes specifications: args[0].shape = (b, s). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 's' = {1} from specification 's' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4:2 = call @_wrapped_jax_export_main(%0, %1, %arg0) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> (tensor<i32>, tensor<?x?xf32>)
    return %4#0, %4#1 : tensor<i32>, tensor<?x?xf32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "s"}, %arg2: tensor<?x?xf32>) -> (tensor<i32> {jax.result_info = "result[0]"}, tensor<?x?xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %cst = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %c_1 = stablehlo.constant dense<10> : tensor<i32>
    %cst_2 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %c_3 = stablehlo.constant dense<2> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg2 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
    %1 = stablehlo.compare GT, %0, %cst_7, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.convert %1 : (tensor<i1>) -> tensor<i32>
    %3 = "stablehlo.case"(%2) ({
      %9 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %10 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %11 = stablehlo.concatenate %9, %10, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %12 = stablehlo.dynamic_broadcast_in_dim %cst_6, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
      %13 = stablehlo.multiply %arg2, %12 : tensor<?x?xf32>
      stablehlo.return %13 : tensor<?x?xf32>
    }, {
      %9 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %10 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %11 = stablehlo.concatenate %9, %10, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %12 = stablehlo.dynamic_broadcast_in_dim %cst_5, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
      %13 = stablehlo.add %arg2, %12 : tensor<?x?xf32>
      stablehlo.return %13 : tensor<?x?xf32>
    }) : (tensor<i32>) -> tensor<?x?xf32>
    %4 = stablehlo.reduce(%arg2 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
    %5 = stablehlo.convert %4 : (tensor<f32>) -> tensor<i32>
    %6 = stablehlo.clamp %c_4, %5, %c_3 : tensor<i32>
    %7 = "stablehlo.case"(%6) ({
      stablehlo.return %3 : tensor<?x?xf32>
    }, {
      %9 = stablehlo.negate %3 : tensor<?x?xf32>
      stablehlo.return %9 : tensor<?x?xf32>
    }, {
      %9 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %10 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %11 = stablehlo.concatenate %9, %10, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %12 = stablehlo.dynamic_broadcast_in_dim %cst_2, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
      %13 = stablehlo.multiply %3, %12 : tensor<?x?xf32>
      stablehlo.return %13 : tensor<?x?xf32>
    }) : (tensor<i32>) -> tensor<?x?xf32>
    %8:2 = stablehlo.while(%iterArg = %c_4, %iterArg_8 = %7) : tensor<i32>, tensor<?x?xf32>
    cond {
      %9 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %10 = stablehlo.reduce(%iterArg_8 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
      %11 = stablehlo.compare LT, %10, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %12 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<i1>
      %13 = stablehlo.compare NE, %9, %12, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %14 = stablehlo.convert %13 : tensor<i1>
      %15 = stablehlo.and %14, %11 : tensor<i1>
      stablehlo.return %15 : tensor<i1>
    } do {
      %9 = stablehlo.add %iterArg, %c : tensor<i32>
      %10 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %11 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %12 = stablehlo.concatenate %10, %11, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %13 = stablehlo.dynamic_broadcast_in_dim %cst_6, %12, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
      %14 = stablehlo.multiply %iterArg_8, %13 : tensor<?x?xf32>
      stablehlo.return %9, %14 : tensor<i32>, tensor<?x?xf32>
    }
    return %8#0, %8#1 : tensor<i32>, tensor<?x?xf32>
  }
}
