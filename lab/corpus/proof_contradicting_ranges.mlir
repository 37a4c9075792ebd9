// Proofs: what a fact tells of the range of %iv and what another one tells of it have nothing in common.
#lower = affine_map<()[s0] -> (s0 mod 4, s0)>
#upper = affine_map<()[s0] -> (s0 + 3, s0)>
#set = affine_set<()[s0] : (s0 >= 0)>
module {
  func.func @f(%a: index, %b: i8) {
    affine.if #set()[%a] {
    } else {
      affine.for %iv = max #lower()[%a] to min #upper()[%a] {
        "lab.ask"(%b) <{question = "(== (value 0) 10)"}> : (i8) -> ()
      }
    }
    return
  }
}
