// Bounds in terms of vscale alone; an upper bound of this form is inclusive.
//
// RUN: calipers opt %s --test-affine-reify-value-bounds | FileCheck %s

// CHECK-DAG: #[[$map:.*]] = affine_map<()[s0] -> (s0 * 4)>
// CHECK-DAG: #[[$less:.*]] = affine_map<()[s0] -> (s0 * 8 - 8)>
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

// Whichever `vscale` is meant, it is the same.
// CHECK-LABEL: func.func @two_names(
//       CHECK:   %[[vscale:.*]] = vector.vscale
//       CHECK:   affine.apply #[[$sum:.*]]()[%[[vscale]]]
func.func @two_names() -> index {
  %a = vector.vscale
  %b = vector.vscale
  %c2 = arith.constant 2 : index
  %twice = arith.muli %b, %c2 : index
  %sum = arith.addi %a, %twice : index
  %0 = "test.reify_bound"(%sum) {scalable, type = "EQ", vscale_min = 1 : i64, vscale_max = 16 : i64} : (index) -> index
  return %0 : index
}

// Between the ends of the range 4·vscale is below 100, and crosses 16.
// CHECK-LABEL: func.func @ends(
//       CHECK:   %[[vscale:.*]] = vector.vscale
//   CHECK-DAG:   %[[c16:.*]] = arith.constant 16 : index
//   CHECK-DAG:   %[[below:.*]] = affine.apply #[[$map]]()[%[[vscale]]]
//       CHECK:   return %[[below]], %[[c16]]
func.func @ends(%i: index) -> (index, index) {
  %vscale = vector.vscale
  %c4 = arith.constant 4 : index
  %size = arith.muli %vscale, %c4 : index
  %c100 = arith.constant 100 : index
  %c16 = arith.constant 16 : index
  %below = arith.minsi %size, %c100 : index
  %crossed = arith.minsi %size, %c16 : index
  %0 = "test.reify_bound"(%below) {scalable, type = "UB", vscale_min = 1 : i64, vscale_max = 16 : i64} : (index) -> index
  %1 = "test.reify_bound"(%crossed) {scalable, type = "UB", vscale_min = 1 : i64, vscale_max = 16 : i64} : (index) -> index
  return %0, %1 : index, index
}

// What is left after whole steps is less than one of them, whatever `vscale` is; and a multiple of 8.
// CHECK-LABEL: func.func @rest(
//       CHECK:   %[[vscale:.*]] = vector.vscale
//       CHECK:   %[[bound:.*]] = affine.apply #[[$less]]()[%[[vscale]]]
//       CHECK:   return %[[bound]]
func.func @rest() -> index {
  %c8 = arith.constant 8 : index
  %c1000 = arith.constant 1000 : index
  %vscale = vector.vscale
  %size = arith.muli %vscale, %c8 : index
  %whole = affine.apply affine_map<()[s0] -> (1000 - 1000 mod s0)>()[%size]
  %rest = arith.subi %c1000, %whole : index
  %0 = "test.reify_bound"(%rest) {scalable, type = "UB", vscale_min = 1 : i64, vscale_max = 16 : i64} : (index) -> index
  return %0 : index
}

// A dimension of a vector that is written `[4]` is 4·vscale long; without `vscale` in sight it has numbers for
// bounds.
// CHECK-LABEL: func.func @vector_sizes(
//       CHECK:   %[[vscale:.*]] = vector.vscale
//   CHECK-DAG:   %[[size:.*]] = affine.apply #[[$map]]()[%[[vscale]]]
//   CHECK-DAG:   %[[c8:.*]] = arith.constant 8 : index
//       CHECK:   return %[[size]], %[[c8]]
func.func @vector_sizes(%v: vector<[4]x8xf32>) -> (index, index) {
  %vscale = vector.vscale
  %0 = "test.reify_bound"(%v) {dim = 0 : i64, scalable, type = "EQ", vscale_min = 1 : i64, vscale_max = 16 : i64} : (vector<[4]x8xf32>) -> index
  %1 = "test.reify_bound"(%v) {dim = 1 : i64, scalable, type = "EQ", vscale_min = 1 : i64, vscale_max = 16 : i64} : (vector<[4]x8xf32>) -> index
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @vector_size_in_numbers(
//   CHECK-DAG:   %[[c64:.*]] = arith.constant 64 : index
//   CHECK-DAG:   %[[c4:.*]] = arith.constant 4 : index
//       CHECK:   return %[[c64]], %[[c4]]
func.func @vector_size_in_numbers(%v: vector<[4]xf32>) -> (index, index) {
  %0 = "test.reify_bound"(%v) {dim = 0 : i64, scalable, type = "UB", vscale_min = 1 : i64, vscale_max = 16 : i64} : (vector<[4]xf32>) -> index
  %1 = "test.reify_bound"(%v) {dim = 0 : i64, scalable, type = "LB", vscale_min = 1 : i64, vscale_max = 16 : i64} : (vector<[4]xf32>) -> index
  return %0, %1 : index, index
}
