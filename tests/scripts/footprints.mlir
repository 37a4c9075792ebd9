// What accesses through views touch, and what they touch only once.

func.func @views(%m: memref<32x64xf32>, %line: memref<?xf32>, %flat: memref<64xf32>, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c32 step %c8 {
    scf.for %j = %c0 to %c64 step %c16 {
      %tile = memref.subview %m[%i, %j] [8, 16] [1, 1] : memref<32x64xf32> to memref<8x16xf32, strided<[64, 1], offset: ?>>
      %turned = memref.transpose %tile (a, b) -> (b, a) : memref<8x16xf32, strided<[64, 1], offset: ?>> to memref<16x8xf32, strided<[1, 64], offset: ?>>
      scf.for %a = %c0 to %c4 step %c1 {
        scf.for %b = %c0 to %c16 step %c1 {
          memref.store %v, %turned[%b, %a] : memref<16x8xf32, strided<[1, 64], offset: ?>>
        }
      }
    }
  }
  %rows = memref.expand_shape %line [[0, 1]] output_shape [%n, 8] : memref<?xf32> into memref<?x8xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c4) step (%c1, %c1) {
    memref.store %v, %rows[%i, %j] : memref<?x8xf32>
    scf.reduce
  }
  %columns = memref.reinterpret_cast %flat to offset: [0], sizes: [8, 8], strides: [1, 8] : memref<64xf32> to memref<8x8xf32, strided<[1, 8]>>
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %v, %columns[%i, %j] : memref<8x8xf32, strided<[1, 8]>>
      %behind = arith.addi %i, %c32 : index
      %l = memref.load %flat[%behind] : memref<64xf32>
    }
  }
  return
}

func.func @launch(%out: memref<64x64xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c4, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c16, %sz = %c1) {
    %row = arith.muli %bx, %c16 : index
    %column = arith.muli %by, %c16 : index
    %x = arith.addi %row, %tx : index
    %y = arith.addi %column, %ty : index
    memref.store %v, %out[%x, %y] : memref<64x64xf32>
    gpu.terminator
  }
  return
}

// Each instance touches another element, though no formula for the images is known.
func.func @once(%squares: memref<?xf32>, %turned: memref<?xf32>, %boxes: memref<?xf32>, %n: index, %a: index, %b: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    %square = arith.muli %i, %i : index
    memref.store %v, %squares[%square] : memref<?xf32>
  }
  %all = arith.muli %n, %c4 : index
  scf.for %i = %c0 to %all step %c1 {
    %digit = arith.remui %i, %c4 : index
    %rest = arith.divui %i, %c4 : index
    %start = arith.muli %digit, %n : index
    %at = arith.addi %start, %rest : index
    memref.store %v, %turned[%at] : memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %a step %c1 {
      scf.for %k = %c0 to %b step %c1 {
        %row = arith.muli %i, %a : index
        %line = arith.addi %row, %j : index
        %start = arith.muli %line, %b : index
        %at = arith.addi %start, %k : index
        memref.store %v, %boxes[%at] : memref<?xf32>
      }
    }
  }
  return
}

// Lanes beyond the end are not accessed.
func.func @padded(%m: memref<?xf32>, %v: vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c8 {
    vector.transfer_write %v, %m[%i] : vector<8xf32>, memref<?xf32>
  }
  return
}

// A size that nothing bounds but its type.
func.func @loaded(%sizes: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %stated = memref.load %sizes[%c0] : memref<4xi32>
  %n = arith.index_cast %stated : i32 to index
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// Several indices denote one element.
func.func @overlapping(%m: memref<4x4xf32, strided<[1, 1]>>, %f: f32, %wide: memref<4x4xf32, strided<[8, 1]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %f, %m[%i, %j] : memref<4x4xf32, strided<[1, 1]>>
      memref.store %f, %wide[%i, %j] : memref<4x4xf32, strided<[8, 1]>>
    }
  }
  return
}
