// What frontends write around the ops of StableHLO, and the rarer ops.

// ⌊-n / 2⌋ and the rest of -n by 4, from what rounds to zero.
func.func @floors(%x: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %minus = stablehlo.negate %n : tensor<i32>
  // by 2
  %q = stablehlo.divide %minus, %two : tensor<i32>
  %sa = stablehlo.sign %minus : tensor<i32>
  %sb = stablehlo.sign %two : tensor<i32>
  %differ = stablehlo.compare NE, %sa, %sb, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.remainder %minus, %two : tensor<i32>
  %left = stablehlo.compare NE, %r, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %both = stablehlo.and %differ, %left : tensor<i1>
  %less = stablehlo.subtract %q, %one : tensor<i32>
  %floor = stablehlo.select %both, %less, %q : tensor<i1>, tensor<i32>
  %f = tensor.extract %floor[] : tensor<i32>
  %fi = arith.index_cast %f : i32 to index
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %expected = affine.apply affine_map<()[s0] -> (-(s0 ceildiv 2))>()[%d]
  "test.compare"(%fi, %expected) {cmp = "EQ"} : (index, index) -> () // = true
  // the rest by 4
  %r4 = stablehlo.remainder %minus, %four : tensor<i32>
  %left4 = stablehlo.compare NE, %r4, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %below = stablehlo.compare LT, %r4, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %under = stablehlo.compare LT, %four, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %unlike = stablehlo.compare NE, %below, %under, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %fix = stablehlo.and %unlike, %left4 : tensor<i1>
  %more = stablehlo.add %r4, %four : tensor<i32>
  %rest = stablehlo.select %fix, %more, %r4 : tensor<i1>, tensor<i32>
  %rv = tensor.extract %rest[] : tensor<i32>
  %ri = arith.index_cast %rv : i32 to index
  %rests = affine.apply affine_map<()[s0] -> ((-s0) mod 4)>()[%d]
  "test.compare"(%ri, %rests) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @cases(%i: tensor<i32>, %x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) {
  %c0 = arith.constant 0 : index
  %dx = tensor.dim %x, %c0 : tensor<?xf32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = "stablehlo.case"(%i) ({
    %v = tensor.extract %i[] : tensor<i32>
    %vi = arith.index_cast %v : i32 to index
    %0 = "test.reify_bound"(%vi) {constant, type = "EQ"} : (index) -> index // = 0
    stablehlo.return %x, %three : tensor<?xf32>, tensor<i32>
  }, {
    %1 = stablehlo.add %x, %x : tensor<?xf32>
    stablehlo.return %1, %five : tensor<?xf32>, tensor<i32>
  }, {
    %v = tensor.extract %i[] : tensor<i32>
    %vi = arith.index_cast %v : i32 to index
    %k = arith.constant 1 : index
    "test.compare"(%vi, %k) {cmp = "EQ"} : (index, index) -> () // = false
    stablehlo.return %x, %five : tensor<?xf32>, tensor<i32>
  }) : (tensor<i32>) -> (tensor<?xf32>, tensor<i32>)
  %d = tensor.dim %r#0, %c0 : tensor<?xf32>
  "test.compare"(%d, %dx) {cmp = "EQ"} : (index, index) -> () // = true
  %e = tensor.extract %r#1[] : tensor<i32>
  %ei = arith.index_cast %e : i32 to index
  %0 = "test.reify_bound"(%ei) {constant, type = "LB"} : (index) -> index // = 3
  %1 = "test.reify_bound"(%ei) {constant, type = "UB"} : (index) -> index // = 6
  return
}

func.func @counted(%x: tensor<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %dx = tensor.dim %x, %c0 : tensor<?x8xf32>
  %k = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %w:2 = stablehlo.while(%it = %k, %acc = %x) : tensor<i32>, tensor<?x8xf32>
  cond {
    %ca = tensor.dim %acc, %c0 : tensor<?x8xf32>
    "test.compare"(%ca, %dx) {cmp = "EQ"} : (index, index) -> () // = true
    %less = stablehlo.compare LT, %it, %ten, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %v = tensor.extract %it[] : tensor<i32>
    %vi = arith.index_cast %v : i32 to index
    %0 = "test.reify_bound"(%vi) {constant, type = "UB"} : (index) -> index // = 10
    %ba = tensor.dim %acc, %c0 : tensor<?x8xf32>
    "test.compare"(%ba, %dx) {cmp = "EQ"} : (index, index) -> () // = true
    %next = stablehlo.add %it, %one : tensor<i32>
    %more = stablehlo.add %acc, %acc : tensor<?x8xf32>
    stablehlo.return %next, %more : tensor<i32>, tensor<?x8xf32>
  }
  %end = tensor.extract %w#0[] : tensor<i32>
  %endi = arith.index_cast %end : i32 to index
  %2 = "test.reify_bound"(%endi) {constant, type = "LB"} : (index) -> index // = 10
  %wd = tensor.dim %w#1, %c0 : tensor<?x8xf32>
  "test.compare"(%wd, %dx) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @rarer(%x: tensor<?x?xf32>, %s: tensor<2xi32>, %key: tensor<?xui64>, %k: tensor<i32>, %v: tensor<f32>, %w: tensor<2xi32>, %p: tensor<2x2xi32>, %c: tensor<?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %dx = tensor.dim %x, %c0 : tensor<?x?xf32>
  %ex = tensor.dim %x, %c1 : tensor<?x?xf32>
  %same = stablehlo.bitcast_convert %x : (tensor<?x?xf32>) -> tensor<?x?xi32>
  %0 = tensor.dim %same, %c1 : tensor<?x?xi32>
  "test.compare"(%0, %ex) {cmp = "EQ"} : (index, index) -> () // = true
  %bytes = stablehlo.bitcast_convert %x : (tensor<?x?xf32>) -> tensor<?x?x4xi8>
  %1 = tensor.dim %bytes, %c1 : tensor<?x?x4xi8>
  "test.compare"(%1, %ex) {cmp = "EQ"} : (index, index) -> () // = true
  %back = stablehlo.bitcast_convert %bytes : (tensor<?x?x4xi8>) -> tensor<?x?xf32>
  %2 = tensor.dim %back, %c0 : tensor<?x?xf32>
  "test.compare"(%2, %dx) {cmp = "EQ"} : (index, index) -> () // = true
  %narrow = stablehlo.reduce_precision %x, format = e5m10 : tensor<?x?xf32>
  %3 = tensor.dim %narrow, %c0 : tensor<?x?xf32>
  "test.compare"(%3, %dx) {cmp = "EQ"} : (index, index) -> () // = true
  %factor = stablehlo.cholesky %c, lower = true : tensor<?x?x?xf32>
  %4 = tensor.dim %factor, %c0 : tensor<?x?x?xf32>
  %5 = tensor.dim %c, %c0 : tensor<?x?x?xf32>
  "test.compare"(%4, %5) {cmp = "EQ"} : (index, index) -> () // = true
  %line = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x16xf32>
  %waves = stablehlo.fft %line, type = RFFT, length = [16] : (tensor<?x16xf32>) -> tensor<?x9xcomplex<f32>>
  %6 = tensor.dim %waves, %c0 : tensor<?x9xcomplex<f32>>
  %twice = arith.addi %dx, %dx : index
  "test.compare"(%6, %twice) {cmp = "EQ"} : (index, index) -> () // = true
  %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<?xui64>) -> (tensor<?xui64>, tensor<2x2xui64>)
  %7 = tensor.dim %state, %c0 : tensor<?xui64>
  %8 = tensor.dim %key, %c0 : tensor<?xui64>
  "test.compare"(%7, %8) {cmp = "EQ"} : (index, index) -> () // = true
  %best, %where = chlo.top_k(%x, k = 5) : tensor<?x?xf32> -> (tensor<?x?xf32>, tensor<?x?xi32>)
  %9 = tensor.dim %where, %c0 : tensor<?x?xi32>
  "test.compare"(%9, %dx) {cmp = "EQ"} : (index, index) -> () // = true
  %10 = "test.reify_bound"(%best) {dim = 1, constant} : (tensor<?x?xf32>) -> index // = 5
  %e = chlo.bessel_i1e %x : tensor<?x?xf32> -> tensor<?x?xf32>
  %f = chlo.is_neg_inf %e : tensor<?x?xf32> -> tensor<?x?xi1>
  %g = chlo.is_pos_inf %e : tensor<?x?xf32> -> tensor<?x?xi1>
  %h = chlo.polygamma %e, %x : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  %i = chlo.zeta %h, %x : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  %11 = tensor.dim %i, %c1 : tensor<?x?xf32>
  "test.compare"(%11, %ex) {cmp = "EQ"} : (index, index) -> () // = true
  // by custom calls
  %s0 = tensor.extract %s[%c0] : tensor<2xi32>
  %i0 = arith.index_cast %s0 : i32 to index
  %s1 = tensor.extract %s[%c1] : tensor<2xi32>
  %i1 = arith.index_cast %s1 : i32 to index
  %named:2 = stablehlo.custom_call @lapack(%x, %s, %w) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>} : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  %12 = tensor.dim %named#0, %c1 : tensor<?x?xf32>
  "test.compare"(%12, %i1) {cmp = "EQ"} : (index, index) -> () // = true
  %top:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<?x?xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  %13 = tensor.dim %top#1, %c0 : tensor<?x?xi32>
  "test.compare"(%13, %dx) {cmp = "EQ"} : (index, index) -> () // = true
  %14 = tensor.dim %top#0, %c1 : tensor<?x?xf32>
  %ke = tensor.extract %k[] : tensor<i32>
  %ki = arith.index_cast %ke : i32 to index
  "test.compare"(%14, %ki) {cmp = "EQ"} : (index, index) -> () // = true
  %random:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%key, %s) : (tensor<?xui64>, tensor<2xi32>) -> (tensor<?xui64>, tensor<?x?xui32>)
  %15 = tensor.dim %random#1, %c0 : tensor<?x?xui32>
  "test.compare"(%15, %i0) {cmp = "EQ"} : (index, index) -> () // = true
  %window = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %steps = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %padding = stablehlo.constant dense<[[0, 0], [1, 1]]> : tensor<2x2xi32>
  %sums = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %v, %window, %steps, %ones, %ones, %padding) : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  %16 = tensor.dim %sums, %c1 : tensor<?x?xf32>
  %half = affine.apply affine_map<()[s0] -> (s0 ceildiv 2)>()[%ex]
  "test.compare"(%16, %half) {cmp = "LE"} : (index, index) -> () // = true
  return
}

