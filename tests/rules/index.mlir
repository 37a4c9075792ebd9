// constant add sub mul and the signed divisions
func.func @linear(%a: index, %b: index) {
  %c5 = index.constant 5
  %m7 = index.constant -7
  %c2 = index.constant 2
  %sum = index.add %a, %c5
  %difference = index.sub %sum, %a
  %product = index.mul %difference, %difference
  %0 = "test.reify_bound"(%difference) {constant} : (index) -> index // = 5
  %1 = "test.reify_bound"(%product) {constant} : (index) -> index // = 25
  %2 = "test.reify_bound"(%sum) : (index) -> index // = sym
  %q = index.divs %m7, %c2
  %r = index.rems %m7, %c2
  %f = index.floordivs %m7, %c2
  %c = index.ceildivs %m7, %c2
  %3 = "test.reify_bound"(%q) {constant} : (index) -> index // = -3
  %4 = "test.reify_bound"(%r) {constant} : (index) -> index // = -1
  %5 = "test.reify_bound"(%f) {constant} : (index) -> index // = -4
  %6 = "test.reify_bound"(%c) {constant} : (index) -> index // = -3
  return
}

// mins maxs, and minu maxu where nothing is negative
func.func @extrema(%a: index, %t: tensor<?xf32>) {
  %c0 = index.constant 0
  %c4 = index.constant 4
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %min = index.mins %a, %c4
  %max = index.maxs %a, %c4
  %minu = index.minu %d, %c4
  %maxu = index.maxu %d, %c4
  %loose = index.minu %a, %c4
  %0 = "test.reify_bound"(%min) {constant, type = "UB"} : (index) -> index // = 5
  %1 = "test.reify_bound"(%max) {constant, type = "LB"} : (index) -> index // = 4
  %2 = "test.reify_bound"(%minu) {constant, type = "LB"} : (index) -> index // = 0
  %3 = "test.reify_bound"(%minu) {constant, type = "UB"} : (index) -> index // = 5
  %4 = "test.reify_bound"(%maxu) {constant, type = "LB"} : (index) -> index // = 4
  "test.compare"(%maxu, %d) {cmp = "GE"} : (index, index) -> () // = true
  // -1 is the largest of all
  "test.compare"(%loose, %a) {cmp = "LE"} : (index, index) -> () // = fail
  return
}

// divu remu ceildivu
func.func @unsigned(%a: index, %t: tensor<?xf32>) {
  %c0 = index.constant 0
  %c4 = index.constant 4
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %q = index.divu %d, %c4
  %r = index.remu %d, %c4
  %c = index.ceildivu %d, %c4
  %p = index.divu %a, %c4
  %whole = index.mul %q, %c4
  %again = index.add %whole, %r
  "test.compare"(%again, %d) : (index, index) -> () // = true
  "test.compare"(%q, %c) {cmp = "LE"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%r) {constant, type = "UB"} : (index) -> index // = 4
  "test.compare"(%p, %a) {cmp = "LE"} : (index, index) -> () // = fail
  return
}

// shl shrs shru
func.func @shifts(%a: index, %k: index, %t: tensor<?xf32>) {
  %c0 = index.constant 0
  %c3 = index.constant 3
  %c7 = index.constant 7
  %c8 = index.constant 8
  %c64 = index.constant 64
  %m20 = index.constant -20
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %left = index.shl %a, %c3
  %times = index.mul %a, %c8
  %right = index.shrs %left, %c3
  %unsigned = index.shru %d, %c3
  %quotient = index.floordivs %d, %c8
  %negative = index.shrs %m20, %c3
  %poison = index.shl %a, %c64
  "test.compare"(%left, %times) : (index, index) -> () // = true
  "test.compare"(%right, %a) : (index, index) -> () // = true
  "test.compare"(%unsigned, %quotient) : (index, index) -> () // = true
  %0 = "test.reify_bound"(%negative) {constant} : (index) -> index // = -3
  "test.compare"(%poison, %a) {cmp = "GE"} : (index, index) -> () // = fail
  // by what is not constant
  %some = index.mins %k, %c7
  %few = index.maxs %some, %c0
  %less = index.shrs %d, %few
  %fewer = index.shru %d, %few
  %more = index.shl %d, %few
  %below = index.shrs %m20, %few
  "test.compare"(%less, %d) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%fewer, %d) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%more, %d) {cmp = "GE"} : (index, index) -> () // = true
  %1 = "test.reify_bound"(%below) {constant, type = "UB"} : (index) -> index // = 0
  %2 = "test.reify_bound"(%below) {constant, type = "LB"} : (index) -> index // = -20
  %unknown = index.shrs %d, %k
  "test.compare"(%unknown, %d) {cmp = "LE"} : (index, index) -> () // = fail
  return
}

