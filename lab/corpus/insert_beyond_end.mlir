// What an insert beyond the end gives was not known in the laboratory, and with it all elements of what it was inserted
// into, those between its own too.
module {
  func.func @f(%arg0: index, %arg1: index) {
    %from_elements = tensor.from_elements %arg1, %arg1, %arg1 : tensor<3xindex>
    %inserted = tensor.insert %arg1 into %from_elements[%arg0] : tensor<3xindex>
    %dest = tensor.from_elements %arg0, %arg0, %arg0, %arg0, %arg1, %arg0 : tensor<6xindex>
    %inserted_slice = tensor.insert_slice %inserted into %dest[0] [3] [2] : tensor<3xindex> into tensor<6xindex>
    %c5 = arith.constant 5 : index
    %extracted = tensor.extract %inserted_slice[%c5] : tensor<6xindex>
    "lab.ask"(%extracted, %arg0) <{question = "(== (value 0) (value 1))"}> : (index, index) -> ()
    return
  }
}
