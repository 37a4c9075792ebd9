// Ops of targets and of other front ends.
func.func @targets(%m: memref<?x4xf32, strided<[?, 1], offset: ?>>, %v: i64, %s: i14, %t: tensor<?x4xf32>) {
  %0 = amdgpu.fat_raw_buffer_cast %m resetOffset : memref<?x4xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32, strided<[?, 1]>, #amdgpu.address_space<fat_raw_buffer>>
  %1 = amdgpu.fat_raw_buffer_cast %m validBytes(%v) cacheSwizzleStride(%s) boundsCheck(false) : memref<?x4xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32, strided<[?, 1], offset: ?>, #amdgpu.address_space<fat_raw_buffer>>
  %2 = amdgpu.fat_raw_buffer_cast %m cacheSwizzleStride(%s) {key} : memref<?x4xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32, strided<[?, 1], offset: ?>, #amdgpu.address_space<fat_raw_buffer>>
  %3 = tosa.transpose %t {perms = array<i32: 1, 0>} : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %4 = ub.poison : index
  %5 = ub.poison : tensor<?xf32>
  return
}
func.func @buffers(%x: i32, %m: memref<64x64xf32>, %f: f32, %s: memref<f32>) {
  nvvm.barrier id = %x number_of_threads = %x
  nvvm.barrier
  rocdl.barrier
  rocdl.s.barrier
  amdgpu.lds_barrier
  %0 = amdgpu.raw_buffer_load {boundsCheck = true, indexOffset = 1 : i32} %m[%x, %x] sgprOffset %x : memref<64x64xf32>, i32, i32 -> f32
  amdgpu.raw_buffer_store {boundsCheck = false} %f -> %m[%x, %x] : f32 -> memref<64x64xf32>, i32, i32
  amdgpu.raw_buffer_atomic_fadd %f -> %m[%x, %x] : f32 -> memref<64x64xf32>, i32, i32
  amdgpu.raw_buffer_store %f -> %s[] : f32 -> memref<f32>
  %1 = amdgpu.raw_buffer_load %s[] : memref<f32> -> f32
  return
}
