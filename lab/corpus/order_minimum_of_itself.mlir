// Order: once the first question is asked, the least of %a and 0 is known as that of itself and 0, too.
#map = affine_map<()[s0] -> (s0 + 3, s0)>
module {
  func.func @f(%a: index, %b: index, %c: index) {
    %c0 = arith.constant 0 : index
    %0 = arith.maxsi %a, %c0 : index
    affine.for %i = max #map()[%a] to 1 step 3 {
      %1 = affine.for %j = %b to %c step 2 iter_args(%carried = %0) -> (index) {
        %2 = arith.maxsi %a, %carried : index
        "lab.ask"(%2) <{question = "(range (value 0))"}> : (index) -> ()
        affine.yield %carried : index
      }
      "lab.ask"(%0) <{question = "(range (value 0))"}> : (index) -> ()
    }
    return
  }
}
