// RUN: calipers opt %s -int-range-optimizations -cse -arith-unsigned-when-equivalent | FileCheck %s

// What MLIR's --lower-affine makes of remainders and quotients of the ids of a launch: of sums over blocks and
// threads, of remainders of quotients and quotients of remainders, in loops, of delinearized ids. Nothing
// needs to be selected, and all of it is unsigned.

// CHECK-LABEL: func.func @k1(
//   CHECK-NOT:   arith.select
//   CHECK-NOT:   arith.cmpi slt
//   CHECK-NOT:   arith.{{(rem|div|floordiv|ceildiv)}}si
//       CHECK:   return
// CHECK-LABEL: func.func @k2(
//   CHECK-NOT:   arith.select
//   CHECK-NOT:   arith.cmpi slt
//   CHECK-NOT:   arith.{{(rem|div|floordiv|ceildiv)}}si
//       CHECK:   return
// CHECK-LABEL: func.func @k4(
//   CHECK-NOT:   arith.select
//   CHECK-NOT:   arith.cmpi slt
//   CHECK-NOT:   arith.{{(rem|div|floordiv|ceildiv)}}si
//       CHECK:   return
// CHECK-LABEL: func.func @k5(
//   CHECK-NOT:   arith.select
//   CHECK-NOT:   arith.cmpi slt
//   CHECK-NOT:   arith.{{(rem|div|floordiv|ceildiv)}}si
//       CHECK:   return
// CHECK-LABEL: gpu.func @k(
//   CHECK-NOT:   arith.select
//   CHECK-NOT:   arith.cmpi slt
//   CHECK-NOT:   arith.{{(rem|div|floordiv|ceildiv)}}si
//       CHECK:   gpu.return
module {
  func.func @k1() -> (index, index) attributes {gpu.known_block_size = array<i32: 128, 1, 1>, gpu.known_grid_size = array<i32: 64, 1, 1>} {
    %thread_id_x = gpu.thread_id  x
    %block_id_x = gpu.block_id  x
    %c16 = arith.constant 16 : index
    %c0 = arith.constant 0 : index
    %c-1 = arith.constant -1 : index
    %0 = arith.cmpi slt, %thread_id_x, %c0 : index
    %1 = arith.subi %c-1, %thread_id_x : index
    %2 = arith.select %0, %1, %thread_id_x : index
    %3 = arith.divsi %2, %c16 : index
    %4 = arith.subi %c-1, %3 : index
    %5 = arith.select %0, %4, %3 : index
    %c8 = arith.constant 8 : index
    %6 = arith.muli %block_id_x, %c8 overflow<nsw> : index
    %7 = arith.addi %5, %6 : index
    %c16_0 = arith.constant 16 : index
    %8 = arith.remsi %thread_id_x, %c16_0 : index
    %c0_1 = arith.constant 0 : index
    %9 = arith.cmpi slt, %8, %c0_1 : index
    %10 = arith.addi %8, %c16_0 : index
    %11 = arith.select %9, %10, %8 : index
    return %7, %11 : index, index
  }
  func.func @k2(%arg0: memref<?xf32>) -> (index, index, index) {
    %thread_id_x = gpu.thread_id  x upper_bound 64
    %block_id_x = gpu.block_id  x upper_bound 1024
    %c8 = arith.constant 8 : index
    %0 = arith.remsi %thread_id_x, %c8 : index
    %c0 = arith.constant 0 : index
    %1 = arith.cmpi slt, %0, %c0 : index
    %2 = arith.addi %0, %c8 : index
    %3 = arith.select %1, %2, %0 : index
    %c4 = arith.constant 4 : index
    %c0_0 = arith.constant 0 : index
    %c-1 = arith.constant -1 : index
    %4 = arith.cmpi slt, %block_id_x, %c0_0 : index
    %5 = arith.subi %c-1, %block_id_x : index
    %6 = arith.select %4, %5, %block_id_x : index
    %7 = arith.divsi %6, %c4 : index
    %8 = arith.subi %c-1, %7 : index
    %9 = arith.select %4, %8, %7 : index
    %c8_1 = arith.constant 8 : index
    %10 = arith.muli %9, %c8_1 overflow<nsw> : index
    %11 = arith.addi %3, %10 : index
    %c8_2 = arith.constant 8 : index
    %c0_3 = arith.constant 0 : index
    %c-1_4 = arith.constant -1 : index
    %12 = arith.cmpi slt, %thread_id_x, %c0_3 : index
    %13 = arith.subi %c-1_4, %thread_id_x : index
    %14 = arith.select %12, %13, %thread_id_x : index
    %15 = arith.divsi %14, %c8_2 : index
    %16 = arith.subi %c-1_4, %15 : index
    %17 = arith.select %12, %16, %15 : index
    %c4_5 = arith.constant 4 : index
    %18 = arith.remsi %17, %c4_5 : index
    %c0_6 = arith.constant 0 : index
    %19 = arith.cmpi slt, %18, %c0_6 : index
    %20 = arith.addi %18, %c4_5 : index
    %21 = arith.select %19, %20, %18 : index
    %c4_7 = arith.constant 4 : index
    %22 = arith.muli %block_id_x, %c4_7 overflow<nsw> : index
    %23 = arith.addi %21, %22 : index
    %c64 = arith.constant 64 : index
    %24 = arith.muli %block_id_x, %c64 overflow<nsw> : index
    %25 = arith.addi %thread_id_x, %24 : index
    %c48 = arith.constant 48 : index
    %26 = arith.remsi %25, %c48 : index
    %c0_8 = arith.constant 0 : index
    %27 = arith.cmpi slt, %26, %c0_8 : index
    %28 = arith.addi %26, %c48 : index
    %29 = arith.select %27, %28, %26 : index
    %c3 = arith.constant 3 : index
    %c0_9 = arith.constant 0 : index
    %c-1_10 = arith.constant -1 : index
    %30 = arith.cmpi slt, %29, %c0_9 : index
    %31 = arith.subi %c-1_10, %29 : index
    %32 = arith.select %30, %31, %29 : index
    %33 = arith.divsi %32, %c3 : index
    %34 = arith.subi %c-1_10, %33 : index
    %35 = arith.select %30, %34, %33 : index
    return %11, %23, %35 : index, index, index
  }
  func.func @k4(%arg0: memref<?x?xf32>, %arg1: index) {
    %cst = arith.constant 0.000000e+00 : f32
    %thread_id_x = gpu.thread_id  x upper_bound 256
    %c0 = arith.constant 0 : index
    %c100 = arith.constant 100 : index
    %c1 = arith.constant 1 : index
    scf.for %arg2 = %c0 to %c100 step %c1 {
      %c256 = arith.constant 256 : index
      %0 = arith.muli %arg2, %c256 overflow<nsw> : index
      %1 = arith.addi %0, %thread_id_x : index
      %c100_0 = arith.constant 100 : index
      %c0_1 = arith.constant 0 : index
      %c-1 = arith.constant -1 : index
      %2 = arith.cmpi slt, %1, %c0_1 : index
      %3 = arith.subi %c-1, %1 : index
      %4 = arith.select %2, %3, %1 : index
      %5 = arith.divsi %4, %c100_0 : index
      %6 = arith.subi %c-1, %5 : index
      %7 = arith.select %2, %6, %5 : index
      %c256_2 = arith.constant 256 : index
      %8 = arith.muli %arg2, %c256_2 overflow<nsw> : index
      %9 = arith.addi %8, %thread_id_x : index
      %c100_3 = arith.constant 100 : index
      %10 = arith.remsi %9, %c100_3 : index
      %c0_4 = arith.constant 0 : index
      %11 = arith.cmpi slt, %10, %c0_4 : index
      %12 = arith.addi %10, %c100_3 : index
      %13 = arith.select %11, %12, %10 : index
      memref.store %cst, %arg0[%7, %13] : memref<?x?xf32>
    }
    return
  }
  func.func @k5(%arg0: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c8 = arith.constant 8 : index
    %cst = arith.constant 0.000000e+00 : f32
    %thread_id_x = gpu.thread_id  x upper_bound 256
    %0 = nvvm.read.ptx.sreg.laneid : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = arith.remsi %thread_id_x, %c64 : index
    %3 = arith.cmpi slt, %2, %c0 : index
    %4 = arith.addi %2, %c64 overflow<nsw> : index
    %5 = arith.select %3, %4, %2 : index
    %6 = arith.divsi %5, %c8 : index
    %7 = arith.remsi %thread_id_x, %c8 : index
    %8 = arith.cmpi slt, %7, %c0 : index
    %9 = arith.addi %7, %c8 overflow<nsw> : index
    %10 = arith.select %8, %9, %7 : index
    %c4 = arith.constant 4 : index
    %c0_0 = arith.constant 0 : index
    %c-1 = arith.constant -1 : index
    %11 = arith.cmpi slt, %1, %c0_0 : index
    %12 = arith.subi %c-1, %1 : index
    %13 = arith.select %11, %12, %1 : index
    %14 = arith.divsi %13, %c4 : index
    %15 = arith.subi %c-1, %14 : index
    %16 = arith.select %11, %15, %14 : index
    %c2 = arith.constant 2 : index
    %17 = arith.muli %6, %c2 overflow<nsw> : index
    %18 = arith.addi %16, %17 : index
    %c4_1 = arith.constant 4 : index
    %19 = arith.remsi %1, %c4_1 : index
    %c0_2 = arith.constant 0 : index
    %20 = arith.cmpi slt, %19, %c0_2 : index
    %21 = arith.addi %19, %c4_1 : index
    %22 = arith.select %20, %21, %19 : index
    %23 = arith.addi %22, %10 : index
    memref.store %cst, %arg0[%18, %23] : memref<?x?xf32>
    return
  }
  gpu.module @m {
    gpu.func @k(%arg0: memref<?xi32>) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      %c1_i32 = arith.constant 1 : i32
      %thread_id_x = gpu.thread_id  x
      %thread_id_y = gpu.thread_id  y
      %block_id_x = gpu.block_id  x
      %c32 = arith.constant 32 : index
      %0 = arith.muli %thread_id_y, %c32 overflow<nsw> : index
      %1 = arith.addi %thread_id_x, %0 : index
      %c24 = arith.constant 24 : index
      %2 = arith.remsi %1, %c24 : index
      %c0 = arith.constant 0 : index
      %3 = arith.cmpi slt, %2, %c0 : index
      %4 = arith.addi %2, %c24 : index
      %5 = arith.select %3, %4, %2 : index
      %c32_0 = arith.constant 32 : index
      %6 = arith.muli %thread_id_y, %c32_0 overflow<nsw> : index
      %7 = arith.addi %thread_id_x, %6 : index
      %c128 = arith.constant 128 : index
      %8 = arith.muli %block_id_x, %c128 overflow<nsw> : index
      %9 = arith.addi %7, %8 : index
      %c24_1 = arith.constant 24 : index
      %c0_2 = arith.constant 0 : index
      %c-1 = arith.constant -1 : index
      %10 = arith.cmpi slt, %9, %c0_2 : index
      %11 = arith.subi %c-1, %9 : index
      %12 = arith.select %10, %11, %9 : index
      %13 = arith.divsi %12, %c24_1 : index
      %14 = arith.subi %c-1, %13 : index
      %15 = arith.select %10, %14, %13 : index
      %c24_3 = arith.constant 24 : index
      %16 = arith.muli %15, %c24_3 overflow<nsw> : index
      %17 = arith.addi %5, %16 : index
      memref.store %c1_i32, %arg0[%17] : memref<?xi32>
      gpu.return
    }
  }
}

