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
