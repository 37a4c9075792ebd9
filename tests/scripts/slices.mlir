func.func @tensors(%t: tensor<?x?xf32>, %u: tensor<?x?xf32>, %x: tensor<4xf32>, %i: index, %j: index, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i4 = affine.apply affine_map<()[s0] -> (s0 + 4)>()[%i]
  %a = tensor.extract_slice %t[%i, 0] [4, 8] [1, 1] : tensor<?x?xf32> to tensor<4x8xf32>
  %b = tensor.extract_slice %t[%i4, 0] [4, 8] [1, 1] : tensor<?x?xf32> to tensor<4x8xf32>
  %c = tensor.extract_slice %a[0, 2] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %d = tensor.extract_slice %a[0, 2] [4, 3] [1, 2] : tensor<4x8xf32> to tensor<4x3xf32>
  %e = tensor.extract_slice %a[0, 3] [4, 3] [1, 2] : tensor<4x8xf32> to tensor<4x3xf32>
  %r = tensor.extract_slice %a[1, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
  %rr = tensor.extract_slice %r[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %ins = tensor.insert_slice %x into %t[%i, 2] [1, 4] [1, 1] : tensor<4xf32> into tensor<?x?xf32>
  %after = tensor.extract_slice %ins[%i, 2] [1, 4] [1, 1] : tensor<?x?xf32> to tensor<4xf32>
  scf.for %iv = %c0 to %n step %c1 {
    %o = affine.apply affine_map<(d0) -> (d0 * 4)>(%iv)
    %p = affine.apply affine_map<(d0) -> (d0 * 4 + 4)>(%iv)
    %t1 = tensor.extract_slice %t[%o, 0] [4, 4] [1, 1] : tensor<?x?xf32> to tensor<4x4xf32>
    %t2 = tensor.extract_slice %t[%p, 0] [4, 4] [1, 1] : tensor<?x?xf32> to tensor<4x4xf32>
    scf.for %jv = %c0 to %iv step %c1 {
      %q = affine.apply affine_map<(d0) -> (d0 * 4)>(%jv)
      %t3 = tensor.extract_slice %t[%q, 0] [4, 4] [1, 1] : tensor<?x?xf32> to tensor<4x4xf32>
    }
  }
  %ne = arith.cmpi ne, %i, %j : index
  scf.if %ne {
    %o = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%i]
    %p = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%j]
    %u1 = tensor.extract_slice %t[%o, 0] [4, 4] [1, 1] : tensor<?x?xf32> to tensor<4x4xf32>
    %u2 = tensor.extract_slice %t[%p, 0] [4, 4] [1, 1] : tensor<?x?xf32> to tensor<4x4xf32>
  }
  return
}
func.func @memrefs(%m: memref<?x?xf32, strided<[?, 1], offset: ?>>, %s: memref<64x32xf32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %a = memref.alloc(%n, %k) : memref<?x?xf32>
  %rows = memref.subview %a[0, 0] [2, %k] [1, 1] : memref<?x?xf32> to memref<2x?xf32, strided<[?, 1]>>
  %columns = memref.subview %s[0, 0] [64, 4] [1, 1] : memref<64x32xf32> to memref<64x4xf32, strided<[32, 1]>>
  %cast = memref.cast %columns : memref<64x4xf32, strided<[32, 1]>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %left = memref.subview %cast[0, 0] [64, 2] [1, 1] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<64x2xf32, strided<[?, ?], offset: ?>>
  %right = memref.subview %s[0, 2] [64, 2] [1, 1] : memref<64x32xf32> to memref<64x2xf32, strided<[32, 1], offset: 2>>
  scf.for %iv = %c0 to %c64 step %c8 {
    %tile = memref.subview %s[%iv, 0] [8, 32] [1, 1] : memref<64x32xf32> to memref<8x32xf32, strided<[32, 1], offset: ?>>
    %part = memref.subview %tile[0, 8] [8, 8] [1, 2] : memref<8x32xf32, strided<[32, 1], offset: ?>> to memref<8x8xf32, strided<[32, 2], offset: ?>>
    %odd = memref.subview %tile[0, 1] [8, 15] [1, 2] : memref<8x32xf32, strided<[32, 1], offset: ?>> to memref<8x15xf32, strided<[32, 2], offset: ?>>
  }
  return
}
func.func @nowhere(%t: tensor<9xf32>, %n: index, %m: memref<?xf32, strided<[?]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %iv = %c3 to %c0 step %c1 {
    %a = tensor.extract_slice %t[%iv] [2] [1] : tensor<9xf32> to tensor<2xf32>
    %b = tensor.extract_slice %t[%n] [2] [1] : tensor<9xf32> to tensor<2xf32>
    %v = memref.subview %m[%iv] [%n] [1] : memref<?xf32, strided<[?]>> to memref<?xf32, strided<[?], offset: ?>>
  }
  %r = scf.forall (%i) in (3) shared_outs(%o = %t) -> tensor<9xf32> {
    %at = affine.apply affine_map<(d0) -> (d0 * 3)>(%i)
    %in = tensor.extract_slice %o[%at] [3] [1] : tensor<9xf32> to tensor<3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %in into %o[%at] [3] [1] : tensor<3xf32> into tensor<9xf32>
    }
  }
  return
}
// A stride of 0 repeats an element, and one that is not known may be 0.
func.func @repeated(%m: memref<16xf32>, %s: index, %p: index) {
  %c1 = arith.constant 1 : index
  %step = arith.maxsi %p, %c1 : index
  %a = memref.subview %m[3] [4] [0] : memref<16xf32> to memref<4xf32, strided<[0], offset: 3>>
  %b = memref.subview %a[0] [2] [1] : memref<4xf32, strided<[0], offset: 3>> to memref<2xf32, strided<[0], offset: 3>>
  %c = memref.subview %a[2] [2] [1] : memref<4xf32, strided<[0], offset: 3>> to memref<2xf32, strided<[0], offset: 3>>
  %d = memref.subview %m[3] [4] [%s] : memref<16xf32> to memref<4xf32, strided<[?], offset: 3>>
  %e = memref.subview %d[0] [2] [1] : memref<4xf32, strided<[?], offset: 3>> to memref<2xf32, strided<[?], offset: 3>>
  %f = memref.subview %d[2] [2] [1] : memref<4xf32, strided<[?], offset: 3>> to memref<2xf32, strided<[?], offset: ?>>
  %g = memref.subview %m[3] [4] [%step] : memref<16xf32> to memref<4xf32, strided<[?], offset: 3>>
  %h = memref.subview %g[0] [2] [1] : memref<4xf32, strided<[?], offset: 3>> to memref<2xf32, strided<[?], offset: 3>>
  %i = memref.subview %g[2] [2] [1] : memref<4xf32, strided<[?], offset: 3>> to memref<2xf32, strided<[?], offset: ?>>
  return
}
// Which of two dimensions of size 1 is dropped makes no difference to what begins at 0.
func.func @units(%t: tensor<9x4xf32>, %i: index) {
  %a = tensor.extract_slice %t[2, 0] [1, 2] [1, 2] : tensor<9x4xf32> to tensor<1x2xf32>
  %b = tensor.extract_slice %a[0, 1] [1, 1] [1, 1] : tensor<1x2xf32> to tensor<1xf32>
  %c = tensor.extract_slice %b[0] [1] [1] : tensor<1xf32> to tensor<1xf32>
  %d = tensor.extract_slice %b[%i] [1] [1] : tensor<1xf32> to tensor<1xf32>
  %e = tensor.extract_slice %t[2, 2] [1, 1] [1, 1] : tensor<9x4xf32> to tensor<f32>
  return
}
