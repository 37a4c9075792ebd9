// An op that takes a vector apart, or rearranges it, has elements in the range of the elements of its operand; it does not
// equal its operand, nor another element of it.
//
// RUN: calipers opt %s -int-range-optimizations -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @elements(
// CHECK-COUNT-3: arith.cmpi
//       CHECK:   arith.subi
//       CHECK:   arith.cmpi
//       CHECK:   return
func.func @elements(%v: vector<4xi32>) -> (i1, i1, i1, i1) {
  %zero = arith.constant 0 : i32
  %a = vector.extract %v[0] : i32 from vector<4xi32>
  %b = vector.extract %v[1] : i32 from vector<4xi32>
  %c:4 = vector.to_elements %v : vector<4xi32>
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi sle, %a, %b : i32
  %2 = arith.cmpi eq, %c#0, %c#1 : i32
  %d = arith.subi %a, %b : i32
  %3 = arith.cmpi eq, %d, %zero : i32
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// -----

// CHECK-LABEL: func.func @rearranged(
// CHECK-COUNT-6: arith.cmpi
//       CHECK:   return
func.func @rearranged(%v: vector<4x4xi32>, %w: vector<8xi32>, %r: vector<4xi32>)
    -> (vector<4x4xi1>, vector<4x4xi1>, vector<4xi1>, vector<4xi1>, vector<4x1xi1>, vector<16xi1>) {
  %t = vector.transpose %v, [1, 0] : vector<4x4xi32> to vector<4x4xi32>
  %b = vector.broadcast %r : vector<4xi32> to vector<4x4xi32>
  %c = vector.transpose %b, [1, 0] : vector<4x4xi32> to vector<4x4xi32>
  %s = vector.extract_strided_slice %w {offsets = [0], sizes = [4], strides = [1]} : vector<8xi32> to vector<4xi32>
  %u = vector.extract_strided_slice %w {offsets = [1], sizes = [4], strides = [1]} : vector<8xi32> to vector<4xi32>
  %even, %odd = vector.deinterleave %w : vector<8xi32> -> vector<4xi32>
  %column = vector.extract_strided_slice %v {offsets = [0, 0], sizes = [4, 1], strides = [1, 1]} : vector<4x4xi32> to vector<4x1xi32>
  %other = vector.extract_strided_slice %v {offsets = [0, 1], sizes = [4, 1], strides = [1, 1]} : vector<4x4xi32> to vector<4x1xi32>
  %flat = vector.shape_cast %v : vector<4x4xi32> to vector<16xi32>
  %turned = vector.shape_cast %t : vector<4x4xi32> to vector<16xi32>
  %0 = arith.cmpi eq, %v, %t : vector<4x4xi32>
  %1 = arith.cmpi eq, %b, %c : vector<4x4xi32>
  %2 = arith.cmpi eq, %s, %u : vector<4xi32>
  %3 = arith.cmpi eq, %even, %odd : vector<4xi32>
  %4 = arith.cmpi eq, %column, %other : vector<4x1xi32>
  %5 = arith.cmpi eq, %flat, %turned : vector<16xi32>
  return %0, %1, %2, %3, %4, %5 : vector<4x4xi1>, vector<4x4xi1>, vector<4xi1>, vector<4xi1>, vector<4x1xi1>, vector<16xi1>
}

// -----

// The value of another lane.

// CHECK-LABEL: func.func @lanes(
// CHECK-COUNT-2: arith.cmpi
//       CHECK:   return
func.func @lanes() -> (i1, i1) {
  %t = gpu.thread_id x
  %first = gpu.subgroup_broadcast %t, first_active_lane : index
  %0 = arith.cmpi eq, %t, %first : index
  %1 = arith.cmpi sge, %t, %first : index
  return %0, %1 : i1, i1
}

// -----

// A broadcast scalar is what all elements are.

// CHECK-LABEL: func.func @scalar(
//       CHECK:   %[[true:.*]] = arith.constant dense<true> : vector<4xi1>
//       CHECK:   return %[[true]]
func.func @scalar(%x: i32) -> vector<4xi1> {
  %a = vector.broadcast %x : i32 to vector<4xi32>
  %b = vector.broadcast %x : i32 to vector<4xi32>
  %0 = arith.cmpi eq, %a, %b : vector<4xi32>
  return %0 : vector<4xi1>
}

// -----

// The ranges stay.

// CHECK-LABEL: func.func @ranges(
//       CHECK:   %[[true:.*]] = arith.constant true
//       CHECK:   return %[[true]]
func.func @ranges(%v: vector<4xi8>) -> i1 {
  %c256 = arith.constant 256 : i32
  %wide = arith.extui %v : vector<4xi8> to vector<4xi32>
  %a = vector.extract %wide[2] : i32 from vector<4xi32>
  %0 = arith.cmpi ult, %a, %c256 : i32
  return %0 : i1
}
