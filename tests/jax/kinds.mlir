module @jit_kinds attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?xbf16>, %arg1: tensor<?xi8>, %arg2: tensor<?x?x2xcomplex<f32>>) -> (tensor<?x?x2xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<?x?x2xcomplex<f32>> {jax.result_info = "result[1]"}, tensor<?x?xi16> {jax.result_info = "result[2]"}, tensor<?xi4> {jax.result_info = "result[3]"}, tensor<?xui8> {jax.result_info = "result[4]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xbf16>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xbf16>) -> tensor<i32>
    %2 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?xi8>) -> tensor<i32>
    %3 = stablehlo.get_dimension_size %arg2, dim = 0 : (tensor<?x?x2xcomplex<f32>>) -> tensor<i32>
    %4 = stablehlo.get_dimension_size %arg2, dim = 1 : (tensor<?x?x2xcomplex<f32>>) -> tensor<i32>
    %5 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%5, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, s),args[1].shape = (s,),args[2].shape = (b, s, 2). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %6 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%6, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 's'. Using the following polymorphic shapes specifications: args[0].shape = (b, s),args[1].shape = (s,),args[2].shape = (b, s, 2). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 's' = {1} from specification 's' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %7 = stablehlo.compare EQ, %2, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%7, %2, %1, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[1].shape[0] (= {0}) and the specification 's' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (b, s),args[1].shape = (s,),args[2].shape = (b, s, 2). Obtained dimension variables: 'b' = {2} from specification 'b' for dimension args[0].shape[0] (= {2}), 's' = {1} from specification 's' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %8 = stablehlo.compare EQ, %3, %0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%8, %3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[2].shape[0] (= {0}) and the specification 'b' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (b, s),args[1].shape = (s,),args[2].shape = (b, s, 2). Obtained dimension variables: 'b' = {1} from specification 'b' for dimension args[0].shape[0] (= {1}), 's' = {2} from specification 's' for dimension args[0].shape[1] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %9 = stablehlo.compare EQ, %4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%9, %4, %1, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[2].shape[1] (= {0}) and the specification 's' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (b, s),args[1].shape = (s,),args[2].shape = (b, s, 2). Obtained dimension variables: 'b' = {2} from specification 'b' for dimension args[0].shape[0] (= {2}), 's' = {1} from specification 's' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %10:5 = call @_wrapped_jax_export_main(%0, %1, %arg0, %arg1, %arg2) : (tensor<i32>, tensor<i32>, tensor<?x?xbf16>, tensor<?xi8>, tensor<?x?x2xcomplex<f32>>) -> (tensor<?x?x2xcomplex<f32>>, tensor<?x?x2xcomplex<f32>>, tensor<?x?xi16>, tensor<?xi4>, tensor<?xui8>)
    return %10#0, %10#1, %10#2, %10#3, %10#4 : tensor<?x?x2xcomplex<f32>>, tensor<?x?x2xcomplex<f32>>, tensor<?x?xi16>, tensor<?xi4>, tensor<?xui8>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "s"}, %arg2: tensor<?x?xbf16>, %arg3: tensor<?xi8>, %arg4: tensor<?x?x2xcomplex<f32>>) -> (tensor<?x?x2xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<?x?x2xcomplex<f32>> {jax.result_info = "result[1]"}, tensor<?x?xi16> {jax.result_info = "result[2]"}, tensor<?xi4> {jax.result_info = "result[3]"}, tensor<?xui8> {jax.result_info = "result[4]"}) {
    %c = stablehlo.constant dense<1> : tensor<ui8>
    %c_0 = stablehlo.constant dense<2> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<1> : tensor<1xi32>
    %0 = stablehlo.convert %arg2 : (tensor<?x?xbf16>) -> tensor<?x?xf8E4M3FN>
    %1 = stablehlo.convert %0 : (tensor<?x?xf8E4M3FN>) -> tensor<?x?xf32>
    %2 = stablehlo.real %arg4 : (tensor<?x?x2xcomplex<f32>>) -> tensor<?x?x2xf32>
    %3 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.concatenate %3, %4, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %6 = stablehlo.dynamic_broadcast_in_dim %1, %5, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %7 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.concatenate %7, %8, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %10 = stablehlo.dynamic_broadcast_in_dim %6, %9, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x2xf32>
    %11 = stablehlo.add %2, %10 : tensor<?x?x2xf32>
    %12 = stablehlo.imag %arg4 : (tensor<?x?x2xcomplex<f32>>) -> tensor<?x?x2xf32>
    %13 = stablehlo.complex %11, %12 : tensor<?x?x2xcomplex<f32>>
    %14 = stablehlo.real %13 : (tensor<?x?x2xcomplex<f32>>) -> tensor<?x?x2xf32>
    %15 = stablehlo.imag %13 : (tensor<?x?x2xcomplex<f32>>) -> tensor<?x?x2xf32>
    %16 = stablehlo.negate %15 : tensor<?x?x2xf32>
    %17 = stablehlo.complex %14, %16 : tensor<?x?x2xcomplex<f32>>
    %18 = stablehlo.bitcast_convert %arg2 : (tensor<?x?xbf16>) -> tensor<?x?xi16>
    %19 = stablehlo.convert %arg3 : (tensor<?xi8>) -> tensor<?xi4>
    %20 = stablehlo.convert %arg3 : (tensor<?xi8>) -> tensor<?xui8>
    %21 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %22 = stablehlo.dynamic_broadcast_in_dim %c, %21, dims = [] : (tensor<ui8>, tensor<1xi32>) -> tensor<?xui8>
    %23 = stablehlo.shift_right_logical %20, %22 : tensor<?xui8>
    return %13, %17, %18, %19, %23 : tensor<?x?x2xcomplex<f32>>, tensor<?x?x2xcomplex<f32>>, tensor<?x?xi16>, tensor<?xi4>, tensor<?xui8>
  }
}
