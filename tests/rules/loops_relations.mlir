// Equations of carried values: of one passed on from the iteration before, of two that change together, of those that
// exchange their values, and of sums that end at a limit.

// The induction variable of the iteration before.
func.func @previous(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %none = arith.constant -1 : index
  %r = scf.for %i = %c0 to %n step %c4 iter_args(%p = %none) -> (index) {
    "test.compare"(%p, %i) {cmp = "LT"} : (index, index) -> () // = true
    %d = arith.subi %i, %p : index
    "test.reify_bound"(%d) <{type = "UB", constant}> : (index) -> index // = 5
    "test.reify_bound"(%d) <{type = "LB", constant}> : (index) -> index // = 1
    scf.yield %i : index
  }
  "test.reify_bound"(%r) <{type = "LB", constant}> : (index) -> index // = -1
  "test.compare"(%r, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  %m = arith.maxsi %n, %c0 : index
  "test.compare"(%r, %m) {cmp = "LT"} : (index, index) -> () // = true
  return
}

// With a step of 1, and a symbolic initial value. What a loop returns shows whether it ran.
func.func @ran(%n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %k, %b = %c0) -> (index, index) {
    %is_later = arith.cmpi ne, %i, %c0 : index
    scf.if %is_later {
      %before = arith.subi %i, %c1 : index
      "test.compare"(%a, %before) {cmp = "EQ"} : (index, index) -> () // = true
    } else {
      "test.compare"(%a, %k) {cmp = "EQ"} : (index, index) -> () // = true
    }
    scf.yield %i, %c1 : index, index
  }
  "test.compare"(%r#0, %n) {cmp = "LT"} : (index, index) -> () // = fail
  %ran = arith.cmpi eq, %r#1, %c1 : index
  scf.if %ran {
    "test.compare"(%n, %c1) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%r#0, %n) {cmp = "LT"} : (index, index) -> () // = true
    %last = arith.subi %n, %c1 : index
    "test.compare"(%r#0, %last) {cmp = "EQ"} : (index, index) -> () // = true
  } else {
    "test.compare"(%n, %c0) {cmp = "LE"} : (index, index) -> () // = true
    "test.compare"(%r#0, %k) {cmp = "EQ"} : (index, index) -> () // = true
  }
  return
}

// The value of two iterations before is not one of the iteration before.
func.func @two_before(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0, %q = %c0) -> (index, index) {
    "test.compare"(%q, %p) {cmp = "LE"} : (index, index) -> () // = true
    "test.compare"(%q, %p) {cmp = "LT"} : (index, index) -> () // = fail
    scf.yield %i, %p : index, index
  }
  return
}

func.func @swap(%n: index, %p: index, %q: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = arith.addi %p, %q : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %p, %b = %q) -> (index, index) {
    %s = arith.addi %a, %b : index
    "test.compare"(%s, %w) {cmp = "EQ"} : (index, index) -> () // = true
    "test.compare"(%a, %p) {cmp = "EQ"} : (index, index) -> () // = fail
    scf.yield %b, %a : index, index
  }
  %s = arith.addi %r#0, %r#1 : index
  "test.compare"(%s, %w) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// A rotation of three, beside a value that takes one of them but gives none.
func.func @rotation(%n: index, %x: index, %y: index, %z: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %xy = arith.addi %x, %y : index
  %xyz = arith.addi %xy, %z : index
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %z, %d = %x) -> (index, index, index, index) {
    %ab = arith.addi %a, %b : index
    %abc = arith.addi %ab, %c : index
    "test.compare"(%abc, %xyz) {cmp = "EQ"} : (index, index) -> () // = true
    %abd = arith.addi %ab, %d : index
    "test.compare"(%abd, %xyz) {cmp = "EQ"} : (index, index) -> () // = fail
    scf.yield %b, %c, %a, %a : index, index, index, index
  }
  return
}

// One counts down while the other counts up.
func.func @down_and_up(%n0: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.maxsi %n0, %c0 : index
  %r:2 = scf.while (%a = %n, %k = %c0) : (index, index) -> (index, index) {
    %more = arith.cmpi sgt, %a, %c0 : index
    scf.condition(%more) %a, %k : index, index
  } do {
  ^bb0(%a: index, %k: index):
    %s = arith.addi %a, %k : index
    "test.compare"(%s, %n) {cmp = "EQ"} : (index, index) -> () // = true
    %less = arith.subi %a, %c1 : index
    %up = arith.addi %k, %c1 : index
    scf.yield %less, %up : index, index
  }
  "test.reify_bound"(%r#0) <{type = "EQ", constant}> : (index) -> index // = 0
  "test.compare"(%r#1, %n) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// A pointer and a counter with different steps.
func.func @pointer(%n: index, %base: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c4 = arith.constant 4 : index
  %r:2 = scf.while (%p = %base, %q = %c0) : (index, index) -> (index, index) {
    %more = arith.cmpi slt, %q, %n : index
    scf.condition(%more) %p, %q : index, index
  } do {
  ^bb0(%p: index, %q: index):
    %far = affine.apply affine_map<(d0)[s0, s1] -> (2 * d0 - 3 * s0 - 2 * s1)>(%p)[%q, %base]
    "test.reify_bound"(%far) <{type = "EQ", constant}> : (index) -> index // = 0
    %next = arith.addi %p, %c6 : index
    %up = arith.addi %q, %c4 : index
    scf.yield %next, %up : index, index
  }
  return
}

// The sizes of tiles add up to the whole.
func.func @tiles(%n0: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = arith.maxsi %n0, %c0 : index
  %r = scf.for %i = %c0 to %n step %c4 iter_args(%s = %c0) -> index {
    %m = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%n]
    "test.compare"(%s, %i) {cmp = "EQ"} : (index, index) -> () // = true
    %t = arith.addi %s, %m : index
    "test.compare"(%t, %n) {cmp = "LE"} : (index, index) -> () // = true
    scf.yield %t : index
  }
  "test.compare"(%r, %n) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// A running maximum of values with a limit.
func.func @maximum(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c5) -> index {
    %x = arith.maxsi %a, %i : index
    scf.yield %x : index
  }
  "test.reify_bound"(%r) <{type = "LB", constant}> : (index) -> index // = 5
  %m = arith.maxsi %n, %c5 : index
  "test.compare"(%r, %m) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%r, %n) {cmp = "LE"} : (index, index) -> () // = fail
  return
}

// A sum of eight bits, which wraps after 42 iterations.
func.func @narrow_sum() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c100 = arith.constant 100 : index
  %zero = arith.constant 0 : i8
  %three = arith.constant 3 : i8
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%s = %zero) -> i8 {
    %t = arith.addi %s, %three : i8
    scf.yield %t : i8
  }
  %ri = arith.index_cast %r : i8 to index
  "test.reify_bound"(%ri) <{type = "EQ", constant}> : (index) -> index // = 44
  %q = scf.for %i = %c0 to %c40 step %c1 iter_args(%s = %zero) -> i8 {
    %t = arith.addi %s, %three : i8
    scf.yield %t : i8
  }
  %qi = arith.index_cast %q : i8 to index
  "test.reify_bound"(%qi) <{type = "EQ", constant}> : (index) -> index // = 120
  return
}

