func.func private @grown(%t: tensor<?x4xf32>, %n: index) -> (tensor<?x4xf32>, index) {
  %c0 = arith.constant 0 : index
  %padded = tensor.pad %t low[0, 0] high[%n, 0] {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0.0 : f32
    tensor.yield %zero : f32
  } : tensor<?x4xf32> to tensor<?x4xf32>
  %d = tensor.dim %padded, %c0 : tensor<?x4xf32>
  return %padded, %d : tensor<?x4xf32>, index
}

func.func private @twice(%t: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  %a, %d = call @grown(%t, %n) : (tensor<?x4xf32>, index) -> (tensor<?x4xf32>, index)
  %b, %e = call @grown(%a, %n) : (tensor<?x4xf32>, index) -> (tensor<?x4xf32>, index)
  return %b : tensor<?x4xf32>
}

// The quotient is affine where the divisor is a number.
func.func private @quotient(%n: index, %k: index) -> index {
  %q = arith.floordivsi %n, %k : index
  return %q : index
}

func.func private @larger(%n: index, %k: index) -> index {
  %m = arith.maxsi %n, %k : index
  return %m : index
}

// It is left in two ways.
func.func private @either(%p: i1, %n: index, %m: index) -> index {
  cf.cond_br %p, ^a, ^b
^a:
  return %n : index
^b:
  return %m : index
}

func.func private @endless(%n: index) -> index {
  %m = call @endless(%n) : (index) -> index
  return %m : index
}

// Both call themselves, and each other, more than once.
func.func private @this(%n: index) -> index {
  %a = call @that(%n) : (index) -> index
  %b = call @this(%a) : (index) -> index
  %c = call @that(%b) : (index) -> index
  %d = call @that(%c) : (index) -> index
  %sum = arith.addi %c, %d : index
  return %sum : index
}
func.func private @that(%n: index) -> index {
  %a = call @this(%n) : (index) -> index
  %b = call @this(%a) : (index) -> index
  %c = call @that(%b) : (index) -> index
  %d = call @this(%c) : (index) -> index
  %sum = arith.addi %c, %d : index
  return %sum : index
}

// Each calls the one before it twice.
func.func private @add1(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %sum = arith.addi %n, %c1 : index
  return %sum : index
}
func.func private @add2(%n: index) -> index {
  %a = call @add1(%n) : (index) -> index
  %b = call @add1(%a) : (index) -> index
  return %b : index
}
func.func private @add4(%n: index) -> index {
  %a = call @add2(%n) : (index) -> index
  %b = call @add2(%a) : (index) -> index
  return %b : index
}
func.func private @add8(%n: index) -> index {
  %a = call @add4(%n) : (index) -> index
  %b = call @add4(%a) : (index) -> index
  return %b : index
}
func.func private @add16(%n: index) -> index {
  %a = call @add8(%n) : (index) -> index
  %b = call @add8(%a) : (index) -> index
  return %b : index
}
func.func private @add32(%n: index) -> index {
  %a = call @add16(%n) : (index) -> index
  %b = call @add16(%a) : (index) -> index
  return %b : index
}

func.func private @outside(index) -> index

func.func @f(%t: tensor<?x4xf32>, %n: index, %p: i1) {
  %c8 = arith.constant 8 : index
  %g, %d = call @grown(%t, %n) : (tensor<?x4xf32>, index) -> (tensor<?x4xf32>, index)
  %h = call @twice(%t, %n) : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
  %more, %e = call @grown(%g, %n) : (tensor<?x4xf32>, index) -> (tensor<?x4xf32>, index)
  %q = call @quotient(%n, %c8) : (index, index) -> index
  %l = call @larger(%n, %c8) : (index, index) -> index
  %u = call @either(%p, %n, %n) : (i1, index, index) -> index
  %v = call @endless(%n) : (index) -> index
  %w = call @outside(%n) : (index) -> index
  %x = call @this(%n) : (index) -> index
  %y = call @add32(%n) : (index) -> index
  return
}
