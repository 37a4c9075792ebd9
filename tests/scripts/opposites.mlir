func.func @f(%a: index, %b: index, %n: index) {
  %less = arith.cmpi slt, %a, %b : index
  %true = arith.constant true
  %false = arith.constant false
  %not_less = arith.xori %less, %true : i1
  %is_false = arith.cmpi eq, %less, %false : i1
  %is_true = arith.cmpi ne, %less, %false : i1
  %other = arith.cmpi slt, %n, %b : index
  %either = arith.ori %less, %other : i1
  %one = arith.xori %less, %other : i1
  scf.if %not_less {
    %u0 = arith.subi %a, %b : index
  } else {
    %u1 = arith.subi %b, %a : index
  }
  scf.if %is_false {
    %u2 = arith.subi %a, %b : index
  }
  scf.if %is_true {
    %u3 = arith.subi %b, %a : index
  }
  scf.if %either {
  } else {
    %u4 = arith.subi %n, %b : index
  }
  scf.if %one {
    scf.if %less {
      %u5 = arith.subi %n, %b : index
    }
  }
  return
}
