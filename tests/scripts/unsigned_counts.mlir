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
