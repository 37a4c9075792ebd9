// RUN: calipers opt %s -int-range-optimizations -cse -arith-unsigned-when-equivalent | FileCheck %s

// What MLIR's --lower-affine makes of `(t mod 16)`, `(t floordiv 16)`, `((b·128 + t) floordiv 4)` and
// `((b + t·2) mod 7)` of the ids of a launch: nothing needs to be selected, and all of it is unsigned.

// CHECK-LABEL: gpu.func @f(
//   CHECK-NOT:   arith.select
//   CHECK-NOT:   arith.{{(rem|div|floordiv)}}si
//   CHECK-DAG:   arith.remui %{{.*}}, %c16
//   CHECK-DAG:   arith.divui %{{.*}}, %c16
//       CHECK:   arith.remui %{{.*}}, %c7
//   CHECK-NOT:   arith.select
//   CHECK-NOT:   arith.{{(rem|div|floordiv)}}si
//       CHECK:   gpu.return
module {
  gpu.module @k {
    gpu.func @f(%arg0: memref<?xindex>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 64, 1, 1>} {
      %thread_id_x = gpu.thread_id  x
      %block_id_x = gpu.block_id  x
      %c16 = arith.constant 16 : index
      %0 = arith.remsi %thread_id_x, %c16 : index
      %c0 = arith.constant 0 : index
      %1 = arith.cmpi slt, %0, %c0 : index
      %2 = arith.addi %0, %c16 : index
      %3 = arith.select %1, %2, %0 : index
      %c16_0 = arith.constant 16 : index
      %c0_1 = arith.constant 0 : index
      %c-1 = arith.constant -1 : index
      %4 = arith.cmpi slt, %thread_id_x, %c0_1 : index
      %5 = arith.subi %c-1, %thread_id_x : index
      %6 = arith.select %4, %5, %thread_id_x : index
      %7 = arith.divsi %6, %c16_0 : index
      %8 = arith.subi %c-1, %7 : index
      %9 = arith.select %4, %8, %7 : index
      %c32 = arith.constant 32 : index
      %10 = arith.muli %block_id_x, %c32 overflow<nsw> : index
      %c4 = arith.constant 4 : index
      %c0_2 = arith.constant 0 : index
      %c-1_3 = arith.constant -1 : index
      %11 = arith.cmpi slt, %thread_id_x, %c0_2 : index
      %12 = arith.subi %c-1_3, %thread_id_x : index
      %13 = arith.select %11, %12, %thread_id_x : index
      %14 = arith.divsi %13, %c4 : index
      %15 = arith.subi %c-1_3, %14 : index
      %16 = arith.select %11, %15, %14 : index
      %17 = arith.addi %10, %16 : index
      %c2 = arith.constant 2 : index
      %18 = arith.muli %thread_id_x, %c2 overflow<nsw> : index
      %19 = arith.addi %block_id_x, %18 : index
      %c7 = arith.constant 7 : index
      %20 = arith.remsi %19, %c7 : index
      %c0_4 = arith.constant 0 : index
      %21 = arith.cmpi slt, %20, %c0_4 : index
      %22 = arith.addi %20, %c7 : index
      %23 = arith.select %21, %22, %20 : index
      memref.store %3, %arg0[%9] : memref<?xindex>
      memref.store %17, %arg0[%23] : memref<?xindex>
      gpu.return
    }
  }
}

