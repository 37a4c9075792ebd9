// thread_id block_id block_dim grid_dim global_id where nothing says how large the launch is
func.func @unknown_launch() {
  %t = gpu.thread_id x
  %b = gpu.block_id y
  %bs = gpu.block_dim z
  %gs = gpu.grid_dim x
  %g = gpu.global_id x
  %0 = "test.reify_bound"(%t) {constant, type = "LB"} : (index) -> index // = 0
  %1 = "test.reify_bound"(%t) {constant, type = "UB"} : (index) -> index // = 4294967295
  %2 = "test.reify_bound"(%b) {constant, type = "LB"} : (index) -> index // = 0
  %3 = "test.reify_bound"(%b) {constant, type = "UB"} : (index) -> index // = 4294967295
  %4 = "test.reify_bound"(%bs) {constant, type = "LB"} : (index) -> index // = 1
  %5 = "test.reify_bound"(%bs) {constant, type = "UB"} : (index) -> index // = 4294967296
  %6 = "test.reify_bound"(%gs) {constant, type = "LB"} : (index) -> index // = 1
  %7 = "test.reify_bound"(%gs) {constant, type = "UB"} : (index) -> index // = 4294967296
  %8 = "test.reify_bound"(%g) {constant, type = "LB"} : (index) -> index // = 0
  "test.compare"(%t, %bs) {cmp = "LT"} : (index, index) -> () // = fail
  return
}

// lane_id subgroup_id num_subgroups subgroup_size and clusters: the limits of the dialect
func.func @limits() {
  %lane = gpu.lane_id
  %id = gpu.subgroup_id : index
  %count = gpu.num_subgroups : index
  %size = gpu.subgroup_size : index
  %cluster = gpu.cluster_id x
  %clusters = gpu.cluster_dim x
  %block = gpu.cluster_block_id x
  %blocks = gpu.cluster_dim_blocks x
  %0 = "test.reify_bound"(%lane) {constant, type = "LB"} : (index) -> index // = 0
  %1 = "test.reify_bound"(%lane) {constant, type = "UB"} : (index) -> index // = 128
  %2 = "test.reify_bound"(%id) {constant, type = "UB"} : (index) -> index // = 4294967295
  %3 = "test.reify_bound"(%count) {constant, type = "LB"} : (index) -> index // = 1
  %4 = "test.reify_bound"(%count) {constant, type = "UB"} : (index) -> index // = 4294967296
  %5 = "test.reify_bound"(%size) {constant, type = "LB"} : (index) -> index // = 1
  %6 = "test.reify_bound"(%size) {constant, type = "UB"} : (index) -> index // = 129
  %7 = "test.reify_bound"(%cluster) {constant, type = "UB"} : (index) -> index // = 4294967295
  %8 = "test.reify_bound"(%clusters) {constant, type = "UB"} : (index) -> index // = 4294967296
  %9 = "test.reify_bound"(%block) {constant, type = "UB"} : (index) -> index // = 8
  %10 = "test.reify_bound"(%blocks) {constant, type = "LB"} : (index) -> index // = 1
  %11 = "test.reify_bound"(%blocks) {constant, type = "UB"} : (index) -> index // = 9
  return
}

// upper_bound: of an id it is not reached, of a size it may be
func.func @upper_bounds() {
  %t = gpu.thread_id x upper_bound 64
  %bs = gpu.block_dim x upper_bound 64
  %g = gpu.global_id y upper_bound 1000
  %lane = gpu.lane_id upper_bound 32
  %size = gpu.subgroup_size upper_bound 32 : index
  %0 = "test.reify_bound"(%t) {constant, type = "UB"} : (index) -> index // = 64
  %1 = "test.reify_bound"(%bs) {constant, type = "UB"} : (index) -> index // = 65
  %2 = "test.reify_bound"(%g) {constant, type = "UB"} : (index) -> index // = 1000
  %3 = "test.reify_bound"(%lane) {constant, type = "UB"} : (index) -> index // = 32
  %4 = "test.reify_bound"(%size) {constant, type = "UB"} : (index) -> index // = 33
  return
}

// known sizes on a kernel
gpu.module @kernels {
  gpu.func @known() kernel attributes {known_block_size = array<i32: 8, 32, 1>, known_grid_size = array<i32: 5, 6, 7>, known_cluster_size = array<i32: 2, 1, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bz = gpu.block_id z
    %bs = gpu.block_dim y
    %gs = gpu.grid_dim z
    %g = gpu.global_id x
    %block = gpu.cluster_block_id x
    %blocks = gpu.cluster_dim_blocks x
    %0 = "test.reify_bound"(%tx) {constant, type = "UB"} : (index) -> index // = 8
    %1 = "test.reify_bound"(%ty) {constant, type = "UB"} : (index) -> index // = 32
    %2 = "test.reify_bound"(%bz) {constant, type = "UB"} : (index) -> index // = 7
    %3 = "test.reify_bound"(%bs) {constant} : (index) -> index // = 32
    %4 = "test.reify_bound"(%gs) {constant} : (index) -> index // = 7
    %5 = "test.reify_bound"(%g) {constant, type = "UB"} : (index) -> index // = 40
    %6 = "test.reify_bound"(%block) {constant, type = "UB"} : (index) -> index // = 2
    %7 = "test.reify_bound"(%blocks) {constant} : (index) -> index // = 2
    gpu.return
  }
  // of one of them nothing is known
  gpu.func @block_only() kernel attributes {known_block_size = array<i32: 8, 32, 1>} {
    %bs = gpu.block_dim x
    %gs = gpu.grid_dim x
    %0 = "test.reify_bound"(%bs) {constant} : (index) -> index // = 8
    %1 = "test.reify_bound"(%gs) {constant} : (index) -> index // = fail
    gpu.return
  }
}

