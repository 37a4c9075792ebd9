gpu.module @kernels {
  gpu.func @padded(%in: memref<?xf32>)
      workgroup(%tile : memref<32x33xf32, 3>) private(%own : memref<32xf32>) kernel {
    %c32 = arith.constant 32 : index
    %b = gpu.block_id x
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %x_fits = arith.cmpi ult, %x, %c32 : index
    %y_fits = arith.cmpi ult, %y, %c32 : index
    %fits = arith.andi %x_fits, %y_fits : i1
    %z = arith.constant 0.0 : f32
    scf.if %fits {
      memref.store %z, %tile[%y, %x] : memref<32x33xf32, 3>
      %old = memref.load %tile[%x, %y] : memref<32x33xf32, 3>
      memref.store %z, %tile[%y, %y] : memref<32x33xf32, 3>
      memref.store %z, %own[%x] : memref<32xf32>
      memref.store %z, %in[%x] : memref<?xf32>
    }
    gpu.return
  }
}
func.func @launches(%n: index, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
               workgroup(%tile : memref<64xf32, 3>) private(%own : memref<1xf32>) {
      memref.store %z, %tile[%tx] : memref<64xf32, 3>
      memref.store %z, %tile[%c0] : memref<64xf32, 3>
      memref.store %z, %own[%c0] : memref<1xf32>
      gpu.terminator
    }
  }
  return
}
