func.func @p(%a: memref<?x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c64) step (%c1, %c1) {
    %x = memref.load %a[%i, %j] : memref<?x64xf32>
    scf.reduce
  }
  affine.parallel (%i, %j) = (0, 0) to (symbol(%n), 64) {
    %y = affine.load %a[%i, %j] : memref<?x64xf32>
  }
  affine.parallel (%i, %j) = (0, 0) to (symbol(%n), 64) step (1, 2) {
    %y2 = affine.load %a[%i, %j] : memref<?x64xf32>
  }
  scf.forall (%i, %j) in (%n, 64) {
    %z = memref.load %a[%i, %j] : memref<?x64xf32>
  }
  scf.forall (%i) in (%n) {
    %z = memref.load %a[%i, %c0] : memref<?x64xf32>
  }
  return
}
func.func @f(%a: memref<?xf32>, %n: index) {
  %m = affine.apply affine_map<()[s0] -> (s0 * 8)>()[%n]
  scf.forall (%i) in (%m) {
    %z = memref.load %a[%i] : memref<?xf32>
  }
  return
}
gpu.module @m {
gpu.func @k(%a: memref<?xf32>) kernel attributes {known_block_size = array<i32: 64, 2, 1>} {
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %c64 = arith.constant 64 : index
  %o = arith.muli %b, %c64 : index
  %p = arith.addi %o, %t : index
  %z = memref.load %a[%p] : memref<?xf32>
  gpu.return
}
gpu.func @k2(%a: memref<?xf32>) kernel {
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %c64 = gpu.block_dim x
  %o = arith.muli %b, %c64 : index
  %p = arith.addi %o, %t : index
  %z = memref.load %a[%p] : memref<?xf32>
  gpu.return
}
}
