// RUN: calipers opt %s -canonicalize | FileCheck %s

// A map of constants is what its lowering computes: 3·(2^63 − 1) wraps before it is divided.

// CHECK-LABEL: func.func @quotient(
//       CHECK:   arith.constant -2305843009213693951 : index
func.func @quotient() -> index {
  %c = arith.constant 9223372036854775807 : index
  %0 = affine.apply affine_map<(d0) -> ((d0 * -3) ceildiv 4)>(%c)
  return %0 : index
}
