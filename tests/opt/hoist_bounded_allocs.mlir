// Allocations of bounded size leave their loops.
//
// RUN: calipers opt %s -hoist-bounded-allocs -split-input-file -allow-unregistered-dialect | FileCheck %s
// RUN: calipers opt %s -hoist-bounded-allocs='max-elements=100' -split-input-file -allow-unregistered-dialect | FileCheck %s --check-prefix=LIMIT

// CHECK-LABEL: func.func @tile(
//       CHECK:   %[[buffer:.*]] = memref.alloc() {alignment = 64 : i64} : memref<1024xf32>
//       CHECK:   scf.for
//       CHECK:     %[[h:.*]] = affine.min
//       CHECK:     scf.for
//       CHECK:       %[[w:.*]] = affine.min
//   CHECK-NOT:       memref.alloc
//       CHECK:       %[[view:.*]] = memref.reinterpret_cast %[[buffer]] to offset: [0], sizes: [%[[h]], %[[w]]], strides: [%[[w]], 1] : memref<1024xf32> to memref<?x?xf32>
//       CHECK:       linalg.fill {{.*}} outs(%[[view]] : memref<?x?xf32>)
//   CHECK-NOT:       memref.dealloc
//       CHECK:   memref.dealloc %[[buffer]]
//  CHECK-NEXT:   return
// LIMIT-LABEL: func.func @tile(
//       LIMIT:   scf.for
//       LIMIT:     scf.for
//       LIMIT:       memref.alloc(
//       LIMIT:       memref.dealloc
#tile = affine_map<(d0)[s0] -> (32, -d0 + s0)>
func.func @tile(%n: index, %m: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c32 {
    %h = affine.min #tile(%i)[%n]
    scf.for %j = %c0 to %m step %c32 {
      %w = affine.min #tile(%j)[%m]
      %buffer = memref.alloc(%h, %w) {alignment = 64 : i64} : memref<?x?xf32>
      linalg.fill ins(%v : f32) outs(%buffer : memref<?x?xf32>)
      memref.dealloc %buffer : memref<?x?xf32>
    }
  }
  return
}

// -----

// The product is bounded, though its factors are not.

// CHECK-LABEL: func.func @product(
//       CHECK:   memref.alloca() : memref<64xf32>
//  CHECK-NEXT:   scf.for
//       CHECK:     scf.if
//       CHECK:       memref.reinterpret_cast
func.func @product(%n: index, %a: index, %b: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c1 {
    %count = arith.muli %a, %b : index
    %small = arith.cmpi sle, %count, %c64 : index
    scf.if %small {
      %buffer = memref.alloca(%a, %b) : memref<?x?xf32>
      memref.store %v, %buffer[%c0, %c0] : memref<?x?xf32>
    }
  }
  return
}

// -----

// Left where they are: one that is passed on, one whose address may be kept, one in a loop whose
// iterations run at the same time, one without a bound.

// CHECK-LABEL: func.func @stay(
//       CHECK:   scf.for
//       CHECK:     memref.alloc(
//       CHECK:     memref.alloc(
//       CHECK:   scf.parallel
//       CHECK:     memref.alloc(
//       CHECK:   scf.for
//       CHECK:     memref.alloc(
#tile = affine_map<(d0)[s0] -> (32, -d0 + s0)>
func.func @stay(%n: index, %v: f32, %first: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %last = scf.for %i = %c0 to %n step %c32 iter_args(%carried = %first) -> memref<?xf32> {
    %size = affine.min #tile(%i)[%n]
    %passed = memref.alloc(%size) : memref<?xf32>
    %kept = memref.alloc(%size) : memref<?xf32>
    "test.keep"(%kept) : (memref<?xf32>) -> ()
    scf.yield %passed : memref<?xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c32) {
    %size = affine.min #tile(%i)[%n]
    %buffer = memref.alloc(%size) : memref<?xf32>
    memref.store %v, %buffer[%c0] : memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c32 {
    %size = "test.size"() : () -> index
    %buffer = memref.alloc(%size) : memref<?xf32>
    memref.store %v, %buffer[%c0] : memref<?xf32>
  }
  return %last : memref<?xf32>
}

// -----

// Bounds in terms of what is known before the loops: where these do not run the bounds may overflow, or be negative. With
// a limit the allocations stay, as nothing says that they are within it.

// CHECK-LABEL: func.func @symbolic(
//       CHECK:   %[[whole:.*]] = affine.apply #{{.*}}()[%vscale]
//       CHECK:   %[[few:.*]] = arith.maxsi %[[whole]], %{{.*}} : index
//       CHECK:   memref.alloca(%[[few]]) : memref<?xf32>
//       CHECK:   %[[last:.*]] = affine.apply #{{.*}}()[%[[n:.*]]]
//       CHECK:   %[[size:.*]] = arith.maxsi %[[last]], %{{.*}} : index
//       CHECK:   %[[buffer:.*]] = memref.alloc(%[[size]]) : memref<?xf32>
//       CHECK:   scf.for %[[i:.*]] = %{{.*}} to %[[n]]
//   CHECK-NOT:     memref.alloc
//       CHECK:     memref.reinterpret_cast %[[buffer]] to offset: [0], sizes: [%[[i]]], strides: [1]
//       CHECK:   memref.dealloc %[[buffer]]
// LIMIT-LABEL: func.func @symbolic(
//       LIMIT:   scf.for
//       LIMIT:     memref.alloca(
//       LIMIT:     memref.alloc(
func.func @symbolic(%n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %vscale = vector.vscale
  scf.for %i = %c0 to %n step %c1 {
    %few = affine.min affine_map<(d0)[s0] -> (d0, s0 * 8)>(%i)[%vscale]
    %small = memref.alloca(%few) : memref<?xf32>
    memref.store %v, %small[%c0] : memref<?xf32>
    %buffer = memref.alloc(%i) : memref<?xf32>
    memref.store %v, %buffer[%c0] : memref<?xf32>
    memref.dealloc %buffer : memref<?xf32>
  }
  return
}

// -----

// Of equal constants at the start one is kept, and those from further in come behind it.
// CHECK-LABEL: func.func @constants(
//       CHECK:   %[[c5:.*]] = arith.constant 5 : index
//  CHECK-NEXT:   %[[c7:.*]] = arith.constant 7 : index
//  CHECK-NEXT:   %[[sum:.*]] = arith.addi %[[c5]], %[[c5]]
//  CHECK-NEXT:   arith.addi %[[sum]], %[[c7]]
func.func @constants() -> index {
  %a = arith.constant 5 : index
  %b = arith.constant 5 : index
  %sum = arith.addi %a, %b : index
  %c = arith.constant 7 : index
  %all = arith.addi %sum, %c : index
  return %all : index
}
