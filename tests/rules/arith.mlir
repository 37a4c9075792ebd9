// constant addi subi muli
func.func @linear(%a: index, %b: index) {
  %c5 = arith.constant 5 : index
  %c3 = arith.constant 3 : index
  %sum = arith.addi %a, %c5 : index
  %difference = arith.subi %sum, %a : index
  %product = arith.muli %difference, %c3 : index
  %ab = arith.addi %a, %b : index
  %ba = arith.addi %b, %a : index
  %0 = "test.reify_bound"(%difference) {constant} : (index) -> index // = 5
  %1 = "test.reify_bound"(%product) {constant} : (index) -> index // = 15
  %2 = "test.reify_bound"(%sum) : (index) -> index // = sym
  %3 = "test.reify_bound"(%sum) {constant, type = "UB"} : (index) -> index // = fail
  "test.compare"(%ab, %ba) : (index, index) -> () // = true
  "test.compare"(%ab, %ba) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%ab, %ba) {cmp = "LT"} : (index, index) -> () // = false
  "test.compare"(%ab, %a) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// divsi remsi floordivsi ceildivsi round as they say
func.func @divisions() {
  %m7 = arith.constant -7 : index
  %c2 = arith.constant 2 : index
  %q = arith.divsi %m7, %c2 : index
  %r = arith.remsi %m7, %c2 : index
  %f = arith.floordivsi %m7, %c2 : index
  %c = arith.ceildivsi %m7, %c2 : index
  %0 = "test.reify_bound"(%q) {constant} : (index) -> index // = -3
  %1 = "test.reify_bound"(%r) {constant} : (index) -> index // = -1
  %2 = "test.reify_bound"(%f) {constant} : (index) -> index // = -4
  %3 = "test.reify_bound"(%c) {constant} : (index) -> index // = -3
  return
}

// minsi maxsi select
func.func @extrema(%a: index, %b: index, %c: i1) {
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %min = arith.minsi %a, %c4 : index
  %max = arith.maxsi %a, %c4 : index
  %clamped = arith.minsi %max, %c9 : index
  %chosen = arith.select %c, %c4, %c9 : index
  %0 = "test.reify_bound"(%min) {constant, type = "UB"} : (index) -> index // = 5
  %1 = "test.reify_bound"(%min) {type = "LB"} : (index) -> index // = fail
  %2 = "test.reify_bound"(%clamped) {constant, type = "LB"} : (index) -> index // = 4
  %3 = "test.reify_bound"(%clamped) {constant, type = "UB"} : (index) -> index // = 10
  %4 = "test.reify_bound"(%chosen) {constant, type = "LB"} : (index) -> index // = 4
  %5 = "test.reify_bound"(%chosen) {constant, type = "UB"} : (index) -> index // = 10
  "test.compare"(%min, %max) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%min, %a) {cmp = "GT"} : (index, index) -> () // = false
  return
}

// integers wrap around
func.func @wrapping(%a: i8, %b: i8) {
  %c1 = arith.constant 1 : i8
  %c0 = arith.constant 0 : index
  %next = arith.addi %a, %c1 : i8
  %x = arith.index_cast %a : i8 to index
  %y = arith.index_cast %next : i8 to index
  %z = arith.index_castui %next : i8 to index
  %0 = "test.reify_bound"(%y) {constant, type = "LB"} : (index) -> index // = -128
  %1 = "test.reify_bound"(%y) {constant, type = "UB"} : (index) -> index // = 128
  %2 = "test.reify_bound"(%z) {constant, type = "LB"} : (index) -> index // = 0
  %3 = "test.reify_bound"(%z) {constant, type = "UB"} : (index) -> index // = 256
  "test.compare"(%y, %x) {cmp = "GT"} : (index, index) -> () // = fail
  %wide = arith.extsi %a : i8 to i32
  %c1w = arith.constant 1 : i32
  %nextw = arith.addi %wide, %c1w : i32
  %w = arith.index_cast %nextw : i32 to index
  "test.compare"(%w, %x) {cmp = "GT"} : (index, index) -> () // = true
  return
}

// signed operations read an i1 as 0 or -1
func.func @conditions(%c: i1, %a: i1) {
  %c0 = arith.constant 0 : index
  %m = arith.minsi %c, %a : i1
  %x = arith.index_cast %c : i1 to index
  %y = arith.index_castui %c : i1 to index
  %z = arith.index_cast %m : i1 to index
  "test.compare"(%x, %c0) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%x, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  "test.compare"(%y, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%z, %x) {cmp = "LE"} : (index, index) -> () // = true
  return
}

