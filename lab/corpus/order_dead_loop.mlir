// (range (uint 0)): Unreachable in another order was Range(Range { interval: Interval { lower: Some(2), upper: Some(2) }, alignment: None })
#set = affine_set<()[s0, s1] : (s1 * 3 - 3 >= 0, s0 ceildiv 3 >= 0)>
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: i8, %arg3: i8, %arg4: f32) {
    %true = arith.constant true
    %0:2 = affine.if #set()[%arg0, %arg1] -> (i32, i32) {
      %c-2_i32 = arith.constant -2 : i32
      affine.yield %c-2_i32, %c-2_i32 : i32, i32
    } else {
      %c5_i32 = arith.constant 5 : i32
      affine.yield %c5_i32, %c5_i32 : i32, i32
    }
    %c12 = arith.constant 12 : index
    %1 = scf.for %arg5 = %arg1 to %arg0 step %arg0 iter_args(%arg6 = %c12) -> (index) {
      %c8 = arith.constant 8 : index
      %c7 = arith.constant 7 : index
      %c2_i64 = arith.constant 2 : i64
      %2:3 = scf.for %arg7 = %c8 to %arg6 step %arg0 iter_args(%arg8 = %c2_i64, %arg9 = %arg6, %arg10 = %c7) -> (i64, index, index) {
        "lab.ask"(%0#0, %true, %arg9) <{question = "(> (value 0) (+ (value 1) (value 2)))"}> : (i32, i1, index) -> ()
        %3 = arith.cmpi eq, %c8, %arg9 : index
        cf.assert %3, ""
        scf.yield %arg8, %arg10, %arg10 : i64, index, index
      }
      "lab.ask"(%c2_i64) <{question = "(range (uint 0))"}> : (i64) -> ()
      scf.yield %arg0 : index
    }
    return
  }
}
