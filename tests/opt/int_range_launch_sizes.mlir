// RUN: calipers opt %s --int-range-optimizations | FileCheck %s
// RUN: calipers opt %s --int-range-optimizations="narrowing=2" | FileCheck %s --check-prefix=NARROW

// Sizes and ids of a launch: as MLIR's analysis knows them, from constants alone; where more is wanted,
// from the ranges of the sizes too. Inside a launch every size is positive.

// CHECK-LABEL: func.func @launch
// NARROW-LABEL: func.func @launch
func.func @launch(%n: index) {
  %w = test.with_bounds {smax = 5 : index, smin = 3 : index, umax = 5 : index, umin = 3 : index} : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %w, %gy = %c8, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %w, %sz = %c8) {
    // CHECK: reflect_bounds {smax = 5 : index, smin = 3 : index, umax = 5 : index, umin = 3 : index}
    %0 = test.reflect_bounds %gx : index
    // CHECK: reflect_bounds {smax = 4294967295 : index, smin = 1 : index, umax = 4294967295 : index, umin = 1 : index}
    %1 = test.reflect_bounds %gz : index
    // CHECK: reflect_bounds {smax = 4294967295 : index, smin = 1 : index, umax = 4294967295 : index, umin = 1 : index}
    %2 = test.reflect_bounds %sx : index
    // CHECK: reflect_bounds {smax = 4 : index, smin = 0 : index, umax = 4 : index, umin = 0 : index}
    %3 = test.reflect_bounds %bx : index
    // CHECK: reflect_bounds {smax = 4294967295 : index, smin = 1 : index, umax = 4294967295 : index, umin = 1 : index}
    // NARROW: %[[SIZE:.*]] = gpu.grid_dim x
    // NARROW: reflect_bounds {smax = 5 : index, smin = 3 : index, umax = 5 : index, umin = 3 : index} %[[SIZE]]
    %size = gpu.grid_dim x
    %4 = test.reflect_bounds %size : index
    // CHECK: reflect_bounds {smax = 4294967294 : index, smin = 0 : index, umax = 4294967294 : index, umin = 0 : index}
    // NARROW: %[[ID:.*]] = gpu.thread_id y
    // NARROW: reflect_bounds {smax = 4 : index, smin = 0 : index, umax = 4 : index, umin = 0 : index} %[[ID]]
    %id = gpu.thread_id y
    %5 = test.reflect_bounds %id : index
    // CHECK: reflect_bounds {smax = 7 : index, smin = 0 : index, umax = 7 : index, umin = 0 : index}
    %known = gpu.thread_id z
    %6 = test.reflect_bounds %known : index
    // CHECK: reflect_bounds {smax = 9223372036854775807 : index, smin = -9223372036854775808 : index, umax = -8589934592 : index, umin = 0 : index}
    %global = gpu.global_id x
    %7 = test.reflect_bounds %global : index
    gpu.terminator
  }
  return
}

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @kernel
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 8, 12, 16>, known_grid_size = array<i32: 20, 24, 28>, known_cluster_size = array<i32: 2, 2, 1>} {
    // CHECK: reflect_bounds {smax = 19 : index, smin = 0 : index, umax = 19 : index, umin = 0 : index}
    %0 = gpu.block_id x
    %1 = test.reflect_bounds %0 : index
    // CHECK: reflect_bounds {smax = 12 : index, smin = 12 : index, umax = 12 : index, umin = 12 : index}
    %2 = gpu.block_dim y
    %3 = test.reflect_bounds %2 : index
    // CHECK: reflect_bounds {smax = 159 : index, smin = 0 : index, umax = 159 : index, umin = 0 : index}
    %4 = gpu.global_id x
    %5 = test.reflect_bounds %4 : index
    // CHECK: reflect_bounds {smax = 2 : index, smin = 2 : index, umax = 2 : index, umin = 2 : index}
    %6 = gpu.cluster_dim_blocks x
    %7 = test.reflect_bounds %6 : index
    // CHECK: reflect_bounds {smax = 1 : index, smin = 0 : index, umax = 1 : index, umin = 0 : index}
    %8 = gpu.cluster_block_id y
    %9 = test.reflect_bounds %8 : index
    // CHECK: reflect_bounds {smax = 4294967294 : index, smin = 0 : index, umax = 4294967294 : index, umin = 0 : index}
    // NARROW: %[[ID:.*]] = gpu.cluster_id z
    // NARROW: reflect_bounds {smax = 27 : index, smin = 0 : index, umax = 27 : index, umin = 0 : index} %[[ID]]
    %10 = gpu.cluster_id z
    %11 = test.reflect_bounds %10 : index
    // CHECK: reflect_bounds {smax = 63 : index, smin = 0 : index, umax = 63 : index, umin = 0 : index}
    %12 = gpu.thread_id x upper_bound 64
    %13 = test.reflect_bounds %12 : index
    gpu.return
  }
}

// What another lane has is in the range of what all lanes have.

// CHECK-LABEL: func.func @broadcast(
//       CHECK:   %[[true:.*]] = arith.constant true
//       CHECK:   return %[[true]], %{{.*}} : i1, i1
func.func @broadcast(%n: i32, %lane: i32) -> (i1, i1) {
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %x = arith.andi %n, %c7 : i32
  %a = gpu.subgroup_broadcast %x, specific_lane %lane : i32
  %b = gpu.subgroup_broadcast %n, first_active_lane : i32
  %0 = arith.cmpi slt, %a, %c8 : i32
  %1 = arith.cmpi slt, %b, %c8 : i32
  return %0, %1 : i1, i1
}
