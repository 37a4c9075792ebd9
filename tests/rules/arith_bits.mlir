// shli shrsi shrui by constants, of index values and of integers
func.func @shifts(%a: index, %i: i16, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %left = arith.shli %a, %c4 : index
  %times = arith.muli %a, %c16 : index
  %right = arith.shrsi %a, %c4 : index
  %floor = arith.floordivsi %a, %c16 : index
  %unsigned = arith.shrui %d, %c4 : index
  %part = arith.divui %d, %c16 : index
  "test.compare"(%left, %times) : (index, index) -> () // = true
  "test.compare"(%right, %floor) : (index, index) -> () // = true
  "test.compare"(%unsigned, %part) : (index, index) -> () // = true
  %k = arith.constant 12 : i16
  %s = arith.shrsi %i, %k : i16
  %u = arith.shrui %i, %k : i16
  %x = arith.index_cast %s : i16 to index
  %y = arith.index_castui %u : i16 to index
  %0 = "test.reify_bound"(%x) {constant, type = "LB"} : (index) -> index // = -8
  %1 = "test.reify_bound"(%x) {constant, type = "UB"} : (index) -> index // = 8
  %2 = "test.reify_bound"(%y) {constant, type = "LB"} : (index) -> index // = 0
  %3 = "test.reify_bound"(%y) {constant, type = "UB"} : (index) -> index // = 16
  // what is shifted out on the left is gone
  %l = arith.shli %i, %k : i16
  %z = arith.index_cast %l : i16 to index
  %4 = "test.reify_bound"(%z) {constant, type = "LB"} : (index) -> index // = -32768
  %5 = "test.reify_bound"(%z) {constant, type = "UB"} : (index) -> index // = 28673
  return
}

// by what is not constant
func.func @shifts_by(%i: i32, %j: i32, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %c31 = arith.constant 31 : i32
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %n = arith.minsi %d, %c9 : index
  %l = arith.shli %d, %n : index
  %s = arith.shrsi %d, %n : index
  %u = arith.shrui %d, %n : index
  "test.compare"(%l, %d) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%s, %d) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%u, %d) {cmp = "LE"} : (index, index) -> () // = true
  %k = arith.andi %j, %c31 : i32
  %v = arith.shrui %i, %k : i32
  %w = arith.shrui %i, %j : i32
  %x = arith.index_castui %i : i32 to index
  %y = arith.index_castui %v : i32 to index
  %z = arith.index_castui %w : i32 to index
  "test.compare"(%y, %x) {cmp = "LE"} : (index, index) -> () // = true
  // a shift by 32 or more is poison
  "test.compare"(%z, %x) {cmp = "LE"} : (index, index) -> () // = fail
  return
}

// andi ori xori with masks, to the left and to the right
func.func @masks(%a: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c15 = arith.constant 15 : index
  %m16 = arith.constant -16 : index
  %m1 = arith.constant -1 : index
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %low = arith.andi %c15, %a : index
  %high = arith.andi %m16, %a : index
  %both = arith.addi %low, %high : index
  "test.compare"(%both, %a) : (index, index) -> () // = true
  %0 = "test.reify_bound"(%low) {constant, type = "UB"} : (index) -> index // = 16
  // a mask with holes keeps below itself
  %some = arith.andi %a, %c5 : index
  %1 = "test.reify_bound"(%some) {constant, type = "LB"} : (index) -> index // = 0
  %2 = "test.reify_bound"(%some) {constant, type = "UB"} : (index) -> index // = 6
  %common = arith.andi %a, %d : index
  "test.compare"(%common, %d) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%common, %a) {cmp = "LE"} : (index, index) -> () // = fail
  // a negative one takes something away
  %m6 = arith.constant -6 : index
  %less = arith.andi %a, %m6 : index
  %lesser = arith.andi %m6, %a : index
  "test.compare"(%less, %a) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%lesser, %a) {cmp = "LE"} : (index, index) -> () // = true
  // nothing to carry
  %tagged = arith.ori %high, %c5 : index
  %gap = arith.subi %tagged, %high : index
  %3 = "test.reify_bound"(%gap) {constant} : (index) -> index // = 5
  %full = arith.ori %a, %c15 : index
  %top = arith.subi %full, %high : index
  %4 = "test.reify_bound"(%top) {constant} : (index) -> index // = 15
  %more = arith.ori %d, %c5 : index
  "test.compare"(%more, %d) {cmp = "GE"} : (index, index) -> () // = true
  %5 = "test.reify_bound"(%more) {constant, type = "LB"} : (index) -> index // = 5
  %negative = arith.ori %a, %m6 : index
  %6 = "test.reify_bound"(%negative) {constant, type = "UB"} : (index) -> index // = 0
  %not = arith.xori %a, %m1 : index
  %minus = arith.addi %not, %a : index
  %7 = "test.reify_bound"(%minus) {constant} : (index) -> index // = -1
  %flipped = arith.xori %a, %c15 : index
  %kept = arith.andi %flipped, %m16 : index
  "test.compare"(%kept, %high) : (index, index) -> () // = true
  %other = arith.xori %d, %c5 : index
  %far = arith.addi %d, %c5 : index
  "test.compare"(%other, %far) {cmp = "LE"} : (index, index) -> () // = true
  %8 = "test.reify_bound"(%other) {constant, type = "LB"} : (index) -> index // = 0
  return
}