// and or xor
func.func @bits(%a: index, %b: index) {
  %c0 = index.constant 0
  %c7 = index.constant 7
  %c8 = index.constant 8
  %m8 = index.constant -8
  %m1 = index.constant -1
  %low = index.and %a, %c7
  %high = index.and %a, %m8
  %sum = index.add %low, %high
  %whole = index.or %high, %low
  %set = index.or %high, %c7
  %not = index.xor %a, %m1
  %0 = "test.reify_bound"(%low) {constant, type = "LB"} : (index) -> index // = 0
  %1 = "test.reify_bound"(%low) {constant, type = "UB"} : (index) -> index // = 8
  "test.compare"(%sum, %a) : (index, index) -> () // = true
  "test.compare"(%high, %a) {cmp = "LE"} : (index, index) -> () // = true
  %gap = index.sub %set, %high
  %2 = "test.reify_bound"(%gap) {constant} : (index) -> index // = 7
  %minus = index.add %a, %not
  %3 = "test.reify_bound"(%minus) {constant} : (index) -> index // = -1
  return
}

// casts castu cmp sizeof bool.constant
func.func @rest(%a: index, %b: index, %i: i8, %t: tensor<?xf32>) {
  %c0 = index.constant 0
  %c1 = index.constant 1
  %c2 = index.constant 2
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %s = index.casts %i : i8 to index
  %u = index.castu %i : i8 to index
  %0 = "test.reify_bound"(%s) {constant, type = "LB"} : (index) -> index // = -128
  %1 = "test.reify_bound"(%u) {constant, type = "UB"} : (index) -> index // = 256
  %narrow = index.casts %a : index to i8
  %wide = index.casts %narrow : i8 to index
  "test.compare"(%wide, %a) : (index, index) -> () // = fail
  %narrowu = index.castu %a : index to i8
  %wideu = index.castu %narrowu : i8 to index
  %2 = "test.reify_bound"(%wideu) {constant, type = "LB"} : (index) -> index // = 0
  %size = index.sizeof
  %3 = "test.reify_bound"(%size) {constant, type = "LB"} : (index) -> index // = 1
  %true = index.bool.constant true
  %x = arith.select %true, %c1, %c2 : index
  %4 = "test.reify_bound"(%x) {constant} : (index) -> index // = 1

  %eq = index.cmp eq(%a, %b)
  %ne = index.cmp ne(%a, %b)
  %slt = index.cmp slt(%a, %b)
  %sle = index.cmp sle(%a, %b)
  %sgt = index.cmp sgt(%a, %b)
  %sge = index.cmp sge(%a, %b)
  %ult = index.cmp ult(%d, %b)
  %ule = index.cmp ule(%d, %c1)
  %ugt = index.cmp ugt(%d, %c1)
  %uge = index.cmp uge(%d, %c2)
  %least = arith.select %slt, %a, %b : index
  %most = arith.select %sgt, %a, %b : index
  "test.compare"(%least, %a) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%most, %a) {cmp = "GE"} : (index, index) -> () // = true
  scf.if %sle {
    "test.compare"(%a, %b) {cmp = "LE"} : (index, index) -> () // = true
  } else {
    "test.compare"(%a, %b) {cmp = "GT"} : (index, index) -> () // = true
  }
  scf.if %sge {
    "test.compare"(%a, %b) {cmp = "GE"} : (index, index) -> () // = true
  }
  scf.if %eq {
    "test.compare"(%a, %b) : (index, index) -> () // = true
  }
  scf.if %ne {
  } else {
    "test.compare"(%a, %b) : (index, index) -> () // = true
  }
  // d <= 1 or d > 1, and the same as d >= 2
  %small = arith.select %ule, %d, %c1 : index
  %5 = "test.reify_bound"(%small) {constant, type = "UB"} : (index) -> index // = 2
  %x2 = arith.select %ugt, %c1, %c2 : index
  %y2 = arith.select %uge, %c1, %c2 : index
  "test.compare"(%x2, %y2) : (index, index) -> () // = true
  // b may be negative
  %unknown = arith.select %ult, %d, %b : index
  "test.compare"(%unknown, %b) {cmp = "LE"} : (index, index) -> () // = fail
  return
}

