// What ops compute on integers: each of them, on numbers.
func.func @numbers(%n: tensor<i32>, %p: tensor<i1>, %x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %k2 = stablehlo.constant dense<2> : tensor<i32>
  %k5 = stablehlo.constant dense<5> : tensor<i32>
  %m7 = stablehlo.constant dense<-7> : tensor<i32>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %EQ = stablehlo.compare EQ, %k2, %k5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e1 = tensor.extract %EQ[] : tensor<i1>
  %i1 = arith.index_castui %e1 : i1 to index
  %q2 = "test.reify_bound"(%i1) {constant, type = "EQ"} : (index) -> index // = 0
  %NE = stablehlo.compare NE, %k2, %k5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e3 = tensor.extract %NE[] : tensor<i1>
  %i3 = arith.index_castui %e3 : i1 to index
  %q4 = "test.reify_bound"(%i3) {constant, type = "EQ"} : (index) -> index // = 1
  %LE = stablehlo.compare LE, %k2, %k5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e5 = tensor.extract %LE[] : tensor<i1>
  %i5 = arith.index_castui %e5 : i1 to index
  %q6 = "test.reify_bound"(%i5) {constant, type = "EQ"} : (index) -> index // = 1
  %GT = stablehlo.compare GT, %k2, %k5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e7 = tensor.extract %GT[] : tensor<i1>
  %i7 = arith.index_castui %e7 : i1 to index
  %q8 = "test.reify_bound"(%i7) {constant, type = "EQ"} : (index) -> index // = 0
  %LT = stablehlo.compare LT, %k2, %k5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e9 = tensor.extract %LT[] : tensor<i1>
  %i9 = arith.index_castui %e9 : i1 to index
  %q10 = "test.reify_bound"(%i9) {constant, type = "EQ"} : (index) -> index // = 1
  %GE = stablehlo.compare GE, %k2, %k5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %e11 = tensor.extract %GE[] : tensor<i1>
  %i11 = arith.index_castui %e11 : i1 to index
  %q12 = "test.reify_bound"(%i11) {constant, type = "EQ"} : (index) -> index // = 0
  %f = stablehlo.convert %LE : (tensor<i1>) -> tensor<i32>
  %e13 = tensor.extract %f[] : tensor<i32>
  %i13 = arith.index_cast %e13 : i32 to index
  %q14 = "test.reify_bound"(%i13) {constant, type = "EQ"} : (index) -> index // = 1
  %g = stablehlo.convert %k5 : (tensor<i32>) -> tensor<i1>
  %e15 = tensor.extract %g[] : tensor<i1>
  %i15 = arith.index_castui %e15 : i1 to index
  %q16 = "test.reify_bound"(%i15) {constant, type = "EQ"} : (index) -> index // = 1
  %add = stablehlo.add %m7, %k2 : tensor<i32>
  %e17 = tensor.extract %add[] : tensor<i32>
  %i17 = arith.index_cast %e17 : i32 to index
  %q18 = "test.reify_bound"(%i17) {constant, type = "EQ"} : (index) -> index // = -5
  %multiply = stablehlo.multiply %m7, %k2 : tensor<i32>
  %e19 = tensor.extract %multiply[] : tensor<i32>
  %i19 = arith.index_cast %e19 : i32 to index
  %q20 = "test.reify_bound"(%i19) {constant, type = "EQ"} : (index) -> index // = -14
  %divide = stablehlo.divide %m7, %k2 : tensor<i32>
  %e21 = tensor.extract %divide[] : tensor<i32>
  %i21 = arith.index_cast %e21 : i32 to index
  %q22 = "test.reify_bound"(%i21) {constant, type = "EQ"} : (index) -> index // = -3
  %remainder = stablehlo.remainder %m7, %k2 : tensor<i32>
  %e23 = tensor.extract %remainder[] : tensor<i32>
  %i23 = arith.index_cast %e23 : i32 to index
  %q24 = "test.reify_bound"(%i23) {constant, type = "EQ"} : (index) -> index // = -1
  %minimum = stablehlo.minimum %m7, %k2 : tensor<i32>
  %e25 = tensor.extract %minimum[] : tensor<i32>
  %i25 = arith.index_cast %e25 : i32 to index
  %q26 = "test.reify_bound"(%i25) {constant, type = "EQ"} : (index) -> index // = -7
  %maximum = stablehlo.maximum %m7, %k2 : tensor<i32>
  %e27 = tensor.extract %maximum[] : tensor<i32>
  %i27 = arith.index_cast %e27 : i32 to index
  %q28 = "test.reify_bound"(%i27) {constant, type = "EQ"} : (index) -> index // = 2
  %abs = stablehlo.abs %m7 : tensor<i32>
  %e29 = tensor.extract %abs[] : tensor<i32>
  %i29 = arith.index_cast %e29 : i32 to index
  %q30 = "test.reify_bound"(%i29) {constant, type = "EQ"} : (index) -> index // = 7
  %negate = stablehlo.negate %m7 : tensor<i32>
  %e31 = tensor.extract %negate[] : tensor<i32>
  %i31 = arith.index_cast %e31 : i32 to index
  %q32 = "test.reify_bound"(%i31) {constant, type = "EQ"} : (index) -> index // = 7
  %not = stablehlo.not %m7 : tensor<i32>
  %e33 = tensor.extract %not[] : tensor<i32>
  %i33 = arith.index_cast %e33 : i32 to index
  %q34 = "test.reify_bound"(%i33) {constant, type = "EQ"} : (index) -> index // = 6
  %sign = stablehlo.sign %m7 : tensor<i32>
  %e35 = tensor.extract %sign[] : tensor<i32>
  %i35 = arith.index_cast %e35 : i32 to index
  %q36 = "test.reify_bound"(%i35) {constant, type = "EQ"} : (index) -> index // = -1
  %nyes = stablehlo.not %yes : tensor<i1>
  %e37 = tensor.extract %nyes[] : tensor<i1>
  %i37 = arith.index_castui %e37 : i1 to index
  %q38 = "test.reify_bound"(%i37) {constant, type = "EQ"} : (index) -> index // = 0
  %or = stablehlo.add %yes, %yes : tensor<i1>
  %e39 = tensor.extract %or[] : tensor<i1>
  %i39 = arith.index_castui %e39 : i1 to index
  %q40 = "test.reify_bound"(%i39) {constant, type = "EQ"} : (index) -> index // = 1
  %sc = stablehlo.select %yes, %yes, %nyes : tensor<i1>, tensor<i1>
  %e41 = tensor.extract %sc[] : tensor<i1>
  %i41 = arith.index_castui %e41 : i1 to index
  %q42 = "test.reify_bound"(%i41) {constant, type = "EQ"} : (index) -> index // = 1
  %cl = stablehlo.clamp %k2, %n, %k5 : tensor<i32>
  %e43 = tensor.extract %cl[] : tensor<i32>
  %i43 = arith.index_cast %e43 : i32 to index
  %q44 = "test.reify_bound"(%i43) {constant, type = "LB"} : (index) -> index // = 2
  %q45 = "test.reify_bound"(%i43) {constant, type = "UB"} : (index) -> index // = 6
  %mx = stablehlo.maximum %n, %k5 : tensor<i32>
  %e46 = tensor.extract %mx[] : tensor<i32>
  %i46 = arith.index_cast %e46 : i32 to index
  %q47 = "test.reify_bound"(%i46) {constant, type = "LB"} : (index) -> index // = 5
  %mn = stablehlo.minimum %n, %k5 : tensor<i32>
  %e48 = tensor.extract %mn[] : tensor<i32>
  %i48 = arith.index_cast %e48 : i32 to index
  %q49 = "test.reify_bound"(%i48) {constant, type = "UB"} : (index) -> index // = 6
  %k1 = stablehlo.constant dense<1> : tensor<i32>
  %pos = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %ispos = stablehlo.compare GE, %pos, %k1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ispos) {has_side_effect = true} : (tensor<i1>) -> ()
  %qb = stablehlo.divide %k5, %pos : tensor<i32>
  %e50 = tensor.extract %qb[] : tensor<i32>
  %i50 = arith.index_cast %e50 : i32 to index
  %q51 = "test.reify_bound"(%i50) {constant, type = "UB"} : (index) -> index // = 6
  %rb = stablehlo.remainder %m7, %pos : tensor<i32>
  %e52 = tensor.extract %rb[] : tensor<i32>
  %i52 = arith.index_cast %e52 : i32 to index
  %q53 = "test.reify_bound"(%i52) {constant, type = "LB"} : (index) -> index // = -7
  return
}

