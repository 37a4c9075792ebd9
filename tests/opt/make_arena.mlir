// The allocations of a block become views of one allocation.
//
// RUN: calipers opt %s -make-arena -split-input-file -allow-unregistered-dialect | FileCheck %s

// Buffers that are not alive at once share bytes.
// CHECK-LABEL: func.func @constant(
//   CHECK-DAG:   %[[c0:.*]] = arith.constant 0 : index
//   CHECK-DAG:   %[[c1024:.*]] = arith.constant 1024 : index
//       CHECK:   %[[arena:.*]] = memref.alloc() {alignment = 64 : i64} : memref<1472xi8>
//       CHECK:   memref.view %[[arena]][%[[c0]]][] : memref<1472xi8> to memref<256xf32>
//       CHECK:   memref.view %[[arena]][%[[c1024]]][] : memref<1472xi8> to memref<100xf32>
//   CHECK-NOT:   memref.dealloc
//       CHECK:   memref.view %[[arena]][%[[c0]]][] : memref<1472xi8> to memref<128xf64>
//   CHECK-NOT:   memref.alloc
//       CHECK:   memref.dealloc %[[arena]]
//  CHECK-NEXT:   return
func.func @constant(%x: f32, %y: f64) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<256xf32>
  memref.store %x, %a[%c0] : memref<256xf32>
  %b = memref.alloc() : memref<100xf32>
  %v = memref.load %a[%c0] : memref<256xf32>
  memref.dealloc %a : memref<256xf32>
  %c = memref.alloc() : memref<128xf64>
  memref.store %v, %b[%c0] : memref<100xf32>
  memref.store %y, %c[%c0] : memref<128xf64>
  memref.dealloc %b : memref<100xf32>
  memref.dealloc %c : memref<128xf64>
  return
}

// -----

// Sizes that are not constant: the last buffer is proved to fit into the place of the first one.
// CHECK-LABEL: func.func @dynamic(
//  CHECK-SAME:   %[[n:[^:]*]]: index
//       CHECK:   %[[bytes:.*]] = arith.muli %[[n]], %c4
//       CHECK:   %[[first:.*]] = affine.apply #[[$unit:.*]]()[%[[bytes]]]
//       CHECK:   %[[second:.*]] = affine.apply #[[$unit]]()[%[[n]]]
//       CHECK:   %[[total:.*]] = affine.apply #{{.*}}()[%[[first]], %[[second]]]
//       CHECK:   %[[arena:.*]] = memref.alloc(%[[total]]) {alignment = 64 : i64} : memref<?xi8>
//       CHECK:   memref.view %[[arena]][%c0{{.*}}][%[[n]]] : memref<?xi8> to memref<?x4xf32>
//       CHECK:   memref.view %[[arena]][%[[first]]][%[[n]]] : memref<?xi8> to memref<?xf32>
//       CHECK:   memref.view %[[arena]][%c0{{.*}}][%[[n]]] : memref<?xi8> to memref<?x2xf32>
//   CHECK-NOT:   memref.dealloc
func.func @dynamic(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?x4xf32>
  memref.store %x, %a[%c0, %c0] : memref<?x4xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  %u = memref.load %a[%c0, %c0] : memref<?x4xf32>
  memref.store %u, %b[%c0] : memref<?xf32>
  %c = memref.alloc(%n) : memref<?x2xf32>
  memref.store %x, %c[%c0, %c0] : memref<?x2xf32>
  %v = memref.load %b[%c0] : memref<?xf32>
  memref.store %v, %c[%c0, %c0] : memref<?x2xf32>
  return
}

// -----

// A tile in a loop has a constant bound, and the branches of an `if` share bytes. A buffer that is returned stays.
// CHECK-LABEL: func.func @nested(
//       CHECK:   memref.alloc(
//       CHECK:   %[[arena:.*]] = memref.alloc() {alignment = 128 : i64} : memref<384xi8>
//       CHECK:   scf.for
//       CHECK:     memref.view %[[arena]][%c256{{.*}}][%{{.*}}] : memref<384xi8> to memref<?xf32>
//       CHECK:     scf.if
//       CHECK:       memref.view %[[arena]][%c0{{.*}}][] : memref<384xi8> to memref<64xi32>
//       CHECK:     } else {
//       CHECK:       memref.view %[[arena]][%c0{{.*}}][] : memref<384xi8> to memref<32xf32>
func.func @nested(%n: index, %c: i1, %x: f32, %i: i32) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %kept = memref.alloc(%n) : memref<?xf32>
  scf.for %j = %c0 to %n step %c32 {
    %w = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%j)[%n]
    %tile = memref.alloc(%w) : memref<?xf32>
    memref.store %x, %tile[%c0] : memref<?xf32>
    scf.if %c {
      %a = memref.alloc() {alignment = 128 : i64} : memref<64xi32>
      memref.store %i, %a[%c0] : memref<64xi32>
    } else {
      %b = memref.alloc() : memref<32xf32>
      memref.store %x, %b[%c0] : memref<32xf32>
    }
    %v = memref.load %tile[%c0] : memref<?xf32>
    memref.store %v, %kept[%c0] : memref<?xf32>
  }
  return %kept : memref<?xf32>
}

// -----

// A size behind an assertion may be any number before it.
// CHECK-LABEL: func.func @asserted(
//       CHECK:   memref.alloc() : memref<8xf32>
//       CHECK:   cf.assert
//       CHECK:   memref.alloc(
func.func @asserted(%n: index, %ok: i1, %x: f32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<8xf32>
  memref.store %x, %a[%c0] : memref<8xf32>
  cf.assert %ok, "the size is too large"
  %b = memref.alloc(%n) : memref<?xf32>
  memref.store %x, %b[%c0] : memref<?xf32>
  return
}

// -----

// How many bytes an i24 takes in memory depends on the target.
// CHECK-LABEL: func.func @padded(
//   CHECK-NOT:   memref.view
func.func @padded(%x: i24, %y: f80) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<64xi24>
  memref.store %x, %a[%c0] : memref<64xi24>
  memref.dealloc %a : memref<64xi24>
  %b = memref.alloc() : memref<64xf80>
  memref.store %y, %b[%c0] : memref<64xf80>
  memref.dealloc %b : memref<64xf80>
  return
}
