// Proofs: a sum of the greatest of two, which is 5 where the condition holds, and a multiple of 3.
#map = affine_map<(d0) -> (-1, d0 * -3 + 2)>
#set = affine_set<()[s0] : (s0 * -2 - 3 >= 0)>
module {
  func.func @f(%a: index, %b: index, %c: index) {
    %c5 = arith.constant 5 : index
    %0 = arith.maxsi %b, %c5 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %1 = scf.for unsigned %iv = %c1 to %b step %c3 iter_args(%carried = %0) -> (index) {
      affine.if #set()[%b] {
        %3 = arith.subi %iv, %carried overflow<nsw, nuw> : index
        %4 = affine.min #map(%c3)
        scf.for %inner = %a to %b step %c {
          "lab.ask"(%4, %3) <{question = "(!= (+ (value 0) 7) (value 1))"}> : (index, index) -> ()
        }
      }
      scf.yield %carried : index
    }
    return
  }
}
