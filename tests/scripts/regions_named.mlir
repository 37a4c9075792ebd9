func.func @halve(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %r = scf.while (%v = %n) : (index) -> index {
    %more = arith.cmpi sgt, %v, %c2 : index
    %x = arith.addi %v, %c2 : index
    scf.condition(%more) %v : index
  } do {
  ^bb0(%v: index):
    %x = arith.floordivsi %v, %c2 : index
    scf.yield %x : index
  }
  %cond = arith.cmpi sgt, %n, %c0 : index
  %s = scf.if %cond -> index {
    %y = arith.addi %n, %c2 : index
    scf.yield %y : index
  } else {
    %y = arith.subi %c0, %n : index
    scf.yield %y : index
  }
  return %r : index
}
func.func @one_line(%a: index) {
  %lb = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = scf.while (%w = %lb) : (index) -> index { %c = arith.cmpi slt, %w, %a : index scf.condition(%c) %w : index } do { ^bb0(%w: index): %next = arith.addi %w, %c1 : index scf.yield %next : index }
  return
}