// known sizes on any function
func.func @discardable() attributes {gpu.known_block_size = array<i32: 8, 32, 1>, gpu.known_grid_size = array<i32: 5, 6, 7>} {
  %t = gpu.thread_id y
  %gs = gpu.grid_dim x
  %0 = "test.reify_bound"(%t) {constant, type = "UB"} : (index) -> index // = 32
  %1 = "test.reify_bound"(%gs) {constant} : (index) -> index // = 5
  return
}

// launch: the arguments of its body, and ids in it; the launch counts, not the function around it
func.func @launch(%n: index) attributes {gpu.known_block_size = array<i32: 3, 3, 3>} {
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c9, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c9, %sy = %n, %sz = %c1) {
    %0 = "test.reify_bound"(%bx) {constant, type = "LB"} : (index) -> index // = 0
    %1 = "test.reify_bound"(%bx) {type = "UB"} : (index) -> index // = sym
    %most = "test.reify_bound"(%bx) {constant, type = "UB"} : (index) -> index // = 4294967295
    "test.compare"(%bx, %n) {cmp = "LT"} : (index, index) -> () // = true
    %2 = "test.reify_bound"(%by) {constant, type = "UB"} : (index) -> index // = 9
    %3 = "test.reify_bound"(%bz) {constant} : (index) -> index // = 0
    %4 = "test.reify_bound"(%tx) {constant, type = "UB"} : (index) -> index // = 9
    "test.compare"(%ty, %sy) {cmp = "LT"} : (index, index) -> () // = true
    "test.compare"(%gx, %n) : (index, index) -> () // = true
    %5 = "test.reify_bound"(%sx) {constant} : (index) -> index // = 9
    "test.compare"(%n, %c1) {cmp = "GE"} : (index, index) -> () // = true
    %t = gpu.thread_id y
    "test.compare"(%t, %n) {cmp = "LT"} : (index, index) -> () // = true
    %t0 = gpu.thread_id x
    %6 = "test.reify_bound"(%t0) {constant, type = "UB"} : (index) -> index // = 9
    %gs = gpu.grid_dim x
    "test.compare"(%gs, %n) : (index, index) -> () // = true
    %g = gpu.global_id y
    %7 = "test.reify_bound"(%g) {constant, type = "UB"} : (index) -> index // = 38654705655
    gpu.terminator
  }
  // it may not have run
  "test.compare"(%n, %c1) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// launch with clusters: at most as many as it takes for all blocks
func.func @clusters(%n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  gpu.launch clusters(%cx, %cy, %cz) in (%lx = %c2, %ly = %c1, %lz = %n)
             blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %0 = "test.reify_bound"(%cx) {constant, type = "UB"} : (index) -> index // = 4
    %1 = "test.reify_bound"(%cy) {constant} : (index) -> index // = 0
    "test.compare"(%cz, %n) {cmp = "LT"} : (index, index) -> () // = true
    %2 = "test.reify_bound"(%lx) {constant} : (index) -> index // = 2
    "test.compare"(%lz, %n) : (index, index) -> () // = true
    %blocks = gpu.cluster_dim_blocks x
    %3 = "test.reify_bound"(%blocks) {constant} : (index) -> index // = 2
    %block = gpu.cluster_block_id x
    %4 = "test.reify_bound"(%block) {constant, type = "UB"} : (index) -> index // = 2
    gpu.terminator
  }
  return
}

// the sizes of clusters are positive
func.func @cluster_sizes(%m: index) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch clusters(%cx, %cy, %cz) in (%lx = %m, %ly = %c1, %lz = %c1)
             blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    "test.compare"(%m, %c1) {cmp = "GE"} : (index, index) -> () // = true
    gpu.terminator
  }
  "test.compare"(%m, %c1) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// subgroup_broadcast: what one lane has need not be what another has
func.func @broadcasts(%n: index, %lane: i32) {
  %a = gpu.subgroup_broadcast %n, first_active_lane : index
  %b = gpu.subgroup_broadcast %n, specific_lane %lane : index
  "test.compare"(%a, %n) : (index, index) -> () // = fail
  "test.compare"(%a, %b) : (index, index) -> () // = fail
  return
}

