// Every named op has the sizes of its output.
func.func @elementwise(%f2: tensor<?x?xf32>, %i2: tensor<?x?xi32>, %n: index) {
  %c7 = arith.constant 7 : index
  %o2 = tensor.empty(%c7, %n) : tensor<?x?xf32>
  %p2 = tensor.empty(%c7, %n) : tensor<?x?xi32>
  %r0 = linalg.abs ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = "test.reify_bound"(%r0) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r1 = linalg.ceil ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "test.reify_bound"(%r1) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r2 = linalg.erf ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = "test.reify_bound"(%r2) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r3 = linalg.exp ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = "test.reify_bound"(%r3) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r4 = linalg.floor ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = "test.reify_bound"(%r4) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r5 = linalg.log ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %5 = "test.reify_bound"(%r5) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r6 = linalg.negf ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %6 = "test.reify_bound"(%r6) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r7 = linalg.reciprocal ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %7 = "test.reify_bound"(%r7) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r8 = linalg.round ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %8 = "test.reify_bound"(%r8) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r9 = linalg.rsqrt ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %9 = "test.reify_bound"(%r9) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r10 = linalg.sqrt ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %10 = "test.reify_bound"(%r10) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r11 = linalg.square ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %11 = "test.reify_bound"(%r11) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r12 = linalg.tanh ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %12 = "test.reify_bound"(%r12) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r13 = linalg.copy ins(%f2 : tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %13 = "test.reify_bound"(%r13) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r14 = linalg.add ins(%f2, %f2 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %14 = "test.reify_bound"(%r14) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r15 = linalg.sub ins(%f2, %f2 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %15 = "test.reify_bound"(%r15) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r16 = linalg.mul ins(%f2, %f2 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %16 = "test.reify_bound"(%r16) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r17 = linalg.div ins(%f2, %f2 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %17 = "test.reify_bound"(%r17) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r18 = linalg.max ins(%f2, %f2 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %18 = "test.reify_bound"(%r18) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r19 = linalg.min ins(%f2, %f2 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %19 = "test.reify_bound"(%r19) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r20 = linalg.powf ins(%f2, %f2 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %20 = "test.reify_bound"(%r20) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r21 = linalg.div_unsigned ins(%i2, %i2 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%p2 : tensor<?x?xi32>) -> tensor<?x?xi32>
  %21 = "test.reify_bound"(%r21) {constant, dim = 0} : (tensor<?x?xi32>) -> index // = 7
  return
}

func.func @products(%f1: tensor<?xf32>, %f2: tensor<?x?xf32>, %f3: tensor<?x?x?xf32>, %f4: tensor<?x?x?x?xf32>, %f5: tensor<?x?x?x?x?xf32>, %n: index) {
  %c7 = arith.constant 7 : index
  %o1 = tensor.empty(%c7) : tensor<?xf32>
  %o2 = tensor.empty(%c7, %n) : tensor<?x?xf32>
  %o3 = tensor.empty(%c7, %n, %n) : tensor<?x?x?xf32>
  %o4 = tensor.empty(%c7, %n, %n, %n) : tensor<?x?x?x?xf32>
  %o5 = tensor.empty(%c7, %n, %n, %n, %n) : tensor<?x?x?x?x?xf32>
  %r0 = linalg.matvec ins(%f2, %f1 : tensor<?x?xf32>, tensor<?xf32>) outs(%o1 : tensor<?xf32>) -> tensor<?xf32>
  %0 = "test.reify_bound"(%r0) {constant, dim = 0} : (tensor<?xf32>) -> index // = 7
  %r1 = linalg.vecmat ins(%f1, %f2 : tensor<?xf32>, tensor<?x?xf32>) outs(%o1 : tensor<?xf32>) -> tensor<?xf32>
  %1 = "test.reify_bound"(%r1) {constant, dim = 0} : (tensor<?xf32>) -> index // = 7
  %r2 = linalg.batch_matvec ins(%f3, %f2 : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = "test.reify_bound"(%r2) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r3 = linalg.batch_vecmat ins(%f2, %f3 : tensor<?x?xf32>, tensor<?x?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = "test.reify_bound"(%r3) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r4 = linalg.mmt4d ins(%f4, %f4 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %4 = "test.reify_bound"(%r4) {constant, dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 7
  %r5 = linalg.batch_mmt4d ins(%f5, %f5 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o5 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %5 = "test.reify_bound"(%r5) {constant, dim = 0} : (tensor<?x?x?x?x?xf32>) -> index // = 7
  %r6 = linalg.matmul ins(%f2, %f2 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %6 = "test.reify_bound"(%r6) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r7 = linalg.batch_matmul ins(%f3, %f3 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %7 = "test.reify_bound"(%r7) {constant, dim = 0} : (tensor<?x?x?xf32>) -> index // = 7
  %r8 = linalg.batch_reduce_matmul ins(%f3, %f3 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %8 = "test.reify_bound"(%r8) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  return
}

func.func @convolutions(%f1: tensor<?xf32>, %f2: tensor<?x?xf32>, %f3: tensor<?x?x?xf32>, %f4: tensor<?x?x?x?xf32>, %f5: tensor<?x?x?x?x?xf32>, %n: index) {
  %c7 = arith.constant 7 : index
  %o1 = tensor.empty(%c7) : tensor<?xf32>
  %o2 = tensor.empty(%c7, %n) : tensor<?x?xf32>
  %o3 = tensor.empty(%c7, %n, %n) : tensor<?x?x?xf32>
  %o4 = tensor.empty(%c7, %n, %n, %n) : tensor<?x?x?x?xf32>
  %o5 = tensor.empty(%c7, %n, %n, %n, %n) : tensor<?x?x?x?x?xf32>
  %r0 = linalg.conv_1d ins(%f1, %f1 : tensor<?xf32>, tensor<?xf32>) outs(%o1 : tensor<?xf32>) -> tensor<?xf32>
  %0 = "test.reify_bound"(%r0) {constant, dim = 0} : (tensor<?xf32>) -> index // = 7
  %r1 = linalg.conv_2d ins(%f2, %f2 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "test.reify_bound"(%r1) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %r2 = linalg.conv_3d ins(%f3, %f3 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %2 = "test.reify_bound"(%r2) {constant, dim = 0} : (tensor<?x?x?xf32>) -> index // = 7
  %r3 = linalg.conv_1d_ncw_fcw ins(%f3, %f3 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %3 = "test.reify_bound"(%r3) {constant, dim = 0} : (tensor<?x?x?xf32>) -> index // = 7
  %r4 = linalg.conv_1d_nwc_wcf ins(%f3, %f3 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %4 = "test.reify_bound"(%r4) {constant, dim = 0} : (tensor<?x?x?xf32>) -> index // = 7
  %r5 = linalg.conv_2d_nchw_fchw ins(%f4, %f4 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %5 = "test.reify_bound"(%r5) {constant, dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 7
  %r6 = linalg.conv_2d_nhwc_fhwc ins(%f4, %f4 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %6 = "test.reify_bound"(%r6) {constant, dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 7
  %r7 = linalg.conv_2d_nhwc_hwcf ins(%f4, %f4 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %7 = "test.reify_bound"(%r7) {constant, dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 7
  %r8 = linalg.conv_2d_ngchw_fgchw ins(%f5, %f5 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o5 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %8 = "test.reify_bound"(%r8) {constant, dim = 0} : (tensor<?x?x?x?x?xf32>) -> index // = 7
  %r9 = linalg.conv_2d_ngchw_gfchw ins(%f5, %f5 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o5 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %9 = "test.reify_bound"(%r9) {constant, dim = 0} : (tensor<?x?x?x?x?xf32>) -> index // = 7
  %r10 = linalg.conv_2d_nhwgc_gfhwc ins(%f5, %f5 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o5 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %10 = "test.reify_bound"(%r10) {constant, dim = 0} : (tensor<?x?x?x?x?xf32>) -> index // = 7
  %r11 = linalg.conv_3d_ncdhw_fcdhw ins(%f5, %f5 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o5 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %11 = "test.reify_bound"(%r11) {constant, dim = 0} : (tensor<?x?x?x?x?xf32>) -> index // = 7
  %r12 = linalg.conv_3d_ndhwc_dhwcf ins(%f5, %f5 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o5 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %12 = "test.reify_bound"(%r12) {constant, dim = 0} : (tensor<?x?x?x?x?xf32>) -> index // = 7
  return
}

func.func @depthwise_convolutions(%f2: tensor<?x?xf32>, %f3: tensor<?x?x?xf32>, %f4: tensor<?x?x?x?xf32>, %f5: tensor<?x?x?x?x?xf32>, %n: index) {
  %c7 = arith.constant 7 : index
  %o3 = tensor.empty(%c7, %n, %n) : tensor<?x?x?xf32>
  %o4 = tensor.empty(%c7, %n, %n, %n) : tensor<?x?x?x?xf32>
  %o5 = tensor.empty(%c7, %n, %n, %n, %n) : tensor<?x?x?x?x?xf32>
  %o6 = tensor.empty(%c7, %n, %n, %n, %n, %n) : tensor<?x?x?x?x?x?xf32>
  %r0 = linalg.depthwise_conv_1d_ncw_cw ins(%f3, %f2 : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%o3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = "test.reify_bound"(%r0) {constant, dim = 0} : (tensor<?x?x?xf32>) -> index // = 7
  %r1 = linalg.depthwise_conv_1d_nwc_wc ins(%f3, %f2 : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%o3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = "test.reify_bound"(%r1) {constant, dim = 0} : (tensor<?x?x?xf32>) -> index // = 7
  %r2 = linalg.depthwise_conv_1d_nwc_wcm ins(%f3, %f3 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %2 = "test.reify_bound"(%r2) {constant, dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 7
  %r3 = linalg.depthwise_conv_2d_nchw_chw ins(%f4, %f3 : tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%o4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %3 = "test.reify_bound"(%r3) {constant, dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 7
  %r4 = linalg.depthwise_conv_2d_nhwc_hwc ins(%f4, %f3 : tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%o4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %4 = "test.reify_bound"(%r4) {constant, dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 7
  %r5 = linalg.depthwise_conv_2d_nhwc_hwcm ins(%f4, %f4 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o5 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %5 = "test.reify_bound"(%r5) {constant, dim = 0} : (tensor<?x?x?x?x?xf32>) -> index // = 7
  %r6 = linalg.depthwise_conv_3d_ncdhw_cdhw ins(%f5, %f4 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o5 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %6 = "test.reify_bound"(%r6) {constant, dim = 0} : (tensor<?x?x?x?x?xf32>) -> index // = 7
  %r7 = linalg.depthwise_conv_3d_ndhwc_dhwc ins(%f5, %f4 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o5 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %7 = "test.reify_bound"(%r7) {constant, dim = 0} : (tensor<?x?x?x?x?xf32>) -> index // = 7
  %r8 = linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%f5, %f5 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o6 : tensor<?x?x?x?x?x?xf32>) -> tensor<?x?x?x?x?x?xf32>
  %8 = "test.reify_bound"(%r8) {constant, dim = 0} : (tensor<?x?x?x?x?x?xf32>) -> index // = 7
  return
}

func.func @pooling(%f1: tensor<?xf32>, %f2: tensor<?x?xf32>, %f3: tensor<?x?x?xf32>, %f4: tensor<?x?x?x?xf32>, %f5: tensor<?x?x?x?x?xf32>, %i1: tensor<?xi32>, %i2: tensor<?x?xi32>, %i3: tensor<?x?x?xi32>, %i4: tensor<?x?x?x?xi32>, %n: index) {
  %c7 = arith.constant 7 : index
  %o3 = tensor.empty(%c7, %n, %n) : tensor<?x?x?xf32>
  %o4 = tensor.empty(%c7, %n, %n, %n) : tensor<?x?x?x?xf32>
  %o5 = tensor.empty(%c7, %n, %n, %n, %n) : tensor<?x?x?x?x?xf32>
  %p3 = tensor.empty(%c7, %n, %n) : tensor<?x?x?xi32>
  %p4 = tensor.empty(%c7, %n, %n, %n) : tensor<?x?x?x?xi32>
  %r0 = linalg.pooling_nchw_max ins(%f4, %f2 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%o4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = "test.reify_bound"(%r0) {constant, dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 7
  %r1 = linalg.pooling_ncw_max ins(%f3, %f1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%o3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = "test.reify_bound"(%r1) {constant, dim = 0} : (tensor<?x?x?xf32>) -> index // = 7
  %r2 = linalg.pooling_nchw_sum ins(%f4, %f2 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%o4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %2 = "test.reify_bound"(%r2) {constant, dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 7
  %r3 = linalg.pooling_ncw_sum ins(%f3, %f1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%o3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %3 = "test.reify_bound"(%r3) {constant, dim = 0} : (tensor<?x?x?xf32>) -> index // = 7
  %r4 = linalg.pooling_ndhwc_max ins(%f5, %f3 : tensor<?x?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%o5 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %4 = "test.reify_bound"(%r4) {constant, dim = 0} : (tensor<?x?x?x?x?xf32>) -> index // = 7
  %r5 = linalg.pooling_nhwc_max ins(%f4, %f2 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%o4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %5 = "test.reify_bound"(%r5) {constant, dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 7
  %r6 = linalg.pooling_nwc_max ins(%f3, %f1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%o3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %6 = "test.reify_bound"(%r6) {constant, dim = 0} : (tensor<?x?x?xf32>) -> index // = 7
  %r7 = linalg.pooling_ndhwc_min ins(%f5, %f3 : tensor<?x?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%o5 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %7 = "test.reify_bound"(%r7) {constant, dim = 0} : (tensor<?x?x?x?x?xf32>) -> index // = 7
  %r8 = linalg.pooling_nhwc_min ins(%f4, %f2 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%o4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %8 = "test.reify_bound"(%r8) {constant, dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 7
  %r9 = linalg.pooling_nwc_min ins(%f3, %f1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%o3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %9 = "test.reify_bound"(%r9) {constant, dim = 0} : (tensor<?x?x?xf32>) -> index // = 7
  %r10 = linalg.pooling_ndhwc_sum ins(%f5, %f3 : tensor<?x?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%o5 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %10 = "test.reify_bound"(%r10) {constant, dim = 0} : (tensor<?x?x?x?x?xf32>) -> index // = 7
  %r11 = linalg.pooling_nhwc_sum ins(%f4, %f2 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%o4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %11 = "test.reify_bound"(%r11) {constant, dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 7
  %r12 = linalg.pooling_nwc_sum ins(%f3, %f1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%o3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %12 = "test.reify_bound"(%r12) {constant, dim = 0} : (tensor<?x?x?xf32>) -> index // = 7
  %r13 = linalg.pooling_nhwc_max_unsigned ins(%i4, %i2 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%p4 : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  %13 = "test.reify_bound"(%r13) {constant, dim = 0} : (tensor<?x?x?x?xi32>) -> index // = 7
  %r14 = linalg.pooling_nwc_max_unsigned ins(%i3, %i1 : tensor<?x?x?xi32>, tensor<?xi32>) outs(%p3 : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  %14 = "test.reify_bound"(%r14) {constant, dim = 0} : (tensor<?x?x?xi32>) -> index // = 7
  %r15 = linalg.pooling_nhwc_min_unsigned ins(%i4, %i2 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%p4 : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  %15 = "test.reify_bound"(%r15) {constant, dim = 0} : (tensor<?x?x?x?xi32>) -> index // = 7
  %r16 = linalg.pooling_nwc_min_unsigned ins(%i3, %i1 : tensor<?x?x?xi32>, tensor<?xi32>) outs(%p3 : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  %16 = "test.reify_bound"(%r16) {constant, dim = 0} : (tensor<?x?x?xi32>) -> index // = 7
  return
}

func.func @quantized(%i2: tensor<?x?xi32>, %i3: tensor<?x?x?xi32>, %i4: tensor<?x?x?x?xi32>, %i5: tensor<?x?x?x?x?xi32>, %n: index, %z: i32) {
  %c7 = arith.constant 7 : index
  %p2 = tensor.empty(%c7, %n) : tensor<?x?xi32>
  %p3 = tensor.empty(%c7, %n, %n) : tensor<?x?x?xi32>
  %p4 = tensor.empty(%c7, %n, %n, %n) : tensor<?x?x?x?xi32>
  %p5 = tensor.empty(%c7, %n, %n, %n, %n) : tensor<?x?x?x?x?xi32>
  %r0 = linalg.quantized_matmul ins(%i2, %i2, %z, %z : tensor<?x?xi32>, tensor<?x?xi32>, i32, i32) outs(%p2 : tensor<?x?xi32>) -> tensor<?x?xi32>
  %0 = "test.reify_bound"(%r0) {constant, dim = 0} : (tensor<?x?xi32>) -> index // = 7
  %r1 = linalg.quantized_batch_matmul ins(%i3, %i3, %z, %z : tensor<?x?x?xi32>, tensor<?x?x?xi32>, i32, i32) outs(%p3 : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  %1 = "test.reify_bound"(%r1) {constant, dim = 0} : (tensor<?x?x?xi32>) -> index // = 7
  %r2 = linalg.conv_2d_nchw_fchw_q ins(%i4, %i4, %z, %z : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, i32, i32) outs(%p4 : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  %2 = "test.reify_bound"(%r2) {constant, dim = 0} : (tensor<?x?x?x?xi32>) -> index // = 7
  %r3 = linalg.conv_2d_nhwc_fhwc_q ins(%i4, %i4, %z, %z : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, i32, i32) outs(%p4 : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  %3 = "test.reify_bound"(%r3) {constant, dim = 0} : (tensor<?x?x?x?xi32>) -> index // = 7
  %r4 = linalg.conv_2d_nhwc_hwcf_q ins(%i4, %i4, %z, %z : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, i32, i32) outs(%p4 : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  %4 = "test.reify_bound"(%r4) {constant, dim = 0} : (tensor<?x?x?x?xi32>) -> index // = 7
  %r5 = linalg.conv_2d_ngchw_gfchw_q ins(%i5, %i5, %z, %z : tensor<?x?x?x?x?xi32>, tensor<?x?x?x?x?xi32>, i32, i32) outs(%p5 : tensor<?x?x?x?x?xi32>) -> tensor<?x?x?x?x?xi32>
  %5 = "test.reify_bound"(%r5) {constant, dim = 0} : (tensor<?x?x?x?x?xi32>) -> index // = 7
  %r6 = linalg.conv_2d_nhwgc_gfhwc_q ins(%i5, %i5, %z, %z : tensor<?x?x?x?x?xi32>, tensor<?x?x?x?x?xi32>, i32, i32) outs(%p5 : tensor<?x?x?x?x?xi32>) -> tensor<?x?x?x?x?xi32>
  %6 = "test.reify_bound"(%r6) {constant, dim = 0} : (tensor<?x?x?x?x?xi32>) -> index // = 7
  %r7 = linalg.conv_3d_ndhwc_dhwcf_q ins(%i5, %i5, %z, %z : tensor<?x?x?x?x?xi32>, tensor<?x?x?x?x?xi32>, i32, i32) outs(%p5 : tensor<?x?x?x?x?xi32>) -> tensor<?x?x?x?x?xi32>
  %7 = "test.reify_bound"(%r7) {constant, dim = 0} : (tensor<?x?x?x?x?xi32>) -> index // = 7
  %r8 = linalg.depthwise_conv_2d_nhwc_hwc_q ins(%i4, %i3, %z, %z : tensor<?x?x?x?xi32>, tensor<?x?x?xi32>, i32, i32) outs(%p4 : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  %8 = "test.reify_bound"(%r8) {constant, dim = 0} : (tensor<?x?x?x?xi32>) -> index // = 7
  %r9 = linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%i4, %i4, %z, %z : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, i32, i32) outs(%p5 : tensor<?x?x?x?x?xi32>) -> tensor<?x?x?x?x?xi32>
  %9 = "test.reify_bound"(%r9) {constant, dim = 0} : (tensor<?x?x?x?x?xi32>) -> index // = 7
  return
}
