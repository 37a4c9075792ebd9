// Index arrays: functions whose accesses depend on numbers that they read from buffers.

func.func @scatter(%index: memref<?xindex>, %out: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %index, %c0 : memref<?xindex>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %at = memref.load %index[%i] : memref<?xindex>
    memref.store %v, %out[%at] : memref<?xf32>
    scf.reduce
  }
  return
}

// The table is written too, so that what is read from it is unknown.
func.func @renumbered(%index: memref<?xindex>, %out: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %index, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %i, %index[%i] : memref<?xindex>
    %at = memref.load %index[%i] : memref<?xindex>
    memref.store %v, %out[%at] : memref<?xf32>
  }
  return
}

// A block of a table of blocks: the positions in a block stay apart.
func.func @paged(%table: memref<?xi32>, %cache: memref<?x16xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %n = memref.dim %table, %c0 : memref<?xi32>
  scf.for %b = %c0 to %n step %c1 {
    %block = memref.load %table[%b] : memref<?xi32>
    %at = arith.index_cast %block : i32 to index
    scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
      memref.store %v, %cache[%at, %i] : memref<?x16xf32>
      scf.reduce
    }
  }
  return
}

// A mask in memory, read through a view and from a tensor.
func.func @masked(%mask: memref<64xi1>, %order: tensor<64xi64>, %out: memref<64xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %part = memref.subview %mask[32] [8] [2] : memref<64xi1> to memref<8xi1, strided<[2], offset: 32>>
  scf.for %i = %c0 to %c8 step %c1 {
    %is = memref.load %part[%i] : memref<8xi1, strided<[2], offset: 32>>
    scf.if %is {
      %place = tensor.extract %order[%i] : tensor<64xi64>
      %at = arith.index_cast %place : i64 to index
      memref.store %v, %out[%at] : memref<64xf32>
    }
  }
  return
}

tt.func @row(%rows: !tt.ptr<i32>, %out: !tt.ptr<f32>, %v: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = arith.constant 10 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %from = tt.addptr %rows, %i : !tt.ptr<i32>, i32
    %row = tt.load %from : !tt.ptr<i32>
    %to = tt.addptr %out, %row : !tt.ptr<f32>, i32
    tt.store %to, %v : !tt.ptr<f32>
  }
  tt.return
}
