// A ring that is filled by one access and read by another.
func.func @ring(%a: memref<?xf32>, %n: index, %size: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %w = arith.remui %i, %size : index
    memref.store %f, %a[%w] : memref<?xf32>
    scf.for %k = %c0 to %i step %c1 {
      %back = arith.subi %i, %k : index
      %r = arith.remui %back, %size : index
      %x = memref.load %a[%r] : memref<?xf32>
    }
  }
  return
}

// What is read lies beside what is written, except for the inner elements.
func.func @beside(%a: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %a[%i] : memref<?xf32>
    scf.for %j = %c0 to %i step %c1 {
      %s = arith.muli %i, %j : index
      %q = arith.remui %s, %n : index
      %p = arith.addi %q, %c1 : index
      %x = memref.load %a[%q] : memref<?xf32>
      %y = memref.load %a[%p] : memref<?xf32>
    }
  }
  return
}
