func.func @others(%x: f32, %v: vector<8xf32>, %s: vector<[4]xf32>, %mask: vector<8xi1>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %c64 = arith.constant 64 : index
  %m = memref.alloc() : memref<64xf32>
  %n = memref.alloc() : memref<128xf32>
  scf.for %i = %c0 to %c64 step %c4 {
    memref.store %x, %m[%i] : memref<64xf32>
    vector.compressstore %m[%i], %mask, %v : memref<64xf32>, vector<8xi1>, vector<8xf32>
    memref.store %x, %n[%i] : memref<128xf32>
  }
  vector.store %s, %n[%c60] : memref<128xf32>, vector<[4]xf32>
  return
}
func.func @handed_on(%x: f32, %c: i1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %m = memref.alloc() : memref<64xf32>
  %n = memref.alloc() : memref<64xf32>
  %either = arith.select %c, %m, %n : memref<64xf32>
  scf.for %i = %c0 to %c64 step %c4 {
    memref.store %x, %m[%i] : memref<64xf32>
    memref.store %x, %either[%c0] : memref<64xf32>
  }
  memref.dealloc %m : memref<64xf32>
  return
}
func.func @through_views(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloc() : memref<64xf32>
  %low = memref.subview %m[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  %high = memref.subview %m[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %low[%i] : memref<32xf32, strided<[1]>>
    memref.store %x, %high[%i] : memref<32xf32, strided<[1], offset: 32>>
  }
  memref.dealloc %m : memref<64xf32>
  return
}
func.func @in_masks(%m: memref<64xf32>, %v: vector<8xf32>, %k: vector<8xi1>) {
  %c60 = arith.constant 60 : index
  vector.mask %k { vector.transfer_write %v, %m[%c60] {in_bounds = [true]} : vector<8xf32>, memref<64xf32> } : vector<8xi1>
  return
}
func.func @with_strides(%p: memref<64xf32>, %x: f32, %st: index, %size: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %still = memref.reinterpret_cast %p to offset: [0], sizes: [8], strides: [%c0] : memref<64xf32> to memref<8xf32, strided<[?]>>
  %steps = memref.reinterpret_cast %p to offset: [0], sizes: [8, 8], strides: [%st, 1] : memref<64xf32> to memref<8x8xf32, strided<[?, 1]>>
  %wide = memref.reinterpret_cast %p to offset: [0], sizes: [8, %size], strides: [4, 1] : memref<64xf32> to memref<8x?xf32, strided<[4, 1]>>
  %rows = memref.reinterpret_cast %p to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<64xf32> to memref<8x8xf32, strided<[8, 1]>>
  scf.for %i = %c0 to %c8 step %c1 {
    %v = memref.load %still[%i] : memref<8xf32, strided<[?]>>
    memref.store %v, %still[%i] : memref<8xf32, strided<[?]>>
    memref.store %x, %steps[%i, %c0] : memref<8x8xf32, strided<[?, 1]>>
    memref.store %x, %steps[%i, %c1] : memref<8x8xf32, strided<[?, 1]>>
    memref.store %x, %wide[%i, %i] : memref<8x?xf32, strided<[4, 1]>>
    memref.store %x, %rows[%i, %i] : memref<8x8xf32, strided<[8, 1]>>
  }
  return
}
func.func @pointers(%p: memref<64xf32>, %shape: memref<1xindex>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %p[%i] : memref<64xf32>
    memref.store %n, %shape[%c0] : memref<1xindex>
    %other = memref.reshape %p(%shape) : (memref<64xf32>, memref<1xindex>) -> memref<?xf32>
    %at = memref.extract_aligned_pointer_as_index %p : memref<64xf32> -> index
    "my.use"(%at) : (index) -> ()
  }
  return
}
