// (> (* (value 0) 8) -2): Truth(true) in another order was Unknown
#map = affine_map<()[s0] -> (s0 floordiv 2)>
#set = affine_set<()[s0, s1] : (s0 mod 4 - 3 >= 0)>
#set1 = affine_set<()[s0, s1] : (1 >= 0, s0 floordiv 4 - 3 >= 0)>
module {
  func.func @f(%arg0: index, %arg1: f32) {
    %0:2 = affine.if #set()[%arg0, %arg0] -> (index, index) {
      %false = arith.constant false
      %2 = arith.ori %false, %false : i1
      %3 = arith.index_cast %false : i1 to index
      %c0 = arith.constant 0 : index
      %4 = arith.maxsi %arg0, %c0 : index
      %splat = tensor.splat %arg1[%4] : tensor<?x2x3xf32>
      %c1 = arith.constant 1 : index
      %5 = arith.cmpi ugt, %arg0, %c1 : index
      %6 = arith.select %5, %splat, %splat : tensor<?x2x3xf32>
      %c12 = arith.constant 12 : index
      %7 = arith.maxsi %c1, %c12 : index
      %8 = arith.cmpi uge, %arg0, %3 : index
      %9 = arith.select %8, %arg0, %3 : index
      %c10 = arith.constant 10 : index
      affine.yield %c10, %3 : index, index
    } else {
      %2:2 = affine.for %arg2 = #map()[%arg0] to 0 iter_args(%arg3 = %arg0, %arg4 = %arg0) -> (index, index) {
        %c32 = arith.constant 32 : index
        %6 = arith.muli %c32, %arg3 overflow<nsw> : index
        %7 = arith.cmpi sle, %arg0, %arg3 : index
        %8 = arith.cmpi ugt, %arg3, %6 : index
        %9 = arith.andi %7, %8 : i1
        %10 = arith.subi %arg3, %arg0 : index
        %11 = arith.index_castui %7 : i1 to index
        %12 = arith.ceildivui %arg3, %arg3 : index
        affine.yield %arg3, %arg4 : index, index
      }
      %false = arith.constant false
      %3 = arith.index_cast %false : i1 to index
      %4 = tensor.empty(%3) : tensor<?x1xf32>
      %5 = arith.select %false, %2#0, %2#1 : index
      affine.yield %5, %arg0 : index, index
    }
    %idx0 = index.constant 0
    %1 = arith.cmpi slt, %arg0, %0#0 : index
    affine.if #set1()[%arg0, %arg0] {
      %c9 = arith.constant 9 : index
      %c4 = arith.constant 4 : index
      %2:3 = scf.for %arg2 = %idx0 to %c9 step %c4 iter_args(%arg3 = %idx0, %arg4 = %0#1, %arg5 = %c9) -> (index, index, index) {
        %3 = arith.subi %arg4, %arg2 : index
        "lab.ask"(%arg2, %3) <{question = "(> (value 0) (+ (value 1) 7))"}> : (index, index) -> ()
        scf.yield %arg3, %arg3, %arg5 : index, index, index
      }
      "lab.ask"(%arg0) <{question = "(> (* (value 0) 8) -2)"}> : (index) -> ()
    }
    return
  }
}
