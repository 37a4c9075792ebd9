// Digits of numbers that are known.

func.func @digits(%t: tensor<2xi32>, %n: index) {
  %x0 = arith.constant 12 : i32
  %y0 = arith.constant 10 : i32
  %r0 = arith.ori %x0, %y0 : i32
  %i0 = arith.index_cast %r0 : i32 to index
  %q0 = "test.reify_bound"(%i0) {type = "EQ", constant} : (index) -> index // = 14
  %x1 = arith.constant 12 : i32
  %y1 = arith.constant 10 : i32
  %r1 = arith.andi %x1, %y1 : i32
  %i1 = arith.index_cast %r1 : i32 to index
  %q1 = "test.reify_bound"(%i1) {type = "EQ", constant} : (index) -> index // = 8
  %x2 = arith.constant 12 : i32
  %y2 = arith.constant 10 : i32
  %r2 = arith.xori %x2, %y2 : i32
  %i2 = arith.index_cast %r2 : i32 to index
  %q2 = "test.reify_bound"(%i2) {type = "EQ", constant} : (index) -> index // = 6
  %x3 = arith.constant -12 : i32
  %y3 = arith.constant 10 : i32
  %r3 = arith.xori %x3, %y3 : i32
  %i3 = arith.index_cast %r3 : i32 to index
  %q3 = "test.reify_bound"(%i3) {type = "EQ", constant} : (index) -> index // = -2
  %x4 = arith.constant -128 : i32
  %y4 = arith.constant 5 : i32
  %r4 = arith.ori %x4, %y4 : i32
  %i4 = arith.index_cast %r4 : i32 to index
  %q4 = "test.reify_bound"(%i4) {type = "EQ", constant} : (index) -> index // = -123
  %x5 = arith.constant -20 : i32
  %y5 = arith.constant 13 : i32
  %r5 = arith.andi %x5, %y5 : i32
  %i5 = arith.index_cast %r5 : i32 to index
  %q5 = "test.reify_bound"(%i5) {type = "EQ", constant} : (index) -> index // = 12
  %x6 = arith.constant 12 : index
  %y6 = arith.constant 10 : index
  %r6 = arith.ori %x6, %y6 : index
  %q6 = "test.reify_bound"(%r6) {type = "EQ", constant} : (index) -> index // = 14
  %x7 = arith.constant 12 : index
  %y7 = arith.constant 10 : index
  %r7 = arith.andi %x7, %y7 : index
  %q7 = "test.reify_bound"(%r7) {type = "EQ", constant} : (index) -> index // = 8
  %x8 = arith.constant 12 : index
  %y8 = arith.constant 10 : index
  %r8 = arith.xori %x8, %y8 : index
  %q8 = "test.reify_bound"(%r8) {type = "EQ", constant} : (index) -> index // = 6
  %x9 = arith.constant -12 : index
  %y9 = arith.constant 10 : index
  %r9 = arith.xori %x9, %y9 : index
  %q9 = "test.reify_bound"(%r9) {type = "EQ", constant} : (index) -> index // = -2
  %x10 = arith.constant -128 : index
  %y10 = arith.constant 5 : index
  %r10 = arith.ori %x10, %y10 : index
  %q10 = "test.reify_bound"(%r10) {type = "EQ", constant} : (index) -> index // = -123
  %x11 = arith.constant -20 : index
  %y11 = arith.constant 13 : index
  %r11 = arith.andi %x11, %y11 : index
  %q11 = "test.reify_bound"(%r11) {type = "EQ", constant} : (index) -> index // = 12
  %x12 = arith.constant 96 : i8
  %y12 = arith.constant 1 : i8
  %r12 = arith.shli %x12, %y12 : i8
  %i12 = arith.index_cast %r12 : i8 to index
  %q12 = "test.reify_bound"(%i12) {type = "EQ", constant} : (index) -> index // = -64
  %x13 = arith.constant -2 : i8
  %y13 = arith.constant 1 : i8
  %r13 = arith.shrui %x13, %y13 : i8
  %i13 = arith.index_cast %r13 : i8 to index
  %q13 = "test.reify_bound"(%i13) {type = "EQ", constant} : (index) -> index // = 127
  %x14 = arith.constant -3 : i8
  %y14 = arith.constant 1 : i8
  %r14 = arith.shrsi %x14, %y14 : i8
  %i14 = arith.index_cast %r14 : i8 to index
  %q14 = "test.reify_bound"(%i14) {type = "EQ", constant} : (index) -> index // = -2
  %x15 = arith.constant 1 : i8
  %y15 = arith.constant 8 : i8
  %r15 = arith.shli %x15, %y15 : i8
  %i15 = arith.index_cast %r15 : i8 to index
  %q15 = "test.reify_bound"(%i15) {type = "EQ", constant} : (index) -> index // = fail
  %x16 = arith.constant 1 : i8
  %y16 = arith.constant 9 : i8
  %r16 = arith.shrui %x16, %y16 : i8
  %i16 = arith.index_cast %r16 : i8 to index
  %q16 = "test.reify_bound"(%i16) {type = "EQ", constant} : (index) -> index // = fail
  %x17 = arith.constant 127 : i8
  %y17 = arith.constant -128 : i8
  %r17 = arith.ori %x17, %y17 : i8
  %i17 = arith.index_cast %r17 : i8 to index
  %q17 = "test.reify_bound"(%i17) {type = "EQ", constant} : (index) -> index // = -1
  %x18 = arith.constant 12 : index
  %y18 = arith.constant 10 : index
  %r18 = index.or %x18, %y18
  %q18 = "test.reify_bound"(%r18) {type = "EQ", constant} : (index) -> index // = 14
  %x19 = arith.constant 12 : index
  %y19 = arith.constant 10 : index
  %r19 = index.and %x19, %y19
  %q19 = "test.reify_bound"(%r19) {type = "EQ", constant} : (index) -> index // = 8
  %x20 = arith.constant 12 : index
  %y20 = arith.constant 10 : index
  %r20 = index.xor %x20, %y20
  %q20 = "test.reify_bound"(%r20) {type = "EQ", constant} : (index) -> index // = 6
  %x21 = arith.constant 3 : index
  %y21 = arith.constant 4 : index
  %r21 = index.shl %x21, %y21
  %q21 = "test.reify_bound"(%r21) {type = "EQ", constant} : (index) -> index // = 48
  %x22 = arith.constant -9 : index
  %y22 = arith.constant 1 : index
  %r22 = index.shrs %x22, %y22
  %q22 = "test.reify_bound"(%r22) {type = "EQ", constant} : (index) -> index // = -5
  %x23 = arith.constant 9 : index
  %y23 = arith.constant 1 : index
  %r23 = index.shru %x23, %y23
  %q23 = "test.reify_bound"(%r23) {type = "EQ", constant} : (index) -> index // = 4
  %a = stablehlo.constant dense<[12, 9]> : tensor<2xi32>
  %b = stablehlo.constant dense<[10, -4]> : tensor<2xi32>
  %c1 = arith.constant 1 : index
  %hor = stablehlo.or %a, %b : tensor<2xi32>
  %e24 = tensor.extract %hor[%c1] : tensor<2xi32>
  %i24 = arith.index_cast %e24 : i32 to index
  %q24 = "test.reify_bound"(%i24) {constant, type = "EQ"} : (index) -> index // = -3
  %hand = stablehlo.and %a, %b : tensor<2xi32>
  %e25 = tensor.extract %hand[%c1] : tensor<2xi32>
  %i25 = arith.index_cast %e25 : i32 to index
  %q25 = "test.reify_bound"(%i25) {constant, type = "EQ"} : (index) -> index // = 8
  %hxor = stablehlo.xor %a, %b : tensor<2xi32>
  %e26 = tensor.extract %hxor[%c1] : tensor<2xi32>
  %i26 = arith.index_cast %e26 : i32 to index
  %q26 = "test.reify_bound"(%i26) {constant, type = "EQ"} : (index) -> index // = -11
  return
}
