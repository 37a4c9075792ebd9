// Elements of lists that ONNX computes.

func.func @lists(%x: tensor<?x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s = "onnx.Shape"(%x) : (tensor<?x3xf32>) -> tensor<2xi64>
  %k = arith.constant dense<[-7, 5]> : tensor<2xi64>
  %four = arith.constant dense<4> : tensor<1xi64>
  %m = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %none = arith.constant dense<0> : tensor<1xi64>
  %to = arith.constant dense<-1> : tensor<1xi64>
  %two = arith.constant dense<2> : tensor<1xi64>
  %v1 = "onnx.Reshape"(%m, %to) : (tensor<2x2xi64>, tensor<1xi64>) -> tensor<4xi64>
  %e1 = tensor.extract %v1[%c2] : tensor<4xi64>
  %i1 = arith.index_cast %e1 : i64 to index
  %r1 = "test.reify_bound"(%i1) {type = "EQ", constant} : (index) -> index // = 3
  %v2 = "onnx.Flatten"(%m) {axis = 1 : si64} : (tensor<2x2xi64>) -> tensor<2x2xi64>
  %e2 = tensor.extract %v2[%c1, %c1] : tensor<2x2xi64>
  %i2 = arith.index_cast %e2 : i64 to index
  %r2 = "test.reify_bound"(%i2) {type = "EQ", constant} : (index) -> index // = 4
  %v3 = "onnx.Neg"(%k) : (tensor<2xi64>) -> tensor<2xi64>
  %e3 = tensor.extract %v3[%c0] : tensor<2xi64>
  %i3 = arith.index_cast %e3 : i64 to index
  %r3 = "test.reify_bound"(%i3) {type = "EQ", constant} : (index) -> index // = 7
  %v4 = "onnx.Abs"(%k) : (tensor<2xi64>) -> tensor<2xi64>
  %e4 = tensor.extract %v4[%c0] : tensor<2xi64>
  %i4 = arith.index_cast %e4 : i64 to index
  %r4 = "test.reify_bound"(%i4) {type = "EQ", constant} : (index) -> index // = 7
  %v5 = "onnx.Equal"(%k, %four) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi1>
  %e5 = tensor.extract %v5[%c0] : tensor<2xi1>
  %w5 = arith.extui %e5 : i1 to i64
  %i5 = arith.index_cast %w5 : i64 to index
  %r5 = "test.reify_bound"(%i5) {type = "EQ", constant} : (index) -> index // = 0
  %v6 = "onnx.Less"(%k, %four) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi1>
  %e6 = tensor.extract %v6[%c0] : tensor<2xi1>
  %w6 = arith.extui %e6 : i1 to i64
  %i6 = arith.index_cast %w6 : i64 to index
  %r6 = "test.reify_bound"(%i6) {type = "EQ", constant} : (index) -> index // = 1
  %v7 = "onnx.Greater"(%k, %four) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi1>
  %e7 = tensor.extract %v7[%c0] : tensor<2xi1>
  %w7 = arith.extui %e7 : i1 to i64
  %i7 = arith.index_cast %w7 : i64 to index
  %r7 = "test.reify_bound"(%i7) {type = "EQ", constant} : (index) -> index // = 0
  %v8 = "onnx.LessOrEqual"(%k, %four) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi1>
  %e8 = tensor.extract %v8[%c0] : tensor<2xi1>
  %w8 = arith.extui %e8 : i1 to i64
  %i8 = arith.index_cast %w8 : i64 to index
  %r8 = "test.reify_bound"(%i8) {type = "EQ", constant} : (index) -> index // = 1
  %v9 = "onnx.GreaterOrEqual"(%k, %four) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi1>
  %e9 = tensor.extract %v9[%c0] : tensor<2xi1>
  %w9 = arith.extui %e9 : i1 to i64
  %i9 = arith.index_cast %w9 : i64 to index
  %r9 = "test.reify_bound"(%i9) {type = "EQ", constant} : (index) -> index // = 0
  %v10 = "onnx.Not"(%v5) : (tensor<2xi1>) -> tensor<2xi1>
  %e10 = tensor.extract %v10[%c0] : tensor<2xi1>
  %w10 = arith.extui %e10 : i1 to i64
  %i10 = arith.index_cast %w10 : i64 to index
  %r10 = "test.reify_bound"(%i10) {type = "EQ", constant} : (index) -> index // = 1
  %v11 = "onnx.Mod"(%k, %four) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  %e11 = tensor.extract %v11[%c0] : tensor<2xi64>
  %i11 = arith.index_cast %e11 : i64 to index
  %r11 = "test.reify_bound"(%i11) {type = "EQ", constant} : (index) -> index // = 1
  %v12 = "onnx.Mod"(%k, %four) {fmod = 1 : si64} : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  %e12 = tensor.extract %v12[%c0] : tensor<2xi64>
  %i12 = arith.index_cast %e12 : i64 to index
  %r12 = "test.reify_bound"(%i12) {type = "EQ", constant} : (index) -> index // = fail
  %v13 = "onnx.Min"(%k, %four) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  %e13 = tensor.extract %v13[%c1] : tensor<2xi64>
  %i13 = arith.index_cast %e13 : i64 to index
  %r13 = "test.reify_bound"(%i13) {type = "EQ", constant} : (index) -> index // = 4
  %v14 = "onnx.Max"(%k, %four) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  %e14 = tensor.extract %v14[%c0] : tensor<2xi64>
  %i14 = arith.index_cast %e14 : i64 to index
  %r14 = "test.reify_bound"(%i14) {type = "EQ", constant} : (index) -> index // = 4
  %v15 = "onnx.Where"(%v5, %k, %four) : (tensor<2xi1>, tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  %e15 = tensor.extract %v15[%c0] : tensor<2xi64>
  %i15 = arith.index_cast %e15 : i64 to index
  %r15 = "test.reify_bound"(%i15) {type = "EQ", constant} : (index) -> index // = 4
  %v16 = "onnx.Expand"(%four, %two) : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %e16 = tensor.extract %v16[%c1] : tensor<2xi64>
  %i16 = arith.index_cast %e16 : i64 to index
  %r16 = "test.reify_bound"(%i16) {type = "EQ", constant} : (index) -> index // = 4
  %v17 = "onnx.Transpose"(%k) : (tensor<2xi64>) -> tensor<2xi64>
  %e17 = tensor.extract %v17[%c1] : tensor<2xi64>
  %i17 = arith.index_cast %e17 : i64 to index
  %r17 = "test.reify_bound"(%i17) {type = "EQ", constant} : (index) -> index // = 5
  %v18 = "onnx.Tile"(%k, %two) : (tensor<2xi64>, tensor<1xi64>) -> tensor<4xi64>
  %e18 = tensor.extract %v18[%c3] : tensor<4xi64>
  %i18 = arith.index_cast %e18 : i64 to index
  %r18 = "test.reify_bound"(%i18) {type = "EQ", constant} : (index) -> index // = 5
  %v20 = "onnx.ReduceProd"(%k, %none) : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
  %e20 = tensor.extract %v20[%c0] : tensor<1xi64>
  %i20 = arith.index_cast %e20 : i64 to index
  %r20 = "test.reify_bound"(%i20) {type = "EQ", constant} : (index) -> index // = -35
  %v21 = "onnx.ReduceSum"(%k, %none) : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
  %e21 = tensor.extract %v21[%c0] : tensor<1xi64>
  %i21 = arith.index_cast %e21 : i64 to index
  %r21 = "test.reify_bound"(%i21) {type = "EQ", constant} : (index) -> index // = -2
  %v22 = "onnx.ReduceSum"(%k, %none) {noop_with_empty_axes = 1 : si64} : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
  %e22 = tensor.extract %v22[%c0] : tensor<1xi64>
  %i22 = arith.index_cast %e22 : i64 to index
  %r22 = "test.reify_bound"(%i22) {type = "EQ", constant} : (index) -> index // = fail
  return
}
