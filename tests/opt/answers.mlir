// One line a question, whatever becomes of the others; integers wrap here.
//
// RUN: calipers opt %s --answers --test-affine-reify-value-bounds | FileCheck %s

// CHECK: {{^}}12{{	}}"test.reify_bound"(%t) <{constant, dim = 0 : i64, type = "UB"}> : (tensor<4x?xf32>) -> index{{	}}5{{$}}
// CHECK: {{^}}13{{	}}"test.reify_bound"(%n) <{constant, type = "UB"}> : (index) -> index{{	}}fail{{$}}
// CHECK: {{^}}14{{	}}"test.reify_bound"(%next) <{type = "EQ"}> : (index) -> index{{	}}sym{{$}}
// CHECK: {{^}}15{{	}}"test.compare"(%n, %next) <{cmp = "LT"}> : (index, index) -> (){{	}}true{{$}}
func.func @questions(%t: tensor<4x?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %next = arith.addi %n, %c1 : index
  %0 = "test.reify_bound"(%t) {dim = 0 : i64, type = "UB", constant} : (tensor<4x?xf32>) -> index
  %1 = "test.reify_bound"(%n) {type = "UB", constant} : (index) -> index
  %2 = "test.reify_bound"(%next) {type = "EQ"} : (index) -> index
  "test.compare"(%n, %next) {cmp = "LT"} : (index, index) -> ()
  return
}
