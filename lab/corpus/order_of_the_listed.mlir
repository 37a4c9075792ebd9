// Of columns that are one value that is named which is listed first, whatever is known of others by then.
func.func @f(%a: index, %b: index) {
  %most = arith.maxsi %b, %a : index
  %t = tensor.empty(%most) : tensor<2x?xf32>
  %out:3 = scf.for %i = %a to %b step %b iter_args(%x = %a, %y = %most, %z = %b) -> (index, index, index) {
    "lab.ask"(%z, %t, %most) {question = "(open-upper (value 0) (dim 1 1) (value 2))"} : (index, tensor<2x?xf32>, index) -> ()
    "lab.ask"(%a, %x, %y) {question = "(lower (value 0) (value 1) (value 2))"} : (index, index, index) -> ()
    scf.yield %a, %a, %z : index, index, index
  }
  return
}
