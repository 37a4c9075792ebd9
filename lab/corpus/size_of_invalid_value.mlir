// A value goes through with a shape beside it that has a negative extent: no size of it tells what the extent is.
func.func @f(%n: index) {
  %t = tensor.from_elements %n, %n, %n : tensor<3xindex>
  %extents = tensor.from_elements %n : tensor<1xindex>
  %shape = shape.from_extent_tensor %extents : tensor<1xindex>
  %beside = shape.with_shape %t, %shape : tensor<3xindex>, !shape.shape
  %zero = shape.const_size 0
  %extent = shape.dim %beside, %zero : !shape.value_shape, !shape.size -> !shape.size
  "lab.ask"(%extent) {question = "(> (value 0) 11)"} : (!shape.size) -> ()
  "lab.ask"(%n, %t) {question = "(== (value 0) (elem 1 1))"} : (index, tensor<3xindex>) -> ()
  "lab.ask"(%n) {question = "(<= 0 (value 0))"} : (index) -> ()
  return
}
