func.func @f(%c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> index {
    %t = tensor.empty(%n) : tensor<?xf32>
    scf.yield %n : index
  } else {
    scf.yield %c0 : index
  }
  return
}
