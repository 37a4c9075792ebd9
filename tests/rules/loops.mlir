// A counter to which each iteration adds the same: inside the loop, and after it.
func.func @counter(%n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c100 = arith.constant 100 : index
  %r:3 = scf.for %i = %c0 to %c100 step %c5 iter_args(%a = %c0, %b = %n, %c = %n) -> (index, index, index) {
    %0 = "test.reify_bound"(%a) {constant, type = "UB"} : (index) -> index // = 20
    %1 = "test.reify_bound"(%a) {constant, type = "LB"} : (index) -> index // = 0
    %i5 = affine.apply affine_map<(d0) -> (d0 floordiv 5)>(%i)
    "test.compare"(%a, %i5) : (index, index) -> () // = true
    %a1 = arith.addi %a, %c1 : index
    %b1 = arith.subi %b, %c1 : index
    %d = arith.subi %c, %s : index
    scf.yield %a1, %b1, %d : index, index, index
  }
  %2 = "test.reify_bound"(%r#0) {constant} : (index) -> index // = 20
  %3 = "test.reify_bound"(%r#1) : (index) -> index // = sym
  %m = affine.apply affine_map<()[s0] -> (s0 - 20)>()[%n]
  "test.compare"(%m, %r#1) : (index, index) -> () // = true
  %k = affine.apply affine_map<()[s0, s1] -> (s0 - s1 * 20)>()[%n, %s]
  "test.compare"(%k, %r#2) : (index, index) -> () // = true
  return
}

// how often a loop runs need not be known; it may be never
func.func @symbolic(%lb: index, %ub: index, %step: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %lb to %ub step %c1 iter_args(%a = %lb, %b = %n) -> (index, index) {
    "test.compare"(%i, %a) : (index, index) -> () // = true
    "test.compare"(%b, %n) {cmp = "GE"} : (index, index) -> () // = true
    %a1 = arith.addi %a, %c1 : index
    %b1 = arith.addi %b, %c1 : index
    scf.yield %a1, %b1 : index, index
  }
  "test.compare"(%r#0, %lb) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%r#0, %ub) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%r#0, %ub) {cmp = "LE"} : (index, index) -> () // = fail
  "test.compare"(%r#1, %n) {cmp = "GE"} : (index, index) -> () // = true
  %q = scf.for %i = %c0 to %ub step %step iter_args(%a = %c0) -> (index) {
    "test.compare"(%a, %i) : (index, index) -> () // = true
    %a1 = arith.addi %a, %step : index
    scf.yield %a1 : index
  }
  "test.compare"(%q, %c0) {cmp = "GE"} : (index, index) -> () // = true
  %t = affine.for %i = 0 to affine_map<()[s0] -> (s0)>()[%ub] step 4 iter_args(%a = %c0) -> (index) {
    "test.compare"(%a, %i) : (index, index) -> () // = fail
    "test.compare"(%a, %i) {cmp = "LE"} : (index, index) -> () // = true
    %a1 = arith.addi %a, %c1 : index
    affine.yield %a1 : index
  }
  %w = affine.for %i = affine_map<()[s0] -> (s0)>()[%lb] to affine_map<()[s0] -> (s0)>()[%ub] iter_args(%a = %lb) -> (index) {
    "test.compare"(%a, %i) : (index, index) -> () // = true
    %a1 = arith.addi %a, %c1 : index
    affine.yield %a1 : index
  }
  "test.compare"(%w, %r#0) : (index, index) -> () // = true
  %up = affine.max affine_map<()[s0] -> (0, s0 ceildiv 4)>()[%ub]
  "test.compare"(%t, %up) : (index, index) -> () // = true
  return
}

// loops in loops
func.func @nested(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %n) -> (index) {
    %q = scf.for %j = %c0 to %c20 step %c1 iter_args(%b = %a) -> (index) {
      "test.compare"(%b, %n) {cmp = "GE"} : (index, index) -> () // = true
      %b1 = arith.addi %b, %c1 : index
      scf.yield %b1 : index
    }
    scf.yield %q : index
  }
  %200 = affine.apply affine_map<()[s0] -> (s0 + 200)>()[%n]
  "test.compare"(%r, %200) : (index, index) -> () // = true
  return
}

// sizes that grow
func.func @grows(%t: tensor<?xf32>, %f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<?xf32>) {
    %p = tensor.pad %a low[1] high[2] {
    ^bb0(%k: index):
      tensor.yield %f : f32
    } : tensor<?xf32> to tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %e = tensor.dim %r, %c0 : tensor<?xf32>
  "test.compare"(%e, %d) {cmp = "GE"} : (index, index) -> () // = true
  return
}

// The step is carried through the loop around: its value is known only once that is seen.
func.func @carried_step(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %r:2 = scf.for %i = %c0 to %n step %c4 iter_args(%a = %c4, %b = %c4) -> (index, index) {
    scf.for %m = %b to %n step %a {
      %rest = affine.apply affine_map<(d0) -> (d0 mod 4)>(%m)
      %0 = "test.reify_bound"(%rest) {constant, type = "UB"} : (index) -> index // = 1
    }
    scf.forall (%k) = (%b) to (%n) step (%a) {
      %rest = affine.apply affine_map<(d0) -> (d0 mod 4)>(%k)
      %1 = "test.reify_bound"(%rest) {constant, type = "UB"} : (index) -> index // = 1
    }
    scf.yield %a, %b : index, index
  }
  return
}
