// an index compared without sign with a size: below it, and not negative
func.func @below_size(%m: memref<?xf32>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  %in = arith.cmpi ult, %i, %d : index
  scf.if %in {
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%i, %d) {cmp = "LT"} : (index, index) -> () // = true
  }
  %out = arith.cmpi ule, %d, %i : index
  scf.if %out {
  } else {
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%i, %d) {cmp = "LT"} : (index, index) -> () // = true
  }
  %at = index.cmp ugt(%i, %d)
  scf.if %at {
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  } else {
    "test.compare"(%i, %d) {cmp = "LE"} : (index, index) -> () // = true
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
  }
  // -1 is the greatest number without sign, so that nothing follows from a bound that may be negative
  %open = arith.cmpi ult, %i, %n : index
  scf.if %open {
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = fail
    "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = fail
  }
  return
}

// the same where blocks test it
func.func @below_size_in_blocks(%m: memref<?xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  %in = arith.cmpi ult, %i, %d : index
  cf.cond_br %in, ^inside, ^after
^inside:
  "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%i, %d) {cmp = "LT"} : (index, index) -> () // = true
  cf.br ^after
^after:
  return
}

// quotients and remainders by a number of any sign, and shifts by an amount of which a bound is known
func.func @by_any_sign(%m: index, %t: tensor<?xf32>, %x: i8, %y: i8) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c3_i8 = arith.constant 3 : i8
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %r = arith.remui %d, %m : index
  %q = arith.divui %d, %m : index
  "test.compare"(%r, %d) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%q, %d) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%q, %c0) {cmp = "GE"} : (index, index) -> () // = true
  %neg = arith.remui %m, %d : index
  "test.compare"(%neg, %m) {cmp = "LE"} : (index, index) -> () // = fail
  %k = arith.remsi %d, %c5 : index
  %s = arith.shli %c2, %k : index
  %0 = "test.reify_bound"(%s) {constant, type = "LB"} : (index) -> index // = 2
  %1 = "test.reify_bound"(%s) {constant, type = "UB"} : (index) -> index // = 33
  %low = arith.andi %y, %c3_i8 : i8
  %by = arith.addi %low, %c3_i8 : i8
  %h = arith.shrui %x, %by : i8
  %hi = arith.index_castui %h : i8 to index
  %2 = "test.reify_bound"(%hi) {constant, type = "UB"} : (index) -> index // = 32
  // what a division by -128 leaves of -128 is 0
  %rest = arith.remsi %x, %y : i8
  %ri = arith.index_cast %rest : i8 to index
  %3 = "test.reify_bound"(%ri) {constant, type = "LB"} : (index) -> index // = -127
  return
}
