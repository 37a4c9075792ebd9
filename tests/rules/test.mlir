// test.value_with_bounds has the bounds that it says
func.func @value_with_bounds() {
  %0 = test.value_with_bounds {max = 5 : index, min = 4 : index}
  %1 = "test.reify_bound"(%0) {constant, type = "LB"} : (index) -> index // = 4
  %2 = "test.reify_bound"(%0) {constant, type = "UB"} : (index) -> index // = 6
  return
}
