func.func @f(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<?xf32>, %n: index, %arg: !shape.witness) {
  %sx = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %sy = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %sz = shape.shape_of %z : tensor<?xf32> -> tensor<1xindex>
  %three = shape.const_shape [3, 4] : tensor<2xindex>
  %five = shape.const_shape [5] : tensor<1xindex>
  %never = shape.cstr_broadcastable %three, %five : tensor<2xindex>, tensor<1xindex>
  %xy = shape.cstr_broadcastable %sx, %sy : tensor<2xindex>, tensor<2xindex>
  %xz = shape.cstr_broadcastable %sx, %sz : tensor<2xindex>, tensor<1xindex>
  %both = shape.assuming_all %xy, %xz
  %r = shape.assuming %both -> (tensor<?x?xf32>) {
    %b = shape.broadcast %sx, %sy, %sz : tensor<2xindex>, tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    %bx = stablehlo.dynamic_broadcast_in_dim %x, %b, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %again = shape.cstr_broadcastable %sx, %sy : tensor<2xindex>, tensor<2xindex>
    shape.assuming_yield %bx : tensor<?x?xf32>
  }
  %sr = shape.shape_of %r : tensor<?x?xf32> -> tensor<2xindex>
  %with = shape.cstr_broadcastable %sr, %sx : tensor<2xindex>, tensor<2xindex>
  %all = shape.cstr_broadcastable %sr, %sx, %sy : tensor<2xindex>, tensor<2xindex>, tensor<2xindex>
  %c0 = arith.constant 0 : index
  %p = arith.cmpi sge, %n, %c0 : index
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %q = arith.cmpi sge, %d, %c0 : index
  return
}
