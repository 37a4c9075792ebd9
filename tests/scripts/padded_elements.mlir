// Elements whose bytes are no power of two are padded in memory, by how much depends on the target.

func.func @views(%m: memref<64xi8>, %v: i24) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  %a = memref.view %m[%c0][] : memref<64xi8> to memref<4xi24>
  %b = memref.view %m[%c12][] : memref<64xi8> to memref<4xi24>
  memref.store %v, %a[%c3] : memref<4xi24>
  memref.store %v, %b[%c0] : memref<4xi24>
  return
}

// Each iteration has another view.
func.func @in_a_loop(%m: memref<48xi8>, %v: i24, %w: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %o = arith.muli %i, %c12 : index
    %a = memref.view %m[%o][] : memref<48xi8> to memref<4xi24>
    memref.store %v, %a[%c0] : memref<4xi24>
    memref.store %v, %a[%c3] : memref<4xi24>
  }
  return
}

func.func @bytes() {
  %a = memref.alloc() : memref<2xi24>
  memref.dealloc %a : memref<2xi24>
  return
}

func.func @whole() {
  %a = memref.alloc() : memref<3xcomplex<f32>>
  memref.dealloc %a : memref<3xcomplex<f32>>
  return
}

// What other ops allocate.
func.func @device() {
  %a = gpu.alloc () : memref<64xi8>
  gpu.dealloc %a : memref<64xi8>
  return
}

// Nothing says when the first one is freed.
func.func @freed_later() {
  %a = gpu.alloc () : memref<64xi8>
  %t = gpu.wait async
  %f = gpu.dealloc async [%t] %a : memref<64xi8>
  %b = gpu.alloc () : memref<32xi8>
  gpu.dealloc %b : memref<32xi8>
  return
}

func.func @clone() {
  %m = memref.alloc() : memref<5xi8>
  %c = bufferization.clone %m : memref<5xi8> to memref<5xi8>
  memref.dealloc %m : memref<5xi8>
  memref.dealloc %c : memref<5xi8>
  return
}

func.func @kernel() {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) workgroup(%w : memref<32xi8, 3>) {
    gpu.terminator
  }
  return
}
