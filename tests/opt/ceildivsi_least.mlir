// RUN: calipers opt --int-range-optimizations="narrowing=2" %s | FileCheck %s
// RUN: calipers opt --int-range-optimizations %s | FileCheck %s --check-prefix=MLIR
// RUN: calipers opt --arith-unsigned-when-equivalent %s | FileCheck %s --check-prefix=SIGNED

// The least integer has no negative, but its quotients are negative.

// CHECK-LABEL: func @constant
// CHECK: %[[q:.*]] = arith.constant -18 : i64
// CHECK: return %[[q]]
// What mlir-opt prints, to compare with it.
// MLIR-LABEL: func @constant
// MLIR: %[[q:.*]] = arith.constant 18 : i64
// MLIR: return %[[q]]
// SIGNED-LABEL: func @constant
// SIGNED: arith.extsi
func.func @constant() -> i64 {
  %least = arith.constant -128 : i8
  %c7 = arith.constant 7 : i8
  %q = arith.ceildivsi %least, %c7 : i8
  %wide = arith.extsi %q : i8 to i64
  return %wide : i64
}

// All quotients by 7.
// CHECK-LABEL: func @any
// CHECK: %[[yes:.*]] = arith.constant true
// CHECK: return %[[yes]]
func.func @any(%x: i8) -> i1 {
  %c7 = arith.constant 7 : i8
  %c19 = arith.constant 19 : i8
  %q = arith.ceildivsi %x, %c7 : i8
  %most = arith.cmpi sle, %q, %c19 : i8
  %c-18 = arith.constant -18 : i8
  %least = arith.cmpi sge, %q, %c-18 : i8
  %both = arith.andi %most, %least : i1
  return %both : i1
}
