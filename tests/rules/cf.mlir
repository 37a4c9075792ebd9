// What blocks and the edges between them say.
func.func @branches(%n: index, %c: i1) -> index {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %lt = arith.cmpi slt, %n, %c4 : index
  "test.compare"(%n, %c4) {cmp = "LT"} : (index, index) -> () // = fail
  cf.cond_br %lt, ^small(%n : index), ^large
^small(%a: index):
  "test.compare"(%n, %c4) {cmp = "LT"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%a) {constant, type = "UB"} : (index) -> index // = 4
  cf.br ^join(%a, %c0 : index, index)
^large:
  "test.compare"(%n, %c4) {cmp = "GE"} : (index, index) -> () // = true
  cf.br ^join(%c4, %c9 : index, index)
^join(%least: index, %k: index):
  "test.compare"(%least, %n) {cmp = "LE"} : (index, index) -> () // = true
  %1 = "test.reify_bound"(%least) {constant, type = "UB"} : (index) -> index // = 5
  %2 = "test.reify_bound"(%k) {constant, type = "UB"} : (index) -> index // = 10
  "test.compare"(%n, %c4) {cmp = "LT"} : (index, index) -> () // = fail
  // Both ways lead to one block: it does not tell which was taken.
  cf.cond_br %lt, ^same(%c0 : index), ^same(%c4 : index)
^same(%s: index):
  "test.compare"(%n, %c4) {cmp = "LT"} : (index, index) -> () // = fail
  %3 = "test.reify_bound"(%s) {constant, type = "UB"} : (index) -> index // = 5
  cf.cond_br %c, ^once, ^twice
^once:
  cf.br ^last(%s : index)
^twice:
  cf.br ^last(%s : index)
^last(%t: index):
  %4 = "test.reify_bound"(%t) {type = "EQ"} : (index) -> index // = sym
  return %t : index
}

// Of a switch, and of a way that leads nowhere.
func.func @switches(%f: i32, %x: index) -> index {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c42 = arith.constant 42 : i32
  cf.switch %f : i32, [
    default: ^out,
    42: ^arrive(%c4 : index),
    43: ^arrive(%c7 : index),
    44: ^other
  ]
^out:
  return %c0 : index
^other:
  %wide = arith.index_cast %f : i32 to index
  %0 = "test.reify_bound"(%wide) {constant} : (index) -> index // = 44
  cf.br ^join(%c0 : index)
^arrive(%a: index):
  %1 = "test.reify_bound"(%a) {constant, type = "LB"} : (index) -> index // = 4
  cf.br ^join(%a : index)
^join(%j: index):
  %2 = "test.reify_bound"(%j) {constant, type = "UB"} : (index) -> index // = 8
  return %j : index
}

// A loop whose condition comes first.
func.func @while(%n: index, %t: tensor<?xf32>, %f: f32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %t : index, tensor<?xf32>)
^head(%i: index, %u: tensor<?xf32>):
  %0 = "test.reify_bound"(%i) {constant, type = "LB"} : (index) -> index // = 0
  %lt = arith.cmpi slt, %i, %n : index
  cf.cond_br %lt, ^body, ^exit
^body:
  "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = true
  %w = tensor.insert %f into %u[%i] : tensor<?xf32>
  %next = arith.addi %i, %c1 : index
  "test.compare"(%next, %n) {cmp = "LE"} : (index, index) -> () // = true
  cf.br ^head(%next, %w : index, tensor<?xf32>)
^exit:
  %most = arith.maxsi %n, %c0 : index
  "test.compare"(%i, %most) {cmp = "EQ"} : (index, index) -> () // = true
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %e = tensor.dim %u, %c0 : tensor<?xf32>
  "test.compare"(%d, %e) {cmp = "EQ"} : (index, index) -> () // = true
  return %i : index
}

// A loop whose condition comes last.
func.func @do_while(%n: index, %m: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  cf.br ^head(%c0, %m : index, index)
^head(%i: index, %a: index):
  %next = arith.addi %i, %c4 : index
  %more = arith.addi %a, %c1 : index
  %rest = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
  %0 = "test.reify_bound"(%rest) {constant} : (index) -> index // = 0
  "test.compare"(%a, %m) {cmp = "GE"} : (index, index) -> () // = true
  %lt = arith.cmpi slt, %next, %n : index
  cf.cond_br %lt, ^head(%next, %more : index, index), ^exit
^exit:
  "test.compare"(%next, %n) {cmp = "GE"} : (index, index) -> () // = true
  %most = arith.maxsi %n, %c1 : index
  "test.compare"(%i, %most) {cmp = "LT"} : (index, index) -> () // = true
  return %more : index
}

// A loop in a loop, as lowering writes them.
func.func @nested(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  cf.br ^outer(%c0, %c0 : index, index)
^outer(%i: index, %count: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^enter, ^exit
^enter:
  cf.br ^inner(%i, %count : index, index)
^inner(%j: index, %c: index):
  %again = arith.cmpi slt, %j, %m : index
  cf.cond_br %again, ^body, ^leave
^body:
  "test.compare"(%i, %j) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%j, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%c, %c0) {cmp = "GE"} : (index, index) -> () // = true
  %next = arith.addi %j, %c1 : index
  %counted = arith.addi %c, %c1 : index
  cf.br ^inner(%next, %counted : index, index)
^leave:
  %on = arith.addi %i, %c4 : index
  cf.br ^outer(%on, %c : index, index)
^exit:
  "test.compare"(%count, %c0) {cmp = "GE"} : (index, index) -> () // = true
  return
}

// Two ways back, and two ways in: nothing is made up.
func.func @unlike(%n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.cond_br %p, ^left(%c0 : index), ^right(%c1 : index)
^left(%i: index):
  "test.compare"(%i, %c0) {cmp = "EQ"} : (index, index) -> () // = fail
  %a = arith.addi %i, %c1 : index
  cf.br ^right(%a : index)
^right(%j: index):
  "test.compare"(%j, %c1) {cmp = "EQ"} : (index, index) -> () // = fail
  %b = arith.addi %j, %c1 : index
  %lt = arith.cmpi slt, %b, %n : index
  cf.cond_br %lt, ^left(%b : index), ^exit
^exit:
  return
}

// What comes after a branch, or on its other side, does not matter to an argument: not a loop either.
func.func @before_a_loop(%n: index, %m: index, %c: i1) -> index {
  %less = arith.cmpi slt, %n, %m : index
  cf.cond_br %less, ^first(%n : index), ^second(%m : index)
^first(%x: index):
  "test.compare"(%x, %m) {cmp = "LT"} : (index, index) -> () // = true
  cf.br ^after(%x : index)
^second(%y: index):
  "test.compare"(%y, %n) {cmp = "LE"} : (index, index) -> () // = true
  cf.br ^after(%y : index)
^after(%least: index):
  "test.compare"(%least, %n) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%least, %m) {cmp = "LE"} : (index, index) -> () // = true
  cf.br ^head
^head:
  cf.cond_br %c, ^head, ^end
^end:
  return %least : index
}
