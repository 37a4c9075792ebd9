// the induction variable in its bounds, aligned by a constant step
func.func @for(%lb: index, %ub: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  %c32 = arith.constant 32 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %lb to %ub step %step {
    %0 = "test.reify_bound"(%i) {type = "LB"} : (index) -> index // = sym
    %1 = "test.reify_bound"(%i) {type = "UB"} : (index) -> index // = sym
    "test.compare"(%lb, %ub) {cmp = "LT"} : (index, index) -> () // = true
  }
  "test.compare"(%lb, %ub) {cmp = "LT"} : (index, index) -> () // = fail
  scf.for %i = %c7 to %c100 step %c32 {
    %0 = "test.reify_bound"(%i) {constant, type = "LB"} : (index) -> index // = 7
    %1 = "test.reify_bound"(%i) {constant, type = "UB"} : (index) -> index // = 72
    %tile = affine.min affine_map<(d0) -> (32, -d0 + 100)>(%i)
    %2 = "test.reify_bound"(%tile) {constant, type = "LB"} : (index) -> index // = 29
    %3 = "test.reify_bound"(%tile) {constant, type = "UB"} : (index) -> index // = 33
  }
  return
}

// a value that two loops pass on, one inside the other
func.func @nested(%t: tensor<?x?xf32>, %u: tensor<?x?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<?x?xf32>) {
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> (tensor<?x?xf32>) {
      %x = tensor.insert %f into %b[%i, %j] : tensor<?x?xf32>
      %0 = "test.reify_bound"(%x) {dim = 1} : (tensor<?x?xf32>) -> index // = sym
      scf.yield %x : tensor<?x?xf32>
    }
    scf.yield %s : tensor<?x?xf32>
  }
  %d = tensor.dim %t, %c1 : tensor<?x?xf32>
  %e = tensor.dim %r, %c1 : tensor<?x?xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  return
}

// values that are swapped in each iteration are not what they were
func.func @swapped(%t: tensor<?xf32>, %u: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (tensor<?xf32>, tensor<?xf32>) {
    scf.yield %b, %a : tensor<?xf32>, tensor<?xf32>
  }
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %e = tensor.dim %r#0, %c0 : tensor<?xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = fail
  return
}

