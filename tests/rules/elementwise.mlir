// Element by element, on tensors: what comes out has the shape of what goes in.

func.func @unary_floats(%x: tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %u0 = math.absf %x : tensor<?x4xf32>
  %u1 = math.acos %u0 : tensor<?x4xf32>
  %u2 = math.acosh %u1 : tensor<?x4xf32>
  %u3 = math.asin %u2 : tensor<?x4xf32>
  %u4 = math.asinh %u3 : tensor<?x4xf32>
  %u5 = math.atan %u4 : tensor<?x4xf32>
  %u6 = math.atanh %u5 : tensor<?x4xf32>
  %u7 = math.cbrt %u6 : tensor<?x4xf32>
  %u8 = math.ceil %u7 : tensor<?x4xf32>
  %u9 = math.cos %u8 : tensor<?x4xf32>
  %u10 = math.cosh %u9 : tensor<?x4xf32>
  %u11 = math.erf %u10 : tensor<?x4xf32>
  %u12 = math.erfc %u11 : tensor<?x4xf32>
  %u13 = math.exp %u12 : tensor<?x4xf32>
  %u14 = math.exp2 %u13 : tensor<?x4xf32>
  %u15 = math.expm1 %u14 : tensor<?x4xf32>
  %u16 = math.floor %u15 : tensor<?x4xf32>
  %u17 = math.log %u16 : tensor<?x4xf32>
  %u18 = math.log10 %u17 : tensor<?x4xf32>
  %u19 = math.log1p %u18 : tensor<?x4xf32>
  %u20 = math.log2 %u19 : tensor<?x4xf32>
  %u21 = math.round %u20 : tensor<?x4xf32>
  %u22 = math.roundeven %u21 : tensor<?x4xf32>
  %u23 = math.rsqrt %u22 : tensor<?x4xf32>
  %u24 = math.sin %u23 : tensor<?x4xf32>
  %u25 = math.sinh %u24 : tensor<?x4xf32>
  %u26 = math.sqrt %u25 : tensor<?x4xf32>
  %u27 = math.tan %u26 : tensor<?x4xf32>
  %u28 = math.tanh %u27 : tensor<?x4xf32>
  %u29 = math.trunc %u28 : tensor<?x4xf32>
  %neg = arith.negf %u29 : tensor<?x4xf32>
  %p1 = tensor.dim %neg, %c0 : tensor<?x4xf32>
  %q1 = tensor.dim %x, %c0 : tensor<?x4xf32>
  "test.compare"(%p1, %q1) {cmp = "EQ"} : (index, index) -> () // = true
  %b0 = math.isfinite %x : tensor<?x4xf32>
  %p10 = tensor.dim %b0, %c0 : tensor<?x4xi1>
  %q10 = tensor.dim %x, %c0 : tensor<?x4xf32>
  "test.compare"(%p10, %q10) {cmp = "EQ"} : (index, index) -> () // = true
  %b1 = math.isinf %x : tensor<?x4xf32>
  %p11 = tensor.dim %b1, %c0 : tensor<?x4xi1>
  %q11 = tensor.dim %x, %c0 : tensor<?x4xf32>
  "test.compare"(%p11, %q11) {cmp = "EQ"} : (index, index) -> () // = true
  %b2 = math.isnan %x : tensor<?x4xf32>
  %p12 = tensor.dim %b2, %c0 : tensor<?x4xi1>
  %q12 = tensor.dim %x, %c0 : tensor<?x4xf32>
  "test.compare"(%p12, %q12) {cmp = "EQ"} : (index, index) -> () // = true
  %b3 = math.isnormal %x : tensor<?x4xf32>
  %p13 = tensor.dim %b3, %c0 : tensor<?x4xi1>
  %q13 = tensor.dim %x, %c0 : tensor<?x4xf32>
  "test.compare"(%p13, %q13) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @integers(%n: tensor<?x4xi32>) {
  %c0 = arith.constant 0 : index
  %u0 = math.absi %n : tensor<?x4xi32>
  %u1 = math.ctlz %u0 : tensor<?x4xi32>
  %u2 = math.ctpop %u1 : tensor<?x4xi32>
  %u3 = math.cttz %u2 : tensor<?x4xi32>
  %p1 = tensor.dim %u3, %c0 : tensor<?x4xi32>
  %q1 = tensor.dim %n, %c0 : tensor<?x4xi32>
  "test.compare"(%p1, %q1) {cmp = "EQ"} : (index, index) -> () // = true
  %b0 = arith.addi %u3, %u3 : tensor<?x4xi32>
  %b1 = arith.subi %b0, %b0 : tensor<?x4xi32>
  %b2 = arith.muli %b1, %b1 : tensor<?x4xi32>
  %b3 = arith.shli %b2, %b2 : tensor<?x4xi32>
  %b4 = arith.divsi %b3, %b3 : tensor<?x4xi32>
  %b5 = arith.divui %b4, %b4 : tensor<?x4xi32>
  %b6 = arith.floordivsi %b5, %b5 : tensor<?x4xi32>
  %b7 = arith.ceildivsi %b6, %b6 : tensor<?x4xi32>
  %b8 = arith.ceildivui %b7, %b7 : tensor<?x4xi32>
  %b9 = arith.remsi %b8, %b8 : tensor<?x4xi32>
  %b10 = arith.remui %b9, %b9 : tensor<?x4xi32>
  %b11 = arith.minsi %b10, %b10 : tensor<?x4xi32>
  %b12 = arith.minui %b11, %b11 : tensor<?x4xi32>
  %b13 = arith.maxsi %b12, %b12 : tensor<?x4xi32>
  %b14 = arith.maxui %b13, %b13 : tensor<?x4xi32>
  %b15 = arith.andi %b14, %b14 : tensor<?x4xi32>
  %b16 = arith.ori %b15, %b15 : tensor<?x4xi32>
  %b17 = arith.xori %b16, %b16 : tensor<?x4xi32>
  %b18 = arith.shrsi %b17, %b17 : tensor<?x4xi32>
  %b19 = arith.shrui %b18, %b18 : tensor<?x4xi32>
  %p2 = tensor.dim %b19, %c0 : tensor<?x4xi32>
  %q2 = tensor.dim %n, %c0 : tensor<?x4xi32>
  "test.compare"(%p2, %q2) {cmp = "EQ"} : (index, index) -> () // = true
  %cmp = arith.cmpi slt, %b19, %n : tensor<?x4xi32>
  %p3 = tensor.dim %cmp, %c0 : tensor<?x4xi1>
  %q3 = tensor.dim %n, %c0 : tensor<?x4xi32>
  "test.compare"(%p3, %q3) {cmp = "EQ"} : (index, index) -> () // = true
  %e = arith.extsi %n : tensor<?x4xi32> to tensor<?x4xi64>
  %f = arith.extui %n : tensor<?x4xi32> to tensor<?x4xi64>
  %g = arith.trunci %e : tensor<?x4xi64> to tensor<?x4xi32>
  %h = arith.index_cast %g : tensor<?x4xi32> to tensor<?x4xindex>
  %i = arith.index_castui %h : tensor<?x4xindex> to tensor<?x4xi32>
  %p4 = tensor.dim %i, %c0 : tensor<?x4xi32>
  %q4 = tensor.dim %n, %c0 : tensor<?x4xi32>
  "test.compare"(%p4, %q4) {cmp = "EQ"} : (index, index) -> () // = true
  %p5 = tensor.dim %f, %c0 : tensor<?x4xi64>
  %q5 = tensor.dim %n, %c0 : tensor<?x4xi32>
  "test.compare"(%p5, %q5) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @casts(%x: tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %w = arith.extf %x : tensor<?x4xf32> to tensor<?x4xf64>
  %t = arith.truncf %w : tensor<?x4xf64> to tensor<?x4xf32>
  %a = arith.fptosi %t : tensor<?x4xf32> to tensor<?x4xi32>
  %b = arith.sitofp %a : tensor<?x4xi32> to tensor<?x4xf32>
  %c = arith.fptoui %b : tensor<?x4xf32> to tensor<?x4xi32>
  %d = arith.uitofp %c : tensor<?x4xi32> to tensor<?x4xf32>
  %e = arith.bitcast %d : tensor<?x4xf32> to tensor<?x4xi32>
  %p1 = tensor.dim %e, %c0 : tensor<?x4xi32>
  %q1 = tensor.dim %x, %c0 : tensor<?x4xf32>
  "test.compare"(%p1, %q1) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @binary(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>, %n: tensor<?x4xi32>) {
  %c0 = arith.constant 0 : index
  %b0 = arith.addf %x, %x : tensor<?x4xf32>
  %b1 = arith.subf %b0, %x : tensor<?x4xf32>
  %b2 = arith.mulf %b1, %x : tensor<?x4xf32>
  %b3 = arith.divf %b2, %x : tensor<?x4xf32>
  %b4 = arith.remf %b3, %x : tensor<?x4xf32>
  %b5 = arith.maximumf %b4, %x : tensor<?x4xf32>
  %b6 = arith.minimumf %b5, %x : tensor<?x4xf32>
  %b7 = arith.maxnumf %b6, %x : tensor<?x4xf32>
  %b8 = arith.minnumf %b7, %x : tensor<?x4xf32>
  %b9 = math.atan2 %b8, %x : tensor<?x4xf32>
  %b10 = math.copysign %b9, %x : tensor<?x4xf32>
  %b11 = math.powf %b10, %x : tensor<?x4xf32>
  %i = math.fpowi %b11, %n : tensor<?x4xf32>, tensor<?x4xi32>
  %j = math.fma %i, %x, %x : tensor<?x4xf32>
  %k = math.clampf %j to [%x, %x] : tensor<?x4xf32>
  %s, %co = math.sincos %k : tensor<?x4xf32>
  %p1 = tensor.dim %co, %c0 : tensor<?x4xf32>
  %q1 = tensor.dim %x, %c0 : tensor<?x4xf32>
  "test.compare"(%p1, %q1) {cmp = "EQ"} : (index, index) -> () // = true
  %l = math.ipowi %n, %n : tensor<?x4xi32>
  %p2 = tensor.dim %l, %c0 : tensor<?x4xi32>
  %q2 = tensor.dim %n, %c0 : tensor<?x4xi32>
  "test.compare"(%p2, %q2) {cmp = "EQ"} : (index, index) -> () // = true
  %less = arith.cmpf olt, %s, %y : tensor<?x4xf32>
  %p3 = tensor.dim %less, %c0 : tensor<?x4xi1>
  %q3 = tensor.dim %x, %c0 : tensor<?x4xf32>
  "test.compare"(%p3, %q3) {cmp = "EQ"} : (index, index) -> () // = true
  // an op that has run had operands of one shape
  %p4 = tensor.dim %x, %c0 : tensor<?x4xf32>
  %q4 = tensor.dim %y, %c0 : tensor<?x4xf32>
  "test.compare"(%p4, %q4) {cmp = "EQ"} : (index, index) -> () // = true
  %p5 = tensor.dim %n, %c0 : tensor<?x4xi32>
  %q5 = tensor.dim %x, %c0 : tensor<?x4xf32>
  "test.compare"(%p5, %q5) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// math.absi ctlz cttz ctpop: counts of bits are at most the width.
func.func @bits(%a: i32, %n: index, %v: vector<4xi8>) {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : index
  %r = arith.remsi %n, %c7 : index
  %abs = math.absi %r : index
  %0 = "test.reify_bound"(%abs) {constant, type = "LB"} : (index) -> index // = 0
  %1 = "test.reify_bound"(%abs) {constant, type = "UB"} : (index) -> index // = 7
  %lead = math.ctlz %a : i32
  %trail = math.cttz %a : i32
  %ones = math.ctpop %n : index
  %2 = "test.reify_bound"(%lead) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 33
  %3 = "test.reify_bound"(%trail) {constant, type = "LB", allow_integer_type} : (i32) -> index // = 0
  %4 = "test.reify_bound"(%ones) {constant, type = "UB"} : (index) -> index // = 65
  %positive = arith.maxsi %a, %c0 : i32
  %zeros = math.ctlz %positive : i32
  %5 = "test.reify_bound"(%zeros) {constant, type = "LB", allow_integer_type} : (i32) -> index // = 1
  %even = arith.addi %a, %a : i32
  %last = math.cttz %even : i32
  %6 = "test.reify_bound"(%last) {constant, type = "LB", allow_integer_type} : (i32) -> index // = 1
  %absolute = math.absi %v : vector<4xi8>
  %x = vector.extract %absolute[1] : i8 from vector<4xi8>
  %7 = "test.reify_bound"(%x) {constant, type = "LB", allow_integer_type} : (i8) -> index // = -128
  return
}
