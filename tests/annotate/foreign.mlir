// Ops of dialects that are not known, in their own syntax.
#tile = #mine.tile<[4, 8], {order = [1, 0]}>
mine.kernel @copy(%n: index, %source: !mine.buffer<f32, #tile>) -> (index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %view = mine.view %source[%c0 to %n]
      with #tile : !mine.buffer<f32, #tile> -> tensor<16x?xf32>
  %c1 = arith.constant 1 : index
  %size = tensor.dim %view, %c0 : tensor<16x?xf32>
  scf.for %i = %c0 to %size step %c8 {
    %end = arith.addi %i, %c8 : index
    mine.copy %view[%i to %end] {async}
  }
  mine.return %size : index
}
