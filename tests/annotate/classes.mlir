func.func private @negated(%t: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = math.absf %t : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @classes(%t: tensor<?x?xf32>, %u: tensor<?x?xf32>) {
  %sum = arith.addf %t, %t : tensor<?x?xf32>
  %called = call @negated(%sum) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %turned = tensor.collapse_shape %u [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %other = math.absf %turned : tensor<?xf32>
  return
}
// Only what exists where a value is defined is named there.
func.func @blocks(%c: i1, %n: index) {
  %a = tensor.empty(%n) : tensor<?xf32>
  cf.cond_br %c, ^bb1(%a : tensor<?xf32>), ^bb2
^bb1(%b: tensor<?xf32>):
  %d = math.absf %b : tensor<?xf32>
  cf.br ^bb2
^bb2:
  %e = tensor.empty(%n) : tensor<?xf32>
  return
}
