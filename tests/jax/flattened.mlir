module @jit_flattened attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x?x?x3xf32>) -> (tensor<?x3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<1x?x?x3xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 2 : (tensor<1x?x?x3xf32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'h'. Using the following polymorphic shapes specifications: args[0].shape = (1, h, w, 3). Obtained dimension variables: 'h' = {0} from specification 'h' for dimension args[0].shape[1] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'w'. Using the following polymorphic shapes specifications: args[0].shape = (1, h, w, 3). Obtained dimension variables: 'h' = {0} from specification 'h' for dimension args[0].shape[1] (= {0}), 'w' = {1} from specification 'w' for dimension args[0].shape[2] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4 = call @_wrapped_jax_export_main(%0, %1, %arg0) : (tensor<i32>, tensor<i32>, tensor<1x?x?x3xf32>) -> tensor<?x3xf32>
    return %4 : tensor<?x3xf32>
  }
  func.func @reduce_window_float32_reducer_0(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @reduce_window_float32_reducer(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "h"}, %arg1: tensor<i32> {jax.global_constant = "w"}, %arg2: tensor<1x?x?x3xf32>) -> (tensor<?x3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<3> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %c_3 = stablehlo.constant dense<-2> : tensor<i32>
    %c_4 = stablehlo.constant dense<2> : tensor<i32>
    %c_5 = stablehlo.constant dense<-1> : tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<1xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = stablehlo.concatenate %c_6, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %2 = stablehlo.reshape %1 : (tensor<2xi32>) -> tensor<1x2xi32>
    %3 = stablehlo.convert %arg0 : tensor<i32>
    %4 = stablehlo.multiply %3, %c_5 : tensor<i32>
    %5:2 = call @divmod(%arg0, %arg1, %4, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %6 = stablehlo.multiply %5#0, %c_3 : tensor<i32>
    %7 = stablehlo.convert %arg0 : tensor<i32>
    %8 = stablehlo.multiply %7, %c_5 : tensor<i32>
    %9 = stablehlo.add %6, %8 : tensor<i32>
    %10 = stablehlo.add %9, %c_2 : tensor<i32>
    %11:2 = call @divmod(%arg0, %arg1, %10, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %12 = stablehlo.convert %arg0 : tensor<i32>
    %13 = stablehlo.multiply %12, %c_5 : tensor<i32>
    %14:2 = call @divmod(%arg0, %arg1, %13, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %15 = stablehlo.multiply %14#0, %c_3 : tensor<i32>
    %16 = stablehlo.convert %arg0 : tensor<i32>
    %17 = stablehlo.multiply %16, %c_5 : tensor<i32>
    %18 = stablehlo.add %15, %17 : tensor<i32>
    %19 = stablehlo.add %18, %c_2 : tensor<i32>
    %20:2 = call @divmod(%arg0, %arg1, %19, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %21 = stablehlo.multiply %20#0, %c_5 : tensor<i32>
    %22 = stablehlo.convert %arg0 : tensor<i32>
    %23 = stablehlo.multiply %22, %c_5 : tensor<i32>
    %24:2 = call @divmod(%arg0, %arg1, %23, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %25 = stablehlo.multiply %24#0, %c_3 : tensor<i32>
    %26 = stablehlo.convert %arg0 : tensor<i32>
    %27 = stablehlo.multiply %26, %c_5 : tensor<i32>
    %28 = stablehlo.add %21, %25 : tensor<i32>
    %29 = stablehlo.add %28, %27 : tensor<i32>
    %30 = stablehlo.add %29, %c_2 : tensor<i32>
    %31 = stablehlo.reshape %11#0 : (tensor<i32>) -> tensor<1xi32>
    %32 = stablehlo.reshape %30 : (tensor<i32>) -> tensor<1xi32>
    %33 = stablehlo.concatenate %31, %32, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %34 = stablehlo.reshape %33 : (tensor<2xi32>) -> tensor<1x2xi32>
    %35 = stablehlo.convert %arg1 : tensor<i32>
    %36 = stablehlo.multiply %35, %c_5 : tensor<i32>
    %37:2 = call @divmod(%arg0, %arg1, %36, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %38 = stablehlo.multiply %37#0, %c_3 : tensor<i32>
    %39 = stablehlo.convert %arg1 : tensor<i32>
    %40 = stablehlo.multiply %39, %c_5 : tensor<i32>
    %41 = stablehlo.add %38, %40 : tensor<i32>
    %42 = stablehlo.add %41, %c_2 : tensor<i32>
    %43:2 = call @divmod(%arg0, %arg1, %42, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %44 = stablehlo.convert %arg1 : tensor<i32>
    %45 = stablehlo.multiply %44, %c_5 : tensor<i32>
    %46:2 = call @divmod(%arg0, %arg1, %45, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %47 = stablehlo.multiply %46#0, %c_3 : tensor<i32>
    %48 = stablehlo.convert %arg1 : tensor<i32>
    %49 = stablehlo.multiply %48, %c_5 : tensor<i32>
    %50 = stablehlo.add %47, %49 : tensor<i32>
    %51 = stablehlo.add %50, %c_2 : tensor<i32>
    %52:2 = call @divmod(%arg0, %arg1, %51, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %53 = stablehlo.multiply %52#0, %c_5 : tensor<i32>
    %54 = stablehlo.convert %arg1 : tensor<i32>
    %55 = stablehlo.multiply %54, %c_5 : tensor<i32>
    %56:2 = call @divmod(%arg0, %arg1, %55, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %57 = stablehlo.multiply %56#0, %c_3 : tensor<i32>
    %58 = stablehlo.convert %arg1 : tensor<i32>
    %59 = stablehlo.multiply %58, %c_5 : tensor<i32>
    %60 = stablehlo.add %53, %57 : tensor<i32>
    %61 = stablehlo.add %60, %59 : tensor<i32>
    %62 = stablehlo.add %61, %c_2 : tensor<i32>
    %63 = stablehlo.reshape %43#0 : (tensor<i32>) -> tensor<1xi32>
    %64 = stablehlo.reshape %62 : (tensor<i32>) -> tensor<1xi32>
    %65 = stablehlo.concatenate %63, %64, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %66 = stablehlo.reshape %65 : (tensor<2xi32>) -> tensor<1x2xi32>
    %67 = stablehlo.concatenate %c_6, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %68 = stablehlo.reshape %67 : (tensor<2xi32>) -> tensor<1x2xi32>
    %69 = stablehlo.concatenate %2, %34, %66, %68, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
    %70 = stablehlo.concatenate %c_1, %c_0, %c_0, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %71 = stablehlo.concatenate %c_1, %c, %c, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %72 = stablehlo.concatenate %c_1, %c_1, %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %73 = stablehlo.concatenate %c_1, %c_1, %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %74 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%arg2, %0, %70, %71, %72, %73, %69) {api_version = 2 : i32, called_computations = [@reduce_window_float32_reducer]} : (tensor<1x?x?x3xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4x2xi32>) -> tensor<1x?x?x3xf32>
    %75 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %76 = stablehlo.concatenate %c_6, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %77 = stablehlo.reshape %76 : (tensor<2xi32>) -> tensor<1x2xi32>
    %78 = stablehlo.convert %arg0 : tensor<i32>
    %79 = stablehlo.multiply %78, %c_5 : tensor<i32>
    %80:2 = call @divmod(%arg0, %arg1, %79, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %81:2 = call @divmod(%arg0, %arg1, %80#0, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %82 = stablehlo.multiply %81#0, %c_3 : tensor<i32>
    %83 = stablehlo.convert %arg0 : tensor<i32>
    %84 = stablehlo.multiply %83, %c_5 : tensor<i32>
    %85:2 = call @divmod(%arg0, %arg1, %84, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %86 = stablehlo.add %82, %85#0 : tensor<i32>
    %87 = stablehlo.add %86, %c_2 : tensor<i32>
    %88:2 = call @divmod(%arg0, %arg1, %87, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %89 = stablehlo.convert %arg0 : tensor<i32>
    %90 = stablehlo.multiply %89, %c_5 : tensor<i32>
    %91:2 = call @divmod(%arg0, %arg1, %90, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %92:2 = call @divmod(%arg0, %arg1, %91#0, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %93 = stablehlo.multiply %92#0, %c_3 : tensor<i32>
    %94 = stablehlo.convert %arg0 : tensor<i32>
    %95 = stablehlo.multiply %94, %c_5 : tensor<i32>
    %96:2 = call @divmod(%arg0, %arg1, %95, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %97 = stablehlo.add %93, %96#0 : tensor<i32>
    %98 = stablehlo.add %97, %c_2 : tensor<i32>
    %99:2 = call @divmod(%arg0, %arg1, %98, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %100 = stablehlo.multiply %99#0, %c_5 : tensor<i32>
    %101 = stablehlo.convert %arg0 : tensor<i32>
    %102 = stablehlo.multiply %101, %c_5 : tensor<i32>
    %103:2 = call @divmod(%arg0, %arg1, %102, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %104:2 = call @divmod(%arg0, %arg1, %103#0, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %105 = stablehlo.multiply %104#0, %c_3 : tensor<i32>
    %106 = stablehlo.convert %arg0 : tensor<i32>
    %107 = stablehlo.multiply %106, %c_5 : tensor<i32>
    %108:2 = call @divmod(%arg0, %arg1, %107, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %109 = stablehlo.add %100, %105 : tensor<i32>
    %110 = stablehlo.add %109, %108#0 : tensor<i32>
    %111 = stablehlo.add %110, %c_2 : tensor<i32>
    %112 = stablehlo.reshape %88#0 : (tensor<i32>) -> tensor<1xi32>
    %113 = stablehlo.reshape %111 : (tensor<i32>) -> tensor<1xi32>
    %114 = stablehlo.concatenate %112, %113, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %115 = stablehlo.reshape %114 : (tensor<2xi32>) -> tensor<1x2xi32>
    %116 = stablehlo.convert %arg1 : tensor<i32>
    %117 = stablehlo.multiply %116, %c_5 : tensor<i32>
    %118:2 = call @divmod(%arg0, %arg1, %117, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %119:2 = call @divmod(%arg0, %arg1, %118#0, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %120 = stablehlo.multiply %119#0, %c_3 : tensor<i32>
    %121 = stablehlo.convert %arg1 : tensor<i32>
    %122 = stablehlo.multiply %121, %c_5 : tensor<i32>
    %123:2 = call @divmod(%arg0, %arg1, %122, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %124 = stablehlo.add %120, %123#0 : tensor<i32>
    %125 = stablehlo.add %124, %c_2 : tensor<i32>
    %126:2 = call @divmod(%arg0, %arg1, %125, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %127 = stablehlo.convert %arg1 : tensor<i32>
    %128 = stablehlo.multiply %127, %c_5 : tensor<i32>
    %129:2 = call @divmod(%arg0, %arg1, %128, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %130:2 = call @divmod(%arg0, %arg1, %129#0, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %131 = stablehlo.multiply %130#0, %c_3 : tensor<i32>
    %132 = stablehlo.convert %arg1 : tensor<i32>
    %133 = stablehlo.multiply %132, %c_5 : tensor<i32>
    %134:2 = call @divmod(%arg0, %arg1, %133, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %135 = stablehlo.add %131, %134#0 : tensor<i32>
    %136 = stablehlo.add %135, %c_2 : tensor<i32>
    %137:2 = call @divmod(%arg0, %arg1, %136, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %138 = stablehlo.multiply %137#0, %c_5 : tensor<i32>
    %139 = stablehlo.convert %arg1 : tensor<i32>
    %140 = stablehlo.multiply %139, %c_5 : tensor<i32>
    %141:2 = call @divmod(%arg0, %arg1, %140, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %142:2 = call @divmod(%arg0, %arg1, %141#0, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %143 = stablehlo.multiply %142#0, %c_3 : tensor<i32>
    %144 = stablehlo.convert %arg1 : tensor<i32>
    %145 = stablehlo.multiply %144, %c_5 : tensor<i32>
    %146:2 = call @divmod(%arg0, %arg1, %145, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %147 = stablehlo.add %138, %143 : tensor<i32>
    %148 = stablehlo.add %147, %146#0 : tensor<i32>
    %149 = stablehlo.add %148, %c_2 : tensor<i32>
    %150 = stablehlo.reshape %126#0 : (tensor<i32>) -> tensor<1xi32>
    %151 = stablehlo.reshape %149 : (tensor<i32>) -> tensor<1xi32>
    %152 = stablehlo.concatenate %150, %151, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %153 = stablehlo.reshape %152 : (tensor<2xi32>) -> tensor<1x2xi32>
    %154 = stablehlo.concatenate %c_6, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %155 = stablehlo.reshape %154 : (tensor<2xi32>) -> tensor<1x2xi32>
    %156 = stablehlo.concatenate %77, %115, %153, %155, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
    %157 = stablehlo.concatenate %c_1, %c_0, %c_0, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %158 = stablehlo.concatenate %c_1, %c, %c, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %159 = stablehlo.concatenate %c_1, %c_1, %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %160 = stablehlo.concatenate %c_1, %c_1, %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %161 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%74, %75, %157, %158, %159, %160, %156) {api_version = 2 : i32, called_computations = [@reduce_window_float32_reducer_0]} : (tensor<1x?x?x3xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4x2xi32>) -> tensor<1x?x?x3xf32>
    %162 = stablehlo.convert %arg1 : tensor<i32>
    %163 = stablehlo.multiply %162, %c_5 : tensor<i32>
    %164:2 = call @divmod(%arg0, %arg1, %163, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %165:2 = call @divmod(%arg0, %arg1, %164#0, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %166 = stablehlo.convert %arg0 : tensor<i32>
    %167 = stablehlo.multiply %166, %c_5 : tensor<i32>
    %168:2 = call @divmod(%arg0, %arg1, %167, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %169:2 = call @divmod(%arg0, %arg1, %168#0, %c_4) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %170 = stablehlo.multiply %165#0, %169#0 : tensor<i32>
    %171 = stablehlo.reshape %170 : (tensor<i32>) -> tensor<1xi32>
    %172 = stablehlo.concatenate %171, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %173 = stablehlo.dynamic_reshape %161, %172 : (tensor<1x?x?x3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
    return %173 : tensor<?x3xf32>
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