// of one value with itself
func.func @with_itself(%a: index, %b: i8, %t: tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %and = arith.andi %a, %a : index
  %or = index.or %a, %a
  %xor = index.xor %a, %a
  "test.compare"(%and, %a) : (index, index) -> () // = true
  "test.compare"(%or, %a) : (index, index) -> () // = true
  %0 = "test.reify_bound"(%xor) {constant} : (index) -> index // = 0
  %and8 = arith.andi %b, %b : i8
  %or8 = arith.ori %and8, %and8 : i8
  %x = arith.index_cast %or8 : i8 to index
  %y = arith.index_cast %b : i8 to index
  "test.compare"(%x, %y) : (index, index) -> () // = true
  %xors = arith.xori %t, %t : tensor<2xi32>
  %e = tensor.extract %xors[%c1] : tensor<2xi32>
  %z = arith.index_cast %e : i32 to index
  "test.compare"(%z, %c0) : (index, index) -> () // = true
  return
}

// the same of integers
func.func @integer_masks(%i: i32, %j: i32) {
  %c255 = arith.constant 255 : i32
  %b = arith.andi %i, %c255 : i32
  %x = arith.index_cast %b : i32 to index
  %0 = "test.reify_bound"(%x) {constant, type = "LB"} : (index) -> index // = 0
  %1 = "test.reify_bound"(%x) {constant, type = "UB"} : (index) -> index // = 256
  %m4 = arith.constant -4 : i32
  %aligned = arith.andi %i, %m4 : i32
  %y = arith.index_cast %aligned : i32 to index
  %z = arith.index_cast %i : i32 to index
  "test.compare"(%y, %z) {cmp = "LE"} : (index, index) -> () // = true
  %c3 = arith.constant 3 : i32
  %rest = arith.andi %aligned, %c3 : i32
  %r = arith.index_cast %rest : i32 to index
  %2 = "test.reify_bound"(%r) {constant} : (index) -> index // = 0
  return
}

// trunci cuts off, extsi and extui put back
func.func @truncated(%i: i32, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  %b = arith.trunci %i : i32 to i8
  %x = arith.index_cast %b : i8 to index
  %0 = "test.reify_bound"(%x) {constant, type = "LB"} : (index) -> index // = -128
  %1 = "test.reify_bound"(%x) {constant, type = "UB"} : (index) -> index // = 128
  %wide = arith.extui %b : i8 to i32
  %y = arith.index_cast %wide : i32 to index
  %2 = "test.reify_bound"(%y) {constant, type = "UB"} : (index) -> index // = 256
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %n = arith.minsi %d, %c100 : index
  %w = arith.index_cast %n : index to i32
  %s = arith.trunci %w : i32 to i8
  %z = arith.index_cast %s : i8 to index
  "test.compare"(%z, %n) : (index, index) -> () // = true
  %bit = arith.trunci %i : i32 to i1
  %one = arith.index_castui %bit : i1 to index
  %3 = "test.reify_bound"(%one) {constant, type = "UB"} : (index) -> index // = 2
  return
}

