module @jit_pooled attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?x4xf32>) -> (tensor<?x?x4xf32> {jax.result_info = "result[0]"}, tensor<?x?x4xf32> {jax.result_info = "result[1]"}, tensor<?x?x4xf32> {jax.result_info = "result[2]"}, tensor<?x?x4xf32> {jax.result_info = "result[3]"}, tensor<?x?x4xf32> {jax.result_info = "result[4]"}, tensor<?x?x4xf32> {jax.result_info = "result[5]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<-8> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?x4xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?x4xf32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, s, 4). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare GE, %1, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 's'. Using the following polymorphic shapes specifications: args[0].shape = (b, s, 4). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 's' = {1} from specification 's' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4 = stablehlo.convert %1 : tensor<i32>
    %5 = stablehlo.add %4, %c_0 : tensor<i32>
    %6 = stablehlo.compare GE, %5, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.convert %1 : tensor<i32>
    %8 = stablehlo.add %7, %c_0 : tensor<i32>
    stablehlo.custom_call @shape_assertion(%6, %8, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the symbolic shape constraint s >= 8. Expected 's - 8' to be greater or equal to 0, but found {0}.  Using the following polymorphic shapes specifications: args[0].shape = (b, s, 4). Obtained dimension variables: 'b' = {1} from specification 'b' for dimension args[0].shape[0] (= {1}), 's' = {2} from specification 's' for dimension args[0].shape[1] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %9:6 = call @_wrapped_jax_export_main(%0, %1, %arg0) : (tensor<i32>, tensor<i32>, tensor<?x?x4xf32>) -> (tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>)
    return %9#0, %9#1, %9#2, %9#3, %9#4, %9#5 : tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>
  }
  func.func @reduce_window_float32_reducer_0(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @reduce_window_float32_reducer(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "s"}, %arg2: tensor<?x?x4xf32>) -> (tensor<?x?x4xf32> {jax.result_info = "result[0]"}, tensor<?x?x4xf32> {jax.result_info = "result[1]"}, tensor<?x?x4xf32> {jax.result_info = "result[2]"}, tensor<?x?x4xf32> {jax.result_info = "result[3]"}, tensor<?x?x4xf32> {jax.result_info = "result[4]"}, tensor<?x?x4xf32> {jax.result_info = "result[5]"}) {
    %c = stablehlo.constant dense<2> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<4> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<-2> : tensor<i32>
    %c_2 = stablehlo.constant dense<3> : tensor<1xi32>
    %c_3 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_4 = stablehlo.constant dense<2> : tensor<i32>
    %c_5 = stablehlo.constant dense<-3> : tensor<i32>
    %c_6 = stablehlo.constant dense<3> : tensor<i32>
    %c_7 = stablehlo.constant dense<-1> : tensor<i32>
    %c_8 = stablehlo.constant dense<0> : tensor<1xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg2, %0) <{window_dimensions = array<i64: 1, 3, 1>, window_strides = array<i64: 1, 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %91 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %91 : tensor<f32>
    }) : (tensor<?x?x4xf32>, tensor<f32>) -> tensor<?x?x4xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.reduce_window"(%arg2, %2) <{window_dimensions = array<i64: 1, 5, 1>, window_strides = array<i64: 1, 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %91 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %91 : tensor<f32>
    }) : (tensor<?x?x4xf32>, tensor<f32>) -> tensor<?x?x4xf32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %5 = stablehlo.concatenate %c_8, %c_8, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %6 = stablehlo.reshape %5 : (tensor<2xi32>) -> tensor<1x2xi32>
    %7 = stablehlo.convert %arg1 : tensor<i32>
    %8 = stablehlo.multiply %7, %c_7 : tensor<i32>
    %9:2 = call @divmod(%arg0, %arg1, %8, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %10 = stablehlo.multiply %9#0, %c_5 : tensor<i32>
    %11 = stablehlo.convert %arg1 : tensor<i32>
    %12 = stablehlo.multiply %11, %c_7 : tensor<i32>
    %13 = stablehlo.add %10, %12 : tensor<i32>
    %14:2 = call @divmod(%arg0, %arg1, %13, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %15 = stablehlo.convert %arg1 : tensor<i32>
    %16 = stablehlo.multiply %15, %c_7 : tensor<i32>
    %17:2 = call @divmod(%arg0, %arg1, %16, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %18 = stablehlo.multiply %17#0, %c_5 : tensor<i32>
    %19 = stablehlo.convert %arg1 : tensor<i32>
    %20 = stablehlo.multiply %19, %c_7 : tensor<i32>
    %21 = stablehlo.add %18, %20 : tensor<i32>
    %22:2 = call @divmod(%arg0, %arg1, %21, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %23 = stablehlo.multiply %22#0, %c_7 : tensor<i32>
    %24 = stablehlo.convert %arg1 : tensor<i32>
    %25 = stablehlo.multiply %24, %c_7 : tensor<i32>
    %26:2 = call @divmod(%arg0, %arg1, %25, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %27 = stablehlo.multiply %26#0, %c_5 : tensor<i32>
    %28 = stablehlo.convert %arg1 : tensor<i32>
    %29 = stablehlo.multiply %28, %c_7 : tensor<i32>
    %30 = stablehlo.add %23, %27 : tensor<i32>
    %31 = stablehlo.add %30, %29 : tensor<i32>
    %32 = stablehlo.reshape %14#0 : (tensor<i32>) -> tensor<1xi32>
    %33 = stablehlo.reshape %31 : (tensor<i32>) -> tensor<1xi32>
    %34 = stablehlo.concatenate %32, %33, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %35 = stablehlo.reshape %34 : (tensor<2xi32>) -> tensor<1x2xi32>
    %36 = stablehlo.concatenate %c_8, %c_8, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %37 = stablehlo.reshape %36 : (tensor<2xi32>) -> tensor<1x2xi32>
    %38 = stablehlo.concatenate %6, %35, %37, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<3x2xi32>
    %39 = stablehlo.concatenate %c_3, %c_2, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %40 = stablehlo.concatenate %c_3, %c_2, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %41 = stablehlo.concatenate %c_3, %c_3, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %42 = stablehlo.concatenate %c_3, %c_3, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %43 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%arg2, %4, %39, %40, %41, %42, %38) {api_version = 2 : i32, called_computations = [@reduce_window_float32_reducer]} : (tensor<?x?x4xf32>, tensor<f32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3x2xi32>) -> tensor<?x?x4xf32>
    %44 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %45 = stablehlo.concatenate %c_8, %c_8, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %46 = stablehlo.reshape %45 : (tensor<2xi32>) -> tensor<1x2xi32>
    %47 = stablehlo.convert %arg1 : tensor<i32>
    %48 = stablehlo.multiply %47, %c_7 : tensor<i32>
    %49:2 = call @divmod(%arg0, %arg1, %48, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %50 = stablehlo.multiply %49#0, %c_1 : tensor<i32>
    %51 = stablehlo.convert %arg1 : tensor<i32>
    %52 = stablehlo.multiply %51, %c_7 : tensor<i32>
    %53 = stablehlo.add %50, %52 : tensor<i32>
    %54 = stablehlo.add %53, %c_4 : tensor<i32>
    %55:2 = call @divmod(%arg0, %arg1, %54, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %56 = stablehlo.convert %arg1 : tensor<i32>
    %57 = stablehlo.multiply %56, %c_7 : tensor<i32>
    %58:2 = call @divmod(%arg0, %arg1, %57, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %59 = stablehlo.multiply %58#0, %c_1 : tensor<i32>
    %60 = stablehlo.convert %arg1 : tensor<i32>
    %61 = stablehlo.multiply %60, %c_7 : tensor<i32>
    %62 = stablehlo.add %59, %61 : tensor<i32>
    %63 = stablehlo.add %62, %c_4 : tensor<i32>
    %64:2 = call @divmod(%arg0, %arg1, %63, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %65 = stablehlo.multiply %64#0, %c_7 : tensor<i32>
    %66 = stablehlo.convert %arg1 : tensor<i32>
    %67 = stablehlo.multiply %66, %c_7 : tensor<i32>
    %68:2 = call @divmod(%arg0, %arg1, %67, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %69 = stablehlo.multiply %68#0, %c_1 : tensor<i32>
    %70 = stablehlo.convert %arg1 : tensor<i32>
    %71 = stablehlo.multiply %70, %c_7 : tensor<i32>
    %72 = stablehlo.add %65, %69 : tensor<i32>
    %73 = stablehlo.add %72, %71 : tensor<i32>
    %74 = stablehlo.add %73, %c_4 : tensor<i32>
    %75 = stablehlo.reshape %55#0 : (tensor<i32>) -> tensor<1xi32>
    %76 = stablehlo.reshape %74 : (tensor<i32>) -> tensor<1xi32>
    %77 = stablehlo.concatenate %75, %76, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %78 = stablehlo.reshape %77 : (tensor<2xi32>) -> tensor<1x2xi32>
    %79 = stablehlo.concatenate %c_8, %c_8, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %80 = stablehlo.reshape %79 : (tensor<2xi32>) -> tensor<1x2xi32>
    %81 = stablehlo.concatenate %46, %78, %80, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<3x2xi32>
    %82 = stablehlo.concatenate %c_3, %c_0, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %83 = stablehlo.concatenate %c_3, %c, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %84 = stablehlo.concatenate %c_3, %c_3, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %85 = stablehlo.concatenate %c_3, %c_3, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %86 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%arg2, %44, %82, %83, %84, %85, %81) {api_version = 2 : i32, called_computations = [@reduce_window_float32_reducer_0]} : (tensor<?x?x4xf32>, tensor<f32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3x2xi32>) -> tensor<?x?x4xf32>
    %87 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %88 = "stablehlo.reduce_window"(%arg2, %87) <{window_dilations = array<i64: 1, 2, 1>, window_dimensions = array<i64: 1, 3, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %91 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %91 : tensor<f32>
    }) : (tensor<?x?x4xf32>, tensor<f32>) -> tensor<?x?x4xf32>
    %89 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %90 = "stablehlo.reduce_window"(%arg2, %89) <{base_dilations = array<i64: 1, 2, 1>, window_dimensions = array<i64: 1, 3, 1>, window_strides = array<i64: 1, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %91 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %91 : tensor<f32>
    }) : (tensor<?x?x4xf32>, tensor<f32>) -> tensor<?x?x4xf32>
    return %1, %3, %43, %86, %88, %90 : tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>
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
}
