module {
  tt.func public @bits(%x: !tt.ptr<f32>) {
    %c32 = arith.constant 32 : i32
    %c5 = arith.constant 5 : i32
    %c8 = arith.constant 8 : i32
    %r = tt.get_program_id x : i32
    %lane = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %wide = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %five = tt.splat %c5 : i32 -> tensor<32xi32>
    %first = arith.muli %r, %c32 : i32
    %start = tt.splat %first : i32 -> tensor<32xi32>
    %turned = arith.xori %lane, %five : tensor<32xi32>
    %at = arith.addi %start, %turned : tensor<32xi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %p = tt.addptr %xs, %at : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %v = arith.constant dense<0.0> : tensor<32xf32>
    tt.store %p, %v : tensor<32x!tt.ptr<f32>>
    %row = arith.remsi %r, %c8 : i32
    %rows = tt.splat %row : i32 -> tensor<128xi32>
    %swizzled = arith.xori %wide, %rows : tensor<128xi32>
    %ys = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %q = tt.addptr %ys, %swizzled : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %w = arith.constant dense<0.0> : tensor<128xf32>
    tt.store %q, %w : tensor<128x!tt.ptr<f32>>
    %square = tt.reshape %lane : tensor<32xi32> -> tensor<4x8xi32>
    %origin = tt.splat %first : i32 -> tensor<4x8xi32>
    %there = arith.addi %origin, %square : tensor<4x8xi32>
    %zs = tt.splat %x : !tt.ptr<f32> -> tensor<4x8x!tt.ptr<f32>>
    %s = tt.addptr %zs, %there : tensor<4x8x!tt.ptr<f32>>, tensor<4x8xi32>
    %u = arith.constant dense<0.0> : tensor<4x8xf32>
    tt.store %s, %u : tensor<4x8x!tt.ptr<f32>>
    tt.return
  }
  // An attribute says what an op returns only if it is a constant.
  tt.func public @others(%x: !tt.ptr<f32>) {
    %u = "test.number"() {value = 3 : i32} : () -> i32
    %mask = "test.number"() {value = 7 : i32} : () -> i32
    %lane = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %v = arith.constant dense<0.0> : tensor<32xf32>
    %us = tt.splat %u : i32 -> tensor<32xi32>
    %at = arith.addi %lane, %us : tensor<32xi32>
    %p = tt.addptr %xs, %at : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %p, %v : tensor<32x!tt.ptr<f32>>
    %masked = arith.andi %u, %mask : i32
    %as = tt.splat %masked : i32 -> tensor<32xi32>
    %turned = arith.xori %lane, %as : tensor<32xi32>
    %q = tt.addptr %xs, %turned : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %q, %v : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}
