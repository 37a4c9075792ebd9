// Proofs: where the comparison fails %iv would be beyond 8, and the loop ends before 3.
#map = affine_map<()[s0] -> (s0 mod 4)>
module {
  func.func @f(%a: index, %b: index) {
    affine.for %iv = 1 to #map()[%b] {
      %c8 = arith.constant 8 : index
      %0 = arith.cmpi sle, %iv, %c8 : index
      scf.if %0 {
      } else {
        "lab.ask"(%a) <{question = "(!= (value 0) 12)"}> : (index) -> ()
      }
    }
    return
  }
}
