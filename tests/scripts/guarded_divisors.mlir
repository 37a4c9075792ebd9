func.func @f(%a: index, %bs: memref<10xindex>, %p: memref<100xf32>, %o: memref<100xf32>, %f: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %ten = arith.constant 10 : index
  %hundred = arith.constant 100 : index
  %ap = arith.cmpi sge, %a, %zero : index
  %al = arith.cmpi slt, %a, %hundred : index
  %ab = arith.andi %ap, %al : i1
  scf.for %i = %zero to %ten step %one {
    %b = memref.load %bs[%i] : memref<10xindex>
    %bp = arith.cmpi sgt, %b, %zero : index
    %both = arith.andi %ab, %bp : i1
    scf.if %both {
      %q = arith.divsi %a, %b : index
      memref.store %f, %o[%q] : memref<100xf32>
    }
    %small = arith.cmpi slt, %b, %ten : index
    scf.if %small {
      %x = arith.muli %i, %ten : index
      %y = arith.addi %x, %b : index
      memref.store %f, %p[%y] : memref<100xf32>
    }
  }
  return
}

// A half that is known where the whole is not negative, as it is if two indices below the half add up to it.
func.func @reversed(%b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %half = arith.divui %n, %c2 : index
  %last = arith.subi %n, %c1 : index
  scf.for %i = %c0 to %half step %c1 {
    %r = arith.subi %last, %i : index
    %x = memref.load %b[%i] : memref<?xf32>
    memref.store %x, %b[%r] : memref<?xf32>
  }
  return
}
