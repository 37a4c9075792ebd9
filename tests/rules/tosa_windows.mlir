// Convolutions in three dimensions and the other way round, resizing, and spectra.

func.func @windows(%v: tensor<2x5x9x9x3xf32>, %w3: tensor<8x3x3x3x3xf32>, %b: tensor<8xf32>, %z: tensor<1xf32>, %x: tensor<2x5x9x3xf32>, %w: tensor<8x3x4x3xf32>, %r: tensor<2x8x10xf32>) {
  %c = "tosa.conv3d"(%v, %w3, %b, %z, %z) {acc_type = f32, pad = array<i64: 1, 1, 0, 0, 1, 0>, stride = array<i64: 1, 2, 1>, dilation = array<i64: 1, 1, 2>} : (tensor<2x5x9x9x3xf32>, tensor<8x3x3x3x3xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?x?x?xf32>
  %q0 = "test.reify_bound"(%c) {dim = 0} : (tensor<?x?x?x?x?xf32>) -> index // = 2
  %q1 = "test.reify_bound"(%c) {dim = 1} : (tensor<?x?x?x?x?xf32>) -> index // = 5
  %q2 = "test.reify_bound"(%c) {dim = 2} : (tensor<?x?x?x?x?xf32>) -> index // = 4
  %q3 = "test.reify_bound"(%c) {dim = 3} : (tensor<?x?x?x?x?xf32>) -> index // = 6
  %q4 = "test.reify_bound"(%c) {dim = 4} : (tensor<?x?x?x?x?xf32>) -> index // = 8
  %t = "tosa.transpose_conv2d"(%x, %w, %b, %z, %z) {acc_type = f32, out_pad = array<i64: 1, 0, 0, -1>, stride = array<i64: 2, 3>} : (tensor<2x5x9x3xf32>, tensor<8x3x4x3xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?x?xf32>
  %q5 = "test.reify_bound"(%t) {dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 2
  %q6 = "test.reify_bound"(%t) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 12
  %q7 = "test.reify_bound"(%t) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 27
  %q8 = "test.reify_bound"(%t) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 8
  %scale = "tosa.const_shape"() {values = dense<[4, 2, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = "tosa.const_shape"() {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = "tosa.const_shape"() {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %s = "tosa.resize"(%x, %scale, %offset, %border) {mode = "BILINEAR"} : (tensor<2x5x9x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x?x?x?xf32>
  %q9 = "test.reify_bound"(%s) {dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 2
  %q10 = "test.reify_bound"(%s) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 9
  %q11 = "test.reify_bound"(%s) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 27
  %q12 = "test.reify_bound"(%s) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 3
  %f:2 = "tosa.rfft2d"(%r) : (tensor<2x8x10xf32>) -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>)
  %q13 = "test.reify_bound"(%f#1) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q14 = "test.reify_bound"(%f#1) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 8
  %q15 = "test.reify_bound"(%f#1) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 6
  %g:2 = "tosa.fft2d"(%r, %r) {inverse = false} : (tensor<2x8x10xf32>, tensor<2x8x10xf32>) -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>)
  %q16 = "test.reify_bound"(%g#1) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q17 = "test.reify_bound"(%g#1) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 8
  %q18 = "test.reify_bound"(%g#1) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 10
  return
}
