// llvm.intr.assume: from there on
func.func @assume(%n: index, %m: i32) {
  %c8 = arith.constant 8 : index
  %lt = arith.cmpi slt, %n, %c8 : index
  "test.compare"(%n, %c8) {cmp = "LT"} : (index, index) -> () // = fail
  llvm.intr.assume %lt : i1
  "test.compare"(%n, %c8) {cmp = "LT"} : (index, index) -> () // = true
  return
}

// cf.assert
func.func @assert(%n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %r = arith.remsi %n, %c16 : index
  %whole = arith.cmpi eq, %r, %c0 : index
  %least = arith.cmpi sge, %n, %c16 : index
  cf.assert %whole, "whole tiles only"
  cf.assert %least, "at least one tile"
  %q = arith.floordivsi %n, %c16 : index
  %back = arith.muli %q, %c16 : index
  "test.compare"(%n, %c16) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%back, %n) : (index, index) -> () // = true
  %c1 = arith.constant 1 : index
  "test.compare"(%q, %c1) {cmp = "GE"} : (index, index) -> () // = true
  return
}

// ub.poison is any value
func.func @poison() {
  %p = ub.poison : index
  %q = ub.poison : index
  "test.compare"(%p, %q) : (index, index) -> () // = fail
  %0 = "test.reify_bound"(%p) {constant} : (index) -> index // = fail
  return
}

