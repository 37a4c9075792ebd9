// Elements of unsigned integers are not read as signed ones: nothing is known of them, nor of what is made of
// them.
func.func @computed(%a: tensor<2xui8>, %i: tensor<ui8>) {
  %c = stablehlo.constant dense<[200, 255]> : tensor<2xui8>
  %sum = stablehlo.add %c, %c : tensor<2xui8>
  %greater = stablehlo.maximum %c, %a : tensor<2xui8>
  %turned = stablehlo.reverse %c, dims = [0] : tensor<2xui8>
  %less = stablehlo.compare LT, %c, %a : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>
  %wide = stablehlo.convert %c : (tensor<2xui8>) -> tensor<2xi32>
  %all = "stablehlo.reduce"(%c, %i) ({
    ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
      %z = stablehlo.maximum %x, %y : tensor<ui8>
      "stablehlo.return"(%z) : (tensor<ui8>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<2xui8>, tensor<ui8>) -> tensor<ui8>
  %counted = stablehlo.iota dim = 0 : tensor<2xui32>
  %big = stablehlo.constant dense<[18446744073709551615, 1]> : tensor<2xui64>
  %long = stablehlo.convert %big : (tensor<2xui64>) -> tensor<2xi64>
  %c0 = arith.constant 0 : index
  %e0 = tensor.extract %wide[%c0] : tensor<2xi32>
  %i0 = arith.index_cast %e0 : i32 to index
  %0 = "test.reify_bound"(%i0) {type = "EQ", constant} : (index) -> index // = fail
  %e2 = tensor.extract %long[%c0] : tensor<2xi64>
  %i2 = arith.index_cast %e2 : i64 to index
  %2 = "test.reify_bound"(%i2) {type = "EQ", constant} : (index) -> index // = fail
  %e3 = tensor.extract %less[%c0] : tensor<2xi1>
  %i3 = arith.index_castui %e3 : i1 to index
  %3 = "test.reify_bound"(%i3) {type = "EQ", constant} : (index) -> index // = fail
  return
}
