// What only facts, or elements of what is reshaped, tell.

func.func @split(%t: tensor<10x?xf32>, %sizes: tensor<2xi64>) {
  %a, %b = "onnx.Split"(%t, %sizes) <{axis = 0 : si64}> : (tensor<10x?xf32>, tensor<2xi64>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  %c0 = arith.constant 0 : index
  %da = tensor.dim %a, %c0 : tensor<?x?xf32>
  %db = tensor.dim %b, %c0 : tensor<?x?xf32>
  %s = arith.addi %da, %db : index
  "test.reify_bound"(%s) <{type = "EQ", constant}> : (index) -> index // = 10
  return
}

func.func @stated(%a: tensor<1x2xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = arith.constant dense<[[4, 7]]> : tensor<1x2xindex>
  %s = "onnx.SqueezeV11"(%l) <{axes = [0]}> : (tensor<1x2xindex>) -> tensor<2xindex>
  %e = tensor.extract %s[%c1] : tensor<2xindex>
  "test.reify_bound"(%e) <{type = "EQ", constant}> : (index) -> index // = 7
  %u = "onnx.UnsqueezeV11"(%l) <{axes = [0]}> : (tensor<1x2xindex>) -> tensor<1x1x2xindex>
  %f = tensor.extract %u[%c0, %c0, %c1] : tensor<1x1x2xindex>
  "test.reify_bound"(%f) <{type = "EQ", constant}> : (index) -> index // = 7
  return
}

func.func @variadic(%a: tensor<?xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %r = "onnx.Max"(%a, %b, %c) : (tensor<?xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?xf32>
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  "test.reify_bound"(%d) <{type = "UB", constant}> : (index) -> index // = 9
  return
}

func.func @spectrum(%a: tensor<2x4x8xf32>, %b: tensor<?x4x8xf32>) {
  %c0 = arith.constant 0 : index
  %r, %i = "tosa.fft2d"(%a, %b) {inverse = false} : (tensor<2x4x8xf32>, tensor<?x4x8xf32>) -> (tensor<2x4x8xf32>, tensor<2x4x8xf32>)
  %d = tensor.dim %b, %c0 : tensor<?x4x8xf32>
  "test.reify_bound"(%d) <{type = "EQ", constant}> : (index) -> index // = 2
  return
}

// What is known of a quotient of %size tells of what is not below %size.
func.func @not_below_a_part(%n: index, %size: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %half = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%size]
  scf.for %i = %c0 to %half step %c3 {
    %fits = arith.cmpi sge, %n, %size : index
    scf.if %fits {
      "test.reify_bound"(%n) <{type = "LB", constant}> : (index) -> index // = 2
    }
  }
  return
}
