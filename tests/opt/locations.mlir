// RUN: calipers opt %s -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s
// RUN: calipers opt %s | FileCheck %s --check-prefix=PLAIN

// An op that states no location has its place in the file, and maps stand where they are used.

//       PLAIN: #map = affine_map<(d0) -> (d0 + 1)>
// PLAIN-LABEL: func.func @located
//   PLAIN-NOT: loc(
//       PLAIN: affine.apply #map(

//   CHECK-NOT: #map
// CHECK-LABEL: func.func @located
func.func @located(%x: index) -> index {
  // CHECK: affine.apply affine_map<(d0) -> (d0 + 1)>({{.*}}) loc("{{.*}}locations.mlir":15:8)
  %y = affine.apply affine_map<(d0) -> (d0 + 1)>(%x)
  // CHECK: arith.addi {{.*}} : index loc("model.py":7:3)
  %z = arith.addi %y, %x : index loc("model.py":7:3)
  // CHECK: return {{.*}} : index loc("{{.*}}locations.mlir":19:3)
  return %z : index
}
