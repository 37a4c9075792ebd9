// Bits of lanes: a transposed tile, a tile whose rows are permuted, and one that two lanes share.
module {
  tt.func @bits(%p: !tt.ptr<f32>) {
    %pid = tt.get_program_id x : i32
    %c256 = arith.constant 256 : i32
    %s = arith.muli %pid, %c256 : i32
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
    %c15 = arith.constant dense<15> : tensor<256xi32>
    %c4 = arith.constant dense<4> : tensor<256xi32>
    %lo = arith.andi %r, %c15 : tensor<256xi32>
    %hi = arith.shrui %r, %c4 : tensor<256xi32>
    %row = arith.shli %lo, %c4 : tensor<256xi32>
    %turned = arith.ori %row, %hi : tensor<256xi32>
    %line = arith.shli %hi, %c4 : tensor<256xi32>
    %mixed = arith.xori %lo, %hi : tensor<256xi32>
    %swizzled = arith.ori %line, %mixed : tensor<256xi32>
    %both = arith.andi %lo, %hi : tensor<256xi32>
    %shared = arith.ori %line, %both : tensor<256xi32>
    %ss = tt.splat %s : i32 -> tensor<256xi32>
    %a = arith.addi %ss, %turned : tensor<256xi32>
    %b = arith.addi %ss, %swizzled : tensor<256xi32>
    %c = arith.addi %ss, %shared : tensor<256xi32>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
    %pa = tt.addptr %ps, %a : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    %pb = tt.addptr %ps, %b : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    %pc = tt.addptr %ps, %c : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    %x = arith.constant dense<0.0> : tensor<256xf32>
    tt.store %pa, %x : tensor<256x!tt.ptr<f32>>
    tt.store %pb, %x : tensor<256x!tt.ptr<f32>>
    tt.store %pc, %x : tensor<256x!tt.ptr<f32>>
    tt.return
  }
}
// The variable of the stride is not the one that changes first.
gpu.module @g {
  gpu.func @grid(%c: memref<?x?xf32>, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %bx = gpu.block_id x
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %dx = gpu.block_dim x
    %h = memref.dim %c, %c0 : memref<?x?xf32>
    %w = memref.dim %c, %c1 : memref<?x?xf32>
    %b = arith.muli %bx, %dx : index
    %j = arith.addi %b, %tx : index
    %is_row = arith.cmpi ult, %ty, %h : index
    %is_column = arith.cmpi ult, %j, %w : index
    %is_in = arith.andi %is_row, %is_column : i1
    scf.if %is_in {
      memref.store %x, %c[%ty, %j] : memref<?x?xf32>
    }
    gpu.return
  }
}
// Two accesses, each of which touches all elements.
func.func @all_elements(%m: memref<1024xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) {
    %column = arith.xori %j, %i : index
    %row = arith.muli %i, %c32 : index
    %at = arith.addi %row, %column : index
    memref.store %x, %m[%at] : memref<1024xf32>
    %other = arith.ori %row, %j : index
    memref.store %x, %m[%other] : memref<1024xf32>
    scf.reduce
  }
  return
}
// An execution in which an index overflows does not count.
func.func @overflow(%m: memref<4xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %large = arith.constant 2305843009213693952 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %a = arith.muli %i, %large overflow<nsw> : index
    memref.store %x, %m[%i] : memref<4xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %a = arith.muli %i, %large : index
    %is_natural = arith.cmpi sge, %a, %c0 : index
    scf.if %is_natural {
      memref.store %x, %m[%i] : memref<4xf32>
    }
  }
  return
}
// The usual order of the tiles of a product of matrices.
module {
  tt.func @order(%out: !tt.ptr<f32>, %m: i32, %n: i32) {
    %c8 = arith.constant 8 : i32
    %c64 = arith.constant 64 : i32
    %c63 = arith.constant 63 : i32
    %pid = tt.get_program_id x : i32
    %m_padded = arith.addi %m, %c63 : i32
    %num_m = arith.divsi %m_padded, %c64 : i32
    %n_padded = arith.addi %n, %c63 : i32
    %num_n = arith.divsi %n_padded, %c64 : i32
    %width = arith.muli %num_n, %c8 : i32
    %group = arith.divsi %pid, %width : i32
    %first = arith.muli %group, %c8 : i32
    %left = arith.subi %num_m, %first : i32
    %size = arith.minsi %left, %c8 : i32
    %in = arith.remsi %pid, %width : i32
    %r = arith.remsi %in, %size : i32
    %pid_m = arith.addi %first, %r : i32
    %pid_n = arith.divsi %in, %size : i32
    %row = arith.muli %pid_m, %num_n : i32
    %tile = arith.addi %row, %pid_n : i32
    %at = tt.addptr %out, %tile : !tt.ptr<f32>, i32
    %x = arith.constant 0.0 : f32
    tt.store %at, %x : !tt.ptr<f32>
    tt.return
  }
}
// Negative lanes: shifts and divisions read them as signed or as unsigned.
module {
  tt.func @negative(%p: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %c2 = arith.constant dense<2> : tensor<64xi32>
    %c8 = arith.constant dense<8> : tensor<64xi32>
    %c28 = arith.constant dense<28> : tensor<64xi32>
    %c32 = arith.constant dense<32> : tensor<64xi32>
    %large = arith.constant dense<268435456> : tensor<64xi32>
    %one = arith.constant dense<1.0> : tensor<64xf32>
    %x = arith.subi %r, %c32 : tensor<64xi32>
    %top = arith.shrui %x, %c28 : tensor<64xi32>
    %quotient = arith.divui %x, %large : tensor<64xi32>
    %floor = arith.shrsi %x, %c2 : tensor<64xi32>
    %shifted = arith.addi %floor, %c8 : tensor<64xi32>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %p0 = tt.addptr %ps, %top : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %p1 = tt.addptr %ps, %quotient : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %p2 = tt.addptr %ps, %shifted : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %p0, %one : tensor<64x!tt.ptr<f32>>
    tt.store %p1, %one : tensor<64x!tt.ptr<f32>>
    tt.store %p2, %one : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
// Blocks that workers take in turn.
func.func @in_turn(%a: memref<?xf32>, %workers: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %step = arith.muli %workers, %c4 : index
  scf.parallel (%w) = (%c0) to (%workers) step (%c1) {
    %start = arith.muli %w, %c4 : index
    scf.for %block = %start to %n step %step {
      %full = arith.addi %block, %c4 : index
      %end = arith.minui %full, %n : index
      scf.for %i = %block to %end step %c1 {
        memref.store %x, %a[%i] : memref<?xf32>
      }
    }
    scf.reduce
  }
  return
}
// Rows of a length that is a multiple of a tile, through a view of four dimensions.
func.func @blocked(%a: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %n = memref.dim %a, %c1 : memref<?x?xf32>
  %rows = arith.divui %m, %c8 : index
  %columns = arith.divui %n, %c4 : index
  %e = memref.expand_shape %a [[0, 1], [2, 3]] output_shape [%rows, 8, %columns, 4] : memref<?x?xf32> into memref<?x8x?x4xf32>
  %t = memref.transpose %e (a, b, c, d) -> (a, c, b, d) : memref<?x8x?x4xf32> to memref<?x?x8x4xf32, strided<[?, 4, ?, 1]>>
  scf.parallel (%i, %j) = (%c0, %c0) to (%rows, %columns) step (%c1, %c1) {
    scf.for %p = %c0 to %c8 step %c1 {
      scf.for %q = %c0 to %c4 step %c1 {
        memref.store %x, %t[%i, %j, %p, %q] : memref<?x?x8x4xf32, strided<[?, 4, ?, 1]>>
      }
    }
    scf.reduce
  }
  return
}
// Threads of different blocks read the same row.
gpu.module @products {
  gpu.func @rows(%a: memref<?x?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %tx = gpu.thread_id x upper_bound 16
    %ty = gpu.thread_id y upper_bound 16
    %m = memref.dim %a, %c0 : memref<?x?xf32>
    %k = memref.dim %a, %c1 : memref<?x?xf32>
    %first = arith.muli %by, %c16 : index
    %row = arith.addi %first, %ty : index
    %column = arith.muli %bx, %c16 : index
    scf.for %t = %c0 to %k step %c16 {
      %at = arith.addi %t, %tx : index
      %is_row = arith.cmpi ult, %row, %m : index
      %is_column = arith.cmpi ult, %at, %k : index
      %is_in = arith.andi %is_row, %is_column : i1
      scf.if %is_in {
        %v = memref.load %a[%row, %at] : memref<?x?xf32>
      }
    }
    gpu.return
  }
}
// Heads of queries in groups, which share the keys.
module {
  tt.func public @heads(%keys: !tt.ptr<f16>, %heads: i32, %batches: i32) {
    %c4 = arith.constant 4 : i32
    %c16 = arith.constant 16 : i32
    %b = tt.get_program_id x : i32
    %h = tt.get_program_id y : i32
    %shared = arith.divsi %h, %c4 : i32
    %groups = arith.divsi %heads, %c4 : i32
    %first = arith.muli %b, %groups : i32
    %group = arith.addi %first, %shared : i32
    %start = arith.muli %group, %c16 : i32
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %starts = tt.splat %start : i32 -> tensor<16xi32>
    %at = arith.addi %starts, %r : tensor<16xi32>
    %ps = tt.splat %keys : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
    %p = tt.addptr %ps, %at : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
    %v = tt.load %p : tensor<16x!tt.ptr<f16>>
    tt.return
  }
}
