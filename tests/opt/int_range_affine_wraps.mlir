// RUN: calipers opt %s -int-range-optimizations | FileCheck %s

// A map is lowered to additions that wrap: of x near the greatest index, x + 7 may be negative.

// CHECK-LABEL: func.func @sum(
//       CHECK:   %[[LESS:.*]] = arith.cmpi slt
//       CHECK:   return %[[LESS]]
func.func @sum(%x: index) -> i1 {
  %c0 = arith.constant 0 : index
  %near = arith.constant 9223372036854775800 : index
  %large = arith.maxsi %x, %near : index
  %sum = affine.apply affine_map<(d0) -> (d0 + 7)>(%large)
  %less = arith.cmpi slt, %sum, %c0 : index
  return %less : i1
}

// Where it cannot wrap it is known.

// CHECK-LABEL: func.func @small(
//       CHECK:   %[[FALSE:.*]] = arith.constant false
//       CHECK:   return %[[FALSE]]
func.func @small(%x: index) -> i1 {
  %c0 = arith.constant 0 : index
  %near = arith.constant 9223372036854775800 : index
  %large = arith.maxsi %x, %c0 : index
  %least = arith.minsi %large, %near : index
  %sum = affine.apply affine_map<(d0) -> (d0 + 7)>(%least)
  %less = arith.cmpi slt, %sum, %c0 : index
  return %less : i1
}
