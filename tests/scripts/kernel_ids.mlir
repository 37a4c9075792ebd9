// Ids that others determine: of threads with one number in their block and in the grid, no two are in different blocks.
gpu.module @ids {
  gpu.func @global(%m: memref<4096xf32>, %f: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 8, 1, 1>} {
    %g = gpu.global_id x
    %t = gpu.thread_id x
    %b = gpu.block_id x
    memref.store %f, %m[%g] : memref<4096xf32>
    memref.store %f, %m[%t] : memref<4096xf32>
    gpu.return
  }
  gpu.func @lanes(%m: memref<4096xf32>, %f: f32) kernel {
    %c2 = arith.constant 2 : index
    %l = gpu.lane_id
    %t = gpu.thread_id x
    %half = arith.divui %t, %c2 : index
    memref.store %f, %m[%t] : memref<4096xf32>
    memref.store %f, %m[%half] : memref<4096xf32>
    gpu.return
  }
  gpu.func @plane(%m: memref<4096xf32>, %f: f32) kernel {
    %l = gpu.lane_id
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    memref.store %f, %m[%x] : memref<4096xf32>
    gpu.return
  }
}
// The ids in a launch are its arguments.
func.func @launch(%m: memref<4096xf32>, %f: f32) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %t = gpu.thread_id x
    memref.store %f, %m[%t] : memref<4096xf32>
    memref.store %f, %m[%tx] : memref<4096xf32>
    gpu.terminator
  }
  return
}