// cmpi of every signed kind, andi ori xori of conditions, select
func.func @comparisons(%a: index, %b: index) {
  %lt = arith.cmpi slt, %a, %b : index
  %least = arith.select %lt, %a, %b : index
  %ge = arith.cmpi sge, %a, %b : index
  %greatest = arith.select %ge, %a, %b : index
  %never = arith.andi %lt, %ge : i1
  %always = arith.ori %lt, %ge : i1
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.select %never, %c1, %c2 : index
  %y = arith.select %always, %c1, %c2 : index
  "test.compare"(%least, %a) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%least, %b) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%greatest, %b) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%x, %c2) : (index, index) -> () // = true
  "test.compare"(%y, %c1) : (index, index) -> () // = true
  return
}

// an unsigned division of indices is the signed one where nothing is negative
func.func @unsigned(%t: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %q = arith.divui %d, %c4 : index
  %p = arith.divui %n, %c4 : index
  "test.compare"(%q, %d) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%p, %n) {cmp = "LE"} : (index, index) -> () // = fail
  // divui shrui: of any dividend, the quotient is at most that of 2^64 - 1
  %s = arith.shrui %n, %c4 : index
  "test.compare"(%p, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%s, %c0) {cmp = "GE"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%p) {type = "UB", constant} : (index) -> index // = 4611686018427387904
  %1 = "test.reify_bound"(%s) {type = "UB", constant} : (index) -> index // = 1152921504606846976
  return
}

// select of shaped values, by one condition and element by element
func.func @select_dims(%c: i1, %cs: tensor<?xi1>, %n: index, %a: tensor<?xf32>) {
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %t = tensor.empty(%c4) : tensor<?xf32>
  %u = tensor.empty(%c9) : tensor<?xf32>
  %r = arith.select %c, %t, %u : tensor<?xf32>
  %s = arith.select %cs, %a, %a : tensor<?xi1>, tensor<?xf32>
  %0 = "test.reify_bound"(%r) {constant, dim = 0, type = "LB"} : (tensor<?xf32>) -> index // = 4
  %1 = "test.reify_bound"(%r) {constant, dim = 0, type = "UB"} : (tensor<?xf32>) -> index // = 10
  %2 = "test.reify_bound"(%s) {dim = 0} : (tensor<?xf32>) -> index // = sym
  return
}

// muli floordivsi: the quotient of a multiple is the other factor
func.func @quotient_of_a_multiple(%x: index) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = arith.muli %x, %c4 : index
  %q = arith.floordivsi %m, %c2 : index
  %twice = arith.addi %x, %x : index
  "test.compare"(%q, %twice) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// Where it was divided, it was not by 0: divsi remsi floordivsi ceildivsi divui remui ceildivui
func.func @divsi_divides(%a: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %t, %c0 : tensor<?xf32>
  %c1 = arith.constant 1 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 floordiv s0)>()[%b]
  "test.compare"(%0, %c1) : (index, index) -> () // = fail
  %1 = arith.divsi %a, %b : index
  "test.compare"(%0, %c1) : (index, index) -> () // = true
  return
}
func.func @remsi_divides(%a: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %t, %c0 : tensor<?xf32>
  %c1 = arith.constant 1 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 floordiv s0)>()[%b]
  "test.compare"(%0, %c1) : (index, index) -> () // = fail
  %1 = arith.remsi %a, %b : index
  "test.compare"(%0, %c1) : (index, index) -> () // = true
  return
}
func.func @floordivsi_divides(%a: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %t, %c0 : tensor<?xf32>
  %c1 = arith.constant 1 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 floordiv s0)>()[%b]
  "test.compare"(%0, %c1) : (index, index) -> () // = fail
  %1 = arith.floordivsi %a, %b : index
  "test.compare"(%0, %c1) : (index, index) -> () // = true
  return
}
func.func @ceildivsi_divides(%a: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %t, %c0 : tensor<?xf32>
  %c1 = arith.constant 1 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 floordiv s0)>()[%b]
  "test.compare"(%0, %c1) : (index, index) -> () // = fail
  %1 = arith.ceildivsi %a, %b : index
  "test.compare"(%0, %c1) : (index, index) -> () // = true
  return
}
func.func @divui_divides(%a: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %t, %c0 : tensor<?xf32>
  %c1 = arith.constant 1 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 floordiv s0)>()[%b]
  "test.compare"(%0, %c1) : (index, index) -> () // = fail
  %1 = arith.divui %a, %b : index
  "test.compare"(%0, %c1) : (index, index) -> () // = true
  return
}
func.func @remui_divides(%a: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %t, %c0 : tensor<?xf32>
  %c1 = arith.constant 1 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 floordiv s0)>()[%b]
  "test.compare"(%0, %c1) : (index, index) -> () // = fail
  %1 = arith.remui %a, %b : index
  "test.compare"(%0, %c1) : (index, index) -> () // = true
  return
}
func.func @ceildivui_divides(%a: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %t, %c0 : tensor<?xf32>
  %c1 = arith.constant 1 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 floordiv s0)>()[%b]
  "test.compare"(%0, %c1) : (index, index) -> () // = fail
  %1 = arith.ceildivui %a, %b : index
  "test.compare"(%0, %c1) : (index, index) -> () // = true
  return
}

