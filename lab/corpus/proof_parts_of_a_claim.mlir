// The sides of a comparison are looked at one by one: their difference alone does not show what each of them is.
func.func @f(%to: index, %n: index) {
  %from = affine.max affine_map<(d0) -> (d0 mod 5)>(%n)
  %reaches = arith.cmpi sge, %to, %from : index
  scf.forall (%i) = (%from) to (%to) step (4) {
    %again = arith.cmpi sle, %from, %to : index
    scf.if %again {
      "lab.ask"(%i, %reaches) {question = "(> (+ (value 0) (value 0)) (value 1))"} : (index, i1) -> ()
    }
  }
  return
}
