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
