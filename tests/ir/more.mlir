// Ops that the other programs leave out.
func.func @more(%i: index, %f: f32, %m: memref<?x4xf32>, %m1: memref<?xf32>, %t: tensor<?x4xf32>, %ix: tensor<3x2xindex>, %g: tensor<3xf32>, %c: complex<f32>, %v: vector<4xf32>, %v2: vector<4x8xf32>, %k: vector<4xi1>, %n: i32, %b: i1, %f8: f8E5M2, %s8: f8E8M0FNU) {
  %0 = memref.realloc %m1(%i) : memref<?xf32> to memref<?xf32>
  %1 = memref.realloc %0 {alignment = 8} : memref<?xf32> to memref<64xf32>
  %2 = memref.cast %m : memref<?x4xf32> to memref<*xf32>
  %3 = memref.memory_space_cast %m : memref<?x4xf32> to memref<?x4xf32, 1>
  %4 = memref.rank %2 : memref<*xf32>
  %5 = memref.extract_aligned_pointer_as_index %m : memref<?x4xf32> -> index
  %6 = memref.subview %m[%i, 0] [2, %i] [1, 2] : memref<?x4xf32> to memref<2x?xf32, strided<[4, 2], offset: ?>>
  %7 = memref.collapse_shape %m [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %8 = memref.expand_shape %7 [[0, 1]] output_shape [%i, 4] : memref<?xf32> into memref<?x4xf32>
  memref.copy %m, %8 : memref<?x4xf32> to memref<?x4xf32>
  %9 = memref.alloc(%i)[%i] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  memref.dealloc %1 : memref<64xf32>
  %10 = tensor.gather %t[%ix] gather_dims([0, 1]) unique : (tensor<?x4xf32>, tensor<3x2xindex>) -> tensor<3x1x1xf32>
  %11 = tensor.scatter %10 into %t[%ix] scatter_dims([0, 1]) unique : (tensor<3x1x1xf32>, tensor<?x4xf32>, tensor<3x2xindex>) -> tensor<?x4xf32>
  %12 = bufferization.materialize_in_destination %t in %t : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<?x4xf32>, memref<?x4xf32>) -> ()
  %13 = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %14 = tensor.expand_shape %13 [[0, 1]] output_shape [%i, 4] : tensor<?xf32> into tensor<?x4xf32>
  %15 = tensor.insert_slice %t into %t[0, 0] [%i, 4] [1, 1] : tensor<?x4xf32> into tensor<?x4xf32>
  %16 = complex.abs %c : complex<f32>
  %17 = complex.mul %c, %c fastmath<nnan, contract> : complex<f32>
  %18 = complex.exp %c : complex<f32>
  %19:2 = vector.scan <add>, %v2, %v {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  %20 = vector.expandload %m1[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m1[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %21 = vector.step : vector<[4]xindex>
  %22 = math.cttz %n : i32
  %23 = math.ipowi %n, %n : i32
  %24 = math.atan2 %f, %f : f32
  %25 = arith.scaling_extf %f8, %s8 : f8E5M2, f8E8M0FNU to f32
  %26 = arith.negf %f fastmath<fast> : f32
  %27 = arith.bitcast %f : f32 to i32
  %28 = arith.extf %f fastmath<nnan> : f32 to f64
  %29 = arith.sitofp %n : i32 to f32
  %30 = index.sizeof
  %31 = index.bool.constant false
  %32 = affine.max affine_map<(d0)[s0] -> (d0 - 1, s0 * 2, (d0 + s0) ceildiv 3)>(%i)[%i]
  %33 = scf.while (%x = %n) : (i32) -> i32 {
    scf.condition(%b) %x : i32
  } do {
  ^bb0(%y: i32):
    scf.yield %y : i32
  }
  return
}
func.func @named(%i4: tensor<1x8x8x3xf32>, %o4: tensor<1x6x6x3xf32>, %w: tensor<3x3xf32>, %wc: tensor<3x3x3xf32>, %n4: tensor<1x3x8x8xf32>, %no: tensor<1x8x6x6xf32>, %nk: tensor<8x3x3x3xf32>, %a: tensor<4xf32>, %s: tensor<f32>, %a2: tensor<4x4xf32>, %i8: tensor<4x4xi8>, %i32: tensor<4x4xi32>, %z: i32, %p: tensor<?x?x?x?xf32>, %w2: tensor<2x2xf32>, %nf: tensor<2x3x3x5xf32>, %wo: tensor<6x6x5x2xf32>, %bm: tensor<4xi1>, %ti: index, %p2: tensor<?x?x?x2xf32>) {
  %0 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%i4, %w : tensor<1x8x8x3xf32>, tensor<3x3xf32>) outs(%o4 : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
  %1 = linalg.depthwise_conv_2d_nhwc_hwc ins(%i4, %wc : tensor<1x8x8x3xf32>, tensor<3x3x3xf32>) outs(%o4 : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%n4, %nk : tensor<1x3x8x8xf32>, tensor<8x3x3x3xf32>) outs(%no : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %3 = linalg.dot ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%s : tensor<f32>) -> tensor<f32>
  %4 = linalg.matvec ins(%a2, %a : tensor<4x4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %5 = linalg.quantized_matmul ins(%i8, %i8, %z, %z : tensor<4x4xi8>, tensor<4x4xi8>, i32, i32) outs(%i32 : tensor<4x4xi32>) -> tensor<4x4xi32>
  %6 = linalg.conv_2d ins(%a2, %w : tensor<4x4xf32>, tensor<3x3xf32>) outs(%w2 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %7 = linalg.copy ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %8 = linalg.winograd_filter_transform fmr(F_4_3) ins(%nf : tensor<2x3x3x5xf32>) outs(%wo : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %9 = linalg.select ins(%bm, %a, %a : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %10:2 = linalg.reduce ins(%a2, %a2 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a, %a : tensor<4xf32>, tensor<4xf32>) dimensions = [0]
    (%x: f32, %y: f32, %p0: f32, %p1: f32) {
      linalg.yield %x, %y : f32, f32
    }
  %11 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  %12 = linalg.pack %a2 inner_dims_pos = [0, 1] inner_tiles = [%ti, 2] into %p2 : tensor<4x4xf32> -> tensor<?x?x?x2xf32>
  %13 = linalg.mmt4d ins(%p, %p : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%p : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return
}
// -----
// Flags are printed in one order, each once.
func.func @flags(%n: i32, %f: f32, %v: vector<4x8xf32>, %w: vector<4xf32>) {
  %0 = arith.addi %n, %n overflow<nuw, nsw> : i32
  %1 = arith.subi %n, %n overflow<nsw, none, nsw> : i32
  %2 = "arith.muli"(%n, %n) <{overflowFlags = #arith.overflow<nuw,nsw>}> : (i32, i32) -> i32
  %3 = arith.addf %f, %f fastmath<contract, nnan> : f32
  %4 = arith.mulf %f, %f fastmath<reassoc, nnan, ninf, nsz, arcp, contract, afn> : f32
  %5 = arith.divf %f, %f fastmath<arcp, fast> : f32
  %6:2 = vector.scan #vector.kind<add>, %v, %w {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  return
}
// -----
// Views whose types are those that the operands give, or without dimensions of size 1.
func.func @views(%m: memref<8x16xf32>, %d: memref<?x?xf32>, %u: memref<1x1xf32, strided<[2, 3]>>, %n: index) {
  %0 = memref.subview %m[0, 0] [4, 16] [1, 1] : memref<8x16xf32> to memref<4x16xf32>
  %1 = memref.subview %m[2, 0] [1, 4] [1, 2] : memref<8x16xf32> to memref<4xf32, strided<[2], offset: 32>>
  %2 = memref.subview %d[0, 3] [4, 4] [2, 3] : memref<?x?xf32> to memref<4x4xf32, strided<[?, 3], offset: 3>>
  %3 = memref.subview %u[0, 0] [1, 1] [1, 1] : memref<1x1xf32, strided<[2, 3]>> to memref<1xf32, strided<[2]>>
  %4 = memref.subview %u[0, 0] [1, 1] [1, 1] : memref<1x1xf32, strided<[2, 3]>> to memref<1xf32, strided<[3]>>
  %5 = memref.reinterpret_cast %d to offset: [2], sizes: [4, %n], strides: [4, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return
}
