// Expressions that are never the least, or never the greatest.
//
// RUN: calipers opt %s -affine-simplify-min-max -split-input-file | FileCheck %s

//       CHECK: #[[two:.*]] = affine_map<()[s0, s1] -> (s1, s0)>
//       CHECK: #[[twice:.*]] = affine_map<()[s0, s1, s2] -> (s1 * 2)>
// CHECK-LABEL: func.func @intervals(
//       CHECK:   %[[a:.*]] = test.value_with_bounds {max = 128 : index, min = 0 : index}
//       CHECK:   %[[b:.*]] = test.value_with_bounds {max = 64 : index, min = 32 : index}
//       CHECK:   %[[c:.*]] = test.value_with_bounds {max = 512 : index, min = 256 : index}
//       CHECK:   %[[min:.*]] = affine.min #[[two]]()[%[[a]], %[[b]]]
//       CHECK:   %[[apply:.*]] = affine.apply #[[twice]]()[%[[a]], %[[c]], %[[b]]]
//       CHECK:   return %[[min]], %[[c]], %[[apply]]
func.func @intervals() -> (index, index, index) {
  %a = test.value_with_bounds {max = 128 : index, min = 0 : index}
  %b = test.value_with_bounds {max = 64 : index, min = 32 : index}
  %c = test.value_with_bounds {max = 512 : index, min = 256 : index}
  %0 = affine.min affine_map<()[s0, s1, s2] -> (s0, s1, s2)>()[%a, %b, %c]
  %1 = affine.max affine_map<()[s0, s1, s2] -> (s0, s1, s2)>()[%a, %b, %c]
  %2 = affine.max affine_map<()[s0, s1, s2] -> (s0, s1 * 2, s2)>()[%a, %c, %b]
  return %0, %1, %2 : index, index, index
}

// -----

// The tile size is constant where the loop is aligned; at the end of a loop that is not, it is not.

//       CHECK: #[[rest:.*]] = affine_map<(d0) -> (-d0 + 71, 7)>
// CHECK-LABEL: func.func @tiles(
//       CHECK:   scf.for %[[i:.*]] =
//       CHECK:     %[[c7:.*]] = arith.constant 7 : index
//       CHECK:     "test.some_use"(%[[c7]])
//       CHECK:   scf.for %[[j:.*]] =
//       CHECK:     affine.min #[[rest]](%[[j]])
func.func @tiles() {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c70 = arith.constant 70 : index
  %c71 = arith.constant 71 : index
  scf.for %i = %c0 to %c70 step %c7 {
    %0 = affine.min affine_map<(d0) -> (-d0 + 70, 7)>(%i)
    "test.some_use"(%0) : (index) -> ()
  }
  scf.for %i = %c0 to %c71 step %c7 {
    %0 = affine.min affine_map<(d0) -> (7, -d0 + 71)>(%i)
    "test.some_use"(%0) : (index) -> ()
  }
  return
}

// -----

// A minimum of a minimum that turned out to be a value.

// CHECK-LABEL: func.func @nested(
//       CHECK:   %[[a:.*]] = test.value_with_bounds
//  CHECK-NEXT:   return %[[a]]
func.func @nested() -> index {
  %a = test.value_with_bounds {max = 8 : index, min = 0 : index}
  %0 = affine.min affine_map<()[s0] -> (s0, 16)>()[%a]
  %1 = affine.min affine_map<()[s0] -> (s0, 12)>()[%0]
  return %1 : index
}

// -----

// What is divided by a negative number is not the floor once it is lowered: nothing is said of it.

// CHECK-LABEL: func.func @divisor(
//       CHECK:   affine.min #{{.*}}()[%{{.*}}]
//       CHECK:   %[[size:.*]] = tensor.dim
//       CHECK:   affine.apply #{{.*}}()[%[[size]]]
func.func @divisor(%n: index, %t: tensor<?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %0 = affine.min affine_map<()[s0] -> (1, s0 floordiv s0)>()[%n]
  %size = tensor.dim %t, %c0 : tensor<?xf32>
  %1 = affine.min affine_map<()[s0] -> (1, s0 floordiv s0)>()[%size]
  return %0, %1 : index, index
}
