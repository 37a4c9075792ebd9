// An index beyond the end of a list tells nothing of the index, and the element read is no element of it.
func.func @f(%size: index, %at: index) {
  %list = tensor.from_elements %size : tensor<1xindex>
  %element = tensor.extract %list[%at] : tensor<1xindex>
  "lab.ask"(%element, %list) {question = "(equal (value 0) (elem 1 0))"} : (index, tensor<1xindex>) -> ()
  return
}
