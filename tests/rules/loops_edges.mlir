// Loops of blocks that are entered, or repeated, by several edges.

// One iteration goes on early.
func.func @goes_on_early(%n: index, %skips: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.maxsi %n, %c0 : index
  cf.br ^header(%c0, %c0 : index, index)
^header(%i: index, %kept: index):
  "test.compare"(%kept, %i) {cmp = "LE"} : (index, index) -> () // = true
  %more = arith.cmpi slt, %i, %end : index
  cf.cond_br %more, ^body, ^exit
^body:
  %next = arith.addi %i, %c1 : index
  cf.cond_br %skips, ^header(%next, %kept : index, index), ^keep
^keep:
  "test.compare"(%kept, %end) {cmp = "LT"} : (index, index) -> () // = true
  %one_more = arith.addi %kept, %c1 : index
  cf.br ^header(%next, %one_more : index, index)
^exit:
  "test.compare"(%kept, %end) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%i, %end) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// A branch with two edges to the same block.
func.func @by_one_or_two(%n: index, %which: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %end = arith.maxsi %n, %c0 : index
  cf.br ^header(%c0 : index)
^header(%i: index):
  %more = arith.cmpi slt, %i, %end : index
  cf.cond_br %more, ^body, ^exit
^body:
  %one = arith.addi %i, %c1 : index
  %two = arith.addi %i, %c2 : index
  cf.cond_br %which, ^header(%one : index), ^header(%two : index)
^exit:
  "test.compare"(%i, %end) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%i, %end) {cmp = "EQ"} : (index, index) -> () // = fail
  %beyond = arith.subi %i, %end : index
  "test.reify_bound"(%beyond) <{type = "UB", constant}> : (index) -> index // = 2
  return
}

// Entered with 0 or with 5.
func.func @two_entries(%which: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  cf.cond_br %which, ^zero, ^five
^zero:
  cf.br ^header(%c0 : index)
^five:
  cf.br ^header(%c5 : index)
^header(%i: index):
  "test.reify_bound"(%i) <{type = "LB", constant}> : (index) -> index // = 0
  "test.reify_bound"(%i) <{type = "UB", constant}> : (index) -> index // = 11
  %more = arith.cmpi slt, %i, %c10 : index
  cf.cond_br %more, ^body, ^exit
^body:
  %next = arith.addi %i, %c1 : index
  cf.br ^header(%next : index)
^exit:
  "test.reify_bound"(%i) <{type = "EQ", constant}> : (index) -> index // = 10
  return
}

// A value that another edge sets back is not bounded by the first one.
func.func @set_back(%n: i64, %which: i1) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c9 = arith.constant 9 : i64
  %minus7 = arith.constant -7 : i64
  cf.br ^header(%c0 : i64)
^header(%i: i64):
  %index = arith.index_cast %i : i64 to index
  "test.reify_bound"(%index) <{type = "LB", constant}> : (index) -> index // = -7
  "test.reify_bound"(%index) <{type = "UB", constant}> : (index) -> index // = 10
  %more = arith.cmpi slt, %i, %c9 : i64
  cf.cond_br %more, ^body, ^exit
^body:
  %next = arith.addi %i, %c1 : i64
  cf.cond_br %which, ^header(%next : i64), ^back
^back:
  cf.br ^header(%minus7 : i64)
^exit:
  return
}

// Unrolled by two, with an end in between, towards a value that may be odd.
func.func @unrolled(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %any = arith.cmpi sgt, %n, %c0 : i32
  cf.cond_br %any, ^header(%c0 : i32), ^exit
^header(%i: i32):
  %index = arith.index_cast %i : i32 to index
  %end = arith.index_cast %n : i32 to index
  "test.compare"(%index, %end) {cmp = "LT"} : (index, index) -> () // = true
  %second = arith.addi %i, %c1 : i32
  %ends = arith.cmpi eq, %second, %n : i32
  cf.cond_br %ends, ^exit, ^rest
^rest:
  %index_of_second = arith.index_cast %second : i32 to index
  "test.compare"(%index_of_second, %end) {cmp = "LT"} : (index, index) -> () // = true
  %third = arith.addi %second, %c1 : i32
  %again = arith.cmpi ne, %third, %n : i32
  cf.cond_br %again, ^header(%third : i32), ^exit
^exit:
  return
}

// Two values that move towards each other, one of them in each iteration.
func.func @towards_each_other(%n: index, %which: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.maxsi %n, %c0 : index
  cf.br ^header(%c0, %end : index, index)
^header(%low: index, %high: index):
  %more = arith.cmpi slt, %low, %high : index
  cf.cond_br %more, ^body, ^exit
^body:
  cf.cond_br %which, ^up, ^down
^up:
  %above = arith.addi %low, %c1 : index
  cf.br ^header(%above, %high : index, index)
^down:
  %below = arith.subi %high, %c1 : index
  cf.br ^header(%low, %below : index, index)
^exit:
  "test.compare"(%low, %high) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%high, %end) {cmp = "LE"} : (index, index) -> () // = true
  return
}

// Nested loops whose conditions are asked at the end of an iteration.
func.func @nested(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %any_outer = arith.cmpi sgt, %n, %c0 : index
  cf.cond_br %any_outer, ^check, ^exit
^check:
  %any_inner = arith.cmpi sgt, %m, %c0 : index
  cf.cond_br %any_inner, ^outer(%c0 : index), ^exit
^outer(%i: index):
  cf.br ^inner(%c0 : index)
^inner(%j: index):
  "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = true
  "test.compare"(%j, %m) {cmp = "LT"} : (index, index) -> () // = true
  %next_j = arith.addi %j, %c1 : index
  %again_j = arith.cmpi slt, %next_j, %m : index
  cf.cond_br %again_j, ^inner(%next_j : index), ^end
^end:
  %next_i = arith.addi %i, %c1 : index
  %again_i = arith.cmpi slt, %next_i, %n : index
  cf.cond_br %again_i, ^outer(%next_i : index), ^exit
^exit:
  return
}

// One branch repeats the inner loop or the outer one: it identifies only the inner one.
func.func @shared_branch(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^outer(%c0 : index)
^outer(%i: index):
  "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  "test.compare"(%i, %c0) {cmp = "EQ"} : (index, index) -> () // = fail
  cf.br ^inner(%c0 : index)
^inner(%j: index):
  "test.compare"(%j, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%j, %c0) {cmp = "EQ"} : (index, index) -> () // = fail
  %next_j = arith.addi %j, %c1 : index
  %next_i = arith.addi %i, %c1 : index
  %again = arith.cmpi slt, %next_j, %m : index
  cf.cond_br %again, ^inner(%next_j : index), ^outer(%next_i : index)
}
