module @jit_normalized attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?x?x?xf32>) -> (tensor<?x?x8x?xf32> {jax.result_info = "result[0]"}, tensor<?x?x?x?xf32> {jax.result_info = "result[1]"}, tensor<?x?xf32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<8> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?x?x?xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?x?x?xf32>) -> tensor<i32>
    %2 = stablehlo.get_dimension_size %arg0, dim = 2 : (tensor<?x?x?x?xf32>) -> tensor<i32>
    %3 = stablehlo.get_dimension_size %arg0, dim = 3 : (tensor<?x?x?x?xf32>) -> tensor<i32>
    %4 = stablehlo.compare GE, %0, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%4, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, 8*g). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %5 = stablehlo.compare GE, %1, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%5, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'h'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, 8*g). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %6 = stablehlo.compare GE, %2, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%6, %0, %1, %2) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'w'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, 8*g). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), 'w' = {2} from specification 'w' for dimension args[0].shape[2] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %7:2 = call @divmod(%3, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %8 = stablehlo.compare EQ, %7#1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %9:2 = call @divmod(%3, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.custom_call @shape_assertion(%8, %9#1, %0, %1, %2) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Division had remainder {0} when computing the value of 'g'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, 8*g). Obtained dimension variables: 'b' = {1} from specification 'b' for dimension args[0].shape[0] (= {1}), 'h' = {2} from specification 'h' for dimension args[0].shape[1] (= {2}), 'w' = {3} from specification 'w' for dimension args[0].shape[2] (= {3}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %10:2 = call @divmod(%3, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %11 = stablehlo.compare GE, %10#0, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %12:2 = call @divmod(%3, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.custom_call @shape_assertion(%11, %0, %1, %2, %12#0, %3) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'g'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, w, 8*g). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), 'w' = {2} from specification 'w' for dimension args[0].shape[2] (= {2}), 'g' = {3} from specification '8*g' for dimension args[0].shape[3] (= {4}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %13:2 = call @divmod(%3, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %14:3 = call @_wrapped_jax_export_main(%0, %13#0, %1, %2, %arg0) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?x?x?xf32>) -> (tensor<?x?x8x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?xf32>)
    return %14#0, %14#1, %14#2 : tensor<?x?x8x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?xf32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "g"}, %arg2: tensor<i32> {jax.global_constant = "h"}, %arg3: tensor<i32> {jax.global_constant = "w"}, %arg4: tensor<?x?x?x?xf32>) -> (tensor<?x?x8x?xf32> {jax.result_info = "result[0]"}, tensor<?x?x?x?xf32> {jax.result_info = "result[1]"}, tensor<?x?xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_2 = stablehlo.constant dense<8> : tensor<1xi32>
    %c_3 = stablehlo.constant dense<8> : tensor<i32>
    %0 = stablehlo.multiply %arg3, %arg2 : tensor<i32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.concatenate %1, %2, %c_2, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %5 = stablehlo.dynamic_reshape %arg4, %4 : (tensor<?x?x?x?xf32>, tensor<4xi32>) -> tensor<?x?x8x?xf32>
    %6 = stablehlo.multiply %arg3, %arg2 : tensor<i32>
    %7 = stablehlo.multiply %6, %arg1 : tensor<i32>
    %8 = stablehlo.convert %7 : (tensor<i32>) -> tensor<f32>
    %9 = stablehlo.reduce(%5 init: %cst_1) applies stablehlo.add across dimensions = [1, 3] : (tensor<?x?x8x?xf32>, tensor<f32>) -> tensor<?x8xf32>
    %10 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.concatenate %10, %c_0, %c_2, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %12 = stablehlo.dynamic_broadcast_in_dim %9, %11, dims = [0, 2] : (tensor<?x8xf32>, tensor<4xi32>) -> tensor<?x1x8x1xf32>
    %13 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %14 = stablehlo.concatenate %13, %c_0, %c_2, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %15 = stablehlo.dynamic_broadcast_in_dim %8, %14, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x1x8x1xf32>
    %16 = stablehlo.divide %12, %15 : tensor<?x1x8x1xf32>
    %17 = stablehlo.multiply %arg3, %arg2 : tensor<i32>
    %18 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %19 = stablehlo.reshape %17 : (tensor<i32>) -> tensor<1xi32>
    %20 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.concatenate %18, %19, %c_2, %20, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %22 = stablehlo.dynamic_broadcast_in_dim %16, %21, dims = [0, 1, 2, 3] : (tensor<?x1x8x1xf32>, tensor<4xi32>) -> tensor<?x?x8x?xf32>
    %23 = stablehlo.subtract %5, %22 : tensor<?x?x8x?xf32>
    %24 = call @_std(%arg0, %arg1, %arg2, %arg3, %5, %c) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?x8x?xf32>, tensor<i32>) -> tensor<?x1x8x1xf32>
    %25 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %26 = stablehlo.concatenate %25, %c_0, %c_2, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %27 = stablehlo.dynamic_broadcast_in_dim %cst, %26, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x1x8x1xf32>
    %28 = stablehlo.add %24, %27 : tensor<?x1x8x1xf32>
    %29 = stablehlo.multiply %arg3, %arg2 : tensor<i32>
    %30 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %31 = stablehlo.reshape %29 : (tensor<i32>) -> tensor<1xi32>
    %32 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %33 = stablehlo.concatenate %30, %31, %c_2, %32, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %34 = stablehlo.dynamic_broadcast_in_dim %28, %33, dims = [0, 1, 2, 3] : (tensor<?x1x8x1xf32>, tensor<4xi32>) -> tensor<?x?x8x?xf32>
    %35 = stablehlo.divide %23, %34 : tensor<?x?x8x?xf32>
    %36 = stablehlo.convert %arg1 : tensor<i32>
    %37 = stablehlo.multiply %36, %c_3 : tensor<i32>
    %38 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %39 = stablehlo.reshape %arg2 : (tensor<i32>) -> tensor<1xi32>
    %40 = stablehlo.reshape %arg3 : (tensor<i32>) -> tensor<1xi32>
    %41 = stablehlo.reshape %37 : (tensor<i32>) -> tensor<1xi32>
    %42 = stablehlo.concatenate %38, %39, %40, %41, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %43 = stablehlo.dynamic_reshape %35, %42 : (tensor<?x?x8x?xf32>, tensor<4xi32>) -> tensor<?x?x?x?xf32>
    %44 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %45 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %46 = stablehlo.concatenate %44, %45, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %47 = stablehlo.convert %arg1 : tensor<i32>
    %48 = stablehlo.multiply %47, %c_3 : tensor<i32>
    %49 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %50 = stablehlo.reshape %48 : (tensor<i32>) -> tensor<1xi32>
    %51 = stablehlo.concatenate %49, %c_0, %c_0, %50, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %52 = "stablehlo.dynamic_gather"(%arg4, %46, %51) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [1, 2], start_index_map = [1, 2]>, indices_are_sorted = true}> : (tensor<?x?x?x?xf32>, tensor<2xi32>, tensor<4xi32>) -> tensor<?x?xf32>
    %53 = stablehlo.convert %arg1 : tensor<i32>
    %54 = stablehlo.multiply %53, %c_3 : tensor<i32>
    %55 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %56 = stablehlo.reshape %54 : (tensor<i32>) -> tensor<1xi32>
    %57 = stablehlo.concatenate %c_0, %55, %c_0, %56, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %58 = stablehlo.dynamic_reshape %52, %57 : (tensor<?x?xf32>, tensor<4xi32>) -> tensor<1x?x1x?xf32>
    %59 = stablehlo.convert %arg1 : tensor<i32>
    %60 = stablehlo.multiply %59, %c_3 : tensor<i32>
    %61 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %62 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %63 = stablehlo.reshape %60 : (tensor<i32>) -> tensor<1xi32>
    %64 = stablehlo.concatenate %c_0, %61, %62, %63, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %65 = stablehlo.dynamic_broadcast_in_dim %58, %64, dims = [0, 1, 2, 3] : (tensor<1x?x1x?xf32>, tensor<4xi32>) -> tensor<1x?x?x?xf32>
    %66 = stablehlo.multiply %arg1, %arg0 : tensor<i32>
    %67 = stablehlo.convert %66 : tensor<i32>
    %68 = stablehlo.multiply %67, %c_3 : tensor<i32>
    %69 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %70 = stablehlo.reshape %68 : (tensor<i32>) -> tensor<1xi32>
    %71 = stablehlo.concatenate %69, %70, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %72 = stablehlo.dynamic_reshape %65, %71 : (tensor<1x?x?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    return %35, %43, %72 : tensor<?x?x8x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?xf32>
  }
  func.func private @_std(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "g"}, %arg2: tensor<i32> {jax.global_constant = "h"}, %arg3: tensor<i32> {jax.global_constant = "w"}, %arg4: tensor<?x?x8x?xf32>, %arg5: tensor<i32>) -> tensor<?x1x8x1xf32> {
    %0 = call @_var(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?x8x?xf32>, tensor<i32>) -> tensor<?x1x8x1xf32>
    %1 = stablehlo.sqrt %0 : tensor<?x1x8x1xf32>
    return %1 : tensor<?x1x8x1xf32>
  }
  func.func private @_var(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "g"}, %arg2: tensor<i32> {jax.global_constant = "h"}, %arg3: tensor<i32> {jax.global_constant = "w"}, %arg4: tensor<?x?x8x?xf32>, %arg5: tensor<i32>) -> tensor<?x1x8x1xf32> {
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %c = stablehlo.constant dense<8> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.multiply %arg3, %arg2 : tensor<i32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<i32>
    %2 = stablehlo.convert %1 : (tensor<i32>) -> tensor<f32>
    %3 = stablehlo.reduce(%arg4 init: %cst_1) applies stablehlo.add across dimensions = [1, 3] : (tensor<?x?x8x?xf32>, tensor<f32>) -> tensor<?x8xf32>
    %4 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.concatenate %4, %c_0, %c, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %6 = stablehlo.dynamic_broadcast_in_dim %3, %5, dims = [0, 2] : (tensor<?x8xf32>, tensor<4xi32>) -> tensor<?x1x8x1xf32>
    %7 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.concatenate %7, %c_0, %c, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %9 = stablehlo.dynamic_broadcast_in_dim %2, %8, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x1x8x1xf32>
    %10 = stablehlo.divide %6, %9 : tensor<?x1x8x1xf32>
    %11 = stablehlo.multiply %arg3, %arg2 : tensor<i32>
    %12 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %13 = stablehlo.reshape %11 : (tensor<i32>) -> tensor<1xi32>
    %14 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %15 = stablehlo.concatenate %12, %13, %c, %14, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %16 = stablehlo.dynamic_broadcast_in_dim %10, %15, dims = [0, 1, 2, 3] : (tensor<?x1x8x1xf32>, tensor<4xi32>) -> tensor<?x?x8x?xf32>
    %17 = stablehlo.subtract %arg4, %16 : tensor<?x?x8x?xf32>
    %18 = stablehlo.multiply %17, %17 : tensor<?x?x8x?xf32>
    %19 = stablehlo.multiply %arg3, %arg2 : tensor<i32>
    %20 = stablehlo.multiply %19, %arg1 : tensor<i32>
    %21 = stablehlo.convert %20 : (tensor<i32>) -> tensor<f32>
    %22 = stablehlo.convert %arg5 : (tensor<i32>) -> tensor<f32>
    %23 = stablehlo.subtract %21, %22 : tensor<f32>
    %24 = stablehlo.reduce(%18 init: %cst_1) applies stablehlo.add across dimensions = [1, 3] : (tensor<?x?x8x?xf32>, tensor<f32>) -> tensor<?x8xf32>
    %25 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %26 = stablehlo.concatenate %25, %c_0, %c, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %27 = stablehlo.dynamic_broadcast_in_dim %24, %26, dims = [0, 2] : (tensor<?x8xf32>, tensor<4xi32>) -> tensor<?x1x8x1xf32>
    %28 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %29 = stablehlo.concatenate %28, %c_0, %c, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %30 = stablehlo.dynamic_broadcast_in_dim %23, %29, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x1x8x1xf32>
    %31 = stablehlo.divide %27, %30 : tensor<?x1x8x1xf32>
    %32 = stablehlo.compare GT, %23, %cst_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %33 = call @_where(%arg0, %arg1, %arg2, %arg3, %32, %31, %cst) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i1>, tensor<?x1x8x1xf32>, tensor<f32>) -> tensor<?x1x8x1xf32>
    return %33 : tensor<?x1x8x1xf32>
  }
  func.func private @_where(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "g"}, %arg2: tensor<i32> {jax.global_constant = "h"}, %arg3: tensor<i32> {jax.global_constant = "w"}, %arg4: tensor<i1>, %arg5: tensor<?x1x8x1xf32>, %arg6: tensor<f32>) -> tensor<?x1x8x1xf32> {
    %c = stablehlo.constant dense<8> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi32>
    %0 = stablehlo.convert %arg6 : tensor<f32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %1, %c_0, %c, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %3 = stablehlo.dynamic_broadcast_in_dim %0, %2, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x1x8x1xf32>
    %4 = stablehlo.select %arg4, %arg5, %3 : tensor<i1>, tensor<?x1x8x1xf32>
    return %4 : tensor<?x1x8x1xf32>
  }
  func.func private @divmod(%arg0: tensor<i32> {jax.global_constant = ""}, %arg1: tensor<i32> {jax.global_constant = ""}) -> (tensor<i32>, tensor<i32>) {
    %0 = stablehlo.convert %arg0 : tensor<i32>
    %1 = call @floor_divide(%0, %arg1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = call @remainder(%0, %arg1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    return %1, %2 : tensor<i32>, tensor<i32>
  }
  func.func private @floor_divide(%arg0: tensor<i32> {jax.global_constant = ""}, %arg1: tensor<i32> {jax.global_constant = ""}) -> tensor<i32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.divide %arg0, %arg1 : tensor<i32>
    %1 = stablehlo.sign %arg0 : tensor<i32>
    %2 = stablehlo.sign %arg1 : tensor<i32>
    %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.remainder %arg0, %arg1 : tensor<i32>
    %5 = stablehlo.compare NE, %4, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.and %3, %5 : tensor<i1>
    %7 = stablehlo.subtract %0, %c : tensor<i32>
    %8 = call @_where_0(%6, %7, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %8 : tensor<i32>
  }
  func.func private @_where_0(%arg0: tensor<i1> {jax.global_constant = ""}, %arg1: tensor<i32> {jax.global_constant = ""}, %arg2: tensor<i32> {jax.global_constant = ""}) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @remainder(%arg0: tensor<i32> {jax.global_constant = ""}, %arg1: tensor<i32> {jax.global_constant = ""}) -> tensor<i32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare EQ, %arg1, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = call @_where_0(%0, %c, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = stablehlo.remainder %arg0, %1 : tensor<i32>
    %3 = stablehlo.compare NE, %2, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %2, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.compare LT, %1, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.and %6, %3 : tensor<i1>
    %8 = stablehlo.add %2, %1 : tensor<i32>
    %9 = stablehlo.select %7, %8, %2 : tensor<i1>, tensor<i32>
    return %9 : tensor<i32>
  }
}
