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