// A counter of 32 bits does not wrap where it is below a bound; nor does one of several.
func.func @counter(%n: tensor<i32>, %x: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %pair = stablehlo.constant dense<[3, 5]> : tensor<2xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %most = tensor.extract %n[] : tensor<i32>
  %m = arith.index_cast %most : i32 to index
  %end, %both = stablehlo.while(%i = %zero, %p = %pair) : tensor<i32>, tensor<2xi32>
  cond {
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %at = tensor.extract %i[] : tensor<i32>
    %j = arith.index_cast %at : i32 to index
    "test.compare"(%j, %c0) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%j, %m) {cmp = "LT"} : (index, index) -> () // = true
    %next = stablehlo.add %i, %one : tensor<i32>
    %least = stablehlo.maximum %p, %ones : tensor<2xi32>
    stablehlo.return %next, %least : tensor<i32>, tensor<2xi32>
  }
  %last = tensor.extract %end[] : tensor<i32>
  %l = arith.index_cast %last : i32 to index
  "test.compare"(%l, %m) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%l, %c0) {cmp = "GE"} : (index, index) -> () // = true
  %first = tensor.extract %both[%c0] : tensor<2xi32>
  %f = arith.index_cast %first : i32 to index
  %0 = "test.reify_bound"(%f) {constant, type = "LB"} : (index) -> index // = 3
  return
}

