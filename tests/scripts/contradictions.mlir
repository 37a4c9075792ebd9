func.func @f(%x: index, %y: index) {
  %v0 = arith.constant -2 : index
  %v1 = arith.muli %v0, %x : index
  %v2 = arith.constant 2 : index
  %v3 = arith.muli %v2, %x : index
  %v4 = arith.constant 24 : index
  %v5 = arith.addi %v1, %v3 : index
  %v6 = arith.addi %v5, %v4 : index
  return
}
// The loop runs only if 1 <= %a < %b; the product does not wrap only if %b is 0 or 1, since one alternative of the
// disjunction that says so is known to be false.
func.func @unwrapped(%a: index, %b: index, %s: index) {
  scf.parallel (%i, %j) = (%a, %a) to (%a, %b) step (%a, %s) {
    %c = arith.constant -17 : index
    %m = arith.muli %b, %c overflow<nuw> : index
    "test.here"(%m) : (index) -> ()
    scf.reduce
  }
  return
}
