// llvm.add sub mul sdiv srem and or xor shl ashr lshr icmp select sext zext trunc: integers of the dialect.
llvm.func @integers(%a: i32, %b: i32) attributes {gpu.known_block_size = array<i32: 8, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i32) : i32
  %low = llvm.and %a, %c7 : i32
  %sum = llvm.add %low, %c5 : i32
  %product = llvm.mul %low, %c5 : i32
  %difference = llvm.sub %c5, %low : i32
  %quotient = llvm.sdiv %sum, %c5 : i32
  %rest = llvm.srem %sum, %c7 : i32
  %unsigned = llvm.udiv %sum, %c5 : i32
  %modulus = llvm.urem %sum, %c7 : i32
  %shifted = llvm.shl %low, %c1 : i32
  %halved = llvm.lshr %shifted, %c1 : i32
  %quartered = llvm.ashr %low, %c1 : i32
  %odd = llvm.or %shifted, %c1 : i32
  %flipped = llvm.xor %low, %c7 : i32
  %least = llvm.intr.smin(%low, %c5) : (i32, i32) -> i32
  %most = llvm.intr.smax(%low, %c5) : (i32, i32) -> i32
  %least2 = llvm.intr.umin(%low, %c5) : (i32, i32) -> i32
  %most2 = llvm.intr.umax(%low, %c5) : (i32, i32) -> i32
  %less = llvm.icmp "slt" %b, %c100 : i32
  %chosen = llvm.select %less, %b, %c100 : i1, i32
  %wide = llvm.sext %low : i32 to i64
  %zero = llvm.zext %a : i32 to i64
  %cut = llvm.trunc %a : i32 to i8
  %0 = "test.reify_bound"(%sum) {constant, allow_integer_type} : (i32) -> index // = fail
  %1 = "test.reify_bound"(%sum) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 13
  %2 = "test.reify_bound"(%product) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 36
  %3 = "test.reify_bound"(%difference) {constant, type = "LB", allow_integer_type} : (i32) -> index // = -2
  %4 = "test.reify_bound"(%quotient) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 3
  %5 = "test.reify_bound"(%rest) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 7
  %6 = "test.reify_bound"(%unsigned) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 3
  %7 = "test.reify_bound"(%modulus) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 7
  %8 = "test.reify_bound"(%halved) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 8
  %9 = "test.reify_bound"(%quartered) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 4
  %10 = "test.reify_bound"(%odd) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 16
  %11 = "test.reify_bound"(%flipped) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 8
  %12 = "test.reify_bound"(%least) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 6
  %13 = "test.reify_bound"(%most) {constant, type = "LB", allow_integer_type} : (i32) -> index // = 5
  %14 = "test.reify_bound"(%least2) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 6
  %15 = "test.reify_bound"(%most2) {constant, type = "LB", allow_integer_type} : (i32) -> index // = 5
  %16 = "test.reify_bound"(%chosen) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 101
  %17 = "test.reify_bound"(%wide) {constant, type = "UB", allow_integer_type} : (i64) -> index // = 8
  %18 = "test.reify_bound"(%zero) {constant, type = "LB", allow_integer_type} : (i64) -> index // = 0
  %19 = "test.reify_bound"(%cut) {constant, type = "UB", allow_integer_type} : (i8) -> index // = 128
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %20 = "test.reify_bound"(%tid) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 8
  llvm.intr.assume %less : i1
  %21 = "test.reify_bound"(%b) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 100
  llvm.return
}

// llvm.cond_br llvm.br: what a branch has asked is known where it leads.
llvm.func @branches(%a: i32) -> i32 {
  %c10 = llvm.mlir.constant(10 : i32) : i32
  %less = llvm.icmp "ult" %a, %c10 : i32
  llvm.cond_br %less, ^then, ^otherwise(%c10 : i32)
^then:
  %0 = "test.reify_bound"(%a) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 10
  llvm.br ^otherwise(%a : i32)
^otherwise(%x: i32):
  %1 = "test.reify_bound"(%x) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 11
  llvm.return %x : i32
}

// llvm.zext llvm.uitofp nneg
llvm.func @flags(%a: i32, %b: i32) {
  %0 = llvm.zext nneg %a : i32 to i64
  %1 = llvm.uitofp nneg %b : i32 to f32
  %2 = "test.reify_bound"(%a) {constant, type = "LB", allow_integer_type} : (i32) -> index // = 0
  %3 = "test.reify_bound"(%b) {constant, type = "LB", allow_integer_type} : (i32) -> index // = 0
  llvm.return
}

