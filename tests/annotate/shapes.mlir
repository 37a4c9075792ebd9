func.func @shapes(%t: tensor<?x4xf32>, %n: index, %flag: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %t, %c0 : tensor<?x4xf32>
  %padded = tensor.pad %t low[1, 0] high[%n, 0] {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0.0 : f32
    tensor.yield %zero : f32
  } : tensor<?x4xf32> to tensor<?x4xf32>
  scf.for %at = %c1 to %size step %c1 {
    %half = arith.divsi %at, %size : index
    "test.use"(%half) : (index) -> ()
  }
  return
}
