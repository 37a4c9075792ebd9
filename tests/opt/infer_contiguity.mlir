// How accesses through tensors of pointers lie in memory.
//
// RUN: calipers opt %s -infer-contiguity -allow-unregistered-dialect | FileCheck %s

// The mask excludes all lanes of a group of 16 or none, since the size is a multiple of 16.
//       CHECK:   "tt.addptr"({{.*}}tt.contiguity = dense<16> : tensor<1xi32>, tt.divisibility = dense<16> : tensor<1xi32>
//       CHECK:   "tt.load"
//       CHECK:   "tt.addptr"({{.*}}tt.contiguity = dense<16> : tensor<1xi32>, tt.divisibility = dense<1> : tensor<1xi32>
//       CHECK:   "tt.store"
"tt.func"() ({
^bb0(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32):
  %block = arith.constant 1024 : i32
  %limit = arith.constant 100000 : i32
  %id = "tt.get_program_id"() {axis = 0 : i32} : () -> i32
  %pid = arith.minsi %id, %limit : i32
  %start = arith.muli %pid, %block : i32
  %lane = "tt.make_range"() {end = 1024 : i32, start = 0 : i32} : () -> tensor<1024xi32>
  %starts = "tt.splat"(%start) : (i32) -> tensor<1024xi32>
  %at = arith.addi %starts, %lane : tensor<1024xi32>
  %ends = "tt.splat"(%n) : (i32) -> tensor<1024xi32>
  %mask = arith.cmpi slt, %at, %ends : tensor<1024xi32>
  %xs = "tt.splat"(%x) : (!tt.ptr<f32>) -> tensor<1024x!tt.ptr<f32>>
  %p = "tt.addptr"(%xs, %at) : (tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>) -> tensor<1024x!tt.ptr<f32>>
  %v = "tt.load"(%p, %mask) {boundaryCheck = array<i32>, operandSegmentSizes = array<i32: 1, 1, 0>} : (tensor<1024x!tt.ptr<f32>>, tensor<1024xi1>) -> tensor<1024xf32>
  %outs = "tt.splat"(%out) : (!tt.ptr<f32>) -> tensor<1024x!tt.ptr<f32>>
  %q = "tt.addptr"(%outs, %at) : (tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>) -> tensor<1024x!tt.ptr<f32>>
  "tt.store"(%q, %v, %mask) {boundaryCheck = array<i32>} : (tensor<1024x!tt.ptr<f32>>, tensor<1024xf32>, tensor<1024xi1>) -> ()
  "tt.return"() : () -> ()
}) {sym_name = "add", function_type = (!tt.ptr<f32>, !tt.ptr<f32>, i32) -> (), arg_attrs = [{tt.divisibility = 16 : i32}, {}, {tt.divisibility = 16 : i32}]} : () -> ()

// Neither the rows of a matrix nor a mask of any size has groups.
//   CHECK-NOT:   tt.contiguity
"tt.func"() ({
^bb0(%x: !tt.ptr<f32>, %n: i32):
  %lane = "tt.make_range"() {end = 64 : i32, start = 0 : i32} : () -> tensor<64xi32>
  %ends = "tt.splat"(%n) : (i32) -> tensor<64xi32>
  %mask = arith.cmpi slt, %lane, %ends : tensor<64xi32>
  %xs = "tt.splat"(%x) : (!tt.ptr<f32>) -> tensor<64x!tt.ptr<f32>>
  %p = "tt.addptr"(%xs, %lane) : (tensor<64x!tt.ptr<f32>>, tensor<64xi32>) -> tensor<64x!tt.ptr<f32>>
  %v = "tt.load"(%p, %mask) {boundaryCheck = array<i32>, operandSegmentSizes = array<i32: 1, 1, 0>} : (tensor<64x!tt.ptr<f32>>, tensor<64xi1>) -> tensor<64xf32>
  "tt.return"() : () -> ()
}) {sym_name = "any", function_type = (!tt.ptr<f32>, i32) -> ()} : () -> ()
