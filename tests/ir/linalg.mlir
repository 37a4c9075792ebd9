#m = affine_map<(d0, d1) -> (d0, d1)>
#trait = {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"], doc = "x", library_call = "lib"}
func.func @f(%f: f32, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %i: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x8xf32>, %o: tensor<1x6x6x8xf32>, %ma: memref<4x8xf32>, %mb: memref<8x16xf32>, %mc: memref<4x16xf32>, %v: tensor<4xf32>, %bm: tensor<2x4x8xf32>, %bn: tensor<2x8x16xf32>, %bo: tensor<2x4x16xf32>, %at: tensor<8x4xf32>) {
  %0 = linalg.fill ins(%f : f32) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  linalg.matmul {foo} ins(%ma, %mb : memref<4x8xf32>, memref<8x16xf32>) outs(%mc : memref<4x16xf32>)
  %2 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] {cast = #linalg.type_fn<cast_unsigned>} ins(%at, %b : tensor<8x4xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %3 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>} ins(%i, %k : tensor<1x8x8x3xf32>, tensor<3x3x3x8xf32>) outs(%o : tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  %4 = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) attrs = {foo} {
    ^bb0(%x: f32, %y: f32): %z = arith.addf %x, %y : f32
     linalg.yield %z : f32
  } -> tensor<4x8xf32>
  linalg.generic #trait ins(%ma : memref<4x8xf32>) outs(%ma : memref<4x8xf32>) {
    ^bb0(%x: f32, %y: f32): 
     %i1 = linalg.index 1 : index
     linalg.yield %x : f32
  }
  %5 = linalg.map { arith.addf } ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>)
  %6 = linalg.map { math.exp {fastmath = #arith.fastmath<fast>} } ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>)
  %7 = linalg.map ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) (%l : f32, %r: f32, %ini: f32) { %q = arith.addf %l, %r : f32
    linalg.yield %q : f32 }
  %8 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%v : tensor<4xf32>) dimensions = [1]
  %9 = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%v : tensor<4xf32>) dimensions = [1] (%l : f32, %r: f32) { %q = arith.mulf %r, %l : f32
    %q2 = arith.mulf %q, %l : f32
    linalg.yield %q2 : f32 }
  %10 = linalg.broadcast ins(%v : tensor<4xf32>) outs(%a : tensor<4x8xf32>) dimensions = [1]
  %11 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%at : tensor<8x4xf32>) permutation = [1, 0] {foo}
  linalg.transpose ins(%ma : memref<4x8xf32>) outs(%ma : memref<4x8xf32>) permutation = [0, 1]
  %12 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %13 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [#m, #m, #m] {foo} ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %14 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %15 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %16 = linalg.batch_matmul ins(%bm, %bn : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%bo : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  %17 = linalg.exp ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %18 = linalg.add ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e = tensor.empty() : tensor<2x4x2x2xf32>
  %19 = linalg.pack %a padding_value(%f : f32) outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<4x8xf32> -> tensor<2x4x2x2xf32>
  %20 = linalg.unpack %19 inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %a : tensor<2x4x2x2xf32> -> tensor<4x8xf32>
  return
}
