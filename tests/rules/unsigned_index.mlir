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

// A negative number is above all others, without sign.
func.func @negative_is_above(%x: index) {
  %c5 = arith.constant 5 : index
  %cm1 = arith.constant -1 : index
  %neg = arith.minsi %x, %cm1 : index
  %ulta = arith.cmpi ult, %neg, %c5 : index
  %i0 = arith.index_castui %ulta : i1 to index
  %0 = "test.reify_bound"(%i0) {constant} : (index) -> index // = 0
  %ultb = arith.cmpi ult, %c5, %neg : index
  %i1 = arith.index_castui %ultb : i1 to index
  %1 = "test.reify_bound"(%i1) {constant} : (index) -> index // = 1
  %ulea = arith.cmpi ule, %neg, %c5 : index
  %i2 = arith.index_castui %ulea : i1 to index
  %2 = "test.reify_bound"(%i2) {constant} : (index) -> index // = 0
  %uleb = arith.cmpi ule, %c5, %neg : index
  %i3 = arith.index_castui %uleb : i1 to index
  %3 = "test.reify_bound"(%i3) {constant} : (index) -> index // = 1
  %ugta = arith.cmpi ugt, %neg, %c5 : index
  %i4 = arith.index_castui %ugta : i1 to index
  %4 = "test.reify_bound"(%i4) {constant} : (index) -> index // = 1
  %ugtb = arith.cmpi ugt, %c5, %neg : index
  %i5 = arith.index_castui %ugtb : i1 to index
  %5 = "test.reify_bound"(%i5) {constant} : (index) -> index // = 0
  %ugea = arith.cmpi uge, %neg, %c5 : index
  %i6 = arith.index_castui %ugea : i1 to index
  %6 = "test.reify_bound"(%i6) {constant} : (index) -> index // = 1
  %ugeb = arith.cmpi uge, %c5, %neg : index
  %i7 = arith.index_castui %ugeb : i1 to index
  %7 = "test.reify_bound"(%i7) {constant} : (index) -> index // = 0
  return
}

// What a comparison without sign shows of the side whose sign is not known, where it holds and where it does not.
func.func @either_side(%m: memref<?xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  %c0_is = arith.cmpi ult, %d, %i : index
  scf.if %c0_is {
  } else {
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%i, %d) {cmp = "LE"} : (index, index) -> () // = true
  }
  %c1_is = arith.cmpi ule, %i, %d : index
  scf.if %c1_is {
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%i, %d) {cmp = "LE"} : (index, index) -> () // = true
  } else {
  }
  %c2_is = arith.cmpi ugt, %d, %i : index
  scf.if %c2_is {
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%i, %d) {cmp = "LT"} : (index, index) -> () // = true
  } else {
  }
  %c3_is = arith.cmpi uge, %d, %i : index
  scf.if %c3_is {
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%i, %d) {cmp = "LE"} : (index, index) -> () // = true
  } else {
  }
  %c4_is = arith.cmpi uge, %i, %d : index
  scf.if %c4_is {
  } else {
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%i, %d) {cmp = "LT"} : (index, index) -> () // = true
  }
  return
}

// a size that divides is positive
func.func @divided_by_size(%m: memref<?xf32>, %x: index) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  %i = arith.maxsi %x, %c0 : index
  %q = arith.divui %i, %d : index
  %r = arith.remui %i, %d : index
  %up = arith.ceildivui %i, %d : index
  %product = arith.muli %q, %d : index
  %sum = arith.addi %product, %r : index
  "test.compare"(%sum, %i) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%r, %d) {cmp = "LT"} : (index, index) -> () // = true
  "test.compare"(%up, %q) {cmp = "GE"} : (index, index) -> () // = true
  %any = arith.remui %x, %d : index
  "test.compare"(%any, %d) {cmp = "LT"} : (index, index) -> () // = true
  return
}
