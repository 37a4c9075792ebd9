// Loops whose iterations touch different elements are marked.
//
// RUN: calipers opt %s -mark-parallel-loops -split-input-file | FileCheck %s
// RUN: calipers opt %s -mark-parallel-loops=distinct-arguments -split-input-file | FileCheck %s --check-prefix=DISTINCT

// Rows of an unknown length do not overlap.
// CHECK-LABEL: func.func @rows(
//       CHECK:   scf.for
//       CHECK:     scf.for
//       CHECK:     } {calipers.parallel}
//       CHECK:   } {calipers.parallel}
func.func @rows(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %row = arith.muli %i, %n : index
      %at = arith.addi %row, %j : index
      memref.store %x, %m[%at] : memref<?xf32>
    }
  }
  return
}

// -----

// Each iteration reads what the one before wrote.
// CHECK-LABEL: func.func @scan(
//   CHECK-NOT:   calipers.parallel
func.func @scan(%m: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    %before = arith.subi %i, %c1 : index
    %x = memref.load %m[%before] : memref<?xf32>
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// -----

// Two arguments may be the same buffer.
// CHECK-LABEL: func.func @shift(
//   CHECK-NOT:   calipers.parallel
// DISTINCT-LABEL: func.func @shift(
//       DISTINCT:   } {calipers.parallel}
func.func @shift(%from: memref<?xf32>, %to: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    %before = arith.subi %i, %c1 : index
    %x = memref.load %from[%before] : memref<?xf32>
    memref.store %x, %to[%i] : memref<?xf32>
  }
  return
}

// -----

// A buffer of the iteration is its own; the sum over %j goes to one element.
// CHECK-LABEL: func.func @own_buffer(
//       CHECK:   affine.for
//       CHECK:     affine.for
//       CHECK:     }
//   CHECK-NOT:     calipers.parallel
//       CHECK:     memref.load
//       CHECK:   } {calipers.parallel}
func.func @own_buffer(%a: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 64 {
    %sum = memref.alloca() : memref<1xf32>
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i, %j] : memref<64x64xf32>
      %s = affine.load %sum[0] : memref<1xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %sum[0] : memref<1xf32>
    }
    %s = memref.load %sum[%c0] : memref<1xf32>
    affine.store %s, %a[%i, 0] : memref<64x64xf32>
  }
  return
}

// -----

// A call may do anything.
// CHECK-LABEL: func.func @call(
//   CHECK-NOT:   calipers.parallel
func.func private @effect(index)
func.func @call(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
    func.call @effect(%i) : (index) -> ()
  }
  return
}

// -----

// Each iteration fills a row, or copies one to the next.
// CHECK-LABEL: func.func @fills(
//       CHECK:   linalg.fill
//       CHECK:   } {calipers.parallel}
//       CHECK:   memref.copy
//   CHECK-NOT:   calipers.parallel
func.func @fills(%a: memref<9x16xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %row = memref.subview %a[%i, 0] [1, 16] [1, 1] : memref<9x16xf32> to memref<16xf32, strided<[1], offset: ?>>
    linalg.fill ins(%x : f32) outs(%row : memref<16xf32, strided<[1], offset: ?>>)
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %next = arith.addi %i, %c1 : index
    %row = memref.subview %a[%i, 0] [1, 16] [1, 1] : memref<9x16xf32> to memref<16xf32, strided<[1], offset: ?>>
    %below = memref.subview %a[%next, 0] [1, 16] [1, 1] : memref<9x16xf32> to memref<16xf32, strided<[1], offset: ?>>
    memref.copy %row, %below : memref<16xf32, strided<[1], offset: ?>> to memref<16xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

// Iterations of a view with a stride of 0, or of one that is not known, touch one element. What an iteration allocates, it may
// free.
// CHECK-LABEL: func.func @strides(
//       CHECK:   memref.store {{.*}} memref<8xf32, strided<[?]>>
//   CHECK-NOT:   calipers.parallel
//       CHECK:   memref.store {{.*}} memref<8x8xf32, strided<[?, 1]>>
//   CHECK-NOT:   calipers.parallel
//       CHECK:   memref.dealloc
//  CHECK-NEXT:   } {calipers.parallel}
//       CHECK:   memref.dealloc
//   CHECK-NOT:   calipers.parallel
func.func @strides(%p: memref<64xf32>, %m: memref<8xf32>, %x: f32, %st: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %still = memref.reinterpret_cast %p to offset: [0], sizes: [8], strides: [%c0] : memref<64xf32> to memref<8xf32, strided<[?]>>
  %steps = memref.reinterpret_cast %p to offset: [0], sizes: [8, 8], strides: [%st, 1] : memref<64xf32> to memref<8x8xf32, strided<[?, 1]>>
  scf.for %i = %c0 to %c8 step %c1 {
    %v = memref.load %still[%i] : memref<8xf32, strided<[?]>>
    %w = arith.addf %v, %x : f32
    memref.store %w, %still[%i] : memref<8xf32, strided<[?]>>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %v = memref.load %steps[%i, %c0] : memref<8x8xf32, strided<[?, 1]>>
    memref.store %v, %steps[%i, %c1] : memref<8x8xf32, strided<[?, 1]>>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %own = memref.alloc() : memref<4xf32>
    memref.store %x, %own[%c0] : memref<4xf32>
    %v = memref.load %own[%c0] : memref<4xf32>
    memref.store %v, %m[%i] : memref<8xf32>
    memref.dealloc %own : memref<4xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    memref.dealloc %p : memref<64xf32>
  }
  return
}

// -----

// The strides of a view may be others than its sizes say, and a block may be given a buffer twice.
// CHECK-LABEL: func.func @identity(
//   CHECK-NOT:   calipers.parallel
// CHECK-LABEL: func.func @blocks(
//   CHECK-NOT:   calipers.parallel
func.func @identity(%p: memref<64xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = memref.reinterpret_cast %p to offset: [0], sizes: [8, %n], strides: [%c0, 1] : memref<64xf32> to memref<8x?xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %v = memref.load %r[%i, %c0] : memref<8x?xf32>
    %w = arith.addf %v, %x : f32
    memref.store %w, %r[%i, %c0] : memref<8x?xf32>
  }
  return
}
func.func @blocks(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloc() : memref<8xf32>
  cf.br ^bb1(%m, %m : memref<8xf32>, memref<8xf32>)
^bb1(%a: memref<8xf32>, %b: memref<8xf32>):
  scf.for %i = %c0 to %c8 step %c1 {
    %v = memref.load %a[%c0] : memref<8xf32>
    memref.store %v, %m[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %v = memref.load %a[%c0] : memref<8xf32>
    memref.store %v, %b[%i] : memref<8xf32>
  }
  return
}
