// Kernels of blocks of elements: races, transposed tiles, wrapped rows, strides by the number of programs.
module {
tt.func public @overlapping(%x: !tt.ptr<f32>, %n: i32) {
  %c32 = arith.constant 32 : i32
  %pid = tt.get_program_id x : i32
  %start = arith.muli %pid, %c32 : i32
  %lane = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %s = tt.splat %start : i32 -> tensor<64xi32>
  %at = arith.addi %s, %lane : tensor<64xi32>
  %ns = tt.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %at, %ns : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %xs, %at : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %z = arith.constant dense<0.0> : tensor<64xf32>
  tt.store %p, %z, %mask : tensor<64x!tt.ptr<f32>>
  tt.return
}

tt.func public @transpose(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %m: i32, %n: i32) {
  %c16 = arith.constant 16 : i32
  %px = tt.get_program_id x : i32
  %py = tt.get_program_id y : i32
  %lane = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %r0 = arith.muli %px, %c16 : i32
  %c0 = arith.muli %py, %c16 : i32
  %r0s = tt.splat %r0 : i32 -> tensor<16xi32>
  %c0s = tt.splat %c0 : i32 -> tensor<16xi32>
  %r = arith.addi %r0s, %lane : tensor<16xi32>
  %c = arith.addi %c0s, %lane : tensor<16xi32>
  %r2 = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %c2 = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %ms = tt.splat %m : i32 -> tensor<1x16xi32>
  %mr = tt.splat %m : i32 -> tensor<16x1xi32>
  %nc = tt.splat %n : i32 -> tensor<1x16xi32>
  %cm = arith.muli %c2, %ms : tensor<1x16xi32>
  %cmb = tt.broadcast %cm : tensor<1x16xi32> -> tensor<16x16xi32>
  %rb = tt.broadcast %r2 : tensor<16x1xi32> -> tensor<16x16xi32>
  %off = arith.addi %cmb, %rb : tensor<16x16xi32>
  %k1 = arith.cmpi slt, %r2, %mr : tensor<16x1xi32>
  %k2 = arith.cmpi slt, %c2, %nc : tensor<1x16xi32>
  %k1b = tt.broadcast %k1 : tensor<16x1xi1> -> tensor<16x16xi1>
  %k2b = tt.broadcast %k2 : tensor<1x16xi1> -> tensor<16x16xi1>
  %mask = arith.andi %k1b, %k2b : tensor<16x16xi1>
  %bs = tt.splat %b : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
  %p = tt.addptr %bs, %off : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
  %z = arith.constant dense<0.0> : tensor<16x16xf32>
  tt.store %p, %z, %mask : tensor<16x16x!tt.ptr<f32>>
  tt.return
}

tt.func public @modwrap(%a: !tt.ptr<f32>, %m: i32, %k: i32) {
  %c32 = arith.constant 32 : i32
  %pid = tt.get_program_id x : i32
  %lane = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %r0 = arith.muli %pid, %c32 : i32
  %r0s = tt.splat %r0 : i32 -> tensor<32xi32>
  %r = arith.addi %r0s, %lane : tensor<32xi32>
  %ms = tt.splat %m : i32 -> tensor<32xi32>
  %rm = arith.remsi %r, %ms : tensor<32xi32>
  %ks = tt.splat %k : i32 -> tensor<32xi32>
  %off = arith.muli %rm, %ks : tensor<32xi32>
  %as = tt.splat %a : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %p = tt.addptr %as, %off : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  %v = tt.load %p : tensor<32x!tt.ptr<f32>>
  tt.return
}

tt.func public @persistent(%x: !tt.ptr<f32>, %tiles: i32) {
  %c64 = arith.constant 64 : i32
  %pid = tt.get_program_id x : i32
  %np = tt.get_num_programs x : i32
  %lane = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %z = arith.constant dense<0.0> : tensor<64xf32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  scf.for %t = %pid to %tiles step %np : i32 {
    %s = arith.muli %t, %c64 : i32
    %ss = tt.splat %s : i32 -> tensor<64xi32>
    %at = arith.addi %ss, %lane : tensor<64xi32>
    %p = tt.addptr %xs, %at : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %p, %z : tensor<64x!tt.ptr<f32>>
  }
  tt.return
}

tt.func public @lnrow(%x: !tt.ptr<f32>, %stride: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %row = tt.get_program_id x : i32
  %s = arith.muli %row, %stride : i32
  %base = tt.addptr %x, %s : !tt.ptr<f32>, i32
  %bases = tt.splat %base : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %lane = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %ns = tt.splat %n : i32 -> tensor<128xi32>
  %z = arith.constant dense<0.0> : tensor<128xf32>
  scf.for %o = %c0 to %n step %c128 : i32 {
    %os = tt.splat %o : i32 -> tensor<128xi32>
    %at = arith.addi %os, %lane : tensor<128xi32>
    %mask = arith.cmpi slt, %at, %ns : tensor<128xi32>
    %p = tt.addptr %bases, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %v = tt.load %p, %mask : tensor<128x!tt.ptr<f32>>
    tt.store %p, %z, %mask : tensor<128x!tt.ptr<f32>>
  }
  tt.return
}

// The last elements of a buffer are under a mask.
func.func @rest(%m: memref<?xf32>, %v: vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c8 {
    %left = arith.subi %n, %i : index
    %k = vector.create_mask %left : vector<8xi1>
    vector.maskedstore %m[%i], %k, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
    %ones = vector.constant_mask [8] : vector<8xi1>
    vector.maskedstore %m[%i], %ones, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
  }
  return
}
}
