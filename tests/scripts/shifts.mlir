// A reduction in a tree: the number of threads halves in each step.
func.func @tree(%m: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c32 = arith.constant 32 : index
  scf.for %s = %c0 to %c6 step %c1 {
    %half = arith.shrui %c32, %s : index
    scf.parallel (%t) = (%c0) to (%half) step (%c1) {
      %p = arith.addi %t, %half : index
      %a = memref.load %m[%p] : memref<64xf32>
      %b = memref.load %m[%t] : memref<64xf32>
      %c = arith.addf %a, %b : f32
      memref.store %c, %m[%t] : memref<64xf32>
      scf.reduce
    }
  }
  return
}

// Blocks of a size that doubles.
func.func @blocks(%m: memref<?xf32>, %v: f32, %k: index) {
  %c1 = arith.constant 1 : index
  %size = arith.shli %c1, %k : index
  %last = arith.subi %size, %c1 : index
  %place = arith.xori %last, %k : index
  memref.store %v, %m[%place] : memref<?xf32>
  return
}

// The bits of a number in another order.
func.func @gray(%m: memref<8xf32>, %v: f32) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c8 = arith.constant 8 : i8
  scf.for %i = %c0 to %c8 step %c1 : i8 {
    %h = arith.shrui %i, %c1 : i8
    %g = arith.xori %i, %h : i8
    %at = arith.index_castui %g : i8 to index
    memref.store %v, %m[%at] : memref<8xf32>
  }
  return
}
