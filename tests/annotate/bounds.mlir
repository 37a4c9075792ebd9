func.func @loops(%t: tensor<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %size = tensor.dim %t, %c0 : tensor<?x?xf32>
  %double = arith.addi %n, %n : index
  %product = arith.muli %double, %m : index
  scf.for %i = %c0 to %size step %c32 {
    %width = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%i)[%size]
    scf.for %j = %i to %n step %c1 {
      %left = arith.subi %n, %j : index
      "test.use"(%left, %width) : (index, index) -> ()
    }
  }
  %larger = arith.maxsi %n, %m : index
  return
}

func.func @wraps(%x: i32, %y: i32, %b: i8) {
  %c1 = arith.constant 1 : i32
  %sum = arith.addi %x, %y : i32
  %next = arith.addi %x, %c1 : i32
  %signed = arith.index_cast %next : i32 to index
  %unsigned = arith.index_castui %next : i32 to index
  %low = arith.trunci %sum : i32 to i8
  %wide = arith.extui %b : i8 to i32
  return
}
