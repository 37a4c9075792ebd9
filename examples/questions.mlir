// Questions with the answers that are expected: `-verify-diagnostics` compares.
func.func @tile(%n: index, %i: index) {
  %c32 = arith.constant 32 : index
  %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%n]
  // expected-remark @below{{true}}
  "test.compare"(%size, %c32) {cmp = "LE"} : (index, index) -> ()
  // expected-remark @below{{false}}
  "test.compare"(%size, %c32) {cmp = "GT"} : (index, index) -> ()
  return
}

// -----

func.func @padded(%t: tensor<?xf32>) -> index {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %t low[1] high[2] {
  ^bb0(%at: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<?xf32>
  // It becomes an op that computes it.
  %size = "test.reify_bound"(%padded) {dim = 0} : (tensor<?xf32>) -> index
  return %size : index
}
