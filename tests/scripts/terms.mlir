// Sizes that are no affine expressions of what they come from.
func.func @f(%x: tensor<?x?xf32>, %y: tensor<1x?xf32>, %n: tensor<i32>, %s: tensor<2xi32>, %z: tensor<f32>, %c: i1, %i: index, %j: index) {
  %sum = tosa.add %x, %y : (tensor<?x?xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  %cat = stablehlo.concatenate %sum, %sum, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %set = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  %iota = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
  %pad = stablehlo.pad %x, %z, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %v = scf.if %c -> (index) {
    scf.yield %i : index
  } else {
    scf.yield %j : index
  }
  %most = arith.maxsi %v, %i : index
  %quotient = arith.floordivsi %i, %j : index
  %shape = tensor.from_elements %most, %v, %quotient : tensor<3xindex>
  %e = tensor.empty(%v, %most) : tensor<?x?xf32>
  return
}
