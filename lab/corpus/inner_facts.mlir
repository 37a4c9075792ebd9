// What a loop's body shows of a value that it carries on unchanged does not hold before the loop,
// though the range was asked for there first.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: tensor<1xindex>, %arg3: tensor<?x?x3xf32>, %arg4: f32) {
    "lab.ask"(%arg0) <{question = "(range (value 0))"}> : (index) -> ()
    %0:3 = scf.for %arg5 = %arg0 to %arg1 step %arg1 iter_args(%arg6 = %arg0, %arg7 = %arg3, %arg8 = %arg1) -> (index, tensor<?x?x3xf32>, index) {
      %1 = tensor.empty(%arg1, %arg1, %arg6) : tensor<?x?x3x?xf32>
      "lab.ask"(%arg0) <{question = "(range (value 0))"}> : (index) -> ()
      scf.yield %arg6, %arg3, %arg0 : index, tensor<?x?x3xf32>, index
    }
    return
  }
}