// muli divui remui ceildivui minui maxui read an integer without its sign
func.func @unsigned(%i: i8, %j: i8) {
  %c10 = arith.constant 10 : i8
  %q = arith.divui %i, %c10 : i8
  %r = arith.remui %i, %c10 : i8
  %c = arith.ceildivui %i, %c10 : i8
  %l = arith.minui %i, %c10 : i8
  %g = arith.maxui %i, %c10 : i8
  %x = arith.index_castui %q : i8 to index
  %y = arith.index_castui %r : i8 to index
  %z = arith.index_castui %c : i8 to index
  %v = arith.index_castui %l : i8 to index
  %w = arith.index_castui %g : i8 to index
  %0 = "test.reify_bound"(%x) {constant, type = "UB"} : (index) -> index // = 26
  %1 = "test.reify_bound"(%y) {constant, type = "UB"} : (index) -> index // = 10
  %2 = "test.reify_bound"(%z) {constant, type = "UB"} : (index) -> index // = 27
  %3 = "test.reify_bound"(%v) {constant, type = "UB"} : (index) -> index // = 11
  %4 = "test.reify_bound"(%w) {constant, type = "LB"} : (index) -> index // = 10
  return
}

// and of index values where nothing is negative: remui ceildivui minui maxui
func.func @unsigned_index(%a: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %r = arith.remui %d, %c4 : index
  %c = arith.ceildivui %d, %c4 : index
  %q = arith.divui %d, %c4 : index
  %l = arith.minui %d, %c4 : index
  %g = arith.maxui %d, %c4 : index
  %0 = "test.reify_bound"(%r) {constant, type = "UB"} : (index) -> index // = 4
  "test.compare"(%c, %q) {cmp = "GE"} : (index, index) -> () // = true
  %1 = "test.reify_bound"(%l) {constant, type = "UB"} : (index) -> index // = 5
  %2 = "test.reify_bound"(%g) {constant, type = "LB"} : (index) -> index // = 4
  %u = arith.remui %a, %c4 : index
  %3 = "test.reify_bound"(%u) {constant, type = "LB"} : (index) -> index // = 0
  return
}

// cmpi of every predicate on integers: the branch not taken is the other way round
func.func @predicates(%i: i8, %j: i8) {
  %x = arith.index_cast %i : i8 to index
  %y = arith.index_cast %j : i8 to index
  %ux = arith.index_castui %i : i8 to index
  %uy = arith.index_castui %j : i8 to index
  %eq = arith.cmpi eq, %i, %j : i8
  scf.if %eq {
    "test.compare"(%x, %y) : (index, index) -> () // = true
  }
  %ne = arith.cmpi ne, %i, %j : i8
  scf.if %ne {
  } else {
    "test.compare"(%x, %y) : (index, index) -> () // = true
  }
  %slt = arith.cmpi slt, %i, %j : i8
  scf.if %slt {
    "test.compare"(%x, %y) {cmp = "LT"} : (index, index) -> () // = true
    "test.compare"(%ux, %uy) {cmp = "LT"} : (index, index) -> () // = fail
  }
  %sle = arith.cmpi sle, %i, %j : i8
  scf.if %sle {
    "test.compare"(%x, %y) {cmp = "LE"} : (index, index) -> () // = true
  }
  %sgt = arith.cmpi sgt, %i, %j : i8
  scf.if %sgt {
    "test.compare"(%x, %y) {cmp = "GT"} : (index, index) -> () // = true
  }
  %sge = arith.cmpi sge, %i, %j : i8
  scf.if %sge {
    "test.compare"(%x, %y) {cmp = "GE"} : (index, index) -> () // = true
  }
  %ult = arith.cmpi ult, %i, %j : i8
  scf.if %ult {
    "test.compare"(%ux, %uy) {cmp = "LT"} : (index, index) -> () // = true
    "test.compare"(%x, %y) {cmp = "LT"} : (index, index) -> () // = fail
  }
  %ule = arith.cmpi ule, %i, %j : i8
  scf.if %ule {
    "test.compare"(%ux, %uy) {cmp = "LE"} : (index, index) -> () // = true
  }
  %ugt = arith.cmpi ugt, %i, %j : i8
  scf.if %ugt {
    "test.compare"(%ux, %uy) {cmp = "GT"} : (index, index) -> () // = true
  }
  %uge = arith.cmpi uge, %i, %j : i8
  scf.if %uge {
    "test.compare"(%ux, %uy) {cmp = "GE"} : (index, index) -> () // = true
  }
  return
}

