func.func @f(%x: tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %two = "tosa.const_shape"() {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  %all = "tosa.const_shape"() {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %s = "tosa.concat_shape"(%two, %all) : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<2>
  %r = "tosa.reshape"(%x, %s) : (tensor<?x4xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  return
}
