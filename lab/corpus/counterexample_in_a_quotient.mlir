// A counterexample with `%a = 0`, although the condition bounds a quotient of `%a`.
func.func @f(%a: index) {
  affine.if affine_set<()[s0] : ((s0 ceildiv 3) - 3 >= 0)>()[%a] {
    "lab.ask"(%a) <{question = "(>= (value 0) 8)"}> : (index) -> ()
  }
  return
}
