func.func @rows(%m: memref<?xf32>, %n: index, %k: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %k step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %row = arith.muli %i, %n : index
      %at = arith.addi %row, %j : index
      memref.store %x, %m[%at] : memref<?xf32>
      %diagonal = arith.addi %i, %j : index
      %v = memref.load %m[%diagonal] : memref<?xf32>
      %after = arith.addi %i, %c2 : index
      %w = memref.load %m[%after] : memref<?xf32>
    }
  }
  return
}

func.func @stencil(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c2 to %n step %c1 {
    %b = arith.subi %i, %c2 : index
    %old = memref.load %m[%b] : memref<?xf32>
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

func.func @guarded(%m: memref<?xf32>, %i: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  %below = arith.cmpi slt, %i, %n : index
  scf.if %below {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  %below_unsigned = arith.cmpi ult, %i, %n : index
  scf.if %below_unsigned {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

func.func @launch(%m: memref<1024xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c256 = arith.constant 256 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = arith.muli %bx, %sx : index
    %1 = arith.addi %0, %tx : index
    memref.store %x, %m[%1] : memref<1024xf32>
    memref.store %x, %m[%tx] : memref<1024xf32>
    gpu.terminator
  }
  return
}

gpu.module @kernels {
  gpu.func @kernel(%m: memref<?xf32>, %s: memref<64xf32, #gpu.address_space<workgroup>>, %n: index, %x: f32) kernel {
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %size = gpu.block_dim x
    %0 = arith.muli %b, %size : index
    %g = arith.addi %0, %t : index
    %inside = arith.cmpi slt, %g, %n : index
    scf.if %inside {
      memref.store %x, %m[%g] : memref<?xf32>
      %c64 = arith.constant 64 : index
      %r = arith.remui %g, %c64 : index
      memref.store %x, %m[%r] : memref<?xf32>
    }
    memref.store %x, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

func.func @views(%m: memref<32x64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %flat = memref.collapse_shape %m [[0, 1]] : memref<32x64xf32> into memref<2048xf32>
  %turned = memref.transpose %m (d0, d1) -> (d1, d0) : memref<32x64xf32> to memref<64x32xf32, strided<[1, 64]>>
  scf.forall (%i, %j) in (4, 8) {
    %row = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
    %column = affine.apply affine_map<(d0) -> (d0 * 8)>(%j)
    %tile = memref.subview %m[%row, %column] [8, 8] [1, 1] : memref<32x64xf32> to memref<8x8xf32, strided<[64, 1], offset: ?>>
    affine.for %a = 0 to 8 {
      affine.for %b = 0 to 8 {
        memref.store %x, %tile[%a, %b] : memref<8x8xf32, strided<[64, 1], offset: ?>>
        %l = affine.load %flat[%a * 64 + %b] : memref<2048xf32>
        %u = memref.load %turned[%b, %a] : memref<64x32xf32, strided<[1, 64]>>
      }
    }
  }
  return
}

func.func @ring(%m: memref<4xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c4 : index
    memref.store %x, %m[%slot] : memref<4xf32>
    scf.for %j = %c0 to %c4 step %c1 {
      %sum = arith.addi %i, %j : index
      %other = arith.remui %sum, %c4 : index
      %v = memref.load %m[%other] : memref<4xf32>
    }
  }
  return
}

func.func @swizzle(%m: memref<8x8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %k = arith.xori %i, %j : index
      memref.store %x, %m[%i, %k] : memref<8x8xf32>
    }
  }
  return
}

func.func @carried(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%q = %c0) -> (index) {
    memref.store %x, %m[%q] : memref<?xf32>
    %next = arith.addi %q, %c3 : index
    scf.yield %next : index
  }
  return
}

func.func @two(%a: memref<?xf32>, %b: memref<?xf32>, %at: memref<?xindex>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %b[%i] : memref<?xf32>
    %index = memref.load %at[%i] : memref<?xindex>
    memref.store %x, %b[%index] : memref<?xf32>
  }
  return
}

func.func @vectors(%m: memref<16x64xf32>, %pad: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  affine.for %i = 0 to 16 {
    scf.for %j = %c0 to %c64 step %c4 {
      %v = vector.load %m[%i, %j] : memref<16x64xf32>, vector<4xf32>
      %w = vector.load %m[%i, %j] : memref<16x64xf32>, vector<8xf32>
    }
    affine.for %k = 0 to 64 {
      %s = affine.load %m[%i, %k] : memref<16x64xf32>
    }
  }
  return
}
