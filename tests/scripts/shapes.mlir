func.func @f(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>, %c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%d) : tensor<?x4xf32>
  %f = stablehlo.add %y, %e : tensor<?x4xf32>
  %g = tensor.empty(%n, %n) : tensor<?x?xf32>
  %s = tensor.from_elements %d, %n, %c0 : tensor<3xindex>
  %pair = shape.from_extents %n, %d : index, index
  %four = shape.concat %pair, %pair : !shape.shape, !shape.shape -> !shape.shape
  %count = shape.num_elements %pair : !shape.shape -> !shape.size
  %open = tensor.cast %s : tensor<3xindex> to tensor<?xindex>
  %given = "test.shape"() : () -> tensor<?xindex>
  %same = arith.cmpi eq, %n, %d : index
  scf.if %same {
    %z = tensor.empty(%n) : tensor<?x4xf32>
    "test.use"(%z) : (tensor<?x4xf32>) -> ()
  }
  return
}
