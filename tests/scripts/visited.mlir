// Guards by unsigned comparisons, masks, and functions with one execution, whose ops are visited.
func.func @guarded(%a: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %blocks = arith.ceildivui %n, %c128 : index
  scf.parallel (%b, %t) = (%c0, %c0) to (%blocks, %c128) step (%c1, %c1) {
    %base = arith.muli %b, %c128 : index
    %i = arith.addi %base, %t : index
    %is_in = arith.cmpi ult, %i, %n : index
    scf.if %is_in {
      memref.store %x, %a[%i] : memref<?xf32>
    } else {
      %back = arith.subi %i, %c128 : index
      %v = memref.load %a[%back] : memref<?xf32>
    }
    scf.reduce
  }
  return
}
func.func @shifted(%a: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.subi %i, %c7 : index
    %is_in = arith.cmpi uge, %n, %k : index
    scf.if %is_in {
      memref.store %x, %a[%k] : memref<?xf32>
    }
  }
  return
}
func.func @masked(%a: memref<?xf32>, %v: vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c8 {
    %left = arith.subi %n, %i : index
    %m = vector.create_mask %left : vector<8xi1>
    vector.maskedstore %a[%i], %m, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
  }
  return
}
func.func @pairs(%a: memref<256xi32>, %b: memref<64xi32>, %x: i32) {
  affine.parallel (%t) = (0) to (256) {
    %c8 = arith.constant 8 : index
    %other = arith.xori %t, %c8 : index
    %is_first = arith.cmpi ugt, %other, %t : index
    scf.if %is_first {
      memref.store %x, %a[%t] : memref<256xi32>
      memref.store %x, %a[%other] : memref<256xi32>
    }
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 5 {
      affine.store %x, %b[2 * %i + 3 * %j] : memref<64xi32>
    }
  }
  return
}
// Loops over several sizes at once say how their elements lie.
func.func @windows(%in: memref<64x64xf32>, %out: memref<31x31xf32>) {
  affine.parallel (%y, %x) = (0, 0) to (31, 31) {
    %v = affine.load %in[%y * 2, %x * 2] : memref<64x64xf32>
    affine.store %v, %out[%y, %x] : memref<31x31xf32>
  }
  affine.parallel (%y, %x) = (0, 0) to (64, 64) step (1, 4) {
    %v = affine.vector_load %in[%y, %x] : memref<64x64xf32>, vector<4xf32>
  }
  return
}
