func.func @f(%i: i32, %x: index) {
  %0 = test.with_bounds { umin = 4 : index, umax = 5 : index, smin = 4 : index, smax = 5 : index } : index
  %1 = test.reflect_bounds %0 : index
  %2 = test.reflect_bounds {umin = 3 : index} %0 : index
  test.with_bounds_region { umin = 4 : index, umax = 5 : index, smin = 4 : index, smax = 5 : index } %a : index {
    "test.foo"(%a) : (index) -> ()
  }
  %3 = test.increment %0 : index
  %5 = "test.value_with_bounds"() <{min = 0 : index, max = 5 : index}> : () -> index
  return
}
