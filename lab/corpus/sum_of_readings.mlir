// The sum of both readings of an integer: what is refuted has a proof.
func.func @f(%x: i16) {
  "lab.ask"(%x) <{question = "(< (+ (value 0) (uint 0)) -3)"}> : (i16) -> ()
  return
}
