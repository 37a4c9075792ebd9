// A minimum that has one operand twice.
#map = affine_map<(d0, d1)[s0] -> (d0, d0 ceildiv 2, d0)>
module {
  func.func @f(%arg0: index, %arg1: i16, %arg2: index, %arg3: index, %arg4: f32) {
    %0 = affine.min #map(%arg0, %arg3)[%arg0]
    %c20_i8 = arith.constant 20 : i8
    %c0_i8 = arith.constant 0 : i8
    %1 = arith.cmpi uge, %c20_i8, %c0_i8 : i8
    "lab.ask"(%arg0, %1, %0) <{question = "(== (value 0) (+ (value 1) (* -1 (value 2))))"}> : (index, i1, index) -> ()
    return
  }
}
