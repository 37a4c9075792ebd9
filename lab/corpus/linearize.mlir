// Indices that are linearized need not be below their basis.
func.func @f(%a: index, %b: index) {
  %v = affine.linearize_index [%a, %b] by (3) : index
  %w = affine.linearize_index disjoint [%a, %b] by (3) : index
  "lab.ask"(%v) {question = "(range (value 0))"} : (index) -> ()
  "lab.ask"(%b) {question = "(>= 10 (value 0))"} : (index) -> ()
  return
}
