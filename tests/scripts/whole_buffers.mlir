// Copies, fills and products of tiles: accesses to all elements of a part of a buffer.
func.func @copies(%from: memref<?x16xf32>, %to: memref<?x16xf32>) {
  %c0 = arith.constant 0 : index
  %rows = memref.dim %from, %c0 : memref<?x16xf32>
  %tiles = affine.apply affine_map<()[s0] -> (s0 floordiv 4)>()[%rows]
  scf.forall (%i) in (%tiles) {
    %row = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
    %own = memref.subview %from[%row, 0] [4, 16] [1, 1] : memref<?x16xf32> to memref<4x16xf32, strided<[16, 1], offset: ?>>
    %out = memref.subview %to[%row, 0] [4, 16] [1, 1] : memref<?x16xf32> to memref<4x16xf32, strided<[16, 1], offset: ?>>
    %far = memref.subview %to[%row, 0] [5, 16] [1, 1] : memref<?x16xf32> to memref<5x16xf32, strided<[16, 1], offset: ?>>
    memref.copy %own, %out : memref<4x16xf32, strided<[16, 1], offset: ?>> to memref<4x16xf32, strided<[16, 1], offset: ?>>
  }
  return
}
func.func @products(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %c, %c0 : memref<?x?xf32>
  %n = memref.dim %c, %c1 : memref<?x?xf32>
  %k = memref.dim %a, %c1 : memref<?x?xf32>
  scf.forall (%i, %j) = (0, 0) to (%m, %n) step (8, 8) {
    %h = affine.min affine_map<(d0)[s0] -> (8, -d0 + s0)>(%i)[%m]
    %w = affine.min affine_map<(d0)[s0] -> (8, -d0 + s0)>(%j)[%n]
    %left = memref.subview %a[%i, 0] [%h, %k] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    %right = memref.subview %b[0, %j] [%k, %w] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    %tile = memref.subview %c[%i, %j] [%h, %w] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    linalg.matmul ins(%left, %right : memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<?x?xf32, strided<[?, 1], offset: ?>>) outs(%tile : memref<?x?xf32, strided<[?, 1], offset: ?>>)
  }
  return
}
// The products of the parts of a sum go to one tile.
func.func @split(%a: memref<8x64xf32>, %b: memref<64x8xf32>, %c: memref<8x8xf32>) {
  scf.forall (%p) in (4) {
    %k = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %left = memref.subview %a[0, %k] [8, 16] [1, 1] : memref<8x64xf32> to memref<8x16xf32, strided<[64, 1], offset: ?>>
    %right = memref.subview %b[%k, 0] [16, 8] [1, 1] : memref<64x8xf32> to memref<16x8xf32, strided<[8, 1], offset: ?>>
    linalg.matmul ins(%left, %right : memref<8x16xf32, strided<[64, 1], offset: ?>>, memref<16x8xf32, strided<[8, 1], offset: ?>>) outs(%c : memref<8x8xf32>)
  }
  return
}
func.func @rows(%a: memref<?x32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = memref.dim %a, %c0 : memref<?x32xf32>
  %last = arith.subi %h, %c1 : index
  scf.for %i = %c0 to %last step %c1 {
    %row = memref.subview %a[%i, 0] [1, 32] [1, 1] : memref<?x32xf32> to memref<32xf32, strided<[1], offset: ?>>
    linalg.fill ins(%x : f32) outs(%row : memref<32xf32, strided<[1], offset: ?>>)
    %next = arith.addi %i, %c1 : index
    memref.store %x, %a[%next, %c0] : memref<?x32xf32>
  }
  return
}
// Numbers of another type in one buffer of bytes.
func.func @bytes(%x: f32) {
  %c0 = arith.constant 0 : index
  %c252 = arith.constant 252 : index
  %c256 = arith.constant 256 : index
  %raw = memref.alloc() : memref<512xi8>
  %a = memref.view %raw[%c0][] : memref<512xi8> to memref<8x8xf32>
  %b = memref.view %raw[%c256][] : memref<512xi8> to memref<64xf32>
  %c = memref.view %raw[%c252][] : memref<512xi8> to memref<64xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %x, %a[%i, %j] : memref<8x8xf32>
      affine.store %x, %b[8 * %i + %j] : memref<64xf32>
      affine.store %x, %c[8 * %i + %j] : memref<64xf32>
    }
  }
  return
}
