// Bounds by unsigned ops on index values, which are what they say as long as the operands are not negative.
func.func @band(%n: index, %w: index, %m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %b = arith.minui %i, %w : index
    scf.for %j = %c0 to %b step %c1 {
      memref.store %f, %m[%j] : memref<?xf32>
    }
  }
  return
}

func.func @parts(%n: index, %p: index, %m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.ceildivui %n, %p : index
  %last = arith.remui %n, %p : index
  scf.for %i = %c0 to %p step %c1 {
    scf.for %j = %c0 to %size step %c1 {
      memref.store %f, %m[%j] : memref<?xf32>
    }
  }
  scf.for %j = %c0 to %last step %c1 {
    memref.store %f, %m[%j] : memref<?xf32>
  }
  return
}

// Parts whose sizes differ by at most one: the first ones have one more.
func.func @balanced(%n: index, %p: index, %m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.divui %n, %p : index
  %rest = arith.remui %n, %p : index
  scf.forall (%i) in (%p) {
    %before = arith.muli %i, %size : index
    %more = arith.minui %i, %rest : index
    %start = arith.addi %before, %more : index
    %is_larger = arith.cmpi ult, %i, %rest : index
    %one = arith.select %is_larger, %c1, %c0 : index
    %own = arith.addi %size, %one : index
    %end = arith.addi %start, %own : index
    scf.for %j = %start to %end step %c1 {
      memref.store %f, %m[%j] : memref<?xf32>
    }
  }
  return
}
