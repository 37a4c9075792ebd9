// Facts that hold inside the regions of an op that runs one of them hold of its results.

func.func @then(%c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> index {
    %t = tensor.empty(%n) : tensor<?xf32>
    scf.yield %n : index
  } else {
    scf.yield %c0 : index
  }
  "test.reify_bound"(%r) <{type = "LB", constant}> : (index) -> index // = 0
  // The same number, written otherwise.
  %s = arith.select %c, %n, %c0 : index
  "test.reify_bound"(%s) <{type = "LB", constant}> : (index) -> index // = 0
  "test.reify_bound"(%n) <{type = "LB", constant}> : (index) -> index // = fail
  return
}

func.func @else(%c: i1, %n: index) {
  %c5 = arith.constant 5 : index
  %r = scf.if %c -> index {
    scf.yield %c5 : index
  } else {
    %t = memref.alloc(%n) : memref<?xf32>
    %m = arith.addi %n, %c5 : index
    scf.yield %m : index
  }
  "test.reify_bound"(%r) <{type = "LB", constant}> : (index) -> index // = 5
  "test.reify_bound"(%r) <{type = "UB", constant}> : (index) -> index // = fail
  return
}

func.func @both(%c: i1, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %r:2 = scf.if %c -> (index, index) {
    %t = tensor.empty(%n) : tensor<?xf32>
    scf.yield %n, %m : index, index
  } else {
    %t = tensor.empty(%m) : tensor<?xf32>
    scf.yield %m, %n : index, index
  }
  "test.compare"(%r#0, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%r#1, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  "test.compare"(%n, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// What one branch says of its operand says nothing of it elsewhere.
func.func @one_branch_alone(%c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> index {
    %t = tensor.empty(%n) : tensor<?xf32>
    scf.yield %n : index
  } else {
    scf.yield %n : index
  }
  "test.compare"(%r, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  "test.compare"(%n, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  %q = scf.if %c -> index {
    %t = tensor.empty(%n) : tensor<?xf32>
    scf.yield %n : index
  } else {
    %t = tensor.empty(%n) : tensor<?xf32>
    scf.yield %n : index
  }
  "test.compare"(%q, %c0) {cmp = "GE"} : (index, index) -> () // = true
  return
}

func.func @other_value(%c: i1, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> index {
    %t = tensor.empty(%n) : tensor<?xf32>
    scf.yield %m : index
  } else {
    scf.yield %c0 : index
  }
  "test.compare"(%r, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

func.func @nested(%c: i1, %d: i1, %n: index, %m: index) {
  %c1 = arith.constant 1 : index
  %r = scf.if %c -> index {
    %q = scf.if %d -> index {
      %t = tensor.empty(%n) : tensor<?xf32>
      scf.yield %n : index
    } else {
      %t = tensor.empty(%m) : tensor<?xf32>
      scf.yield %m : index
    }
    %s = arith.addi %q, %c1 : index
    scf.yield %s : index
  } else {
    scf.yield %c1 : index
  }
  "test.reify_bound"(%r) <{type = "LB", constant}> : (index) -> index // = 1
  return
}

func.func @in_a_loop(%c: i1, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = scf.for %i = %c0 to %k step %c1 iter_args(%a = %c0) -> index {
    %r = scf.if %c -> index {
      %t = tensor.empty(%n) : tensor<?xf32>
      scf.yield %n : index
    } else {
      scf.yield %a : index
    }
    "test.reify_bound"(%r) <{type = "LB", constant}> : (index) -> index // = 0
    scf.yield %r : index
  }
  "test.reify_bound"(%x) <{type = "LB", constant}> : (index) -> index // = 0
  return
}

func.func @around_a_loop(%c: i1, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.if %c -> index {
    %x = scf.for %i = %c0 to %k step %c1 iter_args(%a = %c3) -> index {
      %b = arith.muli %a, %a : index
      scf.yield %b : index
    }
    scf.yield %x : index
  } else {
    scf.yield %c1 : index
  }
  "test.reify_bound"(%r) <{type = "LB", constant}> : (index) -> index // = 1
  return
}

func.func @fixed_width(%c: i1, %n: i32, %i: index) {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %r = scf.if %c -> i32 {
    %d = arith.index_cast %n : i32 to index
    %t = tensor.empty(%d) : tensor<?xf32>
    scf.yield %n : i32
  } else {
    scf.yield %c7 : i32
  }
  %x = arith.index_cast %r : i32 to index
  "test.reify_bound"(%x) <{type = "LB", constant}> : (index) -> index // = 0
  %u = arith.index_castui %r : i32 to index
  "test.reify_bound"(%u) <{type = "UB", constant}> : (index) -> index // = 2147483648
  return
}

// A bound by what exists before the op.
func.func @offset(%c: i1, %d: index, %o: index, %s: index) {
  %c0 = arith.constant 0 : index
  %t = tensor.empty(%d) : tensor<?xf32>
  %r:2 = scf.if %c -> (index, index) {
    %sum = arith.addi %o, %s : index
    %fits = arith.cmpi sle, %sum, %d : index
    llvm.intr.assume %fits : i1
    %above = arith.cmpi sge, %o, %c0 : index
    llvm.intr.assume %above : i1
    scf.yield %o, %s : index, index
  } else {
    scf.yield %c0, %d : index, index
  }
  %end = arith.addi %r#0, %r#1 : index
  "test.compare"(%end, %d) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%r#0, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%r#1, %d) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%r#0, %o) {cmp = "LE"} : (index, index) -> () // = fail
  "test.compare"(%o, %d) {cmp = "LE"} : (index, index) -> () // = fail
  return
}

func.func @loop_in_bounds(%c: i1, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tensor.empty(%k) : tensor<?xf32>
  %r = scf.if %c -> index {
    %x = scf.for %i = %c0 to %k step %c1 iter_args(%a = %c0) -> index {
      %s = arith.addi %a, %n : index
      %b = arith.minsi %s, %k : index
      scf.yield %b : index
    }
    scf.yield %x : index
  } else {
    scf.yield %c0 : index
  }
  "test.compare"(%r, %k) {cmp = "LE"} : (index, index) -> () // = true
  return
}

func.func @dims(%c: i1, %n: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %r = scf.if %c -> tensor<?xf32> {
    %s = tensor.empty(%c16) : tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  } else {
    %x = tensor.cast %t : tensor<?xf32> to tensor<8xf32>
    scf.yield %t : tensor<?xf32>
  }
  %d = tensor.dim %r, %c0 : tensor<?xf32>
  "test.reify_bound"(%d) <{type = "UB", constant}> : (index) -> index // = 17
  "test.reify_bound"(%d) <{type = "LB", constant}> : (index) -> index // = 8
  return
}

func.func @switch(%i: index, %n: index, %m: index) {
  %c2 = arith.constant 2 : index
  %r = scf.index_switch %i -> index
  case 0 {
    %t = tensor.empty(%n) : tensor<?xf32>
    scf.yield %n : index
  }
  case 4 {
    %t = tensor.empty(%m) : tensor<?xf32>
    scf.yield %m : index
  }
  default {
    scf.yield %c2 : index
  }
  "test.reify_bound"(%r) <{type = "LB", constant}> : (index) -> index // = 0
  return
}

func.func @affine(%n: index, %i: index) {
  %c2 = arith.constant 2 : index
  %r = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) -> index {
    %t = tensor.empty(%n) : tensor<?xf32>
    affine.yield %n : index
  } else {
    affine.yield %c2 : index
  }
  "test.reify_bound"(%r) <{type = "LB", constant}> : (index) -> index // = 0
  return
}

func.func @one_region(%n: index) {
  %r = scf.execute_region -> index {
    %t = tensor.empty(%n) : tensor<?xf32>
    scf.yield %n : index
  }
  "test.reify_bound"(%r) <{type = "LB", constant}> : (index) -> index // = 0
  return
}

// A region that never runs to its end does not matter.
func.func @impossible(%c: i1, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> index {
    %t = tensor.empty(%n) : tensor<?xf32>
    %below = arith.cmpi slt, %n, %c0 : index
    llvm.intr.assume %below : i1
    scf.yield %m : index
  } else {
    %t = tensor.empty(%n) : tensor<?xf32>
    scf.yield %n : index
  }
  "test.compare"(%r, %c0) {cmp = "GE"} : (index, index) -> () // = true
  return
}

// A region of several blocks: left at one place,
func.func @one_exit(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.execute_region -> index {
    %x = arith.cmpi slt, %n, %c3 : index
    cf.cond_br %x, ^a, ^b
  ^a:
    cf.br ^d(%n : index)
  ^b:
    cf.br ^d(%c3 : index)
  ^d(%z: index):
    scf.yield %z : index
  }
  %m = arith.minsi %n, %c3 : index
  "test.compare"(%r, %m) {cmp = "EQ"} : (index, index) -> () // = true
  // after a loop,
  %s = scf.execute_region -> index {
    cf.br ^h(%c0 : index)
  ^h(%i: index):
    %x = arith.cmpi slt, %i, %c3 : index
    cf.cond_br %x, ^b, ^e
  ^b:
    %j = arith.addi %i, %c1 : index
    cf.br ^h(%j : index)
  ^e:
    scf.yield %i : index
  }
  "test.reify_bound"(%s) <{type = "EQ", constant}> : (index) -> index // = 3
  return
}

// or at several places, where the conditions of the branches hold.
func.func @several_exits(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.execute_region -> index {
    %x = arith.cmpi slt, %n, %c3 : index
    cf.cond_br %x, ^a, ^b
  ^a:
    scf.yield %n : index
  ^b:
    scf.yield %c3 : index
  }
  "test.compare"(%r, %c3) {cmp = "LE"} : (index, index) -> () // = true
  // An exit out of a loop, with another value than after it.
  %s = scf.execute_region -> index {
    cf.br ^h(%c0 : index)
  ^h(%i: index):
    %x = arith.cmpi slt, %i, %c3 : index
    cf.cond_br %x, ^b, ^e
  ^b:
    %j = arith.addi %i, %c1 : index
    cf.cond_br %c, ^h(%j : index), ^q
  ^q:
    scf.yield %j : index
  ^e:
    scf.yield %n : index
  }
  "test.reify_bound"(%s) <{type = "UB", constant}> : (index) -> index // = fail
  "test.reify_bound"(%s) <{type = "LB", constant}> : (index) -> index // = fail
  return
}