// unsigned comparisons of index values, and xori and select of conditions
func.func @conditions(%a: index, %t: tensor<?x?xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %t, %c0 : tensor<?x?xf32>
  %e = tensor.dim %t, %c1 : tensor<?x?xf32>
  %ult = arith.cmpi ult, %d, %e : index
  %ule = arith.cmpi ule, %d, %e : index
  %ugt = arith.cmpi ugt, %d, %e : index
  %uge = arith.cmpi uge, %d, %e : index
  %never = arith.xori %ult, %uge : i1
  %x = arith.select %never, %c0, %c1 : index
  %0 = "test.reify_bound"(%x) {constant} : (index) -> index // = 0
  %either = arith.xori %ule, %ugt : i1
  %y = arith.select %either, %c0, %c1 : index
  %1 = "test.reify_bound"(%y) {constant} : (index) -> index // = 0
  %false = arith.constant false
  %chosen = arith.select %c, %ult, %false : i1
  scf.if %chosen {
    "test.compare"(%d, %e) {cmp = "LT"} : (index, index) -> () // = true
  }
  // an i1 read with its sign: true is less than false
  %slt = arith.cmpi slt, %c, %chosen : i1
  scf.if %slt {
    %p = arith.index_castui %c : i1 to index
    %2 = "test.reify_bound"(%p) {constant} : (index) -> index // = 1
  }
  return
}

// unsigned comparisons of an index value with itself, whatever its sign
func.func @itself(%a: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ult = arith.cmpi ult, %a, %a : index
  %ugt = index.cmp ugt(%a, %a)
  %below = arith.ori %ult, %ugt : i1
  %x = arith.select %below, %c0, %c1 : index
  %0 = "test.reify_bound"(%x) {constant} : (index) -> index // = 1
  %ule = index.cmp ule(%a, %a)
  %uge = arith.cmpi uge, %a, %a : index
  %as = arith.andi %ule, %uge : i1
  %y = arith.select %as, %c0, %c1 : index
  %1 = "test.reify_bound"(%y) {constant} : (index) -> index // = 0
  return
}

// the same value cast back and forth
func.func @casts(%a: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %n = arith.minsi %d, %c9 : index
  %i = arith.index_castui %n : index to i8
  %m = arith.index_castui %i : i8 to index
  "test.compare"(%m, %n) : (index, index) -> () // = true
  return
}

func.func @select_elements(%c: i1) {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<[3, 5]> : tensor<2xindex>
  %y = arith.constant dense<4> : tensor<2xindex>
  %z = arith.select %c, %x, %y : tensor<2xindex>
  %e = tensor.extract %z[%c0] : tensor<2xindex>
  %0 = "test.reify_bound"(%e) {constant, type = "LB"} : (index) -> index // = 3
  %1 = "test.reify_bound"(%e) {constant, type = "UB"} : (index) -> index // = 5
  return
}

// select of shaped values element by element: all three are of one size
func.func @elementwise(%cs: tensor<?xi1>, %a: tensor<?xf32>, %b: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %s = arith.select %cs, %a, %b : tensor<?xi1>, tensor<?xf32>
  %d = tensor.dim %s, %c0 : tensor<?xf32>
  %e = tensor.dim %cs, %c0 : tensor<?xi1>
  %f = tensor.dim %b, %c0 : tensor<?xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  "test.compare"(%d, %f) : (index, index) -> () // = true
  return
}

