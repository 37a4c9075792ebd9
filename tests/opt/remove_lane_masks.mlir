// Masks that exclude no lane are removed.
//
// RUN: calipers opt %s -remove-lane-masks -mlir-print-op-generic | FileCheck %s

// CHECK-LABEL: sym_name = "whole"
//       CHECK:   %[[X:.*]] = "tt.load"(%{{[a-z0-9_]+}}) {{.*}}operandSegmentSizes = array<i32: 1, 0, 0>
//       CHECK:   "tt.store"(%{{[a-z0-9_]+}}, %[[X]])
tt.func public @whole(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
  %lane = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %size = arith.constant dense<128> : tensor<128xi32>
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %mask = arith.cmpi slt, %lane, %size : tensor<128xi32>
  %ins = tt.splat %in : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %from = tt.addptr %ins, %lane : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %x = tt.load %from, %mask, %zero : tensor<128x!tt.ptr<f32>>
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %to = tt.addptr %outs, %lane : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  tt.store %to, %x, %mask : tensor<128x!tt.ptr<f32>>
  tt.return
}

// A guard admits only the programs whose lanes are all below the size; without it the sum may wrap as well.
// CHECK-LABEL: sym_name = "guarded"
//       CHECK:   scf.if
//       CHECK:     "tt.load"(%{{[a-z0-9_]+}})
//       CHECK:   "tt.load"(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}})
tt.func public @guarded(%in: !tt.ptr<f32>) {
  %id = tt.get_program_id x : i32
  %width = arith.constant 128 : i32
  %count = arith.constant 8 : i32
  %size = arith.constant dense<1024> : tensor<128xi32>
  %start = arith.muli %id, %width : i32
  %starts = tt.splat %start : i32 -> tensor<128xi32>
  %lane = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %at = arith.addi %starts, %lane : tensor<128xi32>
  %mask = arith.cmpi slt, %at, %size : tensor<128xi32>
  %ins = tt.splat %in : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %from = tt.addptr %ins, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %is_whole = arith.cmpi slt, %id, %count : i32
  scf.if %is_whole {
    %x = tt.load %from, %mask : tensor<128x!tt.ptr<f32>>
  }
  %y = tt.load %from, %mask : tensor<128x!tt.ptr<f32>>
  tt.return
}

// A mask that depends on data, or of which only a part is understood, stays.
// CHECK-LABEL: sym_name = "unknown"
//       CHECK:   "tt.load"(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}})
//       CHECK:   "tt.load"(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}})
tt.func public @unknown(%in: !tt.ptr<f32>, %data: tensor<128xi1>, %n: i32) {
  %lane = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %size = arith.constant dense<128> : tensor<128xi32>
  %below = arith.cmpi slt, %lane, %size : tensor<128xi32>
  %both = arith.andi %below, %data : tensor<128xi1>
  %ns = tt.splat %n : i32 -> tensor<128xi32>
  %mask = arith.cmpi slt, %lane, %ns : tensor<128xi32>
  %ins = tt.splat %in : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %from = tt.addptr %ins, %lane : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %x = tt.load %from, %both : tensor<128x!tt.ptr<f32>>
  %y = tt.load %from, %mask : tensor<128x!tt.ptr<f32>>
  tt.return
}
