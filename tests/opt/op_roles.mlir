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