// what holds in a loop or a branch does not hold outside
func.func @scopes(%c: i1, %lb: index, %ub: index) {
  %c1 = arith.constant 1 : index
  %r = scf.if %c -> index {
    %q = scf.for %i = %lb to %ub step %c1 iter_args(%a = %lb) -> index {
      scf.yield %i : index
    }
    scf.yield %q : index
  } else {
    scf.yield %ub : index
  }
  "test.compare"(%r, %lb) {cmp = "GE"} : (index, index) -> () // = fail
  "test.compare"(%ub, %lb) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// a cast that is not executed says nothing
func.func @untaken(%c: i1, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  scf.if %c {
    %u = tensor.cast %t : tensor<?xf32> to tensor<10xf32>
    %e = tensor.dim %t, %c0 : tensor<?xf32>
    %s = tensor.dim %u, %c0 : tensor<10xf32>
    "test.compare"(%s, %e) : (index, index) -> () // = true
  }
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %0 = "test.reify_bound"(%d) {constant} : (index) -> index // = fail
  return
}

func.func @if(%a: index, %b: index, %c: i1, %d: i1) {
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %c20 = arith.constant 20 : index
  %r = scf.if %c -> index {
    %x = arith.addi %a, %b : index
    scf.yield %x : index
  } else {
    %y = arith.addi %b, %c4 : index
    %z = arith.addi %y, %a : index
    scf.yield %z : index
  }
  %0 = "test.reify_bound"(%r) {type = "LB"} : (index) -> index // = sym
  %1 = "test.reify_bound"(%r) {type = "UB"} : (index) -> index // = sym
  // nested, with several results, of dims as well as values
  %s:2 = scf.if %c -> (index, tensor<?xf32>) {
    %i = scf.if %d -> index {
      scf.yield %c4 : index
    } else {
      scf.yield %c9 : index
    }
    %t = tensor.empty(%i) : tensor<?xf32>
    scf.yield %i, %t : index, tensor<?xf32>
  } else {
    %t = tensor.empty(%c20) : tensor<?xf32>
    scf.yield %c20, %t : index, tensor<?xf32>
  }
  %2 = "test.reify_bound"(%s#0) {constant, type = "LB"} : (index) -> index // = 4
  %3 = "test.reify_bound"(%s#0) {constant, type = "UB"} : (index) -> index // = 21
  %4 = "test.reify_bound"(%s#1) {constant, dim = 0, type = "LB"} : (tensor<?xf32>) -> index // = 4
  %5 = "test.reify_bound"(%s#1) {constant, dim = 0, type = "UB"} : (tensor<?xf32>) -> index // = 21
  // the same condition decides both: r <= a + b or s = 20
  %e = arith.select %c, %c4, %c9 : index
  %f = arith.select %c, %c9, %c4 : index
  %g = arith.addi %e, %f : index
  %6 = "test.reify_bound"(%g) {constant} : (index) -> index // = 13
  return
}

// in a branch its condition is known
func.func @conditions(%a: index, %b: index) {
  %c = arith.cmpi slt, %a, %b : index
  %r = scf.if %c -> index {
    "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> () // = true
    scf.yield %a : index
  } else {
    "test.compare"(%a, %b) {cmp = "GE"} : (index, index) -> () // = true
    scf.yield %b : index
  }
  "test.compare"(%r, %a) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%r, %b) {cmp = "LE"} : (index, index) -> () // = true
  return
}

func.func @forall(%n: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %r = scf.forall (%i, %j) = (0, 5) to (100, %n) step (32, 1) shared_outs(%o = %t) -> (tensor<?xf32>) {
    %0 = "test.reify_bound"(%i) {constant, type = "UB"} : (index) -> index // = 97
    %1 = "test.reify_bound"(%j) {constant, type = "LB"} : (index) -> index // = 5
    "test.compare"(%j, %n) {cmp = "LT"} : (index, index) -> () // = true
    %2 = "test.reify_bound"(%o) {dim = 0} : (tensor<?xf32>) -> index // = sym
    scf.forall.in_parallel {
    }
  }
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %e = tensor.dim %r, %c0 : tensor<?xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  return
}

func.func @parallel(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i, %j) = (%c0, %n) to (%n, %m) step (%c4, %c4) {
    "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = true
    "test.compare"(%i, %j) {cmp = "LT"} : (index, index) -> () // = true
    scf.reduce
  }
  return
}

func.func @regions(%i: index, %n: index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %x = scf.execute_region -> index {
    %y = arith.addi %n, %c1 : index
    scf.yield %y : index
  }
  "test.compare"(%x, %n) {cmp = "GT"} : (index, index) -> () // = true
  %s = scf.index_switch %i -> index
  case 2 {
    scf.yield %c1 : index
  }
  case 5 {
    scf.yield %c3 : index
  }
  default {
    scf.yield %c8 : index
  }
  %0 = "test.reify_bound"(%s) {constant, type = "LB"} : (index) -> index // = 1
  %1 = "test.reify_bound"(%s) {constant, type = "UB"} : (index) -> index // = 9
  return
}

// a counter that is 0 or 1 inside its loop, squared
func.func @squared(%a: index, %x: index, %y: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %x {
    %q = arith.muli %i, %i : index
    %m = arith.minsi %q, %y : index
    "test.compare"(%m, %a) {cmp = "LE"} : (index, index) -> () // = fail
    "test.compare"(%q, %i) {cmp = "LE"} : (index, index) -> () // = true
  }
  return
}

// a switch with two results
func.func @switch_pair(%i: index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s:2 = scf.index_switch %i -> index, index
  case 2 {
    scf.yield %c1, %c3 : index, index
  }
  default {
    scf.yield %c3, %c1 : index, index
  }
  %sum = arith.addi %s#0, %s#1 : index
  %0 = "test.reify_bound"(%sum) {constant} : (index) -> index // = 4
  return
}

// in a case of a switch its argument is known
func.func @cases(%i: index) {
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  scf.index_switch %i
  case 2 {
    %0 = "test.reify_bound"(%i) {constant} : (index) -> index // = 2
    scf.yield
  }
  case 5 {
    %0 = "test.reify_bound"(%i) {constant} : (index) -> index // = 5
    scf.yield
  }
  default {
    "test.compare"(%i, %c5) {cmp = "NE"} : (index, index) -> () // = true
    "test.compare"(%i, %c2) : (index, index) -> () // = false
    scf.yield
  }
  "test.compare"(%i, %c2) : (index, index) -> () // = fail
  return
}

// values of every kind out of a switch, a region that is executed and an if
func.func @kinds(%i: index, %c: i1, %d: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %t = tensor.empty(%c3) : tensor<?xf32>
  %u = tensor.empty(%c8) : tensor<?xf32>
  %s:2 = scf.index_switch %i -> i1, tensor<?xf32>
  case 2 {
    scf.yield %c, %t : i1, tensor<?xf32>
  }
  default {
    %true = arith.constant true
    scf.yield %true, %u : i1, tensor<?xf32>
  }
  %0 = "test.reify_bound"(%s#1) {constant, dim = 0, type = "LB"} : (tensor<?xf32>) -> index // = 3
  %1 = "test.reify_bound"(%s#1) {constant, dim = 0, type = "UB"} : (tensor<?xf32>) -> index // = 9
  scf.index_switch %i
  case 2 {
    scf.yield
  }
  default {
    %z = arith.select %s#0, %c1, %c0 : index
    %2 = "test.reify_bound"(%z) {constant} : (index) -> index // = 1
    scf.yield
  }
  %e:2 = scf.execute_region -> (i1, tensor<?xf32>) {
    scf.yield %c, %t : i1, tensor<?xf32>
  }
  %x = arith.select %e#0, %c1, %c0 : index
  %y = arith.select %c, %c1, %c0 : index
  "test.compare"(%x, %y) : (index, index) -> () // = true
  %3 = "test.reify_bound"(%e#1) {constant, dim = 0} : (tensor<?xf32>) -> index // = 3
  %b = scf.if %c -> i1 {
    scf.yield %d : i1
  } else {
    %false = arith.constant false
    scf.yield %false : i1
  }
  scf.if %b {
    %z = arith.select %c, %c1, %c0 : index
    %4 = "test.reify_bound"(%z) {constant} : (index) -> index // = 1
  }
  return
}

// loops that compare without signs, of index values and of integers
func.func @unsigned(%n: index, %m: index, %t: tensor<?xf32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  scf.for unsigned %i = %c0 to %d step %c1 {
    "test.compare"(%i, %d) {cmp = "LT"} : (index, index) -> () // = true
  }
  scf.for unsigned %i = %c0 to %n step %c1 {
    "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = fail
  }
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  scf.for unsigned %i = %z to %k step %o : i32 {
    %x = arith.index_castui %i : i32 to index
    %y = arith.index_castui %k : i32 to index
    "test.compare"(%x, %y) {cmp = "LT"} : (index, index) -> () // = true
  }
  return
}

// how often they run from what may be anything
func.func @unsigned_trips_open(%n: index, %m: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m3 = arith.constant -3 : index
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %nonnegative = arith.maxsi %n, %c0 : index
  %negative = arith.minsi %n, %m3 : index
  // not at all from below 0, where all is the greater
  %r = scf.for unsigned %i = %negative to %d step %c1 iter_args(%sum = %c0) -> (index) {
    %next = arith.addi %sum, %c1 : index
    scf.yield %next : index
  }
  %0 = "test.reify_bound"(%r) {constant} : (index) -> index // = 0
  %s = scf.for unsigned %i = %nonnegative to %d step %c1 iter_args(%sum = %nonnegative) -> (index) {
    %next = arith.addi %sum, %c1 : index
    scf.yield %next : index
  }
  %max = arith.maxsi %nonnegative, %d : index
  "test.compare"(%s, %max) : (index, index) -> () // = true
  // from -7 by 4 to -3: once; what comes from -8 to 0 goes on
  %k = scf.for unsigned %i = %negative to %m3 step %c4 iter_args(%sum = %c0) -> (index) {
    %next = arith.addi %sum, %c1 : index
    scf.yield %next : index
  }
  "test.compare"(%k, %c0) {cmp = "GE"} : (index, index) -> () // = true
  // as many as from the lower to the upper
  %e = scf.for unsigned %i = %nonnegative to %d step %c4 iter_args(%sum = %c0) -> (index) {
    %next = arith.addi %sum, %c1 : index
    scf.yield %next : index
  }
  "test.compare"(%e, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%e, %d) {cmp = "LE"} : (index, index) -> () // = true
  return
}

// what loops that compare without signs count, and come to
func.func @unsigned_trips(%n: index, %m: index, %t: tensor<?xf32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %m1 = arith.constant -1 : index
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  // whatever the lower bound is, it is neither below it nor below 0
  scf.for unsigned %i = %n to %d step %c4 {
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%i, %n) {cmp = "GE"} : (index, index) -> () // = true
  }
  scf.for unsigned %i = %c0 to %d step %c4 {
    %rest = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
    %0 = "test.reify_bound"(%rest) {constant} : (index) -> index // = 0
  }
  // with -1 as step it is no loop upwards; below -1 is all
  scf.for unsigned %i = %c10 to %d step %m1 {
    "test.compare"(%i, %c10) {cmp = "GE"} : (index, index) -> () // = fail
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
  }
  // to -1, the greatest of all: from 0 or more the counter, read with its sign, passes 2^63 - 1 and goes on below 0
  scf.for unsigned %i = %n to %m1 step %c1 {
    "test.compare"(%i, %n) {cmp = "GE"} : (index, index) -> () // = fail
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  }
  // a step of 0 would not end
  %step = arith.maxsi %m, %c0 : index
  scf.for unsigned %i = %n to %d step %step {
    "test.compare"(%step, %c0) {cmp = "GT"} : (index, index) -> () // = true
    "test.compare"(%i, %n) {cmp = "GE"} : (index, index) -> () // = true
  }
  %middle = arith.constant 9223372036854775800 : index
  %beyond = arith.constant -9223372036854775800 : index
  scf.for unsigned %i = %middle to %beyond step %c1 {
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = fail
    "test.compare"(%i, %beyond) {cmp = "EQ"} : (index, index) -> () // = fail
  }
  %times = scf.for unsigned %i = %middle to %beyond step %c1 iter_args(%sum = %c0) -> (index) {
    %next = arith.addi %sum, %c1 : index
    scf.yield %next : index
  }
  %sixteen = "test.reify_bound"(%times) {constant} : (index) -> index // = 16
  %half = arith.constant -9223372036854775808 : index
  %quarter = arith.constant 4611686018427387904 : index
  %twice = scf.for unsigned %i = %c0 to %half step %quarter iter_args(%sum = %c0) -> (index) {
    %next = arith.addi %sum, %c1 : index
    scf.yield %next : index
  }
  %two = "test.reify_bound"(%twice) {constant} : (index) -> index // = 2
  // four times: the step passes 2^64 before the counter is above the upper bound
  %m6 = arith.constant -6 : index
  %m2 = arith.constant -2 : index
  %leap = arith.constant 4611686018427387905 : index
  %around = scf.for unsigned %i = %m6 to %m2 step %leap iter_args(%sum = %c0) -> (index) {
    %next = arith.addi %sum, %c1 : index
    scf.yield %next : index
  }
  %four = "test.reify_bound"(%around) {constant} : (index) -> index // = fail
  // by one it never does
  %down = arith.minsi %n, %m6 : index
  %each = scf.for unsigned %i = %down to %n step %c1 iter_args(%sum = %down) -> (index) {
    %next = arith.addi %sum, %c1 : index
    scf.yield %next : index
  }
  %at_most = arith.maxsi %n, %down : index
  "test.compare"(%each, %at_most) {cmp = "LE"} : (index, index) -> () // = true
  // from 0 by 4, three times
  %r = scf.for unsigned %i = %c0 to %c10 step %c4 iter_args(%sum = %n) -> (index) {
    %next = arith.addi %sum, %c10 : index
    scf.yield %next : index
  }
  %more = arith.subi %r, %n : index
  %1 = "test.reify_bound"(%more) {constant} : (index) -> index // = 30
  %s = scf.for unsigned %i = %c0 to %d step %c1 iter_args(%sum = %c0) -> (index) {
    %next = arith.addi %sum, %c1 : index
    scf.yield %next : index
  }
  "test.compare"(%s, %d) : (index, index) -> () // = true
  // -56 is 200
  %z = arith.constant 0 : i8
  %o = arith.constant 1 : i8
  %ten = arith.constant 10 : i8
  %end = arith.constant -56 : i8
  %u = scf.for unsigned %i = %z to %end step %ten iter_args(%sum = %c0) -> (index) : i8 {
    %x = arith.index_castui %i : i8 to index
    %rest = affine.apply affine_map<(d0) -> (d0 mod 10)>(%x)
    %2 = "test.reify_bound"(%rest) {constant} : (index) -> index // = 0
    %next = arith.addi %sum, %c1 : index
    scf.yield %next : index
  }
  %3 = "test.reify_bound"(%u) {constant} : (index) -> index // = 20
  %kk = arith.trunci %k : i32 to i8
  %v = scf.for unsigned %i = %z to %kk step %o iter_args(%sum = %c0) -> (index) : i8 {
    %x = arith.index_castui %i : i8 to index
    "test.compare"(%sum, %x) : (index, index) -> () // = true
    %next = arith.addi %sum, %c1 : index
    scf.yield %next : index
  }
  %last = arith.index_castui %kk : i8 to index
  "test.compare"(%v, %last) : (index, index) -> () // = true
  return
}

// steps that are not constant are positive; a constant one aligns
func.func @steps(%n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c100 = arith.constant 100 : index
  scf.forall (%i) = (0) to (%n) step (%s) {
    "test.compare"(%s, %c1) {cmp = "GE"} : (index, index) -> () // = true
  }
  scf.parallel (%i) = (%c0) to (%n) step (%s) {
    "test.compare"(%s, %c1) {cmp = "GE"} : (index, index) -> () // = true
    scf.reduce
  }
  scf.for %i = %c0 to %n step %s {
    "test.compare"(%s, %c1) {cmp = "GE"} : (index, index) -> () // = true
  }
  scf.parallel (%i) = (%c1) to (%c100) step (%c4) {
    %0 = "test.reify_bound"(%i) {constant, type = "UB"} : (index) -> index // = 98
    scf.reduce
  }
  return
}

// a counter keeps the common divisor of its lower bound and its step, also where these are no constants
func.func @symbolic_steps(%a: index, %b: index, %n: index) {
  %c0 = arith.constant 0 : index
  %lower = affine.apply affine_map<()[s0] -> (s0 * 20)>()[%a]
  %step = affine.apply affine_map<()[s0] -> (s0 * 15)>()[%b]
  scf.for %i = %lower to %n step %step {
    %r = affine.apply affine_map<(d0) -> (d0 mod 5)>(%i)
    "test.compare"(%r, %c0) {cmp = "EQ"} : (index, index) -> () // = true
    "test.compare"(%i, %lower) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = true
  }
  scf.forall (%i, %j) = (0, %lower) to (%n, %n) step (2, %step) {
    %r = affine.apply affine_map<(d0) -> (d0 mod 5)>(%j)
    "test.compare"(%r, %c0) {cmp = "EQ"} : (index, index) -> () // = true
    %s = affine.apply affine_map<(d0) -> (d0 mod 2)>(%i)
    "test.compare"(%s, %c0) {cmp = "EQ"} : (index, index) -> () // = true
  }
  scf.parallel (%i) = (%lower) to (%n) step (%step) {
    %r = affine.apply affine_map<(d0) -> (d0 mod 5)>(%i)
    "test.compare"(%r, %c0) {cmp = "EQ"} : (index, index) -> () // = true
    scf.reduce
  }
  %end = affine.apply affine_map<()[s0] -> (s0 * 5)>()[%n]
  scf.parallel (%i) = (%lower) to (%end) step (%step) {
    %tile = affine.min affine_map<(d0)[s0] -> (5, s0 - d0)>(%i)[%end]
    %0 = "test.reify_bound"(%tile) {constant, type = "EQ"} : (index) -> index // = 5
    scf.reduce
  }
  return
}

// a counter of fixed width wraps: from 100 the next is -56, which is below 120; it is always a multiple of 4
func.func @wrapping(%n: i8, %m: i8) {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %hundred = arith.constant 100 : i8
  %end = arith.constant 120 : i8
  %ten = arith.constant 10 : i8
  scf.for %i = %zero to %end step %hundred : i8 {
    %x = arith.index_cast %i : i8 to index
    %0 = "test.reify_bound"(%x) {constant, type = "LB"} : (index) -> index // = -128
    %1 = "test.reify_bound"(%x) {constant, type = "UB"} : (index) -> index // = 117
  }
  // where the last step stays within the width, or is 1, nothing wraps
  scf.for %i = %zero to %hundred step %ten : i8 {
    %x = arith.index_cast %i : i8 to index
    %2 = "test.reify_bound"(%x) {constant, type = "LB"} : (index) -> index // = 0
  }
  scf.for %i = %zero to %n step %one : i8 {
    %x = arith.index_cast %i : i8 to index
    %4 = "test.reify_bound"(%x) {constant, type = "LB"} : (index) -> index // = 0
  }
  scf.for %i = %zero to %end step %m : i8 {
    %x = arith.index_cast %i : i8 to index
    %5 = "test.reify_bound"(%x) {constant, type = "LB"} : (index) -> index // = -128
  }
  // the same with unsigned comparison: from 200 the next is 44
  %big = arith.constant 200 : i8
  %most = arith.constant 250 : i8
  scf.for unsigned %i = %big to %most step %hundred : i8 {
    %x = arith.index_castui %i : i8 to index
    %6 = "test.reify_bound"(%x) {constant, type = "LB"} : (index) -> index // = 0
    %7 = "test.reify_bound"(%x) {constant, type = "UB"} : (index) -> index // = 249
  }
  scf.for unsigned %i = %ten to %big step %ten : i8 {
    %x = arith.index_castui %i : i8 to index
    %8 = "test.reify_bound"(%x) {constant, type = "LB"} : (index) -> index // = 10
  }
  scf.for unsigned %i = %ten to %n step %one : i8 {
    %x = arith.index_castui %i : i8 to index
    %9 = "test.reify_bound"(%x) {constant, type = "LB"} : (index) -> index // = 10
  }
  return
}

// Counters of fixed width: aligned to a constant step even where the last step may wrap, and to any step where none does
func.func @integer_steps(%k: i32, %s: i32) {
  %z = arith.constant 0 : i32
  %c12 = arith.constant 12 : i32
  %c16 = arith.constant 16 : i32
  %limit = arith.constant 4096 : i32
  %mask = arith.constant -16 : i32
  %c0 = arith.constant 0 : index
  %end = arith.andi %k, %mask : i32
  scf.for %i = %z to %end step %c16 : i32 {
    %rest = arith.subi %end, %i : i32
    %width = arith.minsi %rest, %c16 : i32
    %r = arith.remsi %i, %c16 : i32
    %a1 = arith.index_cast %r : i32 to index
    %b1 = arith.index_cast %z : i32 to index
    "test.compare"(%a1, %b1) {cmp = "EQ"} : (index, index) -> () // = true
    %a2 = arith.index_cast %width : i32 to index
    %b2 = arith.index_cast %c16 : i32 to index
    "test.compare"(%a2, %b2) {cmp = "EQ"} : (index, index) -> () // = true
    %a3 = arith.index_cast %i : i32 to index
    %b3 = arith.index_cast %z : i32 to index
    "test.compare"(%a3, %b3) {cmp = "GE"} : (index, index) -> () // = true
  }
  scf.for %i = %z to %k step %c16 : i32 {
    %r = arith.remsi %i, %c16 : i32
    %a0 = arith.index_cast %r : i32 to index
    "test.compare"(%a0, %c0) {cmp = "EQ"} : (index, index) -> () // = true
  }
  scf.for %i = %z to %k step %c12 : i32 {
    %r = arith.remsi %i, %c12 : i32
    %a4 = arith.index_cast %r : i32 to index
    %b4 = arith.index_cast %z : i32 to index
    "test.compare"(%a4, %b4) {cmp = "EQ"} : (index, index) -> () // = fail
  }
  %near = arith.minsi %k, %limit : i32
  %small = arith.minsi %s, %limit : i32
  scf.for %i = %z to %near step %c12 : i32 {
    %r = arith.remsi %i, %c12 : i32
    %a5 = arith.index_cast %r : i32 to index
    %b5 = arith.index_cast %z : i32 to index
    "test.compare"(%a5, %b5) {cmp = "EQ"} : (index, index) -> () // = true
    %a6 = arith.index_cast %i : i32 to index
    %b6 = arith.index_cast %z : i32 to index
    "test.compare"(%a6, %b6) {cmp = "GE"} : (index, index) -> () // = true
  }
  %one = arith.constant 1 : i32
  %step = arith.maxsi %small, %one : i32
  scf.for %i = %z to %near step %step : i32 {
    %r = arith.remsi %i, %step : i32
    %a7 = arith.index_cast %r : i32 to index
    %b7 = arith.index_cast %z : i32 to index
    "test.compare"(%a7, %b7) {cmp = "EQ"} : (index, index) -> () // = true
  }
  scf.for unsigned %i = %z to %k step %c16 : i32 {
    %r = arith.remui %i, %c16 : i32
    %a8 = arith.index_cast %r : i32 to index
    %b8 = arith.index_cast %z : i32 to index
    "test.compare"(%a8, %b8) {cmp = "EQ"} : (index, index) -> () // = true
  }
  scf.for unsigned %i = %z to %k step %c12 : i32 {
    %r = arith.remui %i, %c12 : i32
    %a9 = arith.index_cast %r : i32 to index
    %b9 = arith.index_cast %z : i32 to index
    "test.compare"(%a9, %b9) {cmp = "EQ"} : (index, index) -> () // = fail
  }
  %below = arith.minui %k, %limit : i32
  scf.for unsigned %i = %z to %below step %step : i32 {
    %r = arith.remui %i, %step : i32
    %a10 = arith.index_cast %r : i32 to index
    %b10 = arith.index_cast %z : i32 to index
    "test.compare"(%a10, %b10) {cmp = "EQ"} : (index, index) -> () // = true
  }
  return
}
