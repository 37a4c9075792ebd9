// Quotients by a size in private functions, as JAX writes them; a loop that keeps a size; sizes in an order.
func.func @quotients(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %minus_one = stablehlo.constant dense<-1> : tensor<i32>
  %limit = stablehlo.constant dense<128> : tensor<i32>
  %many = stablehlo.constant dense<100000> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %is_positive = stablehlo.compare GE, %b, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_positive, %b) {api_version = 2 : i32, error_message = "b >= 1", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %is_small = stablehlo.compare LE, %b, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_small, %b) {api_version = 2 : i32, error_message = "b <= 128", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %is_short = stablehlo.compare LE, %n, %many, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_short, %n) {api_version = 2 : i32, error_message = "n <= 100000", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %sum = stablehlo.add %n, %b : tensor<i32>
  %more = stablehlo.add %sum, %minus_one : tensor<i32>
  %q = call @floor_divide(%more, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %r = call @floor_divide(%n, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %qs = stablehlo.reshape %q : (tensor<i32>) -> tensor<1xi32>
  %rs = stablehlo.reshape %r : (tensor<i32>) -> tensor<1xi32>
  %up = stablehlo.dynamic_broadcast_in_dim %zero, %qs, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %down = stablehlo.dynamic_broadcast_in_dim %zero, %rs, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %up, %down : tensor<?xf32>, tensor<?xf32>
}

func.func private @floor_divide(%x: tensor<i32>, %d: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %q = stablehlo.divide %x, %d : tensor<i32>
  %sx = stablehlo.sign %x : tensor<i32>
  %sd = stablehlo.sign %d : tensor<i32>
  %differ = stablehlo.compare NE, %sx, %sd, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %rest = stablehlo.remainder %x, %d : tensor<i32>
  %inexact = stablehlo.compare NE, %rest, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c = stablehlo.and %differ, %inexact : tensor<i1>
  %less = stablehlo.subtract %q, %one : tensor<i32>
  %chosen = call @where(%c, %less, %q) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  return %chosen : tensor<i32>
}

func.func private @where(%c: tensor<i1>, %a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.select %c, %a, %b : tensor<i1>, tensor<i32>
  return %0 : tensor<i32>
}

// The divisor may be negative or 0.
func.func @any_divisor(%n: tensor<i32>, %d: tensor<i32>) -> tensor<i32> {
  %r = call @floor_divide_by_any(%n, %d) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

func.func private @floor_divide_by_any(%x: tensor<i32>, %d: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %q = stablehlo.divide %x, %d : tensor<i32>
  %sx = stablehlo.sign %x : tensor<i32>
  %sd = stablehlo.sign %d : tensor<i32>
  %differ = stablehlo.compare NE, %sx, %sd, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %rest = stablehlo.remainder %x, %d : tensor<i32>
  %inexact = stablehlo.compare NE, %rest, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c = stablehlo.and %differ, %inexact : tensor<i1>
  %less = stablehlo.subtract %q, %one : tensor<i32>
  %chosen = stablehlo.select %c, %less, %q : tensor<i1>, tensor<i32>
  return %chosen : tensor<i32>
}

// Two calls, both with a <= b, of which one has b - a <= 3.
func.func @ordered(%n: index, %m: index) {
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %k = arith.minsi %n, %m : index
  call @between(%k, %n) : (index, index) -> ()
  %next = arith.addi %m, %c3 : index
  call @between(%m, %next) : (index, index) -> ()
  return
}

func.func private @between(%a: index, %b: index) {
  %length = arith.subi %b, %a : index
  return
}

// A call with a > b.
func.func @unordered(%n: index, %m: index) {
  %k = arith.minsi %n, %m : index
  call @any_order(%k, %n) : (index, index) -> ()
  call @any_order(%n, %m) : (index, index) -> ()
  return
}

func.func private @any_order(%a: index, %b: index) {
  %length = arith.subi %b, %a : index
  return
}

// Where the kernel has no elements, there is no window, whatever the size of the padding.
func.func @kernel_of_any_size(%x: tensor<1x1x?xf32>, %w: tensor<1x1x?xf32>) -> tensor<1x1x?xf32> {
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x?xf32>, tensor<1x1x?xf32>) -> tensor<1x1x?xf32>
  return %r : tensor<1x1x?xf32>
}
