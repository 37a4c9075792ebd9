func.func @tosa(%a: tensor<4x4xf32>, %b: tensor<1x4x4x3xf32>, %i: tensor<4xi8>, %x: i32, %m: i32, %s: i8) {
  %0 = tosa.maximum %a, %a {nan_mode = IGNORE} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = tosa.maximum %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = tosa.argmax %a {axis = 1 : i32, nan_mode = IGNORE} : (tensor<4x4xf32>) -> tensor<4xi32>
  %3 = tosa.argmax %a {axis = 1 : i32} : (tensor<4x4xf32>) -> tensor<4xi32>
  %4 = tosa.apply_scale %x, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  %5 = tosa.reduce_max %a {axis = 0 : i32} : (tensor<4x4xf32>) -> tensor<1x4xf32>
  %c = "tosa.const"() {values = dense<1> : tensor<4xi8>} : () -> tensor<4xi8>
  %6 = tosa.clamp %a {min_val = 0.0 : f32, max_val = 1.0 : f32, nan_mode = IGNORE} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = tosa.max_pool2d %b {kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>} : (tensor<1x4x4x3xf32>) -> tensor<1x2x2x3xf32>
  return
}

// -----

func.func @tosa(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) {
  %0 = tosa.add %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tosa.reduce_sum %a {axis = 0 : i32} : (tensor<?x4xf32>) -> tensor<1x4xf32>
  %2 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %s = tosa.const_shape {values = dense<[4, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.reshape %a, %s : (tensor<?x4xf32>, !tosa.shape<2>) -> tensor<4x?xf32>
  %4 = tosa.clamp %a {min_val = 0.0 : f32, max_val = 1.0 : f32} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %5 = "tosa.const"() {values = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  return
}

// -----

func.func @cond(%c: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0:2 = "tosa.cond_if"(%c, %x, %x) ({
    ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
    tosa.yield %a, %b : tensor<?xf32>, tensor<?xf32>
  }, {
    ^bb0(%a: tensor<?xf32>, %q: tensor<?xf32>):
    %b = tosa.negate %q, %z, %z : (tensor<?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?xf32>
    tosa.yield %b, %b : tensor<?xf32>, tensor<?xf32>
  }) {foo = 1 : i32} : (tensor<i1>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#1 : tensor<?xf32>
}

// -----

func.func @cond1(%c: tensor<i1>, %x: tensor<?xf32>)  {
  %0 = "tosa.cond_if"(%c) ({
    tosa.yield %x: tensor<?xf32>
  }, {
    tosa.yield %x: tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %1 = "tosa.cond_if"(%c, %x) ({
    ^bb0(%a: tensor<?xf32>):
    tosa.yield %x: tensor<?xf32>
  }, {
    ^bb0(%a: tensor<?xf32>):
    tosa.yield %x: tensor<?xf32>
  }) : (tensor<i1>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @while(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = tosa.while_loop (%i = %n, %y = %x) : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>) {
    %c = tosa.greater %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %y: tensor<?xf32>):
    %o = "tosa.const"() {values = dense<1> : tensor<i32>} : () -> tensor<i32>
    %j = tosa.add %i, %o : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %j, %y : tensor<i32>, tensor<?xf32>
  } attributes {foo = 1}
  return %0#1 : tensor<?xf32>
}
