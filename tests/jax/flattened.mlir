module @jit_flattened attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x?x?x3xf32>, %arg1: tensor<3x3x3x8xf32>) -> (tensor<1x?x8xf32> {jax.result_info = "result[0]"}, tensor<?xf32> {jax.result_info = "result[1]"}, tensor<?x3xf32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<-8> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<1x?x?x3xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 2 : (tensor<1x?x?x3xf32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'h'. Using the following polymorphic shapes specifications: args[0].shape = (1, h, w, 3). Obtained dimension variables: 'h' = {0} from specification 'h' for dimension args[0].shape[1] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare GE, %1, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'w'. Using the following polymorphic shapes specifications: args[0].shape = (1, h, w, 3). Obtained dimension variables: 'h' = {0} from specification 'h' for dimension args[0].shape[1] (= {0}), 'w' = {1} from specification 'w' for dimension args[0].shape[2] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4 = stablehlo.convert %0 : tensor<i32>
    %5 = stablehlo.add %4, %c_0 : tensor<i32>
    %6 = stablehlo.compare GE, %5, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.convert %0 : tensor<i32>
    %8 = stablehlo.add %7, %c_0 : tensor<i32>
    stablehlo.custom_call @shape_assertion(%6, %8, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the symbolic shape constraint h >= 8. Expected 'h - 8' to be greater or equal to 0, but found {0}.  Using the following polymorphic shapes specifications: args[0].shape = (1, h, w, 3). Obtained dimension variables: 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), 'w' = {2} from specification 'w' for dimension args[0].shape[2] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %9 = stablehlo.convert %1 : tensor<i32>
    %10 = stablehlo.add %9, %c_0 : tensor<i32>
    %11 = stablehlo.compare GE, %10, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %12 = stablehlo.convert %1 : tensor<i32>
    %13 = stablehlo.add %12, %c_0 : tensor<i32>
    stablehlo.custom_call @shape_assertion(%11, %13, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the symbolic shape constraint w >= 8. Expected 'w - 8' to be greater or equal to 0, but found {0}.  Using the following polymorphic shapes specifications: args[0].shape = (1, h, w, 3). Obtained dimension variables: 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), 'w' = {2} from specification 'w' for dimension args[0].shape[2] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %14:3 = call @_wrapped_jax_export_main(%0, %1, %arg0, %arg1) : (tensor<i32>, tensor<i32>, tensor<1x?x?x3xf32>, tensor<3x3x3x8xf32>) -> (tensor<1x?x8xf32>, tensor<?xf32>, tensor<?x3xf32>)
    return %14#0, %14#1, %14#2 : tensor<1x?x8xf32>, tensor<?xf32>, tensor<?x3xf32>
  }
  func.func @reduce_window_float32_reducer_1(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @reduce_window_float32_reducer_0(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @reduce_window_float32_reducer(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "h"}, %arg1: tensor<i32> {jax.global_constant = "w"}, %arg2: tensor<1x?x?x3xf32>, %arg3: tensor<3x3x3x8xf32>) -> (tensor<1x?x8xf32> {jax.result_info = "result[0]"}, tensor<?xf32> {jax.result_info = "result[1]"}, tensor<?x3xf32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<8> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<8> : tensor<i32>
    %c_1 = stablehlo.constant dense<-3> : tensor<i32>
    %c_2 = stablehlo.constant dense<2> : tensor<1xi32>
    %c_3 = stablehlo.constant dense<3> : tensor<1xi32>
    %c_4 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_5 = stablehlo.constant dense<1> : tensor<i32>
    %c_6 = stablehlo.constant dense<-2> : tensor<i32>
    %c_7 = stablehlo.constant dense<2> : tensor<i32>
    %c_8 = stablehlo.constant dense<-1> : tensor<i32>
    %c_9 = stablehlo.constant dense<0> : tensor<1xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x?x?x3xf32>, tensor<3x3x3x8xf32>) -> tensor<1x?x?x8xf32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %2 = stablehlo.concatenate %c_9, %c_9, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.reshape %2 : (tensor<2xi32>) -> tensor<1x2xi32>
    %4 = stablehlo.convert %arg0 : tensor<i32>
    %5 = stablehlo.multiply %4, %c_8 : tensor<i32>
    %6:2 = call @divmod(%arg0, %arg1, %5, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %7 = stablehlo.multiply %6#0, %c_6 : tensor<i32>
    %8 = stablehlo.convert %arg0 : tensor<i32>
    %9 = stablehlo.multiply %8, %c_8 : tensor<i32>
    %10 = stablehlo.add %7, %9 : tensor<i32>
    %11 = stablehlo.add %10, %c_5 : tensor<i32>
    %12:2 = call @divmod(%arg0, %arg1, %11, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %13 = stablehlo.convert %arg0 : tensor<i32>
    %14 = stablehlo.multiply %13, %c_8 : tensor<i32>
    %15:2 = call @divmod(%arg0, %arg1, %14, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %16 = stablehlo.multiply %15#0, %c_6 : tensor<i32>
    %17 = stablehlo.convert %arg0 : tensor<i32>
    %18 = stablehlo.multiply %17, %c_8 : tensor<i32>
    %19 = stablehlo.add %16, %18 : tensor<i32>
    %20 = stablehlo.add %19, %c_5 : tensor<i32>
    %21:2 = call @divmod(%arg0, %arg1, %20, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %22 = stablehlo.multiply %21#0, %c_8 : tensor<i32>
    %23 = stablehlo.convert %arg0 : tensor<i32>
    %24 = stablehlo.multiply %23, %c_8 : tensor<i32>
    %25:2 = call @divmod(%arg0, %arg1, %24, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %26 = stablehlo.multiply %25#0, %c_6 : tensor<i32>
    %27 = stablehlo.convert %arg0 : tensor<i32>
    %28 = stablehlo.multiply %27, %c_8 : tensor<i32>
    %29 = stablehlo.add %22, %26 : tensor<i32>
    %30 = stablehlo.add %29, %28 : tensor<i32>
    %31 = stablehlo.add %30, %c_5 : tensor<i32>
    %32 = stablehlo.reshape %12#0 : (tensor<i32>) -> tensor<1xi32>
    %33 = stablehlo.reshape %31 : (tensor<i32>) -> tensor<1xi32>
    %34 = stablehlo.concatenate %32, %33, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %35 = stablehlo.reshape %34 : (tensor<2xi32>) -> tensor<1x2xi32>
    %36 = stablehlo.convert %arg1 : tensor<i32>
    %37 = stablehlo.multiply %36, %c_8 : tensor<i32>
    %38:2 = call @divmod(%arg0, %arg1, %37, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %39 = stablehlo.multiply %38#0, %c_6 : tensor<i32>
    %40 = stablehlo.convert %arg1 : tensor<i32>
    %41 = stablehlo.multiply %40, %c_8 : tensor<i32>
    %42 = stablehlo.add %39, %41 : tensor<i32>
    %43 = stablehlo.add %42, %c_5 : tensor<i32>
    %44:2 = call @divmod(%arg0, %arg1, %43, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %45 = stablehlo.convert %arg1 : tensor<i32>
    %46 = stablehlo.multiply %45, %c_8 : tensor<i32>
    %47:2 = call @divmod(%arg0, %arg1, %46, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %48 = stablehlo.multiply %47#0, %c_6 : tensor<i32>
    %49 = stablehlo.convert %arg1 : tensor<i32>
    %50 = stablehlo.multiply %49, %c_8 : tensor<i32>
    %51 = stablehlo.add %48, %50 : tensor<i32>
    %52 = stablehlo.add %51, %c_5 : tensor<i32>
    %53:2 = call @divmod(%arg0, %arg1, %52, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %54 = stablehlo.multiply %53#0, %c_8 : tensor<i32>
    %55 = stablehlo.convert %arg1 : tensor<i32>
    %56 = stablehlo.multiply %55, %c_8 : tensor<i32>
    %57:2 = call @divmod(%arg0, %arg1, %56, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %58 = stablehlo.multiply %57#0, %c_6 : tensor<i32>
    %59 = stablehlo.convert %arg1 : tensor<i32>
    %60 = stablehlo.multiply %59, %c_8 : tensor<i32>
    %61 = stablehlo.add %54, %58 : tensor<i32>
    %62 = stablehlo.add %61, %60 : tensor<i32>
    %63 = stablehlo.add %62, %c_5 : tensor<i32>
    %64 = stablehlo.reshape %44#0 : (tensor<i32>) -> tensor<1xi32>
    %65 = stablehlo.reshape %63 : (tensor<i32>) -> tensor<1xi32>
    %66 = stablehlo.concatenate %64, %65, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %67 = stablehlo.reshape %66 : (tensor<2xi32>) -> tensor<1x2xi32>
    %68 = stablehlo.concatenate %c_9, %c_9, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %69 = stablehlo.reshape %68 : (tensor<2xi32>) -> tensor<1x2xi32>
    %70 = stablehlo.concatenate %3, %35, %67, %69, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
    %71 = stablehlo.concatenate %c_4, %c_3, %c_3, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %72 = stablehlo.concatenate %c_4, %c_2, %c_2, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %73 = stablehlo.concatenate %c_4, %c_4, %c_4, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %74 = stablehlo.concatenate %c_4, %c_4, %c_4, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %75 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%arg2, %1, %71, %72, %73, %74, %70) {api_version = 2 : i32, called_computations = [@reduce_window_float32_reducer]} : (tensor<1x?x?x3xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4x2xi32>) -> tensor<1x?x?x3xf32>
    %76 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %77 = stablehlo.concatenate %c_9, %c_9, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %78 = stablehlo.reshape %77 : (tensor<2xi32>) -> tensor<1x2xi32>
    %79 = stablehlo.convert %arg0 : tensor<i32>
    %80 = stablehlo.multiply %79, %c_8 : tensor<i32>
    %81:2 = call @divmod(%arg0, %arg1, %80, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %82:2 = call @divmod(%arg0, %arg1, %81#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %83 = stablehlo.multiply %82#0, %c_6 : tensor<i32>
    %84 = stablehlo.convert %arg0 : tensor<i32>
    %85 = stablehlo.multiply %84, %c_8 : tensor<i32>
    %86:2 = call @divmod(%arg0, %arg1, %85, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %87 = stablehlo.add %83, %86#0 : tensor<i32>
    %88 = stablehlo.add %87, %c_5 : tensor<i32>
    %89:2 = call @divmod(%arg0, %arg1, %88, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %90 = stablehlo.convert %arg0 : tensor<i32>
    %91 = stablehlo.multiply %90, %c_8 : tensor<i32>
    %92:2 = call @divmod(%arg0, %arg1, %91, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %93:2 = call @divmod(%arg0, %arg1, %92#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %94 = stablehlo.multiply %93#0, %c_6 : tensor<i32>
    %95 = stablehlo.convert %arg0 : tensor<i32>
    %96 = stablehlo.multiply %95, %c_8 : tensor<i32>
    %97:2 = call @divmod(%arg0, %arg1, %96, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %98 = stablehlo.add %94, %97#0 : tensor<i32>
    %99 = stablehlo.add %98, %c_5 : tensor<i32>
    %100:2 = call @divmod(%arg0, %arg1, %99, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %101 = stablehlo.multiply %100#0, %c_8 : tensor<i32>
    %102 = stablehlo.convert %arg0 : tensor<i32>
    %103 = stablehlo.multiply %102, %c_8 : tensor<i32>
    %104:2 = call @divmod(%arg0, %arg1, %103, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %105:2 = call @divmod(%arg0, %arg1, %104#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %106 = stablehlo.multiply %105#0, %c_6 : tensor<i32>
    %107 = stablehlo.convert %arg0 : tensor<i32>
    %108 = stablehlo.multiply %107, %c_8 : tensor<i32>
    %109:2 = call @divmod(%arg0, %arg1, %108, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %110 = stablehlo.add %101, %106 : tensor<i32>
    %111 = stablehlo.add %110, %109#0 : tensor<i32>
    %112 = stablehlo.add %111, %c_5 : tensor<i32>
    %113 = stablehlo.reshape %89#0 : (tensor<i32>) -> tensor<1xi32>
    %114 = stablehlo.reshape %112 : (tensor<i32>) -> tensor<1xi32>
    %115 = stablehlo.concatenate %113, %114, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %116 = stablehlo.reshape %115 : (tensor<2xi32>) -> tensor<1x2xi32>
    %117 = stablehlo.convert %arg1 : tensor<i32>
    %118 = stablehlo.multiply %117, %c_8 : tensor<i32>
    %119:2 = call @divmod(%arg0, %arg1, %118, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %120:2 = call @divmod(%arg0, %arg1, %119#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %121 = stablehlo.multiply %120#0, %c_6 : tensor<i32>
    %122 = stablehlo.convert %arg1 : tensor<i32>
    %123 = stablehlo.multiply %122, %c_8 : tensor<i32>
    %124:2 = call @divmod(%arg0, %arg1, %123, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %125 = stablehlo.add %121, %124#0 : tensor<i32>
    %126 = stablehlo.add %125, %c_5 : tensor<i32>
    %127:2 = call @divmod(%arg0, %arg1, %126, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %128 = stablehlo.convert %arg1 : tensor<i32>
    %129 = stablehlo.multiply %128, %c_8 : tensor<i32>
    %130:2 = call @divmod(%arg0, %arg1, %129, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %131:2 = call @divmod(%arg0, %arg1, %130#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %132 = stablehlo.multiply %131#0, %c_6 : tensor<i32>
    %133 = stablehlo.convert %arg1 : tensor<i32>
    %134 = stablehlo.multiply %133, %c_8 : tensor<i32>
    %135:2 = call @divmod(%arg0, %arg1, %134, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %136 = stablehlo.add %132, %135#0 : tensor<i32>
    %137 = stablehlo.add %136, %c_5 : tensor<i32>
    %138:2 = call @divmod(%arg0, %arg1, %137, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %139 = stablehlo.multiply %138#0, %c_8 : tensor<i32>
    %140 = stablehlo.convert %arg1 : tensor<i32>
    %141 = stablehlo.multiply %140, %c_8 : tensor<i32>
    %142:2 = call @divmod(%arg0, %arg1, %141, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %143:2 = call @divmod(%arg0, %arg1, %142#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %144 = stablehlo.multiply %143#0, %c_6 : tensor<i32>
    %145 = stablehlo.convert %arg1 : tensor<i32>
    %146 = stablehlo.multiply %145, %c_8 : tensor<i32>
    %147:2 = call @divmod(%arg0, %arg1, %146, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %148 = stablehlo.add %139, %144 : tensor<i32>
    %149 = stablehlo.add %148, %147#0 : tensor<i32>
    %150 = stablehlo.add %149, %c_5 : tensor<i32>
    %151 = stablehlo.reshape %127#0 : (tensor<i32>) -> tensor<1xi32>
    %152 = stablehlo.reshape %150 : (tensor<i32>) -> tensor<1xi32>
    %153 = stablehlo.concatenate %151, %152, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %154 = stablehlo.reshape %153 : (tensor<2xi32>) -> tensor<1x2xi32>
    %155 = stablehlo.concatenate %c_9, %c_9, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %156 = stablehlo.reshape %155 : (tensor<2xi32>) -> tensor<1x2xi32>
    %157 = stablehlo.concatenate %78, %116, %154, %156, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
    %158 = stablehlo.concatenate %c_4, %c_3, %c_3, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %159 = stablehlo.concatenate %c_4, %c_2, %c_2, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %160 = stablehlo.concatenate %c_4, %c_4, %c_4, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %161 = stablehlo.concatenate %c_4, %c_4, %c_4, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %162 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%75, %76, %158, %159, %160, %161, %157) {api_version = 2 : i32, called_computations = [@reduce_window_float32_reducer_0]} : (tensor<1x?x?x3xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4x2xi32>) -> tensor<1x?x?x3xf32>
    %163 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %164 = stablehlo.concatenate %c_9, %c_9, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %165 = stablehlo.reshape %164 : (tensor<2xi32>) -> tensor<1x2xi32>
    %166 = stablehlo.convert %arg0 : tensor<i32>
    %167 = stablehlo.multiply %166, %c_8 : tensor<i32>
    %168:2 = call @divmod(%arg0, %arg1, %167, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %169:2 = call @divmod(%arg0, %arg1, %168#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %170:2 = call @divmod(%arg0, %arg1, %169#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %171 = stablehlo.multiply %170#0, %c_6 : tensor<i32>
    %172 = stablehlo.convert %arg0 : tensor<i32>
    %173 = stablehlo.multiply %172, %c_8 : tensor<i32>
    %174:2 = call @divmod(%arg0, %arg1, %173, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %175:2 = call @divmod(%arg0, %arg1, %174#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %176 = stablehlo.add %171, %175#0 : tensor<i32>
    %177 = stablehlo.add %176, %c_5 : tensor<i32>
    %178:2 = call @divmod(%arg0, %arg1, %177, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %179 = stablehlo.convert %arg0 : tensor<i32>
    %180 = stablehlo.multiply %179, %c_8 : tensor<i32>
    %181:2 = call @divmod(%arg0, %arg1, %180, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %182:2 = call @divmod(%arg0, %arg1, %181#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %183:2 = call @divmod(%arg0, %arg1, %182#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %184 = stablehlo.multiply %183#0, %c_6 : tensor<i32>
    %185 = stablehlo.convert %arg0 : tensor<i32>
    %186 = stablehlo.multiply %185, %c_8 : tensor<i32>
    %187:2 = call @divmod(%arg0, %arg1, %186, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %188:2 = call @divmod(%arg0, %arg1, %187#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %189 = stablehlo.add %184, %188#0 : tensor<i32>
    %190 = stablehlo.add %189, %c_5 : tensor<i32>
    %191:2 = call @divmod(%arg0, %arg1, %190, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %192 = stablehlo.multiply %191#0, %c_8 : tensor<i32>
    %193 = stablehlo.convert %arg0 : tensor<i32>
    %194 = stablehlo.multiply %193, %c_8 : tensor<i32>
    %195:2 = call @divmod(%arg0, %arg1, %194, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %196:2 = call @divmod(%arg0, %arg1, %195#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %197:2 = call @divmod(%arg0, %arg1, %196#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %198 = stablehlo.multiply %197#0, %c_6 : tensor<i32>
    %199 = stablehlo.convert %arg0 : tensor<i32>
    %200 = stablehlo.multiply %199, %c_8 : tensor<i32>
    %201:2 = call @divmod(%arg0, %arg1, %200, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %202:2 = call @divmod(%arg0, %arg1, %201#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %203 = stablehlo.add %192, %198 : tensor<i32>
    %204 = stablehlo.add %203, %202#0 : tensor<i32>
    %205 = stablehlo.add %204, %c_5 : tensor<i32>
    %206 = stablehlo.reshape %178#0 : (tensor<i32>) -> tensor<1xi32>
    %207 = stablehlo.reshape %205 : (tensor<i32>) -> tensor<1xi32>
    %208 = stablehlo.concatenate %206, %207, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %209 = stablehlo.reshape %208 : (tensor<2xi32>) -> tensor<1x2xi32>
    %210 = stablehlo.convert %arg1 : tensor<i32>
    %211 = stablehlo.multiply %210, %c_8 : tensor<i32>
    %212:2 = call @divmod(%arg0, %arg1, %211, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %213:2 = call @divmod(%arg0, %arg1, %212#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %214:2 = call @divmod(%arg0, %arg1, %213#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %215 = stablehlo.multiply %214#0, %c_6 : tensor<i32>
    %216 = stablehlo.convert %arg1 : tensor<i32>
    %217 = stablehlo.multiply %216, %c_8 : tensor<i32>
    %218:2 = call @divmod(%arg0, %arg1, %217, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %219:2 = call @divmod(%arg0, %arg1, %218#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %220 = stablehlo.add %215, %219#0 : tensor<i32>
    %221 = stablehlo.add %220, %c_5 : tensor<i32>
    %222:2 = call @divmod(%arg0, %arg1, %221, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %223 = stablehlo.convert %arg1 : tensor<i32>
    %224 = stablehlo.multiply %223, %c_8 : tensor<i32>
    %225:2 = call @divmod(%arg0, %arg1, %224, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %226:2 = call @divmod(%arg0, %arg1, %225#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %227:2 = call @divmod(%arg0, %arg1, %226#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %228 = stablehlo.multiply %227#0, %c_6 : tensor<i32>
    %229 = stablehlo.convert %arg1 : tensor<i32>
    %230 = stablehlo.multiply %229, %c_8 : tensor<i32>
    %231:2 = call @divmod(%arg0, %arg1, %230, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %232:2 = call @divmod(%arg0, %arg1, %231#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %233 = stablehlo.add %228, %232#0 : tensor<i32>
    %234 = stablehlo.add %233, %c_5 : tensor<i32>
    %235:2 = call @divmod(%arg0, %arg1, %234, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %236 = stablehlo.multiply %235#0, %c_8 : tensor<i32>
    %237 = stablehlo.convert %arg1 : tensor<i32>
    %238 = stablehlo.multiply %237, %c_8 : tensor<i32>
    %239:2 = call @divmod(%arg0, %arg1, %238, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %240:2 = call @divmod(%arg0, %arg1, %239#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %241:2 = call @divmod(%arg0, %arg1, %240#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %242 = stablehlo.multiply %241#0, %c_6 : tensor<i32>
    %243 = stablehlo.convert %arg1 : tensor<i32>
    %244 = stablehlo.multiply %243, %c_8 : tensor<i32>
    %245:2 = call @divmod(%arg0, %arg1, %244, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %246:2 = call @divmod(%arg0, %arg1, %245#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %247 = stablehlo.add %236, %242 : tensor<i32>
    %248 = stablehlo.add %247, %246#0 : tensor<i32>
    %249 = stablehlo.add %248, %c_5 : tensor<i32>
    %250 = stablehlo.reshape %222#0 : (tensor<i32>) -> tensor<1xi32>
    %251 = stablehlo.reshape %249 : (tensor<i32>) -> tensor<1xi32>
    %252 = stablehlo.concatenate %250, %251, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %253 = stablehlo.reshape %252 : (tensor<2xi32>) -> tensor<1x2xi32>
    %254 = stablehlo.concatenate %c_9, %c_9, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %255 = stablehlo.reshape %254 : (tensor<2xi32>) -> tensor<1x2xi32>
    %256 = stablehlo.concatenate %165, %209, %253, %255, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
    %257 = stablehlo.concatenate %c_4, %c_3, %c_3, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %258 = stablehlo.concatenate %c_4, %c_2, %c_2, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %259 = stablehlo.concatenate %c_4, %c_4, %c_4, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %260 = stablehlo.concatenate %c_4, %c_4, %c_4, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %261 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%162, %163, %257, %258, %259, %260, %256) {api_version = 2 : i32, called_computations = [@reduce_window_float32_reducer_1]} : (tensor<1x?x?x3xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4x2xi32>) -> tensor<1x?x?x3xf32>
    %262 = stablehlo.convert %arg1 : tensor<i32>
    %263 = stablehlo.add %262, %c_1 : tensor<i32>
    %264:2 = call @divmod(%arg0, %arg1, %263, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %265 = stablehlo.convert %arg0 : tensor<i32>
    %266 = stablehlo.add %265, %c_1 : tensor<i32>
    %267:2 = call @divmod(%arg0, %arg1, %266, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %268 = stablehlo.multiply %264#0, %267#0 : tensor<i32>
    %269 = stablehlo.convert %arg1 : tensor<i32>
    %270 = stablehlo.add %269, %c_1 : tensor<i32>
    %271:2 = call @divmod(%arg0, %arg1, %270, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %272 = stablehlo.convert %arg0 : tensor<i32>
    %273 = stablehlo.add %272, %c_1 : tensor<i32>
    %274:2 = call @divmod(%arg0, %arg1, %273, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %275 = stablehlo.add %268, %271#0 : tensor<i32>
    %276 = stablehlo.add %275, %274#0 : tensor<i32>
    %277 = stablehlo.add %276, %c_5 : tensor<i32>
    %278 = stablehlo.reshape %277 : (tensor<i32>) -> tensor<1xi32>
    %279 = stablehlo.concatenate %c_4, %278, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %280 = stablehlo.dynamic_reshape %0, %279 : (tensor<1x?x?x8xf32>, tensor<3xi32>) -> tensor<1x?x8xf32>
    %281 = stablehlo.convert %arg1 : tensor<i32>
    %282 = stablehlo.add %281, %c_1 : tensor<i32>
    %283:2 = call @divmod(%arg0, %arg1, %282, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %284 = stablehlo.convert %arg0 : tensor<i32>
    %285 = stablehlo.add %284, %c_1 : tensor<i32>
    %286:2 = call @divmod(%arg0, %arg1, %285, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %287 = stablehlo.multiply %283#0, %286#0 : tensor<i32>
    %288 = stablehlo.multiply %287, %c_0 : tensor<i32>
    %289 = stablehlo.convert %arg1 : tensor<i32>
    %290 = stablehlo.add %289, %c_1 : tensor<i32>
    %291:2 = call @divmod(%arg0, %arg1, %290, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %292 = stablehlo.multiply %291#0, %c_0 : tensor<i32>
    %293 = stablehlo.convert %arg0 : tensor<i32>
    %294 = stablehlo.add %293, %c_1 : tensor<i32>
    %295:2 = call @divmod(%arg0, %arg1, %294, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %296 = stablehlo.multiply %295#0, %c_0 : tensor<i32>
    %297 = stablehlo.add %288, %292 : tensor<i32>
    %298 = stablehlo.add %297, %296 : tensor<i32>
    %299 = stablehlo.add %298, %c_0 : tensor<i32>
    %300 = stablehlo.reshape %299 : (tensor<i32>) -> tensor<1xi32>
    %301 = stablehlo.dynamic_reshape %0, %300 : (tensor<1x?x?x8xf32>, tensor<1xi32>) -> tensor<?xf32>
    %302 = stablehlo.convert %arg1 : tensor<i32>
    %303 = stablehlo.multiply %302, %c_8 : tensor<i32>
    %304:2 = call @divmod(%arg0, %arg1, %303, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %305:2 = call @divmod(%arg0, %arg1, %304#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %306:2 = call @divmod(%arg0, %arg1, %305#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %307 = stablehlo.convert %arg0 : tensor<i32>
    %308 = stablehlo.multiply %307, %c_8 : tensor<i32>
    %309:2 = call @divmod(%arg0, %arg1, %308, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %310:2 = call @divmod(%arg0, %arg1, %309#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %311:2 = call @divmod(%arg0, %arg1, %310#0, %c_7) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %312 = stablehlo.multiply %306#0, %311#0 : tensor<i32>
    %313 = stablehlo.reshape %312 : (tensor<i32>) -> tensor<1xi32>
    %314 = stablehlo.concatenate %313, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %315 = stablehlo.dynamic_reshape %261, %314 : (tensor<1x?x?x3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
    return %280, %301, %315 : tensor<1x?x8xf32>, tensor<?xf32>, tensor<?x3xf32>
  }
  func.func private @divmod(%arg0: tensor<i32> {jax.global_constant = "h"}, %arg1: tensor<i32> {jax.global_constant = "w"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    %0 = call @floor_divide(%arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %1 = call @remainder(%arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %0, %1 : tensor<i32>, tensor<i32>
  }
  func.func private @floor_divide(%arg0: tensor<i32> {jax.global_constant = "h"}, %arg1: tensor<i32> {jax.global_constant = "w"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i32> {
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
  func.func private @_where(%arg0: tensor<i32> {jax.global_constant = "h"}, %arg1: tensor<i32> {jax.global_constant = "w"}, %arg2: tensor<i1>, %arg3: tensor<i32>, %arg4: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg2, %arg3, %arg4 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @remainder(%arg0: tensor<i32> {jax.global_constant = "h"}, %arg1: tensor<i32> {jax.global_constant = "w"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i32> {
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
