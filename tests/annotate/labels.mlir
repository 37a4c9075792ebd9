// The bounds of a block's arguments stand at its label.
func.func @counted(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%a = %c0) : (index) -> index {
    %c = arith.cmpi slt, %a, %n : index
    scf.condition(%c) %a : index
  } do {
  ^bb0(%a: index):
    %b = arith.addi %a, %c1 : index
    scf.yield %b : index
  }
  return %r : index
}

func.func @branches(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %go = arith.cmpi slt, %i, %n : index
  cf.cond_br %go, ^body(%i : index), ^exit
^body(%k: index):
  %next = arith.addi %k, %c1 : index
  cf.br ^head(%next : index)
^exit:
  return %i : index
}