// thread_id block_dim block_id grid_dim subgroup: an id is below the size that another op of the kernel gives
gpu.module @ids_and_sizes {
  gpu.func @ids_first(%i: index) kernel {
    %t = gpu.thread_id x
    %b = gpu.block_id y
    %l = gpu.lane_id
    %s = gpu.subgroup_id : index
    %other = gpu.block_dim y
    %n = gpu.block_dim x
    %g = gpu.grid_dim y
    %w = gpu.subgroup_size : index
    %k = gpu.num_subgroups : index
    "test.compare"(%t, %n) {cmp = "LT"} : (index, index) -> () // = true
    "test.compare"(%t, %other) {cmp = "LT"} : (index, index) -> () // = fail
    "test.compare"(%b, %g) {cmp = "LT"} : (index, index) -> () // = true
    "test.compare"(%l, %w) {cmp = "LT"} : (index, index) -> () // = true
    "test.compare"(%s, %k) {cmp = "LT"} : (index, index) -> () // = true
    gpu.return
  }
  gpu.func @sizes_first(%c: i1) kernel {
    %n = gpu.block_dim x
    %g = gpu.grid_dim y
    %w = gpu.subgroup_size : index
    %k = gpu.num_subgroups : index
    scf.if %c {
      %t = gpu.thread_id x
      %b = gpu.block_id y
      %l = gpu.lane_id
      %s = gpu.subgroup_id : index
      "test.compare"(%t, %n) {cmp = "LT"} : (index, index) -> () // = true
      "test.compare"(%b, %g) {cmp = "LT"} : (index, index) -> () // = true
      "test.compare"(%l, %w) {cmp = "LT"} : (index, index) -> () // = true
      "test.compare"(%s, %k) {cmp = "LT"} : (index, index) -> () // = true
    }
    gpu.return
  }
  gpu.func @twice() kernel {
    %n = gpu.block_dim x
    %m = gpu.block_dim x
    %g = gpu.grid_dim x
    %h = gpu.grid_dim x
    %t = gpu.thread_id z
    %u = gpu.thread_id z
    %b = gpu.block_id x
    %d = gpu.block_id x
    "test.compare"(%n, %m) : (index, index) -> () // = true
    "test.compare"(%g, %h) : (index, index) -> () // = true
    "test.compare"(%t, %u) : (index, index) -> () // = true
    "test.compare"(%b, %d) : (index, index) -> () // = true
    gpu.return
  }
}

// thread_id: what another function gives is of another launch
func.func @size_outside(%n: index) {
  %s = gpu.block_dim x
  builtin.module {
    func.func @kernel() {
      %t = gpu.thread_id x
      return
    }
  }
  return
}

// thread_id: a size outside of a launch is that of another one
func.func @size_of_the_outer_launch(%n: index) attributes {gpu.known_block_size = array<i32: 8, 4, 1>} {
  %c1 = arith.constant 1 : index
  %s = gpu.block_dim z
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %t = gpu.thread_id z
    "test.compare"(%t, %s) {cmp = "LT"} : (index, index) -> () // = fail
    gpu.terminator
  }
  return
}

// global_id: block_id · block_dim + thread_id, whichever op is the last one
func.func @global_id_last() {
  %b = gpu.block_id x
  %s = gpu.block_dim x
  %t = gpu.thread_id x
  %g = gpu.global_id x
  %other = gpu.global_id y
  %first = arith.muli %b, %s : index
  %sum = arith.addi %first, %t : index
  "test.compare"(%g, %sum) : (index, index) -> () // = true
  "test.compare"(%other, %sum) : (index, index) -> () // = fail
  return
}

func.func @thread_id_last() {
  %b = gpu.block_id y
  %s = gpu.block_dim y
  %g = gpu.global_id y
  %t = gpu.thread_id y
  %first = arith.muli %b, %s : index
  %sum = arith.addi %first, %t : index
  "test.compare"(%g, %sum) : (index, index) -> () // = true
  return
}

func.func @block_id_last() {
  %t = gpu.thread_id z
  %s = gpu.block_dim z
  %g = gpu.global_id z
  %b = gpu.block_id z
  %first = arith.muli %b, %s : index
  %sum = arith.addi %first, %t : index
  "test.compare"(%g, %sum) : (index, index) -> () // = true
  return
}

func.func @block_dim_last() {
  %g = gpu.global_id x
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %s = gpu.block_dim x
  %first = arith.muli %b, %s : index
  %sum = arith.addi %first, %t : index
  "test.compare"(%g, %sum) : (index, index) -> () // = true
  return
}

// alloc: the sizes of the memory, and with symbols its strides
func.func @memory(%n: index, %k: index) {
  %m = gpu.alloc(%n) : memref<?x4xf32>
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?x4xf32>
  "test.compare"(%d, %n) : (index, index) -> () // = true
  %s = gpu.alloc(%n)[%k] : memref<?xf32, affine_map<(d0)[s0] -> (d0 * s0)>>
  %0 = "test.reify_bound"(%s) {stride = 0 : i64} : (memref<?xf32, affine_map<(d0)[s0] -> (d0 * s0)>>) -> index // = sym
  %t = gpu.wait async
  %a, %u = gpu.alloc async [%t] (%k) : memref<?xf32>
  %e = memref.dim %a, %c0 : memref<?xf32>
  "test.compare"(%e, %k) : (index, index) -> () // = true
  return
}
