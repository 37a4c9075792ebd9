// A definition for a concept in a role comes before what is said of all members of an interface, and the
// narrower concept before the wider, whatever the order in the file.
//
// RUN: calipers opt %s --rules tests/opt/op_roles.rules --answers -allow-unregistered-dialect --test-affine-reify-value-bounds | FileCheck %s

func.func @roles(%f: tensor<4xf32>, %i: tensor<4xi32>, %b: tensor<4xi8>) {
  %0 = "role.grow"(%f) : (tensor<4xf32>) -> tensor<?xf32>
  // CHECK: 5
  %1 = "test.reify_bound"(%0) {dim = 0 : i64, constant} : (tensor<?xf32>) -> index
  %2 = "role.grow"(%i) : (tensor<4xi32>) -> tensor<?xi32>
  // CHECK: 6
  %3 = "test.reify_bound"(%2) {dim = 0 : i64, constant} : (tensor<?xi32>) -> index
  %4 = "role.keep"(%b) : (tensor<4xi8>) -> tensor<?xi8>
  // CHECK: 7
  %5 = "test.reify_bound"(%4) {dim = 0 : i64, constant} : (tensor<?xi8>) -> index
  return
}

func.func @guards(%f: tensor<4xf32>) {
  %0 = "role.guarded"(%f) {mode = "first", kind = tensor<?xf64>} : (tensor<4xf32>) -> tensor<?xf32>
  // CHECK: 4
  %1 = "test.reify_bound"(%0) {dim = 0 : i64, constant} : (tensor<?xf32>) -> index
  %2 = "role.guarded"(%f) {mode = "second", kind = tensor<?xf64>} : (tensor<4xf32>) -> tensor<?xf32>
  // CHECK: fail
  %3 = "test.reify_bound"(%2) {dim = 0 : i64, constant} : (tensor<?xf32>) -> index
  %4 = "role.guarded"(%f) {kind = i8} : (tensor<4xf32>) -> tensor<?xf32>
  // CHECK: 7
  %5 = "test.reify_bound"(%4) {dim = 0 : i64, constant} : (tensor<?xf32>) -> index
  return
}

// What is overridden is not asserted either: control comes past the op.
func.func @in_place_of(%f: tensor<?xf32>, %b: tensor<?xi8>, %r: tensor<?x?xi8>, %n: index) {
  %c0 = arith.constant 0 : index
  %0 = "role.grow"(%f) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = "role.grow"(%b) : (tensor<?xi8>) -> tensor<?xi8>
  %2 = "role.keep"(%r) : (tensor<?x?xi8>) -> tensor<?x?xi8>
  %df = tensor.dim %f, %c0 : tensor<?xf32>
  %db = tensor.dim %b, %c0 : tensor<?xi8>
  %dr = tensor.dim %r, %c0 : tensor<?x?xi8>
  %d0 = tensor.dim %0, %c0 : tensor<?xf32>
  %d1 = tensor.dim %1, %c0 : tensor<?xi8>
  %d2 = tensor.dim %2, %c0 : tensor<?x?xi8>
  %f1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%df)
  %b3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%db)
  %r3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%dr)
  %b1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%db)
  // CHECK: "test.compare"(%d0, %f1) {{.*}}true
  "test.compare"(%d0, %f1) : (index, index) -> ()
  // CHECK: "test.compare"(%d1, %b3) {{.*}}true
  "test.compare"(%d1, %b3) : (index, index) -> ()
  // CHECK: "test.compare"(%d2, %r3) {{.*}}true
  "test.compare"(%d2, %r3) : (index, index) -> ()
  // CHECK: "test.compare"(%d1, %b1) {{.*}}false
  "test.compare"(%d1, %b1) : (index, index) -> ()
  return
}

// The narrower concept decides where its other guards do not hold too; what is no text has no mode.
func.func @decides(%f: tensor<4xf32>, %i: tensor<4xi32>) {
  %0 = "role.by_mode"(%f) {mode = "fast", on} : (tensor<4xf32>) -> tensor<?xf32>
  // CHECK: 40
  %1 = "test.reify_bound"(%0) {dim = 0 : i64, constant} : (tensor<?xf32>) -> index
  %2 = "role.by_mode"(%f) {mode = "fast"} : (tensor<4xf32>) -> tensor<?xf32>
  // CHECK: fail
  %3 = "test.reify_bound"(%2) {dim = 0 : i64, constant} : (tensor<?xf32>) -> index
  %4 = "role.by_mode"(%f) {mode = "slow", on} : (tensor<4xf32>) -> tensor<?xf32>
  // CHECK: 4{{$}}
  %5 = "test.reify_bound"(%4) {dim = 0 : i64, constant} : (tensor<?xf32>) -> index
  %6 = "role.by_mode"(%i) : (tensor<4xi32>) -> tensor<?xi32>
  // CHECK: 4{{$}}
  %7 = "test.reify_bound"(%6) {dim = 0 : i64, constant} : (tensor<?xi32>) -> index
  return
}
