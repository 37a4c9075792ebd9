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