// util.assume.int: each result is its operand, of which something is known
func.func @assume_int(%x: index, %y: index, %z: i32, %w: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %a:4 = "util.assume.int"(%x, %y, %z, %w) <{assumptions = [
      [#util.int.assumption<umin = 1, umax = 100, udiv = 16>],
      [#util.int.assumption<udiv = 16>],
      [#util.int.assumption<umax = 9>, #util.int.assumption<umax = 20>],
      [#util.int.assumption<umin = 5, umax = 18446744073709551615>]
    ]}> : (index, index, i32, index) -> (index, index, i32, index)
  "test.compare"(%a#0, %x) : (index, index) -> () // = true
  "test.compare"(%a#1, %y) : (index, index) -> () // = true
  %0 = "test.reify_bound"(%a#0) {constant, type = "LB"} : (index) -> index // = 16
  %1 = "test.reify_bound"(%a#0) {constant, type = "UB"} : (index) -> index // = 97
  %r = affine.apply affine_map<(d0) -> (d0 mod 16)>(%a#1)
  "test.compare"(%r, %c0) : (index, index) -> () // = true
  %zi = arith.index_cast %a#2 : i32 to index
  %zu = arith.index_castui %a#2 : i32 to index
  %2 = "test.reify_bound"(%zu) {constant, type = "UB"} : (index) -> index // = 21
  %3 = "test.reify_bound"(%zi) {constant, type = "LB"} : (index) -> index // = 0
  // as a signed value it may be anything
  "test.compare"(%a#3, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// before it nothing is known
func.func @assume_int_later(%x: index, %c: i1) {
  %c100 = arith.constant 100 : index
  scf.if %c {
    %a = "util.assume.int"(%x) <{assumptions = [[#util.int.assumption<umin = 1, umax = 100>]]}> : (index) -> index
    "test.compare"(%x, %c100) {cmp = "LE"} : (index, index) -> () // = true
  }
  "test.compare"(%x, %c100) {cmp = "LE"} : (index, index) -> () // = fail
  return
}

// numbers that say nothing: a maximum that is negative or that no index can exceed, a divisor of zero
func.func @assume_int_nothing(%x: index, %y: index, %z: i32) {
  %c0 = arith.constant 0 : index
  %a:3 = "util.assume.int"(%x, %y, %z) <{assumptions = [
      [#util.int.assumption<umax = -1>],
      [#util.int.assumption<udiv = 0, umin = 3>],
      [#util.int.assumption<umax = -1, udiv = 0>]
    ]}> : (index, index, i32) -> (index, index, i32)
  %zi = arith.index_cast %a#2 : i32 to index
  "test.compare"(%a#0, %c0) {cmp = "LT"} : (index, index) -> () // = fail
  "test.compare"(%a#1, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  "test.compare"(%zi, %c0) : (index, index) -> () // = fail
  return
}

// of integers and of conditions
func.func @assume_int_kinds(%z: i32, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a:2 = "util.assume.int"(%z, %c) <{assumptions = [[#util.int.assumption<umin = 3>], []]}> : (i32, i1) -> (i32, i1)
  %u = arith.index_castui %a#0 : i32 to index
  %0 = "test.reify_bound"(%u) {constant, type = "LB"} : (index) -> index // = 3
  scf.if %a#1 {
    %x = arith.select %c, %c1, %c0 : index
    %1 = "test.reify_bound"(%x) {constant} : (index) -> index // = 1
  }
  return
}

// without assumptions
func.func @assume_int_none(%z: i32, %n: index) {
  %a:2 = "util.assume.int"(%z, %n) <{assumptions = [[], []]}> : (i32, index) -> (i32, index)
  %u = arith.index_castui %a#0 : i32 to index
  %0 = "test.reify_bound"(%u) {constant, type = "UB"} : (index) -> index // = 4294967296
  %1 = "test.reify_bound"(%a#1) {constant, type = "UB"} : (index) -> index // = fail
  %odd = affine.apply affine_map<(d0) -> (d0 mod 2)>(%a#1)
  %2 = "test.reify_bound"(%odd) {constant, type = "UB"} : (index) -> index // = 2
  return
}

// where no run comes (3·n is never 128) what is told is what held before
func.func @unreached(%n: index) {
  %c3 = arith.constant 3 : index
  %m = arith.muli %n, %c3 : index
  %t = tensor.empty(%m) : tensor<?xf32>
  %u = tensor.cast %t : tensor<?xf32> to tensor<128xf32>
  %0 = "test.reify_bound"(%m) {constant, type = "LB"} : (index) -> index // = 0
  %1 = "test.reify_bound"(%m) {constant, type = "UB"} : (index) -> index // = fail
  return
}

// of several assumptions: what divides in all cases; a case that is 0 has every divisor
func.func @assume_int_cases(%a: index, %b: index, %c: index, %d: index, %e: i32) {
  %c0 = arith.constant 0 : index
  %x:5 = "util.assume.int"(%a, %b, %c, %d, %e) <{assumptions = [
      [#util.int.assumption<umin = 0, umax = 0>, #util.int.assumption<umin = 12, umax = 120, udiv = 12>],
      [#util.int.assumption<udiv = 8>, #util.int.assumption<udiv = 12>],
      [#util.int.assumption<udiv = 24>],
      [#util.int.assumption<umin = 0, umax = 0>, #util.int.assumption<umin = 0, umax = 0>],
      [#util.int.assumption<umax = 0>, #util.int.assumption<umax = 90, udiv = 9>, #util.int.assumption<umax = 90, udiv = 6>]
    ]}> : (index, index, index, index, i32) -> (index, index, index, index, i32)
  %r0 = affine.apply affine_map<(d0) -> (d0 mod 12)>(%x#0)
  "test.compare"(%r0, %c0) : (index, index) -> () // = true
  %r1 = affine.apply affine_map<(d0) -> (d0 mod 4)>(%x#1)
  "test.compare"(%r1, %c0) : (index, index) -> () // = true
  %r2 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%x#2)
  "test.compare"(%r2, %c0) : (index, index) -> () // = true
  // 2^64 - 16 has the divisor 24 without sign, -16 has not
  %r3 = affine.apply affine_map<(d0) -> (d0 mod 3)>(%x#2)
  "test.compare"(%r3, %c0) : (index, index) -> () // = fail
  "test.compare"(%x#3, %c0) : (index, index) -> () // = true
  %u = arith.index_castui %x#4 : i32 to index
  %r4 = affine.apply affine_map<(d0) -> (d0 mod 3)>(%u)
  "test.compare"(%r4, %c0) : (index, index) -> () // = true
  return
}

// a common factor of products that ops compute
func.func @common_factor(%a: index, %b: index, %c: index) {
  %c1 = arith.constant 1 : index
  %is_positive = arith.cmpi sge, %b, %c1 : index
  llvm.intr.assume %is_positive : i1
  %x = arith.muli %a, %b : index
  %y = arith.muli %c, %b : index
  %is_less = arith.cmpi slt, %x, %y : index
  llvm.intr.assume %is_less : i1
  "test.compare"(%a, %c) {cmp = "LT"} : (index, index) -> () // = true
  return
}
