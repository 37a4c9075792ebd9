// What holds of what a loop carries in every iteration, and so after it.
func.func @carried(%n: index, %m: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c100 = arith.constant 100 : index
  %r:4 = scf.for %i = %c0 to %c100 step %c1 iter_args(%a = %c0, %b = %n, %d = %c0, %e = %c0) -> (index, index, index, index) {
    %p = arith.cmpi slt, %i, %m : index
    %a1 = arith.addi %a, %c1 : index
    %a2 = arith.select %p, %a1, %a : index
    "test.compare"(%a, %i) {cmp = "LE"} : (index, index) -> () // = true
    "test.compare"(%a, %c0) {cmp = "GE"} : (index, index) -> () // = true
    %b1 = arith.minsi %b, %i : index
    "test.compare"(%b, %n) {cmp = "LE"} : (index, index) -> () // = true
    %k = arith.select %c, %c4, %c8 : index
    %d1 = arith.addi %d, %k : index
    %dm = affine.apply affine_map<(d0) -> (d0 mod 4)>(%d)
    %0 = "test.reify_bound"(%dm) {constant} : (index) -> index // = 0
    %e1 = arith.addi %e, %c1 : index
    %q = arith.cmpi eq, %e1, %c8 : index
    %e2 = arith.select %q, %c0, %e1 : index
    %1 = "test.reify_bound"(%e) {constant, type = "UB"} : (index) -> index // = 8
    %2 = "test.reify_bound"(%e) {constant, type = "LB"} : (index) -> index // = 0
    scf.yield %a2, %b1, %d1, %e2 : index, index, index, index
  }
  %3 = "test.reify_bound"(%r#0) {constant, type = "UB"} : (index) -> index // = 101
  %4 = "test.reify_bound"(%r#0) {constant, type = "LB"} : (index) -> index // = 0
  "test.compare"(%r#1, %n) {cmp = "LE"} : (index, index) -> () // = true
  %5 = "test.reify_bound"(%r#2) {constant, type = "UB"} : (index) -> index // = 801
  %6 = "test.reify_bound"(%r#3) {constant, type = "UB"} : (index) -> index // = 8
  %w = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%j: index):
    "test.compare"(%j, %c0) {cmp = "GE"} : (index, index) -> () // = true
    %next = arith.addi %j, %c1 : index
    scf.yield %next : index
  }
  "test.compare"(%w, %n) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%w, %c0) {cmp = "GE"} : (index, index) -> () // = true
  %mx = arith.maxsi %n, %c0 : index
  "test.compare"(%w, %mx) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// what two pass back and forth, and what one says of the other
func.func @together(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %r:4 = scf.for %i = %c0 to %m step %c1 iter_args(%a = %n, %b = %n, %x = %c0, %y = %c10) -> (index, index, index, index) {
    "test.compare"(%a, %n) : (index, index) -> () // = true
    "test.compare"(%x, %c10) {cmp = "LE"} : (index, index) -> () // = true
    %x1 = arith.addi %x, %c1 : index
    %x2 = arith.minsi %x1, %y : index
    scf.yield %b, %a, %x2, %y : index, index, index, index
  }
  "test.compare"(%r#1, %n) : (index, index) -> () // = true
  "test.compare"(%r#2, %c10) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%r#2, %c0) {cmp = "GE"} : (index, index) -> () // = true
  return
}

// in nested loops, and where one loop needs what another one showed
func.func @nested(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {
    "test.compare"(%a, %c0) {cmp = "GE"} : (index, index) -> () // = true
    %q = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> (index) {
      "test.compare"(%b, %a) {cmp = "GE"} : (index, index) -> () // = true
      %k = arith.select %c, %c1, %c2 : index
      %b1 = arith.addi %b, %k : index
      scf.yield %b1 : index
    }
    "test.compare"(%q, %a) {cmp = "GE"} : (index, index) -> () // = true
    scf.yield %q : index
  }
  "test.compare"(%r, %c0) {cmp = "GE"} : (index, index) -> () // = true
  %s = affine.for %i = 0 to 8 iter_args(%a = %r) -> (index) {
    %a1 = arith.addi %a, %i : index
    affine.yield %a1 : index
  }
  "test.compare"(%s, %r) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%s, %c0) {cmp = "GE"} : (index, index) -> () // = true
  return
}

// integers of fixed width wrap, unless they are seen not to
func.func @wraps(%n: i8, %m: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %k0 = arith.constant 0 : i8
  %k1 = arith.constant 1 : i8
  %k10 = arith.constant 10 : i8
  %r:2 = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %k0, %b = %n) -> (i8, i8) {
    %a1 = arith.addi %a, %k1 : i8
    %a2 = arith.select %c, %a1, %a : i8
    %b1 = arith.addi %b, %k1 : i8
    scf.yield %a2, %b1 : i8, i8
  }
  %x = arith.index_cast %r#0 : i8 to index
  %y = arith.index_cast %r#1 : i8 to index
  %z = arith.index_cast %n : i8 to index
  "test.compare"(%x, %c9) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%y, %z) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// sizes that only grow
func.func @sizes(%t: tensor<?xf32>, %f: f32, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<?xf32>) {
    %h = arith.select %c, %c0, %c1 : index
    %p = tensor.pad %a low[%h] high[2] {
    ^bb0(%k: index):
      tensor.yield %f : f32
    } : tensor<?xf32> to tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %e = tensor.dim %r, %c0 : tensor<?xf32>
  "test.compare"(%e, %d) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%e, %d) {cmp = "GT"} : (index, index) -> () // = fail
  return
}

// what holds in no iteration but the first is not invariant, and zero trips keep the initial value
func.func @not_invariant(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %m) -> (index, index) {
    "test.compare"(%a, %c0) : (index, index) -> () // = fail
    "test.compare"(%b, %c5) {cmp = "LE"} : (index, index) -> () // = fail
    %a1 = arith.muli %a, %i : index
    %a2 = arith.addi %a1, %i : index
    %b1 = arith.minsi %i, %c5 : index
    scf.yield %a2, %b1 : index, index
  }
  "test.compare"(%r#1, %c5) {cmp = "LE"} : (index, index) -> () // = fail
  %mx = arith.maxsi %m, %c5 : index
  "test.compare"(%r#1, %mx) {cmp = "LE"} : (index, index) -> () // = true
  %p = arith.cmpi slt, %m, %c5 : index
  scf.if %p {
    "test.compare"(%r#1, %c5) {cmp = "LE"} : (index, index) -> () // = true
  }
  return
}

// rings: by a remainder, by a comparison in either direction
func.func @rings(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c0, %c = %c2) -> (index, index, index) {
    %a1 = arith.addi %a, %c1 : index
    %a2 = arith.remui %a1, %c3 : index
    %last = arith.cmpi ne, %b, %c2 : index
    %b2 = scf.if %last -> index {
      %b1 = arith.addi %b, %c1 : index
      scf.yield %b1 : index
    } else {
      scf.yield %c0 : index
    }
    %zero = arith.cmpi eq, %c, %c0 : index
    %c1_ = arith.subi %c, %c1 : index
    %c2_ = arith.select %zero, %c2, %c1_ : index
    scf.yield %a2, %b2, %c2_ : index, index, index
  }
  %0 = "test.reify_bound"(%r#0) {constant, type = "UB"} : (index) -> index // = 3
  %1 = "test.reify_bound"(%r#1) {constant, type = "UB"} : (index) -> index // = 3
  %2 = "test.reify_bound"(%r#2) {constant, type = "UB"} : (index) -> index // = 3
  %3 = "test.reify_bound"(%r#2) {constant, type = "LB"} : (index) -> index // = 0
  return
}

// counters of fixed width, which do not wrap
func.func @integers(%n: i32, %low: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %c10 = arith.constant 10 : i32
  %most = arith.constant 2147483646 : i32
  %a = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %c0) -> i32 : i32 {
    %at = arith.index_cast %i : i32 to index
    %so_far = arith.index_cast %s : i32 to index
    "test.compare"(%so_far, %at) {cmp = "EQ", rhs_map = affine_map<(d0) -> (d0 * 2)>} : (index, index) -> () // = true
    %s1 = arith.addi %s, %c2 : i32
    scf.yield %s1 : i32
  }
  %ai = arith.index_cast %a : i32 to index
  %0 = "test.reify_bound"(%ai) {constant} : (index) -> index // = 20
  %b = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> i32 : i32 {
    %s1 = arith.addi %s, %c1 : i32
    scf.yield %s1 : i32
  }
  %bi = arith.index_cast %b : i32 to index
  %least = arith.maxsi %n, %c0 : i32
  %li = arith.index_cast %least : i32 to index
  "test.compare"(%bi, %li) {cmp = "EQ"} : (index, index) -> () // = true
  %d = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %low) -> i32 : i32 {
    %s1 = arith.addi %s, %c2 overflow<nsw> : i32
    scf.yield %s1 : i32
  }
  %di = arith.index_cast %d : i32 to index
  %lowi = arith.index_cast %low : i32 to index
  "test.compare"(%di, %lowi) {cmp = "EQ", rhs_map = affine_map<(d0) -> (d0 + 20)>} : (index, index) -> () // = true
  %e = scf.for %i = %c0 to %c10 step %c4 iter_args(%s = %c0) -> i32 : i32 {
    %ii = arith.index_cast %i : i32 to index
    %rest = affine.apply affine_map<(d0) -> (d0 mod 4)>(%ii)
    %1 = "test.reify_bound"(%rest) {constant} : (index) -> index // = 0
    %s1 = arith.addi %s, %c2 : i32
    scf.yield %s1 : i32
  }
  %ei = arith.index_cast %e : i32 to index
  %2 = "test.reify_bound"(%ei) {constant} : (index) -> index // = 6
  // Here the counter may wrap.
  %w = scf.for %i = %c0 to %most step %c4 iter_args(%s = %c0) -> i32 : i32 {
    %s1 = arith.addi %s, %c2 : i32
    scf.yield %s1 : i32
  }
  %wi = arith.index_cast %w : i32 to index
  %3 = "test.reify_bound"(%wi) {constant} : (index) -> index // = fail
  return
}

// the unsigned reading of a value that a loop carries, or that is a join, follows from the signed one
func.func @readings_of_carried(%n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%t = %k0) -> (i32) {
    %inside = arith.index_castui %t : i32 to index
    %0 = "test.reify_bound"(%inside) {constant, type = "UB"} : (index) -> index // = 7
    %next = arith.addi %t, %k1 : i32
    %ge = arith.cmpi sge, %next, %k7 : i32
    %kept = arith.select %ge, %k0, %next : i32
    scf.yield %kept : i32
  }
  %after = arith.index_castui %last : i32 to index
  %1 = "test.reify_bound"(%after) {constant, type = "UB"} : (index) -> index // = 7
  %chosen = scf.if %p -> (i32) {
    scf.yield %last : i32
  } else {
    scf.yield %k7 : i32
  }
  %of_chosen = arith.index_castui %chosen : i32 to index
  %2 = "test.reify_bound"(%of_chosen) {constant, type = "UB"} : (index) -> index // = 8
  cf.br ^head(%k0 : i32)
^head(%x: i32):
  %of_x = arith.index_castui %x : i32 to index
  %3 = "test.reify_bound"(%of_x) {constant, type = "UB"} : (index) -> index // = 8
  %is_below = arith.cmpi slt, %x, %k7 : i32
  cf.cond_br %is_below, ^body, ^exit
^body:
  %y = arith.addi %x, %k1 : i32
  cf.br ^head(%y : i32)
^exit:
  return
}

// scf.for: values that bound each other, since iterations exchange or complement them
func.func @exchanged(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %flag = scf.for %i = %c0 to %n step %c1 iter_args(%f = %c0) -> (index) {
    %not = arith.subi %c1, %f : index
    scf.yield %not : index
  }
  %0 = "test.reify_bound"(%flag) {constant, type = "LB"} : (index) -> index // = 0
  %1 = "test.reify_bound"(%flag) {constant, type = "UB"} : (index) -> index // = 2
  %turn:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c1, %c = %c2) -> (index, index, index) {
    scf.yield %b, %c, %a : index, index, index
  }
  %2 = "test.reify_bound"(%turn#0) {constant, type = "LB"} : (index) -> index // = 0
  %3 = "test.reify_bound"(%turn#1) {constant, type = "UB"} : (index) -> index // = 3
  return
}
