func.func @apply_min_max(%a: index, %n: index) {
  %x = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 32 * 16 - s0)>(%a)[%n]
  %y = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 32 * 16 + 8 - s0)>(%a)[%n]
  %d = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%x, %y)
  %min = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 128)>(%a)[%n]
  %max = affine.max affine_map<(d0)[s0] -> (d0, s0, 2)>(%a)[%n]
  %m = affine.apply affine_map<(d0) -> (d0 mod 8)>(%a)
  %0 = "test.reify_bound"(%d) {constant} : (index) -> index // = -8
  %1 = "test.reify_bound"(%min) {type = "UB"} : (index) -> index // = 129
  %2 = "test.reify_bound"(%max) {type = "LB"} : (index) -> index // = 2
  %3 = "test.reify_bound"(%m) {constant, type = "LB"} : (index) -> index // = 0
  %4 = "test.reify_bound"(%m) {constant, type = "UB"} : (index) -> index // = 8
  "test.compare"(%a, %min, %n) {cmp = "LE", lhs_map = affine_map<(d0, d1) -> (d0 + d1)>, rhs_map = affine_map<(d0) -> (d0)>} : (index, index, index) -> () // = true
  "test.compare"(%max, %n) {cmp = "GE"} : (index, index) -> () // = true
  return
}

// induction variables, aligned by the step
func.func @for(%n: index) {
  %c256 = arith.constant 256 : index
  %up = affine.apply affine_map<()[s0] -> (s0 + 256)>()[%n]
  affine.for %i = 0 to 300 step 128 {
    %0 = "test.reify_bound"(%i) {constant, type = "UB"} : (index) -> index // = 257
    "test.compare"(%i, %c256) {cmp = "LE"} : (index, index) -> () // = true
  }
  affine.for %i = affine_map<()[s0] -> (s0)>()[%n] to affine_map<()[s0] -> (s0 + 300)>()[%n] step 128 {
    "test.compare"(%i, %n) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%i, %up) {cmp = "LE"} : (index, index) -> () // = true
  }
  affine.for %i = max affine_map<()[s0] -> (0, s0)>()[%n] to 300 step 128 {
    "test.compare"(%i, %n) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%i, %c256) {cmp = "LE"} : (index, index) -> () // = fail
  }
  return
}

// what a loop carries unchanged
func.func @carried(%t: tensor<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %r = affine.for %i = 0 to 10 iter_args(%a = %t) -> (tensor<?xf32>) {
    %b = tensor.insert %f into %a[%c0] : tensor<?xf32>
    affine.yield %b : tensor<?xf32>
  }
  %0 = "test.reify_bound"(%r) {dim = 0} : (tensor<?xf32>) -> index // = sym
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %e = tensor.dim %r, %c0 : tensor<?xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  return
}

// inside an affine.if its set holds, or does not
func.func @if(%a: index, %n: index) {
  %c3 = arith.constant 3 : index
  affine.if affine_set<(d0)[s0] : (d0 - 3 >= 0, s0 - d0 >= 0)>(%a)[%n] {
    "test.compare"(%a, %c3) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%n, %c3) {cmp = "GE"} : (index, index) -> () // = true
  } else {
    "test.compare"(%a, %c3) {cmp = "GE"} : (index, index) -> () // = fail
  }
  "test.compare"(%n, %c3) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

func.func @linearize(%x: index, %a: index, %b: index, %c: index, %d: index) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %0:3 = affine.delinearize_index %x into (2, 3, 5) : index, index, index
  %1:2 = affine.delinearize_index %c into (3) : index, index
  %l = affine.linearize_index disjoint [%a, %b] by (2, 3) : index
  %m = affine.linearize_index [%c, %d] by (3) : index
  "test.compare"(%0#0, %c2) {cmp = "LT"} : (index, index) -> () // = true
  "test.compare"(%0#1, %c3) {cmp = "LT"} : (index, index) -> () // = true
  "test.compare"(%1#1, %c3) {cmp = "LT"} : (index, index) -> () // = true
  "test.compare"(%1#0, %c3) {cmp = "LT"} : (index, index) -> () // = fail
  "test.compare"(%l, %c6) {cmp = "LT"} : (index, index) -> () // = true
  "test.compare"(%b, %c3) {cmp = "LT"} : (index, index) -> () // = true
  "test.compare"(%a, %c2) {cmp = "LT"} : (index, index) -> () // = true
  %3 = "test.reify_bound"(%b) {constant, type = "LB"} : (index) -> index // = 0
  // the first index may be negative, and with it the result
  %4 = "test.reify_bound"(%a) {constant, type = "LB"} : (index) -> index // = fail
  %5 = "test.reify_bound"(%l) {constant, type = "LB"} : (index) -> index // = fail
  "test.compare"(%m, %c6) {cmp = "LT"} : (index, index) -> () // = fail
  %2 = "test.reify_bound"(%m) : (index) -> index // = sym
  return
}

// without `disjoint` nothing is known of the indices
func.func @not_disjoint(%a: index, %b: index) {
  %c10 = arith.constant 10 : index
  %v = affine.linearize_index [%a, %b] by (3) : index
  %0 = "test.reify_bound"(%v) {constant, type = "UB"} : (index) -> index // = fail
  "test.compare"(%c10, %b) {cmp = "GE"} : (index, index) -> () // = fail
  return
}
