module @jit_patches attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?x?x3xf32>, %arg1: tensor<48x8xf32>) -> (tensor<?x?x8xf32> {jax.result_info = "result[0]"}, tensor<?x?x?x8xf32> {jax.result_info = "result[1]"}, tensor<?x?x?x8xf32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?x?x3xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?x?x3xf32>) -> tensor<i32>
    %2 = stablehlo.get_dimension_size %arg0, dim = 2 : (tensor<?x?x?x3xf32>) -> tensor<i32>
    %3 = stablehlo.compare GE, %0, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, 4*h, 4*w, 3). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %4:2 = call @divmod(%1, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %5 = stablehlo.compare EQ, %4#1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6:2 = call @divmod(%1, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.custom_call @shape_assertion(%5, %6#1, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Division had remainder {0} when computing the value of 'h'. Using the following polymorphic shapes specifications: args[0].shape = (b, 4*h, 4*w, 3). Obtained dimension variables: 'b' = {1} from specification 'b' for dimension args[0].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %7:2 = call @divmod(%1, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %8 = stablehlo.compare GE, %7#0, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %9:2 = call @divmod(%1, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.custom_call @shape_assertion(%8, %0, %9#0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'h'. Using the following polymorphic shapes specifications: args[0].shape = (b, 4*h, 4*w, 3). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification '4*h' for dimension args[0].shape[1] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %10:2 = call @divmod(%2, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %11 = stablehlo.compare EQ, %10#1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %12:2 = call @divmod(%2, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %13:2 = call @divmod(%1, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.custom_call @shape_assertion(%11, %12#1, %0, %13#0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Division had remainder {0} when computing the value of 'w'. Using the following polymorphic shapes specifications: args[0].shape = (b, 4*h, 4*w, 3). Obtained dimension variables: 'b' = {1} from specification 'b' for dimension args[0].shape[0] (= {1}), 'h' = {2} from specification '4*h' for dimension args[0].shape[1] (= {3}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %14:2 = call @divmod(%2, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %15 = stablehlo.compare GE, %14#0, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %16:2 = call @divmod(%1, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %17:2 = call @divmod(%2, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.custom_call @shape_assertion(%15, %0, %16#0, %1, %17#0, %2) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'w'. Using the following polymorphic shapes specifications: args[0].shape = (b, 4*h, 4*w, 3). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification '4*h' for dimension args[0].shape[1] (= {2}), 'w' = {3} from specification '4*w' for dimension args[0].shape[2] (= {4}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %18:2 = call @divmod(%1, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %19:2 = call @divmod(%2, %c_0) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %20:3 = call @_wrapped_jax_export_main(%0, %18#0, %19#0, %arg0, %arg1) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?x?x3xf32>, tensor<48x8xf32>) -> (tensor<?x?x8xf32>, tensor<?x?x?x8xf32>, tensor<?x?x?x8xf32>)
    return %20#0, %20#1, %20#2 : tensor<?x?x8xf32>, tensor<?x?x?x8xf32>, tensor<?x?x?x8xf32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "h"}, %arg2: tensor<i32> {jax.global_constant = "w"}, %arg3: tensor<?x?x?x3xf32>, %arg4: tensor<48x8xf32>) -> (tensor<?x?x8xf32> {jax.result_info = "result[0]"}, tensor<?x?x?x8xf32> {jax.result_info = "result[1]"}, tensor<?x?x?x8xf32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<2> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %c_1 = stablehlo.constant dense<8> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_4 = stablehlo.constant dense<48> : tensor<1xi32>
    %c_5 = stablehlo.constant dense<3> : tensor<1xi32>
    %c_6 = stablehlo.constant dense<4> : tensor<1xi32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %arg2 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.concatenate %0, %1, %c_6, %2, %c_6, %c_5, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<6xi32>
    %4 = stablehlo.dynamic_reshape %arg3, %3 : (tensor<?x?x?x3xf32>, tensor<6xi32>) -> tensor<?x?x4x?x4x3xf32>
    %5 = stablehlo.transpose %4, dims = [0, 1, 3, 2, 4, 5] : (tensor<?x?x4x?x4x3xf32>) -> tensor<?x?x?x4x4x3xf32>
    %6 = stablehlo.multiply %arg2, %arg1 : tensor<i32>
    %7 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.reshape %6 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.concatenate %7, %8, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %10 = stablehlo.dynamic_reshape %5, %9 : (tensor<?x?x?x4x4x3xf32>, tensor<3xi32>) -> tensor<?x?x48xf32>
    %11 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %11, %c_2, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %13 = stablehlo.dynamic_broadcast_in_dim %cst, %12, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x1x8xf32>
    %14 = stablehlo.dot_general %10, %arg4, contracting_dims = [2] x [0] : (tensor<?x?x48xf32>, tensor<48x8xf32>) -> tensor<?x?x8xf32>
    %15 = stablehlo.concatenate %13, %14, dim = 1 : (tensor<?x1x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
    %16 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %17 = stablehlo.multiply %arg2, %arg1 : tensor<i32>
    %18 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %19 = stablehlo.reshape %17 : (tensor<i32>) -> tensor<1xi32>
    %20 = stablehlo.concatenate %18, %19, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %21 = "stablehlo.dynamic_gather"(%15, %16, %20) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x?x8xf32>, tensor<1xi32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %22 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %23 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %24 = stablehlo.reshape %arg2 : (tensor<i32>) -> tensor<1xi32>
    %25 = stablehlo.concatenate %22, %23, %24, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %26 = stablehlo.dynamic_reshape %21, %25 : (tensor<?x?x8xf32>, tensor<4xi32>) -> tensor<?x?x?x8xf32>
    %27 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %28 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %29 = stablehlo.reshape %arg2 : (tensor<i32>) -> tensor<1xi32>
    %30 = stablehlo.concatenate %27, %28, %c, %29, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<5xi32>
    %31 = stablehlo.dynamic_broadcast_in_dim %26, %30, dims = [0, 1, 3, 4] : (tensor<?x?x?x8xf32>, tensor<5xi32>) -> tensor<?x?x2x?x8xf32>
    %32 = stablehlo.convert %arg1 : tensor<i32>
    %33 = stablehlo.multiply %32, %c_0 : tensor<i32>
    %34 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %35 = stablehlo.reshape %33 : (tensor<i32>) -> tensor<1xi32>
    %36 = stablehlo.reshape %arg2 : (tensor<i32>) -> tensor<1xi32>
    %37 = stablehlo.concatenate %34, %35, %36, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %38 = stablehlo.dynamic_reshape %31, %37 : (tensor<?x?x2x?x8xf32>, tensor<4xi32>) -> tensor<?x?x?x8xf32>
    %39 = stablehlo.convert %arg1 : tensor<i32>
    %40 = stablehlo.multiply %39, %c_0 : tensor<i32>
    %41 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %42 = stablehlo.reshape %40 : (tensor<i32>) -> tensor<1xi32>
    %43 = stablehlo.reshape %arg2 : (tensor<i32>) -> tensor<1xi32>
    %44 = stablehlo.concatenate %41, %42, %43, %c, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<5xi32>
    %45 = stablehlo.dynamic_broadcast_in_dim %38, %44, dims = [0, 1, 2, 4] : (tensor<?x?x?x8xf32>, tensor<5xi32>) -> tensor<?x?x?x2x8xf32>
    %46 = stablehlo.convert %arg1 : tensor<i32>
    %47 = stablehlo.multiply %46, %c_0 : tensor<i32>
    %48 = stablehlo.convert %arg2 : tensor<i32>
    %49 = stablehlo.multiply %48, %c_0 : tensor<i32>
    %50 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %51 = stablehlo.reshape %47 : (tensor<i32>) -> tensor<1xi32>
    %52 = stablehlo.reshape %49 : (tensor<i32>) -> tensor<1xi32>
    %53 = stablehlo.concatenate %50, %51, %52, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %54 = stablehlo.dynamic_reshape %45, %53 : (tensor<?x?x?x2x8xf32>, tensor<4xi32>) -> tensor<?x?x?x8xf32>
    return %15, %26, %54 : tensor<?x?x8xf32>, tensor<?x?x?x8xf32>, tensor<?x?x?x8xf32>
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
    %8 = call @_where(%6, %7, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %8 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1> {jax.global_constant = ""}, %arg1: tensor<i32> {jax.global_constant = ""}, %arg2: tensor<i32> {jax.global_constant = ""}) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @remainder(%arg0: tensor<i32> {jax.global_constant = ""}, %arg1: tensor<i32> {jax.global_constant = ""}) -> tensor<i32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare EQ, %arg1, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = call @_where(%0, %c, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
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