// addui_extended mului_extended mulsi_extended: the exact result in two halves
func.func @extended(%a: i8, %b: i8) {
  %c15 = arith.constant 15 : i8
  %x = arith.minui %a, %c15 : i8
  %y = arith.minui %b, %c15 : i8
  %sum, %carry = arith.addui_extended %x, %y : i8, i1
  %low, %high = arith.mului_extended %x, %y : i8
  %signed_low, %signed_high = arith.mulsi_extended %x, %y : i8
  %of_sum = arith.index_castui %sum : i8 to index
  %of_carry = arith.index_castui %carry : i1 to index
  %of_low = arith.index_castui %low : i8 to index
  %of_high = arith.index_castui %high : i8 to index
  %of_signed_low = arith.index_castui %signed_low : i8 to index
  %of_signed_high = arith.index_cast %signed_high : i8 to index
  %0 = "test.reify_bound"(%of_sum) {constant, type = "UB"} : (index) -> index // = 31
  %1 = "test.reify_bound"(%of_carry) {constant} : (index) -> index // = 0
  %2 = "test.reify_bound"(%of_low) {constant, type = "UB"} : (index) -> index // = 226
  %3 = "test.reify_bound"(%of_high) {constant} : (index) -> index // = 0
  %4 = "test.reify_bound"(%of_signed_low) {constant, type = "UB"} : (index) -> index // = 226
  %5 = "test.reify_bound"(%of_signed_high) {constant} : (index) -> index // = 0
  return
}

// remui and minui of an index of any sign
func.func @unsigned_of_any_sign(%n: index) {
  %c5 = arith.constant 5 : index
  %rest = arith.remui %n, %c5 : index
  %left = arith.minui %c5, %n : index
  %right = arith.minui %n, %c5 : index
  %0 = "test.reify_bound"(%rest) {constant, type = "LB"} : (index) -> index // = 0
  %1 = "test.reify_bound"(%rest) {constant, type = "UB"} : (index) -> index // = 5
  %2 = "test.reify_bound"(%left) {constant, type = "UB"} : (index) -> index // = 6
  %3 = "test.reify_bound"(%right) {constant, type = "UB"} : (index) -> index // = 6
  return
}

// addui_extended: the sum overflows if and only if it is less than either operand
func.func @carry(%x: i32, %y: i32) {
  %sum, %carry = arith.addui_extended %x, %y : i32, i1
  %below_left = arith.cmpi ult, %sum, %x : i32
  %below_right = arith.cmpi ult, %sum, %y : i32
  %0 = arith.index_castui %carry : i1 to index
  %1 = arith.index_castui %below_left : i1 to index
  %2 = arith.index_castui %below_right : i1 to index
  "test.compare"(%0, %1) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%0, %2) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%1, %2) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// ori xori: below every power of two that both operands are below
func.func @below_powers_of_two(%x: i32, %y: i32, %i: index, %j: index) {
  %c7 = arith.constant 7 : i32
  %a = arith.andi %x, %c7 : i32
  %b = arith.andi %y, %c7 : i32
  %or = arith.ori %a, %b : i32
  %xor = arith.xori %a, %b : i32
  %of_or = arith.index_cast %or : i32 to index
  %of_xor = arith.index_cast %xor : i32 to index
  %0 = "test.reify_bound"(%of_or) {constant, type = "UB"} : (index) -> index // = 8
  %1 = "test.reify_bound"(%of_xor) {constant, type = "UB"} : (index) -> index // = 8
  %2 = "test.reify_bound"(%of_xor) {constant, type = "LB"} : (index) -> index // = 0
  %c31 = arith.constant 31 : index
  %c = index.and %i, %c31
  %d = index.and %j, %c31
  %wide = index.xor %c, %d
  %3 = "test.reify_bound"(%wide) {constant, type = "UB"} : (index) -> index // = 32
  // A condition that only a fact with a condition of its own shows
  %again = arith.ori %xor, %a : i32
  %of_again = arith.index_cast %again : i32 to index
  %4 = "test.reify_bound"(%of_again) {constant, type = "LB"} : (index) -> index // = 0
  return
}