// stablehlo.complex, sdy.sharding_constraint, sdy.reshard: of the sizes that they are given.
func.func @placed(%x: tensor<?x4xf32>, %l: tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %a = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<?x4xf32>
  %b = sdy.reshard %a <@mesh, [{}, {}]> : tensor<?x4xf32>
  %z = stablehlo.complex %b, %x : tensor<?x4xcomplex<f32>>
  %zd = tensor.dim %z, %c0 : tensor<?x4xcomplex<f32>>
  "test.compare"(%zd, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %k = sdy.sharding_constraint %l <@mesh, [{}]> : tensor<2xi32>
  %m = sdy.reshard %k <@mesh, [{}]> : tensor<2xi32>
  %e = tensor.extract %m[%c1] : tensor<2xi32>
  %f = tensor.extract %l[%c1] : tensor<2xi32>
  %ei = arith.index_cast %e : i32 to index
  %fi = arith.index_cast %f : i32 to index
  "test.compare"(%ei, %fi) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// hlo-floored-quotient-called: func.call of what does nothing but choose.
func.func private @choose(%n: tensor<i32>, %c: tensor<i1>, %x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.select %c, %x, %y : tensor<i1>, tensor<i32>
  return %0 : tensor<i32>
}

func.func private @swapped(%n: tensor<i32>, %c: tensor<i1>, %x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.select %c, %y, %x : tensor<i1>, tensor<i32>
  return %0 : tensor<i32>
}

func.func private @more(%n: tensor<i32>, %c: tensor<i1>, %x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.select %c, %x, %y : tensor<i1>, tensor<i32>
  %1 = stablehlo.add %0, %n : tensor<i32>
  return %1 : tensor<i32>
}

func.func @called(%n: tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %q = stablehlo.divide %n, %three : tensor<i32>
  %sn = stablehlo.sign %n : tensor<i32>
  %sd = stablehlo.sign %three : tensor<i32>
  %differ = stablehlo.compare NE, %sn, %sd, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.remainder %n, %three : tensor<i32>
  %left = stablehlo.compare NE, %r, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c = stablehlo.and %differ, %left : tensor<i1>
  %less = stablehlo.subtract %q, %one : tensor<i32>
  %f = call @choose(%n, %c, %less, %q) : (tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %g = call @swapped(%n, %c, %less, %q) : (tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %h = call @more(%n, %c, %less, %q) : (tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %back = call @swapped(%n, %c, %q, %less) : (tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %ne = tensor.extract %n[] : tensor<i32>
  %i = arith.index_cast %ne : i32 to index
  %floored = affine.apply affine_map<()[s0] -> (s0 floordiv 3)>()[%i]
  %fe = tensor.extract %f[] : tensor<i32>
  %fi = arith.index_cast %fe : i32 to index
  "test.compare"(%fi, %floored) {cmp = "EQ"} : (index, index) -> () // = true
  %ge = tensor.extract %g[] : tensor<i32>
  %gi = arith.index_cast %ge : i32 to index
  "test.compare"(%gi, %floored) {cmp = "EQ"} : (index, index) -> () // = fail
  %he = tensor.extract %h[] : tensor<i32>
  %hi = arith.index_cast %he : i32 to index
  "test.compare"(%hi, %floored) {cmp = "EQ"} : (index, index) -> () // = fail
  %be = tensor.extract %back[] : tensor<i32>
  %bi = arith.index_cast %be : i32 to index
  "test.compare"(%bi, %floored) {cmp = "EQ"} : (index, index) -> () // = true
  return
}
