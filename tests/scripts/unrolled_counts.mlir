// The steps of loops are powers of two, whose exponent is the variable of a loop with few iterations.
func.func @levels(%a: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for %level = %c0 to %c3 step %c1 {
    %step = arith.shli %c1, %level : index
    scf.for %i = %c0 to %n step %step {
      memref.store %f, %a[%i] : memref<?xf32>
      scf.for %j = %c0 to %i step %step {
        %x = memref.load %a[%j] : memref<?xf32>
      }
    }
  }
  return
}
