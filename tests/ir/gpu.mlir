module attributes {gpu.container_module} {
gpu.module @k {
  gpu.func @kern(%a: index, %m: memref<?xf32>) workgroup(%w: memref<32xf32, 3>, %w2: memref<32xf32, 3>) private(%p: memref<1xf32, 5>) kernel attributes {known_block_size = array<i32: 8, 32, 1>} {
    %0 = gpu.thread_id x
    %1 = gpu.thread_id y upper_bound 64
    %2 = gpu.block_dim z
    %3 = gpu.lane_id
    %4 = gpu.subgroup_id : index
    %5 = gpu.num_subgroups : index
    %6 = gpu.subgroup_size : index
    %7 = gpu.global_id x
    %8 = gpu.cluster_id x
    %9 = gpu.cluster_dim x
    gpu.barrier
    %c = arith.constant 1.0 : f32
    %r = gpu.all_reduce add %c uniform { } : (f32) -> (f32)
    %r1 = gpu.all_reduce %c {
    ^bb0(%x: f32, %y: f32):
      %sum = arith.addf %x, %y : f32
      gpu.yield %sum : f32
    } : (f32) -> f32
    %r2 = gpu.subgroup_reduce add %c : (f32) -> f32
    %w1 = arith.constant 32 : i32
    %s, %v = gpu.shuffle xor %c, %w1, %w1 : f32
    gpu.printf "hi %d", %a : index
    gpu.return
  }
  gpu.func @dev(%a: f32) -> f32 { gpu.return %a : f32 }
}
func.func @f(%i: index, %f: f32, %m: memref<?xf32>, %s: i32) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %i, %gy = %i, %gz = %i) threads(%tx, %ty, %tz) in (%sx = %i, %sy = %i, %sz = %i) { 
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %i, %gy = %i, %gz = %i) threads(%tx, %ty, %tz) in (%sx = %i, %sy = %i, %sz = %i) dynamic_shared_memory_size %s workgroup(%w: memref<32xf32, 3>) private(%p: memref<1xf32, 5>) { 
    gpu.terminator
  } {foo}
  %t0 = gpu.wait async
  %t = gpu.launch async [%t0] clusters(%cx, %cy, %cz) in (%clx = %i, %cly = %i, %clz = %i) blocks(%bx, %by, %bz) in (%gx = %i, %gy = %i, %gz = %i) threads(%tx, %ty, %tz) in (%sx = %i, %sy = %i, %sz = %i) { 
    gpu.terminator
  }
  gpu.wait [%t]
  gpu.launch_func @k::@kern blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%i : index, %m : memref<?xf32>)
  %t2 = gpu.launch_func async [%t0] @k::@kern clusters in (%i, %i, %i) blocks in (%i, %i, %i) threads in (%i, %i, %i) dynamic_shared_memory_size %s args(%i : index, %m : memref<?xf32>) {foo}
  %al = gpu.alloc (%i) : memref<?xf32>
  %al2, %t3 = gpu.alloc async [%t0] host_shared (%i) : memref<?xf32>
  gpu.dealloc %al : memref<?xf32>
  gpu.memcpy %al, %m : memref<?xf32>, memref<?xf32>
  gpu.memset %al, %f : memref<?xf32>, f32
  %dm = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  return
}
}

// -----

func.func @lane(%laneid: index, %v0: vector<4xf32>) {
  %0 = gpu.warp_execute_on_lane_0 (%laneid)[32] -> (vector<4xf32>) {
    %2 = arith.constant dense<1.0> : vector<128xf32>
    gpu.yield %2 : vector<128xf32>
  }
  gpu.warp_execute_on_lane_0(%laneid)[64] {
  }
  %1 = gpu.warp_execute_on_lane_0(%laneid)[32] args(%v0 : vector<4xf32>) -> (index) {
   ^bb0(%arg0 : vector<128xf32>):
    %c = arith.constant 1 : index
    gpu.yield %c : index
  }
  gpu.warp_execute_on_lane_0(%laneid)[32] args(%v0, %v0 : vector<4xf32>, vector<4xf32>) {
   ^bb0(%arg0 : vector<128xf32>, %b: vector<4xf32>):
   "x.y"() : () -> ()
  }
  return
}