// llvm.call: a function is run with what its callers give.
llvm.func internal @callee(%a: i32) -> i32 {
  llvm.return %a : i32
}
llvm.func @caller() {
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %0 = llvm.call @callee(%c5) : (i32) -> i32
  llvm.return
}

// arith.extui arith.index_castui arith.uitofp nneg: the operand is not negative.
func.func @not_negative(%a: i32, %b: i32, %c: i32) {
  %0 = arith.extui nneg %a : i32 to i64
  %1 = arith.index_castui nneg %b : i32 to index
  %2 = arith.uitofp nneg %c : i32 to f32
  %3 = "test.reify_bound"(%a) {constant, type = "LB", allow_integer_type} : (i32) -> index // = 0
  %4 = "test.reify_bound"(%b) {constant, type = "LB", allow_integer_type} : (i32) -> index // = 0
  %5 = "test.reify_bound"(%c) {constant, type = "LB", allow_integer_type} : (i32) -> index // = 0
  %6 = "test.reify_bound"(%1) {constant, type = "UB"} : (index) -> index // = 2147483648
  return
}

// llvm.select of conditions
llvm.func @both(%c: i1) {
  %true = llvm.mlir.constant(true) : i1
  %chosen = llvm.select %c, %true, %true : i1, i1
  %bit = llvm.zext %chosen : i1 to i32
  %0 = "test.reify_bound"(%bit) {constant, allow_integer_type} : (i32) -> index // = 1
  llvm.return
}

// llvm.intr.abs ctlz cttz ctpop uadd.sat usub.sat sadd.sat ssub.sat
llvm.func @saturated(%a: i8, %b: i8) {
  %c100 = llvm.mlir.constant(100 : i8) : i8
  %abs = "llvm.intr.abs"(%a) <{is_int_min_poison = false}> : (i8) -> i8
  %0 = llvm.sext %abs : i8 to i32
  %1 = "test.reify_bound"(%0) {constant, type = "LB", allow_integer_type} : (i32) -> index // = -128
  %ctlz = "llvm.intr.ctlz"(%a) <{is_zero_poison = false}> : (i8) -> i8
  %2 = "test.reify_bound"(%ctlz) {constant, type = "UB", allow_integer_type} : (i8) -> index // = 9
  %cttz = "llvm.intr.cttz"(%a) <{is_zero_poison = true}> : (i8) -> i8
  %3 = "test.reify_bound"(%cttz) {constant, type = "LB", allow_integer_type} : (i8) -> index // = 0
  %ctpop = llvm.intr.ctpop(%a) : (i8) -> i8
  %4 = "test.reify_bound"(%ctpop) {constant, type = "UB", allow_integer_type} : (i8) -> index // = 9
  %uadd = llvm.intr.uadd.sat(%a, %c100) : (i8, i8) -> i8
  %5 = llvm.zext %uadd : i8 to i32
  %6 = "test.reify_bound"(%5) {constant, type = "LB", allow_integer_type} : (i32) -> index // = 100
  %usub = llvm.intr.usub.sat(%a, %c100) : (i8, i8) -> i8
  %7 = llvm.zext %usub : i8 to i32
  %8 = "test.reify_bound"(%7) {constant, type = "UB", allow_integer_type} : (i32) -> index // = 156
  %sadd = llvm.intr.sadd.sat(%a, %c100) : (i8, i8) -> i8
  %9 = "test.reify_bound"(%sadd) {constant, type = "LB", allow_integer_type} : (i8) -> index // = -28
  %ssub = llvm.intr.ssub.sat(%a, %c100) : (i8, i8) -> i8
  %10 = "test.reify_bound"(%ssub) {constant, type = "UB", allow_integer_type} : (i8) -> index // = 28
  llvm.return
}

// llvm.switch llvm.intr.expect: in a successor, the flag is its case.
llvm.func @switches(%f: i32, %x: i64) -> i64 {
  %c4 = llvm.mlir.constant(4 : i64) : i64
  %c7 = llvm.mlir.constant(7 : i64) : i64
  %likely = llvm.intr.expect %f, %f : i32
  llvm.switch %likely : i32, ^out [
    42: ^arrive(%c4 : i64),
    43: ^arrive(%c7 : i64),
    44: ^other
  ]
^out:
  llvm.return %x : i64
^other:
  %0 = "test.reify_bound"(%f) {constant, allow_integer_type} : (i32) -> index // = 44
  llvm.return %x : i64
^arrive(%a: i64):
  %1 = "test.reify_bound"(%a) {constant, type = "LB", allow_integer_type} : (i64) -> index // = 4
  llvm.return %a : i64
}
