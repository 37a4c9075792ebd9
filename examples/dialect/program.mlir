// A program in a made-up dialect: `calipers opt --answers -allow-unregistered-dialect --test-affine-reify-value-bounds
// examples/dialect/program.mlir`
// calipers: --rules frame.rules
func.func @program(%a: tensor<?x16xf32>, %b: tensor<?x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %rows_a = tensor.dim %a, %c0 : tensor<?x16xf32>
  %rows_b = tensor.dim %b, %c0 : tensor<?x16xf32>
  "test.compare"(%rows_a, %rows_b) {cmp = "EQ"} : (index, index) -> () // = fail
  %sum = "frame.add"(%a, %b) : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  "test.compare"(%rows_a, %rows_b) {cmp = "EQ"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%sum) {dim = 0, type = "EQ"} : (tensor<?x16xf32>) -> index // = sym

  %flat = "frame.flatten"(%sum) : (tensor<?x16xf32>) -> tensor<?xf32>
  %length = tensor.dim %flat, %c0 : tensor<?xf32>
  %expected = affine.apply affine_map<()[s0] -> (s0 * 16)>()[%rows_a]
  "test.compare"(%length, %expected) {cmp = "EQ"} : (index, index) -> () // = true

  %some = "frame.sample"(%sum) {every = 4 : i64} : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %rows_some = tensor.dim %some, %c0 : tensor<?x16xf32>
  "test.compare"(%rows_some, %rows_a) {cmp = "LE"} : (index, index) -> () // = true

  %last = "frame.repeat"(%n, %some) ({
  ^bb0(%i: index, %carried: tensor<?x16xf32>):
    "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = true
    %next = "frame.add"(%carried, %carried) : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
    "frame.yield"(%next) : (tensor<?x16xf32>) -> ()
  }) : (index, tensor<?x16xf32>) -> tensor<?x16xf32>
  %rows_last = tensor.dim %last, %c0 : tensor<?x16xf32>
  "test.compare"(%rows_last, %rows_some) {cmp = "EQ"} : (index, index) -> () // = true

  %small = arith.cmpi slt, %rows_a, %n : index
  %least = "frame.choose"(%small) ({
    "test.compare"(%rows_a, %n) {cmp = "LT"} : (index, index) -> () // = true
    "frame.yield"(%rows_a) : (index) -> ()
  }, {
    "frame.yield"(%n) : (index) -> ()
  }) : (i1) -> index
  "test.compare"(%least, %n) {cmp = "LE"} : (index, index) -> () // = true
  return
}

// Blocks, and a loop that is made of them.
func.func @blocks(%n: index, %m: index, %t: tensor<?x16xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %less = arith.cmpi slt, %n, %m : index
  "frame.turn"(%less, %n, %m)[^first, ^second] {operandSegmentSizes = array<i32: 1, 1, 1>} : (i1, index, index) -> ()
^first(%x: index):
  "test.compare"(%x, %m) {cmp = "LT"} : (index, index) -> () // = true
  "frame.go"(%x)[^after] : (index) -> ()
^second(%y: index):
  "frame.go"(%y)[^after] : (index) -> ()
^after(%least: index):
  "test.compare"(%least, %n) {cmp = "LE"} : (index, index) -> () // = true
  "frame.go"(%c0, %t)[^head] : (index, tensor<?x16xf32>) -> ()
^head(%i: index, %u: tensor<?x16xf32>):
  %more = arith.cmpi slt, %i, %n : index
  "frame.turn"(%more, %i)[^body, ^end] {operandSegmentSizes = array<i32: 1, 1, 0>} : (i1, index) -> ()
^body(%j: index):
  "test.compare"(%j, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%j, %n) {cmp = "LT"} : (index, index) -> () // = true
  %v = "frame.add"(%u, %u) : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %next = arith.addi %j, %c1 : index
  "frame.go"(%next, %v)[^head] : (index, tensor<?x16xf32>) -> ()
^end:
  %rows = tensor.dim %u, %c0 : tensor<?x16xf32>
  %rows_t = tensor.dim %t, %c0 : tensor<?x16xf32>
  "test.compare"(%rows, %rows_t) {cmp = "EQ"} : (index, index) -> () // = true
  return %least : index
}
