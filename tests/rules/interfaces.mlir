// Ops of other dialects, as the bindings of compilers describe them by their interfaces.
func.func @values(%n: index, %t: tensor<?xf32>) {
  %inferred = "calipers.op"(%n) {operandSegmentSizes = array<i32: 1, 0>, least = 3 : i64, greatest = 9 : i64} : (index) -> index
  "test.reify_bound"(%inferred) {constant, type = "UB"} : (index) -> index // = 10
  "test.reify_bound"(%inferred) {constant, type = "LB"} : (index) -> index // = 3
  // The size of a result lies between two numbers, in terms of both operands.
  %between = "calipers.op"(%n, %t) {operandSegmentSizes = array<i32: 2, 0>,
    after = affine_set<(d0, d1, d2) : (d0 - d1 - 1 >= 0, d2 - d0 >= 0)>,
    after_columns = array<i64: 0, 0, 2, 0, 1, -1>} : (index, tensor<?xf32>) -> tensor<?xf32>
  %c0 = arith.constant 0 : index
  %size = tensor.dim %between, %c0 : tensor<?xf32>
  %least = tensor.dim %t, %c0 : tensor<?xf32>
  "test.compare"(%size, %n) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%least, %size) {cmp = "LT"} : (index, index) -> () // = true
  "test.compare"(%least, %size) {cmp = "EQ"} : (index, index) -> () // = false
  // Definitions: 2·size + 1, and n − 1 for the second result.
  %twice, %before = "calipers.op"(%n, %t) {operandSegmentSizes = array<i32: 2, 0>,
    after_columns = array<i64: 0, 0, 1, -1, 2, -1, 3, 0>, defined = array<i64: 1, 64>,
    definitions = affine_map<(d0, d1, d2, d3) -> (d3 * 2 + 1, d2 - 1)>} : (index, tensor<?xf32>) -> (tensor<?xf32>, index)
  %double = tensor.dim %twice, %c0 : tensor<?xf32>
  %1 = affine.apply affine_map<()[s0] -> (s0 * 2 + 1)>()[%least]
  "test.compare"(%double, %1) {cmp = "EQ"} : (index, index) -> () // = true
  %2 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%before]
  %3 = affine.apply affine_map<()[s0] -> (s0 * 2 - 2)>()[%n]
  "test.compare"(%2, %3) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @flow(%n: index, %t: tensor<?xf32>, %z: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %either = "calipers.choice"() ({
    "test.yield"(%c2) : (index) -> ()
  }, {
    "test.yield"(%c9) : (index) -> ()
  }) {operandSegmentSizes = array<i32: 0, 0>} : () -> index
  "test.reify_bound"(%either) {constant, type = "LB"} : (index) -> index // = 2
  "test.reify_bound"(%either) {constant, type = "UB"} : (index) -> index // = 10
  %plain = "calipers.loop"(%c9) ({
  ^bb0(%x: index):
    %next = arith.addi %x, %c2 : index
    "test.yield"(%next) : (index) -> ()
  }) {operandSegmentSizes = array<i32: 0, 1>} : (index) -> index
  "test.reify_bound"(%plain) {constant, type = "LB"} : (index) -> index // = 9
  %one = "calipers.loop1"(%n, %c9) ({
  ^bb0(%i: index, %x: index):
    "test.reify_bound"(%x) {constant, type = "LB"} : (index) -> index // = 9
    "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = true
    "test.reify_bound"(%i) {constant, type = "LB"} : (index) -> index // = 0
    %next = arith.addi %x, %c2 : index
    "test.yield"(%next) : (index) -> ()
  }) {operandSegmentSizes = array<i32: 1, 1>, arguments = 2, within_columns = array<i64: 0, -1, 2, -1>,
      within = affine_set<(d0, d1) : (d0 >= 0, d1 - d0 - 1 >= 0)>} : (index, index) -> index
  "test.reify_bound"(%one) {constant, type = "LB"} : (index) -> index // = 9
  %two = "calipers.loop2"(%t) ({
  ^bb0(%i: index, %j: index, %x: tensor<?xf32>):
    "test.yield"(%x) : (tensor<?xf32>) -> ()
  }) {operandSegmentSizes = array<i32: 0, 1>} : (tensor<?xf32>) -> tensor<?xf32>
  %three = "calipers.loop3"(%two) ({
  ^bb0(%i: index, %j: index, %k: index, %x: tensor<?xf32>):
    "test.yield"(%x) : (tensor<?xf32>) -> ()
  }) {operandSegmentSizes = array<i32: 0, 1>} : (tensor<?xf32>) -> tensor<?xf32>
  %size = tensor.dim %three, %c0 : tensor<?xf32>
  %first = tensor.dim %t, %c0 : tensor<?xf32>
  "test.compare"(%size, %first) {cmp = "EQ"} : (index, index) -> () // = true
  // The step is positive in the first loop, and unknown in the second.
  %step = affine.max affine_map<()[s0] -> (s0, 2)>()[%z]
  "calipers.op"(%n, %step) ({
  ^bb0(%i: index):
    "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = true
    "test.yield"() : () -> ()
  }) {operandSegmentSizes = array<i32: 2, 0>, arguments = 1, steps = array<i64: 1>, forward_columns = array<i64: 0, -1, 1, -1>,
      forward = affine_set<(d0, d1) : (d1 - d0 - 1 >= 0)>} : (index, index) -> ()
  "calipers.op"(%n, %z) ({
  ^bb0(%i: index):
    "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = fail
    "test.yield"() : () -> ()
  }) {operandSegmentSizes = array<i32: 2, 0>, arguments = 1, steps = array<i64: 1>, forward_columns = array<i64: 0, -1, 1, -1>,
      forward = affine_set<(d0, d1) : (d1 - d0 - 1 >= 0)>} : (index, index) -> ()
  return
}
