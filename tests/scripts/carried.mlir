// Counters that a loop carries, and that not each iteration changes.
func.func @compact(%x: memref<?xi32>, %o: memref<?xi32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (index) {
    %v = memref.load %x[%i] : memref<?xi32>
    %g = arith.cmpi sgt, %v, %z : i32
    %q = scf.if %g -> (index) {
      memref.store %v, %o[%p] : memref<?xi32>
      %p1 = arith.addi %p, %c1 : index
      scf.yield %p1 : index
    } else {
      scf.yield %p : index
    }
    scf.yield %q : index
  }
  return %r : index
}
func.func @nested(%x: memref<?x?xi32>, %o: memref<?xi32>, %m: index, %top: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?xi32>
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %top) -> (index) {
    %s = scf.for %j = %c0 to %m step %c1 iter_args(%p2 = %p) -> (index) {
      %v = memref.load %x[%i, %j] : memref<?x?xi32>
      %g = arith.cmpi sgt, %v, %z : i32
      %q = scf.if %g -> (index) {
        %p1 = arith.subi %p2, %c1 : index
        memref.store %v, %o[%p1] : memref<?xi32>
        scf.yield %p1 : index
      } else {
        scf.yield %p2 : index
      }
      scf.yield %q : index
    }
    scf.yield %s : index
  }
  return %r : index
}
// The counter is not increased after each access.
func.func @again(%x: memref<?xi32>, %o: memref<?xi32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (index) {
    %v = memref.load %x[%i] : memref<?xi32>
    memref.store %v, %o[%p] : memref<?xi32>
    %g = arith.cmpi sgt, %v, %z : i32
    %p1 = arith.addi %p, %c1 : index
    %q = arith.select %g, %p1, %p : index
    scf.yield %q : index
  }
  return %r : index
}
// Two streams from both ends.
func.func @partition(%x: memref<?xi32>, %o: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  %z = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%lo = %c0, %hi = %n) -> (index, index) {
    %v = memref.load %x[%i] : memref<?xi32>
    %g = arith.cmpi sgt, %v, %z : i32
    %q:2 = scf.if %g -> (index, index) {
      memref.store %v, %o[%lo] : memref<?xi32>
      %p1 = arith.addi %lo, %c1 : index
      scf.yield %p1, %hi : index, index
    } else {
      %h = arith.subi %hi, %c1 : index
      memref.store %v, %o[%h] : memref<?xi32>
      scf.yield %lo, %h : index, index
    }
    scf.yield %q#0, %q#1 : index, index
  }
  return
}

// The number of an iteration may wrap, so that the order of the numbers is not that of the iterations.
func.func @narrow(%x: memref<?xi32>, %o: memref<?xi32>, %from: i32, %to: i32, %step: i32, %v: i32, %flags: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %from to %to step %step iter_args(%p = %c0) -> (index) : i32 {
    %at = arith.index_cast %i : i32 to index
    %g = memref.load %flags[%at] : memref<?xi1>
    %q = scf.if %g -> (index) {
      memref.store %v, %o[%p] : memref<?xi32>
      %p1 = arith.addi %p, %c1 : index
      scf.yield %p1 : index
    } else {
      scf.yield %p : index
    }
    scf.yield %q : index
  }
  return
}