// -----

func.func @lane(%laneid: index, %v0: vector<4xf32>, %n: index, %i: i32) {
  %a = gpu.all_reduce add %i {} : (i32) -> i32
  %b = gpu.subgroup_reduce add %i cluster(size = 8) : (i32) -> i32
  %c = gpu.subgroup_reduce maxsi %i cluster(size = 8, stride = 4) : (i32) -> i32
  %d, %e = gpu.rotate %i, 1, 16 : i32
  %f = gpu.subgroup_broadcast %i, first_active_lane : i32
  %g = gpu.subgroup_broadcast %i, specific_lane %i : i32
  gpu.set_default_device %i
  %t = gpu.wait async
  %m, %t2 = gpu.alloc async [%t] (%n) : memref<?xf32>
  return
}

// -----

func.func @mma(%z: !gpu.mma_matrix<16x16xf16, "COp">, %m: memref<32x32xf16>, %o: memref<32x32xf16>, %i: index) {
  %c = arith.constant 1.0 : f16
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %b = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %d = gpu.subgroup_mma_compute %a, %b, %z : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  %e = gpu.subgroup_mma_elementwise addf %d, %d : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %e, %o[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16>
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels <#gpu.select_object<0>> [#nvvm.target] {
    gpu.func @k(%a: f32 {a.b}) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      gpu.return
    }
  }
  gpu.binary @bin [#gpu.object<#nvvm.target, "blob">]
}

// -----

func.func @launch(%a: index, %b: index, %s: i32, %t: memref<?xf32>) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %a, %gy = %a, %gz = %a) threads(%tx, %ty, %tz) in (%sx = %b, %sy = %b, %sz = %b) dynamic_shared_memory_size %s {
    gpu.terminator
  }
  gpu.launch clusters(%cx, %cy, %cz) in (%cgx = %a, %cgy = %a, %cgz = %a) blocks(%bx, %by, %bz) in (%gx = %a, %gy = %a, %gz = %a) threads(%tx, %ty, %tz) in (%sx = %b, %sy = %b, %sz = %b) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %a, %gy = %a, %gz = %a) threads(%tx, %ty, %tz) in (%sx = %b, %sy = %b, %sz = %b) workgroup(%w: memref<4xf32, 3>) private(%p : memref<2xf32, 5>) {
    gpu.terminator
  }
  %tok = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %a, %gy = %a, %gz = %a) threads(%tx, %ty, %tz) in (%sx = %b, %sy = %b, %sz = %b) {
    gpu.terminator
  } {known = 1 : i32}
  return
}

// -----

func.func @mma(%c: f16, %m: memref<32x32xf16, 3>, %i: index) {
  %w = arith.constant 4 : i32
  %a = gpu.subgroup_mma_constant_matrix %c : !gpu.mma_matrix<16x16xf16, "COp">
  %b = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %b2 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %d = gpu.subgroup_mma_compute %b, %b2, %a : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  %e = gpu.subgroup_mma_elementwise addf %d, %a : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %e, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
  %s, %v = gpu.shuffle xor %c, %w, %w : f16
  %s1, %v1 = gpu.rotate %c, 4, 16 : f16
  %r = gpu.all_reduce add %c {} : (f16) -> (f16)
  %r2 = gpu.subgroup_reduce add %c : (f16) -> f16
  %r3 = gpu.subgroup_reduce add %c uniform cluster(size = 4, stride = 2) : (f16) -> f16
  gpu.printf "a %f\n", %c : f16
  %el = gpu.subgroup_mma_extract_thread_local %a[%i] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
  %in = gpu.subgroup_mma_insert_thread_local %c, %a[%i] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  %dm = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  gpu.barrier
  %bc = gpu.subgroup_broadcast %c, first_active_lane : f16
  return
}
gpu.module @attributions {
  gpu.func @k(%a: memref<?xf32>) workgroup(%w: memref<4xf32, 3> {llvm.align = 16 : i64}, %v: memref<8xf32, 3>) private(%p : memref<1xf32, 5> {foo}) kernel { gpu.return }
  gpu.func @k2(%a: memref<?xf32>) workgroup(%w: memref<4xf32, 3> {}) private(%p : memref<1xf32, 5>) { gpu.return }
}
