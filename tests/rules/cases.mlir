// linearized indices: a product of variables bounds and divides
func.func @linearized(%m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.muli %m, %n : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %row = arith.muli %i, %n : index
      %at = arith.addi %row, %j : index
      "test.compare"(%at, %size) {cmp = "LT"} : (index, index) -> () // = true
      "test.compare"(%at, %c0) {cmp = "GE"} : (index, index) -> () // = true
      %down = arith.floordivsi %at, %n : index
      "test.compare"(%down, %i) {cmp = "EQ"} : (index, index) -> () // = true
      %rest = arith.remsi %at, %n : index
      "test.compare"(%rest, %j) {cmp = "EQ"} : (index, index) -> () // = true
      "test.compare"(%at, %m) {cmp = "LT"} : (index, index) -> () // = fail
    }
  }
  return
}

// what is equal in a branch has equal images there, and not after it
func.func @equal(%a: index, %b: index) {
  %c7 = arith.constant 7 : index
  %c = arith.cmpi eq, %a, %b : index
  %x = arith.floordivsi %a, %c7 : index
  %y = arith.floordivsi %b, %c7 : index
  scf.if %c {
    "test.compare"(%x, %y) {cmp = "EQ"} : (index, index) -> () // = true
    %u = arith.muli %a, %a : index
    %v = arith.muli %b, %a : index
    "test.compare"(%u, %v) {cmp = "EQ"} : (index, index) -> () // = true
  }
  "test.compare"(%x, %y) {cmp = "EQ"} : (index, index) -> () // = fail
  return
}

// a selection on an order is a minimum; squares
func.func @selected(%a: index, %b: index) {
  %c0 = arith.constant 0 : index
  %l = arith.cmpi slt, %a, %b : index
  %s = arith.select %l, %a, %b : index
  %m = arith.minsi %a, %b : index
  "test.compare"(%s, %m) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%s, %b) {cmp = "LE"} : (index, index) -> () // = true
  %z = arith.muli %a, %a : index
  "test.compare"(%z, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%z, %b) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// Facts in which a value is a part only: a factor of a product that bounds another value,
func.func @factor(%n: index, %m0: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.maxsi %m0, %c0 : index
  %p = arith.muli %n, %m : index
  scf.for %i = %c0 to %p step %c1 {
    "test.compare"(%m, %c1) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%n, %c1) {cmp = "GE"} : (index, index) -> () // = true
    "test.reify_bound"(%n) <{type = "LB", constant}> : (index) -> index // = 1
  }
  "test.compare"(%m, %c1) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// compared in one of three conditions that do not all hold,
func.func @one_of_three(%n: index) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0)[s0] : (d0 - 2 * s0 >= 0, 17 - d0 >= 0, d0 mod 3 == 0)>(%i)[%n] {
    } else {
      affine.if affine_set<(d0) : (d0 mod 3 == 0, 17 - d0 >= 0)>(%i) {
        "test.compare"(%n, %c0) {cmp = "GT"} : (index, index) -> () // = true
      }
      "test.compare"(%n, %c0) {cmp = "GT"} : (index, index) -> () // = fail
    }
  }
  return
}

// and below a number that is bounded as unsigned.
func.func @below_unsigned(%a: index, %b: index) {
  %c8 = arith.constant 8 : index
  %x = arith.cmpi ugt, %a, %b : index
  %y = arith.cmpi ult, %a, %c8 : index
  %z = arith.andi %x, %y : i1
  scf.if %z {
    "test.reify_bound"(%b) <{type = "UB", constant}> : (index) -> index // = 7
    "test.reify_bound"(%b) <{type = "LB", constant}> : (index) -> index // = 0
    "test.reify_bound"(%a) <{type = "LB", constant}> : (index) -> index // = 1
  }
  scf.if %x {
    "test.reify_bound"(%b) <{type = "UB", constant}> : (index) -> index // = fail
  }
  return
}
