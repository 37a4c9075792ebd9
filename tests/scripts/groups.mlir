// Elements that are consecutive in groups of iterations, threads or lanes alone.
func.func @swizzled(%a: memref<64x64xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c60 = arith.constant 60 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %row = arith.remui %i, %c8 : index
    scf.for %j = %c0 to %c64 step %c1 {
      %q = arith.divui %j, %c8 : index
      %r = arith.remui %j, %c8 : index
      %s = arith.xori %q, %row : index
      %t = arith.muli %s, %c8 : index
      %u = arith.addi %t, %r : index
      %x = memref.load %a[%i, %u] : memref<64x64xf16>
    }
    // Four iterations are left over.
    scf.for %j = %c0 to %c60 step %c1 {
      %q = arith.divui %j, %c8 : index
      %r = arith.remui %j, %c8 : index
      %s = arith.xori %q, %row : index
      %t = arith.muli %s, %c8 : index
      %u = arith.addi %t, %r : index
      %x = memref.load %a[%i, %u] : memref<64x64xf16>
    }
    // The groups begin at odd positions.
    scf.for %j = %c0 to %c60 step %c1 {
      %q = arith.divui %j, %c8 : index
      %r = arith.remui %j, %c8 : index
      %t = arith.muli %q, %c8 : index
      %u = arith.addi %t, %r : index
      %v = arith.subi %c60, %q : index
      %w = arith.addi %u, %c1 : index
      %x = memref.load %a[%v, %w] : memref<64x64xf16>
    }
  }
  return
}

gpu.module @kernels {
  gpu.func @fragment(%a: memref<?x16xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %t = gpu.thread_id x
    %row = arith.divui %t, %c4 : index
    %column = arith.remui %t, %c4 : index
    %x = memref.load %a[%row, %column] : memref<?x16xf32>
    gpu.return
  }
}

// The same of lanes.
tt.func @lanes(%a: !tt.ptr<f16>, %n: i32) {
  %lane = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %eight = arith.constant dense<8> : tensor<64xi32>
  %three = arith.constant dense<3> : tensor<64xi32>
  %q = arith.divsi %lane, %eight : tensor<64xi32>
  %r = arith.remsi %lane, %eight : tensor<64xi32>
  %s = arith.xori %q, %three : tensor<64xi32>
  %t = arith.muli %s, %eight : tensor<64xi32>
  %u = arith.addi %t, %r : tensor<64xi32>
  %p = tt.splat %a : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
  %at = tt.addptr %p, %u : tensor<64x!tt.ptr<f16>>, tensor<64xi32>
  %x = tt.load %at : tensor<64x!tt.ptr<f16>>
  %limit = tt.splat %n : i32 -> tensor<64xi32>
  %below = arith.cmpi slt, %lane, %limit : tensor<64xi32>
  %y = tt.load %at, %below : tensor<64x!tt.ptr<f16>>
  %reached = arith.cmpi slt, %u, %limit : tensor<64xi32>
  %z = tt.load %at, %reached : tensor<64x!tt.ptr<f16>>
  tt.return
}

// Digits that bitwise ops put together.
func.func @joined(%a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %high = arith.shli %i, %c1 : index
    scf.for %j = %c0 to %c2 step %c1 {
      %u = arith.ori %high, %j : index
      %x = memref.load %a[%u] : memref<64xf32>
    }
    // The digits are not apart.
    scf.for %j = %c0 to %c3 step %c1 {
      %v = arith.ori %high, %j : index
      %x = memref.load %a[%v] : memref<64xf32>
    }
  }
  scf.for %j = %c0 to %c64 step %c1 {
    %w = arith.xori %j, %c12 : index
    %x = memref.load %a[%w] : memref<64xf32>
  }
  return
}

tt.func @exchanged(%a: !tt.ptr<f32>) {
  %lane = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %twelve = arith.constant dense<12> : tensor<64xi32>
  %other = arith.xori %lane, %twelve : tensor<64xi32>
  %p = tt.splat %a : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %at = tt.addptr %p, %other : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %x = tt.load %at : tensor<64x!tt.ptr<f32>>
  tt.return
}
