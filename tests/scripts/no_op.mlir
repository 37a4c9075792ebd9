func.func @spread(%x: tensor<?x4xf32>, %y: tensor<4x4xf32>, %one: tensor<1x?xf32>, %list: tensor<2xindex>, %n: index) {
  %same = stablehlo.reshape %y : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %four = stablehlo.broadcast_in_dim %one, dims = [0, 1] : (tensor<1x?xf32>) -> tensor<4x?xf32>
  %turned = stablehlo.broadcast_in_dim %y, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %wide = stablehlo.dynamic_broadcast_in_dim %x, %list, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  %cast = tensor.cast %wide : tensor<?x4xf32> to tensor<7x4xf32>
  %known = tensor.cast %x : tensor<?x4xf32> to tensor<7x4xf32>
  return
}
