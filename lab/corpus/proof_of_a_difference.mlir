// Proofs: the sides as they are written tell that their difference is at most 126, and by its parts it is 254 more
// than a multiple of 256.
module {
  func.func @f(%a: index) {
    %0 = arith.floordivsi %a, %a : index
    %c3 = arith.constant 3 : index
    %1 = arith.ceildivsi %0, %c3 : index
    %2 = arith.index_cast %a : index to i8
    %3 = arith.cmpi slt, %a, %0 : index
    scf.if %3 {
      "lab.ask"(%2, %1) <{question = "(> (value 0) (+ (uint 0) (value 1)))"}> : (i8, index) -> ()
    }
    return
  }
}