// Elements of shapes, and what control leads to.
func.func @elements(%n: tensor<i32>, %p: tensor<i1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %b = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %bar = stablehlo.optimization_barrier %a : tensor<2xi32>
  %e54 = tensor.extract %bar[%c1] : tensor<2xi32>
  %i54 = arith.index_cast %e54 : i32 to index
  %q55 = "test.reify_bound"(%i54) {constant, type = "EQ"} : (index) -> index // = 4
  %t = stablehlo.transpose %b, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %e = tensor.extract %t[%c2, %c0] : tensor<3x2xi32>
  %ei = arith.index_cast %e : i32 to index
  %q56 = "test.reify_bound"(%ei) {constant, type = "EQ"} : (index) -> index // = 3
  %s = stablehlo.constant dense<[-1, 4]> : tensor<2xi32>
  %twelve = arith.constant 12 : index
  %crs = stablehlo.compute_reshape_shape %twelve, %s : (index, tensor<2xi32>) -> tensor<2xi32>
  %e57 = tensor.extract %crs[%c0] : tensor<2xi32>
  %i57 = arith.index_cast %e57 : i32 to index
  %q58 = "test.reify_bound"(%i57) {constant, type = "EQ"} : (index) -> index // = 3
  %if = "stablehlo.if"(%p) ({
  %e59 = tensor.extract %p[] : tensor<i1>
  %i59 = arith.index_castui %e59 : i1 to index
  %q60 = "test.reify_bound"(%i59) {constant, type = "EQ"} : (index) -> index // = 1
  stablehlo.return %a : tensor<2xi32>
  }, {
  %e61 = tensor.extract %p[] : tensor<i1>
  %i61 = arith.index_castui %e61 : i1 to index
  %q62 = "test.reify_bound"(%i61) {constant, type = "EQ"} : (index) -> index // = 0
  stablehlo.return %s : tensor<2xi32>
  }) : (tensor<i1>) -> tensor<2xi32>
  %e63 = tensor.extract %if[%c1] : tensor<2xi32>
  %i63 = arith.index_cast %e63 : i32 to index
  %q64 = "test.reify_bound"(%i63) {constant, type = "EQ"} : (index) -> index // = 4
  return
}

