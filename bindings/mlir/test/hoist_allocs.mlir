// RUN: mlir-opt %s --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(calipers-hoist-allocs)' | FileCheck %s
// RUN: mlir-opt %s --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(calipers-hoist-allocs{max-elements=64})' | FileCheck %s --check-prefix=LIMIT

// Each tile has at most 16 rows and 24 columns; a view of the sizes of the tile takes the place of the buffer.
// CHECK-LABEL: func.func @tiles
//       CHECK:   %[[BUFFER:.*]] = memref.alloc() {alignment = 128 : i64} : memref<384xf16>
//       CHECK:   scf.for
//       CHECK:     %[[H:.*]] = affine.min
//       CHECK:     affine.for
//       CHECK:       %[[W:.*]] = affine.min
//       CHECK:       %[[TILE:.*]] = memref.reinterpret_cast %[[BUFFER]] to offset: [0], sizes: [%[[H]], %[[W]]], strides: [%[[W]], 1]
//       CHECK:       linalg.fill {{.*}} outs(%[[TILE]] : memref<?x?xf16>)
//   CHECK-NOT:       memref.dealloc
//       CHECK:   memref.dealloc %[[BUFFER]]
//  CHECK-NEXT:   return
// LIMIT-LABEL: func.func @tiles
//       LIMIT:     affine.for
//       LIMIT:       memref.alloc(
func.func @tiles(%rows: index, %columns: index, %v: f16) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %rows step %c16 {
    %h = affine.min affine_map<(d0)[s0] -> (s0 - d0, 16)>(%i)[%rows]
    affine.for %j = 0 to %columns step 24 {
      %w = affine.min affine_map<(d0)[s0] -> (s0 - d0, 24)>(%j)[%columns]
      %tile = memref.alloc(%h, %w) {alignment = 128 : i64} : memref<?x?xf16>
      linalg.fill ins(%v : f16) outs(%tile : memref<?x?xf16>)
      memref.dealloc %tile : memref<?x?xf16>
    }
  }
  return
}

// -----

// On the stack, in a branch, with a static size beside the dynamic one.
// CHECK-LABEL: func.func @guarded
//       CHECK:   %[[BUFFER:.*]] = memref.alloca() : memref<48xi32>
//       CHECK:   scf.while
//       CHECK:     scf.if
//       CHECK:       memref.reinterpret_cast %[[BUFFER]] to offset: [0], sizes: [%{{.*}}, 4], strides: [4, 1]
// LIMIT-LABEL: func.func @guarded
//       LIMIT:   memref.alloca() : memref<48xi32>
func.func @guarded(%n: index, %v: i32, %more: i1) {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  scf.while : () -> () {
    scf.condition(%more)
  } do {
    %few = arith.cmpi ule, %n, %c12 : index
    scf.if %few {
      %buffer = memref.alloca(%n) : memref<?x4xi32>
      memref.store %v, %buffer[%c0, %c0] : memref<?x4xi32>
    }
    scf.yield
  }
  return
}

// -----

// A bound in terms of an argument. Where the loop does not run it may be negative.
// CHECK-LABEL: func.func @triangle
//  CHECK-SAME:     %[[N:.*]]: index
//       CHECK:   %[[LAST:.*]] = affine.apply
//       CHECK:   %[[SIZE:.*]] = arith.maxsi %[[LAST]]
//       CHECK:   %[[BUFFER:.*]] = memref.alloc(%[[SIZE]]) : memref<?xf32>
//       CHECK:   scf.for %[[I:.*]] = %{{.*}} to %[[N]]
//       CHECK:     memref.reinterpret_cast %[[BUFFER]] to offset: [0], sizes: [%[[I]]], strides: [1]
//       CHECK:   memref.dealloc %[[BUFFER]]
// LIMIT-LABEL: func.func @triangle
//       LIMIT:   scf.for
//       LIMIT:     memref.alloc(
func.func @triangle(%n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.alloc(%i) : memref<?xf32>
    linalg.fill ins(%v : f32) outs(%row : memref<?xf32>)
    memref.dealloc %row : memref<?xf32>
  }
  return
}

// -----

// These stay: one that is carried on, one whose address is kept, one that is stored, one for each iteration of a parallel
// loop, one without a bound.
// CHECK-LABEL: func.func @stay
//       CHECK:   scf.for
//       CHECK:     memref.alloc()
//       CHECK:     memref.alloc()
//       CHECK:     memref.alloc()
//       CHECK:   scf.parallel
//       CHECK:     memref.alloc()
//       CHECK:   scf.forall
//       CHECK:     memref.alloc()
//       CHECK:   affine.parallel
//       CHECK:     memref.alloc()
//       CHECK:   scf.for
//       CHECK:     memref.alloc(
func.func @stay(%n: index, %v: f32, %first: memref<8xf32>, %list: memref<?xmemref<8xf32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %first) -> (memref<8xf32>) {
    %next = memref.alloc() : memref<8xf32>
    %kept = memref.alloc() : memref<8xf32>
    %stored = memref.alloc() : memref<8xf32>
    "test.keep"(%kept) : (memref<8xf32>) -> ()
    memref.store %stored, %list[%i] : memref<?xmemref<8xf32>>
    scf.yield %next : memref<8xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %own = memref.alloc() : memref<8xf32>
    memref.store %v, %own[%c0] : memref<8xf32>
  }
  scf.forall (%i) in (%n) {
    %own = memref.alloc() : memref<8xf32>
    memref.store %v, %own[%c0] : memref<8xf32>
  }
  affine.parallel (%i) = (0) to (%n) {
    %own = memref.alloc() : memref<8xf32>
    memref.store %v, %own[%c0] : memref<8xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %size = "test.size"() : () -> index
    %buffer = memref.alloc(%size) : memref<?xf32>
    memref.store %v, %buffer[%c0] : memref<?xf32>
  }
  return
}
