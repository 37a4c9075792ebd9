// RUN: calipers opt %s -int-range-optimizations | FileCheck %s

// The carried value is 20 when the guards are visited first, and 40 in later iterations: the range in the last block
// is that of all iterations.

// CHECK-LABEL: func.func @guards_in_a_loop(
//       CHECK:   reflect_bounds {smax = 40 : si32, smin = 20 : si32, umax = 40 : ui32, umin = 20 : ui32}
func.func @guards_in_a_loop(%again: i1) {
  %c20 = arith.constant 20 : i32
  %c40 = arith.constant 40 : i32
  cf.br ^head(%c20 : i32)
^head(%i: i32):
  cf.br ^g0
^g0:
  %k0 = arith.constant 0 : i32
  %p0 = arith.cmpi ne, %i, %k0 : i32
  cf.cond_br %p0, ^g1, ^exit
^g1:
  %k1 = arith.constant 1 : i32
  %p1 = arith.cmpi ne, %i, %k1 : i32
  cf.cond_br %p1, ^g2, ^exit
^g2:
  %k2 = arith.constant 2 : i32
  %p2 = arith.cmpi ne, %i, %k2 : i32
  cf.cond_br %p2, ^g3, ^exit
^g3:
  %k3 = arith.constant 3 : i32
  %p3 = arith.cmpi ne, %i, %k3 : i32
  cf.cond_br %p3, ^g4, ^exit
^g4:
  %k4 = arith.constant 4 : i32
  %p4 = arith.cmpi ne, %i, %k4 : i32
  cf.cond_br %p4, ^g5, ^exit
^g5:
  %k5 = arith.constant 5 : i32
  %p5 = arith.cmpi ne, %i, %k5 : i32
  cf.cond_br %p5, ^g6, ^exit
^g6:
  %k6 = arith.constant 6 : i32
  %p6 = arith.cmpi ne, %i, %k6 : i32
  cf.cond_br %p6, ^g7, ^exit
^g7:
  %k7 = arith.constant 7 : i32
  %p7 = arith.cmpi ne, %i, %k7 : i32
  cf.cond_br %p7, ^g8, ^exit
^g8:
  %k8 = arith.constant 8 : i32
  %p8 = arith.cmpi ne, %i, %k8 : i32
  cf.cond_br %p8, ^g9, ^exit
^g9:
  %k9 = arith.constant 9 : i32
  %p9 = arith.cmpi ne, %i, %k9 : i32
  cf.cond_br %p9, ^g10, ^exit
^g10:
  %k10 = arith.constant 10 : i32
  %p10 = arith.cmpi ne, %i, %k10 : i32
  cf.cond_br %p10, ^g11, ^exit
^g11:
  %k11 = arith.constant 11 : i32
  %p11 = arith.cmpi ne, %i, %k11 : i32
  cf.cond_br %p11, ^g12, ^exit
^g12:
  %k12 = arith.constant 12 : i32
  %p12 = arith.cmpi ne, %i, %k12 : i32
  cf.cond_br %p12, ^g13, ^exit
^g13:
  %k13 = arith.constant 13 : i32
  %p13 = arith.cmpi ne, %i, %k13 : i32
  cf.cond_br %p13, ^g14, ^exit
^g14:
  %k14 = arith.constant 14 : i32
  %p14 = arith.cmpi ne, %i, %k14 : i32
  cf.cond_br %p14, ^g15, ^exit
^g15:
  %k15 = arith.constant 15 : i32
  %p15 = arith.cmpi ne, %i, %k15 : i32
  cf.cond_br %p15, ^g16, ^exit
^g16:
  %k16 = arith.constant 16 : i32
  %p16 = arith.cmpi ne, %i, %k16 : i32
  cf.cond_br %p16, ^g17, ^exit
^g17:
  %k17 = arith.constant 17 : i32
  %p17 = arith.cmpi ne, %i, %k17 : i32
  cf.cond_br %p17, ^last, ^exit
^last:
  %0 = test.reflect_bounds %i : i32
  cf.cond_br %again, ^head(%c40 : i32), ^exit
^exit:
  return
}