// Sizes that ops make the same, and sizes that they have.
func.func @sizes(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<?xf32>, %w: tensor<?xf32>, %v: tensor<f32>, %p: tensor<?xi1>, %n: tensor<i32>, %st: tensor<2xi32>, %li: tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s3 = stablehlo.constant dense<0.0> : tensor<3xf32>
  %b = "chlo.broadcast_add"(%s3, %z) : (tensor<3xf32>, tensor<?xf32>) -> tensor<?xf32>
  %d65 = tensor.dim %z, %c0 : tensor<?xf32>
  "test.compare"(%d65, %c3) {cmp = "LE"} : (index, index) -> () // = true
  %bc = stablehlo.broadcast_in_dim %w, dims = [0] : (tensor<?xf32>) -> tensor<4x5xf32>
  %c4 = arith.constant 4 : index
  %d66 = tensor.dim %w, %c0 : tensor<?xf32>
  "test.compare"(%d66, %c4) {cmp = "LE"} : (index, index) -> () // = true
  %cl = stablehlo.clamp %v, %x, %v : (tensor<f32>, tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %d67 = tensor.dim %cl, %c1 : tensor<?x?xf32>
  %d68 = tensor.dim %x, %c1 : tensor<?x?xf32>
  "test.compare"(%d67, %d68) {cmp = "EQ"} : (index, index) -> () // = true
  %cat = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %d69 = tensor.dim %cat, %c1 : tensor<?x?xf32>
  %d70 = tensor.dim %x, %c1 : tensor<?x?xf32>
  "test.compare"(%d69, %d70) {cmp = "EQ"} : (index, index) -> () // = true
  %d71 = tensor.dim %y, %c1 : tensor<?x?xf32>
  %d72 = tensor.dim %x, %c1 : tensor<?x?xf32>
  "test.compare"(%d71, %d72) {cmp = "EQ"} : (index, index) -> () // = true
  %ds = stablehlo.dynamic_slice %x, %n, %n, sizes = [2, 4] : (tensor<?x?xf32>, tensor<i32>, tensor<i32>) -> tensor<?x4xf32>
  %d73 = tensor.dim %ds, %c0 : tensor<?x4xf32>
  %q74 = "test.reify_bound"(%d73) {constant, type = "EQ"} : (index) -> index // = 2
  %up = stablehlo.dynamic_update_slice %x, %y, %n, %n : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>, tensor<i32>) -> tensor<?x?xf32>
  %d75 = tensor.dim %y, %c0 : tensor<?x?xf32>
  %d76 = tensor.dim %x, %c0 : tensor<?x?xf32>
  "test.compare"(%d75, %d76) {cmp = "LE"} : (index, index) -> () // = true
  %sl = stablehlo.slice %x [1:7:2, 0:4] : (tensor<?x?xf32>) -> tensor<?x4xf32>
  %d77 = tensor.dim %sl, %c0 : tensor<?x4xf32>
  %q78 = "test.reify_bound"(%d77) {constant, type = "EQ"} : (index) -> index // = 3
  return
}

