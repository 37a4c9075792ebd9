// The induction variables of an affine.parallel, with one bound each and with several.
func.func @parallel(%n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  affine.parallel (%i, %j) = (0, symbol(%l)) to (100, symbol(%n)) step (32, 1) {
    %0 = "test.reify_bound"(%i) {constant, type = "UB"} : (index) -> index // = 97
    %1 = "test.reify_bound"(%i) {constant, type = "LB"} : (index) -> index // = 0
    "test.compare"(%j, %n) {cmp = "LT"} : (index, index) -> () // = true
    "test.compare"(%j, %l) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%l, %n) {cmp = "LT"} : (index, index) -> () // = true
  }
  "test.compare"(%l, %n) {cmp = "LT"} : (index, index) -> () // = fail
  affine.parallel (%i, %j) = (max(0, symbol(%l)), 5) to (min(symbol(%n), 100), min(symbol(%m), symbol(%n) + 3)) {
    %0 = "test.reify_bound"(%i) {constant, type = "UB"} : (index) -> index // = 100
    "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = true
    "test.compare"(%i, %l) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%j, %m) {cmp = "LT"} : (index, index) -> () // = true
    "test.compare"(%j, %n) {cmp = "LT"} : (index, index) -> () // = fail
    %1 = "test.reify_bound"(%j) {constant, type = "LB"} : (index) -> index // = 5
  }
  return
}

// Bases that are not constant.
func.func @delinearize(%x: index, %a: index, %b: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = affine.delinearize_index %x into (%a, 4, %b) : index, index, index
  "test.compare"(%0#0, %a) {cmp = "LT"} : (index, index) -> () // = true
  "test.compare"(%0#0, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%0#2, %b) {cmp = "LT"} : (index, index) -> () // = true
  %1 = "test.reify_bound"(%0#1) {constant, type = "UB"} : (index) -> index // = 4
  %2 = "test.reify_bound"(%0#1) {constant, type = "LB"} : (index) -> index // = 0
  // a basis has no size below 1
  "test.compare"(%b, %c1) {cmp = "GE"} : (index, index) -> () // = true
  // without an outer bound
  %3:2 = affine.delinearize_index %x into (%b) : index, index
  "test.compare"(%3#1, %b) {cmp = "LT"} : (index, index) -> () // = true
  // %x, which was found within the first basis, is not negative
  "test.compare"(%3#0, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%3#0, %c1) {cmp = "GE"} : (index, index) -> () // = fail
  // there and back
  %4 = affine.linearize_index disjoint [%3#0, %3#1] by (%b) : index
  "test.compare"(%4, %x) : (index, index) -> () // = true
  return
}

func.func @linearize(%x: index, %y: index, %z: index, %a: index, %b: index) {
  %c0 = arith.constant 0 : index
  %0 = affine.linearize_index disjoint [%x, %y] by (%a, %b) : index
  "test.compare"(%x, %a) {cmp = "LT"} : (index, index) -> () // = true
  "test.compare"(%y, %c0) {cmp = "GE"} : (index, index) -> () // = true
  // the first index may be negative
  "test.compare"(%x, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  "test.compare"(%0, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  %p = arith.muli %a, %b : index
  "test.compare"(%0, %p) {cmp = "LT"} : (index, index) -> () // = true
  %1 = affine.linearize_index disjoint [%z, %y] by (5) : index
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 5 + d1)>(%z, %y)
  "test.compare"(%1, %2) : (index, index) -> () // = true
  %3 = affine.linearize_index disjoint [%x, %y] by (3, 4) : index
  %4 = "test.reify_bound"(%3) {constant, type = "UB"} : (index) -> index // = 12
  return
}

// The result of an affine.if is what its branch yields, of index values and of sizes.
func.func @if(%a: index, %n: index) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %t = tensor.empty(%c3) : tensor<?xf32>
  %u = tensor.empty(%c5) : tensor<?xf32>
  %r:2 = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%a) -> (index, tensor<?xf32>) {
    affine.yield %c3, %t : index, tensor<?xf32>
  } else {
    affine.yield %c5, %u : index, tensor<?xf32>
  }
  %0 = "test.reify_bound"(%r#0) {constant, type = "LB"} : (index) -> index // = 3
  %1 = "test.reify_bound"(%r#0) {constant, type = "UB"} : (index) -> index // = 6
  %2 = "test.reify_bound"(%r#1) {constant, dim = 0, type = "LB"} : (tensor<?xf32>) -> index // = 3
  %3 = "test.reify_bound"(%r#1) {constant, dim = 0, type = "UB"} : (tensor<?xf32>) -> index // = 6
  affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%a) {
  } else {
    "test.compare"(%a, %c3) {cmp = "LT"} : (index, index) -> () // = true
  }
  return
}

// A division by a negative number in an affine map is poison for the folder, and the lowering computes something
// else than the floor: -(1000 floordiv vscale) is above 1000 floordiv -vscale, 1000 mod -vscale is not negative.
// affine.apply affine.min affine.max affine.if
func.func @negative_divisors(%a: index, %b: index) {
  %c0 = arith.constant 0 : index
  %vscale = vector.vscale
  %x = affine.apply affine_map<()[s0] -> (1000 mod (-s0))>()[%vscale]
  "test.compare"(%x, %c0) {cmp = "LE"} : (index, index) -> () // = fail
  "test.compare"(%x, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  %0 = "test.reify_bound"(%x) {constant, type = "UB"} : (index) -> index // = fail
  %y = affine.max affine_map<()[s0] -> (1000 floordiv (-s0), -2000)>()[%vscale]
  "test.compare"(%y, %c0) {cmp = "LE"} : (index, index) -> () // = fail
  %z = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%a)[%b]
  %w = affine.apply affine_map<(d0)[s0] -> (d0 - s0 * (d0 floordiv s0))>(%a)[%b]
  "test.compare"(%z, %w) {cmp = "EQ"} : (index, index) -> () // = fail
  %is_size = arith.cmpi sge, %b, %c0 : index
  scf.if %is_size {
    "test.compare"(%z, %w) {cmp = "EQ"} : (index, index) -> () // = true
  }
  affine.if affine_set<(d0)[s0] : (d0 mod s0 - 1 >= 0)>(%a)[%b] {
    %q = arith.floordivsi %a, %b : index
    %p = arith.muli %q, %b : index
    "test.compare"(%p, %a) {cmp = "LT"} : (index, index) -> () // = fail
  }
  return
}
