func.func @value_with_bounds() {
  %v = test.value_with_bounds {max = 128 : index, min = 3 : index}
  %0 = "test.reify_bound"(%v) {type = "LB", constant} : (index) -> index // = 3
  %1 = "test.reify_bound"(%v) {type = "UB", constant} : (index) -> index // = 129
  return
}
