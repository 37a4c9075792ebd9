// An identity whose guard is not seen to hold is tried again and again, each time written anew; its columns are told once.
#map = affine_map<(d0) -> (d0 floordiv 5)>
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: i64, %arg4: index, %arg5: f32) {
    %0 = arith.index_castui %arg2 : index to i1
    "lab.ask"(%0, %arg1, %arg3, %arg0) <{question = "(lower (uint 0) (value 1) (value 2) (value 1) (value 3) (value 1))"}> : (i1, index, i64, index) -> ()
    %1 = arith.index_cast %arg2 : index to i64
    %c10_i64 = arith.constant 10 : i64
    %2 = arith.divsi %1, %c10_i64 : i64
    "lab.ask"(%1, %arg3) <{question = "(!= (truncdiv (uint 0) 2) (uint 1))"}> : (i64, i64) -> ()
    %c0_i8 = arith.constant 0 : i8
    "lab.ask"(%arg3, %c0_i8) <{question = "(>= (truncmod (uint 0) 5) (value 1))"}> : (i64, i8) -> ()
    "lab.ask"(%0, %c0_i8) <{question = "(>= (uint 0) (uint 1))"}> : (i1, i8) -> ()
    "lab.ask"(%1, %0) <{question = "(>= (truncdiv (uint 0) 1) (uint 1))"}> : (i64, i1) -> ()
    %3 = arith.extsi %c0_i8 : i8 to i32
    return
  }
}
