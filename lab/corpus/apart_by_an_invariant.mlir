// That a value differs from a size tells the side only by what is not taken back later.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: f32) {
    %c2_i64 = arith.constant 2 : i64
    %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<?xf32>) outs(%arg0 : tensor<?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %c0 = arith.constant 0 : index
      %dim = tensor.dim %arg0, %arg2 : tensor<?xf32>
      %1 = scf.while (%arg4 = %c0) : (index) -> index {
        %2 = arith.cmpi ne, %arg4, %dim : index
        scf.condition(%2) %arg4 : index
      } do {
      ^bb0(%arg4: index):
        "lab.ask"(%arg4, %dim, %c2_i64) <{question = "(<= (+ (value 0) (* -1 (value 1))) (value 2))"}> : (index, index, i64) -> ()
        scf.yield %arg1 : index
      }
      linalg.yield %arg3 : f32
    } -> tensor<?xf32>
    return
  }
}