// index_cast index_castui index.casts index.castu
func.func @wide_integer_to_index(%x: i64, %y: i128, %n: i32) {
  %c0 = arith.constant 0 : index
  %u = arith.index_castui %x : i64 to index
  "test.compare"(%u, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  %s = arith.index_cast %x : i64 to index
  "test.compare"(%u, %s) {cmp = "EQ"} : (index, index) -> () // = true
  %v = index.castu %x : i64 to index
  "test.compare"(%v, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  "test.compare"(%v, %s) {cmp = "EQ"} : (index, index) -> () // = true
  // The low 64 of 128 bits.
  %w = arith.index_castui %y : i128 to index
  "test.compare"(%w, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  %t = index.casts %y : i128 to index
  "test.compare"(%t, %w) {cmp = "EQ"} : (index, index) -> () // = true
  %back = index.casts %t : index to i128
  %same = arith.cmpi eq, %back, %y : i128
  %k = arith.select %same, %u, %c0 : index
  "test.compare"(%k, %u) {cmp = "EQ"} : (index, index) -> () // = fail
  %m = arith.index_castui %n : i32 to index
  "test.compare"(%m, %c0) {cmp = "GE"} : (index, index) -> () // = true
  return
}

// An index fits an i64, with or without a sign.
// index_cast index_castui index.casts index.castu
func.func @index_through_i64(%i: index, %z: i64) {
  %c0 = arith.constant 0 : index
  %a = arith.index_cast %i : index to i64
  %b = arith.index_cast %a : i64 to index
  "test.compare"(%b, %i) {cmp = "EQ"} : (index, index) -> () // = true
  %c = arith.index_castui %i : index to i64
  %d = index.castu %c : i64 to index
  "test.compare"(%d, %i) {cmp = "EQ"} : (index, index) -> () // = true
  %p = index.casts %z : i64 to index
  %q = arith.index_castui %p : index to i64
  %r = arith.cmpi eq, %q, %z : i64
  %s = arith.select %r, %i, %c0 : index
  "test.compare"(%s, %i) {cmp = "EQ"} : (index, index) -> () // = true
  // Zeros are put in front of 64 bits: the index -1 becomes 2^64 - 1.
  %w = arith.index_castui %i : index to i128
  %e = arith.index_cast %i : index to i128
  %f = arith.cmpi eq, %w, %e : i128
  %g = arith.select %f, %i, %c0 : index
  "test.compare"(%g, %i) {cmp = "EQ"} : (index, index) -> () // = fail
  %size = tensor.empty(%i) : tensor<?xf32>
  %h = arith.cmpi eq, %w, %e : i128
  %l = arith.select %h, %i, %c0 : index
  "test.compare"(%l, %i) {cmp = "EQ"} : (index, index) -> () // = true
  return
}
