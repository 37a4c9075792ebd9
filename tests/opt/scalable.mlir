// Bounds in terms of vscale alone; an upper bound of this form is inclusive.
//
// RUN: calipers opt %s --test-affine-reify-value-bounds | FileCheck %s

// CHECK: #[[$map:.*]] = affine_map<()[s0] -> (s0 * 4)>
// CHECK-LABEL: func.func @tile_size(
//       CHECK:   %[[vscale:.*]] = {{.*}}vector.vscale
//       CHECK:   %[[bound:.*]] = affine.apply #[[$map]]()[%[[vscale]]]
//       CHECK:   return %[[bound]]
func.func @tile_size(%n: index) -> index {
  %vscale = "vector.vscale"() : () -> index
  %c4 = arith.constant 4 : index
  %size = arith.muli %vscale, %c4 : index
  %tile = affine.min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %size]
  %0 = "test.reify_bound"(%tile) {scalable, type = "UB", vscale_min = 1 : i64, vscale_max = 16 : i64} : (index) -> index
  return %0 : index
}
