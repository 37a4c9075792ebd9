// Classes that are below each other: the range that one has by facts has to be told before that of the other.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: f32) {
    %0 = arith.cmpi ne, %arg1, %arg0 : index
    %1:2 = scf.if %0 -> (index, index) {
      %2 = arith.cmpi uge, %arg0, %arg0 : index
      %3:2 = scf.if %2 -> (index, index) {
        %4 = arith.cmpi slt, %arg0, %arg3 : index
        %5 = scf.if %4 -> (index) {
          scf.yield %arg2 : index
        } else {
          %6 = arith.cmpi ugt, %arg0, %arg0 : index
          %7 = arith.ori %0, %6 : i1
          "lab.ask"(%7) <{question = "(range (uint 0))"}> : (i1) -> ()
          scf.yield %arg0 : index
        }
        scf.yield %arg0, %arg0 : index, index
      } else {
        scf.yield %arg0, %arg0 : index, index
      }
      scf.yield %arg4, %arg0 : index, index
    } else {
      scf.yield %arg4, %arg0 : index, index
    }
    return
  }
}
