// Two sizes that leave each other open: neither is told by the other one.
func.func @left_open(%t: tensor<?x?xf32>) -> (tensor<?x?xf32>, index) {
  %shape = arith.constant dense<-1> : tensor<2xi64>
  %r = "onnx.Reshape"(%t, %shape) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  "lab.ask"(%r, %t) <{question = "(lower (dim 0 0) (dim 1 0) (dim 1 1))"}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %i = arith.constant 0 : index
  return %r, %i : tensor<?x?xf32>, index
}