// Quotients and remainders by a divisor of unknown sign
func.func @by_any(%a: index, %b: index) {
  %c0 = arith.constant 0 : index
  %ab = arith.muli %a, %b : index
  %more = arith.addi %ab, %b : index
  %q = arith.divsi %ab, %b : index
  "test.compare"(%q, %a) : (index, index) -> () // = true
  %r = arith.remsi %ab, %b : index
  %0 = "test.reify_bound"(%r) {constant} : (index) -> index // = 0
  %f = arith.floordivsi %more, %b : index
  "test.compare"(%f, %a) {cmp = "GT"} : (index, index) -> () // = true
  // In an affine map a negative divisor has no agreed meaning.
  %m = affine.apply affine_map<()[s0, s1] -> (s0 mod s1)>()[%more, %b]
  %1 = "test.reify_bound"(%m) {constant} : (index) -> index // = fail
  %none = arith.cmpi slt, %b, %c0 : index
  scf.if %none {
  } else {
    %2 = "test.reify_bound"(%m) {constant} : (index) -> index // = 0
  }
  return
}

// What is not negative and not 0 is at least 1
func.func @not_empty(%t: tensor<?xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %is_some = arith.cmpi ne, %n, %c0 : index
  scf.if %is_some {
    %0 = "test.reify_bound"(%n) {constant, type = "LB"} : (index) -> index // = 1
  } else {
    %1 = "test.reify_bound"(%n) {constant} : (index) -> index // = 0
  }
  %2 = arith.divsi %i, %n : index
  %3 = "test.reify_bound"(%n) {constant, type = "LB"} : (index) -> index // = 1
  %last = affine.apply affine_map<()[s0] -> (s0 mod 8 - 7)>()[%i]
  %is_before = arith.cmpi ne, %last, %c0 : index
  scf.if %is_before {
    %4 = "test.reify_bound"(%last) {constant, type = "UB"} : (index) -> index // = 0
  }
  return
}

// A divisor that may be 0, for which quotients are 0: a share is no more than the whole
func.func @shares(%t: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c0 : tensor<?x?xf32>
  %parts = tensor.dim %t, %c1 : tensor<?x?xf32>
  %share = affine.apply affine_map<()[s0, s1] -> (s0 floordiv s1)>()[%n, %parts]
  %all = arith.muli %share, %parts : index
  "test.compare"(%all, %n) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%all, %n) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// trunci: values that differ after a truncation differ before it
func.func @truncations_differ(%x: i32, %y: i32) {
  %s = arith.trunci %x : i32 to i8
  %t = arith.trunci %y : i32 to i8
  %c = arith.cmpi ne, %s, %t : i8
  scf.if %c {
    %i = arith.index_cast %x : i32 to index
    %j = arith.index_cast %y : i32 to index
    "test.compare"(%i, %j) {cmp = "NE"} : (index, index) -> () // = true
  }
  return
}

// ori: the halves of a word of 64 bits
func.func @words_of_halves(%a: index, %b: index) {
  %step = arith.constant 4294967296 : index
  %mask = arith.constant 4294967295 : index
  %high = arith.muli %a, %step : index
  %low = arith.andi %b, %mask : index
  %word = arith.ori %high, %low : index
  %sum = arith.addi %high, %low : index
  "test.compare"(%word, %sum) {cmp = "EQ"} : (index, index) -> () // = true
  %more = arith.ori %high, %b : index
  %other = arith.addi %high, %b : index
  "test.compare"(%more, %other) {cmp = "EQ"} : (index, index) -> () // = fail
  return
}
