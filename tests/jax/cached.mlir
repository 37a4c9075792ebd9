module @jit_cached attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?x16xf32>, %arg1: tensor<?x?x16xf32>, %arg2: tensor<i32>) -> (tensor<?x?x16xf32> {jax.result_info = "result[0]"}, tensor<?x?x16xf32> {jax.result_info = "result[1]"}, tensor<?x16xf32> {jax.result_info = "result[2]"}, tensor<?x?x16xf32> {jax.result_info = "result[3]"}, tensor<?x?x16xf32> {jax.result_info = "result[4]"}) {
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<8> : tensor<i32>
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?x16xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?x16xf32>) -> tensor<i32>
    %2 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x?x16xf32>) -> tensor<i32>
    %3 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x?x16xf32>) -> tensor<i32>
    %4 = stablehlo.compare GE, %0, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%4, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, 8*k, 16),args[1].shape = (b, t, 16). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %5:2 = call @divmod(%1, %c_1) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %6 = stablehlo.compare EQ, %5#1, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7:2 = call @divmod(%1, %c_1) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.custom_call @shape_assertion(%6, %7#1, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Division had remainder {0} when computing the value of 'k'. Using the following polymorphic shapes specifications: args[0].shape = (b, 8*k, 16),args[1].shape = (b, t, 16). Obtained dimension variables: 'b' = {1} from specification 'b' for dimension args[0].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %8:2 = call @divmod(%1, %c_1) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %9 = stablehlo.compare GE, %8#0, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10:2 = call @divmod(%1, %c_1) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.custom_call @shape_assertion(%9, %0, %10#0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'k'. Using the following polymorphic shapes specifications: args[0].shape = (b, 8*k, 16),args[1].shape = (b, t, 16). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'k' = {1} from specification '8*k' for dimension args[0].shape[1] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %11 = stablehlo.compare EQ, %2, %0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %12:2 = call @divmod(%1, %c_1) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.custom_call @shape_assertion(%11, %2, %0, %12#0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[1].shape[0] (= {0}) and the specification 'b' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (b, 8*k, 16),args[1].shape = (b, t, 16). Obtained dimension variables: 'b' = {1} from specification 'b' for dimension args[0].shape[0] (= {1}), 'k' = {2} from specification '8*k' for dimension args[0].shape[1] (= {3}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %13 = stablehlo.compare GE, %3, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %14:2 = call @divmod(%1, %c_1) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.custom_call @shape_assertion(%13, %0, %14#0, %1, %3) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 't'. Using the following polymorphic shapes specifications: args[0].shape = (b, 8*k, 16),args[1].shape = (b, t, 16). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'k' = {1} from specification '8*k' for dimension args[0].shape[1] (= {2}), 't' = {3} from specification 't' for dimension args[1].shape[1] (= {3}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %15:2 = call @divmod(%1, %c_1) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %16 = stablehlo.multiply %15#0, %c_1 : tensor<i32>
    %17 = stablehlo.convert %3 : tensor<i32>
    %18 = stablehlo.multiply %17, %c : tensor<i32>
    %19 = stablehlo.add %16, %18 : tensor<i32>
    %20 = stablehlo.compare GE, %19, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %21:2 = call @divmod(%1, %c_1) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %22 = stablehlo.multiply %21#0, %c_1 : tensor<i32>
    %23 = stablehlo.convert %3 : tensor<i32>
    %24 = stablehlo.multiply %23, %c : tensor<i32>
    %25 = stablehlo.add %22, %24 : tensor<i32>
    %26:2 = call @divmod(%1, %c_1) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.custom_call @shape_assertion(%20, %25, %0, %26#0, %1, %3) {api_version = 2 : i32, error_message = "Input shapes do not match the symbolic shape constraint 8*k >= t. Expected '- t + 8*k' to be greater or equal to 0, but found {0}.  Using the following polymorphic shapes specifications: args[0].shape = (b, 8*k, 16),args[1].shape = (b, t, 16). Obtained dimension variables: 'b' = {1} from specification 'b' for dimension args[0].shape[0] (= {1}), 'k' = {2} from specification '8*k' for dimension args[0].shape[1] (= {3}), 't' = {4} from specification 't' for dimension args[1].shape[1] (= {4}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %27:2 = call @divmod(%1, %c_1) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %28:5 = call @_wrapped_jax_export_main(%0, %27#0, %3, %arg0, %arg1, %arg2) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?x16xf32>, tensor<?x?x16xf32>, tensor<i32>) -> (tensor<?x?x16xf32>, tensor<?x?x16xf32>, tensor<?x16xf32>, tensor<?x?x16xf32>, tensor<?x?x16xf32>)
    return %28#0, %28#1, %28#2, %28#3, %28#4 : tensor<?x?x16xf32>, tensor<?x?x16xf32>, tensor<?x16xf32>, tensor<?x?x16xf32>, tensor<?x?x16xf32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "k"}, %arg2: tensor<i32> {jax.global_constant = "t"}, %arg3: tensor<?x?x16xf32>, %arg4: tensor<?x?x16xf32>, %arg5: tensor<i32>) -> (tensor<?x?x16xf32> {jax.result_info = "result[0]"}, tensor<?x?x16xf32> {jax.result_info = "result[1]"}, tensor<?x16xf32> {jax.result_info = "result[2]"}, tensor<?x?x16xf32> {jax.result_info = "result[3]"}, tensor<?x?x16xf32> {jax.result_info = "result[4]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_0 = stablehlo.constant dense<8> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<16> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<8> : tensor<i32>
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.multiply %0, %c_3 : tensor<i32>
    %2 = stablehlo.convert %1 : tensor<i32>
    %3 = stablehlo.compare LT, %arg5, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.add %arg5, %2 : tensor<i32>
    %5 = stablehlo.select %3, %4, %arg5 : tensor<i1>, tensor<i32>
    %6 = stablehlo.dynamic_update_slice %arg3, %arg4, %c_2, %5, %c_2 : (tensor<?x?x16xf32>, tensor<?x?x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?x?x16xf32>
    %7 = stablehlo.concatenate %arg3, %arg4, dim = 1 : (tensor<?x?x16xf32>, tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
    %8 = stablehlo.convert %arg2 : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %10 = stablehlo.convert %arg1 : tensor<i32>
    %11 = stablehlo.multiply %10, %c_3 : tensor<i32>
    %12 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %13 = stablehlo.reshape %11 : (tensor<i32>) -> tensor<1xi32>
    %14 = stablehlo.concatenate %12, %13, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %15 = "stablehlo.dynamic_gather"(%7, %9, %14) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x?x16xf32>, tensor<1xi32>, tensor<3xi32>) -> tensor<?x?x16xf32>
    %16 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %17 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.concatenate %16, %17, %c_0, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %19 = stablehlo.dynamic_reshape %6, %18 : (tensor<?x?x16xf32>, tensor<4xi32>) -> tensor<?x?x8x16xf32>
    %20 = stablehlo.transpose %19, dims = [1, 0, 2, 3] : (tensor<?x?x8x16xf32>) -> tensor<?x?x8x16xf32>
    %21 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %22 = stablehlo.concatenate %21, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %23 = stablehlo.dynamic_broadcast_in_dim %cst, %22, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x16xf32>
    %24 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %25 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %26 = stablehlo.concatenate %24, %25, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %27 = stablehlo.dynamic_broadcast_in_dim %cst, %26, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x16xf32>
    %28:4 = stablehlo.while(%iterArg = %20, %iterArg_4 = %c_2, %iterArg_5 = %23, %iterArg_6 = %27) : tensor<?x?x8x16xf32>, tensor<i32>, tensor<?x16xf32>, tensor<?x?x16xf32>
    cond {
      %39 = stablehlo.compare LT, %iterArg_4, %arg1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %39 : tensor<i1>
    } do {
      %39 = func.call @dynamic_index_in_dim(%arg0, %arg1, %arg2, %iterArg, %iterArg_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?x8x16xf32>, tensor<i32>) -> tensor<?x8x16xf32>
      %40:2 = func.call @closed_call(%arg0, %arg1, %arg2, %iterArg_5, %39) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x16xf32>, tensor<?x8x16xf32>) -> (tensor<?x16xf32>, tensor<?x16xf32>)
      %41 = func.call @dynamic_update_index_in_dim(%arg0, %arg1, %arg2, %iterArg_6, %40#1, %iterArg_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?x16xf32>, tensor<?x16xf32>, tensor<i32>) -> tensor<?x?x16xf32>
      %42 = stablehlo.add %iterArg_4, %c : tensor<i32>
      stablehlo.return %iterArg, %42, %40#0, %41 : tensor<?x?x8x16xf32>, tensor<i32>, tensor<?x16xf32>, tensor<?x?x16xf32>
    }
    %29 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %30 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %31 = stablehlo.concatenate %29, %c_0, %30, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %32 = stablehlo.dynamic_broadcast_in_dim %28#3, %31, dims = [0, 2, 3] : (tensor<?x?x16xf32>, tensor<4xi32>) -> tensor<?x8x?x16xf32>
    %33 = stablehlo.convert %arg1 : tensor<i32>
    %34 = stablehlo.multiply %33, %c_3 : tensor<i32>
    %35 = stablehlo.reshape %34 : (tensor<i32>) -> tensor<1xi32>
    %36 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %37 = stablehlo.concatenate %35, %36, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %38 = stablehlo.dynamic_reshape %32, %37 : (tensor<?x8x?x16xf32>, tensor<3xi32>) -> tensor<?x?x16xf32>
    return %6, %15, %28#2, %28#3, %38 : tensor<?x?x16xf32>, tensor<?x?x16xf32>, tensor<?x16xf32>, tensor<?x?x16xf32>, tensor<?x?x16xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "k"}, %arg2: tensor<i32> {jax.global_constant = "t"}, %arg3: tensor<?x?x8x16xf32>, %arg4: tensor<i32>) -> tensor<?x8x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<16> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<8> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<1> : tensor<1xi32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.concatenate %c_3, %0, %c_1, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %2 = stablehlo.concatenate %c, %c, %c, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %3 = stablehlo.reshape %arg4 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.reshape %c_2 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.reshape %c_2 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.reshape %c_2 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.concatenate %3, %4, %5, %6, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %8 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %10 = stablehlo.concatenate %8, %9, %c_1, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %11 = stablehlo.subtract %10, %1 : tensor<4xi32>
    %12 = stablehlo.clamp %2, %7, %11 : tensor<4xi32>
    %13 = stablehlo.add %12, %1 : tensor<4xi32>
    %14 = stablehlo.concatenate %c_3, %c_3, %c_3, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %15 = stablehlo.real_dynamic_slice %arg3, %12, %13, %14 : (tensor<?x?x8x16xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<1x?x8x16xf32>
    %16 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %17 = stablehlo.concatenate %16, %c_1, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %18 = stablehlo.dynamic_reshape %15, %17 : (tensor<1x?x8x16xf32>, tensor<3xi32>) -> tensor<?x8x16xf32>
    return %18 : tensor<?x8x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "k"}, %arg2: tensor<i32> {jax.global_constant = "t"}, %arg3: tensor<?x16xf32>, %arg4: tensor<?x8x16xf32>) -> (tensor<?x16xf32>, tensor<?x16xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<?x8x16xf32>, tensor<f32>) -> tensor<?x16xf32>
    %1 = stablehlo.add %arg3, %0 : tensor<?x16xf32>
    return %1, %arg3 : tensor<?x16xf32>, tensor<?x16xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "k"}, %arg2: tensor<i32> {jax.global_constant = "t"}, %arg3: tensor<?x?x16xf32>, %arg4: tensor<?x16xf32>, %arg5: tensor<i32>) -> tensor<?x?x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<16> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<1> : tensor<1xi32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.concatenate %c_1, %0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %2 = stablehlo.dynamic_broadcast_in_dim %arg4, %1, dims = [1, 2] : (tensor<?x16xf32>, tensor<3xi32>) -> tensor<1x?x16xf32>
    %3 = stablehlo.dynamic_update_slice %arg3, %2, %arg5, %c, %c : (tensor<?x?x16xf32>, tensor<1x?x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?x?x16xf32>
    return %3 : tensor<?x?x16xf32>
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
