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