// ori xori: the sum of a multiple of a power of two and a number below it
func.func @digits_apart(%x: index, %y: index) {
  %c5 = arith.constant 5 : index
  %c31 = arith.constant 31 : index
  %high = arith.shli %x, %c5 : index
  %low = arith.andi %y, %c31 : index
  %or = arith.ori %high, %low : index
  %xor = arith.xori %low, %high : index
  %sum = arith.addi %high, %low : index
  "test.compare"(%or, %sum) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%or, %xor) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// ori xori: of results of the same operations, so that the ranges of the operands rest on facts alone
func.func @nested_below_powers_of_two(%x: i32, %y: i32) {
  %c3 = arith.constant 3 : i32
  %c255 = arith.constant 255 : i32
  %a = arith.andi %x, %c255 : i32
  %b = arith.andi %y, %c255 : i32
  %third = arith.divui %b, %c3 : i32
  %0 = arith.ori %a, %b : i32
  %1 = arith.xori %0, %third : i32
  %2 = arith.ori %third, %1 : i32
  %of_2 = arith.index_castui %2 : i32 to index
  %3 = "test.reify_bound"(%of_2) {constant, type = "LB"} : (index) -> index // = 0
  %4 = "test.reify_bound"(%of_2) {constant, type = "UB"} : (index) -> index // = 256
  // Their digits stay apart.
  %c8 = arith.constant 8 : i32
  %high = arith.shli %2, %c8 : i32
  %5 = arith.ori %high, %0 : i32
  %sum = arith.addi %high, %0 : i32
  %of_5 = arith.index_castui %5 : i32 to index
  %of_sum = arith.index_castui %sum : i32 to index
  "test.compare"(%of_5, %of_sum) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// shifts by a variable
func.func @shifted_by_variables(%a: i32, %s: i32) {
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %c31 = arith.constant 31 : i32
  %c255 = arith.constant 255 : i32
  %x = arith.andi %a, %c255 : i32
  %by7 = arith.andi %s, %c7 : i32
  %by31 = arith.andi %s, %c31 : i32
  %left = arith.shli %x, %by7 : i32
  %of_left = arith.index_castui %left : i32 to index
  %0 = "test.reify_bound"(%of_left) {constant, type = "UB"} : (index) -> index // = 32641
  %power = arith.shli %c1, %by7 : i32
  %of_power = arith.index_cast %power : i32 to index
  %1 = "test.reify_bound"(%of_power) {constant, type = "LB"} : (index) -> index // = 1
  %2 = "test.reify_bound"(%of_power) {constant, type = "UB"} : (index) -> index // = 129
  %right = arith.shrui %x, %by31 : i32
  %of_right = arith.index_cast %right : i32 to index
  %3 = "test.reify_bound"(%of_right) {constant, type = "LB"} : (index) -> index // = 0
  %4 = "test.reify_bound"(%of_right) {constant, type = "UB"} : (index) -> index // = 256
  // Neither sign of the shifted number is known.
  %either = arith.subi %x, %c7 : i32
  %signed = arith.shrsi %either, %by31 : i32
  %of_signed = arith.index_cast %signed : i32 to index
  %5 = "test.reify_bound"(%of_signed) {constant, type = "LB"} : (index) -> index // = -7
  %6 = "test.reify_bound"(%of_signed) {constant, type = "UB"} : (index) -> index // = 249
  return
}
// Of any sign, read as unsigned.
func.func @unsigned_bits(%a: i16, %b: i16) {
  %ai = arith.index_castui %a : i16 to index
  %bi = arith.index_castui %b : i16 to index
  %sum = arith.addi %ai, %bi : index
  %common = arith.andi %a, %b : i16
  %ci = arith.index_castui %common : i16 to index
  "test.compare"(%ci, %ai) {cmp = "LE"} : (index, index) -> () // = true
  %either = arith.ori %a, %b : i16
  %ei = arith.index_castui %either : i16 to index
  "test.compare"(%ei, %bi) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%ei, %sum) {cmp = "LE"} : (index, index) -> () // = true
  %differing = arith.xori %a, %b : i16
  %di = arith.index_castui %differing : i16 to index
  "test.compare"(%di, %sum) {cmp = "LE"} : (index, index) -> () // = true
  %difference = arith.subi %ai, %bi : index
  "test.compare"(%di, %difference) {cmp = "GE"} : (index, index) -> () // = true
  return
}
