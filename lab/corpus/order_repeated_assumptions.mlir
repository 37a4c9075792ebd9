// Order: what the two facts of onnx.Shape say is told once in a claim, or the product of the sizes has no room in it.
module {
  func.func @f(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) {
    %0 = "onnx.Flatten"(%arg1) {axis = 2 : si64} : (tensor<?x?xf32>) -> tensor<?x1xf32>
    %1 = "onnx.Shape"(%arg1) : (tensor<?x?xf32>) -> tensor<2xi64>
    %2 = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
    "lab.ask"(%2) <{question = "(upper (dim 0 0))"}> : (tensor<1xi64>) -> ()
    %3 = "onnx.Shape"(%arg1) {end = 1 : si64, start = 0 : si64} : (tensor<?x?xf32>) -> tensor<1xi64>
    %4 = "onnx.Shape"(%3) {end = 1 : si64, start = 0 : si64} : (tensor<1xi64>) -> tensor<1xi64>
    %5 = "onnx.Constant"() {value = dense<3> : tensor<1xi64>} : () -> tensor<1xi64>
    %6 = "onnx.Concat"(%3, %4, %5) {axis = 0 : si64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
    %7 = "onnx.Expand"(%0, %6) : (tensor<?x1xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
    %8 = "onnx.Reshape"(%arg1, %4) : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<?xf32>
    %9 = "onnx.Where"(%arg1, %7, %arg1) : (tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
    %10 = "onnx.Shape"(%7) : (tensor<?x?x?xf32>) -> tensor<3xi64>
    "lab.ask"(%10, %arg1) <{question = "(> (+ (dim 0 0) (dim 1 0)) 4)"}> : (tensor<3xi64>, tensor<?x?xf32>) -> ()
    return
  }
}
