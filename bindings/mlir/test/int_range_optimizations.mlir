// RUN: mlir-opt %s --pass-pipeline='builtin.module(calipers-int-range-optimizations)' | FileCheck %s
// RUN: mlir-opt %s --pass-pipeline='builtin.module(calipers-int-range-optimizations{narrow=2})' | FileCheck %s

// CHECK-LABEL: func.func @constant
//       CHECK:   %[[C0:.*]] = arith.constant 0 : i32
//       CHECK:   return %[[C0]]
func.func @constant(%a: i32) -> i32 {
  %c16 = arith.constant 16 : i32
  %c255 = arith.constant 255 : i32
  %low = arith.andi %a, %c255 : i32
  %high = arith.shrui %low, %c16 : i32
  return %high : i32
}

// CHECK-LABEL: func.func @vector
//       CHECK:   %[[C:.*]] = arith.constant dense<true> : vector<4xi1>
//       CHECK:   return %[[C]]
func.func @vector(%a: vector<4xi32>) -> vector<4xi1> {
  %c7 = arith.constant dense<7> : vector<4xi32>
  %low = arith.andi %a, %c7 : vector<4xi32>
  %less = arith.cmpi ule, %low, %c7 : vector<4xi32>
  return %less : vector<4xi1>
}

// CHECK-LABEL: func.func @remainder
//       CHECK:   %[[LOW:.*]] = arith.andi
//   CHECK-NOT:   arith.remui
//       CHECK:   return %[[LOW]]
func.func @remainder(%a: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %low = arith.andi %a, %c7 : i32
  %rest = arith.remui %low, %c8 : i32
  return %rest : i32
}
