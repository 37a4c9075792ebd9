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
func.func @matrices(%arg0 : f32, %arg1 : vector<32xf32>, %a16: vector<16xf16>, %c8: vector<8xf32>, %s4: vector<4xf8E8M0FNU>, %f4: vector<32xf4E2M1FN>, %c16: vector<16xf32>, %h4 : vector<4xf16>, %h8: vector<8xf16>, %v4: vector<4xf32>, %i: vector<4xi8>, %i16: vector<16xi8>, %ci: vector<8xi32>) {
  %0 = amdgpu.mfma 32x32x1 %arg0 * %arg0 + %arg1 { abid = 1 : i32, cbsz = 1 : i32, blocks = 2 : i32 } blgp = bcast_second_32 : f32, f32, vector<32xf32>
  %1 = amdgpu.mfma 32x32x1 %arg0 * %arg0 + %arg1 { blocks = 2 : i32, reducePrecision } blgp = none : f32, f32, vector<32xf32>
  %2 = amdgpu.wmma 16x16x16 %a16 * %a16 + %c8 : vector<16xf16>, vector<16xf16>, vector<8xf32>
  %3 = amdgpu.wmma 16x16x16 %i16 * %i16 + %ci {clamp, unsignedA} : vector<16xi8>, vector<16xi8>, vector<8xi32>
  %4 = amdgpu.scaled_mfma 32x32x64 (%s4[0] * %f4) * (%s4[1] * %f4) + %c16 : vector<4xf8E8M0FNU>, vector<32xf4E2M1FN>, vector<4xf8E8M0FNU>, vector<32xf4E2M1FN>, vector<16xf32>
  %5 = amdgpu.sparse_mfma 16x16x32 %h4 * %h8 + %v4 sparse(%i : vector<4xi8>) {abid = 1 : i32} : vector<4xf16>, vector<8xf16>, vector<4xf32>
  return
}
func.func @lanes(%m: memref<64x64xf16>, %l: memref<64x64xf16, #gpu.address_space<workgroup>>, %i: index, %f: f32, %v: vector<4xf8E5M2FNUZ>, %x: i32, %b: memref<64xi32>) {
  amdgpu.gather_to_lds %m[%i, %i], %l[%i, %i] : vector<2xf16>, memref<64x64xf16>, memref<64x64xf16, #gpu.address_space<workgroup>>
  %0 = amdgpu.transpose_load %l[%i, %i] : memref<64x64xf16, #gpu.address_space<workgroup>> -> vector<4xf16>
  amdgpu.memory_counter_wait load(1) store(2) ds(3)
  amdgpu.memory_counter_wait exp(0)
  amdgpu.memory_counter_wait
  %1 = amdgpu.ext_packed_fp8 %v[0] : vector<4xf8E5M2FNUZ> to f32
  %2 = amdgpu.packed_trunc_2xfp8 %f, undef into undef[word 0] : f32 to vector<4xf8E5M2FNUZ>
  %3 = amdgpu.packed_trunc_2xfp8 %f, %f into %v[word 1] : f32 to vector<4xf8E5M2FNUZ> into vector<4xf8E5M2FNUZ>
  %4 = amdgpu.packed_stoch_round_fp8 %f + %x into %v[3] : f32 to vector<4xf8E5M2FNUZ> into vector<4xf8E5M2FNUZ>
  %5 = amdgpu.packed_stoch_round_fp8 %f + %x into undef[0] : f32 to vector<4xf8E5M2FNUZ>
  %6 = amdgpu.swizzle_bitmode %f 1 2 4 : f32
  %7 = amdgpu.dpp %x %x quad_perm([0 : i32, 1 : i32, 2 : i32, 3 : i32]) {row_mask = 1 : i32} : i32
  %8 = amdgpu.dpp %f %f row_shl(1 : i32) {bound_ctrl = true} : f32
  %9 = amdgpu.dpp %f %f wave_shr : f32
  %10 = amdgpu.permlane_swap %f 16 {fetch_inactive = true} : f32
  %11 = amdgpu.raw_buffer_atomic_cmpswap {boundsCheck = false} %x, %x -> %b[%x] sgprOffset %x : i32 -> memref<64xi32>, i32
  return
}
