func.func @two_strides(%a: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.store %x, %a[%i * 2 + %j * 3] : memref<?xf32>
    }
  }
  return
}
func.func @wraps(%ring: memref<?xf32>, %next: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %length = memref.dim %ring, %c0 : memref<?xf32>
  scf.for %t = %c0 to %n step %c1 {
    scf.for %s = %c0 to %length step %c1 {
      %sum = arith.addi %t, %s : index
      %slot = arith.remui %sum, %length : index
      memref.store %x, %ring[%slot] : memref<?xf32>
    }
  }
  %size = memref.dim %next, %c0 : memref<?xf32>
  scf.for %i = %c0 to %size step %c1 {
    %after = arith.addi %i, %c1 : index
    %other = arith.remui %after, %size : index
    %old = memref.load %next[%i] : memref<?xf32>
    memref.store %old, %next[%other] : memref<?xf32>
  }
  return
}
func.func @diagonal(%a: memref<16x16xf32>, %x: f32) {
  %d = memref.reinterpret_cast %a to offset: [0], sizes: [16], strides: [17] : memref<16x16xf32> to memref<16xf32, strided<[17]>>
  affine.for %i = 0 to 16 {
    affine.store %x, %d[%i] : memref<16xf32, strided<[17]>>
    affine.store %x, %a[%i, 0] : memref<16x16xf32>
  }
  return
}
func.func @chunks(%a: memref<?xf32>, %parts: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %size = arith.ceildivui %n, %parts : index
  scf.for %p = %c0 to %parts step %c1 {
    %first = arith.muli %p, %size : index
    %after = arith.addi %first, %size : index
    %end = arith.minsi %after, %n : index
    scf.for %i = %first to %end step %c1 {
      memref.store %x, %a[%i] : memref<?xf32>
    }
  }
  return
}
func.func @branches(%n: index, %c: i1) {
  %c100 = arith.constant 100 : index
  %large = arith.cmpi sgt, %n, %c100 : index
  scf.if %large {
    %a = memref.alloc() : memref<1024xi8>
    memref.dealloc %a : memref<1024xi8>
  } else {
    %b = memref.alloc(%n) : memref<?xi8>
    memref.dealloc %b : memref<?xi8>
  }
  return
}
func.func @tiles(%n: index, %t: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %t {
    %left = arith.subi %n, %i : index
    %size = arith.minsi %left, %t : index
    %b = memref.alloc(%size) : memref<?xf32>
    memref.dealloc %b : memref<?xf32>
  }
  return
}
func.func @kept(%n: index, %c: i1) {
  scf.if %c {
    %a = memref.alloc(%n) : memref<?xi8>
  }
  %b = memref.alloc(%n) : memref<?xi8>
  memref.dealloc %b : memref<?xi8>
  return
}
