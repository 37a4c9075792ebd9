// A basis that is not positive contradicts itself: unions that follow go on without end.
func.func @f(%a: index, %b: index) {
  %c4 = arith.constant 4 : index
  %least = arith.constant -5 : index
  %x = affine.linearize_index disjoint [%a, %least, %c4] by (1, 1, %least) : index
  %y = affine.apply affine_map<(d0) -> ((d0 * 8) mod 3)>(%x)
  "lab.ask"(%y) {question = "(range (value 0))"} : (index) -> ()
  return
}
