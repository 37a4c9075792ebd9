// Ranges of products and of tiles with symbolic sizes.

func.func @tiles(%buffer: memref<?xf32>, %t: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %buffer, %c0 : memref<?xf32>
  %tile = arith.maxsi %t, %c1 : index
  %tiles = arith.ceildivsi %n, %tile : index
  scf.for %i = %c0 to %tiles step %c1 {
    %offset = arith.muli %i, %tile : index
    %rest = arith.subi %n, %offset : index
    %size = arith.minsi %rest, %tile : index
    "test.use"(%rest, %size) : (index, index) -> ()
  }
  return
}

func.func @nest(%m: index, %g: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %rows = arith.maxsi %m, %c1 : index
  %columns = arith.maxsi %g, %c1 : index
  %square = arith.muli %n, %n : index
  %digit = arith.remui %square, %c8 : index
  %next = arith.addi %n, %c1 : index
  %even = arith.muli %n, %next : index
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %row = arith.muli %i, %columns : index
      %flat = arith.addi %row, %j : index
      %again = arith.floordivsi %flat, %columns : index
      %all = arith.muli %rows, %columns : index
      %left = arith.subi %all, %flat : index
      %below = arith.subi %rows, %again : index
      "test.use"(%left, %below, %digit, %even) : (index, index, index, index) -> ()
    }
  }
  return
}
