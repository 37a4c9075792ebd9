// Loops that end where two values become equal: what is not 0 and not negative is at least 1.

// Down to 0.
func.func @down(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = arith.maxsi %n, %c0 : index
  %r = scf.while (%x = %first) : (index) -> (index) {
    %again = arith.cmpi ne, %x, %c0 : index
    "test.compare"(%x, %c0) {cmp = "GE"} : (index, index) -> () // = true
    scf.condition(%again) %x : index
  } do {
  ^bb0(%x: index):
    "test.compare"(%x, %first) {cmp = "LE"} : (index, index) -> () // = true
    "test.reify_bound"(%x) <{type = "LB", constant}> : (index) -> index // = 1
    %next = arith.subi %x, %c1 : index
    scf.yield %next : index
  }
  "test.reify_bound"(%r) <{type = "EQ", constant}> : (index) -> index // = 0
  return
}

// If the first value may be negative, so may be all others.
func.func @down_from_any(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%x = %n) : (index) -> (index) {
    %again = arith.cmpi ne, %x, %c0 : index
    scf.condition(%again) %x : index
  } do {
  ^bb0(%x: index):
    "test.reify_bound"(%x) <{type = "LB", constant}> : (index) -> index // = fail
    "test.compare"(%x, %n) {cmp = "LE"} : (index, index) -> () // = true
    %next = arith.subi %x, %c1 : index
    scf.yield %next : index
  }
  return
}

// Up to a symbolic limit, by blocks.
func.func @up(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %limit = arith.maxsi %n, %c0 : i32
  %end = arith.index_cast %limit : i32 to index
  cf.br ^header(%c0 : i32)
^header(%i: i32):
  %index = arith.index_cast %i : i32 to index
  "test.compare"(%index, %end) {cmp = "LE"} : (index, index) -> () // = true
  %again = arith.cmpi ne, %i, %limit : i32
  cf.cond_br %again, ^body, ^exit
^body:
  "test.compare"(%index, %end) {cmp = "LT"} : (index, index) -> () // = true
  %next = arith.addi %i, %c1 : i32
  cf.br ^header(%next : i32)
^exit:
  "test.compare"(%index, %end) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// By 4 up to a multiple of 4, but not by 3.
func.func @by_steps(%n: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %quarter = arith.maxsi %n, %c0 : index
  %limit = arith.muli %quarter, %c4 : index
  %r = scf.while (%i = %c0) : (index) -> (index) {
    %again = arith.cmpi ne, %i, %limit : index
    scf.condition(%again) %i : index
  } do {
  ^bb0(%i: index):
    %last = arith.addi %i, %c3 : index
    "test.compare"(%last, %limit) {cmp = "LT"} : (index, index) -> () // = true
    %next = arith.addi %i, %c4 : index
    scf.yield %next : index
  }
  %s = scf.while (%i = %c0) : (index) -> (index) {
    %again = arith.cmpi ne, %i, %limit : index
    scf.condition(%again) %i : index
  } do {
  ^bb0(%i: index):
    "test.compare"(%i, %limit) {cmp = "LT"} : (index, index) -> () // = fail
    %next = arith.addi %i, %c3 : index
    scf.yield %next : index
  }
  return
}

// The condition is asked at the end of an iteration, and once before the loop.
func.func @rotated(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %any = arith.cmpi sgt, %n, %c0 : index
  cf.cond_br %any, ^body(%c0 : index), ^exit
^body(%i: index):
  "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = true
  "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
  %next = arith.addi %i, %c1 : index
  %again = arith.cmpi ne, %next, %n : index
  cf.cond_br %again, ^body(%next : index), ^exit
^exit:
  return
}

// The same without the question before the loop: the first iteration runs in any case.
func.func @rotated_unguarded(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^body(%c0 : index)
^body(%i: index):
  "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = fail
  "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
  %next = arith.addi %i, %c1 : index
  %again = arith.cmpi ne, %next, %n : index
  cf.cond_br %again, ^body(%next : index), ^exit
^exit:
  return
}

func.func @rotated_down(%n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %any = arith.cmpi sgt, %n, %c0 : i64
  cf.cond_br %any, ^body(%n : i64), ^exit
^body(%i: i64):
  %index = arith.index_cast %i : i64 to index
  %first = arith.index_cast %n : i64 to index
  "test.compare"(%index, %first) {cmp = "LE"} : (index, index) -> () // = true
  "test.reify_bound"(%index) <{type = "LB", constant}> : (index) -> index // = 1
  %next = arith.subi %i, %c1 : i64
  %again = arith.cmpi ne, %next, %c0 : i64
  cf.cond_br %again, ^body(%next : i64), ^exit
^exit:
  return
}

// Two values that move towards each other.
func.func @towards_each_other(%n: index, %which: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.maxsi %n, %c0 : index
  %r:2 = scf.while (%low = %c0, %high = %end) : (index, index) -> (index, index) {
    %again = arith.cmpi ne, %low, %high : index
    scf.condition(%again) %low, %high : index, index
  } do {
  ^bb0(%low: index, %high: index):
    "test.compare"(%low, %high) {cmp = "LT"} : (index, index) -> () // = true
    "test.compare"(%high, %end) {cmp = "LE"} : (index, index) -> () // = true
    %up = arith.addi %low, %c1 : index
    %down = arith.subi %high, %c1 : index
    %next_low = arith.select %which, %up, %low : index
    %next_high = arith.select %which, %high, %down : index
    scf.yield %next_low, %next_high : index, index
  }
  "test.compare"(%r#0, %r#1) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%r#0, %end) {cmp = "LE"} : (index, index) -> () // = true
  return
}

// The greatest common divisor: the remainder is less than a divisor that is not 0.
func.func @greatest_common_divisor(%a: index, %b: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = arith.maxsi %a, %c1 : index
  %second = arith.maxsi %b, %c0 : index
  %r:2 = scf.while (%x = %first, %y = %second) : (index, index) -> (index, index) {
    %again = arith.cmpi ne, %y, %c0 : index
    "test.compare"(%x, %c1) {cmp = "GE"} : (index, index) -> () // = true
    scf.condition(%again) %x, %y : index, index
  } do {
  ^bb0(%x: index, %y: index):
    "test.compare"(%y, %c1) {cmp = "GE"} : (index, index) -> () // = true
    %rest = arith.remsi %x, %y : index
    "test.compare"(%rest, %y) {cmp = "LT"} : (index, index) -> () // = true
    scf.yield %y, %rest : index, index
  }
  "test.compare"(%r#0, %c1) {cmp = "GE"} : (index, index) -> () // = true
  "test.reify_bound"(%r#1) <{type = "EQ", constant}> : (index) -> index // = 0
  return
}
