module @jit_halves attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?xf32>) -> (tensor<?x?xf32> {jax.result_info = "result[0]"}, tensor<?x?xf32> {jax.result_info = "result[1]"}, tensor<?x?xf32> {jax.result_info = "result[2]"}, tensor<?x?xf32> {jax.result_info = "result[3]"}, tensor<?x?xf32> {jax.result_info = "result[4]"}, tensor<?x?xf32> {jax.result_info = "result[5]"}, tensor<?x?xf32> {jax.result_info = "result[6]"}, tensor<?x?xf32> {jax.result_info = "result[7]"}, tensor<?xf32> {jax.result_info = "result[8]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<-8> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, s). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare GE, %1, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 's'. Using the following polymorphic shapes specifications: args[0].shape = (b, s). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 's' = {1} from specification 's' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4 = stablehlo.convert %1 : tensor<i32>
    %5 = stablehlo.add %4, %c_0 : tensor<i32>
    %6 = stablehlo.compare GE, %5, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.convert %1 : tensor<i32>
    %8 = stablehlo.add %7, %c_0 : tensor<i32>
    stablehlo.custom_call @shape_assertion(%6, %8, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the symbolic shape constraint s >= 8. Expected 's - 8' to be greater or equal to 0, but found {0}.  Using the following polymorphic shapes specifications: args[0].shape = (b, s). Obtained dimension variables: 'b' = {1} from specification 'b' for dimension args[0].shape[0] (= {1}), 's' = {2} from specification 's' for dimension args[0].shape[1] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %9:9 = call @_wrapped_jax_export_main(%0, %1, %arg0) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>)
    return %9#0, %9#1, %9#2, %9#3, %9#4, %9#5, %9#6, %9#7, %9#8 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "s"}, %arg2: tensor<?x?xf32>) -> (tensor<?x?xf32> {jax.result_info = "result[0]"}, tensor<?x?xf32> {jax.result_info = "result[1]"}, tensor<?x?xf32> {jax.result_info = "result[2]"}, tensor<?x?xf32> {jax.result_info = "result[3]"}, tensor<?x?xf32> {jax.result_info = "result[4]"}, tensor<?x?xf32> {jax.result_info = "result[5]"}, tensor<?x?xf32> {jax.result_info = "result[6]"}, tensor<?x?xf32> {jax.result_info = "result[7]"}, tensor<?xf32> {jax.result_info = "result[8]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<3> : tensor<i32>
    %c_1 = stablehlo.constant dense<-2> : tensor<i32>
    %c_2 = stablehlo.constant dense<-4> : tensor<i32>
    %c_3 = stablehlo.constant dense<4> : tensor<i32>
    %c_4 = stablehlo.constant dense<-1> : tensor<i32>
    %c_5 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %c_7 = stablehlo.constant dense<2> : tensor<i32>
    %c_8 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.add %0, %c_8 : tensor<i32>
    %2:2 = call @divmod(%arg0, %arg1, %1, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %3 = stablehlo.reshape %2#0 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.dynamic_iota %3, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %5 = stablehlo.convert %arg1 : tensor<i32>
    %6 = stablehlo.add %5, %c_8 : tensor<i32>
    %7:2 = call @divmod(%arg0, %arg1, %6, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %8 = stablehlo.reshape %7#0 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.dynamic_broadcast_in_dim %c_7, %8, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %10 = stablehlo.multiply %9, %4 : tensor<?xi32>
    %11 = stablehlo.convert %arg1 : tensor<i32>
    %12 = stablehlo.add %11, %c_8 : tensor<i32>
    %13:2 = call @divmod(%arg0, %arg1, %12, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %14 = stablehlo.reshape %13#0 : (tensor<i32>) -> tensor<1xi32>
    %15 = stablehlo.dynamic_broadcast_in_dim %c_6, %14, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %16 = stablehlo.add %15, %10 : tensor<?xi32>
    %17 = stablehlo.convert %arg1 : tensor<i32>
    %18 = stablehlo.add %17, %c_8 : tensor<i32>
    %19:2 = call @divmod(%arg0, %arg1, %18, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %20 = stablehlo.reshape %19#0 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.concatenate %20, %c_5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %22 = stablehlo.dynamic_broadcast_in_dim %16, %21, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %23 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %24 = stablehlo.concatenate %23, %c_5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %25 = "stablehlo.dynamic_gather"(%arg2, %22, %24) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true}> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %26:2 = call @divmod_0(%arg0, %arg1, %arg1, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %27 = stablehlo.reshape %26#0 : (tensor<i32>) -> tensor<1xi32>
    %28 = stablehlo.dynamic_iota %27, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %29:2 = call @divmod_0(%arg0, %arg1, %arg1, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %30 = stablehlo.reshape %29#0 : (tensor<i32>) -> tensor<1xi32>
    %31 = stablehlo.dynamic_broadcast_in_dim %c_7, %30, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %32 = stablehlo.multiply %31, %28 : tensor<?xi32>
    %33:2 = call @divmod_0(%arg0, %arg1, %arg1, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %34 = stablehlo.reshape %33#0 : (tensor<i32>) -> tensor<1xi32>
    %35 = stablehlo.dynamic_broadcast_in_dim %c_8, %34, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %36 = stablehlo.add %35, %32 : tensor<?xi32>
    %37:2 = call @divmod_0(%arg0, %arg1, %arg1, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %38 = stablehlo.reshape %37#0 : (tensor<i32>) -> tensor<1xi32>
    %39 = stablehlo.concatenate %38, %c_5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %40 = stablehlo.dynamic_broadcast_in_dim %36, %39, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %41 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %42 = stablehlo.concatenate %41, %c_5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %43 = "stablehlo.dynamic_gather"(%arg2, %40, %42) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true}> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %44 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %45:2 = call @divmod_0(%arg0, %arg1, %arg1, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %46 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %47 = stablehlo.reshape %45#0 : (tensor<i32>) -> tensor<1xi32>
    %48 = stablehlo.concatenate %46, %47, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %49 = "stablehlo.dynamic_gather"(%arg2, %44, %48) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x?xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %50:2 = call @divmod_0(%arg0, %arg1, %arg1, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %51 = stablehlo.convert %50#0 : tensor<i32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %53:2 = call @divmod_0(%arg0, %arg1, %arg1, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %54 = stablehlo.multiply %53#0, %c_4 : tensor<i32>
    %55 = stablehlo.convert %arg1 : tensor<i32>
    %56 = stablehlo.add %54, %55 : tensor<i32>
    %57 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %58 = stablehlo.reshape %56 : (tensor<i32>) -> tensor<1xi32>
    %59 = stablehlo.concatenate %57, %58, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %60 = "stablehlo.dynamic_gather"(%arg2, %52, %59) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x?xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %61:2 = call @divmod_0(%arg0, %arg1, %arg1, %c_3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %62 = stablehlo.multiply %61#0, %c_3 : tensor<i32>
    %63 = stablehlo.convert %62 : tensor<i32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %65:2 = call @divmod_0(%arg0, %arg1, %arg1, %c_3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %66 = stablehlo.multiply %65#0, %c_2 : tensor<i32>
    %67 = stablehlo.convert %arg1 : tensor<i32>
    %68 = stablehlo.add %66, %67 : tensor<i32>
    %69 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %70 = stablehlo.reshape %68 : (tensor<i32>) -> tensor<1xi32>
    %71 = stablehlo.concatenate %69, %70, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %72 = "stablehlo.dynamic_gather"(%arg2, %64, %71) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x?xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %73 = stablehlo.concatenate %25, %43, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %74 = stablehlo.convert %arg1 : tensor<i32>
    %75 = stablehlo.add %74, %c_4 : tensor<i32>
    %76 = stablehlo.convert %75 : tensor<i32>
    %77 = stablehlo.convert %arg1 : tensor<i32>
    %78 = stablehlo.add %77, %c_8 : tensor<i32>
    %79:2 = call @divmod(%arg0, %arg1, %78, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %80 = stablehlo.reshape %79#0 : (tensor<i32>) -> tensor<1xi32>
    %81 = stablehlo.dynamic_iota %80, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %82 = stablehlo.convert %arg1 : tensor<i32>
    %83 = stablehlo.add %82, %c_8 : tensor<i32>
    %84:2 = call @divmod(%arg0, %arg1, %83, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %85 = stablehlo.reshape %84#0 : (tensor<i32>) -> tensor<1xi32>
    %86 = stablehlo.dynamic_broadcast_in_dim %c_1, %85, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %87 = stablehlo.multiply %86, %81 : tensor<?xi32>
    %88 = stablehlo.convert %arg1 : tensor<i32>
    %89 = stablehlo.add %88, %c_8 : tensor<i32>
    %90:2 = call @divmod(%arg0, %arg1, %89, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %91 = stablehlo.reshape %90#0 : (tensor<i32>) -> tensor<1xi32>
    %92 = stablehlo.dynamic_broadcast_in_dim %76, %91, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %93 = stablehlo.add %92, %87 : tensor<?xi32>
    %94 = stablehlo.reverse %93, dims = [0] : tensor<?xi32>
    %95 = stablehlo.convert %arg1 : tensor<i32>
    %96 = stablehlo.add %95, %c_8 : tensor<i32>
    %97:2 = call @divmod(%arg0, %arg1, %96, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %98 = stablehlo.reshape %97#0 : (tensor<i32>) -> tensor<1xi32>
    %99 = stablehlo.concatenate %98, %c_5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %100 = stablehlo.dynamic_broadcast_in_dim %94, %99, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %101 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %102 = stablehlo.concatenate %101, %c_5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %103 = "stablehlo.dynamic_gather"(%arg2, %100, %102) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true}> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %104 = stablehlo.reverse %103, dims = [1] : tensor<?x?xf32>
    %105 = stablehlo.convert %arg1 : tensor<i32>
    %106 = stablehlo.add %105, %c_4 : tensor<i32>
    %107:2 = call @divmod(%arg0, %arg1, %106, %c) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %108 = stablehlo.reshape %107#0 : (tensor<i32>) -> tensor<1xi32>
    %109 = stablehlo.dynamic_iota %108, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %110 = stablehlo.convert %arg1 : tensor<i32>
    %111 = stablehlo.add %110, %c_4 : tensor<i32>
    %112:2 = call @divmod(%arg0, %arg1, %111, %c) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %113 = stablehlo.reshape %112#0 : (tensor<i32>) -> tensor<1xi32>
    %114 = stablehlo.dynamic_broadcast_in_dim %c, %113, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %115 = stablehlo.multiply %114, %109 : tensor<?xi32>
    %116 = stablehlo.convert %arg1 : tensor<i32>
    %117 = stablehlo.add %116, %c_4 : tensor<i32>
    %118:2 = call @divmod(%arg0, %arg1, %117, %c) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %119 = stablehlo.reshape %118#0 : (tensor<i32>) -> tensor<1xi32>
    %120 = stablehlo.dynamic_broadcast_in_dim %c_7, %119, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %121 = stablehlo.add %120, %115 : tensor<?xi32>
    %122 = stablehlo.convert %arg1 : tensor<i32>
    %123 = stablehlo.add %122, %c_4 : tensor<i32>
    %124:2 = call @divmod(%arg0, %arg1, %123, %c) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %125 = stablehlo.reshape %124#0 : (tensor<i32>) -> tensor<1xi32>
    %126 = stablehlo.concatenate %125, %c_5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %127 = stablehlo.dynamic_broadcast_in_dim %121, %126, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %128 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %129 = stablehlo.concatenate %128, %c_5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %130 = "stablehlo.dynamic_gather"(%arg2, %127, %129) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true}> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %131 = call @_linspace(%arg0, %arg1, %cst_0, %cst) : (tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
    return %49, %60, %72, %25, %43, %73, %104, %130, %131 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>
  }
  func.func private @divmod(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "s"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    %0 = call @floor_divide(%arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %1 = call @remainder(%arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %0, %1 : tensor<i32>, tensor<i32>
  }
  func.func private @floor_divide(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "s"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.divide %arg2, %arg3 : tensor<i32>
    %1 = stablehlo.sign %arg2 : tensor<i32>
    %2 = stablehlo.sign %arg3 : tensor<i32>
    %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.remainder %arg2, %arg3 : tensor<i32>
    %5 = stablehlo.compare NE, %4, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.and %3, %5 : tensor<i1>
    %7 = stablehlo.subtract %0, %c : tensor<i32>
    %8 = call @_where(%arg0, %arg1, %6, %7, %0) : (tensor<i32>, tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %8 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "s"}, %arg2: tensor<i1>, %arg3: tensor<i32>, %arg4: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg2, %arg3, %arg4 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @remainder(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "s"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare EQ, %arg3, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = call @_where(%arg0, %arg1, %0, %c, %arg3) : (tensor<i32>, tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = stablehlo.remainder %arg2, %1 : tensor<i32>
    %3 = stablehlo.compare NE, %2, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %2, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.compare LT, %1, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.and %6, %3 : tensor<i1>
    %8 = stablehlo.add %2, %1 : tensor<i32>
    %9 = stablehlo.select %7, %8, %2 : tensor<i1>, tensor<i32>
    return %9 : tensor<i32>
  }
  func.func private @divmod_0(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "s"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    %0 = stablehlo.convert %arg2 : tensor<i32>
    %1 = call @floor_divide(%arg0, %arg1, %0, %arg3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = call @remainder(%arg0, %arg1, %0, %arg3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %1, %2 : tensor<i32>, tensor<i32>
  }
  func.func private @_linspace(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "s"}, %arg2: tensor<f32>, %arg3: tensor<f32>) -> tensor<?xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.convert %arg3 : tensor<f32>
    %2 = stablehlo.convert %arg1 : tensor<i32>
    %3 = stablehlo.multiply %2, %c : tensor<i32>
    %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.dynamic_iota %4, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    %6 = stablehlo.convert %arg1 : tensor<i32>
    %7 = stablehlo.multiply %6, %c : tensor<i32>
    %8 = stablehlo.convert %7 : (tensor<i32>) -> tensor<f32>
    %9 = stablehlo.convert %arg1 : tensor<i32>
    %10 = stablehlo.multiply %9, %c : tensor<i32>
    %11 = stablehlo.reshape %10 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.dynamic_broadcast_in_dim %8, %11, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %13 = stablehlo.divide %5, %12 : tensor<?xf32>
    %14 = stablehlo.reshape %0 : (tensor<f32>) -> tensor<1xf32>
    %15 = stablehlo.convert %arg1 : tensor<i32>
    %16 = stablehlo.multiply %15, %c : tensor<i32>
    %17 = stablehlo.reshape %16 : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.dynamic_broadcast_in_dim %cst, %17, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %19 = stablehlo.subtract %18, %13 : tensor<?xf32>
    %20 = stablehlo.convert %arg1 : tensor<i32>
    %21 = stablehlo.multiply %20, %c : tensor<i32>
    %22 = stablehlo.reshape %21 : (tensor<i32>) -> tensor<1xi32>
    %23 = stablehlo.dynamic_broadcast_in_dim %14, %22, dims = [0] : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
    %24 = stablehlo.multiply %23, %19 : tensor<?xf32>
    %25 = stablehlo.reshape %1 : (tensor<f32>) -> tensor<1xf32>
    %26 = stablehlo.convert %arg1 : tensor<i32>
    %27 = stablehlo.multiply %26, %c : tensor<i32>
    %28 = stablehlo.reshape %27 : (tensor<i32>) -> tensor<1xi32>
    %29 = stablehlo.dynamic_broadcast_in_dim %25, %28, dims = [0] : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
    %30 = stablehlo.multiply %29, %13 : tensor<?xf32>
    %31 = stablehlo.add %24, %30 : tensor<?xf32>
    %32 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %33 = stablehlo.concatenate %31, %32, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    return %33 : tensor<?xf32>
  }
}
