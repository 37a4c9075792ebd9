// Named structured ops, whose bodies the custom assembly does not show.
func.func @contractions(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>, %qa: tensor<4x8xi8>, %qb: tensor<8x4xi8>,
    %qc: tensor<4x4xi32>, %za: i32, %ha: tensor<4x8xf16>, %hb: tensor<8x4xf16>, %v: tensor<8xf32>, %w: tensor<4xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%qa, %qb : tensor<4x8xi8>, tensor<8x4xi8>) outs(%qc : tensor<4x4xi32>) -> tensor<4x4xi32>
  %2 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%qa, %qb : tensor<4x8xi8>, tensor<8x4xi8>)
      outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = linalg.matmul ins(%ha, %hb : tensor<4x8xf16>, tensor<8x4xf16>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = linalg.quantized_matmul ins(%qa, %qb, %za, %za : tensor<4x8xi8>, tensor<8x4xi8>, i32, i32)
      outs(%qc : tensor<4x4xi32>) -> tensor<4x4xi32>
  %5 = linalg.matvec ins(%a, %v : tensor<4x8xf32>, tensor<8xf32>) outs(%w : tensor<4xf32>) -> tensor<4xf32>
  %6 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
      affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @windows(%image: tensor<1x8x8x4xf32>, %filter: tensor<3x3x4x2xf32>, %out: tensor<1x6x6x2xf32>, %window: tensor<3x3xf32>,
    %pooled: tensor<1x6x6x4xf32>, %words: tensor<1x8x8x4xi8>, %word_window: tensor<3x3xi8>, %sums: tensor<1x6x6x4xi32>) {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%image, %filter : tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>)
      outs(%out : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  %1 = linalg.pooling_nhwc_sum ins(%image, %window : tensor<1x8x8x4xf32>, tensor<3x3xf32>)
      outs(%pooled : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %2 = linalg.pooling_nhwc_max ins(%image, %window : tensor<1x8x8x4xf32>, tensor<3x3xf32>)
      outs(%pooled : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %3 = linalg.pooling_nhwc_min_unsigned ins(%words, %word_window : tensor<1x8x8x4xi8>, tensor<3x3xi8>)
      outs(%sums : tensor<1x6x6x4xi32>) -> tensor<1x6x6x4xi32>
  return
}

// -----

func.func @elements(%a: tensor<4xf32>, %n: tensor<4xi32>, %bits: tensor<4xi1>, %z: tensor<4xcomplex<f32>>, %h: tensor<4xf16>, %m: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.reciprocal ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.square ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %3 = linalg.add ins(%n, %n : tensor<4xi32>, tensor<4xi32>) outs(%n : tensor<4xi32>) -> tensor<4xi32>
  %4 = linalg.add ins(%bits, %bits : tensor<4xi1>, tensor<4xi1>) outs(%bits : tensor<4xi1>) -> tensor<4xi1>
  %5 = linalg.mul ins(%z, %z : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%z : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %6 = linalg.max ins(%n, %n : tensor<4xi32>, tensor<4xi32>) outs(%n : tensor<4xi32>) -> tensor<4xi32>
  %7 = linalg.div_unsigned ins(%n, %n : tensor<4xi32>, tensor<4xi32>) outs(%n : tensor<4xi32>) -> tensor<4xi32>
  %8 = linalg.select ins(%bits, %a, %a : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %9 = linalg.copy ins(%h : tensor<4xf16>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %10 = linalg.elementwise kind=#linalg.elementwise_kind<max_unsigned> ins(%n, %n : tensor<4xi32>, tensor<4xi32>)
      outs(%n : tensor<4xi32>) -> tensor<4xi32>
  linalg.fill ins(%zero : f32) outs(%m : memref<4xf32>)
  return
}
