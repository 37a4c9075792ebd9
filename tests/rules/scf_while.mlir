// A while loop forwards what its condition op takes along: in the second region the condition
// holds, after the loop it does not.
func.func @counter(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %n : index
    "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = fail
    scf.condition(%more) %i : index
  } do {
  ^bb0(%j: index):
    "test.compare"(%j, %n) {cmp = "LT"} : (index, index) -> () // = true
    %next = arith.addi %j, %c1 : index
    "test.compare"(%next, %n) {cmp = "LE"} : (index, index) -> () // = true
    scf.yield %next : index
  }
  "test.compare"(%r, %n) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%r, %n) {cmp = "LE"} : (index, index) -> () // = fail
  return
}

// what is forwarded need not be what is carried
func.func @forwarded(%t: tensor<?xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %r:3 = scf.while (%i = %n) : (index) -> (index, tensor<?xf32>, i1) {
    %clamped = arith.maxsi %i, %c4 : index
    %e = tensor.empty(%clamped) : tensor<?xf32>
    %more = arith.cmpi slt, %clamped, %d : index
    scf.condition(%more) %clamped, %e, %more : index, tensor<?xf32>, i1
  } do {
  ^bb0(%j: index, %u: tensor<?xf32>, %b: i1):
    %0 = "test.reify_bound"(%j) {constant, type = "LB"} : (index) -> index // = 4
    %1 = "test.reify_bound"(%u) {constant, dim = 0, type = "LB"} : (tensor<?xf32>) -> index // = 4
    %x = arith.select %b, %c4, %c0 : index
    %2 = "test.reify_bound"(%x) {constant} : (index) -> index // = 4
    %s = tensor.dim %u, %c0 : tensor<?xf32>
    "test.compare"(%s, %d) {cmp = "LT"} : (index, index) -> () // = true
    %3 = "test.reify_bound"(%d) {constant, type = "LB"} : (index) -> index // = 5
    scf.yield %s : index
  }
  %s = tensor.dim %r#1, %c0 : tensor<?xf32>
  "test.compare"(%s, %r#0) : (index, index) -> () // = true
  "test.compare"(%s, %d) {cmp = "GE"} : (index, index) -> () // = true
  %x = arith.select %r#2, %c4, %c0 : index
  %4 = "test.reify_bound"(%x) {constant} : (index) -> index // = 0
  %5 = "test.reify_bound"(%d) {constant, type = "LB"} : (index) -> index // = 0
  return
}

// what goes round unchanged in size
func.func @carried(%t: tensor<?x?xf32>, %f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%a = %t, %i = %c0) : (tensor<?x?xf32>, index) -> (index, tensor<?x?xf32>) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i, %a : index, tensor<?x?xf32>
  } do {
  ^bb0(%j: index, %b: tensor<?x?xf32>):
    %next = arith.addi %j, %c1 : index
    %u = tensor.insert %f into %b[%j, %c0] : tensor<?x?xf32>
    scf.yield %u, %next : tensor<?x?xf32>, index
  }
  %d = tensor.dim %t, %c1 : tensor<?x?xf32>
  %e = tensor.dim %r#1, %c1 : tensor<?x?xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  return
}

// what the two swap is not what it was
func.func @swapped(%t: tensor<?xf32>, %u: tensor<?xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %r:2 = scf.while (%a = %t, %b = %u) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
    scf.condition(%c) %a, %b : tensor<?xf32>, tensor<?xf32>
  } do {
  ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
    scf.yield %b, %a : tensor<?xf32>, tensor<?xf32>
  }
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %e = tensor.dim %r#0, %c0 : tensor<?xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = fail
  return
}

// and what is forwarded crosswise goes the same way round
func.func @crosswise(%t: tensor<?xf32>, %u: tensor<?xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %r:2 = scf.while (%a = %t, %b = %u) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
    scf.condition(%c) %b, %a : tensor<?xf32>, tensor<?xf32>
  } do {
  ^bb0(%b: tensor<?xf32>, %a: tensor<?xf32>):
    scf.yield %a, %b : tensor<?xf32>, tensor<?xf32>
  }
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %e = tensor.dim %r#1, %c0 : tensor<?xf32>
  %f = tensor.dim %r#0, %c0 : tensor<?xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  "test.compare"(%d, %f) : (index, index) -> () // = fail
  return
}

// a while loop in a loop: what held when the last one ended says nothing of the next
func.func @nested(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    "test.compare"(%s, %m) {cmp = "GE"} : (index, index) -> () // = fail
    %w = scf.while (%i = %s) : (index) -> index {
      %more = arith.cmpi slt, %i, %m : index
      scf.condition(%more) %i : index
    } do {
    ^bb0(%j: index):
      %next = arith.addi %j, %k : index
      scf.yield %next : index
    }
    "test.compare"(%w, %m) {cmp = "GE"} : (index, index) -> () // = true
    scf.yield %w : index
  }
  "test.compare"(%r, %m) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// A condition that is the same in every iteration: the loop ends at once, if it ends.
func.func @unchanging(%x: index, %n: index) -> index {
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%i = %c3) : (index) -> index {
    %c = arith.cmpi slt, %x, %n : index
    %next = arith.addi %i, %c1 : index
    scf.condition(%c) %next : index
  } do {
  ^bb0(%i: index):
    scf.yield %i : index
  }
  "test.compare"(%x, %n) {cmp = "GE"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%r) {constant} : (index) -> index // = 4
  return %r : index
}