// Which of two buffers is used, and which of three.
func.func @alternating(%n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %step = arith.maxsi %s, %c1 : index
  %r = scf.for %i = %c0 to %n step %step iter_args(%buffer = %c0) -> (index) {
    %even = affine.apply affine_map<(d0)[s0] -> ((d0 floordiv s0) mod 2)>(%i)[%step]
    "test.compare"(%buffer, %even) {cmp = "EQ"} : (index, index) -> () // = true
    %other = arith.subi %c1, %buffer : index
    "test.compare"(%other, %even) {cmp = "EQ"} : (index, index) -> () // = false
    scf.yield %other : index
  }
  "test.reify_bound"(%r) <{type = "UB", constant}> : (index) -> index // = 2
  %t:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c1, %c = %c2) -> (index, index, index) {
    "test.compare"(%a, %b) {cmp = "EQ"} : (index, index) -> () // = false
    %rest = affine.apply affine_map<(d0) -> (d0 mod 3)>(%i)
    "test.compare"(%a, %rest) {cmp = "EQ"} : (index, index) -> () // = true
    "test.reify_bound"(%a) <{type = "UB", constant}> : (index) -> index // = 3
    scf.yield %b, %c, %a : index, index, index
  }
  return
}

// A phase that is flipped, and the index of the last element that was chosen.
func.func @flipped(%n: index, %m: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t0 = arith.constant 0 : i32
  %t1 = arith.constant 1 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %t0, %q = %t1, %last = %c0) -> (i32, i32, index) {
    %even = affine.apply affine_map<(d0) -> (d0 mod 2)>(%i)
    %phase = arith.index_cast %p : i32 to index
    %opposite = arith.index_cast %q : i32 to index
    "test.compare"(%phase, %even) {cmp = "EQ"} : (index, index) -> () // = true
    %both = arith.addi %phase, %opposite : index
    "test.reify_bound"(%both) <{type = "EQ", constant}> : (index) -> index // = 1
    "test.compare"(%last, %i) {cmp = "LE"} : (index, index) -> () // = true
    "test.compare"(%last, %i) {cmp = "LT"} : (index, index) -> () // = fail
    %is_chosen = memref.load %m[%i] : memref<?xi1>
    %next_last = arith.select %is_chosen, %i, %last : index
    %next_p = arith.xori %p, %t1 : i32
    %next_q = arith.xori %q, %t1 : i32
    scf.yield %next_p, %next_q, %next_last : i32, i32, index
  }
  return
}

// Ends that move towards each other until at most one step is between them.
func.func @narrowed(%n: index, %which: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %end = arith.maxsi %n, %c1 : index
  %r:2 = scf.while (%low = %c0, %high = %end) : (index, index) -> (index, index) {
    %width = arith.subi %high, %low : index
    %more = arith.cmpi sgt, %width, %c1 : index
    scf.condition(%more) %low, %high : index, index
  } do {
  ^bb0(%low: index, %high: index):
    %width = arith.subi %high, %low : index
    %half = arith.divsi %width, %c2 : index
    %middle = arith.addi %low, %half : index
    "test.compare"(%low, %middle) {cmp = "LT"} : (index, index) -> () // = true
    "test.compare"(%middle, %high) {cmp = "LT"} : (index, index) -> () // = true
    %next_low = arith.select %which, %middle, %low : index
    %next_high = arith.select %which, %high, %middle : index
    scf.yield %next_low, %next_high : index, index
  }
  %distance = arith.subi %r#1, %r#0 : index
  "test.reify_bound"(%distance) <{type = "EQ", constant}> : (index) -> index // = 1
  %s:2 = scf.while (%low = %c0, %high = %end) : (index, index) -> (index, index) {
    %more = arith.cmpi slt, %low, %high : index
    scf.condition(%more) %low, %high : index, index
  } do {
  ^bb0(%low: index, %high: index):
    %next_low = arith.addi %low, %c1 : index
    %next_high = arith.subi %high, %c1 : index
    scf.yield %next_low, %next_high : index, index
  }
  %beyond = arith.subi %s#0, %s#1 : index
  "test.reify_bound"(%beyond) <{type = "UB", constant}> : (index) -> index // = 2
  "test.reify_bound"(%beyond) <{type = "LB", constant}> : (index) -> index // = 0
  return
}