func.func @products(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>, %d: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %d79 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %d80 = tensor.dim %b, %c0 : tensor<?x?xf32>
  "test.compare"(%d79, %d80) {cmp = "EQ"} : (index, index) -> () // = true
  %q = "stablehlo.dot"(%c, %d) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %d81 = tensor.dim %c, %c1 : tensor<?x?xf32>
  %d82 = tensor.dim %d, %c0 : tensor<?x?xf32>
  "test.compare"(%d81, %d82) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @selects(%p: tensor<?xi1>, %z: tensor<?xf32>, %w: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s = stablehlo.select %p, %z, %w : tensor<?xi1>, tensor<?xf32>
  %d83 = tensor.dim %s, %c0 : tensor<?xf32>
  %d84 = tensor.dim %z, %c0 : tensor<?xf32>
  "test.compare"(%d83, %d84) {cmp = "EQ"} : (index, index) -> () // = true
  %d85 = tensor.dim %p, %c0 : tensor<?xi1>
  %d86 = tensor.dim %w, %c0 : tensor<?xf32>
  "test.compare"(%d85, %d86) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @slices(%x: tensor<?x?xf32>, %st: tensor<2xi32>, %li: tensor<2xi32>, %by: tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s = stablehlo.real_dynamic_slice %x, %st, %li, %by : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %e87 = tensor.extract %st[%c1] : tensor<2xi32>
  %i87 = arith.index_cast %e87 : i32 to index
  %d88 = tensor.dim %x, %c1 : tensor<?x?xf32>
  "test.compare"(%i87, %d88) {cmp = "LE"} : (index, index) -> () // = true
  %e89 = tensor.extract %li[%c0] : tensor<2xi32>
  %i89 = arith.index_cast %e89 : i32 to index
  %d90 = tensor.dim %x, %c0 : tensor<?x?xf32>
  "test.compare"(%i89, %d90) {cmp = "LE"} : (index, index) -> () // = true
  return
}

func.func @reduces(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %v: tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r:2 = stablehlo.reduce(%x init: %v), (%y init: %v) across dimensions = [1] : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
    stablehlo.return %a, %c : tensor<f32>, tensor<f32>
  }
  %d91 = tensor.dim %y, %c1 : tensor<?x?xf32>
  %d92 = tensor.dim %x, %c1 : tensor<?x?xf32>
  "test.compare"(%d91, %d92) {cmp = "EQ"} : (index, index) -> () // = true
  %d93 = tensor.dim %r#1, %c0 : tensor<?xf32>
  %d94 = tensor.dim %x, %c0 : tensor<?x?xf32>
  "test.compare"(%d93, %d94) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @reshapes(%x: tensor<?x?xf32>, %s: tensor<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %d95 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d96 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %ab = arith.muli %d95, %d96 : index
  %d97 = tensor.dim %r, %c0 : tensor<?xf32>
  "test.compare"(%d97, %ab) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// Sizes that a type bounds are not above that.
func.func @bounded(%t: tensor<?x?xf32, #stablehlo.bounds<16, ?>>, %m: tensor<3x?xf32, #mhlo.type_extensions<bounds = [?, 8]>>, %u: tensor<3x?xf32, #stablehlo.type_extensions<bounds = [?, 5]>>) {
  %4 = "test.reify_bound"(%u) {dim = 1 : i64, type = "UB", constant} : (tensor<3x?xf32, #stablehlo.type_extensions<bounds = [?, 5]>>) -> index // = 6
  %0 = "test.reify_bound"(%t) {dim = 0 : i64, type = "UB", constant} : (tensor<?x?xf32, #stablehlo.bounds<16, ?>>) -> index // = 17
  %1 = "test.reify_bound"(%t) {dim = 1 : i64, type = "UB", constant} : (tensor<?x?xf32, #stablehlo.bounds<16, ?>>) -> index // = fail
  %2 = "test.reify_bound"(%m) {dim = 1 : i64, type = "UB", constant} : (tensor<3x?xf32, #mhlo.type_extensions<bounds = [?, 8]>>) -> index // = 9
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %t, %c0 : tensor<?x?xf32, #stablehlo.bounds<16, ?>>
  %e = tensor.dim %m, %c1 : tensor<3x?xf32, #mhlo.type_extensions<bounds = [?, 8]>>
  %sum = arith.addi %d, %e : index
  %3 = "test.reify_bound"(%sum) {type = "UB", constant} : (index) -> index // = 25
  return
}

// chlo.broadcast_add with dimensions that say what is the case without them; chlo.broadcast_select
func.func @chlo_dimensions(%a: tensor<?x?xf32>, %b: tensor<?xf32>, %c: tensor<i1>, %p: tensor<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %a1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %b0 = tensor.dim %b, %c0 : tensor<?xf32>
  %last = "chlo.broadcast_add"(%a, %b) {broadcast_dimensions = array<i64: 1>} : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %last0 = tensor.dim %last, %c0 : tensor<?x?xf32>
  "test.compare"(%last0, %a0) {cmp = "EQ"} : (index, index) -> () // = true
  %like = "chlo.constant_like"(%a) {value = 1.0 : f32} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %like1 = tensor.dim %like, %c1 : tensor<?x?xf32>
  "test.compare"(%like1, %a1) {cmp = "EQ"} : (index, index) -> () // = true
  %same = "chlo.broadcast_add"(%a, %a) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %same1 = tensor.dim %same, %c1 : tensor<?x?xf32>
  "test.compare"(%same1, %a1) {cmp = "EQ"} : (index, index) -> () // = true
  %chosen = "chlo.broadcast_select"(%c, %a, %a) : (tensor<i1>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %chosen0 = tensor.dim %chosen, %c0 : tensor<?x?xf32>
  "test.compare"(%chosen0, %a0) {cmp = "EQ"} : (index, index) -> () // = true
  %row = "chlo.broadcast_select"(%p, %a, %b) : (tensor<?xi1>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %row0 = tensor.dim %row, %c0 : tensor<?x?xf32>
  "test.compare"(%row0, %a0) {cmp = "EQ"} : (index, index) -> () // = true
  %row1 = tensor.dim %row, %c1 : tensor<?x?xf32>
  "test.compare"(%row1, %b0) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// What is chosen from has size 1, or that of the condition.
func.func @chlo_select_fits(%p: tensor<3xi1>, %b: tensor<?xf32>) {
  %chosen = "chlo.broadcast_select"(%p, %b, %b) : (tensor<3xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %b0 = tensor.dim %b, %c0 : tensor<?xf32>
  "test.compare"(%b0, %c3) {cmp = "LE"} : (index, index) -> () // = true
  return
}

// Where they say otherwise, it lies there: what has size 1 is repeated.
func.func @chlo_first(%a: tensor<?x?xf32>, %b: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %first = "chlo.broadcast_add"(%a, %b) {broadcast_dimensions = array<i64: 0>} : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %first0 = tensor.dim %first, %c0 : tensor<?x?xf32>
  "test.compare"(%first0, %a0) {cmp = "EQ"} : (index, index) -> () // = fail
  %first1 = tensor.dim %first, %c1 : tensor<?x?xf32>
  %a1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  "test.compare"(%first1, %a1) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// gather: a number of the vectors' dimension that is not written is 0
func.func @gather_by_columns(%x: tensor<?x?xf32>, %i: tensor<1x?xi32>, %s: tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i1 = tensor.dim %i, %c1 : tensor<1x?xi32>
  %a = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 6>}> : (tensor<?x?xf32>, tensor<1x?xi32>) -> tensor<?x?xf32>
  %a0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  "test.compare"(%a0, %i1) {cmp = "EQ"} : (index, index) -> () // = true
  %b = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0]>}> : (tensor<?x?xf32>, tensor<1x?xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %b0 = tensor.dim %b, %c0 : tensor<?x?xf32>
  "test.compare"(%b0, %i1) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// which dimensions are repeated, where that is known
func.func @broadcast_kinds(%x: tensor<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %b = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 0, 1>, known_nonexpanding_dimensions = array<i64: 0>, known_expanding_dimensions = array<i64: 1>} : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %x0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  "test.compare"(%x0, %n) {cmp = "EQ"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%x) {dim = 1} : (tensor<?x?xf32>) -> index // = 1
  return
}

func.func @placed_dimensions(%a: tensor<8x4xf32>, %b: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %r = "chlo.broadcast_add"(%a, %b) <{broadcast_dimensions = array<i64: 0>}> : (tensor<8x4xf32>, tensor<?xf32>) -> tensor<8x4xf32>
  %d = tensor.dim %b, %c0 : tensor<?xf32>
  "test.reify_bound"(%d) <{type = "UB", constant}> : (index) -> index // = 9
  return
}
