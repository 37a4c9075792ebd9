// Programs whose bounds are compared with MLIR's.

func.func @tiles(%t: tensor<?x?xf32>, %u: memref<?x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %rows = tensor.dim %t, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %t, %c1 : tensor<?x?xf32>
  scf.for %i = %c0 to %rows step %c8 {
    %height = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 8)>(%i)[%rows]
    scf.for %j = %c0 to %columns step %c8 {
      %width = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 8)>(%j)[%columns]
      %tile = tensor.extract_slice %t[%i, %j] [%height, %width] [1, 1]
          : tensor<?x?xf32> to tensor<?x?xf32>
      %e = tensor.empty(%height) : tensor<?x16xf32>
      %end = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %width)
    }
  }
  %m = memref.dim %u, %c0 : memref<?x16xf32>
  %v = memref.subview %u[1, 2] [%n, 4] [1, 1] : memref<?x16xf32> to memref<?x4xf32, strided<[16, 1], offset: 18>>
  %w = memref.alloc(%n) : memref<?x3xf32>
  return
}

func.func @branches(%c: i1, %n: index) -> index {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %r = scf.if %c -> index {
    scf.yield %c5 : index
  } else {
    scf.yield %c7 : index
  }
  %s = arith.addi %r, %c5 : index
  %k = arith.muli %s, %c7 : index
  return %k : index
}
