// What is read from a global that never changes is one of its elements.
//
// RUN: calipers opt %s -int-range-optimizations | FileCheck %s

memref.global "private" constant @numbers : memref<4xi32> = dense<[1, 5, -3, 7]>
memref.global "private" constant @sizes : memref<2x2xindex> = dense<[[1, 5], [3, 7]]>
memref.global "private" constant @nines : memref<64xi8> = dense<9>
memref.global "private" constant @yes : memref<i1> = dense<true>
memref.global "private" @changes : memref<4xi32> = dense<[1, 5, 3, 7]>
memref.global "private" constant @uninitialized : memref<4xi32> = uninitialized
memref.global constant @elsewhere : memref<4xi32>

// CHECK-LABEL: func.func @loads(
//       CHECK:   test.reflect_bounds {smax = 7 : si32, smin = -3 : si32, umax = 4294967293 : ui32, umin = 1 : ui32}
//       CHECK:   test.reflect_bounds {smax = 7 : index, smin = 1 : index, umax = 7 : index, umin = 1 : index}
//       CHECK:   test.reflect_bounds {smax = 9 : si8, smin = 9 : si8, umax = 9 : ui8, umin = 9 : ui8}
//       CHECK:   test.reflect_bounds {smax = -1 : si1, smin = -1 : si1, umax = 1 : ui1, umin = 1 : ui1}
// CHECK-COUNT-3: test.reflect_bounds {smax = 2147483647 : si32, smin = -2147483648 : si32, umax = 4294967295 : ui32, umin = 0 : ui32}
func.func @loads() {
  %i = test.with_bounds { smax = 1 : index, smin = 0 : index, umax = 1 : index, umin = 0 : index } : index
  %numbers = memref.get_global @numbers : memref<4xi32>
  %sizes = memref.get_global @sizes : memref<2x2xindex>
  %nines = memref.get_global @nines : memref<64xi8>
  %yes = memref.get_global @yes : memref<i1>
  %changes = memref.get_global @changes : memref<4xi32>
  %uninitialized = memref.get_global @uninitialized : memref<4xi32>
  %elsewhere = memref.get_global @elsewhere : memref<4xi32>
  %0 = memref.load %numbers[%i] : memref<4xi32>
  %1 = memref.load %sizes[%i, %i] : memref<2x2xindex>
  %2 = memref.load %nines[%i] : memref<64xi8>
  %3 = memref.load %yes[] : memref<i1>
  %4 = memref.load %changes[%i] : memref<4xi32>
  %5 = memref.load %uninitialized[%i] : memref<4xi32>
  %6 = memref.load %elsewhere[%i] : memref<4xi32>
  test.reflect_bounds %0 : i32
  test.reflect_bounds %1 : index
  test.reflect_bounds %2 : i8
  test.reflect_bounds %3 : i1
  test.reflect_bounds %4 : i32
  test.reflect_bounds %5 : i32
  test.reflect_bounds %6 : i32
  return
}

// An index that may lie beyond the end reads no element.
// CHECK-LABEL: func.func @beyond(
// CHECK-COUNT-3: test.reflect_bounds {smax = 2147483647 : si32, smin = -2147483648 : si32, umax = 4294967295 : ui32, umin = 0 : ui32}
//       CHECK:   test.reflect_bounds {smax = 7 : si32, smin = -3 : si32, umax = 4294967293 : ui32, umin = 1 : ui32}
//       CHECK:   test.reflect_bounds {smax = 5 : si32, smin = 1 : si32, umax = 5 : ui32, umin = 1 : ui32}
func.func @beyond(%i: index, %d: index) {
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %numbers = memref.get_global @numbers : memref<4xi32>
  %tensor = arith.constant dense<[1, 5]> : tensor<2xi32>
  %0 = memref.load %numbers[%i] : memref<4xi32>
  %1 = memref.load %numbers[%c4] : memref<4xi32>
  %2 = tensor.extract %tensor[%i] : tensor<2xi32>
  %3 = memref.load %numbers[%c3] : memref<4xi32>
  %bit = test.with_bounds { smax = 1 : index, smin = 0 : index, umax = 1 : index, umin = 0 : index } : index
  %4 = tensor.extract %tensor[%bit] : tensor<2xi32>
  test.reflect_bounds %0 : i32
  test.reflect_bounds %1 : i32
  test.reflect_bounds %2 : i32
  test.reflect_bounds %3 : i32
  test.reflect_bounds %4 : i32
  return
}
