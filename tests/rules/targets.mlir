// tosa.transpose
func.func @transpose(%t: tensor<?x4x?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %r = tosa.transpose %t {perms = array<i32: 2, 0, 1>} : (tensor<?x4x?xf32>) -> tensor<?x?x4xf32>
  %d = tensor.dim %t, %c2 : tensor<?x4x?xf32>
  %e = tensor.dim %r, %c0 : tensor<?x?x4xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  return
}

// amdgpu.fat_raw_buffer_cast keeps sizes and strides, and the offset unless it is reset
func.func @fat_raw_buffer_cast(%m: memref<?x4xf32, strided<[?, 1], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %r = amdgpu.fat_raw_buffer_cast %m resetOffset : memref<?x4xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32, strided<[?, 1]>, #amdgpu.address_space<fat_raw_buffer>>
  %s = amdgpu.fat_raw_buffer_cast %m : memref<?x4xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32, strided<[?, 1], offset: ?>, #amdgpu.address_space<fat_raw_buffer>>
  %d = memref.dim %m, %c0 : memref<?x4xf32, strided<[?, 1], offset: ?>>
  %e = memref.dim %r, %c0 : memref<?x4xf32, strided<[?, 1]>, #amdgpu.address_space<fat_raw_buffer>>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  %b, %o, %n:2, %k:2 = memref.extract_strided_metadata %m : memref<?x4xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %b2, %o2, %n2:2, %k2:2 = memref.extract_strided_metadata %s : memref<?x4xf32, strided<[?, 1], offset: ?>, #amdgpu.address_space<fat_raw_buffer>> -> memref<f32, #amdgpu.address_space<fat_raw_buffer>>, index, index, index, index, index
  "test.compare"(%o, %o2) : (index, index) -> () // = true
  "test.compare"(%k#0, %k2#0) : (index, index) -> () // = true
  return
}
