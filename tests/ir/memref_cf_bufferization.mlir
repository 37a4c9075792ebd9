func.func @f(%i: index, %f: f32, %b: i1, %n: i32, %t: tensor<?x4xf32>, %m: memref<?x4xf32>, %v: vector<4xf32>, %s: tensor<2xindex>, %c: complex<f32>, %h: f16, %dm: memref<4x4xf32>, %ms: memref<2xindex>, %mi8: memref<64xi8>) {
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<?x4xf32>
  %0 = memref.alloca_scope -> (i32) { memref.alloca_scope.return %n : i32 }
  %1 = memref.transpose %m (i, j) -> (j, i) : memref<?x4xf32> to memref<4x?xf32, strided<[1,4]>>
  %2 = memref.atomic_rmw addf %f, %m[%i, %i] : (f32, memref<?x4xf32>) -> f32
  %3 = memref.generic_atomic_rmw %m[%i, %i] : memref<?x4xf32> {
    ^bb0(%a: f32):
     memref.atomic_yield %a : f32
  }
  memref.assume_alignment %m, 16 : memref<?x4xf32>
  %4:2 = memref.distinct_objects %m, %m : memref<?x4xf32>, memref<?x4xf32>
  %5 = memref.view %mi8[%i][%i] : memref<64xi8> to memref<?xf32>
  %6 = memref.load %m[%i, %i] {nontemporal = true} : memref<?x4xf32>
  %7 = bufferization.alloc_tensor(%i) size_hint=%i : tensor<?x4xf32>
  %8 = bufferization.alloc_tensor() copy(%t) {memory_space = 1} : tensor<?x4xf32>
  %9:2 = bufferization.dealloc (%m, %m : memref<?x4xf32>, memref<?x4xf32>) if (%b, %b) retain (%m, %m : memref<?x4xf32>, memref<?x4xf32>)
  bufferization.dealloc
  %10 = bufferization.to_tensor %m restrict writable : memref<?x4xf32> to tensor<?x4xf32>
  %11 = bufferization.clone %m : memref<?x4xf32> to memref<?x4xf32>
  %12 = index.cmp slt(%i, %i)
  %13 = index.constant 5
  %14 = index.bool.constant true
  %15 = ub.poison : i32
  %16 = math.clampf %f to [%f, %f] fastmath<nnan> : f32
  %17 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %18 = memref.reinterpret_cast %m to offset: [0], sizes: [%i, 4], strides: [4, 1] : memref<?x4xf32> to memref<?x4xf32>
  %b2, %off, %sz:2, %st:2 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  %29 = memref.alloca() {alignment = 64 : i64} : memref<f32>
  %sc:2 = math.sincos %f : f32
  cf.switch %n : i32, [
    default: ^bb1(%n : i32),
    42: ^bb1(%n : i32),
    43: ^bb2
  ]
 ^bb1(%z: i32):
  cf.cond_br %b weights([1, 2]), ^bb2, ^bb1(%z : i32)
 ^bb2:
  cf.assert %b, "msg"
  return
}
memref.global "private" constant @x : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 64 : i64}
memref.global @y : memref<2xf32>
memref.global "private" @z : memref<2xf32> = uninitialized
func.func @dma(%a: memref<4x?xf32>, %b: memref<8xf32, 1>, %tag: memref<1xi32>, %i: index, %n: index) {
  memref.dma_start %a[%i, %i], %b[%i], %n, %tag[%i] : memref<4x?xf32>, memref<8xf32, 1>, memref<1xi32>
  memref.dma_start %a[%i, %i], %b[%i], %n, %tag[%i], %n, %i : memref<4x?xf32>, memref<8xf32, 1>, memref<1xi32>
  memref.dma_wait %tag[%i], %n : memref<1xi32>
  return
}
