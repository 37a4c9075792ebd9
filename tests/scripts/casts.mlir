// Casts of memrefs to other sizes and positions.
func.func @rows(%b: memref<?xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = memref.reinterpret_cast %b to offset: [0], sizes: [%n, 4], strides: [4, 1] : memref<?xf32> to memref<?x4xf32, strided<[4, 1]>>
  scf.for %i = %c0 to %n step %c1 {
    affine.for %j = 0 to 4 {
      memref.store %v, %r[%i, %j] : memref<?x4xf32, strided<[4, 1]>>
    }
  }
  return
}
func.func @too_large(%b: memref<64xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = memref.reinterpret_cast %b to offset: [0], sizes: [16, 8], strides: [8, 1] : memref<64xf32> to memref<16x8xf32, strided<[8, 1]>>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      memref.store %v, %r[%i, %j] : memref<16x8xf32, strided<[8, 1]>>
    }
  }
  return
}
func.func @bytes(%b: memref<1024xi8>, %v: f32, %o: index) {
  %r = memref.view %b[%o][] : memref<1024xi8> to memref<64x4xf32>
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 4 {
      memref.store %v, %r[%i, %j] : memref<64x4xf32>
    }
  }
  return
}
func.func @flat(%b: memref<?x?xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = memref.dim %b, %c0 : memref<?x?xf32>
  %w = memref.dim %b, %c1 : memref<?x?xf32>
  %s = arith.muli %h, %w : index
  %r = memref.reinterpret_cast %b to offset: [0], sizes: [%s], strides: [1] : memref<?x?xf32> to memref<?xf32, strided<[1]>>
  scf.for %i = %c0 to %s step %c1 {
    memref.store %v, %r[%i] : memref<?xf32, strided<[1]>>
  }
  return
}
func.func @arena(%v: f32, %o: index) {
  %b = memref.alloc() : memref<1024xi8>
  %r = memref.view %b[%o][] : memref<1024xi8> to memref<64x2xf32>
  %z = arith.constant 16 : index
  %q = memref.view %b[%z][%o] : memref<1024xi8> to memref<?xf32>
  %y = memref.view %b[%z][] : memref<1024xi8> to memref<252xf32>
  %y1 = memref.view %b[%z][] : memref<1024xi8> to memref<253xf32>
  return
}
func.func @unranked(%p: memref<*xf32>, %n: index) {
  %r = memref.reinterpret_cast %p to offset: [%n], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1], offset: ?>>
  return
}
func.func @tiles(%b: memref<128x128xf32>, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  scf.for %p = %c0 to %c128 step %c8 {
    scf.for %q = %c0 to %c128 step %c8 {
      %o = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%p, %q)
      %r = memref.reinterpret_cast %b to offset: [%o], sizes: [8, 8], strides: [128, 1] : memref<128x128xf32> to memref<8x8xf32, strided<[128, 1], offset: ?>>
      %bad = memref.reinterpret_cast %b to offset: [%o], sizes: [8, 9], strides: [128, 1] : memref<128x128xf32> to memref<8x9xf32, strided<[128, 1], offset: ?>>
      "use"(%r, %bad) : (memref<8x8xf32, strided<[128, 1], offset: ?>>, memref<8x9xf32, strided<[128, 1], offset: ?>>) -> ()
    }
  }
  return
}
func.func @halves(%n: index, %v: f32) {
  %c2 = arith.constant 2 : index
  %both = arith.muli %n, %c2 : index
  %b = memref.alloc(%both) : memref<?xf32>
  %low = memref.reinterpret_cast %b to offset: [0], sizes: [%n], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %high = memref.reinterpret_cast %b to offset: [%n], sizes: [%n], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  %even = memref.reinterpret_cast %b to offset: [0], sizes: [%n], strides: [2] : memref<?xf32> to memref<?xf32, strided<[2]>>
  "use"(%low, %high, %even) : (memref<?xf32, strided<[1]>>, memref<?xf32, strided<[1], offset: ?>>, memref<?xf32, strided<[2]>>) -> ()
  return
}
func.func @layouts(%b: memref<8x8xf32, strided<[16, 1]>>) {
  %r = memref.reinterpret_cast %b to offset: [0], sizes: [64], strides: [1] : memref<8x8xf32, strided<[16, 1]>> to memref<64xf32, strided<[1]>>
  "use"(%r) : (memref<64xf32, strided<[1]>>) -> ()
  return
}
